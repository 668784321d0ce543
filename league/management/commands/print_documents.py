"""`print_documents`: a season's paper into one PDF file."""

import argparse
import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.template.defaultfilters import pluralize

from league.management.naming import date_named, season_named
from league.management.plain import PlainCommand
from league.models import Season
from league.printing import documents, pdf
from league.printing.documents import Document
from league.selectors import fixture_lists, prints
from league.selectors.seasons import divisions_of, league_today


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A document that can be asked for by name. None: the season has nothing to print on it."""

    about: str
    make: Callable[[Season, datetime.date | None], Document | None]


def _sheets(season: Season, date: datetime.date | None) -> Document | None:
    if date:
        matches = prints.season_on_paper(season, date)
        return documents.night_sheets(matches, date) if matches else None
    matches = prints.season_on_paper(season)
    return documents.season_sheets(matches) if matches else None


def _slips(season: Season, date: datetime.date | None) -> Document | None:
    if date:
        matches = prints.season_on_paper(season, date)
        return documents.night_slips(matches, date) if matches else None
    matches = prints.season_on_paper(season)
    return documents.season_slips(matches) if matches else None


def _fixture_lists(season: Season, _: datetime.date | None) -> Document | None:
    lists = [fixture_lists.fixtures_of_division(division) for division in divisions_of(season)]
    return documents.fixture_list(lists, printed_on=league_today(season.league)) if lists else None


def _team_lists(season: Season, _: datetime.date | None) -> Document | None:
    lists = fixture_lists.fixtures_of_every_team(season)
    return documents.team_fixture_lists(lists, printed_on=league_today(season.league)) if lists else None


def _blank_sheet(season: Season, _: datetime.date | None) -> Document:
    return documents.score_sheets([prints.blank_of_season(season)])


def _blank_slips(season: Season, _: datetime.date | None) -> Document:
    return documents.table_slips([prints.blank_of_season(season)])


KINDS: Mapping[str, Kind] = {
    "score-sheets": Kind(
        about="a captain's sheet for each match of the season, or of one night (--date)", make=_sheets
    ),
    "table-slips": Kind(about="a slip for each table of the season, or of one night (--date)", make=_slips),
    "fixture-lists": Kind(about="each division's list for the noticeboard", make=_fixture_lists),
    "team-fixture-lists": Kind(about="a page for each team with its own matches", make=_team_lists),
    "blank-sheet": Kind(about="a score sheet to be filled in altogether by hand", make=_blank_sheet),
    "blank-slips": Kind(about="table slips to be filled in altogether by hand", make=_blank_slips),
}


class Command(PlainCommand):
    help = "Prints score sheets, table slips or fixture lists of a season into one PDF file."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="what can be printed")
        parser.add_argument("--league", help="its name or slug")
        parser.add_argument("--season", help="its name or slug")
        parser.add_argument("--what", metavar="NAME", help="one of the names of --list")
        parser.add_argument("--date", help="only the matches of this night, as 2027-01-14")
        parser.add_argument("--out", metavar="FILE", type=Path, help="where to write it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for name, kind in KINDS.items():
                self.stdout.write(f"{name:20}{kind.about}")
            return
        for wanted in ("league", "season", "what", "out"):
            if not options[wanted]:
                raise CommandError(f"--{wanted} is missing; --list says what can be printed.")
        if options["what"] not in KINDS:
            raise CommandError(f"There is no document “{options['what']}”; there are {', '.join(KINDS)}.")
        season = season_named(options["league"], options["season"])
        document = KINDS[options["what"]].make(season, date_named("--date", options["date"]))
        if document is None:
            raise CommandError(f"{season.league}, {season} has nothing to print as {options['what']}.")
        pages = _write(document, options["out"])
        self.stdout.write(f"{pages} page{pluralize(pages)}")


def _write(document: Document, file: Path) -> int:
    """Prints into the file and says how many pages it has."""
    try:
        content, pages = pdf.pdf_and_pages(document)
        file.write_bytes(content)
    except pdf.NoPango as missing:
        raise CommandError(str(missing)) from None
    except OSError as trouble:
        raise CommandError(f"{file} cannot be written: {trouble.strerror}.") from None
    return pages
