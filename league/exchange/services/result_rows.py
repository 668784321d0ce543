"""The rows of imported results: cards, tables, games and walkovers, a few inserts for a whole season.

A line of results is read under the season's match format, or refused with the reason.
"""

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from django.db.models import Max

from league.competition.services import verify_open
from league.exchange.lists.checked_list import Problems
from league.exchange.result_lines import Cells, LineFault, Pair, ParsedResult, ResultFigures, Unscored
from league.matches.outcomes import AtFault, MatchOutcome, TableOutcome, Void, Walkover
from league.models import Game, Match, MatchTable, Ruling, Scorecard
from league.results.services.scorecards import end_reports
from league.shared.compiled_insert import CompiledInsert
from league.shared.text import listed
from league.standings.records import Result as MatchResult
from league.standings.shares import shares_of
from scoring.errors import sentence
from scoring.matches import AggregateTie, MatchFormat, score_match

NO_DAY = datetime.date.min

# A whole season's are inserted while everybody else waits to write.
_CARDS = CompiledInsert(Scorecard, returning=("match_id",))
_TABLES = CompiledInsert(MatchTable, returning=("scorecard_id", "number"))
_GAMES = CompiledInsert(Game)


# A match to come: of a line only what happened in it matters, and of its rulings not when they were made.
TO_COME = MatchOutcome(match=0, week=0, date=None, home=0, away=1)
Result = tuple[Match, ParsedResult, MatchOutcome]


def clashes(
    results: Sequence[Result], outcomes: Mapping[int, MatchOutcome], form: MatchFormat
) -> Iterator[LineFault]:
    """Yield a fault for every line whose match has another result already.

    `outcomes` has what is stored of the matches, by their keys.
    """
    for match, line, entered_match in results:
        outcome = outcomes.get(match.pk)
        if outcome is None or not is_decided(outcome):
            continue
        single = {table.number for table in entered_match.tables or () if table.games}
        stored = entered_of(outcome, form, single)
        if not _agree(entered_match, stored, form):
            other = (
                f"{line.home} v {line.away} on {line.date} has another result already, {_words(stored, form)}"
            )
            yield line.line, f"{other}; correct it on the site, or leave the line out."


def write_results(
    results: Sequence[Result], outcomes: Mapping[int, MatchOutcome], now: datetime.datetime
) -> set[int]:
    """Write the results of matches that have none yet. Call it inside a transaction, after `clashes`.

    Returns the numbers of the lines that were written. A match that has the same result already is left
    alone. Raises Refused where the season is closed.
    """
    fresh = [
        result for result in results if not ((known := outcomes.get(result[0].pk)) and is_decided(known))
    ]
    verify_open(*(match.pk for match, _, _ in fresh))
    _write_cards([result for result in fresh if result[2].has_card], now)
    Ruling.objects.bulk_create(ruling for result in fresh for ruling in _walkovers(*result))
    return {line.line for _, line, entered_match in fresh if is_decided(entered_match)}


def is_decided(outcome: MatchOutcome) -> bool:
    """Return whether a match has a result, or was given or void."""
    return bool(outcome.has_card or outcome.walkovers or outcome.voids)


def rulings_of(match: MatchOutcome) -> dict[int | None, AtFault | Unscored]:
    """Return of each table, by its number, or of the whole match, None, who gave it, or that it is void."""
    walkovers = {each.table: each.at_fault for each in match.walkovers if each.is_in_force(None)}
    return {**walkovers, **{each.table: Unscored.VOID for each in match.voids if each.is_in_force(None)}}


def _ruled(match: MatchOutcome, rulings: Mapping[int | None, AtFault | Unscored]) -> MatchOutcome:
    """Return a match with what was not played."""
    given = {number: by for number, by in rulings.items() if isinstance(by, AtFault)}
    return replace(
        match,
        walkovers=tuple(Walkover(on=NO_DAY, at_fault=by, table=table) for table, by in given.items()),
        voids=tuple(Void(on=NO_DAY, table=table) for table in rulings if table not in given),
    )


def _words(match: MatchOutcome, form: MatchFormat) -> str:
    """Return a stored result as a line of a file would give it."""
    if match.total:
        return _dashed([written_total(figure, form) for figure in match.total])
    tables: dict[int, str] = {
        table.number: _dashed(table.won or table.games[0])
        for table in match.tables or ()
        if table.won or table.games
    }
    tables |= {
        number or 0: "void" if what is Unscored.VOID else "a walkover"
        for number, what in rulings_of(match).items()
    }
    return listed([tables[number] for number in sorted(tables)]) or "no table played"


