"""Fixtures out of a list: matches not there yet are made, those that are there move to the date it says."""

import datetime
from collections.abc import Iterator, Sequence

from league.exchange.imports import Calendar
from league.exchange.lists.columns import Line, read_date, read_time
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.lists.said import Kind, LineSaid, checked, said, save
from league.models import Division, League, Match, Season, Team


def fixture_lines(league: League, season: Season, lines: Sequence[Line]) -> Iterator[LineSaid]:
    """Write each match of the list, and say what that did."""
    plan = _Plan(league, season)
    for line in lines:
        yield checked(line, lambda line=line: plan.match(line))  # type: ignore[misc]


class _Plan:
    """The season's matches by who meets whom, and which week of its division's list a date is."""

    def __init__(self, league: League, season: Season) -> None:
        self.season = season
        self.teams = Teams(league, season)
        matches = list(
            Match.objects.filter(division__season=season).select_related("home", "away", "division")
        )
        self._by_pair: dict[tuple[int, int], list[Match]] = {}
        for match in matches:
            self._by_pair.setdefault((match.home_id, match.away_id), []).append(match)
        self._decided = set(
            Match.objects.filter(division__season=season, scorecards__is_confirmed=True).values_list(
                "pk", flat=True
            )
        )
        self._calendar = Calendar(matches)

    def match(self, line: Line) -> LineSaid:
        home, away = self._team(line["home"]), self._team(line["away"])
        date = read_date(line["date"])
        time = read_time(line["time"]) if line["time"] else None
        known = self._by_pair.get((home.pk, away.pk), [])
        if any(match.date == date for match in known):
            return said(line, f"{home} v {away} on {date:%d/%m/%Y}, as it is known", Kind.KNOWN)
        if len(known) == 1 and known[0].date != date and line["week"] in ("", str(known[0].week)):
            return self._moved(line, known[0], date, time)
        return self._made(line, home, away, date, time)

    def _team(self, name: str) -> Team:
        team = self.teams.named(name)
        if team is None:
            raise ValueError(f"There is no team {name}; bring the teams in first.")
        return team

    def _moved(self, line: Line, match: Match, date: datetime.date, time: datetime.time | None) -> LineSaid:
        if match.pk in self._decided:
            raise ValueError(
                f"{match.home} v {match.away} has a result already; a played match is not moved."
            )
        was = match.date
        match.postponed_from = match.postponed_from or match.date
        match.date, match.starts_at = date, time or match.starts_at
        match.sequence += 1
        save(match)
        from_day = f"{was:%d/%m/%Y}" if was else "no date"
        return said(line, f"{match.home} v {match.away} from {from_day} to {date:%d/%m/%Y}", Kind.CHANGED)

    def _made(
        self, line: Line, home: Team, away: Team, date: datetime.date, time: datetime.time | None
    ) -> LineSaid:
        division = self._division(line, home, away)
        week = line["week"]
        if week and not (week.isdigit() and int(week) >= 1):
            raise ValueError(f"“{week}” is no week of the list: weeks are counted from 1.")
        venue = self.teams.pubs.named(line["pub"]) if line["pub"] else home.pub
        if venue is None:
            raise ValueError(f"There is no pub {line['pub']}.")
        match = Match(
            division=division,
            week=int(week) if week else self._calendar.take(division.pk, date, home.pk, away.pk),
            home=home,
            away=away,
            venue=venue,
            date=date,
            starts_at=time,
        )
        match.full_clean(exclude=["division", "home", "away", "venue"])
        match.save()
        self._by_pair.setdefault((home.pk, away.pk), []).append(match)
        return said(line, f"{home} v {away} on {date:%d/%m/%Y}, {division}", Kind.NEW)

    def _division(self, line: Line, home: Team, away: Team) -> Division:
        placed = [self.teams.enrolments.get(team.pk) for team in (home, away)]
        if None in placed:
            out = home if placed[0] is None else away
            raise ValueError(
                f"{out} plays in no division this season; bring the teams in with their divisions."
            )
        first, second = (one.division for one in placed if one)
        if first != second:
            raise ValueError(
                f"{home} plays in {first} and {away} in {second}: they do not meet in a league match."
            )
        if line["division"] and self.teams.division(line["division"]) != first:
            raise ValueError(f"{home} and {away} play in {first}, not in {line['division']}.")
        return first
