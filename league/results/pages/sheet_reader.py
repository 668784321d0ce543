"""A picture read in a process of its own: claimed, read, filed under its match, stored.

Of a confirmed match it becomes a test case, its names painted over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from django.utils import timezone

from league.models import League, Match, Photograph, PhotographReading, Side, UnfiledPhotograph
from league.printing.geometry import BOTTOM, VERSION, SheetGeometry, Style
from league.printing.selectors import SEAL, numbered_squad
from league.printing.slip_geometry import SLIP_FOOT
from league.reading.blanking import blanked
from league.reading.known_sheets import match_of_code, sheet_of
from league.reading.photographs import KnownSheet
from league.reading.photographs import read_photograph as read_page
from league.reading.readings import Area, ReadHand, ReadingError, ReadMark, ReadPage, ReadTable, SheetCode
from league.regulations.presets.writing import write_book
from league.results.pages.replay import MARKS
from league.results.parsing.fields import HUNG, SIDES, Layout, layout_of
from league.results.selectors.names import roster_of
from league.results.selectors.scorecards import sheet_of as confirmed_sheet
from league.results.services.photographs import claim_reading, fail_unfiled, file_photograph, store_reading
from league.shared.errors import Refused
from scoring.axes import Award
from scoring.rules import Rules

QUALITY = 70
TYPED_AS = {"home": "h", "away": "a", "nobody": "-"}
FULL = "full"
DIGITS = ("hundreds", "tens", "units")
NO_CODE = "The code could not be read. Check that this is the sheet of this match."
PENALTY = "A penalty is marked on the sheet. Add it by hand, with its reason, before the result is confirmed."
FURTHER_GAMES = "Further games are marked below the tables. Add them by hand."


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFound:
    """What a picture shows: the match of its sheet, the marks as they are stored, the straightened sheet."""

    match: Match | None = None
    marks: Mapping[str, Any] = field(default_factory=dict)
    straightened: bytes = b""
    problem: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


def read_photograph(key: int) -> bool:
    """Read the photograph of a reading and store what was found; return False if another process has it.

    Its own death leaves the row as it is: the clock notices its silence.
    """
    reading = claim_reading(PhotographReading, key, now=timezone.now())
    if reading is None:
        return False
    photograph = Photograph.objects.select_related(
        "match__home", "match__away", "match__division__season__league", "match__division__season__rule_book"
    ).get(pk=reading.photograph_id)
    sheet = find_sheet(
        bytes(photograph.jpeg), photograph.match.division.season.league, expected=photograph.match
    )
    problem, facts = sheet.problem, dict(sheet.facts)
    if sheet.match is not None and sheet.match != photograph.match:
        problem, facts = "other_match", {"match": sheet.match.public_id}
    return store_reading(
        reading=reading, marks=sheet.marks, straightened=sheet.straightened, problem=problem, facts=facts
    )


def read_unfiled(key: int) -> bool:
    """Read a photograph of a pile and file it under its match; return False if another process has it."""
    unfiled = claim_reading(UnfiledPhotograph, key, now=timezone.now())
    if unfiled is None:
        return False
    sheet = find_sheet(bytes(unfiled.jpeg), unfiled.league)
    if sheet.match is None:
        return fail_unfiled(unfiled=unfiled, problem=sheet.problem or "no_code", facts=sheet.facts)
    try:
        file_photograph(
            unfiled=unfiled,
            match=sheet.match,
            marks=sheet.marks,
            straightened=sheet.straightened,
            problem=sheet.problem,
            facts=sheet.facts,
        )
    except Refused as refusal:
        return fail_unfiled(unfiled=unfiled, problem=FULL, facts={"sentence": refusal.sentence})
    return True


def find_sheet(jpeg: bytes, league: League, expected: Match | None = None) -> SheetFound:
    """Return the sheet in a picture; `expected` is the match it was sent for: without a code, it is."""
    matches: dict[str, Match] = {}

    def known(code: SheetCode) -> KnownSheet:
        match = expected if expected and not code.code else match_of_code(code.code, league)
        matches[code.code] = match
        return sheet_of(match, code)

    front = SheetCode(site="", code="", page=1, version=VERSION) if expected else None
    try:
        page = read_page(jpeg, known, expected=front)
    except ReadingError as fault:
        return SheetFound(
            match=next(iter(matches.values()), None), problem=fault.code, facts={"sentence": str(fault)}
        )
    match = matches[page.code]
    book = match.division.season.rule_book
    sheet = sheet_of(match, page)
    is_back = page.page > sheet.geometry.table_pages
    return SheetFound(
        match=match,
        marks=_stored(page, match, sheet, layout_of(book, book.rules())),
        straightened=_as_jpeg(page.picture),
        problem="back" if is_back else "",
    )


def _as_jpeg(picture: bytes) -> bytes:
    from PIL import Image  # here: only a photograph needs it

    out = BytesIO()
    with Image.open(BytesIO(picture)) as image:
        image.convert("L").save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


# --- As it is stored ----------------------------------------------------------------------------


def _stored(page: ReadPage, match: Match, sheet: KnownSheet, layout: Layout) -> dict[str, Any]:
    geometry, paper = sheet.geometry, sheet.paper
    squads = {
        "home": numbered_squad(match, Side.HOME, page.seals[:SEAL]),
        "away": numbered_squad(match, Side.AWAY, page.seals[SEAL:]),
    }
    marks = [mark for table in page.tables for mark in _of_table(table, sheet, layout, squads)]
    marked = [mark.award for mark in page.others if mark.values or mark.asked]
    by_hand = [
        sentence
        for kind, sentence in (("penalty", PENALTY), ("more", FURTHER_GAMES))
        if any(award.startswith(kind) for award in marked)
    ]
    notes = [*page.problems, *([] if page.code else [NO_CODE])]
    is_back = page.page > geometry.table_pages
    below = paper.height - SLIP_FOOT if page.is_slip else BOTTOM
    return {
        "page": page.page,
        "marks": marks,
        "by_hand": by_hand,
        "notes": notes,
        "pictures": [
            {"title": "The back of the sheet", "box": [3, 3, 204, 291]}
            if is_back
            else {"title": "Below the tables", "box": [4, below, paper.width - 8, paper.height - below - 2]}
        ],
    }


def _of_table(
    table: ReadTable,
    sheet: KnownSheet,
    layout: Layout,
    squads: Mapping[str, tuple[str, ...] | None],
) -> Iterator[dict[str, Any]]:
    """Yield the marks of a table by the fields of the entry page; what is asked with the whole of its row."""
    if table.number > layout.tables:
        return
    prefix = layout.prefix(table.number)
    for mark in table.players:
        yield from _players(mark, f"{prefix}-{mark.side}", layout.players, squads.get(mark.side))
    if table.opened is not None:
        yield _mark(table.opened, f"{prefix}-first-pitch", _letter)
    for hand in table.hands:
        for mark in hand.marks:
            read = _mark(mark, f"{prefix}-h{hand.number}-{mark.award}", _letter)
            yield read | ({"row": _box(hand.area)} if mark.asked else {})
    for side in TYPED_AS:
        finals = [mark for mark in table.finals if mark.side == side]
        if finals:
            read = _final(finals, f"{prefix}-{side}-final", sheet.geometry)
            columns = _around([mark.area for mark in table.finals])
            yield read | ({"row": _box(columns)} if read["asked"] else {})
    if sheet.geometry.style is Style.GAMES:
        for game in table.games:
            if game.number in layout.games_at(table.number) and any(m.values or m.asked for m in game.marks):
                yield from _points(game, layout.prefix(table.number, game.number), sheet.rules)


def _points(game: ReadHand, prefix: str, rules: Rules | None) -> Iterator[dict[str, Any]]:
    """Yield the points of both sides: the target and the loser's as crossed; else a person reads them."""
    marks = {mark.award: mark for mark in game.marks if mark.values}
    for side in ("home", "away"):
        name = f"{prefix}-{side}-final"
        if rules and {"won", "loser"} <= marks.keys():
            points = rules.target if marks["won"].value == side else marks["loser"].value
            yield _mark(marks["loser"], name, lambda _, points=points: str(points))
        else:
            yield _asked(name, game.area, "Points are written in figures, which are not read.")


