"""A way past every page there is: who looks at what, and what he does there first."""

from collections.abc import Iterator

from playwright.sync_api import Page

from league.models import League, Match, Player
from league.overview.help_pages import HELP_PAGES
from tests.browser.stops import Stop
from tests.browser.tour_captains import of_a_captain
from tests.browser.tour_desk import at_the_desk
from tests.browser.tour_people import of_people
from tests.browser.tour_public import in_public
from tests.browser.tour_records import of_records
from tests.browser.tour_scoring import scoring_stops
from tests.browser.worlds import CARIBBEAN, NEW, SECRETARY, STRANGER, WORDY
from tests.browser.year import founding
from tests.builders import NIGHT


def all_stops() -> list[Stop]:
    """The leagues of `worlds.all_leagues`, page by page; stops that leave something typed come last."""
    demo = League.objects.get(is_demo=True)
    stops = [
        *_of_no_league(demo),
        *in_public(demo),
        *at_the_desk(demo),
        *of_people(demo),
        *of_records(demo),
        *founding(),
        *_of_a_new_league(),
        *_of_a_caribbean_league(),
        *of_a_captain(demo),
        *wordy_stops(),
        *scoring_stops(),
    ]
    return sorted(stops, key=lambda stop: stop.act is not None)


def wordy_stops() -> list[Stop]:
    """The pages of the wordy league; stops that leave something typed come last."""
    league = League.objects.get(slug=WORDY)
    stops = [*in_public(league), *at_the_desk(league), *of_a_captain(league)]
    return sorted(stops, key=lambda stop: stop.act is not None)


def _of_no_league(demo: League) -> Iterator[Stop]:
    yield Stop(name="front page", address="/")
    yield Stop(name="front page found", address="/?q=a")
    yield Stop(name="front page nothing found", address="/?q=zzz")
    yield Stop(name="your own league", address="/your-own-league/")
    yield Stop(name="sign-in", address="/sign-in/")
    yield Stop(name="sign-in refused", address="/sign-in/", act=_sign_in_badly)
    yield Stop(name="a code to type", address="/s/")
    yield Stop(name="a code typed wrongly", address="/s/?code=k7m0+9qt", status=422)
    yield Stop(name="a code of no match", address="/s/22222222/", status=404)
    yield Stop(name="help", address="/help/")
    for page in HELP_PAGES:
        yield Stop(name=f"help {page}", address=f"/help/{page}/")
    yield Stop(name="data for programs", address="/api/v1/")
    yield Stop(name="rules of the family", address="/rules/")
    yield Stop(name="rules of a game", address="/rules/trinidad/")
    yield Stop(name="rules of a game beside another", address="/rules/trinidad/?beside=heckmondwike")
    yield Stop(name="not found", address="/nowhere/", status=404)
    yield Stop(name="documents", address=f"/{demo.slug}/documents/")
    book = f"/{demo.slug}/documents/handbook.pdf"
    yield Stop(name="document being printed", address=book, status=202)
    yield Stop(name="refused", address=f"/{demo.slug}/secretary/", who=STRANGER, status=403)


def _of_a_new_league() -> Iterator[Stop]:
    for name in (
        "",
        "standings/",
        "fixtures/",
        "results/",
        "pubs/",
        "players/",
        "rules/",
        "honours/",
        "documents/",
    ):
        yield Stop(name=f"new {name}".strip(" /"), address=f"/{NEW}/{name}")
    nights = (f"nights/{NIGHT}/", f"nights/{NIGHT}/finals/")
    for name in (
        "",
        *nights,
        "captains/",
        "bulletin/",
        "messages/",
        "withdrawals/",
        "play-offs/",
        "honours/",
        "seasons/",
        "pubs/",
        "adjustments/",
        "penalties/",
        "ledger/",
    ):
        yield Stop(name=f"new desk {name}".strip(" /"), address=f"/{NEW}/secretary/{name}", who=SECRETARY)


def _of_a_caribbean_league() -> Iterator[Stop]:
    """The pages on which turned cards, hung jacks and many games a table stand."""
    played, to_come = Match.objects.filter(division__season__league__slug=CARIBBEAN).order_by("date")
    player = Player.objects.filter(league__slug=CARIBBEAN, seats__isnull=False).first()
    for name, address in {
        "match": f"matches/{played.public_id}/?table=2&game=3&hand=3",
        "team": f"teams/{played.home.slug}/",
        "player": f"players/{player.public_id}/",
        "players": "players/",
        "rules": "rules/",
    }.items():
        yield Stop(name=f"caribbean {name}", address=f"/{CARIBBEAN}/{address}")
    for name, match in {"entry": to_come, "correction": played}.items():
        address = f"/{CARIBBEAN}/secretary/matches/{match.public_id}/entry/"
        yield Stop(name=f"caribbean {name}", address=address, who=SECRETARY)


def _sign_in_badly(page: Page) -> None:
    page.get_by_label("Username").fill("secretary")
    page.get_by_label("Password").fill("not this one")
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in", exact=True).click()
