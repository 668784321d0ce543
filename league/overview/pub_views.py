"""The pages behind a pub's link: its nights, and the report of a night when the room is not free."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.links import PubVisitor, for_pub
from league.accounts.services.links import note_opened
from league.accounts.services.pub_links import report_room
from league.competition.selectors import night_of
from league.overview.pub_nights import nights_at, pub_nights, typed_board
from league.shared.decisions import decided, sent, status


class RoomReportForm(forms.Form):
    """A night when the room is not free, and why."""

    date = forms.DateField(
        label="Which night?",
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={
            "required": "Choose the night first.",
            "invalid": "That is no date. One would be 2026-11-26.",
        },
    )
    note = forms.CharField(
        label="Why?",
        required=False,
        max_length=200,
        help_text="If you like, such as: the room is booked for a wedding.",
    )


@for_pub
def pub_nights_page(request: HttpRequest, visitor: PubVisitor) -> HttpResponse:
    """Show a pub its nights: the next one with what to print, later ones, its teams, what to hang up."""
    now = timezone.now()
    note_opened(visitor.link, now=now)
    page = pub_nights(visitor.pub, now=now)
    board = reverse("pub-television", args=[visitor.league.slug, visitor.pub.slug])
    return render(
        request,
        "overview/pub_nights.html",
        {
            "page": page,
            "visitor": visitor,
            "board": board,
            "board_typed": request.build_absolute_uri(typed_board(visitor.pub)).partition("//")[2],
            "section": "pubs",
        },
    )


@for_pub
def pub_room(request: HttpRequest, visitor: PubVisitor) -> HttpResponse:
    """Ask for a night when the room is not free, and tell the secretary."""
    now = timezone.now()
    form = RoomReportForm(sent(request))
    today = night_of(visitor.league, now)
    if decided(form, lambda cleaned: report_room(pub=visitor.pub, today=today, now=now, **cleaned)):
        return redirect(f"{visitor.base}#reported")
    context = {
        "nights": nights_at(visitor.pub, today),
        "visitor": visitor,
        "form": form,
        "today": today,
        "section": "pubs",
    }
    return render(request, "overview/pub_room.html", context, status=status(form))
