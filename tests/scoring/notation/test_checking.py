"""Whether what a sheet records can be, and adds up."""

from pathlib import Path

import pytest

from scoring import parse_card, sentence
from scoring.notation import check, line_of, parse, read, terms
from scoring.records import PlayRecord
from scoring.replays import replay
from tests.examples import part_of

HEAD = '[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"]\n'
YORKSHIRE = '[Game "west_yorkshire"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "11"]\n'
TRINIDAD = '[Game "trinidad"] [Sides "AC=h BD=a"] [FirstDealer "D"] [Target "14"]\n'
AUCTION = '[Game "auction_pitch"] [Sides "A B C"] [FirstPitch "A"] [Target "7"]\n'
COMMERCIAL = '[Game "commercial_pitch"] [Sides "A B C"] [FirstPitch "A"] [Target "7"]\n'
COTTON = '[Game "cotton"] [Sides "A=h B=a"] [FirstPitch "A"] [Target "11"]\n'
MATCH = '[Game "heckmondwike"] [Target "15"]\n'

PLAYED = """1. A ^AS H:hAS L:h2S J:a G:h(29,4) = 3-1
deal A:A5.K.4.32 B:J9.T.8.76 C:32.Q.9.T5 D:K7.3.2.98
play 1 A AS 9S 3S 7S
play 2 A KH TH QH 3H
play 3 A 5S JS 2S KS
play 4 D 2D 4D 8D 9D
play 5 C TC 8C 3C 7C
play 6 C 5C 9C 2C 6C
"""


HERE = Path(__file__).parent


def rows(name):
    """The rows of a table beside this file, without its head."""
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines()[1:]]


def faults_by_line(text):
    return [(fault.line, fault.code) for sheet in parse(text) for fault in check(sheet)]


def sentences_of(text):
    return [sentence(fault) for sheet in parse(text) for fault in check(sheet)]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "1. A H:h L:h J:h G:h = 4-0\n2. B H:a L:h J:- G:a = 5-2",
        HEAD + "1. A H:h L:h J:h G:h\n2. B H:a L:h J:- G:a = 5-2",
        HEAD + '1. A P:a+4("looked") H:h L:h J:- G:- = 2-4',
        HEAD + "1. A = 3-0\n2. B =3-4\n3. C =5-5",
        YORKSHIRE + PLAYED,
        YORKSHIRE + PLAYED.replace("^AS H:hAS L:h2S J:a G:h(29,4) = 3-1", ""),
        YORKSHIRE.replace('"A"', '"D"').replace("FirstPitch", "FirstDealer") + PLAYED,
        TRINIDAD + "1. A up 6S beg run up KC H:h L:a J:a! G:h = 2-6",
        TRINIDAD + "1. A up 6S beg run up 9S up KC H:h L:a J:a! G:h = 2-6",
        TRINIDAD + "1. A up 6S beg give H:h L:a J:a! G:h = 3-6",
        TRINIDAD + "1. A = 1-3\n2. B = 2-6\n3. C = 3-9\n4. D = 5-11\n5. A up 6S beg run up AS = 5-14",
        TRINIDAD + "1. A up 3S H:- L:- J:- G:h = 1-0",
        TRINIDAD + '1. A up 3S stand H:h L:h J:h G:- P:a+1("revoke") = 3-1',
        COTTON + "1. A up JS beg give = 1-1\n2. B up 3S stand H:a L:a J:- G:h = 2-3",
        COTTON + "1. A up 3S beg run up 9H H:h L:a J:- G:h = 2-1",
        AUCTION + "1. A bid A- B3 C- H:B L:B J:- G:A = 1,-3,0",
        AUCTION + "1. A bid A- B2 C- H:B L:B J:- G:A = 1,2,0",
        AUCTION + "1. A bid A- B- C- = 0,0,0\n2. B bid B- C1 A- H:B L:C J:- G:C = 0,1,2",
        COMMERCIAL + "1. A bid B2 C- sell H:B L:B J:- G:A = 3,2,0",
        COMMERCIAL + "1. A bid B2 C- refuse H:B L:C J:- G:A = -2,1,1",
        '[Game "seven_up"] [Sides "A=h B=a"] [FirstPitch "A"] [Target "7"]\n'
        "1. A up 3S beg run up 9D bunch\n2. A up 3S stand H:h L:h J:- G:h = 3-0",
        '[Game "all_fives"] [Sides "A=h B=a"] [FirstPitch "A"] [Target "61"]\n'
        "1. A M:h+4 M:a+5 H:h L:a J:- G:h = 6-6",
        '[Game "northern_pub"] [Sides "AC=h BD=a"] [FirstPitch "A"]\n'
        "1. A H:h L:h J:h G:h = 4-0\n2. B H:a L:a J:- G:a = 4-3\n3. C H:a L:h J:- G:- = 5-4\n"
        "4. D H:h L:a J:- G:a = 6-6\n5. A H:h L:a J:- G:- = 7-7\n6. B H:h L:h J:- G:- = 9-7\n",
        MATCH + "table 1 15-9\ntable 2 15-8\ntable 3 12-15\ntable 4 15-3\nmatch 8-2 aggregate 57-35",
        MATCH + "table 1 15-9\ntable 3 12-15\ntable 4 unplayed",
        MATCH + "table 1 15-9\ntable 2 15-8\ntable 3 12-15\ntable 4 walkover h\nmatch 8-2 aggregate 57-32",
        MATCH
        + '[Option "walkover_in_aggregate=no"] [Option "tables_expected=2"]\n'
        + "table 1 15-9\ntable 2 walkover a\nmatch 4-2 aggregate 15-9",
        MATCH
        + '[Option "aggregate_tie=none"] [Option "tables_expected=2"]\n'
        + "table 1 15-9\ntable 2 9-15\nmatch 2-2 aggregate 24-24",
    ],
)
def test_what_can_be_and_adds_up_has_no_fault(text):
    assert sentences_of(text) == []


