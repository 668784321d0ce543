"""The rules from the first lead on, in words: play, points, the end of a game, what goes wrong."""

from collections.abc import Callable, Iterator, Mapping

from ..awards import counts
from ..axes import Award, GameTie, HonoursTo, LowTo, Misdeal, Revoke, StockDraw, TrumpBy
from ..cards import Rank
from ..rules import Rules
from .opening_rules import may_have_partners
from .words import Told, count, listed, points, ranked


def play(rules: Rules) -> Iterator[Told]:
    """Yield the section's sentences in order."""
    leader = "The pitcher" if rules.has_auction else "Eldest"
    yield "trump lead", f"{leader} leads to the first trick, any card."
    yield "following", "To a trump lead, a player who holds a trump plays one."
    yield "no_trumping_in following", _FOLLOWING[rules.no_trumping_in]
    yield "must_trump_when_void following", _VOID[rules.must_trump_when_void]
    if rules.no_undertrump:
        yield (
            "no_undertrump",
            "Once such a trick is trumped, a lower trump may be played only by a player who can play nothing "
            "else.",
        )
    yield "following", "A card played against these rules is a revoke."
    yield (
        "trick",
        "The highest trump wins the trick; if there is none, the highest card of the suit led wins it.",
    )
    yield "leading", "Whoever wins a trick leads to the next."
    if rules.draw is not StockDraw.NONE:
        yield "draw", _DRAWING[rules.draw]
        yield "draw draw_order", "The winner of the trick draws first; too few cards for all stay out."
    elif rules.throw_in:
        yield "throw_in", _THROW_IN[may_have_partners(rules)]
        yield "throw_in throw_in_details", _WHEN_THROWN


_FOLLOWING: Mapping[bool, str] = {
    False: "To a lead of another suit, a player who holds a card of it follows suit or trumps, as they like; "
    "nobody need beat the cards played.",
    True: "To a lead of another suit, a player who holds a card of it follows suit and may not trump; nobody "
    "need beat the cards played.",
}
_VOID: Mapping[bool, str] = {
    False: "A player without a card of the suit led may play anything.",
    True: "A player without a card of the suit led must trump; without a trump either, they may play "
    "anything.",
}
_DRAWING: Mapping[StockDraw, str] = {
    StockDraw.FACE_UP: "After each trick every player draws a card from the rest of the pack, which lies "
    "face up.",
    StockDraw.FACE_DOWN: "After each trick every player draws a card from the rest of the pack, which lies "
    "face down.",
}
_THROWN = (
    "A player with no trump and nothing above a nine, who is not winning the trick, may throw the hand in, "
    "all cards face up on the trick."
)
_THROW_IN: Mapping[bool, str] = {
    False: f"{_THROWN} They take no more part in the hand.",
    True: f"{_THROWN} Their partner plays on alone.",
}
_WHEN_THROWN = (
    "That is done in turn, not to lead, and with no card that would win the trick. Another source has it of "
    "a player who is losing the trick: here a partner who is winning it is no bar."
)


def scoring_points(rules: Rules) -> Iterator[Told]:
    """Yield the section's sentences in order."""
    yield from _honours(rules)
    yield "awards", _ORDER[min(len(rules.awards), 2)].format(listed(a.words for a in rules.awards or Award))
    for award in rules.awards:
        yield from _AWARDS[award](rules)
    if rules.trump is TrumpBy.TURNUP:
        yield "trump turnup_in_play", "A card turned up belongs to nobody and is not in play."
    if rules.has_auction:
        yield (
            "trump",
            "A side that bid for the pitch must make at least its bid of these points; else it is set back "
            "by the bid.",
        )
        yield "trump failed_bid", "Then it scores none of them."
        if rules.bidder_first:
            yield (
                "bidder_first",
                "The bidder's points are counted first, then those of all others.",
            )
        smudge = f"scores {points(rules.smudge_points)} more" if rules.smudge_points else ""
        if rules.smudge_wins and rules.target is not None:
            smudge = "wins the game, whatever its score"
        if smudge:
            yield "smudge_points smudge_wins", f"A side that bids four and makes it, a smudge, {smudge}."


def _high(rules: Rules) -> Iterator[Told]:
    yield (
        "high_points",
        f"High, {points(rules.high_points)}, to the side that holds the highest trump in play.",
    )


def _low(rules: Rules) -> Iterator[Told]:
    yield "low_points low_to", f"Low, {points(rules.low_points)}, to the side that {_LOW[rules.low_to]}."


def _jack(rules: Rules) -> Iterator[Told]:
    yield (
        "jack_points",
        f"Jack, {points(rules.jack_points)}, to the side that wins the jack of trumps in a trick; to nobody "
        "if it is not in play.",
    )
    if rules.hanging_counts:
        hanged = f"A jack won from another side is hanged, and scores {count(rules.hang_jack)} instead."
        yield "hang_jack jack_points", hanged


def _game(rules: Rules) -> Iterator[Told]:
    """Yield Game, with what the cards count; in two sentences, as its sum is one of its own."""
    yield "game_points", f"Game, {points(rules.game_points)}, to the side whose tricks count most."
    counted = counts(rules)
    worth = [(rank.words, value) for rank, value in sorted(counted.plain.items(), reverse=True) if value]
    five = f", and the five of trumps {counted.trumps[Rank.FIVE]}" if rules.five_counts else ""
    others = "" if rules.pips_count else "; other cards nothing"
    yield (
        "five_counts pips_count pack",
        f"For Game the cards count: {ranked(worth)}{five}{others}. The whole pack makes {counted.pack}.",
    )
    yield "game_tie", _LEVEL[rules.game_tie]


