"""The balances of all pubs as a table."""

from typing import Any

from django.urls import reverse
from django_tables2 import Column, Table

from league.shared.tables import FigureColumn
from league.templatetags.decisions import pounds


class PoundsColumn(FigureColumn):
    """Pence as pounds, and below all of them together."""

    def render(self, value: int) -> str:
        return pounds(value)

    def render_footer(self, bound_column: Any, table: Table) -> str:
        return pounds(sum(bound_column.accessor.resolve(account) for account in table.data))


class BalancesTable(Table):  # type: ignore[misc]  # the library has no types
    """What every pub owes and paid, by its name; a minus where it has paid more."""

    pub = Column(
        "Pub",
        order_by="pub__name",
        footer="Together",
        attrs={"td": {"class": "pub"}, "a": {"class": "name"}},
        linkify=lambda value: reverse("ledger-pub", args=[value.league.slug, value.slug]),
    )
    owed = PoundsColumn("Owed", "owed", empty_values=(None, 0), default="")
    paid = PoundsColumn("Paid or credited", "paid", empty_values=(None, 0), default="")
    balance = PoundsColumn("Still to pay", "balance", "balance")

    class Meta:
        attrs = {"class": "listing fold money"}
        row_attrs = {"class": lambda record: "owing" if record.balance > 0 else ""}
