"""What the rules say, asked on the page of a walkover: the questions, the answer, and carrying it out."""

from dataclasses import replace

from django.http import HttpRequest
from django.utils import timezone

from league.forms.verdicts import VerdictForm, verdict_forms
from league.models import Match
from league.selectors.seasons import league_today
from league.selectors.verdicts import Verdict
from league.services.refusals import Refused
from league.services.verdicts import carry_out
from league.views.secretary.deciding import secretary

ALL, MATCH = "all", "match"
OTHERWISE = "The rules say something else by now: read the answer again before you give it."
Answer = tuple[VerdictForm, Verdict]


def questions(request: HttpRequest, match: Match) -> tuple[VerdictForm, ...]:
    """The questions the page offers, one of them perhaps asked by its address."""
    return verdict_forms(request.GET, match)


def answer_of(forms: tuple[VerdictForm, ...]) -> Verdict | None:
    """What the rules say to the question that was asked; None if none was, or it cannot be answered."""
    return next((form.verdict for form in forms if form.is_bound and form.is_valid()), None)


def give_verdict(request: HttpRequest, match: Match, verdict: Verdict | None) -> str:
    """Carry out the answer, or the one table of it that was pressed; what to say of it. Raises Refused."""
    if verdict is None or request.POST.get("seen") != verdict.seen:
        raise Refused(OTHERWISE)
    pressed = request.POST["give"]
    if pressed != ALL:
        chosen = tuple(one for one in verdict.forfeits if pressed == str(one.table or MATCH))
        verdict = replace(verdict, forfeits=chosen, costs=())
    rulings, offences = carry_out(
        match=match,
        verdict=verdict,
        by=secretary(request),
        on=league_today(match.division.season.league),
        now=timezone.now(),
    )
    said = "Decided by the season’s rules"
    if rulings:
        said += f": {', '.join(f'table {one.table}' if one.table else 'the match' for one in rulings)}"
    return f"{said}.{' What it costs waits for you under Penalties.' if offences else ''}"
