"""A way past the secretary's pages."""

from collections.abc import Iterator
from functools import partial

from playwright.sync_api import Page

from league.cups.selectors.cup_pages import cup_on_page
from league.models import Cup, League, Match, Offence, Player, Ruling
from tests.browser.acts import press, send_it_empty
from tests.browser.lists import lists_at_the_desk
from tests.browser.nights import visits_to_pairs_nights
from tests.browser.plans import visits_to_plans
from tests.browser.stops import Act, Stop
from tests.browser.worlds import SECRETARY, with_hands
from tests.browser.year import year_at_the_desk
from tests.builders import NIGHT, WEEK


def at_the_desk(league: League) -> Iterator[Stop]:
    """A league's desk and all that is done from it, refusals among it."""
    desk = f"/{league.slug}/secretary/"
    owed = Match.objects.filter(division__season__league=league, date=NIGHT, scorecards=None, rulings=None)[0]
    asked = Match.objects.get(division__season__league=league, postponements__state="open")
    undated = Match.objects.filter(division__season__league=league, date=None)[0]
    entered = with_hands(league)[0]
    disputed = Match.objects.filter(division__season__league=league).exclude(disputed_because="")[0]
    player = Player.objects.filter(league=league, registrations__isnull=False).earliest("id")
    night = f"nights/{NIGHT}/"
    for name, address, act, status in (
        ("inbox", "", None, 200),
        ("waiting", "waiting/", None, 200),
        ("decided", "decided/", None, 200),
        ("results of the week", "results/", None, 200),
        ("search", "search/?q=the", None, 200),
        ("documents", "documents/", None, 200),
        ("night", night, None, 200),
        ("night before", f"nights/{NIGHT - WEEK}/", None, 200),
        ("night of no match", f"nights/{NIGHT + 40 * WEEK}/", None, 200),
        ("finals", f"{night}finals/", None, 200),
        ("finals of no match", f"nights/{NIGHT + 40 * WEEK}/finals/", None, 200),
        ("finals refused", f"{night}finals/", _confirm_an_impossible_final, 422),
        ("code", f"matches/{owed.public_id}/code/", None, 200),
        ("code made", f"matches/{owed.public_id}/code/", _make_a_code, 200),
        ("code ended without a reason", f"matches/{owed.public_id}/code/", send_it_empty, 422),
        ("entry", f"matches/{owed.public_id}/entry/", None, 200),
        ("entry typed", f"matches/{owed.public_id}/entry/", _type_a_game, 200),
        ("entry refused", f"matches/{owed.public_id}/entry/", _confirm_impossible_hands, 422),
        ("entry without a date", f"matches/{undated.public_id}/entry/", None, 200),
        ("correction", f"matches/{entered.public_id}/entry/", None, 200),
        ("correction overtaken", f"matches/{entered.public_id}/entry/", _confirm_what_is_stale, 409),
        ("put right", f"matches/{entered.public_id}/put-right/", None, 200),
        ("put right refused", f"matches/{entered.public_id}/put-right/", send_it_empty, 422),
        ("walkover", f"matches/{owed.public_id}/walkover/", None, 200),
        ("walkover of a table", f"matches/{owed.public_id}/walkover/?table=2", None, 200),
        ("walkover refused", f"matches/{owed.public_id}/walkover/", send_it_empty, 422),
        ("walkover by the rules", f"matches/{owed.public_id}/walkover/?for=short&home=5&away=2", None, 200),
        ("walkover late", f"matches/{owed.public_id}/walkover/?for=late&home=0&away=35", None, 200),
        ("walkover asked wrongly", f"matches/{owed.public_id}/walkover/?for=late&home=9999&away=", None, 200),
        ("regulations", "regulations/", None, 200),
        ("regulations refused", "regulations/", _fine_for_nothing, 422),
        ("postpone", f"matches/{owed.public_id}/postpone/", None, 200),
        ("postpone refused", f"matches/{owed.public_id}/postpone/", send_it_empty, 422),
        ("postpone asked", f"matches/{asked.public_id}/postpone/", None, 200),
        ("postpone asked refused", f"matches/{asked.public_id}/postpone/", send_it_empty, 422),
        ("venue", f"matches/{owed.public_id}/venue/", None, 200),
        ("venue refused", f"matches/{owed.public_id}/venue/", send_it_empty, 422),
        ("dispute", f"matches/{entered.public_id}/dispute/", None, 200),
        ("dispute refused", f"matches/{entered.public_id}/dispute/", send_it_empty, 422),
        ("dispute to settle", f"matches/{disputed.public_id}/dispute/", None, 200),
        ("dispute closed without a decision", f"matches/{disputed.public_id}/dispute/", send_it_empty, 422),
        ("players and teams", "players/", None, 200),
        ("signing on refused", "players/", send_it_empty, 422),
        ("player's record", f"players/{player.public_id}/", None, 200),
        ("personal data", f"players/{player.public_id}/personal-data/", None, 200),
        ("erasure", f"players/{player.public_id}/erase/", None, 200),
        ("erasure refused", f"players/{player.public_id}/erase/", send_it_empty, 422),
        ("names to sort", "names/", None, 200),
        ("captains", "captains/", None, 200),
        ("bulletin", "bulletin/", None, 200),
        ("bulletin for a chat", "bulletin/?form=chat&include=results", None, 200),
        ("bulletin edited", "bulletin/?form=email&edit=yes", None, 200),
        ("messages", "messages/", None, 200),
        ("message previewed", "messages/", _preview_a_message, 200),
        ("message refused", "messages/", send_it_empty, 422),
        *lists_at_the_desk(league),
        ("take the league along", "take-along/", None, 200),
        ("site in a folder", "site-copy/", None, 200),
        ("captains refused", "captains/", _write_no_address, 422),
        ("pub links", "pub-links/", None, 200),
        ("pub photograph", f"pubs/{owed.venue.slug}/photograph/", None, 200),
        ("pub photograph refused", f"pubs/{owed.venue.slug}/photograph/", send_it_empty, 422),
        ("API tokens", "api-tokens/", None, 200),
        ("links", "captains/links/", None, 200),
        ("links made", "captains/links/", _make_the_missing_links, 200),
        ("links refused", "captains/links/", _send_what_was_sent, 422),
        ("plans", "fixtures/", None, 200),
        ("plan refused", "fixtures/", _request_nonsense, 422),
        *visits_to_plans(league),
        ("dates of the season", "dates/", None, 200),
        ("play-offs", "play-offs/", None, 200),
        ("play-offs refused", "play-offs/", send_it_empty, 422),
        ("withdrawals", "withdrawals/", None, 200),
        ("withdrawal", f"withdrawals/?team={owed.division.slug}/{owed.home.slug}", None, 200),
        (
            "withdrawal refused",
            f"withdrawals/?team={owed.division.slug}/{owed.home.slug}",
            send_it_empty,
            422,
        ),
        *_visits_to_cups(league),
        *visits_to_pairs_nights(league, send_it_empty),
        *_where_it_went_wrong(league),
        *year_at_the_desk(league),
        ("rulings", "adjustments/", None, 200),
        ("rulings refused", "adjustments/", send_it_empty, 422),
    ):
        yield Stop(
            name=f"{league.slug} {name}", address=desk + address, who=SECRETARY, act=act, status=status
        )


