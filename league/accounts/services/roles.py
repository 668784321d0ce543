"""Who has which role in a league: given, changed, taken away, and the league handed over."""

import datetime

from league.accounts.powers import Power, Role, may_give, powers_of, roles_with, who_may
from league.accounts.services.second_factor import has_second_factor
from league.history.services.audit import Kind, note_act
from league.models import Handover, League, LeagueRole, Team, User
from league.shared.errors import Refused, refused_by, verify, written_whole

LAST_OWNER = "A league always has an owner. Hand the league over, or make another person an owner first."
ONE_ROLE = "This account already has a role in the league; change that one."
TEAM = "Only a captain has a team."
GONE = "This account no longer has a role in the league. Open the page again."
NOT_YET = "{person} has not accepted the invitation yet."


def give_role(*, league: League, user: User, role: Role, by: User, team: Team | None = None) -> LeagueRole:
    """Give an account its role in a league. Raises Refused if `by` may not, or it has one already."""
    with written_whole():
        _hold(league)
        _verify_may(by, league, role)
        league_role = LeagueRole(league=league, user=user, role=role, team=team)
        _write(league_role)
        _note(league, f"Given a role: {_words(league_role)}", by, about=user)
    return league_role


def change_role(*, league: League, user: User, role: Role, by: User, team: Team | None = None) -> LeagueRole:
    """Give another role in place of the one there is.

    Raises Refused if `by` may not, if the league would be left without an owner, or if there is none.
    """
    with written_whole():
        held = _hold(league)
        known = _known(held, user)
        _verify_may(by, league, known.role, role)
        if role != Role.OWNER:
            _verify_owned_without(held, known)
        before = _words(known)
        known.role, known.team = role, team
        _write(known)
        _note(league, f"Role changed from {before} to {_words(known)}", by, about=user)
    return known


def remove_role(*, league: League, user: User, by: User) -> None:
    """Take somebody's role away; an invitation nobody has taken up goes with it.

    Raises Refused if `by` may not, if they are the last owner, or if there is no role.
    """
    with written_whole():
        held = _hold(league)
        known = _known(held, user)
        _verify_may(by, league, known.role)
        _verify_owned_without(held, known)
        _note(league, f"Role taken away: {_words(known)}", by, about=user)
        known.delete()
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if account.is_invited_only and not account.league_roles.exists():
            account.delete()
        else:
            _open_workbench(account)


def hand_over(*, league: League, to: User, by: User, stays: bool, now: datetime.datetime) -> None:
    """Make somebody else the owner in one step; whoever hands over stays as secretary, or leaves.

    A handover to them that is under way notes it.

    Raises Refused unless `by` is an owner, and `to` has a role and has signed in.
    """
    with written_whole():
        held = _hold(league)
        own = next((role for role in held if role.user_id == by.pk and role.role == Role.OWNER), None)
        if own is None or to.pk == by.pk:
            raise Refused("Only the owner can hand over the league, and only to another person.")
        heir = _known(held, to)
        if heir.user.is_invited_only or not heir.user.is_active:
            raise Refused(NOT_YET.format(person=heir.user))
        heir.role, heir.team = Role.OWNER, None
        _write(heir)
        _note(league, "League handed over", by, about=to)
        Handover.objects.filter(league=league, successor=to, ended_at=None).update(
            handed_by=by, handed_at=now
        )
        if stays:
            own.role = Role.SECRETARY
            _write(own)
        else:
            own.delete()
            _open_workbench(by)


def require_two_steps(*, league: League, required: bool, by: User) -> None:
    """Ask whoever helps to run the league for two-step sign-in, or no longer.

    Raises Refused unless `by` is an owner, with two-step sign-in of their own.
    """
    if Power.OWNER not in powers_of(by, league):
        raise Refused(f"Only {who_may(Power.OWNER)} may do this.")
    if required and not has_second_factor(by):
        raise Refused("Turn on two-step sign-in for your own account first.")
    with written_whole():
        League.objects.filter(pk=league.pk).update(requires_two_steps=required)
        _note(league, f"Two-step sign-in {'required' if required else 'no longer required'}", by)


