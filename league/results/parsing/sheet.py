"""Typed fields read into the values of a sheet.

A field that cannot be read counts as empty and is named by its fault; whether the sheet can be true is
not asked here.

Penalties of a game as typed: in which hand, of which kind, to which side, how many points, what for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

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
from league.matches.sheet.values import HandNotes, SeatName, Sheet, SheetGame, SheetTable
from league.results.parsing.fields import (
    HUNG,
    HUNG_MARKS,
    KIND,
    LONGEST_NAME,
    LONGEST_PENALTY_REASON,
    LONGEST_REMARKS,
    LONGEST_TABLE_REMARKS,
    LONGEST_TURNED,
    MOST_PENALTIES,
    RECORD,
    SAID,
    SAYINGS,
    SIDES,
    TAKERS,
    TURNED,
    FieldReading,
    short,
    whole_number,
)
from league.results.selectors.names import Roster
from scoring import AWAY, HOME, NotationError, Side, Taker
from scoring.axes import Award
from scoring.games import score_game
from scoring.hands import Hand, HandPenalty, Peg
from scoring.rules import Rules

WHO_LED = (
    "Say which side led the first hand: the points of a card turned up go to the dealer’s side, a gift "
    "to the side that leads."
)


@dataclass(slots=True)
class SheetReading(FieldReading):
    """Typed fields turned into a sheet, collecting what could not be read."""

    roster: Roster = field(default_factory=lambda: Roster(()))

    def sheet(self) -> Sheet:
        """The whole sheet; tables and games nobody typed anything of are left empty."""
        return Sheet(
            tables=tuple(self._table(number) for number in range(1, self.layout.tables + 1)),
            remarks=self._words("remarks", LONGEST_REMARKS),
            private_remarks=self._words("private-remarks", LONGEST_REMARKS),
        )

    def _table(self, number: int) -> SheetTable:
        is_played = not self._text(f"t{number}-not-played")
        games = [self._game(number, game) for game in self.layout.games_at(number)]
        return SheetTable(
            number=number,
            is_played=is_played,
            games=tuple(_with_earlier_pairs(game for game in games if game is not None)),
            remarks=self._words(f"t{number}-remarks", LONGEST_TABLE_REMARKS),
            private_remarks=self._words(f"t{number}-private-remarks", LONGEST_TABLE_REMARKS),
        )

    def _game(self, table: int, number: int) -> SheetGame | None:
        """A game of a table; None when nothing of it is written but, perhaps, who was to play it."""
        prefix = self.layout.prefix(table, number)
        first = self._side(f"{prefix}-first-pitch")
        hands, notes = self._hands(prefix, first)
        game = SheetGame(
            number=number,
            home_score=self._score(f"{prefix}-home-final"),
            away_score=self._score(f"{prefix}-away-final"),
            hands=hands,
            notes=notes,
            home_pair=self._pair(prefix, HOME),
            away_pair=self._pair(prefix, AWAY),
            first_pitch=first,
        )
        is_empty = game.home_score is None and game.away_score is None and not game.hands
        return None if is_empty and number > 1 else game

    def _hands(self, prefix: str, first: Side | None) -> tuple[tuple[Hand, ...], tuple[HandNotes, ...]]:
        """The hands up to the last that has a mark or a penalty; a row left out between two has no awards."""
        penalties = PenaltyReading(self.typed, self.layout, self.rules, self.faults).of_game(prefix, first)
        rows = [self._marks(f"{prefix}-h{hand}") for hand in range(1, self.layout.most_hands + 1)]
        notes = [self._notes(f"{prefix}-h{hand}") for hand in range(1, self.layout.most_hands + 1)]
        written = [
            number
            for number, (hand, noted) in enumerate(zip(rows, notes, strict=True), 1)
            if hand != Hand() or noted != HandNotes()
        ]
        hands: list[Hand] = []
        for number in range(1, max([*written, *penalties], default=0) + 1):
            given = penalties.get(number, NOTHING_GIVEN)
            before = self._before(prefix, first, number, notes[number - 1], given.misdeals)
            hand = replace(rows[number - 1], before=before)
            hands.append(with_penalties(hand, given, hands, self.rules))
        return tuple(hands), tuple(notes[: len(hands)]) if any(n != HandNotes() for n in notes) else ()

    def _before(
        self, prefix: str, first: Side | None, number: int, noted: HandNotes, misdeals: tuple[Peg, ...]
    ) -> tuple[Peg, ...]:
        """What was pegged before the awards; for all but misdeals the sheet must say who led first."""
        turned = parse_turned(noted.turned)
        if first is not None:
            return opening_pegs(turned, noted.said, misdeals, eldest_side(first, number - 1), self.rules)
        if needs_eldest(turned, noted.said, self.rules):
            self._refuse_once(f"{prefix}-first-pitch", WHO_LED)
        return misdeals

    def _marks(self, row: str) -> Hand:
        high, low, jack, game = (self._taker(f"{row}-{award}") for award in Award)
        return Hand(high=high, low=low, jack=jack, game=game, hung=self._hung(f"{row}-{HUNG}", jack))

    def _hung(self, name: str, jack: Taker | None) -> bool | None:
        """Whether the jack was hung, where that counts; without a mark it was not, once somebody has it."""
        text = self._text(name).lower()
        if text and text not in HUNG_MARKS:
            self._refuse(name, f"“{short(text)}” is no mark: y says that the jack was hung, empty that not.")
            return None
        if not self.layout.room.hung:
            return None
        return True if text else None if jack is None else False

    def _notes(self, row: str) -> HandNotes:
        return HandNotes(
            turned=self._turned(f"{row}-{TURNED}"),
            said=self._said(f"{row}-{SAID}"),
            record=self._record(row),
        )

    def _record(self, row: str) -> str:
        """The play card by card. No field of the page has it, so what is wrong with it is said at High."""
        text = self._text(f"{row}-{RECORD}").replace("\r\n", "\n")
        if len(text) <= LONGEST_RECORD:
            return text
        right = f"There is room for {LONGEST_RECORD} letters of cards; this hand has {len(text)}."
        self._refuse(f"{row}-{Award.HIGH}", right)
        return ""

    def _turned(self, name: str) -> str:
        """The cards turned up, spelt as cards are."""
        text = self._words(name, LONGEST_TURNED)
        try:
            return " ".join(map(str, parse_turned(text)))
        except NotationError:
            example = "a rank such as A, 6 or J, or a card such as 6S; several in their order."
            self._refuse(name, f"“{short(text)}” is no card: type {example}")
            return ""

    def _said(self, name: str) -> str:
        text = self._text(name).lower()
        if text and text not in SAYINGS:
            right = "g for begged and given a point, r for begged and run, - for stood."
            self._refuse(name, f"“{short(text)}” was not said: type {right}")
        return SAYINGS.get(text, "")

    def _taker(self, name: str) -> Taker | None:
        text = self._text(name)
        if text and text.lower() not in TAKERS:
            self._refuse(name, f"“{short(text)}” is no mark: type h for home, a for away, n or - for nobody.")
            return None
        return TAKERS.get(text.lower())

    def _pair(self, prefix: str, side: Side) -> tuple[SeatName, ...]:
        places = (f"{prefix}-{SIDES[side]}-{place}" for place in range(1, self.layout.players + 1))
        return tuple(self._seat(name, side) for name in places if self._text(name))

    def _seat(self, name: str, side: Side) -> SeatName:
        text = self._words(name, LONGEST_NAME)
        meant = self.roster.meant(text, side)
        return SeatName(player=meant[0].player) if len(meant) == 1 else SeatName(written=text)


def _with_earlier_pairs(games: Iterator[SheetGame]) -> Iterator[SheetGame]:
    """Pairs are written once: a later game without names is played by the pair of the game before."""
    home: tuple[SeatName, ...] = ()
    away: tuple[SeatName, ...] = ()
    for game in games:
        home, away = game.home_pair or home, game.away_pair or away
        yield replace(game, home_pair=home, away_pair=away)


MISDEAL_SAYS_ITSELF = "A misdeal needs no words here: leave this empty, or write it under the remarks."


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A penalty as typed; without points it gives the whole game."""

    kind: str
    side: Side
    points: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class GivenInHand:
    """The penalties of a hand, in the order they are written down."""

    given: tuple[Given, ...] = ()

    @property
    def misdeals(self) -> tuple[Peg, ...]:
        """Misdeals, which are pegged with the deal."""
        return tuple(Peg(MISDEAL, one.side, one.points or 1) for one in self.given if one.kind == MISDEAL)


