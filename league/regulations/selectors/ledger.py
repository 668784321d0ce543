"""The ledger: what pubs owe, accounts line by line, statements, totals of seasons and years."""

import datetime
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum

from league.models import Charge, League, Pub, Season
from league.shared.text import folded

# What stands in a struck line between its own reason and why it was struck out.
STRUCK_OUT = "; struck out: "

# What a bank lets people type as the reference of a payment.
LONGEST_REFERENCE = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a pub was charged, and what it paid or was credited, in pence."""

    pub: Pub
    owed: int
    paid: int

    @property
    def balance(self) -> int:
        """Return what is still to be paid; negative if it has paid too much."""
        return self.owed - self.paid

    @property
    def in_hand(self) -> int:
        """Return what was paid beyond what is owed."""
        return max(self.paid - self.owed, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """A line of a pub's account and the balance after it. One struck out changes nothing."""

    charge: Charge
    balance: int

    @property
    def what_for(self) -> str:
        """The reason the line was entered for."""
        return self.charge.reason.partition(STRUCK_OUT)[0]

    @property
    def struck_because(self) -> str:
        """Why it was struck out, if it was by hand."""
        return self.charge.reason.partition(STRUCK_OUT)[2] if self.charge.struck_out_on else ""

    @property
    def owed(self) -> int | None:
        return self.charge.pence if self.charge.pence > 0 else None

    @property
    def paid(self) -> int | None:
        return -self.charge.pence if self.charge.pence < 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage(Account):
    """One pub's account with all its lines, the oldest first."""

    lines: tuple[AccountLine, ...]


def ledger(league: League) -> tuple[Account, ...]:
    """Return the account of every pub of the league, by name. Two queries."""
    counted = (
        Charge.objects.in_force()
        .filter(league=league)
        .order_by()
        .values("pub")
        .annotate(owed=Sum("pence", filter=Q(pence__gt=0)), paid=Sum("pence", filter=Q(pence__lt=0)))
    )
    sums = {row["pub"]: (row["owed"] or 0, -(row["paid"] or 0)) for row in counted}
    return tuple(
        Account(pub=pub, owed=owed, paid=paid)
        for pub in sorted(league.pubs.all(), key=lambda pub: (folded(pub.name), pub.slug))
        for owed, paid in (sums.get(pub.pk, (0, 0)),)
    )


