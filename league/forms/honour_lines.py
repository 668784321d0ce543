"""Lines of the roll of honour as people type them: 1974/75, Division One, The Fleece, runners-up."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.models.seasons import FIRST_YEAR, LAST_YEAR
from league.services.honours import HonourSaid

MOST_LINES = 2000
PLACES = {
    "winner": 1,
    "winners": 1,
    "champion": 1,
    "champions": 1,
    "first": 1,
    "runner up": 2,
    "runners up": 2,
    "second": 2,
    "third": 3,
}
_PLACE = re.compile(r"([1-9])(st|nd|rd|th)?\.?")
_YEAR = re.compile(r"\d{4}")
_LONGEST = {"season_name": 40, "competition": 60, "holder": 120, "remarks": 200}
A_LINE = "one would be: 1974/75, Division One, The Fleece"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault:
    """A line that cannot be read, and why."""

    number: int
    sentence: str

    def __str__(self) -> str:
        return f"Line {self.number}: {self.sentence}"


def read_honours(
    text: str, *, of_year: int | None = None
) -> tuple[tuple[HonourSaid, ...], tuple[LineFault, ...]]:
    """The lines of a text, and those that cannot be read. Between the cells stand tabs, semicolons or commas.

    Every line: season, what was won, who won it; then, if wanted, the place and a remark. A cell that is left
    empty says what the line above it said. With `of_year` a line of another year is a fault.
    """
    honours: list[HonourSaid] = []
    faults: list[LineFault] = []
    above = ["", "", ""]
    for number, line in enumerate(text.splitlines()[: MOST_LINES + 1], start=1):
        if number > MOST_LINES:
            faults.append(LineFault(number=number, sentence=f"{MOST_LINES} lines at once are the most."))
            break
        if not line.strip():
            continue
        cells = _cells(line)
        above = [cell or before for cell, before in zip([*cells, "", ""][:2], above[:2], strict=True)]
        try:
            said = _honour([*above, *cells[2:]])
            if of_year is not None and said.year != of_year:
                raise ValueError(f"this is {said.year}, and the page is about {of_year}.")
        except ValueError as wrong:
            faults.append(LineFault(number=number, sentence=str(wrong)))
        else:
            honours.append(said)
    return tuple(honours), tuple(faults)


def write_honours(honours: Iterable[HonourSaid]) -> str:
    """Lines as `read_honours` reads them."""
    return "\n".join(
        "; ".join(filter(None, (one.season_name, one.competition, one.holder, _place(one), one.remarks)))
        for one in honours
    )


def _place(one: HonourSaid) -> str:
    return str(one.place) if one.place > 1 or one.remarks else ""


def _cells(line: str) -> list[str]:
    sign = next((sign for sign in "\t;" if sign in line), ",")
    most = -1 if sign != "," else 4
    return [" ".join(cell.split()) for cell in line.strip("\n").split(sign, most)]


def _honour(cells: list[str]) -> HonourSaid:
    season, competition, *rest = cells
    year = _YEAR.search(season)
    if year is None or not FIRST_YEAR <= int(year[0]) <= LAST_YEAR:
        raise ValueError(f"“{season[:40]}” names no season; {A_LINE}.")
    holder, *more = rest or [""]
    if not competition or not holder:
        raise ValueError(f"it does not say {'who won it' if competition else 'what was won'}; {A_LINE}.")
    place, competition = _placed(competition)
    for number, cell in enumerate(more):
        if (found := _place_in(cell)) is not None:
            place = found
            del more[number]
            break
    said = {
        "season_name": season,
        "competition": competition,
        "holder": holder,
        "remarks": ", ".join(filter(None, more)),
    }
    for name, words in said.items():
        longest = _LONGEST[name]
        if len(words) > longest:
            raise ValueError(
                f"there is room for {longest} letters in “{words[:20]}…”; this has {len(words)}."
            )
    return HonourSaid(year=int(year[0]), place=place, **said)


def _placed(competition: str) -> tuple[int, str]:
    """“Division One runners-up” is second in Division One."""
    words = competition.split()
    for last in (2, 1):
        said = " ".join(words[-last:]).strip("()")
        if len(words) > last and (place := PLACES.get(said.lower().replace("-", " "))):
            return place, " ".join(words[:-last]).rstrip(" ,:-")
    return 1, competition


def _place_in(cell: str) -> int | None:
    if found := _PLACE.fullmatch(cell):
        return int(found[1])
    return PLACES.get(cell.lower().replace("-", " "))


def lines_of(honours: Iterable[HonourSaid]) -> Iterator[str]:
    """What was understood, a sentence a line."""
    for one in honours:
        place = "" if one.place == 1 else f", place {one.place}"
        yield f"{one.season_name}: {one.competition}, {one.holder}{place}"
