"""A tie of two teams is a match: planned with its night, entered table by table, carried to the bracket."""

import datetime
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.dated_ties import dated_ties
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.services import cups
from league.cups.services.cups import draw_round, enter_teams, leave_cup, make_cup, undo_draw
from league.cups.services.nights import set_round, set_tie
from league.cups.services.ties import enter_result, follow_match, undo_result
from league.matches import services
from league.matches.outcomes import AtFault
from league.matches.selectors import exempt_from_deadlines
from league.matches.services import give_walkover, revoke_ruling
from league.matches.sheet.values import SeatName, Sheet
from league.models import (
    Cup,
    CupSeat,
    Division,
    Game,
    HandResult,
    Match,
    Offence,
    Player,
    RecordChange,
    Season,
    Side,
    User,
)
from league.records.services.records import undo_change
from league.results.jobs import accept_silent_reports
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.services import scorecards
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
    a_team,
    regulated,
)
from tests.builders_leagues import TINY, a_whole_league, public_pages
from tests.builders_tables import a_report, an_entry, finals
from tests.moments import WAIT, after, assert_done_or_refused, at_once
from tests.reading import words

pytestmark = pytest.mark.django_db
DAY, WEEK = datetime.timedelta(days=1), datetime.timedelta(weeks=1)
HOME_WINS = ((15, 9), (15, 9), (9, 15), (15, 3))
LEVEL = ((15, 9), (9, 15), (15, 9), (9, 15))
AWAY_WINS = tuple((away, home) for home, away in HOME_WINS)


@pytest.fixture
def season() -> Season:
    return a_season()


@pytest.fixture
def by(season: Season) -> User:
    return a_secretary(season.league)


def a_cup(season: Season, **rules: object) -> Cup:
    """A bracket of four, its first round on a night."""
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET, **rules))
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:4]])
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=datetime.time(20, 0))
    return cup


def match_of(cup: Cup, round_number: int = 1, number: int = 1, leg: int = 1) -> Match:
    ties = Match.with_ties.filter(tie__cup=cup, tie__round=round_number, tie__number=number, leg=leg)
    return ties.select_related(
        "division__season__rule_book", "division__season__league", "home", "away"
    ).get()


def enter(
    match: Match, by: User, scores: object = HOME_WINS, *, began_from: int = 0, reason: str = ""
) -> None:
    confirm_scorecard(
        match=match, sheet=finals(*scores), by=by, began_from=began_from, now=FRIDAY, reason=reason
    )


def seated(sheet: Sheet, player: Player) -> Sheet:
    """The same with somebody on the home side of its first game."""
    first, *others = sheet.tables
    game = replace(first.games[0], home_pair=(SeatName(player=player.pk),))
    return replace(sheet, tables=(replace(first, games=(game,)), *others))


def tie(cup: Cup, round_number: int = 1, number: int = 1) -> TieOnPage:
    return cup_on_page(cup).tie(round_number, number)


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


@pytest.mark.django_db(transaction=True)
def test_two_who_enter_both_semi_finals_at_once_make_one_final() -> None:
    season = a_season()
    by = a_secretary(season.league)
    cup = a_cup(season)
    set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
    matches = [match_of(cup, number=number) for number in (1, 2)]
    became = at_once(*(lambda match=match: enter(match, by) for match in matches))
    assert_done_or_refused(became, done=2)
    assert match_of(cup, 2).home == matches[0].home


def corrected(match: Match, by: User) -> None:
    enter(match, by, AWAY_WINS, began_from=1, reason="Columns")


def given_away(match: Match, by: User) -> None:
    give_walkover(match=match, at_fault="h", reason="An unregistered player.", by=by, on=NIGHT)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", [corrected, given_away])
