"""Amounts of money, and what a penalty costs, in words."""

from django import template

from league.regulations.selectors.sanctions import Cost
from league.templatetags.rulings import POINT
from league.templatetags.words import MINUS, points

register = template.Library()

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
    """The same as it is typed into a field: "7.50"."""
    return f"{pence // PENCE_A_POUND}.{pence % PENCE_A_POUND:02}"


@register.filter
def cost_words(cost: Cost) -> str:
    """What a penalty costs: "2 points and £5.00", "½ point", "a warning"."""
    said = []
    if cost.halves:
        said.append(f"{points(cost.halves)} {'point' if cost.halves <= POINT else 'points'}")
    if cost.pence:
        said.append(pounds(cost.pence))
    return " and ".join(said) or "a warning"
