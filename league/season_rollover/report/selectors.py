"""The annual report of a season: tables, honours, cups, money, sanctions, rulings, numbers, proposals."""

from dataclasses import dataclass

from django.db.models import Count, Q

from league.competition.selectors import divisions_of, seasons_of
from league.cups.selectors.lists import CupLine, cup_lines
from league.honours.selectors import RollLine, final_honours, roll_of_honour
from league.matches.selectors import has_result
from league.models import Division, Game, HandResult, Match, Registration, Ruling, Season, Seat
from league.regulations.selectors.ledger import PeriodTotals, ledger, ledger_totals
from league.regulations.selectors.sanctions import OffenceRow, sanctions_of
from league.season_rollover.proposals import FinalTable, Placing, next_season
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.rulings import rulings_in
from league.standings.selectors.standings import tables_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedTable:
    """A division with its final table."""

    division: Division
    lines: tuple[StandingsLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonNumbers:
    """A season in numbers. Tables, hands and players are those of confirmed results."""

    matches: int
    settled: int
    walkovers: int
    postponed: int
    games: int
    hands: int
    teams: int
    pubs: int
    registered: int
    played: int

    @property
    def open(self) -> int:
        """Return how many matches have no result."""
        return self.matches - self.settled


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnualReport:
    """Everything the general meeting is told about a season.

    `winners` are first and second by the tables and cups, until the roll of honour has the season.
    """

    season: Season
    tables: tuple[ReportedTable, ...]
    honours: tuple[RollLine, ...]
    winners: tuple[tuple[str, str, int], ...]
    cups: tuple[CupLine, ...]
    money: PeriodTotals | None
    owing_pubs: int
    owing_pence: int
    sanctions: tuple[OffenceRow, ...]
    rulings: tuple[Ruling, ...]
    numbers: SeasonNumbers
    moves: tuple[Placing, ...]
    undecided: tuple[Placing, ...]


def annual_report(season: Season) -> AnnualReport:
    """Return the report of a season. 33 queries at most, however long it was."""
    league = season.league
    tables = tables_of(divisions_of(season))
    final = tuple(
        FinalTable(
            name=table.division.name,
            rows=table.rows,
            promoted=table.division.promoted,
            relegated=table.division.relegated,
        )
        for table in tables
    )
    placings = next_season(final).placings if any(table.rows for table in final) else ()
    roll = next(
        (year for year in roll_of_honour(league, to_secretary=True) if _is_of(year.year, season)), None
    )
    honours = roll.lines if roll else ()
    totals, _ = ledger_totals(league, seasons_of(league))
    owing = [account.balance for account in ledger(league) if account.balance > 0]
    return AnnualReport(
        season=season,
        tables=tuple(
            ReportedTable(division=table.division, lines=standings_lines(table)) for table in tables
        ),
        honours=honours,
        winners=() if honours else tuple((h.competition, h.holder, h.place) for h in final_honours(season)),
        cups=tuple(line for line in cup_lines(league, to_secretary=True) if line.season.pk == season.pk),
        money=next((each for each in totals if each.key == season.pk), None),
        owing_pubs=len(owing),
        owing_pence=sum(owing),
        sanctions=sanctions_of(season),
        rulings=tuple(ruling for ruling in reversed(rulings_in(season)) if not hasattr(ruling, "offence")),
        numbers=_numbers(season),
        moves=tuple(placing for placing in placings if placing.moves),
        undecided=tuple(placing for placing in placings if placing.is_open),
    )


def _is_of(year: int, season: Season) -> bool:
    return season.starts_on.year == year


def _numbers(season: Season) -> SeasonNumbers:
    """Return the season in numbers. Six queries."""
    matches = Match.objects.filter(division__season=season).aggregate(
        matches=Count("pk"),
        settled=Count("pk", filter=has_result()),
        postponed=Count("pk", filter=Q(postponed_from__isnull=False)),
    )
    card = "table__scorecard"
    confirmed = {
        f"{card}__match__division__season": season,
        f"{card}__match__tie": None,
        f"{card}__is_confirmed": True,
    }
    of_game = {f"game__{path}": value for path, value in confirmed.items()}
    enrolled = season.enrolments.aggregate(
        teams=Count("team", distinct=True), pubs=Count("team__pub", distinct=True)
    )
    return SeasonNumbers(
        **matches,
        **enrolled,
        walkovers=Ruling.objects.of_whole_matches()
        .filter(division__season=season, match__tie=None, kind=Ruling.Kind.WALKOVER)
        .count(),
        games=Game.objects.filter(**confirmed).count(),
        hands=HandResult.objects.filter(**of_game).count(),
        registered=Registration.objects.filter(season=season).values("player").distinct().count(),
        played=Seat.objects.filter(**of_game, player__isnull=False).values("player").distinct().count(),
    )
