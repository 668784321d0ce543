"""Results and news of a league for feed readers, as Atom."""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks

from league.accounts.access import for_public
from league.bulletin.selectors import as_news, published_bulletins
from league.cups.selectors.tie_matches import ties_in_words
from league.installation.page_cache import same_until_changed
from league.models import League, Match, Scorecard
from league.standings.selectors.match_lists import match_lines
from league.templatetags.formatting import points

MOST_RESULTS, MOST_NEWS = 60, 20
NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """A result or a piece of news: its page is also its id, so that a correction is no second entry."""

    page: str
    title: str
    text: str
    moment: datetime.datetime


@for_public
@same_until_changed
def news_feed(request: HttpRequest, league: League) -> HttpResponse:
    """Send the latest results and news of a league as Atom."""
    feed = Atom1Feed(
        title=f"{league.name}: results and news",
        link=request.build_absolute_uri(reverse("league-home", args=[league.slug])),
        feed_url=request.build_absolute_uri(),
        description="",
        language="en-GB",
        author_name=league.name,
    )
    entries = [*_results(league), *_news(league)]
    for entry in sorted(entries, key=lambda entry: entry.moment, reverse=True):
        page = request.build_absolute_uri(entry.page)
        feed.add_item(
            title=NOT_IN_XML.sub("", entry.title),
            link=page,
            description=linebreaks(NOT_IN_XML.sub("", entry.text), autoescape=True),
            unique_id=page,
            updateddate=entry.moment,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _results(league: League) -> Iterator[FeedEntry]:
    """Yield the results that came in last, the moment being that of the version that counts."""
    cards = Scorecard.objects.confirmed().filter(match__division__season__league=league)
    entered = dict(cards.order_by("-entered_at").values_list("match__public_id", "entered_at")[:MOST_RESULTS])
    lines = match_lines(Match.with_ties.filter(public_id__in=entered))
    cups = ties_in_words(lines)
    for line in lines:
        if line.home_share is not None and line.away_share is not None:
            home, away = (points(share.shown_halves) for share in (line.home_share, line.away_share))
            yield FeedEntry(
                page=reverse("match", args=[league.slug, line.public_id]),
                title=f"{line.home.name} {home}–{away} {line.away.name}",
                text=cups.get(line.public_id, line.division.name),
                moment=entered[line.public_id],
            )


def _news(league: League) -> Iterator[FeedEntry]:
    bulletins = published_bulletins(league)[:MOST_NEWS]
    for bulletin, item in zip(bulletins, as_news(league, bulletins), strict=True):
        if bulletin.published_at is not None:
            yield FeedEntry(
                page=reverse("news-item", args=[league.slug, item.night]),
                title=item.title,
                text="\n\n".join(part for part in (item.notices, item.text) if part),
                moment=bulletin.published_at,
            )
