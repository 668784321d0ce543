"""The page on the secretary's phone that shows a draw ball by ball on a television."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.cups.forms.cups import DrawLotForm, ShownForm
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.draw_nights import shown_draw
from league.cups.services.draw_nights import begin_draw_night, show_next_ball, stop_draw_night
from league.cups.views.cups import cup_or_404
from league.models import Cup, League
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, sent


@for_secretary
def draw_night(request: HttpRequest, league: League, cup_id: str) -> HttpResponse:
    """Begin a draw, show its balls one by one, or stop it before the last."""
    cup = cup_or_404(league, cup_id, Cup.Kind.KNOCK_OUT)
    shown = cup.drawing["shown"] if cup.drawing else 0
    begin = DrawLotForm(sent(request, "begin"))
    ball = ShownForm(sent(request, "next"), initial={"shown": shown})
    forms = {"begin": begin, "next": ball, "stop": Form(sent(request, "stop"))}

    def show_next() -> bool:
        if show_next_ball(cup=cup, shown=ball.cleaned_data["shown"], now=timezone.now()):
            messages.success(request, "Draw made. Everybody can see it.")
        return True

    acts: dict[str, Callable[[], bool]] = {
        "begin": lambda: begin_draw_night(cup=cup, lot=begin.cleaned_data["lot"]),
        "next": show_next,
        "stop": lambda: stop_draw_night(cup=cup),
    }
    pressed = next((name for name in acts if name in request.POST), "")
    done = decided(forms[pressed], lambda _: acts[pressed]()) if pressed else None
    if done:
        return redirect("keep-draw", league.slug, cup.public_id)
    page = cup_on_page(cup, to_secretary=True)
    context = {
        "page": page,
        "draw": shown_draw(cup),
        "forms": forms,
        "refused": forms[pressed] if pressed else None,
        "no_act": NO_ACT if request.method == "POST" and not pressed else "",
        "section": "desk",
    }
    code = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "cups/secretary_draw.html", context, status=code)
