"""The records of a league and its all-time tables, in public."""

import datetime
import json

import pytest
from django.test import Client

from league.honours.games import games_of_seasons, hand_counts, season_games
from league.honours.pages.match_records import longest_runs, runs_in, runs_together
from league.honours.pages.record_values import best
from league.honours.services import HonourInput, add_honours
from league.models import Game, HandResult, League, Match, Player, Scorecard, Season
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_walkover,
    an_enrolment,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

LAST_YEAR = datetime.timedelta(weeks=52)


def of(league: League, page: str) -> str:
    return f"/{league.slug}/honours/{page}/"


@pytest.fixture
def match() -> Match:
    """The Fleece wins two matches and draws one in two seasons; its pair wins all its tables, once to nil."""
    league = a_league()
    before = a_season(
        league, "2025-26", starts_on=datetime.date(2025, 9, 4), ends_on=datetime.date(2026, 4, 30)
    )
    old, present = a_division(before, teams=2), a_division(a_season(league), teams=0)
    for team in league.teams.all():
        an_enrolment(present, team)
    first = a_match(old, date=NIGHT - LAST_YEAR)
    pair = [a_player(first.home, name) for name in ("Zoë Brontë", "Jack Hirst")]
    hidden = a_player(first.away, "Norman Ackerley", shown=Player.Shown.HIDDEN)
    nights = (
        (first, ((15, 0), (15, 9))),
        (a_match(present), ((15, 12), (15, 9))),
        (a_match(present, week=2, date=NIGHT + WEEK), ((15, 14), (14, 15))),
    )
    for each, scores in nights:
        game = a_card(each, *scores).tables.get(number=1).games.get()
        for place, player in enumerate(pair, start=1):
            a_seat(game, player, place=place)
        a_seat(game, hidden, side="a")
    return first


def test_records_name_their_holders_the_night_and_what_is_counted(client: Client, match: Match) -> None:
    page = words(client.get(of(match.division.season.league, "records")))
    assert "3 league matches of 2 seasons, 2025-26 to 2026-27" in page
    assert "6–0 By match points, then by the difference in game points." in page
    assert "15–0 Highest win at a table" in page
    assert "3 matches Matches in a row won or drawn. The Fleece Thu 15 Jan 2026 to" in page
    assert "The greatest difference of one finished game." in page
    assert "Zoë Brontë and Jack Hirst The Fleece against The Shears Thu 15 Jan 2026" in page


def test_a_run_goes_through_the_end_of_a_season_and_a_walkover_neither_adds_nor_ends_it(
    client: Client, match: Match
) -> None:
    league = match.division.season.league
    given = a_match(Match.objects.latest("pk").division, week=3, date=NIGHT + 2 * WEEK)
    a_card(given, (0, 15), (0, 15))
    a_walkover(given)
    page = words(client.get(of(league, "records")))
    assert "3 league matches" in page
    assert "3 tables Tables won in a row, with any partner." in page
    assert "and still going" in page


def test_who_share_a_record_are_named_the_latest_first_and_some_folded(client: Client, match: Match) -> None:
    division = Match.objects.latest("pk").division
    for week in range(4, 9):
        a_card(a_match(division, week=week, date=NIGHT + week * WEEK), (15, 0), (15, 9))
    page = words(client.get(of(division.season.league, "records")))
    assert "3 more with 15–0" in page


def test_a_season_of_which_totals_are_known_takes_part_in_what_it_can(client: Client) -> None:
    known_by_total = a_match()
    Scorecard.objects.create(
        match=known_by_total, version=1, entered_at=NIGHT_AT, home_total=16, away_total=4
    )
    page = words(client.get(of(known_by_total.division.season.league, "records")))
    assert "8–2" in page
    assert "Most points in a match" not in page
    assert "Longest winning run of a player" not in page


NIGHT_AT = datetime.datetime(2026, 11, 6, 9, tzinfo=datetime.UTC)


def test_a_hidden_player_holds_a_record_without_a_name(client: Client, match: Match) -> None:
    Game.objects.filter(table__number=1).update(home_score=3, away_score=15)
    league = match.division.season.league
    page = client.get(of(league, "records"))
    assert "A player" in words(page)
    for name in ("records", "all-time"):
        assert "Ackerley" not in markup(client.get(of(league, name)))
    assert "A player" not in words(client.get(of(league, "all-time")))


