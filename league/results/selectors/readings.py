"""Selectors of photographs that are read: those due, those of a match, those whose match is not known."""

import datetime
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from league.models import League, Match, Photograph, PhotographReading, Scorecard, UnfiledPhotograph
from league.results.selectors.scorecards import is_entered
from league.shared.turns import in_turns

State = PhotographReading.State
# A sheet is read in a second or two; a slow machine under load takes half a minute.
PATIENCE = datetime.timedelta(seconds=90)
# The page that asks for a reading starts it as well: the clock comes after.
GRACE = datetime.timedelta(seconds=5)
MOST_AT_ONCE = 2
# Of what waits: past these no league's turn is looked for.
MOST_LOOKED_AT = 500
MOST_SHOWN = 60


def silent_before(now: datetime.datetime) -> datetime.datetime:
    """Return when a reading must have begun at the earliest not to be taken for dead."""
    return now - PATIENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class DueReadings:
    """Pictures to read by the keys of their rows: readings, and photographs without a match."""

    photographs: tuple[int, ...] = ()
    unfiled: tuple[int, ...] = ()


def readings_due(now: datetime.datetime, *, at_once: bool = False) -> DueReadings:
    """Return the pictures to read, as many as may run now: leagues take turns, the oldest of each first.

    `at_once` counts those that were asked for this very moment. Four queries.
    """
    asked_before = now if at_once else now - GRACE
    due = Q(state=State.WAITING, requested_at__lte=asked_before) | Q(
        state=State.READING, started_at__lt=silent_before(now)
    )
    busy = Q(state=State.READING, started_at__gte=silent_before(now))
    rows: list[tuple[datetime.datetime, int, bool, int]] = []
    running: list[int] = []
    for manager, league, is_filed in (
        (PhotographReading.objects, "photograph__match__division__season__league", True),
        (UnfiledPhotograph.objects, "league", False),
    ):
        running += manager.filter(busy).values_list(league, flat=True)
        found = manager.filter(due).order_by("requested_at", "pk").values_list("requested_at", "pk", league)
        rows += [(asked, key, is_filed, of_league) for asked, key, of_league in found[:MOST_LOOKED_AT]]
    waiting = ((of_league, (key, is_filed)) for _, key, is_filed, of_league in sorted(rows))
    chosen = in_turns(waiting, running)[: max(MOST_AT_ONCE - len(running), 0)]
    return DueReadings(
        photographs=tuple(key for key, is_filed in chosen if is_filed),
        unfiled=tuple(key for key, is_filed in chosen if not is_filed),
    )


def reading_of(photograph: Photograph) -> PhotographReading | None:
    """Return the reading of a photograph without the straightened picture, if it was asked for. One query."""
    return PhotographReading.objects.filter(photograph=photograph).defer("straightened").first()


def test_photographs(league: League) -> QuerySet[Photograph]:
    """Return the photographs that were read of matches with a confirmed sheet: what was meant is known."""
    cards = Scorecard.objects.confirmed().filter(match=OuterRef("match"))
    of_league = Photograph.objects.filter(Exists(cards), match__division__season__league=league)
    return of_league.filter(reading__state=State.READ)


def straightened_of(photograph: Photograph) -> bytes:
    """Return the sheet of a photograph, straightened, as JPEG; empty if there is none. One query."""
    kept = PhotographReading.objects.filter(photograph=photograph).values_list("straightened", flat=True)
    return bytes(next(iter(kept), None) or b"")


def unfiled_photographs(league: League) -> list[UnfiledPhotograph]:
    """Return the photographs of a league that belong to no match yet, without the pictures. One query."""
    return list(UnfiledPhotograph.objects.filter(league=league).defer("jpeg"))


def readings_to_confirm(league: League) -> list[PhotographReading]:
    """Return the readings of matches whose result is not confirmed, without the pictures. One query."""
    path = "photograph__match"
    return list(
        PhotographReading.objects.filter(
            ~is_entered(path),
            **{f"{path}__division__season__league": league, f"{path}__division__season__is_finished": False},
        )
        .select_related(f"{path}__home", f"{path}__away", f"{path}__division")
        .defer("straightened", "photograph__jpeg")
        .order_by("-requested_at", "pk")[:MOST_SHOWN]
    )


def matches_without_result(league: League, today: datetime.date) -> list[Match]:
    """Return the matches of the last weeks that have no confirmed result, the latest first. One query."""
    lately = Q(date=None) | Q(date__lte=today, date__gte=today - datetime.timedelta(weeks=8))
    matches = Match.with_ties.filter(
        ~is_entered(), lately, division__season__league=league, division__season__is_finished=False
    )
    return list(matches.select_related("home", "away").order_by(F("date").desc(nulls_last=True), "pk")[:200])
