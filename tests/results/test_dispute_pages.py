"""A dispute from the first word to the last: what the secretary reads, and what everybody reads."""

import pytest
from django.test import Client

from league.models import Match, User
from tests.builders import a_card, a_match, a_secretary
from tests.reading import markup

pytestmark = pytest.mark.django_db
WORDS = "The Shears say 13, not 15."


@pytest.fixture
def match() -> Match:
    match = a_match()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    return match


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


def page_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/"


def dispute(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/dispute/"


def test_everybody_reads_that_the_result_is_disputed_but_not_why_and_it_counts(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    to_secretary = markup(client.get(page_of(match)))
    client.logout()
    to_public = markup(client.get(page_of(match)))
    for page in (to_secretary, to_public):
        assert "This match is under dispute. The result counts as it stands" in page
        assert "8–2" in page
    assert WORDS in to_secretary
    assert WORDS not in to_public


def test_a_page_somebody_holds_is_no_longer_the_page(client, match):
    stamp = client.get(page_of(match)).headers["ETag"]
    client.force_login(a_secretary(match.division.season.league))
    client.post(dispute(match), {"because": WORDS})
    client.logout()
    assert client.get(page_of(match), headers={"If-None-Match": stamp}).status_code == 200


def test_a_dispute_is_settled_with_one_press(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    assert WORDS in markup(client.get(dispute(match)))
    answer = client.post(dispute(match), {"settle": "yes"}, follow=True)
    assert "the dispute is settled" in markup(answer)
    assert "This match is under dispute" not in markup(answer)


def test_without_a_word_nothing_is_disputed(client, match, secretary):
    answer = client.post(dispute(match), {"because": " "})
    assert answer.status_code == 422
    match.refresh_from_db()
    assert match.disputed_because == ""


def test_the_second_to_say_so_is_told_of_the_first(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    answer = client.post(dispute(match), {"because": "who led"}, follow=True)
    assert "under dispute already" in markup(answer)
