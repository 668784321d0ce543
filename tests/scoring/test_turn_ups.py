"""What is said of a turn-up: stand, beg, give, run and bunch; and counting out in the deal."""

from random import Random

from scoring import Deal, Position, Suit, parse_card, shuffled, variants
from scoring.hands import HandPenalty, Peg
from scoring.moments import Stage, Status
from scoring.records import Say
from tests.scoring.tables import at, cards, refused

TWO = ("AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H")
FOUR = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S")
YORKSHIRE = ("AS 5S KH 4D 3D 2D", "JS 9S TH 8D 7D 6D", "3S 2S QH 9D TD 5D", "KS 7S 3H 2H 9H 8C")


# Turn-up, begging, gift and running


def test_a_turned_jack_scores_at_once_and_eldest_may_stand():
    position = at("classic_two", *TWO, stock="JD")
    assert (position.scores, position.turn, position.trump) == ((0, 1), 0, Suit.DIAMONDS)
    assert position.stage is Stage.BEGGING
    assert position.say(Say.STAND) == ()
    assert position.stage is Stage.PLAY


def test_the_dealer_gives_a_point_and_play_begins():
    position = at("classic_two", *TWO, stock="5D")
    position.say(Say.BEG)
    assert position.turn == 1
    assert position.say(Say.GIVE) == (Peg("gift", 0, 1),)
    assert (position.scores, position.stage) == ((1, 0), Stage.PLAY)


def test_in_the_oldest_game_the_gift_ends_the_hand():
    position = at("cotton", *TWO, stock="5D")
    position.say(Say.BEG)
    position.say(Say.GIVE)
    assert (position.status, position.stage, position.scores) == (Status.HAND_OVER, Stage.OVER, (1, 0))


def test_the_pack_is_run_again_while_the_suit_is_the_one_refused():
    first = "8D 9D TD 8H 9H TH 8S 9S TS 9C TC JC"
    second = "JD QD KD JH QH KH JS QS KS QC KC AS"
    dealt = ("2C 3C 4C 5C 8C 7C", *FOUR[1:])
    position = at("trinidad", *dealt, stock=f"6C {first} AC {second} AD")
    position.say(Say.BEG)
    assert position.say(Say.RUN) == (Peg("turnup", 1, 1), Peg("turnup", 1, 1))
    assert (position.moment.runs, position.trump, position.moment.sizes) == (2, Suit.DIAMONDS, (12,) * 4)
    assert position.scores == (0, 4)  # the six, the ace of the suit refused, the ace of the new one


def test_a_turned_card_that_wins_ends_the_run_though_its_suit_was_refused():
    packets = "8D 9D TD 8H 9H TH 8S 9S TS 9C TC JC"
    position = at("trinidad", *FOUR[:3], "2S 3S 4S 5S 7S KS", stock=f"6S {packets} AS KD", scores=(5, 11))
    position.say(Say.BEG)
    assert position.say(Say.RUN) == (Peg("turnup", 1, 1),)
    assert (position.scores, position.winner, position.status) == ((5, 14), 1, Status.WON)
    assert (position.is_over, position.is_played_out, position.moment.runs) == (True, False, 1)
    assert str(refused(position.say, Say.STAND)) == (
        "stand cannot be said at over: there is begging only once a card is turned, by eldest."
    )


def test_in_the_oldest_game_a_gift_that_wins_is_a_game_won():
    position = at("cotton", *TWO, stock="5D", scores=(10, 3))
    position.say(Say.BEG)
    position.say(Say.GIVE)
    assert (position.status, position.winner, position.is_over) == (Status.WON, 0, True)


def test_tobago_scores_the_two_and_not_the_six():
    assert at("tobago", *FOUR[:3], "8S 3S 4S 5S 6S 7S", stock="2S").scores == (0, 2)
    assert at("tobago", *FOUR[:3], "2S 3S 4S 5S 8S 7S", stock="6S").scores == (0, 0)


def test_a_pack_that_runs_out_is_dealt_again_and_points_are_kept():
    packets = "8D 9D TD JD QD KD 8H 9H TH JH QH KH"
    again = "8S 9S TS JS QS KS AD AH AS TC JC 8C"
    position = at("trinidad", *FOUR, stock=f"9C {packets} KC {again} AC")
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert (position.status, position.trump, position.scores) == (Status.REDEAL, None, (0, 1))


