"""The terms of a sheet, out of its tags: the rules, who plays with whom, who led first, how matches count."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

from .. import variants
from ..errors import Fault, NotationError, ScoringError
from ..matches import AggregateTie, MatchFormat
from ..rules import Rules
from ..seats import AWAY, HOME, Partnering, Side, sides_of
from .sheets import Tag, bad_word, shortened

SEATS = "ABCDEF"
"""Seats by letter, in the direction of play."""

REQUIRED: Mapping[str, str] = {
    "Game": '[Game "heckmondwike"]',
    "Target": '[Target "15"]',
    "Sides": '[Sides "AC=h BD=a"]',
    "FirstPitch": '[FirstPitch "A"]',
}
"""The tags a sheet must have, as they may look; Sides and FirstPitch (or FirstDealer) only with hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a sheet is to be read: its rules, the letter of each side, the side of each seat, the first eldest.

    `form` is how a match of this league counts.
    """

    rules: Rules
    form: MatchFormat
    labels: str
    sides: tuple[Side, ...]
    first_eldest: int

    @property
    def players(self) -> int:
        return len(self.sides)

    def seat(self, letter: str) -> int:
        """Return the seat of that letter. NotationError if there is none."""
        seat = SEATS[: self.players].find(letter)
        if len(letter) != 1 or seat < 0:
            raise bad_word(letter, "a seat of the table, " + ", ".join(SEATS[: self.players]))
        return seat

    def letter(self, seat: int) -> str:
        """Return the letter of a seat."""
        return SEATS[seat % self.players]

    def side(self, label: str) -> Side:
        """Return the side of that letter. NotationError if there is none."""
        side = self.labels.find(label)
        if len(label) != 1 or side < 0:
            raise bad_word(label, "a side, " + " or ".join(self.labels))
        return side

    def label(self, side: Side) -> str:
        """Return the letter of a side. NotationError if it is not at this table."""
        if not 0 <= side < len(self.labels):
            raise NotationError(Fault("unknown_side", {"received": side, "last": len(self.labels) - 1}))
        return self.labels[side]

    def sides_from(self, eldest: int) -> tuple[Side, ...]:
        """Return the side of each player in order of play: partners opposite, or each alone."""
        return self.sides[eldest:] + self.sides[:eldest]


def terms(tags: tuple[Tag, ...], *, hands: bool) -> Terms:
    """Return the terms the tags set. With `hands` the tags must name the sides and the first eldest.

    ScoringError with the line of the tag for one that is missing or says what cannot be.
    """
    return _terms(tags, hands)


@lru_cache(maxsize=256)  # the games of one file mostly share their terms
def _terms(tags: tuple[Tag, ...], hands: bool) -> Terms:
    by_name = {tag.name: tag for tag in tags}
    game = _required(by_name, "Game")
    with _on_line(game):
        rules = variants.get(game.value).rules
    for tag in tags:
        if tag.name == "Option" and _option_name(tag) not in _OF_A_MATCH:
            with _on_line(tag):
                rules = _with_option(rules, tag)
    sides: tuple[Side, ...] = (HOME, AWAY)
    labels, first = "ha", 0
    if hands or "Sides" in by_name:
        sides, labels = _seated(_required(by_name, "Sides"), rules)
        rules = rules.for_players(len(sides))
    if hands:
        first = _first_eldest(by_name, len(sides))
    rules = _to_target(by_name, rules)
    return Terms(rules=rules, form=_form(tags, rules), labels=labels, sides=sides, first_eldest=first)


@contextmanager
def _on_line(tag: Tag) -> Iterator[None]:
    """Give what is refused within the line of this tag."""
    try:
        yield
    except ScoringError as refusal:
        raise NotationError(*(replace(fault, line=tag.line) for fault in refusal.faults)) from None


def _required(by_name: Mapping[str, Tag], name: str) -> Tag:
    if name not in by_name:
        line = next(iter(by_name.values())).line if by_name else None
        raise NotationError(Fault("tag_missing", {"word": name, "right": REQUIRED[name]}, line=line))
    return by_name[name]


def _bad(tag: Tag, right: str) -> NotationError:
    params = {"name": tag.name, "word": shortened(tag.value), "right": right}
    return NotationError(Fault("bad_tag_value", params, line=tag.line))


def _option_name(tag: Tag) -> str:
    return tag.value.partition("=")[0].strip()


def _with_option(rules: Rules, tag: Tag) -> Rules:
    """Return the rules with a house option in the words of a tag: yes, 3, keep_all, none, A:1 6:2."""
    name, equals, value = (part.strip() for part in tag.value.partition("="))
    if not equals:
        raise _bad(tag, 'an option and its value, such as "hang_jack=3"')
    return rules.with_written(name, value)


def _seated(tag: Tag, rules: Rules) -> tuple[tuple[Side, ...], str]:
    """Return the side of each seat and the letter of each side, out of "AC=h BD=a" or, singles, "A B"."""
    right = f"the seats of each side and its letter, such as {REQUIRED['Sides']}"
    groups = [word.partition("=") for word in tag.value.split()]
    labels = [label or seats for seats, _, label in groups]
    seats = "".join(seats for seats, _, _ in groups)
    if sorted(seats) != list(SEATS[: len(seats)]) or len(groups) < 2:
        raise _bad(tag, right)
    if len(set(labels)) != len(labels) or not all(label in _LABELS for label in labels):
        raise _bad(tag, right)
    sides = tuple(
        next(side for side, (group, _, _) in enumerate(groups) if seat in group) for seat in sorted(seats)
    )
    with _on_line(tag):
        rules.for_players(len(sides))
    if not _may_sit(sides, rules):
        raise _bad(tag, "partners opposite each other, or each alone where the game is so played")
    return sides, "".join(labels)


_LABELS = ("h", "a", "3", *SEATS)


def _may_sit(sides: tuple[Side, ...], rules: Rules) -> bool:
    """Return whether sides of equal size alternate, as many as the game seats so many players in."""
    players, count = len(sides), len(set(sides))
    usual = len(set(sides_of(players, rules.sides)))
    strict = rules.sides in (Partnering.PARTNERS, Partnering.SINGLES)
    alternate = all(sides[seat] == sides[seat % count] for seat in range(players))
    return alternate and players % count == 0 and (count == usual or not strict)


UNKNOWN = "?"
"""Where nobody recorded who pitched first: hands are then counted from the first seat."""


def _first_eldest(by_name: Mapping[str, Tag], players: int) -> int:
    """Return the seat that led the first hand: the first pitcher's, or the one after the first dealer's."""
    seats = {
        (SEATS.find(tag.value) + step) % players if tag.value != UNKNOWN else 0
        for name, step in (("FirstPitch", 0), ("FirstDealer", 1))
        if (tag := by_name.get(name)) is not None and _is_seat(tag, players)
    }
    if not seats:
        _required(by_name, "FirstPitch")
    if len(seats) > 1:
        raise _bad(by_name["FirstDealer"], "the seat before the first pitcher's")
    return seats.pop()


def _is_seat(tag: Tag, players: int) -> bool:
    if tag.value in (UNKNOWN, *SEATS[:players]):
        return True
    raise _bad(tag, "a seat of the table, " + ", ".join(SEATS[:players]))


def _to_target(by_name: Mapping[str, Tag], rules: Rules) -> Rules:
    """Return the target of the sheet, which only a game of fixed hands can do without."""
    if "Target" not in by_name and rules.target is None:
        return rules
    tag = _required(by_name, "Target")
    if not re.fullmatch(r"[1-9]\d{0,4}", tag.value):
        raise _bad(tag, "a whole number from 1")
    return rules.with_options({"target": int(tag.value)})


def _form(tags: tuple[Tag, ...], rules: Rules) -> MatchFormat:
    """Return how the league counts a match: Heckmondwike's way, but for the options given."""
    form = MatchFormat(target=rules.target, overshoot=rules.overshoot, walkover_award=(rules.target or 0, 0))
    for tag in tags:
        if tag.name == "Option" and (name := _option_name(tag)) in _OF_A_MATCH:
            with _on_line(tag):
                form = _with_match_option(form, name, tag)
    return form


