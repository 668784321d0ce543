"""What the script of the entry page is told of the game: the rules it pegs by, and the words it refuses in.

The words are the server's own, so that a refusal reads the same whoever says it first.
"""

from typing import Any

from league.forms.sheets import SheetForm
from scoring.axes import Award, TrumpBy
from scoring.faults import SENTENCES
from scoring.rules import Rules

SAID_BY_SCRIPT = (
    "high_nobody",
    "low_nobody",
    "award_missing",
    "after_the_end",
    "game_ended",
    "game_ended_unpegged",
)


def script_words(form: SheetForm) -> dict[str, Any]:
    """Rules and words as plain data."""
    return {
        "target": form.rules.target,
        "cap": form.rules.cap_at_target,
        "awards": [_award(award, form.rules) for award in form.rules.awards],
        "penalty": form.rules.peek_penalty,
        "sides": [form.home, form.away],
        "sentences": {code: SENTENCES[code] for code in SAID_BY_SCRIPT},
    }


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
