"""A game followed down its sheet and checked: every hand by the rules, every score by its hands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..axes import Award, GameTie, TrumpBy
from ..cards import Card, Rank
from ..errors import Fault, NotationError, ScoringError
from ..games import ahead, rules_after, score_game
from ..hands import Hand, Peg, Score
from ..matches import score_match
from ..moments import Moment, Status
from ..positions import Position
from ..possible_scores import hands_between
from ..reckoning import hand_of
from ..seats import Side
from .recorded import (
    cards_faults,
    is_as_played,
    is_played_whole,
    opening_of,
    played_out,
    reckon_seen,
    recorded,
    seen_faults,
    with_cards,
)
from .sheets import ParsedHand, ParsedSheet, ParsedTable, parse_score
from .terms import Terms, terms


@dataclass(frozen=True, slots=True)
class Followed:
    """A hand in its place: what it pegged, the score after it and the side that won the game with it.

    `position` is the hand played out, where its cards are known. `faults` is everything wrong with it.
    """

    hand: Hand
    pegs: tuple[Peg, ...]
    scores: Score
    position: Position | None
    faults: tuple[Fault, ...]
    winner: Side | None = None


class Following:
    """A game as its hands make it; `scores`, `winner` and the seat of `eldest` as they stand."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.scores: Score = (0,) * len(terms.labels)
        self.winner: Side | None = None
        self.eldest = terms.first_eldest
        self._usual = terms.rules
        self._rules = replace(terms.rules, fixed_hands=None)
        self._hands = self._last = 0
        self._written: Score | None = None

    def add(self, parsed: ParsedHand) -> Followed:
        """Add the next hand and return it followed. Nothing is refused; its faults say what cannot be."""
        if self.winner is not None:
            return Followed(
                parsed.hand, (), self.scores, None, (replace(self._too_late(), hand=self._next()),)
            )
        opening, position, refused = self._at_the_table(parsed)
        is_possible = False
        faults = [*self._place_faults(parsed), *refused]
        hand = recorded(parsed, opening, self.terms)
        if opening is not None:
            faults += _opening_faults(hand, opening)
        if position is not None:
            made = hand_of(position)
            faults += cards_faults(parsed, hand, made, position)
            hand = with_cards(parsed, hand, made)
            is_possible = position.is_played_out and is_as_played(hand, made)
        is_dealt_again = opening is not None and opening.status is Status.REDEAL
        pegs, more = self._pegged(parsed, hand, is_dealt_again=is_dealt_again, is_possible=is_possible)
        more = [fault for fault in more if not (refused and fault.code in _FOLLOWS)]
        if position is not None and parsed.tricks and not (position.is_over or self.winner is not None):
            more.append(Fault("unfinished", {"received": len(position.tricks)}))
        place = self._next()
        same_dealer = is_dealt_again and self._rules.trump is not TrumpBy.AUCTION
        self.eldest = (parsed.eldest + (0 if same_dealer else 1)) % self.terms.players
        if self._usual.game_tie is GameTie.CARRIED:
            self.terms = replace(self.terms, rules=rules_after(hand, self.terms.rules, self._usual))
            self._rules = replace(self.terms.rules, fixed_hands=None)
        placed = tuple(replace(fault, hand=place) for fault in faults + more)
        return Followed(hand, pegs, self.scores, position, placed, self.winner)

    def _at_the_table(self, parsed: ParsedHand) -> tuple[Moment | None, Position | None, tuple[Fault, ...]]:
        """Return the opening of a hand, its position where it was played out, and what of both is refused."""
        opening = position = None
        try:
            opening = opening_of(parsed, self.terms, self.scores)
            if parsed.dealt or is_played_whole(parsed, self.terms):
                position = played_out(parsed, self.terms, self.scores)
            elif parsed.tricks:
                return opening, None, tuple(seen_faults(parsed, reckon_seen(parsed, opening, self.terms)))
        except ScoringError as refusal:
            return opening, None, tuple(_by_seats(fault, parsed, self.terms) for fault in refusal.faults)
        return opening, position, ()

    def _next(self) -> int:
        """Return the place of this hand, from 0, as the sheet goes on to the next."""
        self._hands += 1
        return self._hands - 1

    def _place_faults(self, parsed: ParsedHand) -> Iterator[Fault]:
        """Yield a fault unless hands are counted from 1 and the deal goes round the table."""
        if parsed.number != self._hands + 1:
            yield Fault("hand_number", {"received": parsed.number, "right": self._hands + 1})
        if parsed.eldest != self.eldest:
            letter = self.terms.letter
            yield Fault("wrong_eldest", {"received": letter(parsed.eldest), "right": letter(self.eldest)})

    def _pegged(
        self, parsed: ParsedHand, hand: Hand, *, is_dealt_again: bool, is_possible: bool
    ) -> tuple[tuple[Peg, ...], list[Fault]]:
        """Peg the hand; what is wrong with it, and with the score written after it."""
        if parsed.scores is not None and _is_only_a_score(parsed):
            return (), self._step(parsed.scores)
        game = score_game([hand], self._rules, start=self.scores, are_possible=is_possible)
        faults = [fault for fault in game.faults if not (is_dealt_again and fault.code == "award_missing")]
        before, self.scores = self.scores, game.scores
        self._settle(game.winner)
        if parsed.scores is None or parsed.scores == game.scores:
            self._written = None
        else:
            faults += self._astray(parsed.scores, before, hand)
        return game.pegged[0], faults

    def _settle(self, winner: Side | None) -> None:
        self._last = self._hands + 1
        self.winner = ahead(self.scores, self._last, self.terms.rules) if winner is None else winner

    def _astray(self, written: Score, before: Score, hand: Hand) -> list[Fault]:
        """Return the fault of a score that differs, once: a sheet may go on from its own slip."""
        was, self._written = self._written, written
        if was is not None and score_game([hand], self._rules, start=was).scores == written:
            return []
        return [Fault("score_differs", {"before": before, "received": written, "right": self.scores})]

    def _step(self, written: Score) -> list[Fault]:
        """Return a fault unless some hand makes the score written of the score before."""
        before, self.scores = self.scores, written
        reaches = self._rules.target is not None and max(written) >= self._rules.target
        self._settle(written.index(max(written)) if reaches else None)
        if self._rules.trump is TrumpBy.PITCH and not self._rules.honours:
            can_be = bool(hands_between(before, written, self._rules))
        else:
            can_be = all(after >= score for after, score in zip(written, before, strict=True))
        return [] if can_be else [Fault("no_such_step", {"before": before, "after": written})]

    def _too_late(self) -> Fault:
        params = {"side": self.winner, "target": self._rules.target, "last": self._last}
        return Fault("after_the_end" if self._rules.target else "after_fixed_hands", params)


