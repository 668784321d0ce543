"""A player as a list shows them, and what somebody has played and won."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.matches.hung_jacks import HungJacks
from league.models import Player, Team
from league.people.names import shown_name


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player as a list shows them: the name this reader may see, and the teams they are registered for.

    The public id is empty for one who is not shown to this reader: their page is not linked. `hung` are the
    jacks of the season's games they sat down for, where a list has them.
    """

    public_id: str
    name: str
    teams: tuple[Team, ...]
    hung: HungJacks | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTally:
    """Games played and won, and the game points of both sides in them."""

    played: int = 0
    won: int = 0
    points_for: int = 0
    points_against: int = 0

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def percent(self) -> int | None:
        """Games won out of a hundred; None before the first."""
        return round(100 * self.won / self.played) if self.played else None


def sum_of(tallies: Iterable[PlayerTally]) -> PlayerTally:
    """Return the sum of tallies."""
    tallies = tuple(tallies)
    return PlayerTally(
        played=sum(tally.played for tally in tallies),
        won=sum(tally.won for tally in tallies),
        points_for=sum(tally.points_for for tally in tallies),
        points_against=sum(tally.points_against for tally in tallies),
    )


def player_line(
    player: Player, to_secretary: bool, *, teams: tuple[Team, ...] = (), hung: HungJacks | None = None
) -> PlayerLine:
    """Return the player as this reader may see them.

    Somebody not shown at all has no page for the public either.
    """
    return PlayerLine(
        public_id=player.public_id if to_secretary or player.shown != Player.Shown.HIDDEN else "",
        name=shown_name(player, to_secretary=to_secretary),
        teams=teams,
        hung=hung,
    )
