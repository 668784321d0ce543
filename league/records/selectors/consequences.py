"""What follows from saving a record, said before it is saved."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q

from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.cups.selectors.rooms import tables_taken
from league.matches.rooms import tables_of, to_be_played
from league.matches.selectors import without_result
from league.models import (
    Cup,
    Division,
    Enrolment,
    League,
    Match,
    Player,
    Pub,
    Registration,
    Season,
    Team,
)
from league.records.kinds import DIVISIONS, LEAGUES, PLAYERS, PUBS, SEASONS, TEAMS, RecordKind
from league.shared.text import listed, plural


class Consequence(NamedTuple):
    """Something that follows from saving: the fact, the rest of the sentence, whether it is a warning."""

    fact: str
    rest: str = ""
    is_warning: bool = False


class SavePreview(NamedTuple):
    """What follows from saving a record, and the next match that names it, as it will look."""

    consequences: Sequence[Consequence]
    next_match: Match | None = None


def following(
    kind: RecordKind, row: Any, before: Mapping[str, Any], *, today: datetime.date, teams_too: bool = False
) -> SavePreview:
    """Return what follows from saving a record as it is in `row`. At most five queries; with cups nine.

    `before` has the values it has now by field. Nothing is written.
    """
    changed = {name for name, value in before.items() if kind.column(name).value_from_object(row) != value}
    if not changed:
        return SavePreview(())
    coming = matches_to_come(row, today) if kind in (PUBS, TEAMS) else []
    consequences = list(_OF_KIND[kind](row, changed, before, coming, today))
    if "slug" in changed:
        consequences.append(_of_address(kind, row, before["slug"]))
    next_match = _first(coming, row)
    if teams_too and "name" in changed:
        consequences.append(teams_renamed(row, before["name"], row.name))
        for team in (next_match.home, next_match.away) if next_match else ():
            if team.pub_id == row.pk:
                team.name = renamed_team(team.name, before["name"], row.name)
    return SavePreview(consequences, next_match)


def teams_renamed(pub: Pub, before: str, after: str) -> Consequence:
    """Return which teams of a pub get its new name with it; a warning if none is called after the pub."""
    names = {team.name: renamed_team(team.name, before, after) for team in pub.teams.order_by("name")}
    told = [f"{old} to {new}" for old, new in names.items() if new != old]
    none = f": none of this pub is called after “{before}”."
    return (
        Consequence("Renamed with it", f": {listed(told)}.")
        if told
        else Consequence("No team is renamed", none, is_warning=True)
    )


def _of_address(kind: RecordKind, row: Any, before: str) -> Consequence:
    """Return what follows from another web address."""
    if kind is LEAGUES:
        return Consequence(
            f"Every address of the league begins with /{row.slug}/",
            f". Links, calendars and printed addresses with /{before}/ lead there.",
            is_warning=True,
        )
    return Consequence(
        f"The page moves to /{row.league.slug}/{kind.plural}/{row.slug}/",
        f". Links and calendars with “{before}” lead there.",
    )


def renamed_team(team: str, before: str, after: str) -> str:
    """Return a team's name once its pub is renamed: that of a team called otherwise stays.

    A team of “The Packhorse, Nab End” may be called “The Packhorse A”.
    """
    if not team.casefold().startswith(before.casefold()):
        before, after = before.partition(",")[0], after.partition(",")[0]
    return after + team[len(before) :] if team.casefold().startswith(before.casefold()) else team


def is_of_name(shorter: str, name: str) -> bool:
    """Return whether a short name is made of words of a name: “Fleece” of “The Fleece”."""
    return all(
        len(word) == 1 or word in name.casefold().replace(",", " ").split()
        for word in shorter.casefold().split()
    )


def _of_pub(
    pub: Pub, changed: set[str], before: Mapping[str, Any], coming: list[Match], today: datetime.date
) -> Iterator[Consequence]:
    if "name" in changed:
        yield Consequence(
            "The new name shows from today, and in everything of this season",
            f". Closed seasons keep “{before['name']}”, search finds both.",
        )
    if changed & {"name", "address", "postcode"} and coming:
        yield Consequence(
            f"{plural(len(coming), 'match', 'es')} to come at this pub",
            ": fixtures, score sheets and calendars show the new details.",
        )
    if "tables" in changed:
        yield _nights_too_full(pub, coming, today)
    if "bulletin_email" in changed:
        goes = f"goes to {pub.bulletin_email}" if pub.bulletin_email else "no longer goes to this pub"
        yield Consequence(f"The bulletin {goes}", " each time it is sent.")
    if changed & {"phone", "remarks"} and not changed - {"phone", "remarks"}:
        yield Consequence("Only the pub’s page changes", ".")


def _nights_too_full(pub: Pub, coming: list[Match], today: datetime.date) -> Consequence:
    matches: dict[datetime.date, list[int]] = defaultdict(list)
    ties: dict[datetime.date, list[DatedTie]] = defaultdict(list)
    cups = Cup.objects.filter(season__league=pub.league_id, season__is_finished=False)
    for tie in dated_ties(cups, to_secretary=True):
        if tie.on_page.venue == pub and not tie.on_page.tie.is_over and tie.date >= today:
            ties[tie.date].append(tie)
    dates = {match.date for match in coming if match.date} | set(ties)
    for match in to_be_played(dates) if dates else ():
        if match.venue_id == pub.pk and match.date in dates:
            matches[match.date].append(tables_of(match))
    needed = {night: sum(tables_taken(matches[night], ties[night])) for night in dates}
    full = sorted(night for night, tables in needed.items() if tables > pub.tables)
    if not full:
        return Consequence("All matches to come fit", f" on {plural(pub.tables, 'table')}.")
    listed = ", ".join(f"{night:%d/%m/%Y}" for night in full[:3])
    return Consequence(
        f"On {plural(len(full), 'night')} more tables are needed",
        f" than {pub.tables}: {listed}{' and later' if full[3:] else ''}. The matches stay.",
        is_warning=True,
    )


def _of_team(
    team: Team, changed: set[str], before: Mapping[str, Any], coming: list[Match], today: datetime.date
) -> Iterator[Consequence]:
    if changed & {"name", "short_name"}:
        yield Consequence(
            "The new name shows from today, and in everything of this season",
            ", cups too. Closed seasons keep the name of their time, and search finds both.",
        )
        if coming:
            yield Consequence(
                f"{plural(len(coming), 'match', 'es')} to come",
                ": fixtures and calendars show the new name.",
            )
    if "pub" in changed:
        home = [match for match in coming if match.home_id == team.pk]
        yield (
            Consequence(
                f"{plural(len(home), 'match', 'es')} at home stay at the old pub",
                ". To move them too, use “Move team” instead.",
                is_warning=True,
            )
            if home
            else Consequence(f"They play at home at {team.pub}", " from now on.")
        )


def _of_division(division: Division, changed: set[str], *_: object) -> Iterator[Consequence]:
    if "name" in changed:
        yield Consequence("The new name shows in this season only", ". The address stays the same.")
    if changed & {"promoted", "relegated"}:
        teams = Enrolment.objects.filter(division=division).count()
        yield Consequence(
            f"{division.promoted} of {plural(teams, 'team')} go up, {division.relegated} go down",
            ": the lines in the table move at once.",
            is_warning=division.promoted + division.relegated > teams,
        )
    if "position" in changed:
        yield Consequence("The order of divisions changes", " on every page. 1 is the top division.")


def _of_season(season: Season, changed: set[str], *_: object) -> Iterator[Consequence]:
    if "name" in changed:
        yield Consequence("The new name shows everywhere", ". The address stays the same.")
    if changed & {"starts_on", "ends_on"}:
        within = Q(date__range=(season.starts_on, season.ends_on)) | Q(date=None)
        outside = Match.objects.filter(division__season=season).exclude(within).count()
        yield Consequence(
            f"{plural(outside, 'match', 'es')} outside the new dates",
            "; they stay on their dates." if outside else ": all fit.",
            is_warning=bool(outside),
        )


def _of_player(player: Player, changed: set[str], *_: object) -> Iterator[Consequence]:
    if changed & {"name", "told_apart_by"}:
        yield Consequence("The new name shows everywhere", ", also on results already confirmed.")
    if "shown" in changed:
        yield Consequence(
            f"The public sees the name {player.get_shown_display()}", " on every page and download."
        )
    if "born_on" in changed:
        yield Consequence("Rules about age use the new date", ".")


def _of_league(league: League, changed: set[str], *_: object) -> Iterator[Consequence]:
    if "name" in changed:
        yield Consequence(
            "The new name shows on every page, sheet and letter",
            "" if "slug" in changed else ". The address stays the same.",
        )
    if "time_zone" in changed:
        yield Consequence(
            f"Clock times are those of {league.time_zone}",
            ": deadlines and calendars of matches to come move with it.",
            is_warning=True,
        )
    if "about" in changed:
        yield Consequence("The league’s front page shows the new words", ".")


_OF_KIND: dict[RecordKind, Callable[..., Iterator[Consequence]]] = {
    PUBS: _of_pub, TEAMS: _of_team, DIVISIONS: _of_division, SEASONS: _of_season,
    PLAYERS: _of_player, LEAGUES: _of_league,
}  # fmt: skip


def of_new_season(season: Season) -> Iterator[Consequence]:
    """Yield what follows from creating a season, unsaved, with its rule book. One query."""
    yield Consequence("Its rules", f": {season.rule_book}. They can be edited on its rule book’s page.")
    yield Consequence("It has no division, team or match yet", ". No other season changes.")
    overlapping = Season.objects.filter(league=season.league_id).filter(
        starts_on__lte=season.ends_on, ends_on__gte=season.starts_on
    )
    if names := [str(other) for other in overlapping.order_by("starts_on")]:
        yield Consequence(f"Its days overlap {listed(names)}", ". Check the dates.", is_warning=True)


def season_to_follow(league: League) -> Season | None:
    """Return the latest season, from which the next can be created with its teams. One query."""
    return Season.objects.filter(league=league, divisions__isnull=False).order_by("-starts_on").first()


def matches_to_come(row: Pub | Team, today: datetime.date) -> list[Match]:
    """Return the matches still to be played at a pub, or by a team, from a day on. One query."""
    of = Q(venue=row) if isinstance(row, Pub) else Q(home=row) | Q(away=row)
    running = Match.with_ties.filter(of, date__gte=today, division__season__is_finished=False)
    return list(without_result(running).select_related("home", "away", "venue").order_by("date", "id"))


def _first(coming: list[Match], row: Any) -> Match | None:
    """Return the next match, with the pub or the team as it will be in it."""
    if not coming:
        return None
    is_home = coming[0].home_id == row.pk
    setattr(coming[0], "venue" if isinstance(row, Pub) else "home" if is_home else "away", row)
    return coming[0]


class RecordFigures(NamedTuple):
    """What tells two records apart: matches, teams, players, and the seasons they played in."""

    matches: int
    players: int
    seasons: tuple[str, ...]


def figures_of(kind: RecordKind, row: Any) -> RecordFigures:
    """Return the figures of a pub or a team. Two queries."""
    here = Q(venue=row) if kind is PUBS else Q(home=row) | Q(away=row)
    season = "division__season__name", "division__season__starts_on"
    names = Counter(Match.with_ties.filter(here).values_list(*season))
    of_team = {"team__pub": row} if kind is PUBS else {"team": row}
    players = Registration.objects.current().filter(**of_team).values("player").distinct().count()
    in_order = sorted(names, key=itemgetter(1))
    return RecordFigures(names.total(), players, tuple(name for name, _ in in_order))
