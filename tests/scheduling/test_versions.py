"""Returning to an earlier published version: its list again, but for what was played or moved alone since."""

import datetime
from dataclasses import replace

import pytest
from django.test import Client

from league.models import FixturePlan, Match, Notice, Season
from league.scheduling.planner.task import Plan
from league.scheduling.selectors.plans import standing_list
from league.scheduling.selectors.versions import rows_of_season, version_page, versions_of
from league.scheduling.services.publishing_undo import undo_publishing
from league.scheduling.services.versions import restore_version, standing_version
from league.shared.errors import Refused
from tests.builders import (
    a_captain,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    an_account,
)
from tests.moments import assert_done_or_refused, at_once
from tests.reading import words
from tests.scheduling.search_once import NOW
from tests.scheduling.test_plan_services import AUGUST, a_plan, published, searched

pytestmark = pytest.mark.django_db
OTHERWISE = {"seed": 5, "requests_text": "[[week_off]]\nday = 2026-09-03\n"}
VERSIONS = "/three-valleys-all-fours-league/secretary/fixtures/versions/"


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


@pytest.fixture
def two_versions(season: Season) -> list[list]:
    """Two lists published one after the other, as rows."""
    published(searched(season))
    first = rows_of_season(season)
    published(searched(season, **OTHERWISE))
    return [first, rows_of_season(season)]


def restored(season: Season, number: int, **more):
    versions = versions_of(season)
    key = next(version.key for version in versions if version.number == number)
    asked = {"key": key, "latest": standing_version(versions), "by": None, "now": NOW, "today": AUGUST}
    return restore_version(**{"season": season, **asked, **more})


def test_an_earlier_version_is_published_again_and_captains_are_told(season, two_versions) -> None:
    first, second = two_versions
    assert first != second
    a_captain(season.divisions.get(), "The Fleece", email="fleece@example.org", name="Ann")
    done = restored(season, 1)
    assert rows_of_season(season) == first
    assert (done.published.deleted, len(done.published.made), done.published.letters) == (0, 0, 1)
    assert "have changed" in Notice.objects.get().body
    assert [version.number for version in versions_of(season) if version.is_latest] == [3]
    undo_publishing(plan=done.plan, by=None, now=NOW, began_from=done.plan.revision)
    assert rows_of_season(season) == second
    assert [version.number for version in versions_of(season) if version.is_latest] == [2]


def test_a_version_names_the_pubs_it_borrowed(season) -> None:
    published(searched(season))
    [version] = versions_of(season)
    lent = season.league.pubs.create(name="The Owl", slug="the-owl")
    version.change.effects["fixtures"][0][5] = lent.pk
    page = version_page(season, version, AUGUST)
    assert [match.elsewhere for match in page.matches if match.elsewhere] == ["The Owl"]
    assert [match.now for match in page.differing] == ["at its own pub"]


def test_deleted_matches_come_back_and_new_ones_go(season, two_versions) -> None:
    first, _ = two_versions
    gone = Match.objects.first()
    gone.delete()
    a_match(season.divisions.get(), "The Fleece", "The Shears", week=40)
    with pytest.raises(Refused, match="meet"):
        restored(season, 1)  # the new match has moved by itself since: it stays, and is one too many
    Match.objects.filter(week=40).delete()
    assert len(restored(season, 1).published.made) == 1
    assert sorted(row[1:5] for row in rows_of_season(season)) == sorted(row[1:5] for row in first)


def test_what_was_played_or_moved_by_itself_stays_and_is_named(season) -> None:
    published(searched(season))
    first = rows_of_season(season)
    fifth, sixth = (list(Match.objects.filter(week=week).order_by("pk")) for week in (5, 6))
    nights = {5: sixth[0].date, 6: fifth[0].date}
    meetings = [
        replace(meeting, date=nights.get(meeting.round, meeting.date), round=11 - meeting.round)
        if meeting.round in nights
        else meeting
        for meeting in standing_list(season).meetings
    ]
    published(a_plan(season, meetings=Plan(meetings=tuple(meetings))), despite_faults=True)
    played, moved = fifth[0], sixth[0]
    early, alone = nights[6] - datetime.timedelta(days=9), nights[5] + datetime.timedelta(days=1)
    Match.objects.filter(pk=played.pk).update(date=early)
    a_card(played, (15, 9), (12, 15), (15, 2), (15, 8))
    Match.objects.filter(pk=moved.pk).update(date=alone)
    today = early + datetime.timedelta(days=1)
    page = version_page(season, versions_of(season)[-1], today)
    assert {(row.public_id, row.stays) for row in page.staying} == {
        (played.public_id, "played"),
        (moved.public_id, "moved by itself since"),
    }
    with pytest.raises(Refused, match=f"{moved.home} v {moved.away}"):
        restored(season, 1, today=today)
    restored(season, 1, today=today, despite_faults=True)
    stays = {played.pk: early.isoformat(), moved.pk: alone.isoformat()}
    assert [row[-2] for row in rows_of_season(season)] == [stays.get(row[0], row[-2]) for row in first]


