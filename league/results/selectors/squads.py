"""Selectors before a match: a team's squad, with who can play and who has played lately, and line-ups."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from league.models import (
    Availability,
    Enrolment,
    LineUp,
    Match,
    Player,
    Registration,
    RuleBook,
    Seat,
    Side,
    TableEntry,
)
from league.people.names import KeptBack, shown_name
from league.results.selectors.reports import OTHER_SIDE
from league.shared.text import folded

Answer = Availability.Answer

# Those who can play come first, those who cannot last.
_ANSWERED = {Answer.YES: 0, Answer.PERHAPS: 1, "": 2, Answer.NO: 3}
_CARD, _MATCH = "game__table__scorecard", "game__table__scorecard__match"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A player of the squad: when and how often they sat down for the team, and their answer for a match.

    `answer` is empty while they have not answered; `by_captain` says that their captain answered for them.
    """

    player: Player
    last_played: datetime.date | None = None
    games: int = 0
    answer: str = ""
    by_captain: bool = False

    @property
    def name(self) -> str:
        """The full name, for their own team."""
        return str(self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Squad:
    """Everybody registered for a team: those who can play first, then those who have played lately.

    The other lists are in the order of names, in which everybody can find themselves: all of them, and those
    of each answer.
    """

    members: tuple[Member, ...]
    by_name: tuple[Member, ...]
    can_play: tuple[Member, ...]
    perhaps: tuple[Member, ...]
    cannot: tuple[Member, ...]
    silent: tuple[Member, ...]


def squad_of(enrolment: Enrolment, match: Match | int | None = None) -> Squad:
    """Return the squad of a team in its season, with its answers for a match if one is named.

    Three queries, two without a match.
    """
    registered = (
        Registration.objects.current()
        .filter(season=enrolment.season_id, team=enrolment.team_id)
        .select_related("player")
    )
    played = _played(enrolment.team_id)
    answers: dict[int, tuple[str, bool]] = {}
    if match is not None:
        given = Availability.objects.filter(match=match, team=enrolment.team_id)
        answers = {one.player_id: (one.answer, one.by_captain) for one in given}
    members = []
    for player in {registration.player for registration in registered}:
        last_played, games = played.get(player.pk, (None, 0))
        answer, by_captain = answers.get(player.pk, ("", False))
        members.append(
            Member(player=player, last_played=last_played, games=games, answer=answer, by_captain=by_captain)
        )
    members.sort(key=lambda member: (folded(member.name), member.player.public_id))
    answered = {
        answer: tuple(member for member in members if member.answer == answer) for answer in _ANSWERED
    }
    return Squad(
        members=tuple(sorted(members, key=_available_first)),
        by_name=tuple(members),
        can_play=answered[Answer.YES],
        perhaps=answered[Answer.PERHAPS],
        cannot=answered[Answer.NO],
        silent=answered[""],
    )


def _available_first(member: Member) -> tuple[int, int, str, str]:
    lately = member.last_played.toordinal() if member.last_played else 0
    return _ANSWERED[member.answer], -lately, folded(member.name), member.player.public_id


def _played(team: int) -> dict[int, tuple[datetime.date | None, int]]:
    """Return when each player last sat down for a team, and how often, of confirmed cards in all seasons."""
    seats = Seat.objects.filter(sat_for(team), player__isnull=False, **{f"{_CARD}__is_confirmed": True})
    counted = seats.order_by().values_list("player").annotate(Max(f"{_MATCH}__date"), Count("pk"))
    return {player: (last, games) for player, last, games in counted if player is not None}


def sat_for(team: int) -> Q:
    """Return the condition of the seats of a team, at home or away."""
    return Q(side=Side.HOME, **{f"{_MATCH}__home": team}) | Q(side=Side.AWAY, **{f"{_MATCH}__away": team})


# --- Line-ups: what each side may see and do, in the order of the season's rules --------------------
Order = RuleBook.LineUpOrder
_FIRST = {Order.HOME_FIRST: Side.HOME, Order.AWAY_FIRST: Side.AWAY}
_HIDDEN_UNTIL_BOTH = frozenset({Order.BLIND, Order.DRAWN})

Pairs = tuple[tuple[str, ...], ...]
"""The names of each table: public ids of players, or names as they were written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPair:
    """A pair of a line-up at its table; a seat nobody is named for is None."""

    table: int
    seats: tuple["NamedSeat | None", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSeat:
    """A seat with the name this side may see: a player's, or one nobody is registered under."""

    written: str
    name: str
    player: Player | None = None


def may_give(order: str, side: Side, *, other_is_in: bool) -> bool:
    """Return whether a side may name its players now: where the other is first, it waits for that."""
    first = _FIRST.get(Order(order))
    return first in (None, side) or other_is_in


def may_see(order: str, *, own_is_in: bool, other_is_in: bool) -> bool:
    """Return whether a side may see the other's line-up: blind or drawn, only once its own is in."""
    return other_is_in and (own_is_in or Order(order) not in _HIDDEN_UNTIL_BOTH)


def is_begun(match: Match | int) -> bool:
    """Return whether scoring has begun: names then belong to the tables. One query."""
    return TableEntry.objects.counting().filter(match=match).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUps:
    """The line-ups of a match as one side may see them. `pairs` and `other_pairs` stand table by table.

    `waits_for_other` says that the other side has to name its players first, and has not yet; `may_give` that
    this side can name its players now, or name others.
    """

    own: LineUp | None
    other_is_in: bool
    is_begun: bool
    are_both_in: bool
    waits_for_other: bool
    may_give: bool
    pairs: tuple[NamedPair, ...] = ()
    other_pairs: tuple[NamedPair, ...] = ()


def line_ups_of(match: int, side: Side, *, order: str) -> LineUps:
    """Return the line-ups of a match, by its key, as one side may see them in the order of its season.

    Two queries, and one for the names where there are any.
    """
    line_ups_by_key = {Side(line_up.side): line_up for line_up in LineUp.objects.filter(match=match)}
    own, other = line_ups_by_key.get(side), line_ups_by_key.get(OTHER_SIDE[side])
    shown = other if may_see(order, own_is_in=own is not None, other_is_in=other is not None) else None
    players = _players([line_up for line_up in (own, shown) if line_up is not None])
    of_league = Player.objects.filter(league__seasons__divisions__matches=match)
    begun, are_both_in = is_begun(match), own is not None and other is not None
    waits_for_other = not may_give(order, side, other_is_in=other is not None)
    return LineUps(
        own=own,
        other_is_in=other is not None,
        is_begun=begun,
        are_both_in=are_both_in,
        waits_for_other=waits_for_other,
        may_give=not (begun or are_both_in or waits_for_other),
        pairs=_named(own, players, None),
        other_pairs=_named(shown, players, KeptBack(of_league)),
    )


def at_tables(pairs: Sequence[Sequence[str]], drawn: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
    """Return the pairs of a line-up with their tables: as they were drawn, else as they were named."""
    tables = drawn or range(1, len(pairs) + 1)
    return sorted((table, tuple(pair)) for table, pair in zip(tables, pairs, strict=False))


def last_pairs(team: int, *, before: datetime.date | None, tables: int, players: int) -> Pairs:
    """Return a team's last line-up as public ids, table by table. Two queries."""
    seats = Seat.objects.filter(
        sat_for(team), player__isnull=False, game__number=1, game__table__scorecard__is_confirmed=True
    )
    match = "game__table__scorecard__match"
    if before is not None:
        seats = seats.filter(**{f"{match}__date__lt": before})
    last = seats.order_by(f"-{match}__date", f"-{match}__id").values_list(match, flat=True).first()
    texts: dict[tuple[int, int], str] = {}
    if last is not None:
        rows = seats.filter(**{match: last}).values_list("game__table__number", "place", "player__public_id")
        texts = {(table, place): player for table, place, player in rows if player}
    return tuple(
        tuple(texts.get((table, place), "") for place in range(1, players + 1))
        for table in range(1, tables + 1)
    )


def _players(line_ups: Iterable[LineUp]) -> dict[str, Player]:
    written = {text for line_up in line_ups for pair in line_up.pairs for text in pair if text}
    known = Player.objects.filter(public_id__in=written).select_related("merged_into") if written else ()
    return {player.public_id: player.merged_into or player for player in known}


def _named(
    line_up: LineUp | None, players: dict[str, Player], kept_back: KeptBack | None
) -> tuple[NamedPair, ...]:
    """Return the pairs as they were named, without the names that `kept_back` hides."""
    if line_up is None:
        return ()
    return tuple(
        NamedPair(table=table, seats=tuple(_seat(text, players.get(text), kept_back) for text in pair))
        for table, pair in at_tables(line_up.pairs, line_up.drawn)
    )


def _seat(text: str, player: Player | None, kept_back: KeptBack | None) -> NamedSeat | None:
    if not text:
        return None
    if player is not None:
        name = shown_name(player, to_secretary=kept_back is None)
    else:
        name = kept_back.hide(text) if kept_back else text
    return NamedSeat(written=text, name=name, player=player)
