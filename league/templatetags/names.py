"""Words somebody typed, as this reader may read them."""

from typing import Any

from django import template
from django.template import Context

from league.people.names import KeptBack

register = template.Library()


@register.simple_tag(takes_context=True)
def as_shown(context: Context, words: Any) -> str:
    """The words, without the names of players who keep them from the public. The secretary reads them whole.

    The league's names are asked for once a page, and only if there is something to read.
    """
    if not words or context.get("may_keep_league"):
        return str(words or "")
    return KeptBack.of(context["league"]).hide(str(words))
