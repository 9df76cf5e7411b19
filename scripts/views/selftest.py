"""Whether each check can fail: bad pages and bad files, each of which must be found by the checks named with it, and by no other."""
import json
import pathlib
import tempfile

import defects
import exports
import views
import webdriver

XSD = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="testsuites" type="xs:string"/></xs:schema>"""
FILES = {
    "report.json": b"{}", "report.html": defects.GOOD.encode(), "junit.xml": b"<testsuites/>", "summary.md": b"# done\n",
    "rejects.ndjson": b"", "other.txt": b"x"}
# ({checks}, file, its content or None to leave it out)
BAD_FILES = [
    ({"files"}, "report.json", None),
    ({"files"}, "report.html", b""),
    ({"files"}, "junit.xml", b""),
    ({"files"}, "summary.md", None),
    ({"files"}, "rejects.ndjson", None),
    ({"size"}, "report.html", defects.GOOD.encode() + b" " * 500_000),
    ({"bytes"}, "report.html", defects.GOOD.encode() + b"\xff"),
    ({"bytes"}, "report.html", b"\xef\xbb\xbf" + defects.GOOD.encode()),
    ({"bytes"}, "report.html", defects.GOOD.encode() + b"\t"),
    ({"bytes"}, "report.html", defects.GOOD.encode() + b"\r\n"),
    ({"bytes"}, "report.html", defects.GOOD.encode() + "\x85".encode()),
    ({"bytes"}, "report.html", defects.GOOD.encode() + "\ufffe".encode()),
    ({"link targets"}, "other.txt", None),
    ({"junit"}, "junit.xml", b"<testsuites>"),
    ({"junit"}, "junit.xml", b"<testsuite/>"),
    ({"summary"}, "summary.md", b"x" * 60_000),
    ({"summary"}, "summary.md", b"| <SCRIPT>alert(1)</script> |"),
    ({"summary"}, "summary.md", b"\xff"),
]


def write(folder, files):
    folder.mkdir(parents=True)
    for name, content in files.items():
        if content is not None:
            (folder / name).write_bytes(content)
    return folder


class SelfTest:
    def __init__(self, folder, only):
        self.folder, self.only = folder, only
        self.count = self.failures = 0
        self.found = set()

    def expect(self, what, faults, wanted):
        """`faults` end in check and text."""
        self.count += 1
        found = {fault[-2] for fault in faults}
        self.found |= found
        if found != wanted:
            self.failures += 1
            print(f"{what}: expected {sorted(wanted)}, found {sorted(found)}")
            views.tell([fault if len(fault) == 3 else ("", *fault) for fault in faults], 4)

    def files(self):
        schema = self.folder / "junit.xsd"
        schema.write_text(XSD)
        good = write(self.folder / "good", FILES)
        self.expect("good files", views.check_files(good, schema), set())
        self.expect("the same twice", views.check_same(good, write(self.folder / "same", FILES)), set())
        for number, (wanted, name, content) in enumerate(BAD_FILES):
            bad = write(self.folder / f"bad-{number}", FILES | {name: content})
            self.expect(f"{name} of {content and content[-20:]}", views.check_files(bad, schema), wanted)
            self.expect(f"another {name}", views.check_same(good, bad), {"repeatable"})

    def codes(self):
        told = {"violations": [{"code": "type"}], "warnings": [{"code": "joinPath"}], "unmapped": [{"path": "/x"}]}
        folder = write(self.folder / "told", {"report.json": json.dumps(told).encode()})
        for seen, wanted in (
            (frozenset(), set()), (frozenset({"type", "joinPath"}), set()), (frozenset({"enum"}), {"codes"}), (None, {"codes"})):
            self.expect(f"codes {seen}", exports.untold(exports.Report("x", [], 0, seen=seen), folder), wanted)
        known = set().union(*(report.seen or () for report in exports.reports()))
        self.expect("codes that no report shows", [("codes", code) for code in (exports.CODES | exports.WARNINGS) - known], set())

    def pages(self):
        (self.folder / "other.txt").write_text("x")
        page = self.folder / "page.html"
        with webdriver.Browser() as browser:
            looking = views.Views(browser)
            for wanted, old, new in [(set(), "", ""), *defects.PAGES]:
                name = f"{' and '.join(sorted(wanted)) or 'the good page'}: {old[:50]!r} as {new[:70]!r}"
                if self.only not in name:
                    continue
                if old not in defects.GOOD:
                    raise SystemExit(f"{old!r} is not in the good page")
                page.write_text(defects.GOOD.replace(old, new, 1))
                self.expect(name, looking.look(page, "page"), wanted)


def play(only):
    with tempfile.TemporaryDirectory(prefix="replant-browser-") as folder:
        test = SelfTest(pathlib.Path(folder), only)
        test.files()
        test.codes()
        test.pages()
    unfound = sorted(views.CHECKS - test.found) if not only else []
    for check in unfound:
        print(f"nothing was found by: {check}")
    print(f"browser --self-test: {test.count} expectations, {test.failures} not met")
    return not test.failures and not unfound
