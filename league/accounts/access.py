"""Decorators of views: who may see a page, and the league it is about.

Each writes its rule on the view, so that a test can walk every address and check it.
"""

import functools
from collections.abc import Callable
from typing import Concatenate

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import router
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import ResolverMatch, reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from league.accounts.powers import Power, powers_of, powers_with_two_steps, who_may
from league.accounts.signing_in import led_to_sign_in, tell_new_token
from league.competition.selectors import CURRENT, current_season, league_today, seasons_of
from league.models import League, User
from league.shared.compiled_query import CompiledQuery

View = Callable[Concatenate[HttpRequest, ...], HttpResponse]

FIRST_TWO_STEPS = "{league} requires two-step sign-in of whoever runs it. Turn it on first, under Account."


def opens_with(rule: str, view: View) -> View:
    """Return the view, with the rule it opens with written on it."""
    view.access = rule  # type: ignore[attr-defined]  # a function takes what its type does not name
    return view


def opens_with_its_address(rule: str, view: View) -> View:
    """Return the same for a view whose address is the permission: no cookie adds to it, so no token is asked
    for.
    """
    return csrf_exempt(opens_with(rule, view))


def may_keep(user: User | AnonymousUser, league: League) -> bool:
    """Return whether this account has a secretary's powers in this league: it sees every name in full."""
    return Power.SECRETARY in powers_of(user, league)


def is_public(match: ResolverMatch | None) -> bool:
    """Return whether the page of an address is open to everybody, by what its view opens with."""
    return match is not None and getattr(match.func, "access", "") in {"anybody", "public"}


def for_anybody(view: View) -> View:
    """Open to everybody; about no league in particular."""
    return opens_with("anybody", view)


def for_public(view: View) -> View:
    """Open to everybody; the view is given the league. The season `current` leads to the one it is."""

    @functools.wraps(view)
    def opened(request: HttpRequest, league_slug: str, **rest: object) -> HttpResponse:
        league = _league_of(request, league_slug)
        if rest.get("season_slug") == CURRENT and request.resolver_match:
            season = current_season(seasons_of(league), league_today(league))
            if season is None:
                raise Http404(f"{league} has no season yet.")
            named = request.resolver_match.kwargs | {"season_slug": season.slug}
            address = reverse(request.resolver_match.view_name, kwargs=named)
            return redirect(f"{address}?{query}" if (query := request.META["QUERY_STRING"]) else address)
        return view(request, league, **rest)

    return opens_with("public", opened)


def for_account(view: View) -> View:
    """Only for somebody signed in, about their own account; about no league in particular."""

    @functools.wraps(view)
    def opened(request: HttpRequest, **rest: object) -> HttpResponse:
        if led := led_to_sign_in(request):
            return led
        return _for_one_reader(request, view(request, **rest))

    return opens_with("account", opened)


def _for(power: Power, view: View) -> View:
    """Return the view of a league's page, given the league; others are refused, or led to the sign-in."""

    @functools.wraps(view)
    def opened(request: HttpRequest, league_slug: str, **rest: object) -> HttpResponse:
        league = _league_of(request, league_slug)
        if led := led_to_sign_in(request):
            return led
        powers = powers_of(request.user, league)
        if power not in powers and power in powers_with_two_steps(request.user, league):
            messages.warning(request, FIRST_TWO_STEPS.format(league=league))
            return redirect("two-step")
        if power not in powers:
            raise PermissionDenied(f"Only {who_may(power)} of {league} may do this.")
        request.powers = powers  # type: ignore[attr-defined]  # nor need the page ask again
        return _for_one_reader(request, view(request, league, **rest))

    return opens_with(power.value, opened)


# Only for those of the league who …
for_desk = functools.partial(_for, Power.DESK)  # work at the secretary's desk, whatever their part of it
for_results = functools.partial(_for, Power.RESULTS)  # enter results
for_fixtures = functools.partial(_for, Power.FIXTURES)  # look after the fixtures and their paper
for_league_scorer = functools.partial(_for, Power.SCORING)  # may score at every match
for_secretary = functools.partial(_for, Power.SECRETARY)  # run the season: rulings, money, captains
for_people = functools.partial(_for, Power.PEOPLE)  # say who has which role
for_owner = functools.partial(_for, Power.OWNER)  # own it


def _for_one_reader(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Mark an answer with full names and remarks as private: no cache on the way may keep a copy."""
    patch_cache_control(answer, private=True, no_cache=True)
    tell_new_token(request, answer)
    return answer


# Every page asks for its league.
_COLUMNS = tuple(field.attname for field in League._meta.concrete_fields)
_LEAGUE_AT = CompiledQuery(lambda slug: League.objects.filter(slug=slug).values_list(*_COLUMNS))


def _league_of(request: HttpRequest, slug: str) -> League:
    rows = _LEAGUE_AT.rows(slug)
    if not rows:
        raise Http404(f"There is no league {slug}.")
    league = League.from_db(router.db_for_read(League), _COLUMNS, rows[0])
    request.league = league  # type: ignore[attr-defined]  # the context processor takes it from here: one query less
    return league
