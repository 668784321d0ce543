"""What the cards of a recorded hand tell of each other: the conditions every real hand meets.

Each condition needs only some of what can be written down and speaks as soon as that is there. All are
necessary conditions: a hand that was really dealt and played never breaks one.
"""

from collections.abc import Callable, Iterator

from .axes import GameTie, LowTo
from .cards import Rank
from .errors import Fault
from .evidence import Evidence, some_play_fits
from .seats import NOBODY, Side


def conflicts(evidence: Evidence) -> list[Fault]:
    """Return every condition the hand breaks, or that no play of the top trumps fits it at all."""
    faults = [fault for condition in _CONDITIONS for fault in condition(evidence)]
    if not faults and not some_play_fits(evidence):
        faults.append(Fault("no_such_hand"))
    return faults


def _trumps_in_order(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless Low is no higher than the card pitched, and that no higher than High."""
    if e.highest and e.lowest and e.lowest > e.highest:
        yield Fault("low_above_high", {"low": e.card(e.lowest), "high": e.card(e.highest)})
    if e.highest and e.pitched and e.pitched > e.highest:
        yield Fault("pitched_above_high", {"pitched": e.card(e.pitched), "high": e.card(e.highest)})
    if e.lowest and e.pitched and e.pitched < e.lowest:
        yield Fault("pitched_below_low", {"pitched": e.card(e.pitched), "low": e.card(e.lowest)})


def _only_trump(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless the only trump out is both High and Low, was pitched, and is its pitcher's."""
    if e.highest is None or e.highest != e.lowest:
        return
    if e.high is not None and e.low is not None and e.high != e.low:
        yield Fault("one_trump_two_sides", {"card": e.card(e.highest)})
    owners = {taker for taker in (e.high, e.low) if taker is not None}
    if e.pitcher is not None and owners - {e.pitcher}:
        yield Fault("one_trump_pitcher", {"card": e.card(e.highest), "side": e.pitcher})


def _jack_among_trumps(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless the Jack is scored exactly when the jack was out, between High and Low."""
    if e.jack is None:
        return
    if e.jack is NOBODY:
        if Rank.JACK in (e.highest, e.lowest, e.pitched):
            yield Fault("jack_was_out", {"card": e.card(Rank.JACK)})
        return
    if e.highest and e.highest < Rank.JACK:
        yield Fault("jack_above_high", {"card": e.card(e.highest)})
    if e.lowest and e.lowest > Rank.JACK:
        yield Fault("jack_below_low", {"card": e.card(e.lowest)})


def _high_jack_is_safe(e: Evidence) -> Iterator[Fault]:
    """Yield a fault if the jack was High and was lost: nothing can catch it."""
    if e.highest is Rank.JACK and e.high is not None and e.jack not in (None, NOBODY, e.high):
        yield Fault("high_jack_lost", {"side": e.high})


def _low_jack(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless a jack that was Low fell to a higher trump of another side."""
    if e.lowest is not Rank.JACK or e.low is None or e.jack in (None, NOBODY, e.low):
        return
    if e.rules.low_to is LowTo.WINNER:
        yield Fault("low_jack_two_sides")
    elif e.high == e.low and e.highest is Rank.QUEEN:
        yield Fault("low_jack_safe", {"side": e.low})


def _hung_jack(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless a hanged jack fell to a higher trump of a side that did not hold it."""
    if e.hung is None or not isinstance(e.jack, Side):
        return
    jack = {"card": e.card(Rank.JACK)}
    if e.hung and e.highest is Rank.JACK:
        yield Fault("hung_high_jack", jack)
    if e.hung and e.highest is Rank.QUEEN and e.high not in (None, e.jack):
        yield Fault("hung_by_queen", {"card": e.card(Rank.QUEEN), "side": e.high})
    held = e.rules.low_to is LowTo.HOLDER and e.lowest is Rank.JACK
    owners = {e.low} if held else set()
    owners |= {e.pitcher} if e.pitched is Rank.JACK else set()
    for owner in owners - {None}:
        if (owner != e.jack) is not e.hung:
            yield Fault("hung_against_holder" if e.hung else "hung_by_holder", {"side": owner, **jack})


def _pitcher_held_a_trump(e: Evidence) -> Iterator[Fault]:
    """Yield a fault if another side than the pitcher's held every trump there can have been."""
    if e.pitcher is None or e.rules.low_to is LowTo.WINNER or not e.highest or not e.lowest:
        return
    between = (Rank(rank) for rank in range(e.lowest + 1, e.highest))
    others = e.high not in (None, e.pitcher) and e.low not in (None, e.pitcher)
    if others and e.highest != e.lowest and not any(e.may_be_out(rank) for rank in between):
        yield Fault("pitcher_without_trump", {"side": e.pitcher})


def _pitched_card_tells(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless whoever pitched High holds it, and whoever pitched Low was dealt it."""
    if e.pitcher is None or e.pitched is None or e.highest == e.lowest:
        return
    if e.pitched == e.highest and e.high not in (None, e.pitcher):
        yield Fault("pitched_high_side", {"side": e.pitcher})
    held = e.rules.low_to is LowTo.HOLDER
    if held and e.pitched == e.lowest and e.low not in (None, e.pitcher):
        yield Fault("pitched_low_side", {"side": e.pitcher})


def _game_to_the_most(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless Game goes to the side with the most card points; level, as the variant says.

    A side barred from Game by a revoke leaves it to nobody, so then nothing can be told.
    """
    if e.points is None or e.game is None or e.is_barred:
        return
    level = [side for side, count in enumerate(e.points) if count == max(e.points)]
    if len(level) == 1:
        if e.game != level[0]:
            yield Fault("game_to_fewer", {"side": level[0], "points": e.points})
    elif e.rules.game_tie in (GameTie.NONE, GameTie.CARRIED):
        if e.game is not NOBODY:
            yield Fault("game_when_level", {"points": e.points})
    elif e.game is not NOBODY and e.game not in level:
        yield Fault("game_to_fewer", {"side": level[0], "points": e.points})
    elif e.sides == 2:  # with more sides the seats decide, which the record does not name
        if e.game is NOBODY:
            yield Fault("game_level_nobody", {"points": e.points})
        elif e.elder is not None and e.game != e.elder:
            yield Fault("game_level_elder", {"points": e.points, "side": e.elder})


def _points_in_the_pack(e: Evidence) -> Iterator[Fault]:
    """Yield a fault for more card points than the pack holds, or than the trumps that were out allow."""
    if e.points is None:
        return
    total = sum(e.points)
    missing = sum(e.value(rank) for rank in Rank if not e.may_be_out(rank))
    whole = e.counts.pack
    if total > whole:
        yield Fault("card_points_above_pack", {"most": whole, "points": e.points, "total": total})
    elif total > whole - missing:
        yield Fault("points_above_limit", {"most": whole - missing, "points": e.points, "total": total})
    known = sum(e.value(rank) for rank in Rank if e.was_out(rank))
    if total < known:
        yield Fault("points_below_known", {"least": known, "points": e.points, "total": total})


def _points_of_high_and_jack(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless High's side has the points of its card, the Jack's taker those of the jack."""
    if e.points is None:
        return
    if isinstance(e.jack, Side) and (e.jack != e.high or e.highest in (None, Rank.JACK)):
        yield from _too_few(e, "points_below_jack", e.jack, e.value(Rank.JACK))
    if not isinstance(e.high, Side):
        return
    if e.highest is None:
        if isinstance(e.jack, Side) and e.jack != e.high:
            yield from _too_few(e, "points_below_queen", e.high, e.value(Rank.QUEEN), other=e.jack)
    elif e.jack == e.high and e.highest is not Rank.JACK:
        least = e.value(e.highest) + e.value(Rank.JACK)
        yield from _too_few(e, "points_below_high_and_jack", e.high, least, card=e.card(e.highest))
    else:
        yield from _too_few(e, "points_below_high", e.high, e.value(e.highest), card=e.card(e.highest))


def _points_of_the_catcher(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless a jack dealt to High's side as Low and lost was caught by a king or queen."""
    held = e.rules.low_to is LowTo.HOLDER
    if held and e.lowest is Rank.JACK and e.low is not None and e.low == e.high and isinstance(e.jack, Side):
        least = e.value(Rank.JACK) + e.value(Rank.QUEEN)
        if e.jack != e.low:
            yield from _too_few(e, "points_below_catcher", e.jack, least)


def _points_of_the_hanger(e: Evidence) -> Iterator[Fault]:
    """Yield a fault unless a hanged jack was caught with a queen or better."""
    if e.hung and isinstance(e.jack, Side):
        least = e.value(Rank.JACK) + e.value(Rank.QUEEN)
        yield from _too_few(e, "points_below_hanger", e.jack, least)


def _too_few(e: Evidence, code: str, side: Side, least: int, **params: object) -> Iterator[Fault]:
    """Yield a fault if the side has fewer card points than the cards it is known to have taken."""
    points = e.points[side] if e.points is not None else least
    if points < least:
        yield Fault(code, {"side": side, "least": least, "points": points, **params})


_CONDITIONS: tuple[Callable[[Evidence], Iterator[Fault]], ...] = (
    _trumps_in_order,
    _only_trump,
    _jack_among_trumps,
    _high_jack_is_safe,
    _low_jack,
    _hung_jack,
    _pitcher_held_a_trump,
    _pitched_card_tells,
    _game_to_the_most,
    _points_in_the_pack,
    _points_of_high_and_jack,
    _points_of_the_catcher,
    _points_of_the_hanger,
)
