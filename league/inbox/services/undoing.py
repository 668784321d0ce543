"""Undo of decisions from the inbox: what was decided is open again, exactly as it was."""

import datetime

from league.inbox.models import Decision
from league.models import (
    Appeal,
    MatchDispute,
    Objection,
    Offence,
    Postponement,
    Scorecard,
    User,
)
from league.regulations.selectors.ineligible import ineligible_players
from league.regulations.services.appeals import (
    Appealed,
    reopen_appeal,
)
from league.regulations.services.eligibility import undo_accepted
from league.regulations.services.sanctions import (
    Application,
    reopen_offence,
)
from league.results.log import SheetPlace
from league.results.services.disputes import reopen_dispute
from league.results.services.proposed_sheets import BeforeChoice, undo_chosen_sheet, undo_reopened_table
from league.scheduling.services.postponements import (
    reopen_postponement,
)
from league.shared.errors import CHANGED_SINCE, GONE, Refused, written_whole

Kind = Decision.Kind


def undo_decision(*, decision: Decision, by: User, now: datetime.datetime) -> Decision:
    """Undo a decision: the question is open again, and the record says who undid it. Twice is no mistake.

    Raises Refused when what was decided has been changed since.
    """
    with written_whole():
        # Locked, so that two people who press Undo do it once.
        held = Decision.objects.select_for_update(of=("self",), no_key=True).filter(pk=decision.pk).first()
        if held is None:
            raise Refused(GONE)
        if held.undone_at:
            return held
        _UNDO[Kind(held.kind)](held, by, now)
        held.undone_at, held.undone_by = now, by
        held.save(update_fields=["undone_at", "undone_by"])
    return held


def _undo_sanction(decision: Decision, by: User, now: datetime.datetime) -> None:
    offence = Offence.objects.filter(public_id=decision.about).first()
    if offence is None:
        raise Refused(CHANGED_SINCE)
    reopen_offence(offence=offence, decided_at=decision.decided_at, now=now)


def _undo_player(decision: Decision, by: User, now: datetime.datetime) -> None:
    players = ineligible_players(Scorecard.objects.filter(match__decisions=decision))
    player = next((player for player in players if list(player.key) == decision.about), None)
    if player is None:
        raise Refused(CHANGED_SINCE)
    undo_accepted(player=player, accepted_at=decision.decided_at)


def _undo_dispute(decision: Decision, by: User, now: datetime.datetime) -> None:
    dispute = MatchDispute.objects.filter(pk=decision.about).select_related("match").first()
    if dispute is None:
        raise Refused(CHANGED_SINCE)
    reopen_dispute(match=dispute.match, dispute=dispute.pk, by=by, now=now)


def _undo_sheet(decision: Decision, by: User, now: datetime.datetime) -> None:
    cards = Scorecard.objects.select_related("match__division__season")
    card = cards.filter(pk=decision.about).first()
    if card is None:
        raise Refused(CHANGED_SINCE)
    before = _choice_before(decision)
    undo_chosen_sheet(card=card, before=before, decided_at=decision.decided_at, by=by, now=now)


def _undo_proposal(decision: Decision, by: User, now: datetime.datetime) -> None:
    key, card_key = decision.about
    before = _choice_before(decision)
    cards = Scorecard.objects.select_related("match__division__season")
    card = cards.filter(pk=card_key).first() if card_key else None
    if card:
        undo_chosen_sheet(card=card, before=before, decided_at=decision.decided_at, by=by, now=now)
        return
    objections = Objection.objects.select_related("scorecard__match__division__season__rule_book")
    objection = objections.filter(pk=key).first()
    if card_key or objection is None:
        raise Refused(CHANGED_SINCE)
    undo_reopened_table(objection=objection, before=before, decided_at=decision.decided_at, by=by, now=now)


def _choice_before(decision: Decision) -> BeforeChoice:
    stored = decision.before
    return BeforeChoice(
        reports=tuple(stored["reports"]),
        objections={key: (state, _moment(at)) for key, state, at in stored["objections"]},
        dispute=stored["dispute"],
        log=tuple((SheetPlace(table, game, name), body) for table, game, name, body in stored.get("log", ())),
    )


def _undo_appeal(decision: Decision, by: User, now: datetime.datetime) -> None:
    appeal = Appeal.objects.filter(public_id=decision.about).select_related("offence", "ruling").first()
    if appeal is None:
        raise Refused(CHANGED_SINCE)
    written = decision.before["application"]
    before = Appealed(
        ruling_in_force=decision.before["ruling_in_force"],
        application=Application(**written | {"decided_at": _moment(written["decided_at"])})
        if written
        else None,
    )
    reopen_appeal(appeal=appeal, before=before, decided_at=decision.decided_at, now=now)


def _moment(written: str | None) -> datetime.datetime | None:
    return datetime.datetime.fromisoformat(written) if written else None


def _undo_postponement(decision: Decision, by: User, now: datetime.datetime) -> None:
    postponement = Postponement.objects.filter(public_id=decision.about).select_related("match").first()
    if postponement is None:
        raise Refused(CHANGED_SINCE)

    def day(name: str) -> datetime.date | None:
        written = decision.before.get(name)
        return datetime.date.fromisoformat(written) if written else None

    reopen_postponement(
        postponement=postponement,
        date=day("date"),
        postponed_from=day("from"),
        because=decision.before.get("because", ""),
        answered_at=decision.decided_at,
    )


_UNDO = {
    Kind.SANCTION: _undo_sanction,
    Kind.PLAYER: _undo_player,
    Kind.DISPUTE: _undo_dispute,
    Kind.SHEET: _undo_sheet,
    Kind.PROPOSAL: _undo_proposal,
    Kind.APPEAL: _undo_appeal,
    Kind.POSTPONEMENT: _undo_postponement,
}
