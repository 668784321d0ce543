"""Matches as lists show them: who met whom, when, and what came of it."""

import datetime
import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet

from league.models import Division, Match, RuleBook, Ruling
from league.outcomes import AtFault, MatchOutcome, Pair, TableOutcome, TeamKey, Void, Walkover
from league.selectors.hung_jacks import hung_jacks_of_matches
from league.selectors.leavings import Leavings, divisions_with_leavings
from league.standings import (
    CRITERIA,
    Averages,
    AwardKind,
    Scheme,
    Share,
    WalkoverAward,
    left_with,
    season_of,
    shares_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Something with a name and an address: a team or a pub."""

    key: int
    name: str
    short_name: str
    slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A match in a list. `home_share` and `away_share` are None until it counts in the standings."""

    public_id: str
    division: Division
    outcome: MatchOutcome
    date: datetime.date | None
    starts_at: datetime.time | None
    postponed_from: datetime.date | None
    postponed_because: str
    home: Named
    away: Named
    venue: Named
    is_at_home: bool
    home_share: Share | None
    away_share: Share | None

    @property
    def is_played(self) -> bool:
        return self.home_share is not None

    @property
    def given(self) -> Walkover | None:
        """The ruling by which the whole match was given without play, if it was."""
        return next((one for one in self.walkovers if one.table is None), None)

    @property
    def tables_given(self) -> tuple[Walkover, ...]:
        """Single tables given without play, in order."""
        return tuple(sorted((one for one in self.walkovers if one.table), key=lambda one: one.table or 0))

    @property
    def void(self) -> Void | None:
        """The ruling by which the whole match was declared void, if it was."""
        return void_of(self.outcome)

    @property
    def voids(self) -> tuple[Void, ...]:
        """What was declared void and is still."""
        return tuple(one for one in self.outcome.voids if one.is_in_force(None))

    @property
    def tables_void(self) -> tuple[int, ...]:
        """Numbers of single tables that were declared void, in order."""
        return tuple(sorted(one.table for one in self.voids if one.table))

    @property
    def is_over(self) -> bool:
        """Nothing of it is to come: it counts, or will never count."""
        return self.is_played or self.void is not None

    @property
    def walkovers(self) -> tuple[Walkover, ...]:
        """The walkovers in force."""
        return tuple(one for one in self.outcome.walkovers if one.is_in_force(None))

    @property
    def tables_not_played(self) -> tuple[int, ...]:
        """Numbers of the tables of a card that were neither played nor ruled on."""
        ruled = {one.table for one in self.tables_given} | set(self.tables_void)
        tables = self.outcome.tables or ()
        return tuple(
            table.number
            for table in tables
            if not table.games and not table.won and table.number not in ruled
        )


def void_of(outcome: MatchOutcome) -> Void | None:
    """The ruling in force by which the whole match was declared void, if it was."""
    return next((one for one in outcome.voids if one.table is None and one.is_in_force(None)), None)


def scheme_of(division: Division) -> Scheme:
    """What counts in the division's season, from its rule book."""
    return scheme_of_book(division.season.rule_book)


def scheme_of_book(book: RuleBook) -> Scheme:
    """What counts where that rule book is played by."""
    fixed = _pair_of(book.walkover_for, book.walkover_against)
    award = WalkoverAward(
        kind=AwardKind(book.walkover_award),
        score=fixed if book.walkover_award == RuleBook.WalkoverAward.FIXED else None,
        points=book.walkover_points,
        in_aggregate=book.walkover_in_aggregate,
    )
    return Scheme.of(book.match_format(), tie_breaks=book.tie_breaks, award=award)


def match_lines(matches: QuerySet[Match]) -> list[MatchLine]:
    """The matches with what they gave, by date; those without a date last.

    A match of a team that has left stands as its leaving made it: void, given, or as it was played. Two
    queries, however many; one more where the results of a second half are void, and one where a walkover
    counts as the division's average.
    """
    grouped = list(rows_by_match(matches, FACTS))
    found = divisions_with_leavings(rows[0][0] for rows in grouped)
    schemes = {key: scheme_of(one.division) for key, one in found.items()}
    averages = _averages(found.values(), schemes)
    by_division = ((rows[0][0], rows) for rows in grouped)
    lines = [_line(rows, found[key], schemes[key], averages.get(key)) for key, rows in by_division]
    return sorted(lines, key=_in_order)


def _averages(found: Iterable[Leavings], schemes: Mapping[int, Scheme]) -> dict[int, Averages | None]:
    """The averages of the divisions in which a walkover counts as one."""
    asking = {one.division.pk: one for one in found if _is_average(schemes[one.division.pk])}
    outcomes = match_outcomes([one.division for one in asking.values()]) if asking else {}
    return {
        key: season_of(outcomes[key], one.teams.values(), schemes[key]).averages
        for key, one in asking.items()
    }


def _is_average(scheme: Scheme) -> bool:
    return scheme.award is not None and scheme.award.is_average


def match_outcomes(divisions: Iterable[Division]) -> dict[int, list[MatchOutcome]]:
    """Every match of the divisions as the standings read it, by division.

    One query; where a season's rules ask for hung jacks, one more to count them in the hands.
    """
    divisions = list(divisions)
    asking = [division for division in divisions if HANG_JACKS & set(scheme_of(division).criteria)]
    hung = hung_jacks_of_matches(asking) if asking else {}
    found: dict[int, list[MatchOutcome]] = defaultdict(list)
    for rows in rows_by_match(Match.objects.filter(division__in=divisions)):
        outcome = outcome_of(rows)
        if outcome.match in hung and outcome.hang_jacks is None:
            outcome = replace(outcome, hang_jacks=hung[outcome.match])
        found[rows[0][0]].append(outcome)
    return found


# --- Rows of the database ---------------------------------------------------------------------

# What the standings need of a match, of a game of it, and of a walkover. Plain rows: a season's games
# as model instances would cost more than everything that is done with them.
OF_MATCH = ("division_id", "id", "week", "date", "postponed_from", "home_id", "away_id", "is_play_off")
OF_CARD = ("id", "home_total", "away_total", "home_hang_jacks", "away_hang_jacks")
OF_TABLE = ("number", "is_played", "home_games", "away_games")
OF_GAME = ("number", "home_score", "away_score")
OF_RULING = ("id", "kind", "table", "at_fault", "reason", "decided_on", "revoked_on")
OUTCOME = (
    *OF_MATCH,
    *(f"card__{field}" for field in OF_CARD),
    *(f"card__tables__{field}" for field in OF_TABLE),
    *(f"card__tables__games__{field}" for field in OF_GAME),
    *(f"ruled__{field}" for field in OF_RULING),
)
# What a list shows besides.
FACTS = (
    *("public_id", "starts_at", "postponed_because"),
    *(f"{side}__{field}" for side in ("home", "away") for field in ("name", "short_name", "slug", "pub_id")),
    *(f"venue__{field}" for field in ("id", "name", "slug")),
)

HANG_JACKS = {CRITERIA["hang_jacks_won"], CRITERIA["fewest_hang_jacks_lost"]}

Rows = list[tuple[Any, ...]]


def rows_by_match(matches: QuerySet[Match], facts: tuple[str, ...] = ()) -> Iterable[Rows]:
    """The rows of each match: one for every game beside every ruling, one alone if it has neither."""
    rows = (
        matches.annotate(
            card=FilteredRelation("scorecards", condition=Q(scorecards__is_confirmed=True)),
            ruled=FilteredRelation("rulings"),
        )
        .order_by("id")
        .values_list(*OUTCOME, *facts)
    )
    for _, of_match in itertools.groupby(rows, key=itemgetter(1)):
        yield list(of_match)


def outcome_of(rows: Rows) -> MatchOutcome:
    """One match from its rows."""
    first = rows[0]
    _, match, week, date, postponed_from, home, away, is_play_off = _MATCH(first)
    card, home_total, away_total, home_hang_jacks, away_hang_jacks = _CARD(first)
    has_tables = card is not None and _TABLE(first)[0] is not None
    is_ruled = _RULING(first)[0] is not None
    return MatchOutcome(
        match=match,
        week=week,
        date=date,
        postponed_from=postponed_from,
        home=home,
        away=away,
        is_play_off=is_play_off,
        tables=_tables(rows) if has_tables else None,
        total=_pair_of(home_total, away_total),
        hang_jacks=_pair_of(home_hang_jacks, away_hang_jacks),
        **_rulings(rows) if is_ruled else {},
    )


def _pair_of(home: int | None, away: int | None) -> Pair | None:
    return None if home is None or away is None else (home, away)


def _tables(rows: Rows) -> tuple[TableOutcome, ...]:
    games: dict[int, dict[int, Pair]] = {}
    won: dict[int, Pair | None] = {}
    for row in rows:
        number, is_played, home_games, away_games = _TABLE(row)
        game, home_score, away_score = _GAME(row)
        of_table = games.setdefault(number, {})
        won[number] = _pair_of(home_games, away_games) if is_played else None
        if is_played and game is not None:
            of_table[game] = (home_score, away_score)
    return tuple(
        _table(number, tuple(found[game] for game in sorted(found)), won[number])
        for number, found in sorted(games.items())
    )


def _columns(*groups: tuple[str, ...]) -> Iterator[Callable[[tuple[Any, ...]], tuple[Any, ...]]]:
    """The part of a row each group of columns takes."""
    at = 0
    for group in groups:
        yield itemgetter(slice(at, at + len(group)))
        at += len(group)


_MATCH, _CARD, _TABLE, _GAME, _RULING = _columns(OF_MATCH, OF_CARD, OF_TABLE, OF_GAME, OF_RULING)


# A season has hundreds of tables but few different scores: 28 to a target of 15.
@functools.lru_cache(maxsize=1024)
def _table(number: int, games: tuple[Pair, ...], won: Pair | None) -> TableOutcome:
    return TableOutcome(number=number, games=games, won=won if not games else None)


def _rulings(rows: Rows) -> dict[str, Any]:
    """The walkovers and what was declared void, each in the order in which it was decided."""
    found: dict[str, list[Walkover | Void]] = {"walkovers": [], "voids": []}
    for _, kind, table, at_fault, reason, on, revoked_on in sorted(
        {_RULING(row) for row in rows}, key=itemgetter(0)
    ):
        said = {"table": table, "reason": reason, "on": on, "revoked_on": revoked_on}
        if kind == Ruling.Kind.WALKOVER:
            found["walkovers"].append(Walkover(at_fault=AtFault(at_fault), **said))
        else:
            found["voids"].append(Void(**said))
    return {name: tuple(ruled) for name, ruled in found.items()}


def _line(rows: Rows, leavings: Leavings, scheme: Scheme, averages: Averages | None) -> MatchLine:
    first = rows[0]
    _, _, _, date, postponed_from, home_key, away_key = first[:7]
    public_id, starts_at, because, *names = first[len(OUTCOME) :]
    outcome = left_with(outcome_of(rows), scheme, leavings.teams, leavings.weeks)
    shares = shares_of(outcome, scheme.form, award=scheme.award, averages=averages)
    home_share, away_share = shares or (None, None)
    venue_key, venue_name, venue_slug = names[8:]
    return MatchLine(
        public_id=public_id,
        division=leavings.division,
        outcome=outcome,
        date=date,
        starts_at=starts_at,
        postponed_from=postponed_from,
        postponed_because=because,
        home=_named(home_key, *names[:3]),
        away=_named(away_key, *names[4:7]),
        venue=_named(venue_key, venue_name, "", venue_slug),
        is_at_home=venue_key == names[3],
        home_share=home_share,
        away_share=away_share,
    )


def _named(key: TeamKey, name: str, short_name: str, slug: str) -> Named:
    return Named(key=key, name=name, short_name=short_name, slug=slug)


def _in_order(line: MatchLine) -> tuple[Any, ...]:
    """By date, those without one last; then by division, week and home team."""
    undated = line.date is None
    return (
        undated,
        line.date or line.postponed_from,
        line.division.position,
        line.outcome.week,
        line.home.name.casefold(),
        line.outcome.match,
    )
