"""What stands in the boxes: texts, by the names of the boxes, in rows of one kind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from league.fixturing.wishes import DEFAULT_WEIGHT

LITTLE, NORMAL, MUCH = 10, DEFAULT_WEIGHT, 90
"""What the words for how much a wish is wished weigh: one break, three, nine."""


class Group(StrEnum):
    """The kinds of row. Divisions have one each, of the others there are as many as are wanted."""

    OFF = "off"
    DIVISION = "division"
    PUB = "pub"
    FIXED = "fixed"
    TEAM = "team"
    COMPANY = "company"
    MEETING = "meeting"


SEASON = (
    "first", "last", "no_return_within", "longest_run", "fair_draw", "keep_before",
    "breaks", "balance", "carry_over", "change",
)  # fmt: skip
ASKED = ("strength", "because")
KEYS: Mapping[Group, tuple[str, ...]] = {
    Group.OFF: ("day", "kind", "because"),
    Group.DIVISION: ("name", "night", "nights", "meetings", "second_half"),
    Group.PUB: ("name", "matches", "closed", "place"),
    Group.FIXED: ("home", "away", "date"),
    Group.TEAM: ("team", "where", "on", *ASKED),
    Group.COMPANY: ("company", *ASKED),
    Group.MEETING: ("since", "until", *ASKED),
}
"""The boxes of a row; wishes of several teams have one more for each, team-1 and so on."""
OF_TEAMS = (Group.COMPANY, Group.MEETING)
CHOSEN = frozenset({"kind", "where", "company", "strength", "meetings", "second_half", "night"})
"""Boxes that always say something: a row in which nothing else stands is blank."""
ADDED = tuple(group for group in Group if group is not Group.DIVISION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The texts of a row's boxes, and what is wrong with them, by the same names."""

    said: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """What a box says, without spaces at its ends."""
        return self.said.get(key, "").strip()

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams that were chosen in a row of several, in the order of their boxes."""
        numbers = sorted(int(key.removeprefix("team-")) for key in self.said if key.startswith("team-"))
        return tuple(team for number in numbers if (team := self.text(f"team-{number}")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """All boxes of the page."""

    season: Row
    rows: Mapping[Group, tuple[Row, ...]]

    @property
    def faults(self) -> Iterator[str]:
        """Everything that is wrong, from the top."""
        yield from self.season.faults.values()
        for group in Group:
            for row in self.rows.get(group, ()):
                yield from row.faults.values()


def is_blank(row: Row) -> bool:
    """Whether nothing was written in a row: only what is always chosen."""
    return not any(text.strip() for key, text in row.said.items() if key not in CHOSEN)


def row_of_teams(teams: tuple[str, ...], said: Mapping[str, str]) -> Row:
    """A row of several teams."""
    return Row(said={f"team-{number}": team for number, team in enumerate(teams, 1)} | dict(said))
