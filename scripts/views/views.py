"""What is checked of a report's folder: the files as bytes, and the page in a browser, by width, colours, keyboard and on paper."""
import base64
import json
import pathlib
import re
import subprocess
import urllib.parse
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
TAB, ENTER = "\ue004", "\ue007"
# CSS pixels; the narrow one as a telephone has it, which minds <meta name=viewport>.
WIDTHS = {1280: {"width": 1280, "height": 800, "mobile": False}, 375: {"width": 375, "height": 667, "mobile": True}}
SCHEMES = ("light", "dark")
# A4 within the margins that Chromium leaves.
PAPER = {"width": 717, "height": 1045, "mobile": False}
PICTURE_HEIGHT = 16_000

CHECKS = frozenset({
    # of files
    "codes", "files", "size", "bytes", "repeatable", "junit", "summary", "link targets",
    # by the browser
    "network", "console", "print", "unnamed", "details",
    # checks.js
    "document", "dark", "headings", "tables", "pictures", "ids", "tabindex", "links", "script", "characters", "direction", "contrast",
    "overflow", "cut off", "squeezed", "scroller",
    # keyboard.js
    "skip link", "tab order", "focus"})

# Runs before anything of a page: what a text of the data may try must show.
TRAP = """for (const name of ["alert", "confirm", "prompt", "print", "open"])
  window[name] = (...words) => { window.ranScript = `${name}(${words})`; };"""