def _agree(match: MatchOutcome, stored: MatchOutcome, form: MatchFormat) -> bool:
    """Return whether a line says what is stored; of tables that are stored it may give the total alone."""
    if match.total and stored.tables and not match.tables and not stored.walkovers:
        return (
            tuple(written_total(figure, form) for figure in match.total)
            in _sums(stored.tables, form).values()
        )
    score = match.score and stored.score
    first, second = (
        (each.total, [table for table in each.tables or () if table.games or table.won], rulings_of(each))
        for each in (match, stored)
    )
    return first == second and match.score == score


def entered_of(outcome: MatchOutcome, form: MatchFormat, single: Collection[int]) -> MatchOutcome:
    """Return the stored result of a match as a line of a file would have it.

    Where a walkover is in force, only the walkover counts, whatever was played. Of a table of several games
    a line has how many each side won, unless it has the `single` games.
    """
    rulings = rulings_of(outcome)
    if None in rulings:
        return _ruled(TO_COME, {None: rulings[None]})
    tables = tuple(
        TableOutcome(number=table.number)
        if table.number in rulings
        else table
        if table.number in single
        else _as_in_a_line(table, form)
        for table in outcome.tables or ()
    )
    return _ruled(replace(outcome, tables=tables or None), rulings)


def _as_in_a_line(table: TableOutcome, form: MatchFormat) -> TableOutcome:
    """Return a table as a line has it: the score of its only game, or how many games each side won."""
    if not table.games or form.games_at(table.number - 1) == 1:
        return table
    won = sum(home > away for home, away in table.games), sum(away > home for home, away in table.games)
    return TableOutcome(number=table.number, won=won)


def _write_cards(results: Sequence[Result], now: datetime.datetime) -> None:
    """Write a scorecard for each match, as the next version of those it has."""
    earlier = Scorecard.objects.filter(match__in=[match for match, _, _ in results]).order_by()
    newest = dict(earlier.values_list("match").annotate(Max("version")))
    for match, _, _ in results:
        if match.pk in newest:
            end_reports(match=match, now=now, decision="Result imported from a list.")
    cards = _CARDS.insert_rows(
        [
            {
                "match_id": match.pk,
                "version": newest.get(match.pk, 0) + 1,
                "entered_at": now,
                **_pair("total", entered_match.total),
                **_pair("score", entered_match.score),
                **_pair("hang_jacks", line.figures.hang_jacks),
            }
            for match, line, entered_match in results
        ]
    )
    card_of = {match: card for card, match in cards}
    tables = {
        (card_of[match.pk], table.number): table
        for match, _, entered_match in results
        for table in entered_match.tables or ()
    }
    rows = _TABLES.insert_rows(
        [
            {
                "scorecard_id": card,
                "number": number,
                "is_played": bool(table.games or table.won),
                **_pair("games", table.won),
            }
            for (card, number), table in tables.items()
        ]
    )
    _GAMES.insert_rows(
        [
            {"table_id": row, "number": game, "home_score": home, "away_score": away}
            for row, card, number in rows
            for game, (home, away) in enumerate(tables[card, number].games, start=1)
        ]
    )


def _pair(name: str, pair: Pair | None) -> dict[str, int | None]:
    home, away = pair or (None, None)
    return {f"home_{name}": home, f"away_{name}": away}


def _walkovers(match: Match, line: ParsedResult, entered_match: MatchOutcome) -> Iterator[Ruling]:
    assert line.date is not None  # noqa: S101  narrows the type: a line without a day has a fault
    for table, what in sorted(rulings_of(entered_match).items(), key=lambda ruling: ruling[0] or 0):
        is_void = what is Unscored.VOID
        yield Ruling(
            kind=Ruling.Kind.VOID if is_void else Ruling.Kind.WALKOVER,
            division_id=match.division_id,
            match=match,
            table=table,
            at_fault="" if is_void else what,
            reason=f"{'Void' if is_void else 'Walkover'} in the imported results.",
            decided_on=line.date,
        )


