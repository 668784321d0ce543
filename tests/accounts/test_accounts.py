"""Accounts: invited, taken up, signed in to by letter, changed; links that open once and end."""

import re
import threading
import time
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client

from league.accounts.account_links import LASTS, LinkKind, account_token
from league.accounts.rate_limit import TRIES_AT_A_NAME
from league.models import League, LeagueRole, User
from tests.builders import a_league, a_team, an_account
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db

GOOD = "peg in the second hole"
LINK = re.compile(r"http://testserver(/account/[a-z-]+/[^\s<]+/)")


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def owner(league: League) -> User:
    return an_account(league, "owner")


@pytest.fixture
def desk(owner: User) -> Client:
    """The owner, signed in."""
    client = Client()
    client.force_login(owner)
    return client


def people(league: League, *further: str) -> str:
    return "/".join([f"/{league.slug}/secretary/people", *further, ""])


def invited(desk: Client, league: League, **said: str) -> str:
    """The link of an invitation, as the page shows it this once."""
    typed = {"name": "Edna Thorp", "email": "", "role": "deputy", "team": "", **said}
    page = markup(desk.post(people(league), typed))
    return LINK.search(page).group(1)


def letter_of(client: Client, email: str) -> str | None:
    """The link in the letter that was sent for an address, if one was."""
    mail.outbox.clear()
    client.post("/account/link/", {"email": email})
    for thread in threading.enumerate():
        if thread.name == "letters":
            thread.join()
    return LINK.search(mail.outbox[0].body).group(1) if mail.outbox else None


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def later(kind: LinkKind, seconds: int) -> Any:
    """The clock so many seconds after a link of this kind has ended."""
    moment = time.time() + LASTS[kind].total_seconds() + seconds
    return patch("django.core.signing.time.time", return_value=moment)


# --- Invitations -----------------------------------------------------------------------------


def test_an_invitation_makes_an_account_with_its_role(client: Client, desk: Client, league: League) -> None:
    link = invited(desk, league)
    assert "Welcome, Edna Thorp" in markup(client.get(link))
    answer = client.post(link, {"username": "edna", "password": GOOD})
    assert answer.headers["Location"] == f"/{league.slug}/"
    role = LeagueRole.objects.get(user__username="edna")
    assert (role.league, role.role) == (league, "deputy")
    assert Client().post("/sign-in/", {"username": "edna", "password": GOOD}).status_code == 303
    assert client.get(f"/{league.slug}/secretary/").status_code == 200


def test_it_opens_once(client: Client, desk: Client, league: League) -> None:
    link = invited(desk, league)
    client.post(link, {"username": "edna", "password": GOOD})
    other = Client()
    assert other.get(link).status_code == 410
    assert other.post(link, {"username": "mallory", "password": GOOD}).status_code == 410
    assert not is_signed_in(other)


def test_it_ends_after_seven_days(client: Client, desk: Client, league: League) -> None:
    link = invited(desk, league)
    with later(LinkKind.PASSWORD, -60):
        assert client.get(link).status_code == 200
    with later(LinkKind.PASSWORD, 60):
        assert client.get(link).status_code == 410


def test_it_ends_when_another_is_made_or_the_role_is_taken_away(
    client: Client, desk: Client, league: League
) -> None:
    first = invited(desk, league)
    page = markup(desk.post(people(league, "edna-thorp"), {"link": "yes"}))
    second = LINK.search(page).group(1)
    assert client.get(first).status_code == 410
    assert client.get(second).status_code == 200
    desk.post(people(league, "edna-thorp"), {"remove": "yes"})
    assert client.get(second).status_code == 410


def test_it_is_sent_to_an_address_and_answers_go_to_whoever_asked(desk: Client, league: League) -> None:
    User.objects.update(email="owner@example.org", first_name="Walter")
    link = invited(desk, league, email="edna@example.org")
    (letter,) = mail.outbox
    assert letter.to == ["edna@example.org"]
    assert letter.reply_to == ["owner@example.org"]
    assert link in letter.body
    assert "as deputy secretary" in letter.body


def test_a_letter_that_cannot_be_sent_loses_nothing(desk: Client, league: League) -> None:
    with patch("django.core.mail.EmailMessage.send", side_effect=OSError("no route")):
        typed = {"name": "Edna Thorp", "email": "edna@example.org", "role": "deputy"}
        page = markup(desk.post(people(league), typed))
    assert "could not be sent" in page
    assert LINK.search(page)


