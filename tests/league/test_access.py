"""Who may see and do what: every address of the site, asked by everybody there is, role by role."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from league.models import League, Match, Photograph, User
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
    an_account,
    an_adjustment,
    an_offence,
)

pytestmark = pytest.mark.django_db

# Every address by name, and who may open it. A new address is not let through unnamed.
FOR_ANYBODY = {
    "ask-for-link",
    "front-page",
    "game-rules",
    "help",
    "help-page",
    "health",
    "ready",
    "robots",
    "service-worker",
    "rules",
    "sign-in",
    "sign-out",
    "type-code",
}
FOR_PUBLIC = {
    "cup",
    "cup-bracket",
    "cups",
    "pairs-slips",
    "pairs-standings",
    "pairs-tables",
    "division",
    "division-calendar",
    "division-fixture-list",
    "division-fixtures",
    "division-results",
    "division-standings",
    "division-what-if",
    "league-fixtures",
    "league-home",
    "league-results",
    "league-rules",
    "league-standings",
    "match",
    "match-live",
    "match-score-sheet",
    "match-table-slips",
    "match-version",
    "night-board",
    "old-table",
    "player",
    "player-list",
    "season-awards",
    "pub",
    "pub-calendar",
    "pub-list",
    "roll-of-honour",
    "team",
    "team-calendar",
    "team-fixture-list",
}
FOR_DESK = {"match-code", "night", "secretary-desk"}
FOR_RESULTS = {"match-draft", "match-entry", "match-put-right", "night-chase", "night-finals"}
FOR_FIXTURES = {
    "blank-sheet",
    "blank-slips",
    "compare-plans",
    "fixture-plan",
    "fixture-plan-back",
    "fixture-plan-change",
    "fixture-plan-fairness",
    "fixture-plan-file",
    "fixture-plan-list",
    "fixture-plan-search",
    "fixture-plan-wishes",
    "fixture-plan-wishes-file",
    "fixture-plans",
    "plan-from-list",
    "match-postpone",
    "match-venue",
    "night-sheets",
    "night-slips",
    "plan-again",
    "play-offs",
}
FOR_SECRETARY = {
    "adjustments",
    "captain-links",
    "captains",
    "change-old-table",
    "honours",
    "honours-of-year",
    "keep-cup",
    "keep-cups",
    "keep-tie",
    "new-pairs-night",
    "player-record",
    "registrations",
    "written-names",
    "import-back",
    "list-file",
    "lists",
    "take-along",
    "match-dispute",
    "match-log",
    "match-photograph",
    "match-reports",
    "new-old-table",
    "next-season",
    "season",
    "seasons",
    "pub-kept",
    "pubs-kept",
    "team-move",
    "withdrawals",
    "ledger",
    "ledger-pub",
    "match-walkover",
    "penalties",
    "penalty",
    "regulations",
    "ruling-appeal",
    "ruling-revoke",
}
BY_POWER = {
    "desk": FOR_DESK,
    "results": FOR_RESULTS,
    "fixtures": FOR_FIXTURES,
    "scoring": {"league-scoring"},
    "secretary": FOR_SECRETARY,
    "people": {"people", "person"},
    "owner": {"hand-over"},
}
"""The addresses that need an account with a role, by the power they ask for."""
FOR_ROLES: set[str] = set().union(*BY_POWER.values())
# What each role may do, written a second time by hand.
MAY = {
    "owner": {"desk", "results", "fixtures", "scoring", "secretary", "people", "owner"},
    "secretary": {"desk", "results", "fixtures", "scoring", "secretary", "people"},
    "deputy": {"desk", "results", "fixtures", "scoring", "secretary"},
    "results": {"desk", "results", "scoring"},
    "fixtures": {"desk", "fixtures"},
    "captain": set(),
    "scorer": {"scoring"},
}
# Whoever comes without an account: by the code of a match, a captain's link, the link of his players.
FOR_SCORER = {"scoring", "scoring-log", "scoring-photographs", "scoring-table"}
FOR_CAPTAIN = {
    f"captain{by}{page}"
    for by in ("", "-account")
    for page in (
        "",
        "-line-up",
        "-log",
        "-match",
        "-photograph",
        "-photographs",
        "-postpone",
        "-score-sheet",
        "-scoring",
        "-scoring-table",
        "-squad",
        "-table-slips",
    )
}
FOR_PLAYERS = {"players"}
FOR_ACCOUNT = {"account"}
FOR_FOUNDER = {"new-league"}
BY_ACCOUNT_LINK = {"account-password", "account-sign-in"}
ONLY_SENT = {"fixture-plan-back", "import-back", "match-draft", "night-chase", "ruling-revoke", "sign-out"}
"""Addresses that only take what is sent to them: asked for a page they answer 405."""
LOOKS = {200, 301, 303, 405}


def addresses(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[URLPattern]:
    """Every address but those of the workbench, which has rules and tests of its own."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace != "admin":
            yield from addresses(pattern.url_patterns)


