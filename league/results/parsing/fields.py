"""The fields of a sheet by name, as a browser, a script or a phone sends them, and what is typed into one.

Names are a promise to other people's scripts: `t2-h9-low` is Low of hand 9 at table 2. Where a table plays
several games the game stands behind the table: `t2-g3-h9-low`. Where the game has them a hand has also
`-turnup`, `-beg` and `-hung`, and a penalty a `-kind`.

Contains the layout of a sheet and the names of its fields; `sheet` reads what is in them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from league.matches.sheet.openings import NO_ROOM, ExtraBoxes, penalty_kinds, room
from league.matches.sheet.values import GAVE, RAN, STOOD
from league.models import RuleBook
from scoring import AWAY, HOME, NOBODY, Side, Taker
from scoring.axes import Award
from scoring.rules import Rules

SIDES: Mapping[Side, str] = {HOME: "home", AWAY: "away"}
LETTERS: Mapping[Taker, str] = {HOME: "h", AWAY: "a", NOBODY: "-"}

# n is easier to type than the dash; the other dashes come from spreadsheets.
TAKERS: Mapping[str, Taker] = {"h": HOME, "a": AWAY, "-": NOBODY, "n": NOBODY, "–": NOBODY, "—": NOBODY}
YES = "yes"

TURNED, BEG, HUNG, RECORD = "turnup", "beg", "hung", "record"
MARKS: Mapping[Side, str] = {HOME: "home-marks", AWAY: "away-marks"}
"""The fields of a hand beside its awards; marks are points for cards, written as they are won."""
CALLS: Mapping[str, str] = {"g": GAVE, "r": RAN, "-": STOOD, "n": STOOD, "–": STOOD, "—": STOOD}
HUNG_MARKS = frozenset({"y", "yes", "x", "!"})

PENALTY_PARTS = ("hand", "side", "points", "reason")
KIND = "kind"
CONTRADICTION = "contradiction"
MOST_PENALTIES = 9

# Where neither a target nor a number of hands says how long a game is, its score alone is entered; hands that
# a program wrote all the same are read.
USUAL_HANDS = 15

LONGEST_NAME = 80
LONGEST_REASON = 200
LONGEST_PENALTY_REASON = 120
LONGEST_TURNED = 60
LONGEST_TABLE_REMARKS = 200
LONGEST_REMARKS = 2000

# More than any game or penalty can give: a larger number is a mistake under any rules.
LARGEST_NUMBER = 999

PLACE = re.compile(r"t(\d+)(?:-g(\d+))?(?:-h(\d+))?(?:-(.+))?")
"""The name of a field or of a place: table, game, hand, and what of it; a table alone has the first."""
_A_SHEET_FIELD = re.compile(r"t\d+-[a-z0-9-]+\Z")

# Control characters and halves of surrogate pairs: PostgreSQL stores neither, no keyboard types them.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def first_part(rules: Rules) -> str:
    """Return the field of a hand at which a fault of the whole hand is shown."""
    return next(map(str, rules.awards), MARKS[HOME])


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How much there is on a sheet: tables, games a table, players a side, rows for the hands of a game."""

    tables: int
    games_each: tuple[int, ...]
    players: int
    hands: int
    room: ExtraBoxes = NO_ROOM
    has_kinds: bool = False
    table_word: str = "table"
    game_word: str = "game"

    @property
    def games(self) -> int:
        """The most games a table plays."""
        return max(self.games_each)

    def games_at(self, table: int) -> range:
        """Return the games of one table, from 1."""
        return range(1, self.games_each[table - 1] + 1)

    @property
    def most_hands(self) -> int:
        """Hands that are read: more than are drawn, so that one too many is reported and not lost."""
        return 2 * (self.hands or USUAL_HANDS)

    def at(self, table: int) -> str:
        """Return a table in words: “Rink 3”."""
        return f"{self.table_word.capitalize()} {table}"

    def where(self, table: int, game: int = 1, hand: int | None = None) -> str:
        """Return a place in words: “Table 3, game 2, hand 7”, the game where tables play several."""
        words = self.at(table), f"{self.game_word} {game}"
        parts = {words[0]: True, words[1]: self.games > 1, f"hand {hand}": hand}
        return ", ".join(part for part, is_said in parts.items() if is_said)

    def prefix(self, table: int, game: int = 1) -> str:
        """Return the prefix of the fields of one game."""
        return f"t{table}" if self.games == 1 else f"t{table}-g{game}"

    def names(self) -> Mapping[str, None]:
        """Return every field of the sheet, in their order; 1,600 of four tables, listed once for a layout."""
        return _names_of(self)

    def _names(self) -> Iterator[str]:
        yield from ("remarks", "private-remarks", "reason")
        for table in range(1, self.tables + 1):
            yield from (f"t{table}-not-played", f"t{table}-remarks", f"t{table}-private-remarks")
            for game in self.games_at(table):
                yield from self._names_of_a_game(self.prefix(table, game))

    def _names_of_a_game(self, prefix: str) -> Iterator[str]:
        yield from (f"{prefix}-first-pitch", f"{prefix}-{CONTRADICTION}")
        for side in SIDES.values():
            yield f"{prefix}-{side}-final"
            yield from (f"{prefix}-{side}-{place}" for place in range(1, self.players + 1))
        for hand in range(1, self.most_hands + 1):
            yield from (f"{prefix}-h{hand}-{award}" for award in Award)
            yield from (f"{prefix}-h{hand}-{part}" for part in (*self.beside, RECORD))
        for penalty in range(1, MOST_PENALTIES + 1):
            yield from (f"{prefix}-p{penalty}-{part}" for part in self.penalty_parts)

    @property
    def beside(self) -> tuple[str, ...]:
        """The fields beside the awards of a hand that this game needs."""
        has = {TURNED: self.room.turned, BEG: self.room.call, HUNG: self.room.hung}
        beside = tuple(part for part, is_there in has.items() if is_there)
        return (*beside, *MARKS.values()) if self.room.marks else beside

    @property
    def penalty_parts(self) -> tuple[str, ...]:
        return (*PENALTY_PARTS, KIND) if self.has_kinds else PENALTY_PARTS


