"""How far the search for a plan's list is, for a page that is looked at while it runs."""

import datetime
from dataclasses import dataclass
from typing import Any

from league.models import FixturePlan, League
from league.selectors.searches import SILENCE

State = FixturePlan.State


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchShown:
    """A search as it stands. `seconds` of its time are over; the step it is at may go on beyond that.

    `waits_for` is the plan of the league that is searched before it.
    """

    plan: FixturePlan
    seconds: float
    waits_for: FixturePlan | None = None
    is_silent: bool = False

    @property
    def is_at_work(self) -> bool:
        """Whether it runs, or will."""
        return self.plan.state in (State.WAITING, State.SEARCHING)

    @property
    def said(self) -> dict[str, Any]:
        """What the search said last."""
        said: dict[str, Any] = self.plan.progress
        return said

    @property
    def gap(self) -> int:
        """By how many in a hundred a list could be better at most."""
        return round(100 * float(self.said.get("gap", 0)))

    @property
    def is_over_time(self) -> bool:
        """Whether only the step it is at is waited for."""
        return self.is_at_work and self.seconds >= self.plan.seconds


def search_shown(plan: FixturePlan, now: datetime.datetime) -> SearchShown:
    """How far the search for a plan is. One query where it waits for its turn, else none."""
    spent = float(plan.progress.get("spent", 0))
    silence = now - plan.alive_at if plan.alive_at else datetime.timedelta()
    is_running = plan.state == State.SEARCHING
    if is_running and silence < SILENCE:
        spent += max(silence.total_seconds(), 0)
    return SearchShown(
        plan=plan,
        seconds=min(spent, plan.seconds),
        waits_for=_searched_before(plan) if plan.state == State.WAITING else None,
        is_silent=is_running and silence >= SILENCE,
    )


def _searched_before(plan: FixturePlan) -> FixturePlan | None:
    others = FixturePlan.objects.filter(season__league=plan.season.league_id, state=State.SEARCHING)
    return others.exclude(pk=plan.pk).defer("best", "resume", "wishes").first()


def plan_in_league(league: League, public_id: str) -> FixturePlan | None:
    """A plan of a league with its season, without its list; None if there is none. One query."""
    found = FixturePlan.objects.filter(season__league=league, public_id=public_id)
    related = ("season__league", "season__rule_book", "season__copied_from")
    return found.select_related(*related).defer("best", "resume").first()
