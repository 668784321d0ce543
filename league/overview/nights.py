"""A night of the league on one page: every match of the date, what is in, what is missing, and what to do."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from enum import StrEnum
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Max, Min, Q

from league.matches.selectors import has_begun, has_result, league_clock
from league.messages.selectors import chases_of, returned_letters
from league.models import (
    Draft,
    League,
    Match,
    Notice,
    Postponement,
    ResultReceipt,
    Scorecard,
    Side,
    TableEntry,
)
from league.people.selectors import CaptainContact, Captains, captains_of_seasons
from league.regulations.selectors.deadlines import clocks_of
from league.regulations.selectors.ineligible import PlayerToCheck, open_players
from league.results.selectors.reports import reports_waiting
from league.results.selectors.scorecards import confirmed_cards
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines


class MatchNightState(StrEnum):
    """How a match of a night stands, in the order in which the page lists them: what is to be done first."""

    DISPUTED = "disputed"
    MISSING = "missing"
    WAITING = "waiting"
    REPORTED = "reported"
    TO_COME = "to come"
    IN = "in"
    WALKOVER = "walkover"
    OFF = "off"


LATE = frozenset({MatchNightState.MISSING, MatchNightState.WAITING})
URGENT = LATE | {MatchNightState.DISPUTED}
SETTLED = frozenset({MatchNightState.IN, MatchNightState.WALKOVER, MatchNightState.OFF})
NOTHING_DUE = frozenset({MatchNightState.DISPUTED, MatchNightState.WALKOVER, MatchNightState.OFF})
NightMatch = dict[str, Any]
"""A match of a night, as `_matches` returns it."""


def night(
    league: League, date: datetime.date, *, now: datetime.datetime, to_secretary: bool = False
) -> dict[str, Any]:
    """Return the night of a date: its matches, what is to be done first, those moved away from it, and the
    nights with matches before and after.

    `addresses_known` says whether any captain of the season can be written to. `to_receive` are the matches
    that have begun and of which no result has been received; `to_chase` those whose captains are asked.
    Fourteen queries, however many matches; three more with deadlines. The secretary also reads which players
    are to be checked: up to twelve queries more.
    """
    matches = Match.with_ties.filter(division__season__league=league)
    lines = match_lines(matches.filter(Q(date=date) | Q(postponed_from=date)))
    here = [line for line in lines if line.date == date]
    around = matches.aggregate(
        before=Max("date", filter=Q(date__lt=date)), after=Min("date", filter=Q(date__gt=date))
    )
    captains = captains_of_seasons({line.division.season_id for line in here})
    entries = _matches(league, here, captains, now, to_secretary=to_secretary)
    order = list(MatchNightState)
    entries.sort(key=lambda entry: (not entry["needs_somebody"], order.index(entry["state"])))
    missing = [entry for entry in entries if not entry["is_settled"]]
    disputed = [entry for entry in entries if entry["state"] is MatchNightState.DISPUTED]
    to_receive = [entry for entry in entries if entry["is_late"] and not entry["is_received"]]
    return {
        "date": date,
        "matches": entries,
        "missing": missing,
        "settled": len(entries) - len(missing),
        "disputed": disputed,
        "is_complete": bool(entries) and not missing and not disputed,
        "to_receive": to_receive,
        "to_chase": [entry for entry in to_receive if not entry["is_paused"]],
        "moved_away": sorted(
            (line for line in lines if line.date != date), key=lambda line: line.date is not None
        ),
        "addresses_known": any(captain.email for captain in captains.values()),
        **around,
    }


def _matches(
    league: League, lines: list[MatchLine], captains: Captains, now: datetime.datetime, *, to_secretary: bool
) -> list[NightMatch]:
    """Return the matches of a night: as lists show them, how they stand, and whom to ask about them.

    `reports` are what captains have signed and is not agreed yet; `waits_for` is the side that has sent
    nothing while the other has; `wants_to_move` says that a request for another night waits for an answer;
    `clocks` are what is due and not done; `to_check` the players about whom the secretary has still to
    decide. Each of `captains` comes with the last message that asked for the result, and with why the last
    letter to them came back. `wants_call` says that the home captain, who sends results, can only be rung,
    and that nothing was heard yet.
    """
    keys, clock = [line.outcome.match for line in lines], league_clock(league, now)
    is_settled = ExpressionWrapper(has_result(), output_field=BooleanField())
    facts = list(
        Match.with_ties.filter(pk__in=keys)
        .annotate(is_settled=is_settled)
        .values_list("pk", "disputed_because", "is_settled")
    )
    disputes = {match: because for match, because, _ in facts}
    settled = {match for match, _, is_settled in facts if is_settled}
    cards, drafts = confirmed_cards(lines), _drafts(keys)
    sent = TableEntry.objects.counting().filter(match__in=keys).order_by()
    sent_for: dict[int, set[str]] = defaultdict(set)
    for match, side in sent.values_list("match", "sent_for").distinct():
        sent_for[match].add(side)
    reports = reports_waiting(keys)
    for match, signed in reports.items():
        # Who has signed has said more than who has sent hands.
        sent_for[match] = {card.side for card in signed}
    requests = Postponement.objects.filter(match__in=keys, state=Postponement.State.OPEN)
    to_move = set(requests.values_list("match", flat=True))
    reminders = chases_of(keys)
    came_back = {notice.to: notice.failed_because for notice in returned_letters(league)}
    clocks, to_check = clocks_of(lines, now), _to_check(keys) if to_secretary else {}
    receipts = {row.match_id: row for row in ResultReceipt.objects.filter(match__in=keys)}

    def state_of(line: MatchLine) -> MatchNightState:
        key = line.outcome.match
        signed = reports.get(key, ())
        states = (
            (disputes.get(key), MatchNightState.DISPUTED),
            (line.given, MatchNightState.WALKOVER),
            (key in cards, MatchNightState.IN),
            (key in settled, MatchNightState.OFF),
            (not has_begun(line.date, line.starts_at, clock), MatchNightState.TO_COME),
            (len(signed) > 1 or any(report.is_in_hand for report in signed), MatchNightState.REPORTED),
            (_silent_side(line, sent_for[key]), MatchNightState.WAITING),
        )
        return next((state for is_so, state in states if is_so), MatchNightState.MISSING)

    def reach(line: MatchLine, team: NamedLink) -> tuple[CaptainContact, Notice | None, str]:
        unknown = CaptainContact(team=team.name, name="", email="", phone="")
        captain = captains.get((line.division.season_id, team.key)) or unknown
        letters = [notice for notice in reminders.get(line.outcome.match, []) if notice.to == captain.email]
        reminder = letters[-1] if letters and captain.email else None
        return captain, reminder, came_back.get(captain.email, "")

    def shown(line: MatchLine) -> NightMatch:
        key, state = line.outcome.match, state_of(line)
        receipt, is_late = receipts.get(key), state in LATE
        reached = [reach(line, team) for team in (line.home, line.away)] if state in URGENT else []
        moves, checks = key in to_move, to_check.get(key, [])
        return {
            "line": line,
            "state": state,
            "card": cards.get(key),
            "drafts": drafts.get(key, []),
            "reports": reports.get(key, ()),
            "disputed_because": disputes.get(key, ""),
            "waits_for": _silent_side(line, sent_for[key]) if state is MatchNightState.WAITING else "",
            "wants_to_move": moves,
            "days_late": (clock.date() - line.date).days if line.date and is_late else 0,
            "clocks": clocks.get(key, ()) if state not in NOTHING_DUE else (),
            "captains": reached,
            "to_check": checks,
            "receipt": receipt,
            "is_received": receipt is not None and receipt.received_at is not None,
            "is_paused": bool(receipt and receipt.pauses_until and receipt.pauses_until > now),
            "is_settled": key in cards or state in SETTLED,
            "is_late": is_late,
            "needs_somebody": state in URGENT | {MatchNightState.REPORTED} or bool(checks) or moves,
            "wants_call": is_late and not receipt and bool(reached[0][0].phone) and not reached[0][0].email,
        }

    return [shown(line) for line in lines]


def _silent_side(line: MatchLine, sent_for: Collection[str]) -> str:
    """Return the side that has sent nothing while the other has."""
    sides = {Side.HOME: line.home.name, Side.AWAY: line.away.name}
    silent = [name for side, name in sides.items() if side not in sent_for]
    return silent[0] if len(silent) == 1 else ""


def _to_check(keys: list[int]) -> dict[int, list[PlayerToCheck]]:
    players: dict[int, list[PlayerToCheck]] = defaultdict(list)
    for player in open_players(Scorecard.objects.filter(match__in=keys)):
        players[player.match.pk].append(player)
    return players


def _drafts(keys: list[int]) -> dict[int, list[Draft]]:
    drafts: dict[int, list[Draft]] = defaultdict(list)
    for draft in Draft.objects.filter(match__in=keys).select_related("user").order_by("saved_at"):
        drafts[draft.match_id].append(draft)
    return drafts
