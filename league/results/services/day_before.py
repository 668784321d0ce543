"""The letter to a captain on the day before a match: when and where, and who has said that they can play."""

import datetime
from collections.abc import Iterable

from league.messages.letters import LONGEST_SUBJECT, day
from league.models import Enrolment, Match, Notice
from league.people.selectors import captain_in
from league.results.selectors.squads import Squad, squad_of
from league.shared.errors import written_whole
from league.shared.moments import clock_in_words


def write_before_matches(*, matches: Iterable[Match], now: datetime.datetime) -> int:
    """Write to the captains of matches that are tomorrow, once for each match and day; return how many.

    Two queries where all have been written to, three more for each letter.
    """
    matches = list(matches)
    written = set(
        Notice.objects.filter(match__in=matches, about__startswith=_ABOUT).values_list("about", "to")
    )
    known = Enrolment.objects.filter(season__in={match.division.season_id for match in matches})
    by_side = {
        (enrolment.season_id, enrolment.team_id): enrolment
        for enrolment in known.exclude(captain_email="").select_related("team")
    }
    letters = [
        _letter(match, enrolment, now)
        for match in matches
        for team in (match.home_id, match.away_id)
        if (enrolment := by_side.get((match.division.season_id, team)))
        and captain_in(enrolment).wants(Enrolment.LetterKind.TOMORROW)
        and (_about(match), enrolment.captain_email) not in written
    ]
    with written_whole():
        # Two clocks may find the same matches: the constraint `told_once` lets one write.
        Notice.objects.bulk_create(letters, ignore_conflicts=True)
    return len(letters)


_ABOUT = "tomorrow "


def _about(match: Match) -> str:
    """Return what names the letter: a match that is moved is written about again."""
    return f"{_ABOUT}{match.public_id} {match.date}"


def _letter(match: Match, enrolment: Enrolment, now: datetime.datetime) -> Notice:
    league = match.division.season.league
    is_home = match.home_id == enrolment.team_id
    whom = f"at home to {match.away}" if is_home else f"away to {match.home}"
    hour = f", {clock_in_words(match.starts_at)}" if match.starts_at else ""
    address = f", {match.venue.address}" if match.venue.address else ""
    body = f"""\
Hello {captain_in(enrolment).called},

tomorrow, {day(match.date)}{hour}, {enrolment.team} play {whom}, at {match.venue}{address}.

{_answers(squad_of(enrolment, match))} Your captain’s page has the line-up and a message for the team’s chat.

{league}
"""
    return Notice(
        league=league,
        match=match,
        kind=Notice.Kind.REPORT,
        about=_about(match),
        to=enrolment.captain_email,
        subject=f"Tomorrow: {match.home} v {match.away}"[:LONGEST_SUBJECT],
        body=body,
        wanted_at=now,
    )


def _answers(squad: Squad) -> str:
    silent = [member.name for member in squad.silent]
    said = f"{len(squad.can_play)} can play, {len(squad.cannot)} cannot, {len(silent)} have not said"
    return f"{said}: {', '.join(silent)}." if silent else f"{said}."
