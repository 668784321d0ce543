"""Publishing undone: every match and plan is as it was before, unless something has touched a match since."""

from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import (
    FixturePlan,
    Match,
    Notice,
    Postponement,
    RecordChange,
    ScoringCode,
    Season,
    TableEntry,
    User,
)
from league.scheduling.services.publishing_undo import undo_publishing
from league.shared.errors import Refused
from tests.builders import a_captain, a_card, a_division, a_match, a_season, a_secretary, an_account
from tests.builders_tables import an_entry
from tests.moments import assert_done_or_refused, at_once, once_it_has_read
from tests.reading import words
from tests.scheduling.pages.august import PLANS
from tests.scheduling.search_once import NOW
from tests.scheduling.test_plan_services import published, searched

pytestmark = pytest.mark.django_db
OTHERWISE = {"seed": 5, "requests_text": "[[week_off]]\nday = 2026-09-03\n"}
# These only count up, so that calendars and open pages notice.
COUNTERS = {"sequence", "revision"}


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


@pytest.fixture
def by(season: Season) -> User:
    return a_secretary(season.league)


def everything() -> dict[str, list[dict[str, Any]]]:
    """Return every row of the league except the history, without what only counts up."""
    return {
        model._meta.label: [
            {name: value for name, value in row.items() if name not in COUNTERS}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in apps.get_app_config("league").get_models()
        if model is not RecordChange
    }


def undone(plan: FixturePlan, by: User, **more: Any) -> Any:
    plan.refresh_from_db()
    return undo_publishing(plan=plan, by=by, now=NOW, began_from=plan.revision, **more)


def test_everything_is_as_it_was_before(season: Season, by: User) -> None:
    published(searched(season))
    a_captain(season.divisions.get(), "The Fleece", email="fleece@example.org", name="Ann")
    extra = a_match(season.divisions.get(), week=40, public_id="extra234")
    ScoringCode.objects.create(match=extra, code="KDXFMPQR", issued_at=NOW)
    Postponement.objects.create(match=extra, asked_by="h", asked_at=NOW, reason="snow")
    plan = searched(season, **OTHERWISE)
    before = everything()
    done = published(plan)
    assert done.moved
    assert done.deleted == 1
    again = undone(plan, by)
    assert (again.moved, again.deleted, again.restored) == (len(done.moved), 0, 1)
    assert everything() == before
    assert Match.objects.get(public_id="extra234").sequence == extra.sequence + 1
    change = RecordChange.objects.get(object_id=season.pk, undone_at__isnull=False)
    assert (change.action, change.undone_by) == ("published", by)


def test_the_first_publication_leaves_no_match_and_can_be_repeated(season: Season, by: User) -> None:
    plan = searched(season)
    before = everything()
    published(plan)
    assert undone(plan, by).deleted == 12
    assert everything() == before
    with pytest.raises(Refused, match="not published"):
        undone(plan, by)
    assert len(published(plan).made) == 12


def test_who_got_a_letter_gets_another_and_the_rest_get_none(season: Season, by: User) -> None:
    for team, email in (("The Fleece", "fleece@example.org"), ("The Ram", "ram@example.org")):
        a_captain(season.divisions.get(), team, email=email, name="Ann")
    plan = searched(season)
    published(plan)
    first = Notice.objects.first()
    Notice.objects.filter(pk=first.pk).update(sent_at=NOW)
    again = undone(plan, by)
    assert (again.letters, again.unsent) == (1, 1)
    (letter,) = Notice.objects.exclude(pk=first.pk)
    assert letter.to == first.to
    assert "are withdrawn. The dates from before count again." in letter.body
    assert letter.body.split("No longer planned")[1].count("at home") == first.body.count("at home")


def test_what_was_played_postponed_or_published_since_stands_in_the_way(season: Season, by: User) -> None:
    plan = searched(season)
    published(plan)
    match = Match.objects.order_by("date").first()
    named = f"{match.home} v {match.away}, {match.date:%d/%m/%Y}, has"
    Match.objects.filter(pk=match.pk).update(postponed_because="snow")
    with pytest.raises(Refused, match=f"{named} been changed"):
        undone(plan, by)
    Match.objects.filter(pk=match.pk).update(postponed_because="")
    a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
    before = everything()
    with pytest.raises(Refused, match=f"{named} 1 result"):
        undone(plan, by)
    assert everything() == before
    match.scorecards.all().delete()
    later = searched(season, **OTHERWISE)
    published(later)
    with pytest.raises(Refused, match="published after this plan"):
        undone(plan, by)
    undone(later, by)
    assert undone(plan, by).deleted == 12


@pytest.mark.django_db(transaction=True)
def test_undone_by_two_at_once_it_is_undone_once(season: Season, by: User) -> None:
    plan = searched(season)
    published(plan)
    plan.refresh_from_db()
    became = at_once(*[lambda: undo_publishing(plan=plan, by=by, now=NOW, began_from=plan.revision)] * 3)
    assert_done_or_refused(became, done=1)
    assert not Match.objects.exists()


def a_hand_once_it_has_read(match: Match) -> AbstractContextManager[None]:
    return once_it_has_read(lambda: an_entry(match, "h1", {"high": "h"}))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks the matches that it reads")
@pytest.mark.django_db(transaction=True)
def test_a_hand_pegged_while_a_list_is_published_or_undone_is_not_lost(season: Season, by: User) -> None:
    published(searched(season))
    extra = a_match(season.divisions.get(), week=40, public_id="extra234")
    plan = searched(season, **OTHERWISE)
    with a_hand_once_it_has_read(extra):
        assert published(plan).deleted == 1
    assert not TableEntry.objects.exists()
    with CaptureQueriesContext(connection) as queries:
        undone(plan, by)
    said = [query["sql"] for query in queries]
    assert min(at for at, sql in enumerate(said) if "WITH matches" in sql) < said.index("BEGIN IMMEDIATE")
    assert TableEntry.objects.get().match == extra
    match = Match.objects.earliest("date")
    with a_hand_once_it_has_read(match), pytest.raises(Refused, match=f"{match.home} v .* has 1 "):
        undone(FixturePlan.objects.earliest("pk"), by)
    assert TableEntry.objects.filter(match=match).count() == 1


def test_the_page_shows_what_follows_and_then_undoes(client: Client, season: Season, by: User) -> None:
    client.force_login(an_account(season.league, "fixtures"))
    plan = searched(season)
    published(plan)
    page = f"{PLANS}{plan.public_id}/"
    assert "Fixtures published: 12 new, 0 moved, 0 deleted" in words(client.get(page))
    plan.refresh_from_db()
    preview = words(client.post(page, {"unpublish": "yes", "revision": plan.revision}))
    assert "12 new matches deleted" in preview
    assert Match.objects.count() == 12
    answer = client.post(page, {"unpublish": "sure", "revision": plan.revision}, follow=True)
    assert "Publishing undone" in words(answer)
    assert not Match.objects.exists()
    stale = client.post(page, {"publish": "sure", "revision": plan.revision})
    assert (stale.status_code, Match.objects.count()) == (422, 0)
    client.force_login(by)
    history = words(client.get(f"/{season.league.slug}/secretary/records/seasons/{season.slug}/"))
    assert "Fixtures published: 12 new, 0 moved, 0 deleted" in history
    assert "Undone" in history


@pytest.mark.parametrize("teams", [4, 10])
def test_the_queries_do_not_grow_with_the_list(
    season: Season, by: User, teams: int, django_assert_max_num_queries: Any
) -> None:
    """Locks, the history, what touched its matches, the writes, the letters."""
    plan = searched(a_division(a_season(season.league, "2027-28"), teams=teams).season)
    published(plan)
    with django_assert_max_num_queries(37):
        undone(plan, by)
