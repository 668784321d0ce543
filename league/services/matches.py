"""Matches moved to another night, or to another pub."""

import datetime

from django.core.exceptions import ValidationError

from league.models import League, Match, Pub
from league.selectors.free_nights import night_of
from league.selectors.reports import WAITS
from league.services.closing import verify_open
from league.services.refusals import GONE, Refused, refuse_invalid, written_whole
from league.services.revisions import bump_revision

# What people have in their calendars: a change of it makes the entry there an old one.
IN_CALENDARS = frozenset({"date", "starts_at", "venue"})


def postpone_match(*, match: Match, to: datetime.date | None, reason: str) -> Match:
    """Move a match to another date, or off its date until a new one is agreed (`to=None`).

    The first date stays on record however often the match moves; moved back to it, the match counts as
    not postponed. Raises Refused when the match has been played, or when nothing would change.
    """
    with written_whole():
        match = hold_unplayed(match)
        if to == match.date:
            raise Refused(
                "The match already stands on that date." if to else "The match already has no date."
            )
        _stand_on(match, to, because=reason)
    return match


def move_venue(*, match: Match, to: Pub, reason: str) -> Match:
    """Play a match at another pub: the other side's, or one that is neither's. Back home needs no reason.

    Raises Refused when the match has been played or is at that pub already, when no reason is given, or
    when the pub has too few tables free that night; without a date only how many it has at all is asked.
    """
    with written_whole():
        match = hold_unplayed(match)
        if to == match.venue:
            raise Refused(f"The match is at {to} already.")
        is_home = to.pk == match.home.pub_id
        if not (is_home or reason.strip()):
            raise Refused("Say why it is not played at the home team’s pub: both sides will ask.")
        hold_nights(match)
        # It may have closed since the page with the choice was made.
        to = Pub.objects.filter(pk=to.pk).first() or to
        if too_few := night_of(match, match.date, at=to).too_few_tables:
            raise Refused(f"{too_few}.")
        match.venue = to
        match.venue_because = "" if is_home else reason
        write_match(match, "venue", "venue_because")
    return match


def date_played(*, match: Match, on: datetime.date) -> None:
    """The day of a match that had none when it was played. One that has a date keeps it.

    For who holds the match already. Raises Refused if the day is not within a year of the season.
    """
    match = Match.objects.select_related("division__season").get(pk=match.pk)
    if match.date is None:
        _stand_on(match, on, because=match.postponed_because)


def hold_unplayed(match: Match) -> Match:
    """The match as it stands now, held until the transaction ends: nobody else moves or enters it meanwhile.

    Raises Refused if it has been played, or deleted, or if its season is closed.
    """
    held = Match.objects.select_for_update(of=("self",), no_key=True)
    known = held.select_related(
        "home", "away", "venue", "division__season__rule_book", "division__season__league"
    )
    try:
        match = known.get(pk=match.pk)
    except Match.DoesNotExist:
        raise Refused(GONE) from None
    verify_open(match.pk)
    if match.scorecards.filter(is_confirmed=True).exists():
        raise Refused("The match has a confirmed result, so it was played; correct the result first.")
    if match.scorecards.filter(WAITS).exists():
        raise Refused("A captain has signed a result of the match, so it was played.")
    return match


def hold_nights(match: Match) -> None:
    """Wait for whoever else is giving a match of the league a night or a pub: the last free table goes once.

    Asked after the match is held, before it is asked what is free.
    """
    held = League.objects.select_for_update(no_key=True)
    list(held.filter(pk=match.division.season.league_id))


def _stand_on(match: Match, date: datetime.date | None, *, because: str) -> None:
    first_date = match.postponed_from or match.date
    match.date = date
    match.postponed_from = None if date == first_date else first_date
    match.postponed_because = because if match.postponed_from else ""
    write_match(match, "date", "postponed_from", "postponed_because")


def write_match(match: Match, *fields: str) -> None:
    """Write these fields of a match that is held; calendars are told of its night or place."""
    if IN_CALENDARS & set(fields):
        match.sequence += 1
        fields = (*fields, "sequence")
    try:
        match.full_clean(exclude=["division", "home", "away", "venue"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    match.save(update_fields=fields)
    bump_revision(league_id=match.division.season.league_id)
