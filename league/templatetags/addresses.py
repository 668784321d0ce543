"""Addresses in templates: the bar, help and rules, signing in, calendars, maps, calls, commands to type."""

import re
from typing import Any
from urllib.parse import quote, urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html, urlize
from django.utils.safestring import SafeString

from league.models import Pub
from league.shared.layout import command

register = template.Library()
# A number that can be rung, not one within an address.
_NUMBER = re.compile(r"(?<![^\s,;:(])(?:\+|\(?0)\d[\d )]{7,14}\d")
# A command of Pegboard as it is typed where the site runs.
register.simple_tag(command)


@register.simple_tag(takes_context=True)
def bar_link(context: template.Context, page: str, section: str, words: str) -> SafeString:
    """Return a link of the bar to a page of the league, marked where the reader is in that section."""
    current = SafeString(' aria-current="page"') if context.get("section") == section else ""
    return format_html('<a href="{}"{}>{}</a>', reverse(page, args=[context["league"].slug]), current, words)


@register.inclusion_tag("parts/_empty.html", takes_context=True)
def nothing_yet(
    context: template.Context, words: str, next_step: str = "", page: str = "", *named: str
) -> dict[str, str]:
    """Return what an empty place says, and its next step: a page of the league."""
    url = reverse(page, args=[context["league"].slug, *named]) if page else ""
    return {"words": words, "next_step": next_step, "url": url}


@register.simple_tag(takes_context=True)
def help_address(context: template.Context, page: str = "") -> str:
    """Return the address of a page of help, under the league one comes from, whose navigation it keeps."""
    names = ("help-page", "league-help-page") if page else ("help", "league-help")
    return _under_league(context, *names, *([page] if page else []))


@register.simple_tag(takes_context=True)
def rules_address(context: template.Context, variant: str = "") -> str:
    """Return the address of the rules of a game, or of all games, under the league one comes from."""
    names = ("game-rules", "league-rules-of-game") if variant else ("rules", "league-rules-of-games")
    return _under_league(context, *names, *([variant] if variant else []))


def _under_league(context: template.Context, page: str, page_of_league: str, *named: str) -> str:
    league = context.get("league")
    return reverse(page_of_league, args=[league.slug, *named]) if league else reverse(page, args=named)


@register.simple_tag(takes_context=True)
def sign_in_address(context: template.Context) -> str:
    """Return the address of the sign-in page with the page to open afterwards.

    That page is the one now open, or the desk from the league's front page. The sign-in page itself is left
    out, and so are pages whose address is a secret: a captain's link, a code.
    """
    address = reverse("sign-in")
    request = context.get("request")
    if request is None or not request.path:
        return address
    match = request.resolver_match
    if match and (match.url_name == "sign-in" or match.kwargs.get("token") or match.kwargs.get("code")):
        return address
    league = context.get("league")
    if league and context.get("section") == "week":
        return f"{address}?next={reverse('secretary-desk', args=[league.slug])}"
    return f"{address}?next={quote(request.path, safe='/')}"


@register.simple_tag
def pair_address(league_slug: str, *players: str) -> str:
    """Return the page of two partners by their public ids: the same whichever stands first."""
    return reverse("pair", args=(league_slug, *sorted(players)))


@register.inclusion_tag("scheduling/_calendar.html", takes_context=True)
def calendar(context: template.Context, page: str, *named: Any) -> dict[str, Any]:
    """Return how to follow a calendar: `{% calendar "team-calendar" league.slug team.slug %}`."""
    address = context["request"].build_absolute_uri(reverse(page, args=named))
    return {
        "league": context.get("league"),
        "address": address,
        "webcal": f"webcal:{address.partition(':')[2]}",
    }


@register.filter
def map_address(pub: Pub) -> str:
    """Return where a map shows a pub: nothing is asked of the map before somebody follows the link."""
    place = ", ".join(filter(None, (pub.address, pub.postcode))) or pub.name
    return f"https://www.openstreetmap.org/search?{urlencode({'query': place})}"


@register.filter
def tel(phone: str) -> str:
    """Return the link by which a telephone rings a number."""
    return f"tel:{_dialled(phone)}"


@register.filter
def sms(phone: str, text: str = "") -> str:
    """Return the link by which a telephone opens a text message to a number, with its words."""
    return f"sms:{_dialled(phone)}?body={quote(text, safe='')}"


@register.filter
def whatsapp(phone: str, text: str = "") -> str:
    """Return the link by which WhatsApp opens a message: to a number with its country, else it asks whom."""
    number = _dialled(phone)
    return f"https://wa.me/{number[1:] if number.startswith('+') else ''}?text={quote(text, safe='')}"


@register.filter
def reachable(words: str) -> SafeString:
    """Return words with the telephone numbers and e-mail addresses in them as links."""
    written = urlize(words, autoescape=True)
    return SafeString(_NUMBER.sub(lambda it: f'<a class="nowrap" href="{tel(it[0])}">{it[0]}</a>', written))


def _dialled(phone: str) -> str:
    return ("+" if phone.strip().startswith("+") else "") + "".join(
        character for character in phone if character in "0123456789"
    )
