"""Decisions from the inbox: each is written with its record in one transaction, and can be undone."""

import datetime
from collections.abc import Sequence

from league.inbox.models import Decision
from league.messages.letters import day as day_words
from league.models import League, Match, MatchDispute, Offence, Postponement, User
from league.regulations.selectors.ineligible import PlayerToCheck, ineligible_players
from league.regulations.services.eligibility import accept_player, undo_accepted
from league.regulations.services.sanctions import apply_offence, reopen_offence, waive_offence
from league.results.services.disputes import close_dispute, reopen_dispute
from league.scheduling.services.postponements import (
    agree_postponement,
    refuse_postponement,
    reopen_postponement,
)
from league.shared.errors import GONE, Refused, verify, written_whole

Kind = Decision.Kind
CHANGED_SINCE = "What was decided has been changed since, so it cannot be undone from here."


def decide_sanctions(
    *,
    league: League,
    offences: Sequence[Offence],
    is_applied: bool,
    reason: str,
    by: User,
    now: datetime.datetime,
) -> list[Decision]:
    """Apply offences as proposed, or waive them, all or none.

    Raises Refused when one was decided meanwhile, or when one is waived without a reason.
    """
    decisions = []
    with written_whole():
        for offence in sorted(offences, key=lambda offence: offence.pk):
            if is_applied:
                decided = apply_offence(offence=offence, by=by, now=now)
            else:
                decided = waive_offence(offence=offence, by=by, now=now, because=reason)
            decisions.append(
                _record(
                    league=league,
                    kind=Kind.SANCTION,
                    match=decided.match,
                    about=decided.public_id,
                    question=f"Sanction for {decided.team}: {decided.reason}",
                    decision="Applied" if is_applied else "Waived",
                    reason=reason,
                    by=by,
                    now=now,
                )
            )
    return decisions


def decide_player(
    *, league: League, player: PlayerToCheck, reason: str, by: User, now: datetime.datetime
) -> Decision:
    """Accept a player the rules object to.

    Raises Refused without a reason, or if the result was corrected.
    """
    with written_whole():
        accept_player(player=player, by=by, now=now, reason=reason)
        return _record(
            league=league,
            kind=Kind.PLAYER,
            match=player.match,
            about=list(player.key),
            question=f"{player.called} for {player.team}: does the result count?",
            decision="Accepted",
            reason=reason,
            by=by,
            now=now,
        )


def decide_dispute(
    *, league: League, match: Match, dispute: int, reason: str, by: User, now: datetime.datetime
) -> Decision:
    """Close a dispute: the confirmed result counts. Raises Refused without a reason, or if it was closed."""
    question = f"Dispute: {match.disputed_because}"
    with written_whole():
        closed = close_dispute(match=match, dispute=dispute, decision=reason, by=by, now=now)
        return _record(
            league=league,
            kind=Kind.DISPUTE,
            match=match,
            about=closed.pk,
            question=question,
            decision="Closed, the result counts as entered",
            reason=reason,
            by=by,
            now=now,
        )


def decide_postponement(
    *,
    league: League,
    postponement: Postponement,
    to: datetime.date | None,
    reason: str,
    by: User,
    now: datetime.datetime,
) -> Decision:
    """Move the match to one of the nights offered, or with `to=None` refuse the request.

    Raises Refused when it was answered meanwhile, when the night is not free any more, or when a refusal has
    no reason.
    """
    match = postponement.match
    before = {
        "date": match.date.isoformat() if match.date else None,
        "from": match.postponed_from.isoformat() if match.postponed_from else None,
        "because": match.postponed_because,
    }
    with written_whole():
        if to:
            agree_postponement(postponement=postponement, to=to, now=now)
        elif not reason.strip():
            raise Refused("Say why, in a few words: the team that asked will want to know.")
        else:
            refuse_postponement(postponement=postponement, because=reason.strip(), now=now)
        return _record(
            league=league,
            kind=Kind.POSTPONEMENT,
            match=match,
            about=postponement.public_id,
            before=before,
            question=f"Postponement: {postponement.reason}",
            decision=f"Moved to {day_words(to)}" if to else "Refused",
            reason=reason,
            by=by,
            now=now,
        )


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
    if offence is None or offence.decided_at != decision.decided_at:
        raise Refused(CHANGED_SINCE)
    reopen_offence(offence=offence, now=now)


def _undo_player(decision: Decision, by: User, now: datetime.datetime) -> None:
    players = ineligible_players(Match.objects.filter(decisions=decision))
    player = next((player for player in players if list(player.key) == decision.about), None)
    if player is None:
        raise Refused(CHANGED_SINCE)
    undo_accepted(player=player)


def _undo_dispute(decision: Decision, by: User, now: datetime.datetime) -> None:
    dispute = MatchDispute.objects.filter(pk=decision.about).select_related("match").first()
    if dispute is None:
        raise Refused(CHANGED_SINCE)
    reopen_dispute(match=dispute.match, dispute=dispute.pk, by=by, now=now)


def _undo_postponement(decision: Decision, by: User, now: datetime.datetime) -> None:
    postponement = Postponement.objects.filter(public_id=decision.about).select_related("match").first()
    if postponement is None or postponement.answered_at != decision.decided_at:
        raise Refused(CHANGED_SINCE)

    def day(name: str) -> datetime.date | None:
        written = decision.before.get(name)
        return datetime.date.fromisoformat(written) if written else None

    reopen_postponement(
        postponement=postponement,
        date=day("date"),
        postponed_from=day("from"),
        because=decision.before.get("because", ""),
    )


_UNDO = {
    Kind.SANCTION: _undo_sanction,
    Kind.PLAYER: _undo_player,
    Kind.DISPUTE: _undo_dispute,
    Kind.POSTPONEMENT: _undo_postponement,
}


def _record(*, question: str, decision: str, by: User, now: datetime.datetime, **fields: object) -> Decision:
    record = Decision(
        question=question[:300], decision=decision[:300], decided_by=by, decided_at=now, **fields
    )
    verify(record)
    record.save()
    return record
