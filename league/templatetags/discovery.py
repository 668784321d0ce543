"""What search engines and messages show of a public page: title, description, address, picture, facts."""

import datetime
import json
import zoneinfo
from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.accounts.access import is_public
from league.models import League, Match, Pub, RuleBook, Season, Team
from scoring import variants

register = template.Library()

# What would end the element, or begin another.
ESCAPES = {ord(character): f"\\u{ord(character):04X}" for character in "<>&"}


class DiscoveryNode(template.Node):
    """The description, address and picture of a public page; nothing on any other.

    A page that says nothing of itself has the league's description and picture.
    """

    child_nodelists = ("description", "picture")

    def __init__(self, description: template.NodeList, picture: template.NodeList) -> None:
        self.description, self.picture = description, picture

    def render(self, context: template.Context) -> SafeString:
        request: HttpRequest | None = context.get("request")
        if request is None or not is_public(request.resolver_match):
            return SafeString("")
        league = context.get("league")
        description = _one_line(self.description.render(context)) or _about(league)
        address = request.build_absolute_uri(request.path)
        drawn = _one_line(self.picture.render(context)) or (
            league and reverse("league-picture", args=[league.slug])
        )
        picture = request.build_absolute_uri(drawn or static("img/icon-512.png"))
        facts = [
            ("og:type", "website"),
            ("og:site_name", league.name if league else "Pegboard"),
            ("og:locale", "en_GB"),
            ("og:title", context["page_title"]),
            ("og:description", description),
            ("og:url", address),
            ("og:image", picture),
            *([("og:image:width", 1200), ("og:image:height", 630)] if drawn else []),
        ]
        return format_html(
            '<meta name="description" content="{}"><link rel="canonical" href="{}">{}'
            '<meta name="twitter:card" content="{}">',
            description,
            address,
            format_html_join("", '<meta property="{}" content="{}">', facts),
            "summary_large_image" if drawn else "summary",
        )


@register.simple_block_tag(takes_context=True)
def page_title(context: template.Context, content: str) -> str:
    """Return the title in one line, then its league: remembered for the page's heading and for messages."""
    tab, league, own = context.get("workspace") or {}, context.get("league"), _one_line(content)
    context["own_heading"] = tab["heading"] if own == tab.get("title") else own
    context["page_title"] = title = format_html("{} – {}", own, league.name) if league else own
    return title


@register.tag
def discovery(parser: template.base.Parser, _: template.base.Token) -> DiscoveryNode:
    """Return the rest: `{% discovery %}description{% pictured %}address of a picture{% enddiscovery %}`."""
    parts = []
    for end in ("pictured", "enddiscovery"):
        parts.append(parser.parse((end,)))
        parser.delete_first_token()
    return DiscoveryNode(*parts)


def _one_line(content: str) -> SafeString:
    """Return what a block says, which is escaped, as one line that may stand in an attribute."""
    return SafeString(" ".join(content.split()).replace('"', "&quot;"))


def _about(league: League | None) -> str:
    return (
        f"Results, standings, fixtures, pubs and cups of {league.name}."
        if league
        else "Results, standings and fixtures of pub leagues."
    )


@register.simple_tag(takes_context=True)
def league_facts(context: template.Context, season: Season | None) -> SafeString:
    """Return a league as schema.org describes it, with the game of the season."""
    return _linked_data(_league(context, season))


@register.simple_tag(takes_context=True)
def team_facts(context: template.Context, team: Team, season: Season | None) -> SafeString:
    """Return a team as schema.org describes it, with its pub and league, and without its players.

    A pub that closes is not named.
    """
    location = {} if team.pub.closed_on else {"location": _pub(context, team.pub)}
    return _linked_data({**_team(context, team, season), **location, "memberOf": _league(context, season)})


@register.simple_tag(takes_context=True)
def match_facts(context: template.Context, match: Match, *, is_over: object = None) -> SafeString:
    """Return a match as schema.org describes it; nothing without a date, which it has no words for.

    Nor has it a status of what has been played.
    """
    if match.date is None:
        return SafeString("")
    title = f"{match.home} v {match.away}"
    status = "EventRescheduled" if match.postponed_from else "EventScheduled"
    begins: datetime.date = match.date
    if match.starts_at:
        begins = datetime.datetime.combine(
            match.date, match.starts_at, zoneinfo.ZoneInfo(context["league"].time_zone)
        )
    season = match.division.season
    home, away = _team(context, match.home, season), _team(context, match.away, season)
    return _linked_data(
        {
            "@type": "SportsEvent",
            "name": title,
            "description": f"{title}, {match.division}, {season}",
            **_sport(season),
            "url": _address(context, "match", match.public_id),
            "startDate": begins.isoformat(),
            **({} if is_over else {"eventStatus": f"https://schema.org/{status}"}),
            "location": _pub(context, match.venue),
            "homeTeam": home,
            "awayTeam": away,
            "competitor": [home, away],
            "organizer": _league(context, season),
        }
    )


def _league(context: template.Context, season: Season | None) -> dict[str, Any]:
    league = context["league"]
    return {
        "@type": "SportsOrganization",
        "name": league.name,
        **_sport(season),
        "url": _address(context, "league-home"),
    }


def _team(context: template.Context, team: Team, season: Season | None) -> dict[str, Any]:
    return {
        "@type": "SportsTeam",
        "name": team.name,
        **_sport(season),
        "url": _address(context, "team", team.slug),
    }


def _sport(season: Season | None) -> dict[str, str]:
    """Return the game of a season; nothing without one, or where scores alone are entered: of any game.

    Where a page knows no season, its template gives an empty text.
    """
    if not season or season.rule_book.entered == RuleBook.Entered.SCORES:
        return {}
    return {"sport": variants.get(season.rule_book.variant).sport}


def _pub(context: template.Context, pub: Pub) -> dict[str, Any]:
    return {
        "@type": "Place",
        "name": pub.name,
        "address": pub.address or pub.name,
        "url": _address(context, "pub", pub.slug),
    }


def _address(context: template.Context, page: str, *named: object) -> str:
    return str(context["request"].build_absolute_uri(reverse(page, args=[context["league"].slug, *named])))


def _linked_data(facts: Mapping[str, Any]) -> SafeString:
    """Return facts as a block of data. It is not run, so the policy for scripts does not ask about it."""
    text = json.dumps({"@context": "https://schema.org", **facts}, ensure_ascii=False)
    return format_html('<script type="application/ld+json">{}</script>', SafeString(text.translate(ESCAPES)))
