"""How often somebody may try to sign in or to guess a code, how many phones they may pretend to be, and how
often one address may ask for work.

Counted in memory, by each of the server's processes for itself, and forgotten when it stops: enough against a
program that guesses, without a record of who mistyped when.
"""

import hashlib
import uuid
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

MINUTES = 15
TRIES_AT_A_NAME, TRIES_IN_ALL = 10, 50

# Wrong codes from one address. A whole pub shares it: who mistypes must not lock the others out of their
# own match.
GUESSES = 30
HOURS_REMEMBERED = 12
# A program that sends every hand of twelve matches by itself needs some 400 in a quarter of an hour.
WRITES_OF_A_TOKEN = 1000
# Phones that one address may bring to the full log of a match: more than sit around one pub's tables.
NEW_PHONES = 20
OWN_MACHINE = frozenset({"", "127.0.0.1", "::1"})
# Of an address of the sixth version a household holds all that begin alike.
BITS_OF_A_HOUSE = 64


def may_try(request: HttpRequest, name: str) -> bool:
    """Count one more try, at this name and in all, from where the request comes."""
    tries = _counted(_key(request, name)) <= TRIES_AT_A_NAME
    return (_counted(_key(request)) <= TRIES_IN_ALL) and tries


def forget_tries(request: HttpRequest, name: str) -> None:
    """Whoever has signed in has nothing to wait for."""
    caches["sign-in"].delete_many([_key(request, name), _key(request)])


def may_guess(request: HttpRequest) -> bool:
    """Return whether a code never used from this address may be tried: not after too many wrong ones."""
    return int(caches["sign-in"].get(_key(request, "guesses"), 0)) < GUESSES


def remember_guess(request: HttpRequest) -> None:
    """Count a wrong code."""
    _counted(_key(request, "guesses"))


def remember_coming(request: HttpRequest, code: str) -> None:
    """The code was right: whoever sits at this address keeps their match, whatever is mistyped."""
    caches["sign-in"].set(_key(request, f"came {code}"), 1, HOURS_REMEMBERED * 3600)


def has_come_before(request: HttpRequest, code: str) -> bool:
    """Return whether this code was right from this address today."""
    return bool(caches["sign-in"].get(_key(request, f"came {code}")))


def may_bring_phone(request: HttpRequest, code: str, phone: uuid.UUID) -> bool:
    """Count this phone among those that came to a code from this address; return whether they are few."""
    key = _key(request, f"phones {code}")
    phones: frozenset[uuid.UUID] = caches["sign-in"].get(key, frozenset())
    if phone not in phones and len(phones) < NEW_PHONES:
        phones |= {phone}
        caches["sign-in"].set(key, phones, HOURS_REMEMBERED * 3600)
    return phone in phones


def may_write(token: str) -> bool:
    """Count one more write by a program's token."""
    return _counted(hashlib.sha256(f"token {token}".encode()).hexdigest()) <= WRITES_OF_A_TOKEN


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
    return hashlib.sha256(f"{house_of(request)} {name.casefold()}".encode()).hexdigest()


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
