"""What comes before the awards of a hand, and whether the top trumps can have been won as recorded."""

from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import NOBODY, Card, Hand, Rank, Suit, score_game, sentence, variants
from scoring.axes import LowTo
from scoring.hand_faults import faults
from scoring.hands import Contract, Peg
from scoring.possible_scores import check_running
from tests.examples import examples

FLEECE, SHEARS = 0, 1


def whats(game):
    return [[point.what for point in pegs] for pegs in game.pegged]


def test_running_scores_of_trinidad_may_hold_turn_ups_and_gifts():
    trinidad = variants.get("trinidad").rules
    assert check_running([(3, 6)], 14, rules=trinidad).fault is None  # a jack turned, a gift, a jack hanged
    assert check_running([(0, 1)], 14, rules=trinidad).fault is None
    assert check_running([(0, 30)], 14, rules=trinidad).fault.code == "impossible_step"
    assert check_running([(14, 15)], 14, rules=trinidad).fault.code == "impossible_step"
    assert check_running([(3, 1), (2, 3)], 14, rules=trinidad).fault.code == "impossible_step"
    assert check_running([(0, 15)], 40, rules=trinidad).fault is None
    assert check_running([(0, 16)], 40, rules=trinidad).fault.code == "impossible_step"
    assert check_running([(14, 14)], 14, (12, 12), rules=trinidad).fault.code == "impossible_step"


def test_running_scores_of_an_auction_may_go_back_by_a_bid():
    auction = variants.get("auction_pitch").rules
    assert check_running([(-4, 2)], 7, rules=auction).fault is None
    assert check_running([(-5, 2)], 7, rules=auction).fault.code == "impossible_step"


def test_who_fails_his_bid_is_set_back_and_scores_nothing_else():
    auction = variants.get("auction_pitch").rules
    failed = Hand(FLEECE, SHEARS, NOBODY, FLEECE, contract=Contract(FLEECE, 3))
    assert score_game([failed], auction).pegged == ((Peg("setback", FLEECE, -3), Peg("low", SHEARS, 1)),)
    assert score_game([replace(failed, contract=Contract(FLEECE, 2))], auction).scores == (2, 1)


def test_a_sale_is_scored_at_once_and_can_win():
    commercial = variants.get("commercial_pitch").rules
    sold = Hand(SHEARS, SHEARS, NOBODY, FLEECE, contract=Contract(SHEARS, 2, seller=FLEECE))
    assert whats(score_game([sold], commercial)) == [["bid", "high", "low", "game"]]
    game = score_game([sold], commercial, start=(5, 5))
    assert (game.winner, game.scores, whats(game)) == (FLEECE, (7, 5), [["bid"]])


def game_of(hand: Hand, start: tuple[int, int] = (0, 0), **options):
    return score_game([hand], variants.get("auction_pitch").rules.with_options(options), start=start)


def test_the_bidder_goes_out_first_where_their_points_are_counted_first():
    made = Hand(FLEECE, SHEARS, SHEARS, FLEECE, contract=Contract(SHEARS, 2))
    usual, first = game_of(made, (6, 5)), game_of(made, (6, 5), bidder_first=True)
    assert (usual.winner, whats(usual)) == (FLEECE, [["high"]])
    assert (first.winner, whats(first)) == (SHEARS, [["low", "jack"]])
    assert first.ending.sentence() == "Away reached 7 on Jack in hand 1; High and Game are not pegged."
    failed = replace(made, contract=Contract(SHEARS, 3))
    assert whats(game_of(failed, bidder_first=True)) == [["setback", "high", "game"]]


def test_a_smudge_counts_more_or_wins_from_any_score():
    all_four = Hand(FLEECE, FLEECE, FLEECE, FLEECE, contract=Contract(FLEECE, 4))
    for bid, score in ((4, 8), (3, 4)):
        hand = replace(all_four, contract=Contract(FLEECE, bid))
        assert game_of(hand, target=11, smudge_points=4).scores == (score, 0)
    behind = game_of(all_four, (-9, 6), smudge_wins=True)
    assert (behind.winner, behind.scores, whats(behind)[0][-1]) == (FLEECE, (7, 6), "smudge")
    assert behind.ending.sentence() == "Home reached 7 on a smudge in hand 1."
    assert game_of(all_four, (0, 6), smudge_wins=True, cap_at_target=False).scores == (7, 6)
    rules = variants.get("auction_pitch").rules.with_options({"smudge_wins": True})
    assert check_running([(7, 6)], 7, (-9, 6), rules=rules).fault is None


