"""Passkeys in a browser with a device of its own: added, the second step, in place of name and password."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from league.models import Passkey, SignedInDevice, User
from tests.builders import a_league, a_secretary

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def user(db: None) -> User:
    return a_secretary(a_league())


@pytest.fixture
def press(page: Page, live_server: Any, user: User) -> Callable[[bool], None]:
    """The page of passkeys of somebody signed in. Returns what lets the device answer, or not."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    client = Client()
    client.force_login(user)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([cookie])
    page.goto(f"{live_server.url}/account/passkeys/")

    def lets_answer(is_verified: bool) -> None:
        known = {"authenticatorId": device["authenticatorId"]}
        session.send("WebAuthn.setUserVerified", known | {"isUserVerified": is_verified})
        session.send("WebAuthn.setAutomaticPresenceSimulation", known | {"enabled": is_verified})

    return lets_answer


def add(page: Page, name: str, password: str = "password") -> None:
    page.get_by_label("Name of the passkey").fill(name)
    page.get_by_label("Your present password").fill(password)
    page.get_by_role("button", name="Add passkey").click()


def test_a_passkey_is_added_is_the_second_step_and_signs_in_alone(
    page: Page, live_server: Any, press: Callable[[bool], None]
) -> None:
    add(page, "Phone", password="guessed")
    expect(page.get_by_text("That is not your password.")).to_be_visible()
    assert not Passkey.objects.exists()
    add(page, "Phone")
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    page.goto(f"{live_server.url}/account/passkeys/")
    add(page, "Phone again")
    expect(page.get_by_text("This device has a passkey for your account already.")).to_be_visible()

    page.context.clear_cookies()
    press(False)
    page.goto(f"{live_server.url}/sign-in/?next=/account/")
    page.get_by_label("Username").fill("secretary")
    page.get_by_label("Password").fill("password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Second step: a code, or your passkey.")).to_be_visible()
    press(True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("with the passkey “Phone”")).to_be_visible()

    page.context.clear_cookies()
    # A device that answers at once would answer the offer among names, before any button is pressed.
    page.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    page.goto(f"{live_server.url}/sign-in/?next=/account/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("with the passkey “Phone”").first).to_be_visible()
    assert SignedInDevice.objects.filter(passkey="Phone").count() == 2

    page.goto(f"{live_server.url}/account/two-step/")
    page.get_by_role("button", name="Confirm with a passkey").click()
    expect(page.get_by_text("Confirmed. Now press what you want to do.")).to_be_visible()
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Two-step sign-in is off.")).to_be_visible()
    assert not Passkey.objects.exists()


@pytest.mark.slow
def test_a_browser_without_passkeys_says_so_and_offers_codes(
    browser: Browser, live_server: Any, user: User
) -> None:
    page = browser.new_page()
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto(f"{live_server.url}/sign-in/")
    expect(page.get_by_text("This browser offers no passkeys here.")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    page.close()
