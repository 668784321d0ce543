"""Publish a plan: create or move its matches in one transaction, and write to the captains.

What was played stays as it is, and so do matches of teams that have left. `publishing_undo.py` undoes it.
"""

import datetime
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import F, Max

from league.competition.services import FINISHED, bump_revision, hold_matches, hold_season, read_first
from league.matches.outcomes import WithdrawalEffect
from league.matches.selectors import divisions_with_leavings, lapsed_since_leaving
from league.matches.services import IN_CALENDARS
from league.models import Division, FixturePlan, Match, Notice, Pub, Season, Team, User
from league.scheduling.judge import Kind, Verdict, judge
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.task import Meeting, Task, parse_plan
from league.scheduling.selectors.plans import LISTS, played_among
from league.scheduling.selectors.published_season import published_season
from league.scheduling.services.plans import State, hold_league, hold_plan, task_to_plan
from league.scheduling.services.publishing_letters import (
    Addresses,
    FixtureChange,
    PreviousFixture,
    letters_to_captains,
)
from league.scheduling.services.publishing_undo import OUT_OF_THE_WAY, WRITTEN, Publication
from league.shared.errors import Refused, refuse_invalid, refused_by, written_whole
from league.shared.grouping import grouped
from league.shared.sql import insert_columns, update_rows

NOT_A_LIST = frozenset({Kind.STRANGER, Kind.MEETINGS, Kind.TWICE_A_ROUND})
MOST_MATCHES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanges:
    """How many matches of a team move, are new, and are deleted."""

    team: str
    moved: int
    made: int
    deleted: int

    @property
    def all(self) -> int:
        """How many of its matches change."""
        return self.moved + self.made + self.deleted


def _by_team(matches: Iterable[Match]) -> Counter[str]:
    return Counter(str(team) for match in matches for team in (match.home, match.away))


