"""Answers to requests that are refused before any page is asked."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_anybody


@for_anybody
def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What was sent cannot be read; whether it is too much is said."""
    is_too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"is_too_big": is_too_big}, status=400)
