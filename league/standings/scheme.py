"""What counts in a season: the match format, and what separates teams level on match points."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from league.standings.criteria import CRITERIA, HECKMONDWIKE_TIE_BREAKS
from scoring.matches import MatchFormat


class UnknownCriterion(ValueError):
    """A season's rules name a criterion that does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """The rules a table is made by, frozen with the season. `tie_breaks` are keys of CRITERIA, in order.

    Match points in `form` are halves. Raises UnknownCriterion for a key that is none.
    """

    form: MatchFormat
    tie_breaks: tuple[str, ...] = HECKMONDWIKE_TIE_BREAKS

    def __post_init__(self) -> None:
        for key in self.tie_breaks:
            if key not in CRITERIA:
                raise UnknownCriterion(f"“{key}” is no criterion; there are: {', '.join(CRITERIA)}.")

    @classmethod
    def of(cls, form: MatchFormat, tie_breaks: Iterable[str] = ()) -> Self:
        """A scheme with these tie-breaks, or, with none named, Heckmondwike's."""
        return cls(form=form, tie_breaks=tuple(tie_breaks) or HECKMONDWIKE_TIE_BREAKS)
