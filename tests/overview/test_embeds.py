"""What other sites show in a frame, and that they can frame nothing else."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import NIGHT, a_card, a_league, a_match, a_player
from tests.builders_tables import an_entry, some_hands
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


def test_only_what_is_meant_for_frames_may_stand_in_one(client: Client):
    match = a_match()
    a_card(match, (15, 9), (12, 15), (15, 1), (15, 8))
    league = f"/{match.division.season.league.slug}/"
    for what in ("standings", "fixtures", "results", "next", "live"):
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


def test_a_frame_stands_before_the_first_season(client: Client):
    league = a_league()
    for what in ("standings", "fixtures", "results", "next"):
        answer = client.get(f"/{league.slug}/embed/{what}/")
        assert answer.status_code == 200
        assert "No season yet" in words(answer)


def test_the_live_frame_shows_the_night_without_script_or_names(client: Client, monkeypatch):
    match = a_match(date=NIGHT)
    other = a_match(match.division, "The Woolpack", "The Bay Horse", date=NIGHT)
    player = a_player(match.home, "Jack Hirst", match.division.season)
    an_entry(match, "home", {"1": str(player.public_id)})
    some_hands(match, 1, "hhhh", "aahh")
    address = f"/{match.division.season.league.slug}/embed/live/"
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2027, 1, 14, 21, 5, tzinfo=datetime.UTC))
    page = client.get(address)
    shown = words(page)
    assert "Tonight" in shown
    assert "Live 0 of 4 tables finished" in shown
    assert "Table 1: 6–2 playing" in shown
    assert "Hirst" not in shown
    assert 'http-equiv="refresh" content="30"' in markup(page)
    assert client.get(address, headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
    assert other.home.name not in words(client.get(f"{address}?team={match.home.slug}"))
    some_hands(match, 2, "hhhh")
    assert client.get(address, headers={"If-None-Match": page.headers["ETag"]}).status_code == 200
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2027, 1, 7, 21, 5, tzinfo=datetime.UTC))
    assert "Next matches Thu 14 Jan" in words(client.get(address))


@pytest.mark.slow
def test_help_shows_each_frame_as_it_looks(client: Client):
    league = a_match().division.season.league
    page = markup(client.get(f"/{league.slug}/help/on-your-website/"))
    frames = re.findall(r'<iframe [^>]*src="([^"]+)"', page)
    assert len(frames) == page.count("&lt;iframe") == 5
    for address in frames:
        assert "frame-ancestors *" in client.get(address).headers["Content-Security-Policy"], address
    assert "<iframe" not in markup(client.get("/help/on-your-website/")), "which league's?"
