"""Captains move a match between themselves: each word in it is told to the other by e-mail."""

import datetime
from collections.abc import Sequence

from league.models import Match, Notice, Postponement, Side
from league.selectors.captains import captains_of, sides_of
from league.selectors.free_nights import Window
from league.services import notice_words as words
from league.services import postponements as services
from league.services.refusals import written_whole


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
    """A captain asks for another night; the other captain is told. Raises Refused as asking does."""
    with written_whole():
        request = services.ask_for_postponement(
            match=match,
            asked_by=asked_by,
            reason=reason,
            offered=offered,
            answer_by=answer_by,
            by=None,
            now=now,
            window=window,
        )
        _tell(match, _other(asked_by), f"asked {request.public_id}", words.asked_body(match, request), now)
    return request


def take_offer(
    *, postponement: Postponement, to: datetime.date, answered_by: Side, now: datetime.datetime
) -> Postponement:
    """A captain takes one of the nights; the one who asked is told. Raises Refused as agreeing does."""
    with written_whole():
        request = services.agree_postponement(
            postponement=postponement, to=to, now=now, answered_by=answered_by
        )
        _tell_answer(request, words.agreed_body(request.match, to), now)
    return request


def refuse_offer(
    *, postponement: Postponement, because: str, answered_by: Side, now: datetime.datetime
) -> Postponement:
    """A captain will not move; the one who asked is told. Raises Refused as refusing does."""
    with written_whole():
        request = services.refuse_postponement(
            postponement=postponement, because=because, now=now, answered_by=answered_by
        )
        _tell_answer(request, words.refused_body(request.match, request.answered_because), now)
    return request


def _tell_answer(request: Postponement, said: str, now: datetime.datetime) -> None:
    _tell(request.match, Side(request.asked_by), f"answered {request.public_id}", said, now)


def _tell(match: Match, side: Side, about: str, said: str, now: datetime.datetime) -> None:
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
        subject=words.moving_subject(match),
        body=words.moving_body(captain, said, league),
        wanted_at=now,
    )
    Notice.objects.bulk_create([letter], ignore_conflicts=True)


def _other(side: Side) -> Side:
    return Side.AWAY if side == Side.HOME else Side.HOME
