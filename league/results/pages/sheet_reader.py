"""A picture read in a process of its own: claimed, read, filed under its match, stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from league.models import League, Match, Photograph, PhotographReading, UnfiledPhotograph
from league.results.services.readings import claim_reading, fail_unfiled, file_photograph, store_reading
from league.shared.errors import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFound:
    """What a picture shows: the match of its sheet, the marks as they are stored, the straightened sheet."""

    match: Match | None = None
    marks: Mapping[str, Any] = field(default_factory=dict)
    straightened: bytes = b""
    problem: str = ""


def read_photograph(key: int) -> bool:
    """Read the photograph of a reading and store what was found; return False if another process has it.

    Its own death leaves the row as it is: the clock notices its silence.
    """
    reading = claim_reading(PhotographReading, key, now=timezone.now())
    if reading is None:
        return False
    photograph = Photograph.objects.select_related(
        "match__home", "match__away", "match__division__season__league", "match__division__season__rule_book"
    ).get(pk=reading.photograph_id)
    league = photograph.match.division.season.league
    found = find_sheet(bytes(photograph.jpeg), league, expected=photograph.match)
    problem, facts = found.problem, {}
    if found.match is not None and found.match != photograph.match:
        problem, facts = "other_match", {"match": found.match.public_id}
    return store_reading(
        reading=reading, marks=found.marks, straightened=found.straightened, problem=problem, **facts
    )


def read_unfiled(key: int) -> bool:
    """Read a photograph of a pile and file it under its match; return False if another process has it."""
    unfiled = claim_reading(UnfiledPhotograph, key, now=timezone.now())
    if unfiled is None:
        return False
    found = find_sheet(bytes(unfiled.jpeg), unfiled.league)
    if found.match is None:
        return fail_unfiled(unfiled=unfiled, problem=found.problem or "no_code")
    try:
        file_photograph(
            unfiled=unfiled,
            match=found.match,
            marks=found.marks,
            straightened=found.straightened,
            problem=found.problem,
        )
    except Refused:
        return fail_unfiled(unfiled=unfiled, problem="full")
    return True


def find_sheet(jpeg: bytes, league: League, expected: Match | None = None) -> SheetFound:
    """Return the sheet in a picture; `expected` is the match it was sent for."""
    raise NotImplementedError
