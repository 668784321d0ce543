"""Lists in the shapes of real leagues, and all that is to be understood, asked and reported of them.

`corpus/NAME.txt` (or .csv, .html, .docx) is a list, `corpus/NAME.json` says for which league it is, and what
becomes of it, step by step as questions are answered. Nothing else may happen.
"""

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from league.models import League, Player, Pub, Registration, RuleBook
from tests.builders import a_division, a_league, a_match, a_season, a_team, an_enrolment
from tests.examples import sampled

pytestmark = pytest.mark.django_db
CORPUS = Path(__file__).parent / "corpus"
LISTS = sorted(path for path in CORPUS.iterdir() if path.suffix != ".json")
LEAGUE = "Spen Valley"
NOT_READ = "Nothing was imported"


def league_of(known: Mapping[str, Any]) -> League:
    """Return the league of a case: its rules, pubs, divisions of teams, players and fixtures."""
    rules = RuleBook.objects.create(**known.get("rules", {}))
    season = a_season(a_league(LEAGUE), rule_book=rules, **known.get("season", {}))
    pubs = {pub["name"]: Pub.objects.create(league=season.league, **pub) for pub in known.get("pubs", ())}
    for name, teams in known.get("divisions", {}).items():
        division = a_division(season, name, teams=0)
        for team in teams:
            an_enrolment(division, a_team(season.league, team, pub=pubs.get(team)))
    for team, names in known.get("players", {}).items():
        for name in names:
            player = Player.objects.create(league=season.league, name=name)
            Registration.objects.create(
                season=season, team=a_team(season.league, team), player=player, registered_on=season.starts_on
            )
    for week, (day, home, away) in enumerate(known.get("fixtures", ()), 1):
        division = season.enrolments.get(team__name=home).division
        a_match(division, home, away, date=datetime.date.fromisoformat(day), week=week)
    return season.league


def read(path: Path, case: Mapping[str, Any], step: Mapping[str, Any], printed: Any) -> dict[str, Any]:
    """Return what becomes of a list with the answers of a step, the least of words for it."""
    options = [
        option for key, value in step.get("answers", {}).items() for option in ("--answer", f"{key}={value}")
    ]
    if "list" in case:
        options += ["--list", case["list"]]
    refused = ""
    try:
        call_command(
            "import_list",
            str(path),
            *options,
            *step.get("options", ()),
            league=LEAGUE,
            json=True,
            dry_run=True,
        )
    except CommandError as fault:
        refused = str(fault)
    data = json.loads(printed.readouterr().out)
    verify_rows(data)
    understood = {
        str(row["row"]): "; ".join(" / ".join(filter(None, team.values())) for team in row["teams"])
        for row in data["rows"]
        if row.get("teams")
    }
    reported = {
        str(row["row"]): " ".join(filter(None, (row["skipped"], *row["problems"])))
        for row in data["rows"]
        if row["skipped"] or row["problems"]
    }
    for change in data.get("changes", ()):
        row = str(change["row"])
        if change["does"] == "passed" and row not in reported:
            reported[row] = change["words"]
        elif change["does"] not in ("passed", "fault") and not any(
            each["team"] for each in teams_of(data, row)
        ):
            understood[row] = "; ".join(filter(None, (understood.get(row), change["words"])))
    of_cells = {
        f"{row['row']}.{place}": cell["understood"]
        for row in data["rows"]
        for place, cell in enumerate(row["cells"], 1)
        if "understood" in cell
    }
    asked = {
        question["key"]: {
            "question": question["question"],
            "rows": question["rows"],
            "choices": list(question["choices"].values()),
            **({"answer": question["answer"]} if question["answer"] else {}),
        }
        for question in data["questions"]
    }
    found = {
        "understood": understood,
        "cells": of_cells,
        "guessed": [guess["sentence"] for guess in data["guesses"]],
        "asked": asked,
        "reported": reported,
        "warned": data.get("warnings", []),
        "refused": "" if refused.startswith(NOT_READ) else refused,
    }
    return {name: value for name, value in found.items() if value}


def teams_of(data: Mapping[str, Any], number: str) -> list[dict[str, str]]:
    return [team for row in data["rows"] if str(row["row"]) == number for team in row.get("teams", ())]


def verify_rows(data: Mapping[str, Any]) -> None:
    """Every row of the file is there, and of each something is said."""
    asked = {row for question in data["questions"] for row in question["rows"]}
    done = {change["row"] for change in data.get("changes", ())}
    for row in data["rows"]:
        said = row["skipped"] or row["problems"] or row.get("teams") or {row["row"]} & (asked | done)
        assert said or data["list"] == "pubs" or "imported" not in data, row


@pytest.mark.parametrize("path", sampled(LISTS, each=18), ids=lambda path: path.stem)
def test_a_list_says_what_it_says_and_asks_what_is_in_doubt(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = json.loads(path.with_suffix(".json").read_text())
    league_of(case.get("league", {}))
    for step in case["steps"]:
        expected = {name: value for name, value in step.items() if name not in ("answers", "options")}
        assert read(path, case, step, capsys) == expected
