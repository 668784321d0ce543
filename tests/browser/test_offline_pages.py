"""Pages that are kept on a phone: whole, only ours, and gone with whoever signs out.

The outages are real: nobody listens where the site was, or another site does.
"""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from league.models import Match
from tests.browser.newer import half_updated, hotel
from tests.browser.servers import Site
from tests.browser.thumbs import all_sent, opens_without_signal, scan
from tests.builders import a_captains_link, an_account
from tests.results.test_pictures import a_picture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AS_OF = re.compile(r"As of (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+\.\d\d [ap]m\.")
OLD_FILES = 400
PATIENCE = 30
# Milliseconds after which a phone tries to send a photograph again.
UNTIL_IT_TRIES_AGAIN = 15_000
FILL_WITH_OLD_FILES = f"""async () => {{
  const cache = await caches.open("pegboard parts 1");
  const file = (n) => `/static/old/${{n}}.000000000000.js`;
  await Promise.all([...Array({OLD_FILES}).keys()].map((n) => cache.put(file(n), new Response(""))));
}}"""
KEPT_FILES = """async () => {
  const cache = await caches.open("pegboard parts 1");
  return (await cache.keys()).map(({ url }) => url);
}"""


def is_kept(page: Page) -> None:
    expect(page.locator('body[data-opens="ready"]')).to_be_attached(timeout=30_000)


def test_an_interrupted_update_leaves_the_old_page_with_its_old_files(
    pocket: Callable[[], BrowserContext], site: Site, code: str, match: Match
) -> None:
    thumb = scan(pocket(), site, code, "tables/1/")
    opens_without_signal(thumb)
    site.become(half_updated())
    thumb.open("tables/1/")
    expect(thumb.page.locator("h1[data-new]")).to_have_count(0)
    thumb.peg("hhnh")
    all_sent(thumb)
    site.kill()
    thumb.open("tables/1/")
    thumb.peg("aana")
    thumb.open("tables/1/")
    thumb.shows(3, 3)
    site.become()
    all_sent(thumb)
    assert match.entries.count() == 2


@pytest.mark.slow
def test_a_hotels_sign_in_page_does_not_take_the_place_of_ours(
    pocket: Callable[[], BrowserContext], site: Site, code: str, match: Match
) -> None:
    phone = pocket()
    thumb = scan(phone, site, code, "tables/1/")
    opens_without_signal(thumb)
    site.become(hotel())
    thumb.peg("hhnh")
    thumb.open("tables/1/")
    thumb.peg("aana")
    expect(thumb.page.locator("[data-sending]")).to_contain_text("2 ")
    thumb.page.close()
    site.kill()
    thumb = scan(phone, site, code, "tables/1/")
    thumb.shows(3, 3)
    site.become()
    all_sent(thumb)
    assert match.entries.count() == 2


@pytest.mark.slow
def test_files_that_a_kept_page_names_are_never_thrown_away(
    pocket: Callable[[], BrowserContext], site: Site, code: str
) -> None:
    """Older files of other pages go first, however long ago those of a kept page came."""
    thumb = scan(pocket(), site, code, "tables/1/")
    opens_without_signal(thumb)
    before = set(thumb.page.evaluate(KEPT_FILES))
    thumb.page.evaluate(FILL_WITH_OLD_FILES)
    thumb.open("tables/1/")
    for _ in range(100):
        kept = set(thumb.page.evaluate(KEPT_FILES))
        if len(kept) < len(before) + OLD_FILES:
            break
        thumb.page.wait_for_timeout(20)
    assert len(kept) < len(before) + OLD_FILES
    assert before <= kept
    site.kill()
    thumb.open("tables/1/")
    thumb.peg("hhnh")


@pytest.mark.slow
def test_a_captains_pages_open_without_signal_and_say_of_when_they_are(
    pocket: Callable[[], BrowserContext], site: Site, match: Match
) -> None:
    page = pocket().new_page()
    own = f"{site.url}{a_captains_link(match.division, match.home)}"
    for address in (own, f"{own}matches/{match.public_id}/"):
        page.goto(address)
        is_kept(page)
        expect(page.locator("[data-kept-as-of]")).to_be_hidden()
    site.kill()
    for address in (own, f"{own}matches/{match.public_id}/"):
        page.goto(address)
        expect(page.locator("[data-kept-as-of]")).to_have_text(AS_OF)
        expect(page.locator("h1")).to_contain_text(str(match.home))


