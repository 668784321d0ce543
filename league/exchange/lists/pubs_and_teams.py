"""Import pubs and teams: create the missing ones, update the others. An empty cell changes nothing."""

import datetime
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches
from functools import partial

from django.core.exceptions import ValidationError
from django.db import models

from league.competition.pub_names import pub_labels
from league.exchange.lists.checked_list import (
    ImportedRow,
    ListLine,
    Problems,
    UnknownTeam,
    WrongLine,
    checked,
    outcome,
)
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.text import SeasonDates, division_key, is_nobody, read_date
from league.models import Division, Enrolment, League, Pub, Season, Team
from league.shared.identifiers import unique_slug
from league.shared.text import bare

MOST_LIKE = 3

# So many names are compared with every team, as many as a page asks about.
MOST_COMPARED = 100


def pub_lines(league: League, season: Season | None, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Return the outcome of each line of pubs, each written when it is asked for."""
    act = partial(_pub, Pubs(league))
    return (checked(line, act) for line in parsed_list.lines)


class Pubs:
    """The pubs of a league by name, new ones made when they are first asked for."""

    def __init__(self, league: League) -> None:
        self.league = league
        pubs = league.pubs.all()
        labels = pub_labels(pubs)
        self._by_label = {bare(labels[pub.pk]): pub for pub in pubs}
        self._slugs = {pub.slug for pub in pubs}

    def named(self, label: str) -> Pub | None:
        return self._by_label.get(bare(label))

    def known(self, name: str) -> Pub:
        """Return the pub of that name. Raises ValueError, which names those that share the name."""
        if pub := self.named(name):
            return pub
        alike = [pub.name_and_place for pub in self._by_label.values() if bare(pub.name) == bare(name)]
        if alike:
            raise ValueError(f"Several pubs are called {name}. Write {' or '.join(alike)}.")
        raise ValueError(f"There is no pub {name}. Import the pubs first.")

    def make(self, label: str, name: str) -> Pub:
        pub = Pub(league=self.league, name=name or label, slug=unique_slug(name or label, self._slugs))
        save(pub)
        self._by_label[bare(label)] = pub
        return pub


def _pub(pubs: Pubs, line: ListLine) -> ImportedRow:
    known = pubs.named(line["pub"])
    pub = known or pubs.make(line["pub"], line["pub name"])
    return outcome(line, pub, _changed(pub, line), new="" if known else f"{line['pub']}, a new pub")


def team_lines(league: League, season: Season | None, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Return the outcome of each line of teams, each written with its place in the season when asked for."""
    act = partial(_team, Teams(league, season))
    return (checked(line, act) for line in parsed_list.lines)


class Teams:
    """The teams of a league by name, and the divisions of a season, made when they are first asked for."""

    def __init__(self, league: League, season: Season | None) -> None:
        self.league, self.season = league, season
        self.pubs = Pubs(league)
        self._by_name = {bare(team.name): team for team in league.teams.select_related("pub")}
        self._slugs = {team.slug for team in self._by_name.values()}
        self._by_short_name = {
            bare(team.short_name): team for team in self._by_name.values() if team.short_name
        }
        self.span = SeasonDates.of(season)
        self._like: dict[str, list[Team]] = {}
        enrolments = season.enrolments.select_related("division__season") if season else ()
        self.enrolments = {enrolment.team_id: enrolment for enrolment in enrolments}
        divisions = season.divisions.all() if season else ()
        self._divisions = {bare(division.name): division for division in divisions}

    def named(self, name: str) -> Team | None:
        return self._by_name.get(bare(name)) or self._by_short_name.get(bare(name))

    def known(self, name: str) -> Team:
        """Return the team of that name. Raises UnknownTeam, which proposes the likeliest team."""
        if team := self.named(name):
            return team
        like = self.like(name)
        meant = f"is it {like[0]}?" if like else "import the teams first."
        raise UnknownTeam(name, f"There is no team {name}; {meant}", like)

    def sides(self, line: ListLine, problems: Problems) -> tuple[Team | None, Team | None]:
        """Return both teams of a match, None for one that is nobody or unknown; note what is wrong."""
        home, away = (
            None if is_nobody(line[side]) else problems.cell(self.known, line[side])
            for side in ("home", "away")
        )
        if home and home == away:
            problems.add(f"{home} cannot play itself.")
        return home, away

    def day(self, text: str) -> datetime.date:
        """Return a day, its year that of the season where it has none. Raises ValueError."""
        return read_date(text, self.span)

    def like(self, name: str) -> list[Team]:
        """Return teams that might be meant by a name nobody has, the likeliest first.

        Comparing takes its time: each name is compared once, and only the first `MOST_COMPARED`.
        """
        expected = bare(name)
        if expected not in self._like and len(self._like) < MOST_COMPARED:
            self._like[expected] = self._likeliest(expected)
        return self._like.get(expected, [])

    def _likeliest(self, expected: str) -> list[Team]:
        begin = [key for key in self._by_name if key.startswith(expected) or expected.startswith(key)]
        near = get_close_matches(expected, self._by_name, n=MOST_LIKE)
        at_pub = [bare(team.name) for team in self._by_name.values() if bare(team.pub.name) == expected]
        likeliest = sorted(
            {*begin, *near}, key=lambda key: (-SequenceMatcher(None, expected, key).ratio(), key)
        )
        return [self._by_name[key] for key in dict.fromkeys([*at_pub, *likeliest])][:MOST_LIKE]

    def make(self, name: str, pub: Pub) -> Team:
        team = Team(league=self.league, pub=pub, name=name, slug=unique_slug(name, self._slugs))
        save(team)
        self._by_name[bare(name)] = team
        return team

    def enrol(self, team: Team, division: Division) -> None:
        """Enter a team in a division of the season."""
        enrolment = Enrolment(season=self.season, division=division, team=team)
        save(enrolment)
        self.enrolments[team.pk] = enrolment

    def division_of(self, team: Team) -> Division:
        """Return the division in which a team plays. Raises ValueError if it plays in none this season."""
        if (enrolment := self.enrolments.get(team.pk)) is None:
            raise ValueError(
                f"{team} plays in no division this season. Import the teams with their divisions."
            )
        return enrolment.division

    def division_of_match(self, home: Team, away: Team, name: str) -> Division:
        """Return the division in which two teams meet, which may be named. Raises WrongLine."""
        problems = Problems()
        first, second = (problems.take(self.division_of, team) for team in (home, away))
        if first and second and first != second:
            problems.add(
                f"{home} plays in {first} and {away} in {second}: they do not meet in a league match."
            )
        elif first and name and self.division_known(name) != first:
            problems.add(f"{home} and {away} play in {first}, not in {name}.")
        if problems or not first:
            raise WrongLine(problems)
        return first

    def division_known(self, name: str) -> Division | None:
        """Return the division of that name; failing that the only one that differs as Div 1 from One."""
        if division := self._divisions.get(bare(name)):
            return division
        key = division_key(name)
        alike = [division for known, division in self._divisions.items() if division_key(known) == key]
        return alike[0] if len(alike) == 1 else None

    def division(self, name: str) -> Division:
        """Return the division of that name, created if missing. Raises ValueError without a season."""
        if self.season is None:
            raise ValueError(
                "There is no season yet, so there are no divisions. Delete that column, or create a season."
            )
        if known := self.division_known(name):
            return known
        slugs = {division.slug for division in self._divisions.values()}
        position = max((division.position for division in self._divisions.values()), default=0) + 1
        made = Division(season=self.season, name=name, slug=unique_slug(name, slugs), position=position)
        save(made)
        self._divisions[bare(name)] = made
        return made


def _team(teams: Teams, line: ListLine) -> ImportedRow:
    problems = Problems()
    known = teams.named(line["team"])
    if known is None:
        problems.cell(teams.division, line["division"])
        problems.verify()
    pub = _pub_of(teams, line) if line["pub"] or known is None else known.pub
    team = known or teams.make(line["team"], pub)
    placed = problems.take(_placed, teams, team, line)
    captain = problems.take(_with_captain, teams, team, line)
    problems.verify()
    place = ", ".join(filter(None, (placed, captain)))
    details, short_name = _changed(pub, line), line["short name"]
    words = {
        f"now at {pub}": _set(team, pub=pub),
        f"{pub}: {', '.join(details)}": details,
        f"short name {short_name}": _set(team, short_name=short_name),
        place: place,
    }
    changes = [change for change, is_made in words.items() if is_made]
    new = "" if known else ", ".join([f"{team} at {team.pub}", *changes[-1:]])
    return outcome(line, team, changes, new=new)


def _pub_of(teams: Teams, line: ListLine) -> Pub:
    """Return the pub a team plays at: as the line says, as its name suggests, or one of its own name."""
    name = line["pub"] or line["likely pub"] or line["team"]
    return teams.pubs.named(name) or teams.pubs.make(name, line["pub name"])


def _changed(pub: Pub, line: ListLine) -> list[str]:
    """Save what a list says of a pub, and return the names of its fields; part of an address is not new."""
    address = line["address"] if bare(line["address"]) not in bare(pub.address) else ""
    return _set(
        pub,
        address=address,
        postcode=line["postcode"],
        phone=line["pub phone"],
        tables=int(line["tables"] or 0),
    )


def _set(row: Pub | Team | Enrolment, **values: object) -> list[str]:
    """Save what is said of a row and differs, and return the names of the fields."""
    changes = {name: value for name, value in values.items() if value and getattr(row, name) != value}
    for name, value in changes.items():
        setattr(row, name, value)
    if changes:
        save(row)
    return list(changes)


def _placed(teams: Teams, team: Team, line: ListLine) -> str:
    """Enter the team in its division, and return in words what changed."""
    enrolment = teams.enrolments.get(team.pk)
    # A division from further up is for teams that have none; those that play elsewhere have their own.
    if not line["division"] or (enrolment and "division" in line.above):
        return ""
    division = teams.division(line["division"])
    if enrolment is None:
        teams.enrol(team, division)
        return f"in {division}"
    if enrolment.division_id != division.pk:
        raise ValueError(f"{team} plays in {enrolment.division} this season, not in {division}.")
    return ""


def _with_captain(teams: Teams, team: Team, line: ListLine) -> str:
    """Set the captain of a team, and return in words what changed."""
    new = {"captain_name": line["captain"], "captain_email": line["e-mail"], "captain_phone": line["phone"]}
    enrolment = teams.enrolments.get(team.pk)
    if not any(new.values()) or (enrolment is None and line["division"]):
        return ""  # why it is not in that division is said already
    if enrolment is None:
        raise ValueError(f"{team} plays in no division this season, so it has no captain: name its division.")
    return "its captain" if _set(enrolment, **new) else ""


def verify(row: models.Model, *, is_unique: bool = False) -> None:
    """Check a row as its model does; of one that is known to be unique without asking the database.

    Raises WrongLine with a problem for every field.
    """
    relations = [field.name for field in row._meta.fields if field.is_relation]
    try:
        row.full_clean(exclude=relations, validate_unique=not is_unique, validate_constraints=not is_unique)
    except ValidationError as wrong:
        raise WrongLine(map(ValueError, wrong.messages)) from wrong


def save(row: models.Model) -> None:
    """Check a row as its model does, and write it. Raises WrongLine with a problem for every field."""
    verify(row)
    row.save()
