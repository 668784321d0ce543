"""What a fixture list says: its dates and matches, when they are usually played, and every team's ground."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from league.printing.short_names import TEAM_LETTER
from league.scheduling.selectors.fixtures import Fixture, FixtureList, TeamOnPaper
from league.shared.text import listed
from league.standings.records import Result
from league.templatetags.dates import pub_date, pub_date_year, pub_time
from league.templatetags.formatting import points
from league.templatetags.standings import behind_points

# What may be known behind the points of a match, in this order.
FIGURES = ("tables", "games", "game points", "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterRow:
    """A match: short names, whose list it is, a star if it was moved, and its points if those are shown.

    `behind` are the figures behind the points, one of each FIGURES; `instead` says why there are none.
    """

    home: str
    away: str
    is_home_ours: bool
    is_away_ours: bool
    star: str
    home_points: str = ""
    away_points: str = ""
    winner: str = ""
    is_void: bool = False
    behind: tuple[str, ...] = ()
    instead: str = ""

    @property
    def is_ours(self) -> bool:
        return self.is_home_ours or self.is_away_ours

    @property
    def middle(self) -> str:
        """What stands between the two names."""
        if self.home_points:
            return f"{self.home_points}–{self.away_points}"
        return "void" if self.is_void else "v"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBlock:
    """A date of the season's list and its matches as they stood; `changes` say what became of those moved."""

    date: str
    weeks: str
    changes: str
    rows: tuple[PosterRow, ...]

    @property
    def notes(self) -> str:
        return "; ".join(filter(None, (self.weeks, self.changes)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where a team is at home, and when, if not at the usual time; `brief` is without the address."""

    team: str
    words: str
    brief: str = ""


def date_blocks(
    fixtures: FixtureList,
    ours: Collection[str] = (),
    *,
    names: Mapping[str, str] | None = None,
    results_on: datetime.date | None = None,
) -> tuple[DateBlock, ...]:
    """Return the dates of the list in order, each with its matches where they stood first.

    `ours` are the slugs of the teams whose list it is; `names` what each team is called (by slug), where
    that is not its short name. `results_on` is the day whose results are shown; without one there are none.
    """
    blocks = []
    year: int | None = None
    names = names or {team.slug: team.short for team in fixtures.teams}
    for date, matches in groupby(fixtures.fixtures, key=lambda fixture: fixture.stood_on):
        is_new_year = year is not None and date.year != year
        blocks.append(
            _date_block(date, tuple(matches), ours, names, with_year=is_new_year, results_on=results_on)
        )
        year = date.year
    return tuple(blocks)


def _date_block(
    date: datetime.date,
    matches: tuple[Fixture, ...],
    ours: Collection[str],
    names: Mapping[str, str],
    *,
    with_year: bool,
    results_on: datetime.date | None,
) -> DateBlock:
    moves = dict.fromkeys(match.date for match in matches if match.moved_from)
    stars = {to: "*" * number for number, to in enumerate(moves, start=1)}
    weeks = sorted({match.week for match in matches})
    changes = [f"{star} {f'now {pub_date(to)}' if to else 'no new date yet'}" for to, star in stars.items()]
    changes += _elsewhere(matches, names)
    return DateBlock(
        date=pub_date_year(date) if with_year else pub_date(date),
        weeks=f"week{'s' if len(weeks) > 1 else ''} {' and '.join(map(str, weeks))}",
        changes="; ".join(changes),
        rows=tuple(
            _row(
                match,
                ours,
                names,
                star=stars[match.date] if match.moved_from else "",
                results_on=results_on,
            )
            for match in matches
        ),
    )


def _row(
    match: Fixture,
    ours: Collection[str],
    names: Mapping[str, str],
    *,
    star: str,
    results_on: datetime.date | None,
) -> PosterRow:
    shares = match.shares if results_on else None
    behind = behind_points(*shares) if shares else {}
    return PosterRow(
        home=names.get(match.home.slug, match.home.short),
        away=names.get(match.away.slug, match.away.short),
        is_home_ours=match.home.slug in ours,
        is_away_ours=match.away.slug in ours,
        star=star,
        home_points=points(shares[0].shown_halves) if shares else "",
        away_points=points(shares[1].shown_halves) if shares else "",
        winner={Result.WON: "home", Result.LOST: "away"}.get(shares[0].result, "") if shares else "",
        is_void=bool(results_on and match.is_void),
        behind=tuple(behind.get(name, "") for name in FIGURES) if results_on else (),
        instead=_instead(match, results_on) if results_on else "",
    )


def _instead(match: Fixture, today: datetime.date) -> str:
    """Return what is said of a match of which no figures are known by a day."""
    if match.shares or match.is_void:
        return "walkover" if match.shares and match.shares[0].is_given else ""
    if match.moved_from:
        return "postponed"
    return "not in yet" if match.date and match.date < today else ""


def _elsewhere(matches: Iterable[Fixture], names: Mapping[str, str]) -> Iterator[str]:
    """Yield matches that will be played at another pub than the home team's, pub by pub."""
    homes: dict[str, list[str]] = {}
    for match in matches:
        if match.elsewhere:
            homes.setdefault(match.elsewhere, []).append(names.get(match.home.slug, match.home.short))
    for pub, teams in homes.items():
        yield f"{listed(teams)} at {pub}"


def usual_time(fixtures: FixtureList) -> datetime.time | None:
    """Return when most matches start."""
    times = Counter(match.starts_at for match in fixtures.fixtures if match.starts_at)
    return max(sorted(times), key=lambda time: times[time], default=None)


def when_played(fixtures: FixtureList) -> str:
    """Return the usual day and time: "Thursdays at 8.30 pm"; the time alone where no day is usual."""
    days = Counter(match.stood_on.strftime("%A") for match in fixtures.fixtures)
    time = usual_time(fixtures)
    at = f"at {pub_time(time)}" if time else ""
    day, often = max(days.items(), key=lambda item: item[1], default=("", 0))
    is_usual = often * 2 > sum(days.values())
    return " ".join(part for part in (f"{day}s" if is_usual else "", at) if part)


def last_result_on(fixtures: FixtureList) -> datetime.date | None:
    """Return the latest date with a result; None before the first."""
    return max((match.date for match in fixtures.fixtures if match.half_points and match.date), default=None)


def grounds_of(fixtures: FixtureList, names: Mapping[str, str] | None = None) -> tuple[Ground, ...]:
    """Return every team with its whole name and its ground, by the name it has in the list."""
    names = names or {}
    usual = usual_time(fixtures)
    times = {match.home.slug: match.starts_at for match in fixtures.fixtures if match.starts_at}
    grounds = []
    for team in fixtures.teams:
        name = names.get(team.slug, team.short)
        bare = re.sub(TEAM_LETTER, "", team.name)
        whole = team.name if team.name != name and not team.pub.startswith(bare) else ""
        own_time = times.get(team.slug, usual)
        late = f" ({pub_time(own_time)})" if own_time != usual else ""
        brief = at_home(team) if team.closed_on else team.pub
        grounds.append(
            Ground(
                team=name,
                words=", ".join(filter(None, (whole, at_home(team)))) + late,
                brief=", ".join(filter(None, (whole, brief))) + late,
            )
        )
    return tuple(grounds)


def at_home(team: TeamOnPaper) -> str:
    """Return where a team is at home; of one whose pub closes without another, from when it is nowhere."""
    if team.closed_on is None:
        return team.ground
    return f"no pub of its own from {pub_date_year(team.closed_on)}; each match says where"
