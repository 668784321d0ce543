"""Postponements: a side asks and offers nights, the other side answers, or the league decides.

Also what the clock does about deadlines: warn captains before one falls, close requests nobody answered.
Each change and its e-mails are written in one transaction; a letter is sent once however often it is asked.
"""

import datetime
from collections.abc import Sequence

from django.core.exceptions import ValidationError

from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.messages.letters import (
    agreed_body,
    asked_body,
    lapsed_body,
    lapsed_subject,
    moving_body,
    moving_subject,
    refused_body,
    warning_body,
    warning_subject,
)
from league.models import Match, Notice, Postponement, Side, User
from league.people.selectors import captains_of, sides_of
from league.regulations.selectors.deadlines import DeadlineWarning
from league.scheduling.selectors.free_nights import Window, nights_on
from league.scheduling.services.moves import hold_nights, hold_unplayed, postpone_match
from league.shared.errors import GONE, Refused, refuse_invalid, written_whole

State = Postponement.State

# A telephone call's worth; more is a list nobody answers.
MOST_OFFERED = 10
OWN_SIDE_ASKED = "Your own side asked; the other side answers."
ONLY_THE_ASKER = "Only the side that asked can take the request back."


def ask_for_postponement(
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
    """Return a side asks for another night and offers some, or none yet. The match stays where it stands.

    `by` is the account that wrote it down, if one did. The same asked twice gives back the request that
    waits. Raises Refused if the match was played, if another request waits for its answer, if a night
    offered is past or not free, or if the time to answer is over already.
    """
    offered = tuple(dict.fromkeys(offered))
    with written_whole():
        match = hold_unplayed(match)
        texts_by_key = {"asked_by": asked_by, "reason": reason, "offered": [str(date) for date in offered]}
        waiting = match.postponements.filter(state=State.OPEN).first()
        if waiting and all(getattr(waiting, field) == value for field, value in texts_by_key.items()):
            return waiting
        if waiting:
            raise Refused("A request to move this match waits for its answer already; that comes first.")
        if len(offered) > MOST_OFFERED:
            raise Refused(f"{len(offered)} nights are offered; {MOST_OFFERED} are the most.")
        if answer_by and answer_by <= now:
            raise Refused("The time to answer would be over already: give a day that is still to come.")
        _verify_nights(match, offered, now, window)
        request = Postponement(match=match, asked_at=now, answer_by=answer_by, recorded_by=by, **texts_by_key)
        _write(request, match)
    return request


def agree_postponement(
    *,
    postponement: Postponement,
    to: datetime.date | None,
    now: datetime.datetime,
    answered_by: Side | None = None,
) -> Postponement:
    """Apply what the two have agreed: the match moves, to a night or off its date until there is one
    (`to=None`).

    `answered_by` is the side that answers for itself, and then may only take what was offered; left out
    where the secretary writes down what both have said. The same agreed twice changes nothing more.
    Raises Refused if it is answered already, if that side asked itself, or if the night is not free any more.
    """
    with written_whole():
        match = hold_unplayed(postponement.match)
        request = _afresh(postponement)
        _verify_other_side(request, answered_by)
        if (request.state, request.agreed_date) == (State.AGREED, to):
            return request
        _verify_open(request)
        if answered_by and str(to) not in request.offered:
            raise Refused("That night was not offered; answer with one that was, or refuse.")
        if to:
            hold_nights(match)
            _verify_nights(match, [to], now)
        match = postpone_match(match=match, to=to, reason=request.reason)
        _close(request, match, State.AGREED, now=now, agreed_date=to)
    return request


def refuse_postponement(
    *, postponement: Postponement, because: str, now: datetime.datetime, answered_by: Side | None = None
) -> Postponement:
    """Return the other side will not move: the match stays where it stands. Refused twice is refused once.

    Raises Refused if it is answered otherwise already, or if the side that answers asked itself.
    """
    with written_whole():
        match = hold_unplayed(postponement.match)
        request = _afresh(postponement)
        _verify_other_side(request, answered_by)
        if request.state != State.REFUSED:
            _verify_open(request)
            _close(request, match, State.REFUSED, now=now, because=because)
    return request


def withdraw_postponement(
    *, postponement: Postponement, now: datetime.datetime, answered_by: Side | None = None
) -> Postponement:
    """Return the side that asked no longer wants to move. Taken back twice is taken back once.

    Raises Refused if it is answered already, or if it is the other side's to take back.
    """
    with written_whole():
        match = hold_unplayed(postponement.match)
        request = _afresh(postponement)
        if answered_by and answered_by != request.asked_by:
            raise Refused(ONLY_THE_ASKER)
        if request.state != State.WITHDRAWN:
            _verify_open(request)
            _close(request, match, State.WITHDRAWN, now=now)
    return request


def lapse_postponement(*, postponement: Postponement, because: str, now: datetime.datetime) -> Postponement:
    """Nobody answered in time: by the season's rule the match stays where it stands.

    Where the rule says otherwise, `decide_date` moves it. Raises Refused while there is time to answer.
    """
    with written_whole():
        match = hold_unplayed(postponement.match)
        request = _afresh(postponement)
        if request.state != State.LAPSED:
            _verify_open(request)
            if request.answer_by and request.answer_by > now:
                raise Refused("There is still time to answer; until then the request waits.")
            _close(request, match, State.LAPSED, now=now, because=because)
    return request


def decide_date(*, match: Match, to: datetime.date | None, reason: str, now: datetime.datetime) -> Match:
    """Return the secretary moves a match by their own decision, which also answers a request that waits.

    They may choose a night that is not free. Raises Refused as postponing does.
    """
    with written_whole():
        match = postpone_match(match=match, to=to, reason=reason)
        for request in match.postponements.filter(state=State.OPEN):
            _close(request, match, State.LAPSED, now=now, because=reason, agreed_date=to)
    return match


def _afresh(postponement: Postponement) -> Postponement:
    request = Postponement.objects.filter(pk=postponement.pk).first()
    if request is None:
        raise Refused(GONE)
    return request


def _verify_other_side(request: Postponement, answered_by: Side | None) -> None:
    if answered_by and answered_by == request.asked_by:
        raise Refused(OWN_SIDE_ASKED)


def _verify_open(request: Postponement) -> None:
    if request.state != State.OPEN:
        raise Refused(f"The request has had its answer meanwhile: {request.get_state_display()}.")


def _verify_nights(
    match: Match, dates: Sequence[datetime.date], now: datetime.datetime, window: Window | None = None
) -> None:
    today = league_today(match.division.season.league, now)
    for night in nights_on(match, dates, window=window):
        written = f"{night.date:%d/%m/%Y}"
        if night.date == match.date:
            raise Refused(f"The match stands on {written} already; offer another night.")
        if night.date and night.date < today:
            raise Refused(f"{written} is past; offer a night that is still to come.")
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
    request.state = state
    request.answered_at = now
    request.answered_because = because
    request.agreed_date = agreed_date
    _write(request, match)


def _write(request: Postponement, match: Match) -> None:
    try:
        request.full_clean(exclude=["match", "recorded_by"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    request.save()
    bump_revision(league_id=match.division.season.league_id)


def ask_other_side(
    *,
    match: Match,
    asked_by: Side,
    reason: str,
    offered: Sequence[datetime.date],
    answer_by: datetime.datetime | None,
    now: datetime.datetime,
    window: Window | None = None,
) -> Postponement:
    """Return a captain asks for another night; the other captain is told. Raises Refused as asking does."""
    with written_whole():
        request = ask_for_postponement(
            match=match,
            asked_by=asked_by,
            reason=reason,
            offered=offered,
            answer_by=answer_by,
            by=None,
            now=now,
            window=window,
        )
        _tell_captain(match, _other(asked_by), f"asked {request.public_id}", asked_body(match, request), now)
    return request


def take_offer(
    *, postponement: Postponement, to: datetime.date, answered_by: Side, now: datetime.datetime
) -> Postponement:
    """Accept one of the nights for a captain; the one who requested it is informed.

    Raises Refused as agreeing does.
    """
    with written_whole():
        request = agree_postponement(postponement=postponement, to=to, now=now, answered_by=answered_by)
        _tell_answer(request, agreed_body(request.match, to), now)
    return request


def refuse_offer(
    *, postponement: Postponement, because: str, answered_by: Side, now: datetime.datetime
) -> Postponement:
    """Return a captain will not move; the one who asked is told. Raises Refused as refusing does."""
    with written_whole():
        request = refuse_postponement(
            postponement=postponement, because=because, now=now, answered_by=answered_by
        )
        _tell_answer(request, refused_body(request.match, request.answered_because), now)
    return request


def _tell_answer(request: Postponement, said: str, now: datetime.datetime) -> None:
    _tell_captain(request.match, Side(request.asked_by), f"answered {request.public_id}", said, now)


def _tell_captain(match: Match, side: Side, about: str, said: str, now: datetime.datetime) -> None:
    """Write to the captain of a side; said a second time it is not sent again."""
    team = match.home_id if side == Side.HOME else match.away_id
    captain = captains_of([sides_of(match)]).get((match.division_id, team))
    if captain is None or not captain.email:
        return
    league = match.division.season.league
    letter = Notice(
        league=league,
        match=match,
        kind=Notice.Kind.POSTPONEMENT,
        about=about,
        to=captain.email,
        subject=moving_subject(match),
        body=moving_body(captain, said, league),
        wanted_at=now,
    )
    Notice.objects.bulk_create([letter], ignore_conflicts=True)


def _other(side: Side) -> Side:
    return Side.AWAY if side == Side.HOME else Side.HOME


UNANSWERED = "Nobody answered in time."


def warn_captain(*, warned: DeadlineWarning, now: datetime.datetime) -> None:
    """Write to a captain what is due in a match and what threatens; once, whoever else is about to."""
    match = warned.match
    league = match.division.season.league
    _queue_letters(
        Notice(
            league=league,
            match=match,
            kind=Notice.Kind.WARNING,
            about=warned.about,
            to=warned.captain.email,
            subject=warning_subject(match),
            body=warning_body(match, warned.captain, league, warned.sentence),
            wanted_at=now,
        )
    )


def lapse_unanswered(*, postponement: Postponement, now: datetime.datetime) -> Postponement:
    """Close a request nobody answered: the match stays where it stands, and both captains are told.

    Raises Refused if it was answered meanwhile, or if there is still time.
    """
    with written_whole():
        request = lapse_postponement(postponement=postponement, because=UNANSWERED, now=now)
        match = Match.objects.select_related("home", "away", "division__season__league").get(
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
            subject=lapsed_subject(match),
            body=lapsed_body(match, captain, league, str(asker)),
            wanted_at=now,
        )
        for captain in captains_of([sides_of(match)]).values()
        if captain.email
    ]


def _queue_letters(*notices: Notice) -> None:
    """`told_once` lets the first of two clocks tell."""
    with written_whole():
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