def test_a_record_of_a_bid_below_the_smallest_is_at_fault():
    one = Hand(FLEECE, FLEECE, NOBODY, FLEECE, contract=Contract(FLEECE, 1))
    fault = game_of(one, least_bid=2).faults[0]
    assert sentence(fault).endswith("1 cannot be bid: a bid is 2 to 4, or a pass.")


def test_a_bid_is_one_to_four():
    auction = variants.get("auction_pitch").rules
    for points in range(1, 5):
        bid = Hand(FLEECE, FLEECE, FLEECE, FLEECE, contract=Contract(FLEECE, points))
        assert score_game([bid], auction).faults == ()


@pytest.mark.parametrize(
    ("game", "recorded", "told"),
    [
        (
            "auction_pitch",
            {"contract": Contract(FLEECE, 5)},
            ["5 cannot be bid: a bid is 1 to 4, or a pass."],
        ),
        (
            "auction_pitch",
            {"contract": Contract(FLEECE, 0)},
            ["0 cannot be bid: a bid is 1 to 4, or a pass."],
        ),
        (
            "auction_pitch",
            {"contract": Contract(FLEECE, 2, seller=SHEARS)},
            ["The pitch is not sold by a player in this game."],
        ),
        (
            "auction_pitch",
            {"contract": Contract(FLEECE, 2), "pitcher_side": SHEARS},
            ["Home bought the pitch, so they pitched."],
        ),
        (
            "auction_pitch",
            {"contract": Contract(7, 2)},
            ["There is no side 7 at this table: sides count from 0 to 3."],
        ),
        (
            "commercial_pitch",
            {"contract": Contract(FLEECE, 2, seller=6)},
            ["There is no side 6 at this table: sides count from 0 to 3."],
        ),
        (
            "pitch",
            {"contract": Contract(FLEECE, 2)},
            ["Nobody bids now: this game has no auction, or it is over."],
        ),
        ("pitch", {"pitcher_side": 7}, ["There is no side 7 at this table: sides count from 0 to 5."]),
        (
            "pitch",
            {"no_game_for": (7, 6)},
            [
                "There is no side 7 at this table: sides count from 0 to 5.",
                "There is no side 6 at this table: sides count from 0 to 5.",
            ],
        ),
        (
            "heckmondwike",
            {"no_game_for": (SHEARS, FLEECE)},
            ["Home cannot win Game in this hand, for a revoke."],
        ),
        (
            "heckmondwike",
            {"before": (Peg("gift", FLEECE, 1),)},
            ["A gift is one point, where the game knows begging; not 1."],
        ),
        (
            "trinidad",
            {"before": (Peg("turnup", SHEARS, 4),)},
            ["A card turned up does not score 4 in this game."],
        ),
        (
            "trinidad",
            {"before": (Peg("gift", FLEECE, 2),)},
            ["A gift is one point, where the game knows begging; not 2."],
        ),
        ("trinidad", {"before": (Peg("misdeal", FLEECE, 2),)}, ["A misdeal does not give 2 in this game."]),
        (
            "trinidad",
            {"before": (Peg("peek", FLEECE, 1),)},
            ["'peek' is nothing pegged before the awards; known are turnup, gift, misdeal, mark."],
        ),
        (
            "trinidad",
            {"before": (Peg("gift", 5, 1),)},
            ["There is no side 5 at this table: sides count from 0 to 1."],
        ),
        (
            "trinidad",
            {"before": (Peg("turnup", SHEARS, 1), Peg("turnup", FLEECE, 1))},
            ["One side deals, so turned cards score for one side in a hand."],
        ),
        (
            "trinidad",
            {"before": (Peg("turnup", SHEARS, 1), Peg("gift", SHEARS, 1))},
            ["Turned cards score for the dealer's side, gifts and misdeals for the others."],
        ),
        (
            "trinidad",
            {"before": (Peg("turnup", SHEARS, 1), Peg("misdeal", SHEARS, 1))},
            ["Turned cards score for the dealer's side, gifts and misdeals for the others."],
        ),
        (
            "trinidad",
            {"before": (Peg("gift", FLEECE, 1), Peg("turnup", SHEARS, 1))},
            ["With the gift the suit turned stays trumps: no card is turned after it."],
        ),
        (
            "trinidad",
            {"before": (Peg("gift", FLEECE, 1), Peg("gift", FLEECE, 1))},
            ["A side is given one point in a hand, not two."],
        ),
        ("trinidad", {"before": (Peg("misdeal", FLEECE, 1), Peg("turnup", SHEARS, 1))}, []),
        ("trinidad", {"before": (Peg("misdeal", FLEECE, 1), Peg("misdeal", FLEECE, 1))}, []),
        (
            "cotton",
            {"before": (Peg("gift", FLEECE, 1),)},
            ["In this game the gift ends the hand: there are no awards after it."],
        ),
        ("all_fives", {"before": (Peg("honour:KS", FLEECE, 3), Peg("honour:5S", FLEECE, 5))}, []),
        (
            "all_fives",
            {"before": (Peg("honour:KS", FLEECE, 4),)},
            ["The KS is not marked with 4 in this game."],
        ),
        (
            "all_fives",
            {"before": (Peg("honour:9S", FLEECE, 9),)},
            ["The 9S is not marked with 9 in this game."],
        ),
        (
            "all_fives",
            {"before": (Peg("honour:nine", FLEECE, 9),)},
            ["The nine is not marked with 9 in this game."],
        ),
    ],
)
def test_what_comes_before_the_awards_is_what_the_game_knows(game, recorded, told):
    hand = Hand(FLEECE, SHEARS, NOBODY, FLEECE, **recorded)
    assert [sentence(fault) for fault in faults(hand, variants.get(game).rules)] == told


