"""What scripts/crash and scripts/starve share: a small invented export, scenarios, and what a run leaves behind.

A scenario is a command, the targets, a mapping, and whether the targets hold an older export already. Its undisturbed
run is made once; what a disturbed one leaves in the end is compared with that, byte for byte.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATABASES = ("t.db", "out.state")
ENDED = (0, 3)  # 3: some records were rejected

# A join by key and by child, rejects of many codes, ids from data that collide, captures, collections named by data.
RULES = """
  {from: "/articles/{id}", to: "articles/{id}", where: "hidden != true",
   join: {author: "/users/{= by}", comments: {from: "/comments/{comment}", by: "article"}},
   fields: {title: {type: "string!", maxLength: 40}, author: {type: "string", value: "author.name"},
     at: {type: "timestamp!", value: "createdAt | millis"}, day: {type: "timestamp", value: "day | iso8601 ?? createdAt | millis"},
     tag: {type: "string", enum: ["a", "b"], onError: "drop"}, likes: {type: "[string]", value: "likes | members", default: []},
     comments: {type: "integer", value: "comments | count"}, text: "string"}},
  {from: "/users/{id}", to: "users/{= mail | lowercase}", fields: {name: "string!", age: "integer"}},
  {from: "/rooms/{room}/{id}", to: "rooms/{room}/messages/{id}", join: {user: {from: "/users/{= by}", missing: "reject"}},
   fields: {by: {type: "string!", value: "user.name"}, text: "string!"}},
  {from: "/things/{id}", to: "{= kind}/{id}", unknown: "keep", fields: {size: "double!"}},
"""
MERGING = """
  {from: "/names/{id}", to: "profiles/{id}", mode: "merge", fields: {name: "string!", old: "boolean"}},
  {from: "/settings/{id}", to: "profiles/{id}", mode: "deepMerge",
   fields: {settings: {type: "map", value: "$value", fields: {dark: "boolean", size: "integer"}}}},
