"""The league's paper: what each document is called, says and is drawn of. Knows nothing of PDF."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from django.utils.text import slugify

from league.printing.codes import in_words
from league.printing.drawing import Drawing, Face, Fitted, fitted
from league.printing.forms_on_paper import BlankSheet, GameOnPaper, MatchOnPaper
from league.printing.geometry import sheet_geometry
from league.printing.scripts import scripts_of
from league.printing.sheet_backs import (
    printed_back,
    printed_penalties,
    rows_of,
    written_back,
    written_penalties,
)
from league.printing.sheets import printed_sheet
from league.printing.slip_geometry import slip_geometry
from league.printing.slips import backs_of_slips, has_backs, printed_slips, written_slips
from league.printing.written_sheets import written_sheet
from league.templatetags.dates import pub_date_year, pub_time
from scoring.seats import AWAY, HOME

# The room for a pub's name on a sheet (mm) and the sizes it can be set in (points).
NAME_ROOM, NAME_SIZES = 150.0, (15.5, 14, 12.5, 11, 9.5, 8.5)
TALL_SCRIPTS, LARGE_SIZE = 11, 16
LINE_ROOM, LINE_ROOM_ALONE, LINE_SIZES = 157.0, 186.0, (8.5, 8)
SMALLER_LINES = (7.5, 7, 6.5, 6)


Shown: TypeAlias = Mapping[str, Any]
"""A line of a document, by the names that its template reads."""


class Folding(StrEnum):
    """What becomes of the pages of a document that is folded into a book."""

    NONE = "none"
    PAGES = "pages"  # as they are read, with pages for notes up to a multiple of four
    BOOKLET = "booklet"  # the same in pairs on sheets of twice the size


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Something to print: its title, the name of its file, the template it is set from, what that shows.

    `follows_from` are the plain values everything else follows from, where it does not show these themselves:
    equal values, equal paper. With `sizes` for each of the context's `papers`, the largest first, each is set
    for itself in the largest that fits; without papers it is one. They may come in `runs_of` so many, each
    run poorer than the last: then the first with a size that fits counts.
    """

    title: str
    filename: str
    template: str
    context: Mapping[str, Any]
    follows_from: tuple[Any, ...] = ()
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    folding: Folding = Folding.NONE
    sizes: tuple[Sequence[Any], ...] = ()
    runs_of: int = 1


def score_sheets(
    matches: Sequence[MatchOnPaper], *, title: str = "", filename: str = "", is_large: bool = False
) -> Document:
    """Return the captain's sheet of each match, in order. Without a title it is called after the first.

    In large print each table has a page.
    """
    pack = SheetPack()
    for match in matches:
        pack.start_on_new_sheet()
        pack.add_sheet(match, is_large=is_large)
    return Document(
        title=title or f"Score sheet: {match_title(matches[0])}",
        filename=filename or f"score-sheet-{_filed_under(matches[0])}.pdf",
        template="printing/score_sheets.html",
        context={"leaves": pack.leaves},
        follows_from=(tuple(matches), is_large),
        drawings=pack.drawings,
    )


def table_slips(matches: Sequence[MatchOnPaper], *, title: str = "", filename: str = "") -> Document:
    """Return a slip for every table of each match, to be cut apart."""
    pack = SheetPack()
    for match in matches:
        for page in range(1, slip_geometry(match.form).pages + 1):
            pack.add_slips(match, page)
            if any(map(has_backs, matches)):
                pack.start_on_new_sheet()
    return Document(
        title=title or f"Table slips: {match_title(matches[0])}",
        filename=filename or f"table-slips-{_filed_under(matches[0])}.pdf",
        template="printing/score_sheets.html",
        context={"leaves": pack.leaves},
        follows_from=tuple(matches),
        drawings=pack.drawings,
    )


def all_sheets(
    matches: Sequence[MatchOnPaper], date: datetime.date | None = None, *, is_large: bool = False
) -> Document:
    """Return the captains' sheets of a night; without a date those of the season."""
    words, filed = _night_or_season(matches[0], date)
    title = f"Score sheets: {words}"
    return score_sheets(matches, title=title, filename=f"score-sheets-{filed}.pdf", is_large=is_large)


