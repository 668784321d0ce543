"""What counts in a season: the match format, walkovers, and what separates teams level on match points."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from league.competition.tie_breaks import CRITERIA, HECKMONDWIKE_TIE_BREAKS, MATCH_POINTS, Criterion
from league.standings.awards import WalkoverAward
from scoring.matches import MatchFormat


class UnknownCriterion(ValueError):
    """A season's rules name a criterion that does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """The rules a table is made by, frozen with the season. `tie_breaks` are keys of CRITERIA, in order.

    Match points in `form` are half points. Without an `award` a walkover counts as the format says. Raises
    UnknownCriterion for a key that is none.
    """

    form: MatchFormat
    tie_breaks: tuple[str, ...] = HECKMONDWIKE_TIE_BREAKS
    award: WalkoverAward | None = None

    def __post_init__(self) -> None:
        for key in self.tie_breaks:
            if key not in CRITERIA:
                raise UnknownCriterion(f"“{key}” is no criterion; there are: {', '.join(CRITERIA)}.")

    @classmethod
    def of(
        cls, form: MatchFormat, tie_breaks: Iterable[str] = (), award: WalkoverAward | None = None
    ) -> Self:
        """Return a scheme with these tie-breaks, or, with none named, Heckmondwike's."""
        return cls(form=form, tie_breaks=tuple(tie_breaks) or HECKMONDWIKE_TIE_BREAKS, award=award)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Everything teams are ranked by, in order, match points first; each once."""
        return tuple(dict.fromkeys((MATCH_POINTS, *(CRITERIA[key] for key in self.tie_breaks))))

    @property
    def columns(self) -> tuple[Criterion, ...]:
        """The criteria that have a figure of each team, for the columns of a page."""
        return tuple(criterion for criterion in self.criteria if criterion.figure)
