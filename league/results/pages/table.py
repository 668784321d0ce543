"""One game at a table as its scoring page draws it: players, score, the hand to enter, the hands so far."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from league.competition.team_names import button_names, head_name, name_on_two_lines
from league.results.log import SIDE_PLACES, SheetPlace
from league.results.logged_match import GameSoFar, LoggedMatch
from league.results.pages.script_words import LETTERS, MARKS, home_away, pegged, walkover_words
from league.results.pages.table_hands import (
    differing_places,
    hand_entry,
    hand_lines,
    score_at,
    table_seats,
)
from league.results.parsing.fields import CONTRADICTION, FieldFault
from league.results.parsing.table_form import (
    INSERT,
    REMOVE,
    TableTyped,
    changed_hands,
    shown_hands,
    with_entries,
)
from league.results.selectors.names import MatchSquads
from league.templatetags.formatting import score as score_in_words
from scoring import AWAY, HOME, Side

MUCH_LONGER = 5


class TablePage:
    """A game at a table. `hand` is an earlier hand to correct.

    `typed` is what was sent but not stored: it is shown in the form again, and the hands show its effect.
    """

    def __init__(
        self,
        logged: LoggedMatch,
        squads: MatchSquads,
        table: int,
        game: int,
        *,
        hand: int | None = None,
        change: str = "",
        typed: TableTyped | None = None,
    ) -> None:
        self.logged, self.squads, self.form = logged, squads, logged.checked
        self.title, self.target = logged.layout.where(table, game), self.form.rules.target
        self.number, self.game = table, game
        self._typed = typed
        number = typed.place.hand if typed and typed.place and typed.place.hand else hand
        self.is_correction = number is not None and 1 <= number <= self.last_hand
        self.hand = number if number is not None and self.is_correction else self.last_hand + 1
        self.change = change if self.is_correction and change in (REMOVE, INSERT) else ""

    @cached_property
    def words(self) -> tuple[str, str]:
        """The words for the sides on buttons."""
        return button_names(self.logged.match.home, self.logged.match.away)

    @cached_property
    def last_hand(self) -> int:
        """The number of the last hand that has something entered."""
        return self.logged.hand_to_play(self.number, self.game) - 1

    @cached_property
    def so_far(self) -> GameSoFar:
        """The game as it stands."""
        begun = {(game.table, game.game): game for game in self.logged.games()}
        nothing = GameSoFar(table=self.number, game=self.game, score=(0, 0))
        return begun.get((self.number, self.game), nothing)

    @property
    def asks_for_hand(self) -> bool:
        """Whether there is a hand to enter: the next of a game under way, or one being corrected."""
        is_next = bool(self.logged.layout.hands) and not (self.so_far.is_over or self.is_not_played)
        return self.is_correction or is_next

    @property
    def is_not_played(self) -> bool:
        return self._is_walkover or bool(self._body("notes", game=1).get("not-played"))

    @property
    def _is_walkover(self) -> bool:
        return self.number in self.logged.walkover_tables

    @property
    def outcome(self) -> str:
        """The result in a sentence, empty while the game goes on: “The Fleece won 15–13, after 9 hands.”"""
        if self._is_walkover:
            return walkover_words(self.logged.match, self.logged.walkover_tables[self.number])
        if not self.so_far.is_over:
            return ""
        home, away = self.so_far.score
        team = (self.logged.match.home if home > away else self.logged.match.away).name
        is_whole = self.so_far.hand and not self.so_far.is_final_only
        after = f", after {self.so_far.hand} hands" if is_whole else ""
        return f"{team} won {score_in_words(max(home, away), min(home, away))}{after}."

    @property
    def figure(self) -> str:
        """The score in the list of tables; a dash before the first hand."""
        if self.is_not_played:
            return "walkover" if self._is_walkover else "not played"
        return home_away(self.so_far.score) if self.last_hand or self.so_far.is_over else "–"

    # Who plays

    @cached_property
    def seated(self) -> dict[str, Any]:
        """The players, and who opens the hand to enter."""
        number = self.hand if self.asks_for_hand and not self.is_correction else None
        return table_seats(self.logged, self.squads, self.number, self.game, number)

    @cached_property
    def sides(self) -> tuple[dict[str, Any], ...]:
        """Left and right: home is on the left, whoever holds the phone."""
        return self._side(HOME), self._side(AWAY)

    @property
    def leans(self) -> str:
        """The side whose name needs more than half of the line; empty if neither does."""
        home, away = (len(side["lines"]) for side in self.sides)
        if abs(home - away) < MUCH_LONGER:
            return ""
        return MARKS["h"] if home > away else MARKS["a"]

    @property
    def pairs(self) -> str:
        """The players in one line; empty while no name is known."""
        names = [", ".join(seat["name"] for seat in side["seats"] if seat["name"]) for side in self.sides]
        return " v ".join(names) if any(names) else ""

    def _side(self, side: Side) -> dict[str, Any]:
        letter = LETTERS[side]
        score = self.so_far.score
        team = (self.logged.match.home, self.logged.match.away)[side]
        return {
            "letter": letter,
            "mark": MARKS[letter],
            "team": team.name,
            "lines": name_on_two_lines(team),
            "head": head_name(team),
            "word": self.words[side],
            "seats": self.seated["seats"][side],
            "squad": self.squads.to_pick(letter),
            "score": score[side],
            "before": self.so_far.before[side],
            "won": self.so_far.is_over and score[side] > score[1 - side],
        }

    # The hand to enter

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The hand to enter, with its typed or stored fields."""
        return hand_entry(self._in_form, self.form.rules, self.words)

    @property
    def _in_form(self) -> Mapping[str, Any]:
        if self._typed and self._typed.place and self._typed.place.hand:
            return self._typed.body or {}
        return self._body(f"h{self.hand}") if self.is_correction and self.change != INSERT else {}

    @property
    def follows(self) -> dict[str, str]:
        """The ids of the entries the page shows, by place; of the "hand" and of what "undo" takes back."""
        places = {name: name for name in (*SIDE_PLACES, "pitch", "final", "notes")}
        return {
            name: " ".join(self.logged.heads(SheetPlace(self.number, self.game, place)))
            for name, place in {**places, "hand": f"h{self.hand}", "undo": self.undo_place}.items()
        }

    @property
    def undo_place(self) -> str:
        """What Undo takes back: the final score entered last, or the last hand."""
        return "final" if self.so_far.is_final_only else f"h{self.last_hand}"

    @property
    def final(self) -> dict[str, str]:
        """The final score entered by itself, by side."""
        final = self._shown("final")
        if not final:
            return {}
        scores = {side: final.get(f"{side}-final", "") for side in SIDE_PLACES}
        return {**scores, CONTRADICTION: final.get(CONTRADICTION, "")}

    @property
    def final_fault(self) -> str:
        """Why a recorded final score does not count, as a sentence; empty if it does or there is none."""
        if not self._body("final") or self.so_far.is_final_only:
            return ""
        faults = (text for name, text in self.so_far.faults if name.endswith("-final"))
        return next(faults, "")

    @property
    def notes(self) -> Mapping[str, Any]:
        return self._shown("notes")

    def _shown(self, name: str) -> Mapping[str, Any]:
        typed = self._typed
        is_typed = typed and typed.place and typed.place.name == name
        return (typed.body or {}) if is_typed and typed else self._body(name)

    @property
    def refusals(self) -> tuple[FieldFault, ...]:
        return self._typed.refusals if self._typed else ()

    # The hands so far

    @cached_property
    def _after(self) -> LoggedMatch:
        """The match with the typed hand in place, or without one: a preview of a correction."""
        typed = self._typed
        is_typed = typed and typed.place and typed.place.hand and not typed.refusals
        if not (is_typed or self.change == REMOVE):
            return self.logged
        place, body = SheetPlace(self.number, self.game, f"h{self.hand}"), typed and typed.body
        return with_entries(self.logged, changed_hands(self.logged, place, self.change, body or {}))

    @property
    def is_preview(self) -> bool:
        return self._after is not self.logged

    @property
    def hands(self) -> tuple[dict[str, Any], ...]:
        """The hands, the latest first."""
        after = self._after
        # Where hands move up or down, what stood at their numbers before says nothing.
        was = after if self.change else self.logged
        return hand_lines(
            self.number, self.game, after.hand_to_play(self.number, self.game) - 1, now=after, was=was
        )

    @property
    def becomes(self) -> str:
        """What the previewed correction does to the score: “6–4 becomes 5–3”."""
        place = SheetPlace(self.number, self.game, "")
        before, after = (score_at(match, place, 99) for match in (self.logged, self._after))
        return f"{home_away(before)} becomes {home_away(after)}"

    @property
    def doing(self) -> str:
        """What is done with the hand: “Remove hand 5, the same as hand 4. Hand 6 becomes hand 5.”"""
        is_same = self.hand > 1 and self._body(f"h{self.hand}") == self._body(f"h{self.hand - 1}")
        same = f", the same as hand {self.hand - 1}" if is_same else ""
        moves = f" Hand {self.hand + 1} becomes hand {self.hand}." if self.hand < self.last_hand else ""
        words = {
            REMOVE: f"Remove hand {self.hand}{same}.{moves}",
            INSERT: f"Insert a hand before hand {self.hand}.",
        }
        return words.get(self.change, f"Change hand {self.hand}.")

    @property
    def hands_shown(self) -> str:
        """The entries that are the hands, for a form that removes or inserts one."""
        return shown_hands(self.logged, self.number, self.game)

    @property
    def undo(self) -> str:
        """What can be undone: “hand 6, 1–2”, with its points, or “final score”."""
        if self.so_far.is_final_only:
            return "final score"
        if not self.last_hand:
            return ""
        place = SheetPlace(self.number, self.game, "")
        before, after = (score_at(self.logged, place, hand) for hand in (self.last_hand - 1, self.last_hand))
        return f"hand {self.last_hand}, {pegged(before, after)}"

    @property
    def differing(self) -> tuple[dict[str, Any], ...]:
        """Places of this game where two phones differ."""
        return differing_places(self.logged, self.squads, self.number, self.game, self.words)

    def _body(self, name: str, *, game: int | None = None) -> Mapping[str, Any]:
        return self.logged.bodies.get(SheetPlace(self.number, game or self.game, name), {})