def _with_match_option(form: MatchFormat, name: str, tag: Tag) -> MatchFormat:
    value, field = tag.value.partition("=")[2].strip(), _OF_A_MATCH[name]
    if field == "aggregate_tie" and value in tuple(AggregateTie):
        return replace(form, aggregate_tie=AggregateTie(value))
    if field == "walkover_in_aggregate" and value in ("yes", "no"):
        return replace(form, walkover_in_aggregate=value == "yes")
    if field == "walkover_award" and (value == "none" or re.fullmatch(r"\d{1,5}-\d{1,5}", value)):
        winner, _, loser = value.partition("-")
        return replace(form, walkover_award=None if value == "none" else (int(winner), int(loser)))
    if field in ("tables", "table_won", "aggregate") and re.fullmatch(r"\d{1,5}", value):
        return replace(form, **{field: int(value)})  # type: ignore[arg-type]
    raise _bad(tag, _RIGHT.get(field, "a whole number from 0"))


_OF_A_MATCH: Mapping[str, str] = {
    "tables_expected": "tables",
    "table_points": "table_won",
    "aggregate_points": "aggregate",
    "aggregate_tie": "aggregate_tie",
    "walkover_award": "walkover_award",
    "walkover_in_aggregate": "walkover_in_aggregate",
}
_RIGHT = {
    "aggregate_tie": "aggregate_tie=" + " or ".join(AggregateTie),
    "walkover_in_aggregate": "yes or no",
    "walkover_award": "a score, the winner's points first, or none",
}
