"""A tie of two teams is a match: planned with its night, entered table by table, carried to the bracket."""

import datetime
import re
from dataclasses import replace
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.cups.entries import TieResult
from league.cups.selectors.dated_ties import dated_ties
from league.cups.services.cups import leave_cup, undo_draw
from league.cups.services.nights import set_round, set_tie
from league.cups.services.ties import enter_result, undo_result
from league.matches.outcomes import AtFault
from league.matches.services import give_walkover, revoke_ruling
from league.models import (
    Cup,
    CupSeat,
    Division,
    Game,
    HandResult,
    Match,
    Offence,
    RecordChange,
    Scorecard,
    Season,
    Side,
    User,
)
from league.records.services.records import undo_change
from league.regulations.selectors.ineligible import ineligible_players
from league.results.jobs import accept_silent_reports
from league.results.services.scorecards import confirm_scorecard
from league.scheduling.jobs import propose_offences
from league.scheduling.services.moves import postpone_match
from league.season_rollover.pubs.services import move_team
from league.shared.errors import Refused
from league.standings.selectors.standings import tables_of
from tests.builders import (
    CAST,
    FRIDAY,
    NIGHT,
    SATURDAY_NOON,
    a_captains_link,
    a_division,
    a_match,
    a_player,
    a_pub,
    a_season,
    a_seat,
    a_secretary,
    regulated,
)
from tests.builders_leagues import TINY, a_whole_league, public_pages
from tests.builders_tables import a_report, an_entry, finals
from tests.cups.tie_cast import AWAY_WINS, HOME_WINS, a_cup, enter, match_of, seated, tie
from tests.reading import tables_read

pytestmark = pytest.mark.django_db
DAY, WEEK = datetime.timedelta(days=1), datetime.timedelta(weeks=1)


@pytest.fixture
def season() -> Season:
    return a_season()


@pytest.fixture
def by(season: Season) -> User:
    return a_secretary(season.league)


def test_who_played_in_two_ties_is_checked_by_as_many_queries_as_in_one(season: Season, by: User) -> None:
    a_division(season, teams=4)
    cup, asked = a_cup(season), []
    for number in (1, 2):
        match = match_of(cup, number=number)
        sheet = seated(finals(*HOME_WINS), a_player(match.home, f"Player {number}"))
        confirm_scorecard(match=match, sheet=sheet, by=by, began_from=0, now=FRIDAY, reason="")
        with CaptureQueriesContext(connection) as queries:
            assert len(ineligible_players(Scorecard.objects.all())) == number
        asked.append(tables_read(queries))
    assert asked[0] == asked[1]


class TestPlanning:
    def test_a_night_makes_matches_that_no_list_of_the_league_has(self, season: Season) -> None:
        cup = a_cup(season)
        match = match_of(cup)
        assert (match.date, match.home, match.venue) == (NIGHT, tie(cup).home_team, match.home.pub)
        assert str(match.division) == "Knock-out Cup"
        assert not Match.objects.exists()
        assert not season.divisions.exists()
        assert not Division.objects.exists()

    def test_another_night_moves_the_match_and_no_night_deletes_it(self, season: Season) -> None:
        cup = a_cup(season)
        before = match_of(cup)
        set_round(cup=cup, round_number=1, date=NIGHT + WEEK, starts_at=None)
        assert match_of(cup).public_id == before.public_id
        assert (match_of(cup).date, match_of(cup).sequence) == (NIGHT + WEEK, before.sequence + 1)
        set_tie(cup=cup, round_number=1, number=1, date=None, starts_at=None, venue=None)
        assert Match.with_ties.count() == 1

    def test_an_undone_draw_takes_matches_along_unless_they_have_begun(self, season: Season) -> None:
        cup = a_cup(season)
        match = match_of(cup)
        entry = an_entry(match, "h1", {"high": "h"})
        with pytest.raises(Refused, match="is being played"):
            undo_draw(cup=cup, round_number=1)
        entry.delete()
        undo_draw(cup=cup, round_number=1)
        assert not Match.with_ties.exists()

    def test_a_postponed_match_moves_its_tie(self, season: Season) -> None:
        cup = a_cup(season)
        postpone_match(match=match_of(cup), to=NIGHT + WEEK, reason="Snow")
        assert tie(cup).date == NIGHT + WEEK

    def test_it_follows_a_team_that_moves_and_comes_back_with_it(self, season: Season, by: User) -> None:
        cup = a_cup(season)
        before, to = match_of(cup).venue, a_pub(season.league, "The Drystone")
        moving = {"since": NIGHT - WEEK, "places": {}, "by": by, "now": FRIDAY}
        move_team(team=match_of(cup).home, to=to, **moving)
        assert (match_of(cup).venue, match_of(cup).venue_because) == (to, "")
        undo_change(change=RecordChange.objects.get(), by=by, now=FRIDAY)
        assert match_of(cup).venue == before

    def test_it_goes_with_a_team_that_leaves_the_cup(self, season: Season) -> None:
        cup = a_cup(season)
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        leaving, staying = tie(cup).tie.home.entrant, tie(cup).away_team
        leave_cup(cup=cup, number=leaving.key, reason="Their pub has closed.")
        assert not Match.with_ties.filter(tie__round=1, tie__number=1).exists()
        enter_result(
            cup=cup, result=TieResult(round=1, number=2, legs=((50, 40),)), began_from=None, now=FRIDAY
        )
        assert match_of(cup, 2).home == staying


