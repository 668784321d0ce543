"""Real sheets, printed and filled in with a match that obeys the rules: the picture and what is on it."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
import pypdfium2

from league.models import RuleBook
from league.printing.documents import score_sheets, table_slips
from league.printing.forms_on_paper import BlankSheet, CodeOnPaper, sheet_form
from league.printing.geometry import SIDES, MarkBox, Style, TableBlock
from league.printing.pdf import pdf
from league.printing.slip_geometry import SLIP_WIDTH, slip_geometry
from league.reading.known_sheets import sheet_of_book
from league.reading.photographs import KnownSheet
from league.reading.readings import Value
from league.regulations.presets import get
from scoring.games import score_game
from scoring.possible_scores import possible_hands
from scoring.rules import Rules
from scoring.seats import NOBODY
from tests.printing.casts import a_sheet
from tests.results.test_entry_family import CARIBBEAN
from tests.tools.photographs.pens import PENS, Page, Paper, Pen, black_out, figures, mark

DOTS = 10.0  # to the mm, of the paper before it is photographed
CODE = CodeOnPaper(code="k7m49qtd", site="https://three-valleys.example.org")
Truth = dict[str, tuple[Value, ...]]
"""What is marked, by the name of the question."""


@dataclass(frozen=True, kw_only=True)
class FilledSheet:
    """A page as it lies on the table of the pub, and what was meant by each mark on it."""

    picture: Page
    truth: Truth
    known: KnownSheet
    page: int
    pens: tuple[str, ...]


@dataclass(kw_only=True)
class Writing:
    """What is drawn on a page: which boxes are marked, which blacked out, figures, strokes, blots."""

    marks: list[tuple[MarkBox, Pen]] = field(default_factory=list)
    black: list[tuple[MarkBox, Pen]] = field(default_factory=list)
    truth: Truth = field(default_factory=dict)


@lru_cache(maxsize=8)
def book(preset: str) -> RuleBook:
    return RuleBook(**CARIBBEAN) if preset == "a card turned up" else get(preset).rule_book()


def known_sheet(preset: str, *, is_large: bool = False, is_slip: bool = False) -> KnownSheet:
    """Return what the database would say of a sheet of this preset."""
    return sheet_of_book(book(preset), is_large=is_large, is_slip=is_slip)


@lru_cache(maxsize=8)
def printed(preset: str, page: int, *, is_large: bool = False) -> Page:
    """Return a page of the real PDF, in colour."""
    form = sheet_form(book(preset))
    squad = tuple(f"Player Number {number}" for number in range(1, 11))
    paper = pdf(score_sheets([a_sheet(form=form, code=CODE, squads=(squad, squad))], is_large=is_large))
    return drawn_page(paper, page)


@lru_cache(maxsize=8)
def printed_slip(preset: str, table: int) -> Page:
    """Return the slip of a table, cut out of the real PDF."""
    form = sheet_form(book(preset))
    geometry = slip_geometry(form)
    page, left, top = geometry.place(table)
    slips = drawn_page(pdf(table_slips([a_sheet(form=form, code=CODE)])), page)
    left, top = round(left * DOTS), round(top * DOTS)
    return slips[top : top + round(geometry.height * DOTS), left : left + round(SLIP_WIDTH * DOTS)]


def drawn_page(paper: bytes, page: int) -> Page:
    document = pypdfium2.PdfDocument(paper)
    bitmap = document[page - 1].render(scale=DOTS * 25.4 / 72)
    picture = np.ascontiguousarray(bitmap.to_numpy()[..., :3][..., ::-1])
    size = (round(210 * DOTS), round(297 * DOTS))
    answer: Page = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    document.close()
    return answer


def filled_sheet(
    seed: int,
    preset: str = "heckmondwike",
    page: int = 1,
    *,
    is_large: bool = False,
    is_slip: bool = False,
    pens: tuple[str, ...] = ("biro", "black biro"),
    corrections: int = 0,
    blots: int = 0,
    strokes: bool = False,
    spill: float = 0.0,
    aside: tuple[float, float] = (0.0, 0.0),
    aside_at: str = "",
) -> FilledSheet:
    """Return a page filled in, or that table's slip: `spill` is how far figures stray towards boxes (mm).

    Marks stand so far `aside` of their boxes (mm): those of questions whose name begins with `aside_at`.
    """
    dice = random.Random(f"sheet {seed} {preset}")
    known = known_sheet(preset, is_large=is_large, is_slip=is_slip)
    geometry, form = known.geometry, sheet_form(book(preset))
    blank = printed_slip(preset, page) if is_slip else printed(preset, page, is_large=is_large)
    paper = Paper(blank.copy(), DOTS, dice)
    boxes = {
        (box.table, box.game, box.hand, box.award, box.side, box.value): box for box in geometry.on(page)
    }
    truth: Truth = {}
    choices = [PENS[name] for name in pens]
    corrected = dice.sample(range(200), corrections * 4) if corrections else []
    for block in geometry.blocks_on(page):
        if block.table is None:
            continue
        pen = dice.choice(choices)
        answers = dict(_answers(dice, form, known, block.table, len(block.rows)))
        for number, (key, values) in enumerate(answers.items()):
            here = [
                box
                for box in boxes.values()
                if (box.table, box.game, box.hand, box.award) == key[:4]
                and (not key[4] or box.side == key[4])
            ]
            if not here:
                continue
            truth[_name(key)] = values
            for box in here:
                if _answer(box) in values:
                    x, y = box.middle
                    dx, dy = aside if _name(key).startswith(aside_at) else (0.0, 0.0)
                    mark(paper, (x + dx, y + dy), box.size, pen)
            others = [box for box in here if _answer(box) not in values]
            if number in corrected and values and others:
                wrong = dice.choice(others)
                black_out(paper, wrong.middle, wrong.size, pen)
        _write_scores(paper, dice, block, answers, known, pen, spill)
        hands = max((key[2] for key in answers if key[2]), default=0)
        if strokes and hands and hands < len(block.rows) - 1:
            x = block.scores_at + dice.uniform(1, 5)
            paper.line((x, block.rows[hands] - 2), (x + dice.uniform(-1, 6), block.rows[-1] + 2), pen)
    for _ in range(blots):
        paper.blob(dice.uniform(10, 200), dice.uniform(40, 260), dice.uniform(0.4, 1.1), choices[0])
    return FilledSheet(picture=paper.picture, truth=truth, known=known, page=page, pens=pens)


Key = tuple[int | None, int | None, int | None, str, str]


def _name(key: Key) -> str:
    table, game, hand, award, side = key
    parts = (f"t{table}", f"g{game}" if game else "", f"h{hand}" if hand else "", award, side)
    return "-".join(part for part in parts if part)


def _answer(box: MarkBox) -> Value:
    if not box.value:
        return box.side or "yes"
    return int(box.value) if box.value.isdecimal() else box.value


def _answers(
    dice: random.Random, form: BlankSheet, known: KnownSheet, table: int, rows: int
) -> Iterator[tuple[Key, tuple[Value, ...]]]:
    style = known.geometry.style
    for side in SIDES[:2]:
        names = sorted(dice.sample(range(1, 11), form.players))
        yield (table, None, None, "player", side), tuple(names)
    if style is not Style.FINALS:
        yield (table, None, None, "opened", ""), (dice.choice(SIDES[:2]),)
    if style is Style.HANDS:
        assert known.rules is not None
        yield from _played(dice, form, known.rules, table)
    elif style is Style.GAMES:
        for game in range(1, dice.randint(min(3, rows), rows) + 1):
            yield (table, game, None, "won", ""), (dice.choice(SIDES[:2]),)
            for side in SIDES[:2]:
                yield (table, game, None, "hung", side), tuple(dice.choices([(), (1,), (2,)], [8, 2, 1])[0])
                yield (table, game, None, "gift", side), tuple(dice.choices([(), (1,), (2,)], [8, 2, 1])[0])
    else:
        names = ("hundreds", "tens", "units")[-(rows // 2) :]
        target = known.rules.target if known.rules else None
        scores = [dice.randint(0, 10 ** len(names) - 1) for _ in SIDES[:2]]
        if target:
            scores = dice.sample([target, dice.randrange(target)], 2)
        for side, score in zip(SIDES, scores, strict=False):
            for name, figure in zip(names, f"{score:0{len(names)}}", strict=True):
                yield (table, None, None, name, side), (int(figure),)


def _played(
    dice: random.Random, form: BlankSheet, rules: Rules, table: int
) -> Iterator[tuple[Key, tuple[Value, ...]]]:
    """Yield a game hand by hand, as its rules allow, and its final score."""
    possible = [hand for hand in possible_hands(rules, 2) if _is_usual(hand, form)]
    weights = [2 if hand.jack is NOBODY else 1 for hand in possible]
    hands = []
    while True:
        hands.append(dice.choices(possible, weights)[0])
        game = score_game(hands, rules)
        if game.winner is not None or (rules.target is None and len(hands) == form.rows):
            break
    columns = {column.title.lower(): column for column in form.columns}
    unpegged = {award.value for award in game.ending.unpegged} if game.ending else set()
    for number, hand in enumerate(hands, start=1):
        for award in rules.awards:
            taker = hand.taker(award)
            is_open = number == len(hands) and award.value in unpegged
            word: Value = "nobody" if taker is NOBODY else SIDES[int(taker or 0)]
            if award.value in columns:
                yield (table, None, number, award.value, ""), () if is_open else (word,)
        if columns["jack"].has_hung:
            is_hung = hand.hung and not (number == len(hands) and "jack" in unpegged)
            yield (table, None, number, "hung", ""), ("yes",) if is_hung else ()
    if rules.target is not None:
        for side, score in zip(SIDES, game.scores, strict=False):
            yield (table, None, None, "final", side), (score,)


def _is_usual(hand: object, form: BlankSheet) -> bool:
    """Return whether the form has a box for each award of the hand."""
    for column in form.columns:
        taker = getattr(hand, column.title.lower(), None)
        if taker is NOBODY and column.boxes < 3:
            return False
    return True


def _write_scores(
    paper: Paper,
    dice: random.Random,
    block: TableBlock,
    answers: Mapping[Key, tuple[Value, ...]],
    known: KnownSheet,
    pen: Pen,
    spill: float,
) -> None:
    """Write the score so far beside each hand, in figures that stray."""
    hands = max((key[2] for key in answers if key[2]), default=0)
    left = block.scores_at
    if not left or not hands:
        return
    home = away = 0
    for number in range(1, hands + 1):
        home, away = home + dice.choice((0, 1, 2)), away + dice.choice((0, 1, 2))
        y = block.rows[number - 1]
        right = block.scores_end
        middle = (left + right) / 2
        for score, at in ((home, (left + middle) / 2), (away, (middle + right) / 2)):
            figures(paper, (at - dice.uniform(0, spill), y), str(score), 3.3, pen)
