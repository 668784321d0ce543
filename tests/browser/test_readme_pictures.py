"""The pictures of README and docs/tour.md, and the film of a pile of sheets that is typed and confirmed.

`python3 manage.py test --renew-pictures tests/browser/test_readme_pictures.py` makes all of them anew, of the
demo league; the long run compares each with what the pages show.
"""

import datetime
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from league.accounts.services.links import codes_for
from league.demo.services import load_demo
from league.models import League, Match, User
from league.printing import selectors
from league.scheduling.planner.task import format_plan
from league.scheduling.selectors.plans import standing_list
from tests.browser.thumbs import Thumb, on_a_phone
from tests.builders import FRIDAY, NIGHT, WEEK
from tests.renewal import Renewal
from tests.stored_pictures import coloured_differences

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.pictures,
]
DOCS = Path(__file__).resolve().parents[2] / "docs"
FOLDER, OWN_COMPUTER = DOCS / "pictures", DOCS / "own-computer.md"
TERMINAL = """
body { margin: 24px; background: #e6e6e6; }
header { padding: 8px 14px; background: #2b2b2b; color: #fff; font: 16px sans-serif; }
pre { margin: 0; padding: 14px; background: #0c0c0c; color: #f2f2f2; font: 19px/1.45 monospace; }
b { color: #16c60c; } i { color: #6f9fff; font-style: normal; }
"""
SHEETS = ("9h12a11h8h", "3a14a10h7h", "0h13a6a12h", "14h14h14a14a", "5a11a9a2a") * 2
FILM, MOST_BYTES = FOLDER / "ten-sheets.webp", 2_000_000
FILM_WIDTH, FOR_A_TABLE, AT_THE_END = 800, 160, 3000