NOTHING_GIVEN = GivenInHand()


def with_penalties(hand: Hand, given: GivenInHand, earlier: Sequence[Hand], rules: Rules) -> Hand:
    """The hand with its penalties; a game lost by a renege gives what the other side was short of."""
    penalties: list[HandPenalty] = []
    for one in given.given:
        if one.kind == MISDEAL:
            continue
        points = one.points
        if points is None:
            pegged: tuple[Peg | HandPenalty, ...] = (*hand.before, *penalties)
            had = score_game(earlier, rules).scores[one.side]
            had += sum(peg.points for peg in pegged if peg.side == one.side)
            points = max((rules.target or 0) - had, 1)
        penalties.append(HandPenalty(one.side, points, one.reason))
    barred = {1 - one.side for one in given.given if bars_from_game(one.kind, rules)}
    return replace(hand, penalties=tuple(penalties), no_game_for=tuple(sorted(barred)))


class PenaltyReading(FieldReading):
    """The penalty lines of one game."""

    def of_game(self, prefix: str, first: Side | None) -> dict[int, GivenInHand]:
        """Penalties by the hand they were given in."""
        found: dict[int, GivenInHand] = {}
        for row in range(1, MOST_PENALTIES + 1):
            read = self._penalty(f"{prefix}-p{row}", first)
            if read is not None:
                hand, given = read
                found[hand] = GivenInHand((*found.get(hand, NOTHING_GIVEN).given, given))
        return found

    def _penalty(self, row: str, first: Side | None) -> tuple[int, Given] | None:
        parts = {part: self._text(f"{row}-{part}") for part in self.layout.penalty_parts}
        # The number of points stands ready on the page: alone it means nothing yet.
        if not any(text for part, text in parts.items() if part != "points"):
            return None
        kind = self._kind(f"{row}-{KIND}")
        hand = self._hand(f"{row}-hand")
        side = self._side(f"{row}-side")
        if side is None and kind.code == MISDEAL and hand and first is not None and not parts["side"]:
            side = eldest_side(first, hand - 1)
        elif not parts["side"]:
            self._refuse(f"{row}-side", "Say which side the points were given to: h for home or a for away.")
        points = self._points(f"{row}-points", kind)
        reason = self._reason(f"{row}-reason", kind)
        if hand is None or side is None or points == 0 or (not reason and kind.code != MISDEAL):
            return None
        return hand, Given(kind=kind.code, side=side, points=points, reason=reason)

    def _kind(self, name: str) -> PenaltyKind:
        text = self._text(name)
        kinds = penalty_kinds(self.rules)
        plain = PenaltyKind("", "", self.rules.peek_penalty)
        if text and all(kind.code != text for kind in kinds):
            known = ", ".join(kind.code for kind in kinds)
            self._refuse(name, f"“{short(text)}” is no kind of penalty in this game: there are {known}.")
        return next((kind for kind in kinds if kind.code == text), plain)

    def _hand(self, name: str) -> int | None:
        hand = whole_number(self._text(name))
        if hand is not None and 1 <= hand <= self.layout.most_hands:
            return hand
        self._refuse(name, "A penalty needs the number of the hand it was given in.")
        return None

    def _points(self, name: str, kind: PenaltyKind) -> int | None:
        """The points given: 0 for none that can be read, None for the whole game."""
        text = self._text(name)
        if not text and kind.code == GAME_LOST:
            return None
        points = whole_number(text) if text else kind.points
        if not points:
            self._refuse(name, "A penalty gives one point or more, in figures.")
        return points or 0

    def _reason(self, name: str, kind: PenaltyKind) -> str:
        """What it was for; a kind of penalty says that itself."""
        text = self._words(name, LONGEST_PENALTY_REASON)
        if kind.code == MISDEAL:
            if text:
                self._refuse(name, MISDEAL_SAYS_ITSELF)
            return ""
        if not text and not kind.code:
            self._refuse(name, "Say what the penalty was for.")
        return text or kind.words
