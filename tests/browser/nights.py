"""A pairs night under way, with everything a page of it can show, and the walk past its pages."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from league.cups.pairs_nights import PairedBy
from league.cups.selectors.pairs_nights import night_on_page
from league.cups.services.pairs_nights import (
    draw_night_round,
    enter_at_door,
    enter_scores,
    make_night,
    send_home,
)
from league.models import Cup, League
from tests.builders import FRIDAY, NIGHT

Act = Callable[[Page], object]
"""As a stop has it; stops look at the worlds, and the worlds at this."""
LONG = "Bartholomew Fotheringthwaite-Sugdenhirst"


def a_pairs_night(league: League) -> None:
    """A round played, the second half way, one pair gone home, one come late, one name without a partner."""
    season = league.seasons.filter(is_finished=False).earliest("starts_on")
    pub = league.pubs.order_by("id")[0]
    night = make_night(
        season=season, name="Pairs Night", rounds=4, paired_by=PairedBy.STANDING, at=pub, on=NIGHT
    )
    for number in range(1, 8):
        enter_at_door(cup=night, names=(f"{LONG} {number}", f"Amy Pell {number}"))
    for number, tables in ((1, (1, 2, 3)), (2, (1,))):
        draw_night_round(cup=night, round_number=number, lot=f"lot {number}", now=FRIDAY)
        scores = {table: (15, table) for table in tables}
        enter_scores(
            cup=night, round_number=number, lot=f"lot {number}", typed=scores, began_from={}, now=FRIDAY
        )
    free = night_on_page(night).night.drawn[-1].free
    send_home(cup=night, number=free or 1)
    enter_at_door(cup=night, names=("Late", "Later"))
    enter_at_door(cup=night, names=("Ivy Barraclough",))


def visits_to_pairs_nights(league: League, send_it_empty: Act) -> Iterator[tuple[str, str, Act | None, int]]:
    """The making of one, and one that is being played."""
    yield "new pairs night", "cups/pairs-night/", None, 200
    yield "new pairs night refused", "cups/pairs-night/", send_it_empty, 422
    night = f"cups/{Cup.objects.get(season__league=league, slug='pairs-night').public_id}/"
    yield "pairs night kept", night, None, 200
    yield "pairs night, a pair", f"{night}?pair=1", None, 200
    yield "pairs night, a round put right", f"{night}?round=1", None, 200
    yield "pairs night refused", night, _type_half_a_score, 422


def _type_half_a_score(page: Page) -> None:
    page.locator("[name=t2-0]").fill("15")
    with page.expect_navigation():
        page.get_by_role("button", name="Save scores").click()
