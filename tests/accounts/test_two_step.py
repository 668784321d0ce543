"""Two-step sign-in: nobody with a second factor is signed in before its code, whichever way they come."""

import datetime
import re
from io import StringIO
from typing import Any

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from league.accounts.account_links import LinkKind, account_token
from league.accounts.services.api_tokens import create_token
from league.accounts.services.second_factor import MOST_TRIES, app_key, new_seed, turn_on
from league.models import Authenticator, Draft, League, ScoringCode, User
from league.printing import pdf
from tests.builders import FRIDAY, a_division, a_league, a_match, a_season, a_secretary, an_account
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

SIGN_IN = {"username": "secretary", "password": "password"}
OWN = {"HTTP_ORIGIN": "http://testserver"}


class Clock:
    """The time as the site and the phone see it."""

    def __init__(self, now: datetime.datetime) -> None:
        self.now = now

    def later(self, **time: int) -> None:
        self.now += datetime.timedelta(**time)

    def code(self, user: User, *, ago: int = 0) -> str:
        """The code that the user's app shows, or showed so many seconds ago."""
        key = app_key(user, Authenticator.objects.get(user=user).seed)
        return pyotp.TOTP(key).at(self.now - datetime.timedelta(seconds=ago))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(FRIDAY)
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def user(league: League, clock: Clock) -> User:
    """A secretary with a second factor."""
    return with_second_factor(a_secretary(league), clock)[0]


def with_second_factor(user: User, clock: Clock) -> tuple[User, list[str]]:
    seed = new_seed()
    code = pyotp.TOTP(app_key(user, seed)).at(clock.now)
    codes = turn_on(user=user, seed=seed, code=code, now=clock.now)
    clock.later(minutes=1)
    return user, codes


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("way", sampled(["/sign-in/", "/admin/login/"], each=2))
def test_the_password_alone_signs_nobody_in(client: Client, user: User, clock: Clock, way: str) -> None:
    answer = client.post(f"{way}?next=/account/", SIGN_IN | {"next": "/account/"})
    assert not is_signed_in(client)
    assert client.get("/account/").status_code == 303
    step = answer.headers["Location"]
    assert step == "/sign-in/?code=&next=%2Faccount%2F"
    assert "Second step" in words(client.get(step))
    onward = client.post(step, {"code": clock.code(user), "next": "/account/"})
    assert onward.headers["Location"] == "/account/"
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("kind", LinkKind)
def test_a_link_alone_signs_nobody_in(client: Client, user: User, clock: Clock, kind: LinkKind) -> None:
    token = account_token(user, kind)
    typed = {"username": "secretary", "password": "wool mill 1893"} if kind == LinkKind.PASSWORD else {}
    answer = client.post(f"/account/{kind}/{token}/", typed)
    assert "/sign-in/?code=" in answer.headers["Location"]
    assert not is_signed_in(client)
    client.post("/sign-in/?code", {"code": clock.code(user)})
    assert is_signed_in(client)


def test_the_code_alone_signs_nobody_in(client: Client, user: User, clock: Clock) -> None:
    page = client.post("/sign-in/?code", {"code": clock.code(user)})
    assert "Password" in words(page)
    assert not is_signed_in(client)


def test_a_code_counts_once(client: Client, user: User, clock: Clock) -> None:
    code = clock.code(user)
    for expected in (True, False):
        other = Client()
        other.post("/sign-in/", SIGN_IN)
        page = other.post("/sign-in/?code", {"code": code})
        assert is_signed_in(other) is expected
    assert "This code is wrong, used or too old." in words(page)
    clock.later(minutes=1)
    client.post("/sign-in/", SIGN_IN)
    client.post("/sign-in/?code", {"code": clock.code(user, ago=120)})
    assert not is_signed_in(client), "nor one of before"


def test_a_recovery_code_counts_once_in_capitals_too(clock: Clock, league: League) -> None:
    _, codes = with_second_factor(a_secretary(league), clock)
    for expected in (True, False):
        client = Client()
        client.post("/sign-in/", SIGN_IN)
        client.post("/sign-in/?code", {"code": f" {codes[3].upper()} "})
        assert is_signed_in(client) is expected


