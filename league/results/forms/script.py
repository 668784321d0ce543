"""What the script of the entry page is told of the game: the rules it pegs by, and the words it refuses in.

The words are the server's own, so that a refusal reads the same whoever says it first.
"""

from typing import Any

from league.matches.sheet.openings import PenaltyKind, bars_from_game, penalty_kinds
from league.results.forms.sheet import SheetForm
from scoring.axes import Award, GiftThen, TrumpBy
from scoring.errors import SENTENCES
from scoring.rules import Rules

SAID_BY_SCRIPT = (
    "high_nobody",
    "low_nobody",
    "award_missing",
    "after_the_end",
    "game_ended",
    "game_ended_unpegged",
    "high_without_low",
    "jack_without_trump",
    "hung_without_jack",
    "game_barred",
    "awards_after_gift",
)
KEY_OF_THE_ACE = "1"  # A is away


def script_words(form: SheetForm) -> dict[str, Any]:
    """Rules and words as plain data."""
    return {
        "target": form.rules.target,
        "cap": form.rules.cap_at_target,
        "awards": [_award(award, form.rules) for award in form.rules.awards],
        "penalty": form.rules.peek_penalty,
        "sides": [form.home, form.away],
        "sentences": {code: SENTENCES[code] for code in SAID_BY_SCRIPT},
        "kinds": {kind.code: _kind(kind, form.rules) for kind in penalty_kinds(form.rules)},
        "turnups": {rank.letter: points for rank, points in form.rules.turnup_scores},
        "turnup_when_run": form.rules.turnup_when_run,
        "turnup_keys": {key.lower(): letter for key, letter in turnup_keys(form.rules).items()},
        "begs": form.rules.may_beg,
        "gift_ends_hand": form.rules.gift_then is GiftThen.END_HAND,
        "hung": form.rules.hang_jack if form.layout.room.hung else None,
    }


def turnup_keys(rules: Rules) -> dict[str, str]:
    """The keys that note a card turned up which scores, and the rank each means."""
    letters = (rank.letter for rank, _ in rules.turnup_scores)
    return {KEY_OF_THE_ACE if letter == "A" else letter: letter for letter in letters}


def _kind(kind: PenaltyKind, rules: Rules) -> dict[str, Any]:
    return {"points": kind.points, "bars": bars_from_game(kind.code, rules)}


def _award(award: Award, rules: Rules) -> dict[str, Any]:
    """An award: with a pitch there is always a trump, so that High and Low always go to a side."""
    always_taken = award in (Award.HIGH, Award.LOW) and rules.trump in (
        TrumpBy.PITCH,
        TrumpBy.COMMERCIAL,
        TrumpBy.AUCTION,
    )
    return {
        "name": award.value,
        "words": award.words,
        "points": getattr(rules, f"{award.value}_points"),
        "nobody": not always_taken,
    }
