"""Writes of the standings: a play-off, where a table ends level and its rules want one."""

import datetime

from django.db.models import Max

from league.competition.services import bump_revision
from league.models import Division, Match, Pub, Team
from league.shared.errors import Refused, refused_by, verify, written_whole


def make_play_off(
    *,
    division: Division,
    home: Team,
    away: Team,
    venue: Pub,
    date: datetime.date,
    starts_at: datetime.time | None = None,
) -> Match:
    """Return a match that decides which of two level teams stands higher, and counts for nothing else.

    It follows the last week of the division's list. Raises Refused if one of them does not play in the
    division, if they are one team, or if the two have a play-off that is still to be played.
    """
    if home == away:
        raise Refused(f"{home} cannot play itself: choose two teams.")
    with written_whole():
        # Held, so that the second of two presses sees what the first has written.
        list(Division.with_cups.select_for_update(no_key=True).filter(pk=division.pk))
        playing = set(division.enrolments.values_list("team_id", flat=True))
        stranger = next((team for team in (home, away) if team.pk not in playing), None)
        if stranger:
            raise Refused(f"{stranger} does not play in {division}.")
        to_play = division.matches.filter(is_play_off=True, scorecards=None, rulings=None)
        if to_play.filter(home__in=(home, away), away__in=(home, away)).exists():
            raise Refused(f"{home} and {away} have a play-off that is still to be played.")
        last = division.matches.aggregate(last=Max("week"))["last"] or 0
        match = Match(
            division=division,
            week=last + 1,
            home=home,
            away=away,
            venue=venue,
            date=date,
            starts_at=starts_at,
            is_play_off=True,
            venue_because="" if venue.pk == home.pub_id else "Play-off",
        )
        verify(match)
        match.clean()
        with refused_by(
            at_home_once_a_week="Somebody else has just created this match.",
            league_match="Somebody else has just created this match.",
        ):
            match.save()
        bump_revision(league_id=division.season.league_id)
    return match
