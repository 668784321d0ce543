"""Codes and links: each opens its own match or team and nothing else, at every address there is.

The addresses are walked, so that one that is added later is asked too. What an address needs besides the code
or the token is named in BESIDE (codes_world.py); a new name there has to be thought about.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.accounts.rate_limit import GUESSES
from league.accounts.services.links import codes_for, issue_link, replace_code, revoke_code, revoke_link
from league.models import Scorecard, ScoringCode, Signature, TableEntry
from league.shared.identifiers import ALPHABET
from tests.accounts.codes_world import (
    BESIDE,
    World,
    a_message,
    everything,
    opened_by,
    pages,
    send_everything,
    token,
    written,
)
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
    an_enrolment,
)
from tests.builders_tables import some_hands
from tests.examples import part_of, sampled
from tests.moments import as_another_process
from tests.reading import markup

pytestmark = pytest.mark.django_db

OURS, THEIRS = ("The Fleece", "The Shears"), ("The Barge", "The Lock")
INLINE = re.compile(r"<script(?![^>]*(\bsrc=|application/json))|<style|\sstyle=|\son[a-z]+=", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(?:href|src|action)=["']?(?:https?:)?//(?!testserver/)""", re.IGNORECASE)

MARK = "X-Pegboard-Page"


@pytest.fixture
def world() -> World:
    division = a_division(teams=0)
    match, beside = a_match(division, *OURS), a_match(division, *THEIRS, week=2, date=NIGHT + WEEK)
    elsewhere = a_match(a_division(a_season(a_league("Four Rivers"))), "The Anchor", "The Ferry")
    a_player(beside.home, "Hidden Harry", division.season)
    codes = codes_for(matches=[match.pk, beside.pk, elsewhere.pk], now=FRIDAY)
    home, away = (
        issue_link(enrolment=an_enrolment(division, team), by=None, now=FRIDAY)
        for team in (match.home, match.away)
    )
    return World(match=match, code=codes[match.pk], home=home, away=away, beside=beside, elsewhere=elsewhere)


# --- One code, one match ----------------------------------------------------------------------


def test_a_code_opens_its_own_match(client: Client, world: World) -> None:
    log = reverse("scoring-log", kwargs={"code": world.code})
    answer = client.post(log, a_message(), content_type="application/json")
    assert answer.status_code == 200
    assert TableEntry.objects.get().match == world.match


def test_a_code_reads_and_writes_nothing_of_another_match(client: Client, world: World) -> None:
    some_hands(world.beside, 1, "aaaa", "aaaa")
    before = written(*world.others)
    for address in pages("code", world.code, world.beside):
        for answer in send_everything(client, address):
            assert answer.status_code < 500
            text = markup(answer)
            for secret in (*THEIRS, "The Anchor", "Hidden Harry", world.beside.public_id):
                assert secret not in text, f"{address} tells of {secret}"
    assert written(*world.others) == before


def test_a_code_signs_nothing(client: Client, world: World) -> None:
    for table in range(1, 5):
        some_hands(world.match, table, "hhhh", "hhhh", "hhhh", "hhh-")
    for address in pages("code", world.code, world.match):
        for answer in send_everything(client, address):
            assert answer.status_code < 500
    assert not Signature.objects.exists()
    assert not Scorecard.objects.exists()


@pytest.mark.parametrize("kind", ["captain", "players"])
def test_a_link_opens_no_match_of_others(client: Client, world: World, kind: str) -> None:
    about_a_match = [(name, asked) for name, asked in opened_by("token") if "match_id" in asked]
    for place, other in enumerate(world.others):
        before = written(*world.others)
        for name, asked in part_of(about_a_match, each=4, place=place):
            permission = token(world.home, kind)
            named = {key: permission if key == "token" else BESIDE[key](other) for key in asked}
            address = reverse(name, kwargs=named)
            for answer in send_everything(client, address):
                assert answer.status_code in {404, 405, 429}, address
        assert written(*world.others) == before


def test_a_code_is_no_link_and_a_link_no_code(client: Client, world: World) -> None:
    for address in pages("token", world.code.ljust(40, "2"), world.match):
        assert client.get(address).status_code == 404
    for address in pages("code", token(world.home)[:20], world.match):
        assert client.get(address).status_code == 404


