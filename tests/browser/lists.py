"""Lists brought in at the desk: looked at, with names that nobody has, and as the beginning of a plan."""

from collections.abc import Iterator

from playwright.sync_api import Page

from league.models import League, Match
from tests.browser.stops import Act

MESSY = """TEAM(S);Div;Capt.;tel / mob;nite;subs
The Packhorse: Packhorse A, Packhorse B;Div 1 & 2;Ann Otter;01632 960111;Thurs 8.30;40
Queens Arms;TD2;J. Pell;01632 960112;,,;20
The Queen’s Arms;Div. 2;Joan Pell;01632 960112;;"""


def lists_at_the_desk(league: League) -> Iterator[tuple[str, str, Act | None, int]]:
    """The pages of lists, under the desk's own address."""
    match = Match.objects.filter(division__season__league=league, date__isnull=False).latest("date", "id")
    lines = f"{match.date}\t{match.home}\t{match.away}\tmild\n\tThe Blue Pig\t{match.away}\tbitter\nTotal\t1"
    listed = f"Spen Valley League\nDate\tHome\tAway\tBeer\n{lines}"

    def paste(page: Page, button: str, text: str = listed, what: str = "fixtures") -> None:
        page.locator("#id_pasted").fill(text)
        if page.locator("#id_what").count():
            page.locator("#id_what").select_option(what)
        with page.expect_navigation():
            page.get_by_role("button", name=button).last.click()

    yield "lists in and out", "lists/", None, 200
    yield "list looked at", "lists/", lambda page: paste(page, "Preview"), 200
    yield "list checked", "lists/", lambda page: paste(page, "Preview", MESSY, "teams"), 200
    grid = f"\t{match.home}\t{match.away}\n{match.home}\tx\t8-2\n{match.away}\t\tx"
    yield "grid checked", "lists/", lambda page: paste(page, "Preview", grid, "results"), 200
    people = f"Player\tTeam\nAnn Invented\t{match.home}"
    yield "list previewed", "lists/", lambda page: paste(page, "Preview", people, "players"), 200
    yield "prove", "prove/", None, 200
    yield "plan from a list", "fixtures/from-a-list/", None, 200
    yield "plan from a list refused", "fixtures/from-a-list/", lambda page: paste(page, "Create plan"), 422