@lru_cache(maxsize=100)
def _names_of(layout: Layout) -> Mapping[str, None]:
    return dict.fromkeys(layout._names())


def layout_of(rule_book: RuleBook, rules: Rules) -> Layout:
    """Return the layout of a season's sheets, with a row for every hand the longest game can have.

    Where only final scores are entered no rows are drawn.
    """
    return Layout(
        tables=rule_book.tables,
        games_each=tuple(rule_book.games_at_each_table) or (rule_book.games_a_table,) * rule_book.tables,
        players=rule_book.players_a_side,
        hands=rule_book.hands_drawn(rules),
        room=room(rules),
        has_kinds=bool(penalty_kinds(rules)),
        table_word=rule_book.table_word,
        game_word=rule_book.game_word,
    )


def typed_fields(sent: Mapping[str, str], layout: Layout) -> dict[str, str]:
    """Return what was typed into the fields of the sheet, in writable letters; empty fields are left out."""
    names = (name for name in layout.names() if name in sent)
    texts = {name: writable(sent[name]) for name in names}
    return {name: text for name, text in texts.items() if text.strip()}


def stray_fields(sent: Mapping[str, str], layout: Layout) -> list[str]:
    """Return the filled fields that are named like the sheet's but have no place on this one."""
    names = layout.names()
    return [name for name in sent if name not in names and _A_SHEET_FIELD.match(name) and sent[name].strip()]


def writable(text: str) -> str:
    """Return the text with every character a database cannot store replaced by the replacement character."""
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def whole_number(text: str) -> int | None:
    """Return a number typed in figures, None for anything else."""
    figures = text.strip()
    if not (figures.isascii() and figures.isdigit() and len(figures) <= len(str(LARGEST_NUMBER))):
        return None
    return int(figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFault:
    """A fault of a field, as a sentence for the person who typed it."""

    field: str
    sentence: str


def short(text: str) -> str:
    """Return the beginning of a typed text, to be quoted in a sentence."""
    return text if len(text) <= 20 else f"{text[:20]}…"
