"""Services by which captains agree on a result: one side signs, the other signs, objects or stays silent."""

import datetime
from dataclasses import dataclass

from league.competition.services import bump_revision, count_result
from league.matches.selectors import league_clock
from league.matches.services import follow_tie
from league.matches.sheet.values import Sheet
from league.models import CaptainLink, Match, Objection, Scorecard, Side, Signature, User
from league.regulations.selectors.eligibility import blocking
from league.results.selectors.reports import OTHER_SIDE, is_waiting, stands_at, waiting_report
from league.results.selectors.scorecards import confirmed_card, latest_version, sheet_of
from league.results.services.card_rows import new_card
from league.results.services.disputes import dispute_marked, end_dispute
from league.results.services.report_letters import notify_of_report
from league.results.services.scorecards import (
    STALE,
    StaleCard,
    close_objections,
    end_reports,
    lock_matches,
    set_aside,
    whole_sheet,
)
from league.shared.errors import GONE, Refused, refused_by, written_whole

IN_ALREADY = "The match already has a result. If it is wrong, tell the secretary."
NO_DATE = "The match has no date. Agree on the night it was played, then sign."
OWN_REPORT = "Your side has signed this sheet. The other side must agree."
SET_ASIDE = "This sheet has been replaced. Open the newest one."


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """The person who acts for a side: its captain, identified by a link, an account or `by` a PIN."""

    side: Side
    name: str = ""
    link: CaptainLink | None = None
    user: User | None = None
    by: Signature.How | None = None

    @property
    def how(self) -> Signature.How:
        if self.by:
            return self.by
        return Signature.How.LINK if self.link else Signature.How.ACCOUNT


def sign_report(
    *, match: Match, sheet: Sheet, signer: Signer, began_from: int, now: datetime.datetime
) -> Scorecard:
    """Sign a sheet for one side. It waits for the other; if that has signed the very same, it is the result.

    The side's earlier report is set aside, and objections to it count as corrected. Signing the same sheet
    twice is no mistake. The match comes with its teams, season, league and rule book. Raises SheetRefused,
    StaleCard (something was signed since `began_from`), Refused.
    """
    sheet = whole_sheet(match, sheet)
    with written_whole():
        held = lock_match(match)
        current = confirmed_card(match)
        own, theirs = (waiting_report(match, side) for side in (signer.side, OTHER_SIDE[signer.side]))
        for card in (current, own):
            if card and _has_signed(card, signer.side) and sheet_of(card) == sheet:
                return card
        if current:
            raise Refused(IN_ALREADY)
        _verify_played(held, now)
        if theirs and sheet_of(theirs) == sheet:
            return agree_on(theirs, match, signer, now)
        if latest_version(match) != began_from:
            raise StaleCard(theirs or own)
        if blocked := blocking(match, sheet, side=signer.side):
            raise Refused(" ".join(blocked))
        return _report(match, sheet, signer, own, is_contradicting=theirs is not None, now=now)


def countersign(*, card: Scorecard, signer: Signer, now: datetime.datetime) -> Scorecard:
    """Agree to the other side's report: that very card is the result, with both signatures.

    It settles a dispute about the report. Agreeing twice is no mistake. The card comes with its match. Raises
    StaleCard if it was replaced meanwhile, Refused if it is their own or another result is in.
    """
    match = card.match
    with written_whole():
        lock_match(match)
        card = current_card(card, match)
        if card.is_confirmed and _has_signed(card, signer.side):
            return card
        current = confirmed_card(match)
        if current:
            raise Refused(IN_ALREADY)
        if card.reported_for == signer.side:
            raise Refused(OWN_REPORT)
        if not is_waiting(card):
            raise StaleCard(waiting_report(match, OTHER_SIDE[signer.side]))
        return agree_on(card, match, signer, now)


