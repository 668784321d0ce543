"""Accounts: invited, taken up, signed in to by e-mail, changed by whoever they belong to."""

import datetime
import itertools

from django.contrib.auth.hashers import make_password
from django.utils.text import slugify

from league.accounts.account_links import AccountLink, LinkKind, link_state
from league.accounts.powers import Role, may_give, powers_of
from league.accounts.services.roles import give_role, hold_leagues_of, move_roles
from league.history.services.audit import Kind, note_act, note_of_account
from league.models import League, LeagueRole, Team, User
from league.shared.cells import further_cells, in_cell
from league.shared.errors import Refused, refused_by, verify, written_whole

USED = "This link has been used, or the account has changed since. Ask for another."
NAME_TAKEN = "Somebody else signs in with this name already. Choose another."
OWN = "Your own password is changed on the page of your account."
ELSEWHERE = (
    "This account is used beyond this league, so its password is not this league’s to set. The person can "
    "ask for a sign-in link by e-mail, or the operator of the site can set a new password."
)
LONGEST_NAME = 30


def invite(*, league: League, name: str, email: str, role: Role, by: User, team: Team | None = None) -> User:
    """Make an account for somebody, with a role and no password yet; a link lets its bearer set one.

    An account somebody has already is never looked for: that it exists is nobody else's business. Whoever
    opens the link can take the role up with it. Raises Refused if `by` may not give this role.
    """
    first, _, last = name.strip().partition(" ")
    with written_whole():
        user = User(username=_free_name(name), first_name=first, last_name=last, email=email)
        user.set_unusable_password()
        verify(user)
        with refused_by(league_user=NAME_TAKEN):
            user.save(force_insert=True)
        give_role(league=league, user=user, role=role, team=team, by=by)
    return user


def open_password(*, league: League, user: User, by: User) -> User:
    """Let somebody's password be set by a new link; a link that was made before ends.

    Raises Refused unless the account is all this league's and `by` may give its role: a link opens whatever
    the account opens.
    """
    if user.pk == by.pk:
        raise Refused(OWN)
    with written_whole():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        role = LeagueRole.objects.filter(league=league, user=held).first()
        if role is None or not may_give(powers_of(by, league), role.role):
            raise Refused("Only people who may give this role can set its password.")
        is_elsewhere = held.league_roles.exclude(league=league).exists()
        if held.is_superuser or (is_elsewhere and not by.is_superuser):
            raise Refused(ELSEWHERE)
        note_act(league=league, kind=Kind.PEOPLE, what="Link to set a password made", by=by, about=held)
        if held.is_invited_only:
            held.set_unusable_password()  # another one of none: links made for the one before end
            held.save(update_fields=["password"])
    return held


def set_password_by_link(*, link: AccountLink, username: str, password: str) -> User:
    """Set name and password of an account by a link, once. Raises Refused if it was used meanwhile."""
    with written_whole():
        user = _held(link, LinkKind.PASSWORD)
        user.username, user.password = username, make_password(password)
        _save(user, "username", "password")
        note_of_account(user=user, what="Password set by a link")
    return user


def take_up(*, link: AccountLink, with_account: User) -> None:
    """Take an invitation up with an account there is already.

    Raises Refused if it was used meanwhile, if it is no invitation but somebody's account, or if the account
    has a role in the league.
    """
    for cell in further_cells():
        with in_cell(cell), written_whole():
            move_roles(invited=_invited(link, with_account), to=with_account)
    with written_whole():
        invited = _invited(link, with_account)
        move_roles(invited=invited, to=with_account)
        invited.delete()


def _invited(link: AccountLink, with_account: User) -> User:
    """Return the account of an invitation, held after the leagues it has a role in here. Raises Refused."""
    hold_leagues_of(link.user)
    invited = _held(link, LinkKind.PASSWORD)
    if not invited.is_invited_only or invited.pk == with_account.pk:
        raise Refused(USED)
    return invited


def sign_in_by_link(*, link: AccountLink, now: datetime.datetime) -> User:
    """Use a sign-in link up. Raises Refused if somebody was quicker."""
    with written_whole():
        user = _held(link, LinkKind.SIGN_IN)
        user.last_login = now
        user.save(update_fields=["last_login"])
    return user


def change_name(*, user: User, username: str, first_name: str, last_name: str) -> None:
    """How somebody is called, and the name they sign in with. Raises Refused if that is taken."""
    with written_whole():
        user.username, user.first_name, user.last_name = username, first_name, last_name
        _save(user, "username", "first_name", "last_name")


def change_email(*, user: User, email: str) -> None:
    """Where letters to this account go."""
    with written_whole():
        user.email = email
        _save(user, "email")
        note_of_account(user=user, what="E-mail address of the account changed")


def change_password(*, user: User, password: str) -> None:
    """Another password, or the same one written anew: whoever is signed in elsewhere is signed out."""
    with written_whole():
        user.password = make_password(password or None)
        _save(user, "password")
        note_of_account(user=user, what="Password changed")


def _held(link: AccountLink, kind: LinkKind) -> User:
    """Return the account of a link, held until the transaction ends, if the link is still good then."""
    user = User.objects.select_for_update(no_key=True).filter(pk=link.user.pk, is_active=True).first()
    if user is None or link_state(user, kind) != link.state:
        raise Refused(USED)
    return user


def _save(user: User, *fields: str) -> None:
    verify(user)
    with refused_by(league_user=NAME_TAKEN):
        user.save(update_fields=fields)


def _free_name(name: str) -> str:
    """Return a name to sign in with until its bearer chooses another: their own, in small letters."""
    plain = slugify(name)[:LONGEST_NAME] or "member"
    taken = set(User.objects.filter(username__startswith=plain).values_list("username", flat=True))
    tries = itertools.chain([plain], (f"{plain}-{number}" for number in itertools.count(2)))
    return next(candidate for candidate in tries if candidate not in taken)