def test_somebody_with_an_account_takes_it_up_with_that(desk: Client, league: League) -> None:
    link = invited(desk, league)
    member = User.objects.create_user("member", password=GOOD)
    client = Client()
    client.force_login(member)
    assert "Accept as member" in markup(client.get(link))
    client.post(link, {"take-up": "yes"})
    assert LeagueRole.objects.get(user=member).role == "deputy"
    assert not User.objects.filter(first_name="Edna").exists()
    assert Client().get(link).status_code == 410
    assert User.objects.get(pk=member.pk).is_staff


def test_whoever_has_a_part_already_takes_up_no_second(desk: Client, league: League) -> None:
    link = invited(desk, league)
    scorer = an_account(league, "scorer")
    client = Client()
    client.force_login(scorer)
    page = markup(client.post(link, {"take-up": "yes"}, follow=True))
    assert "already has a role in the league" in page
    assert LeagueRole.objects.get(user=scorer).role == "scorer"
    assert client.get(link).status_code == 200, "the invitation is still there"


def test_an_address_somebody_has_already_is_told_to_nobody(desk: Client, league: League) -> None:
    """Inviting it looks the same, and gives the account that has it nothing."""
    other = User.objects.create_user("other", email="edna@example.org", password=GOOD)
    page = desk.post(people(league), {"name": "Edna", "email": "edna@example.org", "role": "deputy"})
    assert "other" not in markup(page).split("<main")[1].replace("another", "")
    assert not LeagueRole.objects.filter(user=other).exists()


@pytest.mark.parametrize(
    "password", sampled(["", "short", "password123", "12345678901", "edna-thorp-1"], each=2)
)
def test_a_password_that_is_guessed_is_refused(
    client: Client, desk: Client, league: League, password: str
) -> None:
    link = invited(desk, league)
    answer = client.post(link, {"username": "edna-thorp-1", "password": password})
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer)
    assert "edna-thorp-1" in markup(answer), "what was typed is still there"
    assert not is_signed_in(client)


def test_a_name_somebody_has_is_refused(client: Client, desk: Client, league: League) -> None:
    answer = client.post(invited(desk, league), {"username": "owner", "password": GOOD})
    assert answer.status_code == 422
    assert User.objects.filter(username="owner").count() == 1


def test_a_captain_is_invited_with_his_team(client: Client, desk: Client, league: League) -> None:
    team = a_team(league)
    typed = {"name": "Jack Hirst", "role": "captain", "team": ""}
    assert "Choose the captain’s team." in markup(desk.post(people(league), typed))
    invited(desk, league, name="Jack Hirst", role="captain", team=team.slug)
    assert LeagueRole.objects.get(user__username="jack-hirst").team == team


def test_an_account_like_another_gets_another_name(desk: Client, league: League) -> None:
    for _ in range(3):
        invited(desk, league)
    names = set(User.objects.filter(first_name="Edna").values_list("username", flat=True))
    assert names == {"edna-thorp", "edna-thorp-2", "edna-thorp-3"}


# --- Links that are none ---------------------------------------------------------------------


def test_a_link_opens_only_what_it_was_made_for(client: Client, owner: User) -> None:
    for kind, other in (("password", LinkKind.SIGN_IN), ("sign-in", LinkKind.PASSWORD)):
        assert client.get(f"/account/{kind}/{account_token(owner, other)}/").status_code == 410


def test_a_link_that_was_changed_opens_nothing(client: Client, owner: User) -> None:
    key, when, signature = account_token(owner, LinkKind.PASSWORD).split(".")
    for token in (
        f"{key}.{when}.{signature[::-1]}",
        f"{key}.zzzzzz.{signature}",
        f"{key[::-1]}.{when}.{signature}",
    ):
        assert client.get(f"/account/password/{token}/").status_code == 410
    assert client.get(f"/account/password/{key}/").status_code == 410


def test_an_account_that_was_closed_is_opened_by_no_link(client: Client, owner: User) -> None:
    tokens = {kind: account_token(owner, kind) for kind in LinkKind}
    User.objects.update(is_active=False)
    for kind, token in tokens.items():
        assert client.get(f"/account/{kind}/{token}/").status_code == 410


def test_a_page_of_a_link_is_kept_by_nobody(client: Client, owner: User) -> None:
    answer = client.get(f"/account/password/{account_token(owner, LinkKind.PASSWORD)}/")
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Referrer-Policy"] == "same-origin"


