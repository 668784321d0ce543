"""Players out of a list: known by name and, where two share one, by what tells them apart."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from league.exchange.lists.columns import ImportAction, ImportedRow, ListLine, checked, imported_row, save
from league.exchange.lists.days import SeasonDates, read_date
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.problems import Problems
from league.models import League, Player, Registration, Season, Team
from league.shared.text import bare


def player_lines(league: League, season: Season, lines: Sequence[ListLine]) -> Iterator[ImportedRow]:
    """Write each player of the list, sign them on for their team, and yield the outcome of each line."""
    squad = _Squad(league, season)
    heading: Team | None = None
    for line in lines:
        if set(line.cells) - set(line.above) == {"player"} and (named := squad.teams.named(line["player"])):
            heading = named
            yield imported_row(line, f"{named}: the players below are its own", ImportAction.PASSED)
            continue
        if heading is not None and (not line["team"] or "team" in line.above):
            line = replace(line, cells={**line.cells, "team": heading.name}, above=("team",))
        yield checked(line, lambda line=line: _player(squad, line))  # type: ignore[misc]


class _Squad:
    def __init__(self, league: League, season: Season) -> None:
        self.league, self.season = league, season
        self.teams = Teams(league, season)
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        for player in league.players.not_merged():
            self.by_name[bare(player.name)].append(player)
        self.span = SeasonDates(first=season.starts_on, last=season.ends_on)
        now = Registration.objects.not_left().filter(season=season)
        self.signed = {(registration.player_id, registration.team_id): registration for registration in now}

    def day(self, text: str) -> datetime.date:
        return read_date(text, self.span)

    def bearers(self, line: ListLine) -> list[Player]:
        """Return the players a line may mean: by name, then by what tells them apart, then by their team."""
        players = self.by_name.get(bare(line["player"]), [])
        apart = bare(line["told apart by"])
        if apart:
            return [player for player in players if bare(player.told_apart_by) == apart]
        team = self.teams.named(line["team"]) if len(players) > 1 else None
        own = [player for player in players if team and (player.pk, team.pk) in self.signed]
        if len(own) > 1:
            own = [player for player in own if not player.told_apart_by]
        return own if len(own) == 1 else players


def _player(squad: _Squad, line: ListLine) -> ImportedRow:
    problems = Problems(line.problems)
    day = problems.cell(squad.day, line["registered"])
    team = problems.cell(squad.teams.known, line["team"])
    bearers = squad.bearers(line)
    if len(bearers) > 1:
        apart = ", ".join(bearer.told_apart_by or "the one without a word" for bearer in bearers)
        problems.add(f"There are {len(bearers)} players called {line['player']}: say which, {apart}.")
    problems.verify()
    known = bearers[0] if bearers else None
    player = known or _made(squad, line)
    signed = _signed_on(squad, player, team, day)
    if known is None:
        return imported_row(line, f"{player}, a new player{signed and f', {signed}'}", ImportAction.NEW)
    if signed:
        return imported_row(line, f"{player}: {signed}", ImportAction.CHANGED)
    return imported_row(line, f"{player}, as he is known", ImportAction.KNOWN)


def _made(squad: _Squad, line: ListLine) -> Player:
    player = Player(league=squad.league, name=line["player"], told_apart_by=line["told apart by"])
    save(player)
    squad.by_name[bare(player.name)].append(player)
    return player


def _signed_on(squad: _Squad, player: Player, team: Team | None, day: datetime.date | None) -> str:
    if team is None:
        return ""
    signed = squad.signed.get((player.pk, team.pk))
    if signed is None:
        made = Registration(
            season=squad.season, team=team, player=player, registered_on=day or squad.season.starts_on
        )
        save(made)
        squad.signed[player.pk, team.pk] = made
        return f"signed on for {team}"
    if day is None or day == signed.registered_on:
        return ""
    signed.registered_on = day
    save(signed)
    return f"signed on for {team} since {day:%d/%m/%Y}"