def test_codes_are_not_found_by_trying(client: Client, league: League, clock: Clock) -> None:
    """Not from several addresses either. The wait grows; recovery codes still count."""
    user, codes = with_second_factor(a_secretary(league), clock)
    for minutes in (15, 30):
        for number in range(MOST_TRIES):
            other = Client(REMOTE_ADDR=f"203.0.113.{number}")
            other.post("/sign-in/", SIGN_IN)
            assert "Too many" not in words(other.post("/sign-in/?code", {"code": "000000"}))
        client.post("/sign-in/", SIGN_IN)
        refused = client.post("/sign-in/?code", {"code": clock.code(user)})
        assert f"Wait {minutes} minutes" in words(refused)
        clock.later(minutes=minutes)
    for _ in range(MOST_TRIES):
        client.post("/sign-in/?code", {"code": "000000"})
    client.post("/sign-in/", SIGN_IN)
    client.post("/sign-in/?code", {"code": codes[0]})
    assert is_signed_in(client)
    assert Authenticator.objects.get().wrong_tries == 0


def test_the_second_step_waits_ten_minutes_and_ends_with_another_password(
    client: Client, user: User, clock: Clock
) -> None:
    client.post("/sign-in/", SIGN_IN)
    user.set_password("another")
    user.save()
    client.post("/sign-in/?code", {"code": clock.code(user)})
    assert not is_signed_in(client)
    client.post("/sign-in/", SIGN_IN | {"password": "another"})
    clock.later(minutes=11)
    client.post("/sign-in/?code", {"code": clock.code(user)})
    assert not is_signed_in(client)


def test_a_form_that_is_held_waits_for_both_steps(client: Client, clock: Clock) -> None:
    match = a_match()
    user, _ = with_second_factor(a_secretary(match.division.season.league), clock)
    address = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"
    typed = {"remarks": "Held", "version": "0", "save": "yes"}
    password = {"sign-in-username": "secretary", "sign-in-password": "password"}
    second = client.post(address, typed | password, **OWN)
    assert "Second step" in words(second)
    assert 'value="Held"' in markup(second)
    assert not Draft.objects.exists()
    wrong = client.post(address, typed | {"sign-in-code": "000000"}, **OWN)
    assert "This code is wrong" in words(wrong)
    assert client.post(address, typed | {"sign-in-code": clock.code(user)}, **OWN).status_code == 303
    assert Draft.objects.get().typed == {"remarks": "Held"}


def test_a_script_is_told_to_ask_for_the_code(client: Client, clock: Clock) -> None:
    match = a_match()
    user, _ = with_second_factor(a_secretary(match.division.season.league), clock)
    address = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/draft/"
    headers: dict[str, Any] = OWN | {"HTTP_ACCEPT": "application/json"}
    password = {"sign-in-username": "secretary", "sign-in-password": "password"}
    second = client.post(address, {"remarks": "Held"} | password, **headers)
    assert second.json() == {"signed_out": True, "refusal": "", "asks_code": True}
    answer = client.post(address, {"remarks": "Held", "sign-in-code": clock.code(user)}, **headers)
    assert answer.json()["kept"]


def test_somebody_turns_it_on_renews_the_codes_and_turns_it_off(
    client: Client, league: League, clock: Clock
) -> None:
    client.force_login(user := a_secretary(league))
    page = client.get("/account/two-step/")
    key = re.search(r'class="app-key">([A-Z2-7 ]+)<', page.content.decode())
    assert key
    app = pyotp.TOTP(key[1].replace(" ", ""))
    assert "<svg" in markup(page)
    assert "<path" in markup(page)
    wrong = client.post("/account/two-step/", {"now": "mistyped", "code": app.at(clock.now)})
    assert "That is not your password" in words(wrong)
    assert wrong.status_code == 422
    assert client.post("/account/two-step/", {"now": "password", "code": "000000"}).status_code == 422
    on = client.post("/account/two-step/", {"now": "password", "code": app.at(clock.now)})
    codes = re.findall(r"<code>([\w-]+)</code>", on.content.decode())
    assert len(codes) == 10
    assert client.get("/account/two-step/").status_code == 200

    clock.later(minutes=1)
    renewed = client.post("/account/two-step/", {"code": app.at(clock.now), "renew": "yes"})
    new_codes = re.findall(r"<code>([\w-]+)</code>", renewed.content.decode())
    assert not {*codes} & {*new_codes}
    assert client.post("/account/two-step/", {"code": codes[0], "off": "yes"}).status_code == 422
    client.post("/account/two-step/", {"code": new_codes[0], "off": "yes"})
    assert not Authenticator.objects.filter(user=user).exists()


