"""What an objection proposes: a signed sheet with some places of a game changed, and what follows from it.

Nothing is saved here, and no query is made.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from league.matches.sheet.values import Sheet, SheetGame, completed, ends_by_hands, match_score
from league.models import Match
from league.results.log import AWARDS, BESIDE, PENALTIES, PENALTY_PARTS, SIDE_PLACES, Body, SheetPlace
from league.results.parsing.checked_sheet import STILL_TO_COME, CheckedSheet, checked_sheet, with_cards_of
from league.results.parsing.comparison import typed_from
from league.results.parsing.fields import (
    HUNG,
    MOST_PENALTIES,
    RECORD,
    YES,
    Layout,
    layout_of,
    whole_number,
)
from league.results.parsing.phone_messages import read_body
from league.shared.text import in_halves
from scoring.games import GameScore, score_game
from scoring.hands import Score

Changes = Mapping[SheetPlace, Body]
UNFINISHED = ("no_score", "unfinished")


def changes_from_json(stored: Mapping[str, Any], layout: Layout) -> dict[SheetPlace, Body]:
    """Return the proposed places of an objection: `4/1/h3` is hand 3 of game 1 at table 4.

    Places that the sheet does not have any more are left out.
    """
    changes: dict[SheetPlace, Body] = {}
    for name, body in stored.items():
        table, game, place_name = name.split("/")
        place = SheetPlace(int(table), int(game), place_name)
        if place.table <= layout.tables and place.game in layout.games_at(place.table):
            changes[place] = read_body(place, body, layout)
    return changes


def changes_to_json(changes: Changes) -> dict[str, Any]:
    """Return changes as an objection stores them."""
    return {f"{place.table}/{place.game}/{place.name}": dict(body) for place, body in changes.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSoFar:
    """The match points of a sheet. While a table is open they are those of the finished tables."""

    points: Score
    is_complete: bool

    @property
    def words(self) -> str:
        return "–".join(map(in_halves, self.points))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSoFar:
    """A hand of a game: its fields, and the score after it. Not needed: the game was over before it.

    `to_ask` are awards that must be entered: the hand was the last, and is not any more.
    """

    number: int
    body: Body
    score: Score
    is_needed: bool = True
    to_ask: tuple[str, ...] = ()


class SheetVersion:
    """A sheet of a match with some places changed; without changes the sheet as it was recorded.

    The match comes with its teams, season and rule book. Hands after the one that wins the game are left
    out, and so are points that can no longer be pegged in that hand.
    """

    def __init__(self, match: Match, sheet: Sheet, changes: Changes | None = None) -> None:
        rule_book = match.division.season.rule_book
        self.match, self._rule_book = match, rule_book
        self.rules, self.match_format = rule_book.rules(), rule_book.match_format()
        self.layout = layout_of(rule_book, self.rules)
        self.recorded = completed(sheet, self.rules)
        self.changes = dict(changes or {})
        self.games_changed = sorted({(place.table, place.game) for place in self.changes})
        self.hands_changed = tuple(sorted(place.hand for place in self.changes if place.hand))
        """The games with a change, by table and number, and the numbers of the changed hands."""

    @cached_property
    def _recorded_fields(self) -> dict[str, str]:
        """The fields as they were recorded, with the play card by card; names are not what is objected to."""
        fields = typed_from(self.recorded, self._rule_book)
        for table in self.recorded.tables:
            for game in table.games:
                row = f"{self.layout.prefix(table.number, game.number)}-h"
                fields |= {f"{row}{n}-{RECORD}": noted.record for n, noted in enumerate(game.notes, 1)}
        return {name: text for name, text in fields.items() if text}

    @cached_property
    def _fields(self) -> dict[str, str]:
        """The fields of the changed sheet as far as they count."""
        fields = with_changes(self._recorded_fields, self.changes, self.layout)
        for table, number in self.games_changed:
            played = checked_sheet(self.match, fields).played.get((table, number))
            fields = as_pegged(fields, self.layout.prefix(table, number), played)
        return fields

    @cached_property
    def checked(self) -> CheckedSheet:
        """The changed sheet, checked. What is not changed is as it was recorded, names included."""
        checked = checked_sheet(self.match, self._fields)
        checked.written = self._merged(checked.written)
        return checked

    def _merged(self, parsed: Sheet) -> Sheet:
        def merged(table: int, recorded: SheetGame) -> SheetGame:
            is_changed = (table, recorded.number) in self.games_changed
            changed = parsed.game(table, recorded.number) if is_changed else None
            if changed is None:
                return recorded
            home, away = changed.home_score, changed.away_score
            hands, notes = changed.hands, changed.notes
            return replace(recorded, hands=hands, notes=notes, home_score=home, away_score=away)

        return with_cards_of(self.recorded, self.recorded.with_games(merged), self.rules)

    @property
    def sheet(self) -> Sheet:
        """The changed sheet, with what follows filled in."""
        return self.checked.sheet

    @property
    def refusals(self) -> tuple[str, ...]:
        """What of the sheet cannot be. That a game is not finished can be."""
        unreadable = (fault.sentence for fault in self.checked.unreadable)
        judged = (fault.sentence for fault in self.checked.judged if fault.code not in UNFINISHED)
        return tuple(dict.fromkeys([*unreadable, *judged]))

    @property
    def is_complete(self) -> bool:
        """Whether it can be signed as it is."""
        return not self.checked.faults

    def game(self, table: int, number: int) -> SheetGame | None:
        """Return one game of the sheet; None if it was not begun."""
        return self.sheet.game(table, number)

    def score(self, table: int, number: int) -> Score | None:
        """Return the score of a game, finished or not; None if nothing was saved of it."""
        game = self.game(table, number)
        if game is None:
            return None
        return game.score or score_game(game.hands, self.rules).scores

    def is_finished(self, table: int, number: int) -> bool:
        """Return whether a game has a final score."""
        game = self.game(table, number)
        return game is not None and game.score is not None

    def has_final(self, table: int, number: int) -> bool:
        """Return whether a final score of a game was recorded that does not follow from its hands."""
        game = self.recorded.game(table, number)
        if game is None or game.score is None:
            return False
        return not ends_by_hands(game, score_game(game.hands, self.rules))

    def body(self, place: SheetPlace) -> Body:
        """Return the fields of a hand or of a final score as they count."""
        return body_at(place, self._fields, self.layout)

    def places(self, table: int, number: int) -> tuple[SheetPlace, ...]:
        """Return the places of a recorded game that can be objected to."""
        game = self.recorded.game(table, number)
        hands = (f"h{hand}" for hand in range(1, len(game.hands) + 1 if game else 1))
        final = [FINAL] if self.has_final(table, number) else []
        return tuple(SheetPlace(table, number, name) for name in (*hands, *final))

    def hands(self, table: int, number: int) -> tuple[HandSoFar, ...]:
        """Return the recorded hands of a game, each with the score after it."""
        game = self.game(table, number)
        hands = game.hands if game else ()
        played = score_game(hands, self.rules)
        running = ((0, 0), *played.running)
        missing: dict[int, tuple[str, ...]] = {
            fault.hand + 1: tuple(map(str, cast(Iterable[object], fault.params["awards"])))
            for fault in played.faults
            if fault.code == "award_missing" and fault.hand is not None
        }
        return tuple(
            HandSoFar(
                number=place.hand,
                body=self.body(place),
                score=running[min(place.hand, len(running) - 1)],
                is_needed=place.hand <= len(hands),
                to_ask=missing.get(place.hand, ()),
            )
            for place in self.places(table, number)
            if place.hand
        )

    @cached_property
    def so_far(self) -> MatchSoFar:
        """What the match is worth with this sheet."""
        is_complete = not any(fault.code in STILL_TO_COME for fault in self.checked.judged)
        counted = self.match_format
        if not is_complete:
            counted = replace(
                counted,
                aggregate=0,
                match_win=0,
                match_win_away=0,
                match_draw=0,
                match_loss=0,
                close_loss=0,
            )
        points = match_score(self.sheet, self.rules, counted).match_points
        return MatchSoFar(points=points, is_complete=is_complete)


def real_changes(recorded: SheetVersion, wanted: Changes) -> dict[SheetPlace, Body]:
    """Return the places that should be otherwise than recorded, each with its fields as they should be."""
    changes: dict[SheetPlace, Body] = {}
    for place, body in wanted.items():
        now = recorded.body(place)
        penalties = {PENALTIES: now[PENALTIES]} if now.get(PENALTIES) else {}
        should = {**{name: text for name, text in body.items() if text and name != PENALTIES}, **penalties}
        if should != now:
            changes[place] = should
    return changes


# --- Places of a sheet as fields --------------------------------------------------------------------
FINAL = "final"
FINAL_FIELDS = ("home-final", "away-final")
HAND_FIELDS = (*AWARDS, *BESIDE)


def with_changes(
    fields: Mapping[str, str], changes: Mapping[SheetPlace, Body], layout: Layout
) -> dict[str, str]:
    """Return the fields with some places changed. Penalties stay as they were recorded."""
    changed = dict(fields)
    for place, body in changes.items():
        changed |= {field: body.get(name, "") for name, field in _fields_of(place, layout).items()}
    return changed


def as_pegged(fields: Mapping[str, str], prefix: str, played: GameScore | None) -> dict[str, str]:
    """Return the fields without hands and penalties after a game was won."""
    if played is None or played.ending is None:
        return dict(fields)
    last = played.ending.hand + 1

    def hand_of(name: str) -> int:
        row = name.removeprefix(f"{prefix}-").split("-")[0] if name.startswith(f"{prefix}-") else ""
        hand = row[1:] if row[:1] == "h" else fields.get(f"{prefix}-{row}-hand", "") if row[:1] == "p" else ""
        return whole_number(hand) or 0

    return {name: text for name, text in fields.items() if hand_of(name) <= last}


def body_at(place: SheetPlace, fields: Mapping[str, str], layout: Layout) -> dict[str, Any]:
    """Return the fields of one place as the log has them, penalties of a hand included."""
    of_place = _fields_of(place, layout)
    body: dict[str, Any] = {name: text for name, field in of_place.items() if (text := fields.get(field, ""))}
    if HUNG in body:
        body[HUNG] = YES  # as phones and forms send it
    penalties = list(_penalties(place, fields, layout)) if place.hand else []
    return {**body, PENALTIES: penalties} if penalties else body


def _penalties(place: SheetPlace, fields: Mapping[str, str], layout: Layout) -> Iterator[dict[str, str]]:
    prefix = layout.prefix(place.table, place.game)
    yield from (
        {part: fields.get(f"{prefix}-p{row}-{part}", "") for part in PENALTY_PARTS}
        for row in range(1, MOST_PENALTIES + 1)
        if fields.get(f"{prefix}-p{row}-hand") == str(place.hand)
    )


def _fields_of(place: SheetPlace, layout: Layout) -> dict[str, str]:
    """Return the fields of a place as the log calls them, each with its name on the sheet."""
    prefix = layout.prefix(place.table, place.game)
    if place.name in SIDE_PLACES:
        return {str(seat): f"{prefix}-{place.name}-{seat}" for seat in range(1, layout.players + 1)}
    if place.hand:
        return {name: f"{prefix}-{place.name}-{name}" for name in HAND_FIELDS}
    names = FINAL_FIELDS if place.name == FINAL else ("first-pitch",)
    return {name: f"{prefix}-{name}" for name in names}
