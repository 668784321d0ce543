"""Before the first lead: the cards turned up, the calls on them, and the points they gave.

Which of it a sheet has room for follows from the rules alone. Eldest's side is the one that leads; the other
dealt, and scores for what was turned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.matches.sheet.values import GAVE, STOOD, HandNotes
from scoring.axes import Revoke, TurnupWhenRun
from scoring.cards import Card, Rank, Suit
from scoring.errors import NotationError
from scoring.hands import Hand, Peg
from scoring.irregularities import misdeal_penalty, revoke_penalty
from scoring.rules import Rules
from scoring.seats import Side

MISDEAL, RENEGE, GAME_LOST = "misdeal", "renege", "game"
"""Kinds of penalty beside the plain one: a wrong deal, a renege, and one that costs the whole game."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A card turned up as it was noted: its rank, and its suit where that was written as well."""

    rank: Rank
    suit: Suit | None = None

    def __str__(self) -> str:
        return self.rank.letter + (self.suit or "")


@dataclass(frozen=True, slots=True)
class ExtraBoxes:
    """What the sheets of a game have room for beside the four awards."""

    turned: bool = False
    call: bool = False
    hung: bool = False
    marks: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether a row of them needs the room of two."""
        return self.turned or self.call or self.hung

    @property
    def for_anything(self) -> bool:
        return self.is_wide or self.marks


NO_ROOM = ExtraBoxes()


def room(rules: Rules) -> ExtraBoxes:
    """Return which extra boxes a game needs.

    Cards turned up, begging, a hung jack that counts apart, what each side marked as its cards were won.
    """
    return ExtraBoxes(
        turned=bool(rules.turnup_scores),
        call=rules.may_beg,
        hung=rules.hang_jack != rules.jack_points,
        marks=bool(rules.honours),
    )


def eldest_side(first_pitch: Side, hand: int) -> Side:
    """Return the side that leads a hand (from 0): pairs sit crosswise, so it changes with every deal."""
    return (first_pitch + hand) % 2


def parse_turned(text: str) -> tuple[Turned, ...]:
    """Return the cards turned up, out of "6S KC" or "6 K". NotationError for a word that is no card."""
    return tuple(map(_turned, text.replace(",", " ").split()))


def _turned(word: str) -> Turned:
    letter = word.upper().replace("10", "T")
    if len(letter) == 1:
        card = Card.parse(f"{letter}S")
        return Turned(card.rank)
    card = Card.parse(letter)
    return Turned(card.rank, card.suit)


def opening_pegs(
    turned: Sequence[Turned], call: str, misdeals: Sequence[Peg], eldest: Side, rules: Rules
) -> tuple[Peg, ...]:
    """Return what was pegged before the awards, in order: misdeals, the cards turned, the gift."""
    dealer = 1 - eldest
    scores = dict(rules.turnup_scores)
    counted = (scores.get(card.rank) for card in _that_count(turned, rules))
    gift = (Peg("gift", eldest, 1),) if call == GAVE and rules.may_beg else ()
    return (*misdeals, *(Peg("turnup", dealer, points) for points in counted if points), *gift)


def _that_count(turned: Sequence[Turned], rules: Rules) -> Sequence[Turned]:
    """Return the cards that count when the pack was run: all of them, those of a new suit, or the last."""
    if rules.turnup_when_run is TurnupWhenRun.FINAL_ONLY:
        return turned[-1:]
    if rules.turnup_when_run is TurnupWhenRun.NOT_REPEAT_SUIT:
        return [
            card
            for at, card in enumerate(turned)
            if not at or card.suit is None or card.suit != turned[0].suit
        ]
    return turned


def needs_eldest(turned: Sequence[Turned], call: str, rules: Rules) -> bool:
    """Return whether points depend on who dealt: then the sheet must say who led first."""
    return bool(opening_pegs(turned, call, (), 0, rules))


def opening_faults(hand: Hand, noted: HandNotes, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what cannot be in the notes of a hand, as a code and a sentence.

    Of three cards or more nothing is certain: the pack may have run out and been dealt again.
    """
    try:
        turned = parse_turned(noted.turned)
    except NotationError as refusal:
        yield "turned_unreadable", str(refusal)
        return
    if not turned or noted.call not in (STOOD, GAVE) or rules.begs > 1 or rules.may_bunch:
        return
    if len(turned) == 1 and turned[0].rank is Rank.JACK and isinstance(hand.jack, int):
        yield "jack_turned", "the jack was turned up, so nobody can have taken it."
    if len(turned) == 2:
        instead = "eldest did not stand" if noted.call == STOOD else "nothing was given"
        yield "turned_twice", f"{turned[1]} was turned after {turned[0]}, so the pack was run and {instead}."


@dataclass(frozen=True, slots=True)
class PenaltyKind:
    """A kind of penalty the game knows: its code, its words, the points it gives if the rules say."""

    code: str
    words: str
    points: int | None


def penalty_kinds(rules: Rules) -> tuple[PenaltyKind, ...]:
    """Return what can be penalised in this game beside what a captain writes in words."""
    return tuple(_kinds(rules))


def _kinds(rules: Rules) -> Iterator[PenaltyKind]:
    misdeal = misdeal_penalty(rules)
    if misdeal and misdeal.points:
        yield PenaltyKind(MISDEAL, "misdeal", misdeal.points)
    renege = revoke_penalty(rules, by_leader=True)
    if renege and renege.points:
        words = "renege, no Game" if renege.no_game_point else "renege"
        words += " by the side that led" if renege.loses_marks else ""
        yield PenaltyKind(RENEGE, words, renege.points)
    if rules.revoke is Revoke.GAME_OR_ONE and rules.target is not None:
        yield PenaltyKind(GAME_LOST, "renege, the game", None)


def bars_from_game(kind: str, rules: Rules) -> bool:
    """Return whether a penalty of this kind keeps the side that paid it from winning Game in the hand."""
    renege = revoke_penalty(rules)
    return kind == RENEGE and renege is not None and renege.no_game_point


def kind_of_penalty(side: Side, no_game_for: Sequence[Side]) -> str:
    """Return the kind of a recorded penalty: a renege where the side that paid it was barred from Game."""
    return RENEGE if 1 - side in no_game_for else ""


def words_for_first(rules: Rules) -> str:
    """Return what the side that opens a game did: pitched, or led to the card turned up."""
    return "led first" if rules.turnup_scores or rules.may_beg else "pitched first"
