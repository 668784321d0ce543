"""Judge a random sample of the mutants of the rules, or of the league: whether a test notices them.

Mutmut makes the mutants; judging all of them as it does takes many hours. Here a few hundred are drawn by a
seed. A mutant inside a function is put in place in a fork of a process that has collected the tests, and the
tests that reach its lines are run, quickest first. What survives that is judged again in a new process with
the changed file, by the tests that start other processes and, if the line is run when the file is loaded, by
all that reach the function. What is not inside a function is judged so at once: of the rules by all quick
tests, of the league by those that reach the file. A failed test is a kill, and one that takes ten times its
time. Each fork of the league has a copy of the database, and its tests are the quickest that take so many
seconds together, so the share killed is a lower bound. See docs/CONTRIBUTING.md.

    python .ci/mutation_sample.py map                                     # which test reaches which line
    python .ci/mutation_sample.py judge SEED FUNCTIONS OTHERS --part 0/2  # and 1/2 beside it
    python .ci/mutation_sample.py report SEED

With MUTATION_OF=league in the environment each does so for the league. Nothing in the folder may change
meanwhile.
"""

import argparse
import functools
import gc
import importlib
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from fnmatch import fnmatch
from itertools import accumulate
from math import inf, sqrt
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What is mutated, and by which tests it is judged.

    `left_out` are files, and `sentences` finds strings that are not mutated. `copied` is what the tests need.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    options: tuple[str, ...]
    copied: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    sentences: re.Pattern[str] | None = None
    most_seconds: float | None = None
    has_database: bool = False


LEAGUE = ("regulations", "standings", "registration", "season_rollover", "records")
SUBJECTS = {
    "rules": Subject(
        sources=("scoring",),
        tests=("tests/scoring",),
        options=("--noconftest", "-o", "addopts=--import-mode=importlib", "-m", "not slow"),
        copied=("scoring", "tests", "docs"),
    ),
    "league": Subject(
        sources=tuple(f"league/{name}" for name in LEAGUE),
        tests=(*(f"tests/{name}" for name in LEAGUE), "tests/cups", "tests/overview/test_pub_photographs.py"),
        options=(),
        copied=("scoring", "league", "templates", "fixtures", "tests", "docs"),
        # Pages, nouns and words: what a rule says is held, not how.
        left_out=(
            *("*/views/*", "*/views.py", "*/forms/*", "*/forms.py", "*/models.py", "*/jobs.py"),
            *("*/pages.py", "*/listings.py", "*/words.py"),
        ),
        sentences=re.compile(r"[^\W_],? [^\W_]"),
        most_seconds=40,
        has_database=True,
    ),
}
OF = os.environ.get("MUTATION_OF", "rules")
SUBJECT = SUBJECTS[OF]
OUT = ROOT / "var" / "mutants" / OF
MAP = OUT / "map.json"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutation_sample"]
PYTEST += SUBJECT.options
QUICK = 0.05
"""Seconds. Nine of ten tests are quicker."""
LOADING = -1
"""In place of a test: what ran while files were loaded."""
KILLED = ("killed", "timeout")
# By the exit status of pytest: all passed, one failed, no test at all. Any other: a file could not be loaded.
AFRESH = {0: "survived", 1: "killed", 5: "survived", -signal.SIGVTALRM: "timeout"}


# The mutants


def mutants() -> Iterator[dict]:
    """Yield every mutant of mutmut's operators, also in decorated functions and outside of functions."""
    for file in sorted(str(file) for source in SUBJECT.sources for file in Path(source).rglob("*.py")):
        for number, (_, about) in enumerate(mutations(file)[1]):
            yield {"file": file, "number": number, **about}


