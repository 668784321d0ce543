"""The captain's score sheet: its geometry as data, its pages, and what the rendered page shows of both."""

import io
import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from django.core.management import CommandError, call_command
from PIL import Image
from pypdf import PdfReader

from league.models import RuleBook
from league.printing.codes import QUIET, SQUARE, modules
from league.printing.documents import Document, score_sheets
from league.printing.drawing import A4_HEIGHT, A4_WIDTH, Box, Disc, Drawing, Line, Words, width_of
from league.printing.forms_on_paper import (
    LATE_SHEET,
    AwardColumn,
    BlankSheet,
    CodeOnPaper,
    MatchOnPaper,
    sheet_form,
)
from league.printing.geometry import (
    BOTTOM,
    BOX,
    CLOSEST,
    CODE_X,
    CODE_Y,
    CORNER,
    TOP,
    MarkBox,
    Style,
    corner_marks,
    sheet_geometry,
)
from league.printing.pdf import pdf, pdf_and_pages
from league.printing.sheet_backs import printed_back, printed_penalties, written_back, written_penalties
from league.printing.sheets import address_on, printed_sheet, totals_heads
from league.printing.written_sheets import written_sheet
from league.regulations.presets import get, names
from tests.examples import sampled
from tests.printing import proofs
from tests.printing.casts import COLUMNS, a_blank, a_form, a_played_sheet, a_sheet
from tests.results.test_entry_family import CARIBBEAN

CODE = CodeOnPaper(code="k7m49qtd", site="https://three-valleys.example.org")
LEAST_MARGIN = 5.0
DOTS = 200 / 25.4

FORMS = {
    **{name: sheet_form(get(name).rule_book()) for name in names()},
    "one table": a_form((1,)),
    "eight tables": a_form((1,) * 8),
    "to 31": a_form(rows=31, target=31, highest=31),
    "to 9": a_form(rows=9, target=9, highest=9),
    "a card turned up": sheet_form(RuleBook(**CARIBBEAN)),
    "begging": a_form(has_begging=True),
    "twelve boxes a hand": a_form(columns=tuple(replace(column, boxes=3) for column in COLUMNS)),
    "hung jacks": a_form(
        columns=(*COLUMNS[:2], AwardColumn(title="Jack", boxes=3, has_hung=True), COLUMNS[3])
    ),
}
every_form = pytest.mark.parametrize("form", sampled(FORMS.values(), each=4), ids=FORMS)
NAMES = {
    "Latin": "Wombwell Working Men’s Club & Mawmill Inn " * 2,
    "capitals": "W" * 80,
    "Arabic": "نادي الوادي الرياضي والاجتماعي للورق " * 3,
    "Chinese": "三谷全四牌联盟" * 12,
}


def a_sheet_named(name: str, form: BlankSheet, players: int = 10) -> MatchOnPaper:
    """A match of a league of 80 letters, a division of 34, pubs of 40, and players of 40."""
    squad = tuple(f"{name[:36]} {number}" for number in range(1, players + 1))
    sheet = a_sheet(name[:40], name[1:41], form=form, code=CODE, squads=(squad, squad), due=name[:30])
    assert sheet.meeting is not None
    return replace(
        sheet, meeting=replace(sheet.meeting, venue=name[:40], division=name[:34]), league=name[:80]
    )


def drawings(form: BlankSheet, *, is_large: bool = False) -> Iterator[tuple[int, Drawing]]:
    geometry = sheet_geometry(form, is_large=is_large)
    for page in range(1, geometry.table_pages + 1):
        yield page, printed_sheet(form, page, is_large=is_large)
    yield geometry.back, printed_back(form, is_large=is_large)
    if geometry.has_penalty_page:
        yield geometry.pages, printed_penalties(form)


def words_of(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.all_shapes if isinstance(shape, Words)]


# --- The geometry -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(names(), each=10))
def test_a_match_of_every_preset_takes_one_sheet_of_paper(name: str) -> None:
    match = a_sheet(form=FORMS[name], code=CODE)
    assert pdf_and_pages(score_sheets([match]))[1] == 2


