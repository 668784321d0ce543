"""Who may sit down for a match: both squads, whoever played lately first."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Max, Q

from league.access import shown_name
from league.access.names import HIDDEN_NAME
from league.models import Match, Player, Registration, Side
from league.selectors.people import folded

NEVER = datetime.date.min


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadPlayer:
    """A player of a squad: the id he is picked by, and his name as this reader may see it.

    Whoever wants no name shown cannot be picked from a list of such names.
    """

    public_id: str
    name: str
    can_be_picked: bool = True


@dataclass(frozen=True)
class MatchSquads:
    """The squads of both sides, and the name that stands for what was entered at a seat."""

    of_side: Mapping[str, tuple[SquadPlayer, ...]]
    merged: Mapping[str, str] = field(default_factory=dict)
    """The ids of records merged since, each with the id of the player they went into."""
    unseen: frozenset[str] = frozenset()
    """The ids of those whose names this reader may not see: a captain can have named them."""

    def to_pick(self, side: str) -> tuple[SquadPlayer, ...]:
        """Those of a side who can be picked by name."""
        return tuple(one for one in self.of_side[side] if one.can_be_picked)

    @cached_property
    def names(self) -> dict[str, str]:
        """Names by the id their players are picked by."""
        return {one.public_id: one.name for squad in self.of_side.values() for one in squad}

    def name(self, entered: str) -> str:
        """The name of a player picked from a squad; what was typed stands for itself."""
        entered = self.merged.get(entered, entered)
        return HIDDEN_NAME if entered in self.unseen else self.names.get(entered, entered)


def squads_of(match: Match, *, captain_of: str = "") -> MatchSquads:
    """Both squads of a match on its night. Two queries.

    A captain sees his own squad whole. Others see names as their players want them shown; whoever wants
    none shown is known all the same when his name is typed.
    """
    registrations = (
        Registration.objects.filter(season=match.division.season_id, team__in=(match.home_id, match.away_id))
        .filter(player__merged_into=None)
        .filter(Q(left_on=None) | Q(left_on__gte=match.date or datetime.date.max))
        .select_related("player")
        .annotate(
            last_played=Max(
                "player__seats__game__table__scorecard__match__date",
                filter=Q(player__seats__game__table__scorecard__is_confirmed=True),
            )
        )
    )
    found: dict[str, list[Registration]] = {Side.HOME: [], Side.AWAY: []}
    for one in registrations:
        found[Side.HOME if one.team_id == match.home_id else Side.AWAY].append(one)
    return MatchSquads(
        {
            side: tuple(
                SquadPlayer(
                    public_id=one.player.public_id,
                    name=shown_name(one.player, to_secretary=side == captain_of),
                    can_be_picked=side == captain_of or one.player.shown != Player.Shown.HIDDEN,
                )
                for one in sorted(squad, key=_lately_first)
            )
            for side, squad in found.items()
        },
        merged=_merged(match),
        unseen=frozenset(
            one.player.public_id
            for side, squad in found.items()
            for one in squad
            if side != captain_of and one.player.shown == Player.Shown.HIDDEN
        ),
    )


def _merged(match: Match) -> dict[str, str]:
    gone = Player.objects.filter(league=match.division.season.league_id, merged_into__isnull=False)
    return dict(gone.values_list("public_id", "merged_into__public_id"))


def _lately_first(one: Registration) -> tuple[int, str]:
    last: datetime.date = getattr(one, "last_played", None) or NEVER
    return -last.toordinal(), folded(str(one.player))
