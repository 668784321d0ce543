"""Services of a draw night: a round is drawn out of sight and shown ball by ball, then it is made."""

import datetime

from league.cups.entries import CupState, RoundDraw
from league.cups.progress import with_draw
from league.cups.selectors.cups import played_cup
from league.cups.services.cups import changed, refused_by_rules, save_draw
from league.models import Cup
from league.shared.errors import Refused

UNDER_WAY = "A draw is being shown already. Finish it or stop it first."
STOPPED = "No draw is being shown any more. Open the page again."
CHANGED_MEANWHILE = "The entries or ties have changed since the draw began. Stop it and begin again."


def begin_draw_night(*, cup: Cup, lot: str) -> bool:
    """Draw the next round by this lot and show nothing of it yet. Raises Refused; return True."""
    with changed(cup) as held:
        if held.drawing:
            raise Refused(UNDER_WAY)
        draw = _draw(played_cup(held), lot)
        held.drawing = {"round": draw.round, "lot": lot, "order": list(draw.order), "shown": 0}
        held.save(update_fields=["drawing"])
    return True


def show_next_ball(*, cup: Cup, shown: int, now: datetime.datetime) -> bool:
    """Show one ball more than these; with the last one the draw is made. Return whether it is.

    A ball that was shown meanwhile, by a second tap or another phone, is not followed by one more. Raises
    Refused if the draw would come out otherwise by now.
    """
    with changed(cup) as held:
        if held.drawing is None:
            raise Refused(STOPPED)
        if held.drawing["shown"] != shown:
            return False
        draw = _draw(played_cup(held), held.drawing["lot"])
        if [draw.round, *draw.order] != [held.drawing["round"], *held.drawing["order"]]:
            raise Refused(CHANGED_MEANWHILE)
        is_last = shown + 1 == len(draw.order)
        held.drawing = None if is_last else {**held.drawing, "shown": shown + 1}
        held.save(update_fields=["drawing"])
        if is_last:
            save_draw(held, draw, now)
    return is_last


def stop_draw_night(*, cup: Cup) -> bool:
    """Stop a draw before its last ball: nothing is drawn. Return True."""
    with changed(cup) as held:
        held.drawing = None
        held.save(update_fields=["drawing"])
    return True


def _draw(played: CupState, lot: str) -> RoundDraw:
    with refused_by_rules():
        return with_draw(played, lot).draws[-1]
