"""The hands of a game as its scoring page draws them: the one to enter, those so far, versions, seats."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import Truncator

from league.competition.team_names import button_names
from league.matches.sheet.openings import penalty_kinds, room
from league.results.log import CARDS, PENALTIES, SIDE_PLACES, SheetPlace
from league.results.log import MARKS as MARK_FIELDS
from league.results.logged_match import ENTRY_UNDONE, LoggedMatch
from league.results.pages.script_words import (
    ALL_LETTERS,
    LETTERS,
    MARKS,
    LeadIn,
    home_away,
    lead_in,
    rule_words,
    seat_of_opener,
    verbs_for_first,
)
from league.results.parsing.comparison import beside_words, hand_words
from league.results.selectors.names import MatchSquads
from scoring import AWAY, HOME, Side
from scoring.cards import Rank, Suit
from scoring.games import GameScore
from scoring.rules import Rules

NOBODY = "Nobody"


SUITS, RANKS = tuple(Suit), tuple(sorted(Rank, reverse=True))


def hand_entry(body: Mapping[str, Any], rules: Rules, words: Sequence[str]) -> dict[str, Any]:
    """Return a hand with the fields of its form; `words` are those for the sides.

    Its awards are in the order of pegging; behind its penalties is an empty line for one more.
    """
    ready = "" if penalty_kinds(rules) else str(rules.peek_penalty or "")
    cards = {part.replace("-", "_"): body.get(part, "") for part in CARDS}
    return {
        "body": body,
        "rows": tuple(
            {
                "name": award["name"],
                "words": award["words"],
                "choices": tuple(_choices(award, body, words)),
            }
            for award in rule_words(rules, words)["awards"]
        ),
        "room": room(rules),
        "marks": tuple(
            {"name": name, "word": word, "value": body.get(name, "")}
            for name, word in zip(MARK_FIELDS, words, strict=False)
        ),
        "turnup_scores": rules.turnup_scores,
        "penalties": tuple(enumerate([*body.get(PENALTIES, ()), {"points": ready}], 1)),
        "suits": SUITS,
        "ranks": RANKS,
        "cards": cards,
        "has_cards": any(cards.values()),
    }


def _choices(
    award: Mapping[str, Any], body: Mapping[str, Any], words: Sequence[str]
) -> Iterator[dict[str, Any]]:
    letters = list(ALL_LETTERS[: len(words)])
    if award["nobody"]:
        # Between two sides; more sit side by side.
        letters.insert(1 if len(letters) == len(LETTERS) else len(letters), "-")
    for letter in letters:
        word = NOBODY if letter == "-" else words[ALL_LETTERS.index(letter)]
        chosen = body.get(award["name"]) == letter
        yield {"letter": letter, "mark": MARKS[letter], "word": word, "is_chosen": chosen}


def score_at(logged: LoggedMatch, place: SheetPlace, hand: int) -> tuple[int, ...]:
    """Return the score of a game after a hand, as far as its hands are known."""
    played: GameScore | None = logged.checked.played.get((place.table, place.game))
    running = played.running if played else ()
    return running[min(hand, len(running)) - 1] if hand and running else (0, 0)


def hand_lines(
    table: int, game: int, last: int, *, now: LoggedMatch, was: LoggedMatch
) -> tuple[dict[str, Any], ...]:
    """Return the hands of a game, the latest first; `was` is the match before a correction."""
    return tuple(_line(SheetPlace(table, game, f"h{number}"), now, was) for number in range(last, 0, -1))


def _line(place: SheetPlace, now: LoggedMatch, was: LoggedMatch) -> dict[str, Any]:
    body, number = now.bodies.get(place, {}), place.hand or 0
    after, earlier = score_at(now, place, number), score_at(was, place, number)
    played = now.checked.played.get((place.table, place.game))
    start = f"{now.layout.prefix(place.table, place.game)}-{place.name}-"
    faults = (fault.sentence for fault in now.checked.faults if fault.field.startswith(start))
    return {
        "number": number,
        "marks": tuple(
            (award.words, MARKS.get(body.get(award.value, ""), "")) for award in now.checked.rules.awards
        ),
        "score": home_away(after),
        "was": home_away(earlier) if earlier != after else "",
        "beside": beside_words(body),
        "won": bool(played and played.ending and played.ending.hand + 1 == number),
        "faults": tuple(dict.fromkeys(faults)),
    }


TITLES = {"home": "Who plays", "away": "Who plays", "pitch": "Who opened", "final": "The final score"}


# A flood differs everywhere, in hundreds of versions; nobody reads more than a few.
MOST_DIFFERING, MOST_VERSIONS, LONGEST_VERSION = 4, 4, 160


def differing_places(
    logged: LoggedMatch, squads: MatchSquads, table: int, game: int, sides: Sequence[str]
) -> tuple[dict[str, Any], ...]:
    """Return the places of a game where phones differ; `sides` are the words for the sides."""

    def words(place: SheetPlace, body: Mapping[str, Any]) -> str:
        if place.hand is not None:
            return hand_words(body, sides, logged.checked.rules.awards) or ENTRY_UNDONE
        called = {"h": sides[0], "a": sides[1]} if place.name == "pitch" else {}
        return ", ".join(called.get(text) or squads.name(str(text)) for text in body.values()) or "nothing"

    states = [state for state in logged.differing if (state.place.table, state.place.game) == (table, game)]
    return tuple(
        {
            "place": state.place.name,
            "title": f"Hand {state.place.hand}"
            if state.place.hand
            else TITLES.get(state.place.name, "The remark"),
            "versions": tuple(
                {
                    "id": version.id,
                    "words": Truncator(words(state.place, version.body)).chars(LONGEST_VERSION),
                }
                for version in state.versions[:MOST_VERSIONS]
            ),
        }
        for state in states[:MOST_DIFFERING]
    )


# The seats drawn round a table: top, right, bottom, left.
SEAT_PLACES = ((15, 4), (26, 15), (15, 26), (4, 15))


def table_seats(
    logged: LoggedMatch, squads: MatchSquads, table: int, game: int, hand: int | None
) -> dict[str, Any]:
    """Return the players of a game, by side, and who opens the hand to enter.

    `hand` is its number, None if there is none. `marked` are the seats of the four that open it and deal it.
    """
    rules, players = logged.checked.rules, logged.layout.players
    letter = str(logged.bodies.get(SheetPlace(table, game, "pitch"), {}).get("first-pitch", ""))
    first = LETTERS.index(letter) if letter in LETTERS else None
    entered = [_entered(logged, table, game, side) for side in (HOME, AWAY)]
    home, away = ([squads.name(text) for text in texts] for texts in entered)
    opener, lead, of = None, LeadIn(""), (first, rules, 2 * players)
    if hand is not None:
        teams = button_names(logged.match.home, logged.match.away)
        lead = lead_in(hand, first, home, away, teams, rules)
    if hand is not None and first is not None:
        opener = ((first + hand - 1) % 2, (hand - 1) // 2 % players + 1)
    return {
        "seats": tuple(
            tuple(
                {
                    "field": f"{SIDE_PLACES[side]}-{place}",
                    "entered": text,
                    "name": squads.name(text),
                    "pitches": opener == (side, place),
                }
                for place, text in enumerate(entered[side], 1)
            )
            for side in (HOME, AWAY)
        ),
        "first_letter": letter,
        "first_question": f"Hand 1. Who {verbs_for_first(rules)[0]}?",
        "lead": lead,
        "marked": (seat_of_opener(hand, *of), seat_of_opener(hand - 1, *of)) if hand else (None, None),
        "seat_places": SEAT_PLACES,
    }


def _entered(logged: LoggedMatch, table: int, game: int, side: Side) -> tuple[str, ...]:
    """Return the texts entered for the seats; a later game without names has those of the game before."""
    places = (SheetPlace(table, number, SIDE_PLACES[side]) for number in range(game, 0, -1))
    body = next((body for place in places if (body := logged.bodies.get(place))), {})
    return tuple(body.get(str(seat), "") for seat in range(1, logged.layout.players + 1))
