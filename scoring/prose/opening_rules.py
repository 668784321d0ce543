"""The rules before the play in words: who plays, how the cards come, and how trumps are made."""

from collections.abc import Callable, Iterator, Mapping

from ..axes import (
    AfterRun,
    FirstPitch,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    Packets,
    PartnersBy,
    TrumpBy,
    TurnupWhenRun,
)
from ..hands import MOST_BID
from ..rules import Rules
from ..seats import Direction, Partnering, sides_of
from ..trumps import can_run
from .words import Told, capitalised, count, listed, points

IN_SIDES = (4, 6)
"""How many players can sit in equal sides of two."""


def players_and_deal(rules: Rules) -> Iterator[Told]:
    """Yield the section's sentences in order."""
    yield "players", capitalised(f"{listed(map(count, rules.players), 'or')} play.")
    yield from _seating(rules)
    if may_have_partners(rules) and rules.partners_by is PartnersBy.RED_BLACK_JACKS:
        yield (
            "partners_by",
            "For partners, cards are dealt face up until all four jacks are out, no more to a player who has "
            "one: the players with the red jacks play those with the black.",
        )
    yield "pack", _PACKS[rules.pack]
    is_one_packet = rules.packets is Packets.THREES and rules.hand == 3
    packets = ", all at once" if is_one_packet else _PACKETS[rules.packets]
    told = "hand packets" if packets else "hand"
    yield told, f"Each player is dealt {count(rules.hand)} card{'s' * (rules.hand > 1)}{packets}."
    if not packets:
        yield "packets", "The dealer chooses how many at a time."
    yield "direction", _DIRECTIONS[rules.direction]
    yield "first_pitch", _FIRST[rules.first_pitch]
    if rules.first_pitch is FirstPitch.HIGH_CUT_DEALS:
        yield "first_pitch highest_cut", "The highest card deals first."


def may_have_partners(rules: Rules) -> bool:
    """Return whether some number of players can sit in sides of two."""
    return rules.sides is not Partnering.SINGLES and any(players in IN_SIDES for players in rules.players)


def _seating(rules: Rules) -> Iterator[Told]:
    """Yield who plays with whom."""
    sides = {players: len(set(sides_of(players, rules.sides))) for players in rules.players}
    for players, number in sides.items():
        if number < players:
            teams = f"{count(number)} sides of two"
            yield (
                "players sides",
                capitalised(f"{count(players)} play in {teams}, partners opposite each other."),
            )
    if alone := [count(players) for players, number in sides.items() if players == number]:
        some = "" if len(alone) == len(sides) else f"with {listed(alone, 'or')} players, "
        yield "players sides", capitalised(f"{some}each plays alone and is a side.")
    if may_have_partners(rules) and rules.sides in (Partnering.EITHER, Partnering.SINGLES_OR_SIDES):
        ways = (
            f"{count(players)} may play {'in equal sides' if sides[players] == players else 'each alone'}"
            for players in rules.players
            if players in IN_SIDES
        )
        yield "players sides", f"By agreement {listed(ways)}."


_PACKS: Mapping[int, str] = {
    52: "The whole pack of 52 is used. In every suit the ace is highest, then king, queen, jack, ten and so "
    "down to the two.",
    44: "The sixes and sevens are taken out, which leaves 44 cards. In every suit the ace is highest, then "
    "king, queen, jack, ten and so down to the two.",
}
_PACKETS: Mapping[Packets, str] = {
    Packets.SILENT: "",
    Packets.ONES: ", one at a time",
    Packets.THREE_ROUNDS: ", in three rounds: the dealer chooses how many in each, the same to everybody",
    Packets.THREES: ", three at a time",
    Packets.ONES_OR_THREES: ", one or three at a time, the same way all game",
    Packets.ONES_OR_THREES_AT_WILL: ", one or three at a time, as the dealer likes",
}
_DIRECTIONS: Mapping[Direction, str] = {
    Direction.CLOCKWISE: "Deal and play go round clockwise. The player to the dealer's left is called "
    "eldest hand and has the next deal.",
    Direction.ANTICLOCKWISE: "Deal and play go round anticlockwise. The player to the dealer's right is "
    "called eldest hand and has the next deal.",
}
_FIRST: Mapping[FirstPitch, str] = {
    FirstPitch.LOW_CUT: "To begin, the players cut, and the lowest card has the first lead.",
    FirstPitch.CUT_OF_SIDES: "To begin, one player of each side cuts, and the side with the higher card "
    "chooses which of its players has the first lead.",
    FirstPitch.TWO_OF_DIAMONDS: "To begin, whoever is dealt the two of diamonds leads to the first hand.",
    FirstPitch.SILENT: "The players agree who begins.",
    FirstPitch.FIRST_JACK: "To begin, anybody deals cards one at a time, face up, until a jack falls: the "
    "player who gets it leads to the first hand, and the player before them deals it.",
    FirstPitch.CUT: "To begin, the players cut, and the highest card has the first lead.",
    FirstPitch.COLOUR_GUESS: "To begin, one side cuts a card and an opponent guesses whether it is red or "
    "black. If the guess is right, the guesser's side chooses which of its players leads to the first hand; "
    "if it is wrong, the side that cut chooses.",
    FirstPitch.HIGH_CUT_DEALS: "To begin, the players cut for the deal.",
    FirstPitch.HIGH_PUT_CARD_DEALS: "To begin, the players cut, and the highest card deals first: in this "
    "the three ranks highest, then two, ace, king and so down to the four.",
}


