"""The rules in words: every option of every game shows in them, and nothing in them is of another game."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest

from scoring import Rules, variants
from scoring.axes import Award, LowTo, StockDraw, TrumpBy
from scoring.cards import Rank
from scoring.customs import Custom, RulesPart, otherwise
from scoring.prose import HOUSE, rules_in_words
from scoring.prose.house import LABELS, matters, value_words
from scoring.rules import Takes, option_takes
from scoring.seats import Partnering
from tests.examples import sampled

NAMES = [field.name for field in fields(Rules)]
LISTS = {
    "players": [(2,), (4,), (2, 3, 4), (6,)],
    "awards": [(Award.LOW, Award.HIGH, Award.JACK, Award.GAME), (Award.HIGH, Award.LOW)],
    "target_with": [(), ((2, 5),), ((3, 4), (6, 9))],
}


PARTS = [
    *(RulesPart.DEAL, RulesPart.TRUMPS, RulesPart.PLAY),
    *(RulesPart.SCORING, RulesPart.WINNING, RulesPart.FAULTS),
]
"""The parts every game has."""


def has_no_turnup(rules: Rules) -> bool:
    return rules.trump is not TrumpBy.TURNUP


def cannot_beg(rules: Rules) -> bool:
    return has_no_turnup(rules) or not rules.may_beg


def seats_no_partners(rules: Rules) -> bool:
    return rules.sides is Partnering.SINGLES or not {4, 6} & set(rules.players)


def is_not_counted(award: Award, rules: Rules) -> bool:
    return award not in rules.awards


# Where an option changes nothing in a game, and so nothing in its rules.
CHANGES_NOTHING: dict[str, Callable[[Rules], bool]] = {
    **dict.fromkeys(
        ["least_bid", "dealer_may_equal", "dealer_must_bid", "bidder_first", "smudge_points"],
        lambda rules: not rules.has_auction,
    ),
    "smudge_wins": lambda rules: not rules.has_auction or rules.target is None,
    **dict.fromkeys(["turnup_scores", "may_beg"], has_no_turnup),
    "turnup_when_run": lambda rules: cannot_beg(rules) or not rules.turnup_scores,
    **dict.fromkeys(
        [
            "begs",
            "must_beg_without_trumps",
            "must_run_without_trumps",
            "gift_to",
            "gift_then",
            "gift_cannot_win_for",
            "after_run",
            "may_bunch",
        ],
        cannot_beg,
    ),
    "partners_by": seats_no_partners,
    "sides": lambda rules: not {4, 6} & set(rules.players),
    "honours_to": lambda rules: not rules.honours,
    "target_with": lambda rules: rules.target is None,
    "throw_in": lambda rules: rules.draw is not StockDraw.NONE,
    "cap_at_target": lambda rules: rules.target is None,
    "peek_penalty": seats_no_partners,
    **{f"{award}_points": partial(is_not_counted, award) for award in Award},
    **dict.fromkeys(["low_to"], partial(is_not_counted, Award.LOW)),
    **dict.fromkeys(["hang_jack"], partial(is_not_counted, Award.JACK)),
    **dict.fromkeys(["game_tie", "five_counts", "pips_count"], partial(is_not_counted, Award.GAME)),
    "all_four_stake": lambda rules: len(rules.awards) < len(Award),
}
# Values that mean the same: what a game leaves open is played as most of the family plays it.
SAME: dict[str, list[set[Any]]] = {
    "turnup_when_run": [{None, "all"}],
    "gift_to": [{None, "opponents"}],
    "gift_then": [{None, "play"}],
    "gift_cannot_win_for": [{None, "nobody"}],
    "after_run": [{None, "keep_all"}],
}


def values(name: str) -> list[Any]:
    what: Takes = option_takes(name)
    if name in LISTS:
        return LISTS[name]
    none = [None] if what.or_none else []
    if what.values:
        return [*what.values, *none]
    if what.is_by_rank:
        return [(), ((Rank.ACE, 4),), ((Rank.ACE, 4), (Rank.TEN, 10))]
    return [*range(what.least or 0, 14), 21, *none]


def rule_text(rules: Rules) -> tuple[str, ...]:
    variant = replace(variants.get("pitch"), rules=rules)  # its own rules: no house rules are told
    return tuple(sentence.text for section in rules_in_words(variant) for sentence in section.sentences)


def test_every_rule_has_a_name_and_every_value_its_words() -> None:
    assert sorted(name for names in LABELS.values() for name in names) == sorted(NAMES)
    for name in NAMES:
        words = [value_words(name, value) for value in values(name)]
        assert all(words)
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("game", sampled(variants.names(), each=6))
def test_every_option_with_every_value_changes_the_rules_as_told_or_says_why_not(game: str) -> None:
    usual = variants.get(game).rules
    for name in NAMES:
        nothing = CHANGES_NOTHING.get(name, lambda rules: False)(usual)
        seen: dict[tuple[str, ...], Any] = {}
        for value in values(name):
            rules = replace(usual, **{name: value})
            before = seen.setdefault(rule_text(rules), value)
            same = before == value or {before, value} in SAME.get(name, [])
            assert same or nothing, f"{name}: {value!r} reads as {before!r}"
        if nothing:
            assert len(seen) == 1, name


@pytest.mark.parametrize("game", variants.names())
def test_an_option_matters_where_another_value_of_it_changes_the_rules_as_told(game: str) -> None:
    rules = variants.get(game).rules
    for name in set(NAMES) - set(LISTS):
        assert matters(name, rules) is not CHANGES_NOTHING.get(name, lambda rules: False)(rules), name


@pytest.mark.parametrize(
    ("custom", "told"),
    [
        (Custom(RulesPart.PLAY, "Cards lie face up."), "Cards lie face up."),
        (otherwise("To 21.", "target=21", ""), "To 21 (house option target=21)."),
        (otherwise("To 21.", "target=21", "law 5"), "To 21 (house option target=21; law 5)."),
        (otherwise("So.", "target=21, begs=2", "Hoyle"), "So (house options target=21, begs=2; Hoyle)."),
    ],
)
def test_a_custom_names_the_option_that_plays_it_and_who_tells_of_it(custom: Custom, told: str) -> None:
    assert custom.sentence == told


@pytest.mark.parametrize("game", variants.names())
def test_every_game_has_its_sections_with_its_sources_last_and_no_house_rules(game: str) -> None:
    variant = variants.get(game)
    titles = [section.title for section in rules_in_words(variant)]
    told = [
        *PARTS,
        *(
            part
            for part in RulesPart
            if part in {custom.part for custom in variant.customs}.difference(PARTS)
        ),
    ]
    assert titles == [*told, "Sources"]
    assert [line.text for line in rules_in_words(variant)[-1].sentences] == [
        f"{line}." for line in variant.sources
    ]
    for section in rules_in_words(variant):
        for sentence in section.sentences:
            assert sentence.text[0].isupper() or sentence.text[0].isdigit(), sentence
            assert sentence.text.endswith("."), sentence


def sentences(game: str) -> Iterator[str]:
    return (
        sentence.text for section in rules_in_words(variants.get(game))[:-1] for sentence in section.sentences
    )


def test_no_sentence_names_a_game() -> None:
    places = (
        "Yorkshire",
        "Heckmondwike",
        "Lancashire",
        "Trinidad",
        "Tobago",
        "Foster",
        "California",
        "Cotton",
    )
    for game in variants.names():
        assert not [sentence for sentence in sentences(game) if any(place in sentence for place in places)]


def test_the_rules_of_heckmondwike_are_those_of_its_league() -> None:
    text = " ".join(sentences("heckmondwike"))
    assert "A game is played to 15." in text
    assert "Low, one point, to the side that was dealt the lowest trump in play" in text
    assert "the other side scores four points at once" in text
    assert "all cards face up on the trick. Their partner plays on alone." in text


def test_the_rules_of_trinidad_have_its_turn_ups_and_its_hanged_jack() -> None:
    text = " ".join(sentences("trinidad"))
    assert "one point for an ace, two points for a six and three points for a jack" in text
    assert "A jack won from another side is hanged, and scores three instead." in text
    assert "round anticlockwise" in text


def test_what_a_house_has_changed_is_listed_and_what_another_game_has_not_is_marked() -> None:
    variant = variants.get("heckmondwike")
    rules = variant.rules.with_options({"low_to": LowTo.WINNER, "target": 21})
    sections = {section.title: section for section in rules_in_words(variant, rules, beside=variant)}
    assert [sentence.text for sentence in sections[HOUSE].sentences] == [
        "Low goes to: who wins it (otherwise who was dealt it).",
        "Played to: 21 (otherwise 15).",
    ]
    marked = [
        sentence.text for section in sections.values() for sentence in section.sentences if sentence.differs
    ]
    assert marked == [
        "Low, one point, to the side that wins the trick with the lowest trump in play.",
        "A game is played to 21.",
    ]


def test_a_target_of_the_house_is_no_second_change_where_it_holds_for_every_number() -> None:
    variant = variants.get("west_yorkshire")
    *_, house, _ = rules_in_words(variant, variant.rules.with_options({"target": 15}))
    assert [sentence.text for sentence in house.sentences] == ["Played to: 15 (otherwise 11)."]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("west_yorkshire", "The first trick lies face up"),
        ("west_yorkshire", "offers the pack to the opponent on the right, who may cut it or leave it"),
        ("west_yorkshire", "nobody may trump in"),
        ("west_yorkshire", "the red jacks play the black"),
        ("west_yorkshire", "the last hand goes on while a side can still take all four"),
        ("heckmondwike", "eight players each, who play at four tables at once"),
        ("heckmondwike", "two match points, and two more go to the pub with more points"),
        ("heckmondwike", "Taking all four points in a hand earns no bonus."),
        ("trinidad", "may claim it until the hand is over"),
        ("trinidad", "must_beg_without_trumps=yes; John McLeod"),
        ("tobago", "undertrumping"),
        ("trinidad", "a bare jack"),
        ("trinidad", "a card kicked in the hand"),
        ("cotton", "anything from 7 to 15 points"),
        ("running", "Paul Eaton reads the old text"),
        ("classic_two", "eldest cuts"),
        ("classic_many", "only eldest and the dealer look at their cards"),
        ("classic_many", "Six cannot run the pack"),
        ("classic_many", "after_run=discard_to_six"),
        ("seven_up", "Each side begins with seven counters"),
        ("seven_up", "the two lowest play the two highest"),
        ("seven_up", "a jack turned up scores nothing"),
        ("victorian", "nine or eleven points"),
        ("victorian_blind", "nine points or seven"),
        ("enquire_within", "A card of their own that the dealer shows leaves the deal good."),
        ("enquire_within", "the dealer sees one of the opponents' cards"),
        ("enquire_within", "may be asked whether it is High or Low"),
        ("pitch", "The highest card deals first"),
        ("auction_pitch", "the player to the dealer's right cuts"),
    ],
)
def test_what_the_sources_say_beside_is_told(game: str, told: str) -> None:
    assert told in " ".join(sentences(game))


def test_a_wrong_score_is_told_of_where_its_source_has_it() -> None:
    assert [game for game in variants.names() if "marked wrong" in " ".join(sentences(game))] == [
        "enquire_within"
    ]


def test_another_way_of_playing_names_an_option_that_plays_it() -> None:
    for variant in variants.ALL:
        for custom in variant.customs:
            for option in filter(None, custom.option.split(", ")):
                name, _, value = option.partition("=")
                assert variant.rules.with_written(name, value.strip("'")) != variant.rules, custom.sentence
