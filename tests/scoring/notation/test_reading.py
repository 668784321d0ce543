"""Reading sheets: what each word means, where a fault stands, what would be right; files without end."""

import io
from itertools import islice

import pytest

from scoring import NOBODY, Hand, HandPenalty, NotationError, Suit, parse_card, sentence
from scoring.hands import Peg
from scoring.notation import ParsedMatch, ParsedTable, lines_of, parse, read
from scoring.records import Bid, Say
from scoring.tricks import Play, ThrowIn

TAGS = '[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"]\n'


def tags(game, sides="AC=h BD=a", target=14):
    return f'[Game "{game}"] [Sides "{sides}"] [FirstDealer "D"] [Target "{target}"]\n'


def only(text):
    (sheet,) = parse(text)
    return sheet


def hand(words, text=TAGS):
    return only(f"{text}1. A {words}").hands[0]


def cards(text):
    return tuple(map(parse_card, text.split()))


# What the words mean


def test_awards_go_to_a_side_to_nobody_or_were_not_recorded():
    assert hand("H:h L:a J:- G:.").hand == Hand(0, 1, NOBODY, None)


def test_words_come_in_any_order():
    assert hand('G:a(3,4) P:h+4("looked") H:hAS') == hand('H:hAS P:h+4("looked") G:a(3,4)')


def test_cards_and_card_points():
    parsed = hand("*S ^9S H:hAS L:a3S J:h G:h(41,22) = 3-1")
    assert parsed.hand == Hand(
        0,
        1,
        0,
        0,
        trump=Suit.SPADES,
        pitched=parse_card("9S"),
        high_card=parse_card("AS"),
        low_card=parse_card("3S"),
        card_points=(41, 22),
    )
    assert parsed.scores == (3, 1)


def test_penalties_are_given_to_a_side_with_their_reason():
    assert hand(r'P:a+4("looked at \"his\" hand") P:h+1').hand.penalties == (
        HandPenalty(1, 4, 'looked at "his" hand'),
        HandPenalty(0, 1),
    )


def test_turn_ups_with_what_was_said():
    parsed = hand("up 6S beg run up KC H:h L:a J:a! G:h = 2-6", tags("trinidad"))
    assert (parsed.turnups, parsed.words, parsed.hand.hung) == (cards("6S KC"), (Say.BEG, Say.RUN), True)


def test_calls_of_an_auction_by_seat():
    text = '[Game "commercial_pitch"] [Sides "A B C D"] [FirstPitch "B"] [Target "7"]\n'
    (parsed,) = only(f"{text}1. B bid C- D2 A3 sell H:A L:B J:- G:A = 2,4,0,0").hands
    assert (parsed.bids, parsed.words) == ((Bid(1, 0), Bid(2, 2), Bid(3, 3)), (Say.SELL,))
    assert parsed.scores == (2, 4, 0, 0)


def test_marks_of_the_play():
    assert hand("M:h+4 M:a+10", tags("all_fives", "A=h B=a", 61).replace('"D"', '"B"')).marks == (
        Peg("mark", 0, 4),
        Peg("mark", 1, 10),
    )


def test_a_hand_card_by_card_counts_players_from_eldest():
    (parsed,) = only(
        f"""{TAGS}
1. B
deal A:A5.K.4.32 B:J9.T.8.76 C:32.Q.9.T5 D:K7.3.2.98
play 1 B JS 3S KS AS
play 2 A 2C 6C (QH 9D TC 5C 2S) 8C
play 3 D 9C 3C 7C
"""
    ).hands
    assert parsed.dealt[0] == tuple(sorted(cards("JS 9S TH 8D 7C 6C")))
    assert parsed.tricks[0] == tuple(Play(seat, card) for seat, card in enumerate(cards("JS 3S KS AS")))
    assert parsed.tricks[1][2] == ThrowIn(1, cards("QH 9D TC 5C 2S"))
    assert [play.seat for play in parsed.tricks[2]] == [2, 3, 0]
    assert parsed.play_lines == (5, 6, 7)


def test_three_more_each_may_stand_in_the_line_or_below_it():
    packets = "x3 A:Q.2.3. B:K..4.5 C:.5.6.7 D:8..T.J"
    inside = hand(f"up 6S beg run {packets} up KC", tags("trinidad"))
    assert inside == hand(f"up 6S beg run up KC\n{packets}", tags("trinidad"))
    assert inside.extra[0][0] == tuple(sorted(cards("QS 2H 3D")))


