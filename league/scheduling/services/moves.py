"""Move matches to another night, or to another pub."""

import datetime

from league.competition.services import hold_cups_of, verify_open
from league.matches.rooms import hold_rooms
from league.matches.services import set_date, write_match
from league.models import Match, Pub
from league.results.selectors.reports import WAITS
from league.scheduling.selectors.free_nights import night_of
from league.scheduling.services.publishing import usual_hour
from league.shared.errors import GONE, Refused, written_whole


def postpone_match(*, match: Match, to: datetime.date | None, reason: str) -> Match:
    """Move a match to another date, or off its date until a new one is agreed (`to=None`).

    The first date stays on record however often the match moves; moved back to it, the match counts as
    not postponed. Raises Refused when the match has been played, or when nothing would change.
    """
    with written_whole():
        match = hold_unplayed(match)
        if to == match.date:
            raise Refused("The match is already on that date." if to else "The match already has no date.")
        set_date(match, to, because=reason)
    return match


def move_venue(*, match: Match, to: Pub, reason: str, starts_at: datetime.time | None = None) -> Match:
    """Play a match at another pub, the other side's or a third one, or begin it at another time.

    The home team's own pub needs no reason. Raises Refused when the match has been played, when nothing would
    change, when no reason is given, or when the pub has too few tables free that night; without a date only
    its number of tables counts.
    """
    with written_whole():
        match = hold_unplayed(match)
        if to == match.venue and starts_at in (None, match.starts_at):
            raise Refused(f"The match is at {to} already.")
        is_home = to.pk == match.home.pub_id
        if not (is_home or reason.strip()):
            raise Refused("Give the reason for another pub.")
        hold_rooms(match.division.season.league_id)
        # It may have closed since the page with the choice was made.
        to = Pub.objects.filter(pk=to.pk).first() or to
        if too_few := night_of(match, match.date, at=to).too_few_tables:
            raise Refused(f"{too_few}.")
        match.venue = to
        match.venue_because = "" if is_home else reason
        match.starts_at = starts_at or match.starts_at
        write_match(match, "venue", "venue_because", "starts_at")
    return match


def usual_start(match: Match) -> datetime.time | None:
    """Return when most other matches of its season begin, or of the league; None if it has no time itself."""
    others = Match.objects.filter(division__season=match.division.season).exclude(pk=match.pk)
    return usual_hour(others.only("starts_at"), match.division.season) if match.starts_at else None


def hold_unplayed(match: Match) -> Match:
    """Return the match, locked until the transaction ends: nobody else moves or enters it meanwhile.

    Its cup is locked before it.

    Raises Refused if it has been played, or deleted, or if its season is closed.
    """
    hold_cups_of(match)
    held = Match.with_ties.select_for_update(of=("self",), no_key=True)
    known = held.select_related(
        "home", "away", "venue", "division__season__rule_book", "division__season__league"
    )
    try:
        match = known.get(pk=match.pk)
    except Match.DoesNotExist:
        raise Refused(GONE) from None
    verify_open(match.pk)
    if match.scorecards.confirmed().exists():
        raise Refused("The match has a confirmed result. Correct the result first.")
    if match.scorecards.filter(WAITS).exists():
        raise Refused("A captain has signed a result of the match, so it was played.")
    return match
