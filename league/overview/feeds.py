"""Results and news of a league for feed readers, as Atom."""

import datetime
import re
from collections.abc import Iterator
from operator import itemgetter

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


Entry = tuple[datetime.datetime, str, str, str]
"""A result or a piece of news: its moment, title and text, and its page, which is also its id, so that a
correction is no second entry.
"""


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
    for moment, title, text, path in sorted(entries, key=itemgetter(0), reverse=True):
        page = request.build_absolute_uri(path)
        feed.add_item(
            title=NOT_IN_XML.sub("", title),
            link=page,
            description=linebreaks(NOT_IN_XML.sub("", text), autoescape=True),
            unique_id=page,
            updateddate=moment,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _results(league: League) -> Iterator[Entry]:
    """Yield the results that came in last, the moment being that of the version that counts."""
    cards = Scorecard.objects.confirmed().filter(match__division__season__league=league)
    entered = dict(cards.order_by("-entered_at").values_list("match__public_id", "entered_at")[:MOST_RESULTS])
    lines = match_lines(Match.with_ties.filter(public_id__in=entered))
    cups = ties_in_words(lines)
    for line in lines:
        if line.home_share is not None and line.away_share is not None:
            home, away = (points(share.shown_halves) for share in (line.home_share, line.away_share))
            yield (
                entered[line.public_id],
                f"{line.home.name} {home}–{away} {line.away.name}",
                cups.get(line.public_id, line.division.name),
                reverse("match", args=[league.slug, line.public_id]),
            )


def _news(league: League) -> Iterator[Entry]:
    bulletins = published_bulletins(league)[:MOST_NEWS]
    for bulletin, item in zip(bulletins, as_news(league, bulletins), strict=True):
        if bulletin.published_at is not None:
            text = "\n\n".join(part for part in (item.notices, item.text) if part)
            page = reverse("news-item", args=[league.slug, item.night])
            yield bulletin.published_at, item.title, text, page
