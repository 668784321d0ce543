"""Deadlines of a season: captains warned before, the secretary asked after, nothing taken by the clock."""

import datetime
import zoneinfo

import pytest

from league.models import Charge, Division, Match, Notice, Offence, Postponement, Ruling
from league.regulations.services.sanctions import apply_offence, reckon_again, waive_offence
from league.scheduling.jobs import lapse_postponements, propose_offences, warn_of_deadlines
from league.scheduling.services.postponements import agree_postponement
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_match,
    a_postponement,
    a_secretary,
    a_walkover,
    a_withdrawal,
    regulated,
)
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db

LONDON = zoneinfo.ZoneInfo("Europe/London")
DAY = datetime.timedelta(days=1)
MINUTE = datetime.timedelta(minutes=1)
NOON = datetime.datetime(2027, 1, 16, 12, 0, tzinfo=LONDON)
PENALTIES = [{}, {"pence": 500}, {"points": 2}]
BY_NOON = {"due": SATURDAY_NOON, "pays": "home", "warning_hours": 24, "penalties": PENALTIES}


@pytest.fixture
def division() -> Division:
    division = regulated(a_division(teams=4), late_result=[BY_NOON])
    a_captain(division, "The Fleece", name="Ann", email="ann@example.org")
    a_captain(division, "The Shears", name="Bob", email="bob@example.org")
    return division


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def found(**wanted: object) -> list[tuple[str, int, int, int]]:
    rows = Offence.objects.filter(**wanted).order_by("fell_at", "id").select_related("team")
    return [(row.team.name, row.number, row.halves, row.pence) for row in rows]


# --- Proposed ---------------------------------------------------------------------------------


def test_nothing_is_proposed_to_the_minute_and_once_after_it(match):
    assert propose_offences(NOON) == 0
    assert [propose_offences(NOON + MINUTE), propose_offences(NOON + 2 * MINUTE)] == [1, 0]
    (offence,) = Offence.objects.all()
    assert (offence.kind, offence.team, offence.match) == ("late_result-1", match.home, match)
    assert offence.fell_at == NOON
    assert offence.reason == (
        "The result was due by noon on Saturday 16 January; that has not happened. "
        "Number 1 of its kind this season: a warning."
    )


def test_nothing_is_taken_by_the_clock(division, match):
    regulated(division, late_result=[{**BY_NOON, "penalties": [{"points": 2, "pence": 500}]}])
    propose_offences(NOON + DAY)
    assert found() == [("The Fleece", 1, 4, 500)]
    assert not Ruling.objects.exists()
    assert not Charge.objects.exists()


def test_a_match_that_is_lost_is_asked_for_by_name_and_never_as_a_warning(client, division, match):
    regulated(division, late_result=[{**BY_NOON, "penalties": [{"match": True}]}])
    propose_offences(NOON + DAY)
    assert Offence.objects.get().in_play == "the match"
    league = division.season.league
    client.force_login(a_secretary(league))
    page_text = words(client.get(f"/{league.slug}/secretary/penalties/"))
    assert "The rules ask for the match . What is lost in play is given at the match ." in page_text
    assert "warning" not in page_text.partition("Decided this season")[0].partition("The rules ask for")[2]


def test_a_result_in_time_is_no_offence_and_its_correction_does_not_make_it_one(match):
    first = a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON)
    first.is_confirmed, first.set_aside_at = False, NOON + DAY
    first.save()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 7), entered_at=NOON + DAY)
    assert propose_offences(NOON + DAY) == 0


def test_a_card_of_another_match_was_no_result_of_this_one(match):
    first = a_card(match, (15, 9), entered_at=NOON)
    first.is_confirmed, first.set_aside_at, first.set_aside_because = False, NOON, "another match's"
    first.save()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON + MINUTE)
    assert propose_offences(NOON + DAY) == 1


def test_the_reason_says_when_the_result_came_while_nobody_has_decided(match):
    propose_offences(NOON + MINUTE)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON + DAY)
    propose_offences(NOON + 2 * DAY)
    assert "that was at noon on Sunday 17 January" in Offence.objects.get().reason


@pytest.mark.slow
def test_one_let_pass_does_not_make_the_next_a_second_one(division, match):
    secretary = a_secretary(division.season.league)
    a_match(division, "The Fleece", "Packhorse & Drover", date=NIGHT + WEEK, week=2)
    propose_offences(NOON + MINUTE)
    propose_offences(NOON + WEEK + MINUTE)
    assert found() == [("The Fleece", 1, 0, 0), ("The Fleece", 2, 0, 500)]
    first = Offence.objects.order_by("fell_at")[0]
    waive_offence(offence=first, by=secretary, now=NOON + WEEK, because="the line was down")
    propose_offences(NOON + WEEK + 2 * MINUTE)
    assert found(state="proposed") == [("The Fleece", 1, 0, 0)]


