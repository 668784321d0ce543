"""Selectors of the players a name on a sheet can mean: both squads first, then everybody else of the season.

Also the squads to pick from, those who have played lately first.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import Max, Q

from league.models import Match, Player, Registration
from league.models import Side as SideModel
from league.people.names import shown_name
from league.shared.text import folded
from scoring import AWAY, HOME, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterPlayer:
    """A player as the secretary picks them: `label` is the name with what tells them apart.

    `team` is the team they are registered for, `side` the side of the match whose squad they belong to on the
    night; None for everybody else. `also` are the ids and names of records that were merged into theirs: logs
    and drafts may still hold them.
    """

    player: int
    public_id: str
    name: str
    label: str
    team: str = ""
    side: Side | None = None
    also: tuple[str, ...] = ()


class Roster:
    """All players a name on the sheet of a match can mean, the two squads first, in the order of names."""

    def __init__(self, players: Iterable[RosterPlayer]) -> None:
        # The squads first, then everybody else, each by name.
        self.players = tuple(
            sorted(
                players,
                key=lambda player: (
                    2 if player.side is None else player.side,
                    folded(player.label),
                    player.public_id,
                ),
            )
        )

    def squad(self, side: Side) -> tuple[RosterPlayer, ...]:
        """Return those registered for one side on the night."""
        return tuple(player for player in self.players if player.side == side)

    def known(self, player: int) -> RosterPlayer | None:
        """Return the player of a database key."""
        return self._by_key.get(player)

    def meant(self, text: str, side: Side) -> tuple[RosterPlayer, ...]:
        """Return the players a text can mean: one if it is clear, several who share the name, or none.

        A public id or a name with what tells its bearer apart means one player; a bare name means those of
        the side's own squad before any other bearer.
        """
        expected = _bare(text)
        exact = [
            roster_player
            for roster_player in self.players
            if expected in (roster_player.public_id, _bare(roster_player.label), *roster_player.also)
        ]
        if len({bearer.player for bearer in exact}) == 1:
            return (exact[0],)
        bearers = [player for player in self.players if _bare(player.name) == expected]
        return tuple([bearer for bearer in bearers if bearer.side == side] or bearers)

    @cached_property
    def _by_key(self) -> dict[int, RosterPlayer]:
        return {player.player: player for player in self.players}


def _bare(name: str) -> str:
    """Return a name as it is compared: without capitals and accents, with single spaces."""
    return folded(" ".join(name.split()))


NOBODY_KNOWN = Roster(())


def roster_of(match: Match, *, besides: Iterable[int] = ()) -> Roster:
    """Return the roster of a match; `besides` are players of an older card, whatever they are registered for.

    Three queries. A player counts for a squad if they were registered on the night of the match.
    """
    teams = {match.home_id: HOME, match.away_id: AWAY}
    players_by_key: dict[int, RosterPlayer] = {}
    registrations = Registration.objects.filter(season_id=match.division.season_id, player__merged_into=None)
    for registration in registrations.select_related("player", "team").order_by("id"):
        side = teams.get(registration.team_id) if _holds_on_the_night(registration, match) else None
        listed = _listed(registration.player, team=str(registration.team), side=side)
        if side is not None or listed.player not in players_by_key:
            players_by_key[listed.player] = listed
    missing = set(besides) - players_by_key.keys()
    for player in Player.objects.filter(league=match.division.season.league_id, pk__in=missing):
        players_by_key[player.pk] = _listed(player)
    return Roster(_with_merged(players_by_key, match.division.season.league_id))


def roster_of_league(league: int, squads: Mapping[int, Side]) -> Roster:
    """Return the roster of a whole league; `squads` maps players to the side of a tie. Two queries."""
    players = Player.objects.not_merged().filter(league=league)
    players_by_key = {player.pk: _listed(player, side=squads.get(player.pk)) for player in players}
    return Roster(_with_merged(players_by_key, league))


def _with_merged(players_by_key: dict[int, RosterPlayer], league: int) -> Iterator[RosterPlayer]:
    """Yield the players, with the ids and names of records merged into theirs."""
    also: dict[int, list[str]] = {}
    for gone in Player.objects.filter(league=league, merged_into__isnull=False):
        also.setdefault(gone.merged_into_id or 0, []).extend((gone.public_id, _bare(str(gone))))
    for key, player in players_by_key.items():
        yield replace(player, also=tuple(also[key])) if key in also else player


def _holds_on_the_night(registration: Registration, match: Match) -> bool:
    if match.date is None:
        return registration.left_on is None
    left = registration.left_on
    return registration.registered_on <= match.date and (left is None or left >= match.date)


def _listed(player: Player, *, team: str = "", side: Side | None = None) -> RosterPlayer:
    return RosterPlayer(
        player=player.pk,
        public_id=player.public_id,
        name=player.name,
        label=str(player),
        team=team,
        side=side,
    )


NEVER = datetime.date.min


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadPlayer:
    """A player of a squad: the id they are picked by, and their name as this reader may see it.

    A player who wants no name shown cannot be picked from a list of such names.
    """

    public_id: str
    name: str
    can_be_picked: bool = True


@dataclass(frozen=True)
class MatchSquads:
    """The squads of both sides, and the names of the texts entered at seats."""

    of_side: Mapping[str, tuple[SquadPlayer, ...]]
    merged: Mapping[str, str] = field(default_factory=dict)
    """The ids of records merged since, each with the id of the player they went into."""

    def to_pick(self, side: str) -> tuple[SquadPlayer, ...]:
        """Return those of a side who can be picked by name."""
        return tuple(player for player in self.of_side[side] if player.can_be_picked)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of players by the id they are picked by."""
        return {player.public_id: player.name for squad in self.of_side.values() for player in squad}

    def name(self, entered: str) -> str:
        """Return the name of a player picked from a squad; a typed name stays as it is."""
        entered = self.merged.get(entered, entered)
        return self.names.get(entered, entered)


def squads_of(match: Match, *, captain_of: str = "") -> MatchSquads:
    """Return both squads of a match on its night. Two queries.

    A captain sees their own squad in full. Others see names as their players want them shown; a player who
    wants none shown is still known when their name is typed.
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
    players: dict[str, list[SquadPlayer]] = {SideModel.HOME: [], SideModel.AWAY: []}
    for registration in sorted(registrations, key=_lately_first):
        player = registration.player
        side = SideModel.HOME if registration.team_id == match.home_id else SideModel.AWAY
        players[side].append(
            SquadPlayer(
                public_id=player.public_id,
                name=shown_name(player, to_secretary=side == captain_of),
                can_be_picked=side == captain_of or player.shown != Player.Shown.HIDDEN,
            )
        )
    gone = Player.objects.filter(league=match.division.season.league_id, merged_into__isnull=False)
    merged = dict(gone.values_list("public_id", "merged_into__public_id"))
    return MatchSquads({side: tuple(squad) for side, squad in players.items()}, merged=merged)


def _lately_first(registration: Registration) -> tuple[int, str]:
    last: datetime.date = getattr(registration, "last_played", None) or NEVER
    return -last.toordinal(), folded(str(registration.player))
