"""Pages of bank statements: preview with a choice for every payment, import, undo."""

from collections.abc import Mapping
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_secretary
from league.competition.selectors import league_today
from league.exchange.bank.selectors import (
    PreviewedPayment,
    StatementPreview,
    bank_import_of,
    bank_imports_of,
    preview_statement,
)
from league.exchange.bank.services import import_statement, undo_bank_import
from league.exchange.bank.statement import read_statement
from league.exchange.forms import RowsForm
from league.exchange.lists.checked_list import problems_on_page
from league.exchange.spreadsheets import as_text
from league.models import League, Pub
from league.shared.decisions import secretary
from league.shared.errors import Refused
from league.shared.text import plural
from league.templatetags.decisions import pounds

# Neither can be a slug.
OTHER, LATER = "-", ""


class PaymentsForm(forms.Form):
    """One choice for each payment: the pub that paid, not for the league, or decided later."""

    def __init__(self, preview: StatementPreview, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self._pubs = {pub.slug: pub for pub in preview.pubs}
        self.payments = preview.payments
        choices = [
            (LATER, "Decide later"),
            (OTHER, "Not for the league"),
            *((slug, pub.name) for slug, pub in self._pubs.items()),
        ]
        for payment in self.payments:
            line, match = payment.line, payment.match
            first = match.slug if match else LATER
            self.fields[field_name(line.number)] = forms.ChoiceField(
                label=f"Paid by, line {line.number}: {line.text}",
                required=False,
                initial=OTHER if payment.entered else first,
                choices=choices,
                error_messages={
                    "invalid_choice": "“%(value)s” is not a pub of the league. Choose one from the list."
                },
            )

    @property
    def rows(self) -> list[tuple[PreviewedPayment, forms.BoundField]]:
        """Return each payment with its field."""
        return [(payment, self[field_name(payment.line.number)]) for payment in self.payments]

    @property
    def decided(self) -> dict[int, Pub | None]:
        """Return by the number of its line who paid, None for what is not for the league; once valid."""
        chosen = {each.line.number: self.cleaned_data[field_name(each.line.number)] for each in self.payments}
        return {number: self._pubs.get(slug) for number, slug in chosen.items() if slug != LATER}


def field_name(number: int) -> str:
    """Return the name of the field of a line."""
    return f"paid-by-{number}"


@for_secretary
def bank_statement(request: HttpRequest, league: League) -> HttpResponse:
    """Show the form and the imports so far; `preview` shows the payments, `import` enters them."""
    if request.method != "POST":
        return _page(request, league, RowsForm())
    form = RowsForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        statement = read_statement(form.rows, league_today(league))
        preview = preview_statement(league, statement)
        if "import" not in request.POST or statement.problems:
            status = HTTPStatus.UNPROCESSABLE_ENTITY if statement.problems else HTTPStatus.OK
            return _page(request, league, form, preview, PaymentsForm(preview), status=status)
        choices = PaymentsForm(preview, request.POST)
        if not choices.is_valid():
            return _page(request, league, form, preview, choices, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        imported = import_statement(
            league=league,
            lines=statement.lines,
            choices=choices.decided,
            named=form.cleaned_data["named"],
            by=secretary(request),
            now=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if imported.payments or imported.others:
        others = f" {plural(imported.others, 'line')} noted as not for the league." if imported.others else ""
        words = f"{plural(imported.payments, 'payment')}, {pounds(imported.pence)} in all"
        messages.success(request, f"Imported: {words}.{others}")
    elif preview.payments:
        messages.info(request, "Nothing was imported: every payment is at “Decide later”.")
    else:
        messages.info(request, "Nothing changed: every payment of this statement was imported before.")
    return redirect("bank-statement", league.slug)


@for_secretary
@require_POST
def bank_undo(request: HttpRequest, league: League, statement_id: str) -> HttpResponse:
    """Undo the import of a statement as a whole."""
    run = bank_import_of(league, statement_id)
    if run is None:
        raise Http404(f"{league} has no bank statement {statement_id}.")
    cancelled = undo_bank_import(run=run, now=timezone.now())
    messages.success(request, f"Import undone: {plural(cancelled, 'payment')} cancelled.")
    return redirect("bank-statement", league.slug)


def _page(
    request: HttpRequest,
    league: League,
    form: RowsForm,
    preview: StatementPreview | None = None,
    choices: PaymentsForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    problems = preview.statement.problems if preview else ()
    page = {
        "section": "desk",
        "form": form,
        "preview": preview,
        "choices": choices,
        "problems": problems_on_page(problems) if problems else None,
        # The statement goes along as text: nothing is stored before it is imported.
        "looked_at": as_text(form.rows) if preview else "",
        "imports": bank_imports_of(league),
    }
    return render(request, "exchange/bank_statement.html", page, status=status)
