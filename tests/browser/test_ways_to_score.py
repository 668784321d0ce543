"""Ways to score beside four answers a hand: a final score, the pitcher followed, a slip's code, Trinidad."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from league.accounts.services.links import codes_for
from league.accounts.services.pins import set_pin
from league.models import Match, RuleBook
from league.regulations.presets import get, names
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from tests.browser.thumbs import Thumb, on_a_phone
from tests.builders import a_captain, a_captains_link, a_division, a_match, a_season
from tests.results.test_entry_family import CARIBBEAN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TRINIDAD = {**CARIBBEAN, "options": {"hang_jack": 3}}
RACE = {"variant": "northern_pub", "tables": 3, "games_a_table": 2, "race_to": 2}
FOUR_HANDS = {"variant": "northern_pub", "target": None}
LONG = ("hhna",) * 6 + ("hana",) * 2 + ("aanh",)
SHORT = ("hhna",) * 7 + ("aanh",)
A_MATCH = (LONG, LONG, SHORT, SHORT)
"""The hands at the four tables of a usual match, 34, each table won by the last point of its last hand."""

OpenPhone = Callable[[Match], Thumb]


@pytest.fixture
def phone_of(browser: Browser, live_server: Any) -> Iterator[OpenPhone]:
    contexts = []

    def open_phone(match: Match) -> Thumb:
        code = codes_for(matches=[match.pk], now=timezone.now())[match.pk]
        contexts.append(on_a_phone(browser))
        return Thumb(contexts[-1].new_page(), f"{live_server.url}/s/{code}/")

    yield open_phone
    for context in contexts:
        context.close()


def under(book: dict[str, Any]) -> Match:
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**book))))


def game_of(match: Match, table: int = 1, game: int = 1) -> Any:
    games = LoggedMatch(match, log_of(match)).games()
    return next(one for one in games if (one.table, one.game) == (table, game))


def scan(phone: Thumb, table: int) -> None:
    """Open the square of a slip."""
    phone.open(f"#s{table}v1")
    expect(phone.page).to_have_url(re.compile(rf"/tables/{table}/$"))
    expect(phone.page.locator("body.at-table[data-ready]")).to_be_attached()


def test_a_slip_opens_its_table_and_its_first_hand_takes_five_taps(phone_of: OpenPhone) -> None:
    match = a_match()
    phone = phone_of(match)
    scan(phone, 2)
    phone.peg("hhnh")
    assert phone.taps == 5
    phone.peg("ahna")
    assert phone.taps == 10
    phone.shows(4, 2)
    phone.has_sent()
    assert game_of(match, 2).score == (4, 2)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["captain", "code"])
def test_a_match_of_34_hands_with_both_signatures_takes_fewer_than_180_taps(
    phone_of: OpenPhone, live_server: Any, by: str
) -> None:
    match = a_match(date=timezone.localdate())
    for team, pin in (("The Fleece", "2749"), ("The Shears", "6038")):
        set_pin(enrolment=a_captain(match.division, team), pin=pin, now=timezone.now())
    phone = phone_of(match)
    phone.page.clock.install()
    if by == "captain":
        link = a_captains_link(match.division, match.home)
        phone.address = f"{live_server.url}{link}matches/{match.public_id}/score/"
    for table, hands in enumerate(A_MATCH, 1):
        scan(phone, table)
        for hand in hands:
            phone.peg(hand)
        phone.has_sent()
    phone.tap("[data-next]")
    if by == "captain":
        phone.tap("[data-end-signing] button.primary")
        expect(phone.page.locator("[data-end-signing] .end-signed")).to_be_visible()
    else:
        phone.type_pin("2749")
        expect(phone.page.locator("[data-end-signing] .end-signed")).to_be_visible()
    phone.type_pin("6038")
    expect(phone.page.locator(".end-head")).to_contain_text("Result agreed")
    assert phone.taps == {"captain": 176, "code": 179}[by]


def test_where_only_final_scores_are_entered_the_table_begins_with_who_won(phone_of: OpenPhone) -> None:
    book = get("crown-green").rule_book()
    book.save()
    match = a_match(a_division(a_season(rule_book=book)))
    phone = phone_of(match)
    phone.open("tables/1/")
    expect(phone.page.locator("[data-hand-asked]").first).to_be_hidden()
    phone.tap('.ending label:has([name=winner][value="h"])')
    phone.tap('.ending label:has([name="finished-on"][value="12"])')
    phone.tap("[data-finish]")
    phone.shows(21, 12)
    phone.has_sent()
    assert game_of(match, 1).score == (21, 12)


CARDS = re.compile(r"\b(pitch\w*|High|Low|Jack)\b")


@pytest.mark.slow
@pytest.mark.parametrize("preset", names())
def test_each_preset_is_walked_to_the_end_of_a_match(phone_of: OpenPhone, preset: str) -> None:
    """By final scores, which every one has; where only they are entered nothing is asked about cards."""
    book = get(preset).rule_book()
    book.save()
    phone = phone_of(a_match(a_division(a_season(rule_book=book))))
    following, table, most = phone.page.locator("[data-next]"), 1, book.target or 21
    phone.open("tables/1/?final=yes")
    for _ in range(40):
        ending = phone.page.locator("[data-ending]")
        expect(ending).to_be_visible()
        if not book.has_hands:
            assert not CARDS.search(phone.page.locator("main").inner_text())
        if phone.page.locator("[data-winner]").is_visible():
            ending.locator("label:has([name=winner])").first.click()
            ending.locator("label:has([name='finished-on'])").first.click()
        else:
            for side, points in (("h", most), ("a", most - 1)):
                phone.page.locator(f"[data-total={side}]").fill(str(points))
        phone.tap("[data-finish]")
        expect(following).to_be_visible()
        if following.text_content() == "Match":
            break
        if (following.text_content() or "").startswith("Start"):
            following.click()
            where = phone.page.url.partition("/tables/")[2]
            phone.open(f"tables/{where}&final=yes")
        else:
            table += 1
            phone.open(f"tables/{table}/?final=yes")
    phone.tap("[data-next]")
    expect(phone.page.locator("[data-title]")).to_have_text("Match finished")


@pytest.mark.slow
def test_a_final_score_keeps_the_hands_and_undo_takes_it_back(phone_of: OpenPhone) -> None:
    match = a_match()
    phone = phone_of(match)
    phone.open("tables/2/")
    for hand in ("haah", "hana"):
        phone.peg(hand)
    phone.tap("[data-more]")
    phone.tap("[data-final-link]")
    expect(phone.page.locator("[data-kept] tbody tr")).to_have_count(2)
    finish = phone.page.locator("[data-finish]")
    expect(finish).to_have_text("Who won?")
    phone.tap('.ending label:has([name=winner][value="a"])')
    expect(phone.page.locator("[data-because]")).to_have_text("3 or more: they had 3 after hand 2")
    numbers = phone.page.locator("[data-choices] label")
    expect(numbers).to_have_text([str(number) for number in range(3, 15)])
    phone.tap('.ending label:has([name="finished-on"][value="12"])')
    expect(finish).to_have_text("Finish table 2: 12–15")
    phone.shows(12, 15)

    phone.tap('.ending label:has([name=winner][value="h"])')
    expect(finish).to_have_text("What did Shears finish on?")
    phone.tap('.ending label:has([name=winner][value="a"])')
    phone.tap('.ending label:has([name="finished-on"][value="12"])')
    phone.tap("[data-finish]")
    phone.shows(12, 15)
    expect(phone.page.locator("[data-outcome]")).to_have_text("The Shears won 15–12.")
    phone.has_sent()
    far = game_of(match, 2)
    assert (far.score, far.hand, far.is_over) == ((12, 15), 2, True)

    expect(phone.page.locator("[data-undo]")).to_have_text("Undofinal score")
    phone.tap("[data-undo]")
    phone.shows(3, 4)
    expect(phone.button).to_have_text("Who took High?")


@pytest.mark.slow
def test_a_foot_below_the_hands_can_be_said_and_what_counts_is_asked(phone_of: OpenPhone) -> None:
    match = a_match()
    phone = phone_of(match)
    phone.open("tables/1/")
    phone.peg("hhhh")
    phone.open("tables/1/?final=yes")
    phone.tap('.ending label:has([name=winner][value="a"])')
    phone.tap("[data-lower]")
    phone.tap('.ending label:has([name="finished-on"][value="2"])')
    expect(phone.page.locator("[data-finish]")).to_have_text("Finish table 1: 2–15")
    phone.tap("[data-finish]")
    phone.page.get_by_role("button", name="Count the final score", exact=True).click()
    phone.shows(2, 15)
    phone.has_sent()
    assert game_of(match, 1).score == (2, 15)
    for hand in ("hhhh", "hhhh", "hhhn"):
        phone.open("tables/2/")
        phone.peg(hand)
    phone.peg("hhhh")
    phone.shows(15, 0)
    phone.open("tables/2/?final=yes")
    phone.tap('.ending label:has([name=winner][value="h"])')
    phone.tap('.ending label:has([name="finished-on"][value="4"])')
    phone.tap("[data-finish]")
    phone.page.get_by_role("button", name="Count the hands", exact=True).click()
    phone.shows(15, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("Delete final score", (4, 0)),
        ("Count the hands", (4, 0)),
        ("Count the final score", (2, 15)),
        ("Count the final score, mark the match as disputed", (2, 15)),
    ],
)
def test_a_final_score_that_hands_of_another_phone_contradict_asks_what_counts(
    phone_of: OpenPhone, answer: str, score: tuple[int, int]
) -> None:
    match = a_match()
    phone, other = phone_of(match), phone_of(match)
    other.open("tables/1/")
    other.page.context.route("**/log/*", lambda route: route.abort())
    other.peg("hhhh")
    phone.open("tables/1/?final=yes")
    phone.tap('.ending label:has([name=winner][value="a"])')
    phone.tap('.ending label:has([name="finished-on"][value="2"])')
    phone.tap("[data-finish]")
    phone.has_sent()
    other.page.context.unroute_all(behavior="wait")
    other.look()
    other.has_sent()
    phone.look()
    notice = phone.page.locator(".question", has_text="does not count")
    expect(notice).to_contain_text("The final score 2–15 does not count. Fleece had 4 after hand 1.")
    phone.page.get_by_role("button", name=answer, exact=True).click()
    expect(notice).to_have_count(0)
    phone.shows(*score)


@pytest.mark.slow
def test_a_table_without_a_target_asks_both_totals_and_says_what_the_hands_had(phone_of: OpenPhone) -> None:
    match = under(FOUR_HANDS)
    phone = phone_of(match)
    phone.open("tables/1/")
    phone.peg("hhhh")
    phone.open("tables/1/?final=yes")
    home, away = (phone.page.locator(f"[data-total={letter}]") for letter in "ha")
    home.fill("3")
    away.fill("9")
    expect(phone.page.locator("[data-ending-refusal]")).to_contain_text("hand 1. You are asked")
    home.fill("7")
    phone.tap("[data-finish]")
    phone.shows(7, 9)
    phone.has_sent()
    assert game_of(match).is_over


@pytest.mark.slow
def test_a_table_of_a_fixed_number_of_hands_is_over_by_itself(phone_of: OpenPhone) -> None:
    match = under(FOUR_HANDS)
    phone = phone_of(match)
    phone.open("tables/1/")
    for hand in ("hhhh", "aaaa", "hhnh", "haah"):
        phone.peg(hand)
    expect(phone.page.locator("[data-outcome]")).to_have_text("The Fleece won 9–6, after 4 hands.")
    phone.has_sent()
    assert game_of(match).is_over


@pytest.mark.slow
def test_the_pitcher_is_said_late_and_followed_back_and_on(phone_of: OpenPhone) -> None:
    match = a_match()
    phone = phone_of(match)
    phone.open("tables/1/")
    for hand in ("hhnh", "ahna"):
        phone.peg(hand)
    phone.tap("[data-lead]")
    expect(phone.page.locator("[data-opening-words]")).to_have_text("Hand 3. Who pitches?")
    phone.tap("[data-opening] [value=a]")
    expect(phone.page.locator("[data-lead-opens]")).to_have_text("Shears pitch,")
    phone.peg("hhnh")
    expect(phone.page.locator("[data-lead-opens]")).to_have_text("Fleece pitch,")
    phone.has_sent()
    assert match.entries.get(place="pitch").body == {"first-pitch": "a"}


class TestTrinidad:
    @pytest.mark.slow
    def test_turn_up_and_gift_count_at_once_and_a_hung_jack_is_one_tap(self, phone_of: OpenPhone) -> None:
        match = under(TRINIDAD)
        phone = phone_of(match)
        phone.open("tables/1/")
        expect(phone.button).to_have_text("Who leads first?")
        phone.tap("[data-opening] [value=h]")
        phone.tap("[data-row=turnup] label:has([value='6'])")
        phone.tap("[data-row=beg] label:has([value=g])")
        phone.shows(1, 2)
        phone.tap("[data-row=high] label:has([value=h])")
        phone.tap("[data-row=low] label:has([value=a])")
        phone.tap("[data-row=jack] label:has([value=H])")
        undo = phone.page.locator("[data-undo]")
        expect(undo).to_have_text("UndoJack, hung")
        phone.tap("[data-row=game] label:has([value=h])")
        expect(phone.button).to_have_text("Peg 6–3")
        phone.tap("[data-peg-it]")
        phone.shows(6, 3)
        phone.has_sent()
        body = match.entries.get(place="h1").body
        assert (body["turnup"], body["beg"], body["jack"], body["hung"]) == ("6", "g", "h", "yes")
        assert game_of(match).score == (6, 3)

    @pytest.mark.slow
    def test_running_the_pack_turns_a_second_card(self, phone_of: OpenPhone) -> None:
        match = under(TRINIDAD)
        phone = phone_of(match)
        phone.open("tables/1/")
        phone.tap("[data-opening] [value=h]")
        phone.tap("[data-row=turnup] label:has([value='6'])")
        phone.tap("[data-row=beg] label:has([value=r])")
        expect(phone.page.locator(".folded")).to_have_text("1st turn-up: six, +2 Shears")
        phone.tap("[data-row=turnup] label:has([value=J])")
        phone.shows(0, 5)
        phone.peg("hhnh")
        phone.has_sent()
        assert match.entries.get(place="h1").body["turnup"] == "6 J"

    @pytest.mark.slow
    def test_the_target_passed_on_the_turn_up_ends_the_game_and_the_deal_goes_on(
        self, phone_of: OpenPhone
    ) -> None:
        match = under(TRINIDAD)
        phone = phone_of(match)
        phone.open("tables/1/")
        phone.tap("[data-opening] [value=a]")
        for hand in ("aaaa", "aaaa", "aaaa"):
            phone.peg(hand)
        phone.tap("[data-row=turnup] label:has([value=J])")
        expect(phone.button).to_have_text("Peg and finish game 1: Shears 15–0")
        expect(phone.page.locator("[data-row=beg] .not-counted")).to_have_text("Not needed: Shears are out.")
        phone.tap("[data-peg-it]")
        phone.shows(0, 15)
        expect(phone.page.locator("[data-next]")).to_have_text("Start game 2Fleece deal")
        phone.tap("[data-next]")
        expect(phone.page.locator("[data-title]")).to_have_text("Table 1, game 2")
        expect(phone.page.locator(".games-won")).to_have_text("games 0–1")
        phone.peg("hhnh")
        phone.shows(3, 0)
        phone.has_sent()
        assert match.entries.get(place="pitch", game=2).body == {"first-pitch": "a"}
        assert game_of(match, 1, 2).score == (3, 0)


class TestRace:
    @pytest.mark.slow
    def test_it_ends_when_a_side_has_won_enough_games(self, phone_of: OpenPhone) -> None:
        match = under(RACE)
        phone = phone_of(match)
        for table in (1, 2):
            phone.open(f"tables/{table}/?final=yes")
            phone.tap('.ending label:has([name=winner][value="a"])')
            phone.tap('.ending label:has([name="finished-on"][value="7"])')
            phone.tap("[data-finish]")
            expect(phone.page.locator("[data-outcome]")).to_have_text("The Shears won 15–7.")
            on = "Start game 2" if table == 1 else "Match"
            expect(phone.page.locator("[data-next]")).to_contain_text(on)
        phone.has_sent()
        phone.tap("[data-next]")
        expect(phone.page.locator("[data-title]")).to_have_text("Match finished")
        expect(phone.page.locator("[data-table='3'] [data-state]")).to_have_text("nothing yet")
