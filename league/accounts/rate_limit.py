"""How often somebody may try to sign in or to guess a code, how many phones they may pretend to be, how
often one address may ask for work, and how many letters go out in a day.

Tries and guesses are counted in the database, so that there are so many for all processes and web servers
of the site, under digests that name neither address nor account. An address at which nobody signs in adds at
most fifty names to it in a quarter of an hour: past that none of its tries is looked at. Phones, writes of
programs and requests are counted in memory, by each process for itself, and forgotten when it stops: they are
work, and no secret is found by them.
"""

import datetime
import uuid
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.core.cache import caches
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.accounts.services.tries import count_tries, forget_tries, tries_counted
from league.models import League, User
from league.shared.errors import Refused

MINUTES = 15
WAIT = datetime.timedelta(minutes=MINUTES)
TRIES_AT_A_NAME, TRIES_IN_ALL = 10, 50

# Wrong codes from one address. A whole pub shares it: who mistypes must not lock the others out of their
# own match.
GUESSES = 30
REMEMBERED = datetime.timedelta(hours=12)
# A program that sends every hand of twelve matches by itself needs some 400 in a quarter of an hour.
WRITES_OF_A_TOKEN = 1000
# Phones that one address may bring to the full log of a match: more than sit around one pub's tables.
NEW_PHONES = 20
OWN_MACHINE = frozenset({"", "127.0.0.1", "::1"})
A_DAY = datetime.timedelta(days=1)
# News of an account to the address that stands in it, which nobody has verified.
LETTERS_TO_AN_ACCOUNT = 20
TOO_MANY_LETTERS = (
    "No more than {} e-mails a day go out for one league, or from one internet connection. Send them "
    "tomorrow, or ask the operator of the site to allow more."
)
# Of an address of the sixth version a household holds all that begin alike.
BITS_OF_A_HOUSE = 64


def may_try(request: HttpRequest, name: str) -> bool:
    """Count one more try, from where the request comes and at this name, and return whether they are few."""
    return count_tries(
        {_key(request): TRIES_IN_ALL, _key(request, f"try {name}"): TRIES_AT_A_NAME},
        now=timezone.now(),
        lasts=WAIT,
    )


def begin_anew(request: HttpRequest, name: str) -> None:
    """Whoever has signed in has nothing to wait for; tries at other names from there still count."""
    forget_tries(_key(request, f"try {name}"), among=_key(request), now=timezone.now())


def may_guess(request: HttpRequest) -> bool:
    """Return whether a code that may be wrong is looked at: not after too many wrong ones. One query."""
    return tries_counted(_key(request, "guesses"), now=timezone.now()) < GUESSES


def may_come(request: HttpRequest, code: str) -> bool:
    """Return whether a code is looked at: always where it was right today. Mostly without a query."""
    came = _key(request, f"came {code}")
    return came in caches["sign-in"] or may_guess(request) or tries_counted(came, now=timezone.now()) > 0


def remember_guess(request: HttpRequest) -> None:
    """Count a wrong code, link or token."""
    count_tries({_key(request, "guesses"): GUESSES}, now=timezone.now(), lasts=WAIT)


def remember_coming(request: HttpRequest, code: str) -> None:
    """The code was right: whoever sits at this address keeps their match, whatever is mistyped."""
    came = _key(request, f"came {code}")
    if caches["sign-in"].add(came, 1, REMEMBERED.total_seconds()):
        count_tries({came: 1}, now=timezone.now(), lasts=REMEMBERED)


def may_bring_phone(request: HttpRequest, code: str, phone: uuid.UUID) -> bool:
    """Count this phone among those that came to a code from this address; return whether they are few."""
    key = _key(request, f"phones {code}")
    phones: frozenset[uuid.UUID] = caches["sign-in"].get(key, frozenset())
    if phone not in phones and len(phones) < NEW_PHONES:
        phones |= {phone}
        caches["sign-in"].set(key, phones, REMEMBERED.total_seconds())
    return phone in phones


def ask_for_letters(request: HttpRequest, number: int, league: League | None = None) -> None:
    """Count letters by the address where somebody wants them sent, for a day. Raises Refused for too many.

    Too many with those that their league has sent today are refused as well. What is refused is not counted.
    """
    if (most := settings.LETTERS_A_DAY) is None:
        return
    with transaction.atomic():
        asked = {_key(request, "letters"): most}
        may = count_tries(asked, now=timezone.now(), lasts=A_DAY, number=number)
        if not may or (league is not None and letters_sent(league.pk) + number > most):
            raise Refused(TOO_MANY_LETTERS.format(most))


def letters_sent(league: int) -> int:
    """Return how many letters a league has sent today, by its key. One query."""
    return tries_counted(_digest(f"letters of league {league}"), now=timezone.now())


def note_letter(league: int) -> None:
    """Count a letter that a league has sent."""
    count_tries({_digest(f"letters of league {league}"): 1}, now=timezone.now(), lasts=A_DAY)


def is_held(league: int) -> bool:
    """Return whether a league has sent its letters of the day: the others wait until tomorrow."""
    most = settings.LETTERS_A_DAY
    return most is not None and letters_sent(league) >= most


def may_write_to(user: User) -> bool:
    """Count one more letter with news of an account, and return whether they are few today."""
    digest = _digest(f"letters to account {user.pk}")
    return count_tries({digest: LETTERS_TO_AN_ACCOUNT}, now=timezone.now(), lasts=A_DAY)


def may_write(token: str) -> bool:
    """Count one more write by a program's token."""
    return _counted(f"token-{token}") <= WRITES_OF_A_TOKEN


def may_ask(request: HttpRequest, what: str, *, most: int) -> bool:
    """Count one more request of a kind from this address; return whether it is among the first of a minute.

    Counted apart from tries to sign in, so that a flood pushes none of them out.
    """
    return _counted(_key(request, what), "requests", 60) <= most


def _counted(key: str, cache: str = "sign-in", seconds: int = MINUTES * 60) -> int:
    kept = caches[cache]
    kept.add(key, 0, seconds)
    try:
        return int(kept.incr(key))
    except ValueError:  # it ran out in this very moment
        return 1


def _key(request: HttpRequest, name: str = "") -> str:
    return _digest(f"{house_of(request)} {name.casefold()}")


def _digest(name: str) -> str:
    return salted_hmac("pegboard.tries", name, algorithm="sha256").hexdigest()


def house_of(request: HttpRequest) -> str:
    """Return the visitor's address: the last one that no web server of ours has (PEGBOARD_PROXIES).

    Whoever asks writes the addresses before it into the header. Of an address of the sixth version the part
    that its household has in common.
    """
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    seen = str(request.META.get("REMOTE_ADDR", ""))
    while _is_ours(seen) and forwarded and (before := forwarded.pop().strip()):
        seen = before
    address = _address(seen)
    if not isinstance(address, IPv6Address):
        return seen if address is None else str(address)
    return str(IPv6Address(int(address) >> BITS_OF_A_HOUSE << BITS_OF_A_HOUSE))


def _is_ours(seen: str) -> bool:
    """Return whether an address is of this machine or of a web server whose word counts."""
    address = _address(seen)
    return seen in OWN_MACHINE or (address is not None and any(address in each for each in settings.PROXIES))


def _address(seen: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(seen)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
