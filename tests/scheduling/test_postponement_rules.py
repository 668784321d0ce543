"""What the season says to a postponed match is shown before it is written down: price, clock, last day."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Match, Offence, Postponement, RuleBook
from league.scheduling.selectors.postponements import move_rules, side_rules
from tests.builders import NIGHT, WEEK, a_division, a_match, a_postponement, a_season, a_secretary
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)
NOW = datetime.datetime(2027, 1, 11, 20, 0, tzinfo=ZoneInfo("Europe/London"))


def a_match_under(**regulations: object) -> Match:
    season = a_season(rule_book=RuleBook.objects.create(regulations=regulations))
    return a_match(a_division(season, teams=4))


def said_to(match: Match) -> list[str]:
    return [f"{rule.team}: {rule.verdict.reason}" for rule in side_rules(match, now=NOW)]


def test_a_season_without_rules_says_nothing() -> None:
    match = a_match_under()
    rules = move_rules(match, now=NOW)
    assert (rules.answer_until, rules.window, rules.other_may_refuse) == (None, None, None)
    assert said_to(match) == []


@pytest.mark.parametrize(
    ("due", "starts_at", "last"),
    [
        ({"weeks": 4}, datetime.time(20, 30), NIGHT + 4 * WEEK),
        ({"days": 4}, None, NIGHT + 4 * DAY),
        ({"weeks": 4, "at": "12:00"}, datetime.time(20, 30), NIGHT + 4 * WEEK - DAY),
        ({"on": "2027-04-01"}, datetime.time(20, 30), datetime.date(2027, 4, 1)),
    ],
)
def test_it_is_made_up_by_the_last_day_on_which_it_starts_in_time(
    due: dict[str, object], starts_at: datetime.time | None, last: datetime.date
) -> None:
    match = a_match_under(late_replay=[{"due": due, "pays": "both"}])
    match.starts_at = starts_at
    assert move_rules(match, now=NOW).window == (match.division.season.starts_on, last)


def test_the_weeks_run_from_the_first_date_however_often_it_moves() -> None:
    match = a_match_under(late_replay=[{"due": {"weeks": 4}, "pays": "both"}])
    match.date, match.postponed_from = None, NIGHT
    window = move_rules(match, now=NOW).window
    assert window == (match.division.season.starts_on, NIGHT + 4 * WEEK)


@pytest.mark.parametrize(
    ("due", "day"),
    [({"days": 3}, NOW.date() + 3 * DAY), ({"weekday": "saturday", "at": "12:00"}, NOW.date() + 5 * DAY)],
)
def test_the_answer_is_due_when_the_season_wants_a_new_date(due: dict[str, object], day: object) -> None:
    match = a_match_under(late_new_date=[{"due": due, "pays": "at_fault"}])
    assert move_rules(match, now=NOW).answer_until == day


def test_who_has_had_his_postponements_is_told_and_the_other_is_not() -> None:
    match = a_match_under(postponements={"limit": 1, "excuses": ["snow"]})
    for week, reason in enumerate(("a wedding", "snow"), start=2):
        moved = a_match(match.division, "The Fleece", "The Tup and Bell", week=week, date=NIGHT + week * WEEK)
        a_postponement(moved, "h", reason=reason, state=Postponement.State.AGREED, answered_at=NOW)
    home, away = said_to(match)
    assert home == "The Fleece: A team may postpone one in a season; this one has had one."
    assert away == "The Shears: The season's rules allow it."


def test_a_late_request_costs_more_the_second_time() -> None:
    bands = [{"notice": {"days": 7}}, {"penalties": [{"pence": 500}, {"pence": 1000}]}]
    match = a_match_under(postponements={"bands": bands})
    Offence.objects.create(
        season=match.division.season,
        team=match.away,
        kind="late_postponement-1",
        number=1,
        fell_at=NOW,
        reason="asked on the day",
    )
    home, away = said_to(match)
    assert home.endswith("£5.")
    assert away.endswith("£10.")


def test_the_page_says_it_and_offers_no_night_past_the_last_day(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    match = a_match_under(
        postponements={"bands": [{"notice": {"days": 7}}]},
        late_replay=[{"due": {"weeks": 2}, "pays": "both"}],
        late_new_date=[{"due": {"days": 2}, "pays": "both"}],
    )
    client.force_login(a_secretary(match.division.season.league))
    address = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/postpone/"
    page = client.get(address)
    assert "The Fleece: This match could be postponed until" in words(page)
    assert 'name="nights" value="2027-01-28"' in markup(page)
    assert 'value="2027-02-04"' not in markup(page)
    assert 'name="answer_by" value="2027-01-13"' in markup(page)
    late = {"ask": "yes", "asked_by": "h", "because": "a wedding", "another": "2027-02-04"}
    refused = client.post(address, late)
    assert refused.status_code == 422
    assert "rules want it between 03/09/2026 and 28/01/2027" in words(refused)
    a_postponement(match)
    assert "By the season’s rules they may not refuse." in words(client.get(address))
