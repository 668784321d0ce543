"""A match night on a cluster, fault after fault: what people saw, when it was over, what is stored."""

import json
import statistics
import time
from dataclasses import dataclass
from itertools import pairwise

from tests.operating.cluster.faults import FAULTS, Fault
from tests.operating.cluster.machines import Cluster, wait
from tests.operating.cluster.people import (
    HAND,
    HAND_EVERY,
    NO_ANSWER,
    OWN,
    PAGE,
    STALE,
    WRONG,
    Night,
    People,
    Visit,
)
from tests.operating.served import DOMAIN, OPEN_LEAGUE

MATCHES = 10
BEFORE, AFTER = 4.0, 8.0
SECONDS_OF_COST, ROUNDS_OF_COST = 8.0, 2
# What somebody may be told while something is away: to come again, or nothing.
UNDERSTOOD = (503, 504, NO_ANSWER, STALE)

# Ten matches of tonight, and the codes on their sheets.
TONIGHT = """
import json
from django.utils import timezone
from league.accounts.services.links import codes_for
from league.models import Match
free = Match.objects.filter(scorecards=None, rulings=None).order_by("pk")[:10]
Match.objects.filter(pk__in=[match.pk for match in free]).update(date=timezone.localdate())
codes = codes_for(matches=[match.pk for match in free], now=timezone.now())
print("found", json.dumps([
    [codes[match.pk], match.division.season.league.slug, match.division.season.slug, match.division.slug,
    match.public_id] for match in free
]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a fault has done to hands and pages, for how long, and to what was confirmed."""

    fault: Fault
    hands: int
    hand_errors: int
    longest_without: float
    pages: int
    page_errors: int
    stale: int
    wrong: int
    strange: int
    from_replica: int
    lost: int
    twice: int

    def __str__(self) -> str:
        errors = f"{self.hand_errors} of {self.hands} hands, {self.page_errors} of {self.pages} pages"
        return f"| {self.fault.title} | {errors} | {self.longest_without:.1f} s | {self.lost} |"


def tonight(cluster: Cluster) -> Night:
    """Load the demo league and return what people know of ten of its matches."""
    cluster.manage("migrate")
    cluster.manage("load_demo")
    cluster.manage("shell", "-c", OPEN_LEAGUE)
    told = cluster.manage("shell", "-c", TONIGHT)
    matches = json.loads(told.partition("found ")[2])
    assert len(matches) == MATCHES
    _, league, season, division, _ = matches[0]
    boards = [f"/{league}/matches/{own}/live/" for *_, own in matches]
    of_division = [f"/{league}/{season}/{division}/{page}/" for page in ("standings", "results", "fixtures")]
    return Night(
        logs=[f"/s/{code}/log/" for code, *_ in matches],
        boards=boards,
        pages=[f"/{league}/", *of_division, *boards],
    )


def suffer(cluster: Cluster, night: Night, fault: Fault) -> Outcome:
    """Let people play, strike, wait until all is whole again, and count."""
    cluster.wait_until_whole()
    _forget_hands(cluster)
    timeline, before = cluster.timeline(), _read_of_replica(cluster)
    with people(cluster, night) as there:
        time.sleep(BEFORE)
        struck = time.monotonic()
        fault.strike(cluster)
        cluster.wait_until_whole()
        wait(lambda: not _failed_lately(there.visits), "an end of errors")
        time.sleep(AFTER)
    assert not there.waiting
    outcome = _outcome(cluster, fault, there, struck, _read_of_replica(cluster) - before)
    assert cluster.timeline() > timeline or not fault.changes_primary, outcome
    return outcome


def people(cluster: Cluster, night: Night, **others: float) -> People:
    return People(host=cluster.address("a"), port=443, name=DOMAIN, night=night, **others)  # type: ignore[arg-type]


def _failed_lately(visits: list[Visit]) -> bool:
    now = time.monotonic()
    return any(not visit.is_good and visit.ended > now - 3 for visit in visits)


