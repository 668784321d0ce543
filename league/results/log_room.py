"""How much the log of a match takes, and how fast: more than any match needs, less than a flood sends.

Pure. A match of 34 hands at four tables, each entered on two phones and many of them corrected, has some
150 entries, and a phone that was without signal all night sends its own in one message. Every phone has room
of its own, so that one which floods the log takes nothing from the others; what came by a captain's link
takes nothing from what came by the code. Entries that are in the log already cost nothing.

A phone makes its id up, so how many there are says nothing about how many are real: to shut out the
forty-first would let forty made-up ones shut out the match. Instead the room all phones share may run out,
and every phone still has a reserve that holds the whole night of one table. Phones in the log, and those of
a captain's link, always have it. Of new ones at a full log, each address on the network may bring in
`NEW_PHONES` (more than sit around one pub's tables). Who floods from elsewhere therefore shuts out nobody;
who floods from the pub itself shuts out only new phones there that have no signal of their own, until the
secretary gives a new code.
"""

from collections.abc import Callable
from dataclasses import dataclass

ROOM_OF_PHONE = 600
# All phones of one code, or of one side's link, together. A new code begins anew.
ROOM_OF_ADDRESS = 2000
# These a phone may have even if others have taken all of that room: as many as it sends at once.
OWN_RESERVE = 200
# More than any phone sends in a real match: the secretary is asked to look at it.
UNUSUAL = 400
# In a minute: more than the largest message.
PACE_OF_PHONE = 300
PACE_OF_ADDRESS = 1000
# So little at once is never too fast.
A_FEW = 20

A_MINUTE, TEN_MINUTES = 60, 600

TOO_FAST = "Too many entries in one minute. They are kept on this phone and sent again in a minute."
PHONE_IS_FULL = "The log of this match is full for this phone. Ask the secretary."
ADDRESS_IS_FULL = "The log of this match is full. Ask the secretary for a new code."
TOO_MANY_PHONES = "Too many phones have used this code from here. Ask the secretary for a new one."


@dataclass(frozen=True, slots=True, kw_only=True)
class LogUse:
    """How many entries a log has: of this phone, and of all that came by the same code or side's link.

    Those of the last minute are counted apart.
    """

    of_phone: int = 0
    of_phone_lately: int = 0
    of_address: int = 0
    of_address_lately: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Why entries are not taken now, and after how many seconds to try again."""

    sentence: str
    seconds: int


def must_wait(use: LogUse, new: int, may_join: Callable[[], bool]) -> Wait | None:
    """Return why this many new entries are not taken now; None if they are.

    `may_join` is asked only for a phone that is new to a full log.
    """
    in_a_minute = use.of_phone_lately + new
    is_slow = in_a_minute <= A_FEW or use.of_address_lately + new <= PACE_OF_ADDRESS
    if in_a_minute > PACE_OF_PHONE or not is_slow:
        return Wait(sentence=TOO_FAST, seconds=A_MINUTE)
    total = use.of_phone + new
    if total > ROOM_OF_PHONE:
        return Wait(sentence=PHONE_IS_FULL, seconds=TEN_MINUTES)
    if use.of_address + new > ROOM_OF_ADDRESS:
        if total > OWN_RESERVE:
            return Wait(sentence=ADDRESS_IS_FULL, seconds=TEN_MINUTES)
        if not use.of_phone and not may_join():
            return Wait(sentence=TOO_MANY_PHONES, seconds=TEN_MINUTES)
    return None