class TestEntering:
    def test_the_bracket_moves_on_with_the_result(self, season: Season, by: User) -> None:
        cup = a_cup(season)
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        enter(match_of(cup, number=1), by)
        enter(match_of(cup, number=2), by, AWAY_WINS)
        assert tie(cup).tie.result.legs == ((54, 36),)
        final = match_of(cup, 2)
        assert (final.home, final.away) == (tie(cup, 1, 1).home_team, tie(cup, 1, 2).away_team)

    def test_a_correction_waits_for_the_next_round_to_be_undone(self, season: Season, by: User) -> None:
        cup = a_cup(season)
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        for number in (1, 2):
            enter(match_of(cup, number=number), by)
        enter(match_of(cup, 2), by)
        with pytest.raises(Refused, match="Knock-out Cup: The next round follows from this tie"):
            enter(match_of(cup), by, AWAY_WINS, began_from=1, reason="Columns")
        assert match_of(cup).scorecards.confirmed().get().version == 1

    def test_a_correction_gives_the_next_match_its_other_side(self, season: Season, by: User) -> None:
        cup = a_cup(season)
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        for number in (1, 2):
            enter(match_of(cup, number=number), by)
        enter(match_of(cup), by, AWAY_WINS, began_from=1, reason="Columns")
        assert match_of(cup, 2).home == match_of(cup).away

    def test_a_walkover_gives_the_tie_and_its_undoing_takes_it_back(self, season: Season, by: User) -> None:
        cup = a_cup(season)
        ruling = give_walkover(match=match_of(cup), at_fault="a", reason="Nobody came.", by=by, on=NIGHT)
        assert tie(cup).tie.result.at_fault is AtFault.AWAY
        revoke_ruling(ruling=ruling, on=NIGHT)
        assert tie(cup).tie.result is None

    def test_a_second_leg_is_at_the_others_and_counts_the_other_way_round(
        self, season: Season, by: User
    ) -> None:
        cup = a_cup(season, legs=2)
        enter(match_of(cup), by)
        assert tie(cup).date is None
        second = {"date": NIGHT + WEEK, "starts_at": None, "venue": None}
        set_tie(cup=cup, round_number=1, number=1, **second)
        match = match_of(cup, leg=2)
        assert (match.home, match.venue) == (tie(cup).away_team, tie(cup).away_team.pub)
        enter(match, by)
        assert tie(cup).tie.result.legs == ((54, 36), (36, 54))
        assert tie(cup).tie.verdict.words == "Level at 90-90: one deciding game is to be played."
        result = replace(tie(cup).tie.result, deciding=(1, 0))
        enter_result(cup=cup, result=result, began_from=tie(cup).entered_at, now=FRIDAY)
        assert tie(cup).tie.is_over

    def test_both_legs_are_matches_from_the_start_each_in_its_own_pub(self, season: Season, by: User) -> None:
        cup = a_cup(season, legs=2)
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None, second_date=NIGHT + WEEK)
        first, second = match_of(cup), match_of(cup, leg=2)
        assert (second.home, second.away, second.venue) == (first.away, first.home, first.away.pub)
        assert (first.date, second.date) == (NIGHT, NIGHT + WEEK)
        assert tie(cup).match_id == first.public_id
        assert tie(cup).second.match_id == second.public_id
        assert {dated.date for dated in dated_ties(Cup.objects.all())} == {NIGHT, NIGHT + WEEK}
        enter(first, by)
        assert (tie(cup).date, tie(cup).venue, tie(cup).second) == (NIGHT + WEEK, second.venue, None)
        enter(second, by)
        assert tie(cup).tie.result.legs == ((54, 36), (36, 54))

    def test_a_second_leg_that_is_played_first_waits_for_the_first(self, season: Season, by: User) -> None:
        cup = a_cup(season, legs=2)
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None, second_date=NIGHT + WEEK)
        postpone_match(match=match_of(cup), to=None, reason="Snow")
        enter(match_of(cup, leg=2), by)
        assert tie(cup).tie.result is None
        set_tie(cup=cup, round_number=1, number=1, date=NIGHT + 2 * WEEK, starts_at=None, venue=None)
        enter(match_of(cup), by, AWAY_WINS)
        assert tie(cup).tie.result.legs == ((36, 54), (36, 54))
        assert tie(cup).tie.is_over

    def test_a_typed_first_leg_stands_beside_a_second_that_is_a_match(self, season: Season, by: User) -> None:
        cup = a_cup(season, legs=2)
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None, second_date=NIGHT + WEEK)
        typed = TieResult(round=1, number=1, legs=((50, 40),))
        enter_result(cup=cup, result=typed, began_from=None, now=FRIDAY)
        enter(match_of(cup, leg=2), by)
        assert tie(cup).tie.result.legs == ((50, 40), (36, 54))

    def test_each_leg_follows_its_own_match(self, season: Season) -> None:
        cup = a_cup(season, legs=2)
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None, second_date=NIGHT + WEEK)
        postpone_match(match=match_of(cup, leg=2), to=NIGHT + 2 * WEEK, reason="Snow")
        assert (tie(cup).date, tie(cup).second.date) == (NIGHT, NIGHT + 2 * WEEK)
        with pytest.raises(Refused, match="The second leg comes later"):
            set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None, second_date=NIGHT)

    def test_a_level_tie_is_replayed_on_a_night_that_is_chosen_then(self, season: Season, by: User) -> None:
        cup = a_cup(season, replays=1)
        enter_result(
            cup=cup, result=TieResult(round=1, number=1, legs=((45, 45),)), began_from=None, now=FRIDAY
        )
        assert (tie(cup).date, tie(cup).venue) == (None, tie(cup).away_team.pub)
        assert not Match.with_ties.filter(tie__number=1).exists()
        set_tie(cup=cup, round_number=1, number=1, date=NIGHT + WEEK, starts_at=None, venue=None)
        assert match_of(cup, leg=2).home == tie(cup).away_team

    def test_totals_by_hand_stand_for_an_unplayed_match_but_not_against_a_played_one(
        self, season: Season, by: User
    ) -> None:
        cup = a_cup(season)
        typed = TieResult(round=1, number=1, legs=((50, 40),))
        enter_result(cup=cup, result=typed, began_from=None, now=FRIDAY)
        assert Match.with_ties.count() == 1
        undo_result(cup=cup, round_number=1, number=1)
        enter(match_of(cup), by)
        for act in (
            lambda: enter_result(cup=cup, result=typed, began_from=tie(cup).entered_at, now=FRIDAY),
            lambda: undo_result(cup=cup, round_number=1, number=1),
        ):
            with pytest.raises(Refused, match="entered as a match"):
                act()

    def test_the_league_counts_none_of_it(self, season: Season, by: User) -> None:
        division = a_match(a_division(season), home=CAST[0], away=CAST[1], date=NIGHT - WEEK).division
        cup = a_cup(season)
        before = [row.record for table in tables_of([division]) for row in table.rows]
        enter(match_of(cup), by)
        assert [row.record for table in tables_of([division]) for row in table.rows] == before


