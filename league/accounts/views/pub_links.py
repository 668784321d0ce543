"""The links and squares of pubs, for the secretary: issued, seen in use, ended; and what came in by them.

A link is shown once; the square of a pub's tables is printed on a card.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_secretary
from league.accounts.links import PUB, token_of
from league.accounts.selectors import LinkedPub, linked_pubs, room_reports
from league.accounts.services.pub_links import (
    close_report,
    issue_pub_link,
    issue_square,
    revoke,
)
from league.models import League, PubLink, TableSquare
from league.shared.decisions import UNPROCESSABLE, secretary
from league.shared.errors import Refused

SHOWN = "shown-pub-links"
"""Where the session keeps which links the next page shows: once, and only to who asked."""
ENDS: dict[str, tuple[type[PubLink | TableSquare], str]] = {
    "end": (PubLink, "The link of {} has ended."),
    "end-square": (TableSquare, "The square of {} has ended."),
}
NO_PUB = "That pub is no longer in the league. Check the list again."


@for_secretary
def pub_links(request: HttpRequest, league: League) -> HttpResponse:
    """Show which pubs have a link or a square and use it, and what they report; act by the button pressed."""
    lines = linked_pubs(league)
    refusal = ""
    if request.method == "POST":
        try:
            messages.success(request, _apply(request, league, lines))
        except Refused as refused:
            refusal = refused.sentence
        else:
            return redirect("pub-links", league.slug)
    shown = request.session.pop(SHOWN, ())
    links = [line.link for line in lines if line.link and line.link.pk in shown]
    page = {
        "lines": lines,
        "reports": room_reports(league),
        "shown": [
            (
                link.pub,
                request.build_absolute_uri(reverse("pub-nights", kwargs={"token": token_of(link, PUB)})),
            )
            for link in links
        ],
        "squares": sum(line.square is not None for line in lines),
        "refusal": refusal,
        "section": "desk",
    }
    return render(request, "accounts/pub_links.html", page, status=UNPROCESSABLE if refusal else 200)


def _apply(request: HttpRequest, league: League, lines: tuple[LinkedPub, ...]) -> str:
    """Do what the pressed button says and return the message about it. Raises Refused."""
    now = timezone.now()
    if "close" in request.POST:
        found = [report for report in room_reports(league) if report.public_id == request.POST["close"]]
        for report in found:
            close_report(report=report, by=secretary(request), now=now)
        return "Report closed. Matches stay as they are."
    if "squares" in request.POST:
        for pub in [line.pub for line in lines if line.square is None]:
            issue_square(pub=pub, by=secretary(request), now=now)
        return "Squares created. Print their cards."
    for act in ("issue", "show", "square", *ENDS):
        if act in request.POST:
            chosen = next((line for line in lines if line.pub.slug == request.POST[act]), None)
            if chosen is None:
                raise Refused(NO_PUB)
            return _act(request, act, chosen)
    raise Refused("Press one of the buttons of a pub.")


def _act(request: HttpRequest, act: str, line: LinkedPub) -> str:
    now = timezone.now()
    if act in ENDS:
        kind, ended = ENDS[act]
        revoke(kind, pub=line.pub, now=now)
        return ended.format(line.pub)
    if act == "square":
        issue_square(pub=line.pub, by=secretary(request), now=now)
        return f"{line.pub} has a new square. Print its card."
    link = issue_pub_link(pub=line.pub, by=secretary(request), now=now) if act == "issue" else line.link
    if link is None:
        raise Refused(f"{line.pub} has no link to show.")
    request.session[SHOWN] = [link.pk]
    return f"The link of {line.pub} is shown below once."
