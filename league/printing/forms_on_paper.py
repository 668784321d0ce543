"""What stands on score sheets and table slips, as plain values: a match, its games, hands and totals.

What the blank form of a season looks like, from its rule book.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from league.matches.sheet.openings import room, words_for_first
from league.models import RuleBook
from league.regulations.rule_books import game_in_words
from league.regulations.sentences import in_words
from league.templatetags.formatting import points
from scoring import hand_faults, hands, possible_scores
from scoring.axes import Award
from scoring.seats import NOBODY, Taker

Parts = tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOnPaper:
    """A row: the card turned up, what was said to it, who took each award (None: not recorded), the score."""

    takers: tuple[Taker | None, ...]
    score: tuple[int, ...]
    turned: str = ""
    said: str = ""
    is_hung: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOnPaper:
    """One game of a table, as far as it is known."""

    table: int
    game: int
    home_pair: str
    away_pair: str
    hands: tuple[HandOnPaper, ...]
    score: tuple[int, ...]
    first_pitch: int | None
    penalties: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTotals:
    """One side's line of the totals: its score at each table and together, what that gives, its match points.

    `parts` follow the order of the form's rewards, in halves; None where a walkover has its own arithmetic.
    """

    tables: tuple[str, ...]
    total: int | None
    parts: Parts
    match_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMatch:
    """Who meets whom, where and when. `occasion` is what it is where it is not a week of a division."""

    home: str
    away: str
    home_slug: str
    away_slug: str
    venue: str
    division: str
    week: int
    date: datetime.date | None
    starts_at: datetime.time | None
    occasion: str = ""

    @property
    def what(self) -> str:
        """What the match is: "Division One, week 12"; "Knock-out Cup, semi-final, tie 2"."""
        return self.occasion or f"{self.division}, week {self.week}"

    @property
    def where(self) -> str:
        """ "at The Fleece"; empty where that is not known."""
        return f"at {self.venue}" if self.venue else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeOnPaper:
    """The code of a match, the site on which it is scored (empty: not known), and the table of a slip."""

    code: str
    site: str = ""
    table: int | None = None

    @property
    def spaced(self) -> str:
        """As it is read out and typed: "k7m4 9qtd", on the slip of table 2 "k7m4 9qtd-2"."""
        half = len(self.code) // 2
        at_table = f"-{self.table}" if self.table else ""
        return f"{self.code[:half]} {self.code[half:]}{at_table}"

    @property
    def address(self) -> str:
        """What the square leads to. Spelt here, not looked up: paper in a drawer cannot be changed."""
        at_table = f"tables/{self.table}/" if self.table else ""
        return f"{self.site}/s/{self.code}/{at_table}" if self.site else ""

    def at_table(self, table: int) -> "CodeOnPaper":
        """Return the code as a table's slip carries it."""
        return replace(self, table=table)

    @property
    def page(self) -> str:
        """Where the code is typed, as one would say it: "league.example.org/s/"."""
        return f"{self.site.partition('://')[2] or self.site}/s/"


