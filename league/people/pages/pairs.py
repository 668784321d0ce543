"""Two partners: what they have played together, and the pairs of a season."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from league.models import Player, Season, Seat, Side
from league.people.pages.games import IN_LEAGUE, games_of
from league.people.pages.lines import PlayerLine, player_line
from league.people.pages.player import SeasonsRecord, best_nights, season_tallies, season_with_games
from league.people.pages.shares import award_shares

_CARD = "game__table__scorecard"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRecord(SeasonsRecord):
    """All that the page of two partners shows."""

    who: tuple[PlayerLine, PlayerLine]


def pair_record(first: Player, second: Player, *, to_secretary: bool, shown: str = "") -> PairRecord | None:
    """Return what two have done on one side, at length in the season of the slug `shown`, or their latest.

    None if they never sat there, or not in that season. Six queries: the sums of their seasons, and
    divisions; the season's seats and those beside them; its hands, and those of the best nights.
    """
    seats = seats_of(first, beside=[second]) if first != second else Seat.objects.none()
    seasons = season_tallies(seats)
    chosen = next((each.season for each in seasons if each.season.slug == (shown or each.season.slug)), None)
    if chosen is None:
        return None
    seats = seats.filter(**{f"{_CARD}__match__division__season": chosen})
    latest = season_with_games(games_of(seats, to_secretary=to_secretary))
    shares, recorded = award_shares(latest.games, None)
    return PairRecord(
        who=(player_line(first, to_secretary), player_line(second, to_secretary)),
        shown=latest,
        seasons=seasons,
        shares=shares,
        recorded_hands=recorded,
        best=best_nights(latest.games),
    )


def seats_of(
    player: Player, *, beside: Iterable[Player] = (), against: Iterable[Player] = ()
) -> QuerySet[Seat]:
    """Return the seats of a player with all of these on the same side, and all of those on the other."""
    seats = player.seats.all()
    for other in beside:
        seats = seats.filter(game__seats__player=other, game__seats__side=F("side"))
    for other in against:
        seats = seats.filter(_ACROSS, game__seats__player=other)
    return seats


_ACROSS = Q(side=Side.HOME, game__seats__side=Side.AWAY) | Q(side=Side.AWAY, game__seats__side=Side.HOME)


def pairs_of_season(season: Season) -> frozenset[tuple[int, int]]:
    """Return the keys of everybody who sat beside somebody in the season, the lower first. One query."""
    of_season = {**IN_LEAGUE, f"{_CARD}__match__division__season": season}
    seats = Seat.objects.filter(player__isnull=False, **of_season).order_by()
    sides: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for game, side, player in seats.values_list("game", "side", "player"):
        if player is not None:
            sides[game, side].append(player)
    return frozenset((min(pair), max(pair)) for pair in sides.values() if len(pair) == 2)
