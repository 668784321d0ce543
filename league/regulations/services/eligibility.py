"""Accepts a player whom the season's rules object to, for one version of a card, and undoes it."""

import datetime

from league.models import AcceptedPlayer, Match, Player, Scorecard, User
from league.regulations.selectors.ineligible import PlayerToCheck
from league.shared.errors import CHANGED_SINCE, GONE, Refused, verify, written_whole

REASON_REQUIRED = "Give the reason. The other team can read it."
CORRECTED = (
    "The result was corrected or withdrawn meanwhile. The page shows the present state. Check it again."
)


def accept_player(*, player: PlayerToCheck, by: User, now: datetime.datetime, reason: str) -> AcceptedPlayer:
    """Accept a player on the confirmed card as it is: nobody is asked about them until it is corrected.

    Pressed twice it changes nothing more. Raises Refused without a reason, or if another version counts by
    now.
    """
    if not reason.strip():
        raise Refused(REASON_REQUIRED)
    with written_whole():
        card = _held_card(player)
        accepted = _of(player, card)
        if accepted is None:
            accepted = AcceptedPlayer(
                **_person(player, card), reason=reason.strip(), accepted_by=by, accepted_at=now
            )
            verify(accepted)
            accepted.save()
    return accepted


def undo_accepted(*, player: PlayerToCheck, accepted_at: datetime.datetime | None = None) -> None:
    """Ask about a player again. Pressed twice it changes nothing more.

    Raises Refused if another version of the card counts by now, or with `accepted_at` if they were accepted
    at another moment.
    """
    with written_whole():
        accepted = _of(player, _held_card(player))
        if accepted is not None and accepted_at not in (None, accepted.accepted_at):
            raise Refused(CHANGED_SINCE)
        if accepted is not None:
            accepted.delete()


def _held_card(player: PlayerToCheck) -> Scorecard:
    """Return the card that counts, with its match locked. Raises Refused if it is another version."""
    if not list(Match.with_ties.select_for_update(no_key=True).filter(pk=player.match.pk)):
        raise Refused(GONE)
    card = Scorecard.objects.confirmed().filter(match=player.match, version=player.version).first()
    if card is None:
        raise Refused(CORRECTED)
    return card


def _person(player: PlayerToCheck, card: Scorecard) -> dict[str, object]:
    known = Player.objects.filter(public_id=player.player_id).first() if player.player_id else None
    if player.player_id and known is None:
        raise Refused(GONE)
    written = "" if known else player.name
    return {"scorecard": card, "side": player.side.value, "player": known, "written": written}


def _of(player: PlayerToCheck, card: Scorecard) -> AcceptedPlayer | None:
    return AcceptedPlayer.objects.filter(**_person(player, card)).first()