def told(lines):
    """Everything a file is told, as the command line tells it."""
    return " | ".join(f"{fault.line}: {sentence(fault)}" for sheet in read(lines) for fault in check(sheet))


def test_lines_that_cannot_be_are_told_why():
    answers = [(tags, lines, told([tags, *lines.split(" / ")])) for tags, lines, _ in rows("told.tsv")]
    assert answers == list(map(tuple, rows("told.tsv")))


def test_a_slip_of_the_pen_is_told_with_its_line_and_what_would_be_right():
    """One word of a game played through is left out or another stands there."""
    slips = part_of(map(tuple, rows("slips.tsv")), each=3)
    answers = []
    for file, line, word, instead, _ in slips:
        lines = (HERE.parent / "playthroughs" / f"{file}.afn").read_text(encoding="utf-8").splitlines()
        words = lines[int(line) - 1].split(" ")
        words[int(word) - 1 : int(word)] = [instead] if instead else []
        lines[int(line) - 1] = " ".join(words)
        answers.append((file, line, word, instead, told(lines)))
    assert answers == slips


# A game


def test_a_score_that_does_not_follow_is_a_fault_of_its_hand():
    text = HEAD + "1. A H:h L:h J:h G:h = 4-0\n2. B H:a L:h J:- G:a = 5-3"
    assert sentences_of(text) == ["Hand 2: from 4-0 these points make 5-2, not 5-3."]
    assert faults_by_line(text) == [(3, "score_differs")]


def test_a_slip_in_the_score_is_told_once_whichever_way_the_sheet_goes_on():
    lines = ["1. A H:h L:h J:h G:h = 3-0", "2. B H:a L:h J:- G:a = 4-2", "3. C H:h L:h J:- G:- = 6-2"]
    assert faults_by_line(HEAD + "\n".join(lines)) == [(2, "score_differs")]
    lines[1:] = ["2. B H:a L:h J:- G:a = 5-2", "3. C H:h L:h J:- G:- = 7-2"]
    assert faults_by_line(HEAD + "\n".join(lines)) == [(2, "score_differs")]


def test_the_hand_that_ends_the_game_stops_at_the_winning_point():
    lines = "1. A = 4-0\n2. B = 8-0\n3. C = 12-0\n4. D = 14-1\n5. A H:h L:. J:. G:. = 15-1"
    assert sentences_of(HEAD + lines) == []
    assert faults_by_line(HEAD + lines.replace("15-1", "16-1")) == [(6, "score_differs")]


def test_awards_before_the_winning_one_must_be_there():
    assert faults_by_line(HEAD + "1. A H:h L:h J:h") == [(2, "award_missing")]


