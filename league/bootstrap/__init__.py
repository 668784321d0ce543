"""Makes a fresh machine ready for Pegboard. Standard library only: nothing is installed yet."""


def prepare(arguments: list[str]) -> None:
    """Makes sure the locked dependencies are there."""