@pytest.fixture
def league(db: None, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    load_demo(today=FRIDAY.date(), password="password")
    return League.objects.get(is_demo=True)


@pytest.fixture
def page(browser: Browser, league: League, live_server: Any) -> Iterator[Page]:
    """A page of the secretary's, signed in."""
    client = Client()
    client.force_login(User.objects.get(username="secretary"))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context = browser.new_context(reduced_motion="reduce", base_url=live_server.url)
    context.add_cookies([session])
    context.clock.set_fixed_time(FRIDAY)
    yield context.new_page()
    context.close()


def taken(page: Page) -> Image.Image:
    page.evaluate("document.fonts.ready")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def at(name: str, *more: object) -> Callable[[Page, League], object]:
    """Return what opens the page of this name."""
    return lambda page, league: page.goto(reverse(name, args=[league.slug, *more]))


def standings(page: Page, league: League) -> None:
    season = league.seasons.get(is_finished=False)
    top = season.divisions.earliest("position")
    page.goto(reverse("division-standings", args=[league.slug, season.slug, top.slug]))


def played_match(page: Page, league: League) -> None:
    played = Match.objects.filter(
        division__season__league=league, date=NIGHT - WEEK, scorecards__is_confirmed=True
    )
    page.goto(reverse("match", args=[league.slug, played.earliest("pk").public_id]))


def typed_pile(page: Page, league: League) -> None:
    page.goto(reverse("night-finals", args=[league.slug, NIGHT]))
    page.keyboard.type("".join(SHEETS[:6]))
    expect(page.get_by_role("button", name="Confirm 6 results")).to_be_visible()
    expect(page.locator("#kept")).to_have_text(re.compile("^Saved, "))


def typed_hands(page: Page, league: League) -> None:
    match = Match.objects.filter(division__season__league=league, date=NIGHT, scorecards=None).latest("pk")
    page.goto(reverse("match-entry", args=[league.slug, match.public_id]))
    page.locator('input[name="t1-h1-high"]').focus()
    page.keyboard.type("haahhhnaahhahaanhhah")
    expect(page.get_by_text("hand 6")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def planned(page: Page, league: League) -> None:
    season = league.seasons.get(is_finished=False)
    best = format_plan(standing_list(season))
    plan = season.fixture_plans.create(name="First draft", best=best, made_at=FRIDAY)
    page.goto(reverse("fixture-plan-fairness", args=[league.slug, plan.public_id]))
    page.get_by_role("heading", name="Division One").first.evaluate("heading => heading.scrollIntoView()")


def typed_in_ubuntu(page: Page, league: League) -> None:
    """Draw the window of Ubuntu on Windows as docs/own-computer.md says it ought to look."""
    _, unpack, run, shown = re.findall(r"```\n(.*?)\n\s*```", OWN_COMPUTER.read_text("utf-8"), re.S)[:4]
    at_home, in_folder = (f"<b>you@computer</b>:<i>{place}</i>$ " for place in ("~", "~/pegboard"))
    lines = [at_home + unpack.strip(), in_folder + run.strip(), "[sudo] password for you:", shown]
    page.goto("about:blank")  # a page of the site would take no style of its own
    page.set_content(f"<style>{TERMINAL}</style><header>Ubuntu-24.04</header><pre>{'<br>'.join(lines)}</pre>")


PICTURES: dict[str, tuple[int, Callable[[Page, League], object]]] = {
    "inbox": (800, at("secretary-desk")),
    "finals": (800, typed_pile),
    "entry": (800, typed_hands),
    "night": (800, at("night", NIGHT - WEEK)),
    "fairness": (940, planned),
    "standings": (800, standings),
    "match": (800, played_match),
    "board": (720, at("night-board", NIGHT - WEEK)),
    "bracket": (1000, at("cup", "knock-out-cup")),
    "ubuntu": (360, typed_in_ubuntu),
}
PUBLIC = {"standings", "match", "board", "bracket"}


def test_every_page_of_the_tour_looks_as_it_did(
    page: Page, browser: Browser, league: League, live_server: Any
) -> None:
    stranger = browser.new_context(reduced_motion="reduce", base_url=live_server.url).new_page()
    stranger.context.clock.set_fixed_time(FRIDAY)
    found = []
    for name, (height, act) in PICTURES.items():
        shown = stranger if name in PUBLIC else page
        shown.set_viewport_size({"width": 1280, "height": height})
        act(shown, league)
        found += coloured_differences(FOLDER / f"{name}.png", taken(shown))
    stranger.context.close()
    assert found == []


def test_a_sheet_and_a_phone_look_as_they_did(
    page: Page, browser: Browser, league: League, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = Match.objects.filter(division__season__league=league, date=NIGHT + WEEK).earliest("pk")
    monkeypatch.setattr(selectors, "codes_for", lambda matches, now: dict.fromkeys(matches, "k7m49qtd"))
    sheet = page.request.get(reverse("match-score-sheet", args=[league.slug, coming.public_id])).body()
    paper = pdfium.PdfDocument(sheet)[0]
    drawn = paper.render(scale=660 / paper.get_width()).to_pil().convert("RGB")
    found = coloured_differences(FOLDER / "score-sheet.png", drawn)

    evening = (FRIDAY + WEEK - datetime.timedelta(days=1)).replace(hour=20, minute=45)
    monkeypatch.setattr(timezone, "now", lambda: evening)
    code = codes_for(matches=[coming.pk], now=FRIDAY)[coming.pk]
    phone = Thumb(on_a_phone(browser).new_page(), f"{live_server.url}/s/{code}/")
    phone.page.clock.set_fixed_time(evening)
    phone.open("tables/1/")
    for marks in ("hhnh", "ahha", "haah"):
        phone.peg(marks)
    phone.take("ha")
    both = Image.new("RGB", (744, 740), "white")
    for place, scheme in enumerate(("light", "dark")):
        phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
        both.paste(taken(phone.page), (place * 384, 0))
    phone.page.context.close()
    assert [*found, *coloured_differences(FOLDER / "phone.png", both)] == []


def test_the_film_shows_ten_sheets_typed_and_confirmed(page: Page, league: League) -> None:
    page.set_viewport_size({"width": 1280, "height": 760})
    page.goto(reverse("night-finals", args=[league.slug, NIGHT]))
    frames = [taken(page)]
    for sheet in SHEETS:
        for key in sheet:
            page.keyboard.press(key)
            if key in "ha":
                frames.append(taken(page))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status").first).to_contain_text("Confirmed: ")
    frames.append(taken(page))
    if Renewal.is_on:
        size = (FILM_WIDTH, FILM_WIDTH * frames[0].height // frames[0].width)
        first, *others = [frame.resize(size, Image.Resampling.LANCZOS) for frame in frames]
        long = [FOR_A_TABLE] * (len(frames) - 1)
        first.save(
            FILM,
            save_all=True,
            append_images=others,
            duration=[*long, AT_THE_END],
            loop=0,
            quality=55,
            method=4,
        )
    assert FILM.stat().st_size <= MOST_BYTES
    with Image.open(FILM) as film:
        assert (film.n_frames > len(SHEETS), film.width) == (True, FILM_WIDTH)
