"""The axes on which the games of the family differ: a small enumeration each, in the words leagues use."""

from enum import StrEnum
from typing import TypeAlias

from .cards import Rank


class Award(StrEnum):
    """The four points of a hand."""

    HIGH = "high"
    LOW = "low"
    JACK = "jack"
    GAME = "game"

    @property
    def words(self) -> str:
        return self.value.title()


class TrumpBy(StrEnum):
    """How a suit becomes trumps."""

    PITCH = "pitch"
    TURNUP = "turnup"
    COMMERCIAL = "commercial"
    AUCTION = "auction"
    RANDOM_DRAW = "random_draw"


class StockDraw(StrEnum):
    """Whether a card is drawn after each trick, and how the stock lies."""

    NONE = "none"
    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


class LowTo(StrEnum):
    """Who scores Low: the side dealt the lowest trump, or the side that wins its trick."""

    HOLDER = "holder"
    WINNER = "winner"


class GameTie(StrEnum):
    """Level card points: nobody takes Game, or the first tied side from eldest, or the dealer's opponent.

    Or it is carried: Game is worth so much more in the next hand.
    """

    NONE = "none"
    CARRIED = "carried"
    ELDER = "elder"
    FOSTER = "foster"


class TurnupWhenRun(StrEnum):
    """Which turn-ups score when the pack is run."""

    ALL = "all"
    NOT_REPEAT_SUIT = "not_repeat_suit"
    FINAL_ONLY = "final_only"


class GiftTo(StrEnum):
    """Who scores when the dealer gives."""

    OPPONENTS = "opponents"
    ELDEST = "eldest"


class GiftThen(StrEnum):
    """What follows a gift: play, or the hand is thrown in."""

    PLAY = "play"
    END_HAND = "end_hand"


class GiftCannotWinFor(StrEnum):
    """Whom a gift may not carry to the target."""

    NOBODY = "nobody"
    NON_BEGGAR = "non_beggar"


class AfterRun(StrEnum):
    """The cards kept after the pack was run."""

    KEEP_ALL = "keep_all"
    DISCARD_TO_SIX = "discard_to_six"
    DISCARD_IF_12 = "discard_if_12"
    LAST_THREE = "last_three"


class HonoursTo(StrEnum):
    """Who marks a trump honour in play."""

    TRICK_WINNER = "trick_winner"
    PLAYER_UNLESS_JT5_TAKEN = "player_unless_JT5_taken"


class FirstPitch(StrEnum):
    """How the first pitcher, or the first dealer, is found."""

    SILENT = "silent"
    FIRST_JACK = "first_jack"
    CUT = "cut"
    COLOUR_GUESS = "colour_guess"
    HIGH_CUT_DEALS = "high_cut_deals"
    HIGH_PUT_CARD_DEALS = "high_put_card_deals"
    LOW_CUT = "low_cut"
    CUT_OF_SIDES = "cut_of_sides"
    TWO_OF_DIAMONDS = "two_of_diamonds"


class PartnersBy(StrEnum):
    """How partners are found: as agreed, or red jacks against black."""

    FIXED = "fixed"
    RED_BLACK_JACKS = "red_black_jacks"


class Packets(StrEnum):
    """How the cards are dealt out."""

    SILENT = "silent"
    ONES = "ones"
    THREE_ROUNDS = "three_rounds"
    THREES = "threes"
    ONES_OR_THREES = "ones_or_threes"
    ONES_OR_THREES_AT_WILL = "ones_or_threes_at_will"


class Misdeal(StrEnum):
    """What a deal of the wrong number of cards costs."""

    SILENT = "silent"
    OPPONENTS_ONE = "opponents_one"
    ONE_AND_PASSES = "one_and_passes"
    DEAL_PASSES = "deal_passes"
    SAME_DEALER = "same_dealer"
    REDEAL_OR_DRAW = "redeal_or_draw"


class Revoke(StrEnum):
    """What a revoke costs: a point to the opponents, Game this hand with it, the marks, or the whole game."""

    SILENT = "silent"
    OPPONENTS_ONE = "opponents_one"
    ONE_AND_NO_GAME = "one_and_no_game"
    GAME_OR_ONE = "game_or_one"
    WHOLE_GAME = "whole_game"
    MARKS_AND_TWENTY = "marks_and_twenty"


RankPoints: TypeAlias = tuple[tuple[Rank, int], ...]
"""Points by rank, as in ace 1, jack 3."""
