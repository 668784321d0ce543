"""Note in the audit log what no other row remembers."""

import datetime

from django.db.models import F
from django.utils import timezone

from league.competition.selectors import league_today
from league.models import AuditEntry, League, User

LONGEST = 200
Kind = AuditEntry.Kind
# A league is deleted only after an export: it is found by these words.
WHOLE_LEAGUE = "The whole league as one file"


def note_act(
    *,
    league: League,
    kind: Kind,
    what: str,
    by: User | None,
    about: User | None = None,
    now: datetime.datetime | None = None,
) -> None:
    """Note an act, in its transaction. `about` is the account it was done to; without `now` it is now."""
    now = now or timezone.now()
    AuditEntry.objects.create(
        league=league,
        kind=kind,
        what=what[:LONGEST],
        by=by,
        about=about,
        on=league_today(league, now),
        first_at=now,
        last_at=now,
    )


def note_daily(*, league: League, kind: Kind, what: str, by: User, now: datetime.datetime) -> None:
    """Note what somebody does again and again, as one row a day. Two at once may make two rows."""
    today, what = league_today(league, now), what[:LONGEST]
    rows = AuditEntry.objects.filter(league=league, by=by, on=today, kind=kind, what=what)
    if not rows.update(times=F("times") + 1, last_at=now):
        note_act(league=league, kind=kind, what=what, by=by, now=now)


def note_of_account(*, user: User, what: str, now: datetime.datetime | None = None) -> None:
    """Note what concerns the sign-in of an account, in each league in which it has a role."""
    now = now or timezone.now()
    for role in user.league_roles.select_related("league"):
        note_daily(league=role.league, kind=Kind.SIGN_IN, what=what, by=user, now=now)
