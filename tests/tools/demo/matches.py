"""The demo's matches: who meets whom, on which Thursday, and what was postponed."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.tools.demo.chance import same_every_time
from tests.tools.demo.happenings import POSTPONED, Name
from tests.tools.demo.pubs import PUBS, Pub, Team
from tests.tools.demo.round_robin import double_round_robin, never_at_home_together

TABLES_OF_A_MATCH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMatch:
    """Two teams, and when they meet. No date: postponed, and nobody has said until when."""

    name: Name
    home: Team
    away: Team
    date: datetime.date | None
    postponed_from: datetime.date | None = None
    postponed_because: str = ""


Divisions = Sequence[Sequence[Team]]


def planned_matches(
    season: int, divisions: Divisions, first_night: datetime.date
) -> tuple[PlannedMatch, ...]:
    """A season's list, week by week; two teams of a small pub are never at home on the same night."""
    meetings = double_round_robin(len(divisions[0]))
    places = _places(season, divisions)
    return tuple(
        _put_off(
            PlannedMatch(
                name=Name(season=season, division=number, week=week, nth=nth),
                home=division[meeting.home],
                away=division[meeting.away],
                date=first_night + datetime.timedelta(weeks=week - 1),
            )
        )
        for week in sorted({meeting.week for meeting in meetings})
        for number, division in enumerate(places, start=1)
        for nth, meeting in enumerate((meeting for meeting in meetings if meeting.week == week), start=1)
    )


def _put_off(match: PlannedMatch) -> PlannedMatch:
    postponement = POSTPONED.get(match.name)
    if postponement is None or match.date is None:
        return match
    return replace(
        match,
        date=None if postponement.days is None else match.date + datetime.timedelta(days=postponement.days),
        postponed_from=match.date,
        postponed_because=postponement.because,
    )


def _places(season: int, divisions: Divisions) -> list[dict[int, Team]]:
    """Places in the circle; two teams of a small pub take two that are never at home together."""
    rng = same_every_time("places", season)
    pairs = list(never_at_home_together(len(divisions[0])))
    rng.shuffle(pairs)
    placed: list[dict[int, Team]] = [{} for _ in divisions]
    for pub in PUBS:
        if pub.tables < 2 * TABLES_OF_A_MATCH and len(twins := _teams_of(pub, divisions)) > 1:
            for (division, team), place in zip(twins, pairs.pop(), strict=True):
                placed[division][place] = team
    for teams, taken in zip(divisions, placed, strict=True):
        rest = [team for team in teams if team not in taken.values()]
        rng.shuffle(rest)
        taken.update(zip((place for place in range(len(teams)) if place not in taken), rest, strict=True))
    return placed


def _teams_of(pub: Pub, divisions: Divisions) -> list[tuple[int, Team]]:
    return [
        (number, team) for number, division in enumerate(divisions) for team in division if team.pub is pub
    ]
