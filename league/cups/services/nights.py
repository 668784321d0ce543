"""Services of when and where ties are played: a whole round, the nights that were proposed, or one tie."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from league.cups.brackets import bracket_of
from league.cups.entries import CupState
from league.cups.selectors.cups import played_cup
from league.cups.services.cups import changed, verify_not_closed, verify_room
from league.cups.services.ties import NO_TIE, tie_row
from league.cups.ties import Tie
from league.models import Cup, CupTie, Pub
from league.shared.errors import Refused, verify

NIGHTS_CHANGED = "These ties have changed since you opened the page. Look at the nights again."
SECOND_FIRST = "The second leg is on {:%d/%m/%Y}, and the first on {:%d/%m/%Y}. The second leg comes later."

FIRST_LEG = ("date", "starts_at", "venue")
SECOND_LEG = ("second_date", "second_starts_at", "second_venue")
Nights = Mapping[tuple[int, int, bool], datetime.date | None]
"""Nights by the round and number of the tie, and whether it is the night of its second leg."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegNight:
    """When and where a match of a tie is played."""

    date: datetime.date | None
    starts_at: datetime.time | None
    venue: Pub | None


def set_round(
    *,
    cup: Cup,
    round_number: int,
    date: datetime.date | None,
    starts_at: datetime.time | None,
    second_date: datetime.date | None = None,
) -> None:
    """Set the night of a whole round, drawn or not, and that of its second legs. A tie keeps its own pub.

    A tie of which the first leg is played gets the night for its second. Raises Refused if a tie has no room
    that night, or if second legs come first.
    """
    with changed(cup) as held:
        ties = [
            tie
            for cup_round in bracket_of(played_cup(held)).rounds
            if cup_round.number == round_number
            for tie in cup_round.ties
        ]
        if not ties:
            raise Refused(NO_TIE)
        nights = {(round_number, tie.number, _is_second_next(tie)): date for tie in ties}
        if second_date:
            _verify_order(date, second_date)
            nights |= {
                (round_number, tie.number, True): second_date
                for tie in ties
                if tie.legs > 1 and not _is_second_next(tie) and not tie.is_over
            }
        _save_nights(held, nights, starts_at)


def set_nights(*, cup: Cup, nights: Nights, starts_at: datetime.time | None) -> None:
    """Set the night of ties, or of their second legs. A tie keeps its own pub.

    Raises Refused if a tie has no room on its night, or has got another night or a result meanwhile.
    """
    with changed(cup) as held:
        bracket = bracket_of(played_cup(held))
        rows = {(row.round, row.number): row for row in held.ties.all()}
        for round_number, number, is_second in nights:
            tie, row = bracket.tie(round_number, number), rows.get((round_number, number))
            night, *_ = SECOND_LEG if is_second else FIRST_LEG
            is_late = not is_second and tie is not None and _is_second_next(tie)
            if tie is None or not tie.is_open or is_late or (row and getattr(row, night)):
                raise Refused(NIGHTS_CHANGED)
        _save_nights(held, nights, starts_at)


def set_tie(
    *,
    cup: Cup,
    round_number: int,
    number: int,
    date: datetime.date | None,
    starts_at: datetime.time | None,
    venue: Pub | None,
    second: LegNight | None = None,
) -> None:
    """Set when and where a tie is played; once its first leg is played that is of the second.

    Before that `second` is of the second leg. Without a pub a leg is where its home side is, or where the
    finals are. Raises Refused if the pub has closed by then, or has too few tables free that night.
    """
    with changed(cup) as held:
        tie = _tie(played_cup(held), round_number, number)
        row = tie_row(held, round_number, number)
        is_second = _is_second_next(tie)
        _set(
            row, SECOND_LEG if is_second else FIRST_LEG, LegNight(date=date, starts_at=starts_at, venue=venue)
        )
        if second is not None and tie.legs > 1 and not is_second:
            _verify_order(date, second.date)
            _set(row, SECOND_LEG, second)
        verify(row)
        row.save()
        verify_room(held, lambda tie: (tie.round, tie.number) == (round_number, number))


def _set(row: CupTie, fields: tuple[str, str, str], night: LegNight) -> None:
    verify_not_closed(night.venue, night.date)
    for name, value in zip(fields, (night.date, night.starts_at, night.venue), strict=True):
        setattr(row, name, value)


def _save_nights(cup: Cup, nights: Nights, starts_at: datetime.time | None) -> None:
    for is_second in {is_second for *_, is_second in nights}:
        date, hour, _ = SECOND_LEG if is_second else FIRST_LEG
        rows = [
            CupTie(cup=cup, round=round_number, number=number, **{date: night, hour: starts_at})
            for (round_number, number, which), night in nights.items()
            if which == is_second
        ]
        CupTie.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["cup", "round", "number"],
            update_fields=[date, hour],
        )
    places = {tuple(place) for *place, _ in nights}
    verify_room(cup, lambda tie: (tie.round, tie.number) in places)


def _is_second_next(tie: Tie) -> bool:
    """Return whether a second leg is what is played next of a tie."""
    return tie.verdict.next_leg == 2 <= tie.legs


def _verify_order(first: datetime.date | None, second: datetime.date | None) -> None:
    if first and second and second <= first:
        raise Refused(SECOND_FIRST.format(second, first))


def _tie(played: CupState, round_number: int, number: int) -> Tie:
    tie = bracket_of(played).tie(round_number, number)
    if tie is None or tie.is_bye:
        raise Refused(NO_TIE)
    return tie
