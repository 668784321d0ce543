"""What a view opens with, written on the view itself: a test walks every address and asks each."""

from collections.abc import Callable
from typing import Concatenate

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

View = Callable[Concatenate[HttpRequest, ...], HttpResponse]


def opens_with(rule: str, view: View) -> View:
    """The view, with the rule it opens with written on it."""
    view.access = rule  # type: ignore[attr-defined]  # a function takes what its type does not name
    return view


def opens_with_its_address(rule: str, view: View) -> View:
    """The same for a view whose address is the permission: no cookie adds to it, so no token is asked for."""
    return csrf_exempt(opens_with(rule, view))
