"""The turn of a clock: of all web servers on one database, one runs the jobs.

A job that two start at once is done once all the same; taking turns spares the others the work. A clock whose
machine is gone loses its turn within a minute, and another takes over.
"""

import datetime
import uuid

from django.db.models import Q

from league.installation.stamps import read_stamp, write_stamp
from league.models import ClockTurn

# For so long a turn is good; it is prolonged once half of it is over.
TURN = datetime.timedelta(minutes=1)
ONLY_ROW = 1
# The name of this web server's clock, which is the same after a restart: a file of its installation.
NAME = "clock-name"


def own_name() -> str:
    """Return the name of this installation's clock, made at its first start. Raises OSError."""
    if (stamp := read_stamp(NAME)) is None:
        write_stamp(NAME, uuid.uuid4().hex)
        stamp = read_stamp(NAME)
    return stamp.note if stamp else ""


def take_turn(*, holder: str, now: datetime.datetime) -> bool:
    """Return whether it is this clock's turn; take it where nobody has it. One or two queries."""
    if (turn := ClockTurn.objects.filter(pk=ONLY_ROW).first()) is None:
        ClockTurn.objects.bulk_create(
            [ClockTurn(pk=ONLY_ROW, holder=holder, until=now + TURN)], ignore_conflicts=True
        )
        return ClockTurn.objects.filter(holder=holder).exists()
    if turn.holder == holder and turn.until - now > TURN / 2:
        return True
    # Asked again by the database: of two clocks that come for a lost turn one gets it.
    free = ClockTurn.objects.filter(Q(holder=holder) | Q(until__lt=now), pk=ONLY_ROW)
    return bool(free.update(holder=holder, until=now + TURN))


def give_up_turn(*, holder: str, now: datetime.datetime) -> None:
    """Let another clock take over at once: this one is told to stop."""
    ClockTurn.objects.filter(holder=holder).update(until=now)