def entered(
    figures: ResultFigures,
    form: MatchFormat,
    problems: Problems,
    *,
    home: str,
    away: str,
    word: str = "table",
) -> MatchOutcome:
    """Return the figures of a line under the format, and note everything that cannot have happened there.

    `word` is what a table is called.

    A table of one game has its score in its cells, a table of several the games each side won. A total is
    the score where a match is one game, the games won where games give points, else match points. Beside
    the tables a total is compared with what they come to.
    """
    given = Unscored.VOID if figures.is_void else figures.total
    if isinstance(given, AtFault | Unscored) and figures.tables is None:
        return _ruled(TO_COME, {None: given})
    before, match = len(problems), TO_COME
    if figures.tables is not None:
        match = _tables(figures.tables, figures.games, form, problems, home=home, away=away, word=word)
    elif isinstance(figures.total, tuple):
        match = _by_points(figures.total, figures.score, form, problems, home=home, away=away)
    if len(problems) > before:
        return match
    if figures.tables is not None and isinstance(figures.total, (tuple, AtFault)):
        _compare(match, figures.total, form, problems, word)
    shares = None if form.can_draw or rulings_of(match) else shares_of(match, form)
    if shares and shares[0].result is MatchResult.DRAWN:
        problems.add("this is a draw, and a match of this format has a winner.")
    return match