# Where people look for a cup: everywhere else its hands change nothing.
SHOW_CUPS = {"cup", "cups", "live-list", "night-board", "pub", "team"}


@pytest.mark.slow
def test_a_tie_with_every_hand_changes_no_page_of_the_league(client: Client) -> None:
    league = a_whole_league(TINY)
    cup = Cup.objects.get()
    set_round(cup=cup, round_number=1, date=NIGHT - WEEK + DAY, starts_at=None)
    match = match_of(cup)

    def pages() -> dict[str, str]:
        answers = {name: client.get(address) for name, address in public_pages(league).items()}
        return {
            name: re.sub(r'(data-as-of=|"asOf": )"[^"]*"', "", answer.content.decode())
            for name, answer in answers.items()
            if answer.status_code == HTTPStatus.OK
        }

    before = pages()
    enter(match, a_secretary(league))
    for game in Game.objects.filter(table__scorecard__match=match):
        HandResult.objects.create(game=game, number=1, high="h", low="h", jack="h", game_point="h", hung=True)
        for side, team in ((Side.HOME, match.home), (Side.AWAY, match.away)):
            for place, signed in enumerate(team.registrations.all()[:2], start=1):
                a_seat(game, signed.player, side, place)
    after = pages()
    assert {name for name in before if before[name] != after[name]} <= SHOW_CUPS


