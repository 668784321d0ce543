"""A cup's bracket on paper: every name whole, who meets whom and where, everything inside the page."""

import datetime
from typing import Any

import pytest

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cups import cup_on_page
from league.cups.services.cups import draw_round, enter_teams, make_cup, set_finals
from league.cups.services.ties import enter_result, set_round
from league.models import Cup
from league.printing.bracket_layout import LEAST_SIZE
from league.printing.brackets import brackets_on_paper
from league.printing.documents import Document
from league.printing.pdf import PX_PER_MM, laid_out
from tests.builders import FRIDAY, NIGHT, a_league, a_pub, a_season, a_team

pytestmark = pytest.mark.django_db

PAGES = {"a4": {(210, 297), (297, 210)}, "a3": {(297, 420), (420, 297)}}
LEAST_MARGIN = 5.0


def a_cup(entries: int, drawn_by: DrawnBy = DrawnBy.BRACKET, *, is_long: bool = True, **rules: Any) -> Cup:
    """A cup of teams, drawn, its first round dated; every name of 40 letters unless they are short."""
    name = "Upper Tenter Vale & District Licensed Houses’ and Working Men’s All Fours League"
    season = a_season(a_league(name) if is_long else None)
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(drawn_by=drawn_by, **rules))
    begins = "The Weavers’ Rest & Spinners’ Club, Moor" if is_long else "The Tup"
    names = [f"{begins[:37]} {number:02}" for number in range(1, entries + 1)]
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in names])
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=datetime.time(20, 30))
    return Cup.objects.select_related("season__league").get(pk=cup.pk)


def a_bracket(cup: Cup, paper: str = "a4") -> Document:
    document = brackets_on_paper([cup_on_page(cup)], printed_on=NIGHT, paper=paper)
    assert document is not None
    return document


def texts_inside(document: Document) -> list[str]:
    """The words of each page; every line of them stands inside its page and is large enough to be read."""
    texts = []
    for page in laid_out(document).pages:
        words = []
        for box in page._page_box.descendants(placeholders=True):
            if not hasattr(box, "text"):
                continue
            left, top = box.position_x / PX_PER_MM, box.position_y / PX_PER_MM
            right, bottom = left + box.width / PX_PER_MM, top + box.height / PX_PER_MM
            assert left >= LEAST_MARGIN, box.text
            assert top >= LEAST_MARGIN, box.text
            assert right <= page.width / PX_PER_MM - LEAST_MARGIN, box.text
            assert bottom <= page.height / PX_PER_MM - LEAST_MARGIN, box.text
            assert box.style["font_size"] >= LEAST_SIZE * 96 / 72 - 0.01, box.text
            words.append(box.text)
        texts.append(" ".join(words).replace("\N{NO-BREAK SPACE}", " "))
    return texts


@pytest.mark.parametrize("paper", PAGES)
@pytest.mark.parametrize("drawn_by", DrawnBy)
@pytest.mark.parametrize(
    ("entries", "sheets"), [(2, (1, 1)), (4, (1, 1)), (8, (1, 1)), (13, (1, 1)), (16, (1, 1)), (32, (3, 1))]
)
def test_every_name_of_forty_letters_stands_whole_inside_the_page(
    entries: int, sheets: tuple[int, int], drawn_by: DrawnBy, paper: str
) -> None:
    cup = a_cup(entries, drawn_by)
    document = a_bracket(cup, paper)
    texts = texts_inside(document)
    assert len(texts) == sheets[paper == "a3"]
    sizes = {
        (round(page.width / PX_PER_MM), round(page.height / PX_PER_MM)) for page in laid_out(document).pages
    }
    assert sizes <= PAGES[paper]
    whole = " ".join(texts)
    for entry in cup.entries.all():
        assert entry.name in whole
    assert "Final" in texts[-1]
    assert "Winner" in texts[-1]


def test_short_names_of_thirty_two_stand_on_one_sheet() -> None:
    assert len(texts_inside(a_bracket(a_cup(32, is_long=False)))) == 1


def test_the_largest_cups_are_halved_with_the_final_on_the_last_sheet() -> None:
    texts = texts_inside(a_bracket(a_cup(64), "a3"))
    assert len(texts) > 1
    assert "Winner to sheet" in texts[0]
    assert "Winner of tie 1, sheet 1" in texts[-1]


def test_a_tie_says_when_and_where_and_who_comes_next() -> None:
    cup = a_cup(8, is_long=False, neutral_rounds=1)
    set_finals(cup=cup, at=a_pub(cup.season.league, "The Crown"), on=NIGHT + datetime.timedelta(weeks=9))
    (text,) = texts_inside(a_bracket(Cup.objects.get(pk=cup.pk)))
    tie = cup_on_page(cup).rounds[0].ties[0]
    assert (
        "First round Thu 14 Jan 2027, 8.30 pm." in text or "Quarter-finals Thu 14 Jan 2027, 8.30 pm." in text
    )
    assert f"Tie 1, at {tie.venue} {tie.tie.home.words} {tie.tie.away.words}" in text
    assert "Winner of tie 4" in text
    assert "Final Thu 18 Mar 2027, at The Crown." in text


def test_a_replay_and_a_walkover_are_told_and_the_winner_goes_on() -> None:
    cup = a_cup(4, is_long=False, replays=1)
    first, second = cup_on_page(cup).rounds[0].ties
    for result in (
        TieResult(round=1, number=1, legs=((5, 5),), replays=((6, 4),)),
        TieResult(round=1, number=2, at_fault="a", reason="Nobody of the Smiths came."),
    ):
        enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    (text,) = texts_inside(a_bracket(cup))
    assert f"Tie 1, in a replay, after 5-5 {first.tie.home.words} 6 {first.tie.away.words} 4" in text
    assert "Tie 2, walkover" in text
    assert "Smiths" not in text
    assert text.count(first.tie.home.words) >= 2
    assert text.count(second.tie.home.words) >= 2


def test_an_open_draw_leaves_room_for_what_is_not_drawn() -> None:
    (text,) = texts_inside(a_bracket(a_cup(8, DrawnBy.ROUND, is_long=False)))
    assert text.count("To be drawn.") == 2
    assert "Winner of tie" not in text


def test_nothing_is_printed_before_the_draw() -> None:
    cup = make_cup(season=a_season(), name="Knock-out Cup")
    assert brackets_on_paper([cup_on_page(cup)], printed_on=NIGHT) is None
