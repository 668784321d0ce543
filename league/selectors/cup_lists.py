"""The cups and pairs nights of a league, and how each stands in a sentence."""

from dataclasses import dataclass

from django.db.models import Prefetch

from league.cups import night_in_words, standing_in_words
from league.models import Cup, CupEntry, League, Season
from league.selectors.cups import cup_played_as
from league.selectors.pairs_nights import night_played_as


@dataclass(frozen=True, slots=True, kw_only=True)
class CupLine:
    """A cup or a night in the list, and how it stands."""

    cup: Cup
    standing: str

    @property
    def season(self) -> Season:
        return self.cup.season


def cup_lines(league: League, *, to_secretary: bool = False) -> tuple[CupLine, ...]:
    """All cups and pairs nights of a league, the latest season first. Five queries, one if there are none."""
    entries = CupEntry.objects.select_related("first_player", "second_player")
    cups = (
        Cup.objects.filter(season__league=league)
        .select_related("season", "plate_of", "finals_at")
        .prefetch_related(Prefetch("entries", entries), "draws", "ties")
        .order_by("-season__starts_on", "name", "id")
    )
    lines = []
    for cup in cups:
        # One league for all: which names it keeps back is asked once.
        cup.season.league = league
        lines.append(CupLine(cup=cup, standing=_standing(cup, to_secretary=to_secretary)))
    return tuple(lines)


def _standing(cup: Cup, *, to_secretary: bool) -> str:
    said = cup, cup.entries.all(), cup.draws.all(), cup.ties.all()
    if cup.kind == Cup.Kind.PAIRS_NIGHT:
        return night_in_words(night_played_as(*said, to_secretary=to_secretary))
    return standing_in_words(cup_played_as(*said, to_secretary=to_secretary))
