"""The games of the Victorian books of indoor games."""

from dataclasses import replace

from scoring.axes import (
    AfterRun,
    FirstPitch,
    GameTie,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    Misdeal,
    Packets,
    Revoke,
    TrumpBy,
    TurnupWhenRun,
)
from scoring.cards import Rank
from scoring.rules import Rules, Variant

VICTORIAN = Variant(
    name="victorian",
    title="Victorian All Fours",
    about="As a book of indoor games has it: level card points go to the elder hand.",
    grew_from="classic_two",
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

ENQUIRE_WITHIN = Variant(
    name="enquire_within",
    title="Enquire Within All-Fours",
    about="By the laws of Enquire Within Upon Everything: to ten, a revoke costs one.",
    grew_from="victorian",
    sources=("Enquire Within Upon Everything, sections 2113 to 2116, All-Fours",),
    rules=replace(
        VICTORIAN.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        misdeal=Misdeal.REDEAL_OR_DRAW,
        revoke=Revoke.OPPONENTS_ONE,
        target=10,
    ),
)

VICTORIAN_BLIND = Variant(
    name="victorian_blind",
    title="Blind All Fours",
    aliases=("Victorian Blind All Fours",),
    about="The non-dealer's first card makes trumps, and nobody begs.",
    grew_from="victorian",
    sources=("A Victorian book of indoor games, chapter All Fours, section Blind All Fours",),
    rules=Rules(players=(2,), game_tie=GameTie.ELDER, target=9),
)

ALL_FIVES = Variant(
    name="all_fives",
    title="All Fives",
    about="Blind All Fours on a cribbage board, counting trumps marked as they are won, to 61.",
    grew_from="victorian_blind",
    sources=(
        "A Victorian book of indoor games, chapter All Fours, section All Fives",
        "William Dick, Modern Pocket Hoyle (1868), as told in Wikipedia, All fours (card game), "
        "section All fives",
    ),
    rules=replace(
        VICTORIAN_BLIND.rules,
        five_counts=True,
        trump_honours=(
            (Rank.ACE, 4),
            (Rank.KING, 3),
            (Rank.QUEEN, 2),
            (Rank.JACK, 1),
            (Rank.TEN, 10),
            (Rank.FIVE, 5),
        ),
        target=61,
    ),
)

VARIANTS: tuple[Variant, ...] = (
    VICTORIAN,
    ENQUIRE_WITHIN,
    VICTORIAN_BLIND,
    ALL_FIVES,
)