def trumps(rules: Rules) -> Iterator[Told]:
    """Yield the section's sentences in order."""
    yield from _WAYS[rules.trump](rules)


def _pitched(rules: Rules) -> Iterator[Told]:
    yield (
        "trump",
        "Nothing is turned up: eldest leads, which is called the pitch, and the suit of that card is trumps.",
    )


def _turned_up(rules: Rules) -> Iterator[Told]:
    yield "trump", "After the deal the next card is turned up for trumps."
    if rules.turnup_scores:
        scores = f"The dealer's side scores for the card turned up: {_turnups(rules)}."
        yield "trump turnup_scores", scores
    if not rules.may_beg:
        yield "trump may_beg", "Its suit is trumps."
        return
    if rules.turnup_scores:
        when = _WHEN_RUN[rules.turnup_when_run or TurnupWhenRun.ALL]
        yield "trump turnup_scores turnup_when_run", when
    yield "trump may_beg", "Eldest stands, and that suit is trumps; or eldest begs for another."
    if rules.must_beg_without_trumps:
        yield "must_beg_without_trumps", "Without a card of that suit eldest must beg."
    yield from _gift(rules)
    yield (
        "trump may_beg",
        "Or the dealer runs the pack: the card turned up is set aside, each player gets three more cards and "
        "the next card is turned up, again and again while it is of the suit refused.",
    )
    begs = _BEGS.get(rules.begs) or f"Eldest may beg {count(rules.begs)} times in a hand."
    yield "trump may_beg begs", begs
    if rules.may_bunch:
        yield (
            "may_bunch",
            "After a run all may agree to bunch: the cards are thrown in and dealt again by the same dealer, "
            "and no points are given for it. If one objects, the hand goes on.",
        )
    yield "trump may_beg after_run", _AFTER_RUN[rules.after_run or AfterRun.KEEP_ALL](rules)
    yield (
        "trump may_beg run_out",
        "If the pack runs out before there is another suit, the cards are dealt again, and points made so "
        "far stay.",
    )
    yield "trump may_beg run_out_dealer", "Then the same dealer deals again."
    if unable := [count(n) for n in rules.players if not can_run(rules, n)]:
        yield (
            "trump may_beg players hand pack",
            capitalised(
                f"{listed(unable, 'or')} cannot run the pack, as too few cards are left: a beg that is not "
                "given is a new deal."
            ),
        )


def _turnups(rules: Rules) -> str:
    return listed(
        f"{points(worth)} for {'an' if rank.words[0] in 'ae' else 'a'} {rank.words}"
        for rank, worth in rules.turnup_scores
    )


def _gift(rules: Rules) -> Iterator[Told]:
    """Yield what the dealer may give the beggar, and what it does."""
    to = _GIFT_TO[rules.gift_to or GiftTo.OPPONENTS]
    yield "trump may_beg gift_to", f"If eldest begs, the dealer may give: {to} scores one point."
    yield "trump may_beg gift_then", f"After a gift {_GIFT_THEN[rules.gift_then or GiftThen.PLAY]}."
    if rules.must_run_without_trumps:
        yield "must_run_without_trumps", "Without a card of that suit the dealer may not give."
    if rules.gift_cannot_win_for is GiftCannotWinFor.NON_BEGGAR:
        yield (
            "gift_cannot_win_for",
            "The dealer may not give if that point would win the game for a side that did not beg.",
        )


