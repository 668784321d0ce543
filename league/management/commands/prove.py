"""`prove RESULTS TABLE`: the rules under which last season's results give its final table."""

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.exchange.lists.checked_list import WrongList
from league.exchange.spreadsheets import UnreadableFile
from league.management.commands.import_list import answer_of, question_data, question_line, text_of
from league.management.plain import PlainCommand
from league.proving.proof import prove
from league.proving.reading import read_season
from league.proving.telling import as_data, explained, row_words, sentence_of
from league.regulations import presets
from league.shared.errors import Refused
from league.shared.text import plural


class Command(PlainCommand):
    help = "Finds the rules under which results give a final table, and says what does not agree."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "results", type=Path, help="last season's results: CSV, XLSX, DOCX, a saved web page or text"
        )
        parser.add_argument("table", type=Path, help="its final table, in any of these forms")
        parser.add_argument(
            "--answer", action="append", default=[], metavar="KEY=VALUE", help="answers a question"
        )
        parser.add_argument(
            "--format", choices=presets.names(), help="tries these rules alone, and looks for no others"
        )
        parser.add_argument("--json", action="store_true", help="for other programs")

    def handle(self, **options: Any) -> None:
        answers = dict(map(answer_of, options["answer"]))
        try:
            read = read_season(text_of(options["results"]), text_of(options["table"]), answers)
            questions = [question_data(question) for question, _ in read.questions]
            if read.season is None:
                asked = [json.dumps({"questions": questions}, ensure_ascii=False, indent=1)]
                self.tell(*(asked if options["json"] else map(question_line, questions)))
                count = plural(len(read.open_questions), "question")
                raise CommandError(f"Nothing was tried: {count} to answer with --answer KEY=VALUE.")
            proof = prove(read.season, presets.get(options["format"]) if options["format"] else None)
        except (Refused, UnreadableFile, WrongList) as fault:
            raise CommandError(str(fault)) from fault
        if options["json"]:
            data = {**as_data(proof), "columns": read.columns, "questions": questions}
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
            return
        self.stdout.write(sentence_of(proof))
        for row in proof.trial.rows:
            for words in row_words(row):
                self.stdout.write(f"row {row.place}, {proof.trial.season.teams[row.team]}: {words}")
        for explanation in proof.explanations:
            self.stdout.write(explained(proof, explanation))
        for alternative in proof.alternatives:
            rows = f"rows {', '.join(map(str, alternative.rows))}" if alternative.rows else "no row"
            self.stdout.write(f"fits as well, and {rows} would show it: {' '.join(alternative.differs)}")