def _by_points(
    total: Pair, score: Pair | None, form: MatchFormat, problems: Problems, *, home: str, away: str
) -> MatchOutcome:
    """Return a match known by its total; beside a score, its points are kept, or compared with its own."""
    if score is None:
        return replace(TO_COME, total=problems.take(_total, total, form, home=home, away=away))
    if not (is_one_game(form) or counts_games(form)):
        return replace(
            TO_COME,
            total=problems.take(_total, total, form, home=home, away=away),
            score=(score[0] // 2, score[1] // 2),
        )
    match = replace(TO_COME, total=problems.take(_total, score, form, home=home, away=away))
    shares = shares_of(match, form)
    right = tuple(share.half_points for share in shares) if shares else total
    if right != total:
        given, own = ([figure / 2 for figure in pair] for pair in (total, right))
        problems.add(f"the points are {_dashed(given)}; this match gives {_dashed(own)}.")
    return match


def counts_games(form: MatchFormat) -> bool:
    """Return whether the figure of a match in this format is the games won."""
    return form.game_won > 0 and form.table_won == 0


def is_one_game(form: MatchFormat) -> bool:
    """Return whether a match is one game, so that its score is the whole of the result."""
    return form.tables == 1 and form.games_at(0) == 1


def written_total(figure: int, form: MatchFormat) -> float:
    """Return a stored total as a list writes it: match points are stored in halves."""
    if is_one_game(form) or counts_games(form):
        return figure
    return figure // 2 if figure % 2 == 0 else figure / 2


def _tables(
    cells: tuple[Cells, ...],
    games: tuple[tuple[Pair, ...], ...],
    form: MatchFormat,
    problems: Problems,
    *,
    home: str,
    away: str,
    word: str,
) -> MatchOutcome:
    if len(cells) != form.tables:
        problems.add(f"{len(cells)} {word}s, where a match of this format has {form.tables}.")
        cells = cells[: form.tables]
    faults = {cell for cell in cells if isinstance(cell, AtFault)}
    if len(faults) == 1 and all(isinstance(cell, AtFault) for cell in cells):
        # Nothing was played at all: the match was given, not table after table.
        return _ruled(TO_COME, {None: faults.pop()})
    rulings: dict[int | None, AtFault | Unscored] = {
        number: cell
        for number, cell in enumerate(cells, 1)
        if isinstance(cell, AtFault) or cell is Unscored.VOID
    }
    tables = tuple(_table(number, cell, form) for number, cell in enumerate(cells, 1))
    if games:
        played = tuple(
            replace(table, games=own, won=None) if own else table
            for table, own in zip(tables, games, strict=False)
        )
        for table, own in zip(tables, played, strict=True):
            won = _as_in_a_line(own, form)
            if (table.won or table.games) and (table.won, table.games) != (won.won, won.games):
                problems.add(f"{word} {table.number}: its games are not what its figures say.")
        tables = played
    problems += Problems(_wrong(tables, form, home=home, away=away, word=word))
    return _ruled(replace(TO_COME, tables=tables), rulings)


def _table(number: int, cell: Cells, form: MatchFormat) -> TableOutcome:
    if not isinstance(cell, tuple):
        return TableOutcome(number=number)
    if form.games_at(number - 1) > 1:
        return TableOutcome(number=number, won=cell)
    return TableOutcome(number=number, games=(cell,))


def _wrong(
    tables: tuple[TableOutcome, ...], form: MatchFormat, *, home: str, away: str, word: str
) -> Iterator[str]:
    may_stop = form.stop_when_decided or form.race_to
    for table in tables:
        if table.won is not None:
            most, played = form.games_at(table.number - 1), sum(table.won)
            if played > most or (played < most and not may_stop):
                yield f"{word} {table.number} has {played} games won; it plays {most}."
    won = tuple(sum(table.won[side] for table in tables if table.won) for side in (0, 1))
    yield from _past_the_race(won, form)
    if any(table.games for table in tables):
        for fault in score_match([table.games or None for table in tables], form).faults:
            # An empty table is one not played; that there are too few or too many is said in figures.
            if fault.code not in ("unplayed", "four_tables"):
                words = sentence(fault, home=home, away=away)
                yield words if fault.table is None else f"{word} {fault.table + 1}: {words}"


def _compare(
    match: MatchOutcome, total: Pair | AtFault, form: MatchFormat, problems: Problems, word: str
) -> None:
    """Note a total that is nothing the tables come to: points, games, tables won or scores added up.

    What a walkover gives is a rule of the season: a match with one is not added up.
    """
    if (rulings := rulings_of(match)) or isinstance(total, AtFault):
        if total != rulings.get(None) and isinstance(total, AtFault):
            problems.add(
                f"the totals are those of a walkover, and the {word}s are not; leave the totals out."
            )
        return
    sums = _sums(match.tables or (), form)
    received = tuple(figure / 2 for figure in total)
    if sums and received not in sums.values():
        right = [f"{_dashed(pair)} {words}" for words, pair in sums.items()]
        problems.add(f"the totals are {_dashed(received)}; the {word}s come to {' or '.join(right)}.")


def _sums(tables: tuple[TableOutcome, ...], form: MatchFormat) -> dict[str, tuple[float, ...]]:
    """Return what tables come to for home and away, in each of the ways in which people add them up."""
    shares = shares_of(replace(TO_COME, tables=tables), form)
    if shares is None:
        return {}
    sums: dict[str, tuple[float, ...]] = {"match points": tuple(share.half_points / 2 for share in shares)}
    for words, pair in {
        "games won": [share.games_won for share in shares],
        "tables won": [share.tables_won for share in shares],
        "points at the tables": [share.score_for for share in shares],
    }.items():
        known = tuple(figure for figure in pair if figure is not None)
        if len(known) == len(shares) and known not in sums.values():
            sums[words] = known
    return sums


def _dashed(pair: Sequence[float]) -> str:
    return "–".join(f"{figure:g}" for figure in pair)


def _total(halves: Pair, form: MatchFormat, *, home: str, away: str) -> Pair:
    if not is_one_game(form) and not counts_games(form):
        most = most_points(form)
        if sum(halves) > most:
            raise ValueError(f"{sum(halves) / 2:g} match points for the two; a match gives {most / 2:g}.")
        return halves
    if any(figure % 2 for figure in halves):
        of = "games won" if counts_games(form) else "a score"
        raise ValueError(f"a total ends in .5; {of} is counted in whole numbers.")
    total = (halves[0] // 2, halves[1] // 2)
    if is_one_game(form):
        wrong = [sentence(fault, home=home, away=away) for fault in score_match([total], form).faults]
    else:
        wrong = [*_past_the_race(total, form)]
        if sum(total) > form.frames:
            wrong.insert(0, f"{sum(total)} games won by the two; a match has {form.frames}.")
    Problems(wrong).verify()
    return total


def most_points(form: MatchFormat) -> int:
    """Return the most match points a match gives to its two sides together, in halves."""
    tie = 2 * form.aggregate if form.aggregate_tie is AggregateTie.TWO_EACH else 0
    return (
        form.tables * max(form.table_won, 2 * form.table_drawn)
        + form.frames * form.game_won
        + max(form.aggregate, tie)
        + max(max(map(form.match_win_of, range(2))) + form.match_loss + form.close_loss, 2 * form.match_draw)
    )


def _past_the_race(won: tuple[int, ...], form: MatchFormat) -> Iterator[str]:
    if form.race_to and max(won) > form.race_to:
        yield f"{max(won)} games won by one side; the match ends at {form.race_to}."
    if form.race_to and min(won) >= form.race_to:
        yield f"both sides with {form.race_to} games won; the match ends when one has them."
