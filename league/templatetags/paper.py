"""Lengths and sizes of type for a style on paper: written the same in every language."""

from django import template

register = template.Library()


@register.filter
def mm(length: float) -> str:
    """Millimetres: 12.5 is "12.50mm"."""
    return f"{length:.2f}mm"


@register.filter
def points_of_type(size: float) -> str:
    """A size of type: 8.5 is "8.5pt"."""
    return f"{size:g}pt"
