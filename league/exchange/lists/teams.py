"""Read a list of pubs and teams: rows of cells and answers in, one plain value out.

Nothing is guessed silently: a guess can be denied, and what would make a pub, a team or a person twice is a
question.
"""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from league.exchange.lists.checked_list import (
    NOBODY,
    KnownLeague,
    ListLine,
    Passed,
    TeamList,
    list_rows,
    numbered,
)
from league.exchange.lists.drafts import Drafts, ask_about, ask_division, settle_divisions
from league.exchange.lists.headings import LEAVE_OUT, NAMES, PUBS, TEAMS, known_column
from league.exchange.lists.layout import MATCHES, Grid, Layout, read_layout
from league.exchange.lists.parsing import RowReader
from league.exchange.lists.text import (
    DIVISION,
    NOON,
    WEEKDAYS,
    ParsedName,
    clock,
    is_heading,
    parse_name,
    parse_night,
    repaired,
    shares_a_word,
    split_division,
    team_name,
    without_bullet,
    without_continued,
)
from league.exchange.spreadsheets import Rows
from league.shared.text import bare, listed

MOST_LINES = 400
_CLOSED = re.compile(
    r"[\s–—(\[:-]+(?:closed|folded|withdrawn|withdrew|resigned|disbanded|no longer \w+|w/d)\W*$",
    re.IGNORECASE,
)
# Behind a comma, or before a colon: The Captain Cook is a pub.
_WORD = r"(?:captain|capt|skipper|contact)\.?"
_CAPTAIN = re.compile(rf"(?:\s*[,;(–-]\s*{_WORD}\s|[\s,;(–-]+{_WORD}\s*:)[\s:–-]*([^:]+?)\)?$", re.IGNORECASE)
NOBODY_KNOWN = KnownLeague()
Said = TypeVar("Said")


def read_team_list(
    grid: Rows,
    *,
    answers: Mapping[str, str] | None = None,
    remembered: Mapping[str, str] | None = None,
    known: KnownLeague = NOBODY_KNOWN,
    of_pubs: bool = False,
    left_out: Mapping[int, str] | None = None,
) -> TeamList:
    """Return what a list says of pubs, teams, divisions and captains.

    `answers` are column choices ("column-2": "captain"), guesses ("yes", "no") and answers to questions,
    by key.
    `remembered` has earlier choices of columns by their bare heading. A list `of_pubs` names no teams.
    `left_out` says of rows that nobody wants why.
    """
    if not any(map(any, grid)):
        return TeamList(refusal="There is nothing in the list: paste it, one pub or team a line.")
    originals = tuple(tuple(", ".join(cell.splitlines()) for cell in row) for row in grid)
    rows = [list(map(repaired, row)) for row in originals]
    what, drafts = PUBS if of_pubs else TEAMS, Drafts(answers or {}, known)
    layout = read_layout(what, rows, answers=answers or {}, remembered=remembered or {})
    reader = _TeamReader(what, rows, layout, drafts, left_out or {})
    refusal = reader.read()
    night, start = reader.usual_night(originals)
    questions = numbered(drafts.asked.questions.values())
    return TeamList(
        columns=layout.columns,
        rows=tuple(
            list_rows(
                originals,
                layout.columns,
                layout.head,
                understood=reader.understood,
                passed=reader.passed,
                problems={number: problems.sentences for number, problems in drafts.problems.items()},
                questions=questions,
            )
        ),
        guesses=tuple(drafts.asked.guesses.values()),
        questions=questions,
        pubs=tuple(drafts.pubs.values()),
        teams=drafts.listed_teams(),
        divisions=drafts.division_names(),
        night=night,
        start=start,
        counts=drafts.counts(),
        refusal=refusal,
    )