def test_a_match_whose_night_has_gone_by_is_not_called_played(client: Client, season, monkeypatch) -> None:
    published(searched(season))
    published(searched(season, **OTHERWISE))
    version = versions_of(season)[-1]
    played, snowed_off, deleted, *_ = Match.objects.order_by("date", "pk")
    a_card(played, (15, 9), (12, 15), (15, 2), (15, 8))
    deleted.delete()
    later = NOW + (deleted.date - NOW.date()) + datetime.timedelta(days=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    page = version_page(season, version, later.date())
    why = {row.title: row.stays for row in page.matches if row.stays}
    assert why[f"{played.home} v {played.away}"] == "played"
    assert why[f"{snowed_off.home} v {snowed_off.away}"] == "its night has gone by"
    client.force_login(an_account(season.league, "fixtures"))
    assert "no longer in the fixtures" in words(client.get(f"{VERSIONS}{version.key}/"))


def test_a_postponed_match_keeps_the_date_that_a_later_list_kept_too(season) -> None:
    published(searched(season))
    match = Match.objects.latest("date", "pk")
    own = match.date + datetime.timedelta(weeks=2)
    Match.objects.filter(pk=match.pk).update(date=own, postponed_from=match.date)
    published(a_plan(season, meetings=standing_list(season)))
    restored(season, 1)
    assert Match.objects.get(pk=match.pk).date == own


@pytest.mark.django_db(transaction=True)
def test_of_two_who_publish_at_once_one_is_refused(season) -> None:
    published(searched(season))
    published(searched(season, **OTHERWISE))
    versions = versions_of(season)
    other = searched(season, seed=9)
    shown = standing_version(versions)
    key = versions[-1].key
    became = at_once(
        lambda: restored(season, 1, key=key, latest=shown),
        lambda: restored(season, 1, key=key, latest=shown),
    )
    assert_done_or_refused(became, done=1)
    published(other)
    with pytest.raises(Refused, match="since you opened this page"):
        restored(season, 1, latest=shown)


def test_the_page_shows_what_would_move_and_writes_nothing_before(
    client: Client, season: Season, two_versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    client.force_login(an_account(season.league, "fixtures"))
    assert words(client.get(VERSIONS)).count("Fixtures published:") == 2
    versions = versions_of(season)
    address = f"{VERSIONS}{versions[-1].key}/"
    page = words(client.get(address))
    assert "The Fleece: 6" in page
    sent = {"latest": versions[0].key, "restore": "yes"}
    assert "Nothing is published yet." in words(client.post(address, sent))
    assert (rows_of_season(season), FixturePlan.objects.count()) == (two_versions[1], 2)
    refused = client.post(address, sent | {"latest": versions[-1].key})
    assert refused.status_code == 422
    assert client.post(address, sent | {"restore": "sure"}).status_code == 303
    assert rows_of_season(season) == two_versions[0]


def test_its_queries_do_not_grow_with_the_season(django_assert_num_queries) -> None:
    league = a_league()
    for teams in (4, 8):
        season = a_division(a_season(league, name=f"with {teams}"), teams=teams).season
        published(searched(season))
        with django_assert_num_queries(2):
            (version,) = versions_of(season)
        with django_assert_num_queries(8):
            version_page(season, version, AUGUST)


@pytest.mark.slow
def test_the_versions_stand_at_the_foot_of_the_season_calendar(client: Client, season, two_versions) -> None:
    client.force_login(a_secretary(season.league))
    page = words(client.get(f"{VERSIONS.removesuffix('versions/')}calendar/?season={season.slug}"))
    assert "Version 2 present fixtures" in page
    assert page.index("Version 2") < page.index("Version 1")
