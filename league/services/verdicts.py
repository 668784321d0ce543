"""What the season's rules say about a match, carried out on one press: all of it, or nothing."""

import datetime

from league.models import Match, Offence, Ruling, User
from league.regulations import Forfeit
from league.selectors.verdicts import Costs, Verdict
from league.services.offences import propose_offence
from league.services.refusals import Refused, written_whole
from league.services.rulings import give_walkover

NOTHING = "By the season’s rules there is nothing to give here."


def carry_out(
    *, match: Match, verdict: Verdict, by: User, on: datetime.date, now: datetime.datetime
) -> tuple[list[Ruling], list[Offence]]:
    """Give what goes without play, with the rule's reasons, and propose what it costs beside that.

    Points and money still wait for the secretary's decision. Raises Refused if there is nothing to give, or
    if one of the tables was given or declared void already: then nothing is.
    """
    asked = [cost for cost in verdict.costs if cost.is_proposed]
    if not verdict.forfeits and not asked:
        raise Refused(NOTHING)
    with written_whole():
        rulings = [_give(match, forfeit, by, on) for forfeit in verdict.forfeits]
        offences = [_propose(match, cost, now) for cost in asked]
    return rulings, offences


def _give(match: Match, forfeit: Forfeit, by: User, on: datetime.date) -> Ruling:
    return give_walkover(
        match=match, table=forfeit.table, at_fault=forfeit.at_fault.value, reason=forfeit.reason, by=by, on=on
    )


def _propose(match: Match, cost: Costs, now: datetime.datetime) -> Offence:
    season = match.division.season
    kind = cost.rule.rpartition("-")[0]
    before = Offence.objects.filter(season=season, team=cost.team, kind__startswith=kind)
    return propose_offence(
        season=season,
        team=cost.team,
        match=match,
        kind=cost.rule,
        number=before.exclude(state=Offence.State.WAIVED).exclude(match=match, kind=cost.rule).count() + 1,
        fell_at=now,
        reason=cost.reason,
        halves=cost.penalty.halves,
        pence=cost.penalty.pence,
        in_play=cost.penalty.in_play,
    )
