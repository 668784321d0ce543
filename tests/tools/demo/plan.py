"""The whole demo league as values: two seasons, what was played in them and in the cup, what was ruled."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.demo.services import FIRST_NIGHTS, NIGHT_TO_ENTER
from league.matches.outcomes import MatchOutcome, TableOutcome
from league.matches.sheet.values import Sheet, mirrored
from league.standings.rows import standings
from league.standings.scheme import Scheme
from scoring import variants
from scoring.matches import MatchFormat
from tests.tools.demo.cup import CupPlan, the_cup
from tests.tools.demo.happenings import CORRECTED, LATE_SHEETS, SHEETS_NOT_IN, WALKOVERS, Correction, Name
from tests.tools.demo.matches import PlannedMatch, planned_matches
from tests.tools.demo.nights import played_sheet
from tests.tools.demo.pairs_cup import PairsCupPlan, the_pairs_cup
from tests.tools.demo.people import Squads, squads_of_two_seasons
from tests.tools.demo.pubs import DIVISION_ONE, DIVISION_TWO, Team

VARIANT = "heckmondwike"
MATCH_FORMAT = MatchFormat()
UP_AND_DOWN = 2
WEEKS_OF_A_SEASON = 18
RULED_AFTER = timedelta(days=4)  # the committee meets on Mondays
SATURDAY = 5
PAPER_TIME = time(10, 15, tzinfo=UTC)
MINUTES_A_SHEET = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CardVersion:
    """One version of a card, as it was typed."""

    sheet: Sheet
    entered_at: datetime
    reason: str = ""
    set_aside_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match with what there is of it: the versions of its card, oldest first."""

    match: PlannedMatch
    cards: tuple[CardVersion, ...] = ()

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that counts."""
        return self.cards[-1].sheet if self.cards else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """One season: its divisions from the top, who signed for whom, and its matches."""

    number: int
    first_night: date
    divisions: tuple[tuple[Team, ...], ...]
    squads: Squads
    records: tuple[Record, ...]
    is_finished: bool
    cup: CupPlan | None = None
    pairs_cup: PairsCupPlan | None = None


def the_demo() -> tuple[SeasonPlan, SeasonPlan]:
    """The finished season and the one that is half played. The same every time; takes seconds."""
    squads = squads_of_two_seasons(*FIRST_NIGHTS)
    finished = _season(1, (DIVISION_ONE, DIVISION_TWO), squads[0])
    present = _season(2, divisions_after(finished), squads[1])
    cup = the_cup(
        divisions=present.divisions,
        seeds=final_table(finished, 1),
        squads=present.squads,
        first_night=present.first_night,
        rules=variants.get(VARIANT).rules,
        match_format=MATCH_FORMAT,
    )
    pairs_cup = the_pairs_cup(teams=cup.teams, squads=present.squads, first_night=present.first_night)
    return finished, replace(present, cup=cup, pairs_cup=pairs_cup)


def _season(number: int, divisions: tuple[tuple[Team, ...], ...], squads: Squads) -> SeasonPlan:
    first_night = FIRST_NIGHTS[number - 1]
    matches = planned_matches(number, divisions, first_night)
    return SeasonPlan(
        number=number,
        first_night=first_night,
        divisions=divisions,
        squads=squads,
        records=tuple(Record(match=match, cards=cards_of(match, squads)) for match in matches),
        is_finished=all(match.date and match.date < NIGHT_TO_ENTER for match in matches),
    )


def cards_of(match: PlannedMatch, squads: Squads) -> tuple[CardVersion, ...]:
    """The card of a match whose sheet is in, played for the purpose; none for the others."""
    if (
        match.date is None
        or match.date >= NIGHT_TO_ENTER
        or match.name in SHEETS_NOT_IN
        or match.name in WALKOVERS
    ):
        return ()
    sheet = played_sheet(match, squads, variants.get(VARIANT).rules, MATCH_FORMAT)
    card = CardVersion(sheet=sheet, entered_at=_saturday_after(match.date, match.name))
    correction = CORRECTED.get(match.name)
    return (card,) if correction is None else _corrected(card, correction)


def _saturday_after(day: date, name: Name) -> datetime:
    """When the sheet was typed: on Saturday morning, one after the other; a late one on Sunday."""
    saturday = day + timedelta(days=(SATURDAY - day.weekday()) % 7)
    sheets_before = 5 * (name.division - 1) + name.nth - 1
    typed_at = datetime.combine(saturday, PAPER_TIME) + timedelta(minutes=MINUTES_A_SHEET * sheets_before)
    return typed_at + timedelta(days=1) if name in LATE_SHEETS else typed_at


def _corrected(right: CardVersion, correction: Correction) -> tuple[CardVersion, CardVersion]:
    """First the card with one table the wrong way round, then the right one."""
    turned = mirrored(right.sheet).tables
    tables = tuple(
        wrong if wrong.number == correction.table else table
        for wrong, table in zip(turned, right.sheet.tables, strict=True)
    )
    put_right_at = right.entered_at + timedelta(days=3)
    return (
        replace(right, sheet=replace(right.sheet, tables=tables), set_aside_at=put_right_at),
        replace(right, entered_at=put_right_at, reason=correction.reason),
    )


def divisions_after(season: SeasonPlan) -> tuple[tuple[Team, ...], tuple[Team, ...]]:
    """The divisions of the next season: two up, two down, by the final tables."""
    top, bottom = (final_table(season, number) for number in (1, 2))
    return (
        (*top[:-UP_AND_DOWN], *bottom[:UP_AND_DOWN]),
        (*top[-UP_AND_DOWN:], *bottom[UP_AND_DOWN:]),
    )


def final_table(season: SeasonPlan, division: int) -> tuple[Team, ...]:
    """The teams of a division of the finished season in the order they ended."""
    teams = dict(enumerate(season.divisions[division - 1]))
    keys = {team.slug: key for key, team in teams.items()}
    outcomes = [_outcome(record, keys) for record in season.records if record.match.name.division == division]
    names = {key: team.name for key, team in teams.items()}
    rows = standings(outcomes, (), names, Scheme.of(MATCH_FORMAT, tie_breaks=HECKMONDWIKE_TIE_BREAKS))
    return tuple(teams[row.record.team] for row in rows)


def _outcome(record: Record, keys: dict[str, int]) -> MatchOutcome:
    match, sheet = record.match, record.sheet
    if match.date is None or sheet is None:
        raise ValueError(f"{match.name} of the finished season was not played")
    return MatchOutcome(
        match=match.name.week,
        week=match.name.week,
        date=match.date,
        home=keys[match.home.slug],
        away=keys[match.away.slug],
        tables=tuple(
            TableOutcome(
                number=table.number,
                games=tuple((game.home_score or 0, game.away_score or 0) for game in table.games),
            )
            for table in sheet.tables
        ),
    )
