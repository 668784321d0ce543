"""Statements of account on paper: each pub's lines over a period, what is left, and how to pay it."""

import datetime
from collections.abc import Sequence

from league.models import League
from league.printing.documents import Document, Shown
from league.regulations.selectors.ledger import AccountLine, PubStatement
from league.templatetags.dates import pub_date_year


def statements_on_paper(
    league: League,
    statements: Sequence[PubStatement],
    *,
    first: datetime.date | None,
    last: datetime.date,
) -> Document:
    """Return the statements of one pub or of several, each on a page of its own."""
    papers = tuple(_on_paper(statement) for statement in statements)
    period = (
        f"{pub_date_year(first)} to {pub_date_year(last)}"
        if first
        else f"Everything to {pub_date_year(last)}"
    )
    pub = statements[0].pub if len(statements) == 1 else None
    return Document(
        title=f"Statement: {pub}, {league}" if pub else f"Statements of account, {league}",
        filename=f"statement-{pub.slug if pub else 'all-pubs'}-{last}.pdf",
        template="printing/statements.html",
        context={
            "league": league.name,
            "how_to_pay": league.how_to_pay,
            "period": period,
            "first": first,
            "last": last,
            "statements": papers,
        },
    )


def _on_paper(statement: PubStatement) -> Shown:
    pub = statement.pub
    return {
        "pub": pub.name,
        "address": ", ".join(filter(None, (pub.address, pub.postcode))),
        "reference": statement.reference,
        "brought_forward": statement.brought_forward,
        "rows": tuple(_row(line, pub.name) for line in statement.lines),
        "balance": statement.balance,
        "in_hand": max(-statement.balance, 0),
    }


def _row(line: AccountLine, pub: str) -> Shown:
    charge = line.charge
    team = f", {charge.team}" if charge.team and charge.team.name != pub else ""
    kind = charge.get_kind_display().capitalize()
    return {
        "on": charge.on,
        "what_for": f"{kind}{team}: {line.what_for}",
        "owed": line.owed,
        "paid": line.paid,
        "balance": line.balance,
    }
