"""The paper as PDF: its text, tags, typefaces and bytes. Exact bytes are compared only with themselves."""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image, ImageStat
from pypdf import PageObject, PdfReader

from league.printing import pdf as printing_pdf
from league.printing.documents import (
    LARGE_SIZE,
    LINE_SIZES,
    NAME_SIZES,
    SMALLER_LINES,
    Document,
    score_sheets,
    table_slips,
)
from league.printing.drawing import A4_HEIGHT, A4_WIDTH, fitted, width_of
from league.printing.geometry import sheet_geometry
from league.printing.pdf import STATIC, pdf, stamp
from league.printing.sheet_blocks import drawn_box
from league.printing.typefaces import FONTS, unpacked
from tests.examples import is_whole, part_of
from tests.printing.casts import LONG_NAME, a_blank, a_form, a_played_sheet, a_sheet

MM = 72 / 25.4
ROOT = Path(__file__).resolve().parents[2]


def read(document: Document) -> PdfReader:
    return PdfReader(io.BytesIO(pdf(document)))


def text_of(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


def test_a_sheet_carries_who_where_and_when() -> None:
    page, back = read(score_sheets([a_sheet()])).pages
    text = text_of(page)
    for words in (
        "The Fleece",
        "The Shears",
        "Thu 14 Jan 2027, 8.30 pm",
        "at The Fleece, Rawfold Top",
        "Division One, week 12",
        "Three Valleys All Fours League",
        "At 15 stop, and cross the Final score.",
        "Wrong box? Black it out and cross the right one.",
        "home captain",
        "pitched",
        "Penalty",
    ):
        assert words in text
    assert text.count("TABLE") == 4
    assert "The Fleece v The Shears, Thu 14 Jan 2027" in text_of(back)
    assert [(round(side / MM)) for side in page.mediabox[2:]] == [A4_WIDTH, A4_HEIGHT]


@pytest.mark.slow
def test_a_played_sheet_carries_names_and_what_the_captains_wrote() -> None:
    text = " ".join(map(text_of, read(score_sheets([a_played_sheet()])).pages))
    for words in ("Zoë Hirst & Łukasz Żółć", "Arthur Thwaite (senior)", "Pie and peas", "hand 2: 4 to away"):
        assert words in text


def test_a_blank_sheet_names_the_season_and_leaves_the_rest_to_the_biro() -> None:
    text = text_of(read(score_sheets([a_blank()])).pages[0])
    assert "Score sheet. Three Valleys All Fours League, 2026-27" in text
    assert "date" in text
    assert "v" not in text.split()


def test_names_longer_than_the_line_are_set_smaller_not_cut() -> None:
    page, back = read(score_sheets([a_sheet(LONG_NAME, LONG_NAME + " again")])).pages
    assert text_of(page).count(LONG_NAME) == 2
    assert text_of(back).count(LONG_NAME) == 4
    slips = text_of(read(table_slips([a_sheet(LONG_NAME, "The Shears")])).pages[0])
    assert slips.count(LONG_NAME) == 4


def test_every_size_of_a_head_has_its_rule() -> None:
    rules = (STATIC / "css" / "paper.css").read_text()
    for size in {LARGE_SIZE, *NAME_SIZES, *LINE_SIZES, *SMALLER_LINES}:
        assert f'[data-size="{size}"] {{\n  font-size: {size}pt;' in rules


@pytest.mark.slow
def test_words_too_long_for_their_room_on_a_form_are_set_smaller() -> None:
    short = a_played_sheet()
    many = "; ".join(f"hand {hand}: 4 to away" for hand in range(1, 7))
    long = replace(short, games=(replace(short.games[0], penalties=many),))
    assert least_size(table_slips([long])) < least_size(table_slips([short]))
    assert many in text_of(read(table_slips([long])).pages[0])


def least_size(document: Document) -> float:
    """The smallest type inked on the forms and over them, in mm; the template counts in smaller units."""
    page = read(document).pages[0]
    streams = [page["/Contents"], *page["/Resources"]["/XObject"].values()]
    inked = "\n".join(stream.get_object().get_data().decode("latin-1") for stream in streams)
    return min(float(size) for size in re.findall(r"([\d.]+) Tf", inked))


def test_every_slip_has_its_own_head() -> None:
    (page,) = read(table_slips([a_sheet()])).pages
    text = text_of(page)
    assert text.count("The Shears") == 4
    assert text.count("Thu 14 Jan 2027, 8.30 pm") == 4
    assert all(text.count(f"Table {table}") == 1 for table in (1, 2, 3, 4))
    assert text.count("signed") == 8


def test_eight_tables_take_two_pages_and_one_for_players() -> None:
    first, second, back = read(score_sheets([a_sheet(form=a_form((1,) * 8))])).pages
    assert "Order of play" in text_of(back)
    assert "home captain" not in text_of(first)
    assert "home captain" in text_of(second)


@pytest.mark.slow
def test_a_pack_has_two_sides_for_each_match() -> None:
    matches = 10 if is_whole() else 2
    pages = read(score_sheets([a_sheet(home=f"Pub {n}") for n in range(matches)])).pages
    assert [f"Pub {n // 2}" in text_of(page) for n, page in enumerate(pages)] == [True] * 2 * matches


@pytest.mark.parametrize("make", [score_sheets, table_slips])
def test_papers_are_tagged_titled_and_in_english(make: Callable[..., Document]) -> None:
    reader = read(make([a_played_sheet()]))
    catalogue = reader.trailer["/Root"]
    assert catalogue["/MarkInfo"]["/Marked"]
    assert catalogue["/Lang"] == "en-GB"
    assert catalogue["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert "The Fleece v The Shears, Thu 14 Jan 2027" in str(reader.metadata.title)
    assert "The form for tables 1 to 4" in alternatives(reader)
    assert "Table 1: 15–13 in 2 hands" in alternatives(reader)


def alternatives(reader: PdfReader) -> str:
    """What is read out in place of pictures."""
    found = []
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]["/K"]]
    while waiting:
        thing = waiting.pop().get_object()
        if isinstance(thing, list):
            waiting += thing
        elif isinstance(thing, dict):
            found.append(str(thing.get("/Alt", "")))
            waiting += [thing["/K"]] if "/K" in thing else []
    return " ".join(found)


