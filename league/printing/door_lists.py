"""The list at the door of a cup or pairs night: who has paid, who owes, and empty lines for who comes late.

Each row is measured and high enough to write in. Printed for the officers alone.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.cups.selectors.fees import DoorEntry, DoorList
from league.printing.documents import Document
from league.printing.drawing import MM_PER_POINT, Face, broken, fitted
from league.printing.pairs_nights import WIDE, Heading, night_heading
from league.templatetags.decisions import pounds

# In mm: the text of a page, what the heads of the table and the totals take, the least height of a row.
HIGH, TABLE_HEAD, TOTALS, ROW, ROW_RULE, ROW_AIR = 277.0, 8.0, 33.0, 8.0, 0.2, 1.2
NAME_ROOM = 100.0
SIZE, PUB_SIZE, LINE = 11.0, 8.5, 1.2
TITLE_SIZES = (30, 26, 24, 22, 20, 18, 16, 14, 12)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorRow:
    """A row of the list, the name in its lines; an empty one is to be written in. Height in mm."""

    entry: DoorEntry | None
    name: tuple[str, ...] = ()
    pub: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        lines = len(self.name) * SIZE + len(self.pub) * PUB_SIZE
        return max(ROW, lines * LINE * MM_PER_POINT + ROW_AIR) + ROW_RULE


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorPage:
    """A page of the list, and the words of which of how many it is."""

    words: str
    rows: tuple[DoorRow, ...]
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorPaper:
    """The list of one cup: heading, size of its title (points), pages, and sums in pence."""

    heading: Heading
    title: float
    what: str
    fee: int
    entries: int
    due: int
    paid: int
    to_collect: int
    pages: tuple[DoorPage, ...]


def door_lists_on_paper(lists: Sequence[DoorList], *, printed_on: datetime.date) -> Document | None:
    """Return the door list of each of these cups. None without any."""
    if not lists:
        return None
    papers = tuple(_paper(each) for each in lists)
    cup = lists[0].cup
    name = cup.name if len(lists) == 1 else "Cups"
    return Document(
        title=f"{name}: who has paid, {cup.season.league.name}",
        filename=slugify(f"{name} door list") + ".pdf",
        template="printing/door_list.html",
        context={"papers": papers, "printed_on": printed_on},
        follows_from=(*papers, printed_on),
    )


def _paper(door: DoorList) -> DoorPaper:
    league = door.cup.season.league.name
    when = night_heading(door.cup).when
    lines = (f"{when}. {league}" if when else league, f"Entry fee {pounds(door.cup.fee)}: who has paid.")
    heading = night_heading(door.cup, *lines)
    rows = [_row(entry) for entry in door.entries]
    pages = _pages(rows, HIGH - heading.height - TABLE_HEAD, has_late_comers=door.takes_pairs)
    return DoorPaper(
        heading=heading,
        title=fitted([door.cup.name], WIDE - 30, TITLE_SIZES, Face.SLAB).size,
        what="Pair" if door.takes_pairs else "Team",
        fee=door.cup.fee,
        entries=len(rows),
        due=door.due,
        paid=door.due - door.to_collect,
        to_collect=door.to_collect,
        pages=tuple(
            DoorPage(
                words=f"Sheet {place} of {len(pages)}" if len(pages) > 1 else "",
                rows=tuple(page),
                is_last=place == len(pages),
            )
            for place, page in enumerate(pages, start=1)
        ),
    )


def _row(entry: DoorEntry) -> DoorRow:
    name = broken(entry.name, SIZE, NAME_ROOM, weight=600)
    pub = broken(entry.pub, PUB_SIZE, NAME_ROOM) if entry.pub not in ("", entry.name) else ()
    return DoorRow(entry=entry, name=name, pub=pub)


def _pages(rows: Sequence[DoorRow], room: float, *, has_late_comers: bool) -> list[list[DoorRow]]:
    """Return the rows page by page; empty ones fill the last page above the sums, where pairs may come."""
    pages: list[list[DoorRow]] = [[]]
    used = 0.0
    for row in rows:
        if used + row.height > room:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += row.height
    if used + TOTALS > room:
        # The sums never stand alone on a page.
        last = pages[-1].pop()
        pages.append([last])
        used = last.height
    if has_late_comers:
        empty = DoorRow(entry=None)
        pages[-1] += [empty] * int((room - TOTALS - used) // empty.height)
    return pages
