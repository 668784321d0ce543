"""The demo's cup of pairs: two groups that are played out, and semi-finals that are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from league.cups.brackets import bracket_of
from league.cups.entries import CupState, Entrant, TieResult
from league.cups.progress import with_draw, with_result
from league.cups.rules import CupRules, DrawnBy, GroupRules
from league.cups.selectors.cups import AND
from league.matches.outcomes import Pair
from tests.tools.demo.chance import same_every_time
from tests.tools.demo.people import Person, Squads
from tests.tools.demo.pubs import ST_BLAISE, Pub, Team

CUP_NAME, CUP_SLUG = "Pairs Shield", "pairs-shield"
RULES = CupRules(drawn_by=DrawnBy.BRACKET, groups=GroupRules(number=2, through=2))
LOTS = ("the bus that was late: 231", "the number of pies that were left")
PAIRS = 8
TARGET = 15
TO_MONDAY = timedelta(days=4)  # the league plays on Thursdays
WEEKS_OF_ROUNDS = {1: 2, 2: 4, 3: 6}
STARTS_AT = time(19, 30)
DRAWN, DRAWN_AT = timedelta(days=4), time(19, tzinfo=UTC)
ENTERED_AT = time(22, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsCupPlan:
    """The cup with the two people of each entrant, in the order of entering, and its nights by round."""

    cup: CupState
    people: tuple[tuple[Person, Person], ...]
    nights: dict[int, date]
    drawn_at: tuple[datetime, datetime]
    at: Pub


def the_pairs_cup(*, teams: Sequence[Team], squads: Squads, first_night: date) -> PairsCupPlan:
    """The first two players of so many teams, drawn into groups that are played and drawn again."""
    shown = (
        [signing.person for signing in squads[team.slug] if signing.person.shown == "full"] for team in teams
    )
    people = tuple((first, second) for first, second, *_ in shown)[:PAIRS]
    entrants = tuple(
        Entrant(key=number, name=AND.join(person.name for person in pair))
        for number, pair in enumerate(people, start=1)
    )
    cup = with_draw(CupState(rules=RULES, entrants=entrants), LOTS[0])
    for cup_round in bracket_of(cup).group_rounds:
        for tie in cup_round.ties:
            score = _score(tie.round, tie.number)
            cup = with_result(cup, TieResult(round=tie.round, number=tie.number, legs=(score,)))
    nights = {
        number: first_night + timedelta(weeks=week - 1) + TO_MONDAY
        for number, week in WEEKS_OF_ROUNDS.items()
    }
    return PairsCupPlan(
        cup=with_draw(cup, LOTS[1]),
        people=people,
        nights=nights,
        drawn_at=(
            datetime.combine(first_night + DRAWN, DRAWN_AT),
            datetime.combine(max(nights.values()), ENTERED_AT),
        ),
        at=ST_BLAISE,
    )


def _score(round_number: int, number: int) -> Pair:
    dice = same_every_time("pairs cup", round_number, number)
    beaten = dice.randrange(3, TARGET)
    return (TARGET, beaten) if dice.randrange(2) else (beaten, TARGET)
