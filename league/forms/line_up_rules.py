"""What the season's rules about people say to the names on a sheet, each at its field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from league.forms.field_reading import FieldFault
from league.forms.sheet_fields import SIDES, Layout
from league.forms.sheet_oddities import names_typed
from league.models import Side
from league.regulations import Remark
from league.selectors.rosters import Roster
from scoring import AWAY, HOME

Named = Mapping[Side, tuple[int, ...]]
Ask = Callable[[Named], Mapping[Side, tuple[Remark, ...]]]
"""Asks the rules about the players of both sides, by their keys."""
_SEATED = {HOME: Side.HOME, AWAY: Side.AWAY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What the rules found: to be looked at, and what the season does not let pass."""

    warnings: tuple[FieldFault, ...] = ()
    blocks: tuple[FieldFault, ...] = ()


def nothing_asked(named: Named) -> Mapping[Side, tuple[Remark, ...]]:
    """Where nobody asks the rules about people."""
    return {}


def ruled(typed: Mapping[str, str], layout: Layout, roster: Roster, ask: Ask) -> Ruled:
    """The rules asked about every name that means one player, each remark at the first field of its player.

    What they say about the team stands at its first seat.
    """
    fields: dict[Side, dict[int, str]] = {side: {} for side in Side}
    for name in names_typed(typed, layout, roster):
        if len(name.meant) == 1:
            fields[_SEATED[name.side]].setdefault(name.meant[0].player, name.field)
    said = ask({side: tuple(found) for side, found in fields.items()})
    first = {side: f"{layout.prefix(1, 1)}-{SIDES[seated]}-1" for seated, side in _SEATED.items()}
    found = [
        (remark.blocks, FieldFault(field=_field(remark, fields[side], first[side]), sentence=remark.sentence))
        for side, remarks in said.items()
        for remark in remarks
    ]
    return Ruled(
        warnings=tuple(fault for blocks, fault in found if not blocks),
        blocks=tuple(fault for blocks, fault in found if blocks),
    )


def _field(remark: Remark, fields: Mapping[int, str], first: str) -> str:
    return fields.get(remark.player, first) if remark.player is not None else first
