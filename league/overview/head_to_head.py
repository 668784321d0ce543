"""Head-to-head: what two teams, two players or two pairs have played against each other."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from league.competition.selectors import current_season, league_today, seasons_of
from league.cups.selectors.dated_ties import TieOfCup, ties_of
from league.models import Cup, League, Player, Team
from league.people.names import shown_name, surname_first
from league.people.pages.games import games_of, tally_of
from league.people.pages.pairs import pairs_of_season, seats_of
from league.people.selectors import find_player
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.team_matches import meetings_of

TWO = 2
KINDS = {"team": "Teams", "player": "Players", "pair": "Pairs"}
"""What can be compared, and its heading."""
AND = " & "


class Contender(NamedTuple):
    """A team, a player or a pair to choose: its value in the address, its name, and its players’ pages."""

    value: str
    name: str
    players: tuple[str, ...] = ()


Read = tuple[Sequence[Contender], Sequence[Contender], Callable[[], dict[str, Any]]]
"""What can be chosen, what was, and what reads what the two that were chosen have played."""


def compare(league: League, kind: str, values: Sequence[str], *, to_secretary: bool) -> dict[str, Any] | None:
    """Return the page for the kind ("team", "player", "pair") and up to two values of the address: what can
    be chosen, the two that were, and what they have played, the latest first.

    None if one of them is not there, or nobody this reader may know of. Four queries for teams: the teams,
    two for their matches, one for the cups both entered, or four if there are any. Five for players: the
    players, the two, two for their games. Nine for pairs: the seasons, the seats of one and its players, the
    four, two for their games.
    """
    read = _READ[kind](league, values[:TWO], to_secretary)
    if read is None:
        return None
    choices, chosen, played = read
    is_complete = len({choice.value for choice in chosen}) == TWO
    first, second, *_ = *chosen, None, None
    page = {"kind": kind, "choices": choices, "chosen": chosen, "first": first, "second": second}
    return page | {"is_complete": is_complete} | (played() if is_complete else {})


def _teams(league: League, slugs: Sequence[str], to_secretary: bool) -> Read | None:
    teams = {team.slug: team for team in Team.objects.filter(league=league).order_by("name", "pk")}
    if not teams.keys() >= set(slugs):
        return None
    choices = [Contender(slug, team.name) for slug, team in teams.items()]
    chosen = [teams[slug] for slug in slugs]
    return choices, [Contender(team.slug, team.name) for team in chosen], partial(_met, chosen, to_secretary)


def _met(teams: Sequence[Team], to_secretary: bool) -> dict[str, Any]:
    """Return the matches of two teams, the sums of both, their ties in cups, and how many each has won;
    nothing where none is over.
    """
    first, second = teams
    meetings = meetings_of(_link(first), _link(second), division=None)
    cups = Cup.objects.filter(entries__team=first).filter(entries__team=second)
    ties = [tie for tie in ties_of(cups, to_secretary=to_secretary) if {*teams} == {*tie.on_page.teams}]
    winners = [
        team
        for tie in ties
        for side, team in enumerate(tie.on_page.teams)
        if tie.on_page.tie.verdict.winner == side
    ]
    return {
        "matches": meetings.played,
        "to_come": meetings.to_come,
        "records": meetings.records,
        "ties": sorted(ties, key=_night_of_tie, reverse=True),
        "ties_won": [winners.count(team) for team in teams] if winners else (),
    }


def _night_of_tie(tie: TieOfCup) -> tuple[datetime.date, datetime.date, int]:
    begins = tie.cup.season.starts_on
    return begins, tie.on_page.date or begins, tie.on_page.tie.round


def _link(team: Team) -> NamedLink:
    return NamedLink(key=team.pk, name=team.name, short_name=team.short_name, slug=team.slug)


def _players(league: League, ids: Sequence[str], to_secretary: bool) -> Read | None:
    sides = _sides(league, [[public_id] for public_id in ids], to_secretary)
    if sides is None:
        return None
    seated = league.players.not_merged().filter(seats__isnull=False).distinct()
    by_name = sorted({*_shown(seated, to_secretary), *(player for (player,) in sides)}, key=_by_surname)
    choices = [_choice([player], to_secretary) for player in by_name]
    return choices, [_choice(side, to_secretary) for side in sides], partial(_games, sides, to_secretary)


def _pairs(league: League, values: Sequence[str], to_secretary: bool) -> Read | None:
    sides = _sides(league, [value.split("-") for value in values], to_secretary)
    if sides is None or any(len(side) != TWO or len(set(side)) != TWO for side in sides):
        return None
    season = current_season(seasons_of(league), league_today(league))
    keys = pairs_of_season(season) if season else frozenset()
    known = Player.objects.in_bulk({player for pair in keys for player in pair})
    pairs = [[known[first], known[second]] for first, second in keys]
    shown = [pair for pair in pairs if len(_shown(pair, to_secretary)) == TWO]
    choices = {choice.value: choice for choice in (_choice(pair, to_secretary) for pair in [*shown, *sides])}
    in_order = sorted(choices.values(), key=lambda choice: surname_first(choice.name.split(AND)[0]))
    return in_order, [_choice(side, to_secretary) for side in sides], partial(_games, sides, to_secretary)


def _sides(league: League, ids: Sequence[Sequence[str]], to_secretary: bool) -> list[list[Player]] | None:
    """Return the players of each side; None if somebody is not there."""
    found = [[find_player(league, each, to_secretary=to_secretary) for each in side] for side in ids]
    sides = [[player for player in side if player] for side in found]
    return sides if [*map(len, sides)] == [*map(len, found)] else None


def _shown(players: Iterable[Player], to_secretary: bool) -> list[Player]:
    return [player for player in players if to_secretary or player.shown != Player.Shown.HIDDEN]


def _by_surname(player: Player) -> tuple[tuple[str, str, str], str]:
    return surname_first(shown_name(player)), player.public_id


def _choice(players: Sequence[Player], to_secretary: bool) -> Contender:
    ids = tuple(sorted(player.public_id for player in players))
    in_order = sorted(players, key=_by_surname)
    name = AND.join(shown_name(player, to_secretary=to_secretary) for player in in_order)
    return Contender("-".join(ids), name, ids)


def _games(sides: Sequence[Sequence[Player]], to_secretary: bool) -> dict[str, Any]:
    """Return the games of two players or pairs as the first saw them, and their sum."""
    (first, *beside), against = sides
    games = games_of(seats_of(first, beside=beside, against=against), to_secretary=to_secretary)
    return {"games": games, "tally": tally_of(games)}


_READ: dict[str, Callable[[League, Sequence[str], bool], Read | None]] = {
    "team": _teams,
    "player": _players,
    "pair": _pairs,
}
