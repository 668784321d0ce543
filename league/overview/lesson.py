"""The lesson for a newcomer: the rules of a game in its engine's words, and a hand played under them."""

from typing import Any

from league.regulations.rule_books import LeagueRules
from league.results.pages.card_play import SIDES, CardPlay, card_play
from scoring import HOME, variants
from scoring.axes import TrumpBy
from scoring.hands import Hand
from scoring.prose import rules_in_words
from scoring.rules import Rules

USUAL = variants.get("heckmondwike")
PLAYERS = 4

EXAMPLE = """deal A:.AK4.9.T3 B:5.Q2.J.K6 C:8.J7.T.A2 D:4.T9.A.Q5
play 1 A AH 2H 7H 9H
play 2 A KH QH JH TH
play 3 A 4H 5S 8S 4S
play 4 A 9D JD TD AD
play 5 D QC 3C KC AC
play 6 C 2C 5C TC 6C"""
"""A pitched hand of four in which all four points are there and the high trumps do what they are for."""


PARTS = {
    "deal": "Players and deal",
    "trumps": "Trumps",
    "play": "Play",
    "scores": "What scores",
    "winning": "Winning",
    "wrong": "When something goes wrong",
}
"""The sections of a game's rules, by the names under which templates ask for them."""


def lesson(league: LeagueRules | None) -> dict[str, Any]:
    """Return the lesson in the game a league plays, or in the usual one: its rules by `PARTS`, its target if
    it has one, the example hand if it fits, and what home and away peg in that.
    """
    variant = league.variant if league else USUAL
    rules = league.season.rule_book.rules() if league else USUAL.rules
    sections = {
        section.title: section.sentences for section in (league.game if league else rules_in_words(USUAL))
    }
    example = _example(rules)
    awards = example["awards"] if example else ()
    return {
        "variant": variant,
        "target": rules.target,
        "parts": {part: sections.get(title, ()) for part, title in PARTS.items()},
        "example": example,
        "pegged": [sum(each["points"] for each in awards if each["to"] == side) for side in SIDES.values()],
    }


def _example(rules: Rules) -> CardPlay | None:
    if rules.trump is not TrumpBy.PITCH or PLAYERS not in rules.players:
        return None
    return card_play(EXAMPLE, Hand(), rules.for_players(PLAYERS), HOME, (0, 0), ("Home", "Away"), card="")
