"""The ledger: what every pub owes, and one pub's account line by line."""

import itertools
from dataclasses import dataclass

from django.db.models import Q, Sum

from league.models import Charge, League, Pub
from league.shared.text import folded

# What stands in a struck line between its own reason and why it was struck out.
STRUCK_OUT = "; struck out: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a pub was charged, and what it paid or was credited, in pence."""

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
class PubAccount:
    """A pub with its account."""

    pub: Pub
    account: Account


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Every pub's account by name, and all of them together."""

    pubs: tuple[PubAccount, ...]
    total: Account


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
class AccountPage:
    """One pub's account with all its lines, the oldest first."""

    pub: Pub
    lines: tuple[AccountLine, ...]
    account: Account


def ledger(league: League) -> Ledger:
    """Return every pub of the league with its account. Two queries."""
    counted = (
        Charge.objects.in_force()
        .filter(league=league)
        .order_by()
        .values("pub")
        .annotate(owed=Sum("pence", filter=Q(pence__gt=0)), paid=Sum("pence", filter=Q(pence__lt=0)))
    )
    accounts = {row["pub"]: Account(owed=row["owed"] or 0, paid=-(row["paid"] or 0)) for row in counted}
    nothing = Account(owed=0, paid=0)
    pubs = sorted(league.pubs.all(), key=lambda pub: (folded(pub.name), pub.slug))
    return Ledger(
        pubs=tuple(PubAccount(pub=pub, account=accounts.get(pub.pk, nothing)) for pub in pubs),
        total=Account(
            owed=sum(account.owed for account in accounts.values()),
            paid=sum(account.paid for account in accounts.values()),
        ),
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
        account=Account(
            owed=sum(pence for pence in counted if pence > 0),
            paid=-sum(pence for pence in counted if pence < 0),
        ),
    )
