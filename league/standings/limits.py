"""How few teams must pass their limits, however the points of the matches to come are split.

Also contains the pairs of match points a format allows (`possible_points`). Each match to come is split
between its two sides in one of these ways. Given how much room each team has, the question is how many teams
cannot be kept within theirs. It is answered exactly, in steps that each prove something:

- a team with room for all it could ever take is no limit: it takes all of its matches;
- a flow of the least a match gives finds teams whose matches among themselves give more than they all have
  room for: at least one of them must pass (the argument of Schwartz for a pennant race, 1966);
- where a flow exists but is no allowed split, every split of that match is tried.

The problem is NP-hard in general, so the work is bounded (`EFFORT`).
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from league.matches.outcomes import Pair, TeamKey
from scoring.matches import DecidedBy, MatchFormat, score_match

Meeting = tuple[TeamKey, TeamKey]
Room = Mapping[TeamKey, int]

EFFORT = 60_000
"""Matches looked at for one answer before it is left at a bound: some tenths of a second. Twelve teams with
three weeks to go rarely need a tenth of it, however close they are."""


class TooMuchWork(Exception):
    """The bound on the work was reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fewest:
    """How many teams must pass; at least that many, if it is not exact. `work` is the matches looked at."""

    teams: int
    is_exact: bool = True
    work: int = 0


def fewest_past(
    room: Room, meetings: Sequence[Meeting], splits: Iterable[Pair], effort: int = EFFORT
) -> Fewest:
    """Return the fewest of the teams that must take more than they have room for in these meetings.

    `splits` are the ways a meeting can go, the same for both sides; room can be less than nothing.
    """
    search = _Search(splits, effort)
    have = search.scaled(room, meetings)
    past = {team for team, left in have.items() if left < 0}
    within = {team: left for team, left in have.items() if left >= 0}
    total = len(past)
    for teams in _parts(*search.tight(within, meetings)):
        part = {team: within[team] for team in teams}
        try:
            total += search.fewest(part, meetings)
        except _Stopped as stopped:
            return Fewest(teams=total + stopped.at_least, is_exact=False, work=effort)
    return Fewest(teams=total, work=effort - search.effort)


class _Stopped(Exception):
    """The work was stopped when so many teams were known to have to pass."""

    def __init__(self, at_least: int) -> None:
        super().__init__()
        self.at_least = at_least


