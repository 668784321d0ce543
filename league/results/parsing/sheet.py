"""The texts of a sheet read into values, whether they came from a form or from the log of the tables.

A text that cannot be read counts as empty and is named by its fault; whether the sheet can be true is not
checked here. The texts come from `sheet_texts`.
"""

from collections.abc import Iterator, Mapping, Sequence
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
    RECORD,
    TAKERS,
    TURNED,
    FieldFault,
    Layout,
    short,
    whole_number,
)
from league.results.parsing.sheet_texts import BLANK_GAME, BLANK_TABLE, GameTexts, SheetTexts, TableTexts
from league.results.selectors.names import Roster
from scoring import AWAY, HOME, NotationError, Side, Taker
from scoring.axes import Award
from scoring.games import score_game
from scoring.hands import Hand, HandPenalty, Peg
from scoring.rules import Rules

MISDEAL_SAYS_ITSELF = "A misdeal needs no words here: leave this empty, or write it under the remarks."
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


@dataclass(frozen=True, slots=True)
class HandPenalties:
    """The penalties of a hand, in the order they are saved."""

    penalties: tuple[ParsedPenalty, ...] = ()

    @property
    def misdeals(self) -> tuple[Peg, ...]:
        """Misdeals, which are pegged with the deal."""
        return tuple(
            Peg(MISDEAL, penalty.side, penalty.points or 1)
            for penalty in self.penalties
            if penalty.kind == MISDEAL
        )


NO_PENALTIES = HandPenalties()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredSheet:
    """A sheet as far as it can be read, the texts it was read from, and a fault for each unreadable one.

    `stray` are the names of texts this sheet has no place for.
    """

    sheet: Sheet
    texts: SheetTexts
    faults: tuple[FieldFault, ...] = ()
    stray: tuple[str, ...] = ()


def parse_sheet(
    texts: SheetTexts, layout: Layout, rules: Rules, *, roster: Roster, stray: Sequence[str] = ()
) -> EnteredSheet:
    """Return the sheet that was written; tables and games with nothing written are left empty.

    `roster` says whom a name means. A text that cannot be read counts as empty and is named by a fault.
    """
    parser = _SheetParser(layout=layout, rules=rules, roster=roster)
    sheet = Sheet(
        tables=tuple(
            parser.table(number, texts.tables.get(number, BLANK_TABLE))
            for number in range(1, layout.tables + 1)
        ),
        remarks=parser.words(texts.remarks, "remarks", LONGEST_REMARKS),
        private_remarks=parser.words(texts.private_remarks, "private-remarks", LONGEST_REMARKS),
    )
    return EnteredSheet(sheet=sheet, texts=texts, faults=tuple(parser.faults), stray=tuple(stray))