def own_new_league(*, league: League, by: User) -> None:
    """Whoever made a league owns it, unless its owner was named already."""
    with written_whole():
        held = _hold(league)
        if not any(role.role == Role.OWNER for role in held) and all(role.user_id != by.pk for role in held):
            _write(LeagueRole(league=league, user=by, role=Role.OWNER))


def move_roles(*, invited: User, to: User) -> None:
    """Move the roles of an invitation in this cell to an account somebody has already.

    Called within the transaction that has held them and the invitation. Raises Refused if the account already
    has a role in one of the leagues.
    """
    for role in invited.league_roles.select_related("league"):
        role.user = to
        _write(role)
        _note(role.league, "Invitation accepted", to)


def make_owner(*, league: League, user: User) -> None:
    """The first owner of a league that has just been opened: there is nobody yet who could give the role."""
    _write(LeagueRole(league=league, user=user, role=Role.OWNER))


def settle_roles(*, league: League, owner: User | None) -> None:
    """The roles of a league that has just come out of its file: the workbench opens to those who run it.

    With an `owner` the league is theirs, and whoever owned it before keeps its desk as secretary.
    """
    with written_whole():
        held = _hold(league)
        if owner is not None:
            for role in held:
                if role.role == Role.OWNER and role.user_id != owner.pk:
                    role.role = Role.SECRETARY
                    _write(role)
            own = next(
                (role for role in held if role.user_id == owner.pk), LeagueRole(league=league, user=owner)
            )
            own.role, own.team = Role.OWNER, None
            _write(own)
        for role in held:
            _open_workbench(role.user)


def hold_leagues_of(user: User) -> None:
    """Hold the leagues an account has a role in, always before the account itself."""
    list(League.objects.select_for_update(of=("self",), no_key=True).filter(roles__user=user).order_by("pk"))


def _hold(league: League) -> list[LeagueRole]:
    """Return all roles of the league, held: two owners cannot remove each other in the same moment."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    return list(LeagueRole.objects.filter(league=league).select_related("user"))


def _known(held: list[LeagueRole], user: User) -> LeagueRole:
    for role in held:
        if role.user_id == user.pk:
            return role
    raise Refused(GONE)


def _verify_may(by: User, league: League, *roles: str) -> None:
    powers = powers_of(by, league)
    if not all(may_give(powers, role) for role in roles):
        power = Power.OWNER if Role.OWNER in roles else Power.PEOPLE
        raise Refused(f"Only {who_may(power)} may do this.")


def _verify_owned_without(held: list[LeagueRole], known: LeagueRole) -> None:
    owners = [role for role in held if role.role == Role.OWNER and role.user.is_active]
    if known.role == Role.OWNER and owners == [known]:
        raise Refused(LAST_OWNER)


def _write(role: LeagueRole) -> None:
    verify(role)
    # SQLite names the columns.
    with refused_by(captain_of_a_team=TEAM, one_role_a_league=ONE_ROLE, league_leaguerole=ONE_ROLE):
        role.save()
    _open_workbench(role.user)


def _words(role: LeagueRole) -> str:
    return f"{role.get_role_display()} of {role.team}" if role.team else role.get_role_display()


def _note(league: League, what: str, by: User, about: User | None = None) -> None:
    note_act(league=league, kind=Kind.PEOPLE, what=what, by=by, about=about)


def _open_workbench(user: User) -> None:
    """The workbench opens to whoever runs some league, and to nobody else but the administrators."""
    is_secretary = user.league_roles.filter(role__in=roles_with(Power.SECRETARY)).exists()
    User.objects.filter(pk=user.pk).update(is_staff=user.is_superuser or is_secretary)
