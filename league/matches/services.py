"""Services that write rulings and dates of matches. Standings turn rulings into points."""

import datetime

from django.core.exceptions import ValidationError
from django.utils.module_loading import import_string

from league.competition.services import bump_revision, hold_cups_of, hold_open
from league.models import Division, Match, Offence, Ruling, Team, User
from league.shared.errors import Refused, refuse_invalid, refused_by, verify, written_whole

TWICE = "The same ruling was made today for the same reason. If there are two, change the reason."
ALREADY = "has already been given as a walkover or declared void: undo that first."
WALKOVER_TWICE = {
    "one_walkover_a_table": f"The table {ALREADY}",
    "one_walkover_a_match": f"The match {ALREADY}",
    "league_ruling": f"The match or table {ALREADY}",
}
OF_A_PENALTY = "These points belong to a sanction. Undo the sanction instead."
# Cups build upon matches, not the other way round, so the service that moves them on is named here.
FOLLOWS_TIES = "league.cups.services.ties.follow_match"


def follow_tie(match: Match) -> None:
    """Carry what has become of a match over to its tie, if it is one of a cup.

    Called last in the transaction that has changed its result, date or pub, and has held its cup first
    (`hold_cups_of`). Raises Refused if the tie cannot be changed any more, because the next round or the
    plate follows from it.
    """
    if match.tie_id:
        import_string(FOLLOWS_TIES)(match)


def give_walkover(
    *, match: Match, at_fault: str, reason: str, by: User, on: datetime.date, table: int | None = None
) -> Ruling:
    """Give a match, or one table of it, against a side. `at_fault` is h, a, or b when it is both.

    What was played, if anything was, stays on record beside it. Raises Refused if it was given or declared
    void already, or if the match has no such table.
    """
    return decide(
        _about(match, table, Ruling.Kind.WALKOVER, reason, by, on, at_fault=at_fault),
    )


def declare_void(
    *, match: Match, reason: str, by: User, on: datetime.date, table: int | None = None
) -> Ruling:
    """Declare a match, or one table of it, void: it counts for nobody, whatever was played.

    Raises Refused if it was given or declared void already, or if the match has no such table.
    """
    return decide(_about(match, table, Ruling.Kind.VOID, reason, by, on))


def _about(
    match: Match,
    table: int | None,
    kind: Ruling.Kind,
    reason: str,
    by: User,
    on: datetime.date,
    *,
    at_fault: str = "",
) -> Ruling:
    book = match.division.season.rule_book
    if table is not None and not 1 <= table <= book.tables:
        raise Refused(
            f"There is no {book.table_word} {table}: the match has {book.table_word}s 1 to {book.tables}."
        )
    return Ruling(
        kind=kind,
        division=match.division,
        match=match,
        table=table,
        at_fault=at_fault,
        reason=reason,
        decided_on=on,
        decided_by=by,
    )


def adjust_points(
    *, division: Division, team: Team, halves: int, reason: str, by: User, on: datetime.date
) -> Ruling:
    """Give a team match points, or take them (negative). `halves` counts half points.

    Raises Refused if nothing would change, if the team does not play in the division, or if the very same
    was decided the same day: a button pressed twice must not take the points twice.
    """
    if not halves:
        raise Refused("Type how many points, with a minus to take them.")
    if not division.enrolments.filter(team=team).exists():
        raise Refused(f"{team} does not play in {division}.")
    values = {
        "kind": Ruling.Kind.ADJUSTMENT,
        "division": division,
        "team": team,
        "halves": halves,
        "reason": reason,
        "decided_on": on,
    }
    with written_whole():
        hold_open(division)
        if Ruling.objects.in_force().filter(**values).exists():
            raise Refused(TWICE)
        return decide(Ruling(**values, decided_by=by))


def withdraw_team(
    *, division: Division, team: Team, reason: str, by: User, on: datetime.date, effect: str = ""
) -> Ruling:
    """Take a team out of its division. `effect` says what becomes of its results; empty, the rule book does.

    Raises Refused if it does not play there or has left already.
    """
    if not division.enrolments.filter(team=team).exists():
        raise Refused(f"{team} does not play in {division}.")
    with written_whole():
        hold_open(division)
        if division.rulings.withdrawals().filter(team=team).exists():
            raise Refused(f"{team} has already withdrawn.")
        return decide(
            Ruling(
                kind=Ruling.Kind.WITHDRAWAL,
                division=division,
                team=team,
                effect=effect,
                reason=reason,
                decided_on=on,
                decided_by=by,
            )
        )


