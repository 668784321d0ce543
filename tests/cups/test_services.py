"""Cups through the services: entered, drawn, played to the end, put right, and by two at once."""

import datetime

import pytest

from league.competition.services import close_season, reopen_season
from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy, Fill, Handicap, Plate
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.cups.services.cups import (
    delete_cup,
    draw_round,
    enter_pair,
    enter_teams,
    leave_cup,
    make_cup,
    make_plate,
    set_finals,
    set_seeds,
    strike_entry,
    undo_draw,
)
from league.cups.services.nights import set_round, set_tie
from league.cups.services.ties import enter_result, undo_result
from league.matches.outcomes import AtFault
from league.models import Cup, Season
from league.shared.errors import Refused
from tests.builders import CAST, FRIDAY, NIGHT, a_player, a_pub, a_season, a_team
from tests.examples import sampled
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db
LATER = FRIDAY + datetime.timedelta(days=1)


@pytest.fixture
def season() -> Season:
    return a_season()


def a_cup(season: Season, *, teams: int = 4, **rules: object) -> Cup:
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(**rules))
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:teams]])
    return cup


def drawn(cup: Cup, number: int = 1) -> CupOnPage:
    draw_round(cup=cup, round_number=number, lot="3 rainy nights", now=FRIDAY)
    return cup_on_page(cup)


def home_wins(cup: Cup, round_number: int, number: int) -> None:
    legs = cup_on_page(cup).bracket.tie(round_number, number).legs
    result = TieResult(round=round_number, number=number, legs=((15, 9),) * legs)
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)


def play_on(cup: Cup) -> CupOnPage:
    """Draw what can be drawn and let the first drawn win whatever is open."""
    page = cup_on_page(cup)
    if page.hat:
        page = drawn(cup, len(page.played.draws) + 1)
    for one in page.rounds:
        for each in one.ties:
            if each.tie.is_open:
                home_wins(cup, each.tie.round, each.tie.number)
    return cup_on_page(cup)


@pytest.mark.parametrize(
    "entries", sampled([3, 5, 8, 13, 33, pytest.param(64, marks=pytest.mark.slow)], each=5)
)
@pytest.mark.parametrize("drawn_by", DrawnBy)
def test_a_cup_is_played_to_its_winner(season: Season, entries: int, drawn_by: DrawnBy) -> None:
    cup = make_cup(season=season, name="Cup", rules=CupRules(drawn_by=drawn_by))
    enter_teams(cup=cup, teams=[a_team(season.league, f"Team {n}", pub=None) for n in range(1, entries + 1)])
    page = play_on(cup)
    for _ in range(6):
        page = page if page.bracket.is_over else play_on(cup)
    assert page.bracket.winner
    assert sum(len(one.ties) for one in page.rounds) == entries - 1


def test_the_page_asks_as_much_for_a_big_cup_as_for_a_small_one(
    season: Season, django_assert_num_queries: object
) -> None:
    for teams in (4, 16):
        cup = make_cup(season=season, name=f"Cup of {teams}")
        enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:teams]])
        drawn(cup)
        with django_assert_num_queries(4):
            cup_on_page(cup)


class TestEntering:
    def test_more_than_a_cup_holds_are_refused_whole(self, season: Season) -> None:
        cup = make_cup(season=season, name="Cup")
        teams = [a_team(season.league, f"Team {n}") for n in range(65)]
        with pytest.raises(Refused, match="room for 64"):
            enter_teams(cup=cup, teams=teams)
        assert not cup.entries.exists()

    def test_a_team_enters_once(self, season: Season) -> None:
        cup = a_cup(season)
        with pytest.raises(Refused, match="entered already"):
            enter_teams(cup=cup, teams=[a_team(season.league)])

    def test_late_against_somebody_who_was_free(self, season: Season) -> None:
        cup = a_cup(season, teams=3)
        drawn(cup)
        enter_teams(cup=cup, teams=[a_team(season.league, CAST[3])])
        page = cup_on_page(cup)
        assert len(page.rounds[0].ties) == 2

    def test_a_pair_by_the_names_of_its_players(self, season: Season) -> None:
        a_player(a_team(season.league), "Jack Hirst", shown="initials")
        cup = make_cup(season=season, name="Pairs Cup")
        enter_pair(cup=cup, names=("Jack Hirst", "A Stranger"))
        assert [entrant.name for entrant in cup_on_page(cup).played.entrants] == ["J. H. & A Stranger"]
        known = cup_on_page(cup, to_secretary=True).played.entrants
        assert [one.name for one in known] == ["Jack Hirst & A Stranger"]

    def test_seeds_change_places(self, season: Season) -> None:
        cup = a_cup(season)
        set_seeds(cup=cup, seeds={1: 1, 2: 2})
        set_seeds(cup=cup, seeds={1: 2, 2: 1})
        assert [entry.seed for entry in cup.entries.all()] == [2, 1, None, None]

    def test_a_seed_is_one_s(self, season: Season) -> None:
        cup = a_cup(season)
        with pytest.raises(Refused, match="both seeded 1"):
            set_seeds(cup=cup, seeds={1: 1, 2: 1})

    def test_nothing_of_it_changes_after_the_draw(self, season: Season) -> None:
        cup = a_cup(season)
        drawn(cup)
        for late in (
            lambda: strike_entry(cup=cup, number=1),
            lambda: set_seeds(cup=cup, seeds={1: 1}),
            lambda: delete_cup(cup=cup),
        ):
            with pytest.raises(Refused, match="The draw is made"):
                late()

    def test_before_it_all_of_it_does(self, season: Season) -> None:
        cup = a_cup(season)
        strike_entry(cup=cup, number=1)
        assert cup.entries.count() == 3
        delete_cup(cup=cup)
        assert not Cup.objects.exists()

    def test_the_same_name_in_the_next_season(self, season: Season) -> None:
        next_year = a_season(season.league, "2027-28")
        slugs = [make_cup(season=one, name="Knock-out Cup").slug for one in (season, next_year)]
        assert slugs == ["knock-out-cup", "knock-out-cup-2027-28"]
        with pytest.raises(Refused, match="has this name"):
            make_cup(season=season, name="Knock-out Cup")


