"""The ties of cups in what is known of players: whom they sat down for, in which round."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Q

from league.models import Cup, CupSeat, CupTie, Season
from league.regulations import Appearance, PlayerFacts, TeamFacts

_OF_A_SEAT = ("player", "tie", "tie__cup", "tie__round", "tie__date", "entry", "entry__name", "entry__team")


def with_cup_ties(
    known: Mapping[int, PlayerFacts],
    season: Season,
    teams: Mapping[int, TeamFacts],
    *,
    tie: CupTie | None = None,
) -> dict[int, PlayerFacts]:
    """What is known of players, with the ties they sat down in for teams. One query.

    Asked for a tie, what they did for pairs in its cup is there too; what is to come after it is not.
    """
    sat = _sat_down(known, season, teams, tie)
    return {
        key: replace(one, appearances=tuple(sorted((*one.appearances, *sat[key]), key=_when)))
        for key, one in known.items()
    }


def entrant_facts(entry: int, name: str, team: int | None, teams: Mapping[int, TeamFacts]) -> TeamFacts:
    """An entry as the rules about people see it: its team, or a pair, which is nobody's and of no pub."""
    if team is None:
        return TeamFacts(team=-entry, name=name, pub=0)
    return teams.get(team) or TeamFacts(team=team, name=name, pub=0)


def _sat_down(
    players: Iterable[int], season: Season, teams: Mapping[int, TeamFacts], tie: CupTie | None
) -> defaultdict[int, list[Appearance]]:
    seats = CupSeat.objects.filter(
        Q(entry__team__isnull=False) | Q(tie__cup=tie.cup_id if tie else None),
        player__in=list(players),
        tie__cup__season=season,
        tie__cup__kind=Cup.Kind.KNOCK_OUT,
    )
    found: defaultdict[int, list[Appearance]] = defaultdict(list)
    for player, key, cup, round_number, date, entry, name, team in seats.values_list(*_OF_A_SEAT):
        if tie is not None and date is None and (cup, round_number > tie.round) == (tie.cup_id, True):
            continue
        found[player].append(
            Appearance(
                match=key,
                team=entrant_facts(entry, name, team, teams),
                on=date or season.starts_on,
                cup=cup,
                round=round_number,
            )
        )
    return found


def _when(one: Appearance) -> tuple[datetime.date, int]:
    return one.on, one.round or 0
