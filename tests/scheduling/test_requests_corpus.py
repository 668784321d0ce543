"""Requests in secretaries' own words: a corpus with the expected meaning of each sentence."""

import datetime
import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from league.scheduling.planner.calendar import monday_of
from league.scheduling.planner.task import PlannedDivision, PlannedTeam, Venue
from league.scheduling.requests.answers import UnreadableSentence
from league.scheduling.requests.boxes import BoxRow, RowKind
from league.scheduling.requests.days import format_day
from league.scheduling.requests.resolving import KnownNames, LeagueFacts
from league.scheduling.requests.sentences import parse_sentence
from tests.builders import a_division

FIRST = (
    "Liversedge W.M.C. A",
    "Liversedge W.M.C. B",
    "Black Bull",
    "The Fleece",
    "The Shears",
    "Old Robin Hood",
)
SECOND = (
    "The Railway Tavern", "St John’s Social Club", "The New Inn", "Gomersal Park", "The Swan", "Cross Keys A",
    "Cross Keys B",
)  # fmt: skip
PUBS = {
    "Liversedge W.M.C. A": "Liversedge W.M.C.", "Liversedge W.M.C. B": "Liversedge W.M.C.",
    "Black Bull": "The Black Bull", "Cross Keys A": "The Cross Keys", "Cross Keys B": "The Cross Keys",
}  # fmt: skip
CORPUS = (Path(__file__).parent / "requests_corpus.txt").read_text(encoding="utf-8")
BUILT_WITH, UNSEEN = (
    [tuple(line.split(" => ")) for line in part.splitlines() if " => " in line and line[0] != "#"]
    for part in CORPUS.split("# unseen")
)
LEAST_UNDERSTOOD = 0.8


def a_league() -> LeagueFacts:
    pubs = {team: PUBS.get(team, team) for team in FIRST + SECOND}
    return LeagueFacts(
        teams=tuple(PlannedTeam(key=team.casefold(), name=team, venue=pub) for team, pub in pubs.items()),
        venues=tuple(Venue(key=pub, name=pub) for pub in dict.fromkeys(pubs.values())),
        divisions=tuple(
            PlannedDivision(key=name, name=name, teams=tuple(map(str.casefold, teams)), nights=())
            for name, teams in (("Division One", FIRST), ("Division Two", SECOND))
        ),
        first=datetime.date(2026, 9, 10),
        last=datetime.date(2027, 4, 29),
        night=4,
    )


KNOWN = KnownNames(a_league())
SPAN = KNOWN.span()


def meaning(sentence: str) -> str:
    """Return what is understood, in the short form of the corpus; a question mark for a question."""
    try:
        rows = parse_sentence(sentence, KNOWN, SPAN).rows
    except UnreadableSentence:
        return "?"
    weeks = [row for kind, row in rows if kind is RowKind.OFF]
    if weeks:
        kind = weeks[0].text("kind").replace("blank", "off")
        days = (monday_of(datetime.date.fromisoformat(row.text("day"))) for row in weeks)
        return f"League: {kind} {', '.join(format_day(day, SPAN) for day in days)}"
    return " + ".join(_row(kind, row) for kind, row in rows)


def _row(kind: RowKind, row: BoxRow) -> str:
    must = " !" if row.text("strength").startswith("must") else ""
    if kind is RowKind.TEAM:
        return f"{row.text('team')}: {row.text('where')} {row.text('on')}{must}"
    if kind is RowKind.COMPANY:
        return f"{', '.join(row.teams)}: {row.text('company')}{must}"
    if kind is RowKind.PUB:
        closed, room = row.text("closed"), row.text("matches")
        return f"{row.text('name')}: " + (f"shut {closed}" if closed else f"room {room}")
    if kind is RowKind.FIXED:
        return f"{row.text('home')}, {row.text('away')}: fixed {_day(row.text('date'))}"
    if kind is RowKind.DIVISION:
        nights = row.text("nights").split(",")[0].removeprefix("every ").strip()
        night = row.text("night")
        return f"{row.text('name')}: " + (f"night {night}" if night else f"from {nights}")
    since, until = row.text("since"), row.text("until")
    span = f"{_day(since)} to {_day(until)}" if since and until else ""
    half = f"from {_day(since)}" if since else ""
    return f"{', '.join(row.teams)}: meet {span or half or f'until {_day(until)}'}{must}"


def _day(text: str) -> str:
    return format_day(datetime.date.fromisoformat(text), SPAN)


@pytest.mark.parametrize(("sentence", "expected"), BUILT_WITH)
def test_a_sentence_in_a_secretarys_words_is_understood(sentence, expected):
    assert meaning(sentence) == expected.replace("'", "’")


def test_most_unseen_sentences_are_understood_and_none_wrongly():
    meanings = [(sentence, meaning(sentence), expected.replace("'", "’")) for sentence, expected in UNSEEN]
    assert [entry for entry in meanings if entry[1] not in ("?", entry[2])] == []
    wanted = [entry for entry in meanings if entry[2] != "?"]
    understood = sum(entry[1] == entry[2] for entry in wanted)
    assert understood >= LEAST_UNDERSTOOD * len(wanted), [entry for entry in wanted if entry[1] == "?"]


@pytest.mark.django_db
def test_the_command_prints_what_each_line_means_or_a_question(tmp_path):
    season = a_division(teams=6).season
    file = tmp_path / "requests.txt"
    file.write_text("Fleece can't be at home on 14 January\n\nShears are unhappy\n", encoding="utf-8")
    names = {"league": season.league.slug, "season": season.slug}
    out = io.StringIO()
    call_command("read_requests", str(file), json=True, stdout=out, **names)
    understood, question = map(json.loads, out.getvalue().splitlines())
    assert understood["requests"] == [
        {"kind": "team", "team": "The Fleece", "where": "not home", "on": "14 Jan", "required": True}
    ]
    assert understood["meaning"] == "The Fleece cannot be at home on 14 January."
    assert (question["question"], len(question["choices"])) == ("What is asked?", 4)
    plain = io.StringIO()
    call_command("read_requests", str(file), stdout=plain, **names)
    assert "  = The Fleece cannot be at home on 14 January." in plain.getvalue()
    assert "1 of 2 understood." in plain.getvalue()