# Rows of a form whose game has neither a target nor a number of hands.
OPEN_ROWS = 15
SEATS = {1: "player", 2: "pair"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardColumn:
    """An award of a hand on paper: a box for each side, and one for nobody where it can go to nobody.

    Beside the boxes of a jack that can be hung stands one for that. An award that nobody takes so seldom that
    a box would be waste is struck out instead.
    """

    title: str
    boxes: int
    has_hung: bool = False
    is_struck_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankSheet:
    """What a blank sheet of a season looks like: games at each table, rows, what a match gives in halves.

    `rows` is the most hands a game can have: on a form with fewer, the longest games would not fit.
    `highest` is the highest final score of a game. `turned` are the cards that score when turned up.
    `key_rules` are the rules of the season for the back of the sheet: headings with sentences.
    """

    games: tuple[int, ...]
    seats: str
    target: int | None
    rows: int
    columns: tuple[AwardColumn, ...]
    has_turned: bool = False
    has_begging: bool = False
    has_marks: bool = False
    first_words: str = "pitched first"
    table_won: int
    game_won: int
    aggregate: int
    match_won: int
    won_away: int | None = None
    has_hands: bool = True
    highest: int | None = None
    race_to: int | None = None
    players: int = 2
    table_word: str = "table"
    game_word: str = "game"
    turned: tuple[str, ...] = ()
    key_rules: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def has_hung(self) -> bool:
        return any(column.has_hung for column in self.columns)

    @property
    def tables(self) -> int:
        return len(self.games)

    @property
    def has_several_games(self) -> bool:
        return max(self.games) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOnPaper:
    """A match for one sheet. Without a meeting it is a blank one, to be filled in altogether by hand.

    `to_score` is its key while there is something to score; `code` stands on paper for those who may have it.
    `send` is where a sheet without a code goes, if not where all others go; `secretary` is who that is.
    `squads_of` is the day on which somebody last came to a squad or left it, `seals` three letters for the
    players behind either's numbers.
    """

    form: BlankSheet
    league: str
    season: str
    meeting: SheetMatch | None = None
    to_score: int | None = None
    code: CodeOnPaper | None = None
    games: tuple[GameOnPaper, ...] = ()
    totals: tuple[SideTotals, SideTotals] | None = None
    remarks: str = ""
    squads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    squads_of: datetime.date | None = None
    seals: str = ""
    due: str = ""
    send: str = ""
    sheets_to: str = ""
    secretary: str = ""

    @property
    def sides(self) -> tuple[str, str]:
        """What both sides are called; of a blank sheet "Home" and "Away"."""
        return (self.meeting.home, self.meeting.away) if self.meeting else ("Home", "Away")


def sheet_form(book: RuleBook) -> BlankSheet:
    """Return the form for a rule book: its game says which awards and how many rows, its match format the
    tables.
    """
    rules, match_format = book.rules(), book.match_format()
    beside = room(rules)
    nobody_takes_high = not hand_faults.faults(hands.Hand(high=NOBODY, low=NOBODY), rules)
    # Where a card is turned up its column needs the room: a hand without trumps has High and Low struck out.
    for_a_side_only = () if nobody_takes_high and not beside.turned else (Award.HIGH, Award.LOW)
    rows = possible_scores.most_hands(rules.target, rules) if rules.target else rules.fixed_hands or OPEN_ROWS
    return BlankSheet(
        games=tuple(match_format.games_at(table) for table in range(match_format.tables)),
        seats=SEATS.get(book.players_a_side, "players"),
        target=rules.target,
        rows=rows,
        columns=tuple(
            AwardColumn(
                title=award.words,
                boxes=2 if award in for_a_side_only else 3,
                has_hung=beside.hung and award is Award.JACK,
                is_struck_out=nobody_takes_high and award in for_a_side_only,
            )
            for award in rules.awards
        ),
        has_turned=beside.turned,
        has_begging=beside.call,
        has_marks=beside.marks,
        first_words=words_for_first(rules),
        table_won=book.table_won,
        game_won=book.game_won,
        aggregate=book.aggregate,
        match_won=book.match_won,
        won_away=book.won_away,
        has_hands=book.has_hands,
        highest=rules.target + match_format.overshoot if rules.target else None,
        race_to=book.race_to,
        players=book.players_a_side,
        table_word=book.table_word,
        game_word=book.game_word,
        turned=tuple(rank.letter for rank, _ in rules.turnup_scores),
        key_rules=tuple(_key_rules(book)),
    )


LATE_SHEET = "Deadlines and sanctions"
KEY_SECTIONS = ("What scores", "Winning", "When something goes wrong", "Play")


def _key_rules(book: RuleBook) -> Iterator[tuple[str, tuple[str, ...]]]:
    if late := in_words(book.season_regulations(), ("late_result", "missing_card")):
        yield LATE_SHEET, tuple(late)
    sections = {section.title: section for section in game_in_words(book)}
    for title in KEY_SECTIONS:
        if title in sections:
            yield title, tuple(sentence.text for sentence in sections[title].sentences)


def rewards(form: BlankSheet) -> tuple[tuple[int, str], ...]:
    """Return what a match can give besides the score, in halves: for games, tables, the higher total, the
    match.
    """
    away = "" if form.won_away is None else f", {points(form.won_away)} away"
    worth = (
        (form.game_won, f"a {form.game_word} won"),
        (form.table_won, f"a {form.table_word} won"),
        (form.aggregate, "higher total"),
        (form.match_won, f"match won{away}"),
    )
    return tuple((halves, what) for halves, what in worth if halves)
