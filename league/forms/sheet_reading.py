"""Typed fields read into the values of a sheet.

A field that cannot be read counts as empty and is named by its fault; whether the sheet can be true is
not asked here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from league.forms import sheet_fields
from league.forms.sheet_fields import SIDES, TAKERS, Layout, whole_number
from league.selectors.rosters import Roster
from league.sheets import SeatName, Sheet, SheetGame, SheetTable
from scoring import AWAY, HOME, Side, Taker
from scoring.axes import Award
from scoring.hands import Hand, Penalty
from scoring.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFault:
    """What is wrong with a field, said to the person who typed it."""

    field: str
    sentence: str


@dataclass(slots=True)
class SheetReading:
    """Typed fields turned into a sheet, collecting what could not be read."""

    typed: Mapping[str, str]
    layout: Layout
    rules: Rules
    roster: Roster
    faults: list[FieldFault] = field(default_factory=list)

    def sheet(self) -> Sheet:
        """The whole sheet; tables and games nobody typed anything of are left empty."""
        return Sheet(
            tables=tuple(self._table(number) for number in range(1, self.layout.tables + 1)),
            remarks=self._words("remarks", sheet_fields.LONGEST_REMARKS),
            private_remarks=self._words("private-remarks", sheet_fields.LONGEST_REMARKS),
        )

    def _table(self, number: int) -> SheetTable:
        is_played = not self._text(f"t{number}-not-played")
        games = [self._game(number, game) for game in self.layout.games_at(number)]
        return SheetTable(
            number=number,
            is_played=is_played,
            games=tuple(_with_earlier_pairs(game for game in games if game is not None)),
            remarks=self._words(f"t{number}-remarks", sheet_fields.LONGEST_TABLE_REMARKS),
            private_remarks=self._words(f"t{number}-private-remarks", sheet_fields.LONGEST_TABLE_REMARKS),
        )

    def _game(self, table: int, number: int) -> SheetGame | None:
        """A game of a table; None when nothing of it is written but, perhaps, who was to play it."""
        prefix = self.layout.prefix(table, number)
        game = SheetGame(
            number=number,
            home_score=self._score(f"{prefix}-home-final"),
            away_score=self._score(f"{prefix}-away-final"),
            hands=self._hands(prefix),
            home_pair=self._pair(prefix, HOME),
            away_pair=self._pair(prefix, AWAY),
            first_pitch=self._side(f"{prefix}-first-pitch"),
        )
        is_empty = game.home_score is None and game.away_score is None and not game.hands
        return None if is_empty and number > 1 else game

    def _hands(self, prefix: str) -> tuple[Hand, ...]:
        """The hands up to the last that has a mark or a penalty; a row left out between two has no awards."""
        penalties = self._penalties(prefix)
        rows = [self._marks(f"{prefix}-h{hand}") for hand in range(1, self.layout.most_hands + 1)]
        marked = [number for number, hand in enumerate(rows, 1) if hand != Hand()]
        last = max([*marked, *penalties], default=0)
        return tuple(
            replace(hand, penalties=penalties.get(number, ())) for number, hand in enumerate(rows[:last], 1)
        )

    def _marks(self, row: str) -> Hand:
        high, low, jack, game = (self._taker(f"{row}-{award}") for award in Award)
        return Hand(high=high, low=low, jack=jack, game=game)

    def _taker(self, name: str) -> Taker | None:
        text = self._text(name)
        if text and text.lower() not in TAKERS:
            self._refuse(name, f"“{short(text)}” is no mark: type h for home, a for away, n or - for nobody.")
            return None
        return TAKERS.get(text.lower())

    def _side(self, name: str) -> Side | None:
        text = self._text(name)
        taker = TAKERS.get(text.lower())
        if text and not isinstance(taker, int):
            self._refuse(name, f"“{short(text)}” is neither side: type h for home or a for away.")
            return None
        return taker if isinstance(taker, int) else None

    def _score(self, name: str) -> int | None:
        text = self._text(name)
        number = whole_number(text)
        if text and number is None:
            self._refuse(name, f"“{short(text)}” is no score: type a whole number such as 13.")
        return number

    def _pair(self, prefix: str, side: Side) -> tuple[SeatName, ...]:
        places = (f"{prefix}-{SIDES[side]}-{place}" for place in range(1, self.layout.players + 1))
        return tuple(self._seat(name, side) for name in places if self._text(name))

    def _seat(self, name: str, side: Side) -> SeatName:
        text = self._words(name, sheet_fields.LONGEST_NAME)
        meant = self.roster.meant(text, side)
        return SeatName(player=meant[0].player) if len(meant) == 1 else SeatName(written=text)

    def _penalties(self, prefix: str) -> dict[int, tuple[Penalty, ...]]:
        """Penalties by the hand they were given in, in the order they are written down."""
        found: dict[int, tuple[Penalty, ...]] = {}
        for row in range(1, sheet_fields.MOST_PENALTIES + 1):
            read = self._penalty(f"{prefix}-p{row}")
            if read is not None:
                hand, penalty = read
                found[hand] = (*found.get(hand, ()), penalty)
        return found

    def _penalty(self, row: str) -> tuple[int, Penalty] | None:
        parts = {part: self._text(f"{row}-{part}") for part in sheet_fields.PENALTY_PARTS}
        # The number of points stands ready on the page: alone it means nothing yet.
        if not (parts["hand"] or parts["side"] or parts["reason"]):
            return None
        hand, side = whole_number(parts["hand"]), self._side(f"{row}-side")
        points = whole_number(parts["points"]) if parts["points"] else self.rules.peek_penalty
        reason = self._words(f"{row}-reason", sheet_fields.LONGEST_PENALTY_REASON)
        if hand is not None and not 1 <= hand <= self.layout.most_hands:
            hand = None
        if hand is None:
            self._refuse(f"{row}-hand", "A penalty needs the number of the hand it was given in.")
        if not parts["side"]:
            self._refuse(f"{row}-side", "Say which side the points were given to: h for home or a for away.")
        if not points:
            self._refuse(f"{row}-points", "A penalty gives one point or more, in figures.")
        if not reason:
            self._refuse(f"{row}-reason", "Say what the penalty was for.")
        if hand is None or side is None or not points or not reason:
            return None
        return hand, Penalty(side=side, points=points, reason=reason)

    def _words(self, name: str, longest: int) -> str:
        """A text of at most so many letters; a longer one is refused and not cut."""
        text = self._text(name)
        if len(text) > longest:
            self._refuse(name, f"There is room for {longest} letters here; this has {len(text)}.")
            return ""
        return text

    def _text(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def _refuse(self, name: str, sentence: str) -> None:
        self.faults.append(FieldFault(field=name, sentence=sentence))


def _with_earlier_pairs(games: Iterator[SheetGame]) -> Iterator[SheetGame]:
    """Pairs are written once: a later game without names is played by the pair of the game before."""
    home: tuple[SeatName, ...] = ()
    away: tuple[SeatName, ...] = ()
    for game in games:
        home, away = game.home_pair or home, game.away_pair or away
        yield replace(game, home_pair=home, away_pair=away)


def short(text: str) -> str:
    """The beginning of what was typed, to be repeated in a sentence."""
    return text if len(text) <= 20 else f"{text[:20]}…"