"""
MAPPINGS = {"plain": RULES, "merged": RULES + MERGING}
SECTIONS = ("articles", "users", "things", "names", "settings")


class Raw(str):
    """Text that goes into the export as it is."""


FAULTY = [
    5, {"title": 7, "createdAt": 1}, {"createdAt": 1}, {"title": "x" * 50, "createdAt": 1}, {"title": "t", "createdAt": "soon"},
    Raw('{"title":"a" "b"}'), Raw('{"title":"a","title":"b","createdAt":1}'), Raw('{"title":"\\ud800","createdAt":1}'),
]


class Export:
    """An invented tree. Every change keeps most records: a sync may not remove many."""

    def __init__(self, padding):
        self.chance, self.padding, self.next = random.Random(4), padding, 0
        self.tree = {name: {} for name in ("articles", "comments", "users", "rooms", "things", "names", "settings")}
        for name, count in {"users": 25, "articles": 90, "comments": 30, "things": 40, "names": 25, "settings": 25}.items():
            for _ in range(count):
                self.add(name)
        for room in "abcdef":
            self.tree["rooms"][room] = {}
            # So many that a checkpoint falls among them, whose joins are looked up.
            for _ in range(16):
                self.add("rooms", room)

    def add(self, name, room=None):
        self.next += 1
        key = f"k{self.next:03d}"
        # Settings are those of people with names, mostly.
        if name == "settings" and self.chance.random() < 0.8:
            key = self.chance.choice(list(self.tree["names"]))
        (self.tree["rooms"][room] if room else self.tree[name])[key] = getattr(self, name)()

    def user(self):
        return self.chance.choice(list(self.tree["users"])) if self.chance.random() < 0.9 else "nobody"

    def articles(self):
        chance = self.chance
        if chance.random() < 0.12:
            return chance.choice(FAULTY)
        article = {"title": f"Title {chance.randrange(1000)} 雲", "createdAt": 1_600_000_000_000 + chance.randrange(10**9),
                   "by": self.user(), "day": chance.choice(["2020-01-02", "yesterday"]), "tag": chance.choice(["a", "b", "c"]),
                   "text": "é" * (chance.randrange(40) + self.padding), "left": 1}
        if chance.random() < 0.3:
            article["likes"] = {self.user(): True, "z": False}
        if chance.random() < 0.05:
            article["hidden"] = True
        return article

    def comments(self):
        return {"article": self.chance.choice(list(self.tree["articles"]) + ["gone"]), "text": "hello"}

    def users(self):
        number = self.chance.randrange(60)
        return {"name": f"Name {number}", "mail": f"P{number}@example", "age": self.chance.choice([1, 40, "old", None])}

    def rooms(self):
        return {"by": self.user(), "text": f"message {self.chance.randrange(1000)}"}

    def things(self):
        return {"kind": self.chance.choice(["book", "café", "a b"]), "size": self.chance.choice([1.5, 2, 1e300, "big"]), "more": [1]}

    def names(self):
        return {"name": self.chance.choice(["Ann", "Bea", "C", 4]), "old": self.chance.choice([True, False])}

    def settings(self):
        return {"dark": self.chance.choice([True, "no"]) if self.chance.random() < 0.2 else False, "size": self.chance.randrange(9)}

    def change(self):
        for name in SECTIONS:
            keys = list(self.tree[name])
            for key in self.chance.sample(keys, len(keys) // 5):
                self.tree[name][key] = getattr(self, name)()
            self.tree[name].pop(self.chance.choice(keys))
            self.add(name)
        for room in "ace":
            self.tree["rooms"][room].pop(self.chance.choice(list(self.tree["rooms"][room])))
            self.add("rooms", room)

    def text(self):
        return text_of(self.tree)


def text_of(value):
    if isinstance(value, Raw):
        return value
    if not isinstance(value, dict):
        return json.dumps(value)
    return "{" + ",\n".join(f"{json.dumps(key)}:{text_of(child)}" for key, child in value.items()) + "}"


TARGETS = {"ndjson": ["ndjson:out"], "sqlite": ["sqlite:t.db"], "both": ["sqlite:t.db", "ndjson:out"]}
Scenario = collections.namedtuple("Scenario", "name command target mapping filled")
SCENARIOS = [
    Scenario(f"{what}-{target}-{mapping}", command, target, mapping, filled)
    for what, command, filled in (("run", "run", False), ("rerun", "run", True), ("sync", "sync", True))
    for target in TARGETS for mapping in MAPPINGS
]


def scenarios(beginnings):
    """Those whose names begin with one of the texts."""
    chosen = [scenario for scenario in SCENARIOS if scenario.name.startswith(tuple(beginnings))]
    if not chosen:
        raise SystemExit("no scenario begins so: " + " ".join(scenario.name for scenario in SCENARIOS))
    return chosen


Result = collections.namedtuple("Result", "status errors left again seconds calls")
Call = collections.namedtuple("Call", "number name answer path done")


def build_shim():
    """Compiles the preloaded library, if it is older than its source."""
    source, shim = ROOT / "scripts/faults/shim.c", ROOT / "build/faults.so"
    if not shim.exists() or shim.stat().st_mtime < source.stat().st_mtime:
        shim.parent.mkdir(exist_ok=True)
        # Under a name of its own first: another harness may be starting just now.
        new = shim.with_name(f"faults-{os.getpid()}.so")
        subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-O1", "-o", new, source], check=True)
        new.replace(shim)
    return shim


def shimmed(shim, folder, log=None, fault=""):
    """The environment of a program whose calls in `folder` are counted."""
    names = {"LD_PRELOAD": shim, "REPLANT_FAULTS_DIR": folder, "REPLANT_FAULTS_FAST": "1", "REPLANT_FAULT": fault}
    return {name: str(value) for name, value in (names | ({"REPLANT_FAULTS_LOG": log} if log else {})).items()}


def read_log(path):
    if not path.exists():
        return []
    lines = (line.split("\t") for line in path.read_text().splitlines())
    return [Call(int(number), name, int(answer), file, done) for number, name, answer, file, done in lines]


class World:
    def __init__(self, base, replant, padding=0):
        self.base, self.replant, self.shim = pathlib.Path(base), pathlib.Path(replant).resolve(), build_shim()
        given = self.base / "given"
        given.mkdir()
        for name, rules in MAPPINGS.items():
            (given / f"{name}.json").write_text(f'{{name: "{name}", rules: [{rules}]}}')
        export = Export(padding)
        (given / "old.json").write_text(export.text())
        export.change()
        (given / "new.json").write_text(export.text())
        self.undisturbed = {}

    def arguments(self, scenario, command=None, export="new"):
        given = "../given" if export == "new" else "../../given"
        to = [part for url in TARGETS[scenario.target] for part in ("--to", url)]
        return [self.replant, command or scenario.command, f"{given}/{scenario.mapping}.json", f"{given}/{export}.json", *to,
                "--report", "report", "--batch", "3", "--quiet"]

    def run(self, scenario, folder, kill_after=None, log=None, fault=None, mutant=None, is_fast=False):
        """Status and standard error; -9 if it was killed. Without a log, a fault and haste nothing is preloaded."""
        environment = os.environ | {"TMPDIR": str(folder / "tmp")}
        if log or fault or is_fast:
            environment |= shimmed(self.shim, folder, log, fault or "")
        if mutant:
            environment["REPLANT_MUTANT"] = mutant
        process = subprocess.Popen(
            self.arguments(scenario), cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace")
        if kill_after is not None:
            time.sleep(kill_after)
            process.kill()
        try:
            errors = process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "no end after 60 seconds", ""
        return process.returncode, errors

    def begin(self, scenario, folder):
        """A folder as it is before the command."""
        fixture = self.base / "fixtures" / scenario.name
        if scenario.filled and not fixture.exists():
            fixture.mkdir(parents=True)
            done = subprocess.run(self.arguments(scenario, "run", "old"), cwd=fixture, capture_output=True, text=True)
            if done.returncode not in ENDED:
                raise SystemExit(f"{scenario.name}: the older export: status {done.returncode}: {done.stderr}")
        shutil.copytree(fixture, folder) if scenario.filled else folder.mkdir()
        (folder / "tmp").mkdir()

    def prepare(self, scenario):
        """Makes the undisturbed run, twice: under the library, which counts calls, and without it, for the time."""
        results = []
        for number in range(2):
            folder = self.base / f"{scenario.name}-{number}"
            log = self.base / f"{folder.name}.log"
            self.begin(scenario, folder)
            if number == 0:
                self.undisturbed[scenario.name, "before"] = snapshot(folder)
            start = time.monotonic()
            status, errors = self.run(scenario, folder, log=log if number == 0 else None)
            seconds = time.monotonic() - start
            if status not in ENDED:
                raise SystemExit(f"{scenario.name}: undisturbed: status {status}: {errors}")
            left = snapshot(folder)
            again = self.again(scenario, folder)
            results.append(Result(status, errors, left, again, seconds, read_log(log)))
            shutil.rmtree(folder)
        fault = differences(results[0], results[1])
        if fault:
            raise SystemExit(f"{scenario.name}: two undisturbed runs differ:\n  {fault}")
        self.undisturbed[scenario.name] = results[1]._replace(calls=results[0].calls)

    def again(self, scenario, folder):
        """What the same command leaves after the end; it must have nothing to do."""
        status, errors = self.run(scenario, folder, is_fast=True)
        if status not in ENDED:
            return {"the next run": f"status {status}: {errors}"}
        left = snapshot(folder)
        for target in json.loads(left.get("report/report.json", '{"targets": []}'))["targets"]:
            written = {name: target["totals"][name] for name in ("created", "modified", "removed") if target["totals"][name]}
            if written:
                left[f"the next run into {target['url']}"] = f"wrote {written}"
        return left

    def is_finished(self, scenario, folder):
        """Whether a run that died had published its report: it was over, and the next one is another."""
        report = folder / "report/report.json"
        return report.exists() and report.read_bytes() == self.undisturbed[scenario.name].left["report/report.json"]

    def judge(self, scenario, folder, status, errors, was_finished=False, and_again=True):
        """How what a disturbed run has left in the end differs from the undisturbed one, and what one more run leaves; None or
        empty if it does not."""
        expected = self.undisturbed[scenario.name]
        if status not in ENDED:
            return f"status {status} instead of {expected.status}: {errors.strip()}"
        left = snapshot(folder)
        found = Result(status, errors, left, self.again(scenario, folder) if and_again else expected.again, 0, [])
        told = differences(expected, found)
        if told and was_finished:
            return differences(expected._replace(left=expected.again), found)
        return told


# Reports for people and for CI tell when the run began.
TIMED = {"report/report.html", "report/junit.xml"}
CLOCK = re.compile(rb"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z?")


def snapshot(folder):
    """What lies in a folder: bytes by name, and databases as text. Temporary files and times of runs are left out."""
    found = {}
    # Databases last: reading one removes its journal.
    for path in sorted(folder.rglob("*"), key=lambda path: (path.name in DATABASES, path)):
        name = str(path.relative_to(folder))
        if path.is_dir() or name.startswith("tmp/"):
            continue
        if name in DATABASES:
            found |= {f"{name} {part}": text for part, text in dump(path).items()}
        else:
            found[name] = CLOCK.sub(b"TIME", path.read_bytes()) if name in TIMED else path.read_bytes()
    return found


def dump(path):
    """A database's content as a user sees it, and of the ledger what does not depend on the order of work."""
    base = sqlite3.connect(path)
    try:
        base.text_factory = bytes
        rows = lambda query: "\n".join(sorted(map(repr, base.execute(query))))
        found = {"integrity": rows("PRAGMA integrity_check")}
        names = base.execute("SELECT type, name FROM sqlite_master ORDER BY name").fetchall()
        found["names"] = rows("SELECT type, name, sql FROM sqlite_master")
        for kind, name in ((kind.decode(), name.decode()) for kind, name in names):
            if kind == "view":
                found[f"view {name}"] = rows(f'SELECT * FROM "{name}"')
            elif name == "documents":
                found[name] = rows("SELECT path, collection, id, data, types, hash, rule, source FROM documents")
            elif name == "replant_ledger":
                found[name] = rows("SELECT path, hash, rule, source, name FROM replant_ledger JOIN replant_collections ON model = id")
            # Names that a run has given; the next one looks whether all are.
            elif kind == "table" and name != "replant_files":
                found[f"rows of {name}"] = rows(f'SELECT count(*) FROM "{name}"')
        return found
    except sqlite3.Error as error:
        return {"integrity": f"{error}"}
    finally:
        base.close()


def differences(expected, found):
    if expected.status != found.status:
        return f"status {found.status} instead of {expected.status}: {found.errors.strip()}"
    return difference(expected.left, found.left) or difference(expected.again, found.again, "after the next run, ")


def difference(expected, found, when=""):
    """The first difference of each name, in one line."""
    told = []
    for name in sorted(expected.keys() | found.keys()):
        wanted, has = expected.get(name), found.get(name)
        if wanted is None or has is None:
            told.append(f"{when}{name} is {'left over' if wanted is None else 'missing'}" + (f": {has}" if isinstance(has, str) else ""))
        elif wanted != has:
            lines = [text.splitlines() for text in (wanted, has)]
            number, pair = next(
                ((at, pair) for at, pair in enumerate(zip(*lines), 1) if pair[0] != pair[1]),
                (min(map(len, lines)) + 1, (f"{len(lines[0])} lines", f"{len(lines[1])} lines")))
            told.append(f"{when}{name}, line {number}: expected {short(pair[0])}, found {short(pair[1])}")
    return "\n  ".join(told)


def short(text):
    text = text.decode(errors="replace") if isinstance(text, bytes) else text
    return re.sub(r"\s+", " ", text).strip()[:110]
