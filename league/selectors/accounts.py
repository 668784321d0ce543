"""Accounts and roles: who helps to run a league, and whom a letter reaches."""

from dataclasses import dataclass

from league.access.powers import Role
from league.models import League, LeagueRole, Team, User

IN_ORDER = {role: place for place, role in enumerate(Role)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody with a role in a league, and whether he has come in yet."""

    user: User
    role: LeagueRole

    @property
    def is_invited_only(self) -> bool:
        return is_invited_only(self.user)

    @property
    def is_owner(self) -> bool:
        return self.role.role == Role.OWNER


def is_invited_only(user: User) -> bool:
    """Whether nobody has ever come in with this account: it was made for an invitation."""
    return user.last_login is None and not user.has_usable_password()


def people_of(league: League) -> tuple[Person, ...]:
    """Everybody with a role, the owner first, then by name. One query."""
    roles = LeagueRole.objects.filter(league=league).select_related("user", "team")
    people = [Person(user=role.user, role=role) for role in roles]
    return tuple(sorted(people, key=_place))


def person_in(league: League, username: str) -> Person | None:
    """Somebody with a role, by the name he signs in with."""
    roles = LeagueRole.objects.filter(league=league, user__username=username)
    role = roles.select_related("user", "team").first()
    return Person(user=role.user, role=role) if role else None


def roles_of(user: User) -> tuple[LeagueRole, ...]:
    """The roles of an account in all leagues, by the league's name."""
    roles = LeagueRole.objects.filter(user=user).select_related("league", "team")
    return tuple(sorted(roles, key=lambda role: (role.league.name.casefold(), role.pk)))


def teams_to_lead(league: League) -> tuple[Team, ...]:
    """The teams a captain can be of, by name."""
    return tuple(sorted(Team.objects.filter(league=league), key=lambda team: (team.name.casefold(), team.pk)))


def accounts_at(email: str) -> tuple[User, ...]:
    """The accounts a sign-in link is sent for: what stands in an account is what is written to, never what
    was typed, which another alphabet can make look the same."""
    found = User.objects.filter(email__iexact=email, is_active=True).exclude(email="")
    return tuple(sorted(found, key=lambda user: user.username))


def _place(person: Person) -> tuple[int, str, str]:
    return IN_ORDER[Role(person.role.role)], str(person.user).casefold(), person.user.username
