"""Matches of teams that have left, which stay in the season though a published plan does not have them."""

import itertools
from collections.abc import Sequence

from league.matches.outcomes import WithdrawalEffect
from league.matches.selectors import divisions_with_leavings, lapsed_since_leaving
from league.models import Match


def given_since_leaving(left: Sequence[Match], settled: set[int]) -> set[int]:
    """Return the matches of teams that have left which stay though no plan has them.

    They are given to the other side, or their night has gone by. Two queries, none if nothing is left.
    """
    if not left:
        return set()
    lapsed = Match.objects.filter(lapsed_since_leaving(), pk__in=[match.pk for match in left])
    keys = set(lapsed.values_list("pk", flat=True))
    leavings = divisions_with_leavings({match.division_id for match in left}) if keys else {}
    return {
        match.pk
        for match in left
        if match.pk in keys
        and (
            match.pk in settled
            or any(
                team in (match.home_id, match.away_id) and gone.effect is WithdrawalEffect.REST_AWARDED
                for team, gone in leavings[match.division_id].teams.items()
            )
        )
    }


def set_aside(given: Sequence[Match], matches: Sequence[Match]) -> list[Match]:
    """Return the given matches in whose week a side plays another now, each with a later week."""
    sides = {
        (match.division_id, match.week, key) for match in matches for key in (match.home_id, match.away_id)
    }
    weeks = itertools.count(max((match.week for match in (*matches, *given)), default=0) + 1)
    aside = []
    for match in given:
        if {(match.division_id, match.week, key) for key in (match.home_id, match.away_id)} & sides:
            match.week = next(weeks)
            aside.append(match)
    return aside