def test_the_players_link_is_not_the_captains(client: Client, world: World) -> None:
    captains = [one for one in pages("token", token(world.home, "players"), world.match) if "/c/" in one]
    players = [page for page in pages("token", token(world.home), world.match) if "/p/" in page]
    assert captains
    assert players
    for address in part_of(captains + players, each=3):
        for answer in send_everything(client, address):
            assert answer.status_code in {404, 429}, address
    assert written(world.match) == 0


def test_whoever_holds_a_code_is_nobody_elsewhere(client: Client, world: World) -> None:
    """No cookie comes of it, and nothing of the desk opens."""
    client.get(reverse("scoring-log", kwargs={"code": world.code}))
    slug = world.match.division.season.league.slug
    assert not client.cookies
    assert client.get(f"/{slug}/secretary/").status_code == 303


# --- Tried out, forged, ended -----------------------------------------------------------------


def wrong_codes(number: int) -> Iterator[str]:
    for place in range(number):
        high, low = divmod(place, len(ALPHABET))
        yield f"222222{ALPHABET[high]}{ALPHABET[low]}"


def test_wrong_codes_are_locked_out_and_whoever_was_right_before_stays(client: Client, world: World) -> None:
    right = pages("code", world.code, world.match)
    assert client.get(right[0]).status_code < 300
    for wrong in wrong_codes(GUESSES):
        as_another_process()
        assert client.get(reverse("scoring-log", kwargs={"code": wrong})).status_code == 404
    as_another_process()
    other = codes_for(matches=[world.beside.pk], now=FRIDAY)[world.beside.pk]
    for address in (*pages("code", "22222222", world.match), *pages("code", other, world.beside)):
        answer = client.get(address)
        assert answer.status_code == 429, "even a right one, if it was never right here"
        assert int(answer.headers["Retry-After"]) > 0
        assert client.post(address, a_message(), content_type="application/json").status_code == 429
    forged = token(world.home)[:-1] + "x"
    for address in pages("token", forged, world.match):
        assert client.get(address).status_code == 429
    signed = reverse("captain", kwargs={"token": token(world.home)})
    assert client.get(signed).status_code == 200, "a signed link is no guess"
    assert client.get(right[0]).status_code < 300
    assert client.get(right[0], REMOTE_ADDR="192.0.2.7").status_code < 300


def test_what_is_typed_on_the_page_for_codes_is_counted_too(client: Client, world: World) -> None:
    for wrong in wrong_codes(GUESSES):
        assert typed(client, wrong).status_code == 404
    assert typed(client, world.code).status_code == 429


def typed(client: Client, code: str) -> HttpResponse:
    """What a code typed in the box leads to."""
    return client.get(client.get("/s/", {"code": code}).headers["Location"] + "log/")


def forgeries(right: str) -> Iterator[str]:
    """One sign changed at a time, at both ends; a piece moved; another's signature."""
    for place in (0, 3, len(right) - 32, len(right) - 1):
        other = "2" if right[place] != "2" else "3"
        yield right[:place] + other + right[place + 1 :]
    yield right[1:] + right[0]
    yield right.swapcase().lower()[::-1]


def test_a_forged_token_opens_nothing(client: Client, world: World) -> None:
    mixed = world.away.public_id + token(world.home)[-32:]
    for forged in (*forgeries(token(world.home)), mixed):
        for address in part_of(pages("token", forged, world.match), each=6):
            assert client.get(address).status_code in {404, 429}, forged


def test_a_token_of_another_installation_opens_nothing(client: Client, world: World, settings) -> None:
    right = token(world.home)
    settings.SECRET_KEY = "another installation's key, as long as it has to be for anybody"
    assert token(world.home) != right
    for address in pages("token", right, world.match):
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("end", sampled([replace_code, revoke_code], each=2))
def test_a_code_that_has_ended_says_so_and_takes_nothing(
    client: Client, world: World, end: Callable[..., object]
) -> None:
    assert client.get(pages("code", world.code, world.match)[0]).status_code < 300
    end(match=world.match, because="left on the bus", now=FRIDAY)
    for address in pages("code", world.code, world.match):
        for answer in send_everything(client, address):
            assert answer.status_code == 410
            assert "left on the bus" in markup(answer)
            assert 'name="code"' in markup(answer)
    assert written(world.match) == 0


