"""Rules: on what one game of the family differs from another; Variant: one such game, with its sources.

A field's default is what most of the family plays. A variant, a league or a single question overrides
what it plays otherwise; nothing else in the engine asks which variant it is. House options are read from
text, numbers and yes or no as leagues write them.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache, lru_cache
from types import UnionType
from typing import Any, NoReturn, TypeAlias, get_args, get_origin, get_type_hints

from .axes import (
    AfterRun,
    Award,
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
    StockDraw,
    TrumpBy,
    TurnupWhenRun,
)
from .cards import Rank
from .customs import Custom
from .errors import BadOption, Fault, UnknownOption, either
from .seats import Direction, Partnering, sides_of

# Values some fields take out of all numbers; the others count from 0, those of _FROM_ONE from 1.
_ONLY: Mapping[str, tuple[int, ...]] = {
    "pack": (52, 44),
    "players": (2, 3, 4, 5, 6),
    "wrong_score": (4, 1),
    "least_bid": (1, 2, 3, 4),
}
PlayersTargets: TypeAlias = tuple[tuple[int, int], ...]
"""Targets by the number of players, as in 2 to 9."""
_RANKS = {rank.letter: rank for rank in Rank}
_FROM_ONE = frozenset({"begs", "hand", "target", "fixed_hands"})
_MOST = 999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """What an option takes: one of `values`, or a whole number of at least `least`, or points by rank.

    With nothing of these it takes a list. `or_none` says that it takes none as well.
    """

    values: tuple[Any, ...] = ()
    least: int | None = None
    is_by_rank: bool = False
    or_none: bool = False


def takes(kind: Any, name: str) -> Takes:
    """Return what an option of that kind takes."""
    or_none = isinstance(kind, UnionType)
    kind = get_args(kind)[0] if or_none else kind
    if kind is bool:
        return Takes(values=(True, False), or_none=or_none)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Takes(values=tuple(kind), or_none=or_none)
    if kind is int:
        return Takes(values=_ONLY[name]) if name in _ONLY else Takes(least=_least(name), or_none=or_none)
    return Takes(is_by_rank=kind == RankPoints, or_none=or_none)


def readings(text: str) -> Iterator[object]:
    """Yield what the text of an option may mean: yes, 3, keep_all, none, A:1 6:2."""
    yield {"yes": True, "no": False}.get(text, int(text) if re.fullmatch(r"\d{1,6}", text) else text)
    if text == "none":
        yield None
    pairs = [word.partition(":") for word in text.split()]
    if all(points.isdecimal() for _, _, points in pairs):
        yield [(rank, int(points)) for rank, _, points in pairs]
    words = text.split(",")
    yield [int(word) if word.isdecimal() else word for word in words]


def read_option(kind: Any, name: str, value: object) -> Any:
    """Return the value of an option of that kind; BadOption says what it takes."""
    optional = isinstance(kind, UnionType)
    kinds = get_args(kind) if optional else (kind,)
    if value is None and optional:
        return None
    try:
        return _read_as(kinds[0], name, value)
    except (TypeError, ValueError, KeyError):
        right = _right(kinds[0], name) + (" or none" if optional else "")
        raise BadOption(Fault("bad_option", {"name": name, "received": value, "right": right})) from None


def _read_as(kind: Any, name: str, value: Any) -> Any:
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int:
        return _whole(name, value)
    if kind == RankPoints:
        # The least first: some databases keep the keys of a mapping in an order of their own.
        pairs = [(_whole(name, points), _RANKS[rank]) for rank, points in _pairs(value)]
        return tuple((rank, points) for points, rank in sorted(pairs))
    if kind == PlayersTargets:
        return tuple(
            (_whole("players", int(players)), _whole("target", points)) for players, points in _pairs(value)
        )
    if get_origin(kind) is tuple and isinstance(value, (list, tuple)):
        items = tuple(_read_as(get_args(kind)[0], name, item) for item in value)
        some = items or name == "awards"
        return items if some and len(set(items)) == len(items) else _refuse()
    if isinstance(kind, type) and issubclass(kind, StrEnum) and isinstance(value, str):
        return kind(value)
    raise TypeError


def _pairs(value: Any) -> list[tuple[Any, Any]]:
    """Return keys with their values, as an object or as pairs. ValueError for a key that stands twice."""
    pairs = list(value.items() if isinstance(value, Mapping) else value)
    return pairs if len({str(key) for key, _ in pairs}) == len(pairs) else _refuse()


def _refuse() -> NoReturn:
    raise ValueError


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not _least(name) <= value <= _MOST:
        raise ValueError
    return value if value in _ONLY.get(name, (value,)) else _refuse()


def _least(name: str) -> int:
    return 1 if name in _FROM_ONE else 0


def _right(kind: Any, name: str) -> str:
    """Return what an option takes, in words."""
    if kind is bool:
        return "yes or no"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return either(kind)
    if kind is int and name in _ONLY:
        return either(_ONLY[name])
    if kind is int:
        return f"a whole number from {_least(name)} to {_MOST}"
    if kind == RankPoints:
        return "points by rank, each rank once, as in A:1 J:3"
    if kind == PlayersTargets:
        return "a number for each number of players, as in 2:9"
    return f"a list, each once, of {_right(get_args(kind)[0], name)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything on which one game of All Fours can differ from another.

    `target` is None where a fixed number of hands is played; `target_with` gives another target to a
    number of players: ((2, 9),). `awards` is the order of pegging.
    """

    # The table
    players: tuple[int, ...] = (4,)
    sides: Partnering = Partnering.PARTNERS
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
    must_run_without_trumps: bool = False
    gift_to: GiftTo | None = None
    gift_then: GiftThen | None = None
    gift_cannot_win_for: GiftCannotWinFor | None = None
    after_run: AfterRun | None = None
    may_bunch: bool = False
    least_bid: int = 1
    dealer_may_equal: bool = False
    dealer_must_bid: bool = False
    # The play
    draw: StockDraw = StockDraw.NONE
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
    plain_honours: RankPoints = ()
    honours_to: HonoursTo = HonoursTo.TRICK_WINNER
    bidder_first: bool = False
    smudge_points: int = 0
    smudge_wins: bool = False
    # The end
    target: int | None = 7
    target_with: PlayersTargets = ()
    cap_at_target: bool = True
    fixed_hands: int | None = None
    wrong_score: int | None = None
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
    def honours(self) -> tuple[int, ...]:
        """What each card that is marked at once is worth: the trumps, and those of the three other suits."""
        return tuple(points for _, points in (*self.trump_honours, *self.plain_honours * 3))

    @property
    def all_marked(self) -> int:
        """What both sides mark together in a hand where every card is dealt; 0 where some stay out."""
        return sum(self.honours) if self.hand * min(self.players) == self.pack else 0

    @property
    def hanging_counts(self) -> bool:
        """Whether a jack caught from another side scores otherwise than one that was not."""
        return self.hang_jack != self.jack_points

    @property
    def most_sides(self) -> int:
        """The most sides that can sit at a table of this game."""
        seatings = self.sides if self.sides is Partnering.PARTNERS else Partnering.SINGLES
        return max(len(set(sides_of(players, seatings))) for players in self.players)

    @property
    def overshoot(self) -> int:
        """How far the winner can pass the target: not at all where the board stops them."""
        if self.cap_at_target:
            return 0
        turned = [points for _, points in self.turnup_scores]
        awards = [self.high_points, self.low_points, self.jack_points, self.hang_jack, self.game_points]
        return max([*awards, *turned, *self.honours, self.smudge_points]) - 1

    @lru_cache(maxsize=256)  # noqa: B019  rules are values, and few
    def for_players(self, players: int) -> "Rules":
        """Return these rules for that many players, with their target. BadOption if they cannot play."""
        if players not in self.players:
            raise BadOption(Fault("wrong_players", {"received": players, "right": either(self.players)}))
        if self.players == (players,) and not self.target_with:
            return self
        target = dict(self.target_with).get(players, self.target)
        return replace(self, players=(players,), target=target, target_with=())

    def with_options(self, options: Mapping[str, object]) -> "Rules":
        """Return these rules with house options in place, given by name as text, numbers and yes or no.

        UnknownOption for a name nobody knows, BadOption for a value the option does not take. A target
        given so holds for any number of players.
        """
        changes = {name: read_option(_kind(name), name, value) for name, value in options.items()}
        if "target" in changes and "target_with" not in changes:
            changes["target_with"] = ()
        return replace(self, **changes)

    def with_written(self, name: str, text: str) -> "Rules":
        """Return these rules with one house option in the words of a line: yes, 3, keep_all, none, A:1 6:2.

        UnknownOption, or BadOption, as for `with_options`.
        """
        first, *others = readings(text)
        for reading in others:
            with suppress(BadOption):
                return self.with_options({name: reading})
        return self.with_options({name: first})

    def written(self, name: str) -> str:
        """Return a house option in the words of a line, as `with_written` reads them."""
        value = getattr(self, name)
        if isinstance(value, tuple):
            return (
                " ".join(f"{getattr(key, 'letter', key)}:{points}" for key, points in value)
                if value and isinstance(value[0], tuple)
                else ",".join(map(str, value))
            )
        return {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game of the family: its public name, what people call it, where its rules come from.

    `sport` is what people call all games of its kind; `about` says in a sentence what sets it apart.
    `grew_from` is the name of the game it came from or, where nobody wrote that down, of the older one it is
    nearest to. `customs` are what its sources say beside. `silent` names what they do not say, so that the
    rules here are a reading; `chosen` what a house made of the game its sources tell.
    """

    name: str
    title: str
    sport: str = "All Fours"
    aliases: tuple[str, ...] = ()
    about: str = ""
    grew_from: str = ""
    sources: tuple[str, ...]
    rules: Rules
    customs: tuple[Custom, ...] = ()
    silent: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()


@cache
def _kinds() -> Mapping[str, Any]:
    hints = get_type_hints(Rules)
    return {field.name: hints[field.name] for field in fields(Rules)}


def option_takes(name: str) -> Takes:
    """Return what the option of that name takes. UnknownOption for a name nobody knows."""
    return takes(_kind(name), name)


def _kind(name: str) -> Any:
    if name not in _kinds():
        raise UnknownOption(Fault("unknown_option", {"received": name, "known": ", ".join(_kinds())}))
    return _kinds()[name]
