"""Foster's Pitch: Seven Up without a turn-up; the first lead makes trumps."""

from scoring.axes import FirstPitch, Misdeal, Packets
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="foster_pitch",
    title="Foster's Pitch",
    aliases=("Blind All Fours", "Pitch"),
    sources=(
        "R. F. Foster, Foster's Complete Hoyle (1897), All Fours, Seven-up, or Old Sledge",
        "John McLeod, pagat.com, All Fours, section North American All Fours (2024)",
    ),
    rules=Rules(
        players=(2, 3, 4),
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        misdeal=Misdeal.SAME_DEALER,
        target=7,
    ),
)
