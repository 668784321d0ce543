"""The family: one small file for each game, almost only data. A new game is a new file and a line here."""

from collections.abc import Mapping

from scoring.errors import UnknownVariant
from scoring.faults import Fault
from scoring.rules import Variant
from scoring.variants import heckmondwike, west_yorkshire

__all__ = ["ALL", "get", "names"]

ALL: tuple[Variant, ...] = (west_yorkshire.VARIANT, heckmondwike.VARIANT)

_BY_NAME: Mapping[str, Variant] = {variant.name: variant for variant in ALL}


def names() -> tuple[str, ...]:
    """The public names of all variants."""
    return tuple(_BY_NAME)


def get(name: str) -> Variant:
    """The variant of that name. UnknownVariant says which there are."""
    if name not in _BY_NAME:
        raise UnknownVariant(Fault("unknown_variant", {"received": name, "known": ", ".join(_BY_NAME)}))
    return _BY_NAME[name]
