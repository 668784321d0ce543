"""The league's tables on paper: few pages, lines of going up and down, why points were taken."""

import datetime
import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from league.printing import pdf
from league.printing.documents import Shown
from league.printing.league_tables import league_tables, tables_facts
from tests.builders import a_card, a_division, a_match, a_season, an_adjustment, an_enrolment
from tests.examples import sampled
from tests.printing.pages import texts_inside
from tests.printing.test_bulletins import a_bulletin_division
from tests.printing.test_posters import ARABIC, CHINESE, LONG, SITE, assert_apart

TODAY = datetime.date(2027, 1, 16)


def some_tables(count: int, names: tuple[str, ...]) -> Shown:
    divisions = [a_bulletin_division(f"Division {number + 1}", names) for number in range(count)]
    return {
        "league": "Three Valleys All Fours League",
        "season": "2026-27",
        "season_slug": "2026-27",
        "tables": tuple(division["table"] for division in divisions),
        "path": "/three-valleys/2026-27/division-1/standings/",
    }


@pytest.mark.parametrize(
    ("count", "names", "pages"),
    sampled(
        [
            (1, LONG[:4], 1),
            (4, LONG[:10], 2),
            (1, LONG, 1),
            (2, LONG, 1),
            (3, LONG[:10], 1),
            (12, LONG, 6),
            (3, ARABIC[:10], 1),
            (3, CHINESE[:10], 1),
        ],
        each=10,
    ),
)
def test_tables_stand_on_few_pages(count: int, names: tuple[str, ...], pages: int) -> None:
    set_out = pdf.laid_out(league_tables(some_tables(count, names), printed_on=TODAY, site=SITE)).pages
    assert len(set_out) == pages
    for page in set_out:
        assert_apart(page._page_box, 210, 297)


@pytest.mark.parametrize("name", sampled(["The Owlet", "Crowther Fold Working Men’s Club A"], each=2))
def test_neither_a_place_nor_a_name_is_broken_over_two_lines(name: str) -> None:
    (page,) = texts_inside(league_tables(some_tables(1, (name,) * 10), printed_on=TODAY))
    assert f"10 {name} 12" in page


@pytest.mark.django_db
def test_everybody_can_print_the_tables_with_the_reasons(client) -> None:
    division = a_division(teams=4, relegated=1)
    second = a_division(division.season, "Division Two", position=2, teams=0)
    an_enrolment(second, "Station Tap")
    a_card(a_match(division), (15, 11), (9, 15), (15, 2), (13, 15))
    an_adjustment(division, "The Shears")
    address = reverse("document", args=[division.season.league.slug, "league-tables"])
    text = PdfReader(io.BytesIO(client.get(address).content)).pages[0].extract_text()
    for words in ("League tables", "the last goes down", "less 2, result sent a day late"):
        assert words in " ".join(text.split()), text
    one = client.get(address, {"division": "division-two"}).content
    assert "The Shears" not in PdfReader(io.BytesIO(one)).pages[0].extract_text()


@pytest.mark.django_db
def test_without_teams_there_is_nothing_to_print() -> None:
    season = a_season()
    division = a_division(season, teams=0)
    assert tables_facts(season.league, [division]) is None
