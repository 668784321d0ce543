"""The rows of imported results: cards, tables, games and walkovers, a few inserts for a whole season.

A line of results is read under the season's match format, or refused with the reason.
"""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Max

from league.competition.services import verify_open
from league.exchange.result_lines import Cells, ResultLine, ResultLineFault
from league.matches.outcomes import AtFault, MatchOutcome, TableOutcome
from league.models import Division, Game, Match, MatchTable, Ruling, Scorecard
from league.results.services.card_rows import write_rows
from league.results.services.scorecards import end_reports
from league.standings.selectors.matches import match_outcomes
from scoring.errors import sentence
from scoring.matches import MatchFormat, score_match

REASON = "Walkover in the results brought in."


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredMatch:
    """A match of the file: its tables, or its total as the format counts, and its walkovers.

    `at_fault` says who conceded the whole match, `table_walkovers` who conceded single tables, by their
    numbers. A match to come has none of these.
    """

    tables: tuple[TableOutcome, ...] | None = None
    total: tuple[int, int] | None = None
    at_fault: AtFault | None = None
    table_walkovers: tuple[tuple[int, AtFault], ...] = ()

    @property
    def has_card(self) -> bool:
        """Whether anything was played."""
        return self.tables is not None or self.total is not None


Result = tuple[Match, ResultLine, EnteredMatch]


def write_results(
    results: Sequence[Result], divisions: Iterable[Division], now: datetime.datetime
) -> tuple[set[int], list[ResultLineFault]]:
    """Write the results of matches that have none yet. Call it inside a transaction.

    Returns the numbers of the lines that were written, and a fault for every line whose match has another
    result already. A match that has the same result already is left alone. Raises Refused where the season
    is closed.
    """
    outcomes_by_match = {
        outcome.match: outcome for outcomes in match_outcomes(divisions).values() for outcome in outcomes
    }
    fresh: list[Result] = []
    faults: list[ResultLineFault] = []
    for match, line, entered_match in results:
        outcome = outcomes_by_match[match.pk]
        if not (outcome.has_card or outcome.walkovers):
            fresh.append((match, line, entered_match))
        elif _played(entered_match) != _played(_entered_of(outcome)):
            faults.append(
                ResultLineFault(
                    line=line.line,
                    sentence=f"{line.home} v {line.away} on {line.date} has another result already; "
                    "correct it on the site, or leave the line out.",
                )
            )
    verify_open(*(match.pk for match, _, _ in fresh))
    _write_cards([result for result in fresh if result[2].has_card], now)
    Ruling.objects.bulk_create(ruling for result in fresh for ruling in _walkovers(*result))
    written = {line.line for _, line, entered_match in fresh if entered_match != EnteredMatch()}
    return written, faults


def _played(match: EnteredMatch) -> EnteredMatch:
    """Return the match without its tables that have no result."""
    return replace(match, tables=tuple(table for table in match.tables or () if table.games or table.won))


def _entered_of(outcome: MatchOutcome) -> EnteredMatch:
    """Return the stored result of a match as a line of a file would have it.

    Where a walkover is in force, only the walkover counts, whatever was played.
    """
    in_force = [walkover for walkover in outcome.walkovers if walkover.is_in_force(None)]
    at_fault = next((walkover.at_fault for walkover in in_force if walkover.table is None), None)
    if at_fault:
        return EnteredMatch(at_fault=at_fault)
    faults_by_key = {walkover.table: walkover.at_fault for walkover in in_force}
    tables = tuple(
        TableOutcome(number=table.number) if table.number in faults_by_key else table
        for table in outcome.tables or ()
    )
    return EnteredMatch(
        tables=tables or None,
        total=outcome.total,
        table_walkovers=tuple(
            sorted((table, fault) for table, fault in faults_by_key.items() if table is not None)
        ),
    )


