"""Refusals of the rules engine: one family, each made of the faults found and saying them in words."""

from scoring.faults import Fault, sentence

__all__ = [
    "BadOption",
    "IllegalPlay",
    "ImpossibleHand",
    "ImpossibleScore",
    "NotationError",
    "ScoringError",
    "UnknownOption",
    "UnknownVariant",
]


class ScoringError(ValueError):
    """Something the rules do not allow; `faults` says what, the message says it in words."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(" ".join(map(_placed, faults)))

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


def _placed(fault: Fault) -> str:
    """The sentence of a fault, with its line where it stands in a file."""
    return sentence(fault) if fault.line is None else f"Line {fault.line}: {sentence(fault)}"


class NotationError(ScoringError):
    """Text that cannot be read as a card, a hand or a game."""


class IllegalPlay(ScoringError):
    """A card that may not be played at this moment."""


class ImpossibleHand(ScoringError):
    """A hand that cannot have happened as recorded."""


class ImpossibleScore(ScoringError):
    """A score of a game or match that cannot happen, or a format that cannot be played."""


class UnknownVariant(ScoringError):
    """A variant nobody here knows."""


class UnknownOption(ScoringError):
    """A house option nobody here knows."""


class BadOption(ScoringError):
    """A house option with a value it does not take."""
