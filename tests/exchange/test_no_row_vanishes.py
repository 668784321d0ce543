"""No row of any list vanishes: each is imported, asked about, or named with the reason.

The lists of the corpus, with rows swapped, headings repeated, columns renamed, in other letters, and
separators and encodings changed.
"""

import contextlib
import json
import random
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.exchange.spreadsheets import as_xlsx, file_text, read_text
from tests.examples import is_whole
from tests.exchange.test_corpus import LEAGUE, LISTS, league_of, verify_rows

pytestmark = pytest.mark.django_db
SIGNS = ("\t", ";", "|", ",")


def mutated(text: str, lot: int) -> list[list[str]]:
    """Return the rows of a list in another order, its first row again, a column renamed, in other letters."""
    draw = random.Random(lot)
    rows = [list(row) for row in read_text(text, is_prose=True)]
    filled = [place for place, row in enumerate(rows) if any(row)]
    for _ in range(draw.randrange(3)):
        first, second = draw.choices(filled, k=2)
        rows[first], rows[second] = rows[second], rows[first]
    if draw.random() < 0.3:
        rows.insert(draw.choice(filled) + 1, list(rows[filled[0]]))
    if draw.random() < 0.3:
        heads = rows[filled[0]]
        heads[draw.randrange(len(heads))] = draw.choice(["Remarks", "?", "Home team", "Pub", "Score", ""])
    change = draw.choice([str, str.upper, str.casefold])
    return [[change(cell) for cell in row] for row in rows]


def as_file(rows: list[list[str]], how: str) -> bytes:
    if how == "xlsx":
        return as_xlsx(rows, title="List")
    sign, encoding = how.split()
    quoted = [
        ['"' + cell.replace('"', '""') + '"' if {*cell} & {*SIGNS, '"', "\n"} else cell for cell in row]
        for row in rows
    ]
    text = "\r\n".join({"tab": "\t", "semicolon": ";"}[sign].join(row) for row in quoted)
    return text.encode(encoding, errors="replace")


@settings(max_examples=100 if is_whole() else 5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(LISTS),
    st.integers(0, 10**6),
    st.sampled_from(["xlsx", "tab utf-8", "semicolon cp1252", "tab utf-16"]),
)
def test_no_row_vanishes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: Path, lot: int, how: str
) -> None:
    case = json.loads(path.with_suffix(".json").read_text())
    file = tmp_path / "list.txt"
    rows = mutated(file_text(path.read_bytes()), lot)
    file.write_bytes(as_file(rows, how))
    options = ["--list", case["list"]] if "list" in case else []
    with transaction.atomic():
        league_of(case.get("league", {}))
        # A question may be open, or the list is refused in a sentence.
        with contextlib.suppress(CommandError):
            call_command("import_list", str(file), *options, league=LEAGUE, json=True, dry_run=True)
        transaction.set_rollback(True)
    data = json.loads(capsys.readouterr().out)
    verify_rows(data)
    filled = {number for number, row in enumerate(rows, 1) if any(row)}
    assert len(filled - {row["row"] for row in data["rows"]}) <= 1, "all but the names of the columns"
