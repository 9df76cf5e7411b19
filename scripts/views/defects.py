"""A good page, and what makes a bad one of it: for each check at least one page with that defect and no other.

A defect is (checks, old text, new text): the page with the new text must be found wrong by these checks and by no others.
"""
GOOD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>news: done</title>
<style>
:root { color-scheme: light dark; --text: #1b1b1b; --ground: #ffffff; --line: #767676; --link: #0645ad; --bar: #005a9c; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e8e8; --ground: #121212; --line: #8c8c8c; --link: #8ab4f8; --bar: #1d6fa5; }
}
body { margin: 0; padding: 1rem; color: var(--text); background: var(--ground); font: 16px/1.5 sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--ground); }
.skip:focus { top: 0; }
.scroller { overflow-x: auto; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
table { border-collapse: collapse; }
td, th { padding: 0.25rem 1rem; text-align: start; }
.scroller table { min-width: 40rem; }
.badge { background: linear-gradient(rgb(0, 90, 156), rgb(0, 60, 120)); color: #ffffff; }
.badge::before { content: "!"; color: #ffffff; }
h1 { font-size: 24px; }
h2 { margin-top: 1200px; }
svg { max-width: 100%; }
svg rect { fill: var(--bar); }
svg text { fill: #ffffff; }
@media print { .scroller { overflow: visible; } .scroller table { min-width: 0; } .skip { display: none; } }
</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header><p>replant <a href="other.txt">rejects</a></p></header>
<main id="main">
<h1>news: 5 rejected</h1>
<p>Of <span class="badge">920</span> records, see <a href="#rules">the rules</a>. <span class="unseen">Only for screen readers, and quite long.</span></p>
<h2 id="rules">Rules</h2>
<div class="scroller" tabindex="0" role="region" aria-label="Rules">
<table><caption>Documents</caption>
<thead><tr><th scope="col">documents</th><th scope="col">read</th></tr></thead>
<tbody><tr><th scope="row">articleData</th><td>920</td></tr></tbody></table>
</div>
<svg role="img" aria-label="915 of 920 created" width="300" height="20"><rect width="300" height="20"/><text x="4" y="15">915</text></svg>
<svg aria-hidden="true" width="8" height="8"><circle r="4" cx="4" cy="4"/></svg>
<p>First in <bdi>/\u05e9\u05dc\u05d5\u05dd/a</bdi>, and others</p>
<details><summary>One more</summary><p>Inside <a href="#main">up</a></p>
<details><summary>Deeper</summary><p>Deep inside</p></details></details>
</main>
</body>
</html>
"""

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

PAGES = [
    # nothing from elsewhere, nothing that runs
    ({"network", "console"}, "</main>", '<p><img alt="x" src="http://127.0.0.1:9/x.png"/></p></main>'),
    ({"network", "console"}, "<style>", "<style>@import url(http://127.0.0.1:9/x.css);"),
    ({"network", "console"}, "a { color", "@font-face { font-family: f; src: url(http://127.0.0.1:9/f.woff) } p { font-family: f } a { color"),
    ({"network", "console", "contrast"}, "a { color", "p { background: url(file:///nowhere/x.png) } a { color"),
    ({"script"}, "</main>", "<script>alert(1)</script></main>"),
    ({"script"}, "</main>", f'<img alt="x" src="{PIXEL}" onload="alert(1)"/></main>'),
    ({"script"}, "<body>", '<body onload="print()">'),
    ({"script"}, "</head>", '<base href="."/></head>'),
    ({"script", "links"}, 'href="#rules"', 'href="javascript:void 0"'),
    ({"script", "console"}, "</main>", "<script>undefined.x</script></main>"),
    # characters
    ({"characters"}, "One more", "One&#1; more"),
    ({"characters"}, 'aria-label="Rules"', 'aria-label="Rules&#27;"'),
    ({"direction"}, "<bdi>/\u05e9\u05dc\u05d5\u05dd/a</bdi>", "<code>/\u05e9\u05dc\u05d5\u05dd/a</code>"),
    ({"direction"}, "and others", "and \u202eothers"),
    # layout
    ({"overflow"}, "</h1>", ' <span style="white-space: nowrap">' + "x" * 300 + "</span></h1>"),
    ({"overflow"}, "</main>", '<p style="position: relative; left: -2rem; width: 5rem">x</p></main>'),
    ({"overflow", "cut off"}, "@media print { .scroller { overflow: visible; } .scroller table { min-width: 0; }", "@media print { .scroller table { min-width: 90rem; }"),
    ({"overflow"}, 'name="viewport" content="width=device-width, initial-scale=1"/>', 'name="viewport" content="width=device-width"/><style>h1 { width: 390px }</style>'),
    ({"overflow"}, "Deep inside", '<span style="display: inline-block; width: 1400px">Deep inside</span>'),
    ({"cut off"}, "</h1>", '</h1><p style="overflow: hidden; white-space: nowrap; width: 5rem">' + "word " * 30 + "</p>"),
    ({"cut off"}, "</h1>", '</h1><p style="overflow-y: hidden; height: 1rem">' + "word " * 600 + "</p>"),
    ({"cut off", "scroller", "tab order"}, "</h1>", '</h1><p style="overflow-y: auto; height: 3rem">' + "word " * 600 + "</p>"),
    ({"scroller", "tab order"}, '<div class="scroller" tabindex="0"', '<div class="scroller"'),
    ({"scroller", "unnamed"}, ' aria-label="Rules"', ""),
    ({"scroller"}, ' role="region" aria-label="Rules"', ' aria-label="Rules"'),
    ({"squeezed"}, "<td>920</td>", '<td><span style="display: inline-block; width: 3rem">nine hundred and twenty</span></td>'),
    # contrast
    ({"contrast"}, "--text: #1b1b1b", "--text: #999999"),
    ({"contrast"}, "--text: #e8e8e8", "--text: #666666"),
    ({"contrast"}, '<span class="badge">', '<span class="badge" style="opacity: 0.5">'),
    ({"contrast"}, "rgb(0, 60, 120)", "rgb(120, 180, 250)"),
    ({"contrast"}, 'content: "!"; color: #ffffff', 'content: "!"; color: #3070b0'),
    ({"contrast"}, "svg text { fill: #ffffff", "svg text { fill: #444444"),
    ({"contrast"}, "h1 { font-size: 24px; }", "h1 { font-size: 24px; color: #a0a0a0 } h1 + p { color: var(--text) }"),
    ({"contrast"}, "Deep inside", '<span style="color: #808080; background: #909090">Deep inside</span>'),
    ({"contrast"}, "<h2", f'<p style="background-image: url({PIXEL})">on a picture</p><h2'),
    ({"dark"}, "@media (prefers-color-scheme: dark)", "@media (min-width: 1px) and (max-width: 2px)"),
    # structure
    ({"document"}, '<meta charset="utf-8"/>', '<meta http-equiv="content-type" content="text/html; charset=utf-8"/>'),
    ({"document", "overflow"}, '<meta name="viewport" content="width=device-width, initial-scale=1"/>', ""),
    ({"document"}, ' lang="en"', ""),
    ({"document"}, "news: done", " "),
    ({"document", "skip link"}, '<main id="main">', '<div id="main">'),
    ({"document"}, "</main>", "</main><main><p>two</p></main>"),
    ({"document"}, "<!DOCTYPE html>\n", ""),
    ({"headings"}, "<h2", "<h3"),
    ({"headings"}, "<h2", "<h1>more</h1><h2"),
    ({"headings"}, "<h2", "<h2> </h2><h2"),
    ({"tables"}, '<th scope="col">read', "<th>read"),
    ({"tables", "unnamed"}, "<caption>Documents</caption>", ""),
    ({"tables"}, "<td>920</td>", ""),
    ({"tables"}, "</main>", "<table><caption>bare</caption><tr><td>1</td></tr></table></main>"),
    ({"tables"}, '<th scope="col">read', '<th scope="col">'),
    ({"pictures"}, '<svg role="img" aria-label="915 of 920 created"', '<svg aria-label="915 of 920 created"'),
    ({"pictures", "unnamed"}, ' aria-label="915 of 920 created"', ""),
    ({"pictures", "unnamed"}, "</main>", f'<p><img src="{PIXEL}" width="9" height="9"/></p></main>'),
    ({"unnamed"}, ">the rules</a>", '><span class="empty"></span></a>'),
    ({"unnamed"}, "</main>", "<p><button></button></p></main>"),
    ({"ids"}, "<h2", '<p id="main">again</p><h2'),
    ({"ids"}, ' aria-label="Rules"', ' aria-label="Rules" aria-describedby="nowhere"'),
    ({"ids"}, "</h1>", ' <b id="a b">x</b></h1>'),
    ({"tabindex", "skip link", "tab order"}, 'class="scroller" tabindex="0"', 'class="scroller" tabindex="2"'),
    ({"links"}, 'href="#rules"', 'href="#ruels"'),
    ({"links"}, 'href="#rules"', 'href="#100%"'),
    ({"links"}, 'href="#rules"', 'href="data:text/plain,x"'),
    # keyboard
    ({"skip link"}, '<a class="skip" href="#main">Skip to the report</a>', ""),
    ({"skip link"}, 'class="skip" href="#main"', 'class="skip" href="other.txt"'),
    ({"focus"}, ".skip:focus { top: 0; }", ""),
    (set(), "a { color", "html { scroll-behavior: smooth } a { transition: outline-color 0.5s } a { color"),
    ({"focus"}, "outline: 3px solid var(--link)", "outline: none"),
    ({"focus"}, "outline: 3px solid var(--link)", "outline: 3px solid var(--ground)"),
    ({"focus"}, "a { color", "details a:focus-visible { outline: none } a { color"),
    ({"tab order", "unnamed"}, "</h1>", '</h1><p contenteditable="true">editable</p>'),
    ({"details"}, "<summary>Deeper", '<summary inert="inert">Deeper'),
    ({"details"}, "<summary>Deeper", '<summary tabindex="-1" style="visibility: hidden">Deeper'),
    # paper
    ({"print"}, "@media print {", "@media print { body { display: none }"),
]
