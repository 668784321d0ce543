"""A middleware written as one function, of a request and of what answers it otherwise."""

import functools
from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponse]
Made = TypeVar("Made", bound=HttpResponseBase)


def middleware(
    answer: Callable[[HttpRequest, Callable[[HttpRequest], Made]], Made],
) -> Callable[[Callable[[HttpRequest], Made]], Callable[[HttpRequest], Made]]:
    """Return a middleware, as Django wants one, whose every answer the function makes."""

    @functools.wraps(answer)
    def before(get_response: Callable[[HttpRequest], Made]) -> Callable[[HttpRequest], Made]:
        return lambda request: answer(request, get_response)

    return before
