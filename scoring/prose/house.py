"""House options by name: what each is called and what its values are, in a few words."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from ..axes import Award
from ..cards import Rank
from ..rules import Rules, Takes, option_takes
from . import opening_rules, playing_rules
from .words import Told, count, listed, ranked

LABELS: Mapping[str, Mapping[str, str]] = {
    "Players and deal": {
        "players": "Players",
        "sides": "Who plays with whom",
        "partners_by": "Partners are found",
        "direction": "Play goes round",
        "first_pitch": "Who begins",
        "pack": "Cards in the pack",
        "hand": "Cards to each player",
        "packets": "They are dealt",
        "misdeal": "A misdeal",
    },
    "Trumps": {
        "trump": "Trumps are",
        "turnup_scores": "Points for a card turned up",
        "turnup_when_run": "Turn-ups score when the pack is run",
        "may_beg": "Eldest may beg",
        "begs": "Begs in a hand",
        "must_beg_without_trumps": "Eldest must beg without trumps",
        "must_run_without_trumps": "The dealer may not give without trumps",
        "gift_to": "A gift goes to",
        "gift_then": "After a gift",
        "gift_cannot_win_for": "A gift may not win the game for",
        "after_run": "Cards kept after a run",
        "may_bunch": "All may agree to bunch",
        "least_bid": "The smallest bid",
        "dealer_may_equal": "The dealer may take the bid at the same figure",
        "dealer_must_bid": "If all others pass, the dealer must bid",
    },
    "Play": {
        "draw": "A card is drawn after each trick",
        "no_trumping_in": "Suit must be followed, without trumping in",
        "no_undertrump": "No lower trump on a trick already trumped",
        "must_trump_when_void": "Without the suit led one must trump",
        "throw_in": "A worthless hand may be thrown in",
        "revoke": "A revoke",
        "may_call_exposed": "Opponents may call an exposed card",
        "peek_penalty": "Points against a partner who looks before the pitch",
    },
    "Points": {
        "awards": "Order of counting",
        "high_points": "Points for High",
        "low_points": "Points for Low",
        "low_to": "Low goes to",
        "jack_points": "Points for Jack",
        "hang_jack": "Points for a hanged jack",
        "game_points": "Points for Game",
        "game_tie": "Game, if level",
        "five_counts": "The five of trumps counts five to Game",
        "pips_count": "Pips count to Game",
        "trump_honours": "Trumps marked as they fall",
        "plain_honours": "Of the other suits",
        "honours_to": "They are marked by",
        "bidder_first": "The bidder's points are counted first",
        "smudge_points": "Points more for four bid and made, a smudge",
        "smudge_wins": "A smudge wins the game",
    },
    "The end of a game": {
        "target": "Played to",
        "target_with": "Played to, by other numbers of players",
        "cap_at_target": "The board stops at the target",
        "fixed_hands": "Hands in a game",
        "wrong_score": "Points against a score marked wrong",
        "all_four_stake": "Stake for taking all four points",
    },
}
"""What every option is called, by where it belongs."""

_LABEL = {name: label for names in LABELS.values() for name, label in names.items()}
_VALUES: Mapping[str, Mapping[Any, str]] = {
    "sides": {
        "partners": "partners opposite",
        "singles": "each alone",
        "either": "partners, or each alone",
        "singles_or_sides": "each alone, or equal sides",
    },
    "partners_by": {"fixed": "by agreement", "red_black_jacks": "by red and black jacks"},
    "direction": {"clockwise": "clockwise", "anticlockwise": "anticlockwise"},
    "first_pitch": {
        "silent": "not said",
        "first_jack": "whoever gets the first jack leads",
        "cut": "the highest cut leads",
        "colour_guess": "whoever guesses the colour says",
        "high_cut_deals": "the highest cut deals",
        "high_put_card_deals": "the highest cut deals, three highest",
        "low_cut": "the lowest cut leads",
        "cut_of_sides": "the side with the higher cut chooses",
        "two_of_diamonds": "the two of diamonds leads",
    },
    "packets": {
        "silent": "not said",
        "ones": "one at a time",
        "three_rounds": "in three rounds, as the dealer likes",
        "threes": "three at a time",
        "ones_or_threes": "one or three at a time, all game",
        "ones_or_threes_at_will": "one or three at a time, as the dealer likes",
    },
    "misdeal": {
        "silent": "no penalty said",
        "opponents_one": "one point to the opponents",
        "one_and_passes": "one point to the opponents, and the deal passes",
        "deal_passes": "the deal passes",
        "same_dealer": "the same dealer again",
        "redeal_or_draw": "a new deal, or cards too many drawn",
    },
    "trump": {
        "pitch": "the first lead",
        "turnup": "turned up",
        "commercial": "sold by eldest",
        "auction": "auctioned",
        "random_draw": "drawn at random",
    },
    "turnup_when_run": {
        "all": "all of them",
        "not_repeat_suit": "not of a suit refused",
        "final_only": "only the last",
    },
    "gift_to": {"opponents": "every side against the dealer", "eldest": "eldest alone"},
    "gift_then": {"play": "the hand is played", "end_hand": "the hand is over"},
    "gift_cannot_win_for": {"nobody": "nobody", "non_beggar": "a side that did not beg"},
    "after_run": {
        "keep_all": "all",
        "discard_to_six": "six",
        "discard_if_12": "six of twelve or more",
        "last_three": "the last three and any others",
    },
    "draw": {"none": "no", "face_up": "from an open stock", "face_down": "from a closed stock"},
    "revoke": {
        "silent": "no penalty said",
        "opponents_one": "one point to the opponents",
        "one_and_no_game": "one point to the opponents, and no Game",
        "game_or_one": "one point and no Game, or the whole game",
        "whole_game": "the whole game",
        "marks_and_twenty": "what was marked, and 20 to the other side after an own lead",
    },
    "low_to": {"holder": "who was dealt it", "winner": "who wins it"},
    "game_tie": {
        "none": "nobody",
        "carried": "nobody, and carried over",
        "elder": "elder hand",
        "foster": "the dealer's opponent",
    },
    "honours_to": {
        "trick_winner": "who wins the trick",
        "player_unless_JT5_taken": "who plays them; jack, ten, five who wins them",
    },
}


def value_words(name: str, value: Any) -> str:
    """Return a value of an option in a few words: yes, three, ace 1 and jack 3, who was dealt it."""
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in _VALUES:
        return _VALUES[name][value]
    if option_takes(name).is_by_rank:
        return ranked(value)
    if name == "target_with":
        return listed(f"{points} with {count(players)}" for players, points in value)
    return listed(map(_item_words, value)) if isinstance(value, tuple) else str(value)


def _item_words(value: object) -> str:
    return value.words if isinstance(value, Award) else count(int(str(value)))


def in_words(name: str, rules: Rules) -> str:
    """Return what rules have chosen for an option, in a few words."""
    return value_words(name, getattr(rules, name))


def differences(rules: Rules, usual: Rules) -> tuple[str, ...]:
    """Return every option in which two sets of rules differ: "Points for Game: 2 (otherwise 1)."."""
    names = [name for name in _LABEL if getattr(rules, name) != getattr(usual, name)]
    if "target" in names and "target_with" in names and not rules.target_with:
        names.remove("target_with")  # a target chosen by the house holds for any number of players
    return tuple(
        f"{_LABEL[name]}: {in_words(name, rules)} (otherwise {in_words(name, usual)})." for name in names
    )


@cache
def matters(name: str, rules: Rules) -> bool:
    """Return whether another value of that option would change anything in a game of these rules."""
    sentences = _all_sentences(rules)
    return any(
        _all_sentences(replace(rules, **{name: value})) != sentences
        for value in _others(option_takes(name), name, rules)
    )


def _others(what: Takes, name: str, rules: Rules) -> list[Any]:
    """Return enough other values to see whether the option does anything."""
    none = [None] if what.or_none else []
    if what.values:
        return [*what.values, *none]
    if what.is_by_rank:
        return [(), ((Rank.ACE, 1),)]
    return [1, 2, *none] if what.least is not None else [()]


def _all_sentences(rules: Rules) -> tuple[Told, ...]:
    parts = (
        opening_rules.players_and_deal,
        opening_rules.trumps,
        playing_rules.play,
        playing_rules.scoring_points,
        playing_rules.winning,
        playing_rules.penalty_rules,
    )
    return tuple(sentence for part in parts for sentence in part(rules))
