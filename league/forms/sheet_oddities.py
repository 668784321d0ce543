"""What is odd about the names on a sheet: worth a look, and no reason to refuse it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league.forms.field_reading import FieldFault
from league.forms.sheet_fields import SIDES, Layout
from league.selectors.rosters import Roster, RosterPlayer
from scoring import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTyped:
    """A name in its field, and whom it can mean."""

    field: str
    side: Side
    table: int
    game: int
    text: str
    meant: tuple[RosterPlayer, ...]

    @property
    def identity(self) -> str | int:
        """What makes two fields name the same person: the player, or else the letters."""
        return self.meant[0].player if len(self.meant) == 1 else self.text.casefold()


def oddities(
    typed: Mapping[str, str],
    layout: Layout,
    roster: Roster,
    teams: tuple[str, str],
    ruled: tuple[FieldFault, ...] = (),
) -> tuple[FieldFault, ...]:
    """Names nobody is registered under or two people share, players of other teams, or down twice.

    Where a rule of the season has said of a name what it thinks, that stands in place of the mere fact.
    """
    names = list(names_typed(typed, layout, roster))
    told = {fault.field for fault in ruled}
    facts = (
        fault
        for name in names
        for fault in (*(() if name.field in told else _who(name, teams)), *_twice(name, names))
    )
    return (*ruled, *facts)


def names_typed(typed: Mapping[str, str], layout: Layout, roster: Roster) -> Iterator[NameTyped]:
    for table in range(1, layout.tables + 1):
        for game in layout.games_at(table):
            for side, word in SIDES.items():
                for place in range(1, layout.players + 1):
                    field = f"{layout.prefix(table, game)}-{word}-{place}"
                    if text := typed.get(field, "").strip():
                        meant = roster.meant(text, side)
                        yield NameTyped(
                            field=field, side=side, table=table, game=game, text=text, meant=meant
                        )


def _who(name: NameTyped, teams: tuple[str, str]) -> Iterator[FieldFault]:
    team = teams[name.side]
    if not name.meant:
        sentence = f"Nobody called {name.text} is registered this season; the name is kept as written."
    elif len(name.meant) > 1:
        choice = " or ".join(f"{one.label}, {one.team}" if one.team else one.label for one in name.meant)
        sentence = f"{name.text} can be {choice}: write which."
    elif name.meant[0].side != name.side:
        one = name.meant[0]
        elsewhere = f"for {one.team}" if one.team and one.team != team else "on the night"
        sentence = f"{one.label} is registered {elsewhere}, not for {team}."
        if elsewhere == "on the night":
            sentence = f"{one.label} was not registered for {team} on the night."
    else:
        return
    yield FieldFault(field=name.field, sentence=sentence)


def _twice(name: NameTyped, names: list[NameTyped]) -> Iterator[FieldFault]:
    """All tables play at once: nobody sits at two of them, or on both sides of one."""
    for other in names:
        if other.field == name.field:
            return
        at_once = (other.table, other.game) == (name.table, name.game) or other.table != name.table
        if other.identity == name.identity and at_once:
            where = "at this table" if other.table == name.table else f"at table {other.table}"
            yield FieldFault(field=name.field, sentence=f"{name.text} is also down {where}.")
            return