@dataclass(slots=True, kw_only=True)
class _SheetParser:
    """Reads texts under the rules of a game; `field` is always the name at which a fault is shown."""

    layout: Layout
    rules: Rules
    roster: Roster
    faults: list[FieldFault] = field(default_factory=list)

    def table(self, number: int, texts: TableTexts) -> SheetTable:
        games = (
            self.game(self.layout.prefix(number, game), game, texts.games.get(game, BLANK_GAME))
            for game in self.layout.games_at(number)
        )
        return SheetTable(
            number=number,
            is_played=not texts.not_played,
            games=tuple(_with_earlier_pairs(game for game in games if game is not None)),
            remarks=self.words(texts.remarks, f"t{number}-remarks", LONGEST_TABLE_REMARKS),
            private_remarks=self.words(
                texts.private_remarks, f"t{number}-private-remarks", LONGEST_TABLE_REMARKS
            ),
        )

    def game(self, prefix: str, number: int, texts: GameTexts) -> SheetGame | None:
        """Return a game of a table; None for a later game with nothing but, perhaps, names."""
        first = self.side(texts.first_pitch, f"{prefix}-first-pitch")
        penalties = self.penalties(prefix, first, texts.penalties)
        hands, notes = self.hands(prefix, first, texts, penalties)
        loose = with_penalties(Hand(), penalties.get(0, NO_PENALTIES), (), self.rules)
        game = SheetGame(
            number=number,
            home_score=self.score(texts.home_final, f"{prefix}-home-final"),
            away_score=self.score(texts.away_final, f"{prefix}-away-final"),
            hands=hands,
            penalties=loose.penalties,
            contradiction=self.contradiction(texts.contradiction, f"{prefix}-{CONTRADICTION}"),
            notes=notes,
            home_pair=self.pair(texts.home, f"{prefix}-home", HOME),
            away_pair=self.pair(texts.away, f"{prefix}-away", AWAY),
            first_pitch=first,
        )
        return None if number > 1 and not is_begun(game) else game

    def contradiction(self, text: str, field: str) -> str:
        if text and text not in CONTRADICTIONS:
            self.refuse(field, f"“{short(text)}” is no answer: choose {', '.join(CONTRADICTIONS)}.")
        return text if text in CONTRADICTIONS else ""

    def hands(
        self, prefix: str, first: Side | None, texts: GameTexts, penalties: Mapping[int, HandPenalties]
    ) -> tuple[tuple[Hand, ...], tuple[HandNotes, ...]]:
        """Return the hands up to the last that has a mark or a penalty.

        A row left out between two has no awards.
        """
        marks = {number: self.marks(parts, f"{prefix}-h{number}") for number, parts in texts.hands.items()}
        notes = {number: self.notes(parts, f"{prefix}-h{number}") for number, parts in texts.hands.items()}
        written = [n for n in texts.hands if marks[n] != Hand() or notes[n] != HandNotes()]
        numbers = range(1, max([*written, *penalties], default=0) + 1)
        hands: list[Hand] = []
        for number in numbers:
            hand_penalties = penalties.get(number, NO_PENALTIES)
            before = self.before(
                prefix, first, number, notes.get(number, HandNotes()), hand_penalties.misdeals
            )
            hand = replace(marks.get(number, Hand()), before=before)
            hands.append(with_penalties(hand, hand_penalties, hands, self.rules))
        noted = tuple(notes.get(number, HandNotes()) for number in numbers)
        return tuple(hands), noted if any(note != HandNotes() for note in noted) else ()

    def before(
        self, prefix: str, first: Side | None, number: int, noted: HandNotes, misdeals: tuple[Peg, ...]
    ) -> tuple[Peg, ...]:
        """Return the points pegged before the awards; all but misdeals need to know who led first."""
        turned = parse_turned(noted.turned)
        if first is not None:
            return opening_pegs(turned, noted.call, misdeals, eldest_side(first, number - 1), self.rules)
        if needs_eldest(turned, noted.call, self.rules):
            self.refuse_once(f"{prefix}-first-pitch", WHO_LED)
        return misdeals

    def marks(self, parts: Mapping[str, str], row: str) -> Hand:
        high, low, jack, game = (self.taker(parts.get(award, ""), f"{row}-{award}") for award in Award)
        hung = self.hung(parts.get(HUNG, "").lower(), f"{row}-{HUNG}", jack)
        return Hand(high=high, low=low, jack=jack, game=game, hung=hung)

    def hung(self, text: str, field: str, jack: Taker | None) -> bool | None:
        """Return whether the jack was hung, where that counts.

        Without a mark it was not, once somebody has the jack.
        """
        if text and text not in HUNG_MARKS:
            self.refuse(field, f"“{short(text)}” is no mark: y says that the jack was hung, empty that not.")
            return None
        if not self.layout.room.hung:
            return None
        return True if text else None if jack is None else False

    def notes(self, parts: Mapping[str, str], row: str) -> HandNotes:
        return HandNotes(
            turned=self.turned(parts.get(TURNED, ""), f"{row}-{TURNED}"),
            call=self.call(parts.get(BEG, "").lower(), f"{row}-{BEG}"),
            record=self.record(parts.get(RECORD, ""), row),
        )

    def record(self, text: str, row: str) -> str:
        """Return the play card by card.

        No field of the page has it, so its fault is shown at High.
        """
        text = text.replace("\r\n", "\n")
        if len(text) <= LONGEST_RECORD:
            return text
        right = f"There is room for {LONGEST_RECORD} letters of cards; this hand has {len(text)}."
        self.refuse(f"{row}-{Award.HIGH}", right)
        return ""

    def turned(self, text: str, field: str) -> str:
        """Return the cards turned up, spelt as cards are."""
        text = self.words(text, field, LONGEST_TURNED)
        try:
            return " ".join(map(str, parse_turned(text)))
        except NotationError:
            example = "a rank such as A, 6 or J, or a card such as 6S; several in their order."
            self.refuse(field, f"“{short(text)}” is no card: type {example}")
            return ""

    def call(self, text: str, field: str) -> str:
        if text and text not in CALLS:
            right = "g for begged and given a point, r for begged and run, - for stood."
            self.refuse(field, f"“{short(text)}” was not said: type {right}")
        return CALLS.get(text, "")

    def taker(self, text: str, field: str) -> Taker | None:
        if text and text.lower() not in TAKERS:
            self.refuse(field, f"“{short(text)}” is no mark: type h for home, a for away, n or - for nobody.")
            return None
        return TAKERS.get(text.lower())

    def pair(self, names: Sequence[str], prefix: str, side: Side) -> tuple[SeatName, ...]:
        places = enumerate(names, 1)
        return tuple(self.seat(name, f"{prefix}-{place}", side) for place, name in places if name)

    def seat(self, name: str, field: str, side: Side) -> SeatName:
        text = self.words(name, field, LONGEST_NAME)
        meant = self.roster.meant(text, side)
        return SeatName(player=meant[0].player) if len(meant) == 1 else SeatName(written=text)

    def side(self, text: str, field: str) -> Side | None:
        taker = TAKERS.get(text.lower())
        if text and not isinstance(taker, int):
            self.refuse(field, f"“{short(text)}” is neither side: type h for home or a for away.")
            return None
        return taker if isinstance(taker, int) else None

    def score(self, text: str, field: str) -> int | None:
        number = whole_number(text)
        if text and number is None:
            self.refuse(field, f"“{short(text)}” is no score: type a whole number such as 13.")
        return number

    def words(self, text: str, field: str, longest: int) -> str:
        """Return a text of at most so many letters; a longer one is refused and not cut."""
        if len(text) > longest:
            self.refuse(field, f"There is room for {longest} letters here; this has {len(text)}.")
            return ""
        return text

    def penalties(
        self, prefix: str, first: Side | None, rows: Sequence[Mapping[str, str]]
    ) -> dict[int, HandPenalties]:
        """Return the penalties of a game by the hand in which they were given."""
        by_hand: dict[int, HandPenalties] = {}
        for number, parts in enumerate(rows, 1):
            # The number of points stands ready on the page: alone it means nothing yet.
            if any(text for part, text in parts.items() if part != "points"):
                hand, penalty = self.penalty(parts, f"{prefix}-p{number}", first)
                if hand is not None and penalty is not None:
                    earlier = by_hand.get(hand, NO_PENALTIES).penalties
                    by_hand[hand] = HandPenalties((*earlier, penalty))
        return by_hand

    def penalty(
        self, parts: Mapping[str, str], row: str, first: Side | None
    ) -> tuple[int | None, ParsedPenalty | None]:
        """Return the hand of a penalty and the penalty; None for what cannot be read."""
        kind = self.kind(parts.get(KIND, ""), f"{row}-{KIND}")
        hand = self.penalty_hand(parts.get("hand", ""), f"{row}-hand")
        side = self.side(parts.get("side", ""), f"{row}-side")
        if side is None and kind.code == MISDEAL and hand and first is not None and not parts.get("side"):
            side = eldest_side(first, hand - 1)
        elif not parts.get("side"):
            self.refuse(f"{row}-side", "Say which side the points were given to: h for home or a for away.")
        points = self.points(parts.get("points", ""), f"{row}-points", kind)
        reason = self.reason(parts.get("reason", ""), f"{row}-reason", kind)
        if points is None and hand == 0:
            self.refuse(f"{row}-hand", "A penalty of the whole game needs its hand, or its points.")
        if side is None or points == 0 or (points is None and hand == 0):
            return hand, None
        if kind.code == MISDEAL and hand == 0:
            return hand, ParsedPenalty(kind="", side=side, points=points, reason=kind.words)
        return hand, ParsedPenalty(kind=kind.code, side=side, points=points, reason=reason)

    def kind(self, text: str, field: str) -> PenaltyKind:
        kinds = penalty_kinds(self.rules)
        plain = PenaltyKind("", "", self.rules.peek_penalty)
        if text and all(kind.code != text for kind in kinds):
            known = ", ".join(kind.code for kind in kinds)
            self.refuse(field, f"“{short(text)}” is no kind of penalty in this game: there are {known}.")
        return next((kind for kind in kinds if kind.code == text), plain)

    def penalty_hand(self, text: str, field: str) -> int | None:
        """Return the hand of a penalty, 0 where the sheet does not say it; None if it cannot be read."""
        hand = whole_number(text) if text else 0
        if hand is not None and hand <= self.layout.most_hands:
            return hand
        most = self.layout.most_hands
        self.refuse(field, f"“{short(text)}” is no hand: type a number up to {most}, or leave this empty.")
        return None

    def points(self, text: str, field: str, kind: PenaltyKind) -> int | None:
        """Return the points of a penalty: 0 if none can be read, None for the whole game."""
        if not text and kind.code == GAME_LOST:
            return None
        points = whole_number(text) if text else kind.points
        if not points:
            self.refuse(field, "A penalty gives one point or more, in figures.")
        return points or 0

    def reason(self, text: str, field: str, kind: PenaltyKind) -> str:
        """Return the reason of a penalty; a kind of penalty is its own reason."""
        text = self.words(text, field, LONGEST_PENALTY_REASON)
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


def with_penalties(hand: Hand, hand_penalties: HandPenalties, earlier: Sequence[Hand], rules: Rules) -> Hand:
    """Return the hand with its penalties; a game lost by a renege gives what the other side was short of."""
    penalties: list[HandPenalty] = []
    for penalty in hand_penalties.penalties:
        if penalty.kind == MISDEAL:
            continue
        points = penalty.points
        if points is None:
            pegged: tuple[Peg | HandPenalty, ...] = (*hand.before, *penalties)
            had = score_game(earlier, rules).scores[penalty.side]
            had += sum(peg.points for peg in pegged if peg.side == penalty.side)
            points = max((rules.target or 0) - had, 1)
        penalties.append(HandPenalty(penalty.side, points, penalty.reason))
    barred = {1 - penalty.side for penalty in hand_penalties.penalties if bars_from_game(penalty.kind, rules)}
    return replace(hand, penalties=tuple(penalties), no_game_for=tuple(sorted(barred)))
