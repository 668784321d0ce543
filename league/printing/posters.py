"""What a fixture list says: its dates and matches, when they are usually played, and every team's ground."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from league.printing.documents import Shown
from league.printing.other_nights import OtherNight
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
class DateBlock:
    """A date of the season's list and its matches as they stood; `changes` say what became of those moved.

    With `nights` it is the box after the last date: nights beside the list, and new dates of moved matches.
    """

    date: str = ""
    weeks: str = ""
    changes: str = ""
    rows: tuple[Shown, ...] = ()
    nights: tuple[OtherNight, ...] = ()

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
    with_figures: bool = False,
) -> tuple[DateBlock, ...]:
    """Return the dates of the list in order, each with its matches where they stood first.

    `ours` are the slugs of the teams whose list it is; `names` what each team is called (by slug), where
    that is not its short name. `results_on` is the day whose results are shown; without one there are none.
    `with_figures` says whether those behind the points, or why there are none, are shown too.
    """
    blocks = []
    year: int | None = None
    names = names or {team.slug: team.short for team in fixtures.teams}
    for date, of_date in groupby(fixtures.fixtures, key=lambda fixture: fixture.stood_on):
        matches = tuple(of_date)
        moves = dict.fromkeys(match.date for match in matches if match.moved_from)
        stars = {to: "*" * number for number, to in enumerate(moves, start=1)}
        weeks = sorted({match.week for match in matches})
        changes = [f"{stars[to]} {f'now {pub_date(to)}' if to else 'no new date yet'}" for to in moves]
        rows = [
            {
                **_row(match, ours, names, stars[match.date] if match.moved_from else "", results_on),
                **(_behind(match, results_on) if results_on and with_figures else {}),
            }
            for match in matches
        ]
        blocks.append(
            DateBlock(
                date=pub_date(date) if year in (None, date.year) else pub_date_year(date),
                weeks=f"week{'s' if len(weeks) > 1 else ''} {' and '.join(map(str, weeks))}",
                changes="; ".join((*changes, *_elsewhere(matches, names))),
                rows=tuple(rows),
            )
        )
        year = date.year
    return tuple(blocks)


def _row(
    match: Fixture,
    ours: Collection[str],
    names: Mapping[str, str],
    star: str,
    results_on: datetime.date | None,
) -> Shown:
    """Return a match: short names, whose list it is, a star if it was moved, and its points if shown."""
    shares = match.shares if results_on else None
    home, away = (points(share.shown_halves) for share in shares) if shares else ("", "")
    return {
        "home": names.get(match.home.slug, match.home.short),
        "away": names.get(match.away.slug, match.away.short),
        "is_home_ours": match.home.slug in ours,
        "is_away_ours": match.away.slug in ours,
        "star": star,
        "home_points": home,
        "away_points": away,
        "middle": f"{home}–{away}" if home else "void" if results_on and match.is_void else "v",
        "winner": {Result.WON: "home", Result.LOST: "away"}.get(shares[0].result, "") if shares else "",
        "behind": (),
        "instead": "",
    }


def _behind(match: Fixture, today: datetime.date) -> Shown:
    """Return what stands behind the points of a match: one of each FIGURES, or why there are none."""
    behind = behind_points(*match.shares) if match.shares else {}
    return {
        "behind": tuple(behind.get(name, "") for name in FIGURES),
        "instead": _instead(match, today),
    }


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


def usual_time(times: Iterable[datetime.time | None]) -> datetime.time | None:
    """Return when most matches start, of as many the earliest; None if none has a time."""
    known = Counter(filter(None, times))
    return max(sorted(known), key=lambda time: known[time], default=None)


def usual_time_of(fixtures: FixtureList) -> datetime.time | None:
    """Return when most matches of a list start."""
    return usual_time(match.starts_at for match in fixtures.fixtures)


def when_played(fixtures: FixtureList) -> str:
    """Return the usual day and time: "Thursdays at 8.30 pm"; the time alone where no day is usual."""
    return day_and_time((match.stood_on for match in fixtures.fixtures), usual_time_of(fixtures))


def day_and_time(dates: Iterable[datetime.date], time: datetime.time | None) -> str:
    """Return the day on which most of the dates are, with a time: "Thursdays at 8.30 pm"."""
    days = Counter(f"{date:%A}s" for date in dates)
    usual = (day for day, often in days.items() if often * 2 > days.total())
    return " ".join((*usual, *([f"at {pub_time(time)}"] if time else [])))


def last_result_on(fixtures: FixtureList) -> datetime.date | None:
    """Return the latest date with a result; None before the first."""
    return max((match.date for match in fixtures.fixtures if match.half_points and match.date), default=None)


def grounds_of(fixtures: FixtureList, names: Mapping[str, str] | None = None) -> tuple[Ground, ...]:
    """Return every team with its whole name and its ground, by the name it has in the list."""
    names = names or {}
    usual = usual_time_of(fixtures)
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
