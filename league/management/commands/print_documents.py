"""`print_documents`: a season's paper into one PDF file."""

import argparse
import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import CommandError
from django.template.defaultfilters import pluralize
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.competition.selectors import divisions_of, league_today
from league.cups.selectors.cups import cup_on_page, cups_of_season
from league.management.naming import date_named, season_named
from league.management.plain import PlainCommand
from league.models import Season
from league.printing.brackets import brackets_on_paper
from league.printing.documents import (
    Document,
    night_sheets,
    night_slips,
    score_sheets,
    season_sheets,
    season_slips,
    table_slips,
)
from league.printing.fixture_documents import PosterOptions, fixture_list, pub_copies, pub_fixture_lists
from league.printing.pdf import NoPango, pdf_and_pages
from league.printing.poster_selectors import poster_tables
from league.printing.selectors import blank_of_season, season_on_paper, with_codes
from league.printing.sites import public_site
from league.printing.team_lists import team_fixture_lists
from league.scheduling.selectors.fixtures import (
    fixtures_of_division,
    fixtures_of_every_pub,
    fixtures_of_every_team,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A document that can be asked for by name. None: the season has nothing to print on it."""

    about: str
    make: Callable[[Season, datetime.date | None], Document | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coded:
    """Sheets or slips, each with the code of its match; a square to scan leads to `site`, if known."""

    is_slips: bool = False
    is_large: bool = False
    site: str = ""

    def __call__(self, season: Season, date: datetime.date | None) -> Document | None:
        matches = season_on_paper(season, date)
        to_score = [match.to_score for match in matches if match.to_score is not None]
        codes = codes_for(matches=to_score, now=timezone.now()) if to_score else {}
        coded = with_codes(matches, codes, self.site)
        if not coded:
            return None
        if self.is_slips:
            return night_slips(coded, date) if date else season_slips(coded)
        if date:
            return night_sheets(coded, date, is_large=self.is_large)
        return season_sheets(coded, is_large=self.is_large)


@dataclass(frozen=True, slots=True, kw_only=True)
class Posters:
    """The fixtures of each division on one sheet; on A3 with results also the standings."""

    paper: str = "a4"
    with_results: bool = False
    site: str = ""

    def __call__(self, season: Season, _: datetime.date | None) -> Document | None:
        divisions = list(divisions_of(season))
        if not divisions:
            return None
        options = PosterOptions(
            paper=self.paper,
            with_results=self.with_results,
            site=self.site,
            tables=poster_tables(divisions) if self.with_results and self.paper == "a3" else (),
        )
        lists = [fixtures_of_division(division) for division in divisions]
        return fixture_list(lists, printed_on=league_today(season.league), options=options)


@dataclass(frozen=True, slots=True, kw_only=True)
class PubPosters:
    """The poster of each pub, its own matches in bold."""

    site: str = ""

    def __call__(self, season: Season, _: datetime.date | None) -> Document | None:
        options = PosterOptions(site=self.site)
        copies = [copy for pub in fixtures_of_every_pub(season) for copy in pub_copies(pub, options)]
        return pub_fixture_lists(copies, printed_on=league_today(season.league)) if copies else None


def _team_lists(season: Season, _: datetime.date | None) -> Document | None:
    lists = fixtures_of_every_team(season)
    return team_fixture_lists(lists, printed_on=league_today(season.league)) if lists else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Brackets:
    """The brackets of a season's cups, a sheet each."""

    paper: str

    def __call__(self, season: Season, _: datetime.date | None) -> Document | None:
        pages = [cup_on_page(cup) for cup in cups_of_season(season)]
        return brackets_on_paper(pages, printed_on=league_today(season.league), paper=self.paper)


def _blank_sheet(season: Season, _: datetime.date | None) -> Document:
    return score_sheets([blank_of_season(season)])


def _blank_slips(season: Season, _: datetime.date | None) -> Document:
    return table_slips([blank_of_season(season)])


KINDS: Mapping[str, Kind] = {
    "score-sheets": Kind(
        about="a captain's sheet for each match of the season, or of one night (--date)",
        make=Coded(),
    ),
    "score-sheets-large": Kind(
        about="the same in large print, two tables a page",
        make=Coded(is_large=True),
    ),
    "table-slips": Kind(
        about="a slip for each table of the season, or of one night (--date)",
        make=Coded(is_slips=True),
    ),
    "fixture-lists": Kind(about="each division's list for the noticeboard", make=Posters()),
    "fixture-lists-a3": Kind(about="the same on A3", make=Posters(paper="a3")),
    "fixtures-and-results": Kind(
        about="each division's list with the results so far", make=Posters(with_results=True)
    ),
    "fixtures-and-results-a3": Kind(
        about="the same on A3, with the standings", make=Posters(paper="a3", with_results=True)
    ),
    "team-fixture-lists": Kind(about="a page for each team with its own matches", make=_team_lists),
    "pub-fixture-lists": Kind(about="the poster of each pub, its own matches in bold", make=PubPosters()),
    "cup-brackets": Kind(about="the bracket of each cup that is drawn, on A4", make=Brackets(paper="a4")),
    "cup-brackets-a3": Kind(about="the same on A3", make=Brackets(paper="a3")),
    "blank-sheet": Kind(about="a blank score sheet", make=_blank_sheet),
    "blank-slips": Kind(about="blank table slips", make=_blank_slips),
}


class Command(PlainCommand):
    help = "Prints score sheets, table slips or fixture lists of a season into one PDF file."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="what can be printed")
        parser.add_argument("--league", help="its name or slug")
        parser.add_argument("--season", help="its name or slug")
        parser.add_argument("--what", metavar="NAME", help="one of the names of --list")
        parser.add_argument("--date", help="only the matches of this night, as 2027-01-14")
        parser.add_argument(
            "--site", help="the address of the site, as https://league.example.org, for the codes to scan"
        )
        parser.add_argument("--out", metavar="FILE", type=Path, help="where to write it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for name, kind in KINDS.items():
                self.stdout.write(f"{name:25}{kind.about}")
            return
        for option in ("league", "season", "what", "out"):
            if not options[option]:
                raise CommandError(f"--{option} is missing; --list says what can be printed.")
        if options["what"] not in KINDS:
            raise CommandError(
                f"There is no document “{options['what']}”; the documents are {', '.join(KINDS)}."
            )
        season = season_named(options["league"], options["season"])
        make = KINDS[options["what"]].make
        if isinstance(make, Coded | Posters | PubPosters):
            make = replace(make, site=_site(options["site"]))
        document = make(season, date_named("--date", options["date"]))
        if document is None:
            raise CommandError(f"{season.league}, {season} has nothing to print as {options['what']}.")
        pages = _write(document, options["out"])
        if isinstance(make, Coded) and not make.site:
            self.stderr.write(NO_SITE)
        self.stdout.write(f"{pages} page{pluralize(pages)}")


NO_SITE = (
    "The address of the site is not set (--site https://league.example.org, or PEGBOARD_HOSTS). The paper "
    "has codes to type, but none to scan."
)


def _site(text: str | None) -> str:
    """Return the address of the site: as given, or the first name it answers to in public."""
    if text:
        address = urlsplit(text)
        if address.scheme not in {"http", "https"} or not address.netloc:
            raise CommandError(
                f"--site is {text!r}; it would be an address such as https://league.example.org."
            )
        return f"{address.scheme}://{address.netloc}"
    return public_site()


def _write(document: Document, file: Path) -> int:
    """Prints into the file and says how many pages it has."""
    try:
        content, pages = pdf_and_pages(document)
        file.write_bytes(content)
    except NoPango as missing:
        raise CommandError(str(missing)) from None
    except OSError as trouble:
        raise CommandError(f"{file} cannot be written: {trouble.strerror}.") from None
    return pages
