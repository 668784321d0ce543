"""Players out of a list: known by name and, where two share one, by what tells them apart."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence

from league.exchange.lists.columns import Line, read_date
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.lists.said import Kind, LineSaid, checked, said, save
from league.models import League, Player, Registration, Season
from league.selectors.people import bare


def player_lines(league: League, season: Season, lines: Sequence[Line]) -> Iterator[LineSaid]:
    """Write each player of the list and sign him on for his team, and say what that did."""
    squad = _Squad(league, season)
    for line in lines:
        yield checked(line, lambda line=line: _player(squad, line))  # type: ignore[misc]


class _Squad:
    def __init__(self, league: League, season: Season) -> None:
        self.league, self.season = league, season
        self.teams = Teams(league, season)
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        for player in league.players.filter(merged_into=None):
            self.by_name[bare(player.name)].append(player)
        now = Registration.objects.filter(season=season, left_on=None)
        self.signed = {(one.player_id, one.team_id) for one in now}


def _player(squad: _Squad, line: Line) -> LineSaid:
    day = read_date(line["registered"]) if line["registered"] else squad.season.starts_on
    bearers = [
        one
        for one in squad.by_name[bare(line["player"])]
        if not line["told apart by"] or bare(one.told_apart_by) == bare(line["told apart by"])
    ]
    if len(bearers) > 1:
        apart = ", ".join(one.told_apart_by or "the one without a word" for one in bearers)
        raise ValueError(f"There are {len(bearers)} players called {line['player']}: say which, {apart}.")
    known = bearers[0] if bearers else None
    player = known or _made(squad, line)
    signed = _signed_on(squad, player, line, day)
    if known is None:
        return said(line, f"{player}, a new player{signed and f', {signed}'}", Kind.NEW)
    return said(line, f"{player}: {signed}", Kind.CHANGED) if signed else said(
        line, f"{player}, as he is known", Kind.KNOWN
    )  # fmt: skip


def _made(squad: _Squad, line: Line) -> Player:
    player = Player(league=squad.league, name=line["player"], told_apart_by=line["told apart by"])
    save(player)
    squad.by_name[bare(player.name)].append(player)
    return player


def _signed_on(squad: _Squad, player: Player, line: Line, day: datetime.date) -> str:
    if not line["team"]:
        return ""
    team = squad.teams.named(line["team"])
    if team is None:
        raise ValueError(f"There is no team {line['team']}; bring the teams in first.")
    if (player.pk, team.pk) in squad.signed:
        return ""
    save(Registration(season=squad.season, team=team, player=player, registered_on=day))
    squad.signed.add((player.pk, team.pk))
    return f"signed on for {team}"
