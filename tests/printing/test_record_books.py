"""The record book: what was played, won and ruled in a season, with names as the public sees them."""

import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.matches.outcomes import TableOutcome
from league.models import Division, Game, Player
from league.printing.documents import Shown
from league.printing.pdf import PX_PER_MM, laid_out, pdf_and_pages
from league.printing.record_books import grid_cells, record_book
from league.printing.record_selectors import record_book_of, table_words
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_pub,
    a_season,
    a_seat,
    a_team,
    a_walkover,
    an_adjustment,
    an_enrolment,
)
from tests.builders_seasons import a_round_robin
from tests.examples import sampled
from tests.printing.test_handbooks import HARD_NAMES, LONG, a_division_of_its_own

pytestmark = pytest.mark.django_db

A4 = (210, 297)


def a_book(division: Division) -> Shown:
    book = record_book_of(division.season, today=NIGHT)
    assert book is not None
    return book


@pytest.fixture
def division() -> Division:
    division = a_division(teams=4, promoted=1, relegated=1)
    a_round_robin(division)
    return division


def test_a_season_is_told_from_its_tables_to_its_cups(division):
    an_adjustment(division, "The Shears", reason="result sent a day late")
    a_drawn_cup(division.season, "The Fleece", "The Shears", name="League Cup", on=NIGHT)
    division.season.is_finished = True
    division.season.save()
    content, pages = pdf_and_pages(record_book(a_book(division)))
    text = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]
    assert len(text) == pages
    assert "Record book 2026-27" in text[0]
    assert "The tables are final." in text[0]
    contents = " ".join(text[1].replace(".", " ").split())
    for title in ("Division One", "Results, Division One", "Cups and pairs nights"):
        page = next(number for number, words in enumerate(text, start=1) if words.startswith(title))
        assert f"{title} {page}" in contents
    assert "Promoted: The Tup and Bell. Relegated: The Shears." in text[2]
    assert "Thu 14 Jan 2027. The Shears: 2 points deducted: result sent a day late." in text[2]
    assert "The Fleece 8–2 The Tup and Bell 15–3 15–0 12–15 15–8 57–26" in text[3]


def test_the_grid_has_home_teams_down_and_away_teams_across(division):
    (record,) = a_book(division)["divisions"]
    assert [home for home, _ in record["met"]] == [
        "The Fleece",
        "Packhorse & Drover",
        "The Shears",
        "The Tup and Bell",
    ]
    assert record["met"][0][1][0] == "–"
    assert all(cell for _, cells in record["met"] for cell in cells)


def test_points_stand_under_each_other_where_columns_are_narrow():
    few = [[[("7½", "2½")]] * 4] * 4
    assert grid_cells(few)[0][1] == "7½–2½"
    many = [[[("7½", "2½")]] * 16] * 16
    assert grid_cells(many)[0][1] == "7½\n2½"
    assert grid_cells(many)[3][3] == "–"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (TableOutcome(number=1, games=((15, 13),)), "15–13"),
        (TableOutcome(number=1, games=((15, 3), (9, 15), (15, 1))), "15–3/9–15/15–1"),
        (TableOutcome(number=1, games=((9, 1),) * 4 + ((3, 9),)), "4–1"),
        (TableOutcome(number=1, won=(2, 1)), "2–1"),
        (TableOutcome(number=1), "–"),
    ],
)
def test_a_table_is_written_by_what_is_known_of_it(table, words):
    assert table_words(table) == words
    assert table_words(table, is_given=True) == "w/o"


def test_names_stand_as_the_public_sees_them():
    division = a_division()
    league = division.season.league
    card = a_card(a_match(division), (15, 11))
    a_walkover(a_match(division, "The Shears", "The Fleece", week=2), reason="Wilf Sugden had no lift")
    fleece = a_team(league)
    game = Game.objects.get(table__scorecard=card)
    for place, (name, shown) in enumerate(
        (("Zoë Hirst", Player.Shown.FULL), ("Abel Fold", Player.Shown.INITIALS)), start=1
    ):
        a_seat(game, a_player(fleece, name, shown=shown), place=place)
    a_seat(game, a_player(fleece, "Wilf Sugden", shown=Player.Shown.HIDDEN), side="a")
    book = a_book(division)
    ((_, players),) = book["divisions"][0]["teams"]
    assert [player["name"] for player in players] == ["A. F.", "Zoë Hirst"]
    assert not any(name in repr(book) for name in ("Abel Fold", "Sugden"))
    assert book["divisions"][0]["rulings"] == (
        "Thu 14 Jan 2027. The Shears v The Fleece given by walkover: A player had no lift.",
    )


def test_it_asks_as_often_for_twelve_divisions_as_for_one(division):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            a_book(Division.objects.select_related("season__league", "season__rule_book").first())
        return len(asked)

    few = queries()
    for number in range(2, 13):
        a_round_robin(a_division_of_its_own(division, number))
    # Divisions; matches and who left; the tables' teams and matches; names kept back; cups; twice the games
    # with seats, hands and players; of the awards also seasons, rules and teams.
    assert few == queries() <= 18


def test_there_is_nothing_to_print_before_the_first_result():
    season = a_season(a_league())
    assert record_book_of(season, today=NIGHT) is None
    a_round_robin(a_division(season, teams=4), played=0)
    assert record_book_of(season, today=NIGHT) is None


@pytest.mark.slow
@pytest.mark.parametrize("teams", sampled([4, 16], each=2))
def test_nothing_is_cut_or_leaves_the_page(teams):
    league = a_league("The Royal and Ancient Three Valleys and Low Moorside All Fours League, Yorkshire")
    division = a_division(a_season(league), "The Northern and Eastern Division X", teams=teams - 4)
    for number, name in enumerate(HARD_NAMES):
        pub = a_pub(league, f"{LONG} {number}")
        an_enrolment(division, a_team(league, name, slug=f"team-{number}", pub=pub))
    a_round_robin(division, rounds=1)
    text = ""
    for page in laid_out(record_book({**a_book(division), "season": "Winter season 2026-27"})).pages:
        for box in page._page_box.descendants():
            if getattr(box, "text", None):
                text += box.text
                assert box.position_x / PX_PER_MM >= 13.5, box.text
                assert (box.position_x + box.width) / PX_PER_MM <= A4[0] - 13.5, box.text
                assert (box.position_y + box.height) / PX_PER_MM <= A4[1] - 7, box.text
    assert [name for name in HARD_NAMES if name.replace(" ", "") not in text.replace(" ", "")] == []
