"""Head-to-head: what two teams, two players or two pairs have played against each other."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from league.competition.selectors import current_season, league_today, seasons_of
from league.cups.selectors.dated_ties import TieOfCup, ties_of
from league.models import Cup, League, Player, Team
from league.people.names import shown_name, surname_first
from league.people.pages.games import GamePlayed, games_of, tally_of
from league.people.pages.lines import PlayerTally
from league.people.pages.pairs import pairs_of_season, seats_of
from league.people.selectors import find_player
from league.standings.records import TeamRecord
from league.standings.selectors.match_lists import MatchLine, NamedLink
from league.standings.selectors.team_matches import meetings_of

TWO = 2
KINDS = {"team": "Teams", "player": "Players", "pair": "Pairs"}
"""What can be compared, and its heading."""
AND = " & "


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A team, a player or a pair to choose: its value in the address, its name, and its page."""

    value: str
    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """The page: what can be chosen, the two that were, and what they have played, the latest first.

    Teams have `matches`, `records` and their `ties` in cups, players and pairs `games` as the first saw them
    and `tally`.
    """

    kind: str
    choices: tuple[Contender, ...]
    chosen: tuple[Contender, ...]
    matches: tuple[MatchLine, ...] = ()
    to_come: tuple[MatchLine, ...] = ()
    records: tuple[TeamRecord, ...] = ()
    ties: tuple[TieOfCup, ...] = ()
    games: tuple[GamePlayed, ...] = ()
    tally: PlayerTally | None = None

    @property
    def first(self) -> Contender | None:
        return next(iter(self.chosen), None)

    @property
    def second(self) -> Contender | None:
        return next(iter(self.chosen[1:]), None)

    @property
    def is_complete(self) -> bool:
        return len({choice.value for choice in self.chosen}) == TWO

    @property
    def ties_won(self) -> tuple[int, ...]:
        """How many ties of cups each of the two teams has won; nothing where none is over."""
        winners = [
            team.slug
            for tie in self.ties
            for side, team in enumerate(tie.on_page.teams)
            if team and tie.on_page.tie.verdict.winner == side
        ]
        return tuple(winners.count(choice.value) for choice in self.chosen) if winners else ()


def compare(league: League, kind: str, values: Sequence[str], *, to_secretary: bool) -> HeadToHead | None:
    """Return the page for the kind ("team", "player", "pair") and up to two values of the address.

    None if one of them is not there, or nobody this reader may know of. Four queries for teams: the teams,
    two for their matches, one for the cups both entered, or four if there are any. Five for players: the
    players, the two, two for their games. Nine for pairs: the seasons, the seats of one and its players, the
    four, two for their games.
    """
    return _READ[kind](league, list(values[:TWO]), to_secretary)


def _teams(league: League, slugs: Sequence[str], to_secretary: bool) -> HeadToHead | None:
    teams = {team.slug: team for team in Team.objects.filter(league=league).order_by("name", "pk")}
    if not teams.keys() >= set(slugs):
        return None
    choices = {slug: Contender(value=slug, name=team.name) for slug, team in teams.items()}
    page = HeadToHead(
        kind="team", choices=tuple(choices.values()), chosen=tuple(choices[slug] for slug in slugs)
    )
    if not page.is_complete:
        return page
    first, second = (teams[slug] for slug in slugs)
    meetings = meetings_of(_link(first), _link(second), division=None)
    return HeadToHead(
        kind="team",
        choices=page.choices,
        chosen=page.chosen,
        matches=meetings.played,
        to_come=meetings.to_come,
        records=meetings.records,
        ties=_ties_between(first, second, to_secretary),
    )


def _ties_between(first: Team, second: Team, to_secretary: bool) -> tuple[TieOfCup, ...]:
    """Return the ties of cups in which the two met or will, the latest first."""
    met = [
        tie
        for tie in ties_of(
            Cup.objects.filter(entries__team=first).filter(entries__team=second), to_secretary=to_secretary
        )
        if {first, second} == {*tie.on_page.teams}
    ]
    return tuple(sorted(met, key=_night_of_tie, reverse=True))


def _night_of_tie(tie: TieOfCup) -> tuple[datetime.date, datetime.date, int]:
    begins = tie.cup.season.starts_on
    return begins, tie.on_page.date or begins, tie.on_page.tie.round


def _link(team: Team) -> NamedLink:
    return NamedLink(key=team.pk, name=team.name, short_name=team.short_name, slug=team.slug)


def _players(league: League, ids: Sequence[str], to_secretary: bool) -> HeadToHead | None:
    found = [find_player(league, public_id, to_secretary=to_secretary) for public_id in ids]
    players = [player for player in found if player]
    if len(players) < len(found):
        return None
    by_name = sorted(
        {*_shown(league.players.not_merged().filter(seats__isnull=False).distinct(), to_secretary), *players},
        key=_by_surname,
    )
    return _compared(
        "player",
        choices=[_choice([player], to_secretary) for player in by_name],
        sides=[[player] for player in players],
        to_secretary=to_secretary,
    )


def _pairs(league: League, values: Sequence[str], to_secretary: bool) -> HeadToHead | None:
    sides: list[list[Player]] = []
    for value in values:
        found = [find_player(league, each, to_secretary=to_secretary) for each in value.split("-")]
        players = [player for player in found if player]
        if len(found) != TWO or len(set(players)) != TWO:
            return None
        sides.append(players)
    season = current_season(seasons_of(league), league_today(league))
    keys = pairs_of_season(season) if season else frozenset()
    known = Player.objects.in_bulk({player for pair in keys for player in pair})
    pairs = [[known[first], known[second]] for first, second in keys]
    shown = [pair for pair in pairs if len(_shown(pair, to_secretary)) == TWO]
    choices = {choice.value: choice for choice in (_choice(pair, to_secretary) for pair in [*shown, *sides])}
    return _compared(
        "pair",
        choices=sorted(choices.values(), key=lambda choice: surname_first(choice.name.split(AND)[0])),
        sides=sides,
        to_secretary=to_secretary,
    )


def _shown(players: Iterable[Player], to_secretary: bool) -> list[Player]:
    return [player for player in players if to_secretary or player.shown != Player.Shown.HIDDEN]


def _by_surname(player: Player) -> tuple[tuple[str, str, str], str]:
    return surname_first(shown_name(player)), player.public_id


def _choice(players: Sequence[Player], to_secretary: bool) -> Contender:
    ids = tuple(sorted(player.public_id for player in players))
    in_order = sorted(players, key=_by_surname)
    return Contender(
        value="-".join(ids),
        name=AND.join(shown_name(player, to_secretary=to_secretary) for player in in_order),
        players=ids,
    )


def _compared(
    kind: str, *, choices: Sequence[Contender], sides: Sequence[Sequence[Player]], to_secretary: bool
) -> HeadToHead:
    page = HeadToHead(
        kind=kind, choices=tuple(choices), chosen=tuple(_choice(side, to_secretary) for side in sides)
    )
    if not page.is_complete:
        return page
    (first, *beside), against = sides
    games = games_of(seats_of(first, beside=beside, against=against), to_secretary=to_secretary)
    return HeadToHead(kind=kind, choices=page.choices, chosen=page.chosen, games=games, tally=tally_of(games))


_READ: dict[str, Callable[[League, Sequence[str], bool], HeadToHead | None]] = {
    "team": _teams,
    "player": _players,
    "pair": _pairs,
}
