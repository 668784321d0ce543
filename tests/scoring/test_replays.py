"""Records played through strictly, refused with their place; or as in pubs, with each breach and its cost."""

from dataclasses import replace
from random import Random

import pytest

from scoring import NOBODY, HandPenalty, IllegalPlay, ImpossibleHand, Suit, parse_card, score_game, variants
from scoring.hands import Peg
from scoring.irregularities import (
    DealFault,
    Instead,
    IrregularityKind,
    MisdealPenalty,
    RevokePenalty,
    misdeal_penalty,
    revoke_penalty,
)
from scoring.moments import Status
from scoring.reckoning import hand_of, reckon
from scoring.records import Bid
from scoring.replays import replay, review, verify
from scoring.seats import DealtBy
from scoring.tricks import Play
from tests.scoring.playing import recorded
from tests.scoring.tables import cards, holdings, record

# One hand of West Yorkshire All Fours, card by card.
DEALT = ("AS 5S KH 4D 3C 2C", "JS 9S TH 8D 7C 6C", "3S 2S QH 9D TC 5C", "KS 7S 3H 2D 9C 8C")
TRICKS = (
    (0, "AS 9S 3S 7S"),
    (0, "KH TH QH 3H"),
    (0, "5S JS 2S KS"),
    (3, "2D 4D 8D 9D"),
    (2, "TC 8C 3C 7C"),
    (2, "5C 9C 2C 6C"),
)
YORKSHIRE = variants.get("west_yorkshire").rules
TRINIDAD = variants.get("trinidad").rules


def test_a_whole_hand_is_played_through_and_scored():
    position = replay(record(*DEALT, tricks=TRICKS), YORKSHIRE)
    assert position.trick_winners == (0, 0, 3, 2, 2, 3)
    hand = hand_of(position)
    assert (hand.high, hand.low, hand.jack, hand.game) == (0, 0, 1, 0)
    assert (str(hand.high_card), str(hand.low_card), str(hand.pitched)) == ("AS", "2S", "AS")
    assert (hand.card_points, hand.trump, hand.pitcher_side) == ((29, 4), Suit.SPADES, 0)
    assert reckon(position).board.scores == (3, 1)


@pytest.mark.parametrize("check", [replay, verify])
@pytest.mark.parametrize(
    ("tricks", "told"),
    [
        (
            ((0, "AS 9S 3S 3H"),),
            "Trick 1, card 4: Player 4 may not play the three of hearts to the ace of spades; "
            "legal: king of spades and seven of spades.",
        ),
        ((TRICKS[0], (1, "JS 2S KS 5S")), "Trick 2, card 1: It is not player 2's turn but player 1's."),
        (((0, "AS 9S QS 7S"),), "Trick 1, card 3: Player 3 does not hold the queen of spades."),
        (
            ((0, "AS 9S 3S 7S KH"),),
            "Trick 1, card 5: A trick has a card of each player who holds any: this one belongs to trick 2.",
        ),
        (
            ((0, "AS 9S 3S"), (0, "KH TH QH 3H")),
            "Trick 2, card 1: It is not player 1's turn but player 4's.",
        ),
        (
            ((0, "AS (8D 7C)"),),
            "Trick 1, card 2: Player 2 may not throw in eight of diamonds and seven of clubs.",
        ),
        (((0, "AS (8D QS)"),), "Trick 1, card 2: Player 2 does not hold the queen of spades."),
        ((*TRICKS, (0, "AS")), "Trick 7, card 1: No card is played now, at over."),
    ],
)
def test_what_is_against_the_rules_is_refused_with_its_place(tricks, told, check):
    with pytest.raises(IllegalPlay) as refusal:
        check(record(*DEALT, tricks=tricks), YORKSHIRE)
    assert str(refusal.value) == told


