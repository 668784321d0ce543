"""Lines of the ledger for a cup's entries: a team's fee is owed by its pub, and given back if it leaves."""

import datetime
from collections.abc import Iterable

from league.competition.selectors import league_today
from league.models import Charge, Cup, CupEntry, User
from league.regulations.services.ledger import new_line, strike_out
from league.shared.errors import verify

LEFT, OTHER_FEE, DELETED = "left before the draw", "the fee was changed", "the cup was deleted"


def charge_entries(cup: Cup, entries: Iterable[CupEntry], *, by: User | None) -> None:
    """Charge the teams among these entries the fee of the cup. The cup is locked."""
    if not cup.fee:
        return
    for team in (entry.team for entry in entries):
        if team is not None:
            charge = new_line(
                pub=team.pub,
                kind=Charge.Kind.FEE,
                pence=cup.fee,
                reason=_reason(cup),
                on=_today(cup),
                by=by,
                season=cup.season,
                team=team,
            )
            verify(charge)
            charge.save()


def give_back(cup: Cup, entries: Iterable[CupEntry], because: str) -> None:
    """Strike out the fees of these entries. The cup is locked."""
    teams = [entry.team_id for entry in entries if entry.team_id]
    charges = Charge.objects.in_force().filter(
        season=cup.season, team__in=teams, kind=Charge.Kind.FEE, pence=cup.fee, reason=_reason(cup)
    )
    for charge in charges if cup.fee else ():
        strike_out(charge=charge, because=because, on=_today(cup))


def _reason(cup: Cup) -> str:
    return f"Entry fee, {cup.name}"


def _today(cup: Cup) -> datetime.date:
    return league_today(cup.season.league)
