"""All Fours as a Victorian book of indoor games has it: level card points go to the elder hand."""

from scoring.axes import (
    AfterRun,
    GameTie,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    TrumpBy,
    TurnupWhenRun,
)
from scoring.cards import Rank
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="victorian",
    title="Victorian All Fours",
    sources=("A Victorian book of indoor games, chapter All Fours",),
    rules=Rules(
        players=(2, 4),
        trump=TrumpBy.TURNUP,
        turnup_scores=((Rank.JACK, 1),),
        turnup_when_run=TurnupWhenRun.NOT_REPEAT_SUIT,
        may_beg=True,
        gift_to=GiftTo.OPPONENTS,
        gift_then=GiftThen.PLAY,
        gift_cannot_win_for=GiftCannotWinFor.NOBODY,
        after_run=AfterRun.KEEP_ALL,
        game_tie=GameTie.ELDER,
        target=11,
    ),
)