class TestDrawing:
    def test_a_round_comes_after_the_one_before(self, season: Season) -> None:
        cup = a_cup(season)
        drawn(cup)
        with pytest.raises(Refused, match="Still to be decided in the semi-finals"):
            drawn(cup, 2)

    def test_a_round_is_drawn_once(self, season: Season) -> None:
        cup = a_cup(season)
        drawn(cup)
        home_wins(cup, 1, 1)
        home_wins(cup, 1, 2)
        with pytest.raises(Refused, match="drawn already"):
            drawn(cup, 1)

    def test_a_draw_is_taken_back_until_it_is_played(self, season: Season) -> None:
        cup = a_cup(season)
        drawn(cup)
        home_wins(cup, 1, 1)
        with pytest.raises(Refused, match="has a result"):
            undo_draw(cup=cup, round_number=1)
        undo_result(cup=cup, round_number=1, number=1)
        undo_draw(cup=cup, round_number=1)
        assert not cup.draws.exists()


class TestTies:
    def test_level_ties_are_decided_as_the_rules_say(self, season: Season) -> None:
        cup = a_cup(season, replays=1)
        drawn(cup)
        result = TieResult(round=1, number=1, legs=((8, 8),), deciding=(1, 0))
        with pytest.raises(Refused, match="replayed first"):
            enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
        played = TieResult(round=1, number=1, legs=((8, 8),), replays=((8, 8),), deciding=(0, 1))
        enter_result(cup=cup, result=played, began_from=None, now=FRIDAY)
        assert cup_on_page(cup).bracket.tie(1, 1).verdict.winner == 1

    def test_the_start_of_a_handicap_counts(self, season: Season) -> None:
        cup = a_cup(season, teams=2, handicap=Handicap(each=1, per=2))
        set_seeds(cup=cup, seeds={}, handicaps={1: 0, 2: 10})
        tie = drawn(cup).bracket.tie(1, 1)
        assert sorted(tie.start) == [0, 5]

    def test_given_without_play(self, season: Season) -> None:
        cup = a_cup(season)
        page = drawn(cup)
        given = TieResult(round=1, number=1, at_fault=AtFault.HOME, reason="Nobody came.")
        enter_result(cup=cup, result=given, began_from=None, now=FRIDAY)
        assert cup_on_page(cup).bracket.tie(1, 1).winner == page.bracket.tie(1, 1).away.entrant

    def test_who_leaves_gives_the_rest(self, season: Season) -> None:
        cup = a_cup(season)
        tie = drawn(cup).bracket.tie(1, 1)
        leave_cup(cup=cup, number=tie.home.entrant.key, reason="Their pub has closed.")
        assert cup_on_page(cup).bracket.tie(1, 1).winner == tie.away.entrant

    def test_what_the_next_round_leans_on_stands(self, season: Season) -> None:
        cup = a_cup(season)
        drawn(cup)
        home_wins(cup, 1, 1)
        home_wins(cup, 1, 2)
        drawn(cup, 2)
        other = TieResult(round=1, number=1, legs=((9, 15),))
        with pytest.raises(Refused, match="The next round follows from this tie"):
            enter_result(cup=cup, result=other, began_from=FRIDAY, now=LATER)
        same_winner = TieResult(round=1, number=1, legs=((15, 8),))
        enter_result(cup=cup, result=same_winner, began_from=FRIDAY, now=LATER)

    def test_what_somebody_else_has_entered_meanwhile_is_not_written_over(self, season: Season) -> None:
        cup = a_cup(season)
        drawn(cup)
        home_wins(cup, 1, 1)
        home_wins(cup, 1, 1)  # the same twice is once
        other = TieResult(round=1, number=1, legs=((9, 15),))
        with pytest.raises(Refused, match="Somebody else"):
            enter_result(cup=cup, result=other, began_from=None, now=LATER)

    def test_where_and_when(self, season: Season) -> None:
        cup = a_cup(season, neutral_rounds=1)
        neutral = a_pub(season.league, "Neutral Arms")
        set_finals(cup=cup, at=neutral, on=NIGHT)
        cup.refresh_from_db()
        page = drawn(cup)
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None)
        set_tie(cup=cup, round_number=1, number=2, date=NIGHT, starts_at=None, venue=neutral)
        first, second = cup_on_page(cup).rounds[0].ties
        assert (first.date, first.venue) == (NIGHT, page.rounds[0].ties[0].home_team.pub)
        assert second.venue == neutral
        assert cup_on_page(cup).rounds[1].ties[0].venue == neutral
        with pytest.raises(Refused, match="no longer in the cup"):
            set_tie(cup=cup, round_number=1, number=9, date=None, starts_at=None, venue=None)


