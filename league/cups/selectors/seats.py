"""Selectors of the players of a tie: who played, who could have, and what the season's rules say."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q

from league.competition.season_rules.people import LineUpFacts, People, Remark
from league.competition.season_rules.rules import Regulations
from league.cups.selectors.cup_pages import CupOnPage
from league.cups.selectors.cups import entry_name
from league.cups.selectors.tie_pages import TieOnPage
from league.models import Cup, CupEntry, CupTie, League, Player, Registration
from league.regulations.line_ups import line_up_remarks
from league.regulations.selectors.eligibility import (
    entrant_facts,
    player_facts,
    regulations_of,
    season_teams,
    with_cup_ties,
)
from league.regulations.selectors.match_facts import start_of, zone_of
from league.results.selectors.names import Roster, roster_of_league
from league.shared.text import folded


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOfTie:
    """An entry in a tie: whom it could name, its squad or its pair first, and who played for it."""

    entry: CupEntry
    squad: tuple[Player, ...]
    played: tuple[Player, ...]

    remarks: tuple[str, ...] = ()

    @property
    def known(self) -> tuple[Player, ...]:
        """Everybody who can be ticked."""
        return (*self.squad, *(player for player in self.played if player not in self.squad))


@dataclass(frozen=True, slots=True, kw_only=True)
class CupTally:
    """How many ties of a cup a player sat down in, and for whom."""

    cup: Cup
    entry: str
    ties: int


def cup_tallies(player: Player, *, to_secretary: bool) -> tuple[CupTally, ...]:
    """Return the cups a player has sat down in, the latest season first. One query."""
    entries = CupEntry.objects.filter(seats__player=player, cup__kind=Cup.Kind.KNOCK_OUT).annotate(
        ties=Count("seats", filter=Q(seats__player=player))
    )
    known = entries.select_related("cup__season__league", "first_player", "second_player")
    return tuple(
        CupTally(
            cup=entry.cup,
            entry=entry_name(entry, to_secretary=to_secretary),
            ties=entry.ties,
        )
        for entry in known.order_by("-cup__season__starts_on", "cup__name", "number")
    )


def sides_of_tie(page: CupOnPage, each: TieOnPage, *, today: datetime.date) -> tuple[SideOfTie, ...]:
    """Return both sides of a tie, the first drawn first; none as long as one is not known.

    Nine queries at most.
    """
    home, away = each.tie.home.entrant, each.tie.away.entrant
    if home is None or away is None:
        return ()
    by_number = {entry.number: entry for entry in page.entries}
    sides = (by_number[home.key], by_number[away.key])
    tie = page.cup.ties.filter(round=each.tie.round, number=each.tie.number).first()
    played = _seated(tie, sides)
    squads = _squads(page.cup, sides, each.date)
    remarks: Mapping[int, tuple[Remark, ...]] = {}
    if tie is not None:
        named = {entry: [player.pk for player in played[entry.pk]] for entry in sides}
        remarks = tie_remarks(tie, named, on=each.date or today)
    return tuple(
        SideOfTie(
            entry=entry,
            squad=squads[entry.pk],
            played=played[entry.pk],
            remarks=tuple(remark.sentence for remark in remarks.get(entry.pk, ())),
        )
        for entry in sides
    )


def _seated(tie: CupTie | None, sides: Iterable[CupEntry]) -> dict[int, tuple[Player, ...]]:
    """Return who sat down, by the key of the entry."""
    players_by_key: dict[int, list[Player]] = {entry.pk: [] for entry in sides}
    for seat in tie.seats.select_related("player") if tie else ():
        players_by_key.setdefault(seat.entry_id, []).append(seat.player)
    return {entry: _by_name(players) for entry, players in players_by_key.items()}


def tie_roster(league: League, sides: Sequence[SideOfTie]) -> Roster:
    """Return the roster to look up typed names in, each side's squad before everybody else. Two queries."""
    squads = {player.pk: place for place, side in enumerate(sides) for player in side.known}
    return roster_of_league(league.pk, squads)


def tie_remarks(
    tie: CupTie, sides: Mapping[CupEntry, Iterable[int]], *, on: datetime.date
) -> dict[int, tuple[Remark, ...]]:
    """Return what the season's rules say about players sitting down in a tie, by the key of the entry.

    `on` is the night of the tie, or today where it has none. The tie comes with its cup, season, league and
    rule book. For pairs only the rules about age and cups apply: they are of no team. Six queries; none where
    the season has no rule about people.
    """
    season = tie.cup.season
    regulations = regulations_of(season)
    if regulations.people == People() or not any(sides.values()):
        return dict.fromkeys((entry.pk for entry in sides), ())
    teams = season_teams(season)
    known = player_facts(season, {number for side in sides.values() for number in side}, teams)
    known = with_cup_ties(known, season, teams.by_key, tie=tie)
    zone = zone_of(season)
    remarks = {}
    for entry, numbers in sides.items():
        team = entrant_facts(entry.pk, entry.name, entry.team_id, teams.by_key)
        line_up = LineUpFacts(
            match=tie.pk or 0,
            cup=tie.cup_id,
            round=tie.round,
            team=team,
            starts_at=start_of(on, tie.starts_at, zone),
            players=tuple(known[number] for number in dict.fromkeys(numbers) if number in known),
            several_teams=teams.has_several(team),
        )
        applicable = regulations if entry.team_id else _of_pairs(regulations)
        remarks[entry.pk] = line_up_remarks(line_up, applicable, zone)
    return remarks


def _of_pairs(regulations: Regulations) -> Regulations:
    people = regulations.people
    people_of_pairs = People(cup_tied=people.cup_tied, youngest=people.youngest, blocked=people.blocked)
    return replace(regulations, people=people_of_pairs)


def _squads(cup: Cup, sides: Iterable[CupEntry], on: datetime.date | None) -> dict[int, tuple[Player, ...]]:
    """Return the players each entry can name: those signed on for its team on the night, or its pair."""
    squads: dict[int, dict[int, Player]] = {entry.pk: {} for entry in sides}
    by_team = {entry.team_id: entry.pk for entry in sides if entry.team_id}
    signed = Registration.objects.filter(season=cup.season_id, team__in=by_team, player__merged_into=None)
    for registration in signed.select_related("player"):
        if registration.left_on is None or (
            on is not None and registration.registered_on <= on <= registration.left_on
        ):
            squads[by_team[registration.team_id]][registration.player_id] = registration.player
    for entry in sides:
        for player in (entry.first_player, entry.second_player):
            if player is not None:
                squads[entry.pk][player.pk] = player
    return {entry: _by_name(players_by_key.values()) for entry, players_by_key in squads.items()}


def _by_name(players: Iterable[Player]) -> tuple[Player, ...]:
    return tuple(sorted(players, key=lambda player: (folded(str(player)), player.public_id)))