HECKMONDWIKE = replace(variants.get("heckmondwike").rules, hang_jack=3)
HOUSES = {low_to: replace(HECKMONDWIKE, low_to=low_to) for low_to in LowTo}
WORTH = {14: 4, 13: 3, 12: 2, 11: 1, 10: 10}
SIDE_SUITS = 60


@cache
def fates(rank):
    """What can become of a counting trump: not out, or (rank, side that held it, side that won it)."""
    return ((), *((rank, held, won) for held in (0, 1) for won in (0, 1)))


def lost_fairly(fate, others):
    """A trump is lost only to a higher one of the other side, which wins its own trick."""
    rank, held, won = fate
    return held == won or any(r > rank and h == w == won for r, h, w in others)


def possible(hand, rules):
    """Whether any way of dealing and winning A K Q J 10 of trumps fits a hand recorded with all its cards."""
    high, low, pitched = hand.high_card.rank, hand.low_card.rank, hand.pitched.rank
    if not low <= pitched <= high:
        return False
    game = (
        NOBODY
        if hand.card_points[0] == hand.card_points[1]
        else int(hand.card_points[1] > hand.card_points[0])
    )
    if hand.game != game:
        return False
    for deal in product(*(fates(rank) for rank in WORTH)):
        out = [fate for fate in deal if fate]
        ranks = {fate[0] for fate in out}
        if any(not low <= rank <= high for rank in ranks) or not {high, low, pitched} & set(WORTH) <= ranks:
            continue
        if all(lost_fairly(fate, out) for fate in out) and tells(
            hand, rules, {fate[0]: fate for fate in out}
        ):
            return True
    return False


def tells(hand, rules, out):
    """Whether this deal gives the awards, the pitch and the card points recorded."""
    high, low, pitched = hand.high_card.rank, hand.low_card.rank, hand.pitched.rank
    held = {high: hand.high, pitched: hand.pitcher_side}
    won = {high: hand.high}
    if rules.low_to is LowTo.HOLDER:
        held_low, won_low = hand.low, None
    else:
        held_low, won_low = None, hand.low
    if high == low and not hand.high == hand.low == hand.pitcher_side:
        return False
    if pitched == high and hand.high != hand.pitcher_side:
        return False
    if pitched == low and held_low not in (None, hand.pitcher_side):
        return False
    for rank, (_, holder, winner) in out.items():
        if (rank in held and held[rank] != holder) or (rank in won and won[rank] != winner):
            return False
        if rank == low and (held_low not in (None, holder) or won_low not in (None, winner)):
            return False
    if (out[11][2] if 11 in out else NOBODY) != hand.jack:
        return False
    if hand.hung is not None and (11 in out and out[11][1] != out[11][2]) is not hand.hung:
        return False
    taken = [sum(WORTH[rank] for rank, fate in out.items() if fate[2] == side) for side in (0, 1)]
    rest = [hand.card_points[side] - taken[side] for side in (0, 1)]
    return min(rest) >= 0 and sum(rest) <= SIDE_SUITS