def test_tables_and_a_match():
    sheet = only(
        """[Game "heckmondwike"] [Target "15"]
table 1 15-9  h "A. Senior, B. Dyson" a "C. Hirst, D. Lee"  # the long one
table 2 walkover a
table 3 unplayed
match 8-2 aggregate 57-35
"""
    )
    assert sheet.tables == (
        ParsedTable(
            number=1,
            scores=(15, 9),
            names=((0, "A. Senior, B. Dyson"), (1, "C. Hirst, D. Lee")),
            comment="the long one",
        ),
        ParsedTable(number=2, walkover=1),
        ParsedTable(number=3),
    )
    assert sheet.match == ParsedMatch(scores=(8, 2), aggregate=(57, 35))


def test_tags_of_any_name_are_kept():
    sheet = only(f'{TAGS}[Weather "rain \\\\ \\"sleet\\""]\n[Option "high_points=2"]\n\n1. A H:h')
    assert sheet.tag("Weather") == 'rain \\ "sleet"'
    assert [tag.name for tag in sheet.tags][-2:] == ["Weather", "Option"]
    assert sheet.tag("Date") is None


def test_comments_stay_with_their_hand_and_a_hash_in_quotation_marks_is_none():
    sheet = only(f'# a file\n{TAGS}\n1. A P:h+1("seat #2") # so he said\n# and that was that\n')
    assert (sheet.hands[0].comment, sheet.hands[0].hand.penalties[0].reason) == ("so he said", "seat #2")


def test_lines_may_end_and_begin_as_on_any_machine():
    assert only(f"\ufeff{TAGS}\r\n  1. A H:h\t L:h \r\n").hands[0].hand == Hand(0, 0)


# Several games


def test_each_tag_block_after_play_begins_a_sheet():
    first, second = parse(f"{TAGS}1. A H:h\n{TAGS}1. A H:a\n2. B H:a\n")
    assert (len(first.hands), len(second.hands), second.line) == (1, 2, 3)


def test_a_result_below_the_hands_closes_its_sheet():
    first, second = parse(f'{TAGS}1. A H:h\n[Result "1-0"]\n\n{TAGS}\n1. A H:h\n')
    assert (first.tag("Result"), second.tag("Result")) == ("1-0", None)


def test_a_result_above_other_tags_belongs_to_them():
    first, second = parse(f'{TAGS}1. A H:h\n\n[Result "1-0"]\n{TAGS}\n1. A H:h\n')
    assert (first.tag("Result"), second.tag("Result")) == (None, "1-0")


def test_the_sheet_after_a_bad_one_is_read():
    bad, good = read([TAGS, "1. A H:x", TAGS, "1. A H:h"])
    assert [fault.line for fault in bad.faults] == [2]
    assert (good.faults, good.hands[0].hand) == ((), Hand(0))


def test_a_tag_that_cannot_be_read_begins_a_bad_sheet_and_spoils_none_before_it():
    good, bad, last = read([TAGS, "1. A H:h", '[Game "heckm', "1. A H:h", TAGS, "1. A H:h"])
    assert (good.faults, last.faults) == ((), ())
    assert [(fault.code, fault.line) for fault in bad.faults] == [("bad_word", 3)]


def test_tags_followed_by_nothing_are_a_sheet_cut_off():
    with pytest.raises(NotationError, match="No hand, table or match follows the tags"):
        parse(TAGS)
    cut, good = read([TAGS, "", TAGS, "1. A H:h"])
    assert ([fault.code for fault in cut.faults], good.faults) == (["nothing_recorded"], ())


