"""How a player is shown. One function, used everywhere a name is written."""

from league.models import Player

HIDDEN_NAME = "A player"


def shown_name(player: Player, *, to_secretary: bool = False) -> str:
    """The player's name as this reader may see it; what tells two of one name apart always stands with it.

    The secretary sees every name whole. The public sees what the player chose: the name, initials, or none.
    """
    if to_secretary or player.shown == Player.Shown.FULL:
        return str(player)
    if player.shown == Player.Shown.INITIALS:
        return " ".join(f"{word[0]}." for word in player.name.split())
    return HIDDEN_NAME
