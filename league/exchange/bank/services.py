"""Import a bank statement in one transaction, and undo the whole of it."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.exchange.bank.selectors import known_digests
from league.exchange.bank.statement import StatementLine
from league.models import BankImport, BankLine, Charge, League, Pub, User
from league.regulations.selectors.ledger import STRUCK_OUT
from league.regulations.services.ledger import LONGEST_REASON, new_line
from league.shared.errors import GONE, Refused, refused_by, verify, written_whole

ONCE = "Somebody has imported the same lines at this moment. Preview the statement again."


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedStatement:
    """What an import wrote: payments, their sum in pence, lines that are not for the league."""

    payments: int
    pence: int
    others: int


def import_statement(
    *,
    league: League,
    lines: Sequence[StatementLine],
    choices: Mapping[int, Pub | None],
    named: str,
    by: User,
    now: datetime.datetime,
) -> ImportedStatement:
    """Enter the payments of a statement.

    `choices` says by the number of a line which pub paid it; None for a line that is not for the league.
    A line without a choice is left for a later import, one that was imported before is skipped.
    """
    with written_whole():
        _lock(league)
        known = known_digests(league, lines)
        decided = [line for line in lines if line.number in choices and line.digest not in known]
        if not decided:
            return ImportedStatement(payments=0, pence=0, others=0)
        seasons = seasons_of(league)
        run = BankImport(league=league, named=named, made_by=by, made_at=now)
        verify(run)
        run.save()
        payments: dict[int, Charge] = {}
        reasons: Counter[tuple[int, datetime.date, str]] = Counter()
        for line in decided:
            if (pub := choices[line.number]) is None:
                continue
            reason = f"Bank: {line.text or 'no text'}"[:LONGEST_REASON].strip()
            reasons[pub.pk, line.on, reason] += 1
            if (number := reasons[pub.pk, line.on, reason]) > 1:
                reason = f"{reason[: LONGEST_REASON - 5]} ({number})"
            charge = new_line(
                pub=pub,
                kind=Charge.Kind.PAYMENT,
                pence=line.pence,
                reason=reason,
                on=line.on,
                by=by,
                season=season_at_hand(seasons, line.on),
            )
            verify(charge)
            payments[line.number] = charge
        Charge.objects.bulk_create(payments.values())
        with refused_by(bank_line_once=ONCE, **{"league_bankline.digest": ONCE}):
            BankLine.objects.bulk_create(
                BankLine(league=league, statement=run, digest=line.digest, charge=payments.get(line.number))
                for line in decided
            )
    return ImportedStatement(
        payments=len(payments),
        pence=-sum(charge.pence for charge in payments.values()),
        others=len(decided) - len(payments),
    )


def undo_bank_import(*, run: BankImport, now: datetime.datetime) -> int:
    """Cancel the payments of an import and forget its lines, so that they can be imported again.

    Returns how many payments were cancelled; twice changes nothing more.
    """
    with written_whole():
        _lock(run.league)
        run = BankImport.objects.select_related("league").get(pk=run.pk)
        if run.undone_at is not None:
            return 0
        payments = list(Charge.objects.in_force().filter(bank_line__statement=run))
        for charge in payments:
            charge.reason = f"{charge.reason}{STRUCK_OUT}import of the bank statement undone"
            charge.struck_out_on = league_today(run.league, now)
        Charge.objects.bulk_update(payments, ["reason", "struck_out_on"])
        BankLine.objects.filter(statement=run).delete()
        run.undone_at = now
        run.save(update_fields=["undone_at"])
    return len(payments)


def _lock(league: League) -> None:
    """Let one import of a league after the other look at what is known."""
    if not list(League.objects.select_for_update(no_key=True).filter(pk=league.pk)):
        raise Refused(GONE)