def all_slips(matches: Sequence[MatchOnPaper], date: datetime.date | None = None) -> Document:
    """Return the slips of all tables of a night; without a date those of the season."""
    words, filed = _night_or_season(matches[0], date)
    return table_slips(matches, title=f"Table slips: {words}", filename=f"table-slips-{filed}.pdf")


def _night_or_season(first: MatchOnPaper, date: datetime.date | None) -> tuple[str, str]:
    """Return which matches these are, and what their file is called after."""
    words, filed = (pub_date_year(date), str(date)) if date else (first.season, slugify(first.season))
    return f"{words}, {first.league}", filed


class SheetPack:
    """Gathers the pages of a document; a form that several matches share goes in once."""

    def __init__(self) -> None:
        self.leaves: list[Shown] = []
        self.drawings: dict[str, Drawing] = {}
        self._names: dict[int, str] = {}

    def add_slips(self, match: MatchOnPaper, page: int) -> None:
        """Add a sheet of slips: what is printed, and over it heads, codes and what is known."""
        tables = slip_geometry(match.form).tables_on(page)
        self._add(
            match,
            printed_slips(match.form, page),
            written_slips(match, page),
            described=described(match.form, tables),
            description=_described_match(match, [game for game in match.games if game.table in tables]),
            has_head=False,
        )
        if has_backs(match):
            self._add(
                match,
                backs_of_slips(match, page),
                Drawing(shapes=()),
                described="The backs of the slips: numbered players.",
                description=_described_squads(match),
                has_head=False,
            )

    def add_sheet(self, match: MatchOnPaper, *, is_large: bool) -> None:
        """Add the pages of tables of a match, and its page of players and rules."""
        geometry = sheet_geometry(match.form, is_large=is_large)
        for page in range(1, geometry.table_pages + 1):
            tables = [block.table for block in geometry.blocks_on(page) if block.table]
            self._add(
                match,
                printed_sheet(match.form, page, is_large=is_large),
                written_sheet(match, page, is_large=is_large),
                described=described(match.form, tables),
                description=_described_match(match, [game for game in match.games if game.table in tables]),
                is_large=is_large,
            )
        self._add(
            match,
            printed_back(match.form, rows_of(match), is_large=is_large),
            written_back(match, is_large=is_large),
            described="The back: numbered rows for players, order of play, key rules, room for remarks.",
            description=_described_squads(match),
            has_head=False,
        )
        if geometry.has_penalty_page:
            self._add(
                match,
                printed_penalties(match.form),
                written_penalties(match),
                described="The form for penalties: table, to whom, how many points, hand.",
                description=match_title(match),
                has_head=False,
            )

    def start_on_new_sheet(self) -> None:
        """Leave the back of the last sheet empty, so that what follows can be taken apart from it."""
        if len(self.leaves) % 2:
            self.leaves.append({**self.leaves[-1], "is_empty": True})

    def _add(
        self,
        match: MatchOnPaper,
        printed: Drawing,
        written: Drawing,
        *,
        described: str,
        description: str,
        has_head: bool = True,
        is_large: bool = False,
    ) -> None:
        """Add a page: the drawings under and over its words, and where names go."""
        # Every match of a form is given the very same drawing, so its identity is its name.
        if id(printed) not in self._names:
            name = f"drawing:printed-{len(self._names) + 1}"
            self._names[id(printed)] = name
            self.drawings[name] = printed
        over = f"drawing:written-{len(self.leaves) + 1}" if written.all_shapes else ""
        if over:
            self.drawings[over] = written
        self.leaves.append(
            {
                "match": match,
                "printed": self._names[id(printed)],
                "described": described,
                "written": over,
                "description": description,
                "names": _fitted_names(match, is_large=is_large),
                "line": _large_line(match) if is_large else _fitted_line(match),
                "has_head": has_head,
                "is_large": is_large,
            }
        )


def _described_match(match: MatchOnPaper, games: Sequence[GameOnPaper]) -> str:
    return "; ".join(
        [
            match_title(match),
            *([in_words(match.code)] if match.code else []),
            *(description(game, match.form.table_word) for game in games if game.score),
        ]
    )


