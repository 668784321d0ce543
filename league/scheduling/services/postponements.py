"""Postponements: a side requests one and offers nights, the other side answers, or the league decides.

Jobs of the clock warn captains before a deadline and close requests nobody answered. Each change and its
e-mails are written in one transaction; no letter is sent twice.
"""

import datetime
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.exceptions import ValidationError

from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.matches.rooms import hold_rooms
from league.matches.services import write_match
from league.messages.letters import (
    LAPSED,
    MOVING,
    WARNING,
    agreed_body,
    asked_body,
    lapsed_body,
    match_subject,
    moving_body,
    refused_body,
    warning_body,
)
from league.models import Enrolment, Match, Notice, Postponement, Side, User
from league.people.selectors import captains_of, sides_of
from league.regulations.selectors.deadlines import DeadlineWarning
from league.scheduling.selectors.free_nights import Window, night_of, nights_on
from league.scheduling.services.moves import hold_unplayed, postpone_match
from league.shared.errors import CHANGED_SINCE, GONE, Refused, refuse_invalid, written_whole

State = Postponement.State

# A longer list of nights is hard to answer.
MOST_OFFERED = 10
NOT_THE_ANSWERER = "Your team sent this request. The other team answers it."
NOT_THE_ASKER = "Only the team that asked can withdraw the request."


def request_postponement(
    *,
    match: Match,
    asked_by: Side,
    reason: str,
    offered: Sequence[datetime.date],
    answer_by: datetime.datetime | None,
    by: User | None,
    now: datetime.datetime,
    window: Window | None = None,
) -> Postponement:
    """Save a side's request for another night, with the nights it offers. The match stays where it is.

    `by` is the account that recorded it, if any. The same request again returns the one that is open.
    Raises Refused if the match was played, if another request is open, if a night offered is past or not
    free, or if the time to answer is over already.
    """
    offered = tuple(dict.fromkeys(offered))
    with written_whole():
        match = hold_unplayed(match)
        values = {"asked_by": asked_by, "reason": reason, "offered": [str(date) for date in offered]}
        waiting = match.postponements.filter(state=State.OPEN).first()
        if waiting and all(getattr(waiting, field) == value for field, value in values.items()):
            return waiting
        if waiting:
            raise Refused("This match already has an open request. Answer it first.")
        if len(offered) > MOST_OFFERED:
            raise Refused(f"{len(offered)} nights are offered; {MOST_OFFERED} are the most.")
        if answer_by and answer_by <= now:
            raise Refused("The day for the answer is past. Choose a later day.")
        _verify_nights(match, offered, now, window)
        request = Postponement(match=match, asked_at=now, answer_by=answer_by, recorded_by=by, **values)
        _write(request, match)
    return request


def agree_postponement(
    *,
    postponement: Postponement,
    to: datetime.date | None,
    now: datetime.datetime,
    answered_by: Side | None = None,
) -> Postponement:
    """Move a match as both sides have agreed: to a night, or off its date until there is one (`to=None`).

    `answered_by` is the side that answers for itself and may only accept an offered night; None if the
    secretary records what both have agreed. The same agreement again changes nothing. Raises Refused if the
    request is answered already, if that side made it, or if the night is not free any more.
    """
    with _held(postponement) as (request, match):
        _verify_other_side(request, answered_by)
        if (request.state, request.agreed_date) == (State.AGREED, to):
            return request
        _verify_open(request)
        if answered_by and str(to) not in request.offered:
            raise Refused("That night was not offered. Choose an offered night, or refuse.")
        if to:
            hold_rooms(match.division.season.league_id)
            _verify_nights(match, [to], now)
        match = postpone_match(match=match, to=to, reason=request.reason)
        _close(request, match, State.AGREED, now=now, agreed_date=to)
    return request


def refuse_postponement(
    *, postponement: Postponement, because: str, now: datetime.datetime, answered_by: Side | None = None
) -> Postponement:
    """Record that the other side refuses: the match stays where it is. A second refusal changes nothing.

    Raises Refused if the request is answered otherwise already, or if that side made it.
    """
    with _held(postponement) as (request, match):
        _verify_other_side(request, answered_by)
        if request.state != State.REFUSED:
            _close(request, match, State.REFUSED, now=now, because=because)
    return request


def withdraw_postponement(
    *, postponement: Postponement, now: datetime.datetime, answered_by: Side | None = None
) -> Postponement:
    """Withdraw a request. A second withdrawal changes nothing.

    Raises Refused if it is answered already, or if the other side made it.
    """
    with _held(postponement) as (request, match):
        if answered_by and answered_by != request.asked_by:
            raise Refused(NOT_THE_ASKER)
        if request.state != State.WITHDRAWN:
            _close(request, match, State.WITHDRAWN, now=now)
    return request


