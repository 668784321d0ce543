"""What went other than planned in the demo: one of everything a secretary has to deal with."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import AWAY, HOME, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """What a match of the demo is called: season, division and week from 1, and which match of that week."""

    season: int
    division: int
    week: int
    nth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Postponement:
    """So many days later, or nobody knows when, and why."""

    days: int | None
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """Somebody looked at his hand before his partner had pitched: four to the other side."""

    hand: int
    to: Side
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A table was first entered the wrong way round, and put right later."""

    table: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What stands under a sheet: for everybody, or for the secretary alone."""

    public: str = ""
    private: str = ""


def _now(division: int, week: int, nth: int) -> Name:
    return Name(season=2, division=division, week=week, nth=nth)


def _last_year(division: int, week: int, nth: int) -> Name:
    return Name(season=1, division=division, week=week, nth=nth)


# Twelve days from a Thursday is a Tuesday.
POSTPONED: Mapping[Name, Postponement] = {
    _last_year(1, 12, 2): Postponement(days=12, because="Snow on the tops; no buses after six."),
    _now(2, 2, 4): Postponement(days=12, because="A funeral tea had the room."),
    _now(1, 8, 3): Postponement(days=26, because="Burst pipe in the card room."),
    _now(2, 9, 2): Postponement(days=None, because="Six of the visitors down with flu."),
}
# The night before the one that waits to be entered: these two sheets are still in somebody's coat.
SHEETS_NOT_IN = {_now(1, 9, 4), _now(2, 9, 5)}
# The visitors were at fault.
WALKOVERS: Mapping[Name, str] = {_now(2, 4, 3): "The visitors could not raise a team."}
# These came in on Sunday, a day after they were due.
LATE_SHEETS = {_now(2, 2, 3), _now(2, 4, 2), _now(2, 4, 5), _now(2, 6, 4), _now(1, 7, 4)}
DISPUTED: Mapping[Name, str] = {
    _now(1, 9, 2): "Table 2: each side has itself at 15, and both captains have signed."
}

NOT_PLAYED: Mapping[tuple[Name, int], str] = {
    (_now(2, 6, 1), 4): "Not played: two of the visitors had to catch the last bus.",
}
PEEKED: Mapping[tuple[Name, int], Peek] = {
    (_last_year(2, 15, 1), 2): Peek(hand=3, to=AWAY, reason="Partner looked before the pitch"),
    (_now(1, 3, 2), 4): Peek(hand=5, to=HOME, reason="Partner looked before the pitch"),
}
CORRECTED: Mapping[Name, Correction] = {
    _now(1, 5, 1): Correction(table=3, reason="Table 3 had been entered the wrong way round.")
}
# Most sheets carry every hand here; in life most carry names and four final scores.
ONLY_FINAL_SCORES = {_last_year(2, 1, 1), _last_year(1, 18, 5), _now(1, 2, 5), _now(2, 7, 3)}
TABLES_WITH_ONLY_A_FINAL_SCORE = 0.04
# Two keen scorers write down trumps, cards and card points as well.
WITH_CARDS = {_now(1, 9, 1), _now(2, 8, 1)}
# One evening somebody wrote down every card that was played.
CARD_BY_CARD = {_now(1, 9, 1)}
NOT_REGISTERED: Mapping[tuple[Name, int], str] = {(_now(2, 3, 5), 3): "Wilf’s lad"}
REMARKS: Mapping[Name, Remark] = {
    _now(1, 1, 1): Remark(public="First match in the new room."),
    _now(1, 6, 4): Remark(
        public="Started twenty minutes late, road works.", private="Home captain rang to grumble."
    ),
    _now(2, 5, 2): Remark(private="Signatures missing; both captains agreed by telephone."),
    _now(2, 8, 4): Remark(public="Pie and peas by courtesy of the house."),
}
