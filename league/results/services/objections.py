"""Services of objections.

A side objects to the other's report; the other corrects it, or stands by it and the match is disputed. While
a result is in dispute, the confirmed one counts.
"""

import datetime

from league.competition.services import bump_revision
from league.models import Match, Objection, Scorecard, Side, Team
from league.results.models.disputes import LONGEST_REASON
from league.results.selectors.reports import is_waiting, place_words, waiting_report
from league.results.services.disputes import dispute_match, end_dispute
from league.results.services.report_letters import notify_of_dispute, notify_of_objection
from league.results.services.reports import OWN_REPORT, SET_ASIDE, Signer, current_card, lock_match
from league.shared.errors import Refused, refused_by, verify, written_whole

OBJECTED = "Your side has already objected. Wait for the answer."
ANSWERED = "This has been answered meanwhile. Check it again."


def object_to(
    *,
    card: Scorecard,
    signer: Signer,
    table: int,
    because: str,
    now: datetime.datetime,
    game: int = 1,
    hand: int | None = None,
) -> Objection:
    """Object to the other side's report at one place, with the reason; its time stops until that is answered.

    Raises Refused: no reason, no such table, their own report, one that waits no more, an objection made
    already.
    """
    match = card.match
    if not because.strip():
        raise Refused("Describe what is wrong.")
    if not 1 <= table <= match.division.season.rule_book.tables:
        raise Refused(f"The match has no table {table}.")
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
            made_at=now,
        )
        verify(objection)
        with refused_by(one_open_objection_a_side=OBJECTED, league_objection=OBJECTED):
            objection.save(force_insert=True)
        notify_of_objection(objection=objection, match=match, now=now)
        bump_revision(league_id=match.division.season.league_id)
    return objection


def withdraw_objection(*, objection: Objection, signer: Signer, now: datetime.datetime) -> Objection:
    """Withdraw an objection without signing the report, whose time goes on.

    Raises Refused if it is the other side's, or answered already.
    """
    match = objection.scorecard.match
    with written_whole():
        lock_match(match)
        objection = _current(objection)
        if objection.side != signer.side:
            raise Refused("Only the side that objected can withdraw it.")
        if objection.state == Objection.State.WITHDRAWN:
            return objection
        if objection.state not in (Objection.State.OPEN, Objection.State.DISPUTED):
            raise Refused(ANSWERED)
        was_disputed = objection.state == Objection.State.DISPUTED
        _answer(objection, Objection.State.WITHDRAWN, now)
        if was_disputed:
            team = _teams(match)[signer.side]
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
    with written_whole():
        lock_match(match)
        objection = _current(objection)
        if objection.side == signer.side:
            raise Refused("Only the side that reported can answer this.")
        if objection.state == Objection.State.DISPUTED:
            return objection
        if objection.state != Objection.State.OPEN:
            raise Refused(ANSWERED)
        _dispute(objection, match, now, answer, signer)
    return objection


def leave_unanswered(*, objection: Objection, now: datetime.datetime) -> Objection:
    """Open a dispute about an objection that the other side has not answered in its time."""
    match = objection.scorecard.match
    with written_whole():
        lock_match(match)
        objection = _current(objection)
        if objection.state != Objection.State.OPEN:
            raise Refused(ANSWERED)
        _dispute(objection, match, now)
    return objection


def dispute_reports(*, match: Match, where: str, now: datetime.datetime) -> Match:
    """Open a dispute about a match in which both sides signed different sheets.

    Raises Refused if one of them has moved after all.
    """
    with written_whole():
        held = lock_match(match)
        if held.disputed_because or not all(waiting_report(match, side) for side in Side):
            raise Refused(ANSWERED)
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
    if not Match.objects.filter(pk=match.pk).exclude(disputed_because="").exists():
        where = place_words(objection, match.division.season.rule_book)
        words = f"{_teams(match)[Side(objection.side)]}, {where}: {objection.because}"
        match = dispute_match(
            match=match,
            because=words[:LONGEST_REASON],
            now=now,
            by=signer.user if signer else None,
            side=signer.side if signer else None,
        )
        notify_of_dispute(match=match, now=now)


def _teams(match: Match) -> dict[Side, Team]:
    return {Side.HOME: match.home, Side.AWAY: match.away}


def _answer(objection: Objection, state: Objection.State, now: datetime.datetime) -> None:
    objection.state = state
    objection.answered_at = objection.answered_at or now
    verify(objection)
    objection.save(update_fields=["state", "answered_at", "answer"])


def _current(objection: Objection) -> Objection:
    current = Objection.objects.select_related("scorecard").filter(pk=objection.pk).first()
    if current is None:
        raise Refused(ANSWERED)
    return current
