"""What may still become of a team: its chance of each place, within what is certain, and whom it meets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.matches.outcomes import MatchOutcome, TeamKey
from league.standings.prospects import Prospect

if TYPE_CHECKING:
    from league.standings.odds.run_ins import Odds

SHADES = 8
"""How many shades tell chances apart, from hardly any to certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChance:
    """A place, whether a team can still finish on it, and its chance out of a hundred."""

    place: int
    chance: int
    is_possible: bool
    is_best: bool
    is_worst: bool
    is_likeliest: bool

    @property
    def shade(self) -> int:
        """From 0, under 1, to SHADES, certain."""
        return -(-self.chance * SHADES // 100)

    @property
    def css(self) -> str:
        """What its cell looks like, as classes: its shade, and its part of the frame."""
        marks = {"best": self.is_best, "worst": self.is_worst, "likeliest": self.is_likeliest}
        return " ".join([f"shade-{self.shade}", *(name for name, is_so in marks.items() if is_so)])


@dataclass(frozen=True, slots=True, kw_only=True)
class ToMeet:
    """A match to come, from one team's side: where the other stands, and whether it is at home."""

    place: int
    is_home: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """A team's chances in the order of places, and the matches it has to come."""

    chances: tuple[PlaceChance, ...]
    to_meet: tuple[ToMeet, ...]

    @property
    def possible(self) -> tuple[PlaceChance, ...]:
        return tuple(chance for chance in self.chances if chance.is_possible)

    @property
    def likeliest(self) -> PlaceChance:
        return next(chance for chance in self.chances if chance.is_likeliest)


def outlooks(
    odds: "Odds", prospects: Mapping[TeamKey, Prospect], to_come: Iterable[MatchOutcome]
) -> dict[TeamKey, Outlook]:
    """Return the outlook of every team that has not withdrawn."""
    to_meet: dict[TeamKey, list[ToMeet]] = {team: [] for team in prospects}
    for match in to_come:
        to_meet[match.home].append(ToMeet(place=prospects[match.away].place, is_home=True))
        to_meet[match.away].append(ToMeet(place=prospects[match.home].place, is_home=False))
    return {
        team: Outlook(chances=tuple(_chances(odds.places[team], prospect)), to_meet=tuple(to_meet[team]))
        for team, prospect in prospects.items()
    }


def _chances(chances: tuple[int, ...], prospect: Prospect) -> Iterable[PlaceChance]:
    likeliest = chances.index(max(chances)) + 1
    for place, chance in enumerate(chances, start=1):
        yield PlaceChance(
            place=place,
            chance=chance,
            is_possible=prospect.best <= place <= prospect.worst,
            is_best=place == prospect.best,
            is_worst=place == prospect.worst,
            is_likeliest=place == likeliest,
        )