def a_world(name: str, home: str, away: str) -> Match:
    """A league with one of everything: a played match, a player, a ruling, a penalty to decide."""
    season = a_season(a_league(name), name=f"{name} 2026-27")
    division = a_division(season, f"{name} One", teams=0)
    match = a_match(division, home, away)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    a_player(match.home, season=season)
    an_adjustment(division, home)
    an_offence(match)
    an_account(division.season.league, "results", f"helper-{division.season.league.slug}")
    league = division.season.league
    league.old_tables.create(year=1974, season_name="1974/75", division=division.name)
    best = [[str(NIGHT), division.slug, 1, match.home.slug, match.away.slug]]
    season.fixture_plans.create(name="First draft", best=best, made_at=timezone.now())
    imports = match.division.season.league.import_runs
    imports.create(what="pubs", made_at=timezone.now())
    cup = season.cups.create(name="Cup", slug=f"cup-of-{league.slug}")
    for number, name in enumerate((home, away), start=1):
        cup.entries.create(number=number, name=name)
    cup.draws.create(round=1, lot="a lot", order=[1, 2], drawn_at=timezone.now())
    night = season.cups.create(
        name="Night", slug=f"night-of-{league.slug}", kind="pairs_night", rules={"rounds": 3}
    )
    for number, name in enumerate((home, away), start=1):
        night.entries.create(number=number, name=f"{name} & Friend")
    order = {"tables": [[1, 2]], "free": None}
    night.draws.create(round=1, lot="a lot", order=order, drawn_at=timezone.now())
    return match


def things_of(match: Match) -> dict[str, object]:
    """What the addresses of a league name, by the names they give it."""
    division = match.division
    league = division.season.league
    return {
        "league_slug": league.slug,
        "season_slug": division.season.slug,
        "division_slug": division.slug,
        "match_id": match.public_id,
        "version": 1,
        "pub_slug": match.venue.slug,
        "team_slug": match.home.slug,
        "player_id": league.players.get().public_id,
        "ruling_id": division.rulings.get().public_id,
        "offence_id": match.offences.get().public_id,
        "date": NIGHT,
        "page": "printing",
        "variant": "heckmondwike",
        "username": f"helper-{league.slug}",
        "plan_id": division.season.fixture_plans.get().public_id,
        "key": f"1.{match.home.slug}.{match.away.slug}",
        "photograph_id": a_photograph(match).public_id,
        "import_id": league.import_runs.get().public_id,
        "what": "pubs",
        "form": "csv",
        "year": 1974,
        "cup_slug": division.season.cups.get(kind="knock_out").slug,
        "cup_id": division.season.cups.get(kind="knock_out").public_id,
        "night_slug": division.season.cups.get(kind="pairs_night").slug,
        "round_number": 1,
        "number": 1,
    }


def a_photograph(match: Match) -> Photograph:
    """One that is there: whoever may, takes it away while he looks round."""
    return match.photographs.first() or match.photographs.create(
        jpeg=b"picture", width=1, height=1, received_at=timezone.now()
    )


def address(name: str, things: dict[str, object]) -> str:
    return reverse(name, kwargs={key: things[key] for key in asked_by(name)})


def asked_by(name: str) -> list[str]:
    """What an address has to be told: league_slug, match_id and so on."""
    ((_, names), *_), *_ = get_resolver().reverse_dict.getlist(name)[0]
    return names