_FOLLOWS = frozenset({"award_missing", "score_differs"})
"""What is bound to be wrong with a hand whose deal or play was refused, and is not worth telling as well."""


def _by_seats(fault: Fault, parsed: ParsedHand, terms: Terms) -> Fault:
    """Return a fault of the play with the line of its trick and its players by the letters of their seats."""
    seats = {"player": 0} | ({"right": 1} if fault.code == "turn" else {})  # a turn is already said from 1
    numbers = {name: (fault.params.get(name), first) for name, first in seats.items()}
    letters = {
        name: terms.letter(parsed.eldest + number - first)
        for name, (number, first) in numbers.items()
        if isinstance(number, int)
    }
    trick = fault.params.get("trick")
    at = parsed.play_lines[trick] if isinstance(trick, int) and trick < len(parsed.play_lines) else fault.line
    return replace(fault, params={**fault.params, **letters}, line=at)


def _is_only_a_score(parsed: ParsedHand) -> bool:
    return parsed.hand == Hand() and not (
        parsed.turnups or parsed.bids or parsed.words or parsed.marks or parsed.tricks
    )


def _opening_faults(hand: Hand, opening: Moment) -> Iterator[Fault]:
    """Yield what the opening rules out: awards of a hand dealt again, a turned card in anybody's hand."""
    takers = [hand.taker(award) for award in Award]
    if opening.status is Status.REDEAL and any(taker is not None for taker in takers):
        yield Fault("awards_after_redeal")
    if not opening.turnups or opening.trump is None:
        return
    if hand.trump not in (None, opening.trump):
        yield Fault("different_suits", {"cards": (opening.turnups[-1], hand.trump)})
    named = [hand.high_card, hand.low_card]
    named += [Card.of(Rank.JACK, opening.trump)] if isinstance(hand.jack, Side) else []
    for card in named:
        if card in opening.turnups:
            yield Fault("turned_card", {"card": card})


