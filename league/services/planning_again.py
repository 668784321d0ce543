"""A season planned again from a day: a plan of its own, and its search, in one press."""

import datetime
from dataclasses import dataclass

from league.models import FixturePlan, Season, User
from league.selectors.plan_again import Beginning, wishes_again
from league.selectors.plans import standing_list
from league.services.plans import ask_for_search, make_plan
from league.services.refusals import Refused, written_whole

NOTHING_STANDS = "There is no list yet that could be planned again. Make a plan and publish it first."
AFTER = "Play cannot begin again before the day from which it is planned; give the same day or a later one."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAgain:
    """The plan, waiting for its search, and what of the old wishes could not be taken over."""

    plan: FixturePlan
    dropped: tuple[str, ...]


def plan_again(
    *,
    season: Season,
    beginning: Beginning,
    seconds: int,
    by: User | None,
    now: datetime.datetime,
    wishes_follow: bool = False,
) -> PlannedAgain:
    """Plan the rest of a season again: what stands before the start stays, the wishes that stood count on.

    The list as it stands is the plan's first, so it shows at once what that costs. Raises Refused, with
    the arithmetic, if the nights left cannot hold the matches left; not where its wishes are changed first
    (`wishes_follow`): then it is not searched yet.
    """
    if beginning.until < beginning.start:
        raise Refused(AFTER)
    with written_whole():
        fixtures = standing_list(season)
        if fixtures is None:
            raise Refused(NOTHING_STANDS)
        wishes = wishes_again(season, beginning)
        start = beginning.start
        plan = make_plan(
            season=season,
            name=f"Again from {start.day} {start:%B %Y}",
            wishes=wishes.text,
            by=by,
            now=now,
            seconds=seconds,
            meetings=fixtures,
            wishes_follow=wishes_follow,
        )
        if not wishes_follow:
            plan = ask_for_search(plan=plan)
        return PlannedAgain(plan=plan, dropped=wishes.dropped)
