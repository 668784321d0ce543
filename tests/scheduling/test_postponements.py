"""A match moved by agreement: who asks, what is offered, who may answer, and what never changes twice."""

import datetime
from collections.abc import Sequence

import pytest

from league.models import Match, Postponement, Side
from league.scheduling.services.moves import postpone_match
from league.scheduling.services.postponements import (
    NightTaken,
    agree_postponement,
    decide_date,
    lapse_postponement,
    refuse_postponement,
    request_postponement,
    withdraw_postponement,
)
from league.shared.errors import Refused
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_postponement, a_pub, a_team

pytestmark = pytest.mark.django_db

State = Postponement.State
DAY = datetime.timedelta(days=1)
NOW = datetime.datetime(2027, 1, 11, 20, 0, tzinfo=datetime.UTC)
MONDAY, TUESDAY = NIGHT + 4 * DAY, NIGHT + 5 * DAY


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


def ask(match: Match, *offered: datetime.date, **said: object) -> Postponement:
    return request_postponement(
        **{  # type: ignore[arg-type]
            "match": match,
            "asked_by": Side.AWAY,
            "reason": "a wedding",
            "offered": offered,
            "answer_by": NOW + 2 * DAY,
            "by": None,
            "now": NOW,
            **said,
        }
    )


def stands(match: Match) -> tuple[datetime.date | None, datetime.date | None]:
    match.refresh_from_db()
    return match.date, match.postponed_from


def test_asking_moves_nothing_yet(match: Match) -> None:
    request = ask(match, MONDAY, TUESDAY)
    assert (request.state, request.offered) == (State.OPEN, ["2027-01-18", "2027-01-19"])
    assert stands(match) == (NIGHT, None)


def test_the_same_asked_twice_is_one_request(match: Match) -> None:
    assert ask(match, MONDAY) == ask(match, MONDAY)
    assert match.postponements.count() == 1


def test_a_second_request_waits_for_the_first(match: Match) -> None:
    ask(match, MONDAY)
    with pytest.raises(Refused, match="open request"):
        ask(match, TUESDAY, asked_by=Side.HOME)


def test_agreeing_moves_the_match_and_keeps_its_first_date(match: Match) -> None:
    request = agree_postponement(postponement=ask(match, MONDAY), to=MONDAY, now=NOW, answered_by=Side.HOME)
    assert (request.state, request.agreed_date, request.answered_at) == (State.AGREED, MONDAY, NOW)
    assert stands(match) == (MONDAY, NIGHT)
    assert match.postponed_because == "a wedding"


def test_agreed_twice_moves_once(match: Match) -> None:
    asked = ask(match, MONDAY)
    for _ in range(2):
        agree_postponement(postponement=asked, to=MONDAY, now=NOW)
    assert stands(match) == (MONDAY, NIGHT)


def test_they_may_agree_before_there_is_a_new_night(match: Match) -> None:
    agree_postponement(postponement=ask(match), to=None, now=NOW)
    assert stands(match) == (None, NIGHT)
    agree_postponement(postponement=ask(match, TUESDAY), to=TUESDAY, now=NOW)
    assert stands(match) == (TUESDAY, NIGHT)


def test_a_side_takes_what_was_offered_but_the_secretary_writes_down_any_night(match: Match) -> None:
    asked = ask(match, MONDAY)
    with pytest.raises(Refused, match="not offered"):
        agree_postponement(postponement=asked, to=TUESDAY, now=NOW, answered_by=Side.HOME)
    agree_postponement(postponement=asked, to=TUESDAY, now=NOW)
    assert stands(match) == (TUESDAY, NIGHT)


def test_who_asked_does_not_answer_and_who_did_not_ask_does_not_take_back(match: Match) -> None:
    asked = ask(match, MONDAY)
    with pytest.raises(Refused, match="The other team answers"):
        agree_postponement(postponement=asked, to=MONDAY, now=NOW, answered_by=Side.AWAY)
    with pytest.raises(Refused, match="The other team answers"):
        refuse_postponement(postponement=asked, because="no", now=NOW, answered_by=Side.AWAY)
    with pytest.raises(Refused, match="Only the team that asked"):
        withdraw_postponement(postponement=asked, now=NOW, answered_by=Side.HOME)
    assert withdraw_postponement(postponement=asked, now=NOW, answered_by=Side.AWAY).state == State.WITHDRAWN


def test_refused_it_stays_where_it_stands_and_says_why(match: Match) -> None:
    asked = ask(match, MONDAY)
    refuse_postponement(postponement=asked, because="we have moved once already", now=NOW)
    asked.refresh_from_db()
    assert (asked.state, asked.answered_because) == (State.REFUSED, "we have moved once already")
    assert stands(match) == (NIGHT, None)


def test_what_is_answered_is_not_answered_otherwise(match: Match) -> None:
    asked = ask(match, MONDAY)
    withdraw_postponement(postponement=asked, now=NOW)
    for answer in (
        lambda: agree_postponement(postponement=asked, to=MONDAY, now=NOW),
        lambda: refuse_postponement(postponement=asked, because="no", now=NOW),
        lambda: lapse_postponement(postponement=asked, because="nobody answered", now=NOW + WEEK),
    ):
        with pytest.raises(Refused, match="was answered meanwhile: withdrawn"):
            answer()
    assert ask(match, MONDAY).state == State.OPEN


