"""`print_documents`: a season's paper into one PDF file."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.template.defaultfilters import pluralize

from league.accounts.powers import EVERYTHING
from league.competition.selectors import league_today
from league.management.naming import Thing, by_name, date_named, season_named
from league.management.plain import PlainCommand
from league.models import Cup, Division, Pub, Team
from league.printing.documents import Document
from league.printing.pdf import NoPango, pdf_and_pages
from league.printing.registry.catalogue import DOCUMENTS, document_named, document_names
from league.printing.registry.document_kinds import PAPER_LABELS, DocumentGroup, DocumentKind, Input, Order

NO_SITE = (
    "The address of the site is not set (--site https://league.example.org, or PEGBOARD_HOSTS). The paper "
    "has codes to type, but none to scan."
)


class Command(PlainCommand):
    help = "Prints score sheets, fixtures, tables, books or certificates of a season into one PDF file."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="what can be printed")
        parser.add_argument("--league", help="its name or slug")
        parser.add_argument("--season", help="its name or slug")
        parser.add_argument("--what", metavar="NAME", help="one of the names of --list")
        parser.add_argument("--date", help="only the matches of this night, as 2027-01-14")
        for choice in (Input.DIVISION, Input.TEAM, Input.PUB, Input.CUP):
            parser.add_argument(f"--{choice}", help=f"only this {choice}: its name or slug")
        parser.add_argument(
            "--site", help="the address of the site, as https://league.example.org, for the codes to scan"
        )
        parser.add_argument("--out", metavar="FILE", type=Path, help="where to write it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            self._list()
            return
        for option in ("league", "season", "what", "out"):
            if not options[option]:
                raise CommandError(f"--{option} is missing; --list says what can be printed.")
        named = document_named(options["what"])
        if named is None:
            raise CommandError(
                f"There is no document “{options['what']}”; the documents are {', '.join(document_names())}."
            )
        kind, paper = named
        order = replace(_order(kind, options), paper=paper)
        document = kind.make(order)
        if document is None:
            raise CommandError(f"{order.league}, {order.season} has nothing to print as {options['what']}.")
        pages = _write(document, options["out"])
        if kind.group is DocumentGroup.MATCH_NIGHTS and not kind.name.startswith("blank") and not order.site:
            self.stderr.write(NO_SITE)
        self.stdout.write(f"{pages} page{pluralize(pages)}")

    def _list(self) -> None:
        for kind in DOCUMENTS:
            for paper in kind.papers:
                about = kind.about if paper == kind.papers[0] else f"the same: {PAPER_LABELS[paper]}"
                inputs = "".join(f" --{choice}" for choice in kind.inputs)
                self.stdout.write(
                    f"{kind.name_on(paper):26}{about}{f' ({inputs.strip()})' if inputs else ''}"
                )


def _order(kind: DocumentKind, options: dict[str, Any]) -> Order:
    """Return what is to be printed. CommandError for a choice that the document or the league lacks."""
    for choice in Input:
        if options[choice] and choice not in kind.inputs:
            raise CommandError(f"{kind.name} cannot be printed for a {choice} alone: leave out --{choice}.")
    for choice in kind.required:
        if not options[choice]:
            raise CommandError(f"--{choice} is missing: {kind.name} is printed for one {choice}.")
    season = season_named(options["league"], options["season"])
    league = season.league
    divisions = Division.objects.filter(season=season).select_related("season__rule_book")
    return Order(
        season=season,
        today=league_today(league),
        powers=EVERYTHING,
        site=_site(options["site"]),
        date=date_named("--date", options["date"]),
        division=_chosen(divisions, options, "division"),
        team=_chosen(Team.objects.filter(league=league), options, "team"),
        pub=_chosen(Pub.objects.filter(league=league), options, "pub"),
        cup=_chosen(Cup.objects.filter(season=season).select_related("season__league"), options, "cup"),
    )


def _chosen(things: QuerySet[Thing], options: dict[str, Any], choice: str) -> Thing | None:
    """Return the division, team, pub or cup that the option names; None if it was not given."""
    return by_name(things, options[choice], choice) if options[choice] else None


def _site(text: str | None) -> str:
    """Return the address of the site: as given, or the first name it answers to in public."""
    if text:
        address = urlsplit(text)
        if address.scheme not in {"http", "https"} or not address.netloc:
            raise CommandError(
                f"--site is {text!r}; it would be an address such as https://league.example.org."
            )
        return f"{address.scheme}://{address.netloc}"
    return str(settings.SITE)


def _write(document: Document, file: Path) -> int:
    """Print into the file and return how many pages it has."""
    try:
        content, pages = pdf_and_pages(document)
        file.write_bytes(content)
    except NoPango as missing:
        raise CommandError(str(missing)) from None
    except OSError as trouble:
        raise CommandError(f"{file} cannot be written: {trouble.strerror}.") from None
    return pages