@pytest.mark.parametrize("form", sampled(FORMS.values(), each=12), ids=FORMS)
@pytest.mark.parametrize("is_large", [False, True], ids=["usual", "large"])
def test_boxes_stand_on_the_page_apart_and_clear_of_corners_and_code(
    form: BlankSheet, is_large: bool
) -> None:
    geometry = sheet_geometry(form, is_large=is_large)
    assert len({(box.page, box.name) for box in geometry.boxes}) == len(geometry.boxes)
    quiet = QUIET * SQUARE / len(modules(address_on(CODE, 1, geometry)))
    kept_clear = [(x, y, x + CORNER, y + CORNER) for x, y, _, _ in corner_marks()]
    kept_clear.append((CODE_X - quiet, CODE_Y - quiet, CODE_X + SQUARE + quiet, CODE_Y + SQUARE + quiet))
    for page in range(1, geometry.pages + 1):
        boxes = geometry.on(page)
        for box in boxes:
            assert min(box.x, box.y) >= LEAST_MARGIN
            assert max(box.x + box.size - A4_WIDTH, box.y + box.size - A4_HEIGHT) <= -LEAST_MARGIN
            for left, top, right, bottom in kept_clear:
                beside = box.x >= right or box.x + box.size <= left
                assert beside or box.y >= bottom or box.y + box.size <= top, box.name
        for box, other in combinations(boxes, 2):
            apart = max(abs(box.x - other.x), abs(box.y - other.y)) - box.size
            assert apart >= CLOSEST - 0.01, f"{box.name} and {other.name}"


PAPER = {
    **FORMS,
    "five tables": a_form((1,) * 5),
    "six tables": a_form((1,) * 6),
    "six tables, two games": a_form((2,) * 6),
    "to 21": a_form(rows=21, target=21, highest=21),
    "three a side": a_form(players=3, seats="players"),
}


@pytest.mark.parametrize("form", sampled(PAPER.values(), each=4), ids=PAPER)
def test_a_sheet_fills_its_page_and_no_box_stands_on_a_fold(form: BlankSheet) -> None:
    geometry = sheet_geometry(form)
    for page in range(1, geometry.table_pages + 1):
        blocks = geometry.blocks_on(page)
        taken = max(block.bottom for block in geometry.blocks) - min(block.y for block in blocks)
        assert taken >= 0.85 * (BOTTOM - TOP)
    for box in geometry.boxes:
        assert box.size >= BOX
        for middle, fold in zip(box.middle, (A4_WIDTH / 2, A4_HEIGHT / 2), strict=True):
            assert abs(middle - fold) >= box.size / 2 + 0.99, box.name
    several = form.has_hands and form.has_several_games and not form.race_to
    has_room = geometry.style is Style.HANDS and form.rows < 31
    assert geometry.has_penalties == (several if geometry.style is Style.GAMES else has_room)


def test_heckmondwike_has_fifteen_hands_of_ten_boxes_at_four_tables() -> None:
    geometry = sheet_geometry(FORMS["heckmondwike"])
    hands = [box for box in geometry.boxes if box.hand]
    assert len(hands) == 4 * 15 * 10
    box = next(box for box in hands if box.name == "t2-h11-jack-nobody")
    assert (box.page, box.table, box.hand, box.award, box.side) == (1, 2, 11, "jack", "nobody")
    finals = [box for box in geometry.boxes if box.award == "final" and box.table == 1]
    assert [box.value for box in finals[:16]] == [str(score) for score in range(15, -1, -1)]
    assert finals[0].y < finals[15].y, "the highest score stands at the top"


@pytest.mark.parametrize(
    ("name", "longest"), [("caribbean-17", 33), ("caribbean-18", 35), ("caribbean-22", 43)]
)
def test_a_race_has_room_for_the_longest_there_can_be(name: str, longest: int) -> None:
    boxes = sheet_geometry(FORMS[name]).boxes
    games = [box for box in boxes if box.award.endswith("won") and box.side == "home"]
    assert len(games) >= longest
    assert max(int(box.value) for box in boxes if box.award == "race") == int(name[-2:])


def test_crown_green_crosses_the_figures_of_eight_scores() -> None:
    geometry = sheet_geometry(FORMS["crown-green"])
    assert geometry.style is Style.FINALS
    assert {box.table for box in geometry.boxes} == set(range(1, 9))
    assert {box.award for box in geometry.boxes} == {"player", "tens", "units"}


@pytest.mark.parametrize(("name", "hands"), [("don-five-games", 8), ("don", 16)])
def test_don_has_lines_for_what_is_marked_below_the_figures(name: str, hands: int) -> None:
    geometry = sheet_geometry(sheet_form(get(name).rule_book()))
    assert geometry.table_pages == 1
    for block in geometry.blocks:
        assert 2 * len(block.lines) >= hands
        boxes = [box for box in geometry.boxes if box.table == block.table]
        assert max(box.y + box.size for box in boxes) < block.lines[0] < block.bottom
    assert max(block.bottom for block in geometry.blocks) <= BOTTOM


