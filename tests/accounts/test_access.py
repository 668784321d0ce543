"""Who may see and do what: every address of the site, asked by everybody there is, role by role."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from django.urls import resolve, reverse

from league.models import League, Match, User
from league.printing import document_views, pdf
from tests.accounts.address_rules import (
    BY_ACCOUNT_LINK,
    BY_POWER,
    FOR_ACCOUNT,
    FOR_ANYBODY,
    FOR_CAPTAIN,
    FOR_FOUNDER,
    FOR_LETTER,
    FOR_PLAYERS,
    FOR_PUB,
    FOR_PUBLIC,
    FOR_ROLES,
    FOR_SCORER,
    FOR_SQUARE,
    LEADING_ON,
    MAY,
    ONLY_SENT,
)
from tests.accounts.address_world import a_world, address, asked_by, named, things_of
from tests.builders import FRIDAY, a_card, a_match, a_secretary, an_account
from tests.examples import part_of, sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db

LOOKS = {200, 202, 301, 303, 405}


@pytest.fixture
def own() -> Match:
    return a_world("Three Valleys", "The Fleece", "The Shears")


@pytest.fixture
def other() -> Match:
    return a_world("Four Rivers", "The Barge", "The Lock")


@pytest.fixture
def league(own: Match) -> League:
    return own.division.season.league


@pytest.fixture
def secretary(league: League) -> User:
    return a_secretary(league)


@pytest.fixture
def member() -> AbstractBaseUser:
    return User.objects.create_user(username="member", password="password")


def test_every_address_has_its_rule() -> None:
    names = {pattern.name for pattern in named()}
    by_link = FOR_SCORER | FOR_CAPTAIN | FOR_PLAYERS | FOR_LETTER | FOR_PUB | FOR_SQUARE | BY_ACCOUNT_LINK
    assert names == FOR_ANYBODY | FOR_PUBLIC | FOR_ROLES | FOR_ACCOUNT | FOR_FOUNDER | by_link


def test_every_view_opens_with_its_rule() -> None:
    """Views that come with Django (sign-in, leading on) show nothing of a league and have none."""
    rules = {
        "anybody": FOR_ANYBODY,
        "public": FOR_PUBLIC,
        "account": FOR_ACCOUNT,
        "founder": FOR_FOUNDER,
        **BY_POWER,
    }
    rules |= {
        "scorer": FOR_SCORER,
        "captain": FOR_CAPTAIN,
        "players": FOR_PLAYERS,
        "letter": FOR_LETTER,
        "pub": FOR_PUB,
        "square": FOR_SQUARE,
        "account-link": BY_ACCOUNT_LINK,
    }
    for pattern in named():
        rule = getattr(pattern.callback, "access", None)
        if rule is None:
            assert pattern.name in {"sign-in", "sign-out"} | LEADING_ON
        else:
            assert pattern.name in rules[rule], f"{pattern.name} is for {rule}"


def ask_all(client: Client, names: Iterable[str], things: dict[str, object]) -> Iterator[tuple[str, Any]]:
    """Ask each address, by reading and by sending; yield what was asked and the answer."""
    for name in sorted(names):
        for method in ("get", "post"):
            yield f"{method} {name}", getattr(client, method)(address(name, things))


def test_what_is_public_opens_for_everybody_without_signing_in(
    client: Client, own: Match, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    """Paper is not drawn: every document is in tests/printing. Metrics are for who has a token.

    In the gate each eighth, and what leads on: tests/people/test_every_reader.py opens every one.
    """
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    settings.VAR_DIR = tmp_path
    things = things_of(own)
    public = FOR_ANYBODY - {"metrics"} | FOR_PUBLIC
    names = {*part_of(sorted(public), each=8), *(public & LEADING_ON)}
    answers = {name: client.get(address(name, things)) for name in sorted(names)}
    assert [name for name, answer in answers.items() if answer.status_code not in LOOKS] == []
    led_on = {name: answer.headers.get("Location", "") for name, answer in answers.items()}
    assert [name for name, place in led_on.items() if "/sign-in/" in place] == []


def test_nobody_signed_in_is_led_to_the_sign_in_and_back(client: Client, own: Match) -> None:
    closed = part_of(sorted(FOR_ROLES | FOR_ACCOUNT | FOR_FOUNDER), each=8)
    for asked, answer in ask_all(client, closed, things_of(own)):
        assert answer.status_code == 303, asked
        assert answer.headers["Location"] == f"/sign-in/?next={answer.request['PATH_INFO']}", asked


def test_somebody_without_a_role_is_refused(client: Client, own: Match, member: User) -> None:
    client.force_login(member)
    let_in = [
        asked
        for asked, answer in ask_all(client, part_of(sorted(FOR_ROLES), each=18, place=9), things_of(own))
        if answer.status_code != 403
    ]
    assert let_in == []


def test_the_owner_of_another_league_is_refused(client: Client, own: Match, other: Match) -> None:
    client.force_login(an_account(other.division.season.league, "owner", "stranger"))
    names = part_of(sorted(FOR_ROLES), each=18)
    let_in = [asked for asked, answer in ask_all(client, names, things_of(own)) if answer.status_code != 403]
    assert let_in == []


@pytest.mark.parametrize("role", MAY)
def test_every_role_opens_what_its_powers_open_and_nothing_else(
    client: Client, own: Match, role: str
) -> None:
    """Whoever is let in is let in to send too: what is sent, only the owner tries, who may everything.

    In the gate the owner opens each thirty-second address and sends to it; the others share them out.
    """
    league = own.division.season.league
    an_account(league, "owner", "other-owner")
    client.force_login(an_account(league, role, team=own.home if role == "captain" else None))
    things = things_of(own)
    each = 32 if role == "owner" else 24
    for power, names in BY_POWER.items():
        methods = ("get", "post") if role == "owner" or power not in MAY[role] else ("get",)
        sent_to = part_of(sorted(names), each=32)
        for name in part_of(sorted(names), each=each, place=list(MAY).index(role)):
            for method in methods if name in sent_to else methods[:1]:
                answer = getattr(client, method)(address(name, things))
                if answer.status_code == 303:  # What was taken away is there again.
                    things = things_of(own)
                if power not in MAY[role]:
                    assert answer.status_code == 403, f"{method} {name}"
                    assert "may do this" in markup(answer)
                elif method == "get":
                    assert answer.status_code in ({405} if name in ONLY_SENT else {200, 202}), name
                else:
                    assert answer.status_code in {200, 202, 303, 422}, name


@pytest.mark.parametrize("role", sampled(MAY, each=4))
def test_no_page_shows_a_way_to_what_its_reader_may_not_open(client: Client, own: Match, role: str) -> None:
    """Every link and form of the desk, the night and the match leads where this role is let in.

    The owner, who is shown them all, follows them, in the gate each eighth.
    """
    league = own.division.season.league
    missing = a_match(own.division, "The Tup", "The Drystone")
    a_match(own.division, "Station Tap", "The Weavers’ Rest", disputed_because="the third table")
    reported = a_match(own.division, "The Black Labrador", "The Spotted Heifer")
    a_card(reported, (15, 9), is_confirmed=False, reported_for="h", waits_until=FRIDAY)
    client.force_login(an_account(league, role, team=own.home if role == "captain" else None))
    match_pages = [reverse("match", args=[league.slug, match.public_id]) for match in (own, missing)]
    desk_pages = [address(name, things_of(own)) for name in ("secretary-desk", "night", "night-finals")]
    ways: set[str] = set()
    for page in [f"/{league.slug}/", *match_pages, *desk_pages]:
        ways |= set(re.findall(r'(?:href|action)="(/[^"#]*)"', markup(client.get(page))))
    own_ways = {way for way in ways if "/secretary/" in way or "/scoring/" in way}
    assert bool(own_ways) == bool(MAY[role])
    rules = {way: resolve(way.partition("?")[0]).func.access for way in own_ways}
    assert {way: rule for way, rule in rules.items() if rule in BY_POWER and rule not in MAY[role]} == {}
    for way in part_of(sorted(own_ways), each=8) if role == "owner" else ():
        assert client.get(way).status_code in {200, 303, 405}, way


def test_whoever_is_refused_reads_who_may(client: Client, own: Match) -> None:
    client.force_login(an_account(own.division.season.league, "results"))
    page = markup(client.get(address("penalties", things_of(own))))
    assert "Only the owner, the secretary or the deputy secretary of Three Valleys may do this." in page


def test_who_runs_the_site_opens_every_league(client: Client, own: Match) -> None:
    client.force_login(User.objects.create_superuser(username="admin", password="password"))
    assert client.get(address("secretary-desk", things_of(own))).status_code == 200


THINGS = {
    *("season_slug", "division_slug", "match_id", "pub_slug", "team_slug", "player_id", "ruling_id"),
    "offence_id",
    "username",
    "cup_slug",
    "cup_id",
    "night_slug",
    "plan_id",
}


def names_with_things() -> set[str]:
    """Addresses that name something of a league and show it."""
    return {name for name in (FOR_PUBLIC | FOR_ROLES) - LEADING_ON if THINGS & set(asked_by(name))}


def test_another_leagues_things_are_not_found_in_ones_own(client: Client, own: Match, other: Match) -> None:
    client.force_login(an_account(own.division.season.league, "owner"))
    strangers = things_of(other) | {"league_slug": things_of(own)["league_slug"]}
    statuses = {
        asked: answer.status_code
        for asked, answer in ask_all(client, part_of(sorted(names_with_things()), each=18), strangers)
    }
    only_sent = {f"get {name}" for name in ONLY_SENT}
    assert statuses == {asked: 405 if asked in only_sent else 404 for asked in statuses}


@pytest.mark.parametrize("name", ["night", "night-finals"])
def test_a_night_shows_only_the_own_leagues_matches(
    client: Client, own: Match, other: Match, secretary: User, name: str
) -> None:
    client.force_login(secretary)
    page = markup(client.get(address(name, things_of(own))))
    assert own.public_id in page
    assert other.public_id not in page


def test_finals_of_another_leagues_match_are_refused_and_change_nothing(
    client: Client, own: Match, other: Match, secretary: User
) -> None:
    client.force_login(secretary)
    m = f"m{other.public_id}"
    sent = {f"{m}-t{table}-home": "3" for table in range(1, 5)} | {"confirm": "yes"}
    answer = client.post(address("night-finals", things_of(own)), sent)
    assert answer.status_code == 422
    assert other.scorecards.count() == 1