def _mark(mark: ReadMark, name: str, as_typed: Any) -> dict[str, Any]:
    value = "" if mark.asked or mark.value is None else as_typed(mark)
    read = _read(name, mark.area, value, mark.certainty)
    return {**read, "asked": mark.asked, "reason": mark.reason}


def _read(name: str, area: Area, value: str = "", certainty: float = 0.0) -> dict[str, Any]:
    """Return a field as it was read; its value is empty where nothing is marked."""
    certain = round(certainty, 3)
    return {"name": name, "value": value, "asked": False, "certainty": certain, "box": _box(area)}


def _asked(name: str, area: Area, reason: str) -> dict[str, Any]:
    return {**_read(name, area), "asked": True, "reason": reason}


def _letter(mark: ReadMark) -> str:
    if mark.award == HUNG:
        return "y"
    return TYPED_AS.get(str(mark.value), str(mark.value).lower())


def _final(marks: list[ReadMark], name: str, geometry: SheetGeometry) -> dict[str, Any]:
    """Return a final score, from one column of boxes or from the figures of its digits."""
    by_award = {mark.award: mark for mark in marks}
    digits = [by_award[award] for award in DIGITS if award in by_award]
    if not digits:
        shown = _mark(marks[0], name, lambda mark: str(mark.value))
        return {**shown, "box": _around_score(marks[0], geometry)}
    area = _around([mark.area for mark in digits])
    if any(mark.asked for mark in digits):
        return _asked(name, area, next(mark.reason for mark in digits if mark.asked))
    if all(mark.value is None for mark in digits):
        return _read(name, area)
    if digits[-1].value is None:
        return _asked(name, area, "The last figure is not marked.")
    value = int("".join(str(mark.value or 0) for mark in digits))
    return _read(name, area, str(value), min(mark.certainty for mark in digits))


