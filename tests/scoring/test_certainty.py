"""What tricks tell of a hand whose deal nobody wrote down, and what a hand can still do."""

from random import Random

import pytest

from scoring import NOBODY, Hand, IllegalPlay, ImpossibleHand, Rules, reckon, variants
from scoring.axes import StockDraw
from scoring.moments import TableSetup
from scoring.possible_scores import all_four_alive, chances
from scoring.reckoning import hand_of, seen, verify_seen
from scoring.records import Say
from tests.examples import examples
from tests.scoring.playing import GAMES, recorded
from tests.scoring.tables import at, cards, play, trick
from tests.scoring.test_replays import DEALT, REVOKED, TRICKS, YORKSHIRE

TABLE = TableSetup(YORKSHIRE, (0, 1, 0, 1), (0, 0))


def tricks(*texts):
    return tuple(trick(leader, text) for leader, text in texts)


def test_who_put_no_trump_on_the_pitch_may_not_trump_later():
    with pytest.raises(IllegalPlay) as refusal:
        verify_seen(tricks(*REVOKED[:2]), TABLE)
    assert str(refusal.value) == (
        "Trick 1, card 4: Player 4 may not play the three of hearts to the ace of spades; "
        "legal: seven of spades."
    )
    assert verify_seen(tricks(REVOKED[0]), TABLE)


def test_a_revoke_owned_to_is_none_to_be_found():
    assert verify_seen(tricks(*REVOKED[:2]), TABLE, revokes=cards("3H"))


def test_tricks_make_certain_what_no_card_unseen_can_change():
    reckoning = verify_seen(tricks(*TRICKS[:3]), TABLE)
    assert [(award.award, award.side) for award in reckoning.awards] == [("high", 0), ("low", 0), ("jack", 1)]
    assert reckoning.unknown == ("game",)
    assert verify_seen(tricks(TRICKS[0]), TABLE).awards[0].side == 0


@pytest.mark.parametrize(
    ("played", "refused", "told"),
    [
        (
            ((0, "AS 9S 3S 7S"), (1, "KH TH QH 3H")),
            IllegalPlay,
            "Trick 2, card 1: It is not player 2's turn but player 1's.",
        ),
        (
            ((0, "AS 9S 3S 7S"), (0, "KH TH QH KH")),
            ImpossibleHand,
            "The king of hearts is in the hand twice.",
        ),
        (
            ((0, "AS 9S 3S (7S 2C)"),),
            IllegalPlay,
            "Trick 1, card 4: Player 4 may not throw in seven of spades and two of clubs.",
        ),
    ],
)
def test_what_no_deal_allows_is_refused(played, refused, told):
    with pytest.raises(refused) as refusal:
        verify_seen(tricks(*played), TABLE)
    assert str(refusal.value) == told


def test_a_card_that_is_not_in_the_pack_is_refused():
    short = TableSetup(variants.get("victorian_blind").rules.with_options({"pack": 44}), (0, 1), (0, 0))
    with pytest.raises(ImpossibleHand) as refusal:
        verify_seen((trick(0, "AS 6S", 2),), short)
    assert str(refusal.value) == "The six of spades is not in the pack of 44 cards."


def test_nobody_shows_more_cards_than_he_was_dealt():
    with pytest.raises(ImpossibleHand) as refusal:
        verify_seen(tricks(*TRICKS), TABLE, most=5)
    assert verify_seen(tricks(*TRICKS), TABLE, most=6) == verify_seen(tricks(*TRICKS), TABLE)
    assert str(refusal.value) == "Player 1 has 6 cards; each is dealt 5."


def test_where_low_goes_to_who_wins_it_the_two_must_have_been_won():
    position = at("lancashire", *DEALT)
    play(position, "AS 9S 2S")
    assert [award.award for award in reckon(position).awards] == ["high"]
    play(position, "7S")
    assert [award.award for award in reckon(position).awards] == ["high", "low"]


