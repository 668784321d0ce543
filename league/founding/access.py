"""Who may open a league: the administrator; on an installation without leagues, also its first account."""

import functools

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from league.accounts.access import View, opens_with
from league.accounts.powers import Power, roles_with
from league.accounts.signing_in import led_to_sign_in
from league.models import League, LeagueRole, User

NOT_YOURS = "Only whoever runs this site may open another league. Ask them, or sign in with their account."


def may_open_league(user: User | AnonymousUser) -> bool:
    """Return whether the user may open a league.

    The administrator always may; while there is no league but the demo, so may its secretary and the first
    account.
    """
    if not user.is_authenticated:
        return False
    if user.is_superuser:
        return True
    if League.objects.filter(is_demo=False).exists():
        return False
    return is_demo_secretary(user) or User.objects.order_by("pk").first() == user


def is_demo_secretary(user: User | AnonymousUser) -> bool:
    """Return whether the user is a secretary of the demo league, whose password was shown on a screen."""
    if not user.is_authenticated or user.is_superuser:
        return False
    roles = roles_with(Power.SECRETARY)
    return LeagueRole.objects.filter(user=user, league__is_demo=True, role__in=roles).exists()


def for_founder(view: View) -> View:
    """Decorate a view for users who may open a league; others are refused, or led to the sign-in."""

    @functools.wraps(view)
    def opened(request: HttpRequest, **rest: object) -> HttpResponse:
        if led := led_to_sign_in(request):
            return led
        if not may_open_league(request.user):
            raise PermissionDenied(NOT_YOURS)
        answer = view(request, **rest)
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return opens_with("founder", opened)
