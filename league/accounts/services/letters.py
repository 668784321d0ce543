"""Letters about an account: links to it, and news of it. They go out at once and are kept nowhere.

The outbox of notices would keep a link in the database, and in every backup of it, for whoever reads that;
and it belongs to a league, which somebody who signs in does not.
"""

import datetime
import logging
import threading
from collections.abc import Iterable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone

from league.models import League, User
from league.shared.letters import Letter

log = logging.getLogger(__name__)
KEPT_HERE = "django.core.mail.backends.filebased.EmailBackend"
NOTHING_LEAVES = "No e-mail leaves: this site has no mail server yet. Ring, or copy the text."


def mail_goes_out() -> bool:
    """Return whether this site sends e-mail, or only writes down what it would send."""
    return settings.EMAIL_BACKEND != KEPT_HERE


def say_sent(request: HttpRequest, sentence: str) -> None:
    """Say what becomes of letters that were just written; where this site sends none, that alone."""
    if mail_goes_out():
        messages.success(request, sentence)
    else:
        messages.warning(request, NOTHING_LEAVES)


def send_invitation(*, user: User, league: League, role: str, link: str, by: User) -> bool:
    """Send somebody their invitation; whether the post took it."""
    asker = by.get_full_name() or "The secretary"
    body = f"""\
Hello {user.get_full_name() or user.username},

{asker} asks you to help with {league}: as {role}. This link opens your account; choose a name and a \
password there:

{link}

It works once, for seven days. If it is not for you, ignore this e-mail.

{league}
"""
    reply_to = [by.email] if by.email else None
    subject = _line(f"{league}: your account")
    return _post(Letter(subject=subject, body=body, to=[user.email], reply_to=reply_to))


def send_sign_in_links(links: Iterable[tuple[User, str]]) -> threading.Thread:
    """Send each of the accounts the link to sign in with.

    Apart from the answer to whoever asked: how long that takes must not tell whether there is an account.
    """
    return _send_apart([_sign_in_letter(user, link) for user, link in links])


def send_new_sign_in(*, user: User, device: str, passkey: str, account: str, now: datetime.datetime) -> None:
    """Tell somebody that their account was signed in to on a device it was not known on.

    `passkey` is the name of the one that was used, empty for none, and `account` the address of their
    account's page. It goes apart from the answer, which waits for no post.
    """
    way = f", with the passkey “{passkey}”" if passkey else ""
    body = f"""\
Hello {user.get_full_name() or user.username},

your account {user.username} was signed in to from a browser that had not been used for it before: \
{device}{way}, {timezone.localtime(now):%d %B %Y, %H:%M}.

If it was you, there is nothing to do. If it was not, change your password at once. This signs everybody out:

{account}
"""
    _send_apart([Letter(subject="A new sign-in to your account", body=body, to=[user.email])])


def send_new_passkey(*, user: User, name: str, account: str, now: datetime.datetime) -> None:
    """Tell somebody that a passkey was added to their account, whose page has the address `account`."""
    body = f"""\
Hello {user.get_full_name() or user.username},

the passkey “{name}” was added to your account {user.username}, {timezone.localtime(now):%d %B %Y, %H:%M}. \
It signs in to the account.

If it was you, there is nothing to do. If it was not, change your password and remove the passkey at once:

{account}
"""
    _send_apart([Letter(subject="A new passkey for your account", body=body, to=[user.email])])


def _send_apart(letters: list[Letter]) -> threading.Thread:
    sending = threading.Thread(target=lambda: [_post(letter) for letter in letters], name="letters")
    sending.start()
    return sending


def _sign_in_letter(user: User, link: str) -> Letter:
    body = f"""\
Hello {user.get_full_name() or user.username},

this link signs you in as {user.username}:

{link}

It works once, for half an hour. If you did not ask for it, ignore this e-mail.
"""
    return Letter(subject="Your link to sign in", body=body, to=[user.email])


def _post(letter: Letter) -> bool:
    try:
        letter.send()
    except (OSError, ValueError) as fault:  # the post is out of order, or the address is none
        log.warning("A letter with a link could not be sent: %s", " ".join(str(fault).split()))
        return False
    return True


def _line(text: str) -> str:
    return " ".join(text.split())
