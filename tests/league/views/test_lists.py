"""Lists in and out at the secretary's desk: looked at, brought in, taken back, taken out."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.exchange.spreadsheets import as_xlsx, read_file
from league.models import ImportRun, League, Pub
from tests.builders import a_league, a_season, a_secretary

pytestmark = pytest.mark.django_db
LIST = "pub\tphone\nThe Fleece\t01924 1\nThe Shears\t"


@pytest.fixture
def league() -> League:
    return a_season(a_league()).league


@pytest.fixture
def desk(client: Client, league: League) -> Client:
    client.force_login(a_secretary(league))
    return client


def at(league: League, more: str = "") -> str:
    return f"/{league.slug}/secretary/lists/{more}"


def test_a_pasted_list_is_looked_at_then_brought_in_then_taken_back(desk: Client, league: League) -> None:
    seen = desk.post(at(league), {"what": "pubs", "pasted": LIST, "look": ""})
    assert seen.status_code == 200
    assert "The Fleece, a new pub" in seen.content.decode()
    assert not Pub.objects.exists()

    again = {
        "what": "pubs",
        "pasted": seen.context["looked_at"],
        "named": "a list that was pasted",
        "bring": "",
    }
    assert desk.post(at(league), again).status_code == 303
    assert Pub.objects.count() == 2
    run = ImportRun.objects.get()
    assert (run.lines, run.named) == (2, "a list that was pasted")

    assert desk.post(at(league, f"{run.public_id}/back/")).status_code == 303
    assert not Pub.objects.exists()
    assert "taken back" in desk.get(at(league)).content.decode()


def test_a_spreadsheet_is_sent_as_a_file(desk: Client, league: League) -> None:
    content = as_xlsx([["Name", "Tables"], ["The Fleece", 3]], title="Pubs")
    file = SimpleUploadedFile("pubs.xlsx", content)
    assert desk.post(at(league), {"what": "pubs", "file": file, "bring": ""}).status_code == 303
    assert Pub.objects.get().tables == 3
    assert ImportRun.objects.get().named == "pubs.xlsx"


def test_a_fault_keeps_what_was_pasted_and_writes_nothing(desk: Client, league: League) -> None:
    typed = "pub,tables\nThe Fleece,many"
    answer = desk.post(at(league), {"what": "pubs", "pasted": typed, "bring": ""})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "“many” is no number of tables" in page
    assert "The Fleece,many" in page
    assert not Pub.objects.exists()


@pytest.mark.parametrize(
    ("sent", "says"), [("", "There is nothing in it"), ("beer\nmild", "no column “pub”")]
)
def test_what_is_no_list_is_refused_with_the_reason(
    desk: Client, league: League, sent: str, says: str
) -> None:
    answer = desk.post(at(league), {"what": "pubs", "pasted": sent, "look": ""})
    assert answer.status_code == 422
    assert says in answer.content.decode()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("what", ["pubs", "teams", "players", "fixtures", "results"])
def test_every_list_goes_out_as_a_file(desk: Client, league: League, what: str, form: str) -> None:
    Pub.objects.create(league=league, name="The Fleece", slug="the-fleece")
    answer = desk.get(at(league, f"{what}.{form}"))
    assert answer["Content-Disposition"].endswith(f'.{form}"')
    assert len(read_file(answer.content)) == (2 if what == "pubs" else 1)


def test_a_list_nobody_knows_is_not_there(desk: Client, league: League) -> None:
    assert desk.get(at(league, "spoons.csv")).status_code == 404
    assert desk.post(at(league, "nope/back/")).status_code == 404
