"""The rules that may give a table, found by a search that reckons for itself.

What is no sum is tried: what the figures of the results are, what decides a match, what walkovers and
withdrawn teams count as. Then points are linear: what each thing gives is solved exactly, in halves, for the
few things that a rule set names. Nothing here is taken from `league.standings`, which has the last word.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any, NamedTuple

from league.exchange.result_lines import ResultFigures, Unscored
from league.matches.outcomes import AtFault, Pair, WithdrawalEffect
from league.proving.season import FIGURES, LastSeason, Played, PublishedRow
from league.standings.awards import AwardKind
from scoring.matches import AggregateTie, DecidedBy

MOST_HALVES = 40
MOST_TERMS = 5
MOST_MARGINS = 8
MOST_BASES = 4
MOST_SCORES = 3
LEVEL = {AggregateTie.ONE_EACH: 1, AggregateTie.NONE: 0, AggregateTie.TWO_EACH: 2}
"""What a level total gives each side, where having more gives 2."""
ALL_IT_GIVES, FIXED_POINTS, NOT_COUNTED = "all", "points", "not counted"
BEYOND = Fraction(100)
"""So much more for the total than for a table that the total alone decides."""


class Shape(StrEnum):
    """What the figures of a match are."""

    SCORES = "scores"  # the score of each table
    GAMES = "games"  # the games won at each table
    SCORE = "score"  # one score for the match
    GAMES_IN_ALL = "games in all"
    POINTS = "match points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What a walkover counts as; a score only where it is counted in the total."""

    kind: AwardKind = AwardKind.TABLE_ONLY
    score: Pair = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """Rules that may give the table.

    `points` has halves by what gives them, `deciders` what the match may be won on, `seen` what happened in
    the season at all, `rows` how many rows agree.
    """

    shape: Shape
    points: Mapping[str, int]
    deciders: tuple[DecidedBy, ...] = ()
    close_loss_by: int = 0
    level: AggregateTie = AggregateTie.ONE_EACH
    award: Award = Award()
    walkovers: str = ALL_IT_GIVES
    effect: WithdrawalEffect = WithdrawalEffect.ALL_VOID
    gone: frozenset[int] = frozenset()
    seen: frozenset[str] = frozenset()
    rows: int = 0

    @property
    def cost(self) -> tuple[int, ...]:
        """Return how far it is from the simplest rules."""
        unusual = (
            self.level is not AggregateTie.ONE_EACH,
            self.walkovers != ALL_IT_GIVES,
            "match_won_away" in self.points,
            "close_loss" in self.points,
        )
        odd = sum(value % 2 for value in self.points.values())
        return max(len(self.points), 1), sum(unusual), odd, sum(self.points.values())


class _Side(NamedTuple):
    """What a side has of a match. A match given without play was `taken` by one, `given` by the other."""

    tables: int = 0
    drawn: int = 0
    games: int = 0
    score: int = 0
    taken: int = 0
    given: int = 0


Sides = tuple[int, int, _Side, _Side]
"""A match that counts: the teams by their numbers, home first, and what each has of it."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a match is, by what was played: tables, the most games at each, the target of a game."""

    tables: int
    games: tuple[int, ...]
    target: int | None
    most: int
    race_to: int | None
    stops: bool

    @classmethod
    def of(cls, results: Sequence[Played], shape: Shape) -> "Size":
        """Return the size of the matches of a shape."""
        totals = [total for match in results if (total := _plain(match.figures, shape))]
        sums, winners = {sum(total) for total in totals}, {max(total) for total in totals}
        is_race = len(sums) > 1 and len(winners) == 1
        race_to = max(winners) if is_race and shape in (Shape.GAMES, Shape.GAMES_IN_ALL) else None
        if shape not in (Shape.SCORES, Shape.GAMES):
            in_all = max(sums, default=0)
            games: tuple[int, ...] = (in_all or 1,) if shape is Shape.GAMES_IN_ALL else (1,)
            return cls(1, games, None, in_all, race_to, stops=False)
        played = [match.figures.tables or () for match in results]
        count = max(map(len, played), default=1)
        cells = [
            [cell for own in played if n < len(own) and isinstance(cell := own[n], tuple)]
            for n in range(count)
        ]
        most = tuple(max((sum(cell) for cell in of_table), default=1) or 1 for of_table in cells)
        tops = {max(cell) for of_table in cells for cell in of_table}
        is_stopped = any({*map(sum, of_table)} != {top} for of_table, top in zip(cells, most, strict=True))
        is_target = len(tops) == 1 and all(cell[0] != cell[1] for of_table in cells for cell in of_table)
        target = next(iter(tops)) if is_target and shape is Shape.SCORES else None
        games = (1,) * count if shape is Shape.SCORES else most
        return cls(
            count, games, target, 0, race_to, stops=is_stopped and shape is Shape.GAMES and not race_to
        )

    def given(self, table: int) -> int:
        """Return how many games a side is given with a table."""
        return self.games[table] // 2 + 1 if self.stops else self.games[table]

    @property
    def given_in_all(self) -> int:
        games = sum(map(self.given, range(self.tables)))
        return min(games, self.race_to) if self.race_to else games


