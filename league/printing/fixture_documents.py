"""The poster for the noticeboard as a document: a division's, a pub's own copies, a whole season's."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.urls import reverse

from league.printing.codes import codes_alone
from league.printing.documents import Document, Shown
from league.printing.drawing import fitted, width_of
from league.printing.other_nights import OtherNight
from league.printing.poster_layout import CODE, CODE_ROOM, MARK_ROOM, PAPERS, poster_layout
from league.printing.posters import FIGURES, last_result_on, when_played
from league.printing.short_names import brief_names
from league.scheduling.selectors.fixtures import FixtureList, PubFixtures
from league.shared.text import listed
from league.templatetags.dates import pub_date_year


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterOptions:
    """What posters show beside the fixtures.

    `ours` are the slugs of the teams whose copy it is, `ours_name` and `filed_under` whose that is. `site` is
    where the league is public ("https://league.example.org"), empty if nobody knows. `tables` are by the slug
    of their division, and shown on A3; `nights` are those beside the league's matches.
    """

    paper: str = "a4"
    with_results: bool = False
    ours: tuple[str, ...] = ()
    ours_name: str = ""
    filed_under: str = ""
    site: str = ""
    tables: tuple[tuple[str, Shown], ...] = ()
    nights: tuple[OtherNight, ...] = ()


# Beside the dates: the type of the table (points) and the room for a team's name (mm).
TABLE_SIZE, TABLE_NAME = 9.0, 31.5

PLAIN = PosterOptions()


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
    return _posters(
        [(each, options) for each in fixtures],
        printed_on=printed_on,
        title=title or f"Fixtures: {first.division}, {first.season}, {first.league}",
        parts=("fixtures", of, first.season_slug, options.filed_under),
    )


def pub_copies(pub: PubFixtures, options: PosterOptions) -> list[tuple[FixtureList, PosterOptions]]:
    """Return the lists of a pub, each with the options that make it the pub's own copy."""
    return [
        (fixtures, replace(options, ours=pub.teams, ours_name=pub.pub, filed_under=pub.slug))
        for fixtures in pub.lists
    ]


def pub_fixture_lists(
    copies: Sequence[tuple[FixtureList, PosterOptions]], *, printed_on: datetime.date
) -> Document:
    """Return the copy of each pub, its own matches in bold: a sheet for each division it plays in."""
    first, options = copies[0]
    is_single = len({copy.ours_name for _, copy in copies}) == 1
    return _posters(
        copies,
        printed_on=printed_on,
        title=f"Fixtures: {options.ours_name if is_single else 'all pubs'}, {first.season}, {first.league}",
        parts=("fixtures", options.filed_under if is_single else "all-pubs", first.season_slug),
    )


def _posters(
    copies: Sequence[tuple[FixtureList, PosterOptions]],
    *,
    printed_on: datetime.date,
    title: str,
    parts: Sequence[str],
) -> Document:
    _, options = copies[0]
    kinds = ("results" if options.with_results else "", "a3" if options.paper == "a3" else "")
    posters = [_poster(fixtures, printed_on, copy) for fixtures, copy in copies]
    return Document(
        title=title,
        filename=f"{'-'.join(filter(None, (*parts, *kinds)))}.pdf",
        template="printing/fixture_list.html",
        context={"posters": posters, "printed_on": printed_on},
        follows_from=(tuple(copies), printed_on),
        drawings=codes_alone((poster["code"] for poster in posters), CODE),
    )


def _poster(fixtures: FixtureList, printed_on: datetime.date, options: PosterOptions) -> Shown:
    paper = PAPERS[options.paper]
    table = dict(options.tables).get(fixtures.division_slug) if paper.side else None
    own = {team.slug for team in fixtures.teams}.intersection(options.ours)
    ours = options.ours_name if own else ""
    site, code = urlsplit(options.site).netloc, public_address(fixtures, options.site)
    has_moved = any(match.moved_from for match in fixtures.fixtures)
    layout = poster_layout(
        fixtures,
        own,
        paper=paper,
        results_on=printed_on if options.with_results else None,
        with_code=bool(code),
        table_rows=len(table["rows"]) if table else 0,
        note=_longest_note(
            ours,
            printed_on,
            site if code and not paper.side else "",
            has_results=options.with_results,
            has_moved=has_moved,
        ),
        nights=_to_come(options.nights, printed_on) if options.with_results else options.nights,
    )
    lines = _lines(fixtures, with_results=options.with_results)
    room = paper.width - (MARK_ROOM + CODE_ROOM if paper.side else 0)
    return {
        "fixtures": fixtures,
        "layout": layout,
        "lines": lines,
        "line_type": fitted(lines, room, paper.line_sizes, weight=400),
        "table": _named(table, fixtures) if table else None,
        "own": own,
        "has_moved": has_moved,
        "ours": ours,
        "code": code,
        "site": site,
    }


def _to_come(nights: Sequence[OtherNight], today: datetime.date) -> list[OtherNight]:
    """Return the nights that are not over: beside results nobody looks for the others."""
    return [night for night in nights if night.date is None or night.date >= today]


def _named(table: Shown, fixtures: FixtureList) -> Shown:
    """Return the table with short names, cut further where its narrow column needs it."""
    short = {team.slug: team.short for team in fixtures.teams}
    cut = brief_names(
        short, lambda name: width_of(name, TABLE_SIZE, weight=700) <= TABLE_NAME, season=fixtures.names
    )
    return {**table, "rows": [{**row, "short": cut.get(row["slug"], row["short"])} for row in table["rows"]]}


def _lines(fixtures: FixtureList, *, with_results: bool) -> tuple[str, str]:
    """Return the two lines under the title: whose fixtures these are, and when they are played."""
    last = last_result_on(fixtures) if with_results else None
    results = f" and results to {pub_date_year(last)}" if last else ""
    when = when_played(fixtures)
    return (
        f"{fixtures.league}, fixtures {fixtures.season}{results}.",
        f"{when}, the home side named first." if when else "The home side is named first.",
    )


def _longest_note(
    ours: str, printed_on: datetime.date, site: str, *, has_results: bool, has_moved: bool
) -> str:
    """Return the sentences at the foot at their longest, to measure them."""
    sentences = (
        f"This sheet is for {ours}; its matches are in bold." if ours else "",
        f"As the list stood on {pub_date_year(printed_on)}: list 1000. The league’s fixtures page shows the "
        "number of the latest.",
        f"Today’s fixtures and results: scan the code or go to {site}." if site else "",
        f"Beside the results: {listed(FIGURES)}." if has_results else "",
        "A star: the match was moved." if has_moved else "",
    )
    return " ".join(filter(None, sentences))


def public_address(fixtures: FixtureList, site: str) -> str:
    """Return the address of a division's fixtures page; empty if the site or the page is not public."""
    if not site or not fixtures.league_slug:
        return ""
    return site + reverse(
        "division-fixtures", args=[fixtures.league_slug, fixtures.season_slug, fixtures.division_slug]
    )
