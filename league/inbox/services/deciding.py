"""Decisions from the inbox: each is written with its record in one transaction."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from league.competition.season_rules.rules import Sanction
from league.competition.selectors import league_today
from league.inbox.models import Decision
from league.messages.letters import day as day_words
from league.models import (
    Appeal,
    League,
    Match,
    Objection,
    Offence,
    Postponement,
    Season,
    Side,
    Team,
    User,
)
from league.regulations.selectors.ineligible import PlayerToCheck
from league.regulations.selectors.sanctions import Cost
from league.regulations.services.appeals import (
    appealed,
    decide_appeal,
    hold_appeal,
)
from league.regulations.services.eligibility import accept_player
from league.regulations.services.sanctions import (
    Application,
    apply_offence,
    hold,
    waive_offence,
)
from league.results.selectors.agreement import teams_of
from league.results.services.disputes import close_dispute
from league.results.services.proposed_sheets import BeforeChoice, choose_proposal, choose_sheet
from league.results.services.report_letters import notify_of_decision
from league.results.services.scorecards import StaleCard
from league.scheduling.services.postponements import (
    agree_postponement,
    refuse_postponement,
)
from league.shared.errors import Refused, verify, written_whole

Kind = Decision.Kind
REASON_REQUIRED = "Type a reason: the teams will ask."
SHEETS_CHANGED = (
    "The sheets have changed since you opened the page: a captain has signed, or somebody has decided. "
    "This is how it stands now."
)
DECIDED_MEANWHILE = "This was decided meanwhile on another page. The page of the matter shows how it stands."


def decide_sanctions(
    *,
    league: League,
    offences: Sequence[Offence],
    seen: Mapping[str, Cost] | None,
    reason: str,
    by: User,
    now: datetime.datetime,
) -> list[Decision]:
    """Apply offences as proposed, or waive them, all or none.

    `seen` is the cost of each that was shown, by its public id; None waives them. Raises Refused when one was
    decided meanwhile, when one costs something else by now, or when one is waived without a reason.
    """
    decisions = []
    with written_whole():
        # Before the offences, as waiving and undoing do: two who decide the same ones wait here.
        seasons = Season.objects.select_for_update(no_key=True).order_by("pk")
        list(seasons.filter(pk__in={offence.season_id for offence in offences}))
        for offence in sorted(offences, key=lambda offence: offence.pk):
            if seen is None:
                decided = waive_offence(offence=offence, by=by, now=now, because=reason)
            else:
                decided = _apply_as_seen(offence, seen[offence.public_id], by, now)
            decisions.append(
                _record(
                    league=league,
                    kind=Kind.SANCTION,
                    match=decided.match,
                    about=decided.public_id,
                    question=f"Sanction for {decided.team}: {decided.reason}",
                    decision="Waived" if seen is None else "Applied",
                    reason=reason,
                    by=by,
                    now=now,
                    done_at=decided.decided_at,
                )
            )
    return decisions


def _apply_as_seen(offence: Offence, seen: Cost, by: User, now: datetime.datetime) -> Offence:
    """Apply an offence at the cost that was shown. Raises Refused, with both, if it costs another by now."""
    held = hold(offence)
    if held.state == Offence.State.PROPOSED and (held.halves, held.pence) != (seen.halves, seen.pence):
        before, cost = (Sanction(halves=each.halves, pence=each.pence).words for each in (seen, held))
        raise Refused(
            f"The sanction for {held.team} has changed since you opened the page: it was {before} and is "
            f"{cost} now. Nothing has been applied. Check it and decide again."
        )
    return apply_offence(offence=held, by=by, now=now, halves=seen.halves, pence=seen.pence)


def decide_player(
    *, league: League, player: PlayerToCheck, reason: str, by: User, now: datetime.datetime
) -> Decision:
    """Accept a player the rules object to.

    Raises Refused without a reason, or if the result was corrected.
    """
    with written_whole():
        accepted = accept_player(player=player, by=by, now=now, reason=reason)
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
            done_at=accepted.accepted_at,
        )


def decide_dispute(
    *, league: League, match: Match, dispute: int, reason: str, by: User, now: datetime.datetime
) -> Decision:
    """Close the dispute of that key: the confirmed result counts. 0 is one without a history.

    Raises Refused without a reason, or, with what changed, if it was closed or another is open by now.
    """
    with written_whole():
        closed = close_dispute(match=match, dispute=dispute, decision=reason, by=by, now=now)
        return _record(
            league=league,
            kind=Kind.DISPUTE,
            match=match,
            about=closed.pk,
            question=f"Dispute: {closed.reason}",
            decision="Closed, the result counts as entered",
            reason=reason,
            by=by,
            now=now,
            done_at=closed.closed_at,
        )


def decide_sheet(
    *,
    league: League,
    match: Match,
    version: int,
    began_from: int,
    reason: str,
    by: User,
    now: datetime.datetime,
) -> Decision:
    """Choose one of the signed sheets of a match as its result, which ends its dispute.

    `began_from` is the newest version that was shown. The match comes with its season and rule book. Raises
    Refused without a reason, or if the sheets have changed since.
    """
    if not reason.strip():
        raise Refused(REASON_REQUIRED)
    question = f"Dispute: {match.disputed_because}"
    with written_whole():
        try:
            card, before = choose_sheet(
                match=match, version=version, began_from=began_from, reason=reason, by=by, now=now
            )
        except StaleCard as stale:
            raise Refused(SHEETS_CHANGED) from stale
        words = f"Used the sheet of {_signer_of(match, version)}"
        notify_of_decision(match=match, decision=words, reason=reason, now=now)
        return _record(
            league=league,
            kind=Kind.SHEET,
            match=match,
            about=card.pk,
            before=_before_choice(before),
            question=question,
            decision=words,
            reason=reason,
            by=by,
            now=now,
            done_at=card.entered_at,
        )


def decide_proposal(
    *, league: League, objection: Objection, began_from: int, reason: str, by: User, now: datetime.datetime
) -> Decision:
    """Use the sheet as an objection proposes it, which ends its dispute; its table may then go on.

    `began_from` is the newest version that was shown. The objection comes with its card and match. Raises
    Refused without a reason, or if the sheets have changed since.
    """
    if not reason.strip():
        raise Refused(REASON_REQUIRED)
    match = objection.scorecard.match
    question = f"Dispute: {match.disputed_because or objection.because}"
    with written_whole():
        try:
            card, before = choose_proposal(
                objection=objection, began_from=began_from, reason=reason, by=by, now=now
            )
        except StaleCard as stale:
            raise Refused(SHEETS_CHANGED) from stale
        team, book = teams_of(match)[Side(objection.side)], match.division.season.rule_book
        goes_on = "" if card else f"; {book.table_word} {objection.table} goes on"
        words = f"Used the version of {team}{goes_on}"
        notify_of_decision(match=match, decision=words, reason=reason, now=now)
        return _record(
            league=league,
            kind=Kind.PROPOSAL,
            match=match,
            about=[objection.pk, card.pk if card else None],
            before=_before_choice(before),
            question=question,
            decision=words,
            reason=reason,
            by=by,
            now=now,
            done_at=card.entered_at if card else now,
        )


def _before_choice(before: BeforeChoice) -> dict[str, object]:
    """Return what a choice ended as plain values, to be read by `_choice_before` when it is undone."""
    return {
        "reports": list(before.reports),
        "objections": [[key, state, at and at.isoformat()] for key, (state, at) in before.objections.items()],
        "dispute": before.dispute,
        "log": [[place.table, place.game, place.name, dict(body)] for place, body in before.log],
    }


def _signer_of(match: Match, version: int) -> Team:
    side = match.scorecards.values_list("reported_for", flat=True).get(version=version)
    return match.home if side == Side.HOME else match.away


def decide_on_appeal(
    *,
    league: League,
    appeal: Appeal,
    is_upheld: bool,
    decided_by: str,
    reason: str,
    by: User,
    now: datetime.datetime,
) -> Decision:
    """Uphold or dismiss an appeal. `decided_by` and `reason` are words, as "the committee".

    Raises Refused without them, or when it was decided meanwhile.
    """
    with written_whole():
        held = hold_appeal(appeal)
        if held.outcome != Appeal.Outcome.OPEN:
            raise Refused(f"The appeal was decided meanwhile: {held.get_outcome_display()}.")
        before = appealed(held)
        decide_appeal(
            appeal=held,
            upheld=is_upheld,
            decided_by=decided_by,
            decision=reason,
            on=league_today(league, now),
            by=by,
            now=now,
        )
        about = held.offence or held.ruling
        return _record(
            league=league,
            kind=Kind.APPEAL,
            match=about.match if about else None,
            about=held.public_id,
            before={
                "ruling_in_force": before.ruling_in_force,
                "application": _written(before.application),
            },
            question=f"Appeal by {held.made_by} against: {about}",
            decision=f"{'Upheld' if is_upheld else 'Dismissed'} by {decided_by.strip()}",
            reason=reason,
            by=by,
            now=now,
            done_at=now,
        )


def _written(application: Application | None) -> dict[str, object] | None:
    """Return how an offence was applied as plain values, to be read by `_undo_appeal`."""
    if application is None:
        return None
    return asdict(application) | {"decided_at": application.decided_at.isoformat()}


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
            answered = agree_postponement(postponement=postponement, to=to, now=now)
        elif not reason.strip():
            raise Refused("Give the reason, in a few words. The team that asked will ask.")
        else:
            answered = refuse_postponement(postponement=postponement, because=reason.strip(), now=now)
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
            done_at=answered.answered_at,
        )


def _record(
    *,
    kind: Decision.Kind,
    about: object,
    question: str,
    decision: str,
    by: User,
    now: datetime.datetime,
    done_at: datetime.datetime | None,
    **fields: object,
) -> Decision:
    """Write down a decision, whose row the caller has locked.

    `done_at` is when what it is about was decided: if it is recorded of that moment, somebody was quicker
    with the same, and their record is returned. Raises Refused if they decided it on another page.
    """
    same = Decision.objects.filter(kind=kind, about=about, undone_at=None)
    first = same.filter(decided_at=done_at).first() if done_at else None
    if first is not None:
        return first
    if done_at != now:
        raise Refused(DECIDED_MEANWHILE)
    record = Decision(
        kind=kind,
        about=about,
        question=question[:300],
        decision=decision[:300],
        decided_by=by,
        decided_at=now,
        **fields,
    )
    verify(record)
    record.save()
    return record
