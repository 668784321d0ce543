"""Last seasons made up: rules at random, presets and around them, results, the table they give, one fault."""

import datetime
import random
from dataclasses import dataclass, replace
from fractions import Fraction

from league.exchange.result_lines import ResultFigures
from league.matches.outcomes import AtFault, WithdrawalEffect
from league.proving.check import Trial
from league.proving.season import LastSeason, Played, PublishedRow
from league.regulations import presets

FIRST = datetime.date(2025, 9, 4)
NAMES = ("Fleece", "Shears", "Drover", "Tup", "Woolpack", "Owl", "Bell", "Plough", "Swan", "Anchor", "Globe",
         "Star", "Crown", "Mitre", "Talbot", "Gate", "Vine", "Wheel")  # fmt: skip
PAIR = ("home", "away")
FAULTS = ("none", "deduction", "wrong", "missing", "turned", "withdrawal")


@dataclass(frozen=True)
class Made:
    """A season as the lists have it, what was planted in it, and the rules it was made by."""

    season: LastSeason
    fault: str
    teams: frozenset[int]
    truth: Trial


def made(seed: int, *, teams: int | None = None, fault: str | None = None, preset: str = "") -> Made:
    """Return a season drawn by a seed."""
    dice = random.Random(f"prove {seed}")
    count = teams or dice.choice((8, 9, 10, 12))
    fault = fault or FAULTS[seed % len(FAULTS)]
    book = _book(dice, preset)
    form = book.match_format()
    names = tuple(f"The {name}" for name in NAMES[:count])
    strength = [dice.gauss(0, 1) for _ in names]
    results = []
    for week, (home, away) in _round_robin(count):
        figures = _figures(dice, form, strength[home] - strength[away] + 0.2)
        if dice.random() < 0.015:
            figures = ResultFigures(total=dice.choice((AtFault.HOME, AtFault.AWAY)))
        day = FIRST + datetime.timedelta(weeks=week - 1)
        results.append(
            Played(line=len(results) + 2, date=day, week=week, home=home, away=away, figures=figures)
        )
    gone = frozenset({dice.randrange(count)}) if fault == "withdrawal" else frozenset()
    effect = WithdrawalEffect.ALL_VOID
    if gone:
        effect = dice.choice(
            [WithdrawalEffect.ALL_VOID, WithdrawalEffect.SECOND_HALF_VOID, WithdrawalEffect.TEAM_TO_NOTHING]
        )
        left = max(match.week for match in results) * 2 // 3
        results = [match for match in results if not gone & {match.home, match.away} or match.week <= left]
    truth = Trial(
        season=LastSeason(teams=names, results=results, table=()),
        book=book,
        gone=gone,
        effect=effect,
        deductions={},
    )
    planted: frozenset[int] = gone
    if fault == "deduction":
        team = dice.randrange(count)
        planted = frozenset({team})
        truth = replace(truth, deductions={team: -2 * dice.choice((1, 2, 3))})
    table = _table(truth, dice)
    played = [number for number, match in enumerate(results) if not isinstance(match.figures.total, AtFault)]
    number = dice.choice(played)
    match = results[number]
    if fault in ("wrong", "missing", "turned"):
        planted = frozenset({match.home, match.away})
    if fault == "missing":
        results = [*results[:number], *results[number + 1 :]]
    if fault in ("wrong", "turned"):
        dice.shuffle(played)
        for number in played:
            match = results[number]
            figures = _turned(match.figures) if fault == "turned" else _figures(dice, form, 0)
            listed = [*results[:number], replace(match, figures=figures), *results[number + 1 :]]
            # A fault that no column shows is none.
            other = replace(truth, season=replace(truth.season, results=listed, table=table))
            if sum(bool(row.differences) for row in other.rows) == len(PAIR):
                break
        planted = frozenset({match.home, match.away})
        results = listed
    season = LastSeason(teams=names, results=results, table=table)
    return Made(season=season, fault=fault, teams=planted, truth=truth)


