"""Rulings: decisions of the league, written beside what was played. The standings turn them into points."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction

from league.models import Division, Match, Ruling, Team, User
from league.services.refusals import Refused, refuse_invalid, refused_by, written_whole
from league.services.revisions import bump_revision

TWICE = "The same was decided today for the same reason. If it is meant twice, say in the reason what for."


def give_walkover(
    *, match: Match, at_fault: str, reason: str, by: User, on: datetime.date, table: int | None = None
) -> Ruling:
    """Give a match, or one table of it, without play. `at_fault` is h, a, or b when neither side turned up.

    Raises Refused if it was given already, or if the match has no such table.
    """
    tables = match.division.season.rule_book.tables
    if table is not None and not 1 <= table <= tables:
        raise Refused(f"There is no table {table}: the match has tables 1 to {tables}.")
    return _decide(
        Ruling(
            kind=Ruling.Kind.WALKOVER,
            division=match.division,
            match=match,
            table=table,
            at_fault=at_fault,
            reason=reason,
            decided_on=on,
            decided_by=by,
        )
    )


def adjust_points(
    *, division: Division, team: Team, halves: int, reason: str, by: User, on: datetime.date
) -> Ruling:
    """Give a team match points, or take them (negative). `halves` counts half points.

    Raises Refused if nothing would change, if the team does not play in the division, or if the very same
    was decided the same day: a button pressed twice must not take the points twice.
    """
    if not halves:
        raise Refused("No points would be given or taken: type how many, with a minus to take them.")
    if not division.enrolments.filter(team=team).exists():
        raise Refused(f"{team} does not play in {division}.")
    said = {
        "kind": Ruling.Kind.ADJUSTMENT,
        "division": division,
        "team": team,
        "halves": halves,
        "reason": reason,
        "decided_on": on,
    }
    with written_whole():
        # Held, so that the second of two presses sees what the first has written.
        list(Division.objects.select_for_update(no_key=True).filter(pk=division.pk))
        if Ruling.objects.filter(**said, revoked_on=None).exists():
            raise Refused(TWICE)
        return _decide(Ruling(**said, decided_by=by))


def withdraw_team(*, division: Division, team: Team, reason: str, by: User, on: datetime.date) -> Ruling:
    """Take a team out of its division. Raises Refused if it does not play there or has left already."""
    if not division.enrolments.filter(team=team).exists():
        raise Refused(f"{team} does not play in {division}.")
    if division.rulings.filter(kind=Ruling.Kind.WITHDRAWAL, team=team, revoked_on=None).exists():
        raise Refused(f"{team} has already withdrawn.")
    return _decide(
        Ruling(
            kind=Ruling.Kind.WITHDRAWAL,
            division=division,
            team=team,
            reason=reason,
            decided_on=on,
            decided_by=by,
        )
    )


def revoke_ruling(*, ruling: Ruling, on: datetime.date) -> Ruling:
    """Take a ruling back. It stays on record; pressing twice changes nothing more."""
    with transaction.atomic():
        changed = Ruling.objects.filter(pk=ruling.pk, revoked_on=None).update(revoked_on=on)
        if changed:
            bump_revision(league_id=ruling.division.season.league_id)
    ruling.refresh_from_db()
    return ruling


def _decide(ruling: Ruling) -> Ruling:
    if not ruling.reason.strip():
        raise Refused("A ruling needs its reason: it is shown under the table.")
    with written_whole():
        try:
            ruling.full_clean(exclude=["match", "division", "team", "decided_by"])
        except ValidationError as fault:
            raise refuse_invalid(fault) from fault
        with refused_by(
            one_walkover_a_table="The table has already been given as a walkover.",
            one_walkover_a_match="The match has already been given as a walkover.",
            league_ruling="The match or table has already been given as a walkover.",
        ):
            ruling.save()
        bump_revision(league_id=ruling.division.season.league_id)
    return ruling
