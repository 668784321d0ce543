"""The register of the family. A new game is one value in the file of its relatives, and in the list there."""

from collections.abc import Mapping

from scoring.errors import Fault, UnknownVariant
from scoring.rules import Variant
from scoring.variants import caribbean, classic, northern, pitch, victorian

__all__ = ["ALL", "get", "names"]

ALL: tuple[Variant, ...] = (
    *northern.VARIANTS,
    *caribbean.VARIANTS,
    *classic.VARIANTS,
    *victorian.VARIANTS,
    *pitch.VARIANTS,
)

_BY_NAME: Mapping[str, Variant] = {variant.name: variant for variant in ALL}


def names() -> tuple[str, ...]:
    """Return the public names of all variants, in the order of the register."""
    return tuple(_BY_NAME)


def get(name: str) -> Variant:
    """Return the variant of that name. UnknownVariant says which there are."""
    if name not in _BY_NAME:
        raise UnknownVariant(Fault("unknown_variant", {"received": name, "known": ", ".join(_BY_NAME)}))
    return _BY_NAME[name]
