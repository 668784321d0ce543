"""The log on a phone, cut off in every way there is: at the end the league has exactly what was entered."""

import pytest
from django.db import transaction
from playwright.sync_api import BrowserContext

from league.models import Match
from tests.browser.phones import HAND, OTHER, Phone, stands_at_the_league
from tests.browser.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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


@pytest.mark.slow
def test_a_page_that_was_killed_still_has_what_it_did_not_send(phone: Phone, match: Match) -> None:
    phone.cut()
    phone.say("h1")
    phone.say("h1", OTHER)
    phone.open_again()
    assert (phone.state()["unsent"], phone.stands()["1/1/h1"]["body"]) == (2, OTHER)
    phone.mend()
    phone.until_all_sent()
    assert stands_at_the_league(match) == {"1/1/h1": OTHER}


@pytest.mark.slow
def test_two_phones_that_differ_see_both_and_either_settles_it(
    phone: Phone, other: Phone, match: Match
) -> None:
    for one, body in ((phone, HAND), (other, OTHER)):
        one.cut()
        one.say("h1", body)
        one.say("h2", HAND)
        one.mend()
    for one in (phone, other):
        one.look()
        one.until_all_sent()
    phone.look()
    for one in (phone, other):
        one.until("store.stands().get('1/1/h1').differs")
        assert not one.stands()["1/1/h2"]["differs"]
    other.accept("1/1/h1", 1)
    other.until_all_sent()
    phone.look()
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
