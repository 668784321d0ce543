"""Records of matches, of tables, and of runs."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from league.honours.figures import SIDES, SeatedGame
from league.honours.pages.record_values import LeagueRecord, Played, RecordHolder, day_of, record
from league.honours.records import UnbrokenRun, runs
from league.matches.outcomes import Pair, TeamKey
from league.standings.records import Result, TeamMatchResult
from league.standings.selectors.match_lists import MatchLine, NamedLink
from league.templatetags.formatting import points, score

LEAST_RUN = 2


# --- Matches --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """A match with what it gave both sides, home first."""

    line: MatchLine
    home: TeamMatchResult
    away: TeamMatchResult

    @property
    def half_points(self) -> Pair:
        return self.home.half_points, self.away.half_points

    @property
    def total(self) -> Pair | None:
        """The game points of both sides, if they are known."""
        own, other = self.home.score_for, self.home.score_against
        return None if own is None or other is None else (own, other)

    @property
    def margins(self) -> Pair:
        """By how much it was won in half points and in game points: less than none if nobody knows those."""
        home, away = self.half_points
        return abs(home - away), abs(self.total[0] - self.total[1]) if self.total else -1

    @property
    def holder(self) -> RecordHolder:
        words = [f"{points(self.half_points[0])}–{points(self.half_points[1])}"]
        words += [f"{score(*self.total)} on points"] if self.total else []
        return RecordHolder(matches=(self.line,), summary=", ".join(words))


def match_records(played: Played) -> Iterator[LeagueRecord | None]:
    """Yield the records of single matches and tables."""
    matches = [
        FinishedMatch(line=line, home=line.home_share, away=line.away_share)
        for line in played.matches
        if line.home_share and line.away_share
    ]
    yield record(
        "Biggest win",
        "By match points, then by the difference in game points.",
        [match for match in matches if match.margins[0]],
        rank=lambda match: match.margins,
        figure=lambda match: "–".join(points(half) for half in sorted(match.half_points, reverse=True)),
        holder=lambda match: match.holder,
    )
    with_total = [(match, match.total) for match in matches if match.total]
    yield record(
        "Most points in a match",
        "Game points of both sides together.",
        with_total,
        rank=lambda each: sum(each[1]),
        figure=lambda each: str(sum(each[1])),
        holder=lambda each: each[0].holder,
    )
    yield record(
        "Closest match",
        "The smallest difference in game points, then the most points.",
        with_total,
        rank=lambda each: (-abs(each[1][0] - each[1][1]), sum(each[1])),
        figure=lambda each: score(max(each[1]), min(each[1])),
        holder=lambda each: each[0].holder,
    )
    yield _highest_win(played)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon:
    """A game as the side that won it saw it."""

    line: MatchLine
    game: SeatedGame
    side: int

    @property
    def score(self) -> Pair:
        return self.game.score[self.side], self.game.score[1 - self.side]

    def holder(self, played: Played) -> RecordHolder:
        links = (self.line.home, self.line.away)
        return RecordHolder(
            who=played.who(self.game.players[self.side]),
            team=links[self.side],
            against=links[1 - self.side],
            matches=(self.line,),
        )


def _highest_win(played: Played) -> LeagueRecord | None:
    """Return the highest win of one game. One cut short of the target that a match plays to is none."""
    counted = {line.outcome.match: line for line in played.matches}
    targets = {key: season.rule_book.rules().target or 0 for key, season in played.seasons.items()}
    won = [
        GameWon(line=counted[game.match], game=game, side=side)
        for season, games in played.games.items()
        for game in games.values()
        for side in SIDES
        if game.match in counted and game.score[side] > game.score[1 - side]
        if game.score[side] >= targets[season]
    ]
    return record(
        "Highest win at a table" if played.noun == "table" else "Highest win in a game",
        "The greatest difference of one finished game.",
        won,
        rank=lambda game: game.score[0] - game.score[1],
        figure=lambda game: score(*game.score),
        holder=lambda game: game.holder(played),
    )


# --- Runs -----------------------------------------------------------------------------------------
def run_records(played: Played) -> Iterator[LeagueRecord | None]:
    """Yield the longest runs of teams and players, through the end of a season into the next."""
    steps: list[tuple[MatchLine, NamedLink, TeamMatchResult]] = []
    for line in played.matches:
        sides = ((line.home, line.home_share), (line.away, line.away_share))
        steps += [(line, team, share) for team, share in sides if share]
    for title, counted, results in (
        ("Longest winning run", "Matches won in a row.", (Result.WON,)),
        ("Longest unbeaten run", "Matches in a row won or drawn.", (Result.WON, Result.DRAWN)),
    ):
        yield _longest(
            title,
            counted,
            runs((team.key, share.result in results, line) for line, team, share in steps),
            "matches",
            {team.key: RecordHolder(team=team) for _, team, _ in steps},
        )
    teams: dict[int, TeamKey] = {}
    seats: list[tuple[int, bool, MatchLine]] = []
    for game in _in_order(played):
        for side in SIDES:
            for player in game.players[side]:
                teams[player] = game.teams[side]
                won = game.score[side] > game.score[1 - side]
                seats.append((player, won, played.lines[game.match]))
    yield _longest(
        "Longest winning run of a player",
        f"{played.noun.capitalize()}s won in a row, with any partner.",
        runs(seats),
        f"{played.noun}s",
        {
            player: RecordHolder(who=(played.people[player],), team=played.teams[teams[player]])
            for player in teams
        },
    )


def _in_order(played: Played) -> Iterator[SeatedGame]:
    """Yield all games by the day of their match; those of one match in the order of its card."""
    games = [(key, game) for games in played.games.values() for key, game in games.items()]
    for _, game in sorted(games, key=lambda each: (day_of(played.lines[each[1].match]), each[0])):
        yield game


def _longest(
    title: str,
    counted: str,
    all_runs: Sequence[UnbrokenRun[MatchLine]],
    nouns: str,
    holders: Mapping[Hashable, RecordHolder],
) -> LeagueRecord | None:
    return record(
        title,
        counted,
        [run for run in all_runs if run.length >= LEAST_RUN],
        rank=lambda run: run.length,
        figure=lambda run: f"{run.length} {nouns}",
        holder=lambda run: replace(holders[run.who], matches=(run.of[0], run.of[-1]), goes_on=run.goes_on),
    )
