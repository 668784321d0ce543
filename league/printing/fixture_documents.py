"""Fixture lists as documents: a division's poster for the noticeboard, and the pages of single teams."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.urls import reverse

from league.printing.codes import square
from league.printing.documents import Document
from league.printing.drawing import Drawing, Fitted, fitted, width_of
from league.printing.poster_layout import CODE, CODE_ROOM, MARK_ROOM, PAPERS, PosterLayout, poster_layout
from league.printing.posters import at_home, last_result_on, usual_time, when_played
from league.printing.short_names import cut_names
from league.scheduling.selectors.fixtures import Fixture, FixtureList
from league.templatetags.dates import pub_date_year


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row of the standings on paper; points in halves."""

    place: int
    team: str
    slug: str
    played: int
    won: int
    half_points: int
    is_last_up: bool = False
    is_last_safe: bool = False
    is_ours: bool = False

    @property
    def style(self) -> str:
        """The names of its styles."""
        styles = {"ours": self.is_ours, "last-up": self.is_last_up, "last-safe": self.is_last_safe}
        return " ".join(name for name, holds in styles.items() if holds)


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterTable:
    """The standings beside the fixtures, after the latest week played."""

    week: int
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterOptions:
    """What posters show beside the fixtures.

    `ours` are the slugs of the teams whose copy it is, `ours_name` and `filed_under` whose that is. `site` is
    where the league is public ("https://league.example.org"), empty if nobody knows. `tables` are by the slug
    of their division, and shown on A3.
    """

    paper: str = "a4"
    with_results: bool = False
    ours: tuple[str, ...] = ()
    ours_name: str = ""
    filed_under: str = ""
    site: str = ""
    tables: tuple[tuple[str, PosterTable], ...] = ()


# Beside the dates: the type of the table (points) and the room for a team's name (mm).
TABLE_SIZE, TABLE_NAME = 9.0, 28.0

PLAIN = PosterOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """A division's list as its template shows it. `code` is the drawing to scan, empty without an address."""

    fixtures: FixtureList
    layout: PosterLayout
    lines: tuple[str, str]
    line_type: Fitted
    table: PosterTable | None
    has_moved: bool
    ours: str
    code: str
    site: str


def fixture_list(
    fixtures: Sequence[FixtureList],
    *,
    printed_on: datetime.date,
    options: PosterOptions = PLAIN,
    title: str = "",
) -> Document:
    """Return the noticeboard's list of each division, each on one sheet."""
    first = fixtures[0]
    of = first.division_slug if len(fixtures) == 1 else "all-divisions"
    kinds = ("results" if options.with_results else "", "a3" if options.paper == "a3" else "")
    name = "-".join(filter(None, ("fixtures", of, first.season_slug, options.filed_under, *kinds)))
    addresses = {
        f"drawing:code-{number}": public_address(each, options.site) for number, each in enumerate(fixtures)
    }
    return Document(
        title=title or f"Fixtures: {first.division}, {first.season}, {first.league}",
        filename=f"{name}.pdf",
        template="printing/fixture_list.html",
        context={
            "posters": [
                _poster(each, printed_on, options, code=code if address else "")
                for each, (code, address) in zip(fixtures, addresses.items(), strict=True)
            ],
            "printed_on": printed_on,
        },
        follows_from=(tuple(fixtures), printed_on, options),
        drawings={
            code: Drawing(shapes=tuple(square(address, 0, 0, CODE)), width=CODE, height=CODE)
            for code, address in addresses.items()
            if address
        },
    )


def _poster(fixtures: FixtureList, printed_on: datetime.date, options: PosterOptions, *, code: str) -> Poster:
    paper = PAPERS[options.paper]
    table = dict(options.tables).get(fixtures.division_slug) if paper.side else None
    own = {team.slug for team in fixtures.teams}.intersection(options.ours)
    ours = options.ours_name if own else ""
    site = urlsplit(options.site).netloc
    layout = poster_layout(
        fixtures,
        own,
        paper=paper,
        with_results=options.with_results,
        with_code=bool(code),
        table_rows=len(table.rows) if table else 0,
        note=_longest_note(ours, printed_on, site if code else ""),
    )
    lines = _lines(fixtures, with_results=options.with_results)
    room = paper.width - (MARK_ROOM + CODE_ROOM if paper.side else 0)
    return Poster(
        fixtures=fixtures,
        layout=layout,
        lines=lines,
        line_type=fitted(lines, room, paper.line_sizes, weight=400),
        table=_named(table, layout.names, own) if table else None,
        has_moved=any(match.moved_from for match in fixtures.fixtures),
        ours=ours,
        code=code,
        site=site,
    )


def _named(table: PosterTable, names: Mapping[str, str], own: Collection[str]) -> PosterTable:
    """Return the table with the names of the list, cut where its narrow column needs it."""
    cut = cut_names(names, lambda name: width_of(name, TABLE_SIZE, weight=700) <= TABLE_NAME)
    return replace(
        table,
        rows=tuple(
            replace(row, team=cut.get(row.slug, row.team), is_ours=row.slug in own) for row in table.rows
        ),
    )


def _lines(fixtures: FixtureList, *, with_results: bool) -> tuple[str, str]:
    """Return the two lines under the title: whose fixtures these are, and when they are played."""
    last = last_result_on(fixtures) if with_results else None
    results = f" and results to {pub_date_year(last)}" if last else ""
    when = when_played(fixtures)
    return (
        f"{fixtures.league}, fixtures {fixtures.season}{results}.",
        f"{when}, the home side named first." if when else "The home side is named first.",
    )


def _longest_note(ours: str, printed_on: datetime.date, site: str) -> str:
    """Return the sentences at the foot at their longest, to measure them."""
    for_whom = f"This sheet is for {ours}; its matches are in bold, with a bar. " if ours else ""
    scan = f"Today’s fixtures and results: scan the code or go to {site}. " if site else ""
    return (
        f"{for_whom}As the list stood on {pub_date_year(printed_on)}: list 1000. The league’s fixtures page "
        f"shows the number of the latest. {scan}A star: the match was moved."
    )


def public_address(fixtures: FixtureList, site: str) -> str:
    """Return the address of a division's fixtures page; empty if the site or the page is not public."""
    if not site or not fixtures.league_slug:
        return ""
    place = [fixtures.league_slug, fixtures.season_slug, fixtures.division_slug]
    return site + reverse("division-fixtures", args=place)


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
        context={
            "lists": [
                {
                    "fixtures": fixture,
                    "when": when_played(fixture),
                    "usual": usual_time(fixture),
                    "home": at_home(fixture.team) if fixture.team else "",
                    "meetings": in_turn(fixture),
                }
                for fixture in fixtures
            ],
            "printed_on": printed_on,
        },
        follows_from=(tuple(fixtures), printed_on),
    )


def in_turn(fixtures: FixtureList) -> list[Fixture]:
    """As they will be played: by the date that holds now, those without one last."""
    return sorted(
        fixtures.fixtures, key=lambda fixture: (fixture.date is None, fixture.date or fixture.stood_on)
    )
