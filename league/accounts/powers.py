"""What each role in a league may do, as data: the one table that pages, links and refusals read."""

from collections.abc import Mapping
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from league.models import Authenticator, League, LeagueRole, User

Role = LeagueRole.Role


class Power(StrEnum):
    """A part of the league's work that is given to somebody as a whole."""

    DESK = "desk"  # the secretary's desk, and a night on one page
    RESULTS = "results"  # sheets and final scores, put right, asked for
    FIXTURES = "fixtures"  # other nights, other pubs, play-offs, paper
    SCORING = "scoring"  # the scoring pages of every match
    SECRETARY = "secretary"  # rulings, penalties, money, regulations, captains, names in full
    PEOPLE = "people"  # who has which role
    OWNER = "owner"  # who owns the league


ASSISTANT = frozenset({Power.DESK})
DEPUTY = ASSISTANT | {Power.RESULTS, Power.FIXTURES, Power.SCORING, Power.SECRETARY}
EVERYTHING = frozenset(Power)
NOTHING: frozenset[Power] = frozenset()

POWERS: Mapping[Role, frozenset[Power]] = {
    Role.OWNER: EVERYTHING,
    Role.SECRETARY: DEPUTY | {Power.PEOPLE},
    Role.DEPUTY: DEPUTY,
    Role.RESULTS: ASSISTANT | {Power.RESULTS, Power.SCORING},
    Role.FIXTURES: ASSISTANT | {Power.FIXTURES},
    Role.CAPTAIN: NOTHING,  # their team's own pages ask for their team
    Role.SCORER: frozenset({Power.SCORING}),
}


def own_role(user: User | AnonymousUser, league: League) -> LeagueRole | None:
    """Return the role of this account in this league, with its team; None if it has none. One query."""
    if not user.is_authenticated:
        return None
    return LeagueRole.objects.filter(league=league, user=user).select_related("team").first()


def powers_of(user: User | AnonymousUser, league: League) -> frozenset[Power]:
    """Return all that this account may do in this league; whoever runs the site may do everything.

    Where the league requires two-step sign-in of whoever runs it, nothing before the account has that.
    """
    powers = powers_with_two_steps(user, league)
    if powers and league.requires_two_steps and not Authenticator.objects.filter(user=user.pk).exists():
        return NOTHING
    return powers


def powers_with_two_steps(user: User | AnonymousUser, league: League) -> frozenset[Power]:
    """Return all that this account may do in this league once it has what the league requires."""
    if user.is_authenticated and user.is_superuser:
        return EVERYTHING
    role = own_role(user, league)
    return POWERS[Role(role.role)] if role else NOTHING


def roles_with(power: Power) -> tuple[Role, ...]:
    """Return the roles that have a power, the highest first."""
    return tuple(role for role, powers in POWERS.items() if power in powers)


def who_may(power: Power) -> str:
    """Return those who have a power, in words: “the owner, the secretary or the deputy secretary”."""
    *before, last = [f"the {role.label}" for role in roles_with(power)]
    return f"{', '.join(before)} or {last}" if before else last


def may_give(powers: frozenset[Power], role: str) -> bool:
    """Return whether somebody with these powers may give this role or take it away: only the owner makes
    owners.
    """
    return Power.PEOPLE in powers and (role != Role.OWNER or Power.OWNER in powers)
