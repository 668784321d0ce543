"""Records of one season: of teams, of pairs and players, and of their hands."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from league.honours.awards import MOST_GAMES_WON
from league.honours.figures import SIDES, Figures, Of, tallied
from league.honours.pages.record_values import LeagueRecord, Played, RecordHolder, record
from league.models import Season
from league.standings.records import TeamRecord, add_up

LEAST, LEAST_HANDS = 2, 100
PERCENT = 100


def season_records(played: Played) -> Iterator[LeagueRecord | None]:
    """Yield the records of one season: of teams, of pairs and players, and of their hands."""
    yield from _of_teams(played)
    yield from _of_players(played)
    yield from _of_hands(played)


# --- Teams ----------------------------------------------------------------------------------------
def _of_teams(played: Played) -> Iterator[LeagueRecord | None]:
    """Yield the best seasons of teams."""
    shares = defaultdict(list)
    for line in played.matches:
        for team, share in ((line.home, line.home_share), (line.away, line.away_share)):
            if share:
                shares[line.division.season_id, team.key].append(share)
    seasons = [
        (played.seasons[season], add_up(team, played.teams[team].name, of_team, (), is_withdrawn=False))
        for (season, team), of_team in shares.items()
    ]

    def holder(each: tuple[Season, TeamRecord]) -> RecordHolder:
        season, own = each
        return RecordHolder(
            team=played.teams[own.team],
            season=season,
            summary=f"won {own.won}, drew {own.drawn}, lost {own.lost} of {own.played}",
        )

    yield record(
        "Most matches won by a team",
        "Walkovers do not count.",
        [each for each in seasons if each[1].won],
        rank=lambda each: each[1].won,
        figure=lambda each: str(each[1].won),
        holder=holder,
    )
    yield record(
        "Most game points by a team",
        "Where the points of all its matches are recorded.",
        [each for each in seasons if each[1].score_for],
        rank=lambda each: each[1].score_for,
        figure=lambda each: str(each[1].score_for),
        holder=holder,
    )


# --- Pairs and players ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFigures:
    """The figures of a pair or a player in a season."""

    season: Season
    figures: Figures


def _of_players(played: Played) -> Iterator[LeagueRecord | None]:
    """Yield the best seasons of pairs and players."""
    pairs: list[SeasonFigures] = []
    players: list[SeasonFigures] = []
    for key, games in played.games.items():
        season = played.seasons[key]
        target = season.rule_book.rules().target
        tallies = tallied(games.values(), target=target)
        for of, figures in ((pairs, tallies.figures(Of.PAIRS)), (players, tallies.figures(Of.PLAYERS))):
            of += [SeasonFigures(season=season, figures=each) for each in figures]
    nouns = f"{played.noun}s"
    yield _most(played, f"Most {nouns} won by a pair", pairs, lambda figures: figures.won)
    yield _most(played, f"Most {nouns} won by a player", players, lambda figures: figures.won)
    yield _most(played, "Most game points by a player", players, lambda figures: figures.points_for)
    yield _most(played, f"Most {nouns} won to nil by a player", players, lambda figures: figures.whitewashes)


def _most(
    played: Played, title: str, seasons: list[SeasonFigures], number: Callable[[Figures], int]
) -> LeagueRecord | None:
    return record(
        title,
        "League matches, as the awards count them.",
        [each for each in seasons if number(each.figures) >= LEAST],
        rank=lambda each: number(each.figures),
        figure=lambda each: str(number(each.figures)),
        holder=lambda each: RecordHolder(
            who=played.who(each.figures.who),
            team=played.teams[each.figures.team],
            season=each.season,
            summary=MOST_GAMES_WON.summary(each.figures),
        ),
    )


# --- Hands ----------------------------------------------------------------------------------------
@dataclass(slots=True, kw_only=True)
class SeasonHands:
    """A player’s season in hands: how many record who took the Jack, and what their side took."""

    season: Season
    player: int
    team: int = 0
    recorded: int = 0
    jacks: int = 0
    jacks_hung: int = 0
    all_fours: int = 0


def _of_hands(played: Played) -> Iterator[LeagueRecord | None]:
    """Yield the records of hands in one season, as far as hands are recorded."""
    seasons = list(_hands(played))
    yield record(
        "Highest share of Jacks",
        f"Taken by the player’s side, of at least {LEAST_HANDS} recorded hands.",
        [each for each in seasons if each.recorded >= LEAST_HANDS and each.jacks],
        rank=lambda each: Fraction(each.jacks, each.recorded),
        figure=lambda each: f"{round(Fraction(PERCENT * each.jacks, each.recorded))} %",
        holder=lambda each: _hand_holder(played, each, f"{each.jacks} of {each.recorded}"),
    )
    yield _most_hands(played, "Most Jacks hung", "Hung by the player’s side.", seasons, _hung)
    counted = "High, Low, Jack and Game of one hand, by the player’s side."
    yield _most_hands(played, "Most all fours", counted, seasons, _fours)


def _most_hands(
    played: Played,
    title: str,
    counted: str,
    seasons: list[SeasonHands],
    number: Callable[[SeasonHands], int],
) -> LeagueRecord | None:
    return record(
        title,
        counted,
        [each for each in seasons if number(each)],
        rank=number,
        figure=lambda each: str(number(each)),
        holder=lambda each: _hand_holder(played, each, ""),
    )


def _hung(hands: SeasonHands) -> int:
    return hands.jacks_hung


def _fours(hands: SeasonHands) -> int:
    return hands.all_fours


def _hand_holder(played: Played, hands: SeasonHands, summary: str) -> RecordHolder:
    return RecordHolder(
        who=played.who((hands.player,)), team=played.teams[hands.team], season=hands.season, summary=summary
    )


def _hands(played: Played) -> Iterator[SeasonHands]:
    """Yield the hands of each player in each season."""
    for key, games in played.games.items():
        season = played.seasons[key]
        by_player: dict[int, SeasonHands] = {}
        for game_key, game in games.items():
            counts = played.hands.get(game_key)
            if counts is None:
                continue
            for side in SIDES:
                for player in dict.fromkeys(game.players[side]):
                    hands = by_player.setdefault(player, SeasonHands(season=season, player=player))
                    hands.team = game.teams[side]
                    hands.recorded += counts.recorded
                    hands.jacks += counts.jacks[side]
                    hands.jacks_hung += counts.jacks_hung[side]
                    hands.all_fours += counts.all_fours[side]
        yield from by_player.values()
