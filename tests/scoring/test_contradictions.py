"""The rules as told, read by rules of their own: no sentence says otherwise than an option, or than another.

Every game with every single option, and with random pairs, is told and read; nothing here asks how a
sentence was made.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest

from scoring import BadOption, Rules, variants
from scoring.axes import TrumpBy
from scoring.customs import Origin, RulesPart
from scoring.prose import HOUSE, rules_in_words
from scoring.rules import Variant, option_takes
from scoring.seats import Direction, Partnering
from tests.examples import examples, part_of, sampled

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
NUMBER = rf"(\d+|{'|'.join(WORDS)})"
VALUES = {
    "players": [[2], [3], [4], [6], [2, 3, 4]],
    "awards": [["low", "high"], ["jack"], ["game", "high", "low", "jack"]],
    "target_with": [{"2": 9}, {"3": 5, "4": 8}],
}


def number(word: str) -> int:
    return int(word) if word.isdecimal() else WORDS.index(word)


def values(name: str) -> list[object]:
    what = option_takes(name)
    if name in VALUES:
        return VALUES[name]
    if what.is_by_rank:
        return [{}, {"A": 1}, {"J": 2, "6": 3}]
    none = [None] if what.or_none else []
    return [*(what.values or (what.least or 0, 3, 5, 13)), *none]


def changed(variant: Variant, rng: Random) -> Iterator[dict[str, object]]:
    """Every single option, then pairs by chance."""
    names = [field.name for field in fields(Rules)]
    for name in names:
        yield from ({name: value} for value in values(name))
    for _ in range(examples(20)):
        yield {name: rng.choice(values(name)) for name in rng.sample(names, 2)}


def found(pattern: str, told: str) -> set[int]:
    return {number(word.lower()) for word in re.findall(pattern, told, re.I)}


def contradictions(told: str, rules: Rules) -> Iterator[str]:
    """What the sentences say that the rules do not, each by a few words."""
    begs = rules.trump is TrumpBy.TURNUP and rules.may_beg
    is_turned = rules.trump is TrumpBy.TURNUP
    teams = rules.sides is not Partnering.SINGLES and {4, 6} & set(rules.players)
    of_four = len(rules.awards) == 4
    said = told.lower()
    yield from (f"dealt {n}" for n in found(rf"is dealt {NUMBER} card", told) - {rules.hand})
    yield from (f"hold {n}" for n in found(rf"to hold {NUMBER}", told) - {rules.hand})
    yield from (f"counters {n}" for n in found(rf"begins with {NUMBER} counters", told) - {rules.target})
    targets = {rules.target, *(points for _, points in rules.target_with)}
    yield from (f"target {n}" for n in found(r"A game is played to (\d+)", told) - targets)
    yield from (f"wrong score {n}" for n in found(rf"here {NUMBER}\.", told) - {rules.wrong_score})
    yield from (f"hanged {n}" for n in found(rf"scores {NUMBER} instead", told) - {rules.hang_jack})
    pitched = {TrumpBy.PITCH, TrumpBy.AUCTION, TrumpBy.COMMERCIAL}
    must_not = {
        "i beg": not begs,
        "takes up only the three": not begs,
        "after a run": not begs,
        "a gift": not begs,
        "turned up": not is_turned and "nothing is turned up" not in said,
        "the partner": not teams,
        "their partner": not teams,
        "leader's partner": not teams,
        "may throw the hand in": not rules.throw_in,
        "everybody plays to the last": rules.throw_in,
        "pitches": rules.trump not in pitched and not rules.fixed_hands,
        "eldest leads to the first": rules.has_auction,
        "the pitcher leads": not rules.has_auction,
        "all four points in a hand": not of_four,
        "to the dealer's right": rules.direction is Direction.CLOCKWISE and "called the pone" not in said,
        "to the dealer's left": rules.direction is Direction.ANTICLOCKWISE,
        "sixes and sevens are taken out": rules.pack != 44,
        "whole pack of 52": rules.pack != 52,
        "pack, which lies face up": rules.draw.value == "face_down",
        "winner's score may pass": rules.cap_at_target,
        "winner's score stops": not rules.cap_at_target,
        "nobody scores game.": rules.game_tie.value != "none",
        "may not trump": not rules.no_trumping_in,
        "follows suit or trumps": rules.no_trumping_in,
        "nothing is turned up": is_turned,
    }
    if rules.direction is Direction.CLOCKWISE:  # who cuts sits before the dealer
        must_not["to the dealer's right"] = "dealer's right is called eldest" in said
    yield from (phrase for phrase, wrong in must_not.items() if wrong and phrase in said)
    unable = {n for n in rules.players if n * rules.hand + 1 + n * 3 + 1 > rules.pack} if begs else set()
    told_unable = re.search(r"([^.]+) cannot run the pack", told)
    words = re.findall(NUMBER, told_unable[1].lower()) if told_unable else []
    if {number(word) for word in words} != unable:
        yield f"cannot run: {sorted(unable)}"


@pytest.mark.parametrize("game", sampled(variants.names(), each=2))
def test_no_option_contradicts_a_sentence(game: str) -> None:
    variant, rng = variants.get(game), Random(game)
    wrong = []
    for options in [{}, *part_of(changed(variant, rng), each=4)]:
        try:
            rules = variant.rules.with_options(options)
        except BadOption:
            continue
        sections = rules_in_words(variant, rules)
        also = RulesPart.OTHERWISE.value
        lines = [
            line.text
            for section in sections
            if section.title not in (HOUSE, "Sources", also)
            for line in section.sentences
        ]
        assert len(set(lines)) == len(lines) or lines.count("Then the same dealer deals again.") == 2, options
        wrong += [(options, each) for each in contradictions(" ".join(lines), rules)]
    assert wrong == []


@pytest.mark.parametrize("game", variants.names())
def test_each_sentence_is_of_a_source_or_says_whose_it_is(game: str) -> None:
    variant = variants.get(game)
    lines = [line for section in rules_in_words(variant)[:-1] for line in section.sentences]
    assert all(bool(line.place) is (line.origin in (Origin.SOURCE, Origin.OPTION)) for line in lines)
    assert not [line for line in lines if line.origin is Origin.HOUSE]
    told = {line.text for line in lines if line.origin is Origin.READING}
    assert bool(told) or not variant.silent


READINGS = """
lancashire: the highest counts are level | A game is played to 11
cotton: the highest counts are level
running: the highest counts are level
american_early: the highest counts are level | After a gift the suit turned up
classic_many: the highest counts are level
california_jack: the highest counts are level | A game is played to 7 | draws first
enquire_within: the highest counts are level | Four play in two sides
all_fives: the highest counts are level
foster_pitch: A game is played to 7 | begins with seven counters
commercial_pitch: Then it scores none of them | If all pass
pitch: The highest card deals first | A game is played to 7
auction_pitch: If all pass
trinidad: Then the same dealer deals again
tobago: Then the same dealer deals again
west_yorkshire: a partner who is winning it is no bar
victorian: Four play in two sides
"""


@pytest.mark.parametrize("line", READINGS.split("\n")[1:-1])
def test_what_the_sources_leave_open_is_told_as_a_reading(line: str) -> None:
    game, _, phrases = line.partition(": ")
    lines = [each for section in rules_in_words(variants.get(game))[:-1] for each in section.sentences]
    for phrase in phrases.split(" | "):
        assert {each.origin for each in lines if phrase in each.text} == {Origin.READING}, phrase


def test_what_a_house_chose_is_told_as_a_house_rule_also_in_a_game_of_its_own() -> None:
    seven_up = variants.get("seven_up")
    rules = seven_up.rules.with_options({"target": 11})
    own = variants.derive("eleven_up", "seven_up", {"target": 11})
    for sections in (rules_in_words(seven_up, rules), rules_in_words(own)):
        origins = {each.text: each.origin for section in sections for each in section.sentences}
        assert origins["A game is played to 11."] is Origin.HOUSE
        assert any(text.startswith("Each side begins with eleven counters") for text in origins)
