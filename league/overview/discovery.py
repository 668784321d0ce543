"""What programs ask a site first: what may be indexed, which pages there are, how it stands among apps."""

from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemaps
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import cached_property

from league.accounts.access import for_anybody, for_public
from league.competition.models.leagues import ARRIVING
from league.models import Cup, Division, League, Match, Pub, Team
from league.shared.cells import FIRST, cells, in_cell

# A machine that follows every link would print every sheet and replay every hand of every match. Old seasons
# are found by links with a question.
ROBOTS = """User-agent: *
Disallow: /*?
Allow: /*?season=
Disallow: /*.pdf$
Disallow: /*/secretary/
Disallow: /admin/
Disallow: /sign-in/

Sitemap: {}
"""


class PublicPages(Sitemap):  # type: ignore[type-arg]  # Django's takes no argument when it runs
    """Pages of one address in every league of a cell but the demo, `limit` to a file. Two queries a file."""

    limit = 5000

    def __init__(self, page: str, rows: QuerySet[Any], league: str = "", *parts: str) -> None:
        self.page, self.league, self.cell = page, league, FIRST
        is_here = ~Q(**{f"{league}slug__startswith": ARRIVING})
        self.everywhere = rows.filter(is_here).order_by("pk").values_list(f"{league}slug", *parts)
        self.addresses = self.everywhere.filter(**{f"{league}is_demo": False})

    def items(self) -> QuerySet[Any, tuple[str, ...]]:
        return self.addresses

    @property
    def paginator(self) -> "Paginator[Any]":
        """Count, and cut into files, in its cell."""
        return _PagesOfCell(self.cell, self.items(), self.limit)

    def location(self, item: tuple[str, ...]) -> str:
        return reverse(self.page, args=item)


class _PagesOfCell(Paginator):  # type: ignore[type-arg]  # Django's takes no argument when it runs
    def __init__(self, cell: str, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.cell = cell

    @cached_property
    def count(self) -> int:
        with in_cell(self.cell):
            return int(super().count)

    def page(self, number: int | str) -> "Page[Any]":
        with in_cell(self.cell):
            shown = super().page(number)
            shown.object_list = list(shown.object_list)
        return shown


def _sections() -> "dict[str, type[Sitemap[Any]] | Sitemap[Any]]":
    """Return the pages search engines are told of, those of a further cell under names of their own."""
    sections: dict[str, type[Sitemap[Any]] | Sitemap[Any]] = {}
    for cell in cells():
        for name, pages in _sections_of_cell().items():
            pages.cell = cell
            sections[name if cell == FIRST else f"{name}-{cell}"] = pages
    return sections


def _sections_of_cell() -> dict[str, PublicPages]:
    """Return the pages by kind. Players are left out: teams name them."""
    division = (Division.objects.all(), "season__league__", "season__slug", "slug")
    return {
        "leagues": PublicPages("league-home", League.objects.all()),
        "honours": PublicPages("roll-of-honour", League.objects.all()),
        "records": PublicPages("league-records", League.objects.all()),
        "all-time": PublicPages("all-time-tables", League.objects.all()),
        "standings": PublicPages("division-standings", *division),
        "fixtures": PublicPages("division-fixtures", *division),
        "results": PublicPages("division-results", *division),
        "teams": PublicPages("team", Team.objects.all(), "league__", "slug"),
        "pubs": PublicPages("pub", Pub.objects.all(), "league__", "slug"),
        "cups": PublicPages("cup", Cup.objects.all(), "season__league__", "slug"),
        "matches": PublicPages("match", Match.with_ties.all(), "division__season__league__", "public_id"),
    }


def listed_pages(league: League) -> list[str]:
    """Return the addresses that the sitemap lists of a league, and those it would list of a demo."""
    return [
        pages.location(item)
        for pages in _sections_of_cell().values()
        for item in pages.everywhere.filter(**{f"{pages.league}slug": league.slug})
    ]


@for_anybody
def robots(request: HttpRequest) -> HttpResponse:
    """Show what search engines are asked to leave alone, and where the pages are listed."""
    return HttpResponse(
        ROBOTS.format(request.build_absolute_uri(reverse("sitemap"))), content_type="text/plain"
    )


@for_anybody
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """Show the lists of public pages, by kind."""
    return sitemaps.index(_as_of_site(request), _sections(), sitemap_url_name="sitemap-section")


@for_anybody
def sitemap_section(request: HttpRequest, section: str) -> HttpResponse:
    """Show the addresses of the public pages of one kind."""
    return sitemaps.sitemap(_as_of_site(request), _sections(), section)


def _as_of_site(request: HttpRequest) -> HttpRequest:
    """Return the request under the site's own name, which Django's lists take from it."""
    if settings.SITE:
        request.META["HTTP_HOST"] = settings.SITE.partition("//")[2]
    return request


@for_anybody
def apple_icon(request: HttpRequest) -> HttpResponse:
    """Lead to the icon of a phone's home screen, which Apple's phones look for here."""
    return redirect(static("img/apple-touch-icon.png"))


@for_public
def manifest(request: HttpRequest, league: League) -> HttpResponse:
    """Return how the league stands among the apps of a phone."""
    home = reverse("league-home", args=[league.slug])
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    described = {
        "name": league.name,
        "id": home,
        "start_url": home,
        "scope": home,
        "display": "browser",
        "background_color": "#f6f1e5",
        "theme_color": "#14493a",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")
