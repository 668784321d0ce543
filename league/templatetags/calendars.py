"""Calendars to follow: the address a phone subscribes to."""

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("scheduling/_calendar.html", takes_context=True)
def calendar(context: template.Context, page: str, *named: Any) -> dict[str, str]:
    """How to follow a calendar: `{% calendar "team-calendar" league.slug team.slug %}`."""
    address = reverse(page, args=named)
    return {"address": address, "webcal": f"webcal://{context['request'].get_host()}{address}"}
