"""`read_sheets`: what is marked on photographs of the league's own sheets, in words and as data."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import Match, ScoringCode
from league.reading.known_sheets import match_of_code
from league.reading.readings import ReadingError
from tests.builders import FRIDAY, a_division, a_league, a_match
from tests.tools.photographs.sheets import CODE, FilledSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(photograph: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "sheet.jpg"
    file.write_bytes(photograph)
    return file


@pytest.fixture
def match() -> Match:
    match = a_match(a_division(teams=4))
    ScoringCode.objects.create(match=match, code=CODE.code, issued_at=FRIDAY)
    return match


@pytest.mark.slow
def test_as_data_there_is_one_object_a_photograph(match: Match, file: Path, sheet: FilledSheet) -> None:
    out = io.StringIO()
    call_command("read_sheets", str(file), "--json", stdout=out)
    answer = json.loads(out.getvalue())
    assert answer["match"]["id"] == match.public_id
    assert [table["table"] for table in answer["tables"]] == [1, 2, 3, 4]
    first = answer["tables"][0]["hands"][0]
    for award in ("high", "low", "jack", "game"):
        assert first[award]["value"] == sheet.truth[f"t1-h1-{award}"][0]
        assert first[award]["asked"] is False
        assert first[award]["certainty"] > 0.5
    assert answer["tables"][0]["final"]["home"]["value"] == sheet.truth["t1-final-home"][0]
    assert answer["tables"][0]["players"]["away"]["value"] == list(sheet.truth["t1-player-away"])


@pytest.mark.slow
def test_in_words_and_a_sentence_for_each_file_that_cannot_be_read(
    match: Match, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no picture")
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError, match="1 of 2 photographs could not be read"):
        call_command("read_sheets", str(other), str(file), stdout=out, stderr=err)
    assert f"{match.home.name} v {match.away.name}, code k7m4 9qtd, page 1" in out.getvalue()
    assert "hand 1: high" in out.getvalue()
    assert "Nothing to decide." in out.getvalue()
    assert "This file is not a picture that can be read." in err.getvalue()


def test_a_code_of_no_match_or_of_another_league_is_refused(match: Match) -> None:
    assert match_of_code("K7M4 9QTD") == match
    with pytest.raises(ReadingError, match="belongs to no match"):
        match_of_code("zzzzzzzz")
    with pytest.raises(ReadingError, match="another league"):
        match_of_code(CODE.code, a_league("Elsewhere"))
