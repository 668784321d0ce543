"""The family: one small file for each game, almost only data. A new game is a new file and a line here."""

from collections.abc import Mapping

from scoring.errors import UnknownVariant
from scoring.faults import Fault
from scoring.rules import Variant
from scoring.variants import (
    all_fives,
    american_early,
    auction_pitch,
    california_jack,
    classic_many,
    classic_two,
    commercial_pitch,
    cotton,
    enquire_within,
    foster_pitch,
    heckmondwike,
    lancashire,
    northern_pub,
    pitch,
    running,
    seven_up,
    shasta_sam,
    tobago,
    trinidad,
    victorian,
    victorian_blind,
    west_yorkshire,
)

__all__ = ["ALL", "get", "names"]

ALL: tuple[Variant, ...] = (
    west_yorkshire.VARIANT,
    heckmondwike.VARIANT,
    lancashire.VARIANT,
    northern_pub.VARIANT,
    trinidad.VARIANT,
    tobago.VARIANT,
    cotton.VARIANT,
    running.VARIANT,
    classic_two.VARIANT,
    classic_many.VARIANT,
    american_early.VARIANT,
    seven_up.VARIANT,
    foster_pitch.VARIANT,
    victorian.VARIANT,
    enquire_within.VARIANT,
    victorian_blind.VARIANT,
    all_fives.VARIANT,
    pitch.VARIANT,
    commercial_pitch.VARIANT,
    auction_pitch.VARIANT,
    california_jack.VARIANT,
    shasta_sam.VARIANT,
)

_BY_NAME: Mapping[str, Variant] = {variant.name: variant for variant in ALL}


def names() -> tuple[str, ...]:
    """The public names of all variants."""
    return tuple(_BY_NAME)


def get(name: str) -> Variant:
    """The variant of that name. UnknownVariant says which there are."""
    if name not in _BY_NAME:
        raise UnknownVariant(Fault("unknown_variant", {"received": name, "known": ", ".join(_BY_NAME)}))
    return _BY_NAME[name]
