"""The fields of a sheet read into values, whether they came from a form or from the log of the tables.

A text that cannot be read counts as empty and is named by its fault; whether the sheet can be true is not
checked here. What the fields are called stands in `fields`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from league.matches.sheet.openings import (
    GAME_LOST,
    MISDEAL,
    PenaltyKind,
    bars_from_game,
    eldest_side,
    needs_eldest,
    opening_pegs,
    parse_turned,
    penalty_kinds,
)
from league.matches.sheet.records import LONGEST_RECORD
from league.matches.sheet.values import (
    CONTRADICTIONS,
    HandNotes,
    SeatName,
    Sheet,
    SheetGame,
    SheetTable,
    is_begun,
)
from league.results.parsing.fields import (
    BEG,
    CALLS,
    CONTRADICTION,
    HUNG,
    HUNG_MARKS,
    KIND,
    LONGEST_NAME,
    LONGEST_PENALTY_REASON,
    LONGEST_REMARKS,
    LONGEST_TABLE_REMARKS,
    LONGEST_TURNED,
    MARKS,
    MOST_PENALTIES,
    RECORD,
    SIDES,
    TAKERS,
    TURNED,
    FieldFault,
    Layout,
    first_part,
    short,
    whole_number,
)
from league.results.selectors.names import Roster
from scoring import AWAY, HOME, NotationError, Side, Taker
from scoring.axes import Award
from scoring.games import score_game
from scoring.hands import MARK, Hand, HandPenalty, Peg
from scoring.rules import Rules

MISDEAL_SAYS_ITSELF = "A misdeal needs no words here: leave this empty, or write it under the remarks."
MARKS_MISSING = "Type what each side marked in this hand, 0 for nothing."
WHO_LED = (
    "Say which side led the first hand: the points of a card turned up go to the dealer’s side, a gift "
    "to the side that leads."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedPenalty:
    """A penalty as typed; without points it gives the whole game."""

    kind: str
    side: Side
    points: int | None
    reason: str


Value = TypeVar("Value")
ANSWERS = {code: code for code in CONTRADICTIONS}
NO_ANSWER = f"is no answer: choose {', '.join(ANSWERS)}."
NOT_SAID = "was not said: type g for begged and given a point, r for begged and run, - for stood."
NO_MARK = "is no mark: type h for home, a for away, n or - for nobody."
TYPED_SIDES = {text: side for text, side in TAKERS.items() if isinstance(side, int)}
Penalties: TypeAlias = tuple[ParsedPenalty, ...]
"""The penalties of a hand, in the order they are saved."""
BLANK = (Hand(), HandNotes())
"""A row in which nothing is written."""


def misdeals(penalties: Penalties) -> tuple[Peg, ...]:
    """Return the misdeals among the penalties of a hand, which are pegged with the deal."""
    return tuple(
        Peg(MISDEAL, penalty.side, penalty.points or 1) for penalty in penalties if penalty.kind == MISDEAL
    )


def parse_sheet(
    fields: Mapping[str, str], layout: Layout, rules: Rules, roster: Roster
) -> tuple[Sheet, tuple[FieldFault, ...]]:
    """Return the sheet that was written, and a fault for each text that cannot be read and counts as empty.

    Tables and games with nothing written are left empty. `roster` says whom a name means.
    """
    parser = _SheetParser(fields=fields, layout=layout, rules=rules, roster=roster)
    sheet = Sheet(
        tables=tuple(parser.table(number) for number in range(1, layout.tables + 1)),
        remarks=parser.words("remarks", LONGEST_REMARKS),
        private_remarks=parser.words("private-remarks", LONGEST_REMARKS),
    )
    return sheet, tuple(parser.faults)


@dataclass(slots=True, kw_only=True)
class _SheetParser:
    """Reads fields under the rules of a game; `field` is the name of one, `row` what several begin with."""

    fields: Mapping[str, str]
    layout: Layout
    rules: Rules
    roster: Roster
    faults: list[FieldFault] = field(default_factory=list)

    def text(self, field: str) -> str:
        return self.fields.get(field, "").strip()

    def one_of(self, field: str, known: Mapping[str, Value], wrong: str) -> Value | None:
        """Return what a text means, in any case of its letters; None if it is empty or means nothing."""
        text = self.text(field)
        if text and text.lower() not in known:
            self.refuse(field, f"“{short(text)}” {wrong}")
        return known.get(text.lower())

    def table(self, number: int) -> SheetTable:
        games = (self.game(self.layout.prefix(number, game), game) for game in self.layout.games_at(number))
        return SheetTable(
            number=number,
            is_played=not self.text(f"t{number}-not-played"),
            games=tuple(_with_earlier_pairs(game for game in games if game is not None)),
            remarks=self.words(f"t{number}-remarks", LONGEST_TABLE_REMARKS),
            private_remarks=self.words(f"t{number}-private-remarks", LONGEST_TABLE_REMARKS),
        )

    def game(self, prefix: str, number: int) -> SheetGame | None:
        """Return a game of a table; None for a later game with nothing but, perhaps, names."""
        first = self.side(f"{prefix}-first-pitch")
        penalties = self.penalties(prefix, first)
        hands, notes = self.hands(prefix, first, penalties)
        game = SheetGame(
            number=number,
            home_score=self.score(f"{prefix}-home-final"),
            away_score=self.score(f"{prefix}-away-final"),
            hands=hands,
            penalties=with_penalties(Hand(), penalties.get(0, ()), (), self.rules).penalties,
            contradiction=self.one_of(f"{prefix}-{CONTRADICTION}", ANSWERS, NO_ANSWER) or "",
            notes=notes,
            home_pair=self.pair(f"{prefix}-home", HOME),
            away_pair=self.pair(f"{prefix}-away", AWAY),
            first_pitch=first,
        )
        return None if number > 1 and not is_begun(game) else game

    def hands(
        self, prefix: str, first: Side | None, penalties: Mapping[int, Penalties]
    ) -> tuple[tuple[Hand, ...], tuple[HandNotes, ...]]:
        """Return the hands up to the last that has a mark or a penalty.

        A row left out between two has no awards.
        """
        is_whole = any(self.text(f"{prefix}-{side}-final") for side in SIDES.values())
        rows = {
            number: (self.marks(row, is_whole=is_whole), self.notes(row))
            for number in range(1, self.layout.most_hands + 1)
            if self.is_filled(row := f"{prefix}-h{number}", (*Award, *self.layout.beside, RECORD))
        }
        written = [number for number, row in rows.items() if row != BLANK]
        numbers = range(1, max([*written, *penalties], default=0) + 1)
        hands: list[Hand] = []
        for number in numbers:
            marks, noted = rows.get(number, BLANK)
            given = penalties.get(number, ())
            opening = self.before(prefix, first, number, noted, misdeals(given))
            hand = replace(marks, before=(*opening, *marks.before))
            hands.append(with_penalties(hand, given, hands, self.rules))
        notes = tuple(rows.get(number, BLANK)[1] for number in numbers)
        return tuple(hands), notes if any(noted != HandNotes() for noted in notes) else ()

    def is_filled(self, row: str, parts: Iterable[str]) -> bool:
        return any(self.text(f"{row}-{part}") for part in parts)

    def before(
        self, prefix: str, first: Side | None, number: int, noted: HandNotes, pegged: tuple[Peg, ...]
    ) -> tuple[Peg, ...]:
        """Return the points pegged before the awards; all but misdeals need to know who led first."""
        turned = parse_turned(noted.turned)
        if first is not None:
            return opening_pegs(turned, noted.call, pegged, eldest_side(first, number - 1), self.rules)
        if needs_eldest(turned, noted.call, self.rules):
            self.refuse_once(f"{prefix}-first-pitch", WHO_LED)
        return pegged

    def marks(self, row: str, *, is_whole: bool) -> Hand:
        """Return the awards of a hand, and what each side marked; `is_whole` says there is a final score."""
        high, low, jack, game = (self.one_of(f"{row}-{award}", TAKERS, NO_MARK) for award in Award)
        hung = self.hung(f"{row}-{HUNG}", jack)
        marked = self.marked(row, is_whole=is_whole) if self.layout.room.marks else ()
        return Hand(high=high, low=low, jack=jack, game=game, hung=hung, before=marked)

    def marked(self, row: str, *, is_whole: bool) -> tuple[Peg, ...]:
        """Return what each side marked. Nothing is 0: an empty box beside a figure is not known to be one."""
        points = {side: self.score(f"{row}-{name}") for side, name in MARKS.items()}
        empty = [f"{row}-{name}" for name in MARKS.values() if not self.text(f"{row}-{name}")]
        if empty and (len(empty) < len(MARKS) or not is_whole):
            self.refuse(empty[0], MARKS_MISSING)
        return tuple(Peg(MARK, side, given) for side, given in points.items() if given is not None)

    def hung(self, field: str, jack: Taker | None) -> bool | None:
        """Return whether the jack was hung, where that counts.

        Without a mark it was not, once somebody has the jack.
        """
        text = self.text(field).lower()
        if text and text not in HUNG_MARKS:
            self.refuse(field, f"“{short(text)}” is no mark: y says that the jack was hung, empty that not.")
            return None
        if not self.layout.room.hung:
            return None
        return True if text else None if jack is None else False

    def notes(self, row: str) -> HandNotes:
        return HandNotes(
            turned=self.turned(f"{row}-{TURNED}"),
            call=self.one_of(f"{row}-{BEG}", CALLS, NOT_SAID) or "",
            record=self.record(row),
        )

    def record(self, row: str) -> str:
        """Return the play card by card.

        No field of the page has it, so its fault is shown at the first of the hand.
        """
        text = self.text(f"{row}-{RECORD}").replace("\r\n", "\n")
        if len(text) <= LONGEST_RECORD:
            return text
        right = f"There is room for {LONGEST_RECORD} letters of cards; this hand has {len(text)}."
        self.refuse(f"{row}-{first_part(self.rules)}", right)
        return ""

    def turned(self, field: str) -> str:
        """Return the cards turned up, spelt as cards are."""
        text = self.words(field, LONGEST_TURNED)
        try:
            return " ".join(map(str, parse_turned(text)))
        except NotationError:
            example = "a rank such as A, 6 or J, or a card such as 6S; several in their order."
            self.refuse(field, f"“{short(text)}” is no card: type {example}")
            return ""

    def pair(self, prefix: str, side: Side) -> tuple[SeatName, ...]:
        places = (f"{prefix}-{place}" for place in range(1, self.layout.players + 1))
        return tuple(self.seat(field, side) for field in places if self.text(field))

    def seat(self, field: str, side: Side) -> SeatName:
        text = self.words(field, LONGEST_NAME)
        meant = self.roster.meant(text, side)
        return SeatName(player=meant[0].player) if len(meant) == 1 else SeatName(written=text)

    def side(self, field: str) -> Side | None:
        return self.one_of(field, TYPED_SIDES, "is neither side: type h for home or a for away.")

    def score(self, field: str) -> int | None:
        text = self.text(field)
        number = whole_number(text)
        if text and number is None:
            self.refuse(field, f"“{short(text)}” is no score: type a whole number such as 13.")
        return number

    def words(self, field: str, longest: int) -> str:
        """Return a text of at most so many letters; a longer one is refused and not cut."""
        text = self.text(field)
        if len(text) > longest:
            self.refuse(field, f"There is room for {longest} letters here; this has {len(text)}.")
            return ""
        return text

    def penalties(self, prefix: str, first: Side | None) -> dict[int, Penalties]:
        """Return the penalties of a game by the hand in which they were given, 0 for one nobody knows."""
        by_hand: dict[int, Penalties] = defaultdict(tuple)
        for row in (f"{prefix}-p{number}" for number in range(1, MOST_PENALTIES + 1)):
            # The number of points stands ready on the page: alone it means nothing yet.
            if self.is_filled(row, (part for part in self.layout.penalty_parts if part != "points")):
                hand, penalty = self.penalty(row, first)
                if hand is not None and penalty is not None:
                    by_hand[hand] += (penalty,)
        return by_hand

    def penalty(self, row: str, first: Side | None) -> tuple[int | None, ParsedPenalty | None]:
        """Return the hand of a penalty and the penalty; None for what cannot be read."""
        kind = self.kind(f"{row}-{KIND}")
        hand = self.penalty_hand(f"{row}-hand")
        side, has_side = self.side(f"{row}-side"), self.text(f"{row}-side")
        if side is None and kind.code == MISDEAL and hand and first is not None and not has_side:
            side = eldest_side(first, hand - 1)
        elif not has_side:
            self.refuse(f"{row}-side", "Say which side the points were given to: h for home or a for away.")
        points = self.points(f"{row}-points", kind)
        reason = self.reason(f"{row}-reason", kind)
        if points is None and hand == 0:
            self.refuse(f"{row}-hand", "A penalty of the whole game needs its hand, or its points.")
        if side is None or points == 0 or (points is None and hand == 0):
            return hand, None
        if kind.code == MISDEAL and hand == 0:
            return hand, ParsedPenalty(kind="", side=side, points=points, reason=kind.words)
        return hand, ParsedPenalty(kind=kind.code, side=side, points=points, reason=reason)

    def kind(self, field: str) -> PenaltyKind:
        kinds = {kind.code: kind for kind in penalty_kinds(self.rules)}
        known = self.one_of(
            field, kinds, f"is no kind of penalty in this game: there are {', '.join(kinds)}."
        )
        return known or PenaltyKind("", "", self.rules.peek_penalty)

    def penalty_hand(self, field: str) -> int | None:
        """Return the hand of a penalty, 0 where the sheet does not say it; None if it cannot be read."""
        text = self.text(field)
        hand = whole_number(text) if text else 0
        if hand is not None and hand <= self.layout.most_hands:
            return hand
        most = self.layout.most_hands
        self.refuse(field, f"“{short(text)}” is no hand: type a number up to {most}, or leave this empty.")
        return None

    def points(self, field: str, kind: PenaltyKind) -> int | None:
        """Return the points of a penalty: 0 if none can be read, None for the whole game."""
        text = self.text(field)
        if not text and kind.code == GAME_LOST:
            return None
        points = whole_number(text) if text else kind.points
        if not points:
            self.refuse(field, "A penalty gives one point or more, in figures.")
        return points or 0

    def reason(self, field: str, kind: PenaltyKind) -> str:
        """Return the reason of a penalty; a kind of penalty is its own reason."""
        text = self.words(field, LONGEST_PENALTY_REASON)
        if kind.code == MISDEAL:
            if text:
                self.refuse(field, MISDEAL_SAYS_ITSELF)
            return ""
        return text or kind.words

    def refuse_once(self, field: str, sentence: str) -> None:
        if all(fault.field != field for fault in self.faults):
            self.refuse(field, sentence)

    def refuse(self, field: str, sentence: str) -> None:
        self.faults.append(FieldFault(field=field, sentence=sentence))


def _with_earlier_pairs(games: Iterator[SheetGame]) -> Iterator[SheetGame]:
    """Yield the games; a later one without names is played by the pairs of the game before."""
    home: tuple[SeatName, ...] = ()
    away: tuple[SeatName, ...] = ()
    for game in games:
        home, away = game.home_pair or home, game.away_pair or away
        yield replace(game, home_pair=home, away_pair=away)


def with_penalties(hand: Hand, given: Penalties, earlier: Sequence[Hand], rules: Rules) -> Hand:
    """Return the hand with its penalties; a game lost by a renege gives what the other side was short of."""
    penalties: list[HandPenalty] = []
    for penalty in given:
        if penalty.kind == MISDEAL:
            continue
        points = penalty.points
        if points is None:
            pegged: tuple[Peg | HandPenalty, ...] = (*hand.before, *penalties)
            had = score_game(earlier, rules).scores[penalty.side]
            had += sum(peg.points for peg in pegged if peg.side == penalty.side)
            points = max((rules.target or 0) - had, 1)
        penalties.append(HandPenalty(penalty.side, points, penalty.reason))
    barred = {1 - penalty.side for penalty in given if bars_from_game(penalty.kind, rules)}
    return replace(hand, penalties=tuple(penalties), no_game_for=tuple(sorted(barred)))
