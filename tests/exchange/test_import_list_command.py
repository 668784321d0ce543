"""`import_list`: what was understood, guessed and asked, and what was written."""

import datetime
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from league.exchange.spreadsheets import as_xlsx
from league.models import Enrolment, ImportRun, League, Match, Pub, Team
from tests.builders import a_division, a_league, a_match, a_pub, a_season, a_team, an_enrolment
from tests.examples import sampled

pytestmark = pytest.mark.django_db
MESSY = (
    "TEAM(S);Div;Capt.;tel / mob;boards\n"
    "The Packhorse: Packhorse A, Packhorse B;Div 1 & 2;Ann Otter;01632 960111;4\n"
    "Queens Arms;TD2;J. Pell;01632 960112;\n"
    "The Queen’s Arms;Div. 2;Joan Pell;01632 960112;\n"
)
ANSWER = "pubs-queens-arms-the-queens-arms=one-team"


@pytest.fixture
def league() -> League:
    return a_season(a_league("Spen Valley")).league


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "teams.csv"
    path.write_bytes(MESSY.encode("cp1252"))
    return path


def run(file: Path, *options: str) -> None:
    call_command("import_list", str(file), "--league", "Spen Valley", "--json", *options)


def test_a_list_with_an_open_question_is_not_imported(
    league: League, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="1 question to answer"):
        run(file)
    data = json.loads(capsys.readouterr().out)
    (question,) = data["questions"]
    assert question["key"] == ANSWER.partition("=")[0]
    assert question["rows"] == [3, 4]
    assert list(question["choices"]) == ["one-team", "two-teams", "two-pubs"]
    assert data["rows"][1]["cells"][1] == {"text": "TD2", "understood": "Division Two"}
    assert data["rows"][0]["teams"][1]["team"] == "Packhorse B"
    assert not Pub.objects.exists()


