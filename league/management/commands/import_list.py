"""`import_list FILE --league L`: a list of pubs, teams, players, fixtures or results into a league."""

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from league.competition.services import read_first
from league.exchange.forms import chosen_columns
from league.exchange.lists.checked_list import CheckedList, ListQuestion, TeamList, WrongList
from league.exchange.lists.headings import TEAMS, What, known_column, side_of
from league.exchange.lists.parsing import ParsedList, as_list
from league.exchange.lists.text import is_date, match_in_cell
from league.exchange.result_lines import NO_FIGURES
from league.exchange.selectors import season_for_lists
from league.exchange.services.lists import ImportReport, checked_import, import_parsed, remember_columns
from league.exchange.spreadsheets import UnreadableFile, file_text, read_text
from league.management.naming import by_name
from league.management.plain import PlainCommand
from league.models import League
from league.shared.errors import Refused
from league.shared.text import plural

# So many choices of a question are printed for people, the likeliest.
MOST_CHOICES = 5


class Command(PlainCommand):
    help = "Imports a list in any layout. Reports what it read and guessed, and asks about the rest."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="CSV, XLSX, DOCX, a saved web page or text")
        parser.add_argument("--league", required=True, help="its name or slug")
        parser.add_argument(
            "--list", choices=list(What), help="what it contains; by default its headings decide"
        )
        parser.add_argument(
            "--answer",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="answers a question, denies a guess (KEY=no) or chooses a column (column-2=captain)",
        )
        parser.add_argument(
            "--skip-unanswered",
            action="store_true",
            help="imports the rest without the rows that are asked about or cannot be read, and says which",
        )
        parser.add_argument("--dry-run", action="store_true", help="reports what would be imported")
        parser.add_argument("--json", action="store_true", help="for other programs")

    @read_first
    def handle(self, **options: Any) -> None:
        league = by_name(League.objects.all(), options["league"], "league")
        season = season_for_lists(league)
        answers = dict(map(answer_of, options["answer"]))
        text = text_of(options["file"])
        what = options["list"] or _what(text)

        def report_of(parsed_list: ParsedList) -> ImportReport:
            return import_parsed(
                league=league,
                season=season,
                what=what,
                parsed_list=parsed_list,
                named=options["file"].name,
                now=None if options["dry_run"] else timezone.now(),
            )

        with transaction.atomic():
            try:
                checked, report = checked_import(
                    league=league,
                    season=season,
                    what=what,
                    text=text,
                    answers=answers,
                    report_of=report_of,
                    skips_unanswered=options["skip_unanswered"],
                )
            except (WrongList, Refused, UnreadableFile) as fault:
                raise CommandError(str(fault)) from fault
            data = {"list": what, **as_data(checked), **(_done(report) if report else {})}
            if options["json"]:
                self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
            else:
                self._tell(data)
            if refusal := _refusal(checked, sorted(answers.keys() - checked.keys)):
                raise CommandError(refusal)
            if data.get("imported"):
                remember_columns(league=league, what=what, columns=chosen_columns(checked, answers))

    def _tell(self, data: Mapping[str, Any]) -> None:
        """Write what was understood for people."""
        for column in data["columns"]:
            self.stdout.write(f"“{column['heading']}”: {column['meaning']}")
        for row in data.get("rows", ()):
            for team in row.get("teams", ()):
                self.stdout.write(f"row {row['row']}: {', '.join(filter(None, team.values()))}")
            for problem in row["problems"]:
                self.stdout.write(f"row {row['row']}: {problem}")
        for guess in data["guesses"]:
            self.stdout.write(f"guessed: {guess['sentence']} [{guess['key']}={guess['answer']}]")
        for question in data["questions"]:
            self.stdout.write(question_line(question))
        for change in data.get("changes", ()):
            self.stdout.write(f"row {change['row']}: {change['does']}, {change['words']}")
        for warning in data.get("warnings", ()):
            self.stdout.write(f"warning: {warning}")


