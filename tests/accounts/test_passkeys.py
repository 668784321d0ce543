"""Passkeys: added, used as the second step or as both, removed; and each way in which one is refused."""

import datetime
import re
from io import StringIO
from typing import Any

import pyotp
import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from league.accounts.rate_limit import TRIES_AT_A_NAME
from league.accounts.services.passkeys import RelyingParty, use_passkey
from league.accounts.services.second_factor import app_key, new_seed, turn_on, use_code
from league.models import Authenticator, League, Passkey, SignedInDevice, User
from league.shared.decisions import NO_ACT
from league.shared.errors import Refused
from tests.accounts.software_keys import (
    HOST,
    JSON,
    ORIGIN,
    PAGE,
    SIGN_IN,
    SoftwareKey,
    added,
    asked,
    asked_to_add,
    second_step,
    signed_in_with,
)
from tests.accounts.test_sign_ins import letters
from tests.builders import FRIDAY, a_league, a_secretary, an_account
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db

PASSWORD = {"username": "secretary", "password": "password"}
REFUSED = "The passkey’s answer cannot be used."


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def user(league: League) -> User:
    return a_secretary(league)


@pytest.fixture
def key(user: User) -> SoftwareKey:
    """A passkey of the secretary, who has no app."""
    key = SoftwareKey()
    assert "Recovery codes" in words(added(signed_in(user), key))
    return key


@pytest.fixture
def app(user: User) -> None:
    """The secretary's app for codes."""
    seed = new_seed()
    now = timezone.now()
    turn_on(user=user, seed=seed, code=pyotp.TOTP(app_key(user, seed)).at(now), now=now)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_first_passkey_turns_two_step_sign_in_on_and_shows_recovery_codes(user: User) -> None:
    client = signed_in(user)
    page = added(client, SoftwareKey())
    codes = re.findall(r"<code>([\w-]+)</code>", page.content.decode())
    assert len(codes) == 10
    again = words(added(client, SoftwareKey(), name="Key on the ring"))
    assert "Passkey “Key on the ring” added." in again
    assert "Recovery codes" not in again.partition("Codes from an app")[0]
    account = words(client.get("/account/"))
    assert "Phone added" in account
    assert "Key on the ring added" in account
    assert "not used yet" in account
    other = Client()
    other.post(SIGN_IN, PASSWORD)
    assert not is_signed_in(other)
    other.post(f"{SIGN_IN}?code", {"code": codes[0]})
    assert is_signed_in(other)


def test_a_passkey_is_the_second_step_in_place_of_a_code(client: Client, key: SoftwareKey) -> None:
    step = client.post(SIGN_IN, PASSWORD).headers["Location"]
    assert "Second step: a code, or your passkey." in words(client.get(step))
    assert "Type the code." in words(client.post(step, {"code": ""}))
    options = asked(client, "step")
    assert [known["type"] for known in options["allowCredentials"]] == ["public-key"]
    assert second_step(client, key.sign(options)).status_code == 303
    assert is_signed_in(client)
    page = words(client.get("/account/"))
    assert "with the passkey “Phone”" in page
    assert "not used yet" not in page


def test_a_passkey_alone_signs_in_where_its_device_asks_who_holds_it(
    client: Client, key: SoftwareKey
) -> None:
    options = asked(client, "sign-in")
    assert options["userVerification"] == "required"
    assert not options.get("allowCredentials"), "it tells nobody whose passkeys there are"
    client.post(SIGN_IN, {"passkey-alone": key.sign(options), "next": PAGE})
    assert is_signed_in(client)
    assert SignedInDevice.objects.get(passkey="Phone").user.username == "secretary"


def test_a_device_that_does_not_ask_who_holds_it_is_one_step_only(client: Client, user: User) -> None:
    key = SoftwareKey(checks_holder=False)
    added(signed_in(user), key)
    assert REFUSED in words(signed_in_with(client, key.sign(asked(client, "sign-in"))))
    assert not is_signed_in(client)
    client.post(SIGN_IN, PASSWORD)
    second_step(client, key.sign(asked(client, "step")))
    assert is_signed_in(client)


