"""Photographs of the paper of a match, attached by a captain or by whoever scores."""

import datetime

from league.models import Match, Photograph
from league.results.pictures import NoPicture, picture_from
from league.results.services.scorecards import lock_matches
from league.shared.errors import Refused, verify, written_whole

MOST_PHOTOGRAPHS = 8


def attach_photograph(*, match: Match, sent: bytes, sent_for: str, now: datetime.datetime) -> Photograph:
    """Keep a picture of the paper, made anew from what was sent; the same one sent twice is kept once.

    `sent_for` is the side whose captain sent it, empty for whoever came by the code of the match. Raises
    Refused for what is no picture, and when the match has as many as there is room for.
    """
    try:
        picture = picture_from(sent)
    except NoPicture as fault:
        raise Refused(str(fault)) from fault
    with written_whole():
        lock_matches(match)
        known = Photograph.objects.filter(match=match)
        if same := known.filter(jpeg=picture.jpeg).defer("jpeg").first():
            return same
        if known.count() >= MOST_PHOTOGRAPHS:
            raise Refused(f"The match has {MOST_PHOTOGRAPHS} photographs already; there is no room for more.")
        photograph = Photograph(
            match=match,
            sent_for=sent_for,
            received_at=now,
            jpeg=picture.jpeg,
            width=picture.width,
            height=picture.height,
        )
        verify(photograph)
        photograph.save(force_insert=True)
    return photograph


def remove_photograph(*, match: Match, public_id: str) -> bool:
    """Take a photograph away for good, where it shows something else; whether there was one."""
    removed, _ = Photograph.objects.filter(match=match, public_id=public_id).delete()
    return bool(removed)
