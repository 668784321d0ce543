"""The code of a match on its paper: what a phone sees of the square, and what can be typed."""

import io
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import segno
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import resolve
from PIL import Image
from pypdf import PdfReader

from league.accounts.links import token_of
from league.accounts.services.links import issue_link, replace_code
from league.models import Match, ScoringCode
from league.printing.codes import QUIET, SQUARE, modules, square
from league.printing.documents import Document, score_sheets, table_slips
from league.printing.drawing import Modules
from league.printing.forms_on_paper import BlankSheet, CodeOnPaper, MatchOnPaper
from league.printing.pdf import pdf, stamp
from league.printing.slip_geometry import SLIP_CODE_SIZE, SLIP_CODE_X, SLIP_CODE_Y, slip_geometry
from league.printing.slips import address_on as slip_address
from tests.builders import FRIDAY, NIGHT, a_card, a_match, a_secretary, an_enrolment
from tests.examples import part_of, sampled
from tests.printing.casts import a_blank, a_form, a_sheet

CODE = CodeOnPaper(code="k7m49qtd", site="https://three-valleys.example.org")
LEAGUE = "/three-valleys-all-fours-league/"
DOTS_AN_INCH = 300
A_DOT = 25.4 / DOTS_AN_INCH


def words_of(document: Document) -> str:
    reader = PdfReader(io.BytesIO(pdf(document)))
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def photograph(document: Document, folder: Path) -> Image.Image:
    """The first page as a printer would put it on paper, black and white."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not on this machine")
    (folder / "paper.pdf").write_bytes(pdf(document))
    drawn = ["pdftoppm", "-r", str(DOTS_AN_INCH), "-mono", "-png", "-singlefile", "paper.pdf", "paper"]
    subprocess.run(drawn, cwd=folder, check=True)
    return Image.open(folder / "paper.png").convert("L")


def seen(picture: Image.Image, left: float, top: float, address: str, side: float) -> list[list[bool]]:
    """The square at that place of the page, in mm, and the white around it: every module at its middle."""
    across = len(modules(address))
    module = side / across
    places = range(-QUIET, across + QUIET)
    return [
        [
            picture.getpixel(
                (int((left + (x + 0.5) * module) / A_DOT), int((top + (y + 0.5) * module) / A_DOT))
            )
            < 128
            for x in places
        ]
        for y in places
    ]


def wanted(address: str) -> list[list[bool]]:
    qr = segno.make(address, error="m", micro=False, boost_error=False)
    return [[bool(module) for module in row] for row in qr.matrix_iter(border=QUIET)]


def a_sheet_of_long_names(name: str, form: BlankSheet | None = None) -> MatchOnPaper:
    """A match of a league of 80 letters, a division of 34, and pubs of 40."""
    sheet = a_sheet(name[:40], name[1:41], form=form, code=CODE)
    assert sheet.meeting is not None
    meeting = replace(sheet.meeting, venue=name[:40], division=name[:34])
    return replace(sheet, meeting=meeting, league=name[:80])


LONG_NAMES = {
    "capitals": "W" * 80,
    "Latin": "Wombwell Working Men’s Club & Mawmill Inn " * 2,
    "Arabic": "نادي الوادي الرياضي والاجتماعي للورق " * 3,
    "Chinese": "三谷全四牌联盟" * 12,
}


@pytest.mark.slow
@pytest.mark.parametrize("form", sampled([a_form(), a_form((1, 1, 1), rows=31)], each=2))
@pytest.mark.parametrize("name", sampled(LONG_NAMES.values(), each=10), ids=LONG_NAMES)
def test_every_slip_has_the_square_of_its_own_table(tmp_path: Path, form: BlankSheet, name: str) -> None:
    """Module by module, with the white around it that a phone needs."""
    picture = photograph(table_slips([a_sheet_of_long_names(name, form)]), tmp_path)
    geometry = slip_geometry(form)
    for table in geometry.tables_on(1):
        address = slip_address(CODE, table)
        assert address.startswith(f"https://three-valleys.example.org/s/k7m49qtd/tables/{table}/#s{table}v")
        _, left, top = geometry.place(table)
        found = seen(picture, left + SLIP_CODE_X, top + SLIP_CODE_Y, address, SLIP_CODE_SIZE)
        assert found == wanted(address)


def test_a_square_is_large_enough_for_an_old_phone() -> None:
    code = square(CODE.address, 10, 20)
    assert (code.x, code.y, code.side) == (10, 20, SQUARE)
    assert SQUARE >= 18


@pytest.mark.parametrize(
    "site", ["https://a.uk", "https://a-name-as-long-as-a-league.could-have.example.org"]
)
def test_short_and_long_addresses_have_squares_that_fit(site: str) -> None:
    across = len(modules(CodeOnPaper(code="k7m49qtd", site=site).address))
    assert 29 <= across <= 41
    assert SQUARE / across >= 0.42, "mm a module: an old phone sees it at arm's length"
    assert QUIET * SQUARE / across <= 3.0, "the white that the forms leave"


def test_the_code_can_be_read_and_typed() -> None:
    sheet = words_of(score_sheets([a_sheet(code=CODE)]))
    slips = words_of(table_slips([a_sheet(code=CODE)]))
    assert sheet.count("k7m4 9qtd") == 2, "under both squares"
    assert "or type it at three-valleys.example.org/s/" in sheet
    assert slips.count("three-valleys.example.org/s/") == 4
    assert all(f"k7m4 9qtd-{table}" in slips for table in (1, 2, 3, 4))


def test_the_code_typed_from_a_slip_opens_its_table(client: Client) -> None:
    for typed, opens in (
        ("k7m4 9qtd-2", "/s/k7m49qtd/tables/2/"),
        ("K7M4 9QTD 2", "/s/k7m49qtd/tables/2/"),
        (CODE.at_table(12).address, "/s/k7m49qtd/tables/12/"),
        ("k7m4-9qt2", "/s/k7m49qt2/"),
        ("k7m4-9qtd", "/s/k7m49qtd/"),
    ):
        assert client.get("/s/", {"code": typed}).headers["Location"] == opens


def test_where_nobody_knows_the_site_there_is_a_code_to_type_and_no_square() -> None:
    unknown = a_sheet(code=CodeOnPaper(code="k7m49qtd"))
    text = words_of(score_sheets([unknown]))
    assert "On a phone: on the league’s site, at /s/, type k7m4 9qtd" in text
    drawn = table_slips([unknown]).drawings["drawing:written-1"].shapes
    assert not [shape for shape in drawn if isinstance(shape, Modules)]


def test_the_same_code_prints_as_the_same_bytes_and_another_does_not() -> None:
    first, second = (pdf(table_slips([a_sheet(code=CODE)])) for _ in range(2))
    assert first == second
    other = table_slips([a_sheet(code=CodeOnPaper(code="9qtdk7m4", site=CODE.site))])
    assert stamp(other) != stamp(table_slips([a_sheet(code=CODE)]))


def test_a_blank_has_no_code_and_room_where_it_was() -> None:
    assert "On a phone" not in words_of(table_slips([a_blank()]))


def test_a_square_leads_to_the_page_of_its_code() -> None:
    found = resolve(CODE.address.removeprefix(CODE.site) + "log/")
    assert found.kwargs == {"code": CODE.code}


# --- Whose paper has it -----------------------------------------------------------------------


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(client: Client, match: Match) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def text_at(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(
        " ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages
    )


def spaced(match: Match) -> str:
    return CodeOnPaper(code=ScoringCode.objects.get(match=match, revoked_at=None).code).spaced


def papers(match: Match) -> list[str]:
    one, night = f"{LEAGUE}matches/{match.public_id}/", f"{LEAGUE}secretary/nights/{NIGHT}/"
    return [f"{one}score-sheet.pdf", f"{one}table-slips.pdf", f"{night}sheets.pdf", f"{night}slips.pdf"]


def test_the_secretarys_paper_has_the_code_always_the_same(secretary: Client, match: Match) -> None:
    texts = [text_at(secretary, address) for address in [*part_of(papers(match), each=3), papers(match)[0]]]
    assert all(spaced(match) in text and "testserver/s/" in text for text in texts)
    assert ScoringCode.objects.count() == 1


def test_paper_that_anybody_can_fetch_has_none(client: Client, match: Match) -> None:
    for address in papers(match)[:2]:
        assert "On a phone" not in text_at(client, address)
    assert not ScoringCode.objects.exists()


def test_a_captains_paper_has_it_too_and_only_that_of_his_own_matches(client: Client, match: Match) -> None:
    link = issue_link(enrolment=an_enrolment(match.division, match.away), by=None, now=FRIDAY)
    other = a_match(match.division, "Packhorse & Drover", "Station Tap")
    for paper in ("score-sheet", "table-slips"):
        base = f"/c/{token_of(link)}/matches"
        text = text_at(client, f"{base}/{match.public_id}/{paper}.pdf")
        assert spaced(match) in text
        assert client.get(f"{base}/{other.public_id}/{paper}.pdf").status_code == 404


@pytest.mark.slow
def test_a_code_that_was_replaced_is_on_no_new_paper(secretary: Client, match: Match) -> None:
    (address, *_) = papers(match)
    old = text_at(secretary, address)
    code = replace_code(match=match, because="lost in the car park", now=FRIDAY)
    new = text_at(secretary, address)
    assert CodeOnPaper(code=code.code).spaced in new
    assert CodeOnPaper(code=code.code).spaced not in old


def test_a_match_that_was_played_needs_none(secretary: Client, match: Match) -> None:
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    assert "On a phone" not in text_at(secretary, papers(match)[0])
    assert not ScoringCode.objects.exists()


def test_paper_printed_at_an_address_of_this_machine_does_not_carry_it(
    client: Client, secretary: Client, match: Match, settings
) -> None:
    for address in part_of(papers(match), each=4):
        answer = secretary.get(address, headers={"host": "127.0.0.1:8000"})
        text = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
        assert "127.0.0.1" not in text
        assert spaced(match) in text
    warned = secretary.get(f"{LEAGUE}secretary/documents/", headers={"host": "127.0.0.1:8000"})
    assert "phones cannot reach 127.0.0.1:8000, where the site is open." in warned.content.decode()
    settings.SITE = "https://league.example.org"
    named = secretary.get(papers(match)[1], headers={"host": "127.0.0.1:8000"})
    assert "league.example.org/s/" in PdfReader(io.BytesIO(named.content)).pages[0].extract_text()


def print_out(folder: Path, *more: str) -> tuple[str, str]:
    file, told = folder / "slips.pdf", io.StringIO()
    wanted = ["--league", "three-valleys-all-fours-league", "--season", "2026-27", "--what", "table-slips"]
    call_command("print_documents", *wanted, "--out", str(file), *more, stdout=io.StringIO(), stderr=told)
    return " ".join(PdfReader(file).pages[0].extract_text().split()), told.getvalue()


def test_the_command_prints_squares_where_it_is_told_the_site(match: Match, tmp_path: Path) -> None:
    text, told = print_out(tmp_path, "--site", "https://league.example.org/somewhere")
    assert "Scan, or type the code at league.example.org/s/." in text
    assert f"{spaced(match)}-1" in text
    assert not told


@pytest.mark.slow
def test_the_command_says_plainly_that_it_does_not_know_the_site(match: Match, tmp_path: Path) -> None:
    text, told = print_out(tmp_path)
    assert "type the code at /s/ of the league’s site." in text
    assert f"{spaced(match)}-1" in text
    assert "--site" in told
    assert "PEGBOARD_HOSTS" in told


@pytest.mark.slow
def test_the_command_knows_the_site_from_the_settings(match: Match, tmp_path: Path, settings) -> None:
    settings.SITE = "https://league.example.org"
    assert "league.example.org/s/" in print_out(tmp_path)[0]


def test_a_site_that_is_no_address_is_refused(match: Match, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="it would be an address such as"):
        print_out(tmp_path, "--site", "league.example.org")