# So many faults are named; a team that has left since leaves one for each of its opponents.
MOST_FAULTS = 6
NO_LONGER_WHOLE = (
    "These fixtures do not fit the teams that play now, and cannot be published as they are. "
    "Plan again from today."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a publication did. `unchanged` are matches already as in the plan, or played.

    `ended_on` is the last night of the fixtures until then, None without any; `ends_on` that of the new ones.
    There is no verdict if what is broken was neither to be shown nor to prevent it.
    """

    made: tuple[Match, ...]
    moved: tuple[Match, ...]
    unchanged: int
    taken_out: tuple[Match, ...]
    letters: int
    ended_on: datetime.date | None
    ends_on: datetime.date
    verdict: Verdict | None

    @property
    def deleted(self) -> int:
        """How many matches are no longer in the list."""
        return len(self.taken_out)

    @property
    def before(self) -> int:
        """How many matches the season had."""
        return len(self.moved) + self.unchanged + self.deleted

    @property
    def by_team(self) -> list[TeamChanges]:
        """What happens to the matches of each team, those with the most changes first."""
        moved, made, deleted = map(_by_team, (self.moved, self.made, self.taken_out))
        changes = (
            TeamChanges(team=team, moved=moved[team], made=made[team], deleted=deleted[team])
            for team in moved | made | deleted
        )
        return sorted(changes, key=lambda change: (-change.all, change.team))


@dataclass(slots=True, kw_only=True)
class _Work:
    made: list[Match] = field(default_factory=list)
    moved: list[Match] = field(default_factory=list)
    unchanged: list[Match] = field(default_factory=list)
    given: list[Match] = field(default_factory=list)
    renumbered: list[Match] = field(default_factory=list)
    was: dict[int, PreviousFixture] = field(default_factory=dict)

    @property
    def rewritten(self) -> list[Match]:
        """The matches whose rows change: moved, or played in what the plan counts as another week."""
        return [*self.moved, *self.renumbered]


@read_first
def publish_plan(
    *,
    plan: FixturePlan,
    by: User | None,
    now: datetime.datetime,
    today: datetime.date,
    began_from: int,
    despite_faults: bool = False,
    is_preview: bool = False,
    addresses: Addresses | None = None,
) -> Published:
    """Make the plan's list the season's, and write to the captains. `addresses` are for their letters.

    A plan that is not stored yet is stored with it.

    Raises Refused if the plan has no list or one that is not whole, if a condition is broken without
    `despite_faults`, if it moves a played match, and if it is published already. What the judge finds broken
    in the season as it is then, with its cup ties, is only told in a preview.
    """
    with written_whole():
        season = hold_season(plan.season)
        if season.is_finished:
            raise Refused(FINISHED)
        hold_matches(season)
        hold_league(season.league_id)
        plan = hold_plan(plan, began_from) if plan.pk else plan
        if plan.state == State.PUBLISHED:
            raise Refused("This plan is already published.")
        task, meetings = _verified(plan, despite_faults)
        work, left = _matched(season, meetings, task.keep_before, today)
        ended_on = Match.objects.filter(division__season=season, **LISTS).aggregate(last=Max("date"))["last"]
        aside = set_aside(work.given, (*work.rewritten, *work.made, *work.unchanged))
        moved = [match.pk for match in (*work.rewritten, *aside)]
        publication = Publication.of(plan=plan, season=season, moved=moved)
        insert = _verified_insertion(work)
        changes = [
            *(FixtureChange(match=match) for match in work.made),
            *(FixtureChange(match=match, was=work.was[match.pk]) for match in work.moved),
        ]
        letters = letters_to_captains(plan=plan, changes=changes, by=by, now=now, addresses=addresses)
        FixturePlan.objects.filter(season=season, state=State.PUBLISHED).update(state=State.DONE)
        # With its first write it is alone on SQLite: no hand comes to these matches after this look.
        publication.note_at_once(left, moved)
        with refused_by(
            at_home_once_a_week="A team would have two home matches in one week.",
            away_once_a_week="A team would have two away matches in one week.",
        ):
            _write(work, left, aside, insert)
        plan.state, plan.published_at = State.PUBLISHED, now
        plan.save(update_fields=["state", "published_at"] if plan.pk else None)
        if not is_preview:  # which is rolled back: nobody reads what it stores
            Notice.objects.bulk_create(letters)
            publication.store(
                made=work.made, moved=[*work.rewritten, *aside], letters=letters, by=by, now=now
            )
        bump_revision(league_id=season.league_id)
        verdict = judge(published_season(season)) if is_preview or not despite_faults else None
        if verdict and verdict.breaches and not is_preview:
            raise Refused("\n".join(_first_few(list(map(str, verdict.breaches)))))
    return Published(
        verdict=verdict,
        made=tuple(work.made),
        moved=tuple(work.moved),
        unchanged=len(work.unchanged),
        taken_out=tuple(left),
        letters=len(letters),
        ended_on=ended_on,
        ends_on=max(meeting.date for meeting in meetings),
    )


@read_first
def preview_publishing(**arguments: Any) -> Published:
    """Return what `publish_plan` would do with the same arguments. Nothing is written and nobody is told.

    Raises Refused as `publish_plan` does.
    """
    with transaction.atomic():
        done = publish_plan(**arguments, is_preview=True)
        transaction.set_rollback(True)
    return done


def _verified(plan: FixturePlan, despite_faults: bool) -> tuple[Task, tuple[Meeting, ...]]:
    if not plan.best:
        raise Refused("This plan has no fixtures yet. Start a search first.")
    task = task_to_plan(plan.season, plan.wishes)
    fixtures = parse_plan(plan.best)
    faults = faults_of(task, fixtures)
    if torn := [fault.sentence for fault in faults if fault.kind in NOT_A_LIST]:
        raise Refused("\n".join([NO_LONGER_WHOLE, *_first_few(torn)]))
    if faults and not despite_faults:
        raise Refused("\n".join(_first_few([fault.sentence for fault in faults])))
    return task, fixtures.meetings


def _first_few(sentences: Sequence[str]) -> list[str]:
    left = len(sentences) - MOST_FAULTS
    return [*sentences[:MOST_FAULTS], f"And {left} more."] if left > 1 else list(sentences)


def _matched(
    season: Season,
    meetings: Sequence[Meeting],
    keep_before: datetime.date | None,
    today: datetime.date,
) -> tuple[_Work, list[Match]]:
    """Match the meetings with the season's matches, first with the same team at home, then the other way.

    Return the work, and the matches that are no longer in the list. Raises Refused if one of them was played.
    """
    there = _listed_matches(season)
    settled = _settled(there, keep_before, today)
    divisions = {
        division.slug: division
        for division in Division.objects.filter(season=season).select_related("season")
    }
    teams = {team.slug: team for team in Team.objects.filter(league=season.league_id).select_related("pub")}
    lent = {meeting.venue for meeting in meetings if meeting.venue}
    pubs = (
        {pub.slug: pub for pub in Pub.objects.filter(league=season.league_id, slug__in=lent)} if lent else {}
    )
    in_turn = sorted(there, key=lambda match: (match.pk not in settled, match.week))
    waiting = grouped(((match.division_id, match.home_id, match.away_id), match) for match in in_turn)
    hour = usual_hour(there, season)
    work, unmatched = _Work(), []
    for meeting in meetings:
        sides = divisions[meeting.division], teams[meeting.home], teams[meeting.away]
        matches = waiting[sides[0].pk, sides[1].pk, sides[2].pk]
        if matches:
            _place(work, matches.pop(0), meeting, (*sides, pubs.get(meeting.venue)), settled)
        else:
            unmatched.append((meeting, sides))
    for unmatched_meeting, sides in unmatched:
        other_way = waiting[sides[0].pk, sides[2].pk, sides[1].pk]
        turned = next((match for match in other_way if match.pk not in settled), None)
        if turned is not None:
            other_way.remove(turned)
        match = turned or Match(division=sides[0], starts_at=hour)
        _place(work, match, unmatched_meeting, (*sides, pubs.get(unmatched_meeting.venue)), settled)
    left = [match for matches in waiting.values() for match in matches]
    given = given_since_leaving(left, settled)
    work.given = [match for match in left if match.pk in given]
    left = [match for match in left if match.pk not in given]
    _refuse_played(match for match in left if match.pk in settled)
    return work, left


def _listed_matches(season: Season) -> list[Match]:
    listed = Match.objects.filter(division__season=season, **LISTS)
    return list(listed.select_related("division__season", "home", "away", "venue").order_by("pk"))


def _settled(matches: Sequence[Match], keep_before: datetime.date | None, today: datetime.date) -> set[int]:
    """Return the keys of matches that cannot move: played, signed or awarded, or of a past night.

    Past nights without play from `keep_before` on are planned again.
    """
    played = played_among(match.pk for match in matches)
    nights = {match.date for match in matches if match.pk in played}

    def is_gone(night: datetime.date) -> bool:
        is_lost = keep_before is not None and night >= keep_before and night not in nights
        return night < today and not is_lost

    return played | {match.pk for match in matches if match.date and is_gone(match.date)}


def usual_hour(matches: Iterable[Match], season: Season) -> datetime.time | None:
    """Return the hour at which most matches begin: in the season, as it was said of it, or in the league."""
    hours = Counter(match.starts_at for match in matches if match.starts_at)
    if not hours and season.starts_at:
        return season.starts_at
    if not hours:
        before = Match.objects.filter(division__season__league=season.league_id, starts_at__isnull=False)
        latest = before.order_by("-date").values_list("starts_at", flat=True)[:MOST_MATCHES]
        hours = Counter(hour for hour in latest if hour)
    return hours.most_common(1)[0][0] if hours else None


def _place(
    work: _Work,
    match: Match,
    meeting: Meeting,
    sides: tuple[Division, Team, Team, Pub | None],
    settled: set[int],
) -> None:
    if match.pk in settled:
        if (match.date or match.postponed_from) != meeting.date:
            _refuse_played([match])
        work.unchanged.append(match)
        if match.week != meeting.round:
            match.week = meeting.round
            work.renumbered.append(match)
        return
    if match.pk:
        work.was[match.pk] = PreviousFixture(date=match.date, home=match.home_id)
    if not _set_match(match, meeting, *sides[1:]):
        work.unchanged.append(match)
    else:
        (work.moved if match.pk else work.made).append(match)


def _set_match(match: Match, meeting: Meeting, home: Team, away: Team, lent: Pub | None) -> bool:
    """Set a match as in the plan, `lent` the pub that lends its room; return whether anything changed."""
    before = {name: getattr(match, name, None) for name in WRITTEN if match.pk}
    is_same_home = bool(match.pk) and match.home_id == home.pk
    is_same_night = (match.date or match.postponed_from) == meeting.date
    # Another pub was found for that night only; on another night the plan uses the team's own pub.
    if lent is not None and match.venue_id != lent.pk:
        match.venue, match.venue_because = lent, f"{home.pub} has no room that night"
    elif lent is None and not (is_same_home and is_same_night and match.venue_because):
        match.venue, match.venue_because = home.pub, ""
    match.week, match.home, match.away = meeting.round, home, away
    if not is_same_night:
        match.date, match.postponed_from, match.postponed_because = meeting.date, None, ""
    after = {name: getattr(match, name) for name in WRITTEN}
    if before and any(before[name] != after[name] for name in (*IN_CALENDARS & before.keys(), "home")):
        match.sequence += 1
    return before != after


def _refuse_played(matches: Iterable[Match]) -> None:
    for match in matches:
        raise Refused(
            f"{match.home} v {match.away}, {match.date or 'without a date'}, was played or its night has "
            "gone by, and the plan has it otherwise. Plan again from today: keep_before in the requests."
        )


def _verified_insertion(work: _Work) -> Callable[[], Sequence[int]]:
    """Return what inserts the new matches, prepared while others can write. Raises Refused for a bad one."""
    for match in (*work.rewritten, *work.made):
        try:
            match.clean()
        except ValidationError as fault:
            raise refuse_invalid(fault) from fault
    fields = [field for field in Match._meta.concrete_fields if not field.primary_key]
    return partial(
        insert_columns,
        Match,
        fields,
        [
            [field.get_db_prep_save(getattr(match, field.attname), connection) for match in work.made]
            for field in fields
        ],
    )


def _write(
    work: _Work, left: Iterable[Match], aside: Sequence[Match], insert: Callable[[], Sequence[int]]
) -> None:
    update_rows(aside, "week")
    Match.objects.filter(pk__in=[match.pk for match in left]).delete()
    Match.objects.filter(pk__in=[match.pk for match in work.rewritten]).update(
        week=F("week") + OUT_OF_THE_WAY
    )
    update_rows(work.rewritten, *WRITTEN, "sequence")
    for match, key in zip(work.made, insert() if work.made else (), strict=True):
        match.pk = key


def given_since_leaving(left: Sequence[Match], settled: set[int]) -> set[int]:
    """Return the matches of teams that have left which stay though no plan has them.

    They are given to the other side, or their night has gone by. Two queries, none if nothing is left.
    """
    if not left:
        return set()
    lapsed = Match.objects.filter(lapsed_since_leaving(), pk__in=[match.pk for match in left])
    keys = set(lapsed.values_list("pk", flat=True))
    leavings = divisions_with_leavings({match.division_id for match in left}) if keys else {}
    return {
        match.pk
        for match in left
        if match.pk in keys
        and (
            match.pk in settled
            or any(
                team in (match.home_id, match.away_id) and gone.effect is WithdrawalEffect.REST_AWARDED
                for team, gone in leavings[match.division_id].teams.items()
            )
        )
    }


def set_aside(given: Sequence[Match], matches: Sequence[Match]) -> list[Match]:
    """Return the given matches in whose week a side plays another now, each with a later week."""
    sides = {
        (match.division_id, match.week, key) for match in matches for key in (match.home_id, match.away_id)
    }
    weeks = itertools.count(max((match.week for match in (*matches, *given)), default=0) + 1)
    aside = []
    for match in given:
        if {(match.division_id, match.week, key) for key in (match.home_id, match.away_id)} & sides:
            match.week = next(weeks)
            aside.append(match)
    return aside
