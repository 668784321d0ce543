"""Reads what the entries of a cup pay: teams by the ledger, pairs at the door."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.cups.selectors.cups import entries_of, entry_name
from league.models import Cup, CupEntry
from league.regulations.selectors.ledger import ledger
from league.shared.text import folded


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorEntry:
    """An entry at the door: its number in the cup, the pub of a team, and what it still owes in pence."""

    number: int
    name: str
    pub: str
    owes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorList:
    """Who has paid the fee of a cup and who owes it, by name."""

    cup: Cup
    entries: tuple[DoorEntry, ...]

    @property
    def due(self) -> int:
        """What all entries cost, in pence."""
        return self.cup.fee * len(self.entries)

    @property
    def to_collect(self) -> int:
        """What is still to be paid, in pence."""
        return sum(entry.owes for entry in self.entries)

    @property
    def takes_pairs(self) -> bool:
        """Whether pairs may still come: to a night of pairs, or to a cup nobody has entered."""
        return not any(entry.pub for entry in self.entries)


def door_list(cup: Cup) -> DoorList:
    """Return who has paid the fee of a cup. One query for pairs, three for teams.

    A team's fee is a line of its pub's account, whose payments are for no line: what the pub still owes is
    taken to be the fee, which was charged last, and of several teams that of the last.
    """
    entries = sorted(entries_of(cup), key=lambda entry: (folded(entry.name), entry.number))
    accounts: dict[int, int] = {}
    if any(entry.team_id for entry in entries):
        accounts = {account.pub.pk: account.balance for account in ledger(cup.season.league)}
    listed = []
    for entry in reversed(entries):
        owes = 0 if entry.paid else cup.fee
        if entry.team is not None:
            owes = min(cup.fee, max(accounts.get(entry.team.pub_id, 0), 0))
            accounts[entry.team.pub_id] = accounts.get(entry.team.pub_id, 0) - owes
        pub = entry.team.pub.name if entry.team else ""
        name = entry_name(entry, to_secretary=True)
        listed.append(DoorEntry(number=entry.number, name=name, pub=pub, owes=owes))
    return DoorList(cup=cup, entries=tuple(reversed(listed)))
