"""Record and decide appeals of teams against rulings and penalties."""

import datetime
from dataclasses import dataclass

from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.matches.services import restore_in_transaction, revoke_in_transaction
from league.models import Appeal, Offence, Ruling, User
from league.regulations.services.sanctions import (
    Application,
    application_of,
    hold,
    hold_season_of,
    reckon_season_of,
    restore_application,
    undo,
)
from league.shared.errors import CHANGED_SINCE, GONE, Refused, verify, written_whole

AGAINST_NOTHING = "An appeal is against a ruling or against a sanction."
OPEN_ALREADY = "An appeal against this is open already: decide it first."


def record_appeal(
    *,
    made_on: datetime.date,
    made_by: str,
    words: str,
    ruling: Ruling | None = None,
    offence: Offence | None = None,
) -> Appeal:
    """Record an appeal against a ruling, or against a penalty (points and fine together).

    An appeal against the ruling of a penalty is one against the penalty. The same twice is the one appeal.
    Raises Refused when the decision is not in force or is later than the appeal, or when another appeal
    against it is open.
    """
    with written_whole():
        ruling, offence = _decision(ruling, offence)
        against = {"offence": offence} if offence else {"ruling": ruling}
        appeal = Appeal(**against, made_on=made_on, made_by=made_by.strip(), words=words.strip())
        opened = Appeal.objects.filter(**against, outcome=Appeal.Outcome.OPEN).first()
        if opened is not None:
            if (opened.made_by, opened.words) == (appeal.made_by, appeal.words):
                return opened
            raise Refused(OPEN_ALREADY)
        _refuse_not_in_force(ruling, offence)
        _refuse_before("It was decided on", _decided_on(ruling, offence), "an appeal against it was", made_on)
        verify(appeal)
        appeal.save()
        bump_revision(league_id=_league_of(appeal))
    return appeal


def decide_appeal(
    *,
    appeal: Appeal,
    upheld: bool,
    decided_by: str,
    decision: str,
    on: datetime.date,
    by: User,
    now: datetime.datetime,
) -> Appeal:
    """Decide an appeal: if upheld, undo the ruling and the fine; if dismissed, leave them.

    `decided_by` and `decision` are words ("the committee"); `by` is the account that types them. The same
    decision twice changes nothing more; raises Refused when it was decided otherwise, without words, or on a
    day before the appeal.
    """
    if not decision.strip() or not decided_by.strip():
        raise Refused("An appeal needs who decided it, and what was decided in a few words.")
    outcome = Appeal.Outcome.UPHELD if upheld else Appeal.Outcome.DISMISSED
    with written_whole():
        appeal = hold_appeal(appeal)
        if appeal.outcome == outcome:
            return appeal
        if appeal.outcome != Appeal.Outcome.OPEN:
            raise Refused(f"The appeal was already decided: {appeal.get_outcome_display()}.")
        _refuse_before("The appeal was made on", appeal.made_on, "its decision was", on)
        appeal.outcome = outcome
        appeal.decided_on = on
        appeal.decided_by = decided_by.strip()
        appeal.decision = decision.strip()
        verify(appeal)
        appeal.save(update_fields=["outcome", "decided_on", "decided_by", "decision"])
        if upheld:
            _take_back(appeal, by, now)
        bump_revision(league_id=_league_of(appeal))
    return appeal


@dataclass(frozen=True, slots=True, kw_only=True)
class Appealed:
    """What an appeal was against while it was open: a ruling in force or not, or an applied offence."""

    ruling_in_force: bool
    application: Application | None


def appealed(appeal: Appeal) -> Appealed:
    """Return what a held appeal is against, to be restored by `reopen_appeal`."""
    return Appealed(
        ruling_in_force=appeal.ruling is not None and appeal.ruling.revoked_on is None,
        application=application_of(appeal.offence) if appeal.offence else None,
    )


