"""Links and squares of pubs: issued, issued anew, revoked; and what landlords report by their link."""

import datetime
from collections.abc import Callable
from typing import TypeVar

from league.accounts.models.ways_in import new_square_code
from league.accounts.services.links import RIVAL, save_only
from league.models import Pub, PubLink, RoomReport, TableSquare, User
from league.shared.directory import PUB, SQUARE, claim_names
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.identifiers import new_public_id

WayIn = TypeVar("WayIn", PubLink, TableSquare)

MOST_OPEN = 20
TOO_MANY = "So many nights are reported already. Please telephone the secretary."
IN_THE_PAST = "That night is over. Choose a later one."


def issue_pub_link(*, pub: Pub, by: User | None, now: datetime.datetime) -> PubLink:
    """Return a new link for a pub; the old ones end."""
    return _issued(PubLink(pub=pub, issued_at=now, issued_by=by), PUB, "public_id", new_public_id)


def issue_square(*, pub: Pub, by: User | None, now: datetime.datetime) -> TableSquare:
    """Return a new square for a pub's tables; the old ones end, and their cards must be replaced."""
    return _issued(TableSquare(pub=pub, issued_at=now, issued_by=by), SQUARE, "code", new_square_code)


def _issued(new: WayIn, kind: str, field: str, new_name: Callable[[], str]) -> WayIn:
    with written_whole():
        # Of two presses at once one waits: the later one ends what the earlier issued.
        Pub.objects.select_for_update(no_key=True).filter(pk=new.pub.pk).first()
        revoke(type(new), pub=new.pub, now=new.issued_at)
        claim_names(kind, [new], field, new_name)
        save_only(new, league_publink=RIVAL, league_tablesquare=RIVAL)
    return new


def revoke(kind: type[PubLink | TableSquare], *, pub: Pub, now: datetime.datetime) -> None:
    """End every link or square of a pub. Pressing twice changes nothing more."""
    kind.objects.live().filter(pub=pub).update(revoked_at=now)


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