def test_nothing_follows_the_end_of_a_game():
    won = HEAD.replace('"15"', '"3"') + "1. A H:h L:h J:h G:. = 3-0\n"
    assert sentences_of(won + "2. B H:h\n3. C H:h") == [
        "Hand 2: the game was over, Home had reached 3 in hand 1.",
        "Hand 3: the game was over, Home had reached 3 in hand 1.",
    ]
    pub = '[Game "northern_pub"] [Sides "AC=h BD=a"] [FirstPitch "A"]\n'
    hands = "".join(f"{n}. {seat} H:h L:h J:- G:-\n" for n, seat in enumerate("ABCDA", start=1))
    assert faults_by_line(pub + hands) == [(6, "after_fixed_hands")]


def test_hands_are_counted_and_the_pitch_goes_round():
    lines = "1. A H:h L:h J:- G:-\n3. B H:h L:h J:- G:-\n3. A H:h L:h J:- G:-"
    assert sentences_of(HEAD + lines) == [
        "This is hand 2 of the game, not 3.",
        "Hand 3 is C's to lead, not A's: the deal goes round.",
    ]


def test_a_score_by_itself_must_be_that_of_a_hand():
    assert sentences_of(HEAD + "1. A = 3-0\n2. B = 3-0") == [
        "Hand 2: no hand takes the score from 3-0 to 3-0."
    ]
    assert faults_by_line(HEAD + "1. A = 5-0") == [(2, "no_such_step")]


def test_the_cards_of_a_hand_must_agree_with_its_awards():
    assert faults_by_line(HEAD + "1. A *S H:hTS L:a3S J:h G:h") == [(2, "jack_above_high")]
    assert faults_by_line(HEAD + "1. A H:hAS L:a3S J:h G:h(20,41)") == [(2, "game_to_fewer")]
    assert faults_by_line(HEAD + "1. A ^AS H:aAS L:a3S J:h G:h") == [(2, "pitched_high_side")]


def test_the_result_is_that_of_the_hands():
    text = HEAD + '1. A H:h L:h J:h G:h = 4-0\n[Result "3-0"]'
    assert sentences_of(text) == ["The result is 4-0 by what is written, not 3-0."]
    assert faults_by_line(text) == [(3, "result_differs")]
    assert faults_by_line(text.replace("3-0", "won")) == [(3, "bad_word")]


# Before the play


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (
            HEAD + "1. A up 6S stand H:h L:h J:- G:-",
            "'up' cannot be read here: expected no card turned in this game.",
        ),
        (
            HEAD + "1. A stand H:h L:h J:- G:-",
            "stand cannot be said at play: there is begging only once a card is turned, by eldest.",
        ),
        (
            TRINIDAD + "1. A beg give H:h L:h J:- G:-",
            "'up' cannot be read here: expected the card turned up before what is said.",
        ),
        (
            TRINIDAD + "1. A up 6S give H:h L:h J:- G:-",
            "give cannot be said at begging: there is begging only once a card is turned, by eldest.",
        ),
        (
            TRINIDAD + "1. A up 6S beg H:h L:h J:- G:-",
            "'beg' cannot be read here: expected give or run after it.",
        ),
        (
            TRINIDAD + "1. A up 6S beg run H:h L:h J:- G:-",
            "The pack was not run, yet cards are given out, or the run's cards are missing.",
        ),
        (
            TRINIDAD + "1. A up 6S beg run up 9S H:h L:h J:- G:-",
            "The card turned is of the suit refused, so the pack is run again.",
        ),
        (
            TRINIDAD + "1. A up 6S stand up 9S H:h L:h J:- G:-",
            "The pack was not run, yet cards are given out, or the run's cards are missing.",
        ),
        (
            TRINIDAD + "1. A up 6S beg run up 9H up 9C H:h L:h J:- G:-",
            "The card turned had fixed trumps; no more cards are given out.",
        ),
        (
            TRINIDAD + "1. A up JS stand H:h L:h J:h G:-",
            "Hand 1: the jack of spades was turned up and is nobody's.",
        ),
        (
            TRINIDAD + "1. A up AS stand H:hAS L:h J:- G:-",
            "Hand 1: the ace of spades was turned up and is nobody's.",
        ),
        (
            TRINIDAD + "1. A up AS stand H:hKH L:h J:- G:-",
            "High, Low and the card pitched are of one suit, the trump suit: not king of hearts and spades.",
        ),
        (
            TRINIDAD + "1. A up AS stand *H H:h L:h J:- G:-",
            "High, Low and the card pitched are of one suit, the trump suit: not ace of spades and hearts.",
        ),
        (
            TRINIDAD + "1. A up 6S stand H:h L:h J:- G:h = 3-0",
            "Hand 1: from 0-0 these points make 3-2, not 3-0.",
        ),
        (AUCTION + "1. A bid B3 A- C- H:B L:B J:- G:A", "Call 1: It is not player B's turn but player A's."),
        (AUCTION + "1. A bid A3 B2 C- H:B L:B J:- G:A", "2 cannot be bid: a bid is 4 to 4, or a pass."),
        (
            AUCTION + "1. A bid A3 B- H:B L:B J:- G:A",
            "The auction stops too soon: each of 3 players calls once; calls: 2.",
        ),
        (
            AUCTION + "1. A bid A- B- C- H:B L:B J:- G:A",
            "Hand 1: the cards were dealt again, so nobody takes an award.",
        ),
        (HEAD + "1. A M:h+4 H:h L:h J:- G:-", "Nothing is marked during the play of this game."),
        (
            COMMERCIAL + "1. A bid B2 C- H:B L:B J:- G:A",
            "'bid' cannot be read here: expected sell or refuse after the calls.",
        ),
    ],
)
def test_what_is_turned_said_and_bid_must_follow(text, right):
    assert right in sentences_of(text)


