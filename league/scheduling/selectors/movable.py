"""Which matches of a season stay when the rest is planned again, and which may move."""

import datetime
from dataclasses import dataclass, field

from league.models import Division, Match, Season
from league.scheduling.planner.calendar import DAY, monday_of
from league.scheduling.planner.round_nights import most_usual
from league.scheduling.selectors.plans import LISTS, played_among, withdrawn_teams


@dataclass(slots=True, kw_only=True)
class MovableMatches:
    """The matches of a division when it is planned again from a day: so many were played, or belong to nights
    before that day; those with a date of their own, or none yet, stay too; the others may move.

    `off` counts the open matches of each team that has left: they are taken off the plan.
    """

    division: Division
    before: int = 0
    dated: list[Match] = field(default_factory=list)
    undated: list[Match] = field(default_factory=list)
    may_move: int = 0
    off: dict[str, int] = field(default_factory=dict)


def movable_matches(season: Season, start: datetime.date) -> tuple[MovableMatches, ...]:
    """Return the matches of each division when it is planned again from that day. Four queries."""
    query_set = Match.objects.filter(division__season=season, **LISTS)
    matches = list(query_set.select_related("division__season", "home", "away", "venue"))
    played = played_among(match.pk for match in matches)
    gone = withdrawn_teams(season)
    usual = most_usual(
        ((match.division_id, match.week), match.date or match.postponed_from) for match in matches
    )
    divisions: dict[int, MovableMatches] = {}
    for match in sorted(matches, key=lambda match: (match.division.position, match.division_id)):
        own = divisions.setdefault(match.division_id, MovableMatches(division=match.division))
        left, night = gone & {match.home_id, match.away_id}, usual.get((match.division_id, match.week), start)
        if match.pk in played:
            own.before += 1
        elif left:
            team = str(match.home if match.home_id in left else match.away)
            own.off[team] = own.off.get(team, 0) + 1
        elif match.date is None:
            own.undated.append(match)
        elif match.date < start:
            own.before += 1
        elif match.date != night and (match.postponed_from or monday_of(match.date) != monday_of(night)):
            own.dated.append(match)
        else:
            own.may_move += 1
    return tuple(divisions.values())


def first_day_to_move(season: Season, today: datetime.date) -> datetime.date:
    """Return the first day of which matches may move unasked: today, or tomorrow if matches stand on today.

    Teams are on their way to tonight's matches. One query.
    """
    is_match_day = Match.objects.filter(division__season=season, date=today, **LISTS).exists()
    return today + DAY if is_match_day else today
