"""Reads for the rollover: final tables, players who sign on again, teams that can be deleted."""

import datetime
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count

from league.competition.season_rules.people import TeamFacts
from league.competition.selectors import divisions_of
from league.matches.selectors import has_result
from league.models import Enrolment, Honour, Match, Player, Pub, Registration, Season, Team
from league.regulations.line_ups import belongs_to, played_up
from league.regulations.selectors.eligibility import player_facts, regulations_of, season_teams
from league.results.selectors.reports import is_unsettled
from league.season_rollover.proposals import FinalTable, NextSeasonProposal
from league.season_rollover.signing import Registered, SignsAgain, who_signs_again
from league.standings.selectors.standings import tables_of

# Whole weeks, so that a season that begins on a Thursday begins on a Thursday again.
A_YEAR = datetime.timedelta(weeks=52)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A season in the list: its matches, those without a result, its lines on the roll of honour.

    `unsettled` matches have a result that may change: it is disputed, objected to or reported otherwise.
    """

    season: Season
    matches: int
    open: int
    unsettled: int
    honours: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDates:
    """The name of next season, and its first and last day."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date


def season_lines(seasons: Iterable[Season]) -> tuple[SeasonLine, ...]:
    """Return the seasons with what is still open in each. Two queries."""
    seasons = list(seasons)
    of_a_season = Match.objects.filter(division__season__in=seasons).order_by().values("division__season")
    counted = {
        row["division__season"]: row
        for row in of_a_season.annotate(
            matches=Count("pk"),
            with_result=Count("pk", filter=has_result()),
            unsettled=Count("pk", filter=has_result() & is_unsettled()),
        )
    }
    honours = Honour.objects.filter(season__in=seasons).order_by().values_list("season")
    written = dict(honours.annotate(Count("pk")))
    nothing = {"matches": 0, "with_result": 0, "unsettled": 0}
    return tuple(
        SeasonLine(
            season=season,
            matches=(of := counted.get(season.pk, nothing))["matches"],
            open=of["matches"] - of["with_result"],
            unsettled=of["unsettled"],
            honours=written.get(season.pk, 0),
        )
        for season in seasons
    )


def final_tables(season: Season) -> tuple[FinalTable, ...]:
    """Return the tables of a season as they stand, the top division first. Three queries."""
    return tuple(
        FinalTable(
            name=table.division.name,
            rows=table.rows,
            promoted=table.division.promoted,
            relegated=table.division.relegated,
        )
        for table in tables_of(divisions_of(season))
    )


def teams_of(season: Season) -> dict[int, Team]:
    """Return the teams of a season by key, each with its pub."""
    return {enrolment.team_id: enrolment.team for enrolment in season.enrolments.select_related("team__pub")}


def teams_besides(season: Season) -> dict[int, Team]:
    """Return teams of the league that do not play in the season: these can come back."""
    return {team.pk: team for team in season.league.teams.exclude(enrolments__season=season)}


def open_pubs(season: Season) -> tuple[Pub, ...]:
    """Return the pubs of the league that have not closed, by name."""
    return tuple(season.league.pubs.filter(closed_on=None))


def dates_after(season: Season, years: int = 1) -> NextDates:
    """Return the name and dates a year later, or so many: 2026-27 becomes 2027-28."""
    return NextDates(
        name=re.sub(r"\d+", lambda number: _moved(number[0], years), season.name),
        starts_on=season.starts_on + years * A_YEAR,
        ends_on=season.ends_on + years * A_YEAR,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedUp:
    """A player who has played for a higher team of their pub so often that they belong to it."""

    player: Player
    own: Team
    higher: TeamFacts
    often: int


def signed_on(season: Season) -> tuple[Registration, ...]:
    """Return the registrations at the end of a season, by team and name. One query."""
    signed = Registration.objects.current().filter(season=season)
    return tuple(signed.select_related("player", "team").order_by("team__name", "player__name", "pk"))


def played_up_to(season: Season, signed: Iterable[Registration]) -> tuple[PlayedUp, ...]:
    """Return the players who belong to a higher team by the season's rule.

    Five queries; none without such a rule.
    """
    people, signed = regulations_of(season).people, tuple(signed)
    if people.playing_up is None:
        return ()
    facts = player_facts(season, {registration.player_id for registration in signed}, season_teams(season))
    return tuple(
        PlayedUp(
            player=registration.player, own=registration.team, higher=higher, often=len(played_up(known))
        )
        for registration in signed
        if (known := facts[registration.player_id]).signed[-1].team.team == registration.team_id
        and (higher := belongs_to(known, people)) is not None
    )


def signs_again(
    signed: Iterable[Registration],
    proposal: NextSeasonProposal,
    *,
    everybody: bool,
    going_up: Iterable[PlayedUp] = (),
) -> tuple[SignsAgain, ...]:
    """Return who of the season's players has to sign on anew or goes up, by team and name."""
    up = {(played.player.pk, played.own.pk): played for played in going_up}
    players = [
        Registered(
            player=registration.player_id,
            name=str(registration.player),
            team=registration.team_id,
            belongs_to=belongs.higher.team if belongs else None,
            played_up=belongs.often if belongs else 0,
        )
        for registration in signed
        for belongs in [up.get((registration.player_id, registration.team_id))]
    ]
    return who_signs_again(players, proposal, everybody=everybody)


def season_after(season: Season) -> Season | None:
    """Return the season that was begun from this one. None while there is none."""
    return season.copies.order_by("starts_on").first()


def joined_with(season: Season) -> tuple[Team, ...]:
    """Return the teams that exist only for this season, and are deleted with it."""
    others = Enrolment.objects.exclude(season=season).values("team")
    signed = Registration.objects.exclude(season=season).values("team")
    teams = Team.objects.filter(enrolments__season=season).exclude(pk__in=others).exclude(pk__in=signed)
    unknown = teams.filter(home_matches=None, away_matches=None, charges=None, honours=None)
    return tuple(unknown.filter(rulings=None, offences=None, roles=None).distinct())


def pubs_before(season: Season, teams: Collection[Team]) -> dict[int, Pub]:
    """Return the pub of each team in the season before, by team, as long as the pub is open."""
    at_home = Match.objects.filter(
        division__season=season.copied_from_id, home__in=teams, venue_because="", venue__closed_on=None
    )
    return {match.home_id: match.venue for match in at_home.select_related("venue").order_by("date", "pk")}


def _moved(number: str, years: int) -> str:
    return f"{(int(number) + years) % 10 ** len(number):0{len(number)}}"
