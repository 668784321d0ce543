"""`read_requests`: reads requests in everyday sentences, and prints what each means or one question."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.management.naming import season_named
from league.management.plain import PlainCommand
from league.scheduling.requests.answers import ParsedRequest, UnreadableSentence
from league.scheduling.requests.boxes import BoxRow
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.requests.sentences import parse_sentence
from league.scheduling.selectors.plans import league_facts, plan_in_force, requests_of_plan

KINDS: Mapping[RowKind, str] = {
    RowKind.OFF: "week off",
    RowKind.DIVISION: "division",
    RowKind.PUB: "pub",
    RowKind.FIXED: "fixed match",
    RowKind.TEAM: "team",
    RowKind.COMPANY: "teams together",
    RowKind.MEETING: "meeting",
    RowKind.TURN: "turn",
    RowKind.HOME_NIGHT: "home night",
}


class Command(PlainCommand):
    help = "Reads requests in sentences, one a line, and prints what each means, or one question about it."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="one request a line; - reads standard input")
        parser.add_argument("--league", required=True, help="its name or slug")
        parser.add_argument("--season", required=True, help="its name or slug")
        parser.add_argument("--json", action="store_true", help="one object a line as JSON")

    def handle(self, **options: Any) -> None:
        season = season_named(options["league"], options["season"])
        known = KnownNames(league_facts(season), requests_of_plan(plan_in_force(season)))
        span = known.span()
        lines = [line.strip() for line in _text_of(options["file"]).splitlines() if line.strip()]
        understood = 0
        for line in lines:
            try:
                request = parse_sentence(line, known, span)
            except UnreadableSentence as unread:
                self._write(options["json"], _question(line, unread), f"{line}\n  ? {unread}")
                continue
            understood += 1
            self._write(options["json"], _understood(request), f"{line}\n  = {request.sentence}")
        if not options["json"]:
            self.stdout.write(f"{understood} of {len(lines)} understood.")

    def _write(self, as_json: bool, data: Mapping[str, object], text: str) -> None:
        self.stdout.write(json.dumps(data, ensure_ascii=False) if as_json else text)


def _understood(request: ParsedRequest) -> Mapping[str, object]:
    return {
        "line": request.line,
        "understood": True,
        "meaning": request.sentence,
        "requests": [_request(kind, row) for kind, row in request.rows],
    }


def _request(kind: RowKind, row: BoxRow) -> Mapping[str, object]:
    texts = {key: row.text(key) for key in row.texts if row.text(key) and not key.startswith("team-")}
    strength = texts.pop("strength", "")
    data: dict[str, object] = {"kind": KINDS[kind], **texts}
    if row.teams:
        data["teams"] = row.teams
    if strength:
        data["required"] = strength.startswith("must")
    return data


def _question(line: str, unread: UnreadableSentence) -> Mapping[str, object]:
    return {
        "line": line,
        "understood": False,
        "question": unread.question,
        "choices": [choice.words for choice in unread.choices],
    }


def _text_of(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise CommandError(f"{path} cannot be read: {trouble}.") from None
