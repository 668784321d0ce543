"""Letters that carry a link to an account. They go out at once and are kept nowhere.

The outbox of notices would keep the link in the database, and in every backup of it, for whoever reads
that; and it belongs to a league, which somebody who signs in does not.
"""

import logging
import threading
from collections.abc import Iterable

from django.conf import settings
from django.core.mail import EmailMessage

from league.models import League, User

log = logging.getLogger(__name__)
KEPT_HERE = "django.core.mail.backends.filebased.EmailBackend"


def mail_goes_out() -> bool:
    """Whether this site sends e-mail, or only writes down what it would send."""
    return settings.EMAIL_BACKEND != KEPT_HERE


def send_invitation(*, user: User, league: League, role: str, link: str, by: User) -> bool:
    """Send somebody his invitation; whether the post took it."""
    asker = by.get_full_name() or "The secretary"
    body = f"""\
Hello {user.get_full_name() or user.username},

{asker} asks you to help with {league}: as {role}. This link opens your account; choose a name and a \
password there:

{link}

It works once, for seven days. If this is not for you, do nothing.

{league}
"""
    reply_to = [by.email] if by.email else None
    subject = _line(f"{league}: your account")
    return _post(EmailMessage(subject=subject, body=body, to=[user.email], reply_to=reply_to))


def send_sign_in_links(links: Iterable[tuple[User, str]]) -> threading.Thread:
    """Send each of the accounts the link to sign in with.

    Apart from the answer to whoever asked: how long that takes must not tell whether there is an account.
    """
    letters = [_sign_in_letter(user, link) for user, link in links]
    sending = threading.Thread(target=lambda: [_post(letter) for letter in letters], name="sign-in letters")
    sending.start()
    return sending


def _sign_in_letter(user: User, link: str) -> EmailMessage:
    body = f"""\
Hello {user.get_full_name() or user.username},

this link signs you in as {user.username}:

{link}

It works once, for half an hour. If you did not ask for it, do nothing: nobody comes in without it.
"""
    return EmailMessage(subject="Your link to sign in", body=body, to=[user.email])


def _post(letter: EmailMessage) -> bool:
    try:
        letter.send()
    except (OSError, ValueError) as fault:  # the post is out of order, or the address is none
        log.warning("A letter with a link could not be sent: %s", " ".join(str(fault).split()))
        return False
    return True


def _line(text: str) -> str:
    return " ".join(text.split())
