"""What the blank form of a season looks like, from its rule book."""

from dataclasses import dataclass

from league.models import RuleBook
from league.sheets.openings import room, words_for_first
from scoring import games, hands
from scoring.axes import Award
from scoring.seats import NOBODY

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

    @property
    def all_boxes(self) -> int:
        return self.boxes + self.has_hung


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetForm:
    """What a blank sheet of a season looks like: games at each table, rows, what a match gives in halves.

    `rows` is the most hands a game can have: on a form with fewer, the longest games would not fit.
    """

    games: tuple[int, ...]
    seats: str
    target: int | None
    rows: int
    columns: tuple[AwardColumn, ...]
    has_turned: bool = False
    has_begging: bool = False
    first_words: str = "pitched first"
    table_won: int
    game_won: int
    aggregate: int
    match_won: int

    @property
    def tables(self) -> int:
        return len(self.games)

    @property
    def every_game(self) -> tuple[tuple[int, int], ...]:
        """Each game by its table and its number there."""
        return tuple(
            (table, game) for table, count in enumerate(self.games, 1) for game in range(1, count + 1)
        )

    @property
    def has_several_games(self) -> bool:
        return max(self.games) > 1


def sheet_form(book: RuleBook) -> SheetForm:
    """The form for a rule book: its game says which awards and how many rows, its match format the tables."""
    rules, match_format = book.rules(), book.match_format()
    beside = room(rules)
    nobody_takes_high = not hands.faults(hands.Hand(high=NOBODY, low=NOBODY), rules)
    # Where a card is turned up its column needs the room: a hand without trumps has High and Low struck out.
    for_a_side_only = () if nobody_takes_high and not beside.turned else (Award.HIGH, Award.LOW)
    rows = games.most_hands(rules.target, rules) if rules.target else rules.fixed_hands or OPEN_ROWS
    return SheetForm(
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
        has_begging=beside.said,
        first_words=words_for_first(rules),
        table_won=book.table_won,
        game_won=book.game_won,
        aggregate=book.aggregate,
        match_won=book.match_won,
    )


def rewards(form: SheetForm) -> tuple[tuple[int, str], ...]:
    """What a match can give besides the score, in halves: for games, tables, the higher total, the match."""
    worth = (
        (form.game_won, "a game won"),
        (form.table_won, "a table won"),
        (form.aggregate, "higher total"),
        (form.match_won, "match won"),
    )
    return tuple((halves, what) for halves, what in worth if halves)
