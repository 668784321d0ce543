"""Who has which role: given, changed, taken away, handed over; the league never without an owner."""

import pytest

from league.accounts.powers import Role
from league.accounts.services.people import invite
from league.accounts.services.roles import change_role, hand_over, own_new_league, remove_role
from league.models import League, LeagueRole, User
from league.shared.errors import Refused
from tests.builders import FRIDAY, a_league, a_team, an_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def owner(league: League) -> User:
    return an_account(league, "owner")


def roles(league: League) -> dict[str, str]:
    return dict(LeagueRole.objects.filter(league=league).values_list("user__username", "role"))


def test_the_owner_gives_every_role(league: League, owner: User) -> None:
    helper = an_account(league, "scorer", "helper")
    team = a_team(league)
    for role in Role:
        change_role(
            league=league, user=helper, role=role, by=owner, team=team if role == Role.CAPTAIN else None
        )
        assert roles(league)["helper"] == role


def test_a_secretary_gives_every_role_but_the_owners(league: League, owner: User) -> None:
    secretary, helper = an_account(league, "secretary"), an_account(league, "scorer", "helper")
    change_role(league=league, user=helper, role=Role.DEPUTY, by=secretary)
    with pytest.raises(Refused, match="Only the owner may do this"):
        change_role(league=league, user=helper, role=Role.OWNER, by=secretary)
    with pytest.raises(Refused, match="Only the owner may do this"):
        change_role(league=league, user=owner, role=Role.SCORER, by=secretary)
    with pytest.raises(Refused, match="Only the owner may do this"):
        remove_role(league=league, user=owner, by=secretary)
    assert roles(league) == {"owner": "owner", "secretary": "secretary", "helper": "deputy"}


@pytest.mark.parametrize("role", ["deputy", "results", "fixtures", "scorer"])
def test_nobody_else_gives_any(league: League, owner: User, role: str) -> None:
    by = an_account(league, role)
    with pytest.raises(Refused, match="Only the owner or the secretary may do this"):
        remove_role(league=league, user=by, by=by)
    with pytest.raises(Refused):
        invite(league=league, name="Edna Thorp", email="", role=Role.SCORER, by=by)
    assert not User.objects.filter(first_name="Edna").exists(), "the account goes with the refusal"


def test_the_owner_of_another_league_gives_none_here(league: League, owner: User) -> None:
    stranger = an_account(a_league("Four Rivers"), "owner", "stranger")
    with pytest.raises(Refused):
        remove_role(league=league, user=owner, by=stranger)


def test_the_last_owner_stays(league: League, owner: User) -> None:
    with pytest.raises(Refused, match="always has an owner"):
        remove_role(league=league, user=owner, by=owner)
    with pytest.raises(Refused, match="always has an owner"):
        change_role(league=league, user=owner, role=Role.SECRETARY, by=owner)


def test_an_owner_whose_account_is_closed_does_not_count(league: League, owner: User) -> None:
    closed = an_account(league, "owner", "closed")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    with pytest.raises(Refused, match="always has an owner"):
        remove_role(league=league, user=owner, by=owner)
    remove_role(league=league, user=closed, by=owner)


def test_a_captain_has_a_team_and_nobody_else(league: League, owner: User) -> None:
    helper = an_account(league, "scorer", "helper")
    with pytest.raises(Refused, match="Only a captain has a team"):
        change_role(league=league, user=helper, role=Role.CAPTAIN, by=owner)


def test_handing_over_is_one_step(league: League, owner: User) -> None:
    heir = an_account(league, "fixtures", "heir")
    hand_over(league=league, to=heir, by=owner, stays=True, now=FRIDAY)
    assert roles(league) == {"heir": "owner", "owner": "secretary"}


def test_whoever_hands_over_may_leave(league: League, owner: User) -> None:
    captain = an_account(league, "captain", "heir", team=a_team(league))
    hand_over(league=league, to=captain, by=owner, stays=False, now=FRIDAY)
    assert roles(league) == {"heir": "owner"}
    assert not User.objects.get(pk=owner.pk).is_staff, "nor does the workbench open any more"


def test_only_the_owner_hands_over_and_to_somebody_else(league: League, owner: User) -> None:
    secretary = an_account(league, "secretary")
    for by, to in ((secretary, secretary), (secretary, owner), (owner, owner)):
        with pytest.raises(Refused):
            hand_over(league=league, to=to, by=by, stays=True, now=FRIDAY)
    stranger = an_account(a_league("Four Rivers"), "owner", "stranger")
    with pytest.raises(Refused):
        hand_over(league=league, to=stranger, by=owner, stays=True, now=FRIDAY)
    assert roles(league) == {"owner": "owner", "secretary": "secretary"}


def test_a_league_is_not_handed_to_somebody_who_never_came(league: League, owner: User) -> None:
    invited = invite(league=league, name="Edna Thorp", email="", role=Role.DEPUTY, by=owner)
    with pytest.raises(Refused, match="Edna Thorp has not accepted the invitation yet"):
        hand_over(league=league, to=invited, by=owner, stays=True, now=FRIDAY)


@pytest.mark.parametrize(("role", "opens"), [("deputy", True), ("results", False), ("scorer", False)])
def test_the_workbench_opens_with_the_role_and_closes_with_it(
    league: League, owner: User, role: str, opens: bool
) -> None:
    helper = an_account(league, "scorer", "helper")
    change_role(league=league, user=helper, role=Role(role), by=owner)
    assert User.objects.get(pk=helper.pk).is_staff is opens
    remove_role(league=league, user=helper, by=owner)
    assert not User.objects.get(pk=helper.pk).is_staff


def test_it_stays_open_for_whoever_runs_another_league(league: League, owner: User) -> None:
    deputy = an_account(league, "deputy")
    LeagueRole.objects.create(league=a_league("Four Rivers"), user=deputy, role="secretary")
    remove_role(league=league, user=deputy, by=owner)
    assert User.objects.get(pk=deputy.pk).is_staff


def test_an_invitation_goes_with_its_role_an_account_does_not(league: League, owner: User) -> None:
    invited = invite(league=league, name="Edna Thorp", email="", role=Role.DEPUTY, by=owner)
    helper = an_account(league, "scorer", "helper")
    for user in (invited, helper):
        remove_role(league=league, user=user, by=owner)
    assert set(User.objects.values_list("username", flat=True)) == {"owner", "helper"}


def test_whoever_makes_a_league_owns_it(league: League) -> None:
    maker = User.objects.create_user("maker", password="password")
    own_new_league(league=league, by=maker)
    own_new_league(league=league, by=User.objects.create_user("second", password="password"))
    assert roles(league) == {"maker": "owner"}