def test_of_a_jack_not_yet_seen_nobody_knows_whether_it_was_hanged():
    position = at("trinidad", *DEALT, stock="4S")
    position.say(Say.STAND)
    play(position, "AS")
    assert (hand_of(position).jack, hand_of(position).hung) == (None, None)
    assert position.to_record().stock == ()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_no_hand_that_was_played_is_refused_wherever_it_breaks_off(game, players):
    rng, rules = Random(game), variants.get(game).rules.for_players(players)
    if rules.draw is not StockDraw.NONE:
        return
    for _ in range(examples(20)):
        record, position = recorded(rng, rules, players)
        whole, moment = reckon(position), position.moment
        for end in range(1, len(record.tricks) + 1):
            reckoning = verify_seen(
                record.tricks[:end],
                position.table,
                trump=moment.trump if moment.turnups else record.trump,
                pitcher=moment.pitcher,
                most=rules.pack,
            )
            for award in reckoning.awards:
                assert whole.awarded(award.award).side == award.side


def test_a_hand_played_out_shows_its_deal():
    rng = Random(6)
    record, _ = recorded(rng, YORKSHIRE, 4)
    assert [set(cards) for cards in seen(record.tricks, 4)] == [set(cards) for cards in record.holdings]


HECKMONDWIKE = variants.get("heckmondwike").rules


def ways_out(scores, rules=HECKMONDWIKE, **more):
    return [chance.sentence(home="Home", away="Away") for chance in chances(scores, rules, **more)]


def test_ways_out_are_told_for_a_target_of_the_evening():
    assert ways_out((10, 3)) == []
    assert ways_out((10, 3), target=11)[0] == "Home is out if High is theirs."


def test_a_way_out_is_told_with_the_names_of_the_pubs():
    names = {"home": "The Fleece", "away": "The Shears"}
    told = [way.sentence(**names) for way in chances((14, 13), variants.get("heckmondwike").rules)]
    assert told[0] == "The Fleece is out if High is theirs."
    assert "The Shears is out if High and Low are theirs." in told
    heckmondwike = variants.get("heckmondwike").rules
    assert [way.sentence() for way in chances((15, 13), heckmondwike)] == ["Home is out."]
    assert [way.sentence(**names) for way in chances((13, 15), heckmondwike)] == ["The Shears is out."]


def test_at_fourteen_all_either_side_is_out_with_high():
    assert ways_out((14, 14)) == ["Home is out if High is theirs.", "Away is out if High is theirs."]


def test_at_fourteen_thirteen_away_needs_high_and_low():
    assert ways_out((14, 13)) == [
        "Home is out if High is theirs.",
        "Home is out if Low is theirs.",
        "Away is out if High and Low are theirs.",
    ]


def test_what_is_known_of_the_hand_counts():
    assert ways_out((13, 13), so_far=Hand(high=0)) == [
        "Home is out if Low is theirs.",
        "Home is out if Jack is theirs.",
        "Away is out if Low and Jack are theirs.",
    ]
    assert ways_out((14, 13), so_far=Hand(high=0)) == ["Home is out."]


def test_nobody_is_out_far_from_the_target_or_without_one():
    assert ways_out((10, 5)) == []
    assert ways_out((30, 5), variants.get("northern_pub").rules) == []


def test_the_other_side_may_hang_the_jack_first():
    rules = Rules(target=14, hang_jack=3, cap_at_target=False)
    assert "Home is out if High and Game are theirs." not in ways_out((12, 11), rules)
    assert "Home is out if High and Game are theirs." in ways_out((12, 9), rules)


@pytest.mark.parametrize("scores", [(14, 14), (12, 13), (11, 14)])
def test_with_all_four_a_side_close_enough_is_always_out(scores):
    assert {chance.side for chance in chances(scores, HECKMONDWIKE)} == {0, 1}


def test_with_a_stake_on_all_four_play_goes_on_while_a_side_can_make_it():
    """A side with ten pitches the ace of trumps: it may go on, unless an opponent shows the two."""
    assert all_four_alive(Hand(high=0)) == (0,)
    assert all_four_alive(Hand(high=0, low=1)) == ()
    assert all_four_alive(Hand(high=0, jack=NOBODY)) == ()
    assert all_four_alive(Hand()) == (0, 1)
