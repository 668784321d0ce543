"""Services of notices: reminding captains of results, telling secretaries, and recording what was sent.

A notice is written in the transaction that causes it; a job sends it (league/jobs). So nothing is sent for
what was rolled back, and nothing is forgotten when e-mail is out of order.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from league.matches.selectors import has_begun, league_clock, without_result
from league.messages.letters import (
    CHASE,
    LONGEST_SUBJECT,
    chase_body,
    complete_body,
    complete_subject,
    day,
    match_subject,
    time,
)
from league.messages.selectors import chases_of
from league.models import Enrolment, League, Match, Notice, Side, User
from league.people.selectors import CaptainContact, captain_in, captains_of, sides_of
from league.results.selectors.nights import complete_about, told_of_nights
from league.results.selectors.reports import in_hand
from league.results.selectors.squads import Squad, squad_of
from league.shared.errors import Refused, written_whole
from league.shared.moments import clock_in_words

REMINDER_INTERVAL = datetime.timedelta(hours=1)
NOTHING_MISSING = "No result is missing: it was entered or received, or a note pauses the reminder."
LONGEST_FAULT = 300

# Stored while a message is being sent; it stays if the machine stops in that moment.
BROKEN_OFF = "Sending was interrupted."


@dataclass(frozen=True, slots=True, kw_only=True)
class Chase:
    """The outcome of sending reminders: the notices to be sent, and the captains without an address."""

    notices: tuple[Notice, ...]
    without_address: tuple[CaptainContact, ...]


def chase_results(
    *, league: League, date: datetime.date, by: User, now: datetime.datetime, only: str = ""
) -> Chase:
    """Remind both captains of each match of a night without a result, or of the match `only` names.

    Raises Refused when nothing is missing, or when all that have an address were reminded within the hour.
    """
    with written_whole():
        missing = _missing(league, date, now, only)
        if not missing:
            raise Refused(NOTHING_MISSING)
        captains = captains_of([sides_of(match) for match in missing])
        pairs = [(match, captain) for match in missing for captain in _both(match, captains)]
        reminded = _reminded_lately(missing, now)
        # One person may be captain of both sides: one message for one match and address.
        reachable = {(match.pk, captain.email): (match, captain) for match, captain in pairs if captain.email}
        fresh = [pair for key, pair in reachable.items() if key not in reminded]
        if reachable and not fresh:
            raise Refused(_wait_a_little(max(reminded.values()), league))
        notices = Notice.objects.bulk_create(_chase(*pair, league, by, now) for pair in fresh)
    silent = tuple(captain for _, captain in pairs if not captain.email)
    return Chase(notices=tuple(notices), without_address=silent)


def _missing(league: League, date: datetime.date, now: datetime.datetime, only: str) -> list[Match]:
    """Return the matches of the night that need a result, locked until the transaction ends."""
    matches = Match.with_ties.filter(division__season__league=league, date=date, disputed_because="")
    if only:
        matches = matches.filter(public_id=only)
    # Locked first and read afterwards, so that the second of two presses sees what the first has written.
    held = matches.select_for_update(of=("self",), no_key=True).order_by("pk")
    keys = [match.pk for match in held]
    open_ones = without_result(Match.with_ties.filter(pk__in=keys)).exclude(in_hand()).order_by("pk")
    # The result is here and only has to be typed, or somebody has said when it comes.
    open_ones = open_ones.exclude(receipt__received_at__isnull=False)
    if not only:
        open_ones = open_ones.exclude(receipt__pauses_until__gt=now)
    clock = league_clock(league, now)
    return [
        match
        for match in open_ones.select_related("home", "away", "division", "venue")
        if has_begun(match.date, match.starts_at, clock)
    ]


def _reminded_lately(
    matches: Iterable[Match], now: datetime.datetime
) -> dict[tuple[int, str], datetime.datetime]:
    """Return when each address was reminded of each match, if that was within the hour."""
    notices_by_key = chases_of([match.pk for match in matches])
    return {
        (match, notice.to): notice.wanted_at
        for match, notices in notices_by_key.items()
        for notice in notices
        if now - notice.wanted_at < REMINDER_INTERVAL
    }


def _both(match: Match, captains: dict[tuple[int, int], CaptainContact]) -> Iterable[CaptainContact]:
    for team in (match.home, match.away):
        nobody = CaptainContact(team=team.name, name="", email="", phone="")
        yield captains.get((match.division_id, team.pk), nobody)


def _chase(match: Match, captain: CaptainContact, league: League, by: User, now: datetime.datetime) -> Notice:
    return Notice(
        league=league,
        match=match,
        kind=Notice.Kind.CHASE,
        to=captain.email,
        subject=match_subject(CHASE, match),
        body=chase_body(match, captain, league, by),
        wanted_at=now,
        wanted_by=by,
    )


def _wait_a_little(reminded_at: datetime.datetime, league: League) -> str:
    clock = league_clock(league, reminded_at)
    again = league_clock(league, reminded_at + REMINDER_INTERVAL)
    return f"A reminder went out at {time(clock)}. You can send another at {time(again)}."


def reminder_about(key: str = "") -> str:
    """Return what names the reminders of one captain to the other: all of them, or those of one matter."""
    return f"reminder {key}"


def remind_other_captain(
    *, match: Match, side: Side, key: str, text: str, letter: Enrolment.LetterKind, now: datetime.datetime
) -> Notice:
    """Remind the captain of a side of what the other waits for, once an hour at most.

    Raises Refused if they were reminded within the hour, or if no letter reaches them.
    """
    with written_whole():
        held = Match.with_ties.select_for_update(of=("self",), no_key=True)
        match = held.select_related("home", "away", "division__season__league").get(pk=match.pk)
        league = match.division.season.league
        team = match.home if side == Side.HOME else match.away
        captain = captains_of([sides_of(match)]).get((match.division_id, team.pk))
        if captain is None or not captain.wants(letter):
            raise Refused(f"{team} cannot be reminded by e-mail. Send them the text.")
        about = reminder_about(key)
        lately = Notice.objects.filter(match=match, about__startswith=f"{about} ")
        if last := lately.filter(wanted_at__gt=now - REMINDER_INTERVAL).order_by("wanted_at").last():
            raise Refused(_wait_a_little(last.wanted_at, league))
        return Notice.objects.create(
            league=league,
            match=match,
            kind=Notice.Kind.REPORT,
            about=f"{about} {now.isoformat()}",
            to=captain.email,
            subject=f"Reminder: {match.home} v {match.away}"[:LONGEST_SUBJECT],
            body=f"Hello {captain.called},\n\n{text}\n\nOpen your captain’s page to answer.\n\n{league}\n",
            wanted_at=now,
        )


def announce_night(
    *, league: League, date: datetime.date, matches: int, now: datetime.datetime
) -> tuple[Notice, ...]:
    """Notify those who run a league and have an address that a night is complete; each of them once."""
    notices = [
        Notice(
            league=league,
            kind=Notice.Kind.COMPLETE,
            about=complete_about(date),
            to=role.user.email,
            subject=complete_subject(league, date),
            body=complete_body(league, date, matches),
            wanted_at=now,
        )
        for role in told_of_nights().filter(league=league).select_related("user")
    ]
    with written_whole():
        # Two processes may find the same night complete: the constraint `told_once` lets one notify.
        return tuple(Notice.objects.bulk_create(notices, ignore_conflicts=True))


# --- Sending ----------------------------------------------------------------------------------
def claim_notice(*, notice: Notice, now: datetime.datetime) -> bool:
    """Claim a notice for sending; return False if another process was quicker."""
    untouched = Notice.objects.filter(
        pk=notice.pk, sent_at=notice.sent_at, failed_because=notice.failed_because
    )
    return bool(untouched.update(sent_at=now, failed_because=BROKEN_OFF))


def note_sent(*, notice: Notice) -> None:
    """Record that a notice was sent."""
    Notice.objects.filter(pk=notice.pk).update(failed_because="")


def note_failed(*, notice: Notice, because: str) -> None:
    """Record why a notice could not be sent: it is tried again later, and the page shows the reason."""
    Notice.objects.filter(pk=notice.pk).update(
        failed_because=because[:LONGEST_FAULT] or "No reason is recorded."
    )


# --- The day before a match -------------------------------------------------------------------------
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
        _of_tomorrow(match, enrolment, now)
        for match in matches
        for team in (match.home_id, match.away_id)
        if (enrolment := by_side.get((match.division.season_id, team)))
        and captain_in(enrolment).wants(Enrolment.LetterKind.TOMORROW)
        and (_tomorrow(match), enrolment.captain_email) not in written
    ]
    with written_whole():
        # Two clocks may find the same matches: the constraint `told_once` lets one write.
        Notice.objects.bulk_create(letters, ignore_conflicts=True)
    return len(letters)


_ABOUT = "tomorrow "


def _tomorrow(match: Match) -> str:
    """Return what names the letter: a match that is moved is written about again."""
    return f"{_ABOUT}{match.public_id} {match.date}"


def _of_tomorrow(match: Match, enrolment: Enrolment, now: datetime.datetime) -> Notice:
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
        about=_tomorrow(match),
        to=enrolment.captain_email,
        subject=f"Tomorrow: {match.home} v {match.away}"[:LONGEST_SUBJECT],
        body=body,
        wanted_at=now,
    )


def _answers(squad: Squad) -> str:
    silent = [member.name for member in squad.silent]
    said = f"{len(squad.can_play)} can play, {len(squad.cannot)} cannot, {len(silent)} have not said"
    return f"{said}: {', '.join(silent)}." if silent else f"{said}."