def positions(sheet: ParsedSheet) -> tuple[Position | None, ...]:
    """Return each hand of a sheet as far as its cards were played; None where they are not written.

    `check` tells what is wrong with a sheet. NotationError for one that cannot be read.
    """
    if sheet.faults:
        raise NotationError(*sheet.faults)
    game = Following(terms(sheet.tags, hands=True))
    return tuple(game.add(parsed).position for parsed in sheet.hands)


def check(sheet: ParsedSheet) -> tuple[Fault, ...]:
    """Return every fault of a sheet, each with its line: what could not be read, or else what cannot be."""
    if sheet.faults:
        return sheet.faults
    try:
        sheet_terms = terms(sheet.tags, hands=bool(sheet.hands))
    except ScoringError as refusal:
        return refusal.faults
    return (*_game_faults(sheet, sheet_terms), *_match_faults(sheet, sheet_terms))


def _game_faults(sheet: ParsedSheet, sheet_terms: Terms) -> Iterator[Fault]:
    """Yield the faults of the hands in order, each from the score the hands before it make."""
    game = Following(sheet_terms)
    for parsed in sheet.hands:
        for fault in game.add(parsed).faults:
            yield replace(fault, line=fault.line or parsed.line)
    if sheet.hands:
        yield from _result_faults(sheet, game.scores, sheet_terms)


def _result_faults(sheet: ParsedSheet, right: Score, sheet_terms: Terms) -> Iterator[Fault]:
    """Yield a fault unless the result in the tags is what the hands, or the tables, make."""
    tag = next((tag for tag in sheet.tags if tag.name == "Result"), None)
    if tag is None:
        return
    try:
        if (received := parse_score(tag.value, len(sheet_terms.labels))) != right:
            yield Fault("result_differs", {"received": received, "right": right}, line=tag.line)
    except ScoringError as refusal:
        yield from (replace(fault, line=tag.line) for fault in refusal.faults)


def _match_faults(sheet: ParsedSheet, sheet_terms: Terms) -> Iterator[Fault]:
    """Yield the faults of each table, then of what is written of the match."""
    if not (sheet.tables or sheet.match):
        return
    lines = {table.number: table for table in sheet.tables}
    if len(lines) < len(sheet.tables):
        seen: set[int] = set()
        for table in sheet.tables:
            if table.number in seen:
                yield Fault("table_twice", {"received": table.number}, line=table.line)
            seen.add(table.number)
    tables = [lines[number] for number in sorted(lines)]
    match = score_match(
        [table.scores for table in tables],
        sheet_terms.form,
        {place: table.walkover for place, table in enumerate(tables) if table.walkover is not None},
    )
    for fault in match.faults:
        yield from _of_table(fault, tables, sheet)
    if sheet.match is None:
        return
    made = {"match_differs": match.match_points, "aggregate_differs": match.aggregate}
    written = {"match_differs": sheet.match.scores, "aggregate_differs": sheet.match.aggregate}
    for code, right in made.items():
        received = written[code]
        if received is not None and received != right:
            yield Fault(code, {"received": received, "right": right}, line=sheet.match.line)
    yield from _result_faults(sheet, match.match_points, sheet_terms)


def _of_table(fault: Fault, tables: list[ParsedTable], sheet: ParsedSheet) -> Iterator[Fault]:
    """Yield a fault of a match at its table, unless it is one not played: a match may stop half way."""
    if fault.code == "unplayed":
        return
    if fault.table is not None:
        table = tables[fault.table]
        yield replace(fault, table=table.number - 1, line=table.line)
    elif sheet.match is not None:
        yield replace(fault, line=sheet.match.line)