class Views:
    """Looks at pages. `pictures`: a folder for screenshots, or None."""

    def __init__(self, browser, pictures=None):
        self.browser, self.pictures = browser, pictures
        self.looked = 0
        begin = (HERE / "page.js").read_text()
        self.checks, self.keyboard = (begin + (HERE / f"{name}.js").read_text() for name in ("checks", "keyboard"))
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=TRAP)

    def look(self, page, name):
        """What is wrong, as (view, check, text)."""
        wrong = []
        for width, metrics in WIDTHS.items():
            for scheme in SCHEMES:
                view = f"{name}-{width}-{scheme}"
                self.open(page, metrics, "screen", scheme)
                self.picture(view)
                wrong += [(view, *fault) for fault in unique(self.view(page, width, scheme == "light"))]
                self.looked += 1
        self.open(page, PAPER, "print", "light")
        faults = self.browser.execute(self.checks, PAPER["width"], True) + self.paper(name)
        return wrong + [(f"{name}-print", *fault) for fault in unique(faults)]

    def open(self, page, metrics, media, scheme):
        self.browser.devtools("Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, **metrics)
        self.browser.devtools("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        for kind in ("browser", "performance"):
            self.browser.entries(kind)
        self.browser.navigate(page.as_uri())

    def view(self, page, width, is_whole):
        """As it comes, and with all that unfolds unfolded. What does not depend on colours is asked if it `is_whole` only."""
        faults = self.browser.execute(self.checks, width, False)
        if is_whole:
            faults += self.tabs()
        faults += self.unfold()
        faults += self.browser.execute(self.checks, width, False) + self.tabs()
        if is_whole:
            faults += self.unnamed()
        return faults + self.loaded(page)

    def tabs(self):
        count = self.browser.execute(self.keyboard, "watch")
        if count:
            self.browser.press(TAB, count)
        return self.browser.execute(self.keyboard, "tell")

    def unfold(self):
        """Opens one after the other with the keyboard: what an outer one hides comes behind it."""
        faults = []
        count = self.browser.execute("return document.querySelectorAll('details').length")
        for place in range(count):
            was_open = self.browser.execute(
                "const it = document.querySelectorAll('details')[arguments[0]]; it.querySelector('summary')?.focus(); return it.open", place)
            if not was_open:
                self.browser.press(ENTER)
                state = self.browser.execute(
                    "const it = document.querySelectorAll('details')[arguments[0]]; return [it.open, it.textContent.slice(0, 40)]", place)
                if not state[0]:
                    faults.append(("details", f"Enter does not open {state[1]!r}"))
        return faults

    def unnamed(self):
        roles = {"image", "img", "link", "button", "table", "region", "form", "dialog"}
        faults = []
        for node in self.browser.devtools("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value", "")
            if node["ignored"] or node.get("name", {}).get("value", "").strip():
                continue
            # Whatever can be reached needs a name; others may do without.
            if role in roles or role != "RootWebArea" and any(entry["name"] == "focusable" for entry in node.get("properties", [])):
                faults.append(("unnamed", f"{role} in the accessible tree"))
        return faults

    def loaded(self, page):
        faults = []
        for entry in self.browser.entries("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith("data:") and url.split("#")[0] != page.as_uri():
                    faults.append(("network", url[:200]))
        faults += [("console", f"{entry['level']}: {entry['message'][:200]}") for entry in self.browser.entries("browser")]
        return faults

    def paper(self, name):
        data = base64.b64decode(self.browser.devtools("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
        if self.pictures:
            (self.pictures / f"{name}.pdf").write_bytes(data)
        return [] if data.startswith(b"%PDF-") and len(data) > 1000 else [("print", f"no PDF, {len(data)} bytes")]

    def picture(self, view):
        if not self.pictures:
            return
        size = self.browser.devtools("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], PICTURE_HEIGHT), "scale": 1}
        data = self.browser.devtools("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        (self.pictures / f"{view}.png").write_bytes(base64.b64decode(data))


def unique(faults):
    return list(dict.fromkeys(map(tuple, faults)))


# Files


def check_page_file(data, folder):
    """What is wrong with the bytes of a page, and with its links to other files."""
    faults = []
    if not 0 < len(data) < 500_000:
        faults.append(("size", f"{len(data)} bytes, wanted less than 500 000"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return [*faults, ("bytes", f"no UTF-8: {error}")]
    if data.startswith(b"\xef\xbb\xbf"):
        faults.append(("bytes", "a byte order mark"))
    control = re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\ufffe\uffff]", text)
    if control:
        faults.append(("bytes", f"U+{ord(control[0]):04X} at {control.start()}"))
    for href in re.findall(r"""<a\b[^>]*?\bhref=["']([^"'#:]+)["']""", text):
        target = urllib.parse.unquote(href.replace("&amp;", "&"))
        if not (folder / target).is_file():
            faults.append(("link targets", f"{href[:100]} is not in the folder"))
    return faults


def check_files(folder, xsd=None):
    faults = []
    contents = {}
    for name in ("report.json", "report.html", "junit.xml", "summary.md", "rejects.ndjson"):
        file = folder / name
        contents[name] = file.read_bytes() if file.exists() else None
        if not contents[name] and (contents[name] is None or name != "rejects.ndjson"):
            faults.append(("files", f"{name} is {'empty' if file.exists() else 'missing'}"))
    if contents["report.html"]:
        faults += check_page_file(contents["report.html"], folder)
    if contents["junit.xml"]:
        faults += check_junit(folder / "junit.xml", xsd)
    if contents["summary.md"]:
        faults += check_summary(contents["summary.md"])
    return faults


def check_junit(file, xsd):
    try:
        ElementTree.parse(file)
    except ElementTree.ParseError as error:
        return [("junit", str(error))]
    if not xsd:
        return []
    done = subprocess.run(["xmllint", "--noout", "--schema", xsd, file], capture_output=True, text=True)
    return [("junit", done.stderr.strip()[:500])] if done.returncode else []


def check_summary(data):
    faults = []
    if len(data) >= 60_000:
        faults.append(("summary", f"{len(data)} bytes, wanted less than 60 000"))
    text = data.decode("utf-8", "replace")
    if "\ufffd" in text and b"\xef\xbf\xbd" not in data:
        faults.append(("summary", "no UTF-8"))
    if "<script" in text.lower():
        faults.append(("summary", "a raw <script"))
    return faults


def check_same(folder, again):
    """What differs when the same command has run in another fresh folder."""
    names = sorted({file.name for place in (folder, again) for file in place.iterdir()})
    return [
        ("repeatable", f"{name} differs in a second run") for name in names
        if not all((place / name).is_file() for place in (folder, again)) or (folder / name).read_bytes() != (again / name).read_bytes()]


def tell(wrong, most):
    """Prints (view, check, text), of each view so many."""
    counts = {}
    for view, check, text in wrong:
        counts[view] = counts.get(view, 0) + 1
        if counts[view] <= most:
            print(f"{view}: {check}: {text}")
    for view, count in counts.items():
        if count > most:
            print(f"{view}: {count - most} more")
