"""The play of a hand card by card, as it is written beside it: read, written, and held against its awards.

In the notation of `scoring`: the words of the deal and the turn-up on a first line, where there are any, then
the lines of cards. Players are lettered from the one who led, so a record knows no home and no away.
"""

from collections.abc import Sequence
from functools import lru_cache

from scoring import AWAY, HOME
from scoring.axes import TrumpBy
from scoring.errors import Fault, ScoringError
from scoring.hands import Hand
from scoring.matches import MatchFormat
from scoring.notation import ParsedHand, Terms
from scoring.notation.card_lines import CARD_LINES, add_cards, format_cards
from scoring.notation.hand_lines import parse_hand
from scoring.notation.recorded import cards_faults
from scoring.notation.sheets import bad_word
from scoring.positions import Position
from scoring.reckoning import hand_of
from scoring.records import PlayRecord
from scoring.replays import replay
from scoring.rules import Rules
from scoring.seats import Side
from scoring.tricks import Holding, PlayedTrick

LONGEST_RECORD = 2000
"""Letters in a record: a hand of four with the pack run twice has fewer than half."""


def parse_record(text: str, rules: Rules) -> ParsedHand:
    """Return the hand of a record. Raises ScoringError if it cannot be read or no cards are dealt in it."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    dealt = next((words for words in lines if words[0] == "deal"), [])
    terms = _terms(rules, len(dealt) - 1 if len(dealt) - 1 in rules.players else rules.players[0])
    texts = [] if not lines or lines[0][0] in CARD_LINES else lines.pop(0)
    hand = parse_hand(["1.", "A", *texts], "", terms)
    for number, words in enumerate(lines, start=1):
        if words[0] not in CARD_LINES:
            raise bad_word(words[0], ", ".join(CARD_LINES))
        hand = add_cards(hand, words, terms, number)
    if not hand.dealt:
        raise bad_word(text, "deal and the cards of each player")
    return hand


def format_record(holdings: Sequence[Holding], tricks: Sequence[PlayedTrick], rules: Rules) -> str:
    """Return a pitched hand as its record: what was dealt, and every trick."""
    hand = ParsedHand(number=1, eldest=0, dealt=tuple(holdings), tricks=tuple(tricks))
    return "\n".join(format_cards(hand, _terms(rules, len(holdings))))


@lru_cache(maxsize=32)
def _terms(rules: Rules, players: int) -> Terms:
    """Return the terms of a table of a match: its two sides sit crosswise.

    Raises BadOption if so many cannot play.
    """
    sides = tuple((HOME, AWAY)[seat % 2] for seat in range(players))
    rules = rules.for_players(players)
    return Terms(rules=rules, form=MatchFormat(), labels="ha", sides=sides, first_eldest=0)


def replayed(text: str, rules: Rules, eldest: Side, scores: Sequence[int], hand: Hand) -> Position:
    """Return the hand of a record at its end, led by that side, from that score.

    Raises ScoringError if it cannot be played so.
    """
    parsed_hand = parse_record(text, rules)
    sides = tuple((eldest + seat) % 2 for seat in range(len(parsed_hand.dealt)))
    record = PlayRecord(
        holdings=parsed_hand.dealt,
        turnups=parsed_hand.turnups,
        extra=parsed_hand.extra,
        words=parsed_hand.words,
        kept=parsed_hand.kept,
        bids=parsed_hand.bids,
        trump=hand.trump if rules.trump is TrumpBy.RANDOM_DRAW else None,
        stock=parsed_hand.stock,
        tricks=parsed_hand.tricks,
        penalties=hand.penalties,
        no_game_for=hand.no_game_for,
        cut_short=True,
    )
    return replay(record, rules, scores=scores, sides=sides)


def record_faults(
    text: str, rules: Rules, eldest: Side, scores: Sequence[int], hand: Hand
) -> tuple[Fault, ...]:
    """Return why a record is not that of the hand: it cannot be played so, or gives other awards."""
    try:
        position = replayed(text, rules, eldest, scores, hand)
    except ScoringError as refusal:
        return refusal.faults
    return tuple(cards_faults(parse_record(text, rules), hand, hand_of(position), position))
