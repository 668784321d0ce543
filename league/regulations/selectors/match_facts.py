"""The facts of matches that regulations need: postponements, reports, walkovers."""

import datetime
import zoneinfo
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q

from league.matches.selectors import exempt_from_deadlines
from league.models import Game, Match, Postponement, ResultReceipt, Scorecard, Season
from league.regulations.facts import BothSides, FactSide, MatchFacts, PutOff, Times, WalkoverFact, earliest
from league.standings.selectors.match_lists import MatchLine, match_lines

State = Postponement.State

# A match without a time of its own begins on its day: nobody is late for a time that was never said.
LAST_MINUTE = datetime.time(23, 59)
Moments = list[datetime.datetime]


@dataclass(frozen=True, slots=True)
class EntryTimes:
    """When a match was entered: its result by anybody, by each side, and each side's hands."""

    result: Moments = field(default_factory=list)
    reports: dict[FactSide, Moments] = field(default_factory=lambda: {side: [] for side in FactSide})
    sheets: dict[FactSide, Moments] = field(default_factory=lambda: {side: [] for side in FactSide})


def season_facts(season: Season, *, of: Q | None = None) -> tuple[MatchFacts, ...]:
    """Return what the regulations see of every match of a season, or of those asked for. Five queries.

    Matches about which nobody owes anything are left out: void, of a team that has left, under dispute.
    """
    matches = Match.with_ties.filter(of or Q(), division__season=season)
    return tuple(facts_of(match_lines(matches.exclude(exempt_from_deadlines()))).values())


def facts_of(lines: Iterable[MatchLine]) -> dict[int, MatchFacts]:
    """Return the facts of matches, by match. Three queries."""
    lines = list(lines)
    keys = [line.outcome.match for line in lines]
    entered = _entered(keys)
    moves = _moves(keys)
    return {
        line.outcome.match: _facts(line, entered.get(line.outcome.match), moves[line.outcome.match])
        for line in lines
    }


def zone_of(season: Season) -> zoneinfo.ZoneInfo:
    """Return the time zone of a season's league, which must be loaded."""
    return zoneinfo.ZoneInfo(season.league.time_zone)


def start_of(
    date: datetime.date, starts_at: datetime.time | None, zone: zoneinfo.ZoneInfo
) -> datetime.datetime:
    """Return when a match on that date begins."""
    return datetime.datetime.combine(date, starts_at or LAST_MINUTE, tzinfo=zone)


def _entered(keys: list[int]) -> dict[int, EntryTimes]:
    """Return when the results that count were received, or else first written down.

    Versions of another match's result are left out. What the secretary has recorded as received counts from
    then, typed or not, and so does its sheet unless the result was only told. Else a sheet has arrived when
    hands of it are written down, not its final scores alone. What the secretary enters they have from both
    sides. A captain's report counts for their side from when they signed it, whether or not it is agreed yet;
    so does what the other side signs or says against it.
    """
    hands = Game.objects.filter(table__scorecard=OuterRef("pk"), hands__isnull=False)
    counts = Scorecard.objects.confirmed().filter(match=OuterRef("match"))
    cards = Scorecard.objects.filter(match__in=keys, set_aside_because="").order_by()
    rows = cards.annotate(has_hands=Exists(hands), has_result=Exists(counts)).values_list(
        *("match", "reported_for", "entered_at", "has_hands", "has_result"),
        *("signatures__side", "signatures__signed_at", "objections__side", "objections__made_at"),
        named=True,
    )
    times_by_key: dict[int, EntryTimes] = defaultdict(EntryTimes)
    for row in rows:
        entered = times_by_key[row.match]
        if row.has_result:
            entered.result.append(row.entered_at)
        by_secretary = row.has_result and not row.reported_for
        answers = [
            *((side, row.entered_at) for side in FactSide if by_secretary),
            (row.signatures__side, row.signatures__signed_at),
            (row.objections__side, row.objections__made_at),
        ]
        for side, moment in answers:
            if side:
                entered.reports[FactSide(side)].append(moment)
                if row.has_hands:
                    entered.sheets[FactSide(side)].append(moment)
    for receipt in ResultReceipt.objects.filter(match__in=keys):
        if receipt.received_at is None:  # only a note
            continue
        received = times_by_key[receipt.match_id]
        received.result.append(receipt.received_at)
        for side in FactSide:
            received.reports[side].append(receipt.received_at)
            if receipt.brings_the_sheet:
                received.sheets[side].append(receipt.received_at)
    return times_by_key


def _moves(keys: list[int]) -> dict[int, list[Postponement]]:
    """Return the granted requests by match, in the order in which they were answered."""
    moves: dict[int, list[Postponement]] = defaultdict(list)
    postponements = Postponement.objects.filter(match__in=keys, state__in=(State.AGREED, State.LAPSED))
    for move in postponements.order_by("answered_at", "id"):
        moves[move.match_id].append(move)
    return moves


def _facts(line: MatchLine, entered: EntryTimes | None, moves: list[Postponement]) -> MatchFacts:
    zone = zone_of(line.division.season)
    entered = entered or EntryTimes()
    return MatchFacts(
        match=line.outcome.match,
        home=line.home.key,
        away=line.away.key,
        starts_at=start_of(line.date, line.starts_at, zone) if line.date else None,
        put_offs=tuple(_put_offs(line, moves, zone)),
        agreed_at=_agreed_at(moves) if line.date else None,
        reports=_first_of_each(entered.reports),
        result_at=earliest(entered.result),
        cards=_first_of_each(entered.sheets),
        winner=_winner(line),
        walkover=_walkover(line, zone),
    )


def _first_of_each(moments: dict[FactSide, Moments]) -> Times:
    return BothSides(home=earliest(moments[FactSide.HOME]), away=earliest(moments[FactSide.AWAY]))


def _put_offs(line: MatchLine, moves: list[Postponement], zone: zoneinfo.ZoneInfo) -> list[PutOff]:
    """Return the postponements of a match: by a request that was agreed, or by the league.

    What the league decided by itself has no moment on record; the night it left stands for it.
    """
    stood: datetime.date | None = line.postponed_from or line.date
    offs = []
    for move in moves:
        to = move.agreed_date
        has_moved = move.state == State.AGREED or to or (line.date is None and move is moves[-1])
        if stood and has_moved and to != stood:
            by = FactSide(move.asked_by) if move.state == State.AGREED else None
            start = start_of(stood, line.starts_at, zone)
            offs.append(PutOff(at=move.asked_at, starts_at=start, by=by, because=move.reason))
        if has_moved:
            stood = to
    if line.postponed_from and not offs:
        start = start_of(line.postponed_from, line.starts_at, zone)
        offs.append(PutOff(at=start, starts_at=start, because=line.postponed_because))
    return offs


def _agreed_at(moves: list[Postponement]) -> datetime.datetime | None:
    """Return when the present date was agreed, if that is on record."""
    return next((move.answered_at for move in reversed(moves) if move.agreed_date), None)


def _winner(line: MatchLine) -> FactSide | None:
    for side, share in ((FactSide.HOME, line.home_share), (FactSide.AWAY, line.away_share)):
        if share is not None and share.result == "won":
            return side
    return None


def _walkover(line: MatchLine, zone: zoneinfo.ZoneInfo) -> WalkoverFact | None:
    """Return the walkover of the match, counted from the beginning of the day it was decided on."""
    if line.given is None:
        return None
    at = datetime.datetime.combine(line.given.on, datetime.time.min, tzinfo=zone)
    return WalkoverFact(at_fault=line.given.at_fault, at=at)
