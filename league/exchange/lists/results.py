"""Results out of a list, in the form of docs/results-csv.md, with dates as people write them."""

import csv
import io
from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from league.exchange.imports import ImportRefused, import_results
from league.exchange.lists.columns import WrongList, read_date
from league.exchange.lists.said import Kind, LineSaid
from league.exchange.result_lines import ResultLine, read_results
from league.exchange.spreadsheets import Rows
from league.models import League, Season
from league.presets import Preset
from league.services.refusals import Refused


def result_lines(league: League, season: Season, rows: Rows) -> Iterator[LineSaid]:
    """Write the results of the list under the season's own rules; every fault is named by its line."""
    lines, faults = read_results(_as_text(rows))
    if not faults:
        # The season's own rules, whatever preset they once came from: nothing is compared.
        own = Preset(id="this season's", title="", about="", book={})
        try:
            with transaction.atomic():
                import_results(
                    lines=lines, league=league.slug, season=season.slug, preset=own, now=timezone.now()
                )
        except ImportRefused as refusal:
            faults = list(refusal.faults)
        except Refused as refusal:
            raise WrongList(refusal.sentence) from refusal
    wrong = {one.line for one in faults}
    yield from (LineSaid(number=one.line, kind=Kind.FAULT, words=one.sentence) for one in faults)
    for line in lines:
        if line.line not in wrong:
            yield LineSaid(number=line.line, kind=Kind.NEW, words=_words(line))


def _words(line: ResultLine) -> str:
    played = "" if line.is_played else ", not played yet"
    return f"{line.home} v {line.away} on {line.date:%d/%m/%Y}, {line.division}{played}"


def _as_text(rows: Rows) -> str:
    """The list as comma-separated text, its heads and dates spelt as they are read."""
    heads = [head.strip().lower().replace(" ", "_") for head in rows[0]]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    at = heads.index("date") if "date" in heads else None
    for row in rows[1:]:
        cells = list(row)
        if at is not None and at < len(cells):
            cells[at] = _iso(cells[at])
        writer.writerow(cells)
    return out.getvalue()


def _iso(text: str) -> str:
    try:
        return read_date(text).isoformat()
    except ValueError:
        return text  # the reading of results says what is wrong with it
