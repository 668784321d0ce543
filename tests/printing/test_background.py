"""Long documents are printed in the background: by whom, how often, and after a process has died."""

import datetime
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from league.models import PrintedFile, PrintJob
from league.printing.services import background
from league.printing.services.background import claim_print_job, jobs_due, run_print_job
from tests.builders import a_division, a_match, a_secretary

pytestmark = pytest.mark.django_db
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def league():
    division = a_division(teams=2)
    a_match(division)
    return division.season.league


@pytest.fixture
def address(league):
    return reverse("document", args=[league.slug, "team-fixture-lists"])


def run_all(now: datetime.datetime | None = None) -> int:
    """Do what the processes started by the clock do; return how many documents were printed."""
    due = jobs_due(now or timezone.now())
    return sum(run_print_job(job_id=job, clock=lambda: now or timezone.now()) for job in due)


def test_the_page_waits_and_then_shows_the_pdf(client, address):
    waiting = client.get(address)
    assert waiting.status_code == 202
    assert "Waiting for its turn." in waiting.content.decode()
    assert run_all() == 1
    printed = client.get(address)
    assert len(PdfReader(BytesIO(printed.content)).pages) == 2
    assert client.get(address, headers={"If-None-Match": printed.headers["ETag"]}).status_code == 304


def test_two_readers_share_one_job(client, address):
    assert [client.get(address).status_code for _ in range(2)] == [202, 202]
    assert run_all() == 1
    assert run_all() == 0


def test_what_changed_is_printed_again_and_what_did_not_is_not(client, league, address):
    client.get(address)
    run_all()
    PrintJob.objects.update(made_at=timezone.now() - 2 * MINUTE)
    assert client.get(address).status_code == 200
    league.revision += 1
    league.save()
    league.teams.filter(name="The Fleece").update(name="The Golden Fleece")
    assert client.get(address).status_code == 202
    run_all()
    names = [page.extract_text() for page in PdfReader(BytesIO(client.get(address).content)).pages]
    assert any("The Golden Fleece" in name for name in names)
    # The same content is found by its digest: nothing is set again.
    PrintJob.objects.update(made_at=timezone.now() - 20 * MINUTE)
    assert client.get(address).status_code == 202
    run_all()
    assert PrintedFile.objects.count() == 2


def test_a_process_that_died_is_replaced_and_the_second_time_given_up(client, address):
    client.get(address)
    now = timezone.now()
    (job,) = jobs_due(now)
    assert claim_print_job(job_id=job, now=now)
    assert claim_print_job(job_id=job, now=now) is None, "two processes print one document"
    assert jobs_due(now) == []
    later = now + background.SILENCE + MINUTE
    assert claim_print_job(job_id=job, now=later)
    last = later + background.SILENCE + MINUTE
    assert claim_print_job(job_id=job, now=last) is None
    PrintJob.objects.update(made_at=timezone.now())
    assert "Printing failed twice" in client.get(address).content.decode()


@pytest.mark.slow
def test_a_running_document_shows_how_far_it_is(client, address, monkeypatch):
    client.get(address)
    pages = []

    def interrupted(document):
        content = original(document)
        pages.append(client.get(address).content.decode())
        return content

    original = background.pdf
    monkeypatch.setattr(background, "pdf", interrupted)
    run_all()
    assert "Being printed: page" in pages[0]


def test_the_secretarys_copy_is_another_than_the_publics(client, league, address):
    client.get(address)
    client.force_login(a_secretary(league))
    client.get(reverse("desk-document", args=[league.slug, "team-fixture-lists"]))
    assert PrintJob.objects.count() == 2


def test_old_files_and_jobs_are_cleared_away(client, league, address):
    client.get(address)
    run_all()
    file = PrintedFile.objects.get()
    week = datetime.timedelta(days=8)
    PrintedFile.objects.update(stored_at=timezone.now() - week)
    PrintJob.objects.update(requested_at=timezone.now() - week)
    client.get(reverse("document", args=[league.slug, "fixture-lists"]))
    run_all()
    assert PrintedFile.objects.get().digest != file.digest
    assert [job.document for job in PrintJob.objects.all()] == ["fixture-lists"]


def test_the_command_says_when_there_is_no_such_job():
    with pytest.raises(CommandError, match="There is no print job 7"):
        call_command("print_job", "7")


@pytest.mark.slow
def test_the_sheets_of_a_division_are_printed_in_the_background_and_are_its_own(client, league):
    client.force_login(a_secretary(league))
    address = reverse("desk-document", args=[league.slug, "score-sheets"])
    assert client.get(address, {"division": "division-one"}).status_code == 202
    assert client.get(address).status_code == 202
    assert [job.choices.get("division") for job in PrintJob.objects.order_by("pk")] == ["division-one", None]
    run_all()
    assert client.get(address, {"division": "division-one"}).headers["Content-Type"] == "application/pdf"
