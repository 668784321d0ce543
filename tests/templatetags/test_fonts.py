"""Both typefaces hold the names of the league's players, on screen and on paper."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from league.printing.pdf import house_faces

CSS = Path(settings.BASE_DIR) / "league" / "static" / "css"
NAMES = "Zoë Łukasz Őry Ševčík Siân O’Dowd"
FIGURES = "0123456789–−½"
FACE = re.compile(r'font-family: "([^"]+)";\s+font-weight: ([^;]+);.*?url\("([^"]+)"\)', re.DOTALL)
SCREEN, PAPER = (CSS / "fonts.css").read_text(), house_faces()


def faces(sheet: str) -> list[tuple[str, str, TTFont]]:
    found = FACE.findall(sheet)
    return [(family, weight, TTFont(CSS / address)) for family, weight, address in found]


@pytest.mark.parametrize("sheet", [SCREEN, PAPER], ids=["screen", "paper"])
@pytest.mark.parametrize("family", ["Source Sans 3", "Besley"])
def test_no_letter_of_a_name_falls_back_to_another_typeface(sheet: str, family: str) -> None:
    letters: dict[str, set[int]] = {}
    for name, weight, font in faces(sheet):
        if name.removesuffix(" Ext") == family:
            letters.setdefault(weight, set()).update(font.getBestCmap())
    assert letters
    for weight, held in letters.items():
        assert not {letter for letter in NAMES + FIGURES if ord(letter) not in held}, f"{family} {weight}"


def test_no_two_files_of_one_weight_share_a_family_on_paper() -> None:
    """Of two files of one family and weight WeasyPrint embeds one and prints the other's letters wrong."""
    named = [(family, weight) for family, weight, _ in faces(PAPER)]
    assert len(named) == len(set(named))


def test_a_browser_finds_each_letter_in_one_file_and_the_file_has_it() -> None:
    """A letter of two files would load both; one that its file lacks would load it in vain."""
    ranges = [
        {
            letter
            for span in named.split(",")
            for first, _, last in [span.strip().removeprefix("U+").partition("-")]
            for letter in range(int(first, 16), int(last or first, 16) + 1)
        }
        for named in re.findall(r"url\([^}]+?unicode-range: ([^;]+);", SCREEN)
    ]
    of_family: dict[str, set[int]] = {}
    for (family, _, font), letters in zip(faces(SCREEN), ranges, strict=True):
        if not family.endswith(" Ext"):
            assert letters <= set(font.getBestCmap()), family
        known = of_family.setdefault(family.removesuffix(" Ext"), set())
        assert not known & letters, family
        known |= letters


def test_figures_of_the_text_face_stand_under_each_other() -> None:
    for family, weight, font in faces(PAPER):
        if family == "Source Sans 3":
            letters = font.getBestCmap()
            assert len({font["hmtx"][letters[ord(figure)]][0] for figure in "0123456789"}) == 1, weight


def test_paper_has_fixed_weights_only() -> None:
    """A variable font cut to a weight carries the hour in it: no sheet would print the same bytes twice."""
    assert not [family for family, _, font in faces(PAPER) if "fvar" in font]


def test_each_typeface_brings_its_licence() -> None:
    for licence in ("source-sans-3-OFL.txt", "besley-OFL.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (CSS.parent / "fonts" / licence).read_text()


def test_a_printed_name_keeps_its_typeface_in_every_weight() -> None:
    weasyprint = pytest.importorskip("weasyprint", reason="printing needs Pango", exc_type=OSError)
    weights = {"Source Sans 3": (400, 600, 700), "Besley": (500, 600)}
    lines = [
        f"<p style=\"font: {weight} 10pt '{family}', '{family} Ext'\">{NAMES}"
        for family, all_weights in weights.items()
        for weight in all_weights
    ]
    html = weasyprint.HTML(string=f"<style>{PAPER}</style>{''.join(lines)}", base_url=f"{CSS}/")
    page = PdfReader(BytesIO(html.write_pdf())).pages[0]
    embedded = {font.get_object()["/BaseFont"].split("+")[1] for font in page["/Resources"]["/Font"].values()}
    assert all(name.startswith(("Source-Sans-3", "Besley")) for name in embedded)
    assert len(embedded) == 2 * len(lines)
    assert page.extract_text().splitlines() == [NAMES] * len(lines)
