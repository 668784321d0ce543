"""A season's awards and pairs: the games of its confirmed cards with their seats and hands, added up."""

from dataclasses import dataclass

from league.honours.awards import AWARDS, AwardLine, AwardStanding, honour
from league.honours.figures import Figures, Tallies, tallied
from league.honours.games import season_games
from league.models import League, Player, Season, Team
from league.people.pages.lines import PlayerLine, player_line
from league.shared.text import folded

# Five matches for an individual trophy is Ledbury's rule; pairs need them together.
LEAST_MATCHES = 5
MOST_LEAST = 99
MOST_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A line of an award: the place, the players, their team, and `summary`, the figures in words."""

    place: str
    who: tuple[PlayerLine, ...]
    team: Team | None
    summary: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAward:
    """An award: its first places, those who did better but played too little, and how it is counted."""

    key: str
    title: str
    lines: tuple[Placed, ...]
    left_out: tuple[Placed, ...]
    explained: tuple[str, ...]
    beyond: int

    @property
    def winners(self) -> tuple[Placed, ...]:
        """Who holds the first place; more than one if it is shared."""
        return tuple(line for line in self.lines if line.place == self.lines[0].place)

    @property
    def others(self) -> tuple[Placed, ...]:
        return self.lines[len(self.winners) :]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLine:
    """Two players who played together in the season, and their figures."""

    who: tuple[PlayerLine, ...]
    team: Team | None
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAwards:
    """All awards of a season, and its pairs, those with most games together first."""

    season: Season
    seasons: tuple[Season, ...]
    awards: tuple[SeasonAward, ...]
    pairs: tuple[PairLine, ...]
    games: int
    least: int


MOST_PAIRS = 60


def season_awards(
    league: League, season_slug: str, *, least: int = LEAST_MATCHES, to_secretary: bool
) -> SeasonAwards | None:
    """Return the awards of the season of that slug, from so many matches on. None if there is no such season.

    Seven queries: the seasons, the games, their seats, their hands, the rule book, the players, the teams.
    Awards that nothing is known for (hang jacks without hands) are left out.
    """
    seasons = tuple(
        Season.objects.filter(league=league).select_related("rule_book").order_by("-starts_on", "-id")
    )
    season = next((season for season in seasons if season.slug == season_slug), None)
    if season is None:
        return None
    tallies = tallied(season_games(season), target=season.rule_book.rules().target)
    people = _people(tallies, to_secretary)
    teams = Team.objects.in_bulk({figures.team for figures in (*tallies.players, *tallies.pairs)})
    standings = [honour(award, tallies, least) for award in AWARDS.values()]
    return SeasonAwards(
        season=season,
        seasons=seasons,
        awards=tuple(
            _award(standing, people, teams) for standing in standings if standing.lines or standing.left_out
        ),
        pairs=_pairs(tallies, people, teams),
        games=tallies.games,
        least=least,
    )


def _people(tallies: Tallies, to_secretary: bool) -> dict[int, PlayerLine]:
    players = Player.objects.in_bulk({figures.who[0] for figures in tallies.players})
    return {key: player_line(player, to_secretary) for key, player in players.items()}


def _award(standing: AwardStanding, people: dict[int, PlayerLine], teams: dict[int, Team]) -> SeasonAward:
    def placed(line: AwardLine) -> Placed:
        return Placed(
            place=f"{line.place or ''}{'=' if line.is_shared else ''}",
            who=tuple(people[player] for player in line.figures.who),
            team=teams.get(line.figures.team),
            summary=line.summary,
            reason=line.reason,
        )

    better = [line for line in standing.left_out if line.would_have_won]
    return SeasonAward(
        key=standing.award.key,
        title=standing.award.title,
        lines=tuple(map(placed, standing.lines[:MOST_SHOWN])),
        left_out=tuple(map(placed, better[:MOST_SHOWN])),
        explained=standing.explained,
        beyond=max(0, len(standing.lines) - MOST_SHOWN),
    )


def _pairs(tallies: Tallies, people: dict[int, PlayerLine], teams: dict[int, Team]) -> tuple[PairLine, ...]:
    lines = [
        PairLine(who=tuple(people[number] for number in pair.who), team=teams.get(pair.team), figures=pair)
        for pair in tallies.pairs
    ]
    return tuple(sorted(lines, key=_most_together))


def _most_together(line: PairLine) -> tuple[int, int, str, tuple[int, ...]]:
    figures = line.figures
    return -figures.played, -figures.won, folded(" ".join(player.name for player in line.who)), figures.who
