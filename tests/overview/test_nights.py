"""A night on one page: what is in, what is missing, and the way on from there."""

import datetime
import html
import re
import uuid
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.text import slugify

from league.bulletin.services import publish_news
from league.messages.jobs import send_notices
from league.models import Division, Notice, Postponement, TableEntry, User
from league.results.services.disputes import dispute_match
from league.results.services.drafts import save_draft
from league.results.services.reminders import chase_results
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_match,
    a_secretary,
    a_walkover,
    a_withdrawal,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)


@pytest.fixture
def division() -> Division:
    return a_division(teams=8)


@pytest.fixture(autouse=True)
def secretary(division: Division, client: Client) -> User:
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


@pytest.fixture
def friday(monkeypatch: pytest.MonkeyPatch, client: Client, secretary: User) -> None:
    """It is the morning after the night."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    client.force_login(secretary)


def night(division: Division, date: datetime.date = NIGHT) -> str:
    return f"/{division.season.league.slug}/secretary/nights/{date}/"


def test_the_night_says_what_is_in_and_what_is_missing(client, division):
    in_already = a_match(division)
    a_card(in_already, (15, 9), (12, 15), (15, 11), (15, 8))
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    page = client.get(night(division))
    assert page.context["night"]["settled"] == 1
    assert [one["line"].home.name for one in page.context["night"]["missing"]] == ["Packhorse & Drover"]
    assert "8–2" in markup(page)


def test_the_week_says_what_is_left_and_leads_to_the_next_thing(client, division, secretary, friday):
    league, first = division.season.league, a_match(division)
    second = a_match(division, "Packhorse & Drover", "The Tup and Bell")
    coming = a_match(division, date=NIGHT + WEEK, week=2)
    page = words(client.get(night(division)))
    assert "Sheets 0 of 2 Check Confirm Bulletin Print next week Next: enter two results" in page
    a_card(first, (15, 9), (12, 15), (15, 11), (15, 8))
    save_draft(match=second, by=secretary, typed={"t1-home": "15"}, began_from=0, now=FRIDAY)
    page = words(client.get(night(division)))
    assert "Sheets 2 of 2 Check Confirm 1 of 2 Bulletin Print next week Next: confirm one result" in page
    assert "All results are confirmed" not in page
    a_card(second, (15, 9), (15, 12), (15, 11), (15, 8))
    page = words(client.get(night(division)))
    assert "Confirm 2 of 2 Bulletin Print next week Next: write the bulletin" in page
    assert "All results are confirmed Division One. Packhorse & Drover lead." in page
    assert "Write the bulletin captains" in page
    assert "Print Thu 21 Jan sorted by pub" in page
    publish_news(
        league=league, night=NIGHT, text="So.", notices="", until=FRIDAY.date(), by=secretary, now=FRIDAY
    )
    assert "Bulletin 9.00 am Print next week Thu 21 Jan Next: print Thu 21 Jan" in words(
        client.get(night(division))
    )
    assert "Print next week Thu 21 Jan Next" not in words(client.get(f"/{league.slug}/secretary/documents/"))
    coming.scoring_codes.create(issued_at=FRIDAY)
    assert "Next: print" not in words(client.get(night(division))), "its sheets were printed"


def test_a_match_given_without_play_is_not_missing(client, division):
    a_walkover(a_match(division), reason="no team raised")
    page = client.get(night(division))
    assert page.context["night"]["missing"] == []
    assert "Walkover: no team raised" in markup(page)


def test_drafts_are_shown_with_whose_they_are(client, division, secretary):
    match = a_match(division)
    other = a_secretary(division.season.league, "Norman")
    save_draft(match=match, by=secretary, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
    save_draft(match=match, by=other, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
    page = markup(client.get(night(division)))
    assert "You have begun it, Fri 15 Jan, 9.00 am" in page
    assert "Norman has begun it" in page


def test_a_match_moved_away_stands_where_it_was_with_where_it_went(client, division):
    a_match(division, date=NIGHT + WEEK, postponed_from=NIGHT, postponed_because="snow")
    a_match(division, "Packhorse & Drover", "The Tup and Bell", date=None, postponed_from=NIGHT, week=2)
    page = client.get(night(division))
    assert len(page.context["night"]["moved_away"]) == 2
    assert night(division, NIGHT + WEEK) in markup(page)
    assert "no date yet" in markup(page)
    assert "moved here from Thu 14 Jan" in markup(client.get(night(division, NIGHT + WEEK)))


def test_the_nights_before_and_after_are_one_step_away(client, division):
    for week in (-2, -1, 0, 1, 2):
        a_match(division, date=NIGHT + week * WEEK, week=week + 3)
    found = client.get(night(division)).context["night"]
    assert (found["before"], found["after"]) == (NIGHT - WEEK, NIGHT + WEEK)


def test_a_night_without_matches_says_so(client, division):
    page = client.get(night(division))
    assert page.status_code == 200
    assert "No match is planned for this night." in markup(page)


@pytest.mark.parametrize("address", ["2027-02-30", "0000-01-01", "2027-1-14"])
def test_a_day_that_does_not_exist_has_no_page(client, division, address):
    assert client.get(night(division).replace(str(NIGHT), address)).status_code == 404


def test_a_night_takes_as_many_queries_however_many_matches(
    client, division, secretary, friday, django_assert_num_queries
):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "the matches' outcomes",
        "their divisions and rule books",
        "the nights before and after",
        "what is settled, what is disputed",
        "their confirmed cards",
        "everybody's drafts",
        "which sides have sent hands",
        "what captains have signed",
        "requests to move a match",
        "the captains",
        "the cards again",
        "their seasons",
        "who sat down on them",
        "whom they were asked by, and when",
        "the captains whose letters came back",
        "what was received, and notes",
        "what of the night is in or begun",
        "the night that comes next",
        "whether its bulletin was sent",
        "or published",
        "the matches once more, for their codes",
        "their codes",
        "the phones heard of",
        "the line of the audit log, looked for",
        "the line written",
    ]
    for teams in (("The Fleece", "The Shears"), ("Packhorse & Drover", "The Tup and Bell")):
        match = a_match(division, *teams)
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_by=secretary)
        save_draft(match=match, by=secretary, typed={"t1-home-final": "9"}, began_from=1, now=NOW)
        a_captain(division, teams[0], name="Norman", email=f"{slugify(teams[0])}@example.org")
    for week in (2, 3):
        a_match(division, *teams, week=week)
    chase_results(league=division.season.league, date=NIGHT, by=secretary, now=FRIDAY)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(night(division))


# --- What there is to do ----------------------------------------------------------------------


def states(client: Client, division: Division) -> list[str]:
    return [str(match["state"]) for match in client.get(night(division)).context["night"]["matches"]]


def test_what_needs_doing_stands_on_top(client, division, friday):
    a_walkover(a_match(division, week=1))
    a_card(a_match(division, week=2), (15, 9), (12, 15), (15, 11), (15, 8))
    a_match(division, week=3)
    sent = a_match(division, week=4)
    TableEntry.objects.create(
        match=sent,
        client_id=uuid.uuid4(),
        table=1,
        place="h1",
        phone=uuid.uuid4(),
        sent_for="h",
        entered_at=FRIDAY,
        received_at=FRIDAY,
    )
    argued = a_match(division, week=5)
    dispute_match(match=argued, because="who led", now=FRIDAY)
    a_walkover(a_match(division, week=6), "", kind="void")
    assert states(client, division) == ["disputed", "missing", "waiting", "in", "walkover", "off"]
    page = markup(client.get(night(division)))
    assert "Waiting for The Shears" in page
    assert "1 day after the night" in page
    assert "<b>3 missing</b>, <b>1 under dispute</b>" in page


def test_a_match_is_missing_from_its_first_minute_on(client, division, friday, monkeypatch):
    a_match(division)
    for hour, minute, state in ((20, 29, "to come"), (20, 30, "missing")):
        clock = datetime.datetime(2027, 1, 14, hour, minute, tzinfo=datetime.UTC)
        monkeypatch.setattr(timezone, "now", lambda clock=clock: clock)
        assert states(client, division) == [state]


def test_a_team_that_has_withdrawn_is_not_waited_for(client, division, friday):
    a_match(division)
    a_withdrawal(division, "The Shears")
    assert states(client, division) == ["off"]


def test_both_sides_at_the_tables_wait_for_nobody(client, division, friday):
    match = a_match(division)
    for side in "ha":
        TableEntry.objects.create(
            match=match,
            client_id=uuid.uuid4(),
            table=1,
            place="h1",
            phone=uuid.uuid4(),
            sent_for=side,
            entered_at=FRIDAY,
            received_at=FRIDAY,
        )
    assert states(client, division) == ["missing"]


def test_a_complete_night_says_so_and_what_comes_next(client, division, friday):
    match = a_match(division)
    assert "The night is complete." not in markup(client.get(night(division)))
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    page = markup(client.get(night(division)))
    assert "The night is complete." in page


def test_a_night_with_a_dispute_is_not_complete_though_all_is_in(client, division, friday):
    match = a_match(division)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    dispute_match(match=match, because="The Shears say 13.", now=FRIDAY)
    page = markup(client.get(night(division)))
    assert "The night is complete." not in page
    assert "The Shears say 13. The confirmed result counts meanwhile." in page
    assert "1 of 1 in, <b>1 under dispute</b>" in page


def test_a_request_to_move_a_match_stands_with_it(client, division, friday):
    match = a_match(division)
    Postponement.objects.create(match=match, asked_by="h", asked_at=FRIDAY, reason="snow")
    assert "waits for an answer" in markup(client.get(night(division)))


def read(page: str) -> str:
    """Return the words of a page whose markup is known."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split()).replace(" ,", ",")