# Card by card


def test_a_card_against_the_rules_is_told_at_its_trick():
    text = YORKSHIRE + PLAYED.replace("KH TH QH 3H", "KH 8D QH 3H").replace("4D 8D", "4D TH")
    assert faults_by_line(text) == [(5, "revoke")]
    assert sentences_of(text)[0].startswith("Trick 2, card 2: Player B may not play the eight of diamonds")


def test_what_follows_from_a_card_against_the_rules_is_not_told_as_well():
    wrong = PLAYED.replace("^AS H:hAS L:h2S J:a G:h(29,4) ", "").replace("9S 3S 7S", "9S 3S 3H")
    assert faults_by_line(YORKSHIRE + wrong + "2. B H:h L:h J:- G:- = 5-1\n3. C H:h L:h J:- G:- = 7-1") == [
        (4, "revoke")
    ]
    assert faults_by_line(YORKSHIRE + wrong + "2. B H:h L:h J:- G:- = 5-2") == [
        (4, "revoke"),
        (10, "score_differs"),
    ]


def test_players_are_called_by_their_seats():
    text = YORKSHIRE + PLAYED.replace("play 2 A", "play 2 B")
    assert sentences_of(text)[0] == "Trick 2, card 1: It is not player B's turn but player A's."


@pytest.mark.parametrize(
    ("was", "instead", "code"),
    [
        ("J9.T.8.76", "J8.T.8.76", "not_held"),
        ("J9.T.8.76", "JA.T.8.76", "cards"),
        ("J9.T.8.76", "J9.T.8.765", "hand_size"),
        ("play 2 A", "play 2 B", "turn"),
        ("9S 3S 7S", "9S 3S", "turn"),
        ("J:a G:h", "J:h G:h", "award_differs"),
        ("L:h2S", "L:h3S", "detail_differs"),
        ("(29,4)", "(28,5)", "detail_differs"),
        ("^AS", "^5S", "detail_differs"),
        ("play 6 C 5C 9C 2C 6C\n", "", "unfinished"),
    ],
)
def test_what_is_written_must_agree_with_the_cards(was, instead, code):
    assert code in [found_code for _, found_code in faults_by_line(YORKSHIRE + PLAYED.replace(was, instead))]


def test_a_hand_that_ends_the_game_may_be_cut_short_once_its_points_are_certain():
    head = YORKSHIRE.replace('"11"', '"1"')
    cut = "".join(PLAYED.splitlines(keepends=True)[:3]).replace("G:h(29,4) = 3-1", "G:.")
    assert sentences_of(head + cut.replace("L:h2S J:a G:.", "L:. J:. G:.")) == []
    assert faults_by_line(head + cut.replace("L:h2S J:a", "L:h2S J:a")) == [(2, "not_certain")]