@pytest.mark.parametrize("make", [score_sheets, table_slips])
def test_only_the_leagues_typefaces_are_used_and_all_are_embedded(make: Callable[..., Document]) -> None:
    reader = read(make([a_played_sheet(), a_sheet("Café Łódź", "Żółć’s Rest")]))
    fonts = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            (descendant,) = font.get_object()["/DescendantFonts"]
            descriptor = descendant.get_object()["/FontDescriptor"].get_object()
            fonts[str(font.get_object()["/BaseFont"])] = descriptor
    assert fonts
    assert all("Source-Sans-3" in name or "Besley" in name for name in fonts)
    assert all(any(key.startswith("/FontFile") for key in descriptor) for descriptor in fonts.values())


@pytest.mark.slow
def test_the_grid_goes_into_the_file_once() -> None:
    one = len(pdf(score_sheets([a_sheet()])))
    ten = len(pdf(score_sheets([a_sheet(home=f"Pub {n}") for n in range(10)])))
    assert ten < 2 * one


@pytest.mark.slow
def test_a_squad_goes_into_the_file_once_however_many_sheets_show_it() -> None:
    squad = tuple(f"Player {name}" for name in ("Ada", "Bert", "Cissie", "Doris", "Ern", "Flo"))
    sheets = [a_sheet(away=f"Pub {n}", squads=(squad, ())) for n in range(4)]
    reader = read(score_sheets(sheets))
    assert [text_of(page).count("Player Flo") for page in reader.pages] == [1, 1] * 4
    forms = reader.pages[0]["/Resources"]["/XObject"].values()
    squads = [form for form in forms if b"Tf" in form.get_object().get_data()]
    # The front, the back, its foot, one squad at home and four empty ones away, the foot of the front, and on
    # it the squad at home and an empty one.
    assert len(squads) == 11


def test_what_is_not_kept_unpacked_is_unpacked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    font = FONTS / "besley-latin-600-normal.woff2"
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    first = unpacked(font)
    (kept,) = (tmp_path / "fonts").iterdir()
    assert kept.read_bytes() == first == unpacked(font)
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "not" / "there")
    assert unpacked(font) == first