# --- Asking for results -----------------------------------------------------------------------


def chase(client: Client, division: Division, **sent: str) -> str:
    answer = client.post(f"{night(division)}chase/", sent, follow=True)
    assert answer.redirect_chain == [(night(division), 303)]
    return markup(answer)


def test_one_press_asks_for_all_that_is_missing_and_the_page_says_who_was_asked_when(
    client, division, secretary, friday
):
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
    a_captain(division, "The Shears", phone="01924 555 002")
    a_match(division)
    page = chase(client, division)
    assert "One captain is asked by e-mail within a minute." in page
    assert "No e-mail address is known for The Shears: ring" in page
    assert "Norman, The Fleece asked Fri 15 Jan, 9.00 am, going out" in read(page)
    assert "The Shears 01924 555 002 Call The Shears Text The Shears WhatsApp The Shears no e-mail" in read(
        page
    )
    sent = quote("The result of The Fleece v The Shears is missing, please.", safe="")
    for start in ("tel:01924555002", f"sms:01924555002?body={sent}", f"https://wa.me/?text={sent}"):
        assert f'href="{start}"' in page
    assert Notice.objects.get().wanted_by == secretary
    send_notices(FRIDAY)
    assert "going out" not in words(client.get(night(division)))
    assert "A reminder went out at 9.00 am. You can send another at 10.00 am" in chase(client, division)
    assert Notice.objects.count() == 1


