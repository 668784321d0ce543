"""Pubs: the list, and the page of one with its teams and what is to be played there."""

import datetime
from typing import Any

from django.db.models import Prefetch

from league.competition.pub_names import pub_labels
from league.competition.selectors import current_season, seasons_of
from league.models import Enrolment, League, Pub, Season, Team
from league.overview.pub_nights import nights_at
from league.shared.text import folded
from league.standings.selectors.standings import tables_of

NEXT_NIGHTS = 10


def pubs_of_league(league: League, *, today: datetime.date) -> list[dict[str, Any]]:
    """Return every pub by name, with the label that tells pubs of one name apart and its teams. Four
    queries.
    """
    pubs = league.pubs.prefetch_related(_with_enrolments(current_season(seasons_of(league), today)))
    labels = pub_labels(pubs)
    lines = [{"pub": pub, "label": labels[pub.pk], "teams": _teams(pub)} for pub in pubs]
    return sorted(lines, key=lambda line: (folded(line["pub"].name), line["pub"].slug))


def pub_page(league: League, pub_slug: str, *, today: datetime.date) -> dict[str, Any] | None:
    """Return the pub of that address with its photograph, its teams, each with its row in the standings, and
    the next nights in it. None if there is none.

    Five queries, and those of its nights and of its divisions' tables."""
    pub = (
        league.pubs.filter(slug=pub_slug)
        .prefetch_related(_with_enrolments(current_season(seasons_of(league), today)))
        .first()
    )
    if pub is None:
        return None
    teams = _teams(pub)
    divisions = {division.pk: division for each in teams if (division := each["division"])}
    rows = {
        row.record.team: row
        for table in tables_of(divisions.values())
        for row in table.rows
        if row.record.played
    }
    return {
        "pub": pub,
        "photograph": pub.photographs.defer("jpeg").first(),
        "teams": [each | {"row": rows.get(each["team"].pk)} for each in teams],
        "has_played": any(each["team"].pk in rows for each in teams),
        "nights": nights_at(pub, today)[:NEXT_NIGHTS],
    }


def _with_enrolments(season: Season | None) -> Prefetch:  # type: ignore[type-arg]
    enrolments = Enrolment.objects.filter(season=season).select_related("division__season__rule_book")
    return Prefetch(
        "teams", Team.objects.prefetch_related(Prefetch("enrolments", enrolments, to_attr="current"))
    )


def _teams(pub: Pub) -> list[dict[str, Any]]:
    """Return the pub's teams with the divisions they play in this season, those that play in none last."""
    teams = [
        {"team": team, "division": next((enrolment.division for enrolment in team.current), None)}  # type: ignore[attr-defined]
        for team in pub.teams.all()
    ]
    return sorted(
        teams,
        key=lambda each: (each["division"] is None, folded(each["team"].name), each["team"].slug),
    )