def test_six_players_cannot_run_so_what_is_not_given_is_dealt_again():
    rest = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "89TJ")
    dealt = [" ".join(f"{rank}{suit}" for rank in "234567") for suit in "SHDC"]
    dealt += ["QS KS AS QH KH AH", "QD KD AD QC KC AC"]
    position = at("classic_many", *dealt, stock=rest.split()[0])
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert position.status is Status.REDEAL


def test_the_last_three_are_taken_up_and_three_put_down():
    position = at("classic_two", *TWO, stock="5D AD KD QD 3D 4D 6D JD 7D 8D 9D AC KC QC 2C")
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert position.holdings == (cards(TWO[0] + " 7D 8D 9D"), cards(TWO[1] + " AC KC QC"))
    assert (position.stage, position.turn, position.trump) == (Stage.KEEPING, 0, Suit.CLUBS)
    assert str(refused(position.keep, cards(TWO[0])[:5])) == (
        "Player 1 keeps 6 of his cards, not ace of spades, king of spades, queen of spades, four "
        "of hearts and three of hearts."
    )
    assert position.keep(cards("AS KS QS 7D 8D 9D")) == cards("4H 3H 2H")
    position.keep(cards(TWO[1]))
    assert (position.stage, position.turn) == (Stage.PLAY, 0)


def test_after_one_run_some_keep_nine_cards_and_discard_only_from_twelve():
    stock = "5D AD KD QD 3D 4D 6D JC 7D 8D 9D AC KC QC 2C"
    position = at("seven_up", *TWO, stock=stock, options={"after_run": "discard_if_12"})
    for word in (Say.BEG, Say.RUN, Say.PLAY_ON):
        position.say(word)
    assert (position.stage, len(position.holdings[0])) == (Stage.PLAY, 9)


def test_all_agree_to_bunch_and_no_point_is_given():
    position = at("seven_up", *TWO, stock="5D AD KD QD 3D 4D 6D JC")
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert (position.stage, position.turn) == (Stage.BUNCHING, 0)
    position.say(Say.BUNCH)
    assert (position.status, position.scores) == (Status.REDEAL, (0, 0))


def test_only_the_jack_that_fixes_trumps_scores_in_seven_up():
    position = at("seven_up", *TWO, stock="JD AD KD QD 3D 4D 6D JC")
    assert position.scores == (0, 0)
    for word in (Say.BEG, Say.RUN):
        position.say(word)
    assert position.say(Say.PLAY_ON) == (Peg("turnup", 1, 1),)


def test_a_jack_of_the_suit_refused_does_not_score_again():
    stock = "5D AD KD QD 3D 4D 6D JD 7D 8D 9D AC KC QC JC"
    position = at("american_early", *TWO, stock=stock, options={"turnup_when_run": "not_repeat_suit"})
    position.say(Say.BEG)
    assert position.say(Say.RUN) == (Peg("turnup", 1, 1),)


def test_a_rejected_jack_keeps_its_point_where_no_text_takes_it_back():
    position = at("cotton", *TWO, stock="JD AD KD QD 3D 4D 6D 2C")
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert position.scores == (0, 1)


def test_running_all_fours_scores_every_court_card_turned():
    assert [at("running", *TWO, stock=card).scores[1] for card in ("AD", "KD", "QD", "JD", "TD")] == [
        4,
        3,
        2,
        1,
        0,
    ]


def test_a_gift_goes_to_every_opposing_party_or_to_eldest_alone():
    three = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H")
    for options, scores in (({}, (1, 1, 0)), ({"gift_to": "eldest"}, (1, 0, 0))):
        position = at("classic_many", *three, stock="AS", options=options)
        position.say(Say.BEG)
        position.say(Say.GIVE)
        assert position.scores == scores


def test_a_gift_may_not_win_for_who_did_not_beg():
    three = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H")
    position = at("seven_up", *three, stock="AS", scores=(0, 6, 0))
    position.say(Say.BEG)
    assert not position.can_say(Say.GIVE)
    assert str(refused(position.say, Say.GIVE)) == (
        "A gift may not win the game for a player who did not beg: the dealer must run."
    )
    eldest = at("seven_up", *three, stock="AS", scores=(6, 5, 0))
    eldest.say(Say.BEG)
    eldest.say(Say.GIVE)
    assert (eldest.winner, eldest.status) == (0, Status.WON)


