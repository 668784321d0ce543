"""Cups: which there are, and a knock-out as it stands, round by round."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import Manager, Prefetch, QuerySet

from league.access import KeptBack, shown_name
from league.cups import (
    Bracket,
    CupRefused,
    Draw,
    Entrant,
    Scratch,
    Seat,
    Tie,
    TieResult,
    bracket_of,
    highest_losers,
    rules_from_data,
    through,
)
from league.cups import Cup as PlayedCup
from league.models import Cup, CupDraw, CupEntry, CupTie, League, Pub, Season, Team
from league.outcomes import AtFault, Pair
from league.selectors.cup_pages import CupOnPage, DatedTie, RoundOnPage, TieOnPage

AND = " & "


def cups_of_season(season: Season) -> tuple[Cup, ...]:
    """The knock-outs of a season, each as its paper needs it."""
    cups = Cup.objects.filter(season=season, kind=Cup.Kind.KNOCK_OUT)
    return tuple(cups.select_related("season__league", "finals_at").order_by("name", "id"))


def cup_at(league: League, slug: str) -> Cup | None:
    """The cup or night of that address; of two in different seasons the later. None if there is none."""
    cups = Cup.objects.filter(season__league=league, slug=slug).select_related(
        "season__league", "finals_at", "plate_of"
    )
    return cups.order_by("-season__starts_on", "id").first()


def cup_kept(league: League, public_id: str) -> Cup | None:
    """The cup or night of that short id. None if the league has none."""
    cups = Cup.objects.filter(season__league=league, public_id=public_id)
    return cups.select_related("season__league", "season__rule_book", "finals_at", "plate_of").first()


def played_cup(cup: Cup) -> PlayedCup:
    """What was entered, drawn and played, every name whole. Three queries."""
    return cup_played_as(
        cup, entries_of(cup), tuple(cup.draws.all()), tuple(cup.ties.all()), to_secretary=True
    )


def cup_on_page(cup: Cup, *, to_secretary: bool = False) -> CupOnPage:
    """The knock-out as its pages and its paper show it. Four queries, however many play."""
    entries, draws = entries_of(cup), tuple(cup.draws.all())
    rows = tuple(cup.ties.select_related("venue"))
    played = cup_played_as(cup, entries, draws, rows, to_secretary=to_secretary)
    bracket = bracket_of(played)
    by_place = {(row.round, row.number): row for row in rows}
    teams = {entry.number: entry.team for entry in entries}
    lots = {draw.round: draw.lot for draw in draws}
    hat, waits = _hat(played, bracket)
    return CupOnPage(
        cup=cup,
        played=played,
        bracket=bracket,
        rounds=tuple(
            RoundOnPage(
                round=one,
                ties=tuple(
                    _tie_on_page(cup, tie, by_place.get((tie.round, tie.number)), teams) for tie in one.ties
                ),
                lot=lots.get(one.number, ""),
            )
            for one in bracket.rounds
        ),
        entries=entries,
        hat=hat,
        waits=waits,
        losers=tuple(line.reason for line in highest_losers(played)),
        plate=Cup.objects.filter(plate_of=cup).first(),
    )


def dated_ties(cups: QuerySet[Cup], *, to_secretary: bool = False) -> tuple[DatedTie, ...]:
    """What is played for these knock-outs of one league on a night that is known.

    One query, or four if there are any; one more for names kept back in what was typed.
    """
    known = cups.filter(kind=Cup.Kind.KNOCK_OUT).select_related("season__league", "finals_at")
    with_all = known.prefetch_related(
        Prefetch("entries", _with_names(CupEntry.objects)),
        "draws",
        Prefetch("ties", CupTie.objects.select_related("venue")),
    )
    found = list(with_all)
    for cup in found:
        # One league for all: which names it keeps back is asked once.
        cup.season.league = found[0].season.league
    return tuple(tie for cup in found for tie in _dated(cup, to_secretary))


def _dated(cup: Cup, to_secretary: bool) -> Iterator[DatedTie]:
    entries, rows = tuple(cup.entries.all()), tuple(cup.ties.all())
    played = cup_played_as(cup, entries, cup.draws.all(), rows, to_secretary=to_secretary)
    by_place = {(row.round, row.number): row for row in rows}
    teams = {entry.number: entry.team for entry in entries}
    for one in bracket_of(played).rounds:
        for tie in one.ties:
            found = _tie_on_page(cup, tie, by_place.get((tie.round, tie.number)), teams)
            if found.date:
                yield DatedTie(cup=cup, title=one.title, on_page=found, date=found.date)


def entries_of(cup: Cup) -> tuple[CupEntry, ...]:
    """Who entered, in the order of entering, with team, ground and players. One query."""
    return tuple(_with_names(cup.entries))


def _with_names(entries: Manager[CupEntry]) -> QuerySet[CupEntry]:
    return entries.select_related("team__pub", "first_player", "second_player")


def in_two_pairs(entries: Iterable[CupEntry]) -> tuple[str, ...]:
    """A sentence for everybody who entered in two pairs."""
    partners: dict[int, str] = {}
    said = []
    for entry in entries:
        one, _, other = entry.name.partition(AND)
        for player, partner in ((entry.first_player, other), (entry.second_player, one)):
            if player is not None and player.pk in partners:
                said.append(f"{player} has entered already, with {partners[player.pk]}.")
            elif player is not None:
                partners[player.pk] = partner
    return tuple(said)


def entry_name(entry: CupEntry, *, to_secretary: bool = False) -> str:
    """How an entry is called. A pair's players are named here as everywhere else."""
    if entry.team_id:
        return entry.name
    kept_back = None if to_secretary else KeptBack.of(entry.cup.season.league)
    written = [*entry.name.split(AND, 1), ""]
    named = zip(written, (entry.first_player, entry.second_player), strict=False)
    shown = (
        shown_name(player, to_secretary=to_secretary)
        if player
        else kept_back.hide(name)
        if kept_back
        else name
        for name, player in named
    )
    return AND.join(filter(None, shown))