@functools.cache
def mutations(file: str):
    """Return the module of a file as mutmut reads it, and its mutations, each with where it is."""
    import libcst as cst
    from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
    from mutmut.configuration import config
    from mutmut.mutation import file_mutation
    from mutmut.mutation.pragma_handling import get_ignored_lines

    class Visitor(file_mutation.MutationVisitor):
        """Mutmut leaves decorated functions out, as its trampolines cannot hold them."""

        def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
            return not isinstance(node, cst.FunctionDef) and super()._skip_node_and_children(node)

        def _should_mutate_node(self, node: cst.CSTNode) -> bool:
            is_sentence = SUBJECT.sentences and isinstance(node, cst.SimpleString)
            if is_sentence and SUBJECT.sentences.search(node.value):
                return False
            return super()._should_mutate_node(node)

    if not config().should_mutate(file) or any(fnmatch(file, pattern) for pattern in SUBJECT.left_out):
        return None, []
    source = Path(file).read_text(encoding="utf-8")
    tree = MetadataWrapper(cst.parse_module(source))
    visitor = Visitor(file_mutation.mutation_operators, get_ignored_lines(file, source, tree, None))
    module = tree.visit(visitor)
    positions, parents = tree.resolve(PositionProvider), tree.resolve(ParentNodeProvider)

    def around(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        while not isinstance(node, cst.Module):
            yield node
            node = parents[node]

    located = []
    for mutation in visitor.mutations:
        nodes = list(around(mutation.original_node))
        statement = next(
            n for n in nodes if isinstance(n, cst.BaseSmallStatement | cst.BaseCompoundStatement)
        )
        place = next(positions[node] for node in nodes if node in positions)
        whole = isinstance(statement, cst.BaseSmallStatement | cst.Match)
        lines = positions[statement] if whole else place
        function = next((n for n in reversed(nodes) if isinstance(n, cst.FunctionDef)), None)
        named = [n.name.value for n in reversed(nodes) if isinstance(n, cst.FunctionDef | cst.ClassDef)]
        about = {"name": ".".join(named), "lines": [lines.start.line, lines.end.line], "body": None}
        if function is not None:
            about["body"] = [positions[function].start.line, positions[function].end.line]
        located.append((mutation, about))
    return module, located


def mutated(mutant: dict) -> str:
    """Return the file with the mutation in it."""
    from mutmut.mutation.file_mutation import deep_replace

    module, located = mutations(mutant["file"])
    mutation, _ = located[mutant["number"]]
    return deep_replace(module, mutation.original_node, mutation.mutated_node).code


def sample(seed: int, functions: int, others: int) -> list[dict]:
    """Return the mutants drawn by the seed, those of functions first."""
    drawn = []
    for is_inside, count in ((True, functions), (False, others)):
        every = [mutant for mutant in mutants() if (mutant["body"] is not None) is is_inside]
        random.Random(seed).shuffle(every)
        print(f"{count} of {len(every)} {'inside' if is_inside else 'outside'} functions")
        drawn += every[:count]
    return [{**mutant, "source": mutated(mutant)} for mutant in drawn]


# Plugin of pytest: what it does is in MUTATION


def pytest_configure(config) -> None:
    """Let Hypothesis make up as much as in the gate, always the same, and make no failure smaller."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutation",
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=25,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutation")
    if os.environ["MUTATION"] == "map":
        config.pluginmanager.register(Mapping())


if os.environ.get("MUTATION") == "map":
    # From the start: Django's plugin loads much before it asks any other.
    import coverage

    SOURCES = [str(ROOT / source) for source in SUBJECT.sources]
    COVERAGE = coverage.Coverage(data_file=None, source=SOURCES, config_file=False)
    COVERAGE.start()


class Mapping:
    """Writes down which lines each test runs, and how long it takes."""

    def __init__(self) -> None:
        self.coverage = COVERAGE
        self.seconds: dict[str, float] = {}
        self.spawning: set[str] = set()
        sys.addaudithook(self.audit)

    def audit(self, event: str, _: object) -> None:
        if event == "subprocess.Popen" and self.seconds:
            self.spawning.add(list(self.seconds)[-1])

    def pytest_runtest_protocol(self, item) -> None:
        if not self.seconds:
            gc.unfreeze()
            self.caches = [cached for cached in caches() if cached.__module__ != "scoring.winning"]
        for cached in self.caches:
            cached.cache_clear()
        self.coverage.switch_context(item.nodeid)
        self.seconds[item.nodeid] = -time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] += time.process_time()

    def pytest_sessionfinish(self, session) -> None:
        self.coverage.stop()
        if session.testsfailed:
            sys.exit("A test fails as it is.")
        number = {test: place for place, test in enumerate(self.seconds)}
        data = self.coverage.get_data()
        lines = {
            str(Path(file).relative_to(ROOT)): {
                line: [number.get(test, LOADING) for test in tests]
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        write(MAP, {"seconds": self.seconds, "lines": lines, "spawning": list(self.spawning)})


class Reach:
    """Which tests reach a mutant, and how long each takes."""

    def __init__(self) -> None:
        known = json.loads(MAP.read_text(encoding="utf-8"))
        self.seconds: dict[str, float] = known["seconds"]
        self.lines, self.tests, self.spawning = known["lines"], list(self.seconds), set(known["spawning"])

    def exact(self, mutant: dict) -> list[str]:
        """Return the tests that run the mutant's lines, or else its function; the quickest first."""
        return self._chosen(self._running(mutant, mutant["lines"]) or self._running(mutant, mutant["body"]))

    def afresh(self, mutant: dict) -> list[str]:
        """Return the tests that may still notice what a fork cannot show."""
        first: set[str] = set()
        if mutant["body"] is None and SUBJECT.has_database:
            first = self._running(mutant, [1, max(map(int, self.lines.get(mutant["file"], {0: ()})))])
        elif mutant["body"] is None:
            first = {test for test, seconds in self.seconds.items() if seconds < QUICK}
        elif mutant["verdict"] == "unjudged" or LOADING in self._numbers(mutant, mutant["lines"]):
            first = self._running(mutant, mutant["body"])
        # Of the league no process but that of the test computes what is mutated.
        return self._chosen(first | (set() if SUBJECT.has_database else self.spawning))

    def _running(self, mutant: dict, lines: Sequence[int]) -> set[str]:
        return {self.tests[number] for number in self._numbers(mutant, lines) if number != LOADING}

    def _numbers(self, mutant: dict, lines: Sequence[int]) -> set[int]:
        known = self.lines.get(mutant["file"], {})
        return {number for line in range(lines[0], lines[1] + 1) for number in known.get(str(line), ())}

    def _chosen(self, tests: set[str]) -> list[str]:
        """Return the tests, the quickest first, and of the league as many as take so many seconds."""
        quickest = sorted(tests, key=self.seconds.__getitem__)
        together = accumulate(self.seconds[test] for test in quickest)
        most = SUBJECT.most_seconds or inf
        return [test for test, seconds in zip(quickest, together, strict=True) if seconds <= most]


def limit(seconds: float) -> None:
    """End this process if it computes much longer than the test takes."""
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 10 * seconds if seconds else 0)


