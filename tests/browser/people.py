"""People who help to run a league, and the pages on which they are invited and come in."""

from collections.abc import Iterator

from league.accounts.account_links import LinkKind, account_token
from league.accounts.powers import Role
from league.accounts.services.people import invite
from league.models import League, User
from tests.builders import an_account

INVITED, HELPING = "bartholomew-fotheringthwaite-s", "helping-hand"
Visit = tuple[str, str, int]
"""The name of a visit, where it goes, and the answer."""


def some_people(league: League, owner: User) -> None:
    """Somebody invited whose name is long, and a deputy."""
    name, email = (
        "Bartholomew Fotheringthwaite-Sugdenhirst",
        "bartholomew.fotheringthwaite-sugdenhirst@example.org",
    )
    invite(league=league, name=name, email=email, role=Role.DEPUTY, by=owner)
    an_account(league, "results", HELPING)


def visits_to_people() -> Iterator[Visit]:
    """The pages at the desk about people, under the desk's own address."""
    yield "people", "people/", 200
    yield "person invited", f"people/{INVITED}/", 200
    yield "person", f"people/{HELPING}/", 200
    yield "hand over", f"people/{HELPING}/hand-over/", 200


def visits_to_links() -> Iterator[Visit]:
    """The pages on which somebody comes in who has a link."""
    invited, helping = (User.objects.get(username=name) for name in (INVITED, HELPING))
    yield "ask for a link", "/account/link/", 200
    yield "invitation", f"/account/password/{account_token(invited, LinkKind.PASSWORD)}/", 200
    yield "new password", f"/account/password/{account_token(helping, LinkKind.PASSWORD)}/", 200
    yield "sign in by letter", f"/account/sign-in/{account_token(helping, LinkKind.SIGN_IN)}/", 200
    yield "link ended", "/account/password/broken-in-a-chat/", 410
    yield "sign-in link ended", "/account/sign-in/broken-in-a-chat/", 410
