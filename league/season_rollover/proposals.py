"""Proposes next season's divisions from the final tables: up, down, out, in and levelled, with reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.matches.outcomes import TeamKey
from league.shared.text import count, counted, ordinal
from league.standings.prospects import Fate, fates
from league.standings.rows import StandingsRow


class RolloverRefused(ValueError):
    """Divisions that are impossible; the message says why and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """A division's final table. `promoted` and `relegated` are the division's numbers."""

    name: str
    rows: tuple[StandingsRow, ...]
    promoted: int = 0
    relegated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """A team that folds or does not enter again."""

    team: TeamKey
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """A new team, or one that comes back: in a division chosen for it (1 the top), or at the bottom."""

    name: str
    team: TeamKey | None = None
    division: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesPub:
    """A team that will play at another pub: whether the old one has closed, how many players come along."""

    team: TeamKey
    to: str
    pub_closed: bool = False
    players_staying: int | None = None


Change = Leaves | Joins | MovesPub


class Fills(StrEnum):
    """Who takes a place that is free in a higher division."""

    NEXT_BEST = "next_best"  # the next in the table below
    REPRIEVED = "reprieved"  # the best of those who would go down


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloverRules:
    """How next season's divisions are made.

    divisions         how many; None: as many as before
    sizes             of each, top first; empty: as before, and the last takes the rest
    level             sizes as even as possible, the larger ones further down
    fills             who takes a free place
    moving_to_bottom  a team that moves pub starts at the bottom, unless its pub has closed
    en_bloc           with so many of its players a moving team keeps its place all the same
    """

    divisions: int | None = None
    sizes: tuple[int, ...] = ()
    level: bool = False
    fills: Fills = Fills.NEXT_BEST
    moving_to_bottom: bool = False
    en_bloc: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A team in next season's divisions, and why, a sentence a step.

    `before` is its division of this season, 1 the top, None for a team that joins; `division` the next one.
    `is_open`: it shared its place across a line, and the league has to decide. `starts_anew`: it joins, or
    begins at the bottom for having moved. `place` is its line in the final table.
    """

    team: TeamKey | None
    name: str
    before: int | None
    division: int
    reasons: tuple[str, ...]
    is_open: bool = False
    starts_anew: bool = False
    place: int = 0

    @property
    def moves(self) -> bool:
        return self.before is not None and self.before != self.division


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDivision:
    """One of next season's divisions, in the order of the tables the teams come from."""

    number: int
    name: str
    teams: tuple[Placing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeasonProposal:
    """The proposal for next season: its divisions, and the teams that leave, with reasons."""

    divisions: tuple[NextDivision, ...]
    gone: tuple[Placing, ...] = ()
    moved: frozenset[TeamKey] = frozenset()

    @property
    def placings(self) -> tuple[Placing, ...]:
        return tuple(placing for division in self.divisions for placing in division.teams)

    @property
    def undecided(self) -> tuple[Placing, ...]:
        """Return the placings that the league has to decide first."""
        return tuple(placing for placing in self.placings if placing.is_open)


def level_sizes(teams: int, divisions: int) -> tuple[int, ...]:
    """Return sizes as even as possible, the larger ones further down."""
    size, over = divmod(teams, divisions)
    return tuple(size + (number >= divisions - over) for number in range(divisions))


def sizes_of(rules: RolloverRules, teams: int, before: Sequence[int]) -> tuple[int, ...]:
    """Return how many teams each of next season's divisions has. Raises RolloverRefused."""
    divisions = rules.divisions or len(rules.sizes) or len(before)
    if not 1 <= divisions <= max(teams, 1):
        raise RolloverRefused(f"{divisions} divisions are asked for, and {teams} teams will play.")
    if rules.sizes:
        if len(rules.sizes) != divisions or sum(rules.sizes) != teams:
            text = " and ".join(map(str, rules.sizes))
            raise RolloverRefused(
                f"Divisions of {text} are asked for; {teams} teams will play in {divisions}."
            )
        return rules.sizes
    if rules.level or divisions != len(before):
        return level_sizes(teams, divisions)
    sizes: list[int] = []
    for number, size in enumerate(before[:-1], start=1):
        # Every division below has at least one team, whatever became of the others.
        sizes.append(max(min(size, teams - sum(sizes) - (divisions - number)), 1))
    return (*sizes, teams - sum(sizes))


Divisions = list[list[Placing]]
Rank = tuple[bool, int, int, str]


def next_season(
    tables: Sequence[FinalTable], changes: Iterable[Change] = (), rules: RolloverRules | None = None
) -> NextSeasonProposal:
    """Return the divisions proposed for next season, the top one first, from the final tables in the same
    order.

    Teams go up and down by the divisions' numbers, then leave, move pub or join; then a free place is filled
    from below, and the lowest of a division that is too large goes down. Raises RolloverRefused
    for a change of a team that is in no table, for two changes of one kind, and for sizes that cannot be.
    """
    rules = rules or RolloverRules()
    changes = tuple(changes)
    _verify(tables, changes)
    settled = [
        placing for number, table in enumerate(tables, start=1) for placing in _settled(table, number, tables)
    ]
    divisions = rules.divisions or len(rules.sizes) or len(tables)
    gone = _gone(settled, tables, changes)
    away = {placing.team for placing in gone}
    playing = [_within(placing, divisions) for placing in settled if placing.team not in away]
    playing = [_after_move(placing, changes, rules, divisions) for placing in playing]
    playing += [_joined(change, divisions) for change in changes if isinstance(change, Joins)]
    sizes = sizes_of(rules, len(playing), [len(table.rows) for table in tables])
    names = _names(tables, divisions)
    levelled = _levelled(playing, sizes, names, rules)
    return NextSeasonProposal(
        divisions=tuple(
            NextDivision(number=number, name=name, teams=tuple(sorted(teams, key=_rank)))
            for number, (name, teams) in enumerate(zip(names, levelled, strict=True), start=1)
        ),
        gone=tuple(gone),
        moved=frozenset(change.team for change in changes if isinstance(change, MovesPub)),
    )


def _verify(tables: Sequence[FinalTable], changes: Sequence[Change]) -> None:
    known = {row.record.team for table in tables for row in table.rows}
    if not tables:
        raise RolloverRefused("There is no final table to begin from.")
    leaving = [change.team for change in changes if isinstance(change, Leaves)]
    moving = [change.team for change in changes if isinstance(change, MovesPub)]
    for teams in (leaving, moving):
        stranger = next((team for team in teams if team not in known), None)
        if stranger is not None:
            raise RolloverRefused(f"Team {stranger} is in no final table; it can only join.")
        if len(set(teams)) < len(teams):
            raise RolloverRefused("The same change is entered twice for one team.")
    back = {change.team for change in changes if isinstance(change, Joins) and change.team is not None}
    if back & (known - set(leaving) - _withdrawn(tables)):
        raise RolloverRefused("A team that plays on cannot join as well.")


def _settled(table: FinalTable, number: int, tables: Sequence[FinalTable]) -> list[Placing]:
    """Return where each team of a table goes: up, down or nowhere, with the reason."""
    row_fates = fates(table.rows, promoted=table.promoted, relegated=table.relegated)
    return [_placing(row, fate, number, tables) for row, fate in zip(table.rows, row_fates, strict=True)]


def _placing(row: StandingsRow, fate: Fate, number: int, tables: Sequence[FinalTable]) -> Placing:
    name = tables[number - 1].name
    finished = f"Finished {'level ' if row.is_shared else ''}{ordinal(row.place)} in {name}"
    goes_to, text = number, "stays"
    if fate is Fate.UP and number > 1:
        goes_to, text = number - 1, f"promoted to {tables[number - 2].name}"
    elif fate is Fate.DOWN and number < len(tables):
        goes_to, text = number + 1, f"relegated to {tables[number].name}"
    elif fate is Fate.UNDECIDED:
        text = "the line runs through this place, and the league decides who goes"
    elif number == 1 and row.place == 1 and row.record.played:
        text = "champions" if not row.is_shared else "champions together"
    return Placing(
        team=row.record.team,
        name=row.record.name,
        before=number,
        division=goes_to,
        reasons=(f"{finished}: {text}.",),
        is_open=fate is Fate.UNDECIDED,
        place=_place(row, tables[number - 1]),
    )


def _place(row: StandingsRow, table: FinalTable) -> int:
    return next(place for place, other in enumerate(table.rows, start=1) if other is row)


def _withdrawn(tables: Sequence[FinalTable]) -> set[TeamKey]:
    return {row.record.team for table in tables for row in table.rows if row.record.is_withdrawn}


def _gone(
    settled: Sequence[Placing], tables: Sequence[FinalTable], changes: Sequence[Change]
) -> list[Placing]:
    """Return the teams that fold, do not enter again or withdrew, with the reason."""
    because = dict.fromkeys(_withdrawn(tables), "Withdrew during the season.")
    for change in changes:
        if isinstance(change, Leaves):
            text = f": {change.because.rstrip('.')}" if change.because else ""
            because[change.team] = f"Does not enter again{text}."
    return [
        replace(placing, reasons=(because[placing.team],), is_open=False)
        for placing in settled
        if placing.team in because
    ]


def _within(placing: Placing, divisions: int) -> Placing:
    """Return the placing, moved to the last division if its own will not exist."""
    if placing.division <= divisions:
        return placing
    only = counted(divisions, "division")
    return _because(replace(placing, division=divisions), f"Next season has {only}.")


def _after_move(placing: Placing, changes: Sequence[Change], rules: RolloverRules, divisions: int) -> Placing:
    """Return the placing of a team that moves pub: its place or the bottom division, by the rules."""
    moves = (change for change in changes if isinstance(change, MovesPub) and change.team == placing.team)
    move = next(moves, None)
    if move is None:
        return placing
    text = f"Moves to {move.to}"
    staying = move.players_staying or 0
    if not rules.moving_to_bottom:
        return _because(placing, f"{text}: keeps its place.")
    if move.pub_closed:
        return _because(placing, f"{text}, for its pub has closed: keeps its place.")
    if rules.en_bloc is not None and staying >= rules.en_bloc:
        return _because(placing, f"{text} en bloc, with {count(staying)} of its players: keeps its place.")
    shortfall = (
        f" ({count(staying) if staying else 'none'} of the {count(rules.en_bloc)} players asked for)"
        if rules.en_bloc
        else ""
    )
    bottom = replace(placing, division=divisions, is_open=False, starts_anew=True)
    return _because(bottom, f"{text}{shortfall}: a team that moves pub starts in the bottom division.")


def _joined(change: Joins, divisions: int) -> Placing:
    if change.division is None:
        goes_to, text = divisions, "Joins the league: starts in the bottom division."
    elif 1 <= change.division <= divisions:
        goes_to, text = change.division, "Joins the league, in the division chosen for it."
    else:
        raise RolloverRefused(
            f"{change.name} is to join division {change.division}; there will be {divisions}, 1 the top."
        )
    return Placing(
        team=change.team, name=change.name, before=None, division=goes_to, reasons=(text,), starts_anew=True
    )


def _names(tables: Sequence[FinalTable], divisions: int) -> list[str]:
    return [
        tables[number].name if number < len(tables) else f"Division {number + 1}"
        for number in range(divisions)
    ]


def _levelled(
    playing: Sequence[Placing], sizes: Sequence[int], names: Sequence[str], rules: RolloverRules
) -> Divisions:
    """Return the divisions in their sizes: from the top down, fill each, or send its lowest down."""
    divisions: Divisions = [[] for _ in sizes]
    for placing in playing:
        divisions[placing.division - 1].append(placing)
    for number, size in enumerate(sizes[:-1], start=1):
        while len(divisions[number - 1]) < size:
            _bring_up(divisions, number, names, rules)
        while len(divisions[number - 1]) > size:
            _send_down(divisions, number, names)
    return divisions


def _bring_up(divisions: Divisions, to: int, names: Sequence[str], rules: RolloverRules) -> None:
    below = next(number for number in range(to + 1, len(divisions) + 1) if divisions[number - 1])

    def goes_down(placing: Placing) -> bool:
        return placing.before is not None and placing.before <= to and not placing.starts_anew

    def readiness(placing: Placing) -> tuple[bool, bool, Rank]:
        return placing.starts_anew, goes_down(placing) is (rules.fills is Fills.NEXT_BEST), _rank(placing)

    riser = min(divisions[below - 1], key=readiness)
    divisions[below - 1].remove(riser)
    text = f"Goes up to fill a free place in {names[to - 1]}."
    if goes_down(riser):
        text = f"Stays in {names[to - 1]} after all: a place there is free."
    divisions[to - 1].append(_because(replace(riser, division=to), text))


def _send_down(divisions: Divisions, number: int, names: Sequence[str]) -> None:
    """Move the lowest team to the division below; a team that has just come up stays if possible."""

    def firmness(placing: Placing) -> tuple[bool, Rank]:
        was_here = placing.before is not None and placing.before <= number
        return was_here, _rank(placing)

    faller = max(divisions[number - 1], key=firmness)
    divisions[number - 1].remove(faller)
    text = f"Goes down to {names[number]}: {names[number - 1]} would have a team too many."
    divisions[number].append(_because(replace(faller, division=number + 1), text))


def _rank(placing: Placing) -> Rank:
    """Return the sort key: the final tables one below the other, then those who join, by name."""
    return placing.before is None, placing.before or 0, placing.place, placing.name


def _because(placing: Placing, reason: str) -> Placing:
    return replace(placing, reasons=(*placing.reasons, reason))