def _visits_to_cups(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """A cup under way, and its open tie."""
    cups = Cup.objects.filter(season__league=league)
    cup, with_groups = (cups.get(slug=slug) for slug in ("knock-out-cup", "pairs-shield"))
    tie = cup_on_page(cup).to_enter[0].tie
    at = f"cups/{cup.public_id}/"
    yield "cups", "cups/", None, 200
    yield "cups refused", "cups/", send_it_empty, 422
    yield "cup kept", at, None, 200
    yield "cup of groups kept", f"cups/{with_groups.public_id}/", None, 200
    yield "cup draw", f"{at}draw/", None, 200
    yield "tie", f"{at}{tie.round}/{tie.number}/", None, 200
    yield "tie refused", f"{at}{tie.round}/{tie.number}/", partial(press, button="Save result"), 422
    yield "tie played by a stranger", f"{at}{tie.round}/{tie.number}/", _name_a_stranger, 422


def _where_it_went_wrong(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """Penalties in every state, the appeal against a ruling, the ledger and the account of a pub."""
    offences = Offence.objects.filter(season__league=league)
    found = {
        "to decide": offences.filter(state="proposed").earliest("id"),
        "waived": offences.filter(state="waived", ruling=None).first(),
        "taken back": offences.filter(state="waived", appeals=None).exclude(ruling=None).first(),
        "appealed": offences.filter(appeals__outcome="open").first(),
        "dismissed": offences.filter(appeals__outcome="dismissed").first(),
    }
    yield "penalties", "penalties/", None, 200
    for state, offence in found.items():
        yield f"penalty {state}", f"penalties/{offence.public_id}/", None, 200
    yield "penalty refused", f"penalties/{found['to decide'].public_id}/", _take_what_cannot_be, 422
    yield "appeal refused", f"penalties/{found['appealed'].public_id}/", _decide_nothing, 422
    ruling = Ruling.objects.filter(division__season__league=league, kind=Ruling.Kind.VOID).first()
    yield "appeal against a ruling", f"rulings/{ruling.public_id}/appeal/", None, 200
    account = f"ledger/{found['to decide'].team.pub.slug}/"
    yield "ledger", "ledger/", None, 200
    yield "ledger refused", "ledger/", send_it_empty, 422
    yield "bank statement", "bank-statement/", None, 200
    yield "bank statement previewed", "bank-statement/", _preview_statement, 200
    yield "account", account, None, 200
    yield "account striking out", account, _open_the_first, 200
    yield "account refused", account, _send_a_line_empty, 422


def _name_a_stranger(page: Page) -> None:
    page.locator("[name=home-others]").fill("Old Tom Utterly-Unknown")
    press(page, "Save players")


def _preview_a_message(page: Page) -> None:
    page.get_by_label("Subject").fill("Meeting of {team}")
    press(page, "Preview message")


def _make_a_code(page: Page) -> None:
    """The first who looks makes it; whoever comes later finds it made."""
    button = page.get_by_role("button", name="Create code")
    if button.count():
        with page.expect_navigation():
            button.click()


def _fine_for_nothing(page: Page) -> None:
    page.locator("[name=missing_card_1-step2_pounds]").fill("a fiver")
    page.locator("[name=short_teams-minimum]").fill("0")
    send_it_empty(page)


def _request_nonsense(page: Page) -> None:
    page.get_by_label("From a file").check()
    page.locator("summary", has_text="Requests file").click()
    page.fill("[name=wishes]", "The Fleece wants to be at home")
    press(page, "Create plan")


def _make_the_missing_links(page: Page) -> None:
    if missing := page.locator("[name=issue-missing]").all():
        with page.expect_navigation():
            missing[0].click()


def _send_what_was_sent(page: Page) -> None:
    """All that were not sent go out; then one of them again."""
    if unsent := page.locator("[name=send-unsent]").all():
        with page.expect_navigation():
            unsent[0].click()
    with page.expect_navigation():
        page.locator("[name=send]").first.click()


def _write_no_address(page: Page) -> None:
    page.locator("main form").evaluate("form => form.noValidate = true")
    page.locator("main input[type=email]").first.fill("norman at home")
    with page.expect_navigation():
        page.locator("main form button.primary").click()


def _take_what_cannot_be(page: Page) -> None:
    page.get_by_label("Fine").fill("a fiver")
    page.get_by_label("Points taken").fill("2¼")
    with page.expect_navigation():
        page.get_by_role("button", name="Apply").click()


def _decide_nothing(page: Page) -> None:
    page.locator("main form").last.evaluate("form => form.noValidate = true")
    with page.expect_navigation():
        page.get_by_role("button", name="Decide appeal").click()


def _open_the_first(page: Page) -> None:
    page.locator("main summary").first.click()


def _preview_statement(page: Page) -> None:
    page.get_by_label("Paste it here").fill("Date,Details,Money in\n04/01/2027,FLEECE FEES,30.00\n")
    with page.expect_navigation():
        page.get_by_role("button", name="Preview statement").click()


def _send_a_line_empty(page: Page) -> None:
    page.locator("main form.narrow").evaluate("form => form.noValidate = true")
    with page.expect_navigation():
        page.get_by_role("button", name="Save entry").click()


def _confirm_an_impossible_final(page: Page) -> None:
    for key in ("ArrowDown", "Enter", "1", "8", "Enter"):
        page.keyboard.press(key)
    _confirm(page)


def _type_a_game(page: Page) -> None:
    page.locator("#t1-h1-high").focus()
    for key in "hhahahnahhhhaana":
        page.keyboard.press(key)


def _confirm_impossible_hands(page: Page) -> None:
    """A hand with nobody's Low, a score that cannot be, a name that nobody has."""
    page.locator("#t1-h1-high").fill("h")
    page.locator("#t1-h1-low").fill("x")
    page.locator("#t2-home-final").fill("15")
    page.locator("#t2-away-final").fill("15")
    page.locator("#t3-home-1").fill("Nobody Knows")
    _confirm(page)


def _confirm_what_is_stale(page: Page) -> None:
    page.locator("[name=version]").evaluate("field => field.value = '0'")
    page.locator("#remarks").fill("Two lamps failed.")
    _confirm(page)


def _confirm(page: Page) -> None:
    with page.expect_navigation():
        page.locator("button[name=confirm]").click()
