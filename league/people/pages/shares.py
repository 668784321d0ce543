"""Shares of High, Low, Jack and Game: of the hands at somebody's tables, and of all their team's."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from league.models import HandResult, Season, Side, Team
from league.people.pages.games import GamePlayed

AWARDS = (("high", "High"), ("low", "Low"), ("jack", "Jack"), ("game_point", "Game"))
HUNG_A_JACK, JACK_WAS_HUNG = "Hung a jack", "Had its jack hung"
_FIELDS = tuple(field for field, _ in AWARDS)
_MATCH = "game__table__scorecard__match"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardShare:
    """How often a player's side took one of the four points, of the hands in which it was recorded.

    Or how often it hung a jack, or lost its own so, where that counts apart. `team_taken` and
    `team_recorded` are the same of all tables of their team.
    """

    award: str
    taken: int
    recorded: int
    team_taken: int = 0
    team_recorded: int = 0

    @property
    def percent(self) -> int | None:
        return _percent(self.taken, self.recorded)

    @property
    def team_percent(self) -> int | None:
        return _percent(self.team_taken, self.team_recorded)


def _percent(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None


def _counted(rows: Iterable[tuple[Any, ...]]) -> tuple[Counter[str], Counter[str]]:
    """Return how often a side took each award, and in how many hands that was recorded.

    A hand cut short by the winning point leaves awards unrecorded.
    """
    taken, recorded = Counter[str](), Counter[str]()
    for side, hung, *takers in rows:
        by_award = dict(zip((award for _, award in AWARDS), takers, strict=True))
        recorded.update(award for award, taker in by_award.items() if taker)
        taken.update(award for award, taker in by_award.items() if taker == side)
        if hung is not None:
            recorded.update((HUNG_A_JACK, JACK_WAS_HUNG))
            taken[HUNG_A_JACK if by_award["Jack"] == side else JACK_WAS_HUNG] += hung
    return taken, recorded


def award_shares(games: Sequence[GamePlayed], team: Team | None) -> tuple[tuple[AwardShare, ...], int]:
    """Return the shares of somebody's games beside their team's, and how many hands are known.

    Two queries; one without a team. The games with a team are of one season.
    """
    sides = {game.key: Side.HOME if game.is_home else Side.AWAY for game in games}
    season = next((game.season for game in games), None)
    rows = HandResult.objects.filter(game__in=sides).values_list("game", "hung", *_FIELDS)
    own = [(sides[game], *rest) for game, *rest in rows]
    of_team = _hands_of(team, season) if team and season else ()
    return tuple(_shares(_counted(own), _counted(of_team))), len(own)


def _hands_of(team: Team, season: Season) -> Iterator[tuple[Any, ...]]:
    hands = HandResult.objects.filter(
        Q(**{f"{_MATCH}__home": team}) | Q(**{f"{_MATCH}__away": team}),
        game__table__scorecard__is_confirmed=True,
        **{f"{_MATCH}__division__season": season, f"{_MATCH}__tie": None},
    )
    return (
        (Side.HOME if home == team.pk else Side.AWAY, *rest)
        for home, *rest in hands.values_list(f"{_MATCH}__home", "hung", *_FIELDS)
    )


def _shares(
    own: tuple[Counter[str], Counter[str]], team: tuple[Counter[str], Counter[str]]
) -> Iterator[AwardShare]:
    hung = (HUNG_A_JACK, JACK_WAS_HUNG) if HUNG_A_JACK in own[1] else ()
    for award in (*(award for _, award in AWARDS), *hung):
        taken, recorded, team_taken, team_recorded = (count[award] for count in (*own, *team))
        yield AwardShare(
            award=award,
            taken=taken,
            recorded=recorded,
            team_taken=team_taken,
            team_recorded=team_recorded,
        )
