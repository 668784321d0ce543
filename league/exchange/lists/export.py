"""Export the lists of a league, in the form in which they are imported."""

from collections.abc import Iterator, Sequence
from itertools import chain

from django.db.models import F

from league.competition.pub_names import pub_labels
from league.competition.selectors import divisions_of
from league.exchange.lists.headings import What, heads_of
from league.exchange.result_lines import Unscored
from league.exchange.services.result_rows import entered_of, rulings_of, written_total
from league.matches.outcomes import AtFault, MatchOutcome
from league.models import Enrolment, League, Match, Registration, Season
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.matches import match_outcomes, outcome_of, rows_by_match
from league.standings.selectors.standings import tables_of
from scoring.matches import MatchFormat

Row = Sequence[object]
_SUMMED = (
    *("tables_won", "tables_drawn", "tables_lost", "games_won", "games_lost"),
    *("score_for", "score_against", "score_difference"),
)
NO_DATE = "no date yet"
_EMPTY = ("", "")
_NOT_PLAYED = {
    AtFault.AWAY: ("w", "x"),
    AtFault.HOME: ("x", "w"),
    AtFault.BOTH: ("x", "x"),
    Unscored.VOID: ("void", "void"),
}


STANDINGS_COLUMNS = {
    "division": "Division, by its name.",
    "place": "Place in the division; teams that nothing parts share one.",
    "team": "Team, by its name.",
    "played": "Matches played.",
    "won": "Matches won.",
    "drawn": "Matches drawn.",
    "lost": "Matches lost.",
    "points": "Match points, with what was given or taken by rulings; halves as .5.",
    "division_slug": "Division, by its slug.",
    "team_slug": "Team, by its slug.",
    "tables_won": "Tables won; null where a match is known by its total alone, as in the next seven.",
    "tables_drawn": "Tables that ended level.",
    "tables_lost": "Tables lost.",
    "games_won": "Games won.",
    "games_lost": "Games lost.",
    "score_for": "Points scored at the tables; of a league of plain totals the total.",
    "score_against": "The same of the other sides.",
    "score_difference": "The first of the two less the second.",
    "adjustment": "Match points given by rulings, below nought if taken; they are in `points`.",
}
MATCH_COLUMNS = {
    "match": "Match, by its public id.",
    "division_slug": "Division, by its slug.",
    "home_slug": "Home team, by its slug.",
    "away_slug": "Away team, by its slug.",
}
"""What public files have besides the columns of the list that is imported again."""
RESULT_COLUMNS = {
    **MATCH_COLUMNS,
    "week": "Round of the fixture list, from 1.",
    "home_match_points": "Match points of home; halves as .5; null for a match to come or void.",
    "away_match_points": "Match points of away.",
}


def rows_of(league: League, season: Season | None, what: str) -> Iterator[Row]:
    """Yield the heads and lines of a list. Without a season only pubs have lines."""
    if what == What.RESULTS:
        yield from (row for _, row in _results(season))
        return
    yield heads_of(what)
    if what == What.PUBS:
        yield from league.pubs.values_list("name", "address", "postcode", "phone", "tables")
    elif season is not None:
        lists = {What.TEAMS: _teams, What.PLAYERS: _players}
        yield from lists[What(what)](season) if what in lists else (row for _, row in _fixtures(season))


def fixture_rows(season: Season) -> Iterator[Row]:
    """Yield the list of fixtures for other programs: with ids, and no date where there is none yet."""
    yield [*heads_of(What.FIXTURES), *MATCH_COLUMNS]
    for match, (_, *cells) in _fixtures(season):
        slugs = (each.slug for each in (match.division, match.home, match.away))
        yield (match.date, *cells, match.public_id, *slugs)


def result_rows(season: Season) -> Iterator[Row]:
    """Yield the list of results for other programs: with ids and match points."""
    (_, heads), *rows = _results(season)
    yield [*heads, *RESULT_COLUMNS]
    lines = {line.outcome.match: line for line in match_lines(Match.objects.filter(division__season=season))}
    for key, cells in rows:
        line = lines[key]
        ids = line.public_id, line.division.slug, line.home.slug, line.away.slug, line.outcome.week
        yield (
            *cells,
            *ids,
            *(share and points_of(share.half_points) for share in (line.home_share, line.away_share)),
        )


def standings_rows(season: Season) -> Iterator[Row]:
    """Yield the lines of the tables of all divisions, as they stand. Three queries."""
    for table in tables_of(divisions_of(season)):
        for row in table.rows:
            record = row.record
            yield (
                table.division.name,
                row.place,
                record.name,
                record.played,
                record.won,
                record.drawn,
                record.lost,
                points_of(record.match_points),
                table.division.slug,
                table.entrants[record.team].slug,
                *(getattr(record, name) for name in _SUMMED),
                points_of(record.adjusted),
            )


def points_of(halves: int) -> float:
    """Return match points that are stored in halves."""
    return halves / 2 if halves % 2 else halves // 2


def _teams(season: Season) -> Iterator[Row]:
    placed = Enrolment.objects.filter(season=season).select_related("team__pub", "division")
    labels = pub_labels(season.league.pubs.all())
    for enrolment in placed.order_by("division__position", "team__name"):
        team = enrolment.team
        contact = (enrolment.captain_name, enrolment.captain_email, enrolment.captain_phone)
        yield team.name, labels[team.pub_id], team.short_name, enrolment.division.name, *contact