def test_hands_are_counted_as_the_awards_count_them(match: Match) -> None:
    game = Game.objects.filter(table__number=1).earliest("pk")
    for number, takers in enumerate(("hhhh", "aaaa", "hh-a", "haah"), start=1):
        high, low, jack, game_point = takers
        HandResult.objects.create(
            game=game, number=number, high=high, low=low, jack=jack, game_point=game_point, hung=jack == "a"
        )
    assert hand_counts([match.division.season_id])[game.pk] == (
        {"recorded": 4, "jacks": 1, "hung": 0, "fours": 1},
        {"recorded": 4, "jacks": 2, "hung": 2, "fours": 1},
    )


def test_games_of_all_seasons_are_those_of_each(match: Match) -> None:
    games = games_of_seasons(Season.objects.values_list("pk", flat=True))
    for season in Season.objects.all():
        assert tuple(games[season.pk].values()) == season_games(season)


def test_all_time_tables_add_seasons_up(client: Client, match: Match) -> None:
    league = match.division.season.league
    titles = {"year": 1974, "season_name": "1974/75", "competition": "Division One"}
    add_honours(league=league, honours=[HonourInput(holder="The Fleece", **titles)])
    fleece = league.teams.get(name="The Fleece")
    fleece.name = "The New Fleece"
    fleece.save()
    page = words(client.get(of(league, "all-time")))
    assert "1 The New Fleece once The Fleece" in page
    assert "2 3 2 1 0 1" in page  # seasons, played, won, drawn, lost, titles
    assert "1 Jack Hirst 2 3 3 of 3 100 %" in page


@pytest.mark.parametrize(("page", "most"), [("records", 11), ("all-time", 12)])
def test_more_seasons_cost_no_more_queries(
    client: Client, match, page, most, django_assert_num_queries
) -> None:
    """The league; then as league_records, all_time_teams and all_time_players say."""
    league = match.division.season.league
    with django_assert_num_queries(most) as before:
        client.get(of(league, page))
    for year in range(2015, 2020):
        season = a_season(
            league, str(year), starts_on=datetime.date(year, 9, 3), ends_on=datetime.date(year, 12, 3)
        )
        division = a_division(season, teams=0)
        for team in league.teams.all():
            an_enrolment(division, team)
        later = a_match(division, date=datetime.date(year, 10, 1))
        a_seat(a_card(later, (15, 3)).tables.get().games.get(), Player.objects.get(name="Jack Hirst"))
    with django_assert_num_queries(len(before.captured_queries)):
        client.get(of(league, page))


@pytest.mark.parametrize("page", ["records", "all-time"])
def test_a_league_without_results_says_what_comes(client: Client, page: str) -> None:
    assert "No results yet." in words(client.get(of(a_league("Another League"), page)))
    division = a_division()
    assert "No results yet." in words(client.get(of(division.season.league, page)))


def test_records_and_all_time_tables_are_files_too(client: Client, match: Match) -> None:
    league = match.division.season.league
    rows = {name: json.loads(client.get(f"/{league.slug}/{name}.json").content) for name in FILES}
    win = next(row for row in rows["records"] if row["record"] == "Highest win at a table")
    assert (win["figure"], win["players"], win["season"]) == ("15–0", "Zoë Brontë; Jack Hirst", "2025-26")
    assert [row["match_points"] for row in rows["all-time-teams"]] == [15, 3]
    assert [row["name"] for row in rows["all-time-players"]] == ["Zoë Brontë", "Jack Hirst"]


FILES = ("records", "all-time-teams", "all-time-players")


@pytest.mark.parametrize("goes_on", [True, False])
def test_runs_end_and_begin_anew_wherever_a_season_ends_between(goes_on: bool) -> None:
    won = (
        (1, True),
        (2, False),
        (1, True),
        (1, False),
        (2, True),
        (2, True),
        (2, True),
        (2 - goes_on, False),
    )
    steps = [(who, is_won, at, f"2026-11-{at:02}", who) for at, (who, is_won) in enumerate(won, start=1)]
    for first in range(9):
        for second in range(first, 9):
            parts = (steps[:first], steps[first:second], steps[second:])
            longest = longest_runs(runs_together([runs_in(part) for part in parts], "won"), "won")
            assert longest is not None
            (holder,) = longest.holders
            assert (longest.rank, holder.team, holder.matches, holder.goes_on) == ((3,), 2, (5, 7), goes_on)
    assert best([3, 1, 3], lambda number: number) == [3, 3]
