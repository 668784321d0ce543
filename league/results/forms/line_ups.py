"""A line-up as a captain types it: a name for each seat, chosen from the squad or written."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django import forms

from league.models import RuleBook, Side
from league.results.selectors.line_ups import LineUps, NamedSeat, Pairs
from league.results.selectors.squads import Squad
from league.results.services.line_ups import LONGEST_NAME
from league.shared.text import capitalised
from league.templatetags.words import ordinal

SOMEBODY_ELSE = "-"
_SIDES = {Side.HOME: "home", Side.AWAY: "away"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFields:
    """A seat: the choice among the squad, and the box for somebody else's name."""

    choice: forms.BoundField
    other: forms.BoundField


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFields:
    """The seats of a side at one table."""

    number: int
    seats: tuple[SeatFields, ...]


class LineUpForm(forms.Form):
    """The players of a side, table by table; any seat may stay empty.

    The fields are those of the match, `t2-home-1`, and take a public id or a name.
    """

    def __init__(
        self, *arguments: Any, book: RuleBook, side: Side, squad: Squad, named: Pairs, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._book, self._side = book, side
        known = {member.player.public_id for member in squad.members}
        choices = [("", "\N{EN DASH}"), *_groups(squad), (SOMEBODY_ELSE, "somebody else …")]
        for table, seat, name in self._seats():
            text = named[table - 1][seat - 1] if table <= len(named) else ""
            who = f"Table {table}, {ordinal(seat)} player"
            is_other = bool(text) and text not in known
            self.fields[name] = forms.CharField(
                label=who,
                required=False,
                max_length=LONGEST_NAME,
                initial=SOMEBODY_ELSE if is_other else text,
                widget=forms.Select(choices=choices),
            )
            self.fields[f"{name}-other"] = forms.CharField(
                label=f"{who}: somebody else’s name",
                required=False,
                max_length=LONGEST_NAME,
                initial=text if is_other else "",
                widget=forms.TextInput({"autocomplete": "off", "placeholder": "name"}),
                error_messages={
                    "max_length": "A name may have %(limit_value)d letters; this has %(show_value)d."
                },
            )

    @property
    def tables(self) -> Iterator[TableFields]:
        """The fields, table by table."""
        by_table: dict[int, list[SeatFields]] = {}
        for table, _, name in self._seats():
            fields = SeatFields(choice=self[name], other=self[f"{name}-other"])
            by_table.setdefault(table, []).append(fields)
        for table, seats in by_table.items():
            yield TableFields(number=table, seats=tuple(seats))

    @property
    def pairs(self) -> Sequence[Sequence[str]]:
        """What was typed, table by table."""
        named: list[list[str]] = [[] for _ in range(self._book.tables)]
        for table, _, name in self._seats():
            chosen, other = self.cleaned_data[name], self.cleaned_data[f"{name}-other"]
            named[table - 1].append(chosen if chosen not in ("", SOMEBODY_ELSE) else other)
        return named

    def _seats(self) -> Iterator[tuple[int, int, str]]:
        for table in range(1, self._book.tables + 1):
            for seat in range(1, self._book.players_a_side + 1):
                yield table, seat, f"t{table}-{_SIDES[self._side]}-{seat}"


def proposed(line_ups: LineUps, last: Pairs, squad: Squad) -> Pairs:
    """What stands in the form at first: what was given; else who sat there the last time and can play."""
    of_squad = {member.player.public_id for member in squad.members}
    if line_ups.own is not None:
        return tuple(tuple(_typed(seat, of_squad) for seat in pair.seats) for pair in line_ups.pairs)
    at_hand = of_squad - {one.player.public_id for one in squad.cannot}
    return tuple(tuple(text if text in at_hand else "" for text in pair) for pair in last)


def _typed(seat: NamedSeat | None, of_squad: Set[str]) -> str:
    """A player of the squad by his public id; anybody else by his name."""
    if seat is None:
        return ""
    return seat.written if seat.written in of_squad else seat.name


def _groups(squad: Squad) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The squad as it answered, whoever played lately first in each group."""
    titles = {"yes": "can play", "perhaps": "perhaps", "": "not answered", "no": "cannot play"}
    for answer, title in titles.items():
        found = [
            (member.player.public_id, member.name) for member in squad.members if member.answer == answer
        ]
        if found:
            yield capitalised(title), found
