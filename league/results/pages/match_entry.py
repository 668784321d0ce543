"""The form of a match as the page draws it: fields with their labels, in rows of hands, games and tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.forms.utils import flatatt

from league.matches.sheet.openings import words_for_first
from league.matches.sheet.values import SheetGame
from league.regulations.selectors.eligibility import match_remarks
from league.results.pages.replay import before_last
from league.results.parsing.checked_sheet import CheckedSheet, checked_sheet
from league.results.parsing.comparison import typed_from
from league.results.parsing.fields import (
    BEG,
    CONTRADICTION,
    HUNG,
    KIND,
    LETTERS,
    MARKS,
    MOST_PENALTIES,
    SIDES,
    TURNED,
    YES,
    FieldFault,
)
from league.results.selectors.entry import SheetToEnter
from league.results.selectors.names import RosterPlayer
from league.templatetags.formatting import score as score_in_words
from scoring import AWAY, HOME, Side
from scoring.axes import Award
from scoring.games import GameScore

if TYPE_CHECKING:
    from league.results.pages.photograph_reading import FoundMark


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBox:
    """One field: its name, which is also its id, its label, and the sentences shown with it.

    `mark` is what a photograph says of it, on the page of one.
    """

    name: str
    label: str
    value: str = ""
    refusals: tuple[str, ...] = ()
    oddities: tuple[str, ...] = ()
    mark: "FoundMark | None" = None

    @property
    def attributes(self) -> str:
        """What its element carries beside its value: its id and name, and the sentences shown with it."""
        texts = [f"{self.name}-refusal"] * bool(self.refusals) + [f"{self.name}-oddity"] * bool(self.oddities)
        return flatatt(
            {
                "id": self.name,
                "name": self.name,
                "aria-describedby": " ".join(texts) or False,
                "aria-invalid": "true" if self.refusals else False,
            }
        )


PENALTY_LABELS = {
    "hand": "in hand",
    KIND: "kind",
    "side": "points given to",
    "points": "points",
    "reason": "what for",
}
# Rows for penalties that stand ready without script.
SPARE_PENALTIES = 2
GROUP = 5  # a heavier line every so many hands, as on the paper


def entry_form(entry: SheetToEnter, typed: Mapping[str, str]) -> CheckedSheet:
    """Return the sheet of a match as it is typed; tables that were given, or are idle, are not played."""
    return checked_sheet(
        entry.match,
        typed,
        entry.walkover_tables,
        roster=entry.roster,
        before=entry.sheet,
        ask=partial(match_remarks, entry.match),
    )


def confirmed_fields(entry: SheetToEnter) -> Mapping[str, str]:
    """Return the fields of the confirmed sheet; none while there is none."""
    rule_book = entry.match.division.season.rule_book
    return typed_from(entry.sheet, rule_book, entry.roster) if entry.sheet else {}


class SheetBoxes:
    """The whole form as the page draws it.

    Sentences are shown only where `judged`: what has not been typed yet is not called wrong. `marks` are what
    a photograph says, by field.
    """

    def __init__(
        self,
        form: CheckedSheet,
        *,
        judged: bool,
        further: tuple[FieldFault, ...] = (),
        marks: "Mapping[str, FoundMark] | None" = None,
    ) -> None:
        self._form = form
        self._refusals = _by_field((*further, *(form.faults if judged else ())))
        self._oddities = _by_field(form.oddities)
        self._hands = {
            form.layout.prefix(table.number, game.number): game.hands
            for table in form.written.tables
            for game in table.games
        }
        self._parts, self._marks = form.layout.penalty_parts, marks or {}
        self.is_complete = not form.faults
        self.loose_refusals = self._refusals.get("", ())
        """Sentences that belong to no field of the page."""
        self.remarks = self._box("remarks", "Remarks on the match")
        self.private_remarks = self._box("private-remarks", "For the secretary only")
        self.reason = self._box("reason", "Why the result changes")

    @property
    def standing(self) -> str:
        """How far the sheet has come, in a few words."""
        left, wrong = len(self._form.to_finish), self._form.to_correct
        texts = [f"{left} {'table' if left == 1 else 'tables'} to finish"] * bool(left)
        texts += [f"{wrong} {'thing' if wrong == 1 else 'things'} to correct"] * bool(wrong)
        return ", ".join(texts) or "ready to confirm"

    @property
    def rosters(self) -> Iterator[tuple[str, list[RosterPlayer]]]:
        """The players the fields of each side suggest: its own squad before everybody else."""
        players = self._form.roster.players
        for side, word in SIDES.items():
            yield word, sorted(players, key=lambda player: player.side != side)

    def tables(self) -> Iterator[dict[str, Any]]:
        """Yield the tables with their games; `has_more` says that something is written, or refused, below."""
        for number in range(1, self._form.layout.tables + 1):
            at = self._form.layout.at(number)
            words = {
                "not_played": self._box(f"t{number}-not-played", "Not played", value_if_any=YES),
                "remarks": self._box(f"t{number}-remarks", f"{at}: remarks"),
                "private_remarks": self._box(f"t{number}-private-remarks", f"{at}: for the secretary only"),
            }
            games = tuple(self._game(number, game) for game in self._form.layout.games_at(number))
            folded = [box for game in games for row in game["penalties"] for box in row.values()]
            folded += [*words.values(), *(game["first_pitch"] for game in games)]
            has_more = any(box.value for box in words.values()) or any(box.refusals for box in folded)
            yield {"number": number, "games": games, **words, "has_more": has_more}

    def _game(self, table: int, number: int) -> dict[str, Any]:
        """Return one game of a table as the page draws it."""
        form = self._form
        prefix, where = form.layout.prefix(table, number), form.layout.where(table, number)
        played = form.played.get((table, number))
        home, away = (self._pair(prefix, where, side) for side in SIDES)
        rows = tuple(self._rows(prefix, where, played))
        penalties = tuple(self._penalties(prefix, where))
        finals = tuple(
            self._box(f"{prefix}-{word}-final", f"{where}: the sheet’s final score, {team}")
            for word, team in zip(SIDES.values(), (form.home, form.away), strict=True)
        )
        contradiction = self._box(f"{prefix}-{CONTRADICTION}", where)
        first_pitch = self._box(f"{prefix}-first-pitch", f"{where}: who {words_for_first(form.rules)}")
        cells = [cell["box"] for row in rows for cell in row["cells"]]
        return {
            "prefix": prefix,
            "number": number,
            "title": where,
            "pairs": (("home", home), ("away", away)),
            "names": (*home, *away),
            "odd": [box for box in (*home, *away, *cells) if box.oddities],
            "first_pitch": first_pitch,
            "pitch": (first_pitch,),
            "rows": rows,
            # Number and score, the boxes, and the points beside what was turned up.
            "columns": 3 + len(rows[0]["boxes"]) + bool(rows[0]["turned"]) if rows else 0,
            "penalties": penalties,
            "has_penalties": any(row[part].value for row in penalties for part in ("hand", "side", "reason")),
            "finals": finals,
            "contradiction": contradiction,
            "foot": (*finals, contradiction),
            "is_contradictory": (table, number) in form.contradictory,
            "pegs": _pegs(played, form.sheet.game(table, number)),
            "state": _state(played) if f"t{table}-not-played" not in form.fields else "not played",
            "is_score_only": played is None and (form.is_correction or not form.layout.hands),
        }

    def _pair(self, prefix: str, where: str, side: Side) -> tuple[FieldBox, ...]:
        team = (self._form.home, self._form.away)[side]
        return tuple(
            self._box(f"{prefix}-{SIDES[side]}-{place}", f"{where}: {team}, player {place}")
            for place in range(1, self._form.layout.players + 1)
        )

    def _rows(self, prefix: str, where: str, played: GameScore | None) -> Iterator[dict[str, Any]]:
        """Yield the rows of the grid: what comes before the awards where the game knows it, awards, score.

        `before` is what was pegged before the awards, each with the side's letter. `refused` are its fields
        that were refused.
        """
        typed_hands = 0 if played is None else len(played.running)
        end = played.ending.hand + 1 if played and played.ending else None
        teams = (self._form.home, self._form.away)
        for hand in range(1, max(self._form.layout.hands, typed_hands) + 1):
            row, at = f"{prefix}-h{hand}", f"{where}, hand {hand}"
            turned = self._beside(TURNED, row, f"{at}, turned up")
            call = self._beside(BEG, row, f"{at}, begged: g given a point, r run, - stood")
            marks = {
                name: self._box(f"{row}-{name}", f"{at}, marked by {teams[side]}")
                for side, name in MARKS.items()
                if name in self._form.layout.beside
            }
            cells: list[dict[str, Any]] = [
                {
                    "award": award,
                    "box": self._box(f"{row}-{award}", f"{at}, {award.words}"),
                    "hung": self._beside(HUNG, row, f"{at}, jack hung") if award is Award.JACK else None,
                }
                for award in self._form.rules.awards
            ]
            boxes = [
                turned,
                call,
                *marks.values(),
                *(cell[name] for cell in cells for name in ("box", "hung")),
            ]
            shown = [box for box in boxes if box]
            yield {
                "number": hand,
                "turned": turned,
                "call": call,
                "before": self._before(prefix, hand),
                "marks": tuple(marks.values()),
                "cells": cells,
                "boxes": shown,
                "refused": [box for box in shown if box.refusals],
                "running": played.running[hand - 1] if played and hand <= played.hands else None,
                "place": "last" if hand == end else "after" if end is not None and hand > end else "",
                "ends_group": hand % GROUP == 0,
            }

    def _beside(self, part: str, row: str, label: str) -> FieldBox | None:
        """Return a field beside the awards, where the game has room for it."""
        return self._box(f"{row}-{part}", label) if part in self._form.layout.beside else None

    def _before(self, prefix: str, hand: int) -> tuple[tuple[str, int], ...]:
        """Return the points pegged before the awards of a hand, by side.

        Only as far as the sheet says whose they are.
        """
        hands = self._hands.get(prefix, ())
        pegs = hands[hand - 1].before if hand <= len(hands) else ()
        points = {LETTERS[side]: sum(peg.points for peg in pegs if peg.side == side) for side in SIDES}
        return tuple((letter, count) for letter, count in points.items() if count)

    def _penalties(self, prefix: str, where: str) -> Iterator[Mapping[str, FieldBox]]:
        """Yield the fields of each penalty by part; its kind only where the game knows several."""
        typed = self._form.fields
        rows = range(1, MOST_PENALTIES + 1)
        filled = [row for row in rows if any(f"{prefix}-p{row}-{part}" in typed for part in self._parts)]
        for row in rows[: max(filled, default=0) + SPARE_PENALTIES]:
            yield {
                part: self._box(f"{prefix}-p{row}-{part}", f"{where}, penalty {row}: {words}")
                for part, words in PENALTY_LABELS.items()
                if part in self._parts
            }

    def _box(self, name: str, label: str, *, value_if_any: str = "") -> FieldBox:
        typed = self._form.fields.get(name, "")
        return FieldBox(
            name=name,
            label=label,
            value=value_if_any if typed and value_if_any else typed,
            refusals=self._refusals.get(name, ()),
            oddities=self._oddities.get(name, ()),
            mark=self._marks.get(name),
        )


def _by_field(faults: tuple[FieldFault, ...]) -> Mapping[str, tuple[str, ...]]:
    texts_by_key: dict[str, tuple[str, ...]] = {}
    for fault in faults:
        texts_by_key[fault.field] = (*texts_by_key.get(fault.field, ()), fault.sentence)
    return texts_by_key


def _pegs(played: GameScore | None, game: SheetGame | None) -> Mapping[str, Mapping[str, int | None]]:
    """Return the pegs after the last hand; where only the final score is known there are no back pegs."""
    running = played.running if played else ()
    scores = played.scores if played else (game.home_score or 0, game.away_score or 0) if game else (0, 0)
    return {
        word: {"score": scores[side], "before": before_last(running, side)} for side, word in SIDES.items()
    }


def _state(played: GameScore | None) -> str:
    if played is None:
        return ""
    if played.winner is not None:
        home, away = played.scores
        return f"{SIDES[HOME if home > away else AWAY]} won {score_in_words(home, away)}"
    return f"hand {len(played.running) + 1}"