def test_that_nobody_has_an_address_is_said_once_and_not_with_every_match(client, division, friday):
    for home, away in (("The Fleece", "The Shears"), ("Packhorse & Drover", "The Tup and Bell")):
        a_match(division, home, away)
    a_captain(division, "The Shears", name="Norman", phone="01924 555 002")
    page = markup(client.get(night(division)))
    assert page.count("No captain has an e-mail address this season") == 1
    assert f'href="/{division.season.league.slug}/secretary/captains/">Write down the captains' in page
    assert "captain not known" not in page
    assert "no e-mail address" not in page
    assert "Norman, The Shears 01924 555 002" in read(page)


@pytest.mark.slow
def test_a_captain_who_is_not_playing_tonight_has_an_address_all_the_same(client, division, friday):
    a_match(division)
    a_captain(division, "The Owl", email="owl@example.org")
    page = markup(client.get(night(division)))
    assert "No captain has an e-mail address" not in page
    assert "captain not known, The Fleece no e-mail address" in read(page)


@pytest.mark.slow
def test_nothing_is_said_of_captains_when_nobody_is_to_be_asked(client, division, friday):
    a_card(a_match(division), (15, 11))
    assert "e-mail address" not in markup(client.get(night(division)))


def test_one_match_can_be_asked_for_alone(client, division, friday):
    first, second = a_match(division), a_match(division, "Packhorse & Drover", "The Tup and Bell")
    for match in (first, second):
        a_captain(division, match.home.name, email=f"{match.public_id}@example.org")
    chase(client, division, match=second.public_id)
    assert Notice.objects.get().match == second


@pytest.mark.slow
def test_why_a_message_did_not_go_out_stands_beside_it(client, division, friday):
    a_captain(division, "The Fleece", email="fleece@example.org")
    a_match(division)
    chase(client, division)
    Notice.objects.update(sent_at=FRIDAY, failed_because="nobody listens")
    assert "not sent: nobody listens" in markup(client.get(night(division)))


def test_what_came_in_meanwhile_is_not_asked_for(client, division, friday):
    match = a_match(division)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    assert "No result is missing" in chase(client, division, match=match.public_id)


def test_the_message_to_copy_names_every_missing_match(client, division, friday):
    a_match(division)
    a_match(division, "Packhorse & Drover", "The Tup and Bell", date=None, postponed_from=NIGHT)
    page = client.get(night(division)).content.decode()
    (text,) = re.findall(r"<textarea[^>]*readonly\s*>(.*?)</textarea>", page, re.DOTALL)
    assert html.unescape(text).splitlines() == [
        "Results of Thu 14 Jan 2027 still missing:",
        "- The Fleece v The Shears (Division One)",
        "",
        "Please send the score sheet, or just the score of each table. Thank you!",
        "Three Valleys All Fours League",
    ]


@pytest.mark.slow
def test_where_no_post_is_set_up_the_page_says_where_messages_lie(client, division, friday, settings):
    a_match(division)
    desk = f"/{division.season.league.slug}/secretary"
    pages = (night(division), f"{desk}/messages/", f"{desk}/bulletin/")
    assert not any("no mail server yet" in markup(client.get(page)) for page in pages)
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert all("no mail server yet" in markup(client.get(page)) for page in pages)


def test_where_no_post_is_set_up_nobody_is_said_to_be_asked(client, division, friday, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    a_captain(division, "The Fleece", email="fleece@example.org")
    a_match(division)
    said = chase(client, division)
    assert "No e-mail leaves: this site has no mail server yet." in said
    assert "within a minute" not in said
    inbox = words(client.get(f"/{division.season.league.slug}/secretary/"))
    assert "No mail server: ring them." in inbox
    assert "1 e-mail" not in inbox
