"""What can go wrong when fixtures are planned, each with its sentences."""


class FixturingError(ValueError):
    """A list that cannot be planned or read. `reasons` are its sentences, in order."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


class CannotBePlanned(FixturingError):
    """What was asked cannot be: the arithmetic is in the reasons."""


class UnreadableWishes(FixturingError):
    """A wishes file with faults: each names its line or key."""


class UnreadableInstance(FixturingError):
    """A RobinX file that is none."""
