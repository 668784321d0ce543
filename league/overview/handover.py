"""The handover to a successor on one page: its steps with their state, read from the league."""

import datetime
from dataclasses import dataclass

from league.accounts.selectors import people_of
from league.competition.selectors import divisions_of, season_at_hand, seasons_of
from league.matches.selectors import without_result
from league.models import (
    Appeal,
    Division,
    Draft,
    Handover,
    League,
    LeagueRole,
    Match,
    MatchDispute,
    Offence,
    Postponement,
)
from league.regulations.selectors.ledger import ledger
from league.results.selectors.reports import in_hand
from league.shared.text import plural

Role = LeagueRole.Role

# Captains and scorers have accounts, but nobody hands them the league by mistake.
MAY_SUCCEED = (Role.SECRETARY, Role.DEPUTY, Role.RESULTS, Role.FIXTURES)
MOST_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenItem:
    """Something the successor inherits undone: how many, and the name of the page that shows them."""

    count: int
    noun: str
    page: str
    after: str = ""
    pence: int | None = None

    @property
    def words(self) -> str:
        """Return how many of what: "2 results to enter"."""
        return f"{plural(self.count, self.noun)} {self.after}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoverPage:
    """What the page of a handover shows.

    `owner` is the owner until the league is handed over; `old_role` the role they still have after it.
    """

    handover: Handover | None
    past: tuple[Handover, ...]
    successor: LeagueRole | None
    owners: tuple[LeagueRole, ...]
    candidates: tuple[LeagueRole, ...]
    old_role: LeagueRole | None
    open_items: tuple[OpenItem, ...]
    divisions: tuple[Division, ...]

    @property
    def has_signed_in(self) -> bool:
        """Return whether the successor has an account and has signed in with it."""
        return self.successor is not None and self.successor.user.last_login is not None

    @property
    def is_handed_over(self) -> bool:
        """Return whether the successor owns the league."""
        return self.successor is not None and self.successor.role == LeagueRole.Role.OWNER

    @property
    def is_access_removed(self) -> bool:
        """Return whether the old owner has no role left."""
        return self.is_handed_over and self.old_role is None

    @property
    def steps_left(self) -> tuple[str, ...]:
        """Return the steps to do by their names on the page, of six.

        Open items do not stop a handover: they come last among what can wait.
        """
        steps = {
            "account": self.has_signed_in,
            "export": self.handover and self.handover.exported_at,
            "print": self.handover and self.handover.printed_at,
            "ownership": self.is_handed_over,
            "access": self.is_access_removed,
            "open": not self.open_items,
        }
        return tuple(step for step, is_done in steps.items() if not is_done)


def handover_page(league: League, today: datetime.date) -> HandoverPage:
    """Return the handover with the state of its steps. Eleven queries, and one more with a season."""
    handovers = list(
        Handover.objects.filter(league=league).select_related(
            "successor", "started_by", "exported_by", "printed_by", "handed_by", "ended_by"
        )[: MOST_SHOWN + 1]
    )
    handover = next((each for each in handovers if each.ended_at is None), None)
    people = people_of(league)
    by_user = {person.user.pk: person for person in people}
    season = season_at_hand(seasons_of(league), today)
    return HandoverPage(
        handover=handover,
        past=tuple(each for each in handovers if each.ended_at is not None),
        successor=by_user.get(handover.successor_id or 0) if handover else None,
        owners=tuple(person for person in people if person.role == LeagueRole.Role.OWNER),
        candidates=tuple(person for person in people if person.role in MAY_SUCCEED),
        old_role=by_user.get(handover.handed_by_id or 0) if handover else None,
        open_items=open_items(league, today),
        divisions=tuple(divisions_of(season)) if season else (),
    )


def open_items(league: League, today: datetime.date) -> tuple[OpenItem, ...]:
    """Return what is open in the league, without kinds of which nothing is. Eight queries."""
    matches = Match.with_ties.filter(division__season__league=league, division__season__is_finished=False)
    owing = [account.balance for account in ledger(league) if account.balance > 0]
    missing = without_result(matches.filter(date__lt=today)).exclude(in_hand()).count()
    offences = Offence.objects.filter(season__league=league, state=Offence.State.PROPOSED)
    appeals = Appeal.objects.filter(outcome=Appeal.Outcome.OPEN)
    appeals = appeals.filter(ruling__division__season__league=league) | appeals.filter(
        offence__season__league=league
    )
    requests = Postponement.objects.filter(
        match__division__season__league=league, state=Postponement.State.OPEN
    )
    disputes = MatchDispute.objects.filter(match__division__season__league=league, closed_at=None)
    items = (
        OpenItem(count=missing, noun="result", after="to enter", page="secretary-desk"),
        OpenItem(count=disputes.count(), noun="open dispute", page="secretary-desk"),
        OpenItem(
            count=Draft.objects.filter(match__division__season__league=league).count(),
            noun="draft",
            after="not confirmed",
            page="secretary-desk",
        ),
        OpenItem(count=requests.count(), noun="postponement request", page="secretary-desk"),
        OpenItem(count=offences.count(), noun="undecided sanction", page="penalties"),
        OpenItem(count=appeals.distinct().count(), noun="undecided appeal", page="penalties"),
        OpenItem(count=len(owing), noun="unpaid balance", page="ledger", pence=sum(owing)),
    )
    return tuple(item for item in items if item.count)
