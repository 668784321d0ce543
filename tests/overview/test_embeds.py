"""What other sites show in a frame, and that they can frame nothing else."""

import pytest
from django.test import Client

from tests.builders import a_card, a_match
from tests.reading import markup

pytestmark = pytest.mark.django_db


def test_only_what_is_meant_for_frames_may_stand_in_one(client: Client):
    match = a_match()
    a_card(match, (15, 9), (12, 15), (15, 1), (15, 8))
    league = f"/{match.division.season.league.slug}/"
    for what in ("standings", "fixtures", "results", "next"):
        answer = client.get(f"{league}embed/{what}/?team={match.home.slug}")
        assert answer.status_code == 200
        assert "X-Frame-Options" not in answer.headers
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert not answer.cookies
        page = markup(answer)
        assert "<script" not in page
        assert page.count("<a ") == page.count('target="_top"')
    home = client.get(league)
    assert home.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in home.headers["Content-Security-Policy"]
    assert client.get(f"{league}embed/nothing/").status_code == 404
    assert client.get(f"{league}embed/standings/?team=nobody").status_code == 404
