"""Codes of matches and links of captains: issued, issued anew, revoked, and seen in use."""

import datetime
from collections.abc import Iterable

from django.conf import settings
from django.db.models import F, Model

from league.accounts.models.ways_in import new_scoring_code, new_square_code
from league.models import (
    CaptainLink,
    CaptainPin,
    Enrolment,
    League,
    Match,
    Notice,
    PubLink,
    ScoringCode,
    TableSquare,
    User,
)
from league.shared.directory import CAPTAIN, CODE, LEAGUE, SQUARE, claim, claim_names
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.identifiers import new_public_id

ADDRESS_TAKEN = "Another league has the address /{}/. Give that one another first."
RIVAL = "Somebody else has just issued one; open the page again."


def codes_for(*, matches: Iterable[int], now: datetime.datetime) -> dict[int, str]:
    """Return the live code of each match, by the match's key; a match that has none yet is given one.

    Called when paper is printed: the same match printed again has the same code.
    """
    keys = list(matches)
    codes = _live(keys)
    if missing := [match for match in keys if match not in codes]:
        with written_whole():
            fresh = [ScoringCode(match_id=match, issued_at=now) for match in missing]
            claim_names(CODE, fresh, "code", new_scoring_code)
            # Two people printing at once: the first one's codes count, for both.
            ScoringCode.objects.bulk_create(fresh, ignore_conflicts=True)
        codes = _live(keys)
    return codes


def replace_code(*, match: Match, because: str, now: datetime.datetime) -> ScoringCode:
    """Return a new code for a match; the old one opens nothing from now on.

    Paper printed before must be printed again.
    """
    with written_whole():
        revoke_code(match=match, because=because, now=now)
        code = ScoringCode(match=match, issued_at=now)
        claim_names(CODE, [code], "code", new_scoring_code)
        save_only(code, one_live_code_a_match=RIVAL, league_scoringcode=RIVAL)
    return code


def revoke_code(*, match: Match, because: str, now: datetime.datetime) -> None:
    """End the code of a match without another in its place. Pressing twice changes nothing more."""
    live = ScoringCode.objects.live().filter(match=match)
    live.update(revoked_at=now, revoked_because=because.strip()[:200])


def note_opened(way_in: ScoringCode | CaptainLink | PubLink | TableSquare, *, now: datetime.datetime) -> None:
    """Count that the page of a code, a link or a square was opened, for the secretary to see."""
    type(way_in).objects.filter(pk=way_in.pk).update(times_opened=F("times_opened") + 1, last_opened_at=now)


def issue_link(
    *, enrolment: Enrolment, by: User | None, now: datetime.datetime, sent_to: str = ""
) -> CaptainLink:
    """Return a new link for the captain of a team; the old one, and that of their players, ends."""
    with written_whole():
        _end_link(enrolment, now)
        link = CaptainLink(enrolment=enrolment, issued_at=now, issued_by=by, sent_to=sent_to)
        claim_names(CAPTAIN, [link], "public_id", new_public_id)
        save_only(link, one_live_link_a_captain=RIVAL, league_captainlink=RIVAL)
    return link


def save_only(way_in: Model, **rivals: str) -> None:
    """Save a new code or link. Raises Refused if somebody else has just issued the only one that there is."""
    verify(way_in)
    with refused_by(**rivals):
        way_in.save(force_insert=True)


def revoke_link(*, enrolment: Enrolment, now: datetime.datetime) -> None:
    """End the link of a captain and of their players. Pressing twice changes nothing more."""
    with written_whole():
        _end_link(enrolment, now)


def _end_link(enrolment: Enrolment, now: datetime.datetime) -> None:
    """End the link and the PIN; a letter with the link that is still to be sent is not sent."""
    CaptainPin.objects.filter(enrolment=enrolment).delete()
    live = CaptainLink.objects.live().filter(enrolment=enrolment)
    letters = Notice.objects.filter(kind=Notice.Kind.LINK, sent_at=None)
    for public_id in live.values_list("public_id", flat=True):
        letters.filter(about__startswith=f"link {public_id} ").delete()
    live.update(revoked_at=now)


def _live(matches: list[int]) -> dict[int, str]:
    codes = ScoringCode.objects.live().filter(match__in=matches)
    return dict(codes.values_list("match", "code"))


def claim_addresses(*, league: League) -> None:
    """Claim what a league that came in as a whole is found by. A code that another cell has is replaced.

    Called within the transaction that has written it. Raises Refused if its slug is another league's.
    """
    if not settings.CELLS:
        return
    if claim(LEAGUE, [league.slug], league=league.pk):
        raise Refused(ADDRESS_TAKEN.format(league.slug))
    codes = ScoringCode.objects.filter(match__division__season__league=league)
    squares = TableSquare.objects.filter(pub__league=league)
    for kind, found, new_name in ((CODE, codes, new_scoring_code), (SQUARE, squares, new_square_code)):
        rows = list(found)
        printed = {row.pk: row.code for row in rows}
        claim_names(kind, rows, "code", new_name)
        found.model.objects.bulk_update([row for row in rows if row.code != printed[row.pk]], ["code"])
