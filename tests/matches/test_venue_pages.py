"""The page on which a match is moved to another pub."""

import datetime
import re

import pytest
from django.test import Client

from league.models import Division, Match
from tests.builders import a_division, a_match, a_secretary
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(client: Client) -> Division:
    division = a_division(teams=4)
    client.force_login(a_secretary(division.season.league))
    return division


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def at(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/venue/"


def test_a_match_moves_to_another_pub_and_everybody_reads_why(client, match):
    sent = {"pub": "the-shears", "because": "the Fleece is being painted"}
    assert client.post(at(match), sent).status_code == 303
    page = words(client.get(f"/{match.division.season.league.slug}/matches/{match.public_id}/"))
    assert "Played at The Shears: the Fleece is being painted" in page
    assert re.search(r"Thu 14 Jan( 2027)?, 8.30 pm The Shears", page), page
    under = f"/{match.division.season.league.slug}/{match.division.season.slug}/{match.division.slug}/"
    assert "Played at The Shears." in words(client.get(f"{under}fixtures/"))


def test_a_match_begins_at_another_time(client, match):
    form = client.get(at(match)).context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"starts_at": "19.15"}
    assert client.post(at(match), sent).status_code == 303
    match.refresh_from_db()
    assert (match.venue, match.starts_at, match.sequence) == (match.home.pub, datetime.time(19, 15), 1)


def test_an_emptied_start_is_the_usual_one_again_and_the_message_names_what_changed(client, match, division):
    sent = {"pub": "the-shears", "because": "paint", "starts_at": ""}
    other = a_match(division, "Packhorse & Drover", "The Tup and Bell", week=2)
    Match.objects.filter(pk=other.pk).update(starts_at=datetime.time(19, 45))
    said = words(client.post(at(match), sent, follow=True))
    assert "The Fleece v The Shears is played at The Shears and starts at 7.45 pm." in said
    said = words(client.post(at(match), sent | {"starts_at": "19.15"}, follow=True))
    assert "The Fleece v The Shears starts at 7.15 pm." in said
    Match.objects.filter(pk=other.pk).update(starts_at=datetime.time(19, 15))
    said = words(client.post(at(match), {"pub": "the-fleece", "starts_at": ""}, follow=True))
    assert "The Fleece v The Shears is played at The Fleece." in said


@pytest.mark.parametrize(
    ("sent", "sentence"),
    sampled(
        [
            ({"pub": "", "because": "paint"}, "Choose the pub"),
            ({"pub": "nowhere", "because": "paint"}, "Choose a pub from the list"),
            ({"pub": "the-shears", "because": ""}, "Give the reason"),
            ({"pub": "the-fleece", "because": ""}, "is at The Fleece already"),
            ({"pub": "packhorse-drover", "because": "paint"}, "Packhorse & Drover is full: one match"),
        ],
        each=3,
    ),
)
def test_a_pub_that_cannot_be_is_refused(client, match, division, sent, sentence):
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    page = client.post(at(match), sent)
    assert page.status_code == 422
    assert sentence in words(page)
    match.refresh_from_db()
    assert match.venue == match.home.pub


def test_the_page_of_pubs_takes_eight_queries(client, match, division, django_assert_num_queries):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "the match",
        "pubs",
        "matches of the night",
        "cups",
    ]
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    with django_assert_num_queries(len(names_of_queries)):
        client.get(at(match))
