"""News of a league in public: everything that was published, and one item."""

import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.access import for_public
from league.bulletin.selectors import as_news, published_bulletins
from league.installation.page_cache import same_until_changed
from league.models import League
from league.shared.decisions import or_404

A_PAGE = 40


@for_public
@same_until_changed
def news(request: HttpRequest, league: League) -> HttpResponse:
    """Show all news in lines, the latest first."""
    pages = Paginator(published_bulletins(league), A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "bulletin/news.html",
        {"section": "news", "page": pages, "news": as_news(league, pages.object_list)},
    )


@for_public
@same_until_changed
def news_item(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Show what was published of the night of a date, with the news before and after it."""
    published = published_bulletins(league)
    item = or_404(published.filter(night=date).first(), f"{league} has no news of {date}.")
    before = published.filter(night__lt=date).first()
    after = published.filter(night__gt=date).order_by("night").first()
    return render(
        request,
        "bulletin/news_item.html",
        {
            "section": "news",
            "item": as_news(league, [item])[0],
            "before": as_news(league, [before])[0] if before else None,
            "after": as_news(league, [after])[0] if after else None,
        },
    )