def accept_in_silence(*, card: Scorecard, now: datetime.datetime) -> Scorecard:
    """Confirm a report whose time has run out: the other side's silence counts as agreement.

    Raises Refused if the other side objected or signed meanwhile.
    """
    match = card.match
    with written_whole():
        held = lock_match(match)
        card = current_card(card, match)
        objections = card.objections.filter(state__in=(Objection.State.OPEN, Objection.State.DISPUTED))
        silent = OTHER_SIDE[Side(card.reported_for)]
        if (
            not is_waiting(card)
            or held.disputed_because
            or objections.exists()
            or waiting_report(match, silent)
        ):
            raise Refused(SET_ASIDE)
        if card.waits_until is None or now <= card.waits_until:
            raise Refused("The other side still has time to answer.")
        return agree_on(card, match, Signer(side=silent), now, how=Signature.How.SILENCE)


def lock_match(match: Match) -> Match:
    """Return the match as it is now, locked until the transaction ends. Raises Refused if it is gone."""
    lock_matches(match)
    held = Match.with_ties.select_related("division__season__league").filter(pk=match.pk).first()
    if held is None:
        raise Refused(GONE)
    return held


def current_card(card: Scorecard, match: Match) -> Scorecard:
    """Return the card as it is now that its match is locked. Raises Refused if it is gone."""
    scorecard = match.scorecards.filter(pk=card.pk).first()
    if scorecard is None:
        raise Refused(GONE)
    return scorecard


def _has_signed(card: Scorecard, side: Side) -> bool:
    return card.signatures.filter(side=side).exists()


def _verify_played(match: Match, now: datetime.datetime) -> None:
    if match.date is None:
        raise Refused(NO_DATE)
    if match.date > league_clock(match.division.season.league, now).date():
        raise Refused(
            f"The match is to be played on {match.date:%A} {match.date.day} {match.date:%B}: sign after that."
        )


def _report(
    match: Match,
    sheet: Sheet,
    signer: Signer,
    earlier: Scorecard | None,
    *,
    is_contradicting: bool,
    now: datetime.datetime,
) -> Scorecard:
    """Save one more version, which waits. A side has one report, so its earlier one is set aside."""
    if earlier:
        corrected = close_objections(match=match, state=Objection.State.CORRECTED, now=now, to=earlier)
        set_aside(earlier, now=now)
        if corrected or is_contradicting:
            team = match.home if signer.side == Side.HOME else match.away
            end_dispute(
                match=match,
                decision=f"{team} signed a different sheet.",
                now=now,
                by=signer.user,
                side=signer.side,
            )
    with refused_by(one_waiting_report_a_side=STALE, scorecard_version_once=STALE, league_scorecard=STALE):
        card = new_card(
            match,
            sheet,
            now=now,
            version=latest_version(match) + 1,
            is_confirmed=False,
            reported_for=signer.side,
            waits_until=stands_at(match.division.season, now),
        )
    sign_card(card, signer, now, signer.how)
    notify_of_report(card=card, sheet=sheet, now=now)
    bump_revision(league_id=match.division.season.league_id)
    return card


def agree_on(
    card: Scorecard,
    match: Match,
    signer: Signer,
    now: datetime.datetime,
    *,
    how: Signature.How | None = None,
) -> Scorecard:
    """Make a report the result. The agreeing side's objections to it are withdrawn by that."""
    close_objections(match=match, state=Objection.State.WITHDRAWN, now=now, to=card)
    close_objections(match=match, state=Objection.State.CORRECTED, now=now)
    end_reports(
        match=match,
        now=now,
        but=card,
        decision="The captains agreed on the result.",
        by=signer.user,
        side=signer.side,
    )
    card.is_confirmed = True
    with refused_by(one_confirmed_scorecard=STALE, league_scorecard=STALE):
        card.save(update_fields=["is_confirmed"])
    follow_tie(match)
    sign_card(card, signer, now, how or signer.how)
    dispute_marked(match=match, sheet=sheet_of(card), now=now, by=signer.user, side=signer.side)
    count_result(match=match)
    return card


def sign_card(card: Scorecard, signer: Signer, now: datetime.datetime, how: Signature.How) -> None:
    """Add the signature of a side to a card, once."""
    with refused_by(
        signed_once_by_a_side="This side has already signed.",
        league_signature="This side has already signed.",
    ):
        Signature.objects.create(
            scorecard=card,
            side=signer.side,
            signed_at=now,
            how=how,
            name=signer.name,
            link=signer.link,
            user=signer.user,
        )