def _described_squads(match: MatchOnPaper) -> str:
    """Return the numbered players of both sides, and who played, for those who have it read to them."""
    squads = (
        f"{team}: {', '.join(f'{number} {name}' for number, name in enumerate(squad, start=1))}"
        for team, squad in zip(match.sides, match.squads, strict=True)
        if squad
    )
    pairs = (
        f"{match.form.table_word.capitalize()} {game.table}: {game.home_pair} v {game.away_pair}"
        for game in match.games
        if game.home_pair
    )
    return "; ".join([match_title(match), *squads, *pairs])


def _fitted_names(match: MatchOnPaper, *, is_large: bool) -> Fitted | None:
    """Return both pubs in one size, so that neither looks the greater."""
    if match.meeting is None:
        return None
    names = [match.meeting.home, match.meeting.away]
    if is_large:
        return fitted(names, NAME_ROOM, (LARGE_SIZE, *NAME_SIZES), Face.SLAB)
    sizes = [size for size in NAME_SIZES if size <= TALL_SCRIPTS] if scripts_of(names) else NAME_SIZES
    return fitted(names, NAME_ROOM, sizes, Face.SLAB)


def _large_line(match: MatchOnPaper) -> tuple[str, str, float]:
    """Return the same in large print, where the week stands only if it fits."""
    when, _, size = _fitted_line(match)
    rest = f". {match.meeting.what}" if match.meeting else ""
    has_room = fitted([when + rest], NAME_ROOM, (LARGE_SIZE,)).lines == 1
    return when, rest if has_room else "", LARGE_SIZE if size else 0


def _fitted_line(match: MatchOnPaper) -> tuple[str, str, float]:
    """Return when a match is, what else stands beside it, and the size (points) in which both fit a line.

    Where the whole does not fit, the league goes first, then the ground: both are on the back.
    """
    meeting = match.meeting
    if meeting is None:
        return "", "", 0
    when = ", ".join(part for part in (pub_date_year(meeting.date), pub_time(meeting.starts_at)) if part)
    when = when if meeting.date else "no date yet"
    place = f" {meeting.where}" if meeting.where else ""
    room = LINE_ROOM if match.code else LINE_ROOM_ALONE
    for rest in (f"{place}. {meeting.what}, {match.league}", f"{place}. {meeting.what}", f". {meeting.what}"):
        size = fitted([when + rest], room, LINE_SIZES)
        if size.lines == 1:
            return when, rest, size.size
    return when, rest, fitted([when + rest], room, SMALLER_LINES).size


def described(form: BlankSheet, tables: Sequence[int]) -> str:
    """Return what a form shows, for those who have it read to them."""
    if not tables:
        return "The form for further games of any table."
    word = form.table_word
    at = f"{word} {tables[0]}" if len(set(tables)) == 1 else f"{word}s {tables[0]} to {tables[-1]}"
    if form.has_several_games or not form.has_hands:
        return f"The form for {at}: boxes to cross for players and results."
    awards = ", ".join(column.title for column in form.columns)
    return f"The form for {at}: {form.rows} rows to cross who took {awards}, and to write the score."


def description(game: GameOnPaper, word: str) -> str:
    """Return how a game went, for those who have it read to them."""
    hands = f" in {len(game.hands)} hands" if game.hands else ""
    return f"{word.capitalize()} {game.table}: {game.score[HOME]}–{game.score[AWAY]}{hands}"


def match_title(match: MatchOnPaper) -> str:
    """Return a match in a title: "The Fleece v The Shears, Thu 14 Jan 2027"; a blank one is its season's."""
    meeting = match.meeting
    if meeting is None:
        return f"blank, {match.league}, {match.season}"
    return f"{meeting.home} v {meeting.away}, {pub_date_year(meeting.date) or 'no date yet'}"


def _filed_under(match: MatchOnPaper) -> str:
    meeting = match.meeting
    if meeting is None:
        return slugify(f"blank {match.season}")
    return f"{meeting.home_slug}-v-{meeting.away_slug}-{meeting.date or 'no-date'}"
