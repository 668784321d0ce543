"""A night of the league on one page: every match of the date, what is in, what is missing, and what to do."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

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
from league.regulations.selectors.deadlines import Clock, clocks_of
from league.regulations.selectors.ineligible import PlayerToCheck, open_players
from league.results.selectors.reports import Report, reports_waiting
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
NOTHING_DUE = frozenset({MatchNightState.DISPUTED, MatchNightState.WALKOVER, MatchNightState.OFF})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How a captain is reached about one match, the last message that asked for its result, and why the last
    letter to them came back, if it did.
    """

    captain: CaptainContact
    reminder: Notice | None
    came_back: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightMatch:
    """A match of the night: as lists show it, how it stands, and whom to ask about it.

    `reports` are what captains have signed and is not agreed yet; `waits_for` is the side that has sent
    nothing while the other has; `wants_to_move` the request for another night that waits for an answer;
    `clocks` what is due and not done; `to_check` the players about whom the secretary has still to decide.
    """

    line: MatchLine
    state: MatchNightState
    card: Scorecard | None
    drafts: tuple[Draft, ...]
    reports: tuple[Report, ...]
    disputed_because: str
    waits_for: str
    wants_to_move: bool
    days_late: int
    clocks: tuple[Clock, ...]
    captains: tuple[Reach, ...]
    to_check: tuple[PlayerToCheck, ...]
    receipt: ResultReceipt | None = None
    is_paused: bool = False

    @property
    def is_received(self) -> bool:
        """Whether the result has been received, so that it only has to be typed."""
        return self.receipt is not None and self.receipt.received_at is not None

    @property
    def is_settled(self) -> bool:
        """Nothing more is to be entered: the result is in, or the match was given without play."""
        return (
            self.state in {MatchNightState.IN, MatchNightState.WALKOVER, MatchNightState.OFF}
            or self.card is not None
        )

    @property
    def is_late(self) -> bool:
        """Whether its result should be in."""
        return self.state in LATE

    @property
    def needs_somebody(self) -> bool:
        """Whether anything about it is to be done or decided."""
        return (
            self.state in URGENT
            or self.state is MatchNightState.REPORTED
            or bool(self.to_check)
            or self.wants_to_move
        )

    @property
    def wants_call(self) -> bool:
        """Whether the home captain, who sends results, can only be rung, and nothing was heard yet."""
        return (
            self.is_late
            and not self.receipt
            and bool(self.captains[0].captain.phone)
            and not self.captains[0].captain.email
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNight:
    """The matches of one date, those moved away from it, and the nights with matches before and after.

    `addresses_known` says whether any captain of the season can be written to.
    """

    date: datetime.date
    matches: tuple[NightMatch, ...]
    moved_away: tuple[MatchLine, ...]
    before: datetime.date | None
    after: datetime.date | None
    addresses_known: bool

    @property
    def settled(self) -> int:
        return sum(match.is_settled for match in self.matches)

    @property
    def missing(self) -> tuple[NightMatch, ...]:
        return tuple(match for match in self.matches if not match.is_settled)

    @property
    def to_chase(self) -> tuple[NightMatch, ...]:
        """The matches whose captains are asked: begun, not in or received, not disputed, not paused."""
        return tuple(
            match
            for match in self.matches
            if match.state in LATE and not match.is_received and not match.is_paused
        )

    @property
    def to_receive(self) -> tuple[NightMatch, ...]:
        """The matches that have begun and of which no result has been received."""
        return tuple(match for match in self.matches if match.state in LATE and not match.is_received)

    @property
    def disputed(self) -> tuple[NightMatch, ...]:
        return tuple(match for match in self.matches if match.state is MatchNightState.DISPUTED)

    @property
    def is_complete(self) -> bool:
        """Every result is in or given, and none is disputed."""
        return bool(self.matches) and not self.missing and not self.disputed


def night(
    league: League, date: datetime.date, *, now: datetime.datetime, to_secretary: bool = False
) -> MatchNight:
    """Return the night of a date. Fourteen queries, however many matches; three more with deadlines.

    The secretary also reads which players are to be checked: up to twelve queries more.
    """
    matches = Match.with_ties.filter(division__season__league=league)
    lines = match_lines(matches.filter(Q(date=date) | Q(postponed_from=date)))
    here = [line for line in lines if line.date == date]
    around = matches.aggregate(
        before=Max("date", filter=Q(date__lt=date)), after=Min("date", filter=Q(date__gt=date))
    )
    clock = league_clock(league, now)
    captains = captains_of_seasons({line.division.season_id for line in here})
    entries = _matches(league, here, captains, now, clock, to_secretary=to_secretary)
    order = list(MatchNightState)
    return MatchNight(
        date=date,
        matches=tuple(
            sorted(entries, key=lambda entry: (not entry.needs_somebody, order.index(entry.state)))
        ),
        moved_away=tuple(
            sorted((line for line in lines if line.date != date), key=lambda line: line.date is not None)
        ),
        addresses_known=any(captain.email for captain in captains.values()),
        **around,
    )


def _matches(
    league: League,
    lines: list[MatchLine],
    captains: Captains,
    now: datetime.datetime,
    clock: datetime.datetime,
    *,
    to_secretary: bool,
) -> list[NightMatch]:
    """Return the matches of a night with what is known of each besides its line."""
    keys = [line.outcome.match for line in lines]
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
    to_move = set(
        Postponement.objects.filter(match__in=keys, state=Postponement.State.OPEN).values_list(
            "match", flat=True
        )
    )
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

    def reach(line: MatchLine, team: NamedLink) -> Reach:
        unknown = CaptainContact(team=team.name, name="", email="", phone="")
        captain = captains.get((line.division.season_id, team.key)) or unknown
        letters = [notice for notice in reminders.get(line.outcome.match, []) if notice.to == captain.email]
        return Reach(
            captain=captain,
            reminder=letters[-1] if letters and captain.email else None,
            came_back=came_back.get(captain.email, ""),
        )

    def shown(line: MatchLine) -> NightMatch:
        key, state = line.outcome.match, state_of(line)
        receipt = receipts.get(key)
        return NightMatch(
            line=line,
            state=state,
            card=cards.get(key),
            drafts=tuple(drafts.get(key, ())),
            reports=reports.get(key, ()),
            disputed_because=disputes.get(key, ""),
            waits_for=_silent_side(line, sent_for[key]) if state is MatchNightState.WAITING else "",
            wants_to_move=key in to_move,
            days_late=(clock.date() - line.date).days if line.date and state in LATE else 0,
            clocks=clocks.get(key, ()) if state not in NOTHING_DUE else (),
            captains=tuple(reach(line, team) for team in (line.home, line.away)) if state in URGENT else (),
            to_check=tuple(to_check.get(key, ())),
            receipt=receipt,
            is_paused=bool(receipt and receipt.pauses_until and receipt.pauses_until > now),
        )

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