def test_a_hand_of_known_cards_and_unknown_play_may_be_recorded():
    assert sentences_of(YORKSHIRE + "".join(PLAYED.splitlines(keepends=True)[:2])) == []


def test_a_revoke_is_a_fault_unless_it_is_owned_to():
    """Silent in West Yorkshire, so what it costs is a penalty the table agreed on."""
    cards = PLAYED.splitlines()[1:]
    cards[1:4] = ["play 1 A AS 9S 3S 3H", "play 2 A KH TH QH 7S", "play 3 D KS 5S JS 2S"]
    text = YORKSHIRE + '1. A P:h+1("D owned it") = 3-2\n' + "\n".join(cards)
    assert faults_by_line(text) == [(4, "revoke")]
    assert sentences_of(text.replace("3H\n", "3H?\n")) == []
    assert faults_by_line(text.replace("9S 3S 3H", "9S? 3S 3H?"))[0] == (4, "no_revoke")


TRINIDAD_PLAYED = TRINIDAD + "1. A up 4S stand\n" + PLAYED.split("\n", 1)[1]


def test_a_revoke_owned_to_costs_what_the_game_says():
    text = TRINIDAD_PLAYED.replace("3S 7S", "3S 3H?").replace("QH 3H", "QH 7S")
    text = text.replace("play 3 A 5S JS 2S KS", "play 3 D KS 5S JS 2S")
    assert sentences_of(text.replace("stand\n", "stand = 14-0\n")) == []
    assert faults_by_line(text.replace("stand\n", "stand = 2-1\n")) == [(2, "score_differs")]


def test_an_exposed_card_is_called_where_the_game_knows_it_and_never_to_a_revoke():
    assert sentences_of(TRINIDAD_PLAYED.replace("3C 7C", "3C! 7C")) == []
    assert faults_by_line((YORKSHIRE + PLAYED).replace("3C 7C", "3C! 7C")) == [(8, "no_calling")]
    revoked = TRINIDAD_PLAYED.replace("3S 7S", "3S 3H!").replace("QH 3H", "QH 7S")
    assert faults_by_line(revoked)[0] == (4, "call_to_revoke")


@pytest.mark.parametrize("word", ["3C!?", "!3C", "3!", "?", "(3C! 2C)"])
def test_marks_stand_behind_a_card_one_at_most(word):
    [sheet] = read((YORKSHIRE + PLAYED).replace("3C 7C", f"{word} 7C").split("\n"))
    assert [(fault.line, fault.code) for fault in sheet.faults] == [(8, "bad_word")]


# Tricks without their deal


def without_deal(text):
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("deal"))


def test_every_trick_together_shows_the_deal():
    assert sentences_of(without_deal(YORKSHIRE + PLAYED)) == []
    assert faults_by_line(without_deal(YORKSHIRE + PLAYED.replace("J:a", "J:h")))[0] == (2, "award_differs")


@pytest.mark.parametrize(
    ("was", "instead", "place"),
    [
        ("", "", None),
        ("3S 7S", "3S TD", (3, "revoke")),
        ("QH 3H", "QH", (4, "turn")),
        ("H:hAS", "H:aAS", (2, "award_differs")),
        ("^AS", "^KS", (2, "detail_differs")),
        ("9S 3S", "9S AS", (2, "cards")),
        ("play 3 A", "play 3 B", (5, "turn")),
    ],
)
def test_some_tricks_are_held_against_each_other_and_the_awards(was, instead, place):
    some = "".join(without_deal(PLAYED).splitlines(keepends=True)[:4])
    assert faults_by_line(YORKSHIRE + some.replace(was, instead))[:1] == ([place] if place else [])


def test_who_put_no_trump_on_the_pitch_may_not_trump_later():
    some = "1. A H:h L:h J:a G:h = 3-1\nplay 1 A AS 9S 3S 3H\nplay 2 A KH TH QH 7S"
    assert sentences_of(YORKSHIRE + some) == [
        "Trick 1, card 4: Player D may not play the three of hearts to the ace of spades; "
        "legal: seven of spades."
    ]
    assert sentences_of(YORKSHIRE + some.replace("3H\n", "3H?\n")) == []


