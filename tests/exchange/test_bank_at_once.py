"""A bank statement imported, and undone, in the same moment: once."""

import pytest

from league.exchange.bank.services import import_statement, undo_bank_import
from league.exchange.bank.statement import read_statement
from league.exchange.spreadsheets import read_text
from league.models import BankImport, BankLine, Charge, League, User
from tests.builders import FRIDAY, a_division, a_secretary
from tests.moments import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def _import(league: League, by: User) -> None:
    rows = read_text("Date,Details,Amount\n04/01/2027,FLEECE,5.00\n05/01/2027,SHEARS,6.00\n")
    pubs = {pub.slug: pub for pub in league.pubs.all()}
    import_statement(
        league=league,
        lines=read_statement(rows, FRIDAY.date()).lines,
        choices={2: pubs["the-fleece"], 3: pubs["the-shears"]},
        named="january.csv",
        by=by,
        now=FRIDAY,
    )


def test_a_statement_is_imported_and_undone_once() -> None:
    league = a_division(teams=2).season.league
    by = a_secretary(league)
    assert at_once(*[lambda: _import(league, by)] * 3) == ["done"] * 3
    assert (BankImport.objects.count(), BankLine.objects.count(), Charge.objects.count()) == (1, 2, 2)
    run = BankImport.objects.get()
    assert at_once(*[lambda: undo_bank_import(run=run, now=FRIDAY)] * 3) == ["done"] * 3
    assert not Charge.objects.in_force().exists()
    assert all(charge.reason.count("undone") == 1 for charge in Charge.objects.all())
