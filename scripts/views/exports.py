"""Exports and mappings whose reports are looked at: one without a fault, all faults there are, hostile texts, and runs that end early."""
import json
import pathlib
import subprocess
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NOW = "2026-01-01T00:00:00Z"

CODES = frozenset(
    "syntax duplicateKey invalidUnicode numberRange notARecord missing type convert enum pattern length range items format "
    "unknownField joinMissing idEmpty idReserved idSlash idTooLong idCollision pathTooLong fieldName nestedArray depth "
    "size".split())
WARNINGS = frozenset("indexEntries indexedLength plausibleDate mixedNumbers sequentialIds joinPath placeholder".split())

SCRIPT = "<script>alert(1)</script>"
# What has broken a page, a table or a terminal somewhere.
HOSTILE = (
    SCRIPT, '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)' x='", "<svg onload=alert(1)>", "</title>" + SCRIPT,
    "</style>" + SCRIPT, "</textarea></details></main>", "]]>", "<![CDATA[", "-->", "<!--", "&amp;", "&lt;b&gt;&#0;&nbsp;", "`rm -rf`",
    "```", "| a | b |", "\\|", "[click](javascript:alert(1))", "![](https://elsewhere.example/x.png)", "<https://elsewhere.example>",
    "javascript:alert(1)", "https://elsewhere.example/a?b=c&d=e", "{{7*7}}", "${alert(1)}", "# heading", "line\nbreak", "a\r\n\tb",
    "\u202eevil\u202c", "\u2067isolated", "\u200f\u200e", "مرحبا بالعالم", "שלום 123 abc", "\ufffe\uffff", "nil\0", "\x1b[31mred", "\x7f\x85",
    "zero\u200bwidth\u200d\u2060\ufeff", "two\u2028lines\u2029", "👩‍👩‍👧‍👦🏳️‍🌈👍🏽", "e\u0301" * 40, "Z\u0337\u0352\u0334\u0310\u0353\u0332" * 40,
    "x" * 700, "字" * 230, "__proto__", " lead and trail ", "", "'", '"', "<b>bold", "a&b<c>d", "%3Cscript%3E", "\U000e0041",
)


@dataclass
class Report:
    """One command that writes a report. `before`: what makes what it finds, and its status. `seen`: codes that it must tell,
    None if it must tell nothing at all."""
    name: str
    command: list
    status: int
    before: tuple = None
    seen: frozenset = frozenset()


class Place:
    """A folder with exports and mappings, in which commands run. What the report names is relative to it."""

    def __init__(self, folder, replant):
        self.folder, self.replant = folder, replant
        folder.mkdir(parents=True)

    def write(self, name, content):
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content, ensure_ascii=False)
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def run(self, arguments, status):
        done = subprocess.run(
            [self.replant, *arguments, "--now", NOW, "--progress", "none"], cwd=self.folder, capture_output=True, timeout=120)
        if done.returncode != status:
            errors = done.stderr.decode("utf-8", "replace")[-600:]
            raise SystemExit(f"{' '.join(arguments)}: status {done.returncode}, expected {status}: {errors}")

    def make(self, report):
        """The folder of the report."""
        if report.before:
            self.run(*report.before)
        self.run([*report.command, "--report", f"report-{report.name}"], report.status)
        return self.folder / f"report-{report.name}"


def untold(report, folder):
    """What report.json should tell and does not, or the other way round."""
    told = json.loads((folder / "report.json").read_text())
    codes = {entry["code"] for entry in told["violations"] + told["warnings"]}
    if report.seen is None:
        return [("codes", f"tells {what} of an export without a fault") for what in sorted(codes | {part["path"] for part in told["unmapped"]})]
    return [("codes", f"does not tell {code}") for code in sorted(report.seen - codes)]


def write_inputs(place):
    for write in (write_news, write_faults, write_limits, write_hostile, write_endings):
        write(place)


def reports():
    firestore = ["--to", "firestore:demo-x"]
    of_records = CODES & set(
        "syntax duplicateKey invalidUnicode numberRange notARecord missing type convert enum pattern length range items format "
        "unknownField joinMissing".split())
    of_fields = frozenset({"joinPath", "placeholder"})
    both = ["--to", "sqlite:several.db", "--to", "ndjson:several"]
    guarded = ["--to", "sqlite:guarded.db"]
    return [
        Report("clean", ["run", "news.json5", "clean.json", "--to", "sqlite:clean.db"], 0, seen=None),
        Report("faults-1", ["plan", "faults.json5", "faults.json", *firestore], 3, seen=of_records | of_fields),
        Report("faults-2", ["plan", "limits.json5", "limits.json", *firestore], 3, seen=(CODES - of_records) | (WARNINGS - of_fields)),
        Report("hostile", ["plan", "hostile.json5", HOSTILE_FILE, *firestore], 3, seen=frozenset({"unknownField", "joinPath"})),
        Report(
            "several", ["sync", "faults.json5", "later.json", *both, "--known-rejects", "report-earlier/rejects.ndjson"], 3,
            before=(["run", "faults.json5", "faults.json", *both, "--report", "report-earlier"], 3), seen=of_fields),
        Report(
            "guarded", ["sync", "notes.json5", "after.json", *guarded], 6, before=(["run", "notes.json5", "before.json", *guarded], 0)),
        Report(
            "stopped", ["run", "faults.json5", "faults.json", "--to", "sqlite:<b>&'stopped'.db", "--max-rejects", "3"], 4,
            seen=frozenset({"syntax"})),
        Report("unreadable", ["run", "notes.json5", "truncated.json", "--to", "sqlite:unreadable.db"], 7),
        Report("broken", ["run", "broken.json5", "after.json", "--to", "sqlite:broken.db"], 2),
    ]


