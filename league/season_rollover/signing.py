"""Who must sign on again for next season or goes on for a higher team, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.matches.outcomes import TeamKey
from league.season_rollover.proposals import NextSeasonProposal
from league.shared.text import count


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A player's registration at the end of the season; `belongs_to` another team by having played up."""

    player: int
    name: str
    team: TeamKey
    belongs_to: TeamKey | None = None
    played_up: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SignsAgain:
    """A player whose registration for a team does not simply go on, with the reason and the team proposed.

    `goes_up`: it goes on all the same, for the higher team they belong to.
    """

    player: int
    name: str
    reason: str
    was: TeamKey
    team: TeamKey | None = None
    goes_up: bool = False


def who_signs_again(
    players: Iterable[Registered], proposal: NextSeasonProposal, *, everybody: bool = False
) -> tuple[SignsAgain, ...]:
    """Return the players whose registrations end with the season, in the order given.

    Everybody, where the league asks that each year; otherwise those whose team does not play on or moves to
    another pub, and those who belong to a higher team by now, for which they go on.
    """
    names = {placing.team: placing.name for placing in (*proposal.placings, *proposal.gone)}
    playing = {placing.team for placing in proposal.placings}
    agains = []
    for player in players:
        team = player.team if player.team in playing else None
        goes_up = False
        reason = "Everybody signs on again for a new season." if everybody else ""
        if player.belongs_to is not None and player.belongs_to in playing:
            team = player.belongs_to
            reason = f"Has played up{_often(player.played_up)} and belongs to {names[team]} now."
            goes_up = not everybody and team not in proposal.moved
        elif team is None:
            reason = f"{names.get(player.team, 'The team')} does not play next season."
        elif player.team in proposal.moved:
            reason = f"{names[player.team]} moves to another pub."
        if reason:
            agains.append(
                SignsAgain(
                    player=player.player,
                    name=player.name,
                    reason=reason,
                    was=player.team,
                    team=team,
                    goes_up=goes_up,
                )
            )
    return tuple(agains)


def _often(number: int) -> str:
    return {0: "", 1: " once", 2: " twice"}.get(number, f" {count(number)} times")
