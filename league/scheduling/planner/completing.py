"""Complete a list in mid-season: plan the matches of a team that joins, of halves that play on alone.

What is owed, and what is not to be played any more, follows from how often teams meet. Published matches stay
where they are: what is owed goes into the free sides of the weeks to come and onto spare nights, as a small
exact problem over home, away and night of each match.
"""

import datetime
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.scheduling.planner.calendar import DAYS, ImpossibleTask
from league.scheduling.planner.grid import unwanted
from league.scheduling.planner.home_nights import by_weeks
from league.scheduling.planner.owed import (
    Couple,
    dropped_matches,
    lifted_matches,
    lost_matches,
    matches_in_words,
    matches_on_nights,
    owed_matches,
)
from league.scheduling.planner.rearranging_options import REVERSED
from league.scheduling.planner.round_nights import WEEKS_THAT_WEIGH, reserve_nights, usual_nights
from league.scheduling.planner.solver import Problem, solve
from league.scheduling.planner.task import Meeting, Plan, PlannedDivision, Task, TeamRequest
from league.shared.grouping import grouped
from league.shared.text import listed

# Relative to a break of the turn of home and away, which weighs 10.
NEW_NIGHT, UNBALANCED = 30, 12

# A full pub, or too long a run, may still be helped when the list is repaired; a match without a night not.
FULL, LONG_RUN, NOT_FIXED, NO_NIGHT = 400, 400, 2_000, 20_000
SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A standing list with what was owed. `dropped` are not to be played; `missing` is what has no night."""

    plan: Plan
    added: tuple[Meeting, ...] = ()
    dropped: tuple[Meeting, ...] = ()
    missing: Mapping[Couple, int] = field(default_factory=dict)


def completed(task: Task) -> Task:
    """Return the task with its standing list complete, so that all the rest is repair.

    Raises:
        ImpossibleTask: a match that is owed finds no night.
    """
    if task.standing is None:
        return task
    lost = lost_matches(task)
    if lifted := lifted_matches(task):
        completion = complete(task, lifted | lost)
        if not completion.missing:
            return replace(task, standing=completion.plan)
    if not lost and not any(owed_matches(division, task) for division in task.divisions):
        return task
    completion = complete(task, lost)
    if completion.missing:  # a fair one may not have been found in time
        completion = complete(task, lost, only_counts=True)
    if completion.missing:
        names = task.teams_by_key()
        without_night = listed(f"{names[one].name} v {names[two].name}" for one, two in completion.missing)
        missing = matches_in_words(sum(completion.missing.values()))
        reason = f"{missing} without a night on which both teams and a pub are free: {without_night}."
        raise ImpossibleTask((reason,))
    return replace(task, standing=completion.plan)


def complete(task: Task, lifted: Collection[Meeting] = (), *, only_counts: bool = False) -> Completion:
    """Return the standing list with as many of the owed matches as there are nights for.

    Matches that are `lifted` from it are planned anew. A list that `only_counts` what fits minds no turn of
    home and away, and is found much sooner.
    """
    task = by_weeks(task)
    standing = task.standing or Plan(meetings=())
    start = task.keep_before or datetime.date.min
    dropped = tuple(dropped_matches(task, standing, start))
    staying = Plan(
        meetings=tuple(meeting for meeting in standing.meetings if meeting not in {*dropped, *lifted})
    )
    kept = list(matches_on_nights(task, staying, start))
    problem = _Completing(task, kept, lifted, is_fair=not only_counts)
    added = tuple(problem.added())
    return Completion(
        plan=Plan(meetings=(*kept, *added)), added=added, dropped=dropped, missing=problem.missing(added)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Option:
    """A match that is owed, on a night."""

    division: PlannedDivision
    home: str
    away: str
    night: datetime.date


class _Completing:
    """The exact problem: each match that is owed takes a night on which both teams are free, or none."""

    def __init__(
        self, task: Task, kept: Sequence[Meeting], lifted: Collection[Meeting], *, is_fair: bool
    ) -> None:
        self.task, self.kept, self.lifted = task, kept, sorted(lifted)
        self.start = task.keep_before or datetime.date.min
        self.teams, self.venues = task.teams_by_key(), task.venues_by_key()
        listed_now = Plan(meetings=tuple(kept))
        self.nights = {division.key: usual_nights(listed_now, division.key) for division in task.divisions}
        self.requests = grouped(
            ((request.team, night), request)
            for request in task.requests
            if isinstance(request, TeamRequest)
            for night in request.days
        )
        self.sides: dict[str, dict[datetime.date, bool]] = defaultdict(dict)
        self.hosted: Counter[tuple[str, datetime.date]] = Counter()
        for meeting in kept:
            self.sides[meeting.home][meeting.date] = True
            self.sides[meeting.away][meeting.date] = False
            night = task.home_night(meeting.home, meeting.date)
            self.hosted[meeting.venue or self.teams[meeting.home].venue, night] += 1
        stays = replace(task, standing=listed_now)
        self.owed = {
            couple: number
            for division in task.divisions
            for couple, number in owed_matches(division, stays).items()
            if number > 0
        }
        self.problem = Problem()
        self.choices: dict[int, _Option] = {}
        self.of_team: dict[str, list[int]] = defaultdict(list)
        for division in task.divisions:
            self._add_matches(division)
            self._add_new_nights(division)
        self._add_teams(is_fair=is_fair)
        self._add_rooms()

    def added(self) -> Iterator[Meeting]:
        """Yield the matches on their nights, each in a round in which neither side has another."""
        values = solve(self.problem, seconds=SECONDS).values if self.choices else ()
        chosen = [option for number, option in self.choices.items() if values and values[number]]
        rounds = _Rounds(self.kept, self.nights, self.lifted)
        for option in sorted(chosen, key=lambda option: (option.night, option.home)):
            yield Meeting(
                date=option.night,
                division=option.division.key,
                round=rounds.take(option),
                home=option.home,
                away=option.away,
            )

    def missing(self, added: Sequence[Meeting]) -> Mapping[Couple, int]:
        """Return what is owed and has no night."""
        there = Counter(meeting.pair for meeting in added)
        left = {couple: number - there[frozenset(couple)] for couple, number in self.owed.items()}
        return {couple: number for couple, number in left.items() if number}

    def _add_matches(self, division: PlannedDivision) -> None:
        """Add the choices of each couple: as many as it is owed, home and away in turn."""
        for (first, second), number in self.owed.items():
            if first not in division.teams:
                continue
            by_home: dict[str, list[int]] = {first: [], second: []}
            for home, away in ((first, second), (second, first)):
                for night in self._nights(division):
                    cost = self._cost(home, away, night)
                    if cost is not None:
                        choice = self.problem.choice(cost)
                        self.choices[choice] = _Option(division=division, home=home, away=away, night=night)
                        by_home[home].append(choice)
                        self.of_team[home].append(choice)
                        self.of_team[away].append(choice)
            without_night = self.problem.amount(NO_NIGHT, most=number)
            self.problem.row([*by_home[first], *by_home[second], without_night], number, number)
            most = -(-division.meetings_of(first, second) // 2)
            for home, away in ((first, second), (second, first)):
                before = sum((meeting.home, meeting.away) == (home, away) for meeting in self.kept)
                self.problem.row(by_home[home], at_most=max(most - before, 0))
            self._add_returns(division, (first, second), [*by_home[first], *by_home[second]])
        for fixed in self.task.fixed:
            for choice, option in self.choices.items():
                if (option.home, option.away, option.night) == (fixed.home, fixed.away, fixed.date):
                    self.problem.row([choice, self.problem.choice(NOT_FIXED)], at_least=1)

    def _cost(self, home: str, away: str, night: datetime.date) -> int | None:
        """Return what a match costs on a night; None where it cannot be."""
        is_taken = night in self.sides[home] or night in self.sides[away]
        own = self.task.home_night(home, night)
        is_shut = own in self.venues[self.teams[home].venue].closed or self.task.is_lost(home, night)
        if night < self.start or is_taken or is_shut:
            return None
        missed = [
            request
            for team in (home, away)
            for request in self.requests[team, own]
            if (team == home) in unwanted(request.where)
        ]
        if any(request.must for request in missed):
            return None
        return sum(request.weight for request in missed) + self._move(home, away, night)

    def _move(self, home: str, away: str, night: datetime.date) -> int:
        """Return what it weighs that a match lifted from its night is played on another, or turned."""
        own = [meeting for meeting in self.lifted if meeting.pair == {home, away}]
        moves = (
            abs((night - meeting.date).days) // len(DAYS) // WEEKS_THAT_WEIGH
            + (0 if meeting.home == home else REVERSED)
            for meeting in own
        )
        return min(moves, default=0)

    def _nights(self, division: PlannedDivision) -> Sequence[datetime.date]:
        """Return the nights for what is owed: those kept for postponed matches too where any was lifted."""
        kept = reserve_nights(division, self.task) if self.lifted else ()
        return sorted({*division.nights, *kept})

    def _add_returns(self, division: PlannedDivision, couple: Couple, choices: Sequence[int]) -> None:
        """Add rows: between two matches of a couple lie as many rounds as the rules ask."""
        least = self.task.rules.return_after
        marks = sorted(self.nights[division.key].values())
        place = {choice: bisect_right(marks, self.choices[choice].night) for choice in choices}
        for meeting in self.kept if least else ():
            if meeting.pair == frozenset(couple):
                at = bisect_right(marks, meeting.date)
                soon = [choice for choice in choices if abs(place[choice] - at) < least]
                self.problem.row(soon, at_most=0)
        for at in sorted(set(place.values())) if least else ():
            self.problem.row([choice for choice in choices if at <= place[choice] < at + least], at_most=1)

    def _add_new_nights(self, division: PlannedDivision) -> None:
        """Add the cost of each night on which the division would not have played."""
        used = set(self.nights[division.key].values())
        new = grouped(
            (option.night, choice)
            for choice, option in self.choices.items()
            if option.division == division and option.night not in used
        )
        for weeks_later, choices in enumerate(new[night] for night in sorted(new)):
            opened = self.problem.choice(NEW_NIGHT + weeks_later)
            self.problem.row(dict.fromkeys(choices, 1) | {opened: -len(choices)}, at_most=0)

    def _add_teams(self, *, is_fair: bool) -> None:
        """Add rows: a team plays once a night; in a fair list home and away in turn, and as often both."""
        longest = self.task.rules.longest_run
        runs = [(1, self.task.weights.breaks), *([(longest, LONG_RUN)] if longest else [])]
        for team, choices in self.of_team.items():
            by_night = grouped((self.choices[choice].night, choice) for choice in choices)
            for own in by_night.values():
                self.problem.row(own, at_most=1)
            if not is_fair:
                continue
            nights = sorted(by_night.keys() | self.sides[team].keys())
            for most, cost in runs:
                for place in range(len(nights) - most):
                    window = nights[place : place + most + 1]
                    in_it = [choice for night in window for choice in by_night.get(night, ())]
                    self._add_run(team, window, in_it, most, cost)
            self._add_balance(team, choices)

    def _add_run(
        self, team: str, nights: Sequence[datetime.date], choices: Sequence[int], most: int, cost: int
    ) -> None:
        """Add rows: of some nights running no more than `most` are at home, or away, or each more costs."""
        for is_home in (True, False):
            there = sum(self.sides[team].get(night) is is_home for night in nights)
            own = [choice for choice in choices if self._is_home(choice, team) is is_home]
            if own:
                run = dict.fromkeys(own, 1) | {self.problem.amount(cost): -1}
                self.problem.row(run, at_most=max(most - there, 0))

    def _add_balance(self, team: str, choices: Sequence[int]) -> None:
        """Add rows: matches at home and away differ by one at most, or each more costs."""
        sides = self.sides[team]
        ahead = 2 * sum(sides.values()) - len(sides)
        for sign in (1, -1):
            terms = {choice: sign if self._is_home(choice, team) else -sign for choice in choices}
            more = {self.problem.amount(UNBALANCED): -1}
            self.problem.row(terms | more, at_most=max(1 - sign * ahead, 0))

    def _is_home(self, choice: int, team: str) -> bool:
        return self.choices[choice].home == team

    def _add_rooms(self) -> None:
        """Add rows: a pub has no more matches than room, or pays for each too many."""
        night = self.task.home_night
        hosts = grouped(
            ((self.teams[option.home].venue, night(option.home, option.night)), choice)
            for choice, option in self.choices.items()
        )
        for (venue, own), choices in hosts.items():
            room = self.venues[venue].capacity - self.hosted[venue, own]
            full = self.problem.amount(FULL)
            self.problem.row(dict.fromkeys(choices, 1) | {full: -1}, at_most=max(room, 0))


class _Rounds:
    """The rounds that teams have; matches on nights that are no round's make new ones."""

    def __init__(
        self,
        kept: Sequence[Meeting],
        nights: Mapping[str, Mapping[int, datetime.date]],
        lifted: Sequence[Meeting],
    ) -> None:
        # A match of a lost round keeps its number.
        self.before = {
            meeting.pair: meeting.round for meeting in lifted if meeting.round not in nights[meeting.division]
        }
        self.nights = {division: dict(rounds) for division, rounds in nights.items()}
        self.taken = {(team, meeting.round) for meeting in kept for team in meeting.pair}

    def take(self, option: _Option) -> int:
        """Return the round of a match, which both teams have from now on."""
        rounds = self.nights[option.division.key]
        teams = option.home, option.away
        before = self.before.get(frozenset(teams))
        free = (
            number
            for number, night in sorted(rounds.items())
            if night == option.night and self._is_free(teams, number)
        )
        new = max(rounds, default=0) + 1
        number = before if before and self._is_free(teams, before) else next(free, new)
        rounds[number] = option.night
        self.taken |= {(team, number) for team in teams}
        return number

    def _is_free(self, teams: tuple[str, str], number: int) -> bool:
        return not any((team, number) in self.taken for team in teams)
