"""Oddities of the names on a sheet: worth a look, and no reason to refuse it.

Also the remarks of the season's rules about people, each at its field.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from league.competition.season_rules.people import Remark
from league.competition.season_rules.rules import Turns
from league.models import Side as SideModel
from league.results.parsing.fields import SIDES, FieldFault, Layout
from league.results.selectors.names import Roster, RosterPlayer
from league.shared.text import counted, times
from scoring import AWAY, HOME, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTyped:
    """A name in its field, and the players it can mean.

    Two fields that name the same person share their `identity`: the player, or else the text.
    """

    field: str
    side: Side
    table: int
    game: int
    text: str
    meant: tuple[RosterPlayer, ...]
    identity: str | int


def oddities(
    typed: Mapping[str, str],
    layout: Layout,
    roster: Roster,
    teams: tuple[str, str],
    ruled: tuple[FieldFault, ...] = (),
    turns: Turns | None = None,
) -> tuple[FieldFault, ...]:
    """Return names that are unknown or shared, players of other teams, and players named twice.

    A remark of the season's rules about a name takes the place of the mere fact.
    """
    names = list(names_typed(typed, layout, roster))
    texts = {fault.field for fault in ruled}
    facts = (
        fault
        for name in names
        for fault in (
            *(() if name.field in texts else _who(name, teams)),
            *_twice(name, names, turns, teams, layout.table_word),
        )
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
                            field=field,
                            side=side,
                            table=table,
                            game=game,
                            text=text,
                            meant=meant,
                            identity=meant[0].player if len(meant) == 1 else text.casefold(),
                        )


def _who(name: NameTyped, teams: tuple[str, str]) -> Iterator[FieldFault]:
    team = teams[name.side]
    if not name.meant:
        sentence = f"Nobody called {name.text} is registered this season; the name is saved as written."
    elif len(name.meant) > 1:
        choice = " or ".join(
            f"{roster_player.label}, {roster_player.team}" if roster_player.team else roster_player.label
            for roster_player in name.meant
        )
        sentence = f"{name.text} can be {choice}: write which."
    elif name.meant[0].side != name.side:
        player = name.meant[0]
        elsewhere = f"for {player.team}" if player.team and player.team != team else "on the night"
        sentence = f"{player.label} is registered {elsewhere}, not for {team}."
        if elsewhere == "on the night":
            sentence = f"{player.label} was not registered for {team} on the night."
    else:
        return
    yield FieldFault(field=name.field, sentence=sentence)


def _twice(
    name: NameTyped, names: list[NameTyped], turns: Turns | None, teams: tuple[str, str], word: str
) -> Iterator[FieldFault]:
    """Yield a fault for a player on both sides of a table, or at more tables than the season allows: one."""
    before = names[: names.index(name)]
    same = [other for other in before if other.identity == name.identity]
    for other in same:
        at_once = (other.table, other.game) == (name.table, name.game) or other.table != name.table
        if at_once and (turns is None or other.table == name.table):
            where = f"at this {word}" if other.table == name.table else f"at {word} {other.table}"
            yield FieldFault(field=name.field, sentence=f"{name.text} is also down {where}.")
            return
    if turns is None or not same:
        return
    others = {other.identity for other in names if other.side == name.side and other.table <= name.table}
    if len(same) >= turns.most:
        again = f"{name.text} is down {times(len(same) + 1)}; the season allows {times(turns.most)}."
        yield FieldFault(field=name.field, sentence=again)
    elif len(others) < turns.others_first:
        played = f"only {counted(len(others), 'player')} of {teams[name.side]} have played"
        first = f"{name.text} plays again here and {played}; {turns.others_first} play first."
        yield FieldFault(field=name.field, sentence=first)


Named = Mapping[SideModel, tuple[int, ...]]
Ask = Callable[[Named], Mapping[SideModel, tuple[Remark, ...]]]
"""Returns the remarks of the rules on the players of both sides, by their keys."""
_SEATED = {HOME: SideModel.HOME, AWAY: SideModel.AWAY}


Ruled = tuple[tuple[FieldFault, ...], tuple[FieldFault, ...]]
"""The findings of the rules: warnings, and what the season does not allow."""


def ruled(typed: Mapping[str, str], layout: Layout, roster: Roster, ask: Ask) -> Ruled:
    """Return the remarks of the rules on all names that mean one player, each at that player's first field.

    A remark about the team is shown at its first seat.
    """
    fields: dict[SideModel, dict[int, str]] = {side: {} for side in SideModel}
    for name in names_typed(typed, layout, roster):
        if len(name.meant) == 1:
            fields[_SEATED[name.side]].setdefault(name.meant[0].player, name.field)
    remarks_by_key = ask({side: tuple(texts) for side, texts in fields.items()})
    first = {side: f"{layout.prefix(1, 1)}-{SIDES[seated]}-1" for seated, side in _SEATED.items()}
    faults = [
        (
            remark.blocks,
            FieldFault(field=fields[side].get(remark.player or 0, first[side]), sentence=remark.sentence),
        )
        for side, remarks in remarks_by_key.items()
        for remark in remarks
    ]
    warnings, blocks = (tuple(fault for is_no, fault in faults if is_no == kind) for kind in (False, True))
    return warnings, blocks
