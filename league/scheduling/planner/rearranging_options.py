"""What stands against a match on the night of its week, and the ways to play it otherwise, with their prices.

Which of them is taken is decided in `rearranging`, for all matches together.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, pairwise

from league.scheduling.planner.calendar import DAYS, monday_of, short_day
from league.scheduling.planner.grid import HARD, unwanted
from league.scheduling.planner.home_nights import on_home_nights
from league.scheduling.planner.phrases import request_sentence
from league.scheduling.planner.round_nights import (
    RESERVE_NIGHT,
    SPARE_NIGHT,
    night_price,
    reserve_nights,
    usual_nights,
)
from league.scheduling.planner.task import End, Meeting, Plan, PlannedDivision, SecondHalf, Task, TeamRequest
from league.shared.grouping import grouped

# Relative to a break of the turn of home and away, which weighs 10; nights are in `round_nights`.
REVERSED, ANOTHER_PUB, TWICE_A_WEEK = 30, 60, 8
# Each week by which two teams meet again sooner than after so many.
RETURN_SOON, USUAL_RETURN = 6, 4

MOST_CANDIDATES = 60
MOST_PUBS = 6


class Way(StrEnum):
    """How a match is rearranged."""

    SPARE_NIGHT = "a spare night"
    RESERVE_NIGHT = "a night kept for postponed matches"
    REVERSED = "home and away changed, here and in the return"
    ANOTHER_PUB = "another pub"


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why a match cannot, or had better not, be played like this, and what it costs to do so."""

    sentence: str
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOption:
    """A way to play a match; `way` is None where it stays as it is. `price` is a part of the cost."""

    meeting: Meeting
    cost: int
    price: int = 0
    way: Way | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversal:
    """A match with home and away changed, and its return, `back`, that changes with it, if there is one."""

    option: MatchOption
    back: Meeting | None
    back_option: MatchOption | None


