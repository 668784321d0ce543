"""Seasons played in one line: everybody meets everybody, year after year."""

import datetime
import itertools
from collections.abc import Iterator

from league.models import Division, Game, League, Match, MatchTable, Scorecard
from tests.builders import FRIDAY, WEEK, Score, a_division, a_league, a_season, a_walkover, an_adjustment


def a_round_robin(division: Division, *, rounds: int = 2, played: int | None = None) -> list[Match]:
    """Everybody meets everybody, once a round, a week apart from the season's first day on.

    The first `played` matches (all, if not given) have cards: the home team wins, by more the earlier it
    stands in the cast, so that tables differ and can be added up by hand.
    """
    teams = [enrolment.team for enrolment in division.enrolments.select_related("team__pub").order_by("id")]
    matches = Match.objects.bulk_create(
        Match(
            division=division,
            week=week,
            home=teams[home],
            away=teams[away],
            venue=teams[home].pub,
            date=division.season.starts_on + (week - 1) * WEEK,
            starts_at=datetime.time(20, 30),
        )
        for week, pairs in enumerate(weeks_of(len(teams), rounds), start=1)
        for home, away in pairs
    )
    place = {team.pk: at for at, team in enumerate(teams)}
    _cards(
        {
            match: ((15, place[match.away_id] % 15), (15, place[match.home_id] % 15), (12, 15), (15, 8))
            for match in matches[:played]
        }
    )
    return matches


def _cards(scores: dict[Match, tuple[Score, ...]]) -> None:
    """A confirmed card for each of the matches, all at once."""
    cards = Scorecard.objects.bulk_create(
        Scorecard(match=match, version=1, entered_at=FRIDAY) for match in scores
    )
    tables = MatchTable.objects.bulk_create(
        MatchTable(scorecard=card, number=number)
        for card in cards
        for number in range(1, len(scores[card.match]) + 1)
    )
    Game.objects.bulk_create(
        Game(table=table, home_score=score[0], away_score=score[1])
        for table, score in zip(tables, itertools.chain(*scores.values()), strict=True)
    )


def a_history(teams: int, seasons: int) -> League:
    """So many seasons of a division: the latest under way, those before it finished; with rulings."""
    league = a_league()
    for number in range(seasons):
        year = 2026 - number
        season = a_season(
            league,
            f"{year}-{(year + 1) % 100}",
            starts_on=datetime.date(year, 9, 3),
            ends_on=datetime.date(year + 1, 4, 29),
            is_finished=number > 0,
        )
        division = a_division(season, teams=teams, promoted=2, relegated=2)
        matches = a_round_robin(division, rounds=1, played=None if number else teams)
        a_walkover(matches[-1])
        an_adjustment(division, "The Fleece")
        an_adjustment(division, "The Shears", 2)
    return league


def weeks_of(teams: int, rounds: int) -> Iterator[list[tuple[int, int]]]:
    """The first stays, the others move on one place a week; every second round is turned round."""
    circle = list(range(teams))
    for turn in range(rounds):
        for _ in range(teams - 1):
            pairs = [(circle[i], circle[-1 - i]) for i in range(teams // 2)]
            yield pairs if turn % 2 == 0 else [(away, home) for home, away in pairs]
            circle = [circle[0], circle[-1], *circle[1:-1]]
