"""Every published version of a season's fixtures: when, by whom, what changed, and the list itself."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from league.models import Division, FixturePlan, Match, Pub, RecordChange, Season, Team
from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.task import Meeting, Plan
from league.scheduling.selectors.plans import LISTS, played_among, publications_of
from league.shared.grouping import grouped


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDownMatch:
    """A match as a version had it, by keys; `venue` is None at the home team's own pub.

    `was` is the night it was put off from.
    """

    key: int
    division: int
    week: int
    home: int
    away: int
    venue: int | None
    date: datetime.date | None
    was: datetime.date | None

    @property
    def night(self) -> datetime.date | None:
        """Its night, or without one that from which it was put off."""
        return self.date or self.was

    @property
    def pair(self) -> tuple[int, frozenset[int]]:
        """Its division and its two teams."""
        return self.division, frozenset((self.home, self.away))


def rows_of_season(season: Season) -> list[list[Any]]:
    """Return the season's list as a version stores it, days as texts. One query."""
    matches = Match.objects.filter(division__season=season, **LISTS).order_by("pk")
    rows = matches.values_list(
        "pk",
        "division_id",
        "week",
        "home_id",
        "away_id",
        "venue_id",
        "home__pub_id",
        "date",
        "postponed_from",
    )
    return [
        [*row, venue if venue != own else None, date and date.isoformat(), was and was.isoformat()]
        for *row, venue, own, date, was in rows
    ]


