"""What the season's rule says to putting a match off now, and until when it may be played."""

import datetime
from dataclasses import dataclass

from django.db.models import Q

from league.models import Match, Offence, Team
from league.regulations import (
    Kind,
    PostponementVerdict,
    postponement_verdict,
    postponements_of,
    replay_by,
)
from league.selectors.free_nights import DAY, Window
from league.selectors.regulated import season_facts, start_of, zone_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What the rule says if these teams ask now."""

    teams: tuple[Team, ...]
    verdict: PostponementVerdict


def asking_now(match: Match, now: datetime.datetime) -> tuple[Asking, ...]:
    """The rule's answer to each side, or one to both if it is the same. Five queries.

    Nothing where postponements are not regulated, or while the match has no date to be moved from.
    """
    season = match.division.season
    regulations, zone = season.rule_book.season_regulations(), zone_of(season)
    if regulations.postponements is None or match.date is None:
        return ()
    sides = (match.home, match.away)
    facts = season_facts(season, of=Q(home__in=sides) | Q(away__in=sides))
    late = Offence.objects.filter(season=season, team__in=sides, kind__startswith=Kind.LATE_POSTPONEMENT)
    late_of = list(late.exclude(state=Offence.State.WAIVED).values_list("team", flat=True))
    verdicts = [
        postponement_verdict(
            now,
            start_of(match.date, match.starts_at, zone),
            regulations,
            zone,
            before=postponements_of(team.pk, facts, regulations),
            late_before=late_of.count(team.pk),
            first_start=start_of(match.postponed_from or match.date, match.starts_at, zone),
        )
        for team in sides
    ]
    if verdicts[0] == verdicts[1]:
        return (Asking(teams=sides, verdict=verdicts[0]),)
    return tuple(
        Asking(teams=(team,), verdict=verdict) for team, verdict in zip(sides, verdicts, strict=True)
    )


def replay_window(match: Match) -> Window | None:
    """The days on which the season's rules let a match be made up; None where they set none. No query."""
    season = match.division.season
    zone, first = zone_of(season), match.postponed_from or match.date
    if first is None:
        return None
    regulations = season.rule_book.season_regulations()
    last = replay_by(start_of(first, match.starts_at, zone), regulations, zone)
    if last is None:
        return None
    day = last.date()
    if start_of(day, match.starts_at, zone) > last:
        day -= DAY
    return season.starts_on, day
