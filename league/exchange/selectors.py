"""Imports of a league, and what the pages of lists need."""

from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.exchange.lists.checked_list import KnownLeague
from league.exchange.lists.headings import PUBS, TEAMS
from league.models import ColumnChoice, ImportRun, League, Season

MOST_SHOWN = 20


def imports_of(league: League) -> list[ImportRun]:
    """Return the latest imports with who made them. One query."""
    return list(ImportRun.objects.filter(league=league).select_related("made_by")[:MOST_SHOWN])


def import_of(league: League, public_id: str) -> ImportRun:
    """Return an import of the league. Raises ImportRun.DoesNotExist."""
    return ImportRun.objects.select_related("league").get(league=league, public_id=public_id)


def names_of_teams(league: League) -> list[str]:
    """Return every team's name, in order. One query."""
    return sorted(league.teams.values_list("name", flat=True), key=str.casefold)


def season_for_lists(league: League) -> Season | None:
    """Return the season that is being played, or comes next. One query."""
    return season_at_hand(seasons_of(league), league_today(league))


def known_league(league: League, season: Season | None) -> KnownLeague:
    """Return the names of a league's pubs and teams, and of the season's divisions. Two or three queries."""
    teams = league.teams.values_list("name", "short_name")
    pubs = league.pubs.values_list("name", "address", "postcode")
    return KnownLeague(
        pubs=tuple(name for name, *_ in pubs),
        places=tuple((address, postcode) for _, address, postcode in pubs),
        teams=tuple(name for names in teams for name in names if name),
        divisions=tuple(season.divisions.values_list("name", flat=True)) if season else (),
        season=season.name if season else "",
    )


def kind_of(what: str) -> str:
    """Return the kind of list by which columns are remembered: pubs and teams are one."""
    return TEAMS if what == PUBS else what


def column_choices(league: League, what: str) -> dict[str, str]:
    """Return what columns of a kind of list mean as somebody chose it, by heading. One query."""
    choices = ColumnChoice.objects.filter(league=league, what=kind_of(what))
    return dict(choices.values_list("heading", "meaning"))