def _write_cards(results: Sequence[Result], now: datetime.datetime) -> None:
    """Write a scorecard for each match, as the next version of those it has."""
    earlier = Scorecard.objects.filter(match__in=[match for match, _, _ in results]).order_by()
    newest = dict(earlier.values_list("match").annotate(Max("version")))
    for match, _, _ in results:
        if match.pk in newest:
            end_reports(match=match, now=now, decision="Result imported from a list.")
    cards = [
        Scorecard(
            match=match,
            version=newest.get(match.pk, 0) + 1,
            entered_at=now,
            home_total=entered_match.total[0] if entered_match.total else None,
            away_total=entered_match.total[1] if entered_match.total else None,
            home_hang_jacks=line.hang_jacks[0] if line.hang_jacks else None,
            away_hang_jacks=line.hang_jacks[1] if line.hang_jacks else None,
        )
        for match, line, entered_match in results
    ]
    entered = [
        (card, table)
        for card, (_, _, entered_match) in zip(cards, results, strict=True)
        for table in entered_match.tables or ()
    ]
    tables = [
        MatchTable(
            scorecard=card,
            number=table.number,
            is_played=bool(table.games or table.won),
            home_games=table.won[0] if table.won else None,
            away_games=table.won[1] if table.won else None,
        )
        for card, table in entered
    ]
    games = [
        Game(table=row, number=number, home_score=home, away_score=away)
        for row, (_, table) in zip(tables, entered, strict=True)
        for number, (home, away) in enumerate(table.games, start=1)
    ]
    write_rows(cards=cards, tables=tables, games=games)


def _walkovers(match: Match, line: ResultLine, entered_match: EnteredMatch) -> Iterator[Ruling]:
    walkovers: list[tuple[int | None, AtFault]] = [*entered_match.table_walkovers]
    if entered_match.at_fault:
        walkovers = [(None, entered_match.at_fault)]
    for table, at_fault in walkovers:
        yield Ruling(
            kind=Ruling.Kind.WALKOVER,
            division_id=match.division_id,
            match=match,
            table=table,
            at_fault=at_fault,
            reason=REASON,
            decided_on=line.date,
        )


def entered(line: ResultLine, form: MatchFormat) -> EnteredMatch:
    """Return the line under the format. Raises ValueError with a sentence if it cannot have happened there.

    A table of one game has its score in its cells, a table of several the games each side won. A total is
    the score where a match is one game, the games won where games give points, else match points.
    """
    if line.tables is not None:
        return _tables(line.tables, form, line)
    if line.total is None:
        return EnteredMatch()
    if isinstance(line.total, AtFault):
        return EnteredMatch(at_fault=line.total)
    return EnteredMatch(total=_total(line.total, form, line))


def counts_games(form: MatchFormat) -> bool:
    """Return whether the figure of a match in this format is the games won."""
    return form.game_won > 0 and form.table_won == 0


def is_one_game(form: MatchFormat) -> bool:
    """Return whether a match is one game, so that its score is the whole of the result."""
    return form.tables == 1 and form.games_at(0) == 1


def _tables(cells: tuple[Cells, ...], form: MatchFormat, line: ResultLine) -> EnteredMatch:
    if len(cells) != form.tables:
        raise ValueError(f"{len(cells)} tables, where a match of this format has {form.tables}.")
    faults = {cell for cell in cells if isinstance(cell, AtFault)}
    if len(faults) == 1 and all(isinstance(cell, AtFault) for cell in cells):
        # Nothing was played at all: the match was given, not table after table.
        return EnteredMatch(at_fault=faults.pop())
    table_walkovers = tuple(
        (number, cell) for number, cell in enumerate(cells, 1) if isinstance(cell, AtFault)
    )
    tables = tuple(_table(number, cell, form) for number, cell in enumerate(cells, 1))
    if wrong := next(_wrong(tables, form, line), None):
        raise ValueError(wrong)
    return EnteredMatch(tables=tables, table_walkovers=table_walkovers)


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
        fault = next(iter(score_match([total], form).faults), None)
        if fault:
            raise ValueError(sentence(fault, home=line.home, away=line.away))
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