class SeasonOptions:
    """A list by teams, nights and pubs, and what stands in the way of each match."""

    def __init__(self, task: Task, plan: Plan) -> None:
        self.task, self.plan = task, plan
        self.start = task.keep_before or datetime.date.min
        self.teams, self.venues = task.teams_by_key(), task.venues_by_key()
        self.divisions = {division.key: division for division in task.divisions}
        self.usual = {key: usual_nights(plan, key) for key in self.divisions}
        self.last = {key: max(nights.values(), default=None) for key, nights in self.usual.items()}
        self.requests = self._requests_by_night()
        self._as_played = on_home_nights(task)
        self.by_team = grouped(
            (team, meeting) for meeting in plan.meetings for team in (meeting.home, meeting.away)
        )
        self.hosted = grouped(
            ((self.venue(meeting), self.night(meeting)), meeting) for meeting in plan.meetings
        )
        self.fixed = {(fixed.home, fixed.away, fixed.date) for fixed in task.fixed}
        self.candidates = self._candidates()

    def venue(self, meeting: Meeting) -> str:
        """Return the pub a match is played in."""
        return meeting.venue or self.teams[meeting.home].venue

    def night(self, meeting: Meeting) -> datetime.date:
        """Return the night on which a match is played: the home night of its team, if it has one."""
        return self._as_played(meeting).date

    def _requests_by_night(self) -> Mapping[tuple[str, datetime.date], list[TeamRequest]]:
        meant: dict[tuple[str, datetime.date], list[TeamRequest]] = defaultdict(list)
        for request in self.task.requests:
            if not isinstance(request, TeamRequest):
                continue
            division = self.task.division_of()[request.team]
            nights = sorted(self.usual[division.key].values())
            ends = {End.FIRST: nights[:1], End.LAST: nights[-1:]}
            for night in {*request.days, *(night for end in request.ends for night in ends[end])}:
                meant[request.team, night].append(request)
        return meant

    def _candidates(self) -> tuple[Meeting, ...]:
        crowded = {
            meeting
            for (venue, _), meetings in self.hosted.items()
            if len(meetings) > self.venues[venue].capacity
            for meeting in meetings
        }
        there = [
            meeting
            for meeting in self.plan.meetings
            if self.may_move(meeting)
            and (meeting in crowded or self.twice(meeting) or any(self.obstacles(meeting)))
        ]
        # Of too many the worst are looked at.
        worst = sorted(there, key=lambda meeting: -self.cost(meeting))[:MOST_CANDIDATES]
        return tuple(sorted(worst))

    def twice(self, meeting: Meeting) -> set[str]:
        """Return the teams of a match that have another one that night."""
        return {
            team
            for team in meeting.pair
            if any(other.date == meeting.date and other != meeting for other in self.by_team[team])
        }

    def may_move(self, meeting: Meeting) -> bool:
        """Return whether a match may move: it is to come, has no fixed day and no open night of its own."""
        if meeting.date < self.start or (meeting.home, meeting.away, meeting.date) in self.fixed:
            return False
        has_own_night = meeting.date != self.usual[meeting.division][meeting.round]
        return not (self.task.standing and has_own_night and meeting in self.task.standing.meetings) or any(
            obstacle.cost >= HARD for obstacle in self.obstacles(meeting)
        )

    def obstacles(self, meeting: Meeting) -> Iterator[Obstacle]:
        """Yield what stands against a match as it is: its night, its pub, its teams' requests."""
        yield from self._off(meeting)
        yield from self._closed(meeting)
        for team in (meeting.home, meeting.away):
            yield from self._missed(team, self.night(meeting), meeting.home == team)

    def _closed(self, meeting: Meeting) -> Iterator[Obstacle]:
        venue, night = self.venues[self.venue(meeting)], self.night(meeting)
        if night in venue.closed:
            yield Obstacle(sentence=f"{venue.name} is shut on {short_day(night)}", cost=HARD)
        elif night != meeting.date and self.task.is_lost(meeting.home, meeting.date):
            yield Obstacle(sentence=f"{short_day(night)} is no night to play on", cost=HARD)

    def _off(self, meeting: Meeting) -> Iterator[Obstacle]:
        """Yield what stands against a night that is none of the division's: that its week is taken out."""
        if meeting.date < self.start or meeting.date in self.divisions[meeting.division].nights:
            return
        calendar, standing = self.task.calendar, self.task.standing
        off = calendar.off_on(meeting.date) if calendar else None
        if off is not None:
            why = f" ({off.because})" if off.because else ""
            yield Obstacle(sentence=f"no matches in the week of {short_day(off.day)}{why}", cost=HARD)
        elif calendar and meeting.date in calendar.reserve_nights(meeting.date.isoweekday()):
            return
        elif standing is None or meeting not in standing.meetings:
            yield Obstacle(sentence=f"{short_day(meeting.date)} is no night of the division", cost=HARD)

    def _missed(self, team: str, night: datetime.date, is_home: bool | None) -> Iterator[Obstacle]:
        for request in self.requests.get((team, night), ()):
            if is_home in unwanted(request.where):
                cost = HARD if request.must else request.weight
                yield Obstacle(sentence=request_sentence(request, self.task), cost=cost)

    def cost(self, meeting: Meeting, instead_of: Meeting | None = None) -> int:
        """Return what speaks against a match, and against its teams having none on the night it leaves."""
        cost = sum(obstacle.cost for obstacle in self.obstacles(meeting))
        if instead_of is not None and instead_of.date != meeting.date:
            for team in (meeting.home, meeting.away):
                cost += sum(obstacle.cost for obstacle in self._missed(team, instead_of.date, None))
        return cost

    def cost_of_all(self) -> int:
        """Return what rooms, closed nights and requests cost in all the matches to come."""
        cost = HARD * sum(
            max(0, len(meetings) - self.venues[venue].capacity)
            for (venue, night), meetings in self.hosted.items()
            if night >= self.start
        )
        for meeting in self.plan.meetings:
            if meeting.date >= self.start:
                cost += sum(obstacle.cost for obstacle in (*self._off(meeting), *self._closed(meeting)))
        at = {
            (team, self.night(meeting)): meeting.home == team
            for meeting in self.plan.meetings
            for team in meeting.pair
        }
        played = {
            key: {self.night(meeting) for meeting in self.plan.of_division(key)} for key in self.divisions
        }
        division_of = self.task.division_of()
        for team, night in self.requests:
            if night >= self.start and night in played[division_of[team].key]:
                cost += sum(missed.cost for missed in self._missed(team, night, at.get((team, night))))
        return cost

    def options(self, meeting: Meeting) -> Iterator[MatchOption]:
        """Yield the ways to play a match on another night or in another pub; none breaks a condition."""
        for night, way in self._nights(self.divisions[meeting.division]):
            if night != meeting.date and self._are_free(meeting, night):
                price = self._night_price(meeting, night)
                yield from self._option(meeting, replace(meeting, date=night), way, price)
        for venue in self._pubs(meeting):
            yield from self._option(meeting, replace(meeting, venue=venue), Way.ANOTHER_PUB, ANOTHER_PUB)

    def reversal(self, meeting: Meeting) -> Reversal | None:
        """Return a match with home and away changed, and its return with it; None if that cannot be.

        Of three or four legs that follow from each other two cannot change alone.
        """
        division = self.divisions[meeting.division]
        if division.meetings > 2 and division.second_half is not SecondHalf.FREE:
            return None
        returns = (match for match in self.by_team[meeting.away] if match.home == meeting.away)
        back = next((match for match in returns if match.away == meeting.home and self.may_move(match)), None)
        if back is None and division.meetings_of(*meeting.pair) != 1:
            return None
        changed = {match: _turned(match) for match in (meeting, back) if match is not None}
        price = REVERSED + self._turn_price(changed)
        options = {
            match: next(self._option(match, after, Way.REVERSED, 0, checks_turns=False), None)
            for match, after in changed.items()
        }
        option = options[meeting]
        if option is None or price >= HARD or (back is not None and options[back] is None):
            return None
        option = replace(option, cost=option.cost + price, price=price)
        return Reversal(option=option, back=back, back_option=options[back] if back is not None else None)

    def _option(
        self, before: Meeting, after: Meeting, way: Way, price: int, *, checks_turns: bool = True
    ) -> Iterator[MatchOption]:
        cost = self.cost(after, before)
        if checks_turns:
            price += self._turn_price({before: after})
        if cost < HARD and price < HARD:
            yield MatchOption(meeting=after, cost=cost + price, price=price, way=way)

    def _nights(self, division: PlannedDivision) -> Iterator[tuple[datetime.date, Way]]:
        yield from ((night, Way.SPARE_NIGHT) for night in division.nights if night >= self.start)
        for night in reserve_nights(division, self.task):
            if night >= self.start:
                yield night, Way.RESERVE_NIGHT

    def _are_free(self, meeting: Meeting, night: datetime.date) -> bool:
        others = (*self.by_team[meeting.home], *self.by_team[meeting.away])
        return all(other.date != night or other == meeting for other in others)

    def _night_price(self, meeting: Meeting, night: datetime.date) -> int:
        division = self.divisions[meeting.division]
        price = night_price(meeting.date, night, division, self.last[meeting.division])
        week = monday_of(night)
        for team in (meeting.home, meeting.away):
            beside = sum(monday_of(other.date) == week for other in self.by_team[team] if other != meeting)
            price += TWICE_A_WEEK * beside
        for other in self.by_team[meeting.home]:
            if other.pair == meeting.pair and other != meeting:
                price += RETURN_SOON * max(0, USUAL_RETURN - weeks_between(other, night))
        return price

    def _turn_price(self, changed: Mapping[Meeting, Meeting]) -> int:
        """Return what changed matches cost in breaks; a run that is too long costs as a broken condition."""
        price = 0
        longest = self.task.rules.longest_run
        for team in sorted({team for meeting in changed for team in meeting.pair}):
            before = _sides(team, self.by_team[team])
            after = _sides(team, [changed.get(meeting, meeting) for meeting in self.by_team[team]])
            price += self.task.weights.breaks * max(0, _breaks(after) - _breaks(before))
            if longest is not None and _longest(after) > max(longest, _longest(before)):
                price += HARD
        return price

    def _pubs(self, meeting: Meeting) -> list[str]:
        """Return the pubs of neither side with room on a match's night, those with most of it first."""
        own, night = {self.teams[team].venue for team in meeting.pair}, self.night(meeting)
        room = {
            venue.key: venue.capacity - len(self.hosted[venue.key, night])
            for venue in self.task.venues
            if venue.key not in own and night not in venue.closed
        }
        with_room = (key for key, left in room.items() if left > 0)
        return sorted(with_room, key=lambda key: (-room[key], key))[:MOST_PUBS]


def cheapest_way(task: Task) -> int:
    """Return what rearranging a match weighs at least."""
    has_reserve = task.calendar is not None and task.calendar.has_reserve
    is_spare = task.standing is not None or any(
        len(division.nights) > division.rounds for division in task.divisions
    )
    return SPARE_NIGHT if is_spare else RESERVE_NIGHT if has_reserve else REVERSED


def weeks_between(meeting: Meeting, night: datetime.date) -> int:
    """Return how many weeks lie between a match and a night."""
    return abs((night - meeting.date).days) // len(DAYS)


def _turned(meeting: Meeting) -> Meeting:
    return replace(meeting, home=meeting.away, away=meeting.home)


def _sides(team: str, meetings: list[Meeting]) -> list[bool]:
    return [meeting.home == team for meeting in sorted(meetings)]


def _breaks(sides: list[bool]) -> int:
    return sum(side == following for side, following in pairwise(sides))


def _longest(sides: list[bool]) -> int:
    return max((len(list(run)) for _, run in groupby(sides)), default=0)