# --- Signing in by letter --------------------------------------------------------------------


@pytest.fixture
def edna(league: League) -> User:
    user = an_account(league, "deputy", "edna")
    User.objects.filter(pk=user.pk).update(email="edna@example.org")
    return user


def test_a_letter_signs_in_once(client: Client, edna: User, league: League) -> None:
    link = letter_of(client, "Edna@Example.org")
    assert client.get(link).status_code == 200
    assert not is_signed_in(client), "opening it is not yet using it: programs read letters too"
    assert client.post(link).headers["Location"] == f"/{league.slug}/"
    assert is_signed_in(client)
    other = Client()
    assert other.post(link).status_code == 410
    assert not is_signed_in(other)


def test_it_ends_after_half_an_hour(client: Client, edna: User) -> None:
    link = letter_of(client, "edna@example.org")
    with later(LinkKind.SIGN_IN, 60):
        assert client.post(link).status_code == 410


@pytest.mark.parametrize("change", [{"password": "another"}, {"email": "new@example.org"}])
def test_it_ends_when_the_account_changes(client: Client, edna: User, change: dict[str, str]) -> None:
    link = letter_of(client, "edna@example.org")
    User.objects.filter(pk=edna.pk).update(**change)
    assert client.post(link).status_code == 410


@pytest.mark.parametrize("email", ["nobody@example.org", "", "ednа@example.org"])
def test_an_address_nobody_has_gets_no_letter_and_the_same_answer(
    client: Client, edna: User, email: str
) -> None:
    assert letter_of(client, email) is None


def test_the_answer_never_says_whether_there_is_an_account(edna: User) -> None:
    """Not by its words, nor by what it leads to, nor by how long it takes: letters go out apart."""
    pages = []
    for email in ("edna@example.org", "nobody@example.org"):
        with patch("league.accounts.services.letters._post", side_effect=lambda letter: True):
            answer = Client().post("/account/link/", {"email": email})
        shown = Client()
        shown.cookies = answer.cookies
        pages.append((answer.status_code, answer.headers["Location"], shown.get("/sign-in/").content))
    assert pages[0][:2] == pages[1][:2] == (303, "/sign-in/")
    assert all(b"If an account has this address" in page[2] for page in pages)


def test_an_account_without_an_address_is_written_to_by_nobody(client: Client, league: League) -> None:
    an_account(league, "deputy")
    assert letter_of(client, "") is None


def test_letters_are_not_asked_for_without_end(client: Client, edna: User) -> None:
    for _ in range(TRIES_AT_A_NAME):
        assert client.post("/account/link/", {"email": "edna@example.org"}).status_code == 303
    answer = client.post("/account/link/", {"email": "edna@example.org"})
    assert answer.status_code == 422
    assert "Too many tries" in markup(answer)


# --- Set anew where there is no letter -------------------------------------------------------


def reset(desk: Client, league: League, username: str) -> str:
    page = markup(desk.post(people(league, username), {"link": "yes"}))
    found = LINK.search(page)
    return found.group(1) if found else ""


def test_the_owner_makes_a_link_for_a_new_password(
    client: Client, desk: Client, league: League, edna: User
) -> None:
    link = reset(desk, league, "edna")
    assert not mail.outbox, "it is handed over"
    client.post(link, {"username": "edna", "password": GOOD})
    assert User.objects.get(pk=edna.pk).check_password(GOOD)
    assert Client().get(link).status_code == 410


def test_nobody_resets_who_is_above_him_or_elsewhere(league: League, owner: User, edna: User) -> None:
    """A link opens whatever the account opens: it would be a way up, or into another league."""
    client = Client()
    client.force_login(an_account(league, "secretary"))
    assert not reset(client, league, "owner")
    LeagueRole.objects.create(league=a_league("Four Rivers"), user=edna, role="owner")
    assert not reset(client, league, "edna")
    boss = User.objects.create_superuser("boss", password=GOOD)
    LeagueRole.objects.create(league=league, user=boss, role="scorer")
    assert not reset(client, league, "boss")
    assert not reset(client, league, "secretary"), "one's own is changed on one's own page"


# --- One's own account -----------------------------------------------------------------------


@pytest.fixture
def at_home(edna: User) -> Client:
    client = Client()
    client.post("/sign-in/", {"username": "edna", "password": "password"})
    return client