def test_nothing_stored_makes_codes_without_the_key_of_the_installation(
    user: User, clock: Clock, settings: Any
) -> None:
    code = clock.code(user)
    settings.SECRET_KEY = "another installation with the same database, or a stolen backup"
    assert clock.code(user) != code


def test_the_owner_requires_it_of_whoever_helps(client: Client, league: League, clock: Clock) -> None:
    owner = an_account(league, "owner")
    people, desk = f"/{league.slug}/secretary/people/", f"/{league.slug}/secretary/"
    client.force_login(owner)
    refused = client.post(people, {"two-step": "required"})
    assert "for your own account first" in words(refused)
    with_second_factor(owner, clock)
    assert client.post(people, {"two-step": "required"}).status_code == 303

    client.force_login(helper := an_account(league, "results"))
    led = client.get(desk, follow=True)
    assert led.redirect_chain == [("/account/two-step/", 303)]
    assert f"{league} requires two-step sign-in" in words(led)
    with_second_factor(helper, clock)
    assert client.get(desk).status_code == 200

    client.force_login(a_secretary(league))
    User.objects.update(is_staff=True)
    assert client.get("/admin/").status_code == 303, "nor does the workbench open"
    with_second_factor(User.objects.get(username="secretary"), clock)
    assert client.get("/admin/").status_code == 200
    assert "Only the owner" in words(client.post(people, {"two-step": "optional"}))
    client.force_login(owner)
    client.post(people, {"two-step": "optional"})
    client.force_login(an_account(league, "deputy"))
    assert client.get(desk).status_code == 200


def test_without_it_nothing_that_a_role_gives_is_given_where_it_is_required(
    client: Client, league: League, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On public pages, on paper and by programs, as at the desk: a stolen password gives no more."""
    helper = an_account(league, "secretary")
    match = a_match(a_division(a_season(league)))
    enrolments = match.division.season.enrolments
    enrolments.update(captain_name="Norman", captain_phone="01924 496", contact_for="officers")
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    token = create_token(league=league, name="Board", scopes=["hands"], by=helper, now=clock.now)[1]

    def is_told() -> list[bool]:
        page = client.get(f"/{league.slug}/teams/{match.home.slug}/")
        client.get(f"/{league.slug}/matches/{match.public_id}/score-sheet.pdf")
        sent = client.post(
            f"/api/v1/leagues/{league.slug}/matches/{match.public_id}/hands",
            {"hands": []},
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        has_printed_code = ScoringCode.objects.filter(match=match).exists()
        return ["01924 496" in markup(page), has_printed_code, sent.status_code != 403]

    client.force_login(helper)
    League.objects.update(requires_two_steps=True)
    assert is_told() == [False, False, False]
    assert "Turn on two-step sign-in" in words(client.get(f"/{league.slug}/"))
    with_second_factor(helper, clock)
    assert is_told() == [True, True, True]


def test_the_operator_turns_it_off_for_a_lost_phone(client: Client, user: User) -> None:
    said = StringIO()
    call_command("two_step_off", "secretary", stdout=said)
    assert "is off for secretary" in said.getvalue()
    client.post("/sign-in/", SIGN_IN)
    assert is_signed_in(client)
    with pytest.raises(CommandError):
        call_command("two_step_off", "secretary")
    call_command("two_step_off", "--everybody", stdout=said)
    assert "is off for everybody" in said.getvalue()