def _around_score(mark: ReadMark, geometry: SheetGeometry) -> list[float] | None:
    """Return the marked box of a final score with its neighbours: the whole column is too long to look at."""
    if mark.value is None:
        return None
    key = (mark.table, mark.award, mark.side, str(mark.value))
    for box in geometry.boxes:
        if (box.table, box.award, box.side, box.value) == key:
            return [round(value, 2) for value in (box.x - 5, box.y - 6.5, box.size + 10, box.size + 13)]
    return None


def _players(
    mark: ReadMark, prefix: str, seats: int, squad: tuple[str, ...] | None
) -> Iterator[dict[str, Any]]:
    """Yield the players of a side by public id; a number nobody is sure to have is asked for."""
    if not mark.values and not mark.asked:
        return
    numbers = [int(value) for value in mark.values]
    for seat in range(1, seats + 1):
        name = f"{prefix}-{seat}"
        number = numbers[seat - 1] if seat <= len(numbers) else 0
        if mark.asked or number == 0:
            yield _asked(name, mark.area, mark.reason or "Not every player is marked.")
        elif squad is None:
            reason = f"Number {number}. The squad has changed since, so the number may mean somebody else."
            yield _asked(name, mark.area, reason)
        elif number > len(squad):
            yield _asked(
                name, mark.area, f"Number {number} is nobody on the list. See the back of the sheet."
            )
        else:
            yield _read(name, mark.area, squad[number - 1], mark.certainty)


def _box(area: Area) -> list[float]:
    return [round(value, 2) for value in (area.x, area.y, area.width, area.height)]


def _around(areas: list[Area]) -> Area:
    left, top = min(area.x for area in areas), min(area.y for area in areas)
    right = max(area.x + area.width for area in areas)
    bottom = max(area.y + area.height for area in areas)
    return Area(page=areas[0].page, x=left, y=top, width=right - left, height=bottom - top)


# --- As a test case ---------------------------------------------------------------------------------
def case_of(photograph: Photograph) -> tuple[bytes, dict[str, Any]] | None:
    """Return the picture without names and what was confirmed; None if its sheet cannot be found in it."""
    match = photograph.match

    def known(code: SheetCode) -> KnownSheet:
        if match_of_code(code.code, match.division.season.league) != match:
            raise ReadingError("other_match", "The sheet belongs to another match.")
        return sheet_of(match, code)

    try:
        picture, code = blanked(bytes(photograph.jpeg), known)
    except ReadingError:
        return None
    geometry = sheet_of(match, code).geometry
    tables = {f"t{block.table}" for block in geometry.blocks_on(code.page)}
    is_told = geometry.style is Style.HANDS  # of others the sheet says less than was confirmed
    marks = _confirmed(match, code) if is_told else {}
    truth = {name: values for name, values in marks.items() if name.partition("-")[0] in tables}
    rules = write_book(match.division.season.rule_book, "Test case")
    return picture, {"rules": rules, "marks": truth}


def _confirmed(match: Match, code: SheetCode) -> Mapping[str, list[Any]]:
    """Return what is marked by the name of each question, as the confirmed sheet has it."""
    roster = roster_of(match)
    squads = (
        numbered_squad(match, Side.HOME, code.seals[:SEAL]),
        numbered_squad(match, Side.AWAY, code.seals[SEAL:]),
    )
    truth: dict[str, list[Any]] = {}
    for table in confirmed_sheet(match.scorecards.get(is_confirmed=True)).tables:
        for game in table.games[:1]:
            at = f"t{table.number}"
            if game.first_pitch is not None:
                truth[f"{at}-opened"] = [MARKS[game.first_pitch]]
            for side, squad, pair in zip(
                SIDES.values(), squads, (game.home_pair, game.away_pair), strict=True
            ):
                known = [roster.known(seat.player) for seat in pair if seat.player is not None]
                ids = [player.public_id for player in known if player is not None]
                if squad and ids and len(ids) == len(pair) and set(ids) <= set(squad):
                    truth[f"{at}-player-{side}"] = sorted(squad.index(one) + 1 for one in ids)
            for side, score in zip(SIDES.values(), (game.home_score, game.away_score), strict=True):
                truth[f"{at}-final-{side}"] = [] if score is None else [score]
            for number, hand in enumerate(game.hands, 1):
                for award in Award:
                    taker = hand.taker(award)
                    truth[f"{at}-h{number}-{award}"] = [] if taker is None else [MARKS[taker]]
                truth[f"{at}-h{number}-hung"] = ["yes"] if hand.hung else []
    return truth
