"""The rules of a cup: how it is drawn, what a tie is, what happens when it ends level, handicap bands."""

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from league.competition.models.rule_books import MOST_GAMES
from league.competition.season_rules.fields import Choice, Fields, ListOf, Whole, setting
from league.matches.outcomes import Pair
from league.standings.records import CupScore

MOST_BANDS, MOST_POINTS = 30, 500
MOST_REPLAYS, MOST_ROUNDS = 9, 6
MOST_GROUPS, MOST_THROUGH = 16, 8


class DrawnBy(StrEnum):
    """Whether the way to the final is known from the first draw on."""

    ROUND = "round"  # an open draw for every round
    BRACKET = "bracket"  # one draw; winners of neighbouring ties meet


class Fill(StrEnum):
    """What makes up the numbers where the entries are no power of two."""

    BYES = "byes"  # so many are free in the first round
    HIGHEST_LOSERS = "highest_losers"  # the best of the beaten go through from the first round


class Plate(StrEnum):
    """Who plays for the plate."""

    NONE = "none"
    FIRST_ROUND = "first_round"  # the losers of the first round
    FIRST_MATCH = "first_match"  # and those who were free in it and lost in the second


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapBand:
    """The start where handicaps differ by up to so much."""

    up_to: int = setting(Whole(1, MOST_POINTS))
    start: int = setting(Whole(0, MOST_POINTS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """The start the side with the higher handicap has, by the difference of the two.

    With `bands` the start of the first that reaches so far, the last one's beyond them; otherwise `each` for
    every `per` of difference, at most `most`. `by_result` is how far a handicap moves with every result: down
    for the winner, up for the loser.
    """

    each: int = setting(Whole(0, MOST_POINTS), 0)
    per: int = setting(Whole(1, MOST_POINTS), 1)
    most: int | None = setting(Whole(0, MOST_POINTS), None)
    bands: tuple[HandicapBand, ...] = setting(ListOf(Fields(HandicapBand), MOST_BANDS), ())
    by_result: int = setting(Whole(0, MOST_POINTS), 0)

    def __post_init__(self) -> None:
        if self.per < 1:
            raise ValueError(f"a start is given for every {self.per} of difference; it is one or more")
        reach = [band.up_to for band in self.bands]
        if reach != sorted(set(reach)):
            raise ValueError("bands of a handicap stand in order, each reaching further than the one before")
        if self.bands and self.each:
            raise ValueError("a start is given by bands or for every unit of difference, not by both")

    def start(self, home: int, away: int) -> Pair:
        """Return the points each side has on the board before a match of two handicaps."""
        points = self._for(abs(home - away))
        return (points, 0) if home > away else (0, points)

    def after(self, handicap: int, *, won: bool) -> int:
        """Return a handicap after a result."""
        return handicap - self.by_result if won else handicap + self.by_result

    def _for(self, difference: int) -> int:
        if not difference:
            return 0
        if self.bands:
            return next((band.start for band in self.bands if difference <= band.up_to), self.bands[-1].start)
        start = difference // self.per * self.each
        return start if self.most is None else min(start, self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRules:
    """The groups before a knock-out, in which everybody meets everybody.

    number    how many groups
    through   how many of each go through
    best      so many of those placed next go through too: the best of all groups
    meetings  2: everybody meets everybody at home and away
    """

    number: int = setting(Whole(1, MOST_GROUPS), 2)
    through: int = setting(Whole(1, MOST_THROUGH), 2)
    best: int = setting(Whole(0, MOST_GROUPS), 0)
    meetings: int = setting(Whole(1, 2), 1)

    def __post_init__(self) -> None:
        if self.best >= self.number:
            raise ValueError(
                f"of {self.number} groups at most {self.number - 1} of those placed next can go through, not "
                f"{self.best}; let one more of each group go through instead"
            )
        if self.places < 2:
            raise ValueError("a knock-out needs two or more who go through from the groups")

    @property
    def places(self) -> int:
        """How many go through from all groups together."""
        return self.number * self.through + self.best


@dataclass(frozen=True, slots=True, kw_only=True)
class CupRules:
    """The rules of one cup.

    legs            2: home and away, added up; the first leg is the first drawn's
    replays         how often a level tie is played again, at the other side's pub
    deciding_games  how many games decide it after that: 1, 3, ...; 0: it is replayed until somebody wins
    neutral_rounds  how many rounds are played at a neutral pub, in one leg: 1 is the final
    counted         what a match of it gives each side, where its tables and games are entered
    groups          those before the knock-out, if there are any
    """

    drawn_by: DrawnBy = setting(Choice(DrawnBy), DrawnBy.ROUND)
    fill: Fill = setting(Choice(Fill), Fill.BYES)
    legs: int = setting(Whole(1, 2), 1)
    replays: int = setting(Whole(0, MOST_REPLAYS), 0)
    deciding_games: int = setting(Whole(0, MOST_GAMES), 1)
    plate: Plate = setting(Choice(Plate), Plate.NONE)
    neutral_rounds: int = setting(Whole(0, MOST_ROUNDS), 0)
    handicap: Handicap | None = setting(Fields(Handicap), None)
    counted: CupScore = setting(Choice(CupScore), CupScore.POINTS)
    groups: GroupRules | None = setting(Fields(GroupRules), None)

    def __post_init__(self) -> None:
        if self.fill is Fill.HIGHEST_LOSERS and self.drawn_by is not DrawnBy.ROUND:
            raise ValueError(
                "highest losers go through only where every round is drawn: nobody knows them before"
            )
        if self.fill is Fill.HIGHEST_LOSERS and self.groups:
            raise ValueError("after groups there are no highest losers; let more of each group go through")
        if self.deciding_games and self.deciding_games % 2 == 0:
            raise ValueError(
                f"{self.deciding_games} deciding games can end level; an odd number cannot, or none"
            )
        if self.legs not in (1, 2):
            raise ValueError(f"a tie has one leg or two, not {self.legs}")


EXAMPLE = "up to 5: 2, up to 10: 4"
_BAND = re.compile(r"up to\s+([0-9]{1,4})\s*:\s*([0-9]{1,4})", re.IGNORECASE)
_LONGEST_QUOTE = 30


def parse_bands(text: str) -> tuple[HandicapBand, ...]:
    """Return the bands of a text such as EXAMPLE; none of an empty one.

    Raises CupRefused, which names what cannot be read.
    """
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if len(parts) > MOST_BANDS:
        raise CupRefused(f"{len(parts)} bands are too many; a cup has room for {MOST_BANDS}.")
    bands = tuple(map(_band, parts))
    for before, after in pairwise(bands):
        if after.up_to <= before.up_to:
            raise CupRefused(
                f"“up to {after.up_to}” stands after “up to {before.up_to}”: each band reaches further than "
                "the one before."
            )
    return bands


def _band(part: str) -> HandicapBand:
    match = _BAND.fullmatch(part)
    if match is None:
        text = part if len(part) <= _LONGEST_QUOTE else f"{part[:_LONGEST_QUOTE]}…"
        raise CupRefused(f"“{text}” is no band: write a difference and its start, as in “{EXAMPLE}”.")
    up_to, start = int(match[1]), int(match[2])
    if not 1 <= up_to <= MOST_POINTS or start > MOST_POINTS:
        raise CupRefused(
            f"“up to {up_to}: {start}” is out of reach: a difference goes from 1 to {MOST_POINTS}, a start "
            f"from 0 to {MOST_POINTS}."
        )
    return HandicapBand(up_to=up_to, start=start)


class CupRefused(ValueError):
    """A step that the rules of a cup do not allow; the sentence says why and what is possible."""
