"""What is due when: proposed, shown in the inbox, sent once to those who take it, ticked off."""

import datetime

import pytest
from django.test import Client

from league.cups.services.cups import make_cup, set_date
from league.due_dates.jobs import remind_of_dates
from league.due_dates.selectors import due_soon
from league.models import DueDate, Enrolment, Notice, Season
from tests.builders import a_captain, a_division, a_match, a_season, a_secretary
from tests.moments import at_once
from tests.reading import words

pytestmark = pytest.mark.django_db
LEAGUE = "/three-valleys-all-fours-league"
PAGE = f"{LEAGUE}/secretary/dates/"
NOW = datetime.datetime(2026, 8, 1, 9, 30, tzinfo=datetime.UTC)
TODAY = NOW.date()
DAY = datetime.timedelta(days=1)


@pytest.fixture
def season() -> Season:
    return a_division(teams=2).season


@pytest.fixture
def secretary(client: Client, season: Season, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    user = a_secretary(season.league)
    user.email = "secretary@example.org"
    user.save()
    client.force_login(user)
    return client


def a_date(season: Season, days: int = 9, **fields: object) -> DueDate:
    return DueDate.objects.create(
        **{"season": season, "kind": "meeting", "title": "General meeting", "date": TODAY + days * DAY}
        | fields
    )


def day_shown(page: str, kind: str) -> str:
    return page.split(f'name="day-{kind}"')[1].split('value="')[1][:10]


def test_days_are_proposed_from_last_season_on_the_same_weekday(secretary: Client, season: Season) -> None:
    first = secretary.get(PAGE).content.decode()
    assert day_shown(first, "meeting") == "2026-06-25"  # ten weeks before the first night
    assert day_shown(first, "transfers") == "2026-12-31"
    a_date(season, date=datetime.date(2026, 6, 8), done_at=NOW)
    a_season(season.league, "2027-28", starts_on="2027-09-02", ends_on="2028-04-27")
    page = secretary.get(f"{PAGE}?season=2027-28").content.decode()
    assert day_shown(page, "meeting") == "2027-06-07"
    assert datetime.date(2027, 6, 7).weekday() == datetime.date(2026, 6, 8).weekday()


def test_dates_are_saved_and_those_without_a_day_are_not(secretary: Client, season: Season) -> None:
    sent = {
        "title-meeting": "General meeting",
        "day-meeting": "2026-08-10",
        "before-meeting": "21",
        "captains-meeting": "on",
        "title-cups": "Cup entries",
        "day-cups": "",
        "title-new1": "Ladies’ night",
        "day-new1": "2026-12-05",
    }
    assert secretary.post(PAGE, sent).status_code == 303
    rows = DueDate.objects.values_list("kind", "title", "days_before", "tells_captains")
    assert list(rows) == [("meeting", "General meeting", 21, True), ("other", "Ladies’ night", 14, False)]
    row = DueDate.objects.get(kind="meeting")
    done = {
        f"title-{row.public_id}": "AGM",
        f"day-{row.public_id}": "2026-08-10",
        f"done-{row.public_id}": "on",
    }
    secretary.post(PAGE, done)
    row.refresh_from_db()
    assert (row.title, row.done_at) == ("AGM", NOW)
    assert secretary.post(PAGE, {f"day-{row.public_id}": "nonsense"}).status_code == 422


def test_the_inbox_counts_the_days(secretary: Client, season: Season) -> None:
    a_date(season)
    a_date(season, 60, kind="other", title="Later")
    page = words(secretary.get(f"{LEAGUE}/secretary/"))
    assert "General meeting: in 9 days" in page
    assert "Later" not in page


def test_it_is_written_once_to_those_who_take_it(secretary: Client, season: Season) -> None:
    division = season.divisions.get()
    a_captain(division, "The Fleece", email="fleece@example.org", name="Ann")
    a_captain(division, "The Shears", email="shears@example.org", name="Bob")
    Enrolment.objects.filter(captain_email="shears@example.org").update(declined_letters=["dates"])
    date = a_date(season, tells_captains=True)
    assert remind_of_dates(NOW.replace(hour=2)) == 0  # nobody is written to at night
    assert remind_of_dates(NOW) == 2
    assert remind_of_dates(NOW + DAY) == 0
    assert set(Notice.objects.values_list("to", flat=True)) == {
        "secretary@example.org",
        "fleece@example.org",
    }
    assert "General meeting is in 9 days" in Notice.objects.first().body
    DueDate.objects.filter(pk=date.pk).update(date=date.date + DAY)
    assert remind_of_dates(NOW + DAY) == 2  # another day is news


@pytest.mark.django_db(transaction=True)
def test_two_clocks_write_once(secretary: Client, season: Season) -> None:
    a_date(season)
    assert at_once(lambda: remind_of_dates(NOW), lambda: remind_of_dates(NOW)) == ["done", "done"]
    assert Notice.objects.count() == 1


def test_what_the_league_knows_ticks_itself_off(season: Season) -> None:
    a_date(season, kind="fixtures", title="Fixtures published")
    assert [date.title for date in due_soon(season.league, TODAY)] == ["Fixtures published"]
    a_match(season.divisions.get())
    assert due_soon(season.league, TODAY) == []


def test_phones_can_follow_the_dates(client: Client, season: Season) -> None:
    a_date(season)
    set_date(cup=make_cup(season=season, name="Jubilee Cup"), on=season.ends_on)
    feed = client.get(f"{LEAGUE}/feeds/seasons/{season.slug}.ics").content.decode()
    assert "SUMMARY:General meeting" in feed
    assert "SUMMARY:Jubilee Cup\\, final" in feed
    assert "DTSTART;VALUE=DATE:20260810" in feed
