"""Names nobody is registered under, as they were written at the tables, in line-ups and on cards."""

from collections.abc import Iterator
from dataclasses import dataclass

from league.models import League, LineUp, Match, Player, Registration, Seat, Side, TableEntry, Team
from league.selectors.owed import settled
from league.selectors.people import folded
from league.selectors.written_names import kept_as, names_left


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownName:
    """A name as it was written, for which team, and the latest match it stands in."""

    name: str
    team: Team
    match: Match


def unknown_names(league: League) -> tuple[UnknownName, ...]:
    """Names of the seasons being played that nobody is registered under, each once a team, the latest first.

    Seven queries, however many; three while every name is a player's. One that is registered meanwhile, or
    left as it is written, is on the list no longer.
    """
    written = sorted(_written(league), key=lambda one: (str(one.match.date or ""), one.match.pk))
    known = _known(league, {one.name for one in written}) if written else set()
    left = names_left(league) if written else frozenset()
    found: dict[tuple[int, str], UnknownName] = {}
    for one in written:
        season = one.match.division.season_id
        if {one.name, _bare(one.name)} & known or (season, one.team.pk, kept_as(one.name)) in left:
            continue
        key = one.team.pk, _bare(one.name)
        found.pop(key, None)  # or it would keep the place of its first match
        found[key] = one
    return tuple(reversed(found.values()))


def _written(league: League) -> Iterator[UnknownName]:
    running = Match.objects.filter(division__season__league=league, division__season__is_finished=False)
    open_ones = running.exclude(settled())
    rows: list[tuple[int, str, str]] = [
        (one.match_id, one.side, text)
        for one in LineUp.objects.filter(match__in=open_ones)
        for pair in one.pairs
        for text in pair
    ]
    entries = TableEntry.objects.filter(match__in=open_ones, place__in=["home", "away"])
    for match, place, body in entries.values_list("match", "place", "body"):
        rows += [(match, Side.HOME if place == "home" else Side.AWAY, text) for text in body.values()]
    seats = Seat.objects.filter(
        game__table__scorecard__match__in=running, game__table__scorecard__is_confirmed=True, player=None
    )
    rows += seats.values_list("game__table__scorecard__match", "side", "written")
    named = {match for match, _, text in rows if text}
    matches = Match.objects.select_related("home", "away", "division").in_bulk(named) if named else {}
    for match, side, text in rows:
        if text and match in matches:
            team = matches[match].home if side == Side.HOME else matches[match].away
            yield UnknownName(name=text, team=team, match=matches[match])


def _known(league: League, texts: set[str]) -> set[str]:
    """What means a player: his public id, or the name of whoever is registered in a running season."""
    known = set(Player.objects.filter(league=league, public_id__in=texts).values_list("public_id", flat=True))
    registered = Registration.objects.filter(
        season__league=league, season__is_finished=False, player__merged_into=None
    )
    for one in registered.select_related("player"):
        known |= {_bare(one.player.name), _bare(str(one.player))}
    return known


def _bare(name: str) -> str:
    return folded(" ".join(name.split()))