def named() -> list[URLPattern]:
    return list(addresses())


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
    by_link = FOR_SCORER | FOR_CAPTAIN | FOR_PLAYERS | BY_ACCOUNT_LINK
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
        "account-link": BY_ACCOUNT_LINK,
    }
    for pattern in named():
        rule = getattr(pattern.callback, "access", None)
        if rule is None:
            assert pattern.name in {"sign-in", "sign-out", "division"}
        else:
            assert pattern.name in rules[rule], f"{pattern.name} is for {rule}"


@pytest.mark.parametrize("name", sorted(FOR_ANYBODY | FOR_PUBLIC))
def test_what_is_public_opens_for_everybody_without_signing_in(client: Client, own: Match, name: str) -> None:
    answer = client.get(address(name, things_of(own)))
    assert answer.status_code in LOOKS
    assert "/sign-in/" not in answer.headers.get("Location", "")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", sorted(FOR_ROLES | FOR_ACCOUNT | FOR_FOUNDER))
def test_nobody_signed_in_is_led_to_the_sign_in_and_back(
    client: Client, own: Match, name: str, method: str
) -> None:
    wanted = address(name, things_of(own))
    answer = getattr(client, method)(wanted)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/sign-in/?next={wanted}"


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", sorted(FOR_ROLES))
class TestForRoles:
    def test_somebody_without_a_role_is_refused(
        self, client: Client, own: Match, member: User, name: str, method: str
    ) -> None:
        client.force_login(member)
        assert getattr(client, method)(address(name, things_of(own))).status_code == 403

    def test_the_owner_of_another_league_is_refused(
        self, client: Client, own: Match, other: Match, name: str, method: str
    ) -> None:
        client.force_login(an_account(other.division.season.league, "owner", "stranger"))
        assert getattr(client, method)(address(name, things_of(own))).status_code == 403


@pytest.mark.parametrize("power", BY_POWER)
@pytest.mark.parametrize("role", MAY)
def test_every_role_opens_what_its_powers_open_and_nothing_else(
    client: Client, own: Match, role: str, power: str
) -> None:
    league = own.division.season.league
    an_account(league, "owner", "other-owner")
    client.force_login(an_account(league, role, team=own.home if role == "captain" else None))
    for name in sorted(BY_POWER[power]):
        for method in ("get", "post"):
            answer = getattr(client, method)(address(name, things_of(own)))
            if power not in MAY[role]:
                assert answer.status_code == 403, f"{method} {name}"
                assert "may do this" in answer.content.decode()
            elif method == "get":
                assert answer.status_code == (405 if name in ONLY_SENT else 200), name
            else:
                assert answer.status_code in {200, 303, 422}, name


@pytest.mark.parametrize("role", MAY)
def test_no_page_shows_a_way_to_what_its_reader_may_not_open(client: Client, own: Match, role: str) -> None:
    """Every link and form of the desk, the night and the match leads where this role is let in."""
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
        ways |= set(re.findall(r'(?:href|action)="(/[^"#]*)"', client.get(page).content.decode()))
    own_ways = {way for way in ways if "/secretary/" in way or "/scoring/" in way}
    assert bool(own_ways) == bool(MAY[role])
    for way in own_ways:
        assert client.get(way).status_code in {200, 303, 405}, way


def test_whoever_is_refused_reads_who_may(client: Client, own: Match) -> None:
    client.force_login(an_account(own.division.season.league, "results"))
    page = client.get(address("penalties", things_of(own))).content.decode()
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


def names_with_things() -> list[str]:
    """Addresses that name something of a league. A division's own address only leads on to its standings."""
    return sorted(
        name for name in FOR_PUBLIC | FOR_ROLES if THINGS & set(asked_by(name)) and name != "division"
    )


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", names_with_things())
def test_another_leagues_things_are_not_found_in_ones_own(
    client: Client, own: Match, other: Match, name: str, method: str
) -> None:
    client.force_login(an_account(own.division.season.league, "owner"))
    strangers = things_of(other) | {"league_slug": things_of(own)["league_slug"]}
    answer = getattr(client, method)(address(name, strangers))
    only_sent = method == "get" and name in ONLY_SENT
    assert answer.status_code == (405 if only_sent else 404)


@pytest.mark.parametrize("name", ["night", "night-finals"])
def test_a_night_shows_only_the_own_leagues_matches(
    client: Client, own: Match, other: Match, secretary: User, name: str
) -> None:
    client.force_login(secretary)
    page = client.get(address(name, things_of(own))).content.decode()
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