def test_what_was_decided_is_left_as_it_was_decided(division, match):
    secretary = a_secretary(division.season.league)
    propose_offences(NOON + MINUTE)
    apply_offence(offence=Offence.objects.get(), by=secretary, now=NOON + DAY)
    regulated(division, late_result=[{**BY_NOON, "penalties": [{"pence": 900}]}])
    assert propose_offences(NOON + 2 * DAY) == 0
    assert found() == [("The Fleece", 1, 0, 0)]


def test_one_decided_in_that_moment_is_not_reckoned_again(division, match):
    propose_offences(NOON + MINUTE)
    offence = Offence.objects.get()
    secretary = a_secretary(division.season.league)
    waive_offence(offence=offence, by=secretary, now=NOON + DAY, because="the line was down")
    assert not reckon_again(offence=offence, number=2, halves=2, pence=0, reason="otherwise")
    assert found() == [("The Fleece", 1, 0, 0)]


def test_a_rule_made_in_the_middle_of_a_season_does_not_dig_up_the_months_before(division):
    a_match(division, date=NIGHT - 10 * WEEK, week=1)
    a_match(division, "The Fleece", "Packhorse & Drover", date=NIGHT, week=2)
    propose_offences(NOON + MINUTE)
    assert found() == [("The Fleece", 1, 0, 0)]


@pytest.mark.parametrize(
    "what", sampled(["given before", "void", "withdrawn", "disputed", "finished"], each=3)
)
def test_nobody_owes_anything_about_what_is_settled_otherwise(division, match, what):
    if what == "given before":
        a_walkover(match)
    elif what == "void":
        a_walkover(match, kind="void", at_fault="")
    elif what == "withdrawn":
        a_withdrawal(division, "The Shears")
    elif what == "disputed":
        Match.objects.update(disputed_because="they do not agree")
    else:
        division.season.is_finished = True
        division.season.save()
    assert (propose_offences(NOON + DAY), warn_of_deadlines(NOON - DAY)) == (0, 0)


def test_a_card_with_final_scores_only_is_no_card_yet(division, match):
    regulated(division, missing_card=[{"due": {"days": 3}, "pays": "home", "penalties": [{"pence": 500}]}])
    card = a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON)
    assert propose_offences(NOON + 2 * DAY) == 1
    Offence.objects.all().delete()
    card.tables.first().games.get().hands.create(number=1, high="h", low="a", jack="-", game_point="h")
    assert propose_offences(NOON + 2 * DAY) == 0


@pytest.mark.slow
def test_the_winner_answers_once_there_is_one(division, match):
    regulated(division, late_result=[{**BY_NOON, "pays": "winner"}])
    assert propose_offences(NOON + MINUTE) == 0
    a_card(match, (9, 15), (12, 15), (15, 11), (8, 15), entered_at=NOON + DAY)
    propose_offences(NOON + DAY)
    assert found() == [("The Shears", 1, 0, 0)]


def test_a_late_postponement_and_a_match_given_are_proposed(division, match):
    regulated(
        division,
        postponements={"bands": [{"notice": {"days": 4}}, {"penalties": [{"pence": 2000}]}]},
        walkover=[{"pence": 1000}],
    )
    asked = a_postponement(match, asked_at=NOON - 3 * DAY, offered=[str(NIGHT + WEEK)])
    agree_postponement(postponement=asked, to=NIGHT + WEEK, now=NOON - 3 * DAY)
    given = a_match(division, "The Tup and Bell", "Packhorse & Drover")
    a_walkover(given, at_fault="h", decided_on=NIGHT)
    propose_offences(NOON)
    assert found() == [("The Shears", 1, 0, 2000), ("The Tup and Bell", 1, 0, 1000)]
    assert Offence.objects.get(team=given.home).reason.startswith(
        "The match was given on Thursday 14 January."
    )


def test_a_match_put_off_wants_a_date_in_time(division, match):
    regulated(division, late_new_date=[{"due": {"days": 7}, "pays": "both", "penalties": [{"points": 1}]}])
    asked = a_postponement(match, asked_at=NOON - 3 * DAY, offered=[])
    agree_postponement(postponement=asked, to=None, now=NOON - 3 * DAY)
    propose_offences(NOON + 3 * DAY)
    assert found() == []
    propose_offences(NOON + 5 * DAY)
    assert sorted(found()) == [("The Fleece", 1, 2, 0), ("The Shears", 1, 2, 0)]