@pytest.mark.parametrize(
    "wrong",
    sampled(
        [
            {"framed": True},
            {"origin": "https://testserver.example"},
            {"origin": "https://testserver"},
            {"host": "example"},
            {"challenge": "c29tZWJvZHkgZWxzZSBhc2tlZCBmb3IgdGhpcw"},
            {"private": SoftwareKey().private},
            {"handle": "c29tZWJvZHkgZWxzZQ"},
            {"type": "webauthn.create"},
        ],
        each=3,
    ),
    ids=lambda wrong: "-".join(map(str, wrong)),
)
def test_an_answer_from_elsewhere_or_to_something_else_counts_for_nothing(
    client: Client, key: SoftwareKey, wrong: dict[str, Any]
) -> None:
    refused = signed_in_with(client, key.sign(asked(client, "sign-in"), **wrong))
    assert REFUSED in words(refused)
    assert refused.status_code == 422
    client.post(SIGN_IN, PASSWORD)
    assert REFUSED in words(second_step(client, key.sign(asked(client, "step"), **wrong)))
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    "wrong",
    sampled(
        [
            {"origin": "https://elsewhere.example"},
            {"challenge": "YW5vdGhlcg"},
            {"host": "example"},
            {"type": "webauthn.get"},
            {"framed": True},
        ],
        each=3,
    ),
    ids=lambda wrong: "-".join(map(str, wrong)),
)
def test_a_passkey_made_elsewhere_or_for_something_else_is_not_added(
    user: User, wrong: dict[str, Any]
) -> None:
    client, key = signed_in(user), SoftwareKey()
    refused = client.post(PAGE, {"answer": key.make(asked_to_add(client), **wrong)})
    assert REFUSED in words(refused)
    assert not Passkey.objects.exists()
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    "garbage", sampled(["nonsense", "{}", "[]", '{"id": 1}', '{"id": "\\u0000"}', "[" * 9000], each=3)
)
def test_garbage_signs_nobody_in(client: Client, key: SoftwareKey, garbage: str) -> None:
    asked(client, "sign-in")
    assert signed_in_with(client, garbage).status_code == 422
    owner = signed_in(User.objects.get())
    asked_to_add(owner)
    assert owner.post(PAGE, {"answer": garbage}).status_code == 422


def test_a_challenge_counts_once(client: Client, key: SoftwareKey) -> None:
    options = asked(client, "sign-in")
    answer = key.sign(options)
    signed_in_with(client, answer)
    assert is_signed_in(client)
    client.post("/sign-out/")
    assert REFUSED in words(signed_in_with(client, answer))
    site = RelyingParty(host=HOST, origin=ORIGIN)
    with pytest.raises(Refused, match="cannot be used"):  # nor sent twice at the same moment
        use_passkey(user=None, site=site, challenge=options["challenge"], answer=answer, now=timezone.now())


