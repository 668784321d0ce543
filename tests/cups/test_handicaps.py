"""Handicaps in a cup: starts by bands, read and said; what a result moves."""

import pytest

from league.cups.brackets import bracket_of, handicaps_now
from league.cups.draws import with_draw
from league.cups.results import with_result, without_result
from league.cups.rules import CupRefused, CupRules, DrawnBy, Handicap, Plate, format_bands, parse_bands
from league.cups.words import rules_in_words
from league.matches.outcomes import AtFault
from tests.cups.cast import a_cup, result


def test_a_correction_that_would_change_the_start_of_what_is_played_is_refused():
    rules = {"drawn_by": DrawnBy.BRACKET, "handicap": Handicap(each=1, by_result=2)}
    cup = with_draw(a_cup(4, seeds=4, **rules), "a lot")
    first, second = bracket_of(cup).rounds[0].ties
    cup = with_result(cup, result(first, given=AtFault.AWAY, reason="Nobody came."))
    cup = with_result(with_result(cup, result(second, (9, 1))), result(bracket_of(cup).final, (9, 1)))
    with pytest.raises(CupRefused, match="move a handicap"):
        with_result(cup, result(first, (9, 1)))
    cup = with_result(without_result(cup, 2, 1), result(first, (9, 1)))
    assert sorted(handicaps_now(cup).values()) == [-2, -2, 2, 2]


@pytest.mark.parametrize("text", ["", "up to 5: 2", "up to 5: 2, up to 10: 4"])
def test_bands_are_read_as_they_are_written(text):
    assert format_bands(parse_bands(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5: 2", "“5: 2” is no band"),
        ("up to 5: 2,", "“” is no band"),
        ("up to ٥: 2", "is no band"),
        ("up to 10: 4, up to 5: 2", "“up to 5” stands after “up to 10”"),
        ("up to 0: 4", "out of reach"),
        ("up to 5: 501", "out of reach"),
        (", ".join(f"up to {n}: 1" for n in range(1, 32)), "room for 30"),
    ],
)
def test_what_is_no_band_is_refused(text, why):
    with pytest.raises(CupRefused, match=why):
        parse_bands(text)


def test_the_rules_in_words():
    rules = CupRules(
        legs=2,
        replays=1,
        neutral_rounds=2,
        plate=Plate.FIRST_ROUND,
        handicap=Handicap(bands=parse_bands("up to 5: 2, up to 10: 4, up to 15: 6"), by_result=2),
    )
    assert list(rules_in_words(rules)) == [
        "Every round is drawn anew; seeds only have the free places first.",
        "A tie is played home and away, added up.",
        "A level tie is replayed once, then goes to one deciding game.",
        "The last two rounds are played at a neutral pub, in one match.",
        "Whoever loses in the first round plays for the plate.",
        "The side with the higher handicap starts every match with two points where the handicaps differ by "
        "up to 5, four points by up to 10 and six points beyond that.",
        "After every tie that is played the winner’s handicap goes down by two and the loser’s up by two.",
    ]
