"""A team's page: its place, its form, its next match, what it has played and what is to come, its squad."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from league.competition.selectors import current_season, seasons_of
from league.honours.selectors import honours_of_team
from league.matches.hung_jacks import HungJacks, SeasonsHungJacks, counts_hung_jacks, hung_jacks
from league.models import Division, Honour, League, Match, Player, Registration, Season, Seat, Side, Team
from league.people.pages import PlayerLine, PlayerTally, player_line
from league.registration.selectors import counted_in
from league.shared.text import folded
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.standings import division_table


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadLine:
    """A player of the squad: what they have played for this team in the season, and whether they have
    left it.

    `hung` are the jacks of the games they sat down for; None where the game does not count them apart.
    `counted` is for the secretary: how often they have played up, or helped out elsewhere.
    """

    player: PlayerLine
    tally: PlayerTally
    hung: HungJacks | None
    has_left: bool
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPage:
    """A team in one season. `division` and `standing` are None if it does not play in it.

    `hung` are its hung jacks, None where the season's game does not count them apart.
    """

    team: Team
    season: Season | None
    seasons: tuple[Season, ...]
    division: Division | None
    standing: StandingsLine | None
    results: tuple[MatchLine, ...]
    fixtures: tuple[MatchLine, ...]
    squad: tuple[SquadLine, ...]
    hung: HungJacks | None
    honours: tuple[Honour, ...]
    today: datetime.date

    @property
    def next_match(self) -> MatchLine | None:
        """The next match that has its date."""
        dated = (line for line in self.fixtures if line.date and line.date >= self.today)
        return next(dated, None)


def team_page(
    league: League, team_slug: str, *, season_slug: str, today: datetime.date, to_secretary: bool
) -> TeamPage | None:
    """Return the page of the team of that address, in the season of that slug or the current one.

    None if there is no such team or season. Eleven queries, however much it has played; one more where hung
    jacks count, and six for the secretary where the season counts playing up or helping out.
    """
    team = Team.objects.filter(league=league, slug=team_slug).select_related("pub").first()
    if team is None:
        return None
    enrolments = list(team.enrolments.select_related("division__season__rule_book"))
    played_in = {enrolment.season_id: enrolment.division for enrolment in enrolments}
    every_season = seasons_of(league)
    seasons = tuple(season for season in every_season if season.pk in played_in)
    season = _requested_season(seasons, every_season, season_slug, today)
    if season_slug and (season is None or season.slug != season_slug):
        return None
    division = played_in.get(season.pk) if season else None
    lines = (
        match_lines(Match.objects.filter(Q(home=team) | Q(away=team), division=division)) if division else []
    )
    hung = hung_jacks(division.season, team) if division and counts_hung_jacks(division.season) else None
    return TeamPage(
        team=team,
        season=season,
        seasons=seasons,
        division=division,
        standing=_standing(division, team) if division else None,
        results=tuple(line for line in reversed(lines) if line.is_over),
        fixtures=tuple(line for line in lines if not line.is_over),
        squad=_squad(team, division.season if division else season, hung, to_secretary) if season else (),
        hung=hung.of_team(team.pk) if hung else None,
        honours=honours_of_team(team),
        today=today,
    )


def _requested_season(
    own: tuple[Season, ...], every: tuple[Season, ...], slug: str, today: datetime.date
) -> Season | None:
    """Return the season asked for; else the league's current one if the team plays in it; else its own
    latest.
    """
    if slug:
        return next((season for season in own if season.slug == slug), None)
    current = current_season(every, today)
    return current if current in own else next(iter(own), None)


def _standing(division: Division, team: Team) -> StandingsLine | None:
    lines = standings_lines(division_table(division))
    return next((line for line in lines if line.team.key == team.pk), None)


def _squad(
    team: Team, season: Season, hung: SeasonsHungJacks | None, to_secretary: bool
) -> tuple[SquadLine, ...]:
    """Return those registered in the season, and whoever else has sat down for the team, in the order of
    names.
    """
    signed = Registration.objects.filter(season=season, team=team, player__merged_into=None)
    registered = signed.select_related("player")
    has_left: dict[Player, bool] = {}
    for registration in registered.order_by("registered_on", "id"):
        has_left[registration.player] = registration.left_on is not None
    games = _games_by_player(team, season)
    for guest in Player.objects.filter(pk__in=games.keys() - {player.pk for player in has_left}):
        has_left[guest] = False
    counted = counted_in(season, [player.pk for player in has_left]) if to_secretary else {}
    squad = (
        SquadLine(
            player=player_line(player, to_secretary),
            tally=_tally(games[player.pk]),
            hung=hung.of_player(player.pk, team.pk) if hung else None,
            has_left=left,
            counted=counted.get(player.pk, ()),
        )
        for player, left in has_left.items()
        if not left or games[player.pk]
    )
    return tuple(
        sorted(squad, key=lambda line: (line.has_left, folded(line.player.name), line.player.public_id))
    )


def _games_by_player(team: Team, season: Season) -> defaultdict[int, list[tuple[int, int]]]:
    """Return the games of each player for the team: own score and the other's."""
    match = "game__table__scorecard__match"
    sat_for_team = Q(side=Side.HOME, **{f"{match}__home": team}) | Q(
        side=Side.AWAY, **{f"{match}__away": team}
    )
    seats = Seat.objects.filter(
        sat_for_team,
        player__isnull=False,
        game__table__scorecard__is_confirmed=True,
        **{f"{match}__division__season": season},
    )
    games: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    scores = seats.values_list("player", "side", "game__home_score", "game__away_score")
    for player, side, home, away in scores:
        if player is not None:
            games[player].append((home, away) if side == Side.HOME else (away, home))
    return games


def _tally(games: Iterable[tuple[int, int]]) -> PlayerTally:
    games = tuple(games)
    return PlayerTally(
        played=len(games),
        won=sum(own > other for own, other in games),
        points_for=sum(own for own, _ in games),
        points_against=sum(other for _, other in games),
    )
