"""Letters to captains about fixtures that were published, and about publishing that was undone."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.messages.letters import day
from league.models import Enrolment, FixturePlan, Match, Notice, Ruling, Team, User
from league.people.selectors import captain_in

LONGEST_SUBJECT, LONGEST_BODY = 200, 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAddresses:
    """The addresses of a team's fixtures: its page, its list to print, the calendar for a phone."""

    page: str
    paper: str
    calendar: str


Addresses = Callable[[Team], TeamAddresses]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousFixture:
    """The previous state of a match: its date, if it had one, and who was at home."""

    date: datetime.date | None
    home: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureChange:
    """A match that was made, or moved from where it was; or one that is deleted."""

    match: Match
    was: PreviousFixture | None = None
    is_deleted: bool = False


def letters_to_captains(
    *,
    plan: FixturePlan,
    changes: Iterable[FixtureChange],
    by: User | None,
    now: datetime.datetime,
    addresses: Addresses | None = None,
    only_to: Collection[str] | None = None,
) -> list[Notice]:
    """Return a letter, to be queued, to every captain with an address and a match that is new or moved.

    Matches against a team that has left do not count: they are not played. With `only_to` the publishing is
    undone, and only captains of these addresses are written to.
    """
    is_undone = only_to is not None
    about = f"fixtures{' undone' if is_undone else ''} {plan.public_id} {plan.revision}"
    changes_by_team = _changes_by_team(changes, _withdrawn_teams(plan))
    enrolments = Enrolment.objects.filter(season=plan.season_id, team__in=changes_by_team).exclude(
        captain_email=""
    )
    if only_to is not None:
        enrolments = enrolments.filter(captain_email__in=only_to)
    return [
        Notice(
            league=plan.season.league,
            kind=Notice.Kind.FIXTURES,
            about=f"{about} {enrolment.team_id}",
            to=enrolment.captain_email,
            subject=f"Fixtures of {enrolment.team}, {plan.season}"[:LONGEST_SUBJECT],
            body=_letter_body(plan, enrolment, changes_by_team[enrolment.team_id], addresses, is_undone),
            wanted_at=now,
            wanted_by=by,
        )
        for enrolment in enrolments.select_related("team", "season")
    ]


def _letter_body(
    plan: FixturePlan,
    enrolment: Enrolment,
    changes: Sequence[FixtureChange],
    addresses: Addresses | None,
    is_undone: bool,
) -> str:
    team = enrolment.team
    opening = f"Hello {captain_in(enrolment).called},\n\n"
    closing = f"{_letter_addresses(addresses(team)) if addresses else ''}\n{plan.season.league}\n"
    parts = [f"the fixtures of {plan.season} are out."]
    made = [
        f"{day(fixture_change.match.date)}: {_opponent_words(fixture_change.match, team)}"
        for fixture_change in changes
        if fixture_change.was is None and not fixture_change.is_deleted
    ]
    deleted = [
        f"{day(change.match.date)}: {_opponent_words(change.match, team)}"
        for change in changes
        if change.is_deleted
    ]
    moved = [_moved_line(change.match, change.was, team) for change in changes if change.was is not None]
    if is_undone:
        parts = [
            f"the fixtures of {plan.season} that we sent you last are withdrawn. "
            "The dates from before count again."
        ]
        parts += [f"Moved back for {team}:", "\n".join(moved)] if moved else []
        parts += [f"No longer planned for {team}:", "\n".join(deleted)] if deleted else []
    elif moved:
        parts = [f"the fixtures of {plan.season} have changed. Moved for {team}:", "\n".join(moved)]
    if made:
        parts += [f"{'Planned again' if is_undone else 'New'} for {team}:", "\n".join(made)]
    body = "\n\n".join(parts)
    # The body is cut for length, the address of the whole list is not.
    room = LONGEST_BODY - len(opening) - len(closing) - len("\n…\n")
    if len(body) > room:
        body = f"{body[:room].rpartition(chr(10))[0]}\n…"
    return f"{opening}{body}\n{closing}"


def _letter_addresses(addresses: TeamAddresses) -> str:
    return f"""
Your whole list: {addresses.page}
To print: {addresses.paper}
A calendar that your phone keeps up to date: {addresses.calendar}
"""


def _moved_line(match: Match, was: PreviousFixture, team: Team) -> str:
    """Return a line such as: From Thursday 14 January 2027 to Friday 22 January 2027: The Shears at home."""
    side = _opponent_words(match, team)
    is_turned = was.home != match.home_id
    turned = f" ({'home' if match.home_id == team.pk else 'away'} now)" if is_turned else ""
    if was.date == match.date:
        return f"{day(match.date)}: {side}{turned}"
    since = f"from {day(was.date)}" if was.date else "without a date until now,"
    return f"{since[0].upper()}{since[1:]} to {day(match.date)}: {side}{turned}"


def _opponent_words(match: Match, team: Team) -> str:
    """Return an opponent as The Shears at home, or away at The Fleece.

    The pub is added if the home team's name does not contain it.
    """
    text = f"{match.away} at home" if match.home_id == team.pk else f"away at {match.home}"
    is_named = match.venue.name.casefold() in match.home.name.casefold()
    return text if is_named else f"{text}, played at {match.venue}"


def _withdrawn_teams(plan: FixturePlan) -> set[int]:
    left = Ruling.objects.withdrawals().filter(division__season=plan.season_id)
    return {team for team in left.values_list("team", flat=True) if team}


def _changes_by_team(changes: Iterable[FixtureChange], gone: set[int]) -> Mapping[int, list[FixtureChange]]:
    changes_by_team: dict[int, list[FixtureChange]] = defaultdict(list)
    last = datetime.date.max
    for fixture_change in sorted(changes, key=lambda change: (change.match.date or last, change.match.week)):
        if not gone & {fixture_change.match.home_id, fixture_change.match.away_id}:
            changes_by_team[fixture_change.match.home_id].append(fixture_change)
            changes_by_team[fixture_change.match.away_id].append(fixture_change)
    return changes_by_team