def as_data(checked: CheckedList) -> dict[str, Any]:
    """Return what was understood, guessed and asked, row by row, for other programs."""
    teams: dict[int, list[dict[str, str]]] = {}
    for team in checked.teams if isinstance(checked, TeamList) else ():
        teams.setdefault(team.row, []).append(
            {
                "team": team.name,
                "pub": team.pub,
                "division": team.division,
                "captain": team.captain,
                "phone": team.phone,
                "e-mail": team.email,
            }
        )
    return {
        "columns": [
            {
                "key": column.key,
                "heading": column.heading,
                "meaning": str(column.meaning),
                "guessed": column.is_guess,
            }
            for column in checked.columns
        ],
        "rows": [
            {
                "row": row.number,
                "cells": [
                    {"text": cell.text, **({"understood": cell.understood} if cell.understood else {})}
                    for cell in row.cells
                ],
                **({"teams": teams.get(row.number, [])} if isinstance(checked, TeamList) else {}),
                "skipped": row.skipped,
                "problems": list(row.problems),
            }
            for row in checked.rows
        ],
        "guesses": [
            {"key": guess.key, "sentence": guess.sentence, "answer": guess.answer}
            for guess in checked.guesses
        ],
        "questions": [*map(question_data, checked.questions)],
        "counts": {noun: list(bounds) for noun, bounds in checked.counts.items()},
    }


def question_data(question: ListQuestion) -> dict[str, Any]:
    """Return a question for other programs."""
    return {
        "key": question.key,
        "question": f"{question.heading} {question.sentence}",
        "rows": list(question.rows),
        "choices": dict(question.choices),
        "answer": question.answer or None,
    }


def question_line(question: Mapping[str, Any]) -> str:
    """Return a question for people, with its answer or the likeliest choices."""
    answer = question["answer"] or " | ".join(list(question["choices"])[:MOST_CHOICES])
    return f"asked: {question['question']} [--answer {question['key']}={answer}]"


def _done(report: ImportReport) -> dict[str, Any]:
    return {
        "imported": report.run.public_id if report.run else None,
        "new": {label: len(keys) for label, keys in report.made.items()},
        "changed": {label: len(keys) for label, keys in report.changed.items()},
        "changes": [
            {"row": line.number, "does": str(line.kind), "words": line.words} for line in report.lines
        ],
        "warnings": report.breaks.sentences,
    }


def _refusal(checked: CheckedList, unknown: Sequence[str]) -> str:
    """Return why nothing was imported; empty if it was."""
    if checked.refusal:
        return checked.refusal
    if unknown:
        return f"Nothing was imported. This list has no question {unknown[0]}."
    reasons = []
    rows = len(checked.problems)
    if questions := sum(bool(question.about) for question in checked.open_questions):
        reasons.append(f"{plural(questions, 'question')} to answer with --answer KEY=VALUE")
    if rows:
        reasons.append(f"{plural(rows, 'row')} that cannot be read")
    return f"Nothing was imported: {' and '.join(reasons)}." if reasons else ""


def answer_of(text: str) -> tuple[str, str]:
    """Return the key and the value of an answer as it is typed. Raises CommandError."""
    key, sign, value = text.partition("=")
    if not (key and sign and value):
        raise CommandError(f"--answer {text} cannot be read. Write it as in column-2=captain.")
    return key, value


def _what(text: str) -> str:
    """Return what a list holds, as its headings or its grid say: without any, it is a list of teams."""
    rows = [row for row in read_text(text, is_prose=True) if any(row)]
    cells = [cell for row in rows for cell in row if not is_date(cell) and re.search(r"\bv|\d", cell)]
    matches = list(filter(None, map(match_in_cell, cells)))
    if 2 * len(matches) >= len(rows):
        return What.RESULTS if any("score" in match for match in matches) else What.FIXTURES
    for row in rows[:20]:
        heads = [cell for cell in row if cell]
        if {"home", "away"} <= set(map(side_of, heads)):
            names = {known_column(What.RESULTS, head) for head in heads} - {"", *NO_FIGURES}
            return What.RESULTS if names else What.FIXTURES
        if any(
            known_column(What.PLAYERS, head) == "player" and "player" in head.casefold() for head in heads
        ):
            return What.PLAYERS
        if any(known_column(TEAMS, head) for head in heads):
            return What.TEAMS
    return What.RESULTS if as_list(What.RESULTS, tuple(rows), None) else What.TEAMS


def text_of(file: Path) -> str:
    """Return the text of a list's file. Raises CommandError."""
    try:
        return file_text(file.read_bytes())
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault
    except UnreadableFile as fault:
        raise CommandError(f"{file} cannot be read: {fault}") from fault
