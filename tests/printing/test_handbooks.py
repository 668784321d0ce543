"""The handbook: what it holds for whom, its pages, and the booklet to fold."""

import datetime
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PageObject, PdfReader

from league.accounts.powers import DEPUTY, NOTHING
from league.cups.entries import TieResult
from league.cups.rules import GroupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.ties import enter_result
from league.models import Division, Enrolment, RuleBook
from league.people.selectors import paper_is_for
from league.printing.booklets import pairs
from league.printing.documents import Folding, Shown
from league.printing.handbook_selectors import handbook_of
from league.printing.handbooks import handbook
from league.printing.pdf import PX_PER_MM, laid_out, pdf_and_pages
from league.regulations.presets import get, offered
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_captain,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_pub,
    a_season,
    a_team,
    an_enrolment,
)
from tests.builders_seasons import a_round_robin
from tests.examples import is_whole, sampled

pytestmark = pytest.mark.django_db

A5 = (148, 210)

# Before these alone a page may be less than half full: the rules, which have pages of their own, and tables
# to fill in, which are not broken.
UNBROKEN = ("Rules of the league", "Tables to fill in", "Final table", "Results")
LONG = "The Weavers’ Rest & Old Spinners’ Club"
HARD_NAMES = (f"{LONG} A", f"{LONG} B", "نادي أصدقاء الورق والدومينو", "三谷紙牌俱樂部與老紡織工人之家")


def a_book(division: Division, powers: frozenset[str] = NOTHING) -> Shown:
    book = handbook_of(division.season, readers=paper_is_for(powers), today=NIGHT)
    assert book is not None
    return book


def words_of(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def in_mm(page: PageObject) -> tuple[int, int]:
    return round(float(page.mediabox.width) / 72 * 25.4), round(float(page.mediabox.height) / 72 * 25.4)


@pytest.fixture
def division() -> Division:
    division = a_division(teams=4)
    a_round_robin(division, played=2)
    return division


@pytest.fixture(scope="module")
def printed(module_rows: Callable[[], Any]) -> tuple[Shown, bytes, int]:
    """A book with officers and a cup, as a PDF of so many pages; printed once."""
    with module_rows():
        league = a_league(
            officers="Secretary: Marjorie Haigh-Ramsden, 01632 960 999\nDoreen Pickersgill", slug="printed"
        )
        own = a_division(a_season(league), teams=4)
        a_round_robin(own, played=2)
        a_drawn_cup(own.season, "The Fleece", "The Shears", name="League Cup", on=NIGHT)
        book = a_book(own)
    return book, *pdf_and_pages(handbook(book))


def test_a_handbook_is_read_from_cover_to_index(printed):
    _, content, pages = printed
    text = words_of(content)
    assert (pages % 4, len(text)) == (0, pages)
    assert "Handbook 2026-27" in text[0]
    assert "If a match cannot be played" in text[1]
    assert "Secretary: Marjorie Haigh-Ramsden, 01632 960 999" in text[1]
    for words in (
        "Dates of the season",
        "Fixtures, Division One",
        "Tables to fill in",
        "League Cup",
        "There is no set penalty for a misdeal. (the sources are silent)",
        "Index",
    ):
        assert any(words in page for page in text[2:]), words
    (chapter,) = (number for number, page in enumerate(text, start=1) if "Pubs and clubs All matches" in page)
    assert f"Pubs and clubs {chapter}" in " ".join(text[1].replace(".", " ").split())
    reader = PdfReader(io.BytesIO(content))
    assert {tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:]) for page in reader.pages} == {
        A5
    }
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_the_reader_decides_which_contacts_a_copy_holds(division):
    for team, readers, phone in (
        ("The Fleece", "officers", "01632 960 101"),
        ("The Shears", "members", "01632 960 102"),
        ("Packhorse & Drover", "everybody", "01632 960 103"),
    ):
        a_captain(division, team, name=f"Captain of {team}", phone=phone, email="captain@example.org")
        Enrolment.objects.filter(team__name=team).update(contact_for=readers)
    held = {
        powers: [
            number for number in (101, 102, 103) if f"01632 960 {number}" in repr(a_book(division, powers))
        ]
        for powers in (NOTHING, DEPUTY)
    }
    assert held == {NOTHING: [103], DEPUTY: [102, 103]}
    assert "Captain of The Fleece" not in repr(a_book(division, DEPUTY))
    assert "captain@example.org" not in repr(a_book(division, DEPUTY))


@pytest.mark.slow
def test_a_cup_has_the_tables_of_its_groups_once_they_are_played(division):
    groups = GroupRules(number=1, through=2)
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", "The Tup", name="A Cup", groups=groups)
    assert a_book(division)["cups"][0]["groups"] == ()
    home = cup_on_page(cup).rounds[0].ties[0].tie.home.entrant
    won = TieResult(round=1, number=1, legs=((15, 9),))
    enter_result(cup=cup, result=won, began_from=None, now=FRIDAY)
    ((title, rows),) = a_book(division)["cups"][0]["groups"]
    assert (title, rows[0]) == ("Group A", ("1", home.name, "1", "1", "0", "0", "+6", "2"))