def test_boxes_are_inked_where_the_plan_puts_them() -> None:
    """The picture by its strokes: as many boxes, each in its place, in every Debian's Pango."""
    match = a_sheet()
    page, _ = read(score_sheets([match])).pages
    strokes = page["/Resources"]["/XObject"]
    form = max((thing.get_object() for thing in strokes.values()), key=lambda form: len(form.get_data()))
    boxes = [
        tuple(map(float, line.split()[:4]))
        for line in form.get_data().decode("latin-1").splitlines()
        if line.endswith(" re")
    ]
    planned = [drawn_box(box) for box in sheet_geometry(match.form).on(1)]
    for box in planned:
        assert any(
            abs(x - box.x) < 0.01 and abs(y - box.y) < 0.01 and abs(width - box.width) < 0.01
            for x, y, width, _ in boxes
        )
    widths = {box.width for box in planned}
    assert sum(any(abs(width - size) < 0.01 for size in widths) for *_, width, _ in boxes) == len(planned)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not here")
def test_the_picture_is_black_on_white_with_ink_in_its_boxes(tmp_path: Path) -> None:
    match = a_played_sheet()
    (tmp_path / "sheet.pdf").write_bytes(pdf(score_sheets([match])))
    subprocess.run(["pdftoppm", "-r", "100", "-png", "sheet.pdf", "sheet"], cwd=tmp_path, check=True)
    file, _ = sorted(tmp_path.glob("sheet-*.png"))
    picture = Image.open(file)
    assert all(red == green == blue for _, (red, green, blue) in picture.convert("RGB").getcolors(1 << 24))
    grey, dots = picture.convert("L"), 100 / 25.4
    boxes = {box.name: box.middle for box in sheet_geometry(match.form).boxes}

    def ink(x: float, y: float) -> float:
        """How dark the middle of a box is, from 0 to 1."""
        half = 1.2
        inside = grey.crop([round(edge * dots) for edge in (x - half, y - half, x + half, y + half)])
        return 1 - ImageStat.Stat(inside).mean[0] / 255

    assert ink(*boxes["t1-h1-high-home"]) > 0.2  # home took High: a cross
    assert ink(*boxes["t1-h1-high-away"]) < 0.02  # away did not: an empty box
    for x, y in ((8, 8), (202, 8), (8, 289), (202, 289)):
        assert ink(x, y) > 0.1  # the corner marks


SCRIPT = """
import hashlib, django; django.setup()
from league.printing import documents, pdf
from tests.printing.casts import a_played_sheet, a_sheet
for make in (documents.score_sheets, documents.table_slips):
    print(hashlib.sha256(pdf.pdf(make([a_played_sheet(), a_sheet()]))).hexdigest())
"""


@pytest.mark.slow
def test_the_same_match_prints_as_the_same_bytes_in_any_process() -> None:
    """Other processes with different hash seeds, and this one, which has printed other things before."""
    pdf(score_sheets([a_sheet("Café Łódź")]))
    hashes = {printed_elsewhere(seed) for seed in part_of(("1", "2"), each=2)}
    here = [
        hashlib.sha256(pdf(make([a_played_sheet(), a_sheet()]))).hexdigest()
        for make in (score_sheets, table_slips)
    ]
    assert hashes == {tuple(here)}


def printed_elsewhere(seed: str) -> tuple[str, ...]:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return tuple(run.stdout.split())


def test_a_stamp_changes_with_what_is_printed_and_only_then() -> None:
    same = stamp(score_sheets([a_sheet()]))
    assert stamp(score_sheets([a_sheet()])) == same
    assert stamp(score_sheets([a_sheet(remarks="Late")])) != same
    assert stamp(table_slips([a_sheet()])) != same


def test_paper_takes_nothing_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from weasyprint.urls import FatalURLFetchingError

    secret = tmp_path / "secret.png"
    secret.write_bytes(b"not for printing")
    for address in ("https://example.org/logo.png", secret.as_uri(), "data:image/png;base64,AAAA"):
        page = f'<html lang="en-GB"><title>A page</title><img src="{address}" alt="a picture">'
        monkeypatch.setattr(printing_pdf, "render_to_string", lambda *_, page=page: page)
        with pytest.raises(FatalURLFetchingError, match="our own files only"):
            pdf(score_sheets([a_sheet()]))


def test_words_wider_than_their_room_are_set_smaller() -> None:
    assert width_of("The Fleece", 10) < width_of("The Fleece", 12)
    assert fitted(["The Fleece"], 100, (17, 12, 8)).size == 17
    assert fitted([LONG_NAME], 100, (17, 12, 8)).size == 8
    assert fitted([LONG_NAME * 2], 100, (17, 12, 8)).lines == 2
