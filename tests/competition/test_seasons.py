"""Which season is meant in public and at the desk, from the last night of one to the first of the next."""

import datetime

import pytest
from django.utils import timezone

from league.competition.selectors import current_season, season_at_hand, season_of_fixtures, seasons_of
from league.models import Season
from tests.builders import a_division, a_league, a_match, a_season
from tests.builders_seasons import a_round_robin
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

SUMMER, AUTUMN = datetime.date(2027, 8, 1), datetime.date(2027, 9, 16)
FIRST_NIGHT = datetime.date(2027, 9, 9)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season played and closed; the next is begun, without a match, and it is summer."""
    league = a_league()
    season = a_season(league, is_finished=True)
    a_round_robin(a_division(season))
    a_division(
        a_season(league, "2027-28", starts_on=datetime.date(2027, 9, 2), ends_on=datetime.date(2028, 4, 27))
    )
    noon = datetime.datetime.combine(SUMMER, datetime.time(12), tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    return season


def plan(season: Season) -> Season:
    """The season after gets its first fixture."""
    after = season.league.seasons.get(name="2027-28")
    a_match(after.divisions.get(), date=FIRST_NIGHT)
    return after


def meant(season: Season, today: datetime.date) -> list[str]:
    """In public, of fixtures, at the desk."""
    seasons = seasons_of(season.league)
    return [str(which(seasons, today)) for which in (current_season, season_of_fixtures, season_at_hand)]


def test_until_the_next_has_begun_the_last_played_is_shown(played):
    assert meant(played, SUMMER) == ["2026-27", "2026-27", "2027-28"]
    assert meant(played, AUTUMN) == ["2026-27", "2026-27", "2027-28"], "nothing is planned in it yet"
    plan(played)
    assert meant(played, SUMMER) == ["2026-27", "2027-28", "2027-28"]
    assert meant(played, AUTUMN) == ["2027-28", "2027-28", "2027-28"]


def test_opening_an_old_season_to_put_something_right_shows_it_to_nobody(played):
    plan(played)
    Season.objects.filter(pk=played.pk).update(is_finished=False)
    assert meant(played, AUTUMN) == ["2027-28", "2027-28", "2027-28"]
    assert meant(played, SUMMER) == ["2026-27", "2026-27", "2026-27"]


def test_in_summer_the_pages_show_final_tables_and_say_when_it_begins_again(client, played):
    league = f"/{played.league.slug}/"
    pages = [league, f"{league}standings/", f"{league}results/"]
    for page in pages:
        page_text = words(client.get(page, follow=True))
        assert "Season 2026-27" in page_text or "Final table of 2026-27" in page_text, page
        assert "begins" not in page_text
    plan(played)
    for page in pages:
        answer = client.get(page, follow=True)
        page_text = words(answer)
        assert "Season 2026-27" in page_text or "Final table of 2026-27" in page_text, page
        assert "Season 2027-28 begins Thu 9 Sep 2027" in page_text
        assert f"{league}fixtures/?season=2027-28" in markup(answer)
    assert client.get(f"{league}fixtures/")["Location"] == f"{league}2027-28/division-one/fixtures/"
    assert "9 Sep" in markup(client.get(f"{league}pubs/the-fleece/"))