def write_news(place):
    """The sample without its faults, so that nothing is rejected or left over."""
    place.write("news.json5", (ROOT / "mappings/news.json").read_bytes())
    tree = json.loads((ROOT / "exports/news.json").read_text())
    articles = tree["ArticleData"]
    for key, article in list(articles.items()):
        if not isinstance(article, dict) or "articleUrl" not in article or not isinstance(article.get("titleStr"), str):
            del articles[key]
    tree["Comments"] = {key: comments for key, comments in tree["Comments"].items() if key in articles}
    del tree["Settings"]
    place.write("clean.json", tree)


def write_faults(place):
    """Each fault that a record's own bytes, its fields or its joins can have, with nested and long names."""
    place.write("faults.json5", {"name": "faults", "rules": [
        {
            "from": "/records/{id}", "to": "records/{id}", "unknown": "reject",
            "join": {"author": {"from": "/authors/{= by}", "missing": "reject"}, "nowhere": "/NotInTheExport/{id}"},
            "fields": {
                "name": "string!", "count": "integer", "at": {"type": "timestamp", "value": "at | iso8601"},
                "kind": {"type": "string", "enum": ["a", "b"]}, "code": {"type": "string", "pattern": "^[A-Z]+$"},
                "short": {"type": "string", "maxLength": 3}, "score": {"type": "double", "maximum": 10},
                "list": {"type": "[string]", "minItems": 2}, "address": {"type": "string", "format": "uri"},
                "items": {"type": "[map]", "fields": {"at": "integer!", "quantityOfTheThingThatWasOrdered": "double"}},
                "soft": {"type": "integer", "onError": "drop"}, "given": {"type": "integer", "onError": "default", "default": 7},
                "rescued": {"type": "integer", "value": "rescued | integer ?? count"}, "when": "any",
                "author": {"type": "string", "value": "author.name"},
            },
        },
        {"from": "/others/{room}/{id}", "to": "rooms/{room}/others/{id}", "where": "v != 2", "fields": {"v": "integer!"}},
    ]})
    records = {
        "range": {"score": 11.5}, "missing": None, "number": {"count": 12345678901234567890}, "type": {"count": "1"},
        "convert": {"at": "yesterday"}, "enum": {"kind": "c"}, "pattern": {"code": "a b"}, "length": {"short": "four"},
        "items": {"list": ["one"]}, "format": {"address": "no address"}, "unknown": {"surprise": 1, "another": {"deep": 2}},
        "join": {"by": "nobody"}, "nested": {"items": [{"at": 1}, {"at": "two"}, {"quantityOfTheThingThatWasOrdered": True}]},
        "soft": {"soft": "x", "given": "y", "rescued": "z", "count": 3}, "placeholder": {"when": {".sv": "timestamp"}},
        "good": {"count": 1, "when": 1}, "all": {"count": "1", "kind": "d", "code": "!", "short": "much longer", "score": 99.0},
    }
    members = []
    for key, value in records.items():
        record = {"name": key, "by": "ann", **value} if value is not None else {"by": "ann"}
        members.append(f'"{key}":{json.dumps(record)}')
    # What only bytes can say; twice each, so that they are among the most frequent.
    for again in "12":
        members += [
            f'"syntax{again}":{{"name":"x","by":"ann" "count":1}}', f'"twice{again}":{{"name":"x","name":"y","by":"ann"}}',
            f'"scalar{again}":5', f'"unicode{again}":{{"name":"\xff","by":"ann"}}']
    others = {f"room{n}": {f"m{k}": {"v": k if n else "x"} for k in range(5)} for n in range(3)}

    def text(members, name, others):
        text = '{"records":{%s},"authors":{"ann":{"name":"%s"},"bob":{"name":"Bob"}},"others":%s,"Settings":{"a":1,"b":[1,2]}}'
        return (text % (",\n".join(members), name, json.dumps(others))).encode("latin-1")

    place.write("faults.json", text(members, "Ann", others))
    # A day later: a joined name has changed, records came and went, and one more is wrong.
    del others["room1"]["m1"]
    others["room2"]["m1"]["v"] = 77
    place.write("later.json", text([*members, '"new":{"by":"ann"}', '"newer":{"name":"x","by":"bob"}'], "Anne", others))


