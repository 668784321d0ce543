"""Carries out what the rules say about a match, and changes the regulations of a season."""

import datetime

from league.competition.season_rules.rules import Regulations, to_data
from league.competition.services import bump_revision
from league.matches.services import give_walkover
from league.models import Match, Offence, RuleBook, Ruling, Season, User
from league.regulations.facts import Forfeit
from league.regulations.selectors.verdicts import Costs, Verdict
from league.regulations.services.sanctions import propose_offence
from league.shared.errors import GONE, Refused, verify, written_whole

NOTHING = "By the season’s rules there is nothing to give here."


def carry_out(
    *, match: Match, verdict: Verdict, by: User, on: datetime.date, now: datetime.datetime
) -> tuple[list[Ruling], list[Offence]]:
    """Rule on the forfeits of a verdict, with their reasons, and propose its penalties.

    Points and money still wait for the secretary's decision. Raises Refused if there is nothing to give, or
    if one of the tables was given or declared void already: then nothing is.
    """
    costses = [cost for cost in verdict.costs if cost.is_proposed]
    if not verdict.forfeits and not costses:
        raise Refused(NOTHING)
    with written_whole():
        rulings = [_give(match, forfeit, by, on) for forfeit in verdict.forfeits]
        offences = [_propose(match, cost, now) for cost in costses]
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


CHANGED = (
    "Somebody else has changed the rules since you opened the page. Your text is still here, and the "
    "present rules are below. Save again to replace them."
)
FINISHED = "The season is finished: its tables are final, and nothing falls due in it any more."


def set_regulations(*, season: Season, regulations: Regulations, began_from: Regulations) -> RuleBook:
    """Save the regulations of a season. Earlier decisions stay.

    `began_from` is what they were when typing began. The same kept twice changes nothing more. Raises Refused
    if they have been changed meanwhile, or if the season is finished.
    """
    with written_whole():
        held = list(RuleBook.objects.select_for_update(no_key=True).filter(season=season))
        if not held:
            raise Refused(GONE)
        (book,) = held
        if Season.objects.filter(pk=season.pk, is_finished=True).exists():
            raise Refused(FINISHED)
        now = book.season_regulations()
        if now == regulations:
            return book
        if now != began_from:
            raise Refused(CHANGED)
        book.regulations = to_data(regulations)
        verify(book)
        book.save(update_fields=["regulations"])
        bump_revision(league_id=season.league_id)
    return book
