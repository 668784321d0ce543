"""The handover to a successor on one page: its steps with their state, read from the league."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from league.accounts.selectors import people_of
from league.competition.selectors import divisions_of, season_at_hand, seasons_of
from league.matches.selectors import being_played, without_result
from league.models import Appeal, Draft, Handover, League, LeagueRole, MatchDispute, Offence, Postponement
from league.regulations.selectors.ledger import ledger
from league.results.selectors.reports import in_hand
from league.shared.text import plural

Role = LeagueRole.Role

# Captains and scorers have accounts, but nobody hands them the league by mistake.
MAY_SUCCEED = (Role.SECRETARY, Role.DEPUTY, Role.RESULTS, Role.FIXTURES)
MOST_SHOWN = 10


def handover_page(league: League, today: datetime.date) -> dict[str, Any]:
    """Return the handover with the state of its steps. Eleven queries, and one more with a season.

    `old_role` is the role that the owner until the league was handed over still has. `steps_left` are the
    steps to do by their names on the page, of six; open items do not stop a handover: they come last among
    what can wait.
    """
    handovers = list(
        Handover.objects.filter(league=league).select_related(
            "successor", "started_by", "exported_by", "printed_by", "handed_by", "ended_by"
        )[: MOST_SHOWN + 1]
    )
    handover = next((each for each in handovers if each.ended_at is None), None)
    people = people_of(league)
    by_user = {person.user.pk: person for person in people}
    season = season_at_hand(seasons_of(league), today)
    successor = by_user.get(handover.successor_id or 0) if handover else None
    old_role = by_user.get(handover.handed_by_id or 0) if handover else None
    has_signed_in = successor is not None and successor.user.last_login is not None
    is_handed_over = successor is not None and successor.role == Role.OWNER
    items = tuple(_open_items(league, today))
    steps = {
        "account": has_signed_in,
        "export": handover and handover.exported_at,
        "print": handover and handover.printed_at,
        "ownership": is_handed_over,
        "access": is_handed_over and old_role is None,
        "open": not items,
    }
    return {
        "handover": handover,
        "past": [each for each in handovers if each.ended_at is not None],
        "successor": successor,
        "has_signed_in": has_signed_in,
        "is_handed_over": is_handed_over,
        "owners": [person for person in people if person.role == Role.OWNER],
        "candidates": [person for person in people if person.role in MAY_SUCCEED],
        "old_role": old_role,
        "is_access_removed": steps["access"],
        "open_items": items,
        "steps_left": [step for step, is_done in steps.items() if not is_done],
        "divisions": divisions_of(season) if season else (),
    }


def _open_items(league: League, today: datetime.date) -> Iterator[tuple[str, str, int | None]]:
    """Yield what a successor inherits undone: how many of what, as “2 results to enter”, the name of the page
    that shows them, and what they come to in pence. Eight queries.
    """
    of_match = {"match__division__season__league": league}
    missing = without_result(being_played(league).filter(date__lt=today)).exclude(in_hand())
    appeals = Appeal.objects.filter(outcome=Appeal.Outcome.OPEN)
    appeals = appeals.filter(ruling__division__season__league=league) | appeals.filter(
        offence__season__league=league
    )
    counted: tuple[tuple[QuerySet[Any], str, str, str], ...] = (
        (missing, "result", " to enter", "secretary-desk"),
        (MatchDispute.objects.filter(**of_match, closed_at=None), "open dispute", "", "secretary-desk"),
        (Draft.objects.filter(**of_match), "draft", " not confirmed", "secretary-desk"),
        (
            Postponement.objects.filter(**of_match, state=Postponement.State.OPEN),
            *("postponement request", "", "secretary-desk"),
        ),
        (
            Offence.objects.filter(season__league=league, state=Offence.State.PROPOSED),
            *("undecided sanction", "", "penalties"),
        ),
        (appeals.distinct(), "undecided appeal", "", "penalties"),
    )
    for rows, noun, after, page in counted:
        if number := rows.count():
            yield f"{plural(number, noun)}{after}", page, None
    if owing := [account.balance for account in ledger(league) if account.balance > 0]:
        yield plural(len(owing), "unpaid balance"), "ledger", sum(owing)
