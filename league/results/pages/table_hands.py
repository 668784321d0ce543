"""The hands of a game as its scoring page draws them: the one to enter, those so far, versions, seats."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.text import Truncator

from league.competition.team_names import button_names
from league.matches.sheet.openings import ExtraBoxes, penalty_kinds, room
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
    seating,
    verbs_for_first,
)
from league.results.parsing.comparison import beside_words, hand_words
from league.results.selectors.names import MatchSquads
from league.results.selectors.scorecards import SIDE_OF_LETTER
from scoring import AWAY, HOME, Side
from scoring.cards import Rank, Suit
from scoring.games import GameScore
from scoring.rules import Rules

NOBODY = "Nobody"


SUITS, RANKS = tuple(Suit), tuple(sorted(Rank, reverse=True))


class HandEntry:
    """The hand of that number with the fields of its form. `words` are those for the sides."""

    def __init__(self, number: int, body: Mapping[str, Any], rules: Rules, words: Sequence[str]) -> None:
        self.number, self.body = number, body
        self._rules, self._words = rules, words

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """Its awards in the order of pegging."""
        return tuple(
            {
                "name": award["name"],
                "words": award["words"],
                "choices": tuple(self._choices(award["name"], can_be_nobody=award["nobody"])),
            }
            for award in rule_words(self._rules, self._words)["awards"]
        )

    def _choices(self, award: str, *, can_be_nobody: bool) -> Iterator[dict[str, Any]]:
        letters = list(ALL_LETTERS[: len(self._words)])
        if can_be_nobody:
            # Between two sides; more sit side by side.
            letters.insert(1 if len(letters) == len(LETTERS) else len(letters), "-")
        for letter in letters:
            word = NOBODY if letter == "-" else self._words[ALL_LETTERS.index(letter)]
            chosen = self.body.get(award) == letter
            yield {"letter": letter, "mark": MARKS[letter], "word": word, "is_chosen": chosen}

    @property
    def room(self) -> ExtraBoxes:
        """The boxes beside the awards that this game needs."""
        return room(self._rules)

    @property
    def marks(self) -> list[dict[str, str]]:
        """The boxes of what each side marked: name, the side's word, what stands there."""
        return [
            {"name": name, "word": word, "value": self.body.get(name, "")}
            for name, word in zip(MARK_FIELDS, self._words, strict=False)
        ]

    @property
    def turnup_scores(self) -> tuple[tuple[Rank, int], ...]:
        """The cards that score when they are turned up."""
        return self._rules.turnup_scores

    @property
    def penalties(self) -> list[tuple[int, Mapping[str, str]]]:
        """Its penalties, and an empty line for one more."""
        ready = "" if penalty_kinds(self._rules) else str(self._rules.peek_penalty or "")
        return list(enumerate([*self.body.get(PENALTIES, ()), {"points": ready}], 1))

    suits, ranks = SUITS, RANKS

    @property
    def cards(self) -> dict[str, str]:
        """The cards noted, by names a template can use."""
        return {part.replace("-", "_"): self.body.get(part, "") for part in CARDS}

    @property
    def has_cards(self) -> bool:
        return any(self.cards.values())


def _faults_of(place: SheetPlace, logged: LoggedMatch) -> Iterator[str]:
    start = f"{logged.layout.prefix(place.table, place.game)}-{place.name}-"
    yield from dict.fromkeys(
        fault.sentence for fault in logged.checked.faults if fault.field.startswith(start)
    )


def _ends(logged: LoggedMatch, place: SheetPlace) -> bool:
    """Return whether the game was won in this hand."""
    played = logged.checked.played.get((place.table, place.game))
    return played is not None and played.ending is not None and played.ending.hand + 1 == place.hand


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
    body = now.bodies.get(place, {})
    number = place.hand or 0
    after, earlier = score_at(now, place, number), score_at(was, place, number)
    return {
        "number": number,
        "marks": tuple(
            (award.words, MARKS.get(body.get(award.value, ""), "")) for award in now.checked.rules.awards
        ),
        "score": home_away(after),
        "was": home_away(earlier) if earlier != after else "",
        "beside": beside_words(body),
        "won": _ends(now, place),
        "faults": tuple(_faults_of(place, now)),
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


class TableSeats:
    """The players of a game at a table. `hand` is the hand to enter, None if there is none."""

    seat_places = SEAT_PLACES

    def __init__(
        self, logged: LoggedMatch, squads: MatchSquads, table: int, game: int, hand: int | None
    ) -> None:
        self._logged, self._squads = logged, squads
        self._table, self._game = table, game
        self._hand = hand
        self._players = logged.layout.players

    def seats(self, side: Side) -> tuple[dict[str, Any], ...]:
        """Return the seats of a side, the one that opens the hand marked."""
        return tuple(
            {
                "field": f"{SIDE_PLACES[side]}-{place}",
                "entered": entered,
                "name": self._squads.name(entered),
                "pitches": self._opener == (side, place),
            }
            for place, entered in enumerate(self._entered(side), 1)
        )

    def _entered(self, side: Side) -> tuple[str, ...]:
        """Return the texts entered for the seats.

        A later game without names has those of the game before.
        """
        body: Mapping[str, Any] = {}
        for game in range(self._game, 0, -1):
            if body := self._body(SIDE_PLACES[side], game):
                break
        return tuple(body.get(str(seat), "") for seat in range(1, self._players + 1))

    @property
    def first_letter(self) -> str:
        """The letter of the side that opened the game; empty while it is not known."""
        return str(self._body("pitch", self._game).get("first-pitch", ""))

    @property
    def first_question(self) -> str:
        """The question while nobody is known to have opened: “Hand 1. Who pitches?”"""
        return f"Hand 1. Who {verbs_for_first(self._logged.checked.rules)[0]}?"

    @property
    def lead(self) -> LeadIn:
        """Who opens the hand and who deals, in words."""
        if self._hand is None:
            return LeadIn("")
        teams = button_names(self._logged.match.home, self._logged.match.away)
        home, away = ([self._squads.name(text) for text in self._entered(side)] for side in (HOME, AWAY))
        return lead_in(self._hand, self._first, home, away, teams, self._logged.checked.rules)

    @property
    def marked(self) -> tuple[int | None, int | None]:
        """Which of the four seats opens the hand, and which deals it."""
        of = self._first, self._logged.checked.rules, 2 * self._players
        hand = self._hand
        return (seat_of_opener(hand, *of), seat_of_opener(hand - 1, *of)) if hand else (None, None)

    @property
    def _first(self) -> Side | None:
        first = SIDE_OF_LETTER.get(self.first_letter)
        return first if isinstance(first, int) else None

    @cached_property
    def _opener(self) -> tuple[Side, int] | None:
        """The side and the place in the pair of the player who opens this hand."""
        if self._first is None or self._hand is None:
            return None
        home, away = ([f"{side} {place}" for place in range(1, self._players + 1)] for side in (HOME, AWAY))
        order = seating(self._first, home, away)
        side, place = order[(self._hand - 1) % len(order)].split()
        return int(side), int(place)

    def _body(self, name: str, game: int) -> Mapping[str, Any]:
        return self._logged.bodies.get(SheetPlace(self._table, game, name), {})
