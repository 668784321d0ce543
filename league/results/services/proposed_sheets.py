"""Services that carry out what the captains signed or proposed: for the other captain, or for the secretary.

A sheet that is complete with a proposal becomes the result. If its table is then not finished, the corrected
hands go into the log, and the match waits until it is finished and signed again. What the secretary chose can
be undone exactly.
"""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from league.competition.services import bump_revision
from league.matches.services import follow_tie
from league.models import Draft, Match, Objection, Scorecard, Side, Signature, User
from league.results.log import CARDS, Body, Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.proposals import FINAL, SheetVersion
from league.results.selectors.agreement import proposed_version, teams_of
from league.results.selectors.log import log_of
from league.results.selectors.reports import UNSETTLED, WAITS, is_waiting
from league.results.selectors.scorecards import confirmed_card, latest_version, sheet_of
from league.results.services.card_rows import new_card
from league.results.services.disputes import reopen_dispute
from league.results.services.entries import receive_entries
from league.results.services.objections import AnsweredMeanwhile, current_objection, held_objection
from league.results.services.report_letters import notify_of_acceptance
from league.results.services.reports import (
    IN_ALREADY,
    SET_ASIDE,
    Signer,
    agree_on,
    sign_card,
)
from league.results.services.scorecards import (
    StaleCard,
    close_objections,
    confirm_scorecard,
    end_reports,
    lock_matches,
    set_aside,
)
from league.shared.errors import CHANGED_SINCE, Refused, written_whole

NO_PROPOSAL = "This objection does not say what it should be. Correct the sheet and sign again."
Written = tuple[tuple[SheetPlace, Body], ...]
"""Places of a log that were written, each with its fields before."""


def accept_objection(*, objection: Objection, signer: Signer, now: datetime.datetime) -> Scorecard | None:
    """Accept what the other side proposes: the changed sheet counts, signed by both, if it is complete.

    Otherwise its table goes on; then None is returned. Accepting twice is no mistake. The objection comes
    with its card and match. Raises AnsweredMeanwhile if it was withdrawn or decided, Refused if it is not
    theirs to answer, proposes nothing or is about a sheet that was replaced.
    """
    match = objection.scorecard.match
    with held_objection(objection) as objection:
        if objection.side == signer.side:
            raise Refused("Only the side that reported can accept this.")
        if objection.state == Objection.State.CORRECTED:
            return confirmed_card(match)
        proposed = hold_proposal(objection, match)
        write_to_log(objection, proposed, now)
        if proposed.is_complete:
            card = _signed_by_both(objection, proposed, match, signer, now)
        else:
            card = None
            close_objections(match=match, state=Objection.State.CORRECTED, now=now, to=objection.scorecard)
            team, word = teams_of(match)[signer.side], match.division.season.rule_book.table_word
            end_reports(
                match=match,
                now=now,
                decision=f"{team} accepted the correction. {word.capitalize()} {objection.table} goes on.",
                by=signer.user,
                side=signer.side,
            )
        notify_of_acceptance(objection=objection, match=match, proposed=proposed, now=now)
        bump_revision(league_id=match.division.season.league_id)
    return card


def hold_proposal(objection: Objection, match: Match) -> SheetVersion:
    """Return the sheet as an objection proposes it, in a locked match whose recorded sheet still waits.

    Raises AnsweredMeanwhile and Refused as accepting does.
    """
    if objection.state not in (Objection.State.OPEN, Objection.State.DISPUTED):
        raise AnsweredMeanwhile
    if confirmed_card(match):
        raise Refused(IN_ALREADY)
    if not is_waiting(objection.scorecard):
        raise Refused(SET_ASIDE)
    if not objection.proposed:
        raise Refused(NO_PROPOSAL)
    recorded = SheetVersion(match, sheet_of(objection.scorecard))
    proposed = proposed_version(objection, recorded)
    if proposed.refusals:
        raise Refused(" ".join(proposed.refusals))
    return proposed


def _signed_by_both(
    objection: Objection, proposed: SheetVersion, match: Match, signer: Signer, now: datetime.datetime
) -> Scorecard:
    """Save the changed sheet as the result. Whoever proposed it signed that very sheet."""
    close_objections(match=match, state=Objection.State.CORRECTED, now=now)
    objector = Side(objection.side)
    end_reports(match=match, now=now, decision="The captains agreed on a correction.", side=signer.side)
    version = latest_version(match) + 1
    card = new_card(
        match, proposed.sheet, now=now, version=version, is_confirmed=False, reported_for=objector
    )
    enrolment = match.division.season.enrolments.filter(team=teams_of(match)[objector]).first()
    name = enrolment.captain_name if enrolment else ""
    how = Signature.How(objection.made_how or Signature.How.LINK)
    sign_card(card, Signer(side=objector, name=name), objection.made_at, how)
    return agree_on(card, match, signer, now)


