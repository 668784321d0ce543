"""What the pages on which the secretary decides something have in common."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.forms import Form
from django.http import HttpRequest, QueryDict

from league.models import User
from league.shared.errors import Refused

UNPROCESSABLE = 422
NO_ACT = "The page did not say what is to be done. Press one of its buttons."
Decision = TypeVar("Decision")


def decided(form: Form, decide: Callable[[dict[str, Any]], Decision]) -> Decision | None:
    """Carry out what a form says; None if it was not sent, or cannot be, which the form then says."""
    if not form.is_valid():
        return None
    try:
        return decide(form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return None


def sent(request: HttpRequest, button: str = "") -> QueryDict | None:
    """What was sent; where a page has several forms, only if it was by the button of that name."""
    if request.method != "POST" or (button and button not in request.POST):
        return None
    return request.POST


def status(*forms: Form) -> int:
    """200, or 422 where one of the forms was refused."""
    return UNPROCESSABLE if any(form.errors for form in forms) else 200


def secretary(request: HttpRequest) -> User:
    """The account that decides: `for_secretary` has refused everybody else."""
    return cast(User, request.user)