# What cannot be read


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        ("1. A H:x", "H:x", "a side (h, a), - for nobody or . for not recorded"),
        ("1. A H:", "H:", "a side, - or . after H:"),
        ("1. A H:hXX", "XX", "a card such as JH"),
        ("1. A J:hJS", "J:hJS", "with ! for a hanged jack"),
        ("1. A G:h(41)", "G:h(41)", "card points as in (41,22)"),
        ("1. A H:h H:a", "H:a", "each thing only once"),
        ("1. A *X", "*X", "S, H, D or C"),
        ("1. A P:z+4", "P:z+4", 'as in P:h+4("looked at his hand")'),
        ("1. A P:h+four", "P:h+four", "a side and points"),
        ('1. A P:h+4("looked', '"looked', 'a closing "'),
        ("1. A M:h", "M:h", "M:a+5"),
        ("1. A up", "up", "the card turned up"),
        ("1. A bid", "bid", "B- C2 D3"),
        ("1. A hello", "hello", "a word said such as beg"),
        ("1. E H:h", "E", "A, B, C, D"),
        ("1.", "1.", "the seat of eldest hand"),
        ("0. A", "0", "a number from 1"),
        ("1. A H:h =", "=", "the score after it"),
        ("1. A H:h = 3", "3", "8-6"),
        ("1. A H:h = 3-1-2", "3-1-2", "8-6"),
        ("1. A H:h = 3-1 L:h", "L:h", "nothing after the score"),
        ("H:h L:h", "H:h", "a hand such as 1. A"),
        ("table 1", "1", "table 1 walkover h"),
        ("table 1 15", "15", "8-6"),
        ("table 1 walkover x", "x", "h or a"),
        ('table 1 15-3 h "A" h "B"', "h", "the names of each side once"),
        ("table 1 15-3 h A", "A", "quotation marks"),
        ("match 8-2 57-35", "57-35", "match 8-2 aggregate 57-35"),
        ("deal A:A5.K.4.32", "deal", "a hand before its cards"),
        ("1. A\ndeal A:A5.K.4.32 B:J9.T.8.76", "deal", "the cards of every seat"),
        ("1. A\ndeal A:A5.K.4 B:J9.T.8.76", "A5.K.4", "cards by suit"),
        ("1. A\nplay 2 A AS 9S 3S 7S", "2", "the number of the next trick, 1"),
        ("1. A\nplay 1 A AS 9S 3S 7S 2S", "2S", "at most 4 cards"),
        ("1. A\nplay 1 A AS () 3S", "()", "the cards thrown in"),
        ("1. A\nplay 1 A AS (3C 3S", "(3C", "a card such as JH"),
        ("1. A " + "x" * 500, "x" * 40 + "...", "H: L: J: G:"),
    ],
)
def test_a_word_that_cannot_be_read_is_named_with_its_line_and_what_was_expected(line, word, expected):
    (sheet,) = read((TAGS + line).split("\n"))
    (fault,) = sheet.faults
    assert (fault.line, fault.params["word"]) == (TAGS.count("\n") + line.count("\n") + 1, word)
    assert expected in sentence(fault)
    assert repr(word) in sentence(fault)


@pytest.mark.parametrize(
    ("head", "right"),
    [
        (
            '[Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"]',
            "tag Game is missing: expected it before the play",
        ),
        ('[Game "heckmondwike"] [FirstPitch "A"] [Target "15"]', "tag Sides is missing"),
        ('[Game "heckmondwike"] [Sides "AC=h BD=a"] [Target "15"]', "tag FirstPitch is missing"),
        ('[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"]', "tag Target is missing"),
        (TAGS.replace("heckmondwike", "whist"), "'whist' is not a variant known here"),
        (TAGS.replace("AC=h BD=a", "AB=h CD=a"), "partners opposite each other"),
        (TAGS.replace("AC=h BD=a", "AC=h"), "Sides cannot be 'AC=h'"),
        (TAGS.replace("AC=h BD=a", "AC=h BE=a"), "Sides cannot be"),
        (TAGS.replace("AC=h BD=a", "AC=h BD=h"), "Sides cannot be"),
        (TAGS.replace("AC=h BD=a", "A=h B=a"), "the game is for 4 players"),
        (TAGS.replace('"A"', '"E"'), "FirstPitch cannot be 'E': expected a seat"),
        (TAGS.strip() + ' [FirstDealer "A"]', "FirstDealer cannot be 'A': expected the seat before"),
        (TAGS.replace('"15"', '"fifteen"'), "Target cannot be 'fifteen': expected a whole number"),
        (TAGS.strip() + ' [Game "heckmondwike"]', "tag Game stands here twice"),
        (TAGS.strip() + ' [Option "jokers=2"]', "'jokers' is not an option"),
        (TAGS.strip() + ' [Option "hang_jack=many"]', "hang_jack cannot be 'many'"),
        (TAGS.strip() + ' [Option "hang_jack"]', "Option cannot be 'hang_jack'"),
        (TAGS.strip() + ' [Option "aggregate_tie=toss"]', "aggregate_tie=none or one_each or two_each"),
        (TAGS.strip() + " [Target 15]", "'[Target 15]' cannot be read here: expected a tag such as"),
    ],
)
def test_tags_that_cannot_be_are_refused_with_what_would_be_right(head, right):
    with pytest.raises(NotationError) as refused:
        parse(f"{head}\n\n1. A H:h")
    assert right in str(refused.value)
    assert str(refused.value).startswith("Line 1: ")


