"""Rulings and moved matches in words, without their reasons."""

from django import template

from league.models import Match, Ruling
from league.templatetags.dates import pub_date_year
from league.templatetags.words import points

register = template.Library()

POINT = 2  # halves


@register.filter
def ruling_words(ruling: Ruling) -> str:
    """What was decided: "The Shears: 2 points taken", "The Fleece v The Shears: table 4 to The Fleece"."""
    if ruling.kind == Ruling.Kind.ADJUSTMENT:
        return f"{ruling.team}: {given_or_taken(ruling.halves)}"
    if ruling.match is None:
        effect = f"; {ruling.get_effect_display()}" if ruling.effect else ""
        return f"{ruling.team}: withdrawn{effect}"
    match = ruling.match
    what = f"table {ruling.table}" if ruling.table else "the match"
    if ruling.kind == Ruling.Kind.VOID:
        return f"{match.home} v {match.away}: {what} void"
    given_to = {Ruling.AtFault.HOME: str(match.away), Ruling.AtFault.AWAY: str(match.home)}
    return f"{match.home} v {match.away}: {what} to {given_to.get(Ruling.AtFault(ruling.at_fault), 'nobody')}"


@register.filter
def given_or_taken(halves: int | None) -> str:
    """Points of a ruling: "2 points taken", "1 point given", "½ point taken"."""
    if not halves:
        return ""
    noun = "point" if abs(halves) <= POINT else "points"
    return f"{points(abs(halves))} {noun} {'given' if halves > 0 else 'taken'}"


@register.filter
def move_words(match: Match) -> str:
    """Where a match stands after it was moved: "moved from Thu 14 Jan 2027 to Mon 8 Feb 2027"."""
    if match.date is None:
        return f"off its date, {pub_date_year(match.postponed_from)}, until a new one is agreed"
    if match.postponed_from is None:
        return f"on its first date, {pub_date_year(match.date)}"
    return f"moved from {pub_date_year(match.postponed_from)} to {pub_date_year(match.date)}"