@pytest.mark.parametrize("form", sampled(PAPER.values(), each=8), ids=PAPER)
def test_large_print_gives_each_table_a_page_of_large_boxes_and_letters(form: BlankSheet) -> None:
    geometry = sheet_geometry(form, is_large=True)
    assert [block.page for block in geometry.blocks] == list(range(1, geometry.back))
    assert min(box.size for box in geometry.boxes) >= 6
    squad = tuple(f"Player {number}" for number in range(1, 15))
    match = a_sheet(form=form, code=CODE, squads=(squad, squad), due="Sat 16 Jan 2027")
    for page, drawing in drawings(form, is_large=True):
        own = (
            written_sheet(match, page, is_large=True)
            if page < geometry.back
            else written_back(match, is_large=True)
            if page == geometry.back
            else written_penalties(match)
        )
        words = [shape for part in (drawing, own) for shape in part.all_shapes if isinstance(shape, Words)]
        assert min(shape.size for shape in words) >= 16
        texts = [shape.text for shape in words]
        assert f"Page {page} of {geometry.pages}" in texts
        assert CODE.spaced in texts


@pytest.mark.parametrize("form", [PAPER["heckmondwike"], PAPER["to 21"]], ids=["to 15", "to 21"])
def test_large_print_has_every_hand_and_the_penalties_of_the_small_sheet(form: BlankSheet) -> None:
    large, small = sheet_geometry(form, is_large=True), sheet_geometry(form)
    assert {box.name for box in small.boxes} == {box.name for box in large.boxes}
    for box in large.on(large.pages):
        for middle, fold in zip(box.middle, (A4_WIDTH / 2, A4_HEIGHT / 2), strict=True):
            assert abs(middle - fold) >= box.size / 2 + 0.99, box.name


def test_large_print_says_where_the_hands_of_a_long_game_are_kept() -> None:
    """To 31 it had the final score alone, and said nothing of the hands."""
    said = "keep them on the ordinary sheet."
    long, usual = (printed_sheet(PAPER[name], 1, is_large=True) for name in ("to 31", "to 21"))
    assert said in " ".join(words_of(long))
    assert said not in " ".join(words_of(usual))


def test_a_game_to_15_of_several_has_boxes_for_the_loser_and_one_without_a_target_has_not() -> None:
    for is_large in (False, True):
        boxes = sheet_geometry(PAPER["six tables, two games"], is_large=is_large).boxes
        of_game = [box.value for box in boxes if (box.table, box.game, box.award) == (6, 2, "loser")]
        assert of_game == [str(points) for points in range(15)]
        assert not any(box.award == "loser" for box in sheet_geometry(FORMS["crib-legs"]).boxes)


@pytest.mark.parametrize("name", ["caribbean-17", "caribbean-22"])
def test_a_race_in_large_print_has_room_for_the_longest_there_can_be(name: str) -> None:
    boxes = sheet_geometry(FORMS[name], is_large=True).boxes
    games = {box.name for box in boxes if box.award.endswith("won") and box.side == "home"}
    assert len(games) >= 2 * int(name[-2:]) - 1


# --- The page ---------------------------------------------------------------------------------


def photograph(document: Document, folder: Path) -> list[np.ndarray]:
    """The pages as they come out of a printer, true where there is ink."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not on this machine")
    (folder / "paper.pdf").write_bytes(pdf(document))
    subprocess.run(["pdftoppm", "-r", "200", "-gray", "-png", "paper.pdf", "paper"], cwd=folder, check=True)
    return [np.asarray(Image.open(file).convert("L")) < 128 for file in sorted(folder.glob("paper-*.png"))]


def measured(ink: np.ndarray, box: MarkBox) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the ink in and closely around a box, in mm."""
    air = 0.1
    left, top = round((box.x - air) * DOTS), round((box.y - air) * DOTS)
    right, bottom = round((box.x + box.size + air) * DOTS), round((box.y + box.size + air) * DOTS)
    rows, columns = np.nonzero(ink[top:bottom, left:right])
    return (
        (left + columns.min()) / DOTS,
        (top + rows.min()) / DOTS,
        (left + columns.max() + 1) / DOTS,
        (top + rows.max() + 1) / DOTS,
    )