def _honours(rules: Rules) -> Iterator[Told]:
    suits = {"trump": rules.trump_honours, "other": rules.plain_honours}
    marked = "; of the other suits ".join(ranked(values) for values in suits.values() if values)
    if rules.honours:
        which = "Trumps" if rules.trump_honours else "Of the suits that are not trumps these"
        yield (
            "trump_honours plain_honours honours_to",
            f"{which} are marked as they fall, {marked}: {_MARKED_BY[rules.honours_to]}.",
        )


_ORDER = (
    "Nothing is counted at the end of a hand.",
    "At the end of a hand {} is counted.",
    "Points of a hand are counted in this order: {}.",
)


_AWARDS: Mapping[Award, Callable[[Rules], Iterator[Told]]] = {
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
    GameTie.CARRIED: "If the highest counts are level, nobody scores Game, and its points are carried: Game "
    "of the next hand is worth so much more.",
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


def winning(rules: Rules) -> Iterator[Told]:
    """Yield what a game is played to, and how it ends."""
    if rules.target is not None:
        yield "target target_with", f"A game is played to {target_words(rules)}."
        yield "cap_at_target", _PAST[rules.cap_at_target]
        yield (
            "counting_out",
            "Points count as they are made and in the order given: the first side to get there wins at once.",
        )
    if rules.fixed_hands is not None:
        yield (
            "fixed_hands",
            f"A game is {count(rules.fixed_hands)} hand{'' if rules.fixed_hands == 1 else 's'}, and whoever "
            "has more points then has won; if the score is level, every side pitches once more, until "
            "one has more.",
        )
    if rules.target is None and rules.fixed_hands is None:
        yield "target fixed_hands", "A game has no target: those who play say when it ends."
    if rules.all_four_stake is not None and len(rules.awards) == len(Award):
        yield (
            "all_four_stake",
            "For money: a hand of which one side takes all four points is worth "
            f"{rules.all_four_stake} to each of its players, paid by the other side.",
        )


def target_words(rules: Rules) -> str:
    """Return the target in words: 11; with two players 9."""
    others = [f"with {count(players)} players {points}" for players, points in rules.target_with]
    return "; ".join([str(rules.target), *([listed(others)] if others else [])])


_PAST: Mapping[bool, str] = {
    True: "The winner's score stops there.",
    False: "The winner's score may pass it.",
}


def penalty_rules(rules: Rules) -> Iterator[Told]:
    """Yield what a misdeal, a revoke, an exposed card, a look too soon and a wrong score cost."""
    yield "misdeal", _MISDEALS[rules.misdeal]
    if rules.misdeal is Misdeal.OPPONENTS_ONE:
        yield "misdeal misdeal_dealer", "Then the same dealer deals again."
    yield "revoke", _REVOKES[rules.revoke]
    if rules.may_call_exposed:
        yield (
            "may_call_exposed",
            "A card exposed stays face up; the opponents may call it to any trick, unless to play it would "
            "be a revoke.",
        )
    if rules.peek_penalty is not None and may_have_partners(rules):
        yield "peek_penalty", "Before the first lead the leader's partner may not look at their own cards."
        cost = points(rules.peek_penalty)
        scored = f"If they do, the other side scores {cost} at once."
        yield "peek_penalty peek_cost", scored if rules.peek_penalty else "There is no set penalty for it."
    if rules.wrong_score is not None:
        yield (
            "wrong_score",
            "A score marked wrong is taken down, and the opponents score four or one, as was agreed before: "
            f"here {count(rules.wrong_score)}.",
        )


_MISDEALS: Mapping[Misdeal, str] = {
    Misdeal.SILENT: "There is no set penalty for a misdeal.",
    Misdeal.OPPONENTS_ONE: "If the wrong number of cards is dealt, the dealer's opponents score one point, "
    "and the cards are dealt again.",
    Misdeal.ONE_AND_PASSES: "If the wrong number of cards is dealt, the dealer's opponents score one point, "
    "and the deal passes.",
    Misdeal.DEAL_PASSES: "If the wrong number of cards is dealt, or the pack was not cut, the deal passes. "
    "If a card is faced in the pack, or the pack is not whole, the same dealer deals again; if the dealer "
    "shows a card, the opponents choose whether the deal stands or the same dealer deals again.",
    Misdeal.SAME_DEALER: "After a misdeal the same dealer deals again, for a deal is no advantage; if the "
    "dealer shows a card, the opponents choose whether the deal stands.",
    Misdeal.REDEAL_OR_DRAW: "If too many cards are dealt, or the dealer sees one of the opponents' cards, a "
    "new deal may be asked for; before a card is played, cards too many may be drawn out instead. A card of "
    "their own that the dealer shows leaves the deal good.",
}
_REVOKES: Mapping[Revoke, str] = {
    Revoke.SILENT: "There is no set penalty for a revoke.",
    Revoke.OPPONENTS_ONE: "A revoke gives the opponents one point.",
    Revoke.ONE_AND_NO_GAME: "A revoke not put right before the trick ends gives the opponents one point, and "
    "the side that revoked cannot score Game in that hand.",
    Revoke.WHOLE_GAME: "A side that revokes, and does not put it right before the trick ends, loses the "
    "whole game.",
    Revoke.MARKS_AND_TWENTY: "A side that revokes or plays out of turn loses all it marked in that hand; if "
    "the lead of the hand was its own, the other side gets the next lead and 20 points. What the other side "
    "marked stands.",
    Revoke.GAME_OR_ONE: "A revoke not put right before the trick ends gives the opponents one point, and the "
    "side that revoked cannot score Game in that hand. But a side that plays no trump to a trump lead, and "
    "keeps back one of the top five, loses the whole game.",
}