def test_a_hand_stops_early_only_if_it_says_so_or_the_game_is_won():
    for check in (replay, verify):
        with pytest.raises(IllegalPlay) as refusal:
            check(record(*DEALT, tricks=TRICKS[:3]), YORKSHIRE)
        assert str(refusal.value) == (
            "The hand stops with cards left and is not said to be cut short; tricks: 3."
        )
    cut = replay(record(*DEALT, tricks=TRICKS[:3], cut_short=True), YORKSHIRE, scores=(10, 10))
    assert reckon(cut).board.winner == 0


TWO = ("AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H")


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        (
            {"words": ("stand",), "extra": (holdings("AD KD QD", "3D 4D 6D"),)},
            "The pack was not run, yet cards are given out, or the run's cards are missing.",
        ),
        (
            {"words": ("beg", "run")},
            "The pack was not run, yet cards are given out, or the run's cards are missing.",
        ),
        ({"words": ("beg",)}, "Eldest begged, and the dealer neither gave nor ran the cards."),
        (
            {"words": ("run",)},
            "run cannot be said at begging: there is begging only once a card is turned, by eldest.",
        ),
        (
            {
                "words": ("beg", "run", "bunch"),
                "turned": "5D 5C",
                "extra": (holdings("AD KD QD", "3D 4D 6D"),),
            },
            "bunch cannot be said at play: cards are bunched after a run, if at all.",
        ),
        (
            {"words": ("beg", "run"), "turned": "5D JD", "extra": (holdings("AD KD QD", "3D 4D 6D"),)},
            "The card turned is of the suit refused, so the pack is run again.",
        ),
        (
            {
                "words": ("beg", "run"),
                "turned": "5D 5C 6C",
                "extra": (holdings("AD KD QD", "3D 4D 6D"), holdings("AC KC QC", "3C 4C 7C")),
            },
            "The card turned had fixed trumps; no more cards are given out.",
        ),
        (
            {"words": ("beg", "run"), "turned": "5D 5C", "extra": (holdings("AD KD", "3D 4D 6D"),)},
            "Player 1 gets three cards in a run, not 2.",
        ),
    ],
)
def test_the_deal_of_a_record_must_be_the_one_that_was_said(deal, told):
    turned = cards(deal.pop("turned", "5D"))
    with pytest.raises((IllegalPlay, ImpossibleHand)) as refusal:
        replay(record(*TWO, turnups=turned, tricks=((0, "AS JS"),), **deal), variants.get("cotton").rules)
    assert str(refusal.value) == told


