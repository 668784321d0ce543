"""Requests to move a match in words: how long there is to answer, and what came of them."""

from django import template

from league.models import Postponement
from league.scheduling.planner.postponing import RatedNight
from league.scheduling.selectors.free_nights import FreeNight
from league.scheduling.selectors.postponements import PostponementRequest
from league.shared.text import counted, listed
from league.templatetags.dates import pub_date, pub_date_year

register = template.Library()

OUTCOMES = {
    Postponement.State.OPEN: "no answer yet",
    Postponement.State.REFUSED: "refused",
    Postponement.State.WITHDRAWN: "taken back",
}


@register.filter
def time_left(request: PostponementRequest) -> str:
    """How long there is to answer: "two days left", "today is the last day", "the time is over"."""
    days = request.days_left
    if days is None:
        return "no day set"
    if days < 0:
        return "the time is over"
    if days == 0:
        return "today is the last day"
    return f"{counted(days, 'day')} left"


@register.filter
def offered_words(request: PostponementRequest) -> str:
    """The nights offered: "Mon 18 Jan or Tue 19 Jan"; "none yet"."""
    return listed([pub_date(date) for date in request.offered], "or") if request.offered else "none yet"


@register.filter
def outcome_words(request: PostponementRequest) -> str:
    """What came of a request, without the reason: "agreed on Mon 18 Jan 2027", "refused"."""
    one = request.postponement
    if one.state == Postponement.State.AGREED:
        return (
            f"agreed on {pub_date_year(one.agreed_date)}"
            if one.agreed_date
            else "agreed, without a night yet"
        )
    if one.state == Postponement.State.LAPSED:
        moved = f"moved to {pub_date_year(one.agreed_date)}" if one.agreed_date else ""
        return f"not agreed; decided by the league{f': {moved}' if moved else ''}"
    return OUTCOMES[Postponement.State(one.state)]


@register.filter
def obstacle_words(night: FreeNight) -> str:
    """What stands in the way of a night: "The Shears play Station Tap; The Fleece is full: two matches"."""
    return "; ".join(night.obstacles)


@register.filter
def night_words(night: RatedNight) -> str:
    """What a night breaks and what it costs: "a cup week; The Fleece play on Tue 22 Sep too"."""
    return "; ".join((*night.breaks, *night.price))