SIDES, TAKERS = st.sampled_from((0, 1)), st.sampled_from((0, 1, NOBODY))
TRUMPS = st.sampled_from([Card.of(rank, Suit.SPADES) for rank in Rank])
HIGH_TRUMPS = st.sampled_from([Card.of(rank, Suit.SPADES) for rank in Rank if rank >= Rank.NINE])


@st.composite
def full_records(draw):
    """A hand with everything recorded; mostly in order, often tight, seldom possible."""
    cards = sorted(draw(st.lists(TRUMPS | HIGH_TRUMPS, min_size=3, max_size=3)))
    if draw(st.integers(0, 9)) == 0:
        cards = draw(st.permutations(cards))
    points = draw(st.tuples(st.integers(0, 20), st.integers(0, 20)) | st.tuples(*[st.integers(0, 45)] * 2))
    game = NOBODY if points[0] == points[1] else int(points[1] > points[0])
    return Hand(
        high=draw(SIDES),
        low=draw(SIDES),
        jack=draw(TAKERS),
        game=draw(TAKERS) if draw(st.integers(0, 9)) == 0 else game,
        hung=draw(st.sampled_from((None, None, False, True))),
        low_card=cards[0],
        pitched=cards[1],
        high_card=cards[2],
        pitcher_side=draw(SIDES),
        card_points=points,
    )


@pytest.mark.parametrize("low_to", LowTo)
@settings(max_examples=examples(400), deadline=None)
@given(hand=full_records())
def test_a_whole_record_is_accepted_exactly_when_some_deal_of_the_top_trumps_gives_it(low_to, hand):
    rules = HOUSES[low_to]
    assert (not faults(hand, rules)) is possible(hand, rules)


LEFT_OUT = ("high_card", "low_card", "pitched", "pitcher_side", "high", "low", "jack", "game", "hung")


def completions(hand, name):
    """The records that say what this one leaves out."""
    cards = [Card.of(rank, Suit.SPADES) for rank in Rank]
    choices = cards if name in ("high_card", "low_card", "pitched") else (0, 1)
    choices = (False, True) if name == "hung" else choices
    choices = (0, 1, NOBODY) if name in ("jack", "game") else choices
    return (replace(hand, **{name: choice}) for choice in choices)


@pytest.mark.parametrize("low_to", LowTo)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hand=full_records(), gone=st.sets(st.sampled_from(LEFT_OUT), min_size=1, max_size=2))
def test_a_part_is_accepted_exactly_when_something_completes_it(low_to, hand, gone):
    rules = HOUSES[low_to]
    part = replace(hand, **dict.fromkeys(gone))
    whole = [part]
    for name in gone:
        whole = [candidate for record in whole for candidate in completions(record, name)]
    assert (not faults(part, rules)) is any(not faults(candidate, rules) for candidate in whole)


@pytest.mark.slow
@pytest.mark.parametrize("low_to", LowTo)
def test_twenty_thousand_whole_records_against_the_second_opinion(low_to):
    rng, rules = Random(f"records {low_to}"), HOUSES[low_to]
    trumps = [Card.of(rank, Suit.SPADES) for rank in Rank]
    for _ in range(20_000):
        low, pitched, high = sorted(rng.choices(rng.choice((trumps, trumps[7:])), k=3))
        points = tuple(rng.choices(range(rng.choice((6, 16, 45))), k=2))
        hand = Hand(
            high=rng.randrange(2),
            low=rng.randrange(2),
            jack=rng.choice((0, 1, NOBODY)),
            game=NOBODY if points[0] == points[1] else int(points[1] > points[0]),
            low_card=low,
            pitched=pitched,
            high_card=high,
            pitcher_side=rng.randrange(2),
            card_points=points,
            hung=rng.choice((None, False, True)),
        )
        assert (not faults(hand, rules)) is possible(hand, rules), hand
