"""The fairness report as plain text, for the command line and for letters."""

from collections.abc import Iterator

from league.fixturing.calendar import short_day
from league.fixturing.fairness import DivisionFairness, Fairness, TeamFairness
from league.fixturing.task import Task
from scoring.prose.words import count, listed

COLUMNS = ("Team", "Home", "Away", "Breaks", "Longest home", "Longest away", "Furthest apart", "Miles")
MARKS = {True: "H", False: "a", None: "."}


def report_lines(task: Task, fairness: Fairness) -> Iterator[str]:
    """The report, line by line: conditions, each division, pubs, wishes."""
    if fairness.faults:
        yield f"{count(len(fairness.faults)).capitalize()} conditions are broken:"
        yield from (f"  {fault.sentence}" for fault in fairness.faults)
    else:
        yield "Every condition holds."
    for division in fairness.divisions:
        yield ""
        yield from _division(division)
    yield ""
    yield from _clashes(task, fairness)
    yield from _wishes(fairness)


def _division(division: DivisionFairness) -> Iterator[str]:
    least = division.least_breaks
    proof = (
        "the fewest there can be" if division.breaks == least else f"no list of its kind has under {least}"
    )
    yield f"{division.name}: {division.breaks} breaks; {proof}."
    best = division.best_carry_over
    yield f"Carry-over effect of the first leg {division.carry_over}, the best known is {best}."
    if division.soonest_return is not None:
        yield f"Return matches come after {division.soonest_return} rounds at the soonest."
    with_miles = all(team.miles is not None for team in division.teams)
    columns = len(COLUMNS) - (not with_miles)
    lines = [COLUMNS[:columns], *(_cells(team)[:columns] for team in division.teams)]
    widths = [max(len(line[column]) for line in lines) for column in range(columns)]
    for line, team in zip(lines, (None, *division.teams), strict=True):
        cells = [
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        picture = "".join(MARKS[night.is_home] for night in team.nights) if team else ""
        yield f"  {'  '.join([*cells, picture])}".rstrip()


def _cells(team: TeamFairness) -> tuple[str, ...]:
    figures = (team.home, team.away, team.breaks, team.longest_home, team.longest_away, team.most_ahead)
    return (team.name, *map(str, figures), "" if team.miles is None else f"{team.miles:g}")


def _clashes(task: Task, fairness: Fairness) -> Iterator[str]:
    names = {venue.key: venue.name for venue in task.venues}
    if not fairness.clashes:
        yield "No pub has more matches on a night than room."
    for clash in fairness.clashes:
        matches = f"{len(clash.matches)} matches on {short_day(clash.date)}"
        yield f"{names[clash.venue]} has {matches}, and room for {clash.room}."


def _wishes(fairness: Fairness) -> Iterator[str]:
    if not fairness.wishes:
        return
    met = sum(outcome.is_met for outcome in fairness.wishes)
    yield f"Wishes met: {met} of {len(fairness.wishes)}."
    for outcome in fairness.wishes:
        nights = [short_day(night) for night in outcome.missed if night]
        missed = f"not on {listed(nights)}" if nights else "not met"
        yield f"  {'met' if outcome.is_met else missed}: {outcome.sentence}."
