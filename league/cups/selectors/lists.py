"""Reads lists over several cups: a league's cups, the winners of a season, ties planned at a pub."""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Prefetch, Q

from league.cups.brackets import bracket_of
from league.cups.pairs_nights import night_winners
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.cups.selectors.cups import cup_played_as, entry_name
from league.cups.selectors.dated_ties import SECOND_LEG
from league.cups.selectors.pairs_nights import night_played_as
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.sentences import night_in_words, standing_in_words
from league.models import Cup, CupDraw, CupEntry, CupTie, League, Pub, Season, Team
from league.shared.grouping import grouped


@dataclass(frozen=True, slots=True, kw_only=True)
class CupLine:
    """A cup or a night in the list, and how it stands."""

    cup: Cup
    standing: str

    @property
    def season(self) -> Season:
        return self.cup.season


def cup_lines(league: League, *kinds: Cup.Kind, to_secretary: bool = False) -> tuple[CupLine, ...]:
    """Return the cups and pairs nights of a league, or those of these kinds, the latest season first.

    Five queries, one if there are none.
    """
    entries = CupEntry.objects.select_related("first_player", "second_player")
    cups = (
        Cup.objects.filter(season__league=league, kind__in=kinds or Cup.Kind)
        .select_related("season", "plate_of", "finals_at")
        .prefetch_related(Prefetch("entries", entries), "draws", "ties")
        .order_by("-season__starts_on", "name", "id")
    )
    lines = []
    for cup in cups:
        # One league object for all, so that its hidden names are queried once.
        cup.season.league = league
        lines.append(CupLine(cup=cup, standing=_standing(cup, to_secretary=to_secretary)))
    return tuple(lines)


def _standing(cup: Cup, *, to_secretary: bool) -> str:
    rows = cup, cup.entries.all(), cup.draws.all(), cup.ties.all()
    if cup.kind == Cup.Kind.PAIRS_NIGHT:
        return night_in_words(night_played_as(*rows, to_secretary=to_secretary))
    return standing_in_words(cup_played_as(*rows, to_secretary=to_secretary))


OfCup = TypeVar("OfCup", CupEntry, CupDraw, CupTie)
WINNER, RUNNER_UP = 1, 2


class Won(Protocol):
    """A competition that was won, as the roll of honour lists it."""

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
    """Return winners and losing finalists of the season's cups and pairs nights that are over.

    Four queries, however many there are.
    """
    cups = Cup.objects.filter(season=season).order_by("name", "id")
    entered = CupEntry.objects.select_related("team", "first_player", "second_player")
    entries = _by_cup(entered.filter(cup__season=season))
    draws = _by_cup(CupDraw.objects.filter(cup__season=season))
    ties = _by_cup(CupTie.objects.filter(cup__season=season))
    wins: list[CupWon] = []
    for cup in cups:
        by_number = {entry.number: entry for entry in entries[cup.pk]}
        rows = (cup, entries[cup.pk], draws[cup.pk], ties[cup.pk])
        places = _of_night(*rows) if cup.kind == Cup.Kind.PAIRS_NIGHT else _of_cup(*rows)
        for place, number in places:
            entry = by_number[number]
            holder = entry_name(entry, to_secretary=True)
            wins.append(CupWon(competition=cup.name, place=place, holder=holder, team=entry.team))
    return tuple(wins)


def cups_open(season: Season, won: Iterable[Won]) -> tuple[Cup, ...]:
    """Return the cups and pairs nights of the season that are not among those won. One query."""
    over = {win.competition for win in won}
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
    return grouped((row.cup_id, row) for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingCup:
    """The finals of a cup, one of its ties, or a pairs night, that would have been played at a pub."""

    cup: Cup
    tie: TieOnPage | None = None

    @property
    def key(self) -> str:
        """A key that is unique among all there are to move."""
        place = f"-{self.tie.tie.round}-{self.tie.tie.number}" if self.tie else ""
        leg = "-2" if self.tie and self.tie.is_second_leg else ""
        return f"{self.cup.public_id}{place}{leg}"

    @property
    def words(self) -> str:
        """The Fleece v The Shears; the finals; of a pairs night all of it."""
        if self.tie:
            leg = SECOND_LEG if self.tie.is_second_leg else ""
            return f"{self.tie.tie.home.words} v {self.tie.tie.away.words}{leg}"
        return "the finals" if self.is_knock_out else "the whole night"

    @property
    def is_knock_out(self) -> bool:
        return self.cup.kind == Cup.Kind.KNOCK_OUT

    @property
    def date(self) -> datetime.date | None:
        return self.tie.date if self.tie else self.cup.finals_on


def cups_at(pub: Pub, since: datetime.date) -> tuple[MovingCup, ...]:
    """Return finals, ties and pairs nights still to be played at a pub from a day on.

    Those without a day are among them; ties that are played where their first drawn side is at home are not:
    they follow its team. Only seasons under way count. Four queries for each cup that names the pub.
    """
    names_it = Cup.objects.filter(
        Q(finals_at=pub) | Q(ties__venue=pub) | Q(ties__second_venue=pub), season__league=pub.league_id
    )
    cups = Cup.objects.filter(pk__in=names_it.values("pk"), season__is_finished=False)
    moving_cups: list[MovingCup] = []
    for cup in cups.select_related("season__league", "finals_at").order_by("name", "id"):
        if cup.kind == Cup.Kind.KNOCK_OUT:
            moving_cups += _cups_moving_of_cup(cup_on_page(cup, to_secretary=True), pub, since)
        elif cup.finals_at_id == pub.pk and (cup.finals_on is None or cup.finals_on >= since):
            moving_cups.append(MovingCup(cup=cup))
    return tuple(moving_cups)


def _cups_moving_of_cup(page: CupOnPage, pub: Pub, since: datetime.date) -> list[MovingCup]:
    cup = page.cup
    waits = not page.bracket.is_over and (cup.finals_on is None or cup.finals_on >= since)
    cups = [MovingCup(cup=cup)] if cup.finals_at_id == pub.pk and waits else []
    legs = [leg for each in page.rounds for tie in each.ties for leg in (tie, tie.second) if leg]
    ties = [each for each in legs if each.named_pub == pub]
    return cups + [
        MovingCup(cup=cup, tie=each)
        for each in ties
        if not each.tie.is_over and (each.date is None or each.date >= since)
    ]
