"""A table of one's own: the choice of a game, and the page that scores it. Nothing of it comes here."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.accounts.access import for_anybody
from league.models import RuleBook
from league.results.pages.own_table import (
    MOST_TARGET,
    TableSeating,
    offered_games,
    own_address,
    own_table,
)
from league.shared.decisions import UNPROCESSABLE


def _games() -> list[tuple[str, str]]:
    return [
        (f"{variant.name}/{seating.players}/{seating.sides}", f"{variant.title}, {seating.words}")
        for variant, seatings in offered_games()
        for seating in seatings
    ]


class OwnTableForm(forms.Form):
    """A game with the way to sit, and what it is played to; `address` is the table's."""

    game = forms.ChoiceField(label="Game", choices=_games)
    target = forms.IntegerField(
        label="Played to",
        help_text="Leave it empty for the usual number.",
        required=False,
        min_value=1,
        max_value=MOST_TARGET,
    )

    @property
    def address(self) -> str:
        name, players, sides = self.cleaned_data["game"].split("/")
        return own_address(name, TableSeating(int(players), int(sides)), self.cleaned_data["target"] or 0)


@for_anybody
@require_safe
def own_tables(request: HttpRequest) -> HttpResponse:
    """Show the choice of a game; `?variant=trinidad` chooses it beforehand."""
    form = OwnTableForm(request.GET if "game" in request.GET else None)
    if form.is_valid():
        return redirect(form.address)
    page = {"form": form, "usual": request.GET.get("variant", RuleBook().variant)}
    return render(request, "results/own_tables.html", page, status=UNPROCESSABLE if form.errors else 200)


@for_anybody
@require_safe
def score_own_table(
    request: HttpRequest, variant: str, players: int, sides: int, target: int
) -> HttpResponse:
    """Show the page that scores a game; the phone it is opened on stores the score."""
    return render(request, "results/own_table.html", {"page": own_table(variant, players, sides, target)})
