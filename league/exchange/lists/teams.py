"""Read a list of pubs and teams: rows of cells and answers in, one plain value out.

Nothing is guessed silently: a guess can be denied, and what would make a pub, a team or a person twice is a
question.
"""

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from league.exchange.lists.checked_list import (
    KnownLeague,
    ListCell,
    ListRow,
    TeamList,
)
from league.exchange.lists.doubts import ask_about, settle_divisions
from league.exchange.lists.drafts import Drafts
from league.exchange.lists.headings import LEAVE_OUT, NAMES, PUBS, TEAMS, known_column
from league.exchange.lists.layout import LayoutKind, read_layout
from league.exchange.lists.names import (
    NOON,
    WEEKDAYS,
    ParsedName,
    ParsedNight,
    clock,
    heading_text,
    is_heading,
    looks_like_division,
    parse_name,
    parse_night,
    split_division,
    team_name,
)
from league.exchange.lists.text import (
    is_ditto,
    is_nobody,
    is_repeated,
    is_total,
    repaired,
    shares_a_word,
    without_bullet,
)
from league.exchange.spreadsheets import Rows
from league.shared.text import bare

MOST_LINES = 400
EMPTY = "There is nothing in the list: paste it, one pub or team a line."
NO_NAMES = "No column holds the pubs or the teams. Choose “Pub and teams” above one of them."
NO_TEAMS = "No pub stands in it: paste them one a line, under their divisions."
NO_TEAM_LIST = "Then it is not a list of pubs and teams. Import it as fixtures or results."
_CLOSED = re.compile(
    r"[\s–—(\[:-]+(?:closed|folded|withdrawn|withdrew|resigned|disbanded|no longer \w+|w/d)\W*$",
    re.IGNORECASE,
)
NOBODY = "nobody"
PLAYS, ALL = "plays", "all"
CLOSED_CHOICES = {LEAVE_OUT: "Leave it out", PLAYS: "It plays"}
OWN = "own"
DASH_CHOICES = {"team": "Teams of the pub", "captain": "The captain", "name": "Part of the name"}
NO_PUB_CHOICES = {"above": "In the pub of the row above", OWN: "In a pub of their own name"}
NIGHT_CHOICES = {LEAVE_OUT: "Of this row alone: leave it out", ALL: "Of every team"}
NOBODY_KNOWN = KnownLeague()


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
        return TeamList(refusal=EMPTY)
    return _Reading(grid, answers or {}, remembered or {}, known, of_pubs, left_out or {}).team_list()