def laid_down(rows: Iterable[Sequence[Any]]) -> dict[int, LaidDownMatch]:
    """Return the matches of stored rows by their keys."""
    return {
        key: LaidDownMatch(
            key=key,
            division=division,
            week=week,
            home=home,
            away=away,
            venue=venue,
            date=datetime.date.fromisoformat(date) if date else None,
            was=datetime.date.fromisoformat(was) if was else None,
        )
        for key, division, week, home, away, venue, date, was in rows
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedVersion:
    """One publication. `number` counts from 1; `is_latest` if it is the list that stands."""

    number: int
    change: RecordChange
    plan: FixturePlan | None
    is_latest: bool

    @property
    def key(self) -> str:
        """How an address names it."""
        return self.change.public_id

    @property
    def summary(self) -> str:
        """What it changed, in words."""
        return str(self.change.after.get("summary", ""))


def versions_of(season: Season) -> list[PublishedVersion]:
    """Return every publication of a season, those undone too, the latest first. Two queries."""
    published = publications_of(season.pk).defer("effects").select_related("made_by", "undone_by")
    changes = list(published)[::-1]
    drafts = FixturePlan.objects.filter(season=season).defer("best", "resume", "progress")
    plans = {plan.public_id: plan for plan in drafts} if changes else {}
    standing = next((change for change in reversed(changes) if change.undone_at is None), None)
    versions = [
        PublishedVersion(
            number=number,
            change=change,
            plan=plans.get(change.after.get("plan", "")),
            is_latest=change == standing,
        )
        for number, change in enumerate(changes, start=1)
    ]
    return versions[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionMatch:
    """A match of a version by its names. `now` says how it stands today, if it differs; `stays` why it would
    not follow; `elsewhere` the pub it borrows."""

    night: datetime.date | None
    division: str
    week: int
    title: str
    elsewhere: str = ""
    public_id: str = ""
    now: str = ""
    stays: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPage:
    """A version and its list. `teams` are how many matches of each it made or moved, the most first.

    `merged` is the list to restore: this version's, but for what was played or moved by itself since.
    """

    version: PublishedVersion
    matches: tuple[VersionMatch, ...]
    teams: tuple[tuple[str, int], ...]
    merged: Plan
    has_list: bool

    @property
    def nights(self) -> list[tuple[datetime.date | None, list[VersionMatch]]]:
        """The matches night by night."""
        return [(night, list(matches)) for night, matches in groupby(self.matches, lambda row: row.night)]

    @property
    def staying(self) -> list[VersionMatch]:
        """The matches that do not follow, and stand otherwise in this version."""
        return [match for match in self.matches if match.stays and match.now]

    @property
    def differing(self) -> list[VersionMatch]:
        """The matches that stand otherwise today and would follow."""
        return [match for match in self.matches if match.now and not match.stays]


PLAYED, BY_ITSELF, GONE = "played", "moved by itself since", "its night has gone by"


def version_page(season: Season, version: PublishedVersion, today: datetime.date) -> VersionPage:
    """Return a version of a season with its list beside the present one. Eight queries."""
    effects = version.change.effects
    then = laid_down(effects.get("fixtures", ()))
    matches = list(Match.objects.filter(division__season=season, **LISTS).order_by("pk"))
    now = laid_down(rows_of_season(season))
    stays = _gone(then, today) | _staying(season, matches, now, today)
    names = _Names.of(season, [*then.values(), *now.values()])
    public_ids = {match.pk: match.public_id for match in matches}
    rows = [
        VersionMatch(
            night=row.night,
            division=names.divisions[row.division].name,
            week=row.week,
            title=names.title(row),
            elsewhere=names.elsewhere(row),
            public_id=public_ids.get(row.key, ""),
            now=names.otherwise(row, now.get(row.key)),
            stays=stays.get(row.key, ""),
        )
        for row in then.values()
        if row.division in names.divisions
    ]
    return VersionPage(
        version=version,
        matches=tuple(
            sorted(rows, key=lambda row: (row.night is None, row.night or today, row.division, row.title))
        ),
        teams=_changes_by_team(effects, names),
        merged=names.plan(_merged(then, now, stays)),
        has_list=bool(then),
    )


def _staying(
    season: Season, matches: Sequence[Match], now: Mapping[int, LaidDownMatch], today: datetime.date
) -> dict[int, str]:
    """Return the keys of matches that no version changes, and why: played or gone by, or moved alone.

    A match has moved by itself if it is not as the latest publication left it, or was postponed before that
    and kept its own date. Three queries.
    """
    played = played_among(match.pk for match in matches)
    gone = {match.pk for match in matches if match.date and match.date < today}
    latest = publications_of(season.pk).filter(undone_at=None).first()
    left = laid_down(latest.effects.get("fixtures", ())) if latest else {}
    by_itself = {key for key, row in now.items() if row.was or (left and left.get(key) != row)}
    return dict.fromkeys(by_itself, BY_ITSELF) | dict.fromkeys(gone, GONE) | dict.fromkeys(played, PLAYED)


def _gone(then: Mapping[int, LaidDownMatch], today: datetime.date) -> dict[int, str]:
    """Return the keys of the matches that a version would put on a night that has gone by."""
    return {key: GONE for key, row in then.items() if row.night and row.night < today}


def _merged(
    then: Mapping[int, LaidDownMatch], now: Mapping[int, LaidDownMatch], stays: Collection[int]
) -> list[LaidDownMatch]:
    """Return a version's matches, with those that stay as they are now, in the version's weeks.

    Where one of these has changed sides since, its return match changes sides too, so that everybody is at
    home as often as the version says.
    """
    kept = {
        key: replace(row, week=then[key].week) if key in then else row
        for key, row in now.items()
        if key in stays
    }
    merged = {key: row for key, row in then.items() if key not in stays} | kept
    by_pair = grouped((row.pair, key) for key, row in then.items() if key not in stays)
    for key, row in kept.items():
        before = then.get(key)
        if before is None or before.pair != row.pair or before.home == row.home:
            continue
        other = next((key for key in by_pair[row.pair] if merged[key].home == row.home), None)
        if other is not None:
            turned = merged[other]
            merged[other] = replace(turned, home=turned.away, away=turned.home, venue=None)
    return list(merged.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The teams, divisions and pubs behind the keys of a version."""

    teams: Mapping[int, Team]
    divisions: Mapping[int, Division]
    pubs: Mapping[int, Pub]

    @classmethod
    def of(cls, season: Season, rows: Sequence[LaidDownMatch]) -> "_Names":
        """Return those of these matches. Three queries."""
        return cls(
            teams=Team.objects.in_bulk({key for row in rows for key in (row.home, row.away)}),
            divisions={division.pk: division for division in Division.objects.filter(season=season)},
            pubs=Pub.objects.in_bulk({row.venue for row in rows if row.venue}),
        )

    def title(self, row: LaidDownMatch) -> str:
        home, away = (self._team(key) for key in (row.home, row.away))
        return f"{home} v {away}"

    def elsewhere(self, row: LaidDownMatch) -> str:
        """Return the name of the pub that is borrowed, or nothing at home."""
        pub = self._pub(row)
        return pub.name if pub else ""

    def otherwise(self, row: LaidDownMatch, now: LaidDownMatch | None) -> str:
        """Return how a match stands now, if it does not stand like this."""
        if now is None:
            return "no longer in the fixtures"
        parts = []
        if now.home != row.home:
            parts.append(self.title(now))
        if now.date != row.date:
            parts.append(short_day(now.date) if now.date else "postponed")
        if now.venue != row.venue and now.home == row.home:
            parts.append(f"at {self.elsewhere(now) or 'its own pub'}")
        return ", ".join(parts)

    def plan(self, rows: Iterable[LaidDownMatch]) -> Plan:
        """Return matches as a plan; those of deleted teams or without a night are left out."""
        return Plan(
            meetings=tuple(
                Meeting(
                    date=row.night,
                    division=self.divisions[row.division].slug,
                    round=row.week,
                    home=self.teams[row.home].slug,
                    away=self.teams[row.away].slug,
                    venue=self._lent(row),
                )
                for row in rows
                if row.night and row.division in self.divisions and {row.home, row.away} <= self.teams.keys()
            )
        )

    def _lent(self, row: LaidDownMatch) -> str:
        pub = self._pub(row)
        return pub.slug if pub else ""

    def _pub(self, row: LaidDownMatch) -> Pub | None:
        return self.pubs.get(row.venue) if row.venue else None

    def _team(self, key: int) -> str:
        return self.teams[key].name if key in self.teams else "a deleted team"


def _changes_by_team(effects: Mapping[str, Any], names: _Names) -> tuple[tuple[str, int], ...]:
    counted: Counter[int] = Counter()
    for row in (*effects.get("made", ()), *effects.get("moved", ())):
        counted.update((row["fields"]["home"], row["fields"]["away"]))
    named = [(names._team(key), number) for key, number in counted.items()]
    return tuple(sorted(named, key=lambda item: (-item[1], item[0].casefold())))