def _auctioned(rules: Rules) -> Iterator[Told]:
    yield (
        "trump bidding least_bid",
        "The right to pitch is auctioned. Beginning with eldest, every player calls once: a pass, or a bid "
        f"of {_bids(rules)}, more than any bid before.",
    )
    yield from _last_call(rules)
    yield "trump", "The highest bidder pitches: they lead the first card, and its suit is trumps."
    if not rules.dealer_must_bid:
        yield "trump all_pass", "If all pass, the cards are thrown in and the next dealer deals."


def _bids(rules: Rules) -> str:
    most = points(MOST_BID)
    return most if rules.least_bid == MOST_BID else f"{count(rules.least_bid)} to {most}"


def _last_call(rules: Rules) -> Iterator[Told]:
    """Yield what is otherwise for the dealer, who calls last."""
    if rules.dealer_may_equal:
        yield "dealer_may_equal", "The dealer, who calls last, may take the bid at the same figure."
    if rules.dealer_must_bid:
        least = points(rules.least_bid)
        yield "dealer_must_bid least_bid", f"If all others pass, the dealer must bid, {least} at least."


def _sold(rules: Rules) -> Iterator[Told]:
    yield "trump", "Eldest has the right to pitch, and may sell it."
    yield (
        "trump least_bid",
        f"The others call in turn: a pass, or a bid of {_bids(rules)}, more than any bid before.",
    )
    yield "trump bidding", "Each calls once."
    yield from _last_call(rules)
    yield (
        "trump",
        "If eldest sells, eldest's side scores the highest bid at once. The bidder pitches: they lead the "
        "first card, its suit is trumps, and they must make at least the bid.",
    )
    yield "trump", "If eldest refuses, eldest pitches and must make at least the highest bid."
    if not rules.dealer_must_bid:
        yield "trump all_pass", "If all pass, eldest pitches and need not make anything."


def _drawn_at_random(_: Rules) -> Iterator[Told]:
    yield "trump", "Before the deal a suit is drawn at random for trumps."


_WAYS: Mapping[TrumpBy, Callable[[Rules], Iterator[Told]]] = {
    TrumpBy.PITCH: _pitched,
    TrumpBy.TURNUP: _turned_up,
    TrumpBy.AUCTION: _auctioned,
    TrumpBy.COMMERCIAL: _sold,
    TrumpBy.RANDOM_DRAW: _drawn_at_random,
}
_WHEN_RUN: Mapping[TurnupWhenRun, str] = {
    TurnupWhenRun.ALL: "Every card turned up scores, those set aside as well.",
    TurnupWhenRun.NOT_REPEAT_SUIT: "The first card turned up scores even if its suit is refused; a later one "
    "scores unless it is of the suit refused.",
    TurnupWhenRun.FINAL_ONLY: "Only the card that makes trumps scores, not one whose suit is refused.",
}
_GIFT_TO: Mapping[GiftTo, str] = {
    GiftTo.OPPONENTS: "every side against the dealer",
    GiftTo.ELDEST: "eldest's side alone",
}
_GIFT_THEN: Mapping[GiftThen, str] = {
    GiftThen.PLAY: "the suit turned up is trumps after all",
    GiftThen.END_HAND: "the cards are thrown in: the hand is over",
}
_BEGS: Mapping[int, str] = {
    1: "Eldest may beg only once: the first other suit turned up is trumps.",
    2: "Eldest may beg a second time when another suit is turned up.",
}
_AFTER_RUN: Mapping[AfterRun, Callable[[Rules], str]] = {
    AfterRun.KEEP_ALL: lambda rules: "After a run all cards are kept, and there are as many tricks as cards.",
    AfterRun.DISCARD_TO_SIX: lambda rules: (
        f"After a run each player discards any cards, face down, to hold {count(rules.hand)}."
    ),
    AfterRun.DISCARD_IF_12: lambda rules: (
        f"After a run that leaves {count(2 * rules.hand)} cards or more, each player discards any cards, "
        f"face down, to hold {count(rules.hand)}; a smaller hand is played with all its cards."
    ),
    AfterRun.LAST_THREE: lambda rules: (
        "After a run each player takes up only the three cards dealt last and discards any three, to hold "
        f"{count(rules.hand)}; packets dealt before those are discarded unseen."
    ),
}