def write_to_log(objection: Objection, proposed: SheetVersion, now: datetime.datetime) -> Written:
    """Add the changed game to the log where it says something else; return what stood there.

    The caller has locked the match.
    """
    match, table, game = proposed.match, objection.table, objection.game
    logged = LoggedMatch(match, log_of(match))
    places = set(proposed.places(table, game)) | {
        place
        for place in logged.stands
        if (place.table, place.game) == (table, game) and (place.hand or place.name == FINAL)
    }
    wanted = {place: proposed.body(place) for place in sorted(places)}
    before = {place: logged.bodies.get(place, {}) for place in wanted}
    new = {place: body for place, body in wanted.items() if _marks(before[place]) != _marks(body)}
    put_into_log(logged, new, about=f"objection {objection.pk}", sent_for=objection.side, now=now)
    return tuple((place, before[place]) for place in new)


def put_into_log(
    logged: LoggedMatch, bodies: dict[SheetPlace, Body], *, about: str, sent_for: str, now: datetime.datetime
) -> None:
    """Replace what stands at some places of a log. `about` names the reason, for the ids of the entries."""
    phone = uuid.uuid5(uuid.NAMESPACE_OID, about)
    sent = [
        Sent(
            client_id=uuid.uuid5(phone, f"{place} {now.isoformat()}"),
            place=place,
            body=body,
            follows=tuple(uuid.UUID(head) for head in logged.heads(place)),
            entered_at=now,
        )
        for place, body in bodies.items()
    ]
    received = receive_entries(match=logged.match, sent=sent, phone=phone, received_at=now, sent_for=sent_for)
    if received.refused:
        raise Refused(" ".join(received.refused.values()))


def _marks(body: Body) -> dict[str, object]:
    """Return the fields of a place that an objection can change; a log may note cards beside them."""
    return {name: value for name, value in body.items() if value and name not in CARDS}


# --- What the secretary chooses ---------------------------------------------------------------------
NO_SUCH_SHEET = "That sheet does not wait any more: look at how it stands now."
OWN_DRAFT = "You have a draft of this result. Confirm or delete it first."
CORRECTED_SINCE = "The result has been corrected or withdrawn since. Correct it on its own page."
SCORED_SINCE = "The table has been scored since. Correct it on its own page."
DISPUTED_SINCE = "The match has been disputed again since. Decide that dispute first."
UNDONE = "Undone: which sheet counts is to be decided again."


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeChoice:
    """What the choice of a sheet ended: the reports that waited, the objections to them, the dispute.

    Objections have their state and when they were answered. `dispute` is a key, None without one. `log`
    are the places of the log that a proposal changed.
    """

    reports: tuple[int, ...]
    objections: Mapping[int, tuple[str, datetime.datetime | None]]
    dispute: int | None
    log: Written = ()


def choose_sheet(
    *, match: Match, version: int, began_from: int, reason: str, by: User, now: datetime.datetime
) -> tuple[Scorecard, BeforeChoice]:
    """Confirm the signed sheet of that version as the result; return its card, and what it ended.

    `began_from` is the newest version that was shown. The match comes with its season and rule book. The same
    choice by the same person twice is no mistake. Raises Refused if there is no such sheet or its chooser has
    a draft of the result, and as `confirm_scorecard` does.
    """
    with written_whole():
        lock_matches(match)
        report = match.scorecards.filter(version=version).exclude(reported_for="").first()
        if report is None:
            raise Refused(NO_SUCH_SHEET)
        if Draft.objects.filter(match=match, user=by).exists():
            raise Refused(OWN_DRAFT)
        before = _as_it_is(match)
        card = confirm_scorecard(
            match=match, sheet=sheet_of(report), by=by, began_from=began_from, reason=reason, now=now
        )
        return card, _with_dispute(before, match, now)


