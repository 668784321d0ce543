"""What a document of the registry is: its name, who may print it, on which paper, and of what it is made."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from league.accounts.powers import Power
from league.competition.selectors import divisions_of
from league.models import Cup, Division, League, Pub, Season, Team
from league.printing.documents import Document


class PaperSize(StrEnum):
    """The sheets a document can be set for."""

    A4 = "a4"
    A3 = "a3"
    A5 = "a5"
    BOOKLET = "booklet"
    LARGE = "large"


PAPER_LABELS = {
    PaperSize.A4: "A4",
    PaperSize.A3: "A3",
    PaperSize.A5: "A5",
    PaperSize.BOOKLET: "A5 booklet on A4",
    PaperSize.LARGE: "A4, large print",
}


class Input(StrEnum):
    """What may be chosen for a document beside its season. Without a choice it is made for all of them."""

    DATE = "date"
    DIVISION = "division"
    TEAM = "team"
    PUB = "pub"
    CUP = "cup"

    @property
    def label(self) -> str:
        """The name of its field."""
        return "Night" if self is Input.DATE else self.value.capitalize()

    @property
    def every(self) -> str:
        """The words for no choice."""
        return "All nights" if self is Input.DATE else f"All {self.value}s"


class DocumentGroup(StrEnum):
    """The headings under which documents are listed, in their order."""

    MATCH_NIGHTS = "Match nights"
    FIXTURES = "Fixtures"
    RESULTS = "Results and tables"
    CUPS = "Cups and pairs nights"
    TEAMS = "Teams and players"
    SEASON_END = "End of season"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be printed for whom: a season (with its league and rule book) and what was chosen of it.

    `site` is the address that codes lead to, empty where none is known; `powers` are those of the reader.
    """

    season: Season
    today: datetime.date
    paper: PaperSize = PaperSize.A4
    powers: frozenset[Power] = frozenset()
    site: str = ""
    date: datetime.date | None = None
    division: Division | None = None
    team: Team | None = None
    pub: Pub | None = None
    cup: Cup | None = None

    @property
    def league(self) -> League:
        return self.season.league

    @property
    def divisions(self) -> list[Division]:
        """The division that was chosen, or all of the season."""
        return [self.division] if self.division else divisions_of(self.season)


def of_any(make: Callable[..., Document], values: Sequence[Any], **options: Any) -> Document | None:
    """Return the document made of these values; None without any."""
    return make(values, **options) if values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentKind:
    """A document that can be printed. `make` returns None where the season has nothing to print on it.

    Without a `power` everybody may print it. The first of its papers is used unless another is chosen.
    `is_long` is for documents that may take more than a second or two: they are made in the background.
    `required` are inputs without which there is no such document. One `is_of_past` tells of a night that is
    over, without a choice of the last. `has_contacts` where telephone numbers of captains stand on it.
    `is_for` says for which cups it can be printed, `is_offered` for which seasons. One that `has_every_pub`
    is printed for pubs without a team too.
    """

    name: str
    title: str
    about: str
    group: DocumentGroup
    make: Callable[[Order], Document | None]
    power: Power | None = None
    papers: tuple[PaperSize, ...] = (PaperSize.A4,)
    inputs: tuple[Input, ...] = ()
    required: tuple[Input, ...] = ()
    is_long: bool = False
    is_of_past: bool = False
    has_contacts: bool = False
    is_for: Callable[[Cup], bool] = bool
    is_offered: Callable[[Season], bool] = bool
    has_every_pub: bool = False

    def may_print(self, powers: frozenset[Power]) -> bool:
        """Return whether a reader with these powers may print it."""
        return self.power is None or self.power in powers

    def name_on(self, paper: PaperSize) -> str:
        """Return the name by which commands know it on this paper: "fixture-lists-a3"."""
        return self.name if paper == self.papers[0] else f"{self.name}-{paper}"
