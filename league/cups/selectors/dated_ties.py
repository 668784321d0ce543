"""The ties of many cups at once, with the titles of their rounds, and those that have a night."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from league.cups.brackets import bracket_of
from league.cups.selectors.cup_pages import rounds_on_page, with_matches
from league.cups.selectors.cups import cup_played_as, with_names
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.ties import Round, Tie
from league.models import Cup, CupEntry, CupTie

SECOND_LEG = ", second leg"


@dataclass(frozen=True, slots=True, kw_only=True)
class TieOfCup:
    """A tie with its cup and the title of its round, or of its group."""

    cup: Cup
    title: str
    on_page: TieOnPage


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedTie(TieOfCup):
    """A tie on its night."""

    date: datetime.date


def dated_ties(cups: QuerySet[Cup], *, to_secretary: bool = False) -> tuple[DatedTie, ...]:
    """Return the ties of these knock-outs of one league that have a date, and second legs by themselves.

    Queries: those of `ties_of`.
    """
    ties = ties_of(cups, to_secretary=to_secretary)
    return tuple(
        DatedTie(
            cup=tie.cup,
            title=f"{tie.title}{SECOND_LEG}" if each.is_second_leg else tie.title,
            on_page=each,
            date=each.date,
        )
        for tie in ties
        for each in (tie.on_page, tie.on_page.second)
        if each is not None and each.date
    )


def ties_of(cups: QuerySet[Cup], *, to_secretary: bool = False) -> tuple[TieOfCup, ...]:
    """Return all ties of these knock-outs of one league.

    One query, or four if there are any; one more if names in typed words have to be hidden.
    """
    known = cups.filter(kind=Cup.Kind.KNOCK_OUT).select_related(
        "season__league", "season__rule_book", "finals_at"
    )
    prefetched = known.prefetch_related(
        Prefetch("entries", with_names(CupEntry.objects)),
        "draws",
        Prefetch("ties", with_matches(CupTie.objects)),
    )
    loaded = list(prefetched)
    for cup in loaded:
        # One league object for all, so that its hidden names are queried once.
        cup.season.league = loaded[0].season.league
    return tuple(tie for cup in loaded for tie in _ties(cup, to_secretary))


def _ties(cup: Cup, to_secretary: bool) -> Iterator[TieOfCup]:
    entries, rows = tuple(cup.entries.all()), tuple(cup.ties.all())
    played = cup_played_as(cup, entries, cup.draws.all(), rows, to_secretary=to_secretary)
    for cup_round in rounds_on_page(cup, bracket_of(played), entries, cup.draws.all(), rows):
        for page in cup_round.ties:
            yield TieOfCup(cup=cup, title=title_of(cup_round.round, page.tie), on_page=page)


def title_of(cup_round: Round, tie: Tie) -> str:
    """Return what a tie is called by its round: Final; Group A, round 2."""
    return f"Group {tie.group}, round {tie.round}" if tie.group else cup_round.title
