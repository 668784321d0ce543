"""The ledger: fees and fines that pubs owe, payments and credits.

Lines are struck out, never changed. Amounts are pence, always more than nothing; which way a line counts is
for its kind to say.
"""

import datetime

from league.models import Charge, League, Pub, Season, Team, User
from league.regulations.selectors.ledger import STRUCK_OUT
from league.shared.errors import GONE, Refused, verify, written_whole

OWED = (Charge.Kind.FEE, Charge.Kind.FINE)
TWICE = (
    "This amount is already entered with this date and reason. If there are two, change the reason of the "
    "second."
)
OF_A_PENALTY = "This fine belongs to a sanction. Undo the sanction with a reason, and the fine is deleted."

# Both together fit into a line, so that a struck one can say why.
LONGEST_REASON = 100
LONGEST_STRIKE = 80


def enter_line(
    *,
    pub: Pub,
    kind: str,
    pence: int,
    reason: str,
    on: datetime.date,
    by: User,
    season: Season | None = None,
    team: Team | None = None,
) -> Charge:
    """Enter one line of a pub: a fee or fine owed, a payment, or a sum let off (a credit).

    Raises Refused when the very same line stands there: a button pressed twice must not charge twice.
    """
    with written_whole():
        # Locked, so that the second of two requests sees what the first has written.
        list(Pub.objects.select_for_update(no_key=True).filter(pk=pub.pk))
        charge = new_line(
            pub=pub, kind=kind, pence=pence, reason=reason, on=on, by=by, season=season, team=team
        )
        same = {"pub": pub, "team": team, "kind": kind, "pence": charge.pence, "on": on}
        if Charge.objects.in_force().filter(**same, reason=charge.reason).exists():
            raise Refused(TWICE)
        verify(charge)
        charge.save()
    return charge


def charge_teams(*, season: Season, pence: int, reason: str, on: datetime.date, by: User) -> list[Charge]:
    """Charge every team of a season the same fee, each to its pub.

    Teams that were charged the same for the same reason in this season are left out, so that a team that
    joins late can be charged alone. Raises Refused when that leaves nobody.
    """
    with written_whole():
        list(Season.objects.select_for_update(no_key=True).filter(pk=season.pk))
        enrolments = list(season.enrolments.select_related("team__pub"))
        charges = [
            new_line(
                pub=each.team.pub,
                kind=Charge.Kind.FEE,
                pence=pence,
                reason=reason,
                on=on,
                by=by,
                season=season,
                team=each.team,
            )
            for each in enrolments
        ]
        if not charges:
            raise Refused(f"No team plays in {season} yet, so there is no pub to charge.")
        fields = {"season": season, "kind": Charge.Kind.FEE, "pence": pence, "reason": charges[0].reason}
        charged = set(Charge.objects.in_force().filter(**fields).values_list("team_id", flat=True))
        missing = [charge for charge in charges if charge.team_id not in charged]
        if not missing:
            raise Refused(f"Every team of {season} has been charged this already, for the same reason.")
        for charge in missing:
            verify(charge)
        return Charge.objects.bulk_create(missing)


def strike_out(*, charge: Charge, because: str, on: datetime.date) -> Charge:
    """Strike a line out, with the reason. It stays readable and counts no more; twice changes nothing more.

    Raises Refused without a reason, or for the fine of a penalty, which is taken back with it.
    """
    because = because.strip()
    if not because:
        raise Refused("Type a reason for deleting the line.")
    if len(because) > LONGEST_STRIKE:
        raise Refused(f"The reason may have {LONGEST_STRIKE} letters; this has {len(because)}.")
    with written_whole():
        try:
            charge = Charge.objects.select_for_update(of=("self",), no_key=True).get(pk=charge.pk)
        except Charge.DoesNotExist:
            raise Refused(GONE) from None
        if charge.struck_out_on is not None:
            return charge
        if charge.offence_id is not None:
            raise Refused(OF_A_PENALTY)
        charge.reason = f"{charge.reason}{STRUCK_OUT}{because}"
        charge.save(update_fields=["reason"])
        strike(charge=charge, on=on)
    charge.refresh_from_db()
    return charge


def strike(*, charge: Charge, on: datetime.date) -> None:
    """Strike a line out, inside the caller's transaction."""
    Charge.objects.in_force().filter(pk=charge.pk).update(struck_out_on=on)


def save_how_to_pay(*, league: League, words: str) -> None:
    """Save how pubs pay, as it stands on their statements."""
    league.how_to_pay = words.strip()
    with written_whole():
        verify(league)
        league.save(update_fields=["how_to_pay"])


def new_line(
    *,
    pub: Pub,
    kind: str,
    pence: int,
    reason: str,
    on: datetime.date,
    by: User | None,
    season: Season | None = None,
    team: Team | None = None,
) -> Charge:
    """Return a line that is not saved yet. Raises Refused for an amount or reason that cannot be."""
    reason = reason.strip()
    if pence <= 0:
        raise Refused("An amount is more than 0. Choose payment or credit beside it.")
    if not reason:
        raise Refused("Say what the amount is for.")
    if len(reason) > LONGEST_REASON:
        raise Refused(f"The reason may have {LONGEST_REASON} letters; this has {len(reason)}.")
    return Charge(
        league_id=pub.league_id,
        pub=pub,
        team=team,
        season=season,
        kind=kind,
        pence=pence if kind in OWED else -pence,
        on=on,
        reason=reason,
        entered_by=by,
    )