def _plain(figures: ResultFigures, shape: Shape) -> Pair | None:
    """Return the one figure of each side of a shape that has one, or its games added up."""
    if shape in (Shape.SCORES, Shape.GAMES):
        cells = [cell for cell in figures.tables or () if isinstance(cell, tuple)]
        return (sum(cell[0] for cell in cells), sum(cell[1] for cell in cells)) if cells else None
    if not isinstance(figures.total, tuple):
        return None
    return figures.total if shape is Shape.POINTS else (figures.total[0] // 2, figures.total[1] // 2)


def shapes_of(results: Sequence[Played]) -> list[Shape]:
    """Return what the figures of these results may be, the likeliest first."""
    figures = [match.figures for match in results if match.figures.is_played and not match.figures.is_void]
    if any(each.tables for each in figures):
        cells = [cell for each in figures for cell in each.tables or () if isinstance(cell, tuple)]
        games = {sum(cell) for cell in cells}
        # Of few games at each table, the figures may be games or points.
        return [Shape.GAMES, Shape.SCORES] if max(games, default=0) <= FEW_GAMES else [Shape.SCORES]
    totals = [each.total for each in figures if isinstance(each.total, tuple)]
    if any(each.score for each in figures):
        return [Shape.POINTS]
    if any(figure % 2 for total in totals for figure in total):
        return [Shape.POINTS]
    return [Shape.SCORE, Shape.GAMES_IN_ALL, Shape.POINTS]


FEW_GAMES = 15


def guesses(season: LastSeason) -> list[Guess]:
    """Return the rules that give the most rows of the table, the simplest first."""
    cases = sorted(_cases(season), key=lambda case: -len(case.clean))
    best: list[Guess] = []
    most = 0
    for case in cases:
        if len(case.clean) < most:
            break
        # Where every row agrees already, more terms say no more.
        is_whole = most == len(season.table)
        for guess in case.guesses(most, best[0].cost[0] if is_whole else MOST_TERMS):
            if guess.rows > most or (is_whole and guess.cost[0] < best[0].cost[0]):
                most, best = guess.rows, []
            best.append(guess)
    best.sort(key=lambda guess: guess.cost)
    return [guess for guess in best if guess.cost[0] == best[0].cost[0]]


def _counted(season: LastSeason, way: Guess, size: Size) -> list[Sides]:
    """Return the matches that count in this way of counting them."""
    weeks = max((match.week for match in season.results), default=0)
    standing = [match for match in season.results if not _is_void(match, way, weeks)]
    averages = (0, 0)
    if way.award.kind is AwardKind.AVERAGE:
        averages = _averages(standing, way.shape, size)
    counted: list[Sides] = []
    for match in standing:
        left = way.gone & {match.home, match.away}
        figures, cells = match.figures, match.figures.tables or ()
        at_fault = given_by(figures)
        if not figures.is_played and left and way.effect is WithdrawalEffect.REST_AWARDED:
            at_fault = AtFault.BOTH if len(left) > 1 else AtFault.HOME if match.home in left else AtFault.AWAY
        if at_fault:
            if way.walkovers != NOT_COUNTED:
                counted.append((match.home, match.away, *_given(at_fault, size, way.award, averages[1])))
        elif cells or isinstance(figures.total, tuple):
            sides = _played(figures, way.shape, size, way.award, averages[0])
            counted.append((match.home, match.away, *sides))
    return counted


def given_by(figures: ResultFigures) -> AtFault | None:
    """Return who gave the whole match, if it was given: by its total, or table by table."""
    cells = figures.tables or (figures.total,)
    return cells[0] if len({*cells}) == 1 and isinstance(cells[0], AtFault) else None


def _is_void(match: Played, way: Guess, weeks: int) -> bool:
    if not way.gone & {match.home, match.away}:
        return match.figures.is_void
    is_late = way.effect is WithdrawalEffect.SECOND_HALF_VOID and 2 * match.week > weeks
    return match.figures.is_void or way.effect is WithdrawalEffect.ALL_VOID or is_late


def _given(at_fault: AtFault, size: Size, award: Award, average: int) -> tuple[_Side, _Side]:
    games = size.given_in_all
    pegged, against = (average, average) if award.kind is AwardKind.AVERAGE else award.score
    times = 1 if award.kind is AwardKind.AVERAGE else games
    winner = _Side(size.tables, 0, games, times * pegged, 1, 0)
    loser = _Side(0, 0, 0, times * against, 0, 1)
    if at_fault is AtFault.BOTH:
        return _Side(given=1), _Side(given=1)
    return (loser, winner) if at_fault is AtFault.HOME else (winner, loser)


def _played(
    figures: ResultFigures, shape: Shape, size: Size, award: Award, average: int
) -> tuple[_Side, _Side]:
    if shape not in (Shape.SCORES, Shape.GAMES):
        home, away = _plain(figures, shape) or (0, 0)
        score = figures.score or (0, 0)
        if shape is Shape.SCORE:
            return _Side(0, 0, home > away, home), _Side(0, 0, away > home, away)
        if shape is Shape.GAMES_IN_ALL:
            return _Side(games=home), _Side(games=away)
        return _Side(games=home, score=score[0] // 2), _Side(games=away, score=score[1] // 2)
    own = [[0, 0, 0, 0], [0, 0, 0, 0]]
    for number, cell in enumerate(figures.tables or ()):
        if cell is None or cell is Unscored.VOID or cell is AtFault.BOTH:
            continue
        if isinstance(cell, AtFault):
            winner = 0 if cell is AtFault.AWAY else 1
            games = size.given(number)
            own[winner][0] += 1
            own[winner][2] += games
            scores = (average, average) if award.kind is AwardKind.AVERAGE else award.score
            own[winner][3] += scores[0] * (games if shape is Shape.SCORES else 0)
            own[1 - winner][3] += scores[1] * (games if shape is Shape.SCORES else 0)
        elif isinstance(cell, tuple):
            for side in (0, 1):
                ahead = cell[side] > cell[1 - side]
                own[side][0] += ahead
                own[side][1] += cell[0] == cell[1]
                own[side][2] += cell[side] if shape is Shape.GAMES else ahead
                own[side][3] += cell[side] if shape is Shape.SCORES else 0
    for table in figures.games:
        for game in table:
            own[0][3] += game[0]
            own[1][3] += game[1]
    return _Side(*own[0]), _Side(*own[1])


def _averages(results: Sequence[Played], shape: Shape, size: Size) -> tuple[int, int]:
    """Return the average score of a side at a table and in a match, halves upwards."""
    tables = [
        [sum(cell) for cell in match.figures.tables or () if isinstance(cell, tuple)]
        if shape is Shape.SCORES
        else [sum(total)]
        for match in results
        if (total := _plain(match.figures, shape))
    ]
    sums = (
        [each for of_match in tables for each in of_match],
        [sum(of) for of in tables if len(of) == size.tables],
    )
    table, match = ((sum(each) + len(each)) // (2 * len(each)) if each else 0 for each in sums)
    return table, match


# --- What decides a match ---------------------------------------------------------------------
Label = tuple[DecidedBy, Fraction]
"""What decides, and, of match points, what the total is worth beside a table."""
RATIOS = (*(Fraction(halves, 2) for halves in range(2, 8)), Fraction(1, 2), BEYOND, Fraction(0))


def _sign(number: Fraction | int) -> int:
    return (number > 0) - (number < 0)


def _deciders(shape: Shape) -> list[Label]:
    by_points = [(DecidedBy.MATCH_POINTS, ratio) for ratio in RATIOS]
    if shape is Shape.POINTS:
        return [(DecidedBy.MATCH_POINTS, BEYOND)]
    if shape is Shape.SCORE:
        return [(DecidedBy.AGGREGATE, BEYOND)]
    if shape is Shape.GAMES_IN_ALL:
        return [(DecidedBy.GAMES, BEYOND)]
    own = DecidedBy.AGGREGATE if shape is Shape.SCORES else DecidedBy.GAMES
    return [*by_points, (own, BEYOND), (DecidedBy.TABLES, Fraction(0))]


def _ahead(shape: Shape, label: Label, home: _Side, away: _Side) -> Fraction | int:
    """Return by how much the home side is ahead in what decides the match."""
    decider, ratio = label
    if shape in (Shape.GAMES_IN_ALL, Shape.POINTS) or decider is DecidedBy.GAMES:
        return home.games - away.games
    if shape is Shape.SCORE or decider is DecidedBy.AGGREGATE:
        return home.score - away.score
    tables = home.tables - away.tables
    if decider is DecidedBy.TABLES:
        return tables
    more = _sign(home.score - away.score) if shape is Shape.SCORES else home.games - away.games
    return tables + ratio * more


def _ratio(shape: Shape, points: Mapping[str, int]) -> Fraction | None:
    """Return what the total is worth beside a table, as the deciders have it; None without either."""
    table = points.get("table_won", 0)
    more = points.get("aggregate" if shape is Shape.SCORES else "game_won", 0)
    if not (table and more):
        return BEYOND if more else Fraction(0) if table else None
    ratio = Fraction(more, table)
    # Tables are whole: between two whole numbers it makes no difference.
    exact = shape is not Shape.SCORES or ratio.denominator == 1
    return ratio if exact else Fraction(2 * (more // table) + 1, 2)


# --- One way of counting ----------------------------------------------------------------------
Term = tuple[str, Any]
"""Something that gives points: a field of a rule book, and in which of its ways."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One way of counting the matches. `columns` have how often each team has what gives points.

    `wanted` are the halves each row has, `clean` the rows that are right but for points.
    """

    rules: Guess
    labels: tuple[Label, ...]
    columns: Mapping[Term, Sequence[int]]
    wanted: Sequence[int]
    clean: Sequence[int]
    offset: Sequence[int]

    def guesses(self, most: int, terms_of_best: int) -> Iterator[Guess]:
        """Yield the rules with the most rows, and no fewer than `most`; more terms only for more rows."""
        wanted = [points - own for points, own in zip(self.wanted, self.offset, strict=True)]
        for terms in self._supports():
            if len(terms) > terms_of_best:
                return
            columns = [self.columns[term] for term in terms]
            for solved in _solutions(columns, wanted, self.clean):
                rows = sum(
                    sum(halves * column[row] for halves, column in zip(solved, columns, strict=True))
                    == wanted[row]
                    for row in self.clean
                )
                guess = self._guess(dict(zip(terms, solved, strict=True)), rows) if rows >= most else None
                if guess is None:
                    continue
                most = rows
                if rows == len(self.clean):
                    terms_of_best = len(terms)
                yield guess

    def _supports(self) -> Iterator[tuple[Term, ...]]:
        """Yield what may give points together, the fewest first."""
        if self.rules.shape is Shape.POINTS:
            yield ()
            return

        def of(name: str) -> list[tuple[Term, ...]]:
            return [(term,) for term in self.columns if term[0] == name]

        none: list[tuple[Term, ...]] = [()]
        tables = [
            *none,
            *of("table_won"),
            *(won + drawn for won in of("table_won") for drawn in of("table_drawn")),
        ]
        won = [*of("match_won"), *(home + away for home in of("won_home") for away in of("won_away"))]
        ends = product(won, none + of("match_drawn"), none + of("match_lost"), none + of("close_loss"))
        matches = [*none, *(sum(parts, ()) for parts in ends)]
        fixed = of("walkover_points") or none
        every = product(tables, none + of("game_won"), none + of("aggregate"), matches, fixed)
        yield from sorted(
            (terms for parts in every if 0 < len(terms := sum(parts, ())) <= MOST_TERMS), key=len
        )

    def _guess(self, points: Mapping[Term, int], rows: int) -> Guess | None:
        """Return the rules with these points; None if no league would have them, or they contradict."""
        named = {name: halves for (name, _), halves in points.items()}
        of = dict(points)
        level = self.rules.level
        for (name, detail), halves in of.items():
            if name == "aggregate":
                level = detail or (AggregateTie.NONE if halves % 2 else AggregateTie.ONE_EACH)
                named[name] = 2 * halves if detail is AggregateTie.ONE_EACH else halves
        if "won_home" in named:
            named["match_won"], named["match_won_away"] = named.pop("won_home"), named.pop("won_away")
            if not 1 < Fraction(max(both := (named["match_won"], named["match_won_away"])), min(both)) <= 2:
                return None
        win = min(named.get("match_won", 0), named.get("match_won_away", MOST_HALVES))
        ends = named.get("match_drawn", 0), named.get("match_lost", 0) + named.get("close_loss", 0)
        is_natural = all(end < win for end in ends if end) and named.get("match_lost", 0) <= (ends[0] or win)
        if not is_natural or named.get("table_drawn", 0) > named.get("table_won", 0):
            return None
        close = next((detail for (name, detail) in of if name == "close_loss"), None)
        labels = [label for label in self.labels if close is None or label[0] == close[0]]
        ratio = _ratio(self.rules.shape, named)
        fitting = [label for label in labels if label[0] is not DecidedBy.MATCH_POINTS or label[1] == ratio]
        if not fitting and self.rules.shape is not Shape.POINTS:
            return None
        return replace(
            self.rules,
            points=named,
            deciders=tuple(dict.fromkeys(label[0] for label in fitting)) or (DecidedBy.MATCH_POINTS,),
            close_loss_by=close[1] if close else 0,
            level=level,
            rows=rows,
        )


def _cases(season: LastSeason) -> Iterator[_Case]:
    for shape in shapes_of(season.results):
        size = Size.of(season.results, shape)
        for gone, effect in _withdrawals(season):
            way = Guess(shape=shape, points={}, gone=gone, effect=effect)
            for walkovers, award in _walkovers(season, way, size):
                yield from _of_way(season, replace(way, walkovers=walkovers, award=award), size)


def _withdrawals(season: LastSeason) -> Iterator[tuple[frozenset[int], WithdrawalEffect]]:
    """Yield which teams left, and what becomes of their results."""
    for gone in dict.fromkeys((season.absent, season.absent | season.doubtful)):
        for effect in WithdrawalEffect if gone else (WithdrawalEffect.ALL_VOID,):
            yield gone, effect


def _walkovers(season: LastSeason, way: Guess, size: Size) -> Iterator[tuple[str, Award]]:
    """Yield what walkovers may count as."""
    figures = [match.figures for match in season.results]
    of_matches = any(map(given_by, figures)) or way.effect is WithdrawalEffect.REST_AWARDED
    of_tables = any(isinstance(cell, AtFault) for each in figures for cell in each.tables or ())
    awards = [Award()]
    # What a match given adds to a total shows in the columns of totals alone.
    has_totals = of_tables or any({*names} & {*season.columns} for names in FIGURES)
    if (of_matches or of_tables) and has_totals and way.shape in (Shape.SCORES, Shape.SCORE):
        if size.target:
            awards.append(Award(kind=AwardKind.TARGET_TO_NIL, score=(size.target, 0)))
        awards += _scores_given(season, way, size)
        awards.append(Award(kind=AwardKind.AVERAGE))
    yield from ((ALL_IT_GIVES, award) for award in awards)
    if of_matches:
        yield from ((FIXED_POINTS, award) for award in awards)
        yield NOT_COUNTED, Award()


def _scores_given(season: LastSeason, way: Guess, size: Size) -> Iterator[Award]:
    """Yield the scores of a walkover that the columns of scores speak for."""
    awards = (Award(score=score) for score in ((0, 0), (1, 0), (0, 1)))
    nought, *ones = (_sums(season, _counted(season, replace(way, award=award), size)) for award in awards)
    votes: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for row, (place, column), (kind, one) in product(
        season.table, enumerate(FIGURES[0][:2]), enumerate(ones)
    ):
        own = nought[row.team].score[place]
        times, more = one[row.team].score[place] - own, row.figures.get(column, own) - own
        if times and more > 0 and more % times == 0:
            votes[kind][int(more // times)] += 1
    won, lost = ([score for score, _ in each.most_common(MOST_SCORES)] for each in votes)
    for more, less in product(won, (0, *lost)):
        if more > less and (more, less) != (size.target, 0):
            yield Award(kind=AwardKind.FIXED, score=(more, less))


@dataclass(slots=True)
class _Sums:
    """What a team has in all; the pairs are for and against, `points` halves where the results say them."""

    ends: Counter[str] = field(default_factory=Counter)
    score: list[int] = field(default_factory=lambda: [0, 0])
    games: list[int] = field(default_factory=lambda: [0, 0])
    tables: list[int] = field(default_factory=lambda: [0, 0])
    drawn: int = 0

    def is_published(self, row: PublishedRow) -> bool:
        """Return whether the columns that can mean one thing only are as published."""
        own = {"played": self.ends.total(), "tables drawn": self.drawn, **dict.fromkeys(ENDS, 0), **self.ends}
        return all(row.figures.get(name, figure) == figure for name, figure in own.items())


def _sums(season: LastSeason, counted: Sequence[Sides], nobody: Collection[int] = ()) -> list[_Sums]:
    sums = [_Sums() for _ in season.teams]
    for home, away, one, two in counted:
        for team, own, other in ((home, one, two), (away, two, one)):
            if team not in nobody:
                sums[team].drawn += own.drawn
                for name in _KINDS:
                    pair = getattr(sums[team], name)
                    pair[0] += getattr(own, name)
                    pair[1] += getattr(other, name)
    return sums


_KINDS = ("score", "games", "tables")
ENDS = ("won", "drawn", "lost")


def _of_way(season: LastSeason, way: Guess, size: Size) -> Iterator[_Case]:
    """Yield the cases of one way of counting matches: one for each way of deciding them that differs."""
    counted = _counted(season, way, size)
    nobody = way.gone if way.effect is WithdrawalEffect.TEAM_TO_NOTHING else frozenset()
    classes: dict[tuple[int, ...], list[Label]] = {}
    for label in _deciders(way.shape):
        aheads = tuple(_sign(_ahead(way.shape, label, home, away)) for _, _, home, away in counted)
        classes.setdefault(aheads, []).append(label)
    for aheads, labels in classes.items():
        sums = _sums(season, counted, nobody)
        columns: dict[Term, list[int]] = defaultdict(lambda: [0] * len(season.teams))
        for (home, away, *sides), ahead in zip(counted, aheads, strict=True):
            for place, team in enumerate((home, away)):
                if team not in nobody:
                    end = _end(sides[place], (1 - 2 * place) * ahead)
                    sums[team].ends[end] += 1
                    for term, times in _terms(way, size, sides, place, end, labels):
                        columns[term][team] += times
        closes = {term: columns.pop(term) for term in [*columns] if term[0] == "margin"}
        for decider in {term[1][0] for term in closes}:
            margins = sorted(term[1][1] for term in closes if term[1][0] == decider)
            so_far = [0] * len(season.teams)
            for margin in margins[: min(MOST_MARGINS, len(margins) - 1)]:
                so_far = [*map(sum, zip(so_far, closes["margin", (decider, margin)], strict=True))]
                columns["close_loss", (decider, margin)] = so_far
        more, level = (columns.pop((name, None), None) for name in ("more", "level"))
        if more and level:
            for tie, each in LEVEL.items():
                own = zip(more, level, strict=True)
                columns["aggregate", tie] = [
                    (2 * ahead + each * both) // (1 + (each != 1)) for ahead, both in own
                ]
        elif more:
            columns["aggregate", None] = more
        rows = [row.team for row in season.table]
        offset = columns.pop(("points", None), [0] * len(season.teams))
        yield _Case(
            rules=replace(way, seen=frozenset(name for name, _ in columns)),
            labels=tuple(labels),
            columns={term: [column[team] for team in rows] for term, column in columns.items()},
            wanted=[
                int(2 * (row.figures["points"] + row.figures.get("deducted", 0))) for row in season.table
            ],
            clean=sorted(_clean(season, sums)),
            offset=[offset[team] for team in rows],
        )


def _end(own: _Side, ahead: int) -> str:
    if own.taken or own.given:
        return "won" if own.taken else "lost"
    return ENDS[1 - ahead]


def _terms(
    way: Guess, size: Size, sides: Sequence[_Side], place: int, end: str, labels: Sequence[Label]
) -> Iterator[tuple[Term, int]]:
    """Yield what gives the side points in a match, and how often."""
    own, other = sides[place], sides[1 - place]
    is_given = own.taken or own.given
    if own.given or (is_given and way.walkovers == FIXED_POINTS):
        if own.taken:
            yield ("walkover_points", None), 1
        return
    if way.shape is Shape.POINTS:
        yield ("points", None), size.most if is_given else own.games
        return
    if way.shape in (Shape.SCORES, Shape.GAMES):
        yield ("table_won", None), own.tables
        if own.drawn:
            yield ("table_drawn", None), own.drawn
    if way.shape in (Shape.GAMES, Shape.GAMES_IN_ALL):
        yield ("game_won", None), own.games
    if way.shape is Shape.SCORES:
        lead = 1 if is_given else _sign(own.score - other.score)
        if lead >= 0:
            yield ("more" if lead else "level", None), 1
    yield (f"match_{end}", None), 1
    if end == "won":
        yield (("won_home", "won_away")[place], None), 1
    for label in labels if end == "lost" else ():
        if label[0] is not DecidedBy.MATCH_POINTS:
            yield ("margin", (label[0], abs(int(_ahead(way.shape, label, own, other))))), 1


def _clean(season: LastSeason, sums: Sequence[_Sums]) -> set[int]:
    """Return the places of the rows that are right but for points, under what suits most columns."""
    clean = {place for place, row in enumerate(season.table) if sums[row.team].is_published(row)}
    for names in FIGURES:
        told = [
            row.figures[names[0]] == row.figures["points"] for row in season.table if names[0] in row.figures
        ]
        if not {*names} & {*season.columns} or (told and all(told)):
            # Nothing, or points for: what the points say themselves.
            continue
        by_kind = [
            {
                place
                for place, row in enumerate(season.table)
                for own, against in [getattr(sums[row.team], kind)]
                if all(
                    row.figures.get(name, figure) == figure
                    for name, figure in zip(names, (own, against, own - against), strict=True)
                )
            }
            for kind in _KINDS
        ]
        clean &= max(by_kind, key=lambda rows: len(rows & clean))
    return clean


# --- Points -----------------------------------------------------------------------------------
def _solutions(
    columns: Sequence[Sequence[int]], wanted: Sequence[int], rows: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the halves that each column may be worth: those of several sets of rows, none in two of them.

    A fault in a row spoils one set. Where the rows do not say what one of the columns is worth, each
    number is tried.
    """
    count, left = len(columns), list(rows)
    found: dict[tuple[int, ...], None] = {}
    if not count:
        yield ()
        return
    for _ in range(MOST_BASES):
        # Whole numbers all along: each line is divided by what is common to it.
        reduced: dict[int, list[int]] = {}
        used = []
        for row in left:
            line = [column[row] for column in columns] + [wanted[row]]
            for pivot, known in reduced.items():
                line = _without(line, known, pivot)
            pivot = next((place for place in range(count) if line[place]), count)
            if pivot == count:
                continue
            for place, known in reduced.items():
                reduced[place] = _without(known, line, pivot)
            reduced[pivot] = line
            used.append(row)
            if len(used) == count:
                break
        free = [place for place in range(count) if place not in reduced]
        if len(free) > 1 or (free and found):
            break
        for worth in range(1, MOST_HALVES + 1) if free else (0,):
            halves = dict.fromkeys(free, worth)
            for place, line in reduced.items():
                left_over = line[count] - sum(worth * line[other] for other in free)
                halves[place] = left_over // line[place] if left_over % line[place] == 0 else 0
            if all(0 < each <= MOST_HALVES for each in halves.values()):
                found[tuple(halves[place] for place in range(count))] = None
        left = [row for row in left if row not in used]
        if free or not left:
            break
    yield from found


def _without(line: list[int], known: list[int], pivot: int) -> list[int]:
    """Return a line without its figure at the pivot of another."""
    factor = line[pivot]
    if not factor:
        return line
    times = known[pivot]
    line = [own * times - factor * other for own, other in zip(line, known, strict=True)]
    common = gcd(*line)
    return [own // common for own in line] if common > 1 else line
