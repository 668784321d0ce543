"""`read_sheets`: what is marked on photographed score sheets, for the eye or as data. Nothing is stored."""

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.management.plain import PlainCommand
from league.models import Match
from league.printing.forms_on_paper import CodeOnPaper
from league.reading.known_sheets import match_of_code, sheet_of
from league.reading.photographs import KnownSheet, read_photograph
from league.reading.readings import ReadHand, ReadingError, ReadMark, ReadPage, ReadTable

AWARDS = ("high", "low", "jack", "game", "hung", "beg")


class Command(PlainCommand):
    help = (
        "Reads photographs of filled-in score sheets. Prints what is marked, and what a person must decide."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a JPEG, PNG or WebP picture")
        parser.add_argument("--json", action="store_true", help="one object a photograph, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = 0
        for file in options["files"]:
            try:
                page, match = _read(file)
            except ReadingError as refused:
                failed += 1
                self.stderr.write(f"{file}: {refused}")
                if options["json"]:
                    answer = {"file": str(file), "error": refused.code, "sentence": str(refused)}
                    self.stdout.write(json.dumps(answer, ensure_ascii=False))
                continue
            if options["json"]:
                self.stdout.write(json.dumps(_as_data(file, page, match), ensure_ascii=False))
            else:
                self.stdout.write("\n".join(_in_words(file, page, match)))
        if failed:
            raise CommandError(f"{failed} of {len(options['files'])} photographs could not be read.")


def _read(file: Path) -> tuple[ReadPage, Match]:
    try:
        data = file.read_bytes()
    except OSError as missing:
        raise ReadingError("not_a_picture", f"The file cannot be opened: {missing.strerror}.") from missing
    matches: dict[str, Match] = {}

    def known(code: Any) -> KnownSheet:
        matches[code.code] = match_of_code(code.code)
        return sheet_of(matches[code.code], code)

    page = read_photograph(data, known)
    return page, matches[page.code]


# --- As data ----------------------------------------------------------------------------------


def _as_data(file: Path, page: ReadPage, match: Match) -> dict[str, Any]:
    return {
        "file": str(file),
        "match": {
            "id": match.public_id,
            "code": page.code,
            "home": match.home.name,
            "away": match.away.name,
            "date": match.date.isoformat() if match.date else None,
        },
        "page": page.page,
        "version": page.version,
        "large": page.is_large,
        "slip": page.is_slip,
        "turned": page.turned,
        "problems": list(page.problems),
        "tables": [_table_as_data(table) for table in page.tables],
        "others": {mark.name: _mark_as_data(mark) for mark in page.others},
    }


def _table_as_data(table: ReadTable) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "table": table.number,
        "players": {mark.side: _mark_as_data(mark) for mark in table.players},
        "opened": _mark_as_data(table.opened) if table.opened else None,
    }
    if table.hands:
        answer["hands"] = [
            {"hand": hand.number} | {mark.award: _mark_as_data(mark) for mark in hand.marks}
            for hand in table.hands
        ]
    if table.games:
        answer["games"] = [
            {"game": game.number}
            | {"-".join(filter(None, (mark.award, mark.side))): _mark_as_data(mark) for mark in game.marks}
            for game in table.games
        ]
    answer["final"] = {
        mark.side if mark.award == "final" else f"{mark.side}-{mark.award}": _mark_as_data(mark)
        for mark in table.finals
    }
    return answer


def _mark_as_data(mark: ReadMark) -> dict[str, Any]:
    several = mark.award in ("player", "turned")
    answer: dict[str, Any] = {
        "value": list(mark.values) if several else mark.value,
        "certainty": mark.certainty,
        "asked": mark.asked,
    }
    if mark.asked:
        answer |= {"candidates": list(mark.candidates), "reason": mark.reason}
    area = mark.area
    answer["box"] = [area.x, area.y, area.width, area.height]
    return answer


# --- In words ---------------------------------------------------------------------------------


def _in_words(file: Path, page: ReadPage, match: Match) -> list[str]:
    spaced = CodeOnPaper(code=page.code).spaced
    what = "slip of table" if page.is_slip else "page"
    lines = [f"{file}: {match.home.name} v {match.away.name}, code {spaced}, {what} {page.page}"]
    for table in page.tables:
        lines += [f"  Table {table.number}", *(f"    {line}" for line in _table_in_words(table))]
    lines += [f"  {problem}" for problem in page.problems]
    asked = [mark for mark in page.marks if mark.asked]
    lines += [f"  To decide: {mark.name}. {mark.reason}{_likely(mark)}" for mark in asked]
    lines.append(f"  {len(asked)} to decide." if asked else "  Nothing to decide.")
    return lines


def _table_in_words(table: ReadTable) -> list[str]:
    lines = [f"{mark.side} players {_value(mark)}" for mark in table.players]
    if table.opened:
        lines.append(f"opened: {_value(table.opened)}")
    lines += [f"hand {hand.number}: {_hand_in_words(hand)}" for hand in table.hands]
    for game in table.games:
        marked = [mark for mark in game.marks if mark.values or mark.asked]
        words = ", ".join(f"{mark.award} {mark.side} {_value(mark)}".replace("  ", " ") for mark in marked)
        lines.append(f"game {game.number}: {words}")
    if table.finals:
        lines.append("final " + ", ".join(f"{mark.side} {_value(mark)}" for mark in table.finals))
    return lines


def _hand_in_words(hand: ReadHand) -> str:
    marks = (hand.mark(award) for award in AWARDS)
    return ", ".join(f"{mark.award} {_value(mark)}" for mark in marks if mark and (mark.values or mark.asked))


def _value(mark: ReadMark) -> str:
    return "?" if mark.asked else " ".join(map(str, mark.values)) or "–"


def _likely(mark: ReadMark) -> str:
    return f" It may be {' or '.join(map(str, mark.candidates))}." if mark.candidates else ""