def choose_proposal(
    *, objection: Objection, began_from: int, reason: str, by: User, now: datetime.datetime
) -> tuple[Scorecard | None, BeforeChoice]:
    """Use the sheet as an objection proposes it; return its card, and what the choice ended.

    If its table is not finished with that, the card is None: the corrected hands go into the log, and the
    match waits to be finished. The objection comes with its card and match. Raises StaleCard,
    AnsweredMeanwhile or Refused as accepting does.
    """
    match = objection.scorecard.match
    with written_whole():
        lock_matches(match)
        objection = current_objection(objection)
        proposed = hold_proposal(objection, match)
        if latest_version(match) != began_from:
            raise StaleCard(confirmed_card(match), by)
        if Draft.objects.filter(match=match, user=by).exists():
            raise Refused(OWN_DRAFT)
        before = replace(_as_it_is(match), log=write_to_log(objection, proposed, now))
        card = None
        if proposed.is_complete:
            card = confirm_scorecard(
                match=match, sheet=proposed.sheet, by=by, began_from=began_from, reason=reason, now=now
            )
        else:
            end_reports(match=match, now=now, decision=reason.strip(), by=by)
        bump_revision(league_id=match.division.season.league_id)
        return card, _with_dispute(before, match, now)


def _as_it_is(match: Match) -> BeforeChoice:
    """Return the reports and objections that wait in a locked match."""
    objections = Objection.objects.filter(scorecard__match=match, state__in=UNSETTLED)
    return BeforeChoice(
        reports=tuple(match.scorecards.filter(WAITS).values_list("pk", flat=True)),
        objections={objection.pk: (objection.state, objection.answered_at) for objection in objections},
        dispute=None,
    )


def _with_dispute(before: BeforeChoice, match: Match, now: datetime.datetime) -> BeforeChoice:
    closed = match.disputes.filter(closed_at=now).last()
    return replace(before, dispute=closed.pk if closed else None)


def undo_chosen_sheet(
    *, card: Scorecard, before: BeforeChoice, decided_at: datetime.datetime, by: User, now: datetime.datetime
) -> None:
    """Undo the choice of a sheet: the sheets wait again as they did, and their dispute is reopened.

    The card that counted stays on record, set aside. `decided_at` is when it was chosen. Raises Refused if
    the result was corrected or the match disputed since.
    """
    match = card.match
    with written_whole():
        lock_matches(match)
        if confirmed_card(match) != card or latest_version(match) != card.version:
            raise Refused(CORRECTED_SINCE)
        if Match.with_ties.filter(pk=match.pk).exclude(disputed_because="").exists():
            raise Refused(DISPUTED_SINCE)
        set_aside(card, now=now, because=UNDONE)
        follow_tie(match)
        _restore(match, before, decided_at=decided_at, by=by, now=now)


def undo_reopened_table(
    *,
    objection: Objection,
    before: BeforeChoice,
    decided_at: datetime.datetime,
    by: User,
    now: datetime.datetime,
) -> None:
    """Undo the choice of a proposal by which a table went on: the sheets wait again, the log is as it was.

    Raises Refused if the match was scored or signed since.
    """
    match = objection.scorecard.match
    with written_whole():
        lock_matches(match)
        if match.scorecards.filter(entered_at__gt=decided_at).exists() or confirmed_card(match):
            raise Refused(CORRECTED_SINCE)
        if match.entries.filter(received_at__gt=decided_at).exists():
            raise Refused(SCORED_SINCE)
        if Match.with_ties.filter(pk=match.pk).exclude(disputed_because="").exists():
            raise Refused(DISPUTED_SINCE)
        _restore(match, before, decided_at=decided_at, by=by, now=now)


def _restore(
    match: Match, before: BeforeChoice, *, decided_at: datetime.datetime, by: User, now: datetime.datetime
) -> None:
    reports = Scorecard.objects.filter(pk__in=before.reports, set_aside_at=decided_at)
    if reports.update(set_aside_at=None, set_aside_because="") != len(before.reports):
        raise Refused(CHANGED_SINCE)
    for key, (state, answered_at) in before.objections.items():
        decided = Objection.objects.filter(pk=key, state=Objection.State.DECIDED)
        decided.update(state=state, answered_at=answered_at)
    if before.log:
        logged = LoggedMatch(match, log_of(match))
        about = f"undone {match.pk} {decided_at.isoformat()}"
        put_into_log(logged, dict(before.log), about=about, sent_for="", now=now)
    if before.dispute:
        reopen_dispute(match=match, dispute=before.dispute, by=by, now=now)
    bump_revision(league_id=match.division.season.league_id)
