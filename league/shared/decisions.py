"""What views share: what was sent, what came of it, the status of the answer, what is not there."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.forms import Form
from django.http import Http404, HttpRequest, QueryDict

from league.models import User
from league.shared.errors import Refused

UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
# The value of a button that was pressed after the page had said what follows.
SURE = "sure"
NO_ACT = "The page was out of date. Press one of its buttons."
Decision = TypeVar("Decision")
Shown = TypeVar("Shown")


def decided(form: Form, decide: Callable[[dict[str, Any]], Decision]) -> Decision | None:
    """Call `decide` with the cleaned form; return None if the form was not sent, is invalid or is refused.

    The sentence of a refusal becomes an error of the form.
    """
    if not form.is_valid():
        return None
    try:
        return decide(form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return None


def or_404(shown: Shown | None, missing: str) -> Shown:
    """Return what a page shows. Raises Http404 with a sentence if there is nothing."""
    if shown is None:
        raise Http404(missing)
    return shown


def sent(request: HttpRequest, button: str = "") -> QueryDict | None:
    """Return what was posted, or None; where a page has several forms, only by the button of that name."""
    if request.method != "POST" or (button and button not in request.POST):
        return None
    return request.POST


def status(*forms: Form) -> int:
    """Return 200, or 422 where one of the forms has errors."""
    return UNPROCESSABLE if any(form.errors for form in forms) else 200


def secretary(request: HttpRequest) -> User:
    """Return the account that decides: `for_secretary` has refused everybody else."""
    return cast(User, request.user)
