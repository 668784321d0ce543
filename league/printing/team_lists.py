"""The fixtures of one team on a page: in the order they will be played, each with its ground."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from league.printing.documents import Document
from league.printing.drawing import Face, Fitted, fitted, lines_in
from league.printing.posters import at_home, usual_time, when_played
from league.scheduling.selectors.fixtures import Fixture, FixtureList
from league.templatetags.dates import date_and_time, pub_date

# In mm: a page without title, rules, heads and foot; a line of the heading; the columns, as in the style.
ROOM, HEAD_LINE, HEAD_SIZE = 239.0, 5.3, 12.5
DATE, AGAINST, GROUND = 35.0, 74.0, 63.0

# Sizes of type in points; a line in mm for a point; the air of a row in mm, and the rule below it.
SIZES = (10.5, 10, 9.5, 9, 8.5, 8, 7.6, 7.2)
LINE = 0.4667
AIRS, RULE = (3, 2, 1), 0.15

WIDTH = 190.8
TITLE_ROOM, TITLE_SIZES = 190.0, (26, 23, 20, 17.5, 15)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMeeting:
    """A match from the side of one team. `ground` is empty where it is at home as usual."""

    fixture: Fixture
    when: str
    moved_from: str
    is_home: bool
    against: str
    ground: str

    def lines(self, size: float) -> int:
        """Return how many lines its row takes."""
        return max(
            lines_in(self.when, DATE * 0.97, size, weight=600) + bool(self.moved_from),
            lines_in(self.against, AGAINST * 0.97, size, Face.SLAB, 600),
            lines_in(self.ground, GROUND * 0.97, size),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamListPage:
    """A team's list as its template shows it: sizes in points, lengths in mm."""

    fixtures: FixtureList
    head: tuple[str, ...]
    title: Fitted
    meetings: tuple[TeamMeeting, ...]
    size: float
    line: float
    air: int


def team_fixture_lists(
    fixtures: Sequence[FixtureList], *, printed_on: datetime.date, title: str = ""
) -> Document:
    """Return the matches of each team given with their grounds, in the order they will be played."""
    first = fixtures[0]
    of = first.team.slug if len(fixtures) == 1 and first.team else "all-teams"
    return Document(
        title=title or f"Fixtures: {first.team.name if first.team else first.division}, {first.season}",
        filename=f"fixtures-{of}-{first.season_slug}.pdf",
        template="printing/team_fixture_list.html",
        context={"lists": [team_page(each) for each in fixtures], "printed_on": printed_on},
        follows_from=(tuple(fixtures), printed_on),
    )


def team_page(fixtures: FixtureList) -> TeamListPage:
    """Return a team's list in the largest type that fits a page; without addresses if none does."""
    head = _head(fixtures)
    room = ROOM - HEAD_LINE * sum(lines_in(line, WIDTH * 0.98, HEAD_SIZE) for line in head)
    whole = meetings_of(fixtures)
    for meetings in (whole, meetings_of(fixtures, is_brief=True)):
        for size, air in product(SIZES, AIRS):
            lines = sum(meeting.lines(size) for meeting in meetings)
            if lines * size * LINE + (air + RULE) * len(meetings) <= room:
                return _page(fixtures, head, meetings, size, air)
    return _page(fixtures, head, meetings, SIZES[-1], AIRS[-1])  # may run on to a page that repeats the heads


def _head(fixtures: FixtureList) -> tuple[str, ...]:
    when = when_played(fixtures)
    home = at_home(fixtures.team) if fixtures.team else ""
    return (
        f"{fixtures.division}, {fixtures.league}, fixtures {fixtures.season}.",
        *([f"{when}."] if when else []),
        f"Home: {home}.",
    )


def _page(
    fixtures: FixtureList, head: tuple[str, ...], meetings: tuple[TeamMeeting, ...], size: float, air: int
) -> TeamListPage:
    name = fixtures.team.name if fixtures.team else fixtures.division
    return TeamListPage(
        fixtures=fixtures,
        head=head,
        title=fitted([name], TITLE_ROOM, TITLE_SIZES, Face.SLAB),
        meetings=meetings,
        size=size,
        line=size * LINE,
        air=air,
    )


def meetings_of(fixtures: FixtureList, *, is_brief: bool = False) -> tuple[TeamMeeting, ...]:
    """Return the matches as the team of the list sees them; brief without the addresses of grounds."""
    usual = usual_time(fixtures)
    return tuple(_meeting(match, fixtures, usual, is_brief=is_brief) for match in in_turn(fixtures))


def _meeting(
    match: Fixture, fixtures: FixtureList, usual: datetime.time | None, *, is_brief: bool
) -> TeamMeeting:
    is_home = match.home == fixtures.team
    ground = match.home.pub if is_brief and match.ground == match.home.ground else match.ground
    return TeamMeeting(
        fixture=match,
        when=date_and_time(match.date, match.starts_at, usual),
        moved_from=pub_date(match.moved_from) if match.moved_from else "",
        is_home=is_home,
        against=match.away.name if is_home else match.home.name,
        ground="" if fixtures.team and match.ground == at_home(fixtures.team) else ground,
    )


def in_turn(fixtures: FixtureList) -> list[Fixture]:
    """Return the matches as they will be played: by the date that holds now, those without one last."""
    return sorted(
        fixtures.fixtures, key=lambda fixture: (fixture.date is None, fixture.date or fixture.stood_on)
    )