class _TeamReader(RowReader):
    """A list of pubs and teams."""

    above_headings, headings_again = "above the headings", "the headings again"
    may_be_nobody = (*NAMES, "captain")

    def __init__(self, what: str, rows: Grid, layout: Layout, drafts: Drafts, left_out: Passed) -> None:
        super().__init__(what, rows, layout, left_out=left_out)
        self.drafts = drafts
        self._place_of = {name: place for place, name in reversed(layout.places.items())}
        self._pub_above = ""
        self._nights: dict[int, tuple[int | None, datetime.time | None]] = {}

    def read(self) -> str:
        """Take all pubs and teams of the list, and return why nothing can be understood, if so."""
        kind, drafts = self.layout.kind, self.drafts
        if not self._place_of.keys() & {*NAMES}:
            return "No column holds the pubs or the teams. Choose “Pub and teams” above one of them."
        if kind and not drafts.guess("names-only", f"This is {kind}: only the names of the teams are taken"):
            return "Then it is not a list of pubs and teams. Import it as fixtures or results."
        for line in self.lines():
            if len(drafts.numbers) >= MOST_LINES:
                drafts.add_problem(
                    line.number, f"A league has at most {MOST_LINES} lines here; this has more."
                )
                break
            if kind == MATCHES:
                self._match(line)
            else:
                self._entry(line)
        ask_division(drafts)
        settle_divisions(drafts)
        ask_about(drafts)
        if (place := self._place_of.get("division")) is not None:
            for number in drafts.numbers:
                if divisions := drafts.divisions_of_row(number):
                    self.understood[number, place] = " and ".join(divisions)
        if self.what == PUBS or drafts.teams or drafts.problems:
            return ""
        return "No pub stands in it: paste them one a line, under their divisions."

    def heads(self, number: int, texts: Sequence[str], *, is_above: bool = False) -> str:
        """Return whether a row heads those below it: it names their division."""
        first = without_bullet(texts[0])
        text = without_continued(first.strip("#=:*_ "))
        # A pub and its only team may have one name: the Division Bell is no division.
        is_sure = DIVISION.fullmatch(text) or not (is_above or len(texts) > 1)
        if len({*texts}) > 1 or not is_heading(first) or not is_sure:
            return ""
        self.above["division"] = self.drafts.shortened_division(number, text)
        return "heads the rows below"

    def is_sum(self, number: int, texts: Sequence[str]) -> bool:
        """Return whether a row adds up others, which is asked."""
        words = f"Row {number} is “{' '.join(texts)}”."
        choices = {LEAVE_OUT: "Yes, leave out", "row": "No, read it as the others"}
        return (
            super().is_sum(number, texts)
            and self.drafts.ask(
                "total-rows", "Does it only add up others?", words, choices, [number], own=f"total-{number}"
            )
            != "row"
        )

    def why_passed(self, number: int, row: Sequence[str], texts: Sequence[str]) -> str:
        """Return why a row is skipped; that its pub or team has closed is asked."""
        cells = list(row)
        for at, cell in enumerate(row):
            if closed := _CLOSED.search(cell):
                cells[at] = self.understood[number, at] = cell[: closed.start()]
                answer = self.drafts.ask(
                    "closed-rows", "Still in the league?", f"Row {number} is “{cell}”.",
                    {LEAVE_OUT: "No, leave out", "plays": "Yes, still plays"}, [number], fewer_teams=1,
                    own=f"closed-{number}",
                )  # fmt: skip
                if answer == LEAVE_OUT:
                    return f"left out: {cell}"
        return super().why_passed(number, cells, list(filter(None, cells)))

    def line(self, number: int, row: Sequence[str]) -> ListLine:
        """Return what the cells of a row say, and show which of them go on from further up."""
        line = super().line(number, [_CLOSED.sub("", cell) for cell in row])
        for name in line.above:
            if (place := self._place_of.get(name)) is not None:
                self.understood[number, place] = line[name]
        if "pub" in line.cells and "pub" in self._place_of:
            self.above["pub"] = line["pub"]
        return line

    def goes_on(self, number: int, name: str, cells: Mapping[str, str]) -> bool:
        """Return whether an empty cell is meant as the one above: a division, and the pub of its teams.

        Of other teams without a pub it is asked.
        """
        teams = _teams_of(cells)
        if name != "pub" or not teams:
            return name != "pub"
        asked = self.drafts.asked.questions.values()
        closed = (question for question in asked if question.key.startswith("closed") and not question.answer)
        if any(number in question.rows for question in closed):
            return False  # whether it plays comes first
        if all(shares_a_word(self.above[name], team) or parse_name(team).is_letter for team in teams):
            return True
        return (
            self.drafts.ask(
                "no-pub",
                "Where does it play?",
                f"Row {number}, {listed(teams)}, names no pub.",
                {"above": "In the pub of the row above", "own": "In a pub of its own name"},
                [number],
                about="pub",
                own=f"no-pub-{number}",
            )
            != "own"
        )

    def nobody(self, line: ListLine) -> str:
        """Return why a row is skipped that says there is no team, and names none."""
        said = [
            name
            for place, name in self.layout.places.items()
            if name in NAMES and self.understood.get((line.number, place)) == NOBODY
        ]
        is_of_pub = said == ["pub"] and "team" in self._place_of
        is_other = is_of_pub or self.layout.kind == MATCHES or "team" in line.cells
        return "no team" if said and not is_other else ""

    def _match(self, line: ListLine) -> None:
        names = tuple(_teams_of(line.cells))
        new = [name for name in names if not self.drafts.has_team(name)]
        for name in new:
            pub = parse_name(name, with_place=False).pub or name
            self.drafts.add_pub(line.number, pub)
            self.drafts.add_team(line.number, name, pub, division=line["division"], has_named_pub=False)
        if names and not new:
            self.passed[line.number] = "its teams stand above"

    def _part(self, number: int, cells: dict[str, str]) -> None:
        """Part a cell before its captain, or at a dash once that is said."""
        text = cells.get("pub-and-teams", "")
        if captain := _CAPTAIN.search(text):
            cells |= {"pub-and-teams": text[: captain.start()], "captain": captain[1]}
            return
        pub, *more = re.split(r"\s+[-–—]+\s+", text, maxsplit=1)
        if not more:
            return
        answer = self.drafts.ask(
            "dash",
            "What stands behind the dash?",
            f"Row {number} is “{text}”.",
            {"team": "Teams of the pub", "captain": "The captain", "name": "Part of the name"},
            [number],
            own=f"dash-{number}",
        )
        if answer == "captain":
            cells |= {"pub-and-teams": pub, "captain": cells.get("captain") or more[0]}
        elif answer == "team":
            cells["pub-and-teams"] = f"{pub}: {more[0]}"

    def _entry(self, line: ListLine) -> None:
        number, cells = line.number, dict(line.cells)
        self._part(number, cells)
        pub, names, is_named, more = self._names(number, cells)
        if not pub:
            self._without_name(number, cells)
            return
        contact = self._contact(number, cells, more)
        address = ", ".join(filter(None, (cells.get("address", ""), more.place)))
        draft = self.drafts.add_pub(
            number,
            pub,
            address=address,
            postcode=cells.get("postcode", ""),
            phone=cells.get("pub-phone", "") or ("" if contact["phone"] else more.phone),
            tables=cells.get("tables", ""),
        )
        self._night(number, cells.get("night", ""))
        self._pub_above = draft.label
        if self.what == PUBS:
            if draft.rows[0] != number:
                self.passed[number] = f"the pub of row {draft.rows[0]}"
            return
        names = names or [pub]
        if draft.label != draft.name:
            # Teams called after pubs of one name are told apart as their pubs are; names of their own stay.
            title = draft.label.replace(",", "")
            own = {name for name in _teams_of(cells) if name != pub}
            names = [name if name in own else re.sub(rf"^{re.escape(pub)}\b", title, name) for name in names]
        divisions = split_division(cells.get("division", ""))
        each = divisions if len(divisions) == len(names) else [" & ".join(divisions)] * len(names)
        for name, division in zip(names, each, strict=True):
            self.drafts.add_team(
                number,
                name,
                draft.label,
                division=division,
                short_name=cells.get("short-name", ""),
                has_named_pub=is_named,
                **contact,
            )
        at = self._place_of.get("pub-and-teams", self._place_of.get("team"))
        if at is not None and not more.has_colon:
            self.understood[number, at] = ", ".join(names)

    def _names(self, number: int, cells: Mapping[str, str]) -> tuple[str, list[str], bool, ParsedName]:
        """Return the pub of a row, its teams, whether the row names the pub itself, and what else it says."""
        text = cells.get("pub-and-teams") or cells.get("pub", "")
        listed = _teams_of(cells)
        has_address = "address" in cells
        read = partial(parse_name, text, with_place=not has_address)
        more, guess = read(), self.drafts.guess
        if more.has_colon and not guess(f"colon-{number}", f"Row {number}: a pub, a colon, then its teams"):
            more = read(with_colon=False)
        is_pub_column = "pub-and-teams" not in cells
        aside, inside = "", more.aside.strip("()")
        if more.aside:
            choices = {} if is_pub_column else {"pub": "The pub where they play"}
            aside = self.drafts.ask(
                "aside-rows",
                "What stands in brackets?",
                f"Row {number} is “{text}”.",
                {
                    **choices,
                    "place": "Where their pub is",
                    "name": "Part of the name",
                    "remark": "A remark: leave it out",
                },
                [number],
                own=f"aside-{number}",
            )
        more = (
            read(with_aside=True)
            if aside == "name"
            else replace(more, place=inside)
            if aside == "place"
            else more
        )
        pub, names = more.pub, list(more.teams)
        if aside == "pub":
            pub, names = inside, [" ".join((pub, *names))]
        if more.is_letter and not is_pub_column:
            pub = self._pub_above
            if not pub:
                self.drafts.add_problem(number, f"“{text}” is a team without a pub: no pub stands above it.")
        if is_pub_column and "pub" in cells:
            # The pub has a column of its own: its name is not taken apart, but for a place behind a comma.
            pub = text.partition(",")[0].strip() if not has_address else text
            pub = pub if not more.aside else pub.replace(more.aside, "").strip()
            names = []
        for text in listed:
            split = parse_name(text, with_place=False)
            if split.is_letter or (split.teams and bare(split.pub) == bare(pub)):
                names += split.teams
            elif split.teams and len(split.teams) > 1:
                names += [f"{split.pub} {letter}" for letter in split.teams]
            else:
                names.append(text)
        at = self._place_of.get("pub-and-teams")
        heading = known_column(TEAMS, self.layout.columns[at].heading) if at is not None else None
        is_named = bool(pub) and (heading != "team" or more.has_colon or bool(more.place) or aside == "pub")
        if not pub and listed:
            pub = parse_name(listed[0], with_place=False).pub or self._pub_above
        return pub, [team_name(pub, name) for name in names], is_named, more

    def _without_name(self, number: int, cells: Mapping[str, str]) -> None:
        """Add a row without a pub to the one above it, whose address goes on; else it is a problem."""
        more = {"address", "postcode", "pub-phone", "phone"} & cells.keys()
        if more and "captain" not in cells and self._pub_above:
            self.drafts.go_on(self._pub_above, cells)
            self.passed[number] = "goes on from the row above"
            return
        text = ", ".join(cell for cell in self.rows[number - 1] if cell)
        self.drafts.add_problem(
            number, f"“{text[:40]}” names no pub; one would be: The Fleece, Rawfold; A; B."
        )

    def _contact(self, number: int, cells: Mapping[str, str], more: ParsedName) -> dict[str, str]:
        """Return the captain of a row and how they are reached, taken apart if it stands in one cell."""
        captain = parse_name(cells.get("captain", ""), with_colon=False, with_aside=True, with_place=False)
        has_contact = bool(captain.phone or captain.email)
        name = captain.pub if has_contact else cells.get("captain", "")
        if has_contact and name != cells.get("captain") and "captain" in self._place_of:
            self.understood[number, self._place_of["captain"]] = name
        return {
            "captain": name,
            "phone": cells.get("phone", "") or captain.phone or (more.phone if name else ""),
            "email": cells.get("e-mail", "") or captain.email or more.email,
        }

    def _night(self, number: int, text: str) -> None:
        if text:
            weekday, start = self._nights[number] = parse_night(text)
            words = WEEKDAYS[weekday - 1] if weekday else text
            self.understood[number, self._place_of["night"]] = clock(start) if start else words

    def usual_night(self, rows: Rows) -> tuple[int | None, datetime.time | None]:
        """Return the night and start of most rows, each None if no row says it or the guess is denied."""
        nights = list(self._nights.values())
        place = self._place_of.get("night", 0)
        if 2 * len(nights) < len(self.drafts.numbers):
            # A night in few cells is that of their rows.
            answers = {
                number: self.drafts.ask(
                    "night-rows",
                    "Whose night is this?",
                    f"Row {number} says “{rows[number - 1][place]}”, and most rows say no night.",
                    {LEAVE_OUT: "Of this row alone: leave it out", "all": "Of every team"},
                    [number],
                    about="night",
                    own=f"night-{number}",
                )
                for number in self._nights
            }
            nights = [night for number, night in self._nights.items() if answers[number] == "all"]
        return (
            self._usual(
                "night",
                (weekday for weekday, _ in nights),
                ("Every team plays", "Most teams play"),
                lambda weekday: f"on {WEEKDAYS[weekday - 1]}",
            ),
            self._usual(
                "start",
                (start for _, start in nights),
                ("Every match starts", "Most matches start"),
                lambda start: f"at {clock(start)} {'pm' if start.hour >= NOON else 'am'}",
            ),
        )

    def _usual(
        self,
        key: str,
        said: Iterable[Said | None],
        every_or_most: tuple[str, str],
        words: Callable[[Said], str],
    ) -> Said | None:
        """Return what most rows say, None if the guess is denied."""
        counted = Counter(filter(None, said))
        usual = max(counted, key=counted.__getitem__, default=None)
        subject = every_or_most[len(counted) > 1]
        return usual if usual and self.drafts.guess(key, f"{subject} {words(usual)}") else None


def _teams_of(cells: Mapping[str, str]) -> list[str]:
    """Return the teams of a row, which may stand in several columns."""
    return [text for name, text in cells.items() if name.partition(" ")[0] == "team"]