def lapse_postponement(*, postponement: Postponement, because: str, now: datetime.datetime) -> Postponement:
    """Close a request that nobody answered in time: by the season's rule the match stays where it is.

    Where the rule differs, `decide_date` moves it. Raises Refused while there is time to answer.
    """
    with _held(postponement) as (request, match):
        if request.state != State.LAPSED:
            if request.state == State.OPEN and request.answer_by and request.answer_by > now:
                raise Refused("There is still time to answer, so the request stays open.")
            _close(request, match, State.LAPSED, now=now, because=because)
    return request


def reopen_postponement(
    *,
    postponement: Postponement,
    date: datetime.date | None,
    postponed_from: datetime.date | None,
    because: str,
    answered_at: datetime.datetime,
) -> Postponement:
    """Undo the answer of that moment to a request: it waits again, and the match is back where it was, with
    its old reason.

    Raises Refused if it was answered otherwise since, if the match was played or moved since, or if another
    request waits by now.
    """
    with _held(postponement) as (request, match):
        if request.state not in (State.AGREED, State.REFUSED):
            raise Refused("The request is already open, or was closed.")
        if request.answered_at != answered_at:
            raise Refused(CHANGED_SINCE)
        if match.postponements.filter(state=State.OPEN).exists():
            raise Refused("This match now has another open request.")
        if request.state == State.AGREED:
            if match.date != request.agreed_date:
                raise Refused("The match has been moved again since. Move it on its own page.")
            match.date, match.postponed_from, match.postponed_because = date, postponed_from, because
            write_match(match, "date", "postponed_from", "postponed_because")
        request.state, request.answered_at = State.OPEN, None
        request.answered_because, request.agreed_date = "", None
        _write(request, match)
    return request


class NightTaken(Refused):
    """The night of a decision is not free: why, in a sentence."""


def decide_date(
    *,
    match: Match,
    to: datetime.date | None,
    reason: str,
    now: datetime.datetime,
    although_taken: bool = False,
) -> Match:
    """Move a match by the secretary's decision, which also closes an open request.

    Raises NightTaken if the pub has no table left that night, a side plays elsewhere or the season is over,
    unless `although_taken`; Refused as `postpone_match` does.
    """
    with written_whole():
        match = hold_unplayed(match)
        if to and to != match.date and not although_taken:
            hold_rooms(match.division.season.league_id)
            if obstacles := night_of(match, to).obstacles:
                raise NightTaken(f"{to:%d/%m/%Y} is not free: {'; '.join(obstacles)}.")
        match = postpone_match(match=match, to=to, reason=reason)
        for request in match.postponements.filter(state=State.OPEN):
            _close(request, match, State.LAPSED, now=now, because=reason, agreed_date=to)
    return match


@contextmanager
def _held(postponement: Postponement) -> Iterator[tuple[Postponement, Match]]:
    """Yield a request as it stands now, and its match, locked; what is done within is written whole."""
    with written_whole():
        match = hold_unplayed(postponement.match)
        request = Postponement.objects.filter(pk=postponement.pk).first()
        if request is None:
            raise Refused(GONE)
        yield request, match


def _verify_other_side(request: Postponement, answered_by: Side | None) -> None:
    if answered_by and answered_by == request.asked_by:
        raise Refused(NOT_THE_ANSWERER)


def _verify_open(request: Postponement) -> None:
    if request.state != State.OPEN:
        raise Refused(f"The request was answered meanwhile: {request.get_state_display()}.")


def _verify_nights(
    match: Match, dates: Sequence[datetime.date], now: datetime.datetime, window: Window | None = None
) -> None:
    today = league_today(match.division.season.league, now)
    for night in nights_on(match, dates, window=window):
        written = f"{night.date:%d/%m/%Y}"
        if night.date == match.date:
            raise Refused(f"The match is already on {written}. Offer another night.")
        if night.date and night.date < today:
            raise Refused(f"{written} is past. Offer a later night.")
        if not night.is_free:
            raise Refused(f"{written} is not free. {'. '.join(night.obstacles)}.")


def _close(
    request: Postponement,
    match: Match,
    state: Postponement.State,
    *,
    now: datetime.datetime,
    because: str = "",
    agreed_date: datetime.date | None = None,
) -> None:
    _verify_open(request)
    request.state, request.answered_at = state, now
    request.answered_because, request.agreed_date = because, agreed_date
    _write(request, match)


