"""A cup whose ties are matches: four teams, results that win or end level, and what came of it."""

import datetime
from dataclasses import replace

from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.nights import set_round
from league.matches.sheet.values import SeatName, Sheet
from league.models import (
    Cup,
    Match,
    Player,
    Season,
    User,
)
from league.results.services.scorecards import confirm_scorecard
from tests.builders import (
    CAST,
    FRIDAY,
    NIGHT,
    a_team,
)
from tests.builders_tables import finals

HOME_WINS = ((15, 9), (15, 9), (9, 15), (15, 3))
LEVEL = ((15, 9), (9, 15), (15, 9), (9, 15))
AWAY_WINS = tuple((away, home) for home, away in HOME_WINS)


def a_cup(season: Season, **rules: object) -> Cup:
    """A bracket of four, its first round on a night."""
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET, **rules))
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:4]])
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=datetime.time(20, 0))
    return cup


def match_of(cup: Cup, round_number: int = 1, number: int = 1, leg: int = 1) -> Match:
    ties = Match.with_ties.filter(tie__cup=cup, tie__round=round_number, tie__number=number, leg=leg)
    return ties.select_related(
        "division__season__rule_book", "division__season__league", "home", "away"
    ).get()


def enter(
    match: Match, by: User, scores: object = HOME_WINS, *, began_from: int = 0, reason: str = ""
) -> None:
    confirm_scorecard(
        match=match, sheet=finals(*scores), by=by, began_from=began_from, now=FRIDAY, reason=reason
    )


def seated(sheet: Sheet, player: Player) -> Sheet:
    """The same with somebody on the home side of its first game."""
    first, *others = sheet.tables
    game = replace(first.games[0], home_pair=(SeatName(player=player.pk),))
    return replace(sheet, tables=(replace(first, games=(game,)), *others))


def tie(cup: Cup, round_number: int = 1, number: int = 1) -> TieOnPage:
    return cup_on_page(cup).tie(round_number, number)
