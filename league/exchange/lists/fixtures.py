"""Import fixtures: create the missing matches, move the others to the date of the list."""

import datetime
from collections.abc import Iterator, Sequence

from league.exchange.lists.columns import ImportAction, ImportedRow, ListLine, checked, imported_row, save
from league.exchange.lists.days import SeasonDates, is_to_come, read_date, read_time
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.services.results import ImportCalendar
from league.models import Division, League, Match, Pub, Ruling, Season, Team

MOST_WEEKS = 200


def fixture_lines(league: League, season: Season, lines: Sequence[ListLine]) -> Iterator[ImportedRow]:
    """Write each match of the list, and yield the outcome of each line."""
    plan = _Plan(league, season)
    for line in lines:
        yield checked(line, lambda line=line: plan.match(line))  # type: ignore[misc]


class _Plan:
    """The season's matches by who meets whom, and which week of its division's list a date is."""

    def __init__(self, league: League, season: Season) -> None:
        self.season = season
        self.span = SeasonDates(first=season.starts_on, last=season.ends_on)
        self.teams = Teams(league, season)
        of_season = Match.objects.filter(division__season=season)
        matches = list(of_season.select_related("home", "away", "division", "venue"))
        self._by_pair: dict[tuple[int, int], list[Match]] = {}
        for match in matches:
            self._by_pair.setdefault((match.home_id, match.away_id), []).append(match)
        ruling_query_set = Ruling.objects.in_force().filter(match__in=of_season)
        self._decided = {
            *of_season.filter(scorecards__is_confirmed=True).values_list("pk", flat=True),
            *ruling_query_set.values_list("match", flat=True),
        }
        self._calendar = ImportCalendar(matches)

    def match(self, line: ListLine) -> ImportedRow:
        home, away = self.teams.known(line["home"]), self.teams.known(line["away"])
        date = None if is_to_come(line["date"]) else read_date(line["date"], self.span)
        known = self._by_pair.get((home.pk, away.pk), [])
        if same := next((match for match in known if match.date == date), None):
            return self._filled_in(line, same)
        if date is None:
            raise ValueError(
                f"{home} v {away} is not in the list yet; a new match needs a date such as 17/9/2026."
            )
        if len(known) == 1 and line["week"] in ("", str(known[0].week)):
            return self._moved(line, known[0], date)
        return self._made(line, home, away, date)

    def _filled_in(self, line: ListLine, match: Match) -> ImportedRow:
        """Set the time and the pub of a match whose day stays the same, and return the outcome."""
        changes = []
        time = read_time(line["time"]) if line["time"] else None
        if time and time != match.starts_at:
            match.starts_at = time
            changes.append(f"at {time:%H:%M}")
        venue = self._pub(line) or match.venue
        if venue.pk != match.venue_id:
            match.venue = venue
            changes.append(f"at {venue}")
        day = f"on {match.date:%d/%m/%Y}" if match.date else "without a date"
        if not changes:
            return imported_row(
                line, f"{match.home} v {match.away} {day}, as it is known", ImportAction.KNOWN
            )
        self._refuse_decided(match)
        match.sequence += 1
        save(match)
        return imported_row(
            line, f"{match.home} v {match.away} {day}: {', '.join(changes)}", ImportAction.CHANGED
        )

    def _moved(self, line: ListLine, match: Match, date: datetime.date) -> ImportedRow:
        self._refuse_decided(match)
        was = match.date
        match.postponed_from = match.postponed_from or match.date
        match.date = date
        match.starts_at = read_time(line["time"]) if line["time"] else match.starts_at
        match.venue = self._pub(line) or match.venue
        match.sequence += 1
        save(match)
        from_day = f"{was:%d/%m/%Y}" if was else "no date"
        return imported_row(
            line, f"{match.home} v {match.away} from {from_day} to {date:%d/%m/%Y}", ImportAction.CHANGED
        )

    def _refuse_decided(self, match: Match) -> None:
        if match.pk in self._decided:
            raise ValueError(
                f"{match.home} v {match.away} has a result already; a played match is not moved."
            )

    def _pub(self, line: ListLine) -> Pub | None:
        """Return the pub a line names; None if it names none."""
        if not line["pub"]:
            return None
        venue = self.teams.pubs.named(line["pub"])
        if venue is None:
            raise ValueError(f"There is no pub {line['pub']}; bring the pubs in first.")
        return venue

    def _made(self, line: ListLine, home: Team, away: Team, date: datetime.date) -> ImportedRow:
        division = self._division(line, home, away)
        week = line["week"]
        if week and not (week.isdecimal() and 1 <= int(week) <= MOST_WEEKS):
            raise ValueError(f"“{week}” is no week of the list: weeks are counted from 1.")
        match = Match(
            division=division,
            week=int(week) if week else self._calendar.take(division.pk, date, home.pk, away.pk),
            home=home,
            away=away,
            venue=self._pub(line) or home.pub,
            date=date,
            starts_at=read_time(line["time"]) if line["time"] else None,
        )
        match.full_clean(exclude=["division", "home", "away", "venue"])
        match.save()
        self._by_pair.setdefault((home.pk, away.pk), []).append(match)
        return imported_row(line, f"{home} v {away} on {date:%d/%m/%Y}, {division}", ImportAction.NEW)

    def _division(self, line: ListLine, home: Team, away: Team) -> Division:
        placed = [self.teams.enrolments.get(team.pk) for team in (home, away)]
        if None in placed:
            out = home if placed[0] is None else away
            raise ValueError(
                f"{out} plays in no division this season; bring the teams in with their divisions."
            )
        first, second = (enrolment.division for enrolment in placed if enrolment)
        if first != second:
            raise ValueError(
                f"{home} plays in {first} and {away} in {second}: they do not meet in a league match."
            )
        if line["division"] and self.teams.division_known(line["division"]) != first:
            raise ValueError(f"{home} and {away} play in {first}, not in {line['division']}.")
        return first
