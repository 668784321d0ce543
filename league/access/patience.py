"""How often somebody may try to sign in: a password is not to be found by trying.

Counted in memory, by each of the server's processes for itself, and forgotten when it stops: enough against a
program that guesses, without a record of who mistyped when.
"""

import hashlib

from django.core.cache import caches
from django.http import HttpRequest

MINUTES = 15
TRIES_AT_A_NAME, TRIES_IN_ALL = 10, 50
OWN_MACHINE = frozenset({"", "127.0.0.1", "::1"})


def may_try(request: HttpRequest, name: str) -> bool:
    """Count one more try, at this name and in all, from where the request comes."""
    tries = _counted(_key(request, name)) <= TRIES_AT_A_NAME
    return (_counted(_key(request)) <= TRIES_IN_ALL) and tries


def forget_tries(request: HttpRequest, name: str) -> None:
    """Whoever has signed in has nothing to wait for."""
    caches["sign-in"].delete_many([_key(request, name), _key(request)])


def _counted(key: str) -> int:
    kept = caches["sign-in"]
    kept.add(key, 0, MINUTES * 60)
    try:
        return int(kept.incr(key))
    except ValueError:  # it ran out in this very moment
        return 1


def _key(request: HttpRequest, name: str = "") -> str:
    return hashlib.sha256(f"{_whence(request)} {name.casefold()}".encode()).hexdigest()


def _whence(request: HttpRequest) -> str:
    """The visitor's address; behind a web server on the same machine, the one that server has seen."""
    seen = str(request.META.get("REMOTE_ADDR", ""))
    if seen not in OWN_MACHINE:
        return seen
    return str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip() or seen
