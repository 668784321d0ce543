"""Matches as lists show them: who met whom, when, and what came of it."""

import datetime
import functools
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet

from league.models import Division, Match, Ruling
from league.outcomes import AtFault, MatchOutcome, TableOutcome, TeamKey, Walkover
from league.standings import Scheme, Share, shares_of


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
    def walkovers(self) -> tuple[Walkover, ...]:
        """The walkovers in force."""
        return tuple(one for one in self.outcome.walkovers if one.is_in_force(None))

    @property
    def tables_not_played(self) -> tuple[int, ...]:
        """Numbers of the tables of a card that were neither played nor given."""
        given = {one.table for one in self.tables_given}
        tables = self.outcome.tables or ()
        return tuple(table.number for table in tables if not table.games and table.number not in given)


def scheme_of(division: Division) -> Scheme:
    """What counts in the division's season, from its rule book."""
    book = division.season.rule_book
    return Scheme.of(book.match_format(), tie_breaks=book.tie_breaks)


def match_lines(matches: QuerySet[Match]) -> list[MatchLine]:
    """The matches with what they gave, by date; those without a date last. Two queries, however many."""
    grouped = list(rows_by_match(matches, FACTS))
    divisions = Division.objects.filter(pk__in={rows[0][0] for rows in grouped}).select_related(
        "season__league", "season__rule_book"
    )
    by_key = {division.pk: division for division in divisions}
    schemes = {key: scheme_of(division) for key, division in by_key.items()}
    lines = [_line(rows, by_key, schemes) for rows in grouped]
    return sorted(lines, key=_in_order)


def match_outcomes(divisions: Iterable[Division]) -> dict[int, list[MatchOutcome]]:
    """Every match of the divisions as the standings read it, by division. One query."""
    found: dict[int, list[MatchOutcome]] = defaultdict(list)
    for rows in rows_by_match(Match.objects.filter(division__in=list(divisions))):
        found[rows[0][0]].append(outcome_of(rows))
    return found


# --- Rows of the database ---------------------------------------------------------------------

# What the standings need of a match, of a game of it, and of a walkover. Plain rows: a season's games
# as model instances would cost more than everything that is done with them.
OUTCOME = (
    *("division_id", "id", "week", "date", "postponed_from", "home_id", "away_id", "card__id"),
    *("card__tables__number", "card__tables__is_played"),
    *(f"card__tables__games__{field}" for field in ("number", "home_score", "away_score")),
    *(f"given__{field}" for field in ("id", "table", "at_fault", "reason", "decided_on", "revoked_on")),
)
# What a list shows besides.
FACTS = (
    *("public_id", "starts_at", "postponed_because"),
    *(f"{side}__{field}" for side in ("home", "away") for field in ("name", "short_name", "slug", "pub_id")),
    *(f"venue__{field}" for field in ("id", "name", "slug")),
)

Rows = list[tuple[Any, ...]]


def rows_by_match(matches: QuerySet[Match], facts: tuple[str, ...] = ()) -> Iterable[Rows]:
    """The rows of each match: one for every game beside every walkover, one alone if it has neither."""
    rows = (
        matches.annotate(
            card=FilteredRelation("scorecards", condition=Q(scorecards__is_confirmed=True)),
            given=FilteredRelation("rulings", condition=Q(rulings__kind=Ruling.Kind.WALKOVER)),
        )
        .order_by("id")
        .values_list(*OUTCOME, *facts)
    )
    for _, of_match in itertools.groupby(rows, key=itemgetter(1)):
        yield list(of_match)


def outcome_of(rows: Rows) -> MatchOutcome:
    """One match from its rows."""
    _, match, week, date, postponed_from, home, away, card = rows[0][:8]
    return MatchOutcome(
        match=match,
        week=week,
        date=date,
        postponed_from=postponed_from,
        home=home,
        away=away,
        tables=_tables(rows) if card is not None else None,
        walkovers=_walkovers(rows) if rows[0][13] is not None else (),
    )


def _tables(rows: Rows) -> tuple[TableOutcome, ...]:
    tables: dict[int, dict[int, tuple[int, int]]] = {}
    for number, is_played, game, home_score, away_score in map(_TABLE, rows):
        if number is not None:
            games = tables.setdefault(number, {})
            if is_played and game is not None:
                games[game] = (home_score, away_score)
    return tuple(
        _table(number, tuple(games[game] for game in sorted(games)))
        for number, games in sorted(tables.items())
    )


_TABLE = itemgetter(slice(8, 13))


# A season has hundreds of tables but few different scores: 28 to a target of 15.
@functools.lru_cache(maxsize=1024)
def _table(number: int, games: tuple[tuple[int, int], ...]) -> TableOutcome:
    return TableOutcome(number=number, games=games)


def _walkovers(rows: Rows) -> tuple[Walkover, ...]:
    return tuple(
        Walkover(table=table, at_fault=AtFault(at_fault), reason=reason, on=on, revoked_on=revoked_on)
        for _, table, at_fault, reason, on, revoked_on in sorted(
            {row[13:19] for row in rows}, key=itemgetter(0)
        )
    )


def _line(rows: Rows, divisions: Mapping[int, Division], schemes: Mapping[int, Scheme]) -> MatchLine:
    first = rows[0]
    division, _, _, date, postponed_from, home_key, away_key = first[:7]
    public_id, starts_at, because, *names = first[len(OUTCOME) :]
    outcome = outcome_of(rows)
    home_share, away_share = shares_of(outcome, schemes[division].form) or (None, None)
    venue_key, venue_name, venue_slug = names[8:]
    return MatchLine(
        public_id=public_id,
        division=divisions[division],
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
