"""Money: what a pub was charged and what it paid, in pence. Knows nothing of why but the reason written."""

import datetime
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class ChargeKind(StrEnum):
    FEE = "fee"
    FINE = "fine"
    PAYMENT = "payment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A line of the treasurer's book. `pence` of a fee or fine are owed, of a payment are paid.

    What was charged in error is taken back by a line with negative pence: nothing is rubbed out.
    `number` is the order of the lines of one day.
    """

    pub: int
    pence: int
    on: datetime.date
    reason: str
    kind: ChargeKind
    number: int = 0

    @property
    def owed(self) -> int:
        """What the line adds to what the pub owes."""
        return -self.pence if self.kind is ChargeKind.PAYMENT else self.pence


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """A charge, and what the pub owed after it; negative is to its credit."""

    charge: Charge
    balance: int


def account(pub: int, charges: Iterable[Charge]) -> tuple[AccountLine, ...]:
    """A pub's lines in the order of their days, with the running balance."""
    own = sorted(
        (charge for charge in charges if charge.pub == pub),
        key=lambda charge: (charge.on, charge.number, charge.kind, charge.reason, charge.pence),
    )
    running = itertools.accumulate(charge.owed for charge in own)
    return tuple(AccountLine(charge=charge, balance=owed) for charge, owed in zip(own, running, strict=True))


def balance(pub: int, charges: Iterable[Charge], as_of: datetime.date | None = None) -> int:
    """What a pub owes, in pence, at the end of a day (None: in all); negative is to its credit."""
    return sum(
        charge.owed for charge in charges if charge.pub == pub and (as_of is None or charge.on <= as_of)
    )


def balances(charges: Iterable[Charge]) -> dict[int, int]:
    """What every pub owes that has a line."""
    owed: dict[int, int] = {}
    for charge in charges:
        owed[charge.pub] = owed.get(charge.pub, 0) + charge.owed
    return owed