def test_a_change_and_the_next_match_entered_at_once_never_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Match, User], None]
) -> None:
    season = a_season()
    by = a_secretary(season.league)
    cup = a_cup(season)
    set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
    for number in (1, 2):
        enter(match_of(cup, number=number), by)
    semi_final, final = match_of(cup), match_of(cup, 2)
    corrects, is_entered, plans = threading.Event(), threading.Event(), threading.Event()
    follow, plan = scorecards.follow_tie, cups.plan_matches

    def follow_in_step(match: Match) -> None:
        """The change goes on once the final is held, if it can be; its entry once matches are planned."""
        if match == semi_final:
            corrects.set()
            is_entered.wait(0.3)
        else:
            is_entered.set()
            plans.wait(0.3)
        follow(match)

    def plan_in_step(cup: Cup) -> None:
        plans.set()
        plan(cup)

    for module in (scorecards, services):
        monkeypatch.setattr(module, "follow_tie", follow_in_step)
    monkeypatch.setattr(cups, "plan_matches", plan_in_step)

    def enter_final() -> None:
        corrects.wait(WAIT)
        enter(final, by)

    became = at_once(lambda: change(semi_final, by), enter_final)
    assert_done_or_refused(became, done=1)
    assert became[0] == "done"
    assert match_of(cup, 2).home == semi_final.away


# Where people look for a cup: everywhere else its hands change nothing.
SHOW_CUPS = {"cup", "cups", "live-list", "night-board", "pub", "team"}


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