class _Search:
    """One question: the splits, in the smallest whole numbers, and the work left for it."""

    def __init__(self, splits: Iterable[Pair], effort: int) -> None:
        splits = set(splits)
        # At home and away, which may differ.
        self.least = min(min(split) for split in splits)
        above = {(own - self.least, other - self.least) for own, other in splits}
        self.unit = gcd(*(figure for split in above for figure in split)) or 1
        in_units = {(own // self.unit, other // self.unit) for own, other in above}
        self.splits = sorted(
            split for split in in_units if not any(_is_within(other, split) for other in in_units)
        )
        self.most = max(max(split) for split in self.splits)
        self.sum = min(own + other for own, other in self.splits)
        self.effort = effort

    def spend(self, meetings: Sequence[Meeting]) -> None:
        """Reckon with a look at these meetings; TooMuchWork when that was one too many."""
        self.effort -= len(meetings) + 1
        if self.effort < 0:
            raise TooMuchWork

    def scaled(self, room: Room, meetings: Sequence[Meeting]) -> dict[TeamKey, int]:
        """Return the room in units, less what every match gives both sides anyway."""
        played = _degrees(meetings)
        return {team: (left - self.least * played[team]) // self.unit for team, left in room.items()}

    def tight(self, room: Room, meetings: Sequence[Meeting]) -> tuple[Room, list[Meeting]]:
        """Return the teams that are a limit, and the meetings among them. Others take all of theirs."""
        while True:
            among = [meeting for meeting in meetings if meeting[0] in room and meeting[1] in room]
            played = _degrees(among)
            limited = {team: left for team, left in room.items() if left < self.most * played[team]}
            if len(limited) == len(room):
                return room, among
            room = limited

    def fewest(self, room: Room, meetings: Sequence[Meeting]) -> int:
        """Return the fewest teams to let pass, so that the others can be kept: none, then any one, and so on.

        Of every set of teams that cannot all be kept one has to pass.
        """
        level: set[frozenset[TeamKey]] = {frozenset()}
        for passing in range(len(room) + 1):
            following = set()
            for gone in level:
                kept = {team: left for team, left in room.items() if team not in gone}
                try:
                    too_many = self.too_many(kept, meetings)
                except TooMuchWork:
                    raise _Stopped(passing) from None
                if not too_many:
                    return passing
                following |= {gone | {team} for team in too_many}
            level = following
        return len(room)

    def too_many(self, room: Room, meetings: Sequence[Meeting]) -> frozenset[TeamKey]:
        """Return teams that cannot all be kept within their room; none if they all can."""
        tight, among = self.tight(room, meetings)
        self.spend(among)
        for teams in _parts(tight, among):
            part = {team: tight[team] for team in teams}
            own = [numbers for numbers in among if numbers[0] in part]
            flow = _Flow(part, own, self.sum)
            if flow.overfull:
                return flow.overfull
            if not self.can_split(part, own, {}):
                return teams
        return frozenset()

    def can_split(self, room: Room, meetings: Sequence[Meeting], failed: dict[object, None]) -> bool:
        """Return whether the meetings can be split so that every team stays within its room."""
        room, meetings = self.tight(room, meetings)
        self.spend(meetings)
        if not meetings:
            return True
        state = (tuple(room.items()), tuple(meetings))
        if state in failed:
            return False
        flow = _Flow(room, meetings, self.sum)
        at = None if flow.overfull else self._not_allowed(flow)
        if not flow.overfull and at is None:
            return True
        if at is not None:
            number, other = meetings[at]
            rest = [*meetings[:at], *meetings[at + 1 :]]
            fitting = [(a, b) for a, b in self.splits if a <= room[number] and b <= room[other]]
            for a, b in sorted(fitting, key=lambda split: abs(split[0] - flow.held[at][0])):
                left = {**room, number: room[number] - a, other: room[other] - b}
                if self.can_split(left, rest, failed):
                    return True
        failed[state] = None
        return False

    def _not_allowed(self, flow: "_Flow") -> int | None:
        """Return a meeting whose flow cannot be made an allowed split with the room still spare; None if all
        can.
        """
        spare = dict(flow.spare)
        for at, ((number, other), (own, others)) in enumerate(zip(flow.meetings, flow.held, strict=True)):
            for a, b in self.splits:
                if a - own <= spare[number] and b - others <= spare[other]:
                    spare[number] -= a - own
                    spare[other] -= b - others
                    break
            else:
                return at
        return None


class _Flow:
    """A split of every meeting of which one unit more or less can go to either side, within the room.

    `overfull` are teams that hold more than they have room for however they pass it on; empty if none do.
    """

    def __init__(self, room: Room, meetings: Sequence[Meeting], units: int) -> None:
        self.meetings = meetings
        self.spare = dict(room)
        self.held: list[list[int]] = []
        self.of_team: dict[TeamKey, list[int]] = defaultdict(list)
        for at, (number, other) in enumerate(meetings):
            side = 0 if self.spare[number] >= self.spare[other] else 1
            self.held.append([units, 0] if side == 0 else [0, units])
            self.spare[meetings[at][side]] -= units
            self.of_team[number].append(at)
            self.of_team[other].append(at)
        self.overfull: frozenset[TeamKey] = frozenset()
        for team in room:
            while self.spare[team] < 0 and not self.overfull:
                self.overfull = self._pass_on(team)

    def _pass_on(self, team: TeamKey) -> frozenset[TeamKey]:
        """Pass units on, match by match, to a team with room to spare. Without one: all that were asked."""
        came_by: dict[TeamKey, tuple[int, int] | None] = {team: None}
        numbers = deque([team])
        while numbers:
            number = numbers.popleft()
            if self.spare[number] > 0:
                self._move(number, came_by)
                return frozenset()
            for at in self.of_team[number]:
                side = self.meetings[at].index(number)
                other = self.meetings[at][1 - side]
                if self.held[at][side] > 0 and other not in came_by:
                    came_by[other] = at, side
                    numbers.append(other)
        return frozenset(came_by)

    def _move(self, to: TeamKey, came_by: Mapping[TeamKey, tuple[int, int] | None]) -> None:
        """Move as many units as can go from the first team along the matches to this one."""
        path, team = [], to
        while (step := came_by[team]) is not None:
            path.append(step)
            team = self.meetings[step[0]][step[1]]
        units = min(-self.spare[team], self.spare[to], *(self.held[at][side] for at, side in path))
        for at, side in path:
            self.held[at][side] -= units
            self.held[at][1 - side] += units
        self.spare[team] += units
        self.spare[to] -= units


def _is_within(pair: Pair, other: Pair) -> bool:
    """Return whether a split takes no more of either side than another, and less of one."""
    return pair != other and pair[0] <= other[0] and pair[1] <= other[1]


def _degrees(meetings: Iterable[Meeting]) -> dict[TeamKey, int]:
    played: dict[TeamKey, int] = defaultdict(int)
    for number, other in meetings:
        played[number] += 1
        played[other] += 1
    return played


def _parts(room: Room, meetings: Sequence[Meeting]) -> list[frozenset[TeamKey]]:
    """Return the teams in parts that have no match with each other."""
    neighbours = defaultdict(set)
    for number, other in meetings:
        neighbours[number].add(other)
        neighbours[other].add(number)
    parts, seen = [], set[TeamKey]()
    for team in room:
        if team in seen:
            continue
        part, numbers = {team}, [team]
        while numbers:
            new = neighbours[numbers.pop()] - part
            part |= new
            numbers += new
        seen |= part
        parts.append(frozenset(part))
    return parts


Won = tuple[int, int, int]
"""Games, or tables, won by home, won by away, and drawn."""


@lru_cache(maxsize=32)
def possible_points(form: MatchFormat) -> frozenset[Pair]:
    """Return every pair of match points, home first, that a match played in full can give, in halves.

    Every way the games of every table can be won is tried (drawn too, in a game without a target), and with
    each the totals that matter for the aggregate: level, either side ahead, narrowly and by a lot. Nothing
    given without play is among them.
    """
    number_pairs = set()
    for tables in _matches(form):
        home, away = (sum(won[side] for won in tables) for side in (0, 1))
        for total_home, total_away in _totals(home, away, form):
            scores = _scores(tables, total_home, total_away, form)
            points = score_match(scores, form).match_points
            number_pairs.add((points[0], points[1]))
    return frozenset(number_pairs)


def _matches(form: MatchFormat) -> Iterator[tuple[Won, ...]]:
    """Yield the games of each table, one example of every way the tables and games of a match can be won."""
    # What tells two ways apart: tables, games, and whether all tables were played to their end.
    examples: dict[tuple[Won, Won, bool], tuple[Won, ...]] = {((0, 0, 0), (0, 0, 0), True): ()}
    for number in range(form.tables):
        following: dict[tuple[Won, Won, bool], tuple[Won, ...]] = {}
        for (tables, games, are_whole), example in examples.items():
            for won, is_whole in _tables(form.games_at(number), form.stop_when_decided, form.target is None):
                key = (_added(tables, _table_of(won, form)), _added(games, won), are_whole and is_whole)
                if _is_within_race(key[1], form) and (is_whole or form.race_to):
                    following.setdefault(key, (*example, won))
        examples = following
    for (_, games, are_whole), example in examples.items():
        if _is_over(games, form, are_whole=are_whole):
            yield example


def _is_within_race(games: Won, form: MatchFormat) -> bool:
    """Return whether no side has gone on past the race, nor both have won it."""
    home, away, _ = games
    return form.race_to is None or (max(home, away) <= form.race_to and min(home, away) < form.race_to)


def _is_over(games: Won, form: MatchFormat, *, are_whole: bool) -> bool:
    """Return a match ends when all is played, or with the race: tables may be broken off only by that."""
    return are_whole or (form.race_to is not None and max(games[:2]) == form.race_to)


@lru_cache(maxsize=64)
def _tables(games: int, stops_when_decided: bool, can_be_drawn: bool) -> tuple[tuple[Won, bool], ...]:
    """Return how the games of a table can stand at any time, and whether it is at its end then."""
    totals: dict[Won, bool] = {}
    under_way = {(0, 0, 0)}
    while under_way:
        home, away, drawn = won = under_way.pop()
        left = games - home - away - drawn
        totals[won] = not left or (stops_when_decided and abs(home - away) > left)
        if not totals[won]:
            under_way |= {(home + 1, away, drawn), (home, away + 1, drawn)}
            if can_be_drawn:
                under_way.add((home, away, drawn + 1))
    return tuple(sorted(totals.items()))


def _table_of(won: Won, form: MatchFormat) -> Won:
    """Return the table those games make, where tables count for anything."""
    if not (form.table_won or form.table_drawn or form.decided_by is DecidedBy.TABLES):
        return 0, 0, 0
    home, away, _ = won
    return int(home > away), int(away > home), int(home == away)


def _added(won: Won, other: Won) -> Won:
    return won[0] + other[0], won[1] + other[1], won[2] + other[2]


def _most(games: int, form: MatchFormat) -> int:
    """Return the most a game can be won by; without a target, enough to tell narrowly from by a lot."""
    return form.target + form.overshoot if form.target else games + form.close_loss_by + 2


def _totals(home: int, away: int, form: MatchFormat) -> Iterator[Pair]:
    """By how much in all home wins its games and away its own: an example of each case that matters."""
    most = _most(home + away, form)
    least_lead, most_lead = home - away * most, home * most - away
    leads = {least_lead}
    if form.aggregate or form.decided_by is DecidedBy.AGGREGATE:
        near = {0, 1, form.close_loss_by, form.close_loss_by + 1}
        leads |= {most_lead, *near, *(-lead for lead in near)}
    for lead in leads:
        if least_lead <= lead <= most_lead:
            away_total = max(away, home - lead)
            yield away_total + lead, away_total


def _scores(
    tables: tuple[Won, ...], total_home: int, total_away: int, form: MatchFormat
) -> list[list[tuple[int, int]]]:
    """Return scores of the games, by which each side's wins come to those totals."""
    games = [sum(won[side] for won in tables) for side in (0, 1)]
    most = _most(sum(games), form)
    by_home = _spread(total_home, games[0], most)
    by_away = _spread(total_away, games[1], most)
    return [
        [_final(next(by_home), form) for _ in range(home)]
        + [_final(next(by_away), form)[::-1] for _ in range(away)]
        + [(0, 0)] * drawn
        for home, away, drawn in tables
    ]


def _spread(total: int, games: int, most: int) -> Iterator[int]:
    """Yield a total over games, each by at least one and at most so much."""
    for left in range(games, 0, -1):
        number = min(most, total - (left - 1))
        total -= number
        yield number


def _final(by: int, form: MatchFormat) -> Pair:
    """Return a game won by so much."""
    if form.target is None or by > form.target:
        return by, 0
    return form.target, form.target - by
