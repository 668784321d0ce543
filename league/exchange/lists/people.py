"""Players out of a list: known by name and, where two share one, by what tells them apart."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from league.exchange.lists.checked_list import (
    Asking,
    ImportAction,
    ImportedRow,
    ListLine,
    Problems,
    checked,
    imported_row,
    outcome,
)
from league.exchange.lists.drafts import KNOWN, NEW
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.pubs_and_teams import Teams, save, verify
from league.exchange.lists.text import is_near, may_be_one_person, natural_order, slugify
from league.models import League, Player, Registration, Season, Team
from league.shared.grouping import grouped
from league.shared.text import bare, listed


def player_lines(league: League, season: Season, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Write each player of the list, register them for their team, and yield the outcome of each line.

    A name that is registered for another team is asked about: one person for both, or two of that name. So is
    a name that is nearly that of a teammate.
    """
    squad = _Squad(league, season, parsed_list.asked)
    heading: Team | None = None
    for line in parsed_list.lines:
        if set(line.cells) - set(line.above) == {"player"} and (named := squad.teams.named(line["player"])):
            heading = named
            yield imported_row(line, f"{named}: the players below are its own", ImportAction.PASSED)
            continue
        if heading is not None and (not line["team"] or "team" in line.above):
            line = replace(line, cells={**line.cells, "team": heading.name}, above=("team",))
        yield checked(line, partial(_player, squad))
    # What must be unique is: the squad has every name and every registration.
    Player.objects.bulk_create(squad.new_players)
    Registration.objects.bulk_create(squad.new_registrations)


class _Squad:
    """The players of a league by name, and who is registered for which team of a season.

    New ones have no key yet: players are told apart as objects.
    """

    def __init__(self, league: League, season: Season, asked: Asking) -> None:
        self.league, self.season, self.asked = league, season, asked
        self.teams = Teams(league, season)
        players = {player.pk: player for player in league.players.all()}
        self.taken = {(player.name, player.told_apart_by) for player in players.values()}
        unmerged = (player for player in players.values() if player.merged_into_id is None)
        self.by_name = grouped((bare(player.name), player) for player in unmerged)
        self.signed: dict[int, dict[int, Registration]] = defaultdict(dict)
        self.by_team: dict[int, list[Player]] = defaultdict(list)
        self.new_players: list[Player] = []
        self.new_registrations: list[Registration] = []
        for registration in Registration.objects.not_left().filter(season=season).select_related("team"):
            registration.player = players[registration.player_id]
            self.sign(registration)

    def sign(self, registration: Registration) -> None:
        """Note a registration of this season."""
        self.signed[id(registration.player)][registration.team_id] = registration
        self.by_team[registration.team_id].append(registration.player)

    def bearers(self, line: ListLine) -> list[Player]:
        """Return the players a line may mean: by name, then by what tells them apart, then by their team."""
        players = self.by_name.get(bare(line["player"]), [])
        apart = bare(line["told apart by"])
        if apart:
            return [player for player in players if bare(player.told_apart_by) == apart]
        team = self.teams.named(line["team"]) if len(players) > 1 else None
        own = [player for player in players if team and team.pk in self.signed[id(player)]]
        if len(own) > 1:
            own = [player for player in own if not player.told_apart_by]
        return own if len(own) == 1 else players

    def elsewhere(self, player: Player, team: Team) -> list[str]:
        """Return the other teams of a player who turns up in this one's list for the first time."""
        signed = self.signed[id(player)]
        return [] if team.pk in signed else sorted(each.team.name for each in signed.values())

    def like(self, name: str, team: Team) -> Player | None:
        """Return the teammate who has nearly this name, or somebody who has it in its natural order."""
        exact = self.by_name.get(bare(natural_order(name)), []) if natural_order(name) != name else []
        mates = (
            player
            for player in self.by_team[team.pk]
            if is_near(name, player.name) or may_be_one_person(name, player.name)
        )
        return next(chain(mates, exact), None)


def _player(squad: _Squad, line: ListLine) -> ImportedRow:
    problems = Problems(line.problems)
    day = problems.cell(squad.teams.day, line["registered"])
    team = problems.cell(squad.teams.known, line["team"])
    bearers = squad.bearers(line)
    if len(bearers) > 1:
        apart = ", ".join(bearer.told_apart_by or "the one without a word" for bearer in bearers)
        problems.add(f"There are {len(bearers)} players called {line['player']}: say which, {apart}.")
    problems.verify()
    known = bearers[0] if bearers else None
    if team is None or line["told apart by"]:
        return _imported(squad, line, known, team, day)
    if known and (others := squad.elsewhere(known, team)):
        answer = squad.asked.settled(
            f"person-{bare(known.name).replace(' ', '-')}-{team.slug}",
            "Is this one person?",
            f"{known.name} is registered for {listed(others)}, and this row names {team}.",
            {"one": "One person, registered for both", "two": "Two people of this name"},
            [line.number],
            about="player",
        )
        if answer == "two":
            known, line = None, replace(line, cells={**line.cells, "told apart by": team.name})
    elif not known and (player := squad.like(line["player"], team)):
        answer = squad.asked.settled(
            f"player-{slugify(line['player'])}-{team.slug}",
            "Is this player known?",
            f"“{line['player']}” of {team} may be {player}.",
            {KNOWN: f"It is {player}", NEW: "Another player"},
            [line.number],
            about="player",
        )
        known = player if answer == KNOWN else None
    return _imported(squad, line, known, team, day)


def _imported(
    squad: _Squad, line: ListLine, known: Player | None, team: Team | None, day: datetime.date | None
) -> ImportedRow:
    player = known or _made(squad, line)
    signed = _signed_on(squad, player, team, day)
    new = "" if known else f"{player}, a new player{signed and f', {signed}'}"
    return outcome(line, player, filter(None, [signed]), new=new)


def _made(squad: _Squad, line: ListLine) -> Player:
    player = Player(league=squad.league, name=line["player"], told_apart_by=line["told apart by"])
    key = player.name, player.told_apart_by
    if key in squad.taken:
        raise ValueError(Player._meta.constraints[0].get_violation_error_message())
    verify(player, is_unique=True)
    squad.taken.add(key)
    squad.new_players.append(player)
    squad.by_name[bare(player.name)].append(player)
    return player


def _signed_on(squad: _Squad, player: Player, team: Team | None, day: datetime.date | None) -> str:
    if team is None:
        return ""
    signed = squad.signed[id(player)].get(team.pk)
    if signed is None:
        made = Registration(
            season=squad.season, team=team, player=player, registered_on=day or squad.season.starts_on
        )
        verify(made, is_unique=True)
        squad.new_registrations.append(made)
        squad.sign(made)
        return f"registered for {team}"
    if day is None or day == signed.registered_on:
        return ""
    signed.registered_on = day
    if signed.pk:
        save(signed)
    return f"registered for {team} from {day:%d/%m/%Y}"