class TestDecidingGames:
    @pytest.fixture
    def cup(self, season: Season, by: User) -> Cup:
        """A bracket of four whose first tie is level, the final dated."""
        cup = a_cup(season)
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        enter(match_of(cup), by, LEVEL)
        return cup

    def test_a_level_tie_has_a_match_of_its_deciding_game_the_same_night(self, cup: Cup, by: User) -> None:
        first, deciding = match_of(cup), match_of(cup, leg=2)
        assert (deciding.home, deciding.venue, deciding.date) == (first.home, first.venue, NIGHT)
        assert deciding.week_words == "round 1, deciding games"
        enter_result(
            cup=cup, result=TieResult(round=1, number=2, legs=((50, 40),)), began_from=None, now=FRIDAY
        )
        enter(deciding, by, ((9, 15),))
        assert tie(cup).tie.verdict.words == "0-1 in a deciding game, after 48-48."
        assert match_of(cup, 2).home == first.away

    def test_its_hands_come_from_phones_and_the_sheet_has_one_table(
        self, cup: Cup, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        after(monkeypatch, NIGHT)
        deciding = match_of(cup, leg=2)
        for number in range(1, 6):
            an_entry(deciding, f"h{number}", {"high": "h", "low": "h", "jack": "h", "game": "a"})
        sheet = LoggedMatch(deciding, log_of(deciding)).sheet
        assert [table.is_played for table in sheet.tables] == [True, False, False, False]
        assert (sheet.tables[0].games[0].home_score, sheet.tables[0].games[0].away_score) == (15, 4)
        client.force_login(User.objects.get())
        address = f"/{deciding.division.season.league.slug}/secretary/matches/{deciding.public_id}/entry/"
        sent = {"version": "0", "confirm": "yes", "t1-away-final": "4"}
        assert client.post(address, sent).status_code == HTTPStatus.SEE_OTHER
        assert tie(cup).tie.winner.name == deciding.home.name

    def test_it_goes_with_the_level_score_and_stays_where_it_is_played(self, cup: Cup, by: User) -> None:
        correct = {"began_from": 1, "reason": "Columns"}
        enter(match_of(cup, leg=2), by, ((15, 9),))
        with pytest.raises(Refused, match="The tie was won already"):
            enter(match_of(cup), by, HOME_WINS, **correct)
        deciding = match_of(cup, leg=2)
        deciding.scorecards.all().delete()
        follow_match(deciding)
        assert tie(cup).tie.verdict.words == "Level at 48-48: one deciding game is to be played."
        enter(match_of(cup), by, HOME_WINS, **correct)
        assert not Match.with_ties.filter(is_play_off=True).exists()
        assert tie(cup).tie.result.deciding is None

    def test_totals_can_be_typed_instead_and_not_against_it(self, cup: Cup, by: User) -> None:
        level = tie(cup)
        typed = replace(level.tie.result, deciding=(1, 0))
        enter_result(cup=cup, result=typed, began_from=level.entered_at, now=FRIDAY)
        assert tie(cup).tie.is_over
        assert not Match.with_ties.filter(is_play_off=True).exists()
        enter_result(cup=cup, result=level.tie.result, began_from=tie(cup).entered_at, now=FRIDAY)
        enter(match_of(cup, leg=2), by, ((15, 9),))
        against = replace(level.tie.result, deciding=(0, 1))
        with pytest.raises(Refused, match="entered as a match"):
            enter_result(cup=cup, result=against, began_from=tie(cup).entered_at, now=FRIDAY)

    def test_the_final_scores_of_the_night_ask_for_its_own_tables_alone(
        self, cup: Cup, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        after(monkeypatch, NIGHT)
        client.force_login(User.objects.get())
        page, deciding = f"/{cup.season.league.slug}/secretary/nights/{NIGHT}/finals/", match_of(cup, leg=2)
        answer = client.get(page)
        fields = re.findall(rf'name="m{deciding.public_id}-t(\d)-home"', answer.content.decode())
        assert fields == ["1"]
        assert len(re.findall(r'name="m\w+-t\d-home"', answer.content.decode())) == 1 + len(LEVEL)
        m = f"m{deciding.public_id}"
        strange = {f"{m}-version": "0", f"{m}-t2-home": "15", "confirm": "yes"}
        assert "is no field of this match, which has one table." in words(client.post(page, strange))
        client.post(page, {f"{m}-version": "0", f"{m}-t1-away": "4", "confirm": "yes"})
        assert tie(cup).tie.winner.name == deciding.home.name
        settled = client.get(page).content.decode()
        assert settled.count("deciding games") == 1
        assert '<span class="note">not played' not in settled

    def test_it_can_be_given_without_play_and_captains_have_its_pages(
        self, cup: Cup, by: User, client: Client
    ) -> None:
        deciding = match_of(cup, leg=2)
        own = a_captains_link(a_division(cup.season), deciding.home)
        for part in ("", "score/", "score/tables/1/"):
            answer = client.get(f"{own}matches/{deciding.public_id}/{part}")
            assert answer.status_code == HTTPStatus.OK, part
        live = reverse("match-live", args=[cup.season.league.slug, deciding.public_id])
        assert "Deciding games, Thu 14 Jan" in words(client.get(live))
        give_walkover(match=deciding, at_fault="h", reason="They had gone home.", by=by, on=NIGHT)
        assert tie(cup).tie.verdict.words == "0-1 in a deciding game, after 48-48."

    def test_phones_have_its_own_tables_alone_and_the_level_match_leads_there(
        self, cup: Cup, client: Client
    ) -> None:
        first, deciding = match_of(cup), match_of(cup, leg=2)
        own = a_captains_link(a_division(cup.season), deciding.home)
        level = "Knock-out Cup: Level at 48-48: one deciding game is to be played."
        for part in ("", "score/"):
            answer = client.get(f"{own}matches/{first.public_id}/{part}")
            assert level in words(answer), part
            assert f'href="{own}matches/{deciding.public_id}/score/"' in answer.content.decode(), part
        tables = client.get(f"{own}matches/{deciding.public_id}/score/")
        assert tables.content.decode().count("<li data-table=") == 1
        assert tables.context["words"]["games"] == [1]
        assert client.get(f"{own}matches/{deciding.public_id}/score/tables/2/").status_code == 404
        assert "Knock-out Cup, deciding games" in words(client.get(own)).replace(" ,", ",")

    def test_nobody_owes_it_by_a_deadline(self, cup: Cup) -> None:
        exempt = Match.with_ties.filter(exempt_from_deadlines())
        assert [match.leg for match in exempt] == [2]


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
