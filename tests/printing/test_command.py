"""`print_documents`: a season's paper into one file, and one sentence where it cannot be."""

import io
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from league.printing.registry.catalogue import document_names
from tests.builders import NIGHT, WEEK, a_division, a_league, a_match, a_season
from tests.examples import sampled
from tests.printing.test_views import without_pango  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    division = a_division(teams=4)
    a_match(division)
    a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    return division.season


def print_out(file: Path, what: str, *more: str, season_name: str = "2026-27") -> str:
    out = io.StringIO()
    league = "Three Valleys All Fours League"
    wanted = ["--league", league, "--season", season_name, "--what", what, "--out", str(file), *more]
    call_command("print_documents", *wanted, stdout=out)
    return out.getvalue().strip()


@pytest.mark.parametrize(
    ("what", "pages"),
    sampled(
        [
            ("score-sheets-large", 12),
            ("score-sheets", 4),
            ("table-slips", 2),
            ("fixture-lists", 1),
            ("team-fixture-lists", 4),
            ("fixtures-and-results-a3", 1),
            ("pub-fixture-lists", 4),
            ("blank-sheet", 2),
            ("blank-slips", 1),
        ],
        each=10,
    ),
)
def test_every_kind_is_written_and_its_pages_counted(season, tmp_path, what, pages):
    file = tmp_path / "paper.pdf"
    assert print_out(file, what) == f"{pages} page{'s' if pages > 1 else ''}"
    assert len(PdfReader(file).pages) == pages


def test_a_night_alone_can_be_asked_for(season, tmp_path):
    assert print_out(tmp_path / "paper.pdf", "score-sheets", "--date", str(NIGHT)) == "2 pages"
    assert print_out(tmp_path / "paper.pdf", "table-slips", "--date", str(NIGHT)) == "1 page"


def test_the_packs_of_a_night_begin_with_a_list_and_stand_by_pub(season, tmp_path):
    file = tmp_path / "packs.pdf"
    # The list and its back, then for the only match a sheet of two sides, and its slips with an empty back.
    assert print_out(file, "night-packs", "--date", str(NIGHT)) == "6 pages"
    list_page, back, sheet, *_, slips, empty = (page.extract_text() for page in PdfReader(file).pages)
    assert "1 sheet of paper" not in list_page
    assert "2 sheets of paper follow, pub by pub." in list_page
    assert not back.strip()
    assert "The Fleece" in sheet
    assert slips
    assert not empty.strip()


@pytest.mark.slow
def test_one_division_team_or_pub_alone_can_be_printed(season, tmp_path):
    assert print_out(tmp_path / "paper.pdf", "team-fixture-lists", "--team", "The Fleece") == "1 page"
    assert print_out(tmp_path / "paper.pdf", "pub-fixture-lists", "--pub", "The Fleece") == "1 page"
    assert print_out(tmp_path / "paper.pdf", "fixture-lists-a3", "--division", "Division One") == "1 page"


def test_the_list_names_every_kind():
    out = io.StringIO()
    call_command("print_documents", "--list", stdout=out)
    assert [line.split()[0] for line in out.getvalue().splitlines()] == list(document_names())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    sampled(
        [
            (
                ["--what", "posters"],
                "There is no document “posters”; the documents are score-sheets, score-sheets-large, ",
            ),
            (["--season", "1999"], "There is no season “1999”; there are: 2026-27."),
            (
                ["--league", "Elsewhere"],
                "There is no league “Elsewhere”; there are: Three Valleys All Fours League.",
            ),
            (["--date", "Thursday"], "--date Thursday is no date; one would be 2027-01-14."),
            (["--date", "2027-01-15"], "has nothing to print as score-sheets"),
            (["--out", "/proc/nowhere/paper.pdf"], "/proc/nowhere/paper.pdf cannot be written: No such file"),
            (["--what", "night-packs"], "--date is missing: night-packs is printed for one date."),
            (
                ["--what", "table-slips", "--team", "The Fleece"],
                "table-slips cannot be printed for a team alone: leave out --team.",
            ),
            (["--what", "team-fixture-lists", "--team", "Nobody"], "There is no team “Nobody”; there are: "),
            (["--what", ""], "--what is missing; --list says what can be printed."),
        ],
        each=3,
    ),
)
def test_what_cannot_be_is_said_in_one_sentence(season, tmp_path, arguments, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        print_out(tmp_path / "paper.pdf", "score-sheets", *arguments)


@pytest.mark.parametrize("what", ["score-sheets", "table-slips", "fixture-lists", "team-fixture-lists"])
def test_an_empty_season_has_nothing_to_print(tmp_path, what):
    a_season(a_league())
    with pytest.raises(CommandError, match=f"nothing to print as {what}"):
        print_out(tmp_path / "paper.pdf", what)


@pytest.mark.usefixtures("without_pango")
def test_without_pango_one_sentence_names_the_line(season, tmp_path):
    with pytest.raises(CommandError, match=r"apt-get install .*libpangoft2-1\.0-0"):
        print_out(tmp_path / "paper.pdf", "blank-sheet")
    assert not (tmp_path / "paper.pdf").exists()
