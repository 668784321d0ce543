"""The standings by command: a table to read, the reasons, a day of the past, and data for other programs."""

import json
import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from django.conf import settings
from django.core.management import CommandError, ManagementUtility, call_command

from tests.examples import sampled

pytestmark = pytest.mark.django_db

SEASON = """division,date,home,away,home_total,away_total
First,2026-09-17,Fleece,Shears,2,1
First,2026-09-17,Owl,Bell,0,0
First,2026-09-24,Shears,Owl,3,1
First,2026-10-01,Bell,Fleece,,
Reserve,2026-09-17,Bull,Ram,w,x
"""
NAMED = {"league": "Spen Valley", "season": "2026-27"}


@pytest.fixture(autouse=True)
def season(tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(SEASON, encoding="utf-8")
    call_command("import_results", str(file), format="plain-3-1-0", **NAMED)


@pytest.fixture
def said(capsys):
    def run(**options) -> str:
        capsys.readouterr()
        call_command("standings", **{**NAMED, **options})
        return capsys.readouterr().out

    return run


def test_the_tables_of_all_divisions_as_data(said):
    first, reserve = json.loads(said(json=True))
    assert (first["division"], reserve["division"]) == ("First", "Reserve")
    assert [(row["place"], row["tied"], row["team"], row["points"]) for row in first["rows"]] == [
        (1, False, "Shears", 3),
        (2, False, "Fleece", 3),
        (3, False, "Bell", 1),
        (4, False, "Owl", 1),
    ]
    assert first["rows"][1] == {
        "place": 2,
        "tied": False,
        "team": "Fleece",
        "played": 1,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "tables_for": None,
        "tables_against": None,
        "score_for": 2,
        "score_against": 1,
        "points": 3,
        "adjustment": 0,
    }
    assert [row["points"] for row in reserve["rows"]] == [3, 0]


def test_as_they_stood_on_a_day(said):
    (first,) = json.loads(said(json=True, as_of="2026-09-17", division="first"))
    places = [(row["place"], row["tied"], row["team"]) for row in first["rows"]]
    assert places == [(1, False, "Fleece"), (2, True, "Bell"), (2, True, "Owl"), (4, False, "Shears")]


def test_a_table_to_read_says_why(said):
    lines = [" ".join(line.split()) for line in said(division="First", why=True).splitlines()]
    assert lines[0] == "First"
    assert lines[2] == "1 Shears 2 1 0 1 ? ? 4 3 3"
    assert (
        "behind Shears: match points 3 to 3, then score difference +1 to +1, then score for 2 to 4" in lines
    )


def test_equal_teams_share_their_place(said):
    text = said(division="First", why=True, as_of="2026-09-17")
    assert "2=  Bell" in text
    assert "level with Bell: match points 1 to 1" in text
    assert "; the place is shared" in text


@pytest.mark.parametrize(
    ("options", "sentence"),
    sampled(
        [
            ({"league": "Nowhere"}, "There is no league “Nowhere”; there are: Spen Valley."),
            ({"season": "1999"}, "There is no season “1999”; there are: 2026-27."),
            ({"division": "Third"}, "There is no division “Third”; there are: First, Reserve."),
            ({"as_of": "17/09/2026"}, "--as-of 17/09/2026 is no date; one would be 2027-01-14."),
        ],
        each=2,
    ),
)
def test_what_cannot_be_found_is_said(said, options, sentence):
    with pytest.raises(CommandError) as refused:
        said(**options)
    assert str(refused.value) == sentence


def test_a_refusal_is_its_sentence_and_exit_code_one(capsys):
    with pytest.raises(SystemExit) as left:
        ManagementUtility(["manage.py", "standings", "--league", "Nowhere", "--season", "1999"]).execute()
    assert left.value.code == 1
    assert capsys.readouterr().err == "There is no league “Nowhere”; there are: Spen Valley.\n"


@pytest.mark.parametrize("more", sampled(["--json", "--why", "--help"], each=3))
def test_whoever_reads_no_further_sees_no_traceback(monkeypatch, more):
    spec = spec_from_file_location("manage", settings.BASE_DIR / "manage.py")
    manage = module_from_spec(spec)
    spec.loader.exec_module(manage)
    named = ["--league", NAMED["league"], "--season", NAMED["season"]]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "argv", ["manage.py", "standings", *named, more])
        assert manage.main() == 1
