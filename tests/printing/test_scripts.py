"""Names in other scripts: they print in bundled typefaces, and stand in their place on the line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from league.printing import pdf as printing_pdf
from league.printing.documents import score_sheets
from league.printing.pdf import STATIC, pdf
from league.printing.scripts import LEFT_TO_RIGHT_MARK, SCRIPTS, Script, scripts_of, with_marks
from tests.printing.casts import a_sheet

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    Script.VIETNAMESE: "Nguyễn Thị Hạnh",
    Script.GREEK: "Ελένη Παπαδοπούλου",
    Script.CYRILLIC: "Пётр Ильич Чайковский",
    Script.HEBREW: "דוד בן־גוריון",
    Script.ARABIC: "الأسد الذهبي",
    Script.DEVANAGARI: "श्रीकृष्ण शर्मा",
    Script.HAN: "王小明酒吧 陳",
}
NO_FONTS = "<fontconfig><dir>{folder}/none</dir><cachedir>{folder}/cache</cachedir></fontconfig>"
SCRIPT = """
import sys, django; django.setup()
from league.printing import documents, pdf
from tests.printing.casts import a_sheet
for name in sys.argv[1:]:
    pdf.pdf(documents.score_sheets([a_sheet(name, "The Shears")]))
"""


@pytest.mark.parametrize(("script", "name"), NAMES.items(), ids=[script.name for script in NAMES])
def test_each_script_is_found_by_its_letters(script: Script, name: str) -> None:
    assert scripts_of(["The Fleece", name]) == (script,)


def test_the_leagues_own_names_need_no_other_typeface() -> None:
    assert scripts_of(["The Fleece", "Zoë Łukasz Őry Ševčík Siân O’Dowd", "15–13, ½ £ … “” ✓"]) == ()


@pytest.mark.parametrize("script", Script)
def test_each_script_has_its_files_and_its_licence(script: Script) -> None:
    fonts = STATIC / "fonts"
    for weight in SCRIPTS[script].weights:
        assert (fonts / f"{script.stem}-{weight}-normal.woff2").stat().st_size < 2_500_000
    licences = [fonts / f"{script.stem}-OFL.txt", fonts / "source-sans-3-OFL.txt"]
    licence = next(file for file in licences if file.exists())
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text()


@pytest.mark.slow
def test_names_print_on_a_machine_without_typefaces(tmp_path: Path) -> None:
    """A letter that no typeface has prints as an empty box, and is warned of."""
    settings = tmp_path / "fonts.conf"
    settings.write_text(NO_FONTS.format(folder=tmp_path))
    environment = {
        **os.environ,
        "FONTCONFIG_FILE": str(settings),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, *NAMES.values()],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ".notdef" not in run.stderr


def test_other_typefaces_are_read_for_documents_that_need_them_only() -> None:
    printing_pdf._type_case.cache_clear()
    pdf(score_sheets([a_sheet()]))
    assert printing_pdf._type_case.cache_info().currsize == 1
    assert printing_pdf._type_case(())[0].families == ()


def test_figures_after_a_name_from_right_to_left_keep_their_order() -> None:
    mark = LEFT_TO_RIGHT_MARK
    assert with_marks("الأسد 8–2 النمر") == f"الأسد{mark} 8–2 النمر{mark}"
    assert with_marks("الأسد الذهبي (ب): 3") == f"الأسد الذهبي (ب){mark}: 3"
    assert with_marks("الأسد, النمر") == f"الأسد{mark}, النمر{mark}"
    assert with_marks("The Fleece, Zoë") == "The Fleece, Zoë"


def test_emoji_are_left_out_as_no_typeface_has_them() -> None:
    assert with_marks("The Fleece \U0001f37a\ufe0f & Shears \u2665") == "The Fleece & Shears "
    assert with_marks("\U0001f37a The Tup \U0001f37a, 3 Mill Lane") == "The Tup, 3 Mill Lane"
