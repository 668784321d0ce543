"""Shasta Sam: California Jack with the stock face down."""

from dataclasses import replace

from scoring.axes import Draw
from scoring.rules import Variant
from scoring.variants import california_jack

VARIANT = Variant(
    name="shasta_sam",
    title="Shasta Sam",
    sources=("Wikipedia, All fours (card game), section California jack",),
    rules=replace(california_jack.VARIANT.rules, draw=Draw.FACE_DOWN),
)
