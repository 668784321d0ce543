"""The steps of a handover: started, league exported, copies printed, ended."""

import datetime

from league.models import Handover, League, LeagueRole, User
from league.shared.errors import Refused, refused_by, written_whole

UNDER_WAY = "A handover of this league is under way already: finish or cancel it first."
NONE_OPEN = "No handover is under way. Start one first."
NO_ROLE = "{person} has no role in the league. Invite them first."
NOT_YOU = "Choose a person who is not the owner."


def start_handover(*, league: League, successor: User, by: User, now: datetime.datetime) -> Handover:
    """Start the handover to somebody with a role in the league. Raises Refused if one is under way."""
    with written_whole():
        role = LeagueRole.objects.filter(league=league, user=successor).first()
        if role is None:
            raise Refused(NO_ROLE.format(person=successor))
        if role.role == LeagueRole.Role.OWNER:
            raise Refused(NOT_YOU)
        with refused_by(one_open_handover=UNDER_WAY, league_handover=UNDER_WAY):
            return Handover.objects.create(league=league, successor=successor, started_by=by, started_at=now)


def note_export(*, league: League, by: User, now: datetime.datetime) -> None:
    """Note that the league was exported, if a handover is under way."""
    Handover.objects.filter(league=league, ended_at=None).update(exported_by=by, exported_at=now)


def note_printed(*, league: League, by: User | None, now: datetime.datetime | None) -> None:
    """Note that the copies are printed, or, by nobody, still to be. Raises Refused if none is under way."""
    _update(league, printed_by=by, printed_at=now)


def end_handover(*, league: League, by: User, now: datetime.datetime) -> None:
    """End the handover, finished or cancelled. Raises Refused if none is under way."""
    _update(league, ended_by=by, ended_at=now)


def _update(league: League, **fields: object) -> None:
    if not Handover.objects.filter(league=league, ended_at=None).update(**fields):
        raise Refused(NONE_OPEN)