def test_where_cards_are_drawn_the_play_needs_its_deal():
    head = '[Game "california_jack"] [Sides "A B"] [FirstPitch "A"] [Target "7"]\n'
    some = head + "1. A H:A L:B J:A G:B = 2,2\nplay 1 A AS 9S\n"
    assert faults_by_line(some) == [(2, "bad_word")]
    assert faults_by_line(some + "play 2 A KS 8S\nplay 3 A QS 7S\n") == [(2, "bad_word")]


def test_after_a_run_tricks_without_their_deal_are_more_than_were_dealt_first():
    tricks = ["AS KS QS JS", "AH KH QH JH", "AD KD QD JD", "AC KC QC JC", "TS 9S 8S 7S", "TH 9H 8H 7H"]
    lines = [f"play {number} A {trick}" for number, trick in enumerate(tricks, start=1)]
    text = TRINIDAD + "1. A up 2D beg run up 3S H:h L:a J:h! G:h = 5-1\n" + "\n".join(lines)
    assert sentences_of(text) == []
    assert sentences_of(text + "\nplay 7 A TD 9D 8D 7D") == []


REVOKED = (
    TRINIDAD
    + """1. A up 3D stand H:aAD L:h6D J:a! G:-(16,28) = 2-4
deal A:AJ.Q4..K8 B:96.5.AK.2 C:.9.JT6.Q9 D:T2.A3..53
play 1 A KC 6S? 9C 5C
play 2 A QH AD JD AH
play 3 B 2C QC 3C 8C
play 4 C TD 2S AS KD
play 5 B 5H 9H 3H 4H
play 6 C 6D TS JS 9S
"""
)


def test_the_side_that_owned_to_a_revoke_leaves_game_to_nobody():
    assert sentences_of(REVOKED) == []
    assert faults_by_line(REVOKED.replace("G:-", "G:a").replace("2-4", "2-5"))[0] == (2, "award_differs")


def taken_down(text):
    """The first hand of a text as it was parsed, and as it is taken down from its cards."""
    [sheet] = parse(text)
    parsed, at = sheet.hands[0], terms(sheet.tags, hands=True)
    record = PlayRecord(
        holdings=parsed.dealt,
        turnups=parsed.turnups,
        words=parsed.words,
        tricks=parsed.tricks,
        revokes=parsed.revokes,
        called=parsed.called,
    )
    return parsed, line_of(record, replay(record, at.rules))


def test_a_hand_with_its_revoke_is_taken_down_as_it_was_written():
    parsed, line = taken_down(REVOKED)
    assert line == parsed


def test_a_card_that_was_called_is_taken_down():
    parsed, line = taken_down(TRINIDAD_PLAYED.replace("3C 7C", "3C! 7C"))
    assert line.called == parsed.called == (parse_card("3C"),)


def test_after_a_trick_that_cannot_be_read_the_others_of_its_hand_are_not_told():
    text = YORKSHIRE + PLAYED.replace("9S 3S", "9X 3S") + "2. B H:h L:h J:- G:x"
    lines = [fault.line for sheet in read(text.split("\n")) for fault in sheet.faults]
    assert lines == [4, 10]


# A match


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("table 1 15-15", (2, "final_score")),
        ("table 1 14-3", (2, "final_score")),
        ("table 1 15-3\ntable 1 15-4", (3, "table_twice")),
        ("table 1 15-3\nmatch 4-0", (3, "four_tables")),
        ("table 1 15-9\ntable 2 15-8\ntable 3 12-15\ntable 4 15-3\nmatch 9-1", (6, "match_differs")),
        (
            "table 1 15-9\ntable 2 15-8\ntable 3 12-15\ntable 4 15-3\nmatch 8-2 aggregate 57-36",
            (6, "aggregate_differs"),
        ),
    ],
)
def test_tables_and_match_must_be_possible_and_add_up(lines, place):
    assert place in faults_by_line(MATCH + lines)


def test_a_fault_of_a_table_names_its_number():
    assert sentences_of(MATCH + "table 7 14-3")[0].startswith("14-3 is no final score")
    assert sentences_of(MATCH + "table 1 15-9\ntable 2 15-8\ntable 3 12-15\ntable 4 15-3\nmatch 9-1") == [
        "The tables give 8-2 match points, not 9-1."
    ]
