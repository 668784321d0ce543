"""What the demo's committee has on its table: the season's regulations, and what came of breaking them.

Nothing here says a date in words: the loader moves dates and cannot read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.regulations.deadlines import OffenceKind
from league.regulations.sanctions import rule_key
from tests.tools.demo.happenings import Name

# As plain data: what a rule book keeps.
REGULATIONS: Mapping[str, Any] = {
    "late_result": [
        {
            "due": {"weekday": "saturday", "at": "12:00"},
            "pays": "home",
            "warning_hours": 24,
            "penalties": [{}, {"pence": 500}, {"points": 2, "pence": 500}],
        }
    ],
    "postponements": {
        "bands": [{"notice": {"hours": 48}}],
        "opponent_may_refuse": True,
        "limit": 2,
        "excuses": ["snow", "a funeral"],
    },
    "late_replay": [{"due": {"weeks": 4}, "warning_hours": 48, "penalties": [{"points": 1}]}],
    "late_start": [{"minutes": 30, "penalty": {"tables": 1}}],
    "walkover": [{"pence": 1000}],
    "short_teams": {"minimum": 6},
    "ineligible_player": {"reaward": "table"},
    "people": {"cup_tied": "one_team"},
}
TIE_BREAKS = ("score_difference", "score_for", "head_to_head")


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A team broke a rule of the season in a match: the first, second … time, and what that costs.

    It is applied, or let pass (`waived_because`), or nobody has decided yet.
    """

    match: Name
    at_home: bool = True
    rule: str = rule_key(OffenceKind.LATE_RESULT, 1)
    number: int = 1
    halves: int = 0
    pence: int = 0
    reason: str
    is_decided: bool = True
    waived_because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """A team did not take it: who said what, and what the committee said to that."""

    made_by: str
    words: str
    decided_by: str
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A side wants to move a match: asked so many days before it, for nights so many days after it.

    `agreed` is which of them the other side took; None while it has not answered.
    """

    match: Name
    asked_by: str
    days_before: int
    reason: str
    days_after: Sequence[int]
    agreed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What the secretary published the morning after a night, and up to which week it stands on home."""

    week: int
    until_week: int
    words: str


def _now(division: int, week: int, nth: int) -> Name:
    return Name(season=2, division=division, week=week, nth=nth)


def _late(week: int) -> str:
    return f"The result of week {week} was due by noon on Saturday and came on Sunday."


def _missing(week: int) -> str:
    return f"The result of week {week} was due by noon on Saturday and is not in."


LAST_STRAW = _now(2, 6, 4)
BREACHES = (
    Breach(match=_now(2, 2, 3), reason=_late(2)),
    Breach(match=_now(2, 4, 2), reason=_late(4)),
    Breach(match=_now(2, 4, 5), number=2, pence=500, reason=_late(4)),
    Breach(
        match=_now(2, 4, 3),
        at_home=False,
        rule=rule_key(OffenceKind.WALKOVER, 1),
        pence=1000,
        reason="The visitors could not raise a team, and the match was given.",
    ),
    Breach(match=LAST_STRAW, number=3, halves=4, pence=500, reason=_late(6)),
    Breach(match=_now(1, 7, 4), reason=_late(7), waived_because="The road was shut; the sheet came on foot."),
    Breach(match=_now(1, 9, 4), reason=_missing(9), is_decided=False),
    Breach(match=_now(2, 9, 5), number=2, pence=500, reason=_missing(9), is_decided=False),
)
APPEALS: Mapping[Name, Appeal] = {
    LAST_STRAW: Appeal(
        made_by="the captain of Top House",
        words=(
            "Our sheet was through the secretary’s letter box at ten to twelve on Saturday. "
            "It is no fault of ours that the dog had it."
        ),
        decided_by="the committee",
        decision="Dismissed. Two sheets had been late before, and a photograph of this one would have done.",
    )
}
REAWARDED: Mapping[tuple[Name, int], str] = {
    (_now(2, 3, 5), 3): "Wilf’s lad was not registered, so the table goes to the home side.",
}
CHASED = (_now(1, 9, 4), _now(2, 9, 5))
REQUESTS = (
    Request(
        match=_now(1, 8, 3),
        asked_by="h",
        days_before=3,
        reason="Burst pipe in the card room.",
        days_after=(19, 26),
        agreed=1,
    ),
    Request(
        match=_now(2, 12, 2),
        asked_by="a",
        days_before=16,
        reason="Five of us are asked to the same wedding.",
        days_after=(5, 12, 18),
    ),
)

# In pence, a team.
ENTRY_FEE = 1200
NOT_PAID = {"shoddy-merchant", "cafe-royal", "cloggers-knife"}
PAID_FOR_ONE = {"packhorse"}
NEWS = (
    News(
        week=2,
        until_week=4,
        words=(
            "Sheets are due by noon on Saturday.\n\n"
            "One of week 2 came on Sunday. A photograph of the sheet will do, whoever takes it."
        ),
    ),
    News(
        week=8,
        until_week=12,
        words=(
            "The Pairs Shield is down to four pairs.\n\n"
            "Both groups are played out and the semi-finals are drawn. Come and watch: there are pies."
        ),
    ),
    News(
        week=9,
        until_week=13,
        words=(
            "Half the season is played.\n\n"
            "From week 10 everybody meets again, the other way round. Captains who need another night, "
            "please ask before the week it falls in."
        ),
    ),
)
