"""What a line of results says under a season's match format, or why it cannot have happened there."""

from collections.abc import Iterator
from dataclasses import dataclass

from league.exchange.result_lines import Cells, ResultLine
from league.outcomes import AtFault, TableOutcome
from scoring.faults import sentence
from scoring.match_formats import MatchFormat
from scoring.matches import score_match


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A match of the file: its tables, or its total as the format counts, and what was given without play.

    `at_fault` gives the whole match, `given` single tables. Nothing of all this: it is to come.
    """

    tables: tuple[TableOutcome, ...] | None = None
    total: tuple[int, int] | None = None
    at_fault: AtFault | None = None
    given: tuple[tuple[int, AtFault], ...] = ()

    @property
    def has_card(self) -> bool:
        """Whether anything was played."""
        return self.tables is not None or self.total is not None


def entered(line: ResultLine, form: MatchFormat) -> Entered:
    """The line under the format. Raises ValueError with a sentence if it cannot have happened there.

    A table of one game has its score in its cells, a table of several the games each side won. A total is
    the score where a match is one game, the games won where games give points, else match points.
    """
    if line.tables is not None:
        return _tables(line.tables, form, line)
    if line.total is None:
        return Entered()
    if isinstance(line.total, AtFault):
        return Entered(at_fault=line.total)
    return Entered(total=_total(line.total, form, line))


def counts_games(form: MatchFormat) -> bool:
    """Whether the figure of a match in this format is the games won."""
    return form.game_won > 0 and form.table_won == 0


def is_one_game(form: MatchFormat) -> bool:
    """Whether a match is one game, so that its score is the whole of the result."""
    return form.tables == 1 and form.games_at(0) == 1


def _tables(cells: tuple[Cells, ...], form: MatchFormat, line: ResultLine) -> Entered:
    if len(cells) != form.tables:
        raise ValueError(f"{len(cells)} tables, where a match of this format has {form.tables}.")
    faults = {cell for cell in cells if isinstance(cell, AtFault)}
    if len(faults) == 1 and all(isinstance(cell, AtFault) for cell in cells):
        # Nothing was played at all: the match was given, not table after table.
        return Entered(at_fault=faults.pop())
    given = tuple((number, cell) for number, cell in enumerate(cells, 1) if isinstance(cell, AtFault))
    tables = tuple(_table(number, cell, form) for number, cell in enumerate(cells, 1))
    if wrong := next(_wrong(tables, form, line), None):
        raise ValueError(wrong)
    return Entered(tables=tables, given=given)


def _table(number: int, cell: Cells, form: MatchFormat) -> TableOutcome:
    if cell is None or isinstance(cell, AtFault):
        return TableOutcome(number=number)
    if form.games_at(number - 1) > 1:
        return TableOutcome(number=number, won=cell)
    return TableOutcome(number=number, games=(cell,))


def _wrong(tables: tuple[TableOutcome, ...], form: MatchFormat, line: ResultLine) -> Iterator[str]:
    may_stop = form.stop_when_decided or form.race_to
    for table in tables:
        if table.won is not None:
            most, played = form.games_at(table.number - 1), sum(table.won)
            if played > most or (played < most and not may_stop):
                yield f"table {table.number} has {played} games won; it plays {most}."
    won = tuple(sum(table.won[side] for table in tables if table.won) for side in (0, 1))
    yield from _past_the_race(won, form)
    if any(table.games for table in tables):
        scored = score_match([table.games or None for table in tables], form)
        for fault in scored.faults:
            if fault.code != "unplayed":
                yield sentence(fault, home=line.home, away=line.away)


def _total(halves: tuple[int, int], form: MatchFormat, line: ResultLine) -> tuple[int, int]:
    if not is_one_game(form) and not counts_games(form):
        return halves
    if any(figure % 2 for figure in halves):
        of = "games won" if counts_games(form) else "a score"
        raise ValueError(f"a total ends in .5; {of} is counted in whole numbers.")
    total = (halves[0] // 2, halves[1] // 2)
    if is_one_game(form):
        found = next((fault for fault in score_match([total], form).faults), None)
        if found:
            raise ValueError(sentence(found, home=line.home, away=line.away))
        return total
    most = sum(form.games_at(table) for table in range(form.tables))
    if sum(total) > most:
        raise ValueError(f"{sum(total)} games won by the two; a match has {most}.")
    for wrong in _past_the_race(total, form):
        raise ValueError(wrong)
    return total


def _past_the_race(won: tuple[int, ...], form: MatchFormat) -> Iterator[str]:
    if form.race_to and max(won) > form.race_to:
        yield f"{max(won)} games won by one side; the match ends at {form.race_to}."
    if form.race_to and min(won) >= form.race_to:
        yield f"both sides with {form.race_to} games won; the match ends when one has them."