def test_a_rule_that_changed_has_a_bar(division):
    before = a_season(
        division.season.league,
        "2025-26",
        starts_on=datetime.date(2025, 9, 4),
        ends_on=datetime.date(2026, 4, 30),
        rule_book=RuleBook.objects.create(tables=3),
    )
    book = a_book(division)
    changed = [rule["text"] for section in book["rules"] for rule in section["rules"] if rule["is_changed"]]
    assert changed == ["A match is four tables, two players a side at each."]
    assert book["left_out"] == ("A match is three tables, two players a side at each.",)
    assert book["rules_before"] == before.name


def test_a_first_season_has_no_bars(division):
    assert not any(rule["is_changed"] for section in a_book(division)["rules"] for rule in section["rules"])


def test_it_asks_as_often_for_five_divisions_as_for_one(division):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            a_book(Division.objects.select_related("season__league", "season__rule_book").get(pk=division.pk))
        return len(asked)

    few = queries()
    for number in range(2, 6):
        a_round_robin(a_division_of_its_own(division, number))
    # Divisions, teams, matches, who left, captains, cups, last season, honours and their tables and seasons.
    assert few == queries() <= 12


def a_division_of_its_own(division: Division, number: int) -> Division:
    made = a_division(division.season, f"Division {number}", teams=0, position=number)
    for letter in "ABCD":
        an_enrolment(made, f"The Tup {number}{letter}")
    return made


def test_no_team_leaves_nothing_to_print():
    season = a_season(a_league())
    assert handbook_of(season, readers="everybody", today=NIGHT) is None
    a_division(season, teams=0)
    assert handbook_of(season, readers="everybody", today=NIGHT) is None


def test_pages_are_paired_to_be_folded():
    assert list(pairs(8)) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    assert list(pairs(6)) == [(8, 1), (2, 7), (6, 3), (4, 5)]


@pytest.mark.slow
def test_the_booklet_has_two_pages_on_each_side(printed):
    book, read, pages = printed
    content, sides = pdf_and_pages(handbook(book, Folding.BOOKLET))
    assert sides * 2 == pages
    words, sheets = words_of(read), words_of(content)
    assert sheets[0] == f"{words[-1]} {words[0]}"
    assert sheets[1] == f"{words[1]} {words[-2]}"
    assert in_mm(PdfReader(io.BytesIO(content)).pages[0]) == (296, 210)
    assert not is_whole() or pdf_and_pages(handbook(book, Folding.BOOKLET))[0] == content


@pytest.mark.slow
@pytest.mark.parametrize("teams", sampled([4, 16], each=2))
def test_nothing_is_cut_or_leaves_the_page(teams):
    league = a_league("The Royal and Ancient Three Valleys and Low Moorside All Fours League, Yorkshire")
    division = a_division(a_season(league), "The Northern and Eastern Division X", teams=teams - 4)
    for number, name in enumerate(HARD_NAMES):
        pub = a_pub(league, f"{LONG} {number}", rooms=LONG, step_free="by the side door", remarks=LONG)
        an_enrolment(division, a_team(league, name, slug=f"team-{number}", pub=pub))
    a_round_robin(division, rounds=1, played=2)
    pages = laid_out(handbook(a_book(division))).pages
    text = ""
    firsts, feet = [], []
    for page in pages:
        boxes = [box for box in page._page_box.descendants() if getattr(box, "text", None)]
        for box in boxes:
            text += box.text
            right = (box.position_x + box.width) / PX_PER_MM
            bottom = (box.position_y + box.height) / PX_PER_MM
            assert box.position_x / PX_PER_MM >= 7, box.text
            assert right <= A5[0] - 13.5, box.text
            assert bottom <= A5[1] - 7, box.text
        firsts.append(boxes[0].text)
        # Without the page's number and its chapter.
        feet.append(max(box.position_y / PX_PER_MM for box in boxes[:-2]))
    empty = [after for foot, after in zip(feet[1:], firsts[2:], strict=False) if foot < A5[1] / 2]
    assert [after for after in empty if not after.startswith(UNBROKEN)] == []
    assert [name for name in HARD_NAMES if name.replace(" ", "") not in text.replace(" ", "")] == []


@pytest.mark.parametrize("preset", sampled([preset.id for preset in offered()], each=4))
def test_every_preset_has_its_rules_in_words(preset):
    rule_book = get(preset).rule_book()
    rule_book.save()
    book = a_book(a_division(a_season(rule_book=rule_book), teams=2))
    numbers = [rule["number"] for section in (*book["rules"], *book["game"]) for rule in section["rules"]]
    assert len(numbers) == len(set(numbers)) > 9


def test_no_fixtures_yet_leaves_the_rest(division):
    book = a_book(a_division(a_season(a_league("Another League")), teams=2))
    assert [title for title, _ in handbook(book).context["chapters"]][:3] == [
        "Pubs and clubs",
        "Teams and captains",
        "Tables to fill in",
    ]
    assert handbook({**book, "site": "https://example.org/x/"}).context["site_name"] == "example.org/x/"


def test_a_night_of_one_moved_match_is_no_week() -> None:
    division = a_division(teams=4)
    a_match(division)
    moved_to = NIGHT + datetime.timedelta(days=5)
    a_match(division, "Packhorse & Drover", "The Tup and Bell", date=moved_to, postponed_from=NIGHT)
    events = {night["date"]: night["events"] for night in a_book(division)["dates"]}
    assert events["Thu 14 Jan 2027"] == ("Week 1",)
    assert events["Tue 19 Jan 2027"] == ("Packhorse & Drover v Tup & Bell, moved from Thu 14 Jan",)
