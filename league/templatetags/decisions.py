"""Rulings, moved matches, requests to move them, penalties and money, in words."""

from django import template

from league.models import Match, Postponement, Ruling
from league.regulations.selectors.sanctions import Cost
from league.scheduling.planner.postponing import RatedNight
from league.scheduling.selectors.free_nights import FreeNight
from league.scheduling.selectors.postponements import PostponementRequest
from league.shared.text import counted, listed, uncapitalised
from league.templatetags.dates import pub_date, pub_date_year
from league.templatetags.formatting import MINUS, points

register = template.Library()

POINT = 2  # halves


@register.filter
def ruling_words(ruling: Ruling) -> str:
    """Return what was decided: "The Shears: 2 points taken", "The Fleece v The Shears: table 4 to The
    Fleece".
    """
    if ruling.kind == Ruling.Kind.ADJUSTMENT:
        return f"{ruling.team}: {points_change(ruling.halves)}"
    if ruling.match is None:
        effect = f"; {ruling.get_effect_display()}" if ruling.effect else ""
        return f"{ruling.team}: withdrawn{effect}"
    match = ruling.match
    what = (
        uncapitalised(ruling.division.season.rule_book.place(ruling.table)) if ruling.table else "the match"
    )
    if ruling.kind == Ruling.Kind.VOID:
        return f"{match.home} v {match.away}: {what} void"
    winners = {Ruling.AtFault.HOME: str(match.away), Ruling.AtFault.AWAY: str(match.home)}
    return f"{match.home} v {match.away}: {what} to {winners.get(Ruling.AtFault(ruling.at_fault), 'nobody')}"


def points_change(halves: int | None) -> str:
    """Return points of a ruling: "2 points taken", "1 point given", "½ point taken"."""
    if not halves:
        return ""
    noun = "point" if abs(halves) <= POINT else "points"
    return f"{points(abs(halves))} {noun} {'given' if halves > 0 else 'taken'}"


@register.filter
def move_words(match: Match) -> str:
    """Return where a match stands after it was moved: "moved from Thu 14 Jan 2027 to Mon 8 Feb 2027"."""
    if match.date is None:
        return f"off its date, {pub_date_year(match.postponed_from)}, until a new one is agreed"
    if match.postponed_from is None:
        return f"on its first date, {pub_date_year(match.date)}"
    return f"moved from {pub_date_year(match.postponed_from)} to {pub_date_year(match.date)}"


OUTCOMES = {
    Postponement.State.OPEN: "no answer yet",
    Postponement.State.REFUSED: "refused",
    Postponement.State.WITHDRAWN: "withdrawn",
}


@register.filter
def time_left(request: PostponementRequest) -> str:
    """Return how long there is to answer: "two days left", "today is the last day", "the time is over"."""
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
    """Return the nights offered: "Mon 18 Jan or Tue 19 Jan"; "none yet"."""
    return listed([pub_date(date) for date in request.offered], "or") if request.offered else "none yet"


@register.filter
def outcome_words(request: PostponementRequest) -> str:
    """Return what came of a request, without the reason: "agreed on Mon 18 Jan 2027", "refused"."""
    postponement = request.postponement
    if postponement.state == Postponement.State.AGREED:
        return (
            f"agreed on {pub_date_year(postponement.agreed_date)}"
            if postponement.agreed_date
            else "agreed, without a night yet"
        )
    if postponement.state == Postponement.State.LAPSED:
        moved = f"moved to {pub_date_year(postponement.agreed_date)}" if postponement.agreed_date else ""
        return f"not agreed; decided by the league{f': {moved}' if moved else ''}"
    return OUTCOMES[Postponement.State(postponement.state)]


@register.filter
def obstacle_words(night: FreeNight) -> str:
    """Return what stands in the way of a night: "The Shears play Station Tap; The Fleece is full: two
    matches".
    """
    return "; ".join(night.obstacles)


@register.filter
def night_words(night: RatedNight) -> str:
    """Return what a night breaks and what it costs: "a cup week; The Fleece play on Tue 22 Sep too"."""
    return "; ".join((*night.breaks, *night.price))


PENCE_A_POUND = 100


@register.filter
def pounds(pence: int | None) -> str:
    """Pence as money: 750 is "£7.50", -200 "−£2.00"; nothing gives nothing."""
    if pence is None:
        return ""
    whole, rest = divmod(abs(pence), PENCE_A_POUND)
    return f"{MINUS if pence < 0 else ''}£{whole:,}.{rest:02}"


@register.filter
def typed_pounds(pence: int) -> str:
    """Return the same as it is typed into a field: "7.50"."""
    return f"{pence // PENCE_A_POUND}.{pence % PENCE_A_POUND:02}"


@register.filter
def cost_words(cost: Cost) -> str:
    """Return what a penalty costs: "2 points and £5.00", "½ point", "a warning"."""
    off = f"{points(cost.halves)} {'point' if cost.halves <= POINT else 'points'}" if cost.halves else ""
    return " and ".join(filter(None, (off, pounds(cost.pence or None)))) or "a warning"
