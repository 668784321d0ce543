"""Services that carry out what an objection proposes: the other captain accepts it, or the secretary does.

A sheet that is complete with it becomes the result. If its table is then not finished, the corrected hands go
into the log, and the match waits until it is finished and signed again.
"""

import datetime
import uuid

from league.competition.services import bump_revision
from league.models import Match, Objection, Scorecard, Side, Signature
from league.results.log import CARDS, Body, Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.proposals import FINAL, SheetVersion
from league.results.selectors.agreement import proposed_version, teams_of
from league.results.selectors.log import log_of
from league.results.selectors.reports import is_waiting
from league.results.selectors.scorecards import confirmed_card, latest_version, sheet_of
from league.results.services.card_rows import write_card
from league.results.services.entries import record_entries
from league.results.services.objections import AnsweredMeanwhile, held_objection
from league.results.services.report_letters import notify_of_acceptance
from league.results.services.reports import (
    IN_ALREADY,
    SET_ASIDE,
    Signer,
    agree_on,
    sign_card,
)
from league.results.services.scorecards import close_objections, end_reports
from league.shared.errors import Refused

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
    card = Scorecard(
        match=match,
        version=latest_version(match) + 1,
        is_confirmed=False,
        entered_at=now,
        reported_for=objector,
        remarks=proposed.sheet.remarks,
    )
    card.clean_fields(exclude=["match"])
    write_card(card, proposed.sheet)
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
    received = record_entries(match=logged.match, sent=sent, phone=phone, received_at=now, sent_for=sent_for)
    if received.refused:
        raise Refused(" ".join(received.refused.values()))


def _marks(body: Body) -> dict[str, object]:
    """Return the fields of a place that an objection can change; a log may note cards beside them."""
    return {name: value for name, value in body.items() if value and name not in CARDS}