def test_a_link_that_has_ended_says_so_and_takes_nothing(client: Client, world: World) -> None:
    revoke_link(enrolment=world.home.enrolment, now=FRIDAY)
    captains = [page for page in pages("token", token(world.home), world.match) if "/c/" in page]
    for address in part_of(captains, each=3):
        for answer in send_everything(client, address):
            assert answer.status_code == 410
    assert written(world.match) == 0


def test_what_comes_after_the_result_changes_nothing_that_counts(client: Client, world: World) -> None:
    card = a_card(world.match, (15, 1), (15, 2), (15, 3), (15, 4))
    log = reverse("scoring-log", kwargs={"code": world.code})
    assert client.post(log, a_message(), content_type="application/json").json()["late"]
    assert TableEntry.objects.get().is_late
    assert list(Scorecard.objects.filter(is_confirmed=True)) == [card]
    text = client.get(reverse("scoring", kwargs={"code": world.code})).content.decode()
    slug = world.match.division.season.league.slug
    assert "The result of this match stands" in text
    assert f'href="/{slug}/matches/{world.match.public_id}/"' in text


# --- What the pages themselves give away ------------------------------------------------------


def answers(client: Client, world: World) -> Iterator[tuple[str, HttpResponse]]:
    """Every page of a code and of links as it opens, does not, and has ended; in the gate each third."""
    yield "/s/", client.get("/s/")
    yield "/s/?code=o", client.get("/s/?code=o")
    for address in part_of(everything(world), each=3):
        yield address, client.get(address)
    wrong = (*pages("code", "22222222", world.match), *pages("token", "2" * 40, world.match))
    for address in part_of(wrong, each=3, place=1):
        yield address, client.get(address)
    revoke_code(match=world.match, because="lost", now=FRIDAY)
    revoke_link(enrolment=world.home.enrolment, now=FRIDAY)
    for address in part_of(everything(world), each=3, place=2):
        yield address, client.get(address)


def test_no_page_tells_its_address_is_kept_by_a_proxy_or_lives_by_a_script_of_its_own(
    client: Client, world: World
) -> None:
    """One test: the pages take longer to open than to read."""
    opened = everything(world)
    for address, answer in answers(client, world):
        assert answer.headers["Referrer-Policy"] == "no-referrer", address
        assert answer.headers["X-Robots-Tag"] == "noindex", address
        assert not ELSEWHERE.search(markup(answer)), f"{address} leads elsewhere"
        for permission in (world.code, token(world.home), token(world.home, "players")):
            assert f"next=/{address[1]}/{permission}" not in markup(answer), "handed on to the sign-in"
        if address in opened and answer.status_code == 200:
            assert "private" in answer.headers["Cache-Control"], address
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        if answer.headers["Content-Type"].startswith("text/html"):
            assert not (found := INLINE.search(markup(answer))), f"{address}: {found}"


def test_a_code_is_on_no_page_that_anybody_can_open(client: Client, world: World) -> None:
    slug = world.match.division.season.league.slug
    for page in (
        "",
        "fixtures/",
        f"matches/{world.match.public_id}/",
        f"matches/{world.match.public_id}/live/",
    ):
        assert world.code not in markup(client.get(f"/{slug}/{page}"))


def test_the_secretary_of_another_league_sees_no_code(client: Client, world: World) -> None:
    client.force_login(a_secretary(world.elsewhere.division.season.league, "neighbour"))
    slug = world.match.division.season.league.slug
    assert client.get(f"/{slug}/secretary/matches/{world.match.public_id}/code/").status_code == 403
    assert ScoringCode.objects.filter(code=world.code, revoked_at=None).exists()


@pytest.mark.slow
def test_a_page_can_be_asked_for_without_its_text(client: Client, world: World) -> None:
    """A captain's page asks so whether the league is there, before it sends what was typed."""
    answers = {address: client.get(address) for address in everything(world)}
    pages = [
        address for address, answer in answers.items() if answer.status_code == 200 and MARK in answer.headers
    ]
    assert len(pages) > 5
    for address in pages:
        answer = client.head(address)
        assert (answer.status_code, MARK in answer.headers) == (200, True), address
