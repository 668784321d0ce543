"""Whether the memory of every process stays as it is while all that a league does goes on.

    pytest tests/benchmarks/test_soak.py --slow --benchmark-json=soak.json
    PEGBOARD_SOAK=30 pytest tests/benchmarks/test_soak.py --slow      # so many minutes

The demo league as an operator serves it, with printing process and clock: hands, pages, documents,
photographs, results, sign-ins, what programs ask, the jobs of the clock, and a backup in each part.
"""

import os
import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest

from tests.operating.in_use import LEAGUE, LeagueInUse, a_hand

pytestmark = pytest.mark.slow

MINUTES = float(os.environ.get("PEGBOARD_SOAK", "30"))
PARTS = 20
# From the second quarter to the last, all processes together.
MOST_GROWN_MB = 10
PUBLIC = ("/", "/pubs/", "/players/", "/live/", "/news/", "/contacts/", "/search/?q=fleece", "/documents/")


@dataclass
class People:
    """What everybody does again and again, and what came of it."""

    league: LeagueInUse
    answered: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def acts(self) -> list[tuple[str, float, Callable[[int], int]]]:
        """Return name, seconds between two of them, and the act, which gives its status."""
        known, league = self.league.known, self.league
        division = f"/{known['season']}/{known['division']}"
        pages = [
            *PUBLIC,
            *(f"{division}/{page}/" for page in ("standings", "results", "fixtures")),
            *(f"/matches/{match}/{page}" for match in known["matches"] for page in ("", "live/")),
        ]
        papers = [
            f"{division}/fixtures.pdf",
            *(f"/matches/{match}/score-sheet.pdf" for match in known["matches"]),
        ]
        programs = ["", f"/seasons/{known['season']}/standings", f"/seasons/{known['season']}/fixtures"]
        return [
            ("hands", 0.2, lambda at: league.hand(a_hand(1 + at % 4, 1 + at % 15), at % 8, at % 8).status),
            ("pages", 0.1, lambda at: league.read(pages[at % len(pages)]).status),
            ("pages read again", 0.1, lambda at: league.read(pages[at % 3]).status),
            ("documents", 5, lambda at: league.read(papers[at % len(papers)]).status),
            ("photographs", 20, lambda at: league.photograph(at % 8, shade=30 + at).status),
            ("sign-ins and workspace", 15, self._secretary),
            ("results", 10, lambda at: league.result(at % 8, score=at % 15, version=at // 8).status),
            ("programs", 1, lambda at: self._program(programs[at % len(programs)])),
        ]

    def _secretary(self, _: int) -> int:
        secretary = self.league.visitor()
        secretary.sign_in()
        return secretary.ask(f"/{LEAGUE}/secretary/").status

    def _program(self, address: str) -> int:
        return self.league.visitor().ask(f"/api/v1/leagues/{LEAGUE}{address}").status

    def go_on(self, name: str, every: float, act: Callable[[int], int]) -> None:
        """Do it until it is over; what is refused in so many words is counted apart."""
        at, due = 0, time.monotonic()
        while not self.over.wait(max(0.0, due - time.monotonic())):
            try:
                status = act(at)
            except Exception as fault:
                self.faults.append(f"{name}: {fault!r}")
                continue
            (self.answered if status in {200, 303} else self.refused)[f"{name} {status}"] += 1
            at, due = at + 1, max(due + every, time.monotonic())


def memory_of(process: int) -> dict[str, float]:
    """Return the megabytes of a process and of those it has forked, by name; what they share counts once."""
    used: dict[str, float] = defaultdict(float)
    numbers = [process]
    for number in numbers:
        folder = Path(f"/proc/{number}")
        try:
            numbers += map(int, (folder / f"task/{number}/children").read_text().split())
            # A backup or a reading of a photograph, which soon ends, is started anew.
            if "serve" not in (folder / "cmdline").read_text():
                continue
            name = (folder / "comm").read_text().strip()
            pss = re.search(r"^Pss:\s+(\d+) kB", (folder / "smaps_rollup").read_text(), re.MULTILINE)
        except OSError:
            continue
        kind = "parent" if number == process else name if name.startswith("pegboard") else "workers"
        used[kind] += int(pss[1]) / 1000 if pss else 0
    return dict(used)


def test_memory_stays_flat_while_everything_goes_on(benchmark, tmp_path: Path) -> None:
    league = LeagueInUse(tmp_path, more={"PEGBOARD_WORKERS": "2", "PEGBOARD_BACKUPS_KEPT": "1"})
    league.set_up()
    people, used = People(league), []

    def go_on() -> None:
        threads = [threading.Thread(target=people.go_on, args=act) for act in people.acts()]
        for thread in threads:
            thread.start()
        began = time.monotonic()
        for part in range(PARTS):
            league.manage("backup", str(tmp_path / f"{part}.backup"))
            ends = began + 60 * MINUTES * (part + 1) / PARTS
            people.over.wait(max(0.0, ends - time.monotonic()))
            used.append(memory_of(league.process.pid))
            begin_anew(league)
        people.over.set()
        for thread in threads:
            thread.join()

    with league.served():
        used.append(memory_of(league.process.pid))
        benchmark.pedantic(go_on, rounds=1)
    quarter = PARTS // 4
    totals = [sum(each.values()) for each in used]
    grown = median(totals[-quarter:]) - median(totals[quarter + 1 : 2 * quarter + 1])
    benchmark.extra_info.update(
        goal="memory",
        minutes=MINUTES,
        megabytes=[{name: round(size) for name, size in each.items()} for each in used],
        grown=round(grown, 1),
        answered=dict(people.answered),
        refused=dict(people.refused),
    )
    assert people.faults == []
    assert not [outcome for outcome in people.refused if outcome.split()[-1] >= "500"]
    assert grown < MOST_GROWN_MB


def begin_anew(league: LeagueInUse) -> None:
    """Forget the hands and photographs of the night; pages are made anew."""
    with league.opened() as database:
        for table in ("league_tableentry", "league_photograph"):
            database.execute(f"DELETE FROM {table}")
        database.execute("UPDATE league_league SET revision = revision + 1")
