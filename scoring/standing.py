"""A hand as it stands: what is awaited, held, laid and pegged, for everybody or as one player sees it.

Knows how a hand is read, copied and written down; `positions` moves it forward and back.
"""

from dataclasses import replace
from typing import Self

from . import acts
from .acts import View
from .cards import Suit
from .errors import Fault, IllegalPlay
from .hands import HandPenalty, Pegging, Score
from .moments import Moment, Stage, Status, TableSetup, pegging
from .position_text import format_position
from .records import Deal, PlayRecord
from .rules import Rules
from .seats import Side
from .tricks import Holding, PlayedTrick


class Standing:
    """A hand of All Fours that can be looked at; a `Position` can be played as well."""

    def __init__(
        self, deal: Deal, table: TableSetup, penalties: tuple[HandPenalty, ...], first: Moment
    ) -> None:
        self.deal, self.table, self.penalties = deal, table, penalties
        self._moments = [first]
        # The last board, with the points it was the answer for.
        self._pegging: tuple[object, Pegging] = (None, pegging(table, first))

    def __repr__(self) -> str:
        awaited = "over" if self.is_over else f"{self.stage}, player {self.turn + 1} of {self.table.players}"
        trump = f", trumps {self.trump.words}" if self.trump else ""
        return f"<Position {awaited}{trump}, {len(self.tricks)} tricks, {'-'.join(map(str, self.scores))}>"

    def __eq__(self, other: object) -> bool:
        """Whether the same hand stands at the same moment, however it came there."""
        if not isinstance(other, Standing):
            return NotImplemented
        return (self.deal, self.table, self.moment) == (other.deal, other.table, other.moment)

    __hash__ = None  # type: ignore[assignment]  # a position moves on

    def copy(self) -> Self:
        """Return the same hand, to be moved forward by itself; it can be taken back as far."""
        twin = object.__new__(type(self))
        twin.__dict__ = {**self.__dict__, "_moments": [*self._moments]}
        return twin

    def to_record(self) -> PlayRecord:
        """Return what was done so far as a record; see `acts.record_of`."""
        first = self._moments[0].no_game_for
        record = acts.record_of(self.deal, self.table, self.moment)
        return replace(record, penalties=self.penalties, no_game_for=first)

    def to_text(self) -> str:
        """Return the hand as it stands, and how it came there, as one line; see `position_text`."""
        return format_position(self.deal, self.table, self.penalties, self._moments)

    def view(self, player: int) -> View:
        """Return what one player sees. IllegalPlay if nobody sits there."""
        if not 0 <= player < self.table.players:
            raise IllegalPlay(Fault("unknown_player", {"player": player, "right": self.table.players}))
        return acts.view(self.table, self.moment, player)

    # What stands

    @property
    def moment(self) -> Moment:
        """The hand as it stands, as a value."""
        return self._moments[-1]

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def stage(self) -> Stage:
        """What is awaited."""
        return self._moments[-1].stage

    @property
    def turn(self) -> int:
        """The player awaited."""
        return self._moments[-1].turn

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or the one proposed while there is begging; None before a pitch."""
        return self.moment.trump

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The cards each player holds now."""
        return self.moment.held

    @property
    def trick(self) -> PlayedTrick:
        """The cards on the table."""
        return self.moment.trick

    @property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The tricks that are complete."""
        return self.moment.tricks

    @property
    def trick_winners(self) -> tuple[int, ...]:
        """The player who won each complete trick."""
        return self.moment.winners

    @property
    def _board(self) -> Pegging:
        """The board before the awards, made anew only after something was pegged."""
        moment = self._moments[-1]
        if moment.pegs is not self._pegging[0]:
            self._pegging = (moment.pegs, pegging(self.table, moment))
        return self._pegging[1]

    @property
    def scores(self) -> Score:
        """The board now, before the awards of the hand."""
        return self._board.scores

    @property
    def winner(self) -> Side | None:
        """The side that has already won the game, without the awards of the hand."""
        return self._board.winner

    @property
    def status(self) -> Status:
        """What became of the hand so far; won is a game won before a card was played."""
        moment, board = self.moment, self._board
        if board.winner is None or moment.status is not Status.PLAY:
            return moment.status
        played, pegged = moment.tricks or moment.trick, board.pegged
        return Status.PLAY if played and pegged and pegged[-1].what not in _IN_THE_DEAL else Status.WON

    @property
    def no_game_for(self) -> tuple[Side, ...]:
        """The sides that cannot win Game in this hand, for a revoke."""
        return self.moment.no_game_for

    @property
    def is_pitched(self) -> bool:
        """Whether the first lead makes trumps."""
        return self.rules.is_pitched

    @property
    def is_over(self) -> bool:
        """Whether nothing more need happen: the last card is played, or the game is won."""
        return self._moments[-1].stage is Stage.OVER or self._board.winner is not None

    @property
    def is_played_out(self) -> bool:
        """Whether every card has been played."""
        return self.stage is Stage.OVER and self.moment.status is Status.PLAY


_IN_THE_DEAL = ("turnup", "gift", "bid")
