"""A league founded with the rules that were found, and the season they were found by as its history."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from league.competition.services import close_season
from league.exchange.result_lines import ParsedResult, ResultFigures
from league.exchange.services.results import import_season_results, pub_of
from league.founding.services import (
    UNNAMED,
    FirstDivision,
    FirstPub,
    FirstSeason,
    FirstTeam,
    Founder,
    LeagueInput,
    open_league,
)
from league.matches.services import adjust_points, withdraw_team
from league.models import League, User
from league.proving.proof import Proof
from league.proving.search import given_by
from league.season_rollover.services import DivisionInput, NextTeam, SeasonInput, begin_next_season
from league.shared.errors import Refused, written_whole

NO_DATES = "The results have no dates, and a season’s matches need them: add a column with the dates."
REASON = "As in the final table."


def found_league(
    *,
    proof: Proof,
    names: Mapping[str, Any],
    by: User | None,
    founder: Founder | None,
    clear_demo: bool,
    now: datetime.datetime,
) -> tuple[League, User]:
    """Open a league with the rules found, the season proved, and the next with the teams of its table.

    All of it or nothing. Returns it and its owner. Raises Refused as `open_league` and the import do.
    """
    trial = proof.trial
    teams = trial.season.teams
    known = {name.casefold() for name in teams}
    dates = [match.date for match in trial.season.results if match.date]
    if len(dates) < len(trial.season.results):
        raise Refused(NO_DATES)
    first = [FirstTeam(name=name, pub=FirstPub(name=pub_of(name, known))) for name in teams]
    with written_whole():
        league, owner = open_league(
            league_input=LeagueInput(name=names["name"]),
            season=FirstSeason(name=names["last"], starts_on=min(dates), ends_on=max(dates)),
            rule_book=trial.book,
            divisions=[FirstDivision(name=UNNAMED, teams=first)],
            by=by,
            founder=founder,
            clear_demo=clear_demo,
        )
        season = league.seasons.get()
        import_season_results(season=season, lines=[*_lines(proof)], now=now)
        division = season.divisions.get()
        own = {team.name: team for team in league.teams.all()}
        about: dict[str, Any] = {"division": division, "reason": REASON, "by": owner, "on": max(dates)}
        named = proof.deductions if names.get("deductions") else {}
        for number, halves in {**trial.deductions, **named}.items():
            adjust_points(team=own[teams[number]], halves=halves, **about)
        for number in trial.gone:
            withdraw_team(team=own[teams[number]], effect=trial.effect.value, **about)
        close_season(season=season)
        playing = [team for name, team in own.items() if name not in {teams[number] for number in trial.gone}]
        begin_next_season(
            season=season,
            season_input=SeasonInput(
                name=names["season"],
                starts_on=names["starts_on"],
                ends_on=names["ends_on"],
                divisions=[DivisionInput(name=UNNAMED)],
                teams=[
                    NextTeam(division=1, name=team.name, pub=team.pub.name, team=team) for team in playing
                ],
            ),
        )
    return league, owner


def _lines(proof: Proof) -> Iterator[ParsedResult]:
    """Yield the results as they are imported: where walkovers are not counted, they are void."""
    trial = proof.trial
    for match in trial.season.results:
        is_void = trial.voids_walkovers and given_by(match.figures)
        yield ParsedResult(
            line=match.line,
            division=UNNAMED,
            date=match.date,
            home=trial.season.teams[match.home],
            away=trial.season.teams[match.away],
            figures=ResultFigures(is_void=True) if is_void else match.figures,
        )
