"""Letters about reports: to the captain who has to answer, and to those who decide a dispute.

They contain no address to sign at: the captain has a link, and a letter is passed on too easily.
"""

import datetime

from league.matches.selectors import league_clock
from league.matches.sheet.values import Sheet, match_score
from league.messages.letters import LONGEST_SUBJECT, day
from league.models import Enrolment, LeagueRole, Match, Notice, Objection, Scorecard, Side
from league.people.selectors import captains_of, sides_of
from league.results.proposals import SheetVersion
from league.results.selectors.agreement import game_words, objection_words
from league.results.selectors.reports import OTHER_SIDE, answer_due, place_words, score_words
from league.results.selectors.scorecards import sheet_of
from league.shared.moments import moment_in_words
from league.shared.text import capitalised

DECIDING_ROLES = (LeagueRole.Role.OWNER, LeagueRole.Role.SECRETARY, LeagueRole.Role.DEPUTY)


def notify_of_report(*, card: Scorecard, sheet: Sheet, now: datetime.datetime) -> None:
    """Notify the other side that a sheet waits for it, and until when."""
    match = card.match
    rule_book = match.division.season.rule_book
    score = score_words(match_score(sheet, rule_book.rules(), rule_book.match_format()))
    until = (
        f"Without an answer it counts as agreed from {_deadline_in_words(match, card.waits_until)} on."
        if card.waits_until
        else "It counts when you have signed it too."
    )
    words = (
        f"{_team(match, Side(card.reported_for))} have signed this result: {score}.\n\n{until} Open your "
        f"captain’s page to agree or to object."
    )
    _notify_captain(
        Enrolment.LetterKind.SIGN,
        match,
        OTHER_SIDE[Side(card.reported_for)],
        "Signed by the other side",
        words,
        f"signed {card.pk}",
        now,
    )


def notify_of_objection(*, objection: Objection, match: Match, now: datetime.datetime) -> None:
    """Notify the side that reported of an objection."""
    due = _deadline_in_words(match, answer_due(match.division.season, objection.made_at))
    if objection.proposed:
        what = objection_words(objection, SheetVersion(match, sheet_of(objection.scorecard)))
        ask = "Open your captain’s page to accept that, or to disagree."
    else:
        what = (
            f"{capitalised(place_words(objection, match.division.season.rule_book))}: “{objection.because}”"
        )
        ask = "Please correct it and sign again, or disagree."
    words = (
        f"{_team(match, Side(objection.side))} do not agree with what you signed. {what}\n\n{ask} "
        f"If you disagree or do not answer by {due}, the secretary decides."
    )
    side = OTHER_SIDE[Side(objection.side)]
    letter, about = Enrolment.LetterKind.OBJECTION, f"objection {objection.pk}"
    _notify_captain(letter, match, side, "The other side does not agree", words, about, now)


def notify_of_acceptance(
    *, objection: Objection, match: Match, proposed: SheetVersion, now: datetime.datetime
) -> None:
    """Notify the side that objected that its correction was accepted, and what follows."""
    answerer = _team(match, OTHER_SIDE[Side(objection.side)])
    words = game_words(proposed, objection.table, objection.game)
    at = f"{proposed.layout.table_word} {objection.table}"
    follows = (
        f"The result is in: {proposed.so_far.words}."
        if proposed.is_complete
        else f"{at.capitalize()} goes on: finish it, then sign again."
    )
    _notify_captain(
        Enrolment.LetterKind.OBJECTION,
        match,
        Side(objection.side),
        "Your correction is accepted",
        f"{answerer} accepted your correction at {at}: {words}. {follows}",
        f"accepted {objection.pk}",
        now,
    )


def photograph_asked_at(match: Match) -> datetime.datetime | None:
    """Return when the captains were last asked for a photograph of the paper. One query."""
    asked = Notice.objects.filter(match=match, about__startswith="photograph ").order_by("-wanted_at")
    return asked.values_list("wanted_at", flat=True).first()


def ask_for_photograph(*, match: Match, now: datetime.datetime) -> int:
    """Ask both captains for a photograph of the paper; return how many letters that makes."""
    words = (
        "The secretary has to decide what you do not agree on. Please photograph the score sheet or the slip "
        "and attach it on your captain’s page."
    )
    before = Notice.objects.filter(match=match).count()
    for side in Side:
        about = f"photograph {match.public_id} {side} {now:%Y-%m-%d %H}"
        _notify_captain(Enrolment.LetterKind.OBJECTION, match, side, "Photograph wanted", words, about, now)
    return Notice.objects.filter(match=match).count() - before


def notify_of_decision(*, match: Match, decision: str, reason: str, now: datetime.datetime) -> None:
    """Notify both captains of what the secretary decided, and why."""
    for side in Side:
        about = f"decided {match.public_id} {side} {now.isoformat()}"
        words = f"The secretary has decided: {decision}.\n\nReason: {reason}"
        _notify_captain(Enrolment.LetterKind.OBJECTION, match, side, "Decided", words, about, now)


def notify_of_dispute(*, match: Match, now: datetime.datetime) -> None:
    """Notify those who run the league of a dispute they are to decide."""
    league = match.division.season.league
    roles = LeagueRole.objects.filter(league=league, role__in=DECIDING_ROLES, user__is_active=True)
    addresses = roles.exclude(user__email="").values_list("user__email", flat=True)
    Notice.objects.bulk_create(
        (
            Notice(
                league=league,
                match=match,
                kind=Notice.Kind.REPORT,
                about=f"dispute {match.public_id} {now.isoformat()}",
                to=address,
                subject=f"To decide: {match.home} v {match.away}"[:LONGEST_SUBJECT],
                body=f"The sides do not agree on {match.home} v {match.away} ({match.division}), "
                f"{day(match.date)}.\n\n{match.disputed_because}\n\nBoth versions are in your inbox.\n",
                wanted_at=now,
            )
            for address in set(addresses)
        ),
        ignore_conflicts=True,
    )


def _notify_captain(
    letter: Enrolment.LetterKind,
    match: Match,
    side: Side,
    what: str,
    words: str,
    about: str,
    now: datetime.datetime,
) -> None:
    """Write one letter to the captain of a side, if their address is known and they want it."""
    league, team = match.division.season.league, match.home_id if side == Side.HOME else match.away_id
    captain = captains_of([sides_of(match)]).get((match.division_id, team))
    if captain is None or not captain.wants(letter):
        return
    body = (
        f"Hello {captain.called},\n\nabout {match.home} v {match.away} ({match.division}), {day(match.date)}:"
        f"\n\n{words}\n\n{league}\n"
    )
    Notice.objects.bulk_create(
        [
            Notice(
                league=league,
                match=match,
                kind=Notice.Kind.REPORT,
                about=about,
                to=captain.email,
                subject=f"{what}: {match.home} v {match.away}"[:LONGEST_SUBJECT],
                body=body,
                wanted_at=now,
            )
        ],
        ignore_conflicts=True,
    )


def _team(match: Match, side: Side) -> str:
    return str(match.home if side == Side.HOME else match.away)


def _deadline_in_words(match: Match, moment: datetime.datetime) -> str:
    return moment_in_words(league_clock(match.division.season.league, moment))
