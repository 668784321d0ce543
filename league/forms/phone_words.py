"""What the script of the scoring page is told: the rules, the words, the names, and where it sends to."""

from typing import Any

from league.forms.sheet_script import script_words
from league.forms.sheets import SheetForm
from league.forms.table_words import dealer_side, side_words, verbs_for_first
from league.forms.wire import WIRE
from league.models import Match
from league.selectors.match_squads import MatchSquads


def phone_words(
    form: SheetForm, match: Match, squads: MatchSquads, *, base: str, log: str, us: str
) -> dict[str, Any]:
    """Rules and words as plain data. The same for every table of a match: one kept page serves them all."""
    return {
        "rules": script_words(form),
        "base": base,
        "log": log,
        "wire": WIRE,
        "us": us,
        "teams": [match.home.name, match.away.name],
        "words": list(side_words(match, us)),
        "verbs": list(verbs_for_first(form.rules)),
        "dealer": dealer_side(form.rules),
        "names": squads.names,
        "games": list(form.layout.games_each),
        "players": form.layout.players,
        "hands": form.layout.most_hands,
        "room": dict.fromkeys(form.layout.beside, True),
        "kinds": {kind.code: kind.words for kind in form.penalty_kinds},
    }
