"""Who has won the cups and the pairs nights of a season, for the roll of honour."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from league.cups import bracket_of, night_winners
from league.models import Cup, CupDraw, CupEntry, CupTie, Season, Team
from league.selectors.cups import cup_played_as, entry_name
from league.selectors.pairs_nights import night_played_as

OfCup = TypeVar("OfCup", CupEntry, CupDraw, CupTie)
WINNER, RUNNER_UP = 1, 2


class Won(Protocol):
    """Anything that was won, as the roll of honour has it."""

    @property
    def competition(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CupWon:
    """A cup's winner, or who lost its final; of a pairs night its winners. A pair has no team."""

    competition: str
    place: int
    holder: str
    team: Team | None


def cups_won(season: Season) -> tuple[CupWon, ...]:
    """What came of the season's cups and pairs nights that are over. Four queries, however many there are."""
    cups = Cup.objects.filter(season=season).order_by("name", "id")
    entered = CupEntry.objects.select_related("team", "first_player", "second_player")
    entries = _by_cup(entered.filter(cup__season=season))
    draws = _by_cup(CupDraw.objects.filter(cup__season=season))
    ties = _by_cup(CupTie.objects.filter(cup__season=season))
    found: list[CupWon] = []
    for cup in cups:
        by_number = {entry.number: entry for entry in entries[cup.pk]}
        said = (cup, entries[cup.pk], draws[cup.pk], ties[cup.pk])
        places = _of_night(*said) if cup.kind == Cup.Kind.PAIRS_NIGHT else _of_cup(*said)
        for place, number in places:
            entry = by_number[number]
            holder = entry_name(entry, to_secretary=True)
            found.append(CupWon(competition=cup.name, place=place, holder=holder, team=entry.team))
    return tuple(found)


def cups_open(season: Season, won: Iterable[Won]) -> tuple[Cup, ...]:
    """The cups and pairs nights of the season that are not among those won. One query."""
    over = {one.competition for one in won}
    cups = Cup.objects.filter(season=season).order_by("name", "id")
    return tuple(cup for cup in cups if cup.name not in over)


def _of_cup(
    cup: Cup, entries: list[CupEntry], draws: list[CupDraw], ties: list[CupTie]
) -> Iterator[tuple[int, int]]:
    bracket = bracket_of(cup_played_as(cup, entries, draws, ties, to_secretary=True))
    for place, entrant in ((WINNER, bracket.winner), (RUNNER_UP, bracket.runner_up)):
        if bracket.winner and entrant:
            yield place, entrant.key


def _of_night(
    cup: Cup, entries: list[CupEntry], draws: list[CupDraw], ties: list[CupTie]
) -> Iterator[tuple[int, int]]:
    for entrant in night_winners(night_played_as(cup, entries, draws, ties, to_secretary=True)):
        yield WINNER, entrant.key


def _by_cup(rows: Iterable[OfCup]) -> Mapping[int, list[OfCup]]:
    found: dict[int, list[OfCup]] = defaultdict(list)
    for row in rows:
        found[row.cup_id].append(row)
    return found