def _turned(figures: ResultFigures) -> ResultFigures:
    if figures.tables:
        return replace(figures, tables=tuple(cell[::-1] for cell in figures.tables))
    return replace(figures, total=figures.total[::-1])


def _book(dice: random.Random, preset: str):
    book = presets.get(preset or dice.choice(presets.names())).rule_book()
    if dice.random() < 0.6 or preset:
        return book
    if book.table_won:
        book.table_won = dice.choice((2, 4, 6))
        if book.target is None:
            book.table_drawn = dice.choice((0, book.table_won // 2))
        book.aggregate = dice.choice((0, 2, 4, 8))
        book.aggregate_tie = dice.choice(("one_each", "none", "two_each"))
        if dice.random() < 0.4:
            book.match_won = dice.choice((2, 4))
    elif book.game_won:
        book.game_won = dice.choice((1, 2))
        if not book.race_to:
            book.match_won, book.match_drawn = dice.choice(((4, 2), (6, 2), (4, 0), (0, 0)))
    else:
        book.match_won = dice.choice((4, 6, 8))
        book.match_drawn = dice.choice((2, 3))
        if dice.random() < 0.3:
            book.match_lost = 1
        if dice.random() < 0.3:
            book.match_won_away = book.match_won + 2
    book.tie_breaks = dice.choice(
        (["score_difference", "score_for"], ["matches_won", "score_difference"], ["head_to_head"])
    )
    return book


def _round_robin(count: int):
    around = list(range(count)) + ([None] if count % 2 else [])
    size = len(around)
    for half in (0, 1):
        for turn in range(size - 1):
            for place in range(size // 2):
                one, other = around[place], around[-1 - place]
                if one is not None and other is not None:
                    home, away = (one, other) if (turn + place + half) % 2 else (other, one)
                    yield half * (size - 1) + turn + 1, (home, away)
            around.insert(1, around.pop())


def _figures(dice: random.Random, form, edge: float) -> ResultFigures:
    chance = min(0.9, max(0.1, 0.5 + edge / 6))

    def game():
        first, top = dice.random() < chance, form.target or 0
        if form.target:
            other = dice.randrange(top)
            return (top, other) if first else (other, top)
        return dice.randrange(8, 24) + 2 * first, dice.randrange(8, 24) + 2 * (not first)

    if form.tables == 1:
        home, away = game()
        return ResultFigures(total=(2 * (home // 3), 2 * (away // 3)))
    if form.race_to:
        won = [0, 0]
        while max(won) < form.race_to:
            won[dice.random() >= chance] += 1
        return ResultFigures(total=(2 * won[0], 2 * won[1]))
    if form.games_at(0) > 1:
        games = form.games_at(0)
        own = [sum(dice.random() < chance for _ in range(games)) for _ in range(form.tables)]
        return ResultFigures(tables=tuple((won, games - won) for won in own))
    return ResultFigures(tables=tuple(game() for _ in range(form.tables)))


def _table(truth: Trial, dice: random.Random) -> tuple[PublishedRow, ...]:
    season = truth.season
    rows = [row.record.team for row in truth.standings]
    if dice.random() < 0.5:
        rows = [team for team in rows if team not in truth.gone]
    blank = tuple(PublishedRow(team=team, place=None, figures={}) for team in rows)
    own = replace(truth, season=replace(season, table=blank))
    kind = "score" if own.by_kind["score"][0]["for"] is not None else "games"
    columns = dice.choice(
        (
            ["played", "won", "drawn", "lost", "for", "against", "points"],
            ["played", "won", "lost", "points"],
            ["played", "difference", "points"],
        )
    )
    return tuple(
        PublishedRow(team=team, place=None, figures={name: Fraction(reckoned[name]) for name in columns})
        for team, reckoned in zip(rows, own.by_kind[kind], strict=True)
    )
