"""What the page of a match draws: fields with their labels, in rows of hands, games and tables."""

from dataclasses import dataclass

from scoring.axes import Award


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One field: its name, which is also its id, its label, and the sentences said of it."""

    name: str
    label: str
    value: str = ""
    refusals: tuple[str, ...] = ()
    oddities: tuple[str, ...] = ()

    @property
    def described_by(self) -> str:
        """The ids of what is said of it."""
        said = [f"{self.name}-refusal"] * bool(self.refusals) + [f"{self.name}-oddity"] * bool(self.oddities)
        return " ".join(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardCell:
    """The field of an award of a hand; beside that of a jack which can be hung stands whether it was."""

    award: Award
    box: Box
    hung: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """A row of the grid: what came before the awards where the game knows it, four awards, the score after.

    `before` is what was pegged before the awards, each with the side's letter.
    """

    number: int
    turned: Box | None
    said: Box | None
    before: tuple[tuple[str, int], ...]
    cells: tuple[AwardCell, ...]
    running: tuple[int, ...] | None
    is_last: bool
    ends_group: bool

    @property
    def refused(self) -> tuple[tuple[str, Box], ...]:
        """The fields of the row that were refused, each with what it is called in the styles."""
        beside = (("turnup", self.turned), ("beg", self.said))
        cells = [(cell.award, box) for cell in self.cells for box in (cell.box, cell.hung)]
        return tuple((str(name), box) for name, box in (*beside, *cells) if box and box.refusals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pegs:
    """Where the pegs of one side stand: its score, and its score before the last points, if known."""

    score: int
    before: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRow:
    """The fields of one penalty; its kind only where the game knows several."""

    hand: Box
    kind: Box | None
    side: Box
    points: Box
    reason: Box

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The fields in the order of the row."""
        kind = (self.kind,) if self.kind else ()
        return (self.hand, *kind, self.side, self.points, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBoxes:
    """One game of a table as the page draws it."""

    prefix: str
    number: int
    title: str
    home: tuple[Box, ...]
    away: tuple[Box, ...]
    first_pitch: Box
    rows: tuple[HandRow, ...]
    penalties: tuple[PenaltyRow, ...]
    home_final: Box
    away_final: Box
    home_pegs: Pegs
    away_pegs: Pegs
    state: str
    is_over: bool

    @property
    def names(self) -> tuple[Box, ...]:
        """The fields of the line-up."""
        return (*self.home, *self.away)

    @property
    def pitch(self) -> tuple[Box]:
        """The field of who pitched first."""
        return (self.first_pitch,)

    @property
    def finals(self) -> tuple[Box, Box]:
        """The fields of the final score."""
        return (self.home_final, self.away_final)

    @property
    def has_penalties(self) -> bool:
        return any(row.hand.value or row.reason.value for row in self.penalties)

    @property
    def columns(self) -> int:
        """The columns of its grid."""
        row = self.rows[0]
        beside = [row.turned, row.said, *(cell.hung for cell in row.cells)]
        return 1 + len(row.cells) + 2 + sum(box is not None for box in beside) + bool(row.turned)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBoxes:
    """One table as the page draws it."""

    number: int
    games: tuple[GameBoxes, ...]
    not_played: Box
    remarks: Box
    private_remarks: Box

    @property
    def has_more(self) -> bool:
        """Whether something is written under the part that is folded away."""
        words = self.not_played.value or self.remarks.value or self.private_remarks.value
        return bool(words or self._is_refused)

    @property
    def _is_refused(self) -> bool:
        parts = [self.not_played, self.remarks, self.private_remarks]
        for game in self.games:
            parts += [game.first_pitch]
            parts += [box for row in game.penalties for box in row.boxes]
        return any(box.refusals for box in parts)
