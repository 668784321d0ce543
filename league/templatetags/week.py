"""The line of the week, as pages of a night's results show it."""

import datetime
from typing import Any

from django import template
from django.template import Context

from league.overview.week_line import table_changes, week_line

register = template.Library()


@register.inclusion_tag("parts/_week_line.html", takes_context=True)
def the_week(context: Context, night: datetime.date | None = None, asked: int = 0) -> dict[str, Any]:
    """Show a night's week on the page of one of its steps; all confirmed, what changed in the tables."""
    league, request = context["league"], context["request"]
    steps = week_line(league, night, getattr(request, "powers", ()), asked)
    current = next((step for step in steps if step.is_open), None)
    here = [step for step in steps if step.page == request.path]
    is_night = here in ([], list(steps[2:3]))
    is_confirmed = is_night and not any(step.is_open for step in steps[:3])
    return {
        "steps": steps,
        "here": here,
        "is_night": is_night,
        "current": current,
        "changes": tuple(table_changes(league, night)) if night and is_confirmed else (),
        "league": league,
    }