@pytest.mark.parametrize("name", sampled(["heckmondwike", "caribbean-22", "crown-green"], each=3))
def test_boxes_are_on_the_rendered_page_to_half_a_millimetre(tmp_path: Path, name: str) -> None:
    pages = photograph(score_sheets([a_sheet(form=FORMS[name])]), tmp_path)
    geometry = sheet_geometry(FORMS[name])
    for box in geometry.boxes:
        edges = (box.x, box.y, box.x + box.size, box.y + box.size)
        for edge, ink in zip(edges, measured(pages[box.page - 1], box), strict=True):
            assert abs(edge - ink) < 0.25, box.name
        middle = [int((at + 1) * DOTS) for at in (box.x, box.y)]
        inside = int((box.size - 2) * DOTS)
        x, y = middle
        assert not pages[box.page - 1][y : y + inside, x : x + inside].any(), f"{box.name} is not empty"


@every_form
def test_nothing_stands_where_printers_do_not_print(form: BlankSheet) -> None:
    for _, drawing in drawings(form):
        for shape in drawing.shapes:
            match shape:
                case Line():
                    across, down = (shape.x1, shape.x2), (shape.y1, shape.y2)
                case Box():
                    across, down = (shape.x, shape.x + shape.width), (shape.y, shape.y + shape.height)
                case Disc() | Words():
                    across, down = (shape.x,), (shape.y,)
            assert min(across + down) >= LEAST_MARGIN
            assert max(across) <= A4_WIDTH - LEAST_MARGIN
            assert max(down) <= A4_HEIGHT - LEAST_MARGIN


@every_form
def test_printed_words_fit_the_page_and_stay_clear_of_the_code(form: BlankSheet) -> None:
    for _, drawing in drawings(form):
        for words in (shape for shape in drawing.shapes if isinstance(shape, Words)):
            width = width_of(words.text, words.size, words.face, words.weight)
            width = min(width, words.room) if words.room else width
            left = words.x - {"start": 0, "middle": width / 2, "end": width}[words.anchor]
            assert left >= LEAST_MARGIN
            assert left + width <= A4_WIDTH - LEAST_MARGIN
            assert words.size >= 6
            assert words.y > 26 or left + width < CODE_X - 2.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "preset"),
    sampled([("capitals", "caribbean-17"), *((name, "heckmondwike") for name in NAMES)], each=10),
)
def test_long_names_leave_the_code_of_both_sides_whole(tmp_path: Path, name: str, preset: str) -> None:
    """Module by module, with the white around it that a phone needs; and the boxes stay empty."""
    form = FORMS[preset]
    geometry = sheet_geometry(form)
    pages = photograph(score_sheets([a_sheet_named(NAMES[name], form, players=16)]), tmp_path)
    for page, ink in enumerate(pages, start=1):
        rows = modules(address_on(CODE, page, geometry))
        module = SQUARE / len(rows)
        for y in range(-QUIET, len(rows) + QUIET):
            for x in range(-QUIET, len(rows) + QUIET):
                within = 0 <= x < len(rows) and 0 <= y < len(rows)
                at = ink[int((CODE_Y + (y + 0.5) * module) * DOTS), int((CODE_X + (x + 0.5) * module) * DOTS)]
                assert at == (within and rows[y][x])
        for box in geometry.on(page):
            x, y = (int((at + 1) * DOTS) for at in (box.x, box.y))
            assert not ink[y : y + 10, x : x + 10].any()


def test_the_code_names_match_page_and_version_of_the_geometry() -> None:
    geometry = sheet_geometry(FORMS["heckmondwike"])
    assert address_on(CODE, 2, geometry) == "https://three-valleys.example.org/s/k7m49qtd/#p2v4"
    large = sheet_geometry(FORMS["heckmondwike"], is_large=True)
    assert address_on(CODE, 1, large).endswith("#p1v4l")
    assert address_on(CODE, 1, large, "abcxyz").endswith("#p1v4lsabcxyz")


def test_the_four_corner_marks_differ() -> None:
    assert len({(width, height) for _, _, width, height in corner_marks()}) == 4