class _Reading:
    """One list, read from its headings down."""

    def __init__(
        self,
        grid: Rows,
        answers: Mapping[str, str],
        remembered: Mapping[str, str],
        known: KnownLeague,
        of_pubs: bool,
        left_out: Mapping[int, str],
    ) -> None:
        self.originals = grid = tuple(tuple(", ".join(cell.splitlines()) for cell in row) for row in grid)
        self.grid = [list(map(repaired, row)) for row in grid]
        self.answers, self.known, self.of_pubs = answers, known, of_pubs
        self.filled = [place for place, row in enumerate(grid) if any(row)]
        self.drafts = Drafts(answers, known)
        layout = read_layout(PUBS if of_pubs else TEAMS, self.grid, answers=answers, remembered=remembered)
        self.kind, self.head, self.columns = layout.kind, layout.head, layout.columns
        self.place_of = {column.meaning: column.number - 1 for column in reversed(self.columns)}
        self.team_places = [column.number - 1 for column in self.columns if column.meaning == "team"]
        self.division = ""
        self.above: dict[int, str] = {}
        self.pub_above = ""
        self.understood: dict[tuple[int, int], str] = {}
        self.skipped = dict(left_out)
        self.nights: dict[int, ParsedNight] = {}

    def team_list(self) -> TeamList:
        if not any(column.meaning in NAMES for column in self.columns):
            return self._result(refusal=NO_NAMES)
        if self.kind in (LayoutKind.MATCHES, LayoutKind.GRID):
            what = "matches" if self.kind is LayoutKind.MATCHES else "a grid of results"
            if not self.drafts.guess("names-only", f"This is {what}: only the names of the teams are taken"):
                return self._result(refusal=NO_TEAM_LIST)
        for place in self.filled:
            number = place + 1
            if self.head is not None and place <= self.head:
                if place < self.head:
                    self._above_the_head(place)
                continue
            if len(self.drafts.numbers) >= MOST_LINES:
                self.drafts.add_problem(
                    number, f"A league has at most {MOST_LINES} lines here; this has more."
                )
                break
            if number not in self.skipped:
                self._row(place)
        settle_divisions(self.drafts, self.known)
        ask_about(self.drafts, self.known)
        if not self.of_pubs and not self.drafts.teams and not self.drafts.problems:
            return self._result(refusal=NO_TEAMS)
        return self._result()

    def _above_the_head(self, place: int) -> None:
        texts = [cell for cell in self.grid[place] if cell]
        if len(set(texts)) == 1 and is_heading(texts[0]) and looks_like_division(heading_text(texts[0])):
            self.division = heading_text(texts[0])
        self.skipped.setdefault(place + 1, "above the headings")

    def _row(self, place: int) -> None:
        number, row = place + 1, self.grid[place]
        if self._is_closed(number, row):
            return
        texts = [cell for cell in row if cell]
        first = without_bullet(texts[0])
        if is_total(first):
            self.skipped[number] = "a total"
            return
        if self.head is not None and is_repeated(row, self.grid[self.head]):
            self.skipped[number] = "the headings again"
            return
        if len(set(texts)) == 1 and is_heading(first):
            self.division = self.drafts.shortened_division(number, heading_text(first))
            if (column := self.place_of.get("division")) is not None:
                self.above[column] = self.division
            self.skipped[number] = "heads the rows below"
            return
        cells = self._cells(place)
        if self.kind is LayoutKind.MATCHES:
            self._match(number, cells)
        elif self._is_nobody(number, cells):
            self.skipped[number] = "no team"
        else:
            self._part_at_dash(number, cells)
            self._entry(number, cells)

    def _part_at_dash(self, number: int, cells: dict[str, str]) -> None:
        """Part a cell at a dash, once it is known what stands behind dashes in this list."""
        text = cells.get("pub-and-teams", "")
        pub, *more = re.split(r"\s+[-–—]+\s+", text, maxsplit=1)
        if not more:
            return
        sentence = f"Row {number} is “{text}”."
        answer = self.drafts.ask("dash", "What stands behind the dash?", sentence, DASH_CHOICES, [number])
        if answer == "captain":
            cells |= {"pub-and-teams": pub, "captain": cells.get("captain") or more[0]}
        elif answer == "team":
            cells["pub-and-teams"] = f"{pub}: {more[0]}"

    def _is_closed(self, number: int, row: list[str]) -> bool:
        """Return whether a row is left out because its pub or team has closed; that is asked."""
        for at, cell in enumerate(row):
            if not (closed := _CLOSED.search(cell)):
                continue
            row[at] = self.understood[number, at] = cell[: closed.start()]
            answer = self.drafts.ask(
                f"closed-{number}", "Does it play?", f"Row {number} is “{cell}”.", CLOSED_CHOICES, [number],
                fewer_teams=1,
            )  # fmt: skip
            if answer == LEAVE_OUT:
                self.skipped[number] = f"left out: {cell}"
                return True
        return False

    def _is_merged(self, number: int, at: int, meaning: str) -> bool:
        """Return whether an empty cell goes on from above: a division, and the pub of a team of its name.

        Of other teams without a pub it is asked.
        """
        above, row = self.above.get(at, ""), self.grid[number - 1]
        listed = (row[place] for place in self.team_places if place < len(row))
        teams = [team for team in listed if team and not is_nobody(team)]
        if meaning != "pub" or not (above and teams):
            return meaning == "division"
        if all(shares_a_word(above, team) or parse_name(team).is_letter for team in teams):
            return True
        heading, sentence = "Where do these teams play?", "No pub stands in their rows."
        answer = self.drafts.ask("no-pub", heading, sentence, NO_PUB_CHOICES, [number], about="pub")
        return answer != OWN

    def _is_nobody(self, number: int, cells: Mapping[str, str]) -> bool:
        """Return whether a row says that there is no team, and names none."""
        said = [
            column.meaning
            for column in self.columns
            if column.meaning in NAMES and self.understood.get((number, column.number - 1)) == NOBODY
        ]
        is_of_pub = said == ["pub"] and "team" in self.place_of
        return bool(said) and not is_of_pub and "team" not in cells

    def _cells(self, place: int) -> dict[str, str]:
        """Return the cells of a row by their meaning, dittos and merged cells filled from above."""
        number, row = place + 1, self.grid[place]
        cells: dict[str, str] = {}
        for column in self.columns:
            at = column.number - 1
            text = row[at] if at < len(row) else ""
            if at == 0:
                text = without_bullet(text)
            if is_ditto(text) or (not text and self._is_merged(number, at, column.meaning)):
                text = self.above.get(at, "")
                if text:
                    self.understood[number, at] = text
            if text and column.meaning in (*NAMES, "captain") and is_nobody(text):
                self.understood[number, at] = NOBODY
            elif text:
                self.above[at] = text
                cells.setdefault(column.meaning, text)
        return cells

    def _match(self, number: int, cells: Mapping[str, str]) -> None:
        row = self.grid[number - 1]
        for at in self.team_places:
            name = row[at] if at < len(row) else ""
            if not name or is_nobody(name):
                continue
            if not self.drafts.has_team(name):
                parsed = parse_name(name, with_place=False)
                pub = parsed.pub or name
                self.drafts.add_pub(number, pub)
                division = cells.get("division", self.division)
                self.drafts.add_team(number, name, pub, division=division, has_named_pub=False)

    def _entry(self, number: int, cells: dict[str, str]) -> None:
        pub, names, is_named, more = self._names(number, cells)
        if not pub:
            self._without_name(number, cells)
            return
        contact = self._contact(number, cells, more)
        address = cells.get("address", "") or more.place
        draft = self.drafts.add_pub(
            number,
            pub,
            address=address,
            postcode=cells.get("postcode", ""),
            phone=cells.get("pub-phone", "") or ("" if contact["phone"] else more.phone),
            tables=cells.get("tables", ""),
        )
        self._night(number, cells)
        self.pub_above = draft.label
        if self.of_pubs:
            if draft.rows[0] != number:
                self.skipped[number] = f"the pub of row {draft.rows[0]}"
            return
        names = names or [pub]
        if draft.label != draft.name:
            # Teams called after pubs of one name are told apart as their pubs are.
            title = draft.label.replace(",", "")
            names = [re.sub(rf"^{re.escape(pub)}\b", title, name) for name in names]
        divisions = split_division(cells.get("division", "") or self.division)
        for index, name in enumerate(names):
            own = divisions
            if len(divisions) > 1 and len(divisions) == len(names):
                own = [divisions[index]]
            self.drafts.add_team(
                number,
                name,
                draft.label,
                division=" & ".join(own),
                short_name=cells.get("short-name", ""),
                has_named_pub=is_named,
                **contact,
            )
        self._show_names(number, names, cells, is_list=more.has_colon)

    def _names(self, number: int, cells: Mapping[str, str]) -> tuple[str, list[str], bool, ParsedName]:
        """Return the pub of a row, its teams, whether the row names the pub itself, and what else it says."""
        text = cells.get("pub-and-teams") or cells.get("pub", "")
        row = self.grid[number - 1]
        listed = [
            self.above.get(at, "") if is_ditto(row[at]) else row[at]
            for at in self.team_places
            if at < len(row) and row[at] and not is_nobody(row[at])
        ]
        in_brackets = f"aside-{number}"
        has_address = "address" in cells
        more = parse_name(text, with_place=not has_address)
        if more.has_colon and not self.drafts.guess(
            f"colon-{number}", f"Row {number}: a pub, a colon, then its teams"
        ):
            more = parse_name(text, with_colon=False, with_place=not has_address)
        if more.aside and not self.drafts.guess(
            in_brackets, f"Row {number}: {more.aside} is not part of the name"
        ):
            more = parse_name(text, with_aside=True, with_place=not has_address)
        pub, names = more.pub, list(more.teams)
        is_pub_column = "pub-and-teams" not in cells
        if more.is_letter and not is_pub_column:
            pub = self.pub_above
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
        if not pub and listed:
            split = parse_name(listed[0], with_place=False)
            pub = split.pub or self.pub_above
            return pub, [team_name(pub, name) for name in names], False, more
        at = self.place_of.get("pub-and-teams")
        heading = known_column(TEAMS, self.columns[at].heading) if at is not None else None
        is_named = heading != "team" or more.has_colon or bool(more.place)
        return pub, [team_name(pub, name) for name in names], is_named, more

    def _without_name(self, number: int, cells: Mapping[str, str]) -> None:
        """Add a row without a pub to the one above it, whose address goes on; else it is a problem."""
        more = {"address", "postcode", "pub-phone", "phone"} & cells.keys()
        if more and "captain" not in cells and self.pub_above:
            self.drafts.go_on(self.pub_above, cells)
            self.skipped[number] = "goes on from the row above"
            return
        text = ", ".join(cell for cell in self.grid[number - 1] if cell)
        self.drafts.add_problem(
            number, f"“{text[:40]}” names no pub; one would be: The Fleece, Rawfold; A; B."
        )

    def _contact(self, number: int, cells: Mapping[str, str], more: ParsedName) -> dict[str, str]:
        """Return the captain of a row and how they are reached, taken apart if it stands in one cell."""
        captain = parse_name(cells.get("captain", ""), with_colon=False, with_aside=True, with_place=False)
        has_contact = bool(captain.phone or captain.email)
        name = captain.pub if has_contact else cells.get("captain", "")
        if has_contact and name != cells.get("captain") and "captain" in self.place_of:
            self.understood[number, self.place_of["captain"]] = name
        return {
            "captain": name,
            "phone": cells.get("phone", "") or captain.phone or (more.phone if name else ""),
            "email": cells.get("e-mail", "") or captain.email or more.email,
        }

    def _night(self, number: int, cells: Mapping[str, str]) -> None:
        text = cells.get("night", "")
        if not text:
            return
        night = parse_night(text)
        self.nights[number] = night
        at = self.place_of["night"]
        if night.start:
            self.understood[number, at] = clock(night.start)
        elif night.weekday:
            self.understood[number, at] = WEEKDAYS[night.weekday - 1]

    def _show_names(
        self, number: int, names: Sequence[str], cells: Mapping[str, str], *, is_list: bool
    ) -> None:
        at = self.place_of.get("pub-and-teams", self.team_places[0] if self.team_places else None)
        if at is None or is_list:
            return
        row = self.grid[number - 1]
        shown = ", ".join(names)
        if shown != (row[at] if at < len(row) else ""):
            self.understood[number, at] = shown

    def _usual_night(self) -> tuple[int | None, datetime.time | None]:
        """Return the night and start of most rows, each None if no row says it or the guess is denied."""
        nights = list(self.nights.values())
        if 2 * len(nights) < len(self.drafts.numbers):
            # A night in few cells is that of their rows.
            nights = [night for number, night in self.nights.items() if self._is_of_all(number)]
        days = Counter(night.weekday for night in nights if night.weekday)
        starts = Counter(night.start for night in nights if night.start)
        weekday = next(iter(days.most_common(1)), (None,))[0]
        start = next(iter(starts.most_common(1)), (None,))[0]
        teams = "Every team plays" if len(days) == 1 else "Most teams play"
        if weekday and not self.drafts.guess("night", f"{teams} on {WEEKDAYS[weekday - 1]}"):
            weekday = None
        matches = "Every match starts" if len(starts) == 1 else "Most matches start"
        half = "pm" if start and start.hour >= NOON else "am"
        if start and not self.drafts.guess("start", f"{matches} at {clock(start)} {half}"):
            start = None
        return weekday, start

    def _is_of_all(self, number: int) -> bool:
        text = self.originals[number - 1][self.place_of["night"]]
        sentence = f"Row {number} says “{text}”, and most rows say no night."
        key = f"night-{number}"
        return (
            self.drafts.ask(key, "Whose night is this?", sentence, NIGHT_CHOICES, [number], about="night")
            == ALL
        )

    def _result(self, refusal: str = "") -> TeamList:
        weekday, start = self._usual_night()
        drafts = self.drafts
        guesses, questions = drafts.numbered()
        shown: dict[tuple[int, int], list[int]] = {}
        for question in questions:
            for number in question.rows:
                at = self._place_about(question.about)
                shown.setdefault((number, at), []).append(question.number)
        division_place = self.place_of.get("division")
        if division_place is not None:
            for number, divisions in drafts.divisions_of_rows().items():
                self.understood[number, division_place] = " and ".join(divisions)
        rows = []
        for place in self.filled:
            if place == self.head:
                continue
            number = place + 1
            texts = [*self.originals[place], *[""] * (len(self.columns) - len(self.originals[place]))]
            rows.append(
                ListRow(
                    number=number,
                    cells=tuple(
                        ListCell(
                            text=text,
                            understood=self._beside(number, at, text),
                            questions=tuple(shown.get((number, at), ())),
                        )
                        for at, text in enumerate(texts)
                    ),
                    skipped=self.skipped.get(number, ""),
                    problems=drafts.problems_of(number),
                )
            )
        return TeamList(
            columns=self.columns,
            rows=tuple(rows),
            guesses=guesses,
            questions=questions,
            pubs=tuple(drafts.pubs.values()),
            teams=drafts.listed_teams(),
            divisions=drafts.division_names(),
            night=weekday,
            start=start,
            counts=drafts.counts(),
            refusal=refusal,
        )

    def _beside(self, number: int, at: int, text: str) -> str:
        """Return what was understood of a cell, if that is not what it says."""
        words = self.understood.get((number, at)) or repaired(text)
        return words if words != text else ""

    def _place_about(self, about: str) -> int:
        if about in self.place_of:
            return self.place_of[about]
        return next((self.place_of[name] for name in NAMES if name in self.place_of), 0)
