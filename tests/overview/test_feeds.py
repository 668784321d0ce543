"""The feed of results and news: what stands in it, for whom, and at how many queries."""

import xml.etree.ElementTree as ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Match
from tests.builders import FRIDAY, NIGHT, WEEK, a_card, a_division, a_drawn_cup, a_match

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def test_results_and_news_are_a_feed_that_pages_lead_to(client):
    division = a_division(teams=2)
    league = division.season.league
    address = f"/{league.slug}/feeds/news.atom"
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    match = a_match(division)
    a_card(match, (15, 11), (9, 15), (15, 2), (13, 15))
    a_drawn_cup(division.season, "The Fleece", "The Shears", on=NIGHT + WEEK, name="Bowl")
    final = Match.with_ties.get(tie__isnull=False)
    a_card(final, *(((15, 11),) * 4))
    league.bulletins.create(
        night=NIGHT,
        published_at=FRIDAY,
        published_notices="Raffle & <supper>.",
        published_text="The Fleece\x0b won",
        shown_until=NIGHT + WEEK,
    )
    league.bulletins.create(night=NIGHT + WEEK, published_notices="not yet", shown_until=NIGHT + 2 * WEEK)
    assert f'href="{address}"' in client.get(f"/{league.slug}/").content.decode()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    count = len(queries)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == league.name
    entries = {entry.findtext(f"{ATOM}title"): entry for entry in feed.iter(f"{ATOM}entry")}
    of_cup = f"{final.home} 60–44 {final.away}"
    assert set(entries) == {"The Fleece 6–4 The Shears", "Raffle & <supper>", of_cup}
    assert entries[of_cup].findtext(f"{ATOM}summary") == "<p>Bowl, final</p>"
    news = entries["Raffle & <supper>"]
    assert news.findtext(f"{ATOM}summary") == "<p>The Fleece won</p>"
    assert news.findtext(f"{ATOM}id") == f"http://testserver/{league.slug}/news/{NIGHT}/"
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    for week in range(3, 8):
        a_card(a_match(division, week=week, date=NIGHT - week * WEEK), (15, 1), (15, 1), (15, 1), (15, 1))
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) == count
