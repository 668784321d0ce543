"""All-Fours by the laws of Enquire Within Upon Everything: to ten, a revoke costs one."""

from dataclasses import replace

from scoring.axes import FirstPitch, Misdeal, Packets, Revoke
from scoring.rules import Variant
from scoring.variants import victorian

VARIANT = Variant(
    name="enquire_within",
    title="Enquire Within All-Fours",
    sources=("Enquire Within Upon Everything, sections 2113 to 2116, All-Fours",),
    rules=replace(
        victorian.VARIANT.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        misdeal=Misdeal.REDEAL_OR_DRAW,
        revoke=Revoke.OPPONENTS_ONE,
        target=10,
    ),
)