def test_a_challenge_is_of_one_session_one_purpose_and_five_minutes(
    client: Client, key: SoftwareKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = asked(client, "sign-in")
    stolen = Client()
    asked(stolen, "sign-in")
    assert REFUSED in words(signed_in_with(stolen, key.sign(options)))
    client.post(SIGN_IN, PASSWORD)
    assert REFUSED in words(second_step(client, key.sign(options)))
    options = asked(client, "sign-in")
    later = timezone.now() + datetime.timedelta(minutes=6)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert REFUSED in words(signed_in_with(client, key.sign(options)))
    assert not is_signed_in(client)


def test_another_accounts_passkey_is_no_second_step(client: Client, league: League, key: SoftwareKey) -> None:
    theirs = SoftwareKey()
    added(signed_in(an_account(league, "results")), theirs)
    client.post(SIGN_IN, PASSWORD)
    assert "is not known here" in words(second_step(client, theirs.sign(asked(client, "step"))))
    assert not is_signed_in(client)
    asked(client, "nonsense")
    assert "from the start" in asked(Client(), "step")["refusal"]
    assert "from the start" in asked(Client(), "confirm")["refusal"]


def test_nobody_adds_another_accounts_passkey_or_removes_it(league: League, key: SoftwareKey) -> None:
    stranger = signed_in(an_account(league, "results"))
    again = stranger.post(PAGE, {"answer": key.make(asked_to_add(stranger))})
    assert "was added already" in words(again)
    assert not Authenticator.objects.filter(user__username="results").exists()
    for number in (str(Passkey.objects.get().pk), "nonsense", "9" * 40):
        assert "removed already" in words(stranger.post(PAGE, {"remove": number}))
    assert Passkey.objects.count() == 1


def test_a_removed_passkey_signs_nobody_in(client: Client, user: User, app: None) -> None:
    key, owner = SoftwareKey(), signed_in(user)
    added(owner, key)
    gone = words(owner.post(PAGE, {"remove": str(Passkey.objects.get().pk)}, follow=True))
    assert "Passkey “Phone” removed." in gone
    assert "is not known here" in words(signed_in_with(client, key.sign(asked(client, "sign-in"))))
    client.post(SIGN_IN, PASSWORD)
    assert "is not known here" in words(second_step(client, key.sign(asked(client, "step"))))
    assert not is_signed_in(client)


def test_a_copied_passkey_is_refused_by_its_count(client: Client, user: User) -> None:
    key = SoftwareKey(count=5)
    added(signed_in(user), key)
    signed_in_with(client, key.sign(asked(client, "sign-in")))
    assert is_signed_in(client)
    for count in (0, 5):  # the next is 1, of an old copy, and 6, of a copy of now
        key.count = count
        other = Client()
        assert "may have been copied" in words(signed_in_with(other, key.sign(asked(other, "sign-in"))))
        assert not is_signed_in(other)
    signed_in_with(other, key.sign(asked(other, "sign-in")))
    assert is_signed_in(other), "the one that goes on counting still opens"


def test_the_only_second_step_is_turned_off_and_not_removed(user: User, key: SoftwareKey) -> None:
    client = signed_in(user)
    assert "your only second step" in words(client.post(PAGE, {"remove": str(Passkey.objects.get().pk)}))
    page = "/account/two-step/"
    assert "Your passkeys are the second step." in words(client.get(page))
    assert client.post(page, {"code": "", "off": "yes"}).status_code == 422
    wrong = key.sign(asked(client, "sign-in"))
    assert client.post(page, {"code": "", "passkey": wrong, "off": "yes"}).status_code == 422
    client.post(page, {"code": "", "passkey": key.sign(asked(client, "confirm")), "off": "yes"})
    assert not Authenticator.objects.exists()
    assert not Passkey.objects.exists()


def test_an_app_is_added_beside_passkeys_and_the_recovery_codes_stay(user: User, key: SoftwareKey) -> None:
    client, before = signed_in(user), Authenticator.objects.get().recovery_digests
    page = client.get("/account/two-step/?app")
    shown = re.search(r'class="app-key">([A-Z2-7 ]+)<', page.content.decode())
    assert shown
    code = pyotp.TOTP(shown[1].replace(" ", "")).at(timezone.now())
    client.post("/account/two-step/?app", {"now": "password", "code": code})
    held = Authenticator.objects.get()
    assert held.has_app
    assert held.recovery_digests == before
    assert Passkey.objects.count() == 1


def test_without_an_app_no_code_of_one_counts(user: User, key: SoftwareKey) -> None:
    code = pyotp.TOTP(app_key(user, "")).at(timezone.now())
    assert use_code(user=user, typed=code, now=timezone.now())


@pytest.mark.parametrize("who", sampled(["secretary", "--everybody"], each=3))
def test_the_operator_removes_passkeys_too(client: Client, key: SoftwareKey, who: str) -> None:
    call_command("two_step_off", who, stdout=StringIO())
    assert not Passkey.objects.exists()
    client.post(SIGN_IN, PASSWORD)
    assert is_signed_in(client)


def test_a_passkey_is_what_an_owner_requires(league: League, user: User) -> None:
    League.objects.update(requires_two_steps=True)
    client, desk = signed_in(user), f"/{league.slug}/secretary/"
    assert client.get(desk).status_code == 303
    assert f"{league} requires two-step sign-in" in words(client.get(PAGE))
    added(client, SoftwareKey())
    assert client.get(desk).status_code == 200


def test_whoever_found_an_open_browser_adds_none_and_is_told_of(client: Client, user: User) -> None:
    User.objects.update(email="edna@nobody.example")
    client.force_login(user)
    assert "not your password" in asked_to_add(client, password="guessed")["refusal"]
    assert client.post(PAGE, {"answer": SoftwareKey().make(_options())}).status_code == 422
    assert not Passkey.objects.exists()
    added(client, SoftwareKey(), name="Phone of mine")
    (letter,) = letters()
    assert "the passkey “Phone of mine” was added to your account secretary" in letter


def test_the_letter_about_a_new_browser_names_the_passkey(client: Client, key: SoftwareKey) -> None:
    User.objects.update(email="edna@nobody.example", last_login=FRIDAY)
    mail.outbox.clear()
    signed_in_with(client, key.sign(asked(client, "sign-in")))
    (letter,) = letters()
    assert "with the passkey “Phone”" in letter


def test_tries_with_passkeys_are_counted(client: Client, key: SoftwareKey) -> None:
    for _ in range(TRIES_AT_A_NAME):
        signed_in_with(client, key.sign(asked(client, "sign-in"), origin="https://elsewhere.example"))
    assert "Too many tries" in words(signed_in_with(client, key.sign(asked(client, "sign-in"))))
    assert not is_signed_in(client)
    for _ in range(60):
        asked(client, "sign-in")
    assert "Wait a minute" in asked(client, "sign-in")["refusal"]


def test_a_closed_account_has_no_passkeys(client: Client, key: SoftwareKey) -> None:
    User.objects.update(is_active=False)
    assert "account is closed" in words(signed_in_with(client, key.sign(asked(client, "sign-in"))))
    assert not is_signed_in(client)


def test_a_passkey_is_of_one_host_and_the_page_says_of_which(
    user: User, key: SoftwareKey, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "league.example.org", "127.0.0.1"]
    client = signed_in(user)
    page = client.get(PAGE, headers={"host": "league.example.org"})
    assert "Signs in at testserver only." in words(page)
    by_number = words(client.get(PAGE, headers={"host": "127.0.0.1:8000"}))
    assert "Passkeys need a site with a name." in by_number
    assert "passkey" not in words(Client().get(SIGN_IN, headers={"host": "127.0.0.1:8000"}))


def test_without_a_script_the_pages_offer_codes(user: User, key: SoftwareKey) -> None:
    client = signed_in(user)
    assert "Without it, use codes from an app." in words(client.get(PAGE))
    sent = client.post(PAGE, {"add": "yes", "name": "Phone", "now": "password"})
    assert "Passkeys need JavaScript." in words(sent)
    assert sent.status_code == 422
    other = Client()
    step = other.post(SIGN_IN, PASSWORD).headers["Location"]
    assert "Passkeys need JavaScript. Type a code." in words(other.get(step))


def test_a_script_that_does_not_say_what_to_do_is_refused(user: User) -> None:
    answer = signed_in(user).post(PAGE, {"name": "Phone"}, **JSON)
    assert (answer.status_code, answer.json()) == (422, {"refusal": NO_ACT})


def test_a_form_that_is_held_waits_for_the_passkey(client: Client, user: User, key: SoftwareKey) -> None:
    own: dict[str, Any] = {"HTTP_ORIGIN": ORIGIN}
    typed = {"name-username": "secretary", "name-first_name": "Edna", "name-last_name": "", "name": "yes"}
    password = {"sign-in-username": "secretary", "sign-in-password": "password"}
    assert "or your passkey" in words(client.post("/account/", typed | password, **own))
    answer = {"sign-in-code": "", "sign-in-passkey": key.sign(asked(client, "step"))}
    client.post("/account/", typed | answer, **own)
    assert User.objects.get().first_name == "Edna"


def _options() -> dict[str, Any]:
    return {"user": {"id": "YQ"}, "challenge": "bm90IGFza2VkIGZvcg"}
