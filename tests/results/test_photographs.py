"""Photographs of the paper: from captains and the code, for the captains and the secretary."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.accounts.links import token_of
from league.accounts.services.links import codes_for
from league.models import Match, Photograph
from league.results.services.photographs import LARGEST_PICTURE, MOST_PHOTOGRAPHS
from tests.builders import FRIDAY, a_division, a_league, a_link, a_match, a_season, a_secretary
from tests.examples import sampled
from tests.reading import markup, words
from tests.results.test_pictures import SCRIPT, a_picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return a_match(a_division())


def at(match: Match, team: str = "The Fleece") -> str:
    enrolment = match.division.enrolments.get(team__name=team)
    link = enrolment.captain_links.filter(revoked_at=None).first() or a_link(match.division, team)
    return f"/c/{token_of(link)}/matches/{match.public_id}/"


def by_code(match: Match) -> str:
    return f"/s/{codes_for(matches=[match.pk], now=FRIDAY)[match.pk]}/photographs/"


def a_file(
    sent: bytes | None = None, name: str = "paper.jpg", kind: str = "image/jpeg"
) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, a_picture() if sent is None else sent, content_type=kind)


def attach(client: Client, address: str, sent: bytes | None = None, **said: str):
    return client.post(f"{address}photographs/", {"photograph": a_file(sent, **said)})


def test_a_captain_attaches_one_and_both_captains_see_it(client, match):
    assert attach(client, at(match)).status_code == 303
    kept = match.photographs.get()
    assert (kept.sent_for, kept.width, kept.height) == ("h", 300, 200)
    for team in ("The Fleece", "The Shears"):
        assert f"photographs/{kept.public_id}/" in markup(client.get(at(match, team)))
        answer = client.get(f"{at(match, team)}photographs/{kept.public_id}/")
        assert answer.content == bytes(kept.jpeg)


def test_it_is_a_picture_and_can_be_taken_for_nothing_else(client, match):
    attach(client, at(match))
    answer = client.get(f"{at(match)}photographs/{match.photographs.get().public_id}/")
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Disposition"].startswith("inline")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "no-store" in answer.headers["Cache-Control"]


def test_whoever_has_the_code_sends_one_and_sees_none(client, match):
    assert client.post(by_code(match), {"photograph": a_file()}).status_code == 303
    kept = match.photographs.get()
    assert kept.sent_for == ""
    page = client.get(by_code(match))
    assert page.status_code == 200
    assert kept.public_id not in markup(page)
    assert client.get(f"{by_code(match)}{kept.public_id}/").status_code == 404


def test_the_secretary_sees_it_and_nobody_else(client, match):
    attach(client, at(match))
    league = match.division.season.league
    address = (
        f"/{league.slug}/secretary/matches/{match.public_id}/photographs/{match.photographs.get().public_id}/"
    )
    assert client.get(address).status_code == 303
    client.force_login(a_secretary(league))
    assert client.get(address).headers["Content-Type"] == "image/jpeg"
    elsewhere = a_secretary(a_league("Elsewhere League"), "other")
    client.force_login(elsewhere)
    assert client.get(address).status_code == 403


def test_not_for_the_captain_of_another_match(client, match):
    attach(client, at(match))
    other = a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    kept = match.photographs.get().public_id
    assert client.get(f"{at(other, 'Packhorse & Drover')}photographs/{kept}/").status_code == 404
    token = at(other, "Packhorse & Drover").split("/")[2]
    assert client.get(f"/c/{token}/matches/{match.public_id}/photographs/{kept}/").status_code == 404
    assert client.post(f"/c/{token}/matches/{match.public_id}/photographs/", {}).status_code == 404


@pytest.mark.parametrize("name", sampled(["page.html", "paper.jpg", "../../paper.jpg", "x\x00.jpg"], each=2))
def test_what_is_no_picture_says_so(client, match, name):
    answer = attach(client, at(match), SCRIPT, name=name)
    assert answer.status_code == 422
    assert "no picture" in words(answer)
    assert not Photograph.objects.exists()


def test_nothing_chosen_says_so(client, match):
    for sent in ({}, {"photograph": ""}, {"photograph": a_file(b"")}, {"other": a_file()}):
        answer = client.post(f"{at(match)}photographs/", sent)
        assert answer.status_code == 422
        assert "Choose a photograph first" in words(answer)


def test_too_much_is_not_even_read(client, match):
    answer = attach(client, at(match), b"\xff" * (LARGEST_PICTURE + 20_000))
    assert answer.status_code == 422
    assert "12 million" in words(answer)


def test_a_length_that_lies_is_not_believed(client, match):
    sent = io.BytesIO(b"x")
    answer = client.generic(
        "POST",
        f"{at(match)}photographs/",
        sent.read(),
        content_type="multipart/form-data; boundary=XX",
        CONTENT_LENGTH="nonsense",
    )
    assert answer.status_code in {400, 422}


def test_the_same_twice_is_kept_once_and_there_is_an_end(client, match):
    for _ in range(2):
        attach(client, at(match))
    assert match.photographs.count() == 1
    for number in range(1, MOST_PHOTOGRAPHS + 2):
        answer = attach(client, at(match), a_picture(size=(300 + number, 200)))
    assert answer.status_code == 422
    assert "8 photographs already" in words(answer)
    assert match.photographs.count() == MOST_PHOTOGRAPHS


def test_a_file_is_taken_in_nowhere_else(client, match):
    assert client.post(at(match), {"photograph": a_file(), "sign": "yes"}).status_code == 400
    assert not match.scorecards.exists()


def test_the_season_has_no_part_in_whose_it_is(client, match):
    later = a_division(a_season(match.division.season.league, "2027-28"), "Division One")
    link = a_link(later, "The Fleece")
    assert client.post(f"/c/{token_of(link)}/matches/{match.public_id}/photographs/", {}).status_code == 404


def test_a_phone_that_sends_again_is_told_the_same_and_it_is_stored_once(client, match):
    for address in (f"{at(match)}photographs/", by_code(match)):
        for _ in range(2):
            answer = client.post(address, {"photograph": a_file()}, headers={"Accept": "application/json"})
            assert (answer.status_code, answer.json()) == (200, {"v": 1, "stored": True, "sentence": ""})
    assert match.photographs.count() == 1
    refused = client.post(
        by_code(match), {"photograph": a_file(SCRIPT)}, headers={"Accept": "application/json"}
    )
    assert refused.status_code == 422
    assert "no picture" in refused.json()["sentence"]
    assert "Photograph sent" not in words(client.get(by_code(match)))
