"""The demo's knock-out cup, half-way: what came out of the hat, what was played, who sat down.

Its ties are matches of four tables, played card by card as those of the league; the pegs of all tables count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from league.cups.brackets import bracket_of
from league.cups.entries import CupState, Entrant, TieResult
from league.cups.progress import with_draw, with_result
from league.cups.rules import CupRules, DrawnBy
from league.cups.ties import Tie
from league.matches.outcomes import AtFault, Pair
from league.matches.sheet.values import Sheet
from scoring.matches import MatchFormat
from scoring.rules import Rules
from tests.tools.demo.chance import same_every_time
from tests.tools.demo.happenings import Name
from tests.tools.demo.matches import PlannedMatch
from tests.tools.demo.nights import played_sheet
from tests.tools.demo.people import Squads
from tests.tools.demo.pubs import ST_BLAISE, Pub, Team

CUP_NAME, CUP_SLUG = "Knock-out Cup", "knock-out-cup"
REMARKS = "The shield is handed over after the final. There are pies at half past nine."
RULES = CupRules(drawn_by=DrawnBy.BRACKET, neutral_rounds=1)
LOT = "the raffle at Top House: pink 271"
SEEDED = 4
PLAYED_ROUNDS = 2
# No division of the league: the dice of a tie are not those of a match.
OF_THE_CUP = 3
TO_WEDNESDAY = timedelta(days=6)  # the league plays on Thursdays
WEEKS_OF_ROUNDS = {1: 3, 2: 7, 3: 12, 4: 15}
FINALS = timedelta(weeks=17, days=8)
STARTS_AT = time(20)
DRAWN, DRAWN_AT = timedelta(days=4), time(19, tzinfo=UTC)
ENTERED, ENTERED_AT = timedelta(days=3), time(11, tzinfo=UTC)
MINUTES_A_TIE = 4
GIVEN = {(2, 3): "The visitors could not raise a team on a Wednesday."}
PUT_OFF = {(2, 6): timedelta(weeks=4)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTie:
    """A tie of a round with its night, and what there is of it: the sheet, unless it was given or waits."""

    tie: Tie
    date: date
    home: Team | None = None
    away: Team | None = None
    sheet: Sheet | None = None
    entered_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPlan:
    """The cup with its entrants as teams, in the order of entering, and every tie that has a night."""

    cup: CupState
    teams: tuple[Team, ...]
    ties: tuple[PlayedTie, ...]
    drawn_at: datetime
    finals_at: Pub
    finals_on: date


def the_cup(
    *,
    divisions: Sequence[Sequence[Team]],
    seeds: Sequence[Team],
    squads: Squads,
    first_night: date,
    rules: Rules,
    match_format: MatchFormat,
) -> CupPlan:
    """The cup of a season: drawn once, last season's best as seeds; two rounds played but for one tie."""
    teams = tuple(sorted((team for division in divisions for team in division), key=lambda team: team.name))
    seeded = {team.slug: place for place, team in enumerate(seeds[:SEEDED], start=1)}
    entrants = tuple(
        Entrant(key=number, name=team.name, seed=seeded.get(team.slug))
        for number, team in enumerate(teams, start=1)
    )
    cup = with_draw(CupState(rules=RULES, entrants=entrants), LOT)
    played: list[PlayedTie] = []
    for number, week in WEEKS_OF_ROUNDS.items():
        night = first_night + timedelta(weeks=week - 1) + TO_WEDNESDAY
        for tie in bracket_of(cup).rounds[number - 1].ties:
            one = _on_a_night(tie, teams, night)
            if one.home and one.away and (number, tie.number) not in PUT_OFF:
                cup, one = _played(cup, one, squads, rules, match_format)
            played.append(one)
    return CupPlan(
        cup=cup,
        teams=teams,
        ties=tuple(played),
        drawn_at=datetime.combine(first_night + DRAWN, DRAWN_AT),
        finals_at=ST_BLAISE,
        finals_on=first_night + FINALS,
    )


def _on_a_night(tie: Tie, teams: Sequence[Team], night: date) -> PlayedTie:
    put_off = PUT_OFF.get((tie.round, tie.number), timedelta())
    home, away = (
        teams[seat.entrant.key - 1] if seat.entrant and tie.round <= PLAYED_ROUNDS else None
        for seat in (tie.home, tie.away)
    )
    return PlayedTie(tie=tie, date=night + put_off, home=home, away=away)


def _played(
    cup: CupState, tie: PlayedTie, squads: Squads, rules: Rules, match_format: MatchFormat
) -> tuple[CupState, PlayedTie]:
    """A tie played, or given; the cup knows it then."""
    round_number, number = tie.tie.round, tie.tie.number
    typed_at = datetime.combine(tie.date + ENTERED, ENTERED_AT) + timedelta(minutes=MINUTES_A_TIE * number)
    why = GIVEN.get((round_number, number))
    if why or tie.home is None or tie.away is None:
        given = TieResult(round=round_number, number=number, at_fault=AtFault.AWAY, reason=why or "")
        return with_result(cup, given), PlayedTie(tie=tie.tie, date=tie.date, entered_at=typed_at)
    name = Name(season=2, division=OF_THE_CUP, week=round_number, nth=number)
    match = PlannedMatch(name=name, home=tie.home, away=tie.away, date=tie.date)
    sheet = played_sheet(match, squads, rules, match_format)
    pegs = _pegs(sheet)
    deciding = _deciding(name) if pegs[0] == pegs[1] else None
    cup = with_result(cup, TieResult(round=round_number, number=number, legs=(pegs,), deciding=deciding))
    return cup, PlayedTie(
        tie=tie.tie, date=tie.date, home=tie.home, away=tie.away, sheet=sheet, entered_at=typed_at
    )


def _pegs(sheet: Sheet) -> Pair:
    games = [game for table in sheet.tables for game in table.games]
    return sum(game.home_score or 0 for game in games), sum(game.away_score or 0 for game in games)


def _deciding(name: Name) -> Pair:
    home = same_every_time("deciding game", name).randrange(2)
    return home, 1 - home
