"""Reads what the entries of a cup pay: teams by the ledger, pairs at the door."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.models import Cup, CupEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFees:
    """The fee of a cup in pence, how many teams are charged it, and the pairs that pay at the door."""

    fee: int
    teams: int
    pairs: tuple[CupEntry, ...]

    @property
    def paid(self) -> int:
        """How many pairs have paid."""
        return sum(pair.paid for pair in self.pairs)

    @property
    def taken(self) -> int:
        """What the pairs have paid, in pence."""
        return self.paid * self.fee


def fees_of(cup: Cup, entries: Iterable[CupEntry]) -> EntryFees:
    """Return the fees of a cup with these entries."""
    entries = tuple(entries)
    pairs = tuple(entry for entry in entries if entry.team_id is None)
    return EntryFees(fee=cup.fee, teams=len(entries) - len(pairs), pairs=pairs)