def reopen_appeal(
    *, appeal: Appeal, before: Appealed, decided_at: datetime.datetime, now: datetime.datetime
) -> Appeal:
    """Undo the decision of that moment on an appeal: it is open again, and what was given back is taken.

    The same ruling is in force again and the same fine counts. Twice is no mistake. Raises Refused when it
    has been changed since, when another appeal has been made since, or when its season is closed.
    """
    with written_whole():
        appeal = hold_appeal(appeal)
        if appeal.outcome == Appeal.Outcome.OPEN:
            return appeal
        against = {"offence": appeal.offence} if appeal.offence else {"ruling": appeal.ruling}
        if Appeal.objects.filter(**against, pk__gt=appeal.pk).exists():
            raise Refused("There is a newer appeal against the same decision. Decide that one.")
        if appeal.outcome == Appeal.Outcome.UPHELD:
            _take_again(appeal, before, decided_at)
        elif appealed(appeal) != before:
            raise Refused(CHANGED_SINCE)
        appeal.outcome, appeal.decided_on = Appeal.Outcome.OPEN, None
        appeal.decided_by = appeal.decision = ""
        verify(appeal)
        appeal.save(update_fields=["outcome", "decided_on", "decided_by", "decision"])
        if appeal.offence:
            reckon_season_of(appeal.offence, now)
        bump_revision(league_id=_league_of(appeal))
    return appeal


def _take_again(appeal: Appeal, before: Appealed, decided_at: datetime.datetime) -> None:
    if appeal.ruling is not None and before.ruling_in_force:
        restore_in_transaction(ruling=appeal.ruling)
    elif appeal.offence is not None and before.application is not None:
        if (appeal.offence.state, appeal.offence.decided_at) != (Offence.State.WAIVED, decided_at):
            raise Refused(CHANGED_SINCE)
        restore_application(offence=appeal.offence, application=before.application)


def _take_back(appeal: Appeal, by: User, now: datetime.datetime) -> None:
    if appeal.ruling is not None:
        revoke_in_transaction(
            ruling=appeal.ruling, on=league_today(appeal.ruling.division.season.league, now)
        )
    elif appeal.offence is not None and appeal.offence.state == Offence.State.APPLIED:
        undo(offence=appeal.offence, by=by, now=now, because="Upheld on appeal.")
        reckon_season_of(appeal.offence, now)


def _decision(ruling: Ruling | None, offence: Offence | None) -> tuple[Ruling | None, Offence | None]:
    """Lock and return the ruling or the penalty that is appealed."""
    if ruling is not None:
        offence = offence or Offence.objects.filter(ruling=ruling).first()
    if offence is not None:
        return None, hold(offence)
    if ruling is None:
        raise Refused(AGAINST_NOTHING)
    held = Ruling.objects.select_for_update(of=("self",), no_key=True)
    try:
        return held.select_related("division__season").get(pk=ruling.pk), None
    except Ruling.DoesNotExist:
        raise Refused(GONE) from None


def hold_appeal(appeal: Appeal) -> Appeal:
    """Lock and return the appeal and what it is about.

    The decision is held first: whoever takes it back holds it too. Raises Refused if it is gone.
    """
    if appeal.offence is not None:
        hold_season_of(appeal.offence)
    ruling, offence = _decision(appeal.ruling, appeal.offence)
    held = Appeal.objects.select_for_update(of=("self",), no_key=True)
    try:
        locked = held.get(pk=appeal.pk)
    except Appeal.DoesNotExist:
        raise Refused(GONE) from None
    locked.ruling, locked.offence = ruling, offence
    return locked


def _refuse_not_in_force(ruling: Ruling | None, offence: Offence | None) -> None:
    if offence is not None and offence.state != Offence.State.APPLIED:
        raise Refused("Nothing was taken, so there is nothing to appeal against.")
    if ruling is not None and ruling.revoked_on is not None:
        raise Refused("The ruling is already undone, so there is nothing to appeal against.")


def _decided_on(ruling: Ruling | None, offence: Offence | None) -> datetime.date:
    if offence is not None:
        return league_today(offence.season.league, offence.decided_at)
    if ruling is not None:
        return ruling.decided_on
    raise Refused(AGAINST_NOTHING)


def _refuse_before(what: str, first: datetime.date, then: str, day: datetime.date) -> None:
    if day < first:
        raise Refused(f"{what} {first:%d/%m/%Y}, so {then} not on {day:%d/%m/%Y}.")


def _league_of(appeal: Appeal) -> int:
    season = appeal.offence.season if appeal.offence else appeal.ruling.division.season  # type: ignore[union-attr]
    return season.league_id
