"""Rules: on what one game of the family differs from another; Variant: one such game, with its sources.

A field's default is what most of the family plays. A variant, a league or a single question overrides
what it plays otherwise; nothing else in the engine asks which variant it is.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, get_type_hints

from scoring.axes import (
    AfterRun,
    Award,
    Draw,
    FirstPitch,
    GameTie,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    HonoursTo,
    LowTo,
    Misdeal,
    Packets,
    PartnersBy,
    RankPoints,
    Revoke,
    TrumpBy,
    TurnupWhenRun,
)
from scoring.errors import BadOption, UnknownOption
from scoring.faults import Fault
from scoring.options import Takes, read_option, readings, takes
from scoring.seats import Direction, Sides, sides_of

__all__ = ["Rules", "Variant", "option_takes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything on which one game of All Fours can differ from another.

    `target` is None where a fixed number of hands is played; `target_with` gives another target to a
    number of players: ((2, 9),). `awards` is the order of pegging.
    """

    # The table
    players: tuple[int, ...] = (4,)
    sides: Sides = Sides.PARTNERS
    partners_by: PartnersBy = PartnersBy.FIXED
    direction: Direction = Direction.CLOCKWISE
    first_pitch: FirstPitch = FirstPitch.SILENT
    # The deal
    pack: int = 52
    hand: int = 6
    packets: Packets = Packets.SILENT
    misdeal: Misdeal = Misdeal.SILENT
    # Trumps
    trump: TrumpBy = TrumpBy.PITCH
    turnup_scores: RankPoints = ()
    turnup_when_run: TurnupWhenRun | None = None
    may_beg: bool = False
    begs: int = 1
    must_beg_without_trumps: bool = False
    gift_to: GiftTo | None = None
    gift_then: GiftThen | None = None
    gift_cannot_win_for: GiftCannotWinFor | None = None
    after_run: AfterRun | None = None
    may_bunch: bool = False
    # The play
    draw: Draw = Draw.NONE
    no_trumping_in: bool = False
    no_undertrump: bool = False
    must_trump_when_void: bool = False
    throw_in: bool = False
    revoke: Revoke = Revoke.SILENT
    may_call_exposed: bool = False
    peek_penalty: int | None = None
    # The points
    awards: tuple[Award, ...] = tuple(Award)
    high_points: int = 1
    low_points: int = 1
    jack_points: int = 1
    game_points: int = 1
    low_to: LowTo = LowTo.HOLDER
    hang_jack: int = 1
    game_tie: GameTie = GameTie.NONE
    five_counts: bool = False
    pips_count: bool = False
    trump_honours: RankPoints = ()
    honours_to: HonoursTo = HonoursTo.TRICK_WINNER
    # The end
    target: int | None = 7
    target_with: tuple[tuple[int, int], ...] = ()
    cap_at_target: bool = True
    fixed_hands: int | None = None
    wrong_score: int = 1
    all_four_stake: int | None = None

    @property
    def has_auction(self) -> bool:
        """Whether players bid for the pitch."""
        return self.trump is TrumpBy.AUCTION or self.trump is TrumpBy.COMMERCIAL

    @property
    def is_pitched(self) -> bool:
        """Whether the first card led makes trumps."""
        return self.trump is TrumpBy.PITCH or self.has_auction

    @property
    def most_sides(self) -> int:
        """The most sides that can sit at a table of this game."""
        seatings = self.sides if self.sides is Sides.PARTNERS else Sides.SINGLES
        return max(len(set(sides_of(players, seatings))) for players in self.players)

    @property
    def overshoot(self) -> int:
        """How far the winner can pass the target: not at all where the board stops him."""
        if self.cap_at_target:
            return 0
        turned = [points for _, points in self.turnup_scores]
        awards = [self.high_points, self.low_points, self.jack_points, self.hang_jack, self.game_points]
        return max(awards + turned) - 1

    def for_players(self, players: int) -> "Rules":
        """These rules for that many players, with the target they play to. BadOption if they cannot play."""
        if players not in self.players:
            right = " or ".join(map(str, self.players))
            raise BadOption(Fault("wrong_players", {"received": players, "right": right}))
        if self.players == (players,) and not self.target_with:
            return self
        target = dict(self.target_with).get(players, self.target)
        return replace(self, players=(players,), target=target, target_with=())

    def with_options(self, options: Mapping[str, object]) -> "Rules":
        """These rules with house options in place, given by name as text, numbers and yes or no.

        UnknownOption for a name nobody knows, BadOption for a value the option does not take. A target
        given so holds for any number of players.
        """
        changes = {name: _option(name, value) for name, value in options.items()}
        if "target" in changes and "target_with" not in changes:
            changes["target_with"] = ()
        return replace(self, **changes)

    def with_written(self, name: str, text: str) -> "Rules":
        """These rules with one house option in the words of a line: yes, 3, keep_all, none, A:1 6:2.

        UnknownOption, or BadOption, as for `with_options`.
        """
        first, *others = readings(text)
        for reading in others:
            with suppress(BadOption):
                return self.with_options({name: reading})
        return self.with_options({name: first})


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game of the family: its public name, what people call it, where its rules come from."""

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...]
    rules: Rules


@cache
def _kinds() -> Mapping[str, Any]:
    hints = get_type_hints(Rules)
    return {field.name: hints[field.name] for field in fields(Rules)}


def option_takes(name: str) -> Takes:
    """What the option of that name takes. UnknownOption for a name nobody knows."""
    return takes(_kind(name), name)


def _option(name: str, value: object) -> Any:
    """The value of an option as the rules hold it."""
    return read_option(_kind(name), name, value)


def _kind(name: str) -> Any:
    if name not in _kinds():
        raise UnknownOption(Fault("unknown_option", {"received": name, "known": ", ".join(_kinds())}))
    return _kinds()[name]
