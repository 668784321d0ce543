"""The rows of imported results: cards, tables, games and walkovers, a few inserts for a whole season."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.db.models import Max

from league.exchange.result_lines import LineFault, ResultLine
from league.exchange.results_in_format import Entered
from league.models import Division, Game, Match, MatchTable, Ruling, Scorecard
from league.outcomes import AtFault, MatchOutcome, TableOutcome
from league.selectors.match_rows import match_outcomes
from league.services.closing import verify_open
from league.services.report_ends import end_reports

REASON = "Walkover in the results brought in."

Result = tuple[Match, ResultLine, Entered]


def write_results(
    results: Sequence[Result], divisions: Iterable[Division], now: datetime.datetime
) -> tuple[set[int], list[LineFault]]:
    """Write what the lines say of their matches: which lines said something new, and which are at fault
    because their match has another result already.

    What stands already, word for word, is left as it is. Raises Refused where the season is closed. Call it
    inside a transaction.
    """
    known = {outcome.match: outcome for of in match_outcomes(divisions).values() for outcome in of}
    fresh: list[Result] = []
    faults: list[LineFault] = []
    for match, line, said in results:
        kept = known[match.pk]
        if not (kept.has_card or kept.walkovers):
            fresh.append((match, line, said))
        elif _played(said) != _played(_said_of(kept)):
            faults.append(
                LineFault(
                    line=line.line,
                    sentence=f"{line.home} v {line.away} on {line.date} has another result already; "
                    "correct it on the site, or leave the line out.",
                )
            )
    verify_open(*(match.pk for match, _, _ in fresh))
    _write_cards([result for result in fresh if result[2].has_card], now)
    Ruling.objects.bulk_create(ruling for result in fresh for ruling in _walkovers(*result))
    written = {line.line for _, line, said in fresh if said != Entered()}
    return written, faults


def _played(said: Entered) -> Entered:
    """What a line says without the tables of which it says nothing."""
    return replace(said, tables=tuple(one for one in said.tables or () if one.games or one.won))


def _said_of(kept: MatchOutcome) -> Entered:
    """What a line would say of a match as it stands: of what was given, that alone, whatever was played."""
    in_force = [one for one in kept.walkovers if one.is_in_force(None)]
    at_fault = next((one.at_fault for one in in_force if one.table is None), None)
    if at_fault:
        return Entered(at_fault=at_fault)
    given = {one.table: one.at_fault for one in in_force}
    tables = tuple(
        TableOutcome(number=table.number) if table.number in given else table for table in kept.tables or ()
    )
    return Entered(
        tables=tables or None,
        total=kept.total,
        given=tuple(sorted((table, fault) for table, fault in given.items() if table is not None)),
    )


def _write_cards(results: Sequence[Result], now: datetime.datetime) -> None:
    """One card each, on top of whatever was moved away or signed by a captain and not agreed."""
    earlier = Scorecard.objects.filter(match__in=[match for match, _, _ in results]).order_by()
    newest = dict(earlier.values_list("match").annotate(Max("version")))
    for match, _, _ in results:
        if match.pk in newest:
            end_reports(match=match, now=now)
    cards = Scorecard.objects.bulk_create(
        Scorecard(
            match=match,
            version=newest.get(match.pk, 0) + 1,
            entered_at=now,
            home_total=said.total[0] if said.total else None,
            away_total=said.total[1] if said.total else None,
            home_hang_jacks=line.hang_jacks[0] if line.hang_jacks else None,
            away_hang_jacks=line.hang_jacks[1] if line.hang_jacks else None,
        )
        for match, line, said in results
    )
    entered = [
        (card, table)
        for card, (_, _, said) in zip(cards, results, strict=True)
        for table in said.tables or ()
    ]
    tables = MatchTable.objects.bulk_create(
        MatchTable(
            scorecard=card,
            number=table.number,
            is_played=bool(table.games or table.won),
            home_games=table.won[0] if table.won else None,
            away_games=table.won[1] if table.won else None,
        )
        for card, table in entered
    )
    Game.objects.bulk_create(
        Game(table=row, number=number, home_score=home, away_score=away)
        for row, (_, table) in zip(tables, entered, strict=True)
        for number, (home, away) in enumerate(table.games, start=1)
    )


def _walkovers(match: Match, line: ResultLine, said: Entered) -> Iterator[Ruling]:
    given: list[tuple[int | None, AtFault]] = [(None, said.at_fault)] if said.at_fault else [*said.given]
    for table, at_fault in given:
        yield Ruling(
            kind=Ruling.Kind.WALKOVER,
            division_id=match.division_id,
            match=match,
            table=table,
            at_fault=at_fault,
            reason=REASON,
            decided_on=line.date,
        )