def test_the_house_may_make_eldest_beg_without_a_trump():
    position = at("trinidad", *FOUR, stock="AD", options={"must_beg_without_trumps": True})
    assert str(refused(position.say, Say.STAND)) == (
        "Eldest holds no diamonds; the house says he must beg then."
    )
    assert position.can_say(Say.BEG)


def test_by_agreement_eldest_may_beg_a_second_time():
    stock = "5D AD KD QD 3D 4D 6D JC 7D 8D 9D AC KC QC 2D"
    position = at("victorian", *TWO, stock=stock, options={"begs": 2})
    for word in (Say.BEG, Say.RUN):
        position.say(word)
    assert (position.stage, position.turn, position.trump) == (Stage.BEGGING, 0, Suit.CLUBS)
    for word in (Say.BEG, Say.RUN):
        position.say(word)
    assert (position.stage, position.trump) == (Stage.PLAY, Suit.DIAMONDS)
    assert position.moment.sizes == (12, 12)


def test_words_out_of_their_moment_are_refused():
    position = at("classic_two", *TWO, stock="5D")
    assert str(refused(position.say, Say.RUN)) == (
        "run cannot be said at begging: there is begging only once a card is turned, by eldest."
    )
    assert str(refused(position.say, Say.BUNCH)) == (
        "bunch cannot be said at begging: cards are bunched after a run, if at all."
    )
    assert str(refused(position.say, Say.PLAY_ON)) == (
        "play on cannot be said at begging: cards are bunched after a run, if at all."
    )
    assert str(refused(position.say, Say.REFUSE)) == (
        "refuse cannot be said at begging: eldest sells or refuses once there is a bid for the pitch."
    )
    assert str(refused(position.say, Say.GIVE)) == (
        "give cannot be said at begging: there is begging only once a card is turned, by eldest."
    )
    assert str(refused(position.say, Say.SELL)) == (
        "sell cannot be said at begging: eldest sells or refuses once there is a bid for the pitch."
    )
    assert str(refused(position.bid, 2)) == "Nobody bids now: this game has no auction, or it is over."
    assert str(refused(position.keep, ())) == "Player 1 cannot discard now: every card is played."
    assert str(refused(position.play, parse_card("AS"))) == (
        "Trick 1, card 1: No card is played now, at begging."
    )
    assert str(refused(at("west_yorkshire", *YORKSHIRE).say, Say.BEG)) == (
        "beg cannot be said at play: there is begging only once a card is turned, by eldest."
    )


# Counting out


def test_the_dealer_is_out_on_a_turned_jack_before_the_gift():
    position = at("classic_two", *TWO, stock="JD", scores=(6, 6))
    assert (position.winner, position.status, position.is_over) == (1, Status.WON, True)
    position.say(Say.BEG)
    position.say(Say.GIVE)
    assert (position.winner, position.scores) == (1, (6, 7))


def test_in_trinidad_the_winner_may_pass_fourteen():
    assert at("trinidad", *FOUR, stock="JD", scores=(13, 13)).scores == (13, 16)


def test_a_game_won_by_the_turned_card_stays_won_whatever_is_said_after_it():
    holdings = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S")
    holdings += ("8C 9C TC JC QC KC", "8D 9D TD JD QD KD")
    for reply in (Say.GIVE, Say.RUN):
        position = at("classic_many", *holdings, stock="JS", scores=(0, 0, 0, 0, 0, 6))
        position.say(Say.BEG)
        position.say(reply)
        assert (position.winner, position.status is Status.REDEAL, position.is_over) == (5, False, True)


def test_a_game_won_by_a_penalty_is_no_new_deal_where_all_pass():
    rules = variants.get("auction_pitch").rules
    deal = shuffled(Random(1), rules)
    position = Position(deal, rules, penalties=(HandPenalty(1, 7),))
    for _ in range(3):
        position.bid(0)
    assert (position.winner, position.status) == (1, Status.WON)


def test_a_dealer_without_trumps_may_not_give_where_a_tournament_says_so():
    rules = variants.get("trinidad").rules.with_options({"must_run_without_trumps": True})
    for dealer, may in (("2S 3S 4S 5S 6S 7S", False), ("2S 3S 4S 5S 6S JC", True)):
        position = Position(Deal.of(*FOUR[:3], dealer, stock="QC"), rules)
        position.say(Say.BEG)
        assert position.can_say(Say.GIVE) is may
        if not may:
            told = "The dealer holds no clubs; the house says they must run the pack then."
            assert str(refused(position.say, Say.GIVE)) == told
