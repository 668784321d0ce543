"""Roles changed in the same instant: the league keeps an owner, a link opens once."""

import pytest

from league.accounts.account_links import AccountLink, LinkKind, link_state
from league.accounts.powers import Role
from league.accounts.services.people import invite, set_password_by_link, sign_in_by_link, take_up
from league.accounts.services.roles import change_role, hand_over, remove_role
from league.models import League, LeagueRole, User
from tests.builders import FRIDAY, a_league, an_account
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def league() -> League:
    return a_league()


def owners(league: League) -> int:
    return LeagueRole.objects.filter(league=league, role="owner").count()


def test_two_owners_remove_each_other_and_one_stays(league: League) -> None:
    one, other = (an_account(league, "owner", name) for name in ("one", "other"))
    became = at_once(
        lambda: remove_role(league=league, user=other, by=one),
        lambda: remove_role(league=league, user=one, by=other),
    )
    assert_done_or_refused(became, done=1)
    assert owners(league) == 1


def test_two_owners_step_down_and_one_stays(league: League) -> None:
    both = [an_account(league, "owner", name) for name in ("one", "other")]
    became = at_once(
        *[lambda who=who: change_role(league=league, user=who, role=Role.DEPUTY, by=who) for who in both]
    )
    assert_done_or_refused(became, done=1)
    assert owners(league) == 1


def test_a_league_is_handed_over_once(league: League) -> None:
    owner = an_account(league, "owner")
    heirs = [an_account(league, "deputy", name) for name in ("one", "other")]
    became = at_once(
        *[
            lambda heir=heir: hand_over(league=league, to=heir, by=owner, stays=True, now=FRIDAY)
            for heir in heirs
        ]
    )
    assert_done_or_refused(became, done=1)
    assert owners(league) == 1


def test_a_sign_in_link_opens_once(league: League) -> None:
    user = an_account(league, "deputy")
    link = AccountLink(user=user, state=link_state(user, LinkKind.SIGN_IN))
    became = at_once(*[lambda: sign_in_by_link(link=link, now=FRIDAY)] * 4)
    assert_done_or_refused(became, done=1)


def test_an_invitation_is_taken_up_or_made_an_account_or_withdrawn(league: League) -> None:
    owner = an_account(league, "owner")
    invited = invite(league=league, name="Edna Thorp", email="", role=Role.DEPUTY, by=owner)
    member = User.objects.create_user("member", password="password")
    link = AccountLink(user=invited, state=link_state(invited, LinkKind.PASSWORD))
    became = at_once(
        lambda: set_password_by_link(link=link, username="edna", password="a long password"),
        lambda: take_up(link=link, with_account=member),
        lambda: remove_role(league=league, user=invited, by=owner),
    )
    assert all(outcome == "done" or type(outcome).__name__ == "Refused" for outcome in became), became
    names = set(LeagueRole.objects.filter(league=league).values_list("user__username", flat=True))
    assert names in ({"owner"}, {"owner", "member"}), became