def cup_played_as(
    cup: Cup,
    entries: Iterable[CupEntry],
    draws: Iterable[CupDraw],
    ties: Iterable[CupTie],
    *,
    to_secretary: bool,
) -> PlayedCup:
    """A knock-out as its rows say it."""
    entries = tuple(entries)

    def shown(words: str) -> str:
        return words if to_secretary else KeptBack.of(cup.season.league).hide(words)

    return PlayedCup(
        rules=rules_from_data(cup.rules),
        entrants=tuple(
            Entrant(
                key=entry.number,
                name=entry_name(entry, to_secretary=to_secretary),
                seed=entry.seed,
                handicap=entry.handicap,
            )
            for entry in entries
        ),
        draws=tuple(Draw(round=one.round, lot=one.lot, order=tuple(one.order)) for one in draws),
        results=tuple(replace(one, reason=shown(one.reason)) for one in filter(None, map(result_of, ties))),
        scratched=tuple(
            Scratch(entrant=entry.number, round=entry.left_in_round, reason=shown(entry.left_because))
            for entry in entries
            if entry.left_in_round is not None
        ),
    )


def result_of(row: CupTie) -> TieResult | None:
    """What a tie's row says was played of it; None as long as it only says where and when."""
    if row.entered_at is None:
        return None
    return TieResult(
        round=row.round,
        number=row.number,
        legs=_pairs(row.legs),
        replays=_pairs(row.replays),
        deciding=(row.deciding[0], row.deciding[1]) if row.deciding else None,
        given=AtFault(row.given) if row.given else None,
        reason=row.reason,
    )


def _pairs(written: list[list[int]]) -> tuple[Pair, ...]:
    return tuple((home, away) for home, away in written)


def _hat(played: PlayedCup, bracket: Bracket) -> tuple[tuple[Entrant, ...], str]:
    """Who is in the hat for a draw that is still to come, or what it waits for."""
    fixed = bracket.rounds and all(one.is_drawn for one in bracket.rounds)
    if fixed or bracket.is_over:
        return (), ""
    try:
        return through(played), ""
    except CupRefused as refusal:
        return (), str(refusal)


def _tie_on_page(cup: Cup, tie: Tie, row: CupTie | None, teams: dict[int, Team | None]) -> TieOnPage:
    home, away = (_team(seat, teams) for seat in (tie.home, tie.away))
    date = (row.date if row else None) or (cup.finals_on if tie.is_neutral else None)
    named = row.venue if row else None
    venue = named or (cup.finals_at if tie.is_neutral else home.pub if home else None)
    has_closed = venue is not None and not tie.is_over and is_closed(venue, date)
    return TieOnPage(
        tie=tie,
        date=date,
        starts_at=row.starts_at if row else None,
        venue=None if has_closed else venue,
        named_pub=named,
        closed_pub=venue if has_closed else None,
        home_team=home,
        away_team=away,
        entered_at=row.entered_at if row else None,
    )


def is_closed(pub: Pub, on: datetime.date | None) -> bool:
    """Whether a pub has closed by a day; without a day, whether it has closed at all."""
    return pub.closed_on is not None and (on is None or on >= pub.closed_on)


def _team(seat: Seat, teams: dict[int, Team | None]) -> Team | None:
    return teams.get(seat.entrant.key) if seat.entrant else None