class TestClosed:
    def test_nothing_of_it_is_written_any_more(self, season: Season) -> None:
        cup = a_cup(season, plate=Plate.FIRST_ROUND)
        drawn(cup)
        home_wins(cup, 1, 1)
        home_wins(cup, 1, 2)
        close_season(season=season)
        tie = {"cup": cup, "round_number": 1, "number": 1}
        result = TieResult(round=1, number=1, legs=((9, 15),))
        when = {"date": NIGHT, "starts_at": None}
        for late in (
            lambda: make_cup(season=season, name="Another"),
            lambda: set_finals(cup=cup, at=None, on=NIGHT),
            lambda: enter_teams(cup=cup, teams=[]),
            lambda: draw_round(cup=cup, round_number=2, lot="a lot", now=LATER),
            lambda: undo_draw(cup=cup, round_number=1),
            lambda: leave_cup(cup=cup, number=1, reason="Their pub has closed."),
            lambda: make_plate(cup=cup, name="Plate"),
            lambda: delete_cup(cup=cup),
            lambda: set_round(cup=cup, round_number=1, **when),
            lambda: set_tie(**tie, venue=None, **when),
            lambda: enter_result(cup=cup, result=result, began_from=FRIDAY, now=LATER),
            lambda: undo_result(**tie),
        ):
            with pytest.raises(Refused, match="its tables are final"):
                late()
        reopen_season(season=season)
        undo_result(**tie)


class TestLosers:
    def test_the_plate_begins_with_their_handicaps_as_they_are_now(self, season: Season) -> None:
        cup = a_cup(season, plate=Plate.FIRST_ROUND, handicap=Handicap(each=1, by_result=2))
        set_seeds(cup=cup, seeds={}, handicaps=dict.fromkeys(range(1, 5), 5))
        drawn(cup)
        for number in (1, 2):
            result = TieResult(round=1, number=number, legs=((15, 9),))
            enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
        assert [entry.handicap for entry in make_plate(cup=cup, name="Plate").entries.all()] == [7, 7]

    def test_the_plate_is_for_them(self, season: Season) -> None:
        cup = a_cup(season, plate=Plate.FIRST_ROUND)
        drawn(cup)
        with pytest.raises(Refused, match="Still to be decided before the plate"):
            make_plate(cup=cup, name="Plate")
        home_wins(cup, 1, 1)
        home_wins(cup, 1, 2)
        plate = make_plate(cup=cup, name="Plate")
        assert plate.entries.count() == 2
        other = TieResult(round=1, number=1, legs=((9, 15),))
        with pytest.raises(Refused, match="Plate is made of the losers"):
            enter_result(cup=cup, result=other, began_from=FRIDAY, now=LATER)
        with pytest.raises(Refused, match="has its plate"):
            make_plate(cup=cup, name="Another plate")

    def test_the_highest_go_through(self, season: Season) -> None:
        cup = a_cup(season, teams=6, fill=Fill.HIGHEST_LOSERS)
        drawn(cup)
        for number in (1, 2, 3):
            home_wins(cup, 1, number)
        page = cup_on_page(cup)
        assert len(page.hat) == 4
        assert len(page.losers) == 3


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_two_draw(self) -> None:
        cup = a_cup(a_season())
        draw = [lambda lot=lot: draw_round(cup=cup, round_number=1, lot=lot, now=FRIDAY) for lot in "ab"]
        assert_done_or_refused(at_once(*draw), done=1)

    def test_two_enter_different_scores(self) -> None:
        cup = a_cup(a_season())
        drawn(cup)

        def enter(own: int) -> None:
            result = TieResult(round=1, number=1, legs=((own, 3),))
            enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)

        assert_done_or_refused(at_once(lambda: enter(15), lambda: enter(14)), done=1)

    def test_a_season_is_closed_while_somebody_draws(self) -> None:
        cup = a_cup(a_season())
        became = at_once(lambda: close_season(season=cup.season), lambda: drawn(cup))
        refused = [one for one in became if isinstance(one, Refused)]
        assert became[0] == "done"
        assert cup.draws.count() == 1 - len(refused)

    def test_pairs_come_through_two_doors(self) -> None:
        cup = make_cup(season=a_season(), name="Pairs")
        doors = [lambda n=n: enter_pair(cup=cup, names=(f"Player {n}", "Another")) for n in range(2)]
        assert_done_or_refused(at_once(*doors), done=2)
        assert [entry.number for entry in cup.entries.all()] == [1, 2]
