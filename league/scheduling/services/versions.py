"""Return to an earlier published version of the fixtures: a plan with its list, published like any other."""

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from league.competition.services import FINISHED, hold_season, read_first
from league.models import FixturePlan, Season, User
from league.scheduling.requests.file import format_requests
from league.scheduling.selectors.plans import plan_in_force, requests_of_plan
from league.scheduling.selectors.versions import PublishedVersion, VersionPage, version_page, versions_of
from league.scheduling.services.plans import hold_league, make_plan
from league.scheduling.services.publishing import Published, publish_plan
from league.scheduling.services.publishing_letters import Addresses
from league.shared.errors import GONE, Refused, written_whole

NO_LIST = "This version was published before Pegboard kept whole lists, so it cannot be restored."
OVERTAKEN = "Other fixtures were published since you opened this page. Open the versions again."


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredVersion:
    """The plan made of a version, and what publishing it did."""

    plan: FixturePlan
    published: Published


@read_first
def restore_version(
    *,
    season: Season,
    key: str,
    latest: str,
    by: User | None,
    now: datetime.datetime,
    today: datetime.date,
    despite_faults: bool = False,
    addresses: Addresses | None = None,
    is_preview: bool = False,
) -> RestoredVersion:
    """Publish a version's list again, and write to the captains. What was played or moved alone since stays.

    `latest` is the version that stood when the page was opened. Raises Refused if another stands by now, and
    as `publish_plan` does.
    """
    with written_whole():
        plan = plan_of_version(
            season=season, key=key, latest=latest, by=by, now=now, today=today, is_stored=False
        )
        published = publish_plan(
            plan=plan,
            by=by,
            now=now,
            today=today,
            began_from=plan.revision,
            despite_faults=despite_faults,
            addresses=addresses,
            is_preview=is_preview and despite_faults,
        )
    return RestoredVersion(plan=plan, published=published)


@read_first
def preview_restoring(**arguments: Any) -> Published:
    """Return what `restore_version` would do with the same arguments. Nothing is written, nobody is told."""
    with transaction.atomic():
        done = restore_version(**arguments, is_preview=True)
        transaction.set_rollback(True)
    return done.published


def plan_of_version(
    *,
    season: Season,
    key: str,
    latest: str,
    by: User | None,
    now: datetime.datetime,
    today: datetime.date,
    is_stored: bool = True,
) -> FixturePlan:
    """Create a draft with a version's list, but for what was played or moved alone since."""
    with written_whole():
        season = hold_season(season)
        if season.is_finished:
            raise Refused(FINISHED)
        hold_league(season.league_id)
        page = _held_version(season, key, latest, today)
        made_on = page.version.change.made_at
        return make_plan(
            season=season,
            name=f"As published on {made_on.day} {made_on:%B %Y}",
            requests_text=_requests_text(season, page.version, today),
            by=by,
            now=now,
            meetings=page.merged,
            requests_follow=True,
            is_stored=is_stored,
        )


def _held_version(season: Season, key: str, latest: str, today: datetime.date) -> VersionPage:
    versions = versions_of(season)
    version = next((version for version in versions if version.key == key), None)
    if version is None:
        raise Refused(GONE)
    if latest != standing_version(versions):
        raise Refused(OVERTAKEN)
    page = version_page(season, version, today)
    if not page.has_list:
        raise Refused(NO_LIST)
    return page


def standing_version(versions: list[PublishedVersion]) -> str:
    """Return the key of the version that stands; empty if none does."""
    return next((version.key for version in versions if version.is_latest), "")


def _requests_text(season: Season, version: PublishedVersion, today: datetime.date) -> str:
    """Return the requests the version was made for; what comes before today has been played."""
    file = requests_of_plan(version.plan or plan_in_force(season))
    return format_requests(replace(file, keep_before=today if season.starts_on < today else None))
