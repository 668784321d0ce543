"""The pages of the year: what is remembered, seasons closed and begun, pubs in mid-season, a new league."""

from collections.abc import Iterator

from playwright.sync_api import Page

from league.models import League, Season
from tests.browser.memory import FOUNDER
from tests.browser.stops import Act, Stop
from tests.builders import NIGHT

PUBS = """Premier Division
The Fleece, Rawfold; A; B
Hanging Royd Liberal Club and Institute, Upper Hanging Royd Lane, Liversedge
The Shears

First Division
The Tup and Bell
Old Bank Working Men’s Club
"""


def remembered(league: League) -> Iterator[Stop]:
    """The roll of honour in public."""
    yield Stop(name=f"{league.slug} roll of honour", address=f"/{league.slug}/honours/")
    yield Stop(name=f"{league.slug} old table", address=f"/{league.slug}/honours/1974/division-one/")


def year_at_the_desk(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """The secretary's pages of the year, under the desk's own address."""
    yield "honours", "honours/", None, 200
    yield "honours looked at", "honours/", _look_at_honours, 200
    yield "honours refused", "honours/", _paste_nonsense, 422
    yield "honours of a year", "honours/1974/", None, 200
    yield "old table", "honours/1974/division-one/", None, 200
    yield "new old table", "honours/tables/", None, 200
    yield "seasons", "seasons/", None, 200
    for season in Season.objects.filter(league=league):
        yield f"season {season}", f"seasons/{season.slug}/", None, 200
        yield f"annual report {season}", f"seasons/{season.slug}/report/", None, 200
        yield f"after season {season}", f"seasons/{season.slug}/next/", None, 200
    season = league.seasons.order_by("-starts_on")[0]
    yield "next season refused", f"seasons/{season.slug}/next/", _say_nothing, 422
    pub = league.pubs.filter(matches__date__gt=NIGHT, teams__isnull=False).order_by("pk")[0]
    yield "pubs in mid-season", "pubs/", None, 200
    yield "pub in mid-season", f"pubs/{pub.slug}/", None, 200
    yield "pub closing", f"pubs/{pub.slug}/", _look_at_closing, 200
    team = pub.teams.order_by("pk")[0]
    yield "team moves", f"teams/{team.slug}/move/", None, 200
    yield "team moving", f"teams/{team.slug}/move/", _look_at_moving, 200


def founding() -> Iterator[Stop]:
    """A league opened by whoever runs the site."""
    yield Stop(name="new league", address="/new-league/", who=FOUNDER)
    yield Stop(name="new league from a file", address="/new-league/from-a-file/", who=FOUNDER)
    yield Stop(name="prove for a new league", address="/new-league/prove/", who=FOUNDER)
    yield Stop(name="new league looked at", address="/new-league/", who=FOUNDER, act=_paste_pubs)
    yield Stop(name="new league refused", address="/new-league/", who=FOUNDER, act=_press_look, status=422)


def _press_look(page: Page) -> None:
    page.locator("main form").first.evaluate("form => form.noValidate = true")
    with page.expect_navigation():
        page.locator("main button[name=look]").first.click()


def _look_at_honours(page: Page) -> None:
    page.locator("#id_lines").fill("1975/76, Division One, The Fleece\n;;The Shears;2")
    _press_look(page)


def _paste_nonsense(page: Page) -> None:
    page.locator("#id_lines").fill("The Fleece won it\n1974/75")
    _press_look(page)


def _say_nothing(page: Page) -> None:
    page.locator("#id_name").fill("")
    page.locator("#id_joining").fill(";")
    _press_look(page)


def _look_at_closing(page: Page) -> None:
    page.locator("#id_on").fill(str(NIGHT))
    _press_look(page)


def _look_at_moving(page: Page) -> None:
    page.locator("#id_to").select_option(index=1)
    page.locator("#id_since").fill(str(NIGHT))
    _press_look(page)


def _paste_pubs(page: Page) -> None:
    page.locator("#id_name").fill("Colne Valley and District All Fours League")
    page.locator("#id_pubs").fill(PUBS)
    _press_look(page)
