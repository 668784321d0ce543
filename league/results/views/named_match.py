"""What views of results share: the match that an address names, what became of an act, what is said of it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest

from league.models import League, Match
from league.results.selectors.entry import SheetToEnter, match_in, sheet_to_enter
from league.results.services.scorecards import StaleCard
from league.shared.decisions import UNPROCESSABLE, secretary
from league.shared.errors import Refused

Done = TypeVar("Done")


def match_or_404(league: League, match_id: str) -> Match:
    """Return the match of the league, as `match_in` does. Raises Http404 if it has none of that id."""
    try:
        return match_in(league, match_id)
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None


def sheet_or_404(request: HttpRequest, league: League, match_id: str) -> SheetToEnter:
    """Return the match with all that entering it needs. Raises Http404 if the league has none of that id."""
    try:
        return sheet_to_enter(league, match_id, by=secretary(request))
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None


def tried(
    act: Callable[[], Done], stale: type[Refused] = StaleCard, sentence: str = ""
) -> tuple[Done | None, str, HTTPStatus]:
    """Call an act; return what it returned, or None and why not, and the status of the answer.

    Where somebody was quicker, which raises `stale`, that is 409 with this sentence, if there is one.
    """
    try:
        return act(), "", HTTPStatus.OK
    except stale as refusal:
        return None, sentence or refusal.sentence, HTTPStatus.CONFLICT
    except Refused as refusal:
        return None, refusal.sentence, UNPROCESSABLE


def said(request: HttpRequest, act: Callable[[], str]) -> None:
    """Call an act and say what was done, in the sentence it returns, or why it was refused."""
    done, refusal, _ = tried(act)
    if done:
        messages.success(request, done)
    else:
        messages.warning(request, refusal)


def errors_in_words(form: Form) -> str:
    """Return everything that is wrong with a form, in a line."""
    return " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences)
