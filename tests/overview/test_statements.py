"""What a league says of privacy and of accessibility: by its settings, and linked from every public page."""

from typing import Any

import pytest
from django.test import Client

from league.installation.environment import CopyPlace
from league.models import League
from tests.builders import a_league
from tests.builders_leagues import TINY, a_whole_league, public_pages
from tests.examples import part_of
from tests.reading import words

pytestmark = pytest.mark.django_db


def test_a_league_says_what_is_kept_how_long_and_what_leaves_the_site(client: Client, settings: Any) -> None:
    league = a_league()
    League.objects.update(photographs_kept_for=6, letters_kept_for=60)
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.BACKUPS_KEPT, settings.BACKUP_TO, settings.PING_URL = 0, None, None
    page = words(client.get(f"/{league.slug}/privacy/"))
    assert "Photographs of score sheets 6 months" in page
    assert "E-mails 5 years" in page
    assert "No e-mail: this site has no mail server." in page
    assert "none are made by this site itself" in page
    assert "A copy of each daily backup" not in page
    assert "A sign of life" not in page

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.BACKUPS_KEPT, settings.PING_URL = 7, "https://watcher.example.org/1"
    settings.BACKUP_TO = CopyPlace("restic", "sftp:pegboard@nas:/backups")
    page = words(client.get(f"/{league.slug}/privacy/"))
    assert "E-mails to captains, officers and pubs" in page
    assert "each day for 7 days" in page
    assert "A copy of each daily backup" in page
    assert "A sign of life" in page


def test_every_public_page_leads_there_and_reading_sets_no_cookie(client: Client) -> None:
    league = a_whole_league(TINY)
    for name, address in part_of(public_pages(league).items(), each=4):
        answer = client.get(address)
        assert not answer.cookies, name
        text = answer.content.decode()
        if '<footer class="foot">' in text:
            assert f'href="/{league.slug}/privacy/"' in text, name
            assert f'href="/{league.slug}/accessibility/"' in text, name