def pytest_collection_modifyitems(items: list) -> None:
    """Run only the tests named, in their order."""
    if os.environ["MUTATION"] == "afresh":
        order: dict[str, float] = json.loads(Path(os.environ["MUTATION_FILE"]).read_text(encoding="utf-8"))
        by_id = {item.nodeid: item for item in items}
        items[:] = [by_id[test] for test in order if test in by_id]
        for item in items:
            item.seconds = order[item.nodeid]


def pytest_runtest_setup(item) -> None:
    limit(getattr(item, "seconds", 0))


# In a fork


def pytest_runtestloop(session) -> bool | None:
    if os.environ["MUTATION"] != "fork":
        return None
    reach, drawn = Reach(), read(os.environ["MUTATION_FILE"])
    items = {item.nodeid: item for item in session.items}
    for item in session.items:
        item.seconds = reach.seconds[item.nodeid]
    if SUBJECT.has_database:
        make_database(session.items)
        for file in {mutant["file"] for mutant in drawn}:
            importlib.import_module(file.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    gc.unfreeze()
    loaded = Loaded(functions_by_place(), caches())
    gc.freeze()
    for mutant in drawn:
        tests = [items[test] for test in reach.exact(mutant)] if mutant["body"] else []
        mutant["verdict"] = forked(mutant, tests, loaded) if tests else "unjudged"
        write(os.environ["MUTATION_FILE"], drawn)
    return True


def make_database(items: list) -> None:
    """Have the database made by the first test that needs it, and the pages known."""
    from _pytest.runner import runtestprotocol
    from django.db import connections
    from django.urls import get_resolver

    first = next(item for item in items if item.get_closest_marker("django_db"))
    runtestprotocol(first, nextitem=first.session, log=False)
    len(get_resolver().url_patterns)
    connections.close_all()


def copy_database() -> None:
    """Give this process a database of its own, and no pages of another."""
    from django.conf import settings
    from django.db import connection

    whole = Path(connection.settings_dict["NAME"])
    own, pages = (whole.with_name(f"{whole.stem}-{kind}.sqlite3") for kind in ("mutant", "pages"))
    for left in (*whole.parent.glob(f"{own.name}*"), *whole.parent.glob(f"{pages.name}*")):
        left.unlink()
    shutil.copy(whole, own)
    connection.settings_dict["NAME"], settings.PAGE_STORE = str(own), pages


class Loaded(NamedTuple):
    """What a fork of this process has loaded: functions by place, and caches."""

    functions: dict[tuple[str, str, int], list[types.FunctionType]]
    caches: list


def functions_by_place() -> dict[tuple[str, str, int], list[types.FunctionType]]:
    """Return the functions that are loaded, by file, name and first line."""
    by_place: dict[tuple[str, str, int], list[types.FunctionType]] = {}
    for function in gc.get_objects():
        if type(function) is types.FunctionType:  # a lazy object would look up what it stands for
            code = function.__code__
            by_place.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(
                function
            )
    return by_place


def forked(mutant: dict, tests: list, loaded: Loaded) -> str:
    """Return what becomes of a mutant in a fork: killed, timeout, survived, or unjudged without a place."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setsid()
            os.write(writing, run_in_place(mutant, tests, loaded).encode())
        except Exception:
            os.write(writing, b"unjudged")
        finally:
            os._exit(0)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], 60 + 20 * sum(item.seconds for item in tests))
    if not ready:
        os.killpg(child, signal.SIGKILL)
    verdict = os.read(reading, 1000).decode()
    os.close(reading)
    os.waitpid(child, 0)
    return verdict or "timeout"


def run_in_place(mutant: dict, tests: list, loaded: Loaded) -> str:
    from _pytest.runner import runtestprotocol

    if not put_in_place(mutant, loaded.functions):
        return "unjudged"
    if SUBJECT.has_database:
        copy_database()
    for cached in loaded.caches:
        cached.cache_clear()
    for item, following in zip(tests, [*tests[1:], tests[0].session], strict=True):
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return "killed"
    return "survived"


def caches() -> list:
    """Return the caches of what is mutated, behind which a test would not reach what another has reached."""
    every = (item for item in gc.get_objects() if type(item) is functools._lru_cache_wrapper)
    packages = tuple(source.replace("/", ".") for source in SUBJECT.sources)
    return [cached for cached in every if cached.__module__.startswith(packages)]


def put_in_place(mutant: dict, functions: dict) -> bool:
    """Give the function its mutated code, wherever it is known by name already; False if no code differs."""
    path = str(ROOT / mutant["file"])
    codes = [
        {code.co_qualname: code for code in inner_codes(compile(source, path, "exec", dont_inherit=True))}
        for source in (Path(path).read_text(encoding="utf-8"), mutant["source"])
    ]
    placed = False
    for name, code in codes[0].items():
        other = codes[1].get(name)
        if other is None or "<locals>" in name or content_of(code) == content_of(other):
            continue
        for function in functions.get((path, name, code.co_firstlineno), ()):
            if len(other.co_freevars) != len(function.__code__.co_freevars):
                return False
            function.__code__ = other
            placed = True
    return placed


def inner_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield inner
            yield from inner_codes(inner)


def content_of(code: types.CodeType) -> tuple:
    """Return all of a code but its lines."""
    consts = [content_of(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, tuple(consts)


# Afresh


def judged_afresh(mutant: dict, reach: Reach, tree: Path) -> str:
    """Return what becomes of a mutant on disk."""
    order = {test: reach.seconds[test] for test in reach.afresh(mutant)}
    if not order:
        return "survived"
    write(tree.with_suffix(".json"), order)
    file = tree / mutant["file"]
    file.write_text(mutant["source"], encoding="utf-8")
    environment = {**os.environ, "MUTATION": "afresh", "MUTATION_FILE": str(tree.with_suffix(".json"))}
    try:
        run = subprocess.run(
            [*PYTEST, "-x", *sorted({test.partition("::")[0] for test in order})],
            cwd=tree,
            env=environment,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=120 + 20 * sum(order.values()),
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        shutil.copy(ROOT / mutant["file"], file)
    return AFRESH.get(run.returncode, "killed")


# Commands


def judge(seed: int, functions: int, others: int, part: str) -> None:
    """Draw the sample and judge one part of it."""
    number, parts = map(int, part.split("/"))
    file = OUT / f"{seed}-{number}.json"
    write(file, sample(seed, functions, others)[number::parts])
    environment = {**os.environ, "MUTATION": "fork", "MUTATION_FILE": str(file)}
    subprocess.run([*PYTEST, *SUBJECT.tests], env=environment, check=True)
    judged, reach = read(file), Reach()
    tree = OUT / f"tree-{number}"
    shutil.rmtree(tree, ignore_errors=True)
    for name in SUBJECT.copied:
        shutil.copytree(name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "manage.py"):  # pytest-django takes the nearest folder with the second
        shutil.copy(name, tree)
    for mutant in judged:
        if mutant["verdict"] not in KILLED:
            mutant["verdict"] = judged_afresh(mutant, reach, tree)
            write(file, judged)


def report(seed: int) -> None:
    """Print the share killed, with its interval, and every mutant that survived."""
    judged = [mutant for file in OUT.glob(f"{seed}-*.json") for mutant in read(file)]
    for is_inside in (True, False):
        verdicts = Counter(m["verdict"] for m in judged if (m["body"] is not None) is is_inside)
        killed, total = sum(verdicts[verdict] for verdict in KILLED), verdicts.total()
        if total:
            low, high = interval(killed, total)
            place = "inside" if is_inside else "outside"
            print(f"{place} functions: {killed} of {total} = {killed / total:.1%} ({low:.1%} to {high:.1%})")
    for mutant in judged:
        if mutant["verdict"] not in KILLED:
            before = Path(mutant["file"]).read_text(encoding="utf-8").splitlines()
            print(f"\n{mutant['file']}:{mutant['lines'][0]} {mutant['name']}: {mutant['verdict']}")
            changed = list(unified_diff(before, mutant["source"].splitlines(), n=0, lineterm=""))[2:]
            print("\n".join(line for line in changed if line[0] in "+-"))


def interval(killed: int, total: int) -> tuple[float, float]:
    """Return Wilson's interval for a share, at 95 per cent."""
    z, share = 1.96, killed / total
    spread = z * sqrt(share * (1 - share) / total + (z / (2 * total)) ** 2)
    low, high = share + z * z / (2 * total) - spread, share + z * z / (2 * total) + spread
    return low / (1 + z * z / total), high / (1 + z * z / total)


def read(file: Path | str) -> list[dict]:
    return json.loads(Path(file).read_text(encoding="utf-8"))


def write(file: Path | str, values: object) -> None:
    Path(file).write_text(json.dumps(values), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("map")
    judging, reporting = commands.add_parser("judge"), commands.add_parser("report")
    for name in ("seed", "functions", "others"):
        judging.add_argument(name, type=int)
    judging.add_argument("--part", default="0/1")
    reporting.add_argument("seed", type=int)
    request = vars(parser.parse_args())
    os.chdir(ROOT)
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    OUT.mkdir(parents=True, exist_ok=True)
    command = request.pop("command")
    if command == "map":
        sys.exit(subprocess.run([*PYTEST, *SUBJECT.tests], env={**os.environ, "MUTATION": "map"}).returncode)
    {"judge": judge, "report": report}[command](**request)


if __name__ == "__main__":
    main()
