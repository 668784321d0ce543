"""The secretary's copy of the site as a ZIP file, made in the background."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import league.urls  # noqa: F401  with the real paper, before a test replaces it
from league.models import PrintJob
from league.printing.services.background import run_print_job
from league.publishing.addresses import LEFT_OUT
from tests.accounts.address_world import a_world
from tests.builders import FRIDAY, an_account

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_secretary_chooses_seasons_and_is_sent_a_zip_file(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    monkeypatch.setattr("league.printing.pdf.pdf", lambda document: b"%PDF")
    more = {"league-help-page", "league-rules-of-game"}
    monkeypatch.setattr("league.publishing.addresses.LEFT_OUT", LEFT_OUT | more)
    settings.VAR_DIR = tmp_path
    season = a_world("Ashby", "The Fleece", "The Shears").division.season
    desk = f"/{season.league.slug}/secretary/"
    client.force_login(an_account(season.league, "secretary", "sheila"))
    assert f'value="{season.slug}"' in client.get(f"{desk}site-copy/").content.decode()
    waiting = client.get(f"{desk}site-copy.zip?season={season.slug}")
    assert waiting.status_code == 202
    assert "<h1>Site in a folder</h1>" in waiting.content.decode()
    assert run_print_job(job_id=PrintJob.objects.get().pk, clock=lambda: FRIDAY)
    made = client.get(f"{desk}site-copy.zip?season={season.slug}")
    assert made.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(made.content)) as file:
        assert f"{season.league.slug}/index.html" in file.namelist()
        assert not [name for name in file.namelist() if "/." in name]
    assert not list(tmp_path.rglob("index.html"))


def test_a_copy_that_is_too_large_is_refused_in_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr("league.publishing.services.MOST_BYTES", 10_000)
    settings.VAR_DIR = tmp_path
    season = a_world("Ashby", "The Fleece", "The Shears").division.season
    client.force_login(an_account(season.league, "secretary", "sheila"))
    address = f"/{season.league.slug}/secretary/site-copy.zip?season={season.slug}"
    client.get(address)
    run_print_job(job_id=PrintJob.objects.get().pk, clock=timezone.now)
    refused = client.get(address)
    assert refused.status_code == 422
    assert "Choose fewer seasons." in refused.content.decode()