@pytest.mark.parametrize(
    ("option", "name", "value"),
    [
        ("no_undertrump=yes", "no_undertrump", True),
        ("hang_jack=6", "hang_jack", 6),
        ("after_run=last_three", "after_run", "last_three"),
        ("peek_penalty=none", "peek_penalty", None),
        ("game_tie=none", "game_tie", "none"),
        ("turnup_scores=A:1 6:2", "turnup_scores", "(<Rank.ACE: 14>, 1), (<Rank.SIX: 6>, 2)"),
    ],
)
def test_options_are_read_as_the_rules_hold_them(option, name, value):
    from scoring.notation import terms

    sheet = only(f'{tags("trinidad")}[Option "{option}"]\n1. A H:h')
    held = getattr(terms(sheet.tags, hands=True).rules, name)
    assert held == value or str(value) in repr(held)


# Rubbish, and files without end


TOO_LONG = "This line has more than 10000 characters, more than any of this notation."


def test_noise_is_one_fault_however_long():
    noise = (f"{number} mumble [x\x7f" for number in range(10_000))
    (sheet,) = read(noise)
    assert len(sheet.faults) == 1


@pytest.mark.parametrize(("length", "told"), [(10_000, []), (10_001, [TOO_LONG])])
def test_a_line_has_so_many_characters_at_most(length, told):
    line = "1. A H:h  #".ljust(length, "x")
    (sheet,) = read([TAGS, line])
    assert [sentence(fault) for fault in sheet.faults] == told


@pytest.mark.parametrize(("length", "shown"), [(39, "x" * 39), (40, "x" * 40), (41, "x" * 40 + "...")])
def test_a_long_word_is_cut_where_it_is_repeated(length, shown):
    (sheet,) = read([TAGS, f"1. A {'x' * length}"])
    assert sentence(sheet.faults[0]).startswith(f"{shown!r} cannot be read here")


def test_a_game_full_of_noise_is_given_up():
    (sheet,) = read([TAGS, *["mumble"] * 1000])
    assert sentence(sheet.faults[-1]) == (
        "There is more that cannot be read; the rest of this game is passed over."
    )
    assert len(sheet.faults) < 30


def test_a_game_that_never_ends_is_given_up():
    lines = (f"{number}. A H:h" for number in range(1, 20_000))
    (sheet,) = read([TAGS, *lines])
    assert [sentence(fault) for fault in sheet.faults] == [
        "This game has more than 10000 lines, more than any that was played."
    ]
    assert len(sheet.hands) < 10_001


def test_a_line_beyond_all_bounds_is_refused_and_not_held():
    stream = io.BytesIO(TAGS.encode() + b"1. A " + b"x" * 1_000_000 + b"\n2. B H:h\n")
    (sheet,) = read(lines_of(stream))
    assert [(fault.code, fault.line) for fault in sheet.faults] == [("line_too_long", 2)]
    assert len(sheet.hands) == 1


@pytest.mark.parametrize("line", [b"\xff\xfe", b"1. A H:h\x00", b"\xed\xa0\x80"])
def test_what_is_no_text_is_said_to_be_none(line):
    (sheet,) = read([TAGS, line])
    assert [fault.code for fault in sheet.faults] == ["not_text"]


def test_a_file_without_end_is_read_as_it_comes():
    def endless():
        while True:
            yield from (TAGS, "1. A H:h L:h J:h G:h", "")

    assert len(list(islice(read(endless()), 100))) == 100
