"""Hung jacks: how often a side caught the jack of the other, and how often its own was caught.

Counted only where the game of the season scores them apart: see `counts_hung_jacks`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q

from league.matches.outcomes import Pair
from league.matches.sheet.openings import room
from league.models import Division, HandResult, Season, Side, Team


@dataclass(frozen=True, slots=True, kw_only=True)
class HungJacks:
    """Jacks caught from the other side, and own jacks that the other side caught."""

    caught: int = 0
    suffered: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonsHungJacks:
    """The hung jacks of a season by team, and by player for each team they sat down for, by database keys."""

    by_team: dict[int, HungJacks]
    by_player: dict[int, dict[int, HungJacks]]

    def of_team(self, team: int) -> HungJacks:
        return self.by_team.get(team, HungJacks())

    def of_player(self, player: int, team: int | None = None) -> HungJacks:
        """Return those of a player's sides, for every team they sat down for or for one."""
        by_team = self.by_player.get(player, {})
        if team is not None:
            return by_team.get(team, HungJacks())
        return HungJacks(
            caught=sum(jacks.caught for jacks in by_team.values()),
            suffered=sum(jacks.suffered for jacks in by_team.values()),
        )


def counts_hung_jacks(season: Season | None) -> bool:
    """Return whether a hung jack counts apart in the game the season plays."""
    return season is not None and room(season.rule_book.rules()).hung


def hung_jacks(season: Season, team: Team | None = None) -> SeasonsHungJacks:
    """Return the jacks hung in a season's confirmed matches, or in one team's. One query."""
    match = "game__table__scorecard__match"
    hands = HandResult.objects.filter(
        hung=True,
        jack__in=Side.values,
        game__table__scorecard__is_confirmed=True,
        **{f"{match}__division__season": season, f"{match}__tie": None},
    )
    if team is not None:
        hands = hands.filter(Q(**{f"{match}__home": team}) | Q(**{f"{match}__away": team}))
    rows = hands.values_list(
        "pk", "jack", f"{match}__home", f"{match}__away", "game__seats__side", "game__seats__player"
    )
    return _added_up(rows)


def hung_jacks_of_matches(divisions: Iterable[Division]) -> dict[int, Pair]:
    """Return the jacks hung by home and away in each match whose hands are known. One query."""
    match = "game__table__scorecard__match"
    withs = (
        HandResult.objects.filter(
            game__table__scorecard__is_confirmed=True, **{f"{match}__division__in": list(divisions)}
        )
        .order_by()
        .values_list(match)
        .annotate(
            home=Count("pk", filter=Q(hung=True, jack=Side.HOME)),
            away=Count("pk", filter=Q(hung=True, jack=Side.AWAY)),
        )
    )
    return {key: (home, away) for key, home, away in withs}


def _added_up(rows: Iterable[tuple[int, str, int, int, str | None, int | None]]) -> SeasonsHungJacks:
    """Return the totals of rows, one for each seat; for the teams each hand counts once."""
    teams: defaultdict[int, list[bool]] = defaultdict(list)
    players: defaultdict[int, defaultdict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))
    counted: set[int] = set()
    for hand, jack, home, away, side, player in rows:
        if hand not in counted:
            counted.add(hand)
            teams[home].append(jack == Side.HOME)
            teams[away].append(jack == Side.AWAY)
        if player is not None:
            players[player][home if side == Side.HOME else away].append(jack == side)
    return SeasonsHungJacks(
        by_team=_each(teams),
        by_player={player: _each(by_team) for player, by_team in players.items()},
    )


def _each(hangings: Mapping[int, list[bool]]) -> dict[int, HungJacks]:
    return {
        team: HungJacks(caught=sum(caught), suffered=len(caught) - sum(caught))
        for team, caught in hangings.items()
    }
