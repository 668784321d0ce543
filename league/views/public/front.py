"""The front page of the installation, and the pages that explain it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league import presets
from league.access import for_anybody, may_open_league
from league.access.powers import POWERS, Power
from league.selectors.leagues import all_leagues

HELP_PAGES = {
    "setting-up-a-season": "Setting up a season",
    "a-new-season": "A new season",
    "entering-results": "Entering results",
    "when-a-result-is-missing": "When a result is missing",
    "reading-the-table": "Reading the table",
    "players": "Players, names and awards",
    "penalties": "Deadlines, penalties, appeals and money",
    "scoring-on-a-phone": "Scoring on a phone",
    "following-a-match": "Following a match",
    "for-captains": "For captains",
    "signing-a-result": "Signing a result",
    "postponing-a-match": "Postponing a match",
    "in-your-calendar": "Matches in your calendar",
    "planning-fixtures": "Planning fixtures",
    "cups": "Cups",
    "printing": "Printing",
    "who-may-do-what": "Who may do what",
}

SHOWN = {
    Power.RESULTS: "Results",
    Power.FIXTURES: "Fixtures",
    Power.SCORING: "Scoring",
    Power.SECRETARY: "Rulings and money",
    Power.PEOPLE: "People",
    Power.OWNER: "Ownership",
}
"""The powers the page of help tells of, as columns of its table."""


@for_anybody
def front_page(request: HttpRequest) -> HttpResponse:
    """The leagues kept here; the only one's home; or what to do first."""
    leagues = all_leagues()
    if len(leagues) == 1:
        return redirect("league-home", leagues[0].slug)
    page = {"leagues": leagues, "may_open": may_open_league(request.user)}
    return render(request, "public/front.html", page)


@for_anybody
def help_page(request: HttpRequest, page: str = "") -> HttpResponse:
    """A page of help, or the list of them."""
    if page and page not in HELP_PAGES:
        raise Http404(f"There is no page of help called “{page}”.")
    template = f"help/{page.replace('-', '_') or 'index'}.html"
    shown = {"section": "help", "pages": HELP_PAGES, "current": page, "presets": presets.offered}
    shown |= {"columns": SHOWN.values(), "parts": _parts()}
    return render(request, template, shown)


def _parts() -> list[tuple[str, list[tuple[str, bool]]]]:
    """Each role, and for every column whether it may."""
    return [
        (str(role.label), [(column, power in powers) for power, column in SHOWN.items()])
        for role, powers in POWERS.items()
    ]
