"""Reads for bank statements: what is known of their lines, who may have paid, imports so far."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, Sum

from league.exchange.bank.statement import PayerMatch, PayingPub, Statement, StatementLine, match_payment
from league.models import BankImport, BankLine, Charge, League, Pub
from league.regulations.selectors.ledger import Account, ledger, payment_reference
from league.shared.grouping import grouped

MOST_SHOWN = 20

# A form may have so many fields; the rest of a longer statement follows in the next import.
MOST_PAYMENTS = 400

# A payment entered by hand is found this many days around the day of the bank.
DAYS_AROUND = datetime.timedelta(days=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedPayment:
    """A payment of a statement with the pub it seems to come from.

    `entered` is a payment of that pub and amount that was entered by hand around the same day.
    """

    line: StatementLine
    match: PayerMatch | None
    entered: Charge | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPreview:
    """A statement before it is imported: its new payments, how many lines are known already, and how many
    new ones are left for the next import.
    """

    statement: Statement
    payments: tuple[PreviewedPayment, ...]
    known: int
    more: int
    pubs: tuple[Pub, ...]

    @property
    def pence(self) -> int:
        """Return the sum of the new payments."""
        return sum(payment.line.pence for payment in self.payments)


def preview_statement(league: League, statement: Statement) -> StatementPreview:
    """Return a statement with what is known of each line. Five queries."""
    known = known_digests(league, statement.lines)
    new = [line for line in statement.lines if line.digest not in known]
    book = ledger(league)
    payers = _payers(league, book)
    matches = {line.number: match_payment(line.text, line.pence, payers) for line in new}
    entered = _entered_by_hand(league, new)
    payments = []
    for line in new[:MOST_PAYMENTS]:
        match = matches[line.number]
        near = entered.get((match.slug, line.pence), []) if match else []
        by_hand = next((charge for charge in near if abs(charge.on - line.on) <= DAYS_AROUND), None)
        if by_hand is not None:
            near.remove(by_hand)  # one payment entered by hand explains one line
        payments.append(PreviewedPayment(line=line, match=match, entered=by_hand))
    return StatementPreview(
        statement=statement,
        payments=tuple(payments),
        known=len(statement.lines) - len(new),
        more=len(new) - len(payments),
        pubs=tuple(account.pub for account in book),
    )


def known_digests(league: League, lines: Sequence[StatementLine]) -> set[str]:
    """Return the digests of lines that were imported before. One query."""
    known = BankLine.objects.filter(league=league, digest__in=[line.digest for line in lines])
    return set(known.values_list("digest", flat=True))


def bank_imports_of(league: League) -> Sequence[BankImport]:
    """Return the latest imports with who made them, and their payments in force with the sum. One query."""
    in_force = Q(lines__charge__isnull=False, lines__charge__struck_out_on=None)
    imports = BankImport.objects.filter(league=league).select_related("made_by")
    return list(
        imports.annotate(
            payments=Count("lines", filter=in_force),
            pence=Sum(-F("lines__charge__pence"), filter=in_force, default=0),
        )[:MOST_SHOWN]
    )


def bank_import_of(league: League, public_id: str) -> BankImport | None:
    """Return an import of the league, or None. One query."""
    return BankImport.objects.filter(league=league, public_id=public_id).first()


def _payers(league: League, book: Sequence[Account]) -> list[PayingPub]:
    """Return every pub with the names it may pay under: its own, the one before, its teams'. One query."""
    teams = league.teams.order_by("pk")
    names = grouped((team.pub_id, name) for team in teams for name in (team.name, team.short_name))
    return [
        PayingPub(
            slug=each.pub.slug,
            names=tuple(filter(None, (each.pub.name, each.pub.formerly, *names[each.pub.pk]))),
            reference=payment_reference(each.pub),
            balance=each.balance,
        )
        for each in book
    ]


def _entered_by_hand(league: League, lines: Sequence[StatementLine]) -> dict[tuple[str, int], list[Charge]]:
    """Return payments that came from no statement, by pub and pence. One query, or none without lines."""
    if not lines:
        return {}
    days = [line.on for line in lines]
    payments = Charge.objects.in_force().filter(
        league=league,
        kind=Charge.Kind.PAYMENT,
        bank_line=None,
        on__range=(min(days) - DAYS_AROUND, max(days) + DAYS_AROUND),
    )
    return grouped(((charge.pub.slug, -charge.pence), charge) for charge in payments.select_related("pub"))
