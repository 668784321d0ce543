"""The log on a phone, cut off in every way there is: at the end the league has exactly what was entered."""

import contextlib
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Playwright, Response

from league.models import Match
from league.services.links import codes_for, replace_code
from tests.browser.phones import HAND, OTHER, Phone, stands_at_the_league
from tests.browser.servers import Server
from tests.builders import a_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STORAGE_FULL = """() => {
  const full = () => { throw new DOMException("full", "QuotaExceededError"); };
  IDBObjectStore.prototype.put = full;
  Storage.prototype.setItem = full;
}"""
NO_DATABASE = (
    "() => { IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }; }"
)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def log(match: Match) -> str:
    return log_of_code(codes_for(matches=[match.pk], now=timezone.now())[match.pk])


def log_of_code(code: str) -> str:
    return f"/s/{code}/log/"


@pytest.fixture
def phone(context: BrowserContext, live_server: Any, log: str) -> Phone:
    return Phone(context, live_server.url, log)


@pytest.fixture
def other(browser: Browser, live_server: Any, log: str) -> Iterator[Phone]:
    context = browser.new_context()
    yield Phone(context, live_server.url, log)
    context.close()


@pytest.fixture
def server(db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("var"))
    server.collect()
    server.start()
    yield server
    server.kill()


def test_cut_before_a_hand_and_while_answers_are_lost(phone: Phone, match: Match) -> None:
    phone.say("h1")
    phone.until_all_sent()
    phone.cut()
    phone.say("h2")
    phone.until("store.state().trouble === 'no-signal'")
    assert (phone.state()["unsent"], phone.stands()["1/1/h2"]["unsent"]) == (1, True)
    phone.mend()
    phone.lose_answers()
    phone.say("h3", OTHER)
    phone.say("h1", OTHER)
    phone.until("store.state().trouble === 'no-signal'")
    phone.mend()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": OTHER, "1/1/h2": HAND, "1/1/h3": OTHER}
    assert match.entries.count() == 4


def test_a_page_that_was_killed_still_has_what_it_did_not_send(phone: Phone, match: Match) -> None:
    phone.cut()
    phone.say("h1")
    phone.say("h1", OTHER)
    phone.open_again()
    assert (phone.state()["unsent"], phone.stands()["1/1/h1"]["body"]) == (2, OTHER)
    phone.mend()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": OTHER}


def test_two_phones_that_differ_see_both_and_either_settles_it(
    phone: Phone, other: Phone, match: Match
) -> None:
    for one, body in ((phone, HAND), (other, OTHER)):
        one.cut()
        one.say("h1", body)
        one.say("h2", HAND)
        one.mend()
    for one in (phone, other):
        one.until_all_sent()
        one.until("store.stands().get('1/1/h1').differs")
        assert not one.stands()["1/1/h2"]["differs"]
    other.accept("1/1/h1", 1)
    phone.until("!store.stands().get('1/1/h1').differs")
    assert phone.stands()["1/1/h1"]["body"] == other.stands()["1/1/h1"]["body"]
    # What both had said is corrected for both.
    phone.say("h2", OTHER)
    phone.until_all_sent()
    assert set(stands_at_the_league(match)) == {"1/1/h1", "1/1/h2"}
    assert match.entries.count() == 6


@pytest.mark.slow
def test_the_server_killed_while_a_hand_is_on_its_way(
    context: BrowserContext, server: Server, log: str, match: Match
) -> None:
    phone = Phone(context, server.url, log)
    phone.until_all_sent()
    with transaction.atomic():
        # The server waits for this transaction, with the hand in its hands.
        Match.objects.select_for_update().get(pk=match.pk).save()
        with phone.page.expect_request(lambda request: request.method == "POST"):
            phone.say("h1")
        server.kill()
    phone.say("h2")
    phone.until("store.state().trouble === 'no-signal'")
    server.start()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": HAND, "1/1/h2": HAND}
    assert match.entries.count() == 2


@pytest.mark.slow
def test_the_server_restored_from_an_old_copy_is_told_again(
    context: BrowserContext, server: Server, log: str, match: Match
) -> None:
    phone = Phone(context, server.url, log)
    for hand in range(1, 6):
        phone.say(f"h{hand}")
    phone.until_all_sent()
    server.kill()
    phone.until("store.state().trouble === 'no-signal'")
    match.entries.filter(place__in=("h2", "h4", "h5")).delete()
    server.start()
    phone.until("store.state().unsent === 3")
    phone.until_all_sent()
    assert set(stands_at_the_league(match)) == {f"1/1/h{hand}" for hand in range(1, 6)}


@pytest.mark.slow
def test_a_clock_that_is_wrong_changes_nothing(phone: Phone, other: Phone, match: Match) -> None:
    other.page.clock.set_fixed_time("2001-01-01T00:00:00Z")
    phone.say("h1")
    phone.until_all_sent()
    other.until("store.stands().has('1/1/h1')")
    other.say("h1", OTHER)
    other.until_all_sent()
    phone.until("store.stands().get('1/1/h1').body.high === 'a'")
    assert stands_at_the_league(match) == {"1/1/h1": OTHER}


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
    phone.open_again(wire=0)
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
    phone.log = log_of_code(fresh.code)
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
def test_a_public_networks_welcome_page_is_not_taken_for_the_league(phone: Phone, match: Match) -> None:
    welcome = "<title>Welcome to free wifi</title>"
    phone.context.route("**/log/*", lambda route: route.fulfill(body=welcome, content_type="text/html"))
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
