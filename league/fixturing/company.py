"""What a pub wants of its teams on one night, as rows of a small exact problem."""

from collections import Counter
from collections.abc import Iterable, Sequence

from league.fixturing.solver import Problem
from league.fixturing.wishes import Company

Choices = Sequence[int]


def add_company(
    problem: Problem,
    company: Company,
    homes: Sequence[Choices],
    aways: Sequence[Choices],
    *,
    unless: Iterable[int],
) -> None:
    """Rows for teams that are at home, and away, by one of these choices each.

    They bind on a night on which all of them play, `unless` one of those choices is taken: that it is
    wrong, or that two of them meet each other.
    """
    teams = len(homes)
    at_home = Counter(choice for own in homes for choice in own)
    away = Counter(choice for own in aways for choice in own)
    pardons = dict.fromkeys(unless, -teams)
    if company is Company.NEVER_ALL_AWAY:
        problem.row(away | pardons, at_most=teams - 1)
        return
    if company is Company.NEVER_ALL_HOME:
        problem.row(at_home | pardons, at_most=teams - 1)
        return
    # Each team that is free takes `teams` from the sum, and the row says nothing any more.
    playing = {choice: teams * times for choice, times in (at_home + away).items()}
    if company is Company.NEVER_HOME_TOGETHER:
        problem.row(_sum(playing, at_home) | pardons, at_most=1 + teams * teams)
        return
    for own, others in zip(homes, [*homes[1:], homes[0]], strict=True):
        apart = dict.fromkeys(own, 1) | dict.fromkeys(others, -1)
        problem.row(_sum(playing, apart) | pardons, at_most=teams * teams)


def _sum(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return {choice: one.get(choice, 0) + other.get(choice, 0) for choice in one | other}
