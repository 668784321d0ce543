"""The games somebody sat down for, as their side saw them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, Prefetch, Q, QuerySet, Sum, When

from league.models import Division, Season, Seat, Side, Team
from league.people.pages.lines import PlayerLine, PlayerTally, player_line, sum_of

GAME_WON = Q(side=Side.HOME, game__home_score__gt=F("game__away_score")) | Q(
    side=Side.AWAY, game__away_score__gt=F("game__home_score")
)
"""Seats whose side won the game."""

IN_LEAGUE = {"game__table__scorecard__is_confirmed": True, "game__table__scorecard__match__tie": None}
"""Seats in confirmed matches of the league."""


def tallies_by(field: str, seats: QuerySet[Seat]) -> dict[Any, PlayerTally]:
    """Return the sums of these seats' games for each value of a field, without reading a game. One query."""
    at_home = Q(side=Side.HOME)
    rows = (
        seats.order_by()
        .values(field)
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=GAME_WON),
            points_for=Sum(Case(When(at_home, then=F("game__home_score")), default=F("game__away_score"))),
            points_against=Sum(
                Case(When(at_home, then=F("game__away_score")), default=F("game__home_score"))
            ),
        )
    )
    return {row.pop(field): PlayerTally(**row) for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlayed:
    """One game of a player: when, in which match, with and against whom, and how it ended for their side."""

    key: int
    date: datetime.date | None
    match_id: str
    division: Division
    is_home: bool
    team: Team
    opponents: Team
    partners: tuple[PlayerLine, ...]
    against: tuple[PlayerLine, ...]
    own_score: int
    other_score: int

    @property
    def season(self) -> Season:
        return self.division.season

    @property
    def is_won(self) -> bool:
        return self.own_score > self.other_score

    @property
    def home_score(self) -> int:
        return self.own_score if self.is_home else self.other_score

    @property
    def away_score(self) -> int:
        return self.other_score if self.is_home else self.own_score


def tally_of(games: Iterable[GamePlayed]) -> PlayerTally:
    """Return the sum of games."""
    return sum_of(
        PlayerTally(played=1, won=game.is_won, points_for=game.own_score, points_against=game.other_score)
        for game in games
    )


def games_of(seats: QuerySet[Seat], *, to_secretary: bool) -> tuple[GamePlayed, ...]:
    """Return the games of these seats in confirmed matches of the league, the latest first. Two queries."""
    named = (
        seats.filter(**IN_LEAGUE)
        .select_related(
            "game__table__scorecard__match__division__season__rule_book",
            "game__table__scorecard__match__home",
            "game__table__scorecard__match__away",
        )
        .prefetch_related(Prefetch("game__seats", Seat.objects.select_related("player")))
    )
    return tuple(_game_played(seat, to_secretary) for seat in sorted(named, key=_when_played, reverse=True))


def _when_played(seat: Seat) -> tuple[datetime.date, int, int]:
    match = seat.game.table.scorecard.match
    day = match.date or match.postponed_from or match.division.season.starts_on
    return day, -seat.game.table.number, -seat.game.number


def _game_played(seat: Seat, to_secretary: bool) -> GamePlayed:
    game, match = seat.game, seat.game.table.scorecard.match
    sides = ((match.home, game.home_score), (match.away, game.away_score))
    is_home = seat.side == Side.HOME
    (team, own), (opponents, other) = sides if is_home else reversed(sides)
    others = [
        (each.side == seat.side, player_line(each.player, to_secretary))
        for each in game.seats.all()
        if each.player and each.player_id != seat.player_id
    ]
    return GamePlayed(
        key=game.pk,
        date=match.date,
        match_id=match.public_id,
        division=match.division,
        is_home=is_home,
        team=team,
        opponents=opponents,
        partners=tuple(line for is_own, line in others if is_own),
        against=tuple(line for is_own, line in others if not is_own),
        own_score=own,
        other_score=other,
    )
