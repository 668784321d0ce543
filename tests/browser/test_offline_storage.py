"""The log on a phone whose storage, page, code or battery gives out: what was entered still comes in."""

import contextlib
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Playwright, Response

from league.accounts.services.links import replace_code
from league.models import Match
from tests.browser.phones import HAND, OTHER, Phone, stands_at_the_league

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STORAGE_FULL = """() => {
  const full = () => { throw new DOMException("full", "QuotaExceededError"); };
  IDBObjectStore.prototype.put = full;
  Storage.prototype.setItem = full;
}"""
NO_DATABASE = (
    "() => { IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }; }"
)


@pytest.mark.slow
def test_storage_that_is_full_is_said_and_what_is_typed_is_sent_all_the_same(
    phone: Phone, match: Match
) -> None:
    phone.page.evaluate(STORAGE_FULL)
    phone.cut()
    phone.say("h1")
    assert phone.state()["trouble"] == "storage"
    phone.mend()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND}


@pytest.mark.slow
def test_without_a_database_the_second_shelf_holds(phone: Phone, match: Match) -> None:
    phone.context.add_init_script(f"({NO_DATABASE})()")
    phone.open_again()
    phone.cut()
    phone.say("h1")
    phone.say("h2", OTHER)
    phone.until("store.state().trouble === 'no-signal'")
    phone.open_again()
    assert phone.state()["unsent"] == 2
    phone.mend()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND, "1/1/h2": OTHER}
    phone.open_again()
    assert phone.state()["unsent"] == 0


@pytest.mark.slow
def test_an_old_page_keeps_what_it_cannot_send(phone: Phone, match: Match) -> None:
    phone.open_again(wire=99)
    phone.say("h1")
    phone.until("store.state().trouble === 'old-page'")
    assert not match.entries.exists()
    phone.open_again()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND}


@pytest.mark.slow
def test_what_an_ended_code_could_not_send_goes_by_the_new_one(phone: Phone, match: Match) -> None:
    phone.until_all_sent()
    fresh = replace_code(match=match, because="the slip was lost", now=timezone.now())
    phone.say("h1")
    phone.until("store.state().trouble === 'ended'")
    assert phone.state()["unsent"] == 1
    phone.log = f"/s/{fresh.code}/log/"
    phone.open()
    phone.until("store.stands().has('1/1/h1')")
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND}


@pytest.mark.slow
def test_two_pages_of_one_phone_share_what_is_not_sent(phone: Phone, match: Match) -> None:
    phone.cut()
    first = phone.page
    phone.open()
    phone.say("h1")
    first.evaluate(
        """() => new Promise((done) => {
          const look = () => store.stands().has("1/1/h1") && done();
          store.onChange(look);
          look();
        })"""
    )
    phone.mend()
    phone.until_all_sent()
    assert match.entries.count() == 1


@pytest.mark.slow
def test_a_refused_hand_holds_up_no_other_and_what_stood_before_stands(phone: Phone, match: Match) -> None:
    phone.say("h1")
    phone.until_all_sent()
    phone.cut()
    phone.say("h1", {**HAND, "high": "-"})
    phone.say("h1", OTHER)
    phone.say("h2", {**HAND, "high": "-"})
    phone.mend()
    phone.until_all_sent()
    refused = phone.state()["refused"]
    assert [one["place"] for one in refused] == ["h1", "h2"]
    assert "High always goes to a side" in refused[0]["sentence"]
    assert stands_at_the_league(match) == {"1/1/h1": OTHER}
    assert phone.stands()["1/1/h1"]["body"] == OTHER


@pytest.mark.slow
@pytest.mark.parametrize("status", [200, 302, 403, 404, 511])
def test_a_public_networks_welcome_page_is_not_taken_for_the_league(
    phone: Phone, match: Match, status: int
) -> None:
    """Led on, it stays at our address, as where the network answers for every name."""
    welcome = "<title>Welcome to free wifi</title>"
    headers = {"Content-Type": "text/html", **({"Location": "/welcome/"} if status == 302 else {})}
    phone.context.route("**/log/*", lambda route: route.fulfill(status=status, body=welcome, headers=headers))
    phone.context.route("**/welcome/", lambda route: route.fulfill(body=welcome, content_type="text/html"))
    phone.say("h1")
    phone.until("store.state().trouble === 'no-signal'")
    phone.mend()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND}


@pytest.mark.slow
def test_more_than_goes_into_one_message_is_sent_in_several(phone: Phone, match: Match) -> None:
    sizes: list[int] = []

    def count(answer: Response) -> None:
        if answer.request.method == "POST":
            sizes.append(len(answer.request.post_data_json["entries"]))

    phone.page.on("response", count)
    phone.cut()
    for table in range(1, 5):
        phone.page.evaluate(
            """async ([table, one, other]) => {
              for (let hand = 1; hand <= 29; hand += 1)
                for (const body of [one, other]) await store.say(table, 1, `h${hand}`, body);
            }""",
            [table, HAND, OTHER],
        )
    phone.mend()
    phone.until_all_sent()
    assert sizes == [200, 32]
    assert set(map(str, stands_at_the_league(match).values())) == {str(OTHER)}
    assert match.entries.count() == 232


@pytest.mark.slow
def test_a_battery_that_dies(
    playwright: Playwright,
    live_server: Any,
    log: str,
    match: Match,
    tmp_path: Path,
    browser_type_launch_args: dict[str, Any],
) -> None:
    """The whole browser is killed as soon as the hand was entered, and started again."""
    start = partial(playwright.chromium.launch_persistent_context, tmp_path, **browser_type_launch_args)
    phone = Phone(start(), live_server.url, log)
    phone.cut()
    phone.say("h1")
    kill_browser_of(tmp_path)
    phone = Phone(start(), live_server.url, log)
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND}
    phone.context.close()


def kill_browser_of(profile: Path) -> None:
    """Every process that has this profile open, without a word."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in command:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process.name), signal.SIGKILL)