def account_of(league: League, pub_slug: str) -> AccountPage | None:
    """Return one pub's account, struck lines included. None if there is no such pub. Two queries."""
    pub = league.pubs.filter(slug=pub_slug).first()
    if pub is None:
        return None
    charges = list(pub.charges.select_related("entered_by", "season", "offence", "team").order_by("on", "id"))
    counted = [0 if charge.struck_out_on else charge.pence for charge in charges]
    return AccountPage(
        pub=pub,
        lines=tuple(
            AccountLine(charge=charge, balance=balance)
            for charge, balance in zip(charges, itertools.accumulate(counted), strict=True)
        ),
        owed=sum(pence for pence in counted if pence > 0),
        paid=-sum(pence for pence in counted if pence < 0),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodTotals:
    """The money of a season or a calendar year in pence; `balance` is what all pubs owe at its end.

    `key` is the key of the season, or the year.
    """

    key: int
    name: str
    fees: int
    fines: int
    paid: int
    let_off: int
    balance: int


def ledger_totals(
    league: League, seasons: Sequence[Season]
) -> tuple[tuple[PeriodTotals, ...], tuple[PeriodTotals, ...]]:
    """Return the totals of every season and of every year that has a line, the latest first. One query.

    A line entered for no season belongs to the one its day falls into: the latest that had begun.
    """
    sums = list(
        Charge.objects.in_force()
        .filter(league=league)
        .order_by()
        .values_list("season", "on", "kind")
        .annotate(pence=Sum("pence"))
    )
    in_order = sorted(seasons, key=lambda season: season.starts_on)
    by_season: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    by_year: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for season, on, kind, pence in sums:
        by_year[on.year][kind] += pence
        if in_order:
            begun = [each.pk for each in in_order if each.starts_on <= on]
            by_season[season or (begun or [in_order[0].pk])[-1]][kind] += pence
    return (
        _in_periods([(each.pk, str(each)) for each in in_order if each.pk in by_season], by_season),
        _in_periods([(year, str(year)) for year in sorted(by_year)], by_year),
    )


def _in_periods(
    names: Iterable[tuple[int, str]], sums: Mapping[int, Mapping[str, int]]
) -> tuple[PeriodTotals, ...]:
    """Return the totals of periods named in order of time, the latest first."""
    totals: list[PeriodTotals] = []
    balance = 0
    for key, name in names:
        kinds = sums[key]
        balance += sum(kinds.values())
        totals.append(
            PeriodTotals(
                key=key,
                name=name,
                fees=kinds.get(Charge.Kind.FEE, 0),
                fines=kinds.get(Charge.Kind.FINE, 0),
                paid=-kinds.get(Charge.Kind.PAYMENT, 0),
                let_off=-kinds.get(Charge.Kind.CREDIT, 0),
                balance=balance,
            )
        )
    return tuple(reversed(totals))


def payment_reference(pub: Pub) -> str:
    """Return what a pub types as the reference when it pays by bank: THE FLEECE is "FLEECE"."""
    words = pub.slug.removeprefix("the-").replace("-", " ")
    return words[:LONGEST_REFERENCE].strip().upper()


@dataclass(frozen=True, slots=True, kw_only=True)
class PubStatement:
    """A pub's account over a period: what was brought forward, its lines in force, what is left."""

    pub: Pub
    reference: str
    brought_forward: int
    lines: tuple[AccountLine, ...]
    balance: int


def statement_from(seasons: Sequence[Season], season: Season | None) -> datetime.date | None:
    """Return the first day of a season's statements: fees are charged before its first match.

    It is the day after the season before. None if there was none: from the first line on.
    """
    before = [each.ends_on for each in seasons if season and each.starts_on < season.starts_on]
    return max(before) + datetime.timedelta(days=1) if before else None


def statements(
    league: League, first: datetime.date | None, last: datetime.date, pub_slug: str = ""
) -> tuple[PubStatement, ...]:
    """Return the statements of all pubs by name, or of one, from the first day to the last. Two queries."""
    pubs = league.pubs.filter(slug=pub_slug) if pub_slug else league.pubs.all()
    charges = (
        Charge.objects.in_force()
        .filter(pub__in=pubs, on__lte=last)
        .select_related("team")
        .order_by("on", "id")
    )
    by_pub: dict[int, list[Charge]] = defaultdict(list)
    for charge in charges:
        by_pub[charge.pub_id].append(charge)
    in_order = sorted(pubs, key=lambda pub: (folded(pub.name), pub.slug))
    return tuple(_statement(pub, by_pub[pub.pk], first) for pub in in_order)


def _statement(pub: Pub, charges: Sequence[Charge], first: datetime.date | None) -> PubStatement:
    balances = list(itertools.accumulate(charge.pence for charge in charges))
    lines = tuple(
        AccountLine(charge=charge, balance=balance)
        for charge, balance in zip(charges, balances, strict=True)
        if first is None or charge.on >= first
    )
    earlier = len(charges) - len(lines)
    return PubStatement(
        pub=pub,
        reference=payment_reference(pub),
        brought_forward=balances[earlier - 1] if earlier else 0,
        lines=lines,
        balance=balances[-1] if balances else 0,
    )


def ledger_rows(league: League) -> list[list[object]]:
    """Return every line of the ledger for a spreadsheet, the oldest first, under its headings. One query.

    Amounts are pounds; the balance is the pub's after the line. A cancelled line changes nothing.
    """
    rows: list[list[object]] = [
        ["Date", "Pub", "Team", "Season", "Kind", "What for", "Owed", "Paid", "Balance of pub", "Cancelled"]
    ]
    balances: dict[int, int] = defaultdict(int)
    charges = Charge.objects.filter(league=league).select_related("pub", "team", "season")
    for charge in charges.order_by("on", "id"):
        in_force = charge.struck_out_on is None
        balances[charge.pub_id] += charge.pence if in_force else 0
        rows.append(
            [
                charge.on,
                charge.pub.name,
                charge.team.name if charge.team else "",
                charge.season.name if charge.season else "",
                charge.get_kind_display(),
                charge.reason,
                charge.pence / 100 if charge.pence > 0 else "",
                -charge.pence / 100 if charge.pence < 0 else "",
                balances[charge.pub_id] / 100,
                charge.struck_out_on or "",
            ]
        )
    return rows