def _forget_hands(cluster: Cluster) -> None:
    with cluster.ask() as primary:
        for cell in cluster.cells:
            primary.execute(f"DELETE FROM {cell}.league_tableentry")  # type: ignore[arg-type]


def _read_of_replica(cluster: Cluster) -> int:
    """Return how many rows public pages have read there; a fail-over begins to count anew."""
    with cluster.ask(of=cluster.replica_machine) as replica:
        row = replica.execute(
            "SELECT tup_returned FROM pg_stat_database WHERE datname = 'pegboard'"
        ).fetchone()
        return int(row[0]) if row else 0


def _outcome(cluster: Cluster, fault: Fault, there: People, struck: float, from_replica: int) -> Outcome:
    entries = " UNION ALL ".join(f"SELECT client_id FROM {cell}.league_tableentry" for cell in cluster.cells)
    with cluster.ask() as primary:
        rows = primary.execute(
            f"SELECT client_id::text, count(*) FROM ({entries}) AS entry GROUP BY 1"  # type: ignore[arg-type]
        ).fetchall()
    stored = dict(rows)
    hands = [visit for visit in there.visits if visit.kind == HAND]
    pages = [
        visit for visit in there.visits if visit.kind in (PAGE, OWN) and visit.status not in (STALE, WRONG)
    ]
    good = [struck, *sorted(visit.ended for visit in hands if visit.is_good and visit.ended > struck)]
    return Outcome(
        fault=fault,
        hands=len(hands),
        hand_errors=sum(not visit.is_good for visit in hands),
        longest_without=max(later - earlier for earlier, later in pairwise(good)),
        pages=len(pages),
        page_errors=sum(not visit.is_good for visit in pages),
        stale=sum(visit.status == STALE for visit in there.visits),
        wrong=sum(visit.status == WRONG for visit in there.visits),
        strange=sum(visit.status not in UNDERSTOOD and not visit.is_good for visit in there.visits),
        from_replica=from_replica,
        lost=len(set(there.confirmed) - set(stored)),
        twice=len(there.confirmed) - len(set(there.confirmed)) + sum(count - 1 for count in stored.values()),
    )


def cost_of_two_machines(cluster: Cluster, night: Night) -> dict[bool, tuple[float, float]]:
    """Return, for two machines and for one that confirm, hands a second at most and the median in ms."""
    rates: dict[bool, list[float]] = {True: [], False: []}
    waits: dict[bool, list[float]] = {True: [], False: []}
    for is_synchronous in (True, False) * ROUNDS_OF_COST:
        cluster.set_synchronous(is_synchronous)
        for every, into in ((0.0, rates), (HAND_EVERY, waits)):
            _forget_hands(cluster)
            with people(cluster, night, hand_every=every, readers=0) as there:
                time.sleep(SECONDS_OF_COST)
            hands = [visit for visit in there.visits if visit.kind == HAND and visit.is_good]
            if into is rates:
                rates[is_synchronous].append(len(hands) / SECONDS_OF_COST)
            else:
                waits[is_synchronous] += [visit.ended - visit.began for visit in hands]
    cluster.set_synchronous(True)
    return {
        each: (statistics.median(rates[each]), statistics.median(waits[each]) * 1000)
        for each in (True, False)
    }


def _beside(outcome: Outcome) -> str:
    return (
        f"stale {outcome.stale}, twice {outcome.twice}, neither 503 nor silence {outcome.strange},"
        f" rows read of the replica {outcome.from_replica}"
    )


def run(cluster: Cluster, night: Night, faults: tuple[Fault, ...] = FAULTS) -> list[Outcome]:
    """Suffer every fault, and print the table of docs/experiments/cluster.md as it grows."""
    cluster.start("pegboard")
    cluster.wait_until_whole()
    print("| killed or cut | errors seen | longest without a hand | hands lost |\n| --- | --- | --- | --- |")
    outcomes = []
    for fault in faults:
        outcomes.append(suffer(cluster, night, fault))
        print(outcomes[-1], f"  <!-- {_beside(outcomes[-1])} -->", flush=True)
    return outcomes
