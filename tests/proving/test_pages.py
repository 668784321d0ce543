"""The pages: two lists in, the proof, questions with buttons, and the league founded with its rules."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import League
from league.standings.selectors.standings import tables_of
from tests.builders import a_league, a_season
from tests.proving.test_command import TEAMS, lists_of
from tests.reading import words

pytestmark = pytest.mark.django_db
NEW = "/new-league/prove/"
SAID = {
    "name": "Spen Valley",
    "last": "2025-26",
    "season": "2026-27",
    "starts_on": "2026-09-01",
    "ends_on": "2027-04-30",
}


def sent(results: str, table: str, **more: str) -> dict[str, str]:
    return {"results-pasted": Path(results).read_text(), "table-pasted": Path(table).read_text(), **more}


def test_two_lists_are_proved_and_a_row_that_differs_is_marked(admin_client: Client, tmp_path: Path) -> None:
    files = lists_of(
        tmp_path, "heckmondwike", lambda own: own["The Owl"].update(Pts=own["The Owl"]["Pts"] - 3)
    )
    page = admin_client.post(NEW, sent(*files, look=""))
    assert page.status_code == 200
    text = words(page)
    assert "5 of 6 rows agree: two points a table, two points for the higher total" in text
    assert "The Owl, agrees with three points taken: a deduction, or a mistake?" in text
    assert "A table won gives two points." in text


@pytest.mark.slow
def test_a_file_is_read_and_another_spelling_is_asked(admin_client: Client, tmp_path: Path) -> None:
    files = lists_of(tmp_path, "pool")
    Path(files[1]).write_text(Path(files[1]).read_text().replace("The Swan", "Swan Inn"))
    sheet = SimpleUploadedFile("table.csv", Path(files[1]).read_bytes())
    page = admin_client.post(
        NEW, {"results-pasted": Path(files[0]).read_text(), "table-file": sheet, "look": ""}
    )
    text = words(page)
    assert "“The Swan” of the results is not in the table." in text
    assert "rows agree" not in text
    answered = admin_client.post(NEW, sent(*files, look="", **{"answer-team-the-swan": "Swan Inn"}))
    assert "All 6 rows agree" in words(answered)


def test_what_cannot_be_read_is_refused_with_what_was_typed(admin_client: Client) -> None:
    page = admin_client.post(
        NEW, {"results-pasted": "beer, wine", "table-pasted": "Team,Pts\nOwl,3", "look": ""}
    )
    assert page.status_code == 422
    assert "beer, wine" in page.content.decode()


def test_a_secretary_proves_without_founding(client: Client, admin_user: object, tmp_path: Path) -> None:
    league = a_season(a_league()).league
    client.force_login(admin_user)
    page = client.post(f"/{league.slug}/secretary/prove/", sent(*lists_of(tmp_path, "pool"), look=""))
    text = words(page)
    assert "All 6 rows agree" in text
    assert "Create league" not in text


def test_one_press_founds_the_league_with_its_last_season(admin_client: Client, tmp_path: Path) -> None:
    files = lists_of(
        tmp_path, "huddersfield", lambda own: own["The Owl"].update(Pts=own["The Owl"]["Pts"] - 3)
    )
    answer = admin_client.post(NEW, sent(*files, open="", deductions="on", **SAID))
    assert answer.status_code == 303
    league = League.objects.get(name="Spen Valley")
    last, following = league.seasons.order_by("starts_on")
    assert (last.name, following.name) == ("2025-26", "2026-27")
    assert last.is_finished
    assert following.divisions.get().enrolments.count() == len(TEAMS)
    (table,) = tables_of([last.divisions.get()])
    published = [line.split(";") for line in Path(files[1]).read_text().splitlines()[1:]]
    assert [(row.record.name, row.record.match_points / 2) for row in table.rows] == [
        (cells[1], float(cells[-1])) for cells in published
    ]
