"""Where an account is signed in: noted at the sign-in, kept up to date, ended one by one or all at once."""

import datetime
import re

from django.contrib.sessions.models import Session

from league.history.services.audit import note_of_account
from league.models import SignedInDevice, User
from league.shared.errors import written_whole

# The first that is in what the browser says of itself: several name Chrome or Safari beside themselves.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS", "Chrome"),
    ("Safari", "Safari"),
)
MACHINES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def device_in_words(user_agent: str) -> str:
    """Return what a browser says of itself, as people call it: “Firefox on Windows”."""
    browser, machine = (
        next((name for pattern, name in names if re.search(pattern, user_agent)), "")
        for names in (BROWSERS, MACHINES)
    )
    return " on ".join(filter(None, (browser or "A browser", machine)))


def note_sign_in(
    *, user: User, session_key: str, device: str, now: datetime.datetime, passkey: str = ""
) -> None:
    """Note that a session belongs to an account; who signs in once more keeps the session."""
    of_session = {
        "user": user,
        "device": device,
        "passkey": passkey,
        "signed_in_at": now,
        "last_used_at": now,
    }
    SignedInDevice.objects.update_or_create(session_id=session_key, defaults=of_session)
    note_of_account(user=user, what="Signed in", now=now)


def note_use(*, session_key: str, now: datetime.datetime) -> None:
    """Note that a sign-in is in use."""
    SignedInDevice.objects.filter(session=session_key).update(last_used_at=now)


def move_sign_in(sign_in: SignedInDevice | None, *, session_key: str) -> None:
    """Note that the session of a sign-in has another key; its row went with the earlier one."""
    if sign_in is not None:
        sign_in.pk, sign_in.session_id = None, session_key
        sign_in.save(force_insert=True)


def end_sign_in(*, user: User, key: int) -> bool:
    """Sign an account out in one place; return whether it was signed in there."""
    session = SignedInDevice.objects.filter(user=user, pk=key).values("session")
    return bool(Session.objects.filter(pk__in=session).delete()[0])


def end_other_sign_ins(*, user: User, but: str | None) -> None:
    """Sign an account out everywhere but in one session."""
    with written_whole():
        others = SignedInDevice.objects.filter(user=user).exclude(session=but).values("session")
        Session.objects.filter(pk__in=others).delete()