def test_no_more_cards_can_be_given_out_than_there_are():
    packs = [f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA"]
    dealt = [" ".join(packs[seat * 6 : seat * 6 + 6]) for seat in range(6)]
    extra = (
        holdings(*[" ".join(packs[36 + n * 3 - n % 2 : 39 + n * 3 - n % 2]) for n in range(5)], "2S 3S 4S"),
    )
    written = record(*dealt, turnups=(parse_card("AC"),), words=("beg", "run"), extra=extra)
    with pytest.raises(IllegalPlay) as refusal:
        replay(written, variants.get("classic_many").rules)
    assert str(refusal.value) == (
        "The pack cannot be run again: too few cards are left, so there is a new deal."
    )


@pytest.mark.parametrize(
    ("bids", "told"),
    [
        (((0, 2), (1, 2), (2, 0)), "Call 2: 2 cannot be bid: a bid is 3 to 4, or a pass."),
        (((0, 5),), "Call 1: 5 cannot be bid: a bid is 1 to 4, or a pass."),
        (((1, 2),), "Call 1: It is not player 2's turn but player 1's."),
        (
            ((0, 1), (1, 0)),
            "The auction stops too soon: each of 3 players calls once; calls: 2.",
        ),
    ],
)
def test_calls_are_in_turn_and_higher_than_the_last(bids, told):
    with pytest.raises(IllegalPlay) as refusal:
        replay(record(*DEALT[:3], bids=tuple(Bid(*bid) for bid in bids)), variants.get("auction_pitch").rules)
    assert str(refusal.value) == told


def test_a_pitch_that_was_bid_for_is_sold_or_kept():
    bids = (Bid(1, 2), Bid(2, 0))
    with pytest.raises(IllegalPlay) as refusal:
        replay(record(*DEALT[:3], bids=bids, tricks=TRICKS[:1]), variants.get("commercial_pitch").rules)
    assert str(refusal.value) == "The auction stops too soon: each of 3 players calls once; calls: 2."


def test_what_goes_without_saying_is_said():
    written = record(*TWO, turnups=cards("5D"), tricks=((0, "AS JS"),), cut_short=True)
    assert len(replay(written, variants.get("victorian").rules).tricks) == 1


def test_hands_that_are_not_reduced_may_be_written_as_kept_but_not_changed():
    rules, kept = variants.get("victorian").rules, holdings(*TWO)
    play = {"turnups": cards("5D"), "tricks": ((0, "AS JS"),), "cut_short": True}
    assert len(replay(record(*TWO, kept=kept, **play), rules).tricks) == 1
    for wrong in (kept[:1], (kept[0], kept[0])):
        with pytest.raises(IllegalPlay) as refusal:
            replay(record(*TWO, kept=wrong, **play), rules)
        assert (refusal.value.code, refusal.value.faults[0].params["player"]) == ("no_discard", 0)


def outcome(check, *arguments, **more):
    """What a check makes of a record: its reckoning, or the faults it is refused with."""
    try:
        checked = check(*arguments, **more)
    except (IllegalPlay, ImpossibleHand) as refusal:
        return refusal.faults
    return reckon(checked) if check is replay else checked


@pytest.mark.parametrize("game", ["west_yorkshire", "trinidad", "pitch", "victorian"])
def test_the_quick_way_refuses_what_the_careful_way_refuses(game):
    """Two cards of a right record exchanged, or two players."""
    rng, rules = Random(game), variants.get(game).rules
    refused = 0
    for _ in range(60):
        right, _ = recorded(rng, rules, rules.players[0])
        tricks = [list(trick) for trick in right.tricks]
        if not tricks:
            continue
        first, second = rng.choice(tricks), rng.choice(tricks)
        at, to = rng.randrange(len(first)), rng.randrange(len(second))
        first[at], second[to] = second[to], first[at]
        if rng.random() < 0.5 and isinstance(first[at], Play) and isinstance(second[to], Play):
            seats = first[at].seat, second[to].seat
            first[at], second[to] = first[at]._replace(seat=seats[1]), second[to]._replace(seat=seats[0])
        wrong = replace(right, tricks=tuple(map(tuple, tricks)))
        refusal = outcome(replay, wrong, rules)
        assert outcome(verify, wrong, rules) == refusal
        refused += isinstance(refusal, tuple)
    assert refused


# What it costs

REVOKED = (
    (0, "AS 9S 3S 3H"),
    (0, "KH TH QH 7S"),
    (3, "KS 5S JS 2S"),
    (3, "2D 4D 8D 9D"),
    (2, "TC 8C 3C 7C"),
    (2, "5C 9C 2C 6C"),
)


def test_a_lenient_replay_finds_the_revoke_and_goes_on():
    seen = review(record(*DEALT, tricks=REVOKED), YORKSHIRE)
    [breach] = seen.irregularities
    assert (breach.kind, breach.player, breach.trick, breach.play) == (IrregularityKind.REVOKE, 3, 0, 3)
    assert (str(breach.card), [str(card) for card in breach.legal]) == ("3H", ["KS", "7S"])
    assert breach.is_silent
    assert breach.pegs == ()
    assert seen.position is not None
    assert seen.position.is_played_out
    assert breach.sentence() == (
        "Trick 1, card 4: player 4 played the three of hearts against the rules; "
        "legal: king of spades and seven of spades."
    )


def test_the_league_may_name_a_penalty_where_the_source_is_silent():
    rules = YORKSHIRE.with_options({"revoke": "one_and_no_game"})
    seen = review(record(*DEALT, tricks=REVOKED), rules)
    assert seen.irregularities[0].pegs == (Peg("revoke", 0, 1),)
    assert seen.position.no_game_for == (1,)
    assert seen.board.pegged[0] == Peg("revoke", 0, 1)


def test_the_side_that_revoked_leaves_game_to_nobody_when_it_has_the_most():
    rules = YORKSHIRE.with_options({"revoke": "one_and_no_game"})
    dealt = ("2S 3S 4S 5H 6H 7H", "AS KS QS AH KH QH", "5S 6S 7S 8H 9H 2D", "TS JS 8S TH JH 3D")
    tricks = ((0, "2S AS 5S 3D"), (1, "KS 6S 8S 3S"), (1, "QS 7S TS 4S"), (1, "AH 8H JS 5H"))
    written = record(*dealt, tricks=(*tricks, (3, "TH 6H KH 9H"), (1, "QH 2D JH 7H")))
    seen = review(written, rules)
    assert hand_of(seen.position).game is NOBODY
    assert seen.position.no_game_for == (1,)


def test_in_trinidad_not_following_a_trump_with_one_of_the_top_five_loses_the_game():
    written = record(*DEALT, turnups=cards("TS"), words=("stand",), tricks=REVOKED)
    seen = review(written, TRINIDAD, scores=(3, 12))
    assert seen.irregularities[0].loses_game
    assert (seen.board.winner, seen.board.scores) == (0, (14, 12))
    assert seen.position.moment.lost == 1


def test_any_other_revoke_costs_a_point_there_and_game():
    dealt = (*DEALT[:3], "8S 7S 3H 2D 9C 8C")
    tricks = (*REVOKED[:2], (3, "8S 5S JS 2S"), (1, "8D 9D 2D 4D"), (2, "TC 8C 3C 7C"), (2, "5C 9C 2C 6C"))
    written = record(*dealt, turnups=cards("4S"), words=("stand",), tricks=tricks)
    seen = review(written, TRINIDAD)
    assert seen.irregularities[0].pegs == (Peg("revoke", 0, 1),)
    assert seen.irregularities[0].no_game_point


def test_a_revoke_owned_to_is_played_strictly_and_costs_the_same():
    written = record(*DEALT, turnups=cards("TS"), words=("stand",), tricks=REVOKED)
    owned = replace(written, revokes=cards("3H"))
    with pytest.raises(IllegalPlay, match="may not play the three of hearts"):
        replay(written, TRINIDAD, scores=(3, 12))
    position = replay(owned, TRINIDAD, scores=(3, 12))
    assert reckon(position).board == review(written, TRINIDAD, scores=(3, 12)).board
    assert verify(owned, TRINIDAD, scores=(3, 12)) == reckon(position)
    hand = hand_of(position)
    assert hand.penalties == (HandPenalty(0, 11, "revoke"),)
    assert score_game([hand], TRINIDAD, start=(3, 12)).scores == (14, 12)


def test_what_is_no_revoke_cannot_be_owned_to():
    with pytest.raises(IllegalPlay) as refusal:
        replay(record(*DEALT, tricks=TRICKS, revokes=cards("3H")), YORKSHIRE)
    assert (refusal.value.code, refusal.value.faults[0].params["trick"]) == ("no_revoke", 1)


def test_a_game_lost_by_a_revoke_goes_to_the_others_after_the_card_turned_up():
    """The dealer's jack was on the board before anybody could revoke."""
    dealt = (*DEALT[:1], "QS 9S TH 8D 7C 6C", *DEALT[2:])
    tricks = ((0, "AS 9S 3S 3H"), (0, "KH TH QH 7S"), (3, "KS 5S QS 2S"), *REVOKED[3:])
    written = record(*dealt, turnups=cards("JS"), words=("stand",), tricks=tricks, revokes=cards("3H"))
    position = replay(written, TRINIDAD, scores=(12, 10))
    board = reckon(position).board
    assert [(point.what, point.side, point.points) for point in board.pegged] == [
        ("turnup", 1, 3),
        ("revoke", 0, 2),
    ]
    assert (board.scores, board.winner) == ((14, 13), 0)
    entered = replace(hand_of(position), no_game_for=())
    assert score_game([entered], TRINIDAD, start=(12, 10)).scores == (14, 13)
    won = replay(replace(written, tricks=()), TRINIDAD, scores=(12, 11))
    assert (reckon(won).board.scores, reckon(won).board.winner) == ((12, 14), 1)
    assert score_game([entered], TRINIDAD, start=(12, 11)).winner == 1


def test_a_score_marked_wrong_gives_the_opponents_what_was_agreed():
    """Enquire Within, All-Fours, law 5: four points or one."""
    enquire = variants.get("enquire_within").rules
    written = record(*DEALT, turnups=cards("4S"), words=("stand",), tricks=TRICKS, misscored=(2,))
    for points in (1, 4):
        seen = review(written, enquire.with_options({"wrong_score": points}))
        assert [(point.kind, point.player) for point in seen.irregularities] == [
            (IrregularityKind.WRONG_SCORE, 2)
        ]
        assert seen.board.pegged[0] == Peg("penalty", 1, points)
        assert reckon(replay(written, enquire.with_options({"wrong_score": points}))).board == seen.board
    assert seen.irregularities[0].sentence() == "Player 3 marked a score that was not his; it is taken down."
    assert not seen.irregularities[0].is_silent
    assert review(written, replace(enquire, wrong_score=None)).irregularities[0].is_silent
    with pytest.raises(ImpossibleHand) as refusal:
        review(replace(written, misscored=(4,)), enquire)
    assert str(refusal.value) == "There is no player 5 at this table: there are 4."


def test_a_misdeal_is_found_and_dealt_again():
    short = (*DEALT[:3], "KS 7S 3H 2D 9C")
    seen = review(record(*short, turnups=cards("TS")), TRINIDAD, scores=(13, 2))
    assert (seen.position, seen.dealer, seen.irregularities[0].kind) == (
        None,
        DealtBy.SAME,
        IrregularityKind.MISDEAL,
    )
    assert (seen.board.scores, seen.board.winner) == ((14, 2), 0)
    silent = review(record(*short), YORKSHIRE)
    [misdeal] = silent.irregularities
    assert (misdeal.is_silent, silent.dealer, silent.board.pegged) == (True, DealtBy.SAME, ())
    assert misdeal.sentence() == "Player 4 dealt a wrong number of cards."
    assert review(record(*short, turnups=cards("TS")), variants.get("seven_up").rules).dealer is DealtBy.NEXT


def test_a_partner_who_looks_too_soon_costs_four_pegged_first():
    seen = review(record(*DEALT, tricks=TRICKS, peeked=True), YORKSHIRE, scores=(3, 5))
    assert (seen.irregularities[0].kind, seen.irregularities[0].player) == (IrregularityKind.PEEK, 2)
    assert seen.irregularities[0].sentence() == "Player 3 looked at his cards before the pitch."
    assert not seen.irregularities[0].is_silent
    silent = replace(YORKSHIRE, peek_penalty=None)
    assert review(record(*DEALT, tricks=TRICKS, peeked=True), silent).irregularities[0].is_silent
    assert seen.board.pegged[0] == Peg("penalty", 1, 4)
    assert seen.board.scores == (6, 10)
    assert verify(record(*DEALT, tricks=TRICKS, peeked=True), YORKSHIRE, scores=(3, 5)).board == seen.board


def test_partners_may_sit_side_by_side_and_penalties_go_to_the_others():
    written = record(*DEALT, tricks=TRICKS, peeked=True, misscored=(2,))
    sides, rules = (0, 0, 1, 1), YORKSHIRE.with_options({"wrong_score": 1})
    seen = review(written, rules, scores=(3, 5), sides=sides)
    assert [(breach.player, breach.pegs) for breach in seen.irregularities] == [
        (1, (Peg("penalty", 1, 4),)),
        (2, (Peg("penalty", 0, 1),)),
    ]
    position = replay(written, rules, scores=(3, 5), sides=sides)
    assert position.penalties == (HandPenalty(1, 4, "peek"), HandPenalty(0, 1, "wrong_score"))
    assert (position.table.sides, position.table.scores) == (sides, (3, 5))
    assert verify(written, rules, scores=(3, 5), sides=sides).board == seen.board == reckon(position).board
    short = (*DEALT[:3], "KS 7S 3H 2D 9C")
    misdealt = review(record(*short, turnups=cards("TS")), TRINIDAD, scores=(3, 5), sides=sides)
    assert (misdealt.irregularities[0].pegs, misdealt.board.scores) == ((Peg("misdeal", 0, 1),), (4, 5))


def test_what_cannot_have_happened_is_refused_even_so():
    with pytest.raises(IllegalPlay) as refusal:
        review(record(*DEALT, tricks=((0, "AS 9S 3S QS"),)), YORKSHIRE)
    assert str(refusal.value) == "Trick 1, card 4: Player 4 does not hold the queen of spades."


def test_penalties_are_pegged_before_anything_else():
    written = record(*DEALT, tricks=TRICKS, penalties=(HandPenalty(1, 4, "partner looked"),))
    position = replay(written, YORKSHIRE, scores=(0, 8))
    assert (position.status, reckon(position).board.winner) == (Status.PLAY, 1)
    assert reckon(position).board.pegged == (Peg("penalty", 1, 3),)


@pytest.mark.parametrize(
    ("game", "led_trump", "held", "cost"),
    [
        ("trinidad", True, True, RevokePenalty(0, loses_game=True)),
        ("trinidad", True, False, RevokePenalty(1, no_game_point=True)),
        ("trinidad", False, True, RevokePenalty(1, no_game_point=True)),
        ("enquire_within", True, True, RevokePenalty(1)),
        ("heckmondwike", True, True, None),
    ],
)
def test_what_a_revoke_costs(game, led_trump, held, cost):
    assert revoke_penalty(variants.get(game).rules, led_trump=led_trump, held_top_five=held) == cost


@pytest.mark.parametrize(
    ("game", "fault", "cost"),
    [
        ("trinidad", DealFault.COUNT, MisdealPenalty(1, DealtBy.SAME)),
        ("seven_up", DealFault.COUNT, MisdealPenalty(0, DealtBy.NEXT)),
        ("seven_up", DealFault.UNCUT, MisdealPenalty(0, DealtBy.NEXT)),
        ("seven_up", DealFault.FACED, MisdealPenalty(0, DealtBy.SAME)),
        ("seven_up", DealFault.EXPOSED, MisdealPenalty(0, DealtBy.SAME, Instead.STAND)),
        ("seven_up", DealFault.OWN_EXPOSED, MisdealPenalty(0, DealtBy.SAME, Instead.STAND)),
        ("foster_pitch", DealFault.UNCUT, MisdealPenalty(0, DealtBy.SAME)),
        ("foster_pitch", DealFault.EXPOSED, MisdealPenalty(0, DealtBy.SAME, Instead.STAND)),
        ("enquire_within", DealFault.COUNT, MisdealPenalty(0, DealtBy.SAME, Instead.DRAW)),
        ("enquire_within", DealFault.EXPOSED, MisdealPenalty(0, DealtBy.SAME, Instead.STAND)),
        ("enquire_within", DealFault.OWN_EXPOSED, MisdealPenalty(0, None)),
        ("enquire_within", DealFault.UNCUT, None),
        ("victorian", DealFault.COUNT, None),
    ],
)
def test_what_a_misdeal_costs(game, fault, cost):
    assert misdeal_penalty(variants.get(game).rules, fault) == cost


def test_with_three_each_alone_a_game_lost_is_nobodys_yet():
    rules = variants.get("seven_up").rules.with_options({"revoke": "game_or_one"})
    three = ("AS KS 4D 3C 2C 9H", "JS 9S TH 8D 7C 6C", "3S 2S QH 9D TC 5C")
    seen = review(record(*three, turnups=cards("4S"), tricks=((0, "AS TH 2S"),), cut_short=True), rules)
    [revoke] = seen.irregularities
    assert (revoke.loses_game, revoke.pegs, seen.position.moment.lost) == (True, (), 1)
