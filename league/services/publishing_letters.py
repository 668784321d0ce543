"""The captains told of a list that was published: each what is new or moved for the own team."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping

from league.models import Enrolment, FixturePlan, Match, Notice, Team, User
from league.selectors.captains import captain_in
from league.services.notice_words import day

LONGEST_SUBJECT, LONGEST_BODY = 200, 4000


def tell_captains(
    *,
    plan: FixturePlan,
    made: Iterable[Match],
    moved: Iterable[Match],
    by: User | None,
    now: datetime.datetime,
) -> list[Notice]:
    """A letter to every captain who has an address and a match that is new or moved."""
    changes = _by_team(made, moved)
    found = Enrolment.objects.filter(season=plan.season_id, team__in=changes).exclude(captain_email="")
    return Notice.objects.bulk_create(
        Notice(
            league=plan.season.league,
            kind=Notice.Kind.FIXTURES,
            about=f"fixtures {plan.public_id} {plan.revision} {one.team_id}",
            to=one.captain_email,
            subject=f"Fixtures of {one.team}, {plan.season}"[:LONGEST_SUBJECT],
            body=_body(plan, one, changes[one.team_id]),
            wanted_at=now,
            wanted_by=by,
        )
        for one in found.select_related("team", "season")
    )


def _body(plan: FixturePlan, enrolment: Enrolment, matches: Iterable[Match]) -> str:
    lines = "\n".join(f"{day(match.date)}: {_side(match, enrolment.team)}" for match in matches)
    return f"""\
Hello {captain_in(enrolment).called},

the fixtures of {plan.season} are out. New or moved for {enrolment.team}:

{lines}

The whole list, and a calendar that your phone can follow, are on the page of your team.

{plan.season.league}
"""[:LONGEST_BODY]


def _side(match: Match, team: Team) -> str:
    return f"{match.away} at home" if match.home_id == team.pk else f"away at {match.home}"


def _by_team(made: Iterable[Match], moved: Iterable[Match]) -> Mapping[int, list[Match]]:
    found: dict[int, list[Match]] = defaultdict(list)
    for match in sorted((*made, *moved), key=lambda one: (one.date or datetime.date.max, one.week)):
        found[match.home_id].append(match)
        found[match.away_id].append(match)
    return found
