"""The captains told of a list that was published: what is new for the own team, and what moved to when."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.messages.letters import day
from league.models import Enrolment, FixturePlan, Match, Notice, Ruling, Team, User
from league.people.captains.selectors import captain_in

LONGEST_SUBJECT, LONGEST_BODY = 200, 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAddresses:
    """Where a team's fixtures are to be found: its page, its list to print, the calendar for a phone."""

    page: str
    paper: str
    calendar: str


Addresses = Callable[[Team], TeamAddresses]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousFixture:
    """Where a match stood before: its date, if it had one, and who was at home."""

    date: datetime.date | None
    home: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureChange:
    """A match that a publication made, or moved from where it was."""

    match: Match
    was: PreviousFixture | None = None


def write_to_captains(
    *,
    plan: FixturePlan,
    changes: Iterable[FixtureChange],
    by: User | None,
    now: datetime.datetime,
    addresses: Addresses | None = None,
) -> list[Notice]:
    """A letter to every captain who has an address and a match that is new or moved.

    A match against a team that has left is nobody's news: it is not played.
    """
    told = _by_team(changes, _gone(plan))
    found = Enrolment.objects.filter(season=plan.season_id, team__in=told).exclude(captain_email="")
    return Notice.objects.bulk_create(
        Notice(
            league=plan.season.league,
            kind=Notice.Kind.FIXTURES,
            about=f"fixtures {plan.public_id} {plan.revision} {one.team_id}",
            to=one.captain_email,
            subject=f"Fixtures of {one.team}, {plan.season}"[:LONGEST_SUBJECT],
            body=_body(plan, one, told[one.team_id], addresses),
            wanted_at=now,
            wanted_by=by,
        )
        for one in found.select_related("team", "season")
    )


def _body(
    plan: FixturePlan, enrolment: Enrolment, changes: Sequence[FixtureChange], addresses: Addresses | None
) -> str:
    team = enrolment.team
    opening = f"Hello {captain_in(enrolment).called},\n\n"
    closing = f"{_where(addresses(team)) if addresses else ''}\n{plan.season.league}\n"
    parts = [f"the fixtures of {plan.season} are out."]
    made = [f"{day(one.match.date)}: {_side(one.match, team)}" for one in changes if one.was is None]
    moved = [_moved(change.match, change.was, team) for change in changes if change.was is not None]
    if moved:
        parts = [f"the fixtures of {plan.season} have changed. Moved for {team}:", "\n".join(moved)]
    if made:
        parts += [f"New for {team}:", "\n".join(made)]
    body = "\n\n".join(parts)
    # Whatever is cut for length, the way to the whole list is not.
    room = LONGEST_BODY - len(opening) - len(closing) - len("\n…\n")
    if len(body) > room:
        body = f"{body[:room].rpartition(chr(10))[0]}\n…"
    return f"{opening}{body}\n{closing}"


def _where(addresses: TeamAddresses) -> str:
    return f"""
Your whole list: {addresses.page}
To print: {addresses.paper}
A calendar that your phone keeps up to date: {addresses.calendar}
"""


def _moved(match: Match, was: PreviousFixture, team: Team) -> str:
    """From Thursday 14 January 2027 to Thursday 21 January 2027: The Shears at home."""
    side = _side(match, team)
    is_turned = was.home != match.home_id
    turned = f" ({'home' if match.home_id == team.pk else 'away'} now)" if is_turned else ""
    if was.date == match.date:
        return f"{day(match.date)}: {side}{turned}"
    since = f"from {day(was.date)}" if was.date else "without a date until now,"
    return f"{since[0].upper()}{since[1:]} to {day(match.date)}: {side}{turned}"


def _side(match: Match, team: Team) -> str:
    """The Shears at home; away at The Fleece. A pub that the home team's name does not tell is named."""
    said = f"{match.away} at home" if match.home_id == team.pk else f"away at {match.home}"
    is_told = match.venue.name.casefold() in match.home.name.casefold()
    return said if is_told else f"{said}, played at {match.venue}"


def _gone(plan: FixturePlan) -> set[int]:
    left = Ruling.objects.withdrawals().filter(division__season=plan.season_id)
    return {team for team in left.values_list("team", flat=True) if team}


def _by_team(changes: Iterable[FixtureChange], gone: set[int]) -> Mapping[int, list[FixtureChange]]:
    found: dict[int, list[FixtureChange]] = defaultdict(list)
    last = datetime.date.max
    for one in sorted(changes, key=lambda change: (change.match.date or last, change.match.week)):
        if not gone & {one.match.home_id, one.match.away_id}:
            found[one.match.home_id].append(one)
            found[one.match.away_id].append(one)
    return found
