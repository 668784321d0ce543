"""Pages of the ledger: what every pub owes, fees for all teams, single lines, striking lines out."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_secretary
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.models import Charge, League
from league.regulations.forms.ledger import LineForm, PubLineForm, StrikeOutForm, TeamsFeeForm
from league.regulations.selectors import ledger as selectors_ledger
from league.regulations.selectors.ledger import account_of
from league.regulations.services.ledger import charge_teams, enter_line, strike_out
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent
from league.shared.errors import Refused
from league.templatetags.decisions import pounds

TEAMS, LINE, STRIKE = "charge-teams", "enter-line", "strike-out"


@for_secretary
def ledger(request: HttpRequest, league: League) -> HttpResponse:
    """Show every pub with its account, and enter a fee for every team or one line."""
    today = league_today(league)
    season = season_at_hand(seasons_of(league), today)
    book = selectors_ledger.ledger(league)
    fee = TeamsFeeForm(sent(request, TEAMS), today=today, prefix="fee")
    line = PubLineForm(sent(request, LINE), today=today, prefix="line", pubs=[pub.pub for pub in book.pubs])

    def charge_all(cleaned: dict[str, Any]) -> str:
        if season is None:
            raise Refused("There is no season yet, so there is nobody to charge.")
        charges = charge_teams(season=season, by=secretary(request), **_amount(cleaned))
        return f"Charged: {pounds(charges[0].pence)} each, {len(charges)} in all."

    def enter(cleaned: dict[str, Any]) -> str:
        return _entered(enter_line(season=season, by=secretary(request), **_amount(cleaned)))

    done = decided(fee, charge_all) or decided(line, enter)
    if done:
        messages.success(request, done)
        return redirect("ledger", league.slug)
    page = {
        "ledger": book,
        "season": season,
        "fee": fee,
        "line": line,
        "refused": _not_pressed(request, TEAMS, LINE),
        "section": "desk",
    }
    return render(request, "regulations/ledger.html", page, status=_status(request))


@for_secretary
def ledger_of_pub(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show one pub's account, enter a line or strike one out."""
    today = league_today(league)
    account = account_of(league, pub_slug)
    if account is None:
        raise Http404(f"{league} has no pub at this address.")
    form = LineForm(sent(request, LINE), today=today, prefix="line")
    strike = StrikeOutForm(sent(request, STRIKE))

    def enter(cleaned: dict[str, Any]) -> str:
        season = season_at_hand(seasons_of(league), today)
        return _entered(enter_line(pub=account.pub, season=season, by=secretary(request), **_amount(cleaned)))

    def strike_line(cleaned: dict[str, Any]) -> str:
        charge = account.pub.charges.filter(public_id=cleaned["line"]).first()
        if charge is None:
            raise Refused("That line is not in this account; choose one below.")
        charge = strike_out(charge=charge, because=cleaned["because"], on=today)
        return f"Struck out: {charge.reason}."

    done = decided(form, enter) or decided(strike, strike_line)
    if done:
        messages.success(request, done)
        return redirect("ledger-pub", league.slug, pub_slug)
    page = {
        "account": account,
        "line": form,
        "strike": strike,
        "refused": _not_pressed(request, LINE, STRIKE)
        or [str(sentence) for sentence in strike.non_field_errors()],
        "section": "desk",
    }
    return render(request, "regulations/ledger_of_pub.html", page, status=_status(request))


def _amount(cleaned: dict[str, Any]) -> dict[str, Any]:
    """Return the cleaned data of a form as arguments of the service."""
    return {("pence" if name == "pounds" else name): value for name, value in cleaned.items()}


def _entered(charge: Charge) -> str:
    return (
        f"Entered, {charge.pub}: {charge.get_kind_display()}, {pounds(abs(charge.pence))}, {charge.reason}."
    )


def _not_pressed(request: HttpRequest, *buttons: str) -> list[str]:
    pressed = any(button in request.POST for button in buttons)
    return [NO_ACT] if request.method == "POST" and not pressed else []


def _status(request: HttpRequest) -> int:
    return UNPROCESSABLE if request.method == "POST" else 200