def test_name_and_address_are_changed(at_home: Client, edna: User) -> None:
    typed = {"name-username": "thorp", "name-first_name": "Edna", "name-last_name": "Thorp", "name": "yes"}
    assert at_home.post("/account/", typed).status_code == 303
    typed = {"email-now": "password", "email-email": "thorp@example.org", "email": "yes"}
    assert at_home.post("/account/", typed).status_code == 303
    edna.refresh_from_db()
    assert (edna.username, str(edna), edna.email) == ("thorp", "Edna Thorp", "thorp@example.org")


def test_an_account_left_open_is_not_taken_over(at_home: Client, edna: User) -> None:
    for said in (
        {"email-now": "mistyped", "email-email": "mallory@example.org", "email": "yes"},
        {"password-now": "mistyped", "password-password": GOOD, "password": "yes"},
        {"elsewhere-now": "mistyped", "elsewhere": "yes"},
    ):
        answer = at_home.post("/account/", said)
        assert answer.status_code == 422
        assert "That is not your password" in markup(answer)
    for _ in range(TRIES_AT_A_NAME):
        page = markup(at_home.post("/account/", said))
    assert "Too many tries" in page
    edna.refresh_from_db()
    assert edna.email == "edna@example.org"
    assert edna.check_password("password")


def test_the_workbench_asks_for_no_password_as_often_as_one_likes(at_home: Client, edna: User) -> None:
    User.objects.update(is_staff=True)
    typed = {"old_password": "password", "new_password1": GOOD, "new_password2": GOOD}
    assert at_home.post("/admin/password_change/", typed).headers["Location"] == "/account/"
    edna.refresh_from_db()
    assert edna.check_password("password")


def test_another_password_signs_everybody_else_out(at_home: Client, edna: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(edna)
    typed = {"password-now": "password", "password-password": GOOD, "password": "yes"}
    assert at_home.post("/account/", typed).status_code == 303
    assert at_home.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 303
    edna.refresh_from_db()
    assert edna.check_password(GOOD)


def test_everybody_else_is_signed_out_with_the_same_password(at_home: Client, edna: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(edna)
    assert at_home.post("/account/", {"elsewhere-now": "password", "elsewhere": "yes"}).status_code == 303
    assert at_home.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 303
    edna.refresh_from_db()
    assert edna.check_password("password")


def test_whoever_came_by_letter_has_forgotten_his_password(client: Client, edna: User) -> None:
    client.post(letter_of(client, "edna@example.org"))
    assert "password-now" not in markup(client.get("/account/"))
    typed = {"password-password": GOOD, "password": "yes"}
    assert client.post("/account/", typed).status_code == 303
    edna.refresh_from_db()
    assert edna.check_password(GOOD)


def test_but_only_for_half_an_hour(client: Client, edna: User) -> None:
    client.post(letter_of(client, "edna@example.org"))
    session = client.session
    session["came_by_link"] -= LASTS[LinkKind.SIGN_IN].total_seconds()
    session.save()
    assert "password-now" in markup(client.get("/account/"))


def test_a_name_somebody_else_has_is_refused(at_home: Client, owner: User) -> None:
    answer = at_home.post("/account/", {"name-username": "owner", "name": "yes"})
    assert answer.status_code == 422
    assert "signs in as edna" in markup(answer).replace("You sign in as", "signs in as")


def test_the_site_says_where_it_sends_no_letters(client: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert "sends no e-mail" in markup(client.get("/account/link/"))


def test_invitations_of_a_day_have_an_end_and_their_links_are_handed_over(
    client: Client, desk: Client, league: League, settings
) -> None:
    settings.LETTERS_A_DAY = 2
    for number in range(2):
        invited(desk, league, name=f"Edna {number}", email="edna@example.org")
    page = desk.post(
        f"/{league.slug}/secretary/people/", {"name": "Una", "email": "una@example.org", "role": "results"}
    )
    assert len(mail.outbox) == 2
    assert "was not sent" in page.content.decode()
    assert "ask the operator of the site to allow more" in page.content.decode()
    assert page.context["link"] in page.content.decode()


def test_letters_to_sign_in_have_an_end_at_one_address(client: Client, settings) -> None:
    settings.LETTERS_A_DAY = 1
    User.objects.create_user("edna", email="edna@example.org")
    assert client.post("/account/link/", {"email": "nobody@example.org"}).status_code == 303
    refused = client.post("/account/link/", {"email": "edna@example.org"})
    assert refused.status_code == 422
    assert "ask the operator of the site to allow more" in refused.content.decode()
    assert mail.outbox == []
