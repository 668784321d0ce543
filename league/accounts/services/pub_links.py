"""Links and squares of pubs: issued, issued anew, revoked; and what landlords report by their link."""

import datetime

from league.accounts.models.ways_in import new_square_code
from league.accounts.services.links import RIVAL, save_only
from league.models import Pub, PubLink, RoomReport, TableSquare, User
from league.shared.directory import PUB, SQUARE, claim_names
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.identifiers import new_public_id

MOST_OPEN = 20
TOO_MANY = "So many nights are reported already. Please telephone the secretary."
IN_THE_PAST = "That night is over. Choose a later one."


def issue_pub_link(*, pub: Pub, by: User | None, now: datetime.datetime) -> PubLink:
    """Return a new link for a pub; the old one ends."""
    with written_whole():
        revoke_pub_link(pub=pub, now=now)
        link = PubLink(pub=pub, issued_at=now, issued_by=by)
        claim_names(PUB, [link], "public_id", new_public_id)
        save_only(link, league_publink=RIVAL)
    return link


def revoke_pub_link(*, pub: Pub, now: datetime.datetime) -> None:
    """End every link of a pub. Pressing twice changes nothing more."""
    PubLink.objects.live().filter(pub=pub).update(revoked_at=now)


def issue_square(*, pub: Pub, by: User | None, now: datetime.datetime) -> TableSquare:
    """Return a new square for a pub's tables; the old ones end, and their cards must be replaced."""
    with written_whole():
        revoke_square(pub=pub, now=now)
        square = TableSquare(pub=pub, issued_at=now, issued_by=by)
        claim_names(SQUARE, [square], "code", new_square_code)
        save_only(square, league_tablesquare=RIVAL)
    return square


def revoke_square(*, pub: Pub, now: datetime.datetime) -> None:
    """End every square of a pub. Pressing twice changes nothing more."""
    TableSquare.objects.live().filter(pub=pub).update(revoked_at=now)


def report_room(
    *, pub: Pub, date: datetime.date, note: str, today: datetime.date, now: datetime.datetime
) -> RoomReport:
    """Tell the secretary that the room is not free on a night; a second report of it replaces the note.

    Raises Refused for a night that is over, and where very many are reported.
    """
    if date < today:
        raise Refused(IN_THE_PAST)
    with written_whole():
        waiting = RoomReport.objects.select_for_update(no_key=True).filter(pub=pub, closed_at=None)
        if (report := waiting.filter(date=date).first()) is None:
            if waiting.filter(date__gte=today).count() >= MOST_OPEN:
                raise Refused(TOO_MANY)
            report = RoomReport(pub=pub, date=date)
        report.note = " ".join(note.split())[:200]
        report.reported_at = now
        verify(report)
        with refused_by(one_open_report_a_night=RIVAL, league_roomreport=RIVAL):
            report.save()
    return report


def close_report(*, report: RoomReport, by: User, now: datetime.datetime) -> None:
    """Mark a report as dealt with. Pressing twice changes nothing more."""
    RoomReport.objects.filter(pk=report.pk, closed_at=None).update(closed_at=now, closed_by=by)