@pytest.mark.slow
def test_a_captains_form_without_signal_stays_as_it_was_typed(
    pocket: Callable[[], BrowserContext], site: Site, match: Match
) -> None:
    page = pocket().new_page()
    own = f"{site.url}{a_captains_link(match.division, match.home)}matches/{match.public_id}/"
    for form in ("squad/", "line-up/", "postpone/"):
        page.goto(own + form)
        is_kept(page)
    site.kill()
    for form in ("squad/", "line-up/", "postpone/"):
        page.goto(own + form)
        expect(page.locator("[data-kept-as-of]")).to_have_text(AS_OF)
    page.goto(f"{own}line-up/")
    page.locator(".seat select").first.select_option("-")
    page.locator(".seat .other input").first.fill("Zoë Ackroyd")
    press = page.get_by_role("button", name="Send line-up")
    press.click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Not sent: there is no signal. What you entered is still here."
    )
    expect(page.locator(".seat .other input").first).to_have_value("Zoë Ackroyd")
    site.start()
    press.click()
    expect(page.get_by_text("Line-up saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Save line-up")).to_be_visible()


@pytest.mark.slow
def test_pages_of_an_account_open_without_signal_until_it_signs_out(
    pocket: Callable[[], BrowserContext], site: Site, match: Match
) -> None:
    league = match.division.season.league
    client = Client()
    client.force_login(an_account(league, "captain", team=match.home))
    phone = pocket()
    page = phone.new_page()
    phone.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site.url}])
    own = f"{site.url}/{league.slug}/captain/{match.home.slug}/"
    page.goto(own)
    is_kept(page)
    site.kill()
    page.reload()
    expect(page.locator("[data-kept-as-of]")).to_have_text(AS_OF)
    site.start()
    page.goto(own)
    page.locator("form[action='/sign-out/']").evaluate("form => form.requestSubmit()")
    page.wait_for_url(f"{site.url}/{league.slug}/")
    site.kill()
    with pytest.raises(Error, match="ERR_"):
        page.goto(own)


@pytest.mark.slow
def test_a_second_phone_with_the_same_code_sees_everything(
    pocket: Callable[[], BrowserContext], site: Site, code: str, match: Match
) -> None:
    thumb = scan(pocket(), site, code, "tables/1/")
    thumb.peg("hhnh")
    thumb.peg("aana")
    all_sent(thumb)
    other = scan(pocket(), site, code, "tables/1/")
    other.shows(3, 3)
    other.take_over()
    other.peg("hhhh")
    all_sent(other)
    assert match.entries.count() == 4, "the hand that was taken over is said once more"


@pytest.mark.slow
def test_a_photograph_taken_without_signal_is_kept_and_sent_once(
    pocket: Callable[[], BrowserContext], site: Site, code: str, match: Match
) -> None:
    phone = pocket()
    thumb = scan(phone, site, code)
    opens_without_signal(thumb)
    site.kill()
    page = phone.new_page()
    page.goto(f"{site.url}/s/{code}/photographs/")
    sent = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": a_picture(size=(4000, 3000))}
    page.set_input_files("#photograph", [sent])
    page.get_by_role("button", name="Attach").click()
    kept = re.compile(r"^1 photograph kept, sent when there is signal\.$")
    expect(page.locator("[data-photographs]")).to_have_text(kept)
    page.close()
    thumb.page.close()
    lost: list[Route] = []

    def lose_the_first_answer(route: Route) -> None:
        if route.request.method != "POST" or lost or site.connections is None:
            route.continue_()
            return
        lost.append(route)
        route.fetch()
        route.abort()

    phone.route("**/photographs/", lose_the_first_answer)
    phone.clock.install()
    thumb = scan(phone, site, code, "tables/1/")
    expect(thumb.page.locator("[data-photographs]")).to_have_text(kept)
    site.start()
    thumb.page.clock.fast_forward(UNTIL_IT_TRIES_AGAIN)
    for _ in range(PATIENCE * 10):
        if lost:
            break
        thumb.page.wait_for_timeout(100)
    thumb.page.wait_for_timeout(500)  # What has failed is put off again.
    thumb.page.clock.fast_forward(UNTIL_IT_TRIES_AGAIN)
    expect(thumb.page.locator("[data-photographs]")).to_have_text("Photograph sent.", timeout=60_000)
    assert lost
    stored = match.photographs.get()
    assert (stored.width, stored.height) == (2600, 1950)