def write_limits(place):
    """What Firestore does not take, what is wrong with ids, and what warnings tell."""
    def keep(what):
        return {"from": f"/{what}/{{id}}", "to": f"{what}/{{id}}", "unknown": "keep", "fields": {}}

    place.write("limits.json5", {"name": "limits", "rules": [
        keep("kept"),
        {"from": "/named/{id}", "to": "named/{= slug}", "fields": {"v": "integer"}},
        {"from": "/long/{id}", "to": "/".join(["c/{id}"] * 5), "fields": {"v": "integer"}},
        {"from": "/watched/{id}", "to": "watched/{id}", "fields": {
            "when": {"type": "timestamp", "value": "when | seconds"}, "price": "number"}},
        keep("posts"),
    ]})
    deep = 1
    for _ in range(21):
        deep = {"d": deep}
    place.write("limits.json", {
        "kept": {
            "__x__": {"a": 1}, "i" * 1501: {"a": 1}, "field": {"__y__": 1, "good": 2}, "empty": {"": 1}, "nested": {"l": [[1, 2]]},
            "deep": {"f": deep}, "large": {"a": "x" * 600_000, "b": "y" * 500_000}, "value": {"t": "z" * 1_048_488},
            "indexed": {"l": [1] * 39_999}, "cut": {"text": "t" * 1501}, "fine": {"a": 1},
        },
        "named": {"a": {"slug": "one", "v": 1}, "b": {"slug": "one", "v": 2}, "c": {"slug": "", "v": 3}, "d": {"slug": "a/b", "v": 4}},
        "long": {"l" * 1500: {"v": 1}},
        "watched": {"a": {"when": 1609459200000 // 1000, "price": 10}, "b": {"when": 7, "price": 10.5}},
        "posts": {f"-MPvEb-a0aaaaaaaaa{n}": {"v": n} for n in range(10, 60)},
    })


HOSTILE_FILE = "<img src=x onerror=alert(1)> & \"it's\" `|`.json"


def write_hostile(place):
    """Anybody's texts wherever a text can stand: names of files, mappings, rules, fields, joins; keys; and 10 000 faults."""
    literal = [text.replace("/", "") for text in HOSTILE if text.replace("/", "")]
    inner = {text: "integer" for text in HOSTILE if text}
    rules = [
        {"from": "/wide/{id}", "to": "wide/{id}", "unknown": "reject", "fields": {"v": "integer"}},
        {"from": "/keys/{id}", "to": "keys/{id}", "fields": {"v": "integer!"}},
        {"from": "/fields/{id}", "to": "fields/{id}", "join": {"<b>join</b>": "/joined/{id}"}, "fields": {
            "v": {"type": "integer", "value": "`<b>join</b>`.n"}, **inner}},
        {"from": "/unread/{id}", "to": "unread/{id}", "fields": {"v": "integer"}},
        {"from": "/braces/{id}", "to": "braces/{id}", "unknown": "keep", "fields": {}},
    ]
    for text in (SCRIPT.replace("/", ""), "x" * 700, "שלום|`&amp;`"):
        rules.append({
            "from": f"/places/{text}/{{id}}", "to": f"{text}/{{id}}", "unknown": "keep", "fields": {}, "join": {"other": f"/no {text}/{{id}}"}})
    place.write("hostile.json5", {"name": f"{SCRIPT} & \"]]>\" ' \u202e `|` 👩‍👩‍👧", "rules": rules})
    # Twice each, so that they are the most frequent, and the plain ones behind them are those counted together.
    wide = {f"h{n}-{again}": {text or "empty": 1} for n, text in enumerate(HOSTILE[:18]) for again in range(2)}
    wide |= {f"n{n}": {f"field {n} <i>": n} for n in range(10_000)}
    place.write(HOSTILE_FILE, {
        "wide": wide,
        "keys": {text: {"v": text} for text in literal},
        "fields": {f"f{n}": {text: text} for n, text in enumerate(HOSTILE) if text},
        "joined": {text: {"n": 1} for text in literal},
        "unread": {f"u{n}": {text or "empty": 1 for text in HOSTILE} for n in range(2)},
        "braces": {"a": {text: "z" * 1501 for text in literal[:30]}},
        "places": {text: {f"-MPvEb-a0aaaaaaaaa{n}": {"v": n} for n in range(10, 60)} for text in (SCRIPT.replace("/", ""), "x" * 700, "שלום|`&amp;`")},
        **{f"{text} unmapped": {"a": 1} for text in literal},
    })


def write_endings(place):
    """Runs that end early."""
    place.write("notes.json5", {"name": "notes", "rules": [{"from": "/notes/{id}", "to": "notes/{id}", "fields": {"v": "integer!"}}]})
    place.write("before.json", {"notes": {f"n{n}": {"v": n} for n in range(400)}})
    place.write("after.json", {"notes": {f"n{n}": {"v": n + 1} for n in range(100)}})
    place.write("truncated.json", '{"notes":{"a":{"v":1},"b":{"v":')
    place.write("broken.json5", """{name: "broken", rules: [
      {from: "/notes/{id}", to: "notes/{nothing}", fields: {v: "integr!", "<b>w</b>": {type: "string", value: "v | tirm"}}},
      {from: "/notes/{id}", to: "notes", feilds: {}},
    ]}""")
