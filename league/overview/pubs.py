"""Pubs: the list, and the page of one with its teams and what is to be played there."""

import datetime
from dataclasses import dataclass, replace

from django.db.models import Prefetch

from league.competition.pub_names import pub_labels
from league.competition.selectors import current_season, seasons_of
from league.models import Division, Enrolment, League, Pub, PubPhotograph, Season, Team
from league.overview.pub_nights import PubNight, nights_at
from league.shared.text import folded
from league.standings.rows import StandingsRow
from league.standings.selectors.standings import tables_of

NEXT_NIGHTS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOfPub:
    """A team of a pub, and the division it plays in this season, if it does; on its page its place there."""

    team: Team
    division: Division | None
    row: StandingsRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PubLine:
    """A pub in the list, with its teams. Its label tells pubs of one name apart."""

    pub: Pub
    label: str
    teams: tuple[TeamOfPub, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PubPage:
    """A pub: its photograph if there is one, its teams (those that play first) and the next nights in it."""

    pub: Pub
    photograph: PubPhotograph | None
    teams: tuple[TeamOfPub, ...]
    nights: tuple[PubNight, ...]

    @property
    def has_played(self) -> bool:
        """Whether a team of it has played this season."""
        return any(team.row for team in self.teams)


def pubs_of_league(league: League, *, today: datetime.date) -> tuple[PubLine, ...]:
    """Return every pub by name; its teams of the current season first. Four queries."""
    pubs = league.pubs.prefetch_related(_with_enrolments(current_season(seasons_of(league), today)))
    labels = pub_labels(pubs)
    lines = (PubLine(pub=pub, label=labels[pub.pk], teams=_teams(pub)) for pub in pubs)
    return tuple(sorted(lines, key=lambda line: (folded(line.pub.name), line.pub.slug)))


def pub_page(league: League, pub_slug: str, *, today: datetime.date) -> PubPage | None:
    """Return the pub of that address. None if there is none.

    Five queries, and those of its nights and of its divisions' tables."""
    pub = (
        league.pubs.filter(slug=pub_slug)
        .prefetch_related(_with_enrolments(current_season(seasons_of(league), today)))
        .first()
    )
    if pub is None:
        return None
    teams = _teams(pub)
    rows = {
        row.record.team: row
        for table in tables_of({team.division.pk: team.division for team in teams if team.division}.values())
        for row in table.rows
        if row.record.played
    }
    return PubPage(
        pub=pub,
        photograph=pub.photographs.defer("jpeg").first(),
        teams=tuple(replace(team, row=rows.get(team.team.pk)) for team in teams),
        nights=tuple(nights_at(pub, today)[:NEXT_NIGHTS]),
    )


def _with_enrolments(season: Season | None) -> Prefetch:  # type: ignore[type-arg]
    enrolments = Enrolment.objects.filter(season=season).select_related("division__season__rule_book")
    return Prefetch(
        "teams", Team.objects.prefetch_related(Prefetch("enrolments", enrolments, to_attr="current"))
    )


def _teams(pub: Pub) -> tuple[TeamOfPub, ...]:
    """Return the pub's teams, those that play this season before those that do not."""
    teams = (
        TeamOfPub(team=team, division=next((enrolment.division for enrolment in team.current), None))  # type: ignore[attr-defined]
        for team in pub.teams.all()
    )
    return tuple(
        sorted(teams, key=lambda entry: (entry.division is None, folded(entry.team.name), entry.team.slug))
    )