def _players(season: Season) -> Iterator[Row]:
    signed = Registration.objects.current().filter(season=season)
    in_order = signed.order_by("team__name", "player__name", "player__told_apart_by")
    yield from in_order.values_list("player__name", "team__name", "registered_on", "player__told_apart_by")


def _fixtures(season: Season) -> Iterator[tuple[Match, Row]]:
    """Yield each match and its line, first those without a date: no date above can be taken for theirs."""
    matches = Match.objects.filter(division__season=season).select_related("division", "home", "away")
    labels = pub_labels(season.league.pubs.all())
    for match in matches.order_by(F("date").asc(nulls_first=True), "division__position", "home__name"):
        time = match.starts_at.isoformat("minutes") if match.starts_at else ""
        date = match.date or NO_DATE
        venue = labels[match.venue_id]
        sides = match.home.name, match.away.name, match.division.name
        yield match, (date, *sides, time, venue, match.week, match.postponed_from or "")


def _results(season: Season | None) -> Iterator[tuple[int, Row]]:
    """Yield the heads under 0, and the line of each match under its key."""
    form = season.rule_book.match_format() if season else None
    divisions = season.divisions.all() if season else ()
    outcomes = match_outcomes(divisions)
    figures = _Figures(form, list(chain.from_iterable(outcomes.values())))
    yield 0, ["division", "date", "home", "away", *figures.columns]
    names = (
        {team.team_id: team.team.name for team in season.enrolments.select_related("team")} if season else {}
    )
    for division in divisions:
        dated = [
            (each.date, each.match, each) for each in outcomes.get(division.pk, ()) if each.date is not None
        ]
        for date, key, outcome in sorted(dated):
            names_of = (names.get(outcome.home, ""), names.get(outcome.away, ""))
            yield key, (division.name, date, *names_of, *figures.of(outcome))


def cup_result_rows(season: Season) -> Iterator[Row]:
    """Yield the heads and lines of the matches of a season's cups, round by round. Two queries."""
    matches = Match.with_ties.filter(division__season=season).exclude(tie=None)
    outcomes = {rows[0][1]: outcome_of(rows) for rows in rows_by_match(matches)}
    figures = _Figures(season.rule_book.match_format(), list(outcomes.values()))
    yield [
        *("cup", "round", "tie", "leg", "match", "date", "home", "away"),
        *(*figures.columns, "cup_slug", "home_slug", "away_slug"),
    ]
    in_order = matches.order_by("tie__cup__name", "tie__cup", "tie__round", "tie__number", "leg")
    for match in in_order.select_related("tie__cup", "home", "away"):
        if match.tie and match.pk in outcomes:
            place = match.tie.cup.name, match.tie.round, match.tie.number, match.leg, match.public_id
            sides = match.date, match.home.name, match.away.name
            slugs = (each.slug for each in (match.tie.cup, match.home, match.away))
            yield *place, *sides, *figures.of(outcomes[match.pk]), *slugs


class _Figures:
    """The columns of figures that matches need, and what stands in them for each match.

    They are scores, games won where a table plays several with the single games where they are known, w and x
    where given, and the total where it alone is known.
    """

    def __init__(self, form: MatchFormat | None, outcomes: Sequence[MatchOutcome]) -> None:
        self._form = form
        self._is_one = form is not None and form.tables == 1
        self._has_totals = any(outcome.total is not None for outcome in outcomes) and not self._is_one
        self._has_scores = any(outcome.score for outcome in outcomes)
        tables = range(form.tables if form else 0)
        has_games = any(table.games for outcome in outcomes for table in outcome.tables or ())
        self._games = [table + 1 for table in tables if has_games and form and form.games_at(table) > 1]
        scores = [] if self._is_one else [f"{side}_{n + 1}" for n in tables for side in ("home", "away")]
        points = ["home_points", "away_points"] if self._has_scores else []
        totals = [*points, "home_total", "away_total"] if self._is_one or self._has_totals else []
        self.columns = [*scores, *(f"games_{number}" for number in self._games), *totals]

    def of(self, outcome: MatchOutcome) -> Iterator[object]:
        """Yield the figures of a match."""
        assert self._form is not None  # noqa: S101  there is no match without a season
        match, whole = (entered_of(outcome, self._form, single) for single in ((), self._games))
        known, games = ({table.number: table for table in each.tables or ()} for each in (match, whole))
        total = tuple(written_total(figure, self._form) for figure in match.total or ()) or _EMPTY
        ruled = rulings_of(match)
        for number in range(1, self._form.tables + 1):
            if what := ruled.get(None) or ruled.get(number):
                yield from _NOT_PLAYED[what]
            elif (table := known.get(number)) and (table.won or table.games):
                yield from table.won or table.games[0]
            else:
                yield from total if self._is_one else _EMPTY
        for number in self._games:
            yield ", ".join(f"{home}–{away}" for home, away in games[number].games) if number in games else ""
        if self._has_totals:
            yield from total
        if self._has_scores:
            yield from match.score or _EMPTY