def test_the_front_says_how_to_mark_until_when_and_where_to_send_it() -> None:
    match = a_sheet(form=FORMS["heckmondwike"], code=CODE, due="noon on Saturday 16 January")
    reader = PdfReader(io.BytesIO(pdf(score_sheets([match]))))
    front, back = (" ".join(page.extract_text().split()) for page in reader.pages)
    for words in (
        "Cross one box each for High, Low, Jack and Game, then write the score.",
        "At 15 stop, and cross the Final score.",
        "Black it out and cross the right one.",
        "Due by noon on Saturday 16 January.",
        "or type it at three-valleys.example.org/s/",
        "home captain",
        "Match points",
    ):
        assert words in front
    for words in (
        "Order of play",
        "Key rules",
        "A game is played to 15.",
        "More penalties",
        "Remarks and protests",
    ):
        assert words in back


def test_the_totals_say_what_the_season_gives() -> None:
    assert totals_heads(a_form())[4:] == ("Total", "2 a table won", "2 higher total", "Match points")
    pool = a_form(table_won=0, aggregate=0, game_won=1, match_won=6)
    assert totals_heads(pool)[4:] == ("Total", "½ a game won", "3 match won", "Match points")
    away = a_form(table_won=0, aggregate=0, match_won=4, won_away=6)
    assert totals_heads(away)[4:] == ("Total", "2 match won, 3 away", "Match points")
    assert "2 for the match won, 3 away." in words_of(printed_back(away, 8))


def test_squads_have_the_numbers_of_the_front_and_more_than_twelve_their_own_rows() -> None:
    squad = tuple(f"Player {number}" for number in range(1, 17))
    match = a_sheet(form=FORMS["heckmondwike"], squads=(squad, squad[:3]))
    assert words_of(written_back(match)).count("Player 3") == 2
    rows = words_of(printed_back(match.form, 16))
    assert rows.count("16") == 2
    assert any(text.startswith("A player from 13 up: write the number") for text in rows)


# --- A match already played -------------------------------------------------------------------


def crossed(drawing: Drawing, box: MarkBox) -> bool:
    strokes = [
        line
        for line in drawing.shapes
        if isinstance(line, Line)
        and abs((line.x1 + line.x2) / 2 - box.middle[0]) < 0.01
        and abs((line.y1 + line.y2) / 2 - box.middle[1]) < 0.01
    ]
    return len(strokes) == 2


def test_a_played_match_has_its_crosses_scores_and_totals() -> None:
    match = replace(a_played_sheet(), squads=(("Łukasz Żółć", "Zoë Hirst"), ("Jean Ormondroyd",)))
    drawing = written_sheet(match, 1)
    boxes = {box.name for box in sheet_geometry(match.form).boxes if crossed(drawing, box)}
    assert boxes == {
        *("t1-h1-high-home", "t1-h1-low-away", "t1-h1-jack-nobody", "t1-h1-game-home"),
        *("t1-h2-high-away", "t1-h2-low-away", "t1-h2-jack-away", "t1-h2-game-nobody"),
        *("t1-opened-away", "t1-final-home-15", "t1-final-away-13"),
        *("t1-player-home-1", "t1-player-home-2", "t1-player-away-1"),
    }
    assert words_of(drawing).count("57") == 1
    back = " ".join(words_of(written_back(match)))
    for words in ("Zoë Hirst & Łukasz Żółć v Arthur Thwaite (senior)", "Pie and peas", "hand 2: 4 to away"):
        assert words in back


@every_form
def test_the_back_speaks_of_penalties_only_where_they_can_be_crossed(form: BlankSheet) -> None:
    hints = " ".join(words_of(printed_back(form)))
    assert ("a second penalty" in hints) is sheet_geometry(form).has_penalties


@pytest.mark.parametrize("words", [1, 40])
def test_who_played_and_the_remarks_stand_between_the_lines_to_write_on(words: int) -> None:
    """The third of them was struck through."""
    match = replace(a_played_sheet(), remarks="Ann Ashworth & Bartholomew Featherstonehaugh. " * words)
    page = pdfium.PdfDocument(pdf(score_sheets([match])))[1]
    inked = proofs.letters(page)
    assert proofs.words(page).count("Featherstonehaugh") == words
    assert proofs.struck_through(page, inked) == ""
    assert list(proofs.over_each_other(inked)) == []


def test_a_blank_sheet_begins_each_line_at_one_edge() -> None:
    """Whose sheet it is stood in three lines at the right, beside how to mark it."""
    page = pdfium.PdfDocument(pdf(score_sheets([a_blank()])))[0]
    inked = proofs.letters(page)
    first, *_, last = proofs.letters_of(page, ["Score sheet. Three Valleys All Fours League, 2026-27"], inked)
    assert abs(first.left / 72 * 25.4 - 15.2) < 0.5
    assert abs(first.bottom - last.bottom) < 1


