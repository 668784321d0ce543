"""Services of objections.

A side objects to the other's report; the other accepts what it proposes (`proposed_sheets`), corrects it, or
stands by it and the match is disputed. While a result is in dispute, the confirmed one counts.
"""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from league.competition.services import bump_revision
from league.models import Match, Objection, Scorecard, Side
from league.results.models.disputes import LONGEST_REASON
from league.results.proposals import Changes, SheetVersion, changes_to_json, real_changes
from league.results.selectors.agreement import objection_words, teams_of
from league.results.selectors.reports import is_waiting, place_words, waiting_report
from league.results.selectors.scorecards import sheet_of
from league.results.services.disputes import dispute_match, end_dispute
from league.results.services.report_letters import notify_of_dispute, notify_of_objection
from league.results.services.reports import OWN_REPORT, SET_ASIDE, Signer, current_card, lock_match
from league.shared.errors import Refused, refused_by, verify, written_whole

OBJECTED = "Your side has already objected. Wait for the answer."
ANSWERED = "This has been answered meanwhile. Check it again."
NOTHING_CHANGED = "Nothing changed yet. Tap the hand that is wrong and enter what it should be."


class AnsweredMeanwhile(Refused):
    """The objection was answered or withdrawn after the page was opened."""

    def __init__(self) -> None:
        super().__init__(ANSWERED)


def object_to(
    *,
    card: Scorecard,
    signer: Signer,
    table: int,
    because: str,
    now: datetime.datetime,
    game: int = 1,
    hand: int | None = None,
    proposed: Changes | None = None,
) -> Objection:
    """Object to the other side's report; its time stops until that is answered.

    `proposed` are places of that game with the fields they should have. Without them the reason says what is
    wrong. Raises Refused: no reason, a proposal that changes nothing or cannot be, no such table, their own
    report, one that waits no more, an objection made already.
    """
    match = card.match
    if proposed is None and not because.strip():
        raise Refused("Describe what is wrong.")
    book = match.division.season.rule_book
    if not 1 <= table <= book.tables:
        raise Refused(f"The match has no {book.table_word} {table}.")
    with written_whole():
        held = lock_match(match)
        card = current_card(card, match)
        if card.reported_for == signer.side:
            raise Refused(OWN_REPORT)
        if not is_waiting(card):
            raise Refused(SET_ASIDE)
        if held.disputed_because:
            raise Refused("The secretary is already deciding this match.")
        objection = Objection(
            scorecard=card,
            side=signer.side,
            table=table,
            game=game,
            hand=hand,
            because=because.strip(),
            proposed=_proposal(match, card, proposed) if proposed is not None else {},
            made_at=now,
            made_how=signer.how,
        )
        verify(objection)
        with refused_by(one_open_objection_a_side=OBJECTED, league_objection=OBJECTED):
            objection.save(force_insert=True)
        notify_of_objection(objection=objection, match=match, now=now)
        bump_revision(league_id=match.division.season.league_id)
    return objection


def _proposal(match: Match, card: Scorecard, proposed: Changes) -> dict[str, Any]:
    """Return what is stored of a proposal, without places that are as they were recorded."""
    recorded = SheetVersion(match, sheet_of(card))
    changes = real_changes(recorded, proposed)
    if not changes:
        raise Refused(NOTHING_CHANGED)
    if refusals := SheetVersion(match, recorded.recorded, changes).refusals:
        raise Refused(" ".join(refusals))
    return changes_to_json(changes)


def withdraw_objection(*, objection: Objection, signer: Signer, now: datetime.datetime) -> Objection:
    """Withdraw an objection without signing the report, whose time goes on.

    Raises Refused if it is the other side's, or answered already.
    """
    match = objection.scorecard.match
    with held_objection(objection) as objection:
        if objection.side != signer.side:
            raise Refused("Only the side that objected can withdraw it.")
        if objection.state == Objection.State.WITHDRAWN:
            return objection
        if objection.state not in (Objection.State.OPEN, Objection.State.DISPUTED):
            raise AnsweredMeanwhile
        was_disputed = objection.state == Objection.State.DISPUTED
        _answer(objection, Objection.State.WITHDRAWN, now)
        if was_disputed:
            team = teams_of(match)[signer.side]
            end_dispute(
                match=match,
                decision=f"{team} withdrew their objection.",
                now=now,
                by=signer.user,
                side=signer.side,
            )
        bump_revision(league_id=match.division.season.league_id)
    return objection


def stand_by(*, objection: Objection, signer: Signer, answer: str, now: datetime.datetime) -> Objection:
    """Stand by a report against an objection: the secretary decides.

    Raises Refused if it is not theirs to answer, or answered already.
    """
    match = objection.scorecard.match
    with held_objection(objection) as objection:
        if objection.side == signer.side:
            raise Refused("Only the side that reported can answer this.")
        if objection.state == Objection.State.DISPUTED:
            return objection
        if objection.state != Objection.State.OPEN:
            raise AnsweredMeanwhile
        _dispute(objection, match, now, answer, signer)
    return objection


def leave_unanswered(*, objection: Objection, now: datetime.datetime) -> Objection:
    """Open a dispute about an objection that the other side has not answered in its time."""
    match = objection.scorecard.match
    with held_objection(objection) as objection:
        if objection.state != Objection.State.OPEN:
            raise AnsweredMeanwhile
        _dispute(objection, match, now)
    return objection


def dispute_reports(*, match: Match, where: str, now: datetime.datetime) -> Match:
    """Open a dispute about a match in which both sides signed different sheets.

    Raises Refused if one of them has moved after all.
    """
    with written_whole():
        held = lock_match(match)
        if held.disputed_because or not all(waiting_report(match, side) for side in Side):
            raise AnsweredMeanwhile
        because = f"Both sides have signed, not the same: {where}"[:LONGEST_REASON]
        match = dispute_match(match=match, because=because, now=now)
        notify_of_dispute(match=match, now=now)
    return match


def _dispute(
    objection: Objection,
    match: Match,
    now: datetime.datetime,
    answer: str = "",
    signer: Signer | None = None,
) -> None:
    objection.answer = answer.strip()
    _answer(objection, Objection.State.DISPUTED, now)
    if not Match.with_ties.filter(pk=match.pk).exclude(disputed_because="").exists():
        if objection.proposed:
            words = objection_words(objection, SheetVersion(match, sheet_of(objection.scorecard)))
        else:
            where = place_words(objection, match.division.season.rule_book)
            words = f"{teams_of(match)[Side(objection.side)]}, {where}: {objection.because}"
        match = dispute_match(
            match=match,
            because=words[:LONGEST_REASON],
            now=now,
            by=signer.user if signer else None,
            side=signer.side if signer else None,
        )
        notify_of_dispute(match=match, now=now)


def _answer(objection: Objection, state: Objection.State, now: datetime.datetime) -> None:
    objection.state = state
    objection.answered_at = objection.answered_at or now
    verify(objection)
    objection.save(update_fields=["state", "answered_at", "answer"])


@contextmanager
def held_objection(objection: Objection) -> Iterator[Objection]:
    """Lock the match of an objection for what is written, and yield the objection as it is now."""
    with written_whole():
        lock_match(objection.scorecard.match)
        yield current_objection(objection)


def current_objection(objection: Objection) -> Objection:
    """Return an objection as it is now that its match is locked. Raises AnsweredMeanwhile if it is gone."""
    current = Objection.objects.select_related("scorecard").filter(pk=objection.pk).first()
    if current is None:
        raise AnsweredMeanwhile
    return current
