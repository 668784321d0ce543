"""The bracket on paper: one sheet for every size, every name once in its place, room for the rest."""

import io

import pytest
from pypdf import PdfReader

from league.cups.brackets import bracket_of, tree_of
from league.cups.entries import CupState, Entrant
from league.cups.progress import with_draw
from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cups import cup_on_page
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.printing.brackets import SCORE, brackets_on_paper, printed_tree
from league.printing.drawing import width_of
from league.printing.pdf import pdf_and_pages
from tests.builders import FRIDAY, NIGHT, a_season, a_team
from tests.cups.cast import played_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("entries", "paper", "size"),
    [(3, "a4", (842, 595)), (16, "a4", (842, 595)), (23, "a3", (1191, 842)), (64, "a4", (595, 842))],
)
@pytest.mark.parametrize("drawn_by", DrawnBy)
def test_a_bracket_is_one_sheet(entries: int, paper: str, size: tuple[int, int], drawn_by: DrawnBy) -> None:
    cup = make_cup(season=a_season(), name="Knock-out Cup", rules=CupRules(drawn_by=drawn_by))
    teams = [a_team(cup.season.league, f"The Long-named Inn {n:02}") for n in range(1, entries + 1)]
    enter_teams(cup=cup, teams=teams)
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    content, pages = pdf_and_pages(brackets_on_paper([cup_on_page(cup)], printed_on=NIGHT, paper=paper))
    assert pages == 1
    page = PdfReader(io.BytesIO(content)).pages[0]
    assert tuple(round(float(side)) for side in page.mediabox[2:]) == size
    text = " ".join(page.extract_text().split())
    for team in teams:
        assert team.name in text
    assert "Final" in text


@pytest.mark.parametrize("entries", [3, 16, 40, 64])
def test_no_name_runs_over_its_line(entries: int) -> None:
    """Whole in the first round; later it is cut, but says which team of the pub it is."""
    names = [f"Old Bank Working Men’s Club {letter}{letter} A" for letter in "ABCDEFGH"] * 8
    entrants = tuple(Entrant(key=key, name=names[key - 1]) for key in range(1, entries + 1))
    rules = CupRules(drawn_by=DrawnBy.BRACKET)
    drawn = played_round(with_draw(CupState(rules=rules, entrants=entrants), "a lot"))
    tree = printed_tree(tree_of(bracket_of(drawn)), paper="a4", is_fixed=True)
    for one in tree.rounds:
        for name in one.names:
            room = name.width - (SCORE if name.score else 0)
            assert width_of(name.text, name.size, weight=700) <= room
            assert name.text in ("", *names) or name.text.endswith("… A")
    assert {name.text for name in tree.rounds[0].names} <= set(names)


def test_nothing_is_printed_before_the_draw() -> None:
    cup = make_cup(season=a_season(), name="Knock-out Cup")
    assert brackets_on_paper([cup_on_page(cup)], printed_on=NIGHT) is None
