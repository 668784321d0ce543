"""The standings read from the database: the same table as from values, in two queries whatever there is."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.services import bump_revision
from league.matches.outcomes import Pair, TableOutcome
from league.models import Division, Game, Match, MatchTable, RuleBook, Scorecard
from league.shared.revisions import KnownByRevision
from league.standings.pages import standings_page
from league.standings.prospects import Fate
from league.standings.selectors import standings
from league.standings.selectors.lines import standings_lines
from league.standings.selectors.matches import match_outcomes
from league.standings.selectors.standings import division_table, tables_of
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_card,
    a_division,
    a_match,
    a_season,
    a_walkover,
    a_withdrawal,
    an_adjustment,
    an_enrolment,
)
from tests.builders_seasons import a_history, a_round_robin
from tests.examples import examples, sampled
from tests.reading import tables_read

pytestmark = pytest.mark.django_db

WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))


def table(division, as_of=None):
    return division_table(Division.objects.select_related("season__rule_book").get(pk=division.pk), as_of)


def line(division, name, as_of=None):
    return next(
        standings_line
        for standings_line in standings_lines(table(division, as_of))
        if standings_line.team.name == name
    )


def test_a_confirmed_card_counts():
    match = a_match()
    a_card(match, *WON_8_2)
    fleece = line(match.division, "The Fleece").record
    assert (fleece.match_points, fleece.tables_won, fleece.score_for, fleece.score_against) == (16, 3, 57, 47)


def test_a_card_that_was_set_aside_does_not():
    match = a_match()
    nil = (15, 0)
    a_card(match, nil, nil, nil, nil, is_confirmed=False, set_aside_at=FRIDAY)
    assert line(match.division, "The Fleece").record.played == 0
    a_card(match, *WON_8_2[:3], None)
    assert line(match.division, "The Fleece").record.score_for == 42


def test_a_table_of_several_games_is_one_table():
    book = RuleBook.objects.create(tables=1, games_a_table=3, table_won=2, aggregate=0, target=14)
    match = a_match(a_division(a_season(rule_book=book)))
    a_card(match, [(14, 3), (9, 14), (14, 12)])
    fleece = line(match.division, "The Fleece").record
    assert (fleece.tables_won, fleece.match_points, fleece.score_for) == (1, 2, 37)


def test_every_kind_of_ruling_beside_what_was_played():
    division = a_division(teams=4)
    played = a_match(division, "The Fleece", "The Shears")
    a_card(played, *WON_8_2)
    a_walkover(played, "h", table=1)
    a_walkover(played, "h", table=3)
    a_walkover(a_match(division, "The Shears", "The Fleece", week=2), "h")
    an_adjustment(division, "The Shears")
    an_adjustment(division, "The Shears", 2, reason="given back on appeal")
    fleece, shears = line(division, "The Fleece").record, line(division, "The Shears").record
    assert (fleece.played, fleece.tables_won, fleece.score_for) == (2, 1 + 4, 27)
    assert (shears.played, shears.tables_won, shears.adjusted) == (2, 3, -2)
    assert [ruling.reason for ruling in shears.adjustments] == [
        "given back on appeal",
        "result sent a day late",
    ]


def test_a_ruling_of_another_division_is_not_counted_here():
    season = a_season()
    division = a_division(season)
    other = a_season(season.league, "2025-26")
    an_adjustment(a_division(other), "The Fleece")
    assert line(division, "The Fleece").record.adjusted == 0


def test_a_team_that_withdrew_is_listed_with_nothing():
    match = a_match()
    a_card(match, *WON_8_2)
    a_withdrawal(match.division, "The Shears", decided_on=NIGHT + datetime.timedelta(days=7))
    assert line(match.division, "The Shears").record.is_withdrawn
    assert line(match.division, "The Fleece").record.played == 0
    assert line(match.division, "The Fleece", as_of=NIGHT).record.played == 1


def test_a_match_put_off_counts_on_the_day_it_was_played():
    match = a_match(postponed_from=NIGHT - datetime.timedelta(days=28))
    a_card(match, *WON_8_2)
    before = NIGHT - datetime.timedelta(days=1)
    assert line(match.division, "The Fleece", as_of=before).record.played == 0
    assert line(match.division, "The Fleece", as_of=NIGHT).record.played == 1


def test_a_match_in_hand_is_one_whose_night_has_passed():
    division = a_division(teams=4)
    a_card(a_match(division, "The Fleece", "The Shears"), *WON_8_2)
    put_off = a_match(division, "Packhorse & Drover", "The Tup and Bell", date=None, postponed_from=NIGHT)
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + datetime.timedelta(days=7))
    assert [outcome.match for outcome in table(division).in_hand] == [put_off.pk]


def test_a_match_given_before_its_night_does_not_make_the_others_late():
    division = a_division(teams=4)
    a_card(a_match(division), *WON_8_2)
    later = NIGHT + datetime.timedelta(days=14)
    a_walkover(a_match(division, "Packhorse & Drover", "The Tup and Bell", week=3, date=later))
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + datetime.timedelta(days=7))
    found = table(division)
    assert (found.week, found.latest, found.in_hand) == (1, NIGHT, ())
    assert line(division, "Packhorse & Drover").record.played == 1


def test_the_lines_of_promotion_and_relegation():
    division = a_division(teams=4, promoted=1, relegated=1)
    a_round_robin(division, rounds=1)
    lines = standings_lines(table(division))
    assert [one.fate for one in lines] == [Fate.UP, Fate.STAY, Fate.STAY, Fate.DOWN]
    assert [one.is_last_up for one in lines] == [True, False, False, False]
    assert [one.is_last_safe for one in lines] == [False, False, True, False]


def test_why_compares_with_the_neighbours_level_on_points_or_else_with_the_one_above():
    division = a_division(teams=4)
    a_card(a_match(division, "The Fleece", "The Shears"), *WON_8_2)
    a_card(a_match(division, "Packhorse & Drover", "The Tup and Bell"), (15, 1), (15, 2), (15, 3), (8, 15))
    drover, fleece, shears, tup = standings_lines(table(division))
    assert [(why.other.name, why.is_ahead, why.gap) for why in drover.whys] == [("The Fleece", True, 0)]
    assert [(why.other.name, why.is_ahead) for why in fleece.whys] == [("Packhorse & Drover", False)]
    step = fleece.whys[0].steps[-1]
    assert (step.own, step.other, step.decides) == (10, 32, True)
    assert [(why.other.name, why.gap) for why in shears.whys] == [("The Tup and Bell", 0)]
    assert [(why.other.name, why.gap) for why in tup.whys] == [("The Shears", 0)]


# --- Queries ----------------------------------------------------------------------------------


WORLDS = pytest.mark.parametrize(("teams", "seasons"), sampled([(8, 3), (8, 1), (16, 1), (16, 3)], each=4))


@WORLDS
def test_the_standings_take_two_queries(teams, seasons):
    league = a_history(teams, seasons)
    division = Division.objects.select_related("season__rule_book").get(
        season__league=league, season__slug="2026-27"
    )
    with CaptureQueriesContext(
        connection,
    ) as queries:
        division_table(division)
    assert tables_read(queries) == [
        "league_enrolment",  # who takes part, and the adjustments and withdrawals about them
        "league_match",  # every match with its confirmed card's scores and its walkovers
    ]


@WORLDS
def test_the_standings_page_takes_four_more(teams, seasons):
    league = a_history(teams, seasons)
    with CaptureQueriesContext(connection) as queries:
        standings_page(league, "2026-27", "division-one")
    assert tables_read(queries) == [
        "league_season",  # the seasons of the league, for this one and the links to its neighbours
        "league_division",  # the divisions of the season with its rule book
        "league_enrolment",  # who takes part, and what was ruled about them
        "league_match",  # what was played
        "league_appeal",  # rulings that were appealed
        "league_ruling",  # what was ruled, and by whom
    ]


def test_there_is_no_page_for_a_division_that_does_not_exist():
    division = a_division()
    league = division.season.league
    assert standings_page(league, "2026-27", "division-nine") is None
    assert standings_page(league, "1926-27", "division-one") is None


def test_a_team_without_a_match_is_listed_too():
    match = a_match()
    an_enrolment(match.division, "The Tup and Bell")
    assert {standings_line.team.name for standings_line in standings_lines(table(match.division))} == {
        "The Fleece",
        "The Shears",
        "The Tup and Bell",
    }


@dataclass(frozen=True, kw_only=True)
class TableRows:
    """A table as the database has it: its games, and how many each side won where that alone is known."""

    games: Sequence[Pair] = ()
    won: tuple[int | None, int | None] = (None, None)
    is_played: bool = True

    def write(self, card: Scorecard, number: int) -> None:
        home, away = self.won
        table = MatchTable.objects.create(
            scorecard=card, number=number, is_played=self.is_played, home_games=home, away_games=away
        )
        Game.objects.bulk_create(
            Game(table=table, number=game, home_score=home, away_score=away)
            for game, (home, away) in enumerate(self.games, start=1)
        )

    def outcome(self, number: int) -> TableOutcome:
        games = tuple(self.games) if self.is_played else ()
        knows_won = self.is_played and not games and None not in self.won
        return TableOutcome(number=number, games=games, won=self.won if knows_won else None)


SCORES = st.integers(0, 2**15 - 1)
WON = st.integers(0, 60)
PLAYED = st.lists(st.tuples(SCORES, SCORES), max_size=4)
A_TABLE = st.one_of(
    st.builds(TableRows, games=PLAYED),
    st.builds(TableRows, games=PLAYED, is_played=st.just(False)),
    st.builds(TableRows, won=st.tuples(WON | st.none(), WON | st.none())),
    st.builds(TableRows, games=PLAYED, won=st.tuples(WON, WON)),
)


@settings(max_examples=examples(40))
@given(numbered=st.dictionaries(st.integers(1, 2**15 - 1), A_TABLE, max_size=6))
def test_a_card_is_read_as_its_rows_say(numbered):
    """In one column of the match's own row: the same as table by table and game by game."""
    match = Match.objects.first() or a_match()
    Scorecard.objects.all().delete()
    card = Scorecard.objects.create(match=match, version=1, entered_at=FRIDAY)
    for number, rows in numbered.items():
        rows.write(card, number)
    (outcome,) = match_outcomes([match.division])[match.division_id]
    expected = tuple(rows.outcome(number) for number, rows in sorted(numbered.items()))
    assert (outcome.tables or ()) == expected
    assert (outcome.tables is None) == (not numbered)


