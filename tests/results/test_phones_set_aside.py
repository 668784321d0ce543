"""The secretary sets one phone's entries aside and undoes it: what counts, what is told, what stays."""

import uuid
from typing import Any

import pytest
from django.test import Client

from league.accounts.services.links import codes_for
from league.competition.selectors import league_today
from league.models import LeagueRole, Match, PhoneSetAside, TableEntry
from league.results.log import SheetPlace
from league.results.log_room import UNUSUAL
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from tests.builders import FRIDAY, a_card, a_match, a_secretary
from tests.builders_tables import an_entry
from tests.reading import words

FLOOD, REAL = uuid.UUID(int=1 << 120), uuid.UUID(int=2 << 120)
RIGHT = {"high": "h", "low": "a", "jack": "-", "game": "h"}
WRONG = {"high": "a", "low": "a", "jack": "a", "game": "a"}
HAND = SheetPlace(1, 1, "h1")

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = a_match(public_id="fleece22")
    wrong = an_entry(match, "h1", WRONG, phone=FLOOD)
    an_entry(match, "h2", WRONG, phone=FLOOD)
    an_entry(match, "h1", RIGHT, phone=REAL, follows=[])
    assert log_of(match)[0].id == str(wrong.client_id)
    return match


@pytest.fixture
def secretary(client: Client, match: Match) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def log_page(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/log/"


def decide(client: Client, match: Match, what: str, phone: uuid.UUID = FLOOD) -> Any:
    return client.post(log_page(match), {what: str(phone), "reason": "not at the match"}, follow=True)


def bodies(match: Match) -> dict[SheetPlace, Any]:
    return dict(LoggedMatch(match, log_of(match)).bodies)


def test_the_page_says_what_would_change(secretary: Client, match: Match) -> None:
    page = words(secretary.get(log_page(match)))
    assert "Phone 1 (01000000) 2 entries by the code" in page
    assert "Table 1, hand 1: " in page
    assert "Table 1, hand 2: " in page
    assert "becomes nothing" in page


def test_nothing_of_a_phone_set_aside_counts_until_that_is_undone(secretary: Client, match: Match) -> None:
    before = bodies(match)
    page = words(decide(secretary, match, "set-aside"))
    assert "Saved. Nothing that phone 01000000 sent counts." in page
    assert "not at the match" in page
    assert bodies(match) == {HAND: RIGHT}
    assert match.entries.count() == 3, "every entry is kept"
    page = words(decide(secretary, match, "undo"))
    assert "counts again" in page
    assert bodies(match) == before
    assert PhoneSetAside.objects.get().undone_by is not None


def test_a_result_stays_as_it_was_signed(secretary: Client, match: Match) -> None:
    card = a_card(match, (15, 9))
    decide(secretary, match, "set-aside")
    assert match.scorecards.get().pk == card.pk
    assert match.scorecards.get().is_confirmed


def test_the_phone_is_told_and_does_not_send_again(secretary: Client, match: Match) -> None:
    log = f"/s/{codes_for(matches=[match.pk], now=FRIDAY)[match.pk]}/log/"
    tag = secretary.get(f"{log}?since=0&phone=01000000").headers["ETag"]
    decide(secretary, match, "set-aside")
    own = secretary.get(f"{log}?since=0&phone=01000000", headers={"If-None-Match": tag}).json()
    other = secretary.get(f"{log}?since=0&phone=02000000").json()
    assert (own["aside"], other["aside"]) == (True, False)
    assert len(own["replaced"]) == 2
    assert other["replaced"] == []
    assert [entry["phone"] for entry in own["entries"]] == ["02000000"]
    assert own["changes"] == 1


@pytest.mark.slow
def test_twice_is_refused_and_so_is_a_phone_that_sent_nothing(secretary: Client, match: Match) -> None:
    decide(secretary, match, "set-aside")
    assert "set aside already" in words(decide(secretary, match, "set-aside"))
    assert "has sent nothing" in words(decide(secretary, match, "set-aside", uuid.UUID(int=5)))
    assert "Choose a phone" in words(secretary.post(log_page(match), {"set-aside": "x"}, follow=True))
    assert PhoneSetAside.objects.count() == 1


def test_only_the_secretary_may(client: Client, match: Match) -> None:
    league = match.division.season.league
    captain = a_secretary(league, "captain")
    LeagueRole.objects.filter(user=captain).update(role=LeagueRole.Role.CAPTAIN, team=match.home)
    client.force_login(captain)
    assert client.post(log_page(match), {"set-aside": str(FLOOD)}).status_code == 403
    assert not PhoneSetAside.objects.exists()


@pytest.mark.slow
def test_a_phone_that_sent_more_than_a_match_needs_stands_out(secretary: Client, match: Match) -> None:
    for number in range(UNUSUAL):
        an_entry(match, f"h{1 + number % 20}", RIGHT, phone=REAL)
    page = words(secretary.get(log_page(match)))
    assert "More than a match needs" in page
    assert "the newest 300 shown" in page


def test_the_inbox_points_it_out_until_the_phone_is_set_aside(secretary: Client, match: Match) -> None:
    league = match.division.season.league
    Match.objects.filter(pk=match.pk).update(date=league_today(league))
    TableEntry.objects.bulk_create(
        TableEntry(
            match=match,
            client_id=uuid.uuid4(),
            phone=FLOOD,
            table=1,
            place="h3",
            body=RIGHT,
            entered_at=FRIDAY,
            received_at=FRIDAY,
        )
        for _ in range(UNUSUAL)
    )
    inbox = f"/{league.slug}/secretary/"
    page = words(secretary.get(inbox))
    assert "Unusual number of entries from one phone" in page
    assert "Check log" in page
    decide(secretary, match, "set-aside")
    assert "Unusual number" not in words(secretary.get(inbox))
