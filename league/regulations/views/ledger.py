"""Pages of the ledger: what every pub owes, fees for all teams, single lines, striking lines out.

Statements of account on paper, and the whole ledger as a spreadsheet.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_secretary
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.exchange.views import list_response
from league.models import Charge, League
from league.printing.statements import statements_on_paper
from league.printing.views import printed
from league.regulations.forms.ledger import (
    HowToPayForm,
    LineForm,
    PubLineForm,
    StatementPeriodForm,
    StrikeOutForm,
    TeamsFeeForm,
)
from league.regulations.selectors import ledger as selectors_ledger
from league.regulations.selectors.ledger import (
    account_of,
    ledger_rows,
    ledger_totals,
    statement_from,
    statements,
)
from league.regulations.services.ledger import charge_teams, enter_line, save_how_to_pay, strike_out
from league.regulations.tables import BalancesTable
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent
from league.shared.errors import Refused
from league.templatetags.decisions import pounds

TEAMS, LINE, STRIKE, PAY = "charge-teams", "enter-line", "strike-out", "save-how-to-pay"


@for_secretary
def ledger(request: HttpRequest, league: League) -> HttpResponse:
    """Show every pub with its account, and enter a fee for every team or one line."""
    today = league_today(league)
    seasons = seasons_of(league)
    season = season_at_hand(seasons, today)
    book = selectors_ledger.ledger(league)
    fee = TeamsFeeForm(sent(request, TEAMS), today=today, prefix="fee")
    line = PubLineForm(
        sent(request, LINE), today=today, prefix="line", pubs=[account.pub for account in book]
    )
    pay = HowToPayForm(sent(request, PAY), initial={"how_to_pay": league.how_to_pay})
    period = StatementPeriodForm(initial={"first": statement_from(seasons, season), "last": today})

    def charge_all(cleaned: dict[str, Any]) -> str:
        if season is None:
            raise Refused("There is no season yet, so there is no pub to charge.")
        charges = charge_teams(season=season, by=secretary(request), **_amount(cleaned))
        return f"Charged: {pounds(charges[0].pence)} each, {len(charges)} in all."

    def enter(cleaned: dict[str, Any]) -> str:
        return _entered(enter_line(season=season, by=secretary(request), **_amount(cleaned)))

    def save_pay(cleaned: dict[str, Any]) -> str:
        save_how_to_pay(league=league, words=cleaned["how_to_pay"])
        return "Saved. The next statements show it."

    done = decided(fee, charge_all) or decided(line, enter) or decided(pay, save_pay)
    if done:
        messages.success(request, done)
        return redirect("ledger", league.slug)
    page = {
        "table": BalancesTable(book, order_by=request.GET.get("sort", "")),
        "season": season,
        "fee": fee,
        "line": line,
        "pay": pay,
        "period": period,
        "totals": ledger_totals(league, seasons),
        "refused": _not_pressed(request, TEAMS, LINE, PAY),
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
        return f"Deleted: {charge.reason}."

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


@for_secretary
def ledger_file(request: HttpRequest, league: League, form: str) -> HttpResponse:
    """Send every line of the ledger as a CSV, XLSX, text or PDF file."""
    rows, name = ledger_rows(league), f"ledger-{league_today(league)}"
    return list_response(request, league, rows, name, form, "Ledger")


@for_secretary
def ledger_statements(request: HttpRequest, league: League, pub_slug: str = "") -> HttpResponse:
    """Show the statements of all pubs, of those that owe something, or of one pub, as one PDF.

    They are over the days of the address, or over the season at hand.
    """
    form = StatementPeriodForm(request.GET)
    if not form.is_valid():
        page = {"period": form, "section": "desk"}
        return render(request, "regulations/statement_period.html", page, status=UNPROCESSABLE)
    today, seasons = league_today(league), seasons_of(league)
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    if "first" not in request.GET:
        first = statement_from(seasons, season_at_hand(seasons, today))
    last = last or today
    papers = statements(league, first, last, pub_slug)
    if form.cleaned_data["owing"]:
        papers = tuple(statement for statement in papers if statement.balance > 0)
    if not papers and form.cleaned_data["owing"]:
        messages.info(request, "No pub has anything to pay, so there is no statement to print.")
        return redirect("ledger", league.slug)
    if not papers:
        raise Http404(f"{league} has no pub at this address.")
    return printed(request, statements_on_paper(league, papers, first=first, last=last))


def _amount(cleaned: dict[str, Any]) -> dict[str, Any]:
    """Return the cleaned data of a form as arguments of the service."""
    return {("pence" if name == "pounds" else name): value for name, value in cleaned.items()}


def _entered(charge: Charge) -> str:
    return (
        f"Entered, {charge.pub}: {charge.get_kind_display()}, {pounds(abs(charge.pence))}, {charge.reason}."
    )


def _not_pressed(request: HttpRequest, *buttons: str) -> list[str]:
    return [NO_ACT] if request.method == "POST" and not request.POST.keys() & {*buttons} else []


def _status(request: HttpRequest) -> int:
    return UNPROCESSABLE if request.method == "POST" else 200
