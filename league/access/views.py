"""The first line of every view: who may see it, and the league it is about."""

import functools
from collections.abc import Callable
from typing import Concatenate

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_cache_control

from league.models import League, LeagueRole, User

View = Callable[Concatenate[HttpRequest, ...], HttpResponse]


def may_keep(user: User | AnonymousUser, league: League) -> bool:
    """Whether this account enters results and runs the season of this league."""
    if not user.is_authenticated:
        return False
    return user.is_superuser or LeagueRole.objects.filter(league=league, user=user).exists()


def for_anybody(view: View) -> View:
    """Open to everybody; about no league in particular."""
    view.access = "anybody"  # type: ignore[attr-defined]  # a test walks all views and asks each
    return view


def for_public(view: View) -> View:
    """Open to everybody; the view is given the league."""

    @functools.wraps(view)
    def opened(request: HttpRequest, league_slug: str, **rest: object) -> HttpResponse:
        return view(request, _league_of(request, league_slug), **rest)

    opened.access = "public"  # type: ignore[attr-defined]
    return opened


def for_secretary(view: View) -> View:
    """Only for those who keep this league: others are refused, or led to the sign-in."""

    @functools.wraps(view)
    def opened(request: HttpRequest, league_slug: str, **rest: object) -> HttpResponse:
        league = _league_of(request, league_slug)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("sign-in"))
        if not may_keep(request.user, league):
            raise PermissionDenied(f"Only the secretary of {league} may do this.")
        request.keeps_league = True  # type: ignore[attr-defined]  # nor need it ask who keeps the league
        answer = view(request, league, **rest)
        # Names in full and remarks for the secretary only: no cache on the way may keep a copy.
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    opened.access = "secretary"  # type: ignore[attr-defined]
    return opened


def _league_of(request: HttpRequest, slug: str) -> League:
    league = get_object_or_404(League, slug=slug)
    request.league = league  # type: ignore[attr-defined]  # the context processor takes it from here: one query less
    return league
