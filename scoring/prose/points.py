"""The points of a hand in words: High, Low, Jack and Game, and what is marked in play."""

from collections.abc import Callable, Iterator, Mapping

from scoring.awards import counts
from scoring.axes import Award, GameTie, HonoursTo, LowTo, TrumpBy
from scoring.cards import Rank
from scoring.prose.words import count, listed, points, ranked
from scoring.rules import Rules

__all__ = ["told"]


def told(rules: Rules) -> Iterator[str]:
    """The section's sentences in order."""
    order = listed(award.words for award in rules.awards)
    yield f"Points of a hand are counted in this order: {order}."
    for award in rules.awards:
        yield from _AWARDS[award](rules)
    if rules.trump is TrumpBy.TURNUP:
        yield "A card turned up belongs to nobody and is not in play."
    yield from _honours(rules)
    if rules.has_auction:
        yield (
            "A side that bid for the pitch must make at least its bid of these points; else it scores none "
            "of them and is set back by the bid."
        )


def _high(rules: Rules) -> Iterator[str]:
    yield f"High, {points(rules.high_points)}, to the side that holds the highest trump in play."


def _low(rules: Rules) -> Iterator[str]:
    yield f"Low, {points(rules.low_points)}, to the side that {_LOW[rules.low_to]}."


def _jack(rules: Rules) -> Iterator[str]:
    yield (
        f"Jack, {points(rules.jack_points)}, to the side that wins the jack of trumps in a trick; to nobody "
        "if it is not in play."
    )
    if rules.hang_jack != rules.jack_points:
        yield f"A jack won from another side is hanged, and scores {count(rules.hang_jack)} instead."


def _game(rules: Rules) -> Iterator[str]:
    """Game, with what the cards count; in two sentences, as its sum is one of its own."""
    yield f"Game, {points(rules.game_points)}, to the side whose tricks count most."
    counted = counts(rules)
    worth = [(rank.words, value) for rank, value in sorted(counted.plain.items(), reverse=True) if value]
    five = f", and the five of trumps {counted.trumps[Rank.FIVE]}" if rules.five_counts else ""
    yield f"For Game cards count: {ranked(worth)}{five}. The whole pack makes {counted.pack}."
    yield _LEVEL[rules.game_tie]


def _honours(rules: Rules) -> Iterator[str]:
    if rules.trump_honours:
        yield (
            f"Trumps are also marked as they fall, {ranked(rules.trump_honours)}: "
            f"{_MARKED_BY[rules.honours_to]}."
        )


_AWARDS: Mapping[Award, Callable[[Rules], Iterator[str]]] = {
    Award.HIGH: _high,
    Award.LOW: _low,
    Award.JACK: _jack,
    Award.GAME: _game,
}
_LOW: Mapping[LowTo, str] = {
    LowTo.HOLDER: "was dealt the lowest trump in play, whoever wins it",
    LowTo.WINNER: "wins the trick with the lowest trump in play",
}
_LEVEL: Mapping[GameTie, str] = {
    GameTie.NONE: "If the highest counts are level, nobody scores Game.",
    GameTie.ELDER: "If the highest counts are level, Game goes to the first of those sides, going round from "
    "eldest.",
    GameTie.FOSTER: "If the highest counts are level between the dealer's side and one other, Game goes to "
    "the other; else nobody scores it.",
}
_MARKED_BY: Mapping[HonoursTo, str] = {
    HonoursTo.TRICK_WINNER: "all by the winner of the trick",
    HonoursTo.PLAYER_UNLESS_JT5_TAKEN: "by whoever played them, but jack, ten and five by the winner of the "
    "trick",
}