# --- Warned -----------------------------------------------------------------------------------


def test_the_captain_is_warned_once_a_day_before_with_what_threatens(match):
    assert warn_of_deadlines(NOON - DAY - MINUTE) == 0
    assert [warn_of_deadlines(NOON - DAY), warn_of_deadlines(NOON - DAY + MINUTE)] == [1, 0]
    letter = Notice.objects.get()
    assert (letter.to, letter.kind, letter.match) == ("ann@example.org", "warning", match)
    assert "The result must be in by noon on Saturday 16 January; after that" in letter.body
    assert "the sanction for the home side is a warning." in letter.body


def test_after_a_first_offence_the_letter_says_what_a_second_costs(division, match):
    propose_offences(NOON + MINUTE)
    a_match(division, "The Fleece", "Packhorse & Drover", date=NIGHT + WEEK, week=2)
    warn_of_deadlines(NOON + WEEK - MINUTE)
    assert "the sanction for the home side is £5." in Notice.objects.get().body


def test_nobody_is_warned_of_what_is_done_has_passed_or_is_not_to_be_announced(division, match):
    assert warn_of_deadlines(NOON + MINUTE) == 0
    regulated(division, late_result=[{key: BY_NOON[key] for key in ("due", "pays")}])
    assert warn_of_deadlines(NOON - MINUTE) == 0
    regulated(division, late_result=[BY_NOON])
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON - DAY)
    assert warn_of_deadlines(NOON - MINUTE) == 0


def test_while_nobody_has_won_both_are_warned_and_a_moved_deadline_is_said_again(division, match):
    regulated(division, late_result=[{**BY_NOON, "pays": "winner"}])
    assert warn_of_deadlines(NOON - MINUTE) == 2
    later = {"weekday": "saturday", "at": "18:00"}
    regulated(division, late_result=[{**BY_NOON, "due": later}])
    assert warn_of_deadlines(NOON - MINUTE) == 1


# --- Requests nobody answered -----------------------------------------------------------------


def test_a_request_nobody_answered_is_closed_and_both_sides_are_told(match):
    asked = a_postponement(match, answer_by=NOON - 3 * DAY)
    assert lapse_postponements(NOON - 3 * DAY - MINUTE) == 0
    assert [lapse_postponements(NOON - 3 * DAY), lapse_postponements(NOON)] == [1, 0]
    asked.refresh_from_db()
    match.refresh_from_db()
    assert (asked.state, match.date) == (Postponement.State.LAPSED, NIGHT)
    assert sorted(Notice.objects.values_list("to", flat=True)) == ["ann@example.org", "bob@example.org"]
    assert "The Shears asked to move The Fleece v The Shears" in Notice.objects.first().body


def test_without_a_clock_or_after_an_answer_nothing_lapses(division, match):
    a_postponement(match, answer_by=None)
    played = a_match(division, "The Tup and Bell", "Packhorse & Drover")
    a_postponement(played, answer_by=NOON - 3 * DAY)
    a_card(played, (15, 9), (12, 15), (15, 11), (15, 8))
    given = a_match(division, "The Tup and Bell", "Packhorse & Drover", week=2)
    a_postponement(given, answer_by=NOON - 3 * DAY)
    a_walkover(given)
    assert lapse_postponements(NOON) == 0
    assert not Notice.objects.exists()


# --- What looking costs -----------------------------------------------------------------------


@pytest.mark.parametrize("matches", [1, 6])
def test_looking_costs_the_same_however_many_matches(division, matches, django_assert_num_queries):
    for number in range(matches):
        a_match(division, date=NIGHT + number * WEEK, week=number + 1)
    propose_offences(NOON + MINUTE)
    for_proposals = [
        "seasons",
        "offences known",
        "matches",
        "divisions",
        "cards",
        "receipts",
        "postponements",
    ]
    with django_assert_num_queries(len(for_proposals)):
        propose_offences(NOON + MINUTE)
    for_warnings = ["seasons", "matches", "divisions", "cards", "receipts", "postponements"]
    with django_assert_num_queries(len(for_warnings)):
        warn_of_deadlines(NOON + MINUTE)


def test_seasons_without_regulations_cost_one_query(django_assert_num_queries):
    a_match()
    with django_assert_num_queries(len(["seasons"])):
        propose_offences(NOON + DAY)