def test_it_lapses_only_when_the_time_is_over(match: Match) -> None:
    asked = ask(match, MONDAY)
    with pytest.raises(Refused, match="still time"):
        lapse_postponement(postponement=asked, because="rule 9", now=NOW + DAY)
    assert lapse_postponement(postponement=asked, because="rule 9", now=NOW + WEEK).state == State.LAPSED
    assert stands(match) == (NIGHT, None)


def test_the_secretarys_own_decision_answers_what_waits(match: Match) -> None:
    asked = ask(match, MONDAY)
    decide_date(match=match, to=TUESDAY, reason="snow", now=NOW)
    asked.refresh_from_db()
    assert (asked.state, asked.agreed_date, asked.answered_because) == (State.LAPSED, TUESDAY, "snow")
    assert stands(match) == (TUESDAY, NIGHT)


def test_the_secretary_decides_for_a_taken_night_once_they_know(match: Match) -> None:
    a_twin(match)
    move = {"match": match, "to": MONDAY, "reason": "snow", "now": NOW}
    with pytest.raises(NightTaken, match=r"^18/01/2027 is not free: The Fleece is full: one match\.$"):
        decide_date(**move)
    assert stands(match) == (NIGHT, None)
    decide_date(**move, although_taken=True)
    assert stands(match) == (MONDAY, NIGHT)


def a_twin(match: Match) -> Match:
    """Another match at the Fleece's four tables on the Monday, of its B team."""
    twin = a_team(match.division.season.league, "The Fleece B", pub=match.venue)
    return a_match(match.division, twin, "Packhorse & Drover", date=MONDAY, week=9)


@pytest.mark.parametrize(
    ("busy", "sentence"),
    [
        (lambda match: a_twin(match), "The Fleece is full: one match"),
        (
            lambda match: a_match(match.division, "Packhorse & Drover", "The Shears", date=MONDAY, week=9),
            "The Shears play Packhorse & Drover",
        ),
    ],
)
def test_a_night_that_is_taken_is_neither_offered_nor_agreed_on(match: Match, busy, sentence: str) -> None:
    asked = ask(match, MONDAY)
    busy(match)
    with pytest.raises(Refused, match=f"18/01/2027 is not free. {sentence}"):
        agree_postponement(postponement=asked, to=MONDAY, now=NOW)
    assert stands(match) == (NIGHT, None)
    withdraw_postponement(postponement=asked, now=NOW)
    with pytest.raises(Refused, match=sentence):
        ask(match, MONDAY)


@pytest.mark.parametrize(
    ("offered", "sentence"),
    [
        ([NIGHT], "is already on 14/01/2027"),
        ([NOW.date() - DAY], "10/01/2027 is past"),
        ([datetime.date(2027, 4, 30)], "season is played from 03/09/2026 to 29/04/2027"),
        ([NIGHT + number * DAY for number in range(1, 12)], "11 nights are offered; 10 are the most"),
    ],
)
def test_what_cannot_be_offered_is_refused(
    match: Match, offered: Sequence[datetime.date], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        ask(match, *offered)
    assert not match.postponements.exists()


def test_the_seasons_window_is_kept(match: Match) -> None:
    window = (NIGHT, NIGHT + 4 * DAY)
    assert ask(match, MONDAY, window=window)
    withdraw_postponement(postponement=match.postponements.get(), now=NOW)
    with pytest.raises(Refused, match="rules want it between 14/01/2027 and 18/01/2027"):
        ask(match, TUESDAY, window=window)


def test_there_must_be_time_to_answer(match: Match) -> None:
    with pytest.raises(Refused, match="is past"):
        ask(match, MONDAY, answer_by=NOW)


def test_a_match_that_was_played_is_neither_asked_about_nor_agreed_on(match: Match) -> None:
    asked = ask(match, MONDAY)
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    with pytest.raises(Refused, match="result"):
        agree_postponement(postponement=asked, to=MONDAY, now=NOW)
    with pytest.raises(Refused, match="result"):
        ask(match, TUESDAY)


def test_every_word_of_it_is_a_change_the_public_sees(match: Match) -> None:
    league = match.division.season.league
    seen = [league.revision]
    asked = ask(match, MONDAY)
    for act in (
        lambda: None,
        lambda: refuse_postponement(postponement=asked, because="no", now=NOW),
    ):
        act()
        league.refresh_from_db()
        seen.append(league.revision)
    assert seen == sorted(set(seen))


def test_a_request_whose_match_is_deleted_is_refused_in_a_sentence(match: Match) -> None:
    asked = a_postponement(match)
    Match.objects.filter(pk=match.pk).delete()
    with pytest.raises(Refused, match="has deleted this"):
        agree_postponement(postponement=asked, to=MONDAY, now=NOW)


def test_a_night_is_free_again_once_the_other_match_has_moved(match: Match) -> None:
    twin = a_twin(match)
    postpone_match(match=twin, to=None, reason="snow")
    assert ask(match, MONDAY)
    assert a_pub(match.division.season.league).tables == 4
