"""Registered players by team, the remarks of the rules, and players who have not signed on again."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from league.competition.season_rules.people import PlayerFacts, Remark, TeamFacts
from league.competition.season_rules.rules import Regulations
from league.models import League, Player, Registration, Season, Team
from league.people.names import bare
from league.regulations.line_ups import belongs_to, played_up
from league.regulations.selectors.eligibility import player_facts, regulations_of, season_teams
from league.regulations.transfers import registration_remarks, squad_remarks
from league.shared.text import capitalised, folded, times


def counted_of(player: Player, season: Season) -> tuple[str, ...]:
    """Return what the rules count of one player in a season. Five queries; none without rules."""
    return counted_in(season, [player.pk]).get(player.pk, ())


def counted_in(season: Season, players: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return what the rules count of several players, by their keys. Five queries; none without rules."""
    regulations = regulations_of(season)
    if regulations.people.playing_up is None and regulations.people.borrowed is None:
        return {}
    facts = player_facts(season, players, season_teams(season))
    return {
        key: texts
        for key, facts_of_player in facts.items()
        if (texts := counted(facts_of_player, regulations))
    }


def counted(player: PlayerFacts, regulations: Regulations) -> tuple[str, ...]:
    """Return what the rules count of a player: “Played up 3 of 4”, “Borrowed once by The Shears”."""
    people = regulations.people
    if not player.signed:
        return ()
    own = player.signed[-1].team
    texts = []
    if people.playing_up is not None and (up := played_up(player)):
        texts.append(f"Played up {len(up)} of {people.playing_up}")
        now = belongs_to(player, people)
        if now is not None:
            texts.append(f"Belongs to {now.name} now")
    if people.borrowed is not None:
        for team in _helped(player, own, people.same_pub is not None or people.playing_up is not None):
            often = sum(appearance.team.team == team.team for appearance in player.appearances)
            texts.append(f"Borrowed {times(often)} by {team.name}")
    return tuple(texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A player registered for a team, and what the rules count of them."""

    registration: Registration
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSquad:
    """A team's registered players, those of last season who have not signed on again, and remarks."""

    team: Team
    signed: tuple[Signed, ...]
    not_again: tuple[Player, ...]
    remarks: tuple[Remark, ...]


def team_squads(season: Season, shown: Collection[Team], *, today: datetime.date) -> tuple[TeamSquad, ...]:
    """Return the squads of some teams of a season, in the order of names. Seven queries at most."""
    registered = Registration.objects.current().filter(season=season)
    by_team: defaultdict[int, list[Registration]] = defaultdict(list)
    for row in registered.filter(team__in=shown).select_related("player"):
        by_team[row.team_id].append(row)
    counts = counted_in(season, {row.player_id for rows in by_team.values() for row in rows})
    again = _not_again(season, shown)
    return tuple(
        TeamSquad(
            team=team,
            signed=tuple(
                Signed(registration=registration, counted=counts.get(registration.player_id, ()))
                for registration in sorted(by_team[team.pk], key=_by_name)
            ),
            not_again=tuple(
                sorted(again[team.pk], key=lambda player: (folded(str(player)), player.public_id))
            ),
            remarks=squad_remarks(
                TeamFacts(team=team.pk, name=team.name, pub=team.pub_id),
                [row.player_id for row in by_team[team.pk]],
                today,
                regulations_of(season),
            ),
        )
        for team in sorted(shown, key=lambda team: (folded(team.name), team.slug))
    )


def signing_remarks(player: Player, to: Team, on: datetime.date, season: Season) -> tuple[Remark, ...]:
    """Return the remarks of the rules on a player signing on for a team on a day.

    Six queries.
    """
    teams, regulations = season_teams(season), regulations_of(season)
    team = teams.by_key.get(to.pk)
    if team is None:
        return ()
    facts = player_facts(season, [player.pk], teams)[player.pk]
    keys = {
        *Registration.objects.current().filter(season=season, team=to).values_list("player", flat=True),
        player.pk,
    }
    most = regulations.people.squad.most if regulations.people.squad else None
    size = squad_remarks(team, sorted(keys), on, regulations) if most and len(keys) > most else ()
    return (*registration_remarks(facts, team, on, regulations), *size)


def fees_of(season: Season) -> tuple[int, int]:
    """Return the fees for a registration and for a transfer, in pence; 0 for none."""
    people = regulations_of(season).people
    return (
        people.registration.pence if people.registration else 0,
        people.transfers.pence if people.transfers else 0,
    )


def players_called(league: League, name: str) -> tuple[Player, ...]:
    """Return the players a typed name can mean: one with what tells them apart, or everybody of that name."""
    expected = bare(name)
    everybody = list(league.players.not_merged())
    exact = [player for player in everybody if expected in (player.public_id, bare(str(player)))]
    players = exact if len(exact) == 1 else [player for player in everybody if bare(player.name) == expected]
    return tuple(sorted(players, key=lambda player: (folded(str(player)), player.public_id)))


def _helped(player: PlayerFacts, own: TeamFacts, pub_counts_apart: bool) -> list[TeamFacts]:
    """Return the other teams a player helped out, by name; those of their pub only if no rule counts them."""
    others = {
        appearance.team.team: appearance.team
        for appearance in player.appearances
        if appearance.team.team != own.team and not (pub_counts_apart and appearance.team.pub == own.pub)
    }
    return sorted(others.values(), key=lambda team: team.name)


def _not_again(season: Season, teams: Collection[Team]) -> defaultdict[int, list[Player]]:
    """Return who was signed on for a team at the end of the season before and is for none in this one."""
    before = Season.objects.filter(league=season.league_id, starts_on__lt=season.starts_on)
    last = before.order_by("-starts_on", "-id").values("pk")[:1]
    current = Registration.objects.current()
    players_by_key: defaultdict[int, list[Player]] = defaultdict(list)
    left = current.filter(season__in=last, team__in=teams).exclude(
        player__in=current.filter(season=season).values("player")
    )
    for row in left.select_related("player"):
        players_by_key[row.team_id].append(row.player)
    return players_by_key


def _by_name(registration: Registration) -> tuple[str, str]:
    return folded(str(registration.player)), registration.player.public_id


def sentences_of(remarks: Iterable[Remark]) -> tuple[str, ...]:
    """Return the sentences of remarks, each with a capital at the beginning."""
    return tuple(capitalised(remark.sentence) for remark in remarks)