def test_answered_it_is_previewed_and_imported(
    league: League, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(file, "--answer", ANSWER, "--dry-run")
    assert json.loads(capsys.readouterr().out)["imported"] is None
    assert not Team.objects.exists()
    run(file, "--answer", ANSWER)
    data = json.loads(capsys.readouterr().out)
    assert data["imported"] == ImportRun.objects.get().public_id
    assert [change["does"] for change in data["changes"]] == ["new"] * 3
    assert Pub.objects.get(name="The Packhorse").tables == 4
    assert Enrolment.objects.get(team__name="Packhorse B").division.name == "Division Two"
    assert Enrolment.objects.get(team__name="The Queen’s Arms").captain_name == "J. Pell"
    run(file, "--answer", ANSWER)
    assert {change["does"] for change in json.loads(capsys.readouterr().out)["changes"]} == {"known"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    sampled(
        [
            (["--answer", "pubs"], "cannot be read"),
            (["--answer", ANSWER, "--answer", "pub-s=one-team"], "has no question pub-s"),
            (["--answer", "column-1=leave-out"], "No column holds the pubs"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_is_refused(league: League, file: Path, options: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(file, *options)


@pytest.mark.slow
def test_rows_that_cannot_be_read_are_counted(league: League, tmp_path: Path) -> None:
    file = tmp_path / "pubs.xlsx"
    file.write_bytes(as_xlsx([["Pub", "Tables"], ["The Owl", "many"]], title="x"))
    with pytest.raises(CommandError, match="1 row that cannot be read"):
        run(file, "--list", "pubs")


@pytest.mark.slow
def test_names_that_no_team_has_are_asked(league: League, tmp_path: Path) -> None:
    division = a_division(league.seasons.get(), teams=0)
    for name in ("The Fleece", "The Shears"):
        an_enrolment(division, a_team(league, name, pub=a_pub(league, name)))
    file = tmp_path / "fixtures.csv"
    file.write_text("date,home,away\n17/9/2026,Fleece A’s,The Shears", encoding="utf-8")
    with pytest.raises(CommandError, match="1 question to answer"):
        run(file)
    run(file, "--answer", "team-fleece-as=The Fleece")
    assert Match.objects.get().home.name == "The Fleece"


def test_every_kind_of_list_prints_what_was_understood_guessed_and_asked(
    league: League, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    division = a_division(league.seasons.get(), teams=0)
    for name in ("The Fleece", "The Shears", "The Owl"):
        an_enrolment(division, a_team(league, name, pub=a_pub(league, name)))
    a_match(division, "The Fleece", "The Shears", date=datetime.date(2026, 9, 17))
    file = tmp_path / "results.csv"
    file.write_bytes("\tThe Fleece\tThe Shears\nThe Fleece\t\t8-2\nThe Shears\t2-8\t\n".encode("utf-16"))
    with pytest.raises(CommandError, match="1 row that cannot be read"):
        run(file, "--dry-run")
    data = json.loads(capsys.readouterr().out)
    assert data["list"] == "results"
    assert [guess["key"] for guess in data["guesses"]] == ["grid"]
    assert data["rows"][0]["cells"][2] == {"text": "8-2"}
    assert data["rows"][1]["problems"][0].startswith("The Shears v The Fleece: No fixture says when")
    file.write_text("Nite;Us;Them;Who won\n17 Sept;The Fleece;Sheers;Score 8 - 2\n", encoding="cp1252")
    with pytest.raises(CommandError, match="1 question to answer"):
        run(file, "--list", "results")
    data = json.loads(capsys.readouterr().out)
    assert [column["meaning"] for column in data["columns"]] == ["date", "home", "away", "score"]
    assert [column["guessed"] for column in data["columns"]] == [False, True, True, True]
    assert data["rows"][0]["cells"][0] == {"text": "17 Sept", "understood": "Thu 17 Sep 2026"}
    run(file, "--list", "results", "--answer", "team-sheers=The Shears")
    data = json.loads(capsys.readouterr().out)
    assert (data["new"], data["changed"]) == ({"scorecard": 1}, {})
    assert data["questions"][0]["answer"] == "The Shears"


@pytest.mark.slow
def test_a_full_night_in_a_pub_is_a_warning(
    tmp_path: Path, league: League, capsys: pytest.CaptureFixture[str]
) -> None:
    division = a_division(league.seasons.get(), teams=0)
    pub = a_pub(league, "The Old Hall", tables=4)
    for name in ("Old Hall A", "Old Hall B"):
        an_enrolment(division, a_team(league, name, pub=pub))
    for name in ("The Fleece", "The Shears"):
        an_enrolment(division, name)
    file = tmp_path / "fixtures.csv"
    file.write_text(
        "date;home;away\n17 Sept 2026;Old Hall A;The Fleece\n17 Sept 2026;Old Hall B;The Shears\n",
        encoding="utf-8",
    )
    night = "Thursday 17 September 2026"
    warning = (
        f"The Old Hall has room for 4, not for 8: Old Hall A v The Fleece on {night}; "
        f"Old Hall B v The Shears on {night}."
    )
    run(file, "--dry-run")
    assert json.loads(capsys.readouterr().out)["warnings"] == [warning]
    call_command("import_list", str(file), "--league", "Spen Valley")
    assert f"warning: {warning}\n" in capsys.readouterr().out


def test_an_import_is_undone_by_its_id(
    league: League, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(file, "--answer", ANSWER)
    imported = json.loads(capsys.readouterr().out)["imported"]
    call_command("undo_import", imported, league="Spen Valley")
    assert capsys.readouterr().out == "Undone: teams from teams.csv.\n"
    assert not Pub.objects.exists()
    for name, sentence in ((imported, "already undone"), ("nothing", "has no import nothing")):
        with pytest.raises(CommandError, match=sentence):
            call_command("undo_import", name, league="Spen Valley")


@pytest.mark.slow
def test_what_is_built_on_an_import_keeps_it(
    league: League, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(file, "--answer", ANSWER)
    imported = json.loads(capsys.readouterr().out)["imported"]
    a_team(league, "Darts", pub=Pub.objects.get(name="The Packhorse"))
    with pytest.raises(CommandError, match="came after this import"):
        call_command("undo_import", imported, league="Spen Valley")


@pytest.mark.slow
def test_fixtures_by_date_begin_at_the_usual_hour(league: League, tmp_path: Path) -> None:
    league.seasons.update(starts_at=datetime.time(20, 15))
    division = a_division(league.seasons.get(), teams=0)
    for name in ("The Fleece", "The Shears"):
        an_enrolment(division, name)
    file = tmp_path / "fixtures.csv"
    file.write_text(
        "date,home,away,time\n17/9/26,The Fleece,The Shears,\n24/9/26,The Shears,The Fleece,7pm\n",
        encoding="utf-8",
    )
    run(file)
    hours = Match.objects.order_by("date").values_list("starts_at", flat=True)
    assert list(hours) == [datetime.time(20, 15), datetime.time(19)]
