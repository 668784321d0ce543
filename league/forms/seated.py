"""Who sits at a table for a game: the names at the seats, and who opens and deals each hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from league.forms.logged import LoggedMatch
from league.forms.table_words import lead_in, seat_of_opener, seating, verbs_for_first
from league.logbook import SIDE_PLACES, Place
from league.selectors.match_squads import MatchSquads
from league.selectors.scorecards import SIDE_OF_LETTER
from scoring import AWAY, HOME, Side

# The seats drawn round a table: top, right, bottom, left.
SEAT_PLACES = ((15, 4), (26, 15), (15, 26), (4, 15))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOnPage:
    """A player at the table: the field, what was entered, the name as it is shown, and what he does now."""

    field: str
    entered: str
    name: str
    pitches: bool = False


class Seated:
    """The players of a game at a table. `hand` is the hand that is asked for, None if none is."""

    seat_places = SEAT_PLACES

    def __init__(
        self, logged: LoggedMatch, squads: MatchSquads, table: int, game: int, hand: int | None
    ) -> None:
        self._logged, self._squads = logged, squads
        self._table, self._game = table, game
        self._hand = hand
        self._players = logged.layout.players

    def seats(self, side: Side) -> tuple[SeatOnPage, ...]:
        """The seats of a side, whoever opens the hand marked."""
        return tuple(
            SeatOnPage(
                field=f"{SIDE_PLACES[side]}-{place}",
                entered=entered,
                name=self._squads.name(entered),
                pitches=self._opener == (side, place),
            )
            for place, entered in enumerate(self._entered(side), 1)
        )

    def _entered(self, side: Side) -> tuple[str, ...]:
        """What stands at the seats; a later game without names is played by those of the game before."""
        body: Mapping[str, Any] = {}
        for game in range(self._game, 0, -1):
            if body := self._body(SIDE_PLACES[side], game):
                break
        return tuple(body.get(str(seat), "") for seat in range(1, self._players + 1))

    @property
    def first_letter(self) -> str:
        """The side that opened the game, by its letter; empty while nobody has said."""
        return str(self._body("pitch", self._game).get("first-pitch", ""))

    @property
    def first_words(self) -> str:
        """What is asked beside the two sides: “First pitch”."""
        return f"First {verbs_for_first(self._logged.form.rules)[1]}"

    @property
    def lead(self) -> tuple[str, str]:
        """Who opens the hand and who deals, in words."""
        if self._hand is None:
            return "", ""
        match = self._logged.match
        teams = (match.home.name, match.away.name)
        home, away = ([self._squads.name(one) for one in self._entered(side)] for side in (HOME, AWAY))
        return lead_in(self._hand, self._first, home, away, teams, self._logged.form.rules)

    @property
    def seat(self) -> int | None:
        """Which of the four seats opens the hand."""
        if self._hand is None:
            return None
        return seat_of_opener(self._hand, self._first, self._logged.form.rules, 2 * self._players)

    @property
    def _first(self) -> Side | None:
        first = SIDE_OF_LETTER.get(self.first_letter)
        return first if isinstance(first, int) else None

    @cached_property
    def _opener(self) -> tuple[Side, int] | None:
        """Who opens this hand: his side and his place in the pair."""
        if self._first is None or self._hand is None:
            return None
        home, away = ([f"{side} {place}" for place in range(1, self._players + 1)] for side in (HOME, AWAY))
        order = seating(self._first, home, away)
        side, place = order[(self._hand - 1) % len(order)].split()
        return int(side), int(place)

    def _body(self, name: str, game: int) -> Mapping[str, Any]:
        stands = self._logged.stands.get(Place(self._table, game, name))
        return stands.body if stands else {}
