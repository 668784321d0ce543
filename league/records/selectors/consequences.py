"""What follows from saving a record, said before it is saved."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """Something that follows from saving: the fact, the rest of the sentence, whether it is a warning."""

    fact: str
    rest: str = ""
    is_warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SavePreview:
    """What follows from saving a record, and the next match that names it, as it will look."""

    consequences: tuple[Consequence, ...]
    next_match: Match | None = None


def following(
    kind: RecordKind, row: Any, before: Mapping[str, Any], *, today: datetime.date, teams_too: bool = False
) -> SavePreview:
    """Return what follows from saving a record as it is in `row`. At most five queries; with cups nine.

    `before` has the values it has now by field. Nothing is written.
    """
    changed = {name for name, value in before.items() if kind.column(name).value_from_object(row) != value}
    if not changed:
        return SavePreview(consequences=())
    functions: dict[RecordKind, Callable[..., SavePreview]] = {
        PUBS: _of_pub, TEAMS: _of_team, DIVISIONS: _of_division, SEASONS: _of_season,
        PLAYERS: _of_player, LEAGUES: _of_league,
    }  # fmt: skip
    preview = functions[kind](row, changed, before, today)
    if "slug" in changed:
        preview = replace(
            preview, consequences=(*preview.consequences, _of_address(kind, row, before["slug"]))
        )
    if teams_too and "name" in changed:
        renamed = teams_renamed(row, before["name"], row.name)
        preview = replace(preview, consequences=(*preview.consequences, renamed))
        for team in (coming.home, coming.away) if (coming := preview.next_match) else ():
            if team.pub_id == row.pk:
                team.name = renamed_team(team.name, before["name"], row.name)
    return preview


def teams_renamed(pub: Pub, before: str, after: str) -> Consequence:
    """Return which teams of a pub get its new name with it; a warning if none is called after the pub."""
    names = {team.name: renamed_team(team.name, before, after) for team in pub.teams.order_by("name")}
    told = [f"{old} to {new}" for old, new in names.items() if new != old]
    none = f": none of this pub is called after “{before}”."
    return (
        Consequence(fact="Renamed with it", rest=f": {listed(told)}.")
        if told
        else Consequence(fact="No team is renamed", rest=none, is_warning=True)
    )


def _of_address(kind: RecordKind, row: Any, before: str) -> Consequence:
    """Return what follows from another web address."""
    if kind is LEAGUES:
        return Consequence(
            fact=f"Every address of the league begins with /{row.slug}/",
            rest=f". Links, calendars and printed addresses with /{before}/ lead there.",
            is_warning=True,
        )
    return Consequence(
        fact=f"The page moves to /{row.league.slug}/{kind.plural}/{row.slug}/",
        rest=f". Links and calendars with “{before}” lead there.",
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


def _of_pub(pub: Pub, changed: set[str], before: Mapping[str, Any], today: datetime.date) -> SavePreview:
    coming = matches_to_come(Q(venue=pub), today)
    consequences = []
    if "name" in changed:
        consequences.append(
            Consequence(
                fact="The new name shows from today, and in everything of this season",
                rest=f". Closed seasons keep “{before['name']}”, search finds both.",
            )
        )
    if changed & {"name", "address", "postcode"} and coming:
        consequences.append(
            Consequence(
                fact=f"{plural(len(coming), 'match', 'es')} to come at this pub",
                rest=": fixtures, score sheets and calendars show the new details.",
            )
        )
    if "tables" in changed:
        consequences += _nights_too_full(pub, coming, today)
    if "bulletin_email" in changed:
        goes = f"goes to {pub.bulletin_email}" if pub.bulletin_email else "no longer goes to this pub"
        consequences.append(Consequence(fact=f"The bulletin {goes}", rest=" each time it is sent."))
    if changed & {"phone", "remarks"} and not changed - {"phone", "remarks"}:
        consequences.append(Consequence(fact="Only the pub’s page changes", rest="."))
    return SavePreview(consequences=tuple(consequences), next_match=_first(coming, pub))


def _nights_too_full(pub: Pub, coming: list[Match], today: datetime.date) -> list[Consequence]:
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
        return [Consequence(fact="All matches to come fit", rest=f" on {plural(pub.tables, 'table')}.")]
    listed = ", ".join(f"{night:%d/%m/%Y}" for night in full[:3])
    return [
        Consequence(
            fact=f"On {plural(len(full), 'night')} more tables are needed",
            rest=f" than {pub.tables}: {listed}{' and later' if full[3:] else ''}. The matches stay.",
            is_warning=True,
        )
    ]


def _of_team(team: Team, changed: set[str], before: Mapping[str, Any], today: datetime.date) -> SavePreview:
    coming = matches_to_come(Q(home=team) | Q(away=team), today)
    consequences = []
    if changed & {"name", "short_name"}:
        consequences.append(
            Consequence(
                fact="The new name shows from today, and in everything of this season",
                rest=", cups too. Closed seasons keep the name of their time, and search finds both.",
            )
        )
        if coming:
            consequences.append(
                Consequence(
                    fact=f"{plural(len(coming), 'match', 'es')} to come",
                    rest=": fixtures and calendars show the new name.",
                )
            )
    if "pub" in changed:
        home = [match for match in coming if match.home_id == team.pk]
        if home:
            consequences.append(
                Consequence(
                    fact=f"{plural(len(home), 'match', 'es')} at home stay at the old pub",
                    rest=". To move them too, use “Move team” instead.",
                    is_warning=True,
                )
            )
        else:
            consequences.append(Consequence(fact=f"They play at home at {team.pub}", rest=" from now on."))
    return SavePreview(consequences=tuple(consequences), next_match=_first(coming, team))


def _of_division(
    division: Division, changed: set[str], before: Mapping[str, Any], today: datetime.date
) -> SavePreview:
    consequences = []
    teams = Enrolment.objects.filter(division=division).count()
    if "name" in changed:
        consequences.append(
            Consequence(fact="The new name shows in this season only", rest=". The address stays the same.")
        )
    if changed & {"promoted", "relegated"}:
        consequences.append(
            Consequence(
                fact=f"{division.promoted} of {plural(teams, 'team')} go up, {division.relegated} go down",
                rest=": the lines in the table move at once.",
                is_warning=division.promoted + division.relegated > teams,
            )
        )
    if "position" in changed:
        consequences.append(
            Consequence(fact="The order of divisions changes", rest=" on every page. 1 is the top division.")
        )
    return SavePreview(consequences=tuple(consequences))


def _of_season(
    season: Season, changed: set[str], before: Mapping[str, Any], today: datetime.date
) -> SavePreview:
    consequences = []
    if "name" in changed:
        consequences.append(
            Consequence(fact="The new name shows everywhere", rest=". The address stays the same.")
        )
    if changed & {"starts_on", "ends_on"}:
        outside = (
            Match.objects.filter(division__season=season)
            .exclude(Q(date__range=(season.starts_on, season.ends_on)) | Q(date=None))
            .count()
        )
        consequences.append(
            Consequence(
                fact=f"{plural(outside, 'match', 'es')} outside the new dates",
                rest="; they stay on their dates." if outside else ": all fit.",
                is_warning=bool(outside),
            )
        )
    return SavePreview(consequences=tuple(consequences))


def of_new_season(season: Season) -> tuple[Consequence, ...]:
    """Return what follows from creating a season, unsaved, with its rule book. One query."""
    consequences = [
        Consequence(
            fact="Its rules", rest=f": {season.rule_book}. They can be edited on its rule book’s page."
        ),
        Consequence(fact="It has no division, team or match yet", rest=". No other season changes."),
    ]
    overlapping = Season.objects.filter(league=season.league_id).filter(
        starts_on__lte=season.ends_on, ends_on__gte=season.starts_on
    )
    if names := [str(other) for other in overlapping.order_by("starts_on")]:
        consequences.append(
            Consequence(fact=f"Its days overlap {listed(names)}", rest=". Check the dates.", is_warning=True)
        )
    return tuple(consequences)


def season_to_follow(league: League) -> Season | None:
    """Return the latest season, from which the next can be created with its teams. One query."""
    return Season.objects.filter(league=league, divisions__isnull=False).order_by("-starts_on").first()


def _of_player(
    player: Player, changed: set[str], before: Mapping[str, Any], today: datetime.date
) -> SavePreview:
    consequences = []
    if changed & {"name", "told_apart_by"}:
        consequences.append(
            Consequence(fact="The new name shows everywhere", rest=", also on results already confirmed.")
        )
    if "shown" in changed:
        consequences.append(
            Consequence(
                fact=f"The public sees the name {player.get_shown_display()}",
                rest=" on every page and download.",
            )
        )
    if "born_on" in changed:
        consequences.append(Consequence(fact="Rules about age use the new date", rest="."))
    return SavePreview(consequences=tuple(consequences))


def _of_league(
    league: League, changed: set[str], before: Mapping[str, Any], today: datetime.date
) -> SavePreview:
    consequences = []
    if "name" in changed:
        consequences.append(
            Consequence(
                fact="The new name shows on every page, sheet and letter",
                rest="" if "slug" in changed else ". The address stays the same.",
            )
        )
    if "time_zone" in changed:
        consequences.append(
            Consequence(
                fact=f"Clock times are those of {league.time_zone}",
                rest=": deadlines and calendars of matches to come move with it.",
                is_warning=True,
            )
        )
    if "about" in changed:
        consequences.append(Consequence(fact="The league’s front page shows the new words", rest="."))
    return SavePreview(consequences=tuple(consequences))


def matches_to_come(of: Q, today: datetime.date) -> list[Match]:
    """Return the matches still to be played from a day on. One query."""
    return list(
        without_result(Match.with_ties.filter(of, date__gte=today, division__season__is_finished=False))
        .select_related("home", "away", "venue")
        .order_by("date", "id")
    )


def _first(coming: list[Match], row: Pub | Team) -> Match | None:
    """Return the next match, with the pub or the team as it will be in it."""
    if not coming:
        return None
    is_home = coming[0].home_id == row.pk
    setattr(coming[0], "venue" if isinstance(row, Pub) else "home" if is_home else "away", row)
    return coming[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFigures:
    """What tells two records apart: matches, teams, players, and the seasons they played in."""

    matches: int
    players: int
    seasons: tuple[str, ...]


def figures_of(kind: RecordKind, row: Any) -> RecordFigures:
    """Return the figures of a pub or a team. Two queries."""
    here = Q(venue=row) if kind is PUBS else Q(home=row) | Q(away=row)
    seasons = Match.with_ties.filter(here).values_list(
        "division__season__name", "division__season__starts_on"
    )
    names = Counter(seasons)
    of_team = {"team__pub": row} if kind is PUBS else {"team": row}
    players = Registration.objects.current().filter(**of_team).values("player").distinct().count()
    latest = sorted(names, key=lambda season: season[1])
    return RecordFigures(
        matches=sum(names.values()), players=players, seasons=tuple(name for name, _ in latest)
    )