@pytest.fixture
def committed(monkeypatch):
    """What a test writes counts as committed."""
    monkeypatch.setattr(standings, "reads_committed", lambda: True)
    monkeypatch.setattr(standings, "_known", KnownByRevision(most=9))


def queries_of(read):
    with CaptureQueriesContext(connection) as queries:
        read()
    return len(queries)


def test_a_table_is_made_once_for_a_revision_and_a_day(committed):
    match = a_match(week=1)
    a_card(match, *WON_8_2)
    league, division = match.division.season.league, match.division

    def of(as_of=None):
        return queries_of(lambda: division_table(division, as_of, league=league))

    assert [of(), of(), of(NIGHT), of(NIGHT), of()] == [2, 0, 2, 0, 0]
    league.revision += 1
    assert [of(), of()] == [2, 0]
    assert queries_of(lambda: division_table(division)) == 2


def test_a_page_read_after_a_result_shows_it(committed):
    match = a_match(week=1)
    a_card(match, *WON_8_2)
    league, points = match.division.season.league, []
    for won in ((15, 1), (1, 15)):
        table = tables_of([match.division], league=league)[0]
        points.append({row.record.team: row.record.match_points for row in table.rows})
        correct(match, won)
        league.refresh_from_db()
    table = tables_of([match.division], league=league)[0]
    assert points[0] != points[1] != {row.record.team: row.record.match_points for row in table.rows}


def correct(match, won):
    """Write the result anew, as services do: the league's revision goes up with it."""
    match.scorecards.all().delete()
    a_card(match, won, won, won, won)
    bump_revision(league_id=match.division.season.league_id)


def test_a_table_read_in_a_transaction_is_not_kept():
    match = a_match(week=1)
    assert [
        queries_of(lambda: division_table(match.division, league=match.division.season.league))
        for _ in range(2)
    ] == [2, 2]


def test_divisions_of_which_some_are_known_come_in_their_order(committed):
    season = a_season()
    first, second = a_division(season, "One"), a_division(season, "Two", teams=0)
    division_table(second, league=season.league)
    tables = tables_of([first, second], league=season.league)
    assert [table.division for table in tables] == [first, second]


def test_only_so_many_tables_are_kept(committed, monkeypatch):
    monkeypatch.setattr(standings, "_known", KnownByRevision(most=2))
    division = a_division()
    league = division.season.league
    days = [NIGHT + number * datetime.timedelta(days=1) for number in range(3)]
    for day in days:
        division_table(division, day, league=league)
    assert [queries_of(lambda day=day: division_table(division, day, league=league)) for day in days] == [
        2,
        2,
        2,
    ]
