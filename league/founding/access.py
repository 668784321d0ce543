"""Who may open a league.

The administrator; on an installation without leagues also its first account, or without any account whoever
sits at the machine; everybody where the installation allows it.
"""

import functools

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from league.accounts.access import View, opens_with
from league.accounts.powers import Power, roles_with
from league.accounts.signing_in import led_to_sign_in
from league.models import League, LeagueRole, User

LOOPBACK = frozenset({"127.0.0.1", "::1"})

# A web server in front of the site speaks for others.
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
NOT_YOURS = "Only the operator of this site may open another league. Ask them, or sign in with their account."


def may_open_league(user: User | AnonymousUser) -> bool:
    """Return whether the user may open a league.

    The administrator always may, and everybody where the installation allows it. While there is no league but
    the demo, so may its secretary and the first account.
    """
    if not user.is_authenticated:
        return False
    if user.is_superuser or settings.OPEN_FOUNDING:
        return True
    if settings.CELLS or League.objects.filter(is_demo=False).exists():
        return False
    return is_demo_secretary(user) or User.objects.order_by("pk").first() == user


def is_demo_secretary(user: User | AnonymousUser) -> bool:
    """Return whether the user is a secretary of the demo league, whose password was shown on a screen."""
    if not user.is_authenticated or user.is_superuser:
        return False
    roles = roles_with(Power.SECRETARY)
    return LeagueRole.objects.filter(user=user, league__is_demo=True, role__in=roles).exists()


def may_found(request: HttpRequest) -> bool:
    """Return whether whoever sent the request may open a league, with an account or without one."""
    return may_open_league(request.user) or may_found_as_visitor(request)


def may_found_as_visitor(request: HttpRequest) -> bool:
    """Return whether somebody without an account may open a league, and so create an account.

    Everybody may where the installation allows it (PEGBOARD_OPEN_FOUNDING); else whoever sits at this
    machine, as long as it has no account.
    """
    if request.user.is_authenticated:
        return False
    return settings.OPEN_FOUNDING or is_first_visit(request)


def is_first_visit(request: HttpRequest) -> bool:
    """Return whether the request comes from this machine, on which nobody has an account yet."""
    is_local = (
        not settings.PRODUCTION
        and request.META.get("REMOTE_ADDR") in LOOPBACK
        and not any(header in request.META for header in FORWARDED)
    )
    return is_local and not User.objects.exists()


def for_founder(view: View) -> View:
    """Decorate a view for whoever may open a league; others are refused, or led to the sign-in."""

    @functools.wraps(view)
    def opened(request: HttpRequest, **rest: object) -> HttpResponse:
        if not may_found_as_visitor(request):
            if led := led_to_sign_in(request):
                return led
            if not may_open_league(request.user):
                raise PermissionDenied(NOT_YOURS)
        answer = view(request, **rest)
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return opens_with("founder", opened)
