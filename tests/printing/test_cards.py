"""Folded cards: eight panels on A4 or four of A5, everything inside its panel, 4 to 16 teams, long names."""

import datetime
import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from league.people.selectors import CaptainContact
from league.printing import pdf
from league.printing.card_folds import PAPERS
from league.printing.card_selectors import counting_of
from league.printing.cards import folded_cards
from league.printing.documents import Shown
from league.printing.other_nights import OtherNight
from league.regulations import presets
from tests.builders import CAST
from tests.examples import sampled
from tests.printing.test_posters import ARABIC, CHINESE, LONG, MM, PRINTED_ON, SITE, a_list, boxes

FACTS: Shown = {
    "nights": (
        OtherNight(date=datetime.date(2027, 1, 7), words="League Cup, first round"),
        OtherNight(date=datetime.date(2027, 3, 25), words="League Cup, final, The Station Tap at Mirecliffe"),
    ),
    "counting": (
        ("Match", "A match is four tables, two players a side at each."),
        ("Points", "Two a table. " * 9),
    ),
    "due": "by noon on the Saturday after the match",
    "postponing": "Postponed? Agree a new date and tell the secretary.",
    "captains": (CaptainContact(team="The Fleece", name="Norman Ogden", email="", phone="01632 960 182"),),
    "secretary": "Secretary: Marjorie Haigh-Ramsden, 01632 960 117",
}


def a_card(names: tuple[str, ...], *, of_team: bool, paper: str, facts: Shown = FACTS, **fields: Any) -> Any:
    fixtures = a_list(names, **fields)
    if of_team:
        team = fixtures.teams[0]
        own = tuple(match for match in fixtures.fixtures if team in (match.home, match.away))
        fixtures = replace(fixtures, team=team, fixtures=own)
    return folded_cards([(fixtures, facts)], printed_on=PRINTED_ON, paper_name=paper, site=SITE)


def panels_of(page: Any) -> Iterator[tuple[int, Any]]:
    """The panels of a page, by number."""
    for box in page.descendants(placeholders=True):
        if box.element is not None and "panel" in box.element.get("class", "").split():
            number = next(text for *_, text in reversed(list(boxes(box))))
            yield int(number), box


@pytest.mark.parametrize("paper", sampled(["wallet", "a5"], each=2))
@pytest.mark.parametrize("of_team", sampled([True, False], each=2), ids=["team", "division"])
@pytest.mark.parametrize(
    ("names", "teams"),
    sampled(
        [
            pytest.param(LONG, 16, id="16"),
            pytest.param(LONG, 4, id="4"),
            pytest.param(LONG, 14, id="14"),
            pytest.param(ARABIC, 14, id="Arabic"),
            pytest.param(CHINESE, 14, id="Chinese"),
        ],
        each=10,
    ),
)
def test_everything_stands_inside_its_panel(
    names: tuple[str, ...], teams: int, of_team: bool, paper: str
) -> None:
    pages = [
        page._page_box for page in pdf.laid_out(a_card(names[:teams], of_team=of_team, paper=paper)).pages
    ]
    assert len(pages) == PAPERS[paper].pages
    margin = PAPERS[paper].margin - 0.5
    seen = []
    for page in pages:
        for number, panel in panels_of(page):
            seen.append(number)
            left, top = panel.position_x * MM, panel.position_y * MM
            for x, y, right, bottom, text in list(boxes(panel))[:-1]:
                assert x >= left + margin, (number, text)
                assert y >= top + margin, (number, text)
                assert right <= left + PAPERS[paper].width - margin, (number, text)
                assert bottom <= top + PAPERS[paper].height - margin, (number, text)
    assert sorted(seen) == list(range(1, len(PAPERS[paper].places) + 1))


def test_the_upper_row_is_turned_round() -> None:
    places = PAPERS["wallet"].places
    assert [place.is_turned for place in places] == [False] * 4 + [True] * 4
    assert [round(place.x / 74.25) for place in places] == [0, 1, 2, 3, 3, 2, 1, 0]


def text_of(document: Any) -> str:
    pages = PdfReader(io.BytesIO(pdf.pdf(document))).pages
    return " ".join("\n".join(page.extract_text() for page in pages).split())


def test_a_team_reads_its_matches_whom_to_ring_and_where() -> None:
    names = ("The Fleece", "The Shears", "Station Tap", "The Tup and Bell")
    text = text_of(a_card(names, of_team=True, paper="wallet"))
    for words in (
        "Weeks 1 to 6",
        "Norman Ogden 01632 960 182",
        "Marjorie Haigh-Ramsden",
        "by noon on the Saturday after the match",
        "tentervale.example.org",
        "Printed Wed 13 Jan 2027",
        "League Cup, first round",
        "31 Tenter Croft",
    ):
        assert words in text, words
    assert text_of(a_card(names[1:], of_team=True, paper="wallet")).count("Norman Ogden") == 0


@pytest.mark.slow
def test_no_night_is_left_out_while_a_panel_is_empty() -> None:
    nights = tuple(
        OtherNight(date=PRINTED_ON + datetime.timedelta(day), words=f"League Cup, round {day}, Mirecliffe")
        for day in range(1, 25)
    )
    facts = {**FACTS, "nights": nights}
    text = text_of(a_card(("The Fleece", "The Shears"), of_team=True, paper="wallet", facts=facts))
    assert all(night.words in text for night in nights)


def test_a_crowded_division_has_its_last_nights_on_the_front() -> None:
    """Six of ten were "more on the fixtures page", beside a front that was half empty."""
    nights = tuple(
        OtherNight(date=PRINTED_ON + datetime.timedelta(day), words=f"League Cup, round {day}")
        for day in range(1, 11)
    )
    facts = {**FACTS, "nights": nights}
    names = {"division": "Division One", "league": "Tentervale League"}
    card = a_card(CAST[:10], of_team=False, paper="wallet", facts=facts, **names)
    text = text_of(card)
    assert all(night.words in text for night in nights)
    assert "more on" not in text


def test_results_so_far_stand_in_their_boxes() -> None:
    text = text_of(a_card(("The Fleece", "The Shears"), of_team=True, paper="a5", played=1))
    assert "10 – 0" in text or "0 – 10" in text


@pytest.mark.slow
def test_before_the_fixtures_there_are_lines_to_write_on() -> None:
    assert "Notes" in text_of(a_card(("The Fleece", "The Shears"), of_team=True, paper="wallet", fixtures=()))


@pytest.mark.parametrize("name", presets.names())
def test_every_ready_made_rule_book_says_how_points_count(name: str) -> None:
    book = presets.get(name).rule_book()
    assert [head for head, _ in counting_of(book)][:2] == ["Match", "Points"]