class TestFromCaptains:
    @pytest.fixture
    def cup(self, season: Season) -> Cup:
        regulated(a_division(season), one_report_stands={"days": 2, "at": "12:00"})
        return a_cup(season)

    def test_a_report_that_stands_in_silence_moves_the_cup_on(self, cup: Cup) -> None:
        a_report(match_of(cup), "h", *HOME_WINS)
        assert tie(cup).tie.result is None
        assert accept_silent_reports(FRIDAY + WEEK) == 1
        assert tie(cup).tie.winner.name == match_of(cup).home.name

    def test_two_captains_who_sign_the_same_move_the_cup_on(self, cup: Cup) -> None:
        for side in ("h", "a"):
            a_report(match_of(cup), side, *AWAY_WINS)
        assert tie(cup).tie.winner.name == match_of(cup).away.name

    def test_the_captains_page_has_it_with_what_can_be_done(self, cup: Cup, client: Client) -> None:
        match = match_of(cup)
        own = a_captains_link(Division.objects.get(), match.home)
        assert "Knock-out Cup" in client.get(own).content.decode()
        for part in ("", "score/", "score/tables/1/", "squad/", "line-up/", "postpone/"):
            answer = client.get(f"{own}matches/{match.public_id}/{part}")
            assert answer.status_code == HTTPStatus.OK, part

    def test_who_is_cup_tied_is_refused_on_the_sheet_as_on_the_page(self, season: Season, by: User) -> None:
        regulated(a_division(season), people={"cup_tied": "one_team", "blocked": ["cup_tied"]})
        cup = a_cup(season)
        player = a_player(match_of(cup).home, "Jack Hirst")
        sheet = seated(finals(*HOME_WINS), player)
        confirm_scorecard(match=match_of(cup), sheet=sheet, by=by, began_from=0, now=FRIDAY)
        assert [seat.player for seat in CupSeat.objects.all()] == [player]
        with pytest.raises(Refused, match="cup-tied"):
            confirm_scorecard(match=match_of(cup, number=2), sheet=sheet, by=by, began_from=0, now=FRIDAY)

    def test_a_result_that_is_late_is_proposed_as_an_offence(self, season: Season) -> None:
        rule = {"due": SATURDAY_NOON, "pays": "home", "penalties": [{}]}
        regulated(a_division(season, teams=4), late_result=[rule])
        cup = a_cup(season)
        propose_offences(FRIDAY + 2 * DAY)
        late = {offence.match for offence in Offence.objects.select_related("match")}
        assert late == {match_of(cup, number=1), match_of(cup, number=2)}