def _write(request: Postponement, match: Match) -> None:
    try:
        request.full_clean(exclude=["match", "recorded_by"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    request.save()
    bump_revision(league_id=match.division.season.league_id)


def request_from_other_side(
    *,
    match: Match,
    asked_by: Side,
    reason: str,
    offered: Sequence[datetime.date],
    answer_by: datetime.datetime | None,
    now: datetime.datetime,
    window: Window | None = None,
) -> Postponement:
    """Save a captain's request for another night and write to the other captain.

    Raises Refused as `request_postponement` does.
    """
    with written_whole():
        request = request_postponement(
            match=match,
            asked_by=asked_by,
            reason=reason,
            offered=offered,
            answer_by=answer_by,
            by=None,
            now=now,
            window=window,
        )
        other = Side.AWAY if asked_by == Side.HOME else Side.HOME
        _notify_captain(match, other, f"asked {request.public_id}", asked_body(match, request), now)
    return request


def accept_offer(
    *, postponement: Postponement, to: datetime.date, answered_by: Side, now: datetime.datetime
) -> Postponement:
    """Accept one of the nights for a captain and write to the one who offered it.

    Raises Refused as `agree_postponement` does.
    """
    with written_whole():
        request = agree_postponement(postponement=postponement, to=to, now=now, answered_by=answered_by)
        _notify_asker(request, agreed_body(request.match, to), now)
    return request


def refuse_offer(
    *, postponement: Postponement, because: str, answered_by: Side, now: datetime.datetime
) -> Postponement:
    """Record a captain's refusal and write to the one who made the request.

    Raises Refused as `refuse_postponement` does.
    """
    with written_whole():
        request = refuse_postponement(
            postponement=postponement, because=because, now=now, answered_by=answered_by
        )
        _notify_asker(request, refused_body(request.match, request.answered_because), now)
    return request


def _notify_asker(request: Postponement, text: str, now: datetime.datetime) -> None:
    about = f"answered {request.public_id}"
    _notify_captain(request.match, Side(request.asked_by), about, text, now, is_answer=True)


def _notify_captain(
    match: Match, side: Side, about: str, text: str, now: datetime.datetime, *, is_answer: bool = False
) -> None:
    """Write to the captain of a side, once about each matter; of requests if they want it."""
    team = match.home_id if side == Side.HOME else match.away_id
    captain = captains_of([sides_of(match)]).get((match.division_id, team))
    if captain is None or not captain.email:
        return
    if not is_answer and not captain.wants(Enrolment.LetterKind.MOVE):
        return
    league = match.division.season.league
    letter = Notice(
        league=league,
        match=match,
        kind=Notice.Kind.POSTPONEMENT,
        about=about,
        to=captain.email,
        subject=match_subject(MOVING, match),
        body=moving_body(captain, text, league),
        wanted_at=now,
    )
    Notice.objects.bulk_create([letter], ignore_conflicts=True)


UNANSWERED = "Nobody answered in time."


def warn_captain(*, warned: DeadlineWarning, now: datetime.datetime) -> None:
    """Write to a captain what is due in a match and what happens otherwise, once for each deadline."""
    match = warned.match
    league = match.division.season.league
    _queue_letters(
        Notice(
            league=league,
            match=match,
            kind=Notice.Kind.WARNING,
            about=warned.about,
            to=warned.captain.email,
            subject=match_subject(WARNING, match),
            body=warning_body(match, warned.captain, league, warned.sentence),
            wanted_at=now,
        )
    )


def lapse_unanswered(*, postponement: Postponement, now: datetime.datetime) -> Postponement:
    """Close a request nobody answered, leave the match where it is, and write to both captains.

    Raises Refused if it was answered meanwhile, or if there is still time.
    """
    with written_whole():
        request = lapse_postponement(postponement=postponement, because=UNANSWERED, now=now)
        match = Match.with_ties.select_related("home", "away", "division__season__league").get(
            pk=request.match_id
        )
        _queue_letters(*_lapse_letters(request, match, now))
    return request


def _lapse_letters(request: Postponement, match: Match, now: datetime.datetime) -> list[Notice]:
    league = match.division.season.league
    asker = match.home if request.asked_by == Side.HOME else match.away
    return [
        Notice(
            league=league,
            match=match,
            kind=Notice.Kind.POSTPONEMENT,
            about=f"unanswered {request.public_id}",
            to=captain.email,
            subject=match_subject(LAPSED, match),
            body=lapsed_body(match, captain, league, str(asker)),
            wanted_at=now,
        )
        for captain in captains_of([sides_of(match)]).values()
        if captain.email
    ]


def _queue_letters(*notices: Notice) -> None:
    """Queue letters; the constraint `told_once` drops those that another process has queued."""
    with written_whole():
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
