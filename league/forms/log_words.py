"""Entries of a log in words: where they stand on the sheet, and what they say."""

from league.forms.sheet_changes import HAND_MARKS, said_of_a_hand
from league.forms.sheet_fields import Layout
from league.logbook import CARDS, PENALTIES, Body, Place, Standing, fields
from league.logbook import Entry as Logged

TAKEN_BACK = "taken back"
PLACES = {
    "home": "who sat down at home",
    "away": "who sat down away",
    "pitch": "who led first",
    "final": "final score",
    "notes": "remark",
}


def place_in_words(place: Place, layout: Layout) -> str:
    """Table 3, game 2, hand 7; or what else stands at a table."""
    parts = [f"Table {place.table}"]
    if layout.games > 1 and place.name != "notes":
        parts.append(f"game {place.game}")
    parts.append(f"hand {place.hand}" if place.hand else PLACES.get(place.name, place.name))
    return ", ".join(parts)


def entry_words(place: Place, body: Body, layout: Layout) -> str:
    """What an entry says, as people say it; what takes something back says so."""
    if not body:
        return TAKEN_BACK
    if place.hand is None:
        if place.name == "final":
            return "–".join(body.get(side, "?") for side in ("home-final", "away-final"))
        said = [str(text) for text in body.values()]
        marks = HAND_MARKS if place.name == "pitch" else {"yes": "not played"}
        return ", ".join(marks.get(text, text) for text in said)
    alone = Logged(id="", number=0, place=place, body=body)
    typed = fields({place: Standing(place=place, heads=(alone,))}, layout.prefix)
    parts = list(said_of_a_hand(typed, f"{layout.prefix(place.table, place.game)}-{place.name}"))
    for one in body.get(PENALTIES, ()):
        why = one.get("reason") or one.get("kind") or "penalty"
        parts.append(f"{one.get('points') or 'points'} to {HAND_MARKS[one['side']]} ({why})")
    if any(body.get(name) for name in CARDS):
        parts.append("with its cards")
    return ", ".join(parts)