def test_games_won_and_final_figures_are_crossed() -> None:
    game = replace(a_played_sheet().games[0], hands=())
    race = written_sheet(a_sheet(form=FORMS["caribbean-17"], games=(replace(game, game=3),)), 1)
    boxes = {box.name: box for box in sheet_geometry(FORMS["caribbean-17"]).boxes}
    assert crossed(race, boxes["t1-g3-won-home"])
    six = PAPER["six tables, two games"]
    boxes_of_six = sheet_geometry(six).boxes
    won = written_sheet(a_sheet(form=six, games=(replace(game, game=2),)), 1)
    assert {box.name for box in boxes_of_six if crossed(won, box) and "player" not in box.name} == {
        "t1-g2-won-home",
        "t1-g2-loser-13",
    }
    assert not crossed(race, boxes["t1-g3-won-away"])
    green = written_sheet(a_sheet(form=FORMS["crown-green"], games=(replace(game, score=(21, 7)),)), 1)
    boxes = {box.name: box for box in sheet_geometry(FORMS["crown-green"]).boxes}
    names_of = {name for name, box in boxes.items() if crossed(green, box) and "player" not in name}
    assert names_of == {"t1-tens-home-2", "t1-units-home-1", "t1-tens-away-0", "t1-units-away-7"}


@pytest.mark.parametrize("name", ["heckmondwike", "rinks"])
def test_the_back_says_what_a_late_sheet_costs_and_who_the_secretary_is(name: str) -> None:
    late = "A result not in by noon on Saturday costs 2 points."
    form = replace(FORMS[name], key_rules=((LATE_SHEET, (late,)), *FORMS[name].key_rules))
    match = replace(a_sheet(form=form), secretary="Secretary: Jo Hirst, 01924 555001")
    assert late in " ".join(words_of(printed_back(form)))
    assert "Secretary: Jo Hirst, 01924 555001" in " ".join(words_of(written_back(match)))


def test_the_back_has_what_goes_wrong_at_a_table_before_how_tricks_go() -> None:
    """Four points for looking at the cards too soon had no room behind the rules that everybody knows."""
    words = " ".join(words_of(printed_back(FORMS["heckmondwike"])))
    assert "If they do, the other side scores four points at once." in words
    assert "There is no set penalty" not in words


@pytest.mark.slow
def test_matches_of_three_pages_never_share_a_leaf() -> None:
    form = a_form((1,) * 6)
    assert pdf_and_pages(score_sheets([a_sheet(form=form), a_sheet(form=form)]))[1] == 7


# --- The command ------------------------------------------------------------------------------


def test_the_command_prints_every_box_with_version_corners_and_code() -> None:
    out = io.StringIO()
    call_command("sheet_geometry", "--format", "heckmondwike", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["version"], told["format"], told["pages"]) == (4, "heckmondwike", 2)
    assert len(told["corners"]) == 4
    assert len(told["boxes"]) == len(sheet_geometry(FORMS["heckmondwike"]).boxes)
    first = next(box for box in told["boxes"] if box["name"] == "t1-h1-high-home")
    assert {key: first[key] for key in ("page", "table", "hand", "award", "side", "width", "height")} == {
        "page": 1,
        "table": 1,
        "hand": 1,
        "award": "high",
        "side": "home",
        "width": 4.2,
        "height": 4.2,
    }


def test_the_command_names_the_presets_when_it_does_not_know_one() -> None:
    with pytest.raises(CommandError, match="“whist” is no preset; there are: heckmondwike"):
        call_command("sheet_geometry", "--format", "whist")


def test_sheets_say_rinks_games_and_legs_where_the_format_does() -> None:
    printed = {
        name: words_of(printed_sheet(FORMS[name], 1)) for name in ("rinks", "crown-green", "crib-legs")
    }
    assert {"RINK", "Rink 4", "2 a rink won"} <= set(printed["rinks"])
    assert {"GAME", "Game 8", "1 a game won"} <= set(printed["crown-green"])
    assert {"TABLE", "Table 3", "legs", "½ a leg won"} <= set(printed["crib-legs"])
    assert any(words.startswith("After each leg") for words in printed["crib-legs"])
