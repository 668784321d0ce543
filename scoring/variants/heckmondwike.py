"""The Heckmondwike league's game: West Yorkshire All Fours by four players, each table to 15."""

from dataclasses import replace

from scoring.rules import Variant
from scoring.variants import west_yorkshire

VARIANT = Variant(
    name="heckmondwike",
    title="Heckmondwike league",
    sources=("John McLeod, pagat.com, All Fours, end of section West Yorkshire (2024)",),
    rules=replace(west_yorkshire.VARIANT.rules, players=(4,), target=15, target_with=()),
)