def revoke_ruling(*, ruling: Ruling, on: datetime.date) -> Ruling:
    """Revoke a ruling. It stays on record; pressing twice changes nothing more.

    Raises Refused for the points of a penalty, which are revoked together with it and its fine.
    """
    with written_whole():
        if ruling.revoked_on is None and Offence.objects.filter(ruling=ruling).exists():
            raise Refused(OF_A_PENALTY)
        revoke_in_transaction(ruling=ruling, on=on)
    ruling.refresh_from_db()
    return ruling


def revoke_in_transaction(*, ruling: Ruling, on: datetime.date) -> None:
    """Revoke a ruling that is still in force, inside the transaction of the caller.

    Raises Refused if its season is closed.
    """
    _hold(ruling)
    if Ruling.objects.in_force().filter(pk=ruling.pk).update(revoked_on=on):
        _follow_ruling(ruling)
        bump_revision(league_id=ruling.division.season.league_id)


def restore_in_transaction(*, ruling: Ruling) -> None:
    """Put a ruling that was revoked by mistake in force again, inside the transaction of the caller.

    Raises Refused if its season is closed, or if another of the kind has been made since.
    """
    _hold(ruling)
    withdrawn = ruling.division.rulings.withdrawals().filter(team=ruling.team)
    if ruling.kind == Ruling.Kind.WITHDRAWAL and withdrawn.exclude(pk=ruling.pk).exists():
        raise Refused(f"{ruling.team} has withdrawn again since.")
    with refused_by(**WALKOVER_TWICE):
        Ruling.objects.filter(pk=ruling.pk).update(revoked_on=None)
    _follow_ruling(ruling)
    bump_revision(league_id=ruling.division.season.league_id)


def decide(ruling: Ruling) -> Ruling:
    """Save a ruling.

    Raises Refused without its reason, when one of the kind is in force already, or when its season is closed.
    """
    if not ruling.reason.strip():
        raise Refused("Give the reason. It is shown under the table.")
    with written_whole():
        _hold(ruling)
        verify(ruling)
        with refused_by(**WALKOVER_TWICE):
            ruling.save()
        _follow_ruling(ruling)
        bump_revision(league_id=ruling.division.season.league_id)
    return ruling


def _hold(ruling: Ruling) -> None:
    """Hold the cup of a ruling's match, if it has one, and the division. Raises Refused if that is closed."""
    if ruling.match is not None:
        hold_cups_of(ruling.match)
    hold_open(ruling.division)


def _follow_ruling(ruling: Ruling) -> None:
    if ruling.match is not None:
        follow_tie(ruling.match)


# What people have in their calendars: a change of it makes the entry there an old one.
IN_CALENDARS = frozenset({"date", "starts_at", "venue"})


def set_date_played(*, match: Match, on: datetime.date) -> None:
    """Set the date of a match that had none when it was played; another keeps its date.

    The caller has locked the match. Raises Refused if the day is not within a year of the season.
    """
    match = Match.with_ties.select_related("division__season").get(pk=match.pk)
    if match.date is None:
        set_date(match, on, because=match.postponed_because)


def set_date(match: Match, date: datetime.date | None, *, because: str) -> None:
    first_date = match.postponed_from or match.date
    match.date = date
    match.postponed_from = None if date == first_date else first_date
    match.postponed_because = because if match.postponed_from else ""
    write_match(match, "date", "postponed_from", "postponed_because")


def write_match(match: Match, *fields: str) -> None:
    """Save these fields of a locked match; a new date, time or pub also counts its sequence up."""
    if IN_CALENDARS & set(fields):
        match.sequence += 1
        fields = (*fields, "sequence")
    try:
        match.full_clean(exclude=["division", "home", "away", "venue"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    match.save(update_fields=fields)
    if IN_CALENDARS & set(fields):
        follow_tie(match)
    bump_revision(league_id=match.division.season.league_id)
