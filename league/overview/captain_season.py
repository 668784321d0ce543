"""A captain's season on one page: their week, the next match, what follows, results.

A match stays in a list of the week until it is closed, also while an objection or a dispute runs.
"""

import datetime
from typing import Any

from league.matches.selectors import league_clock
from league.models import CaptainLink, Enrolment, TableEntry
from league.overview.captain_matches import key_of, matches_of, owed_matches
from league.overview.captain_next import next_match
from league.overview.captain_week import (
    agreements_of,
    in_order,
    line_up_items,
    move_item,
    new_night_item,
    resolve_reminders,
    result_item,
    slips_items,
)
from league.regulations.selectors.deadlines import RECENT, clocks_of
from league.scheduling.selectors.postponements import open_requests_of
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.team_matches import team_match


def captain_season(enrolment: Enrolment, *, now: datetime.datetime, players_link: str = "") -> dict[str, Any]:
    """Return the season of a team as its captain sees it, the week in three lists by their deadlines.

    Thirty-six queries at most, however much it has played: two for the matches, one for those owed, one for
    requests, three for deadlines, fourteen for what is being agreed, eleven for the next match, and four
    for logs, slips and reminders.
    """
    matches, clock = matches_of(enrolment), league_clock(enrolment.season.league, now)
    team, today = enrolment.team_id, clock.date()
    every = [team_match(line, team) for line in match_lines(matches)]
    unsettled = owed_matches((own.line for own in every), clock)
    agreements = agreements_of(every, enrolment, clock)
    owed = [own for own in every if key_of(own) in unsettled and key_of(own) not in agreements]
    to_play = [own for own in every if not own.line.is_over]
    undated = [own for own in to_play if own.line.date is None]
    # Played so lately that its slips may still be wanted.
    lately = [
        own for own in every if own.line.is_played and own.line.date and today - own.line.date <= RECENT
    ]
    clocks = clocks_of((own.line for own in (*owed, *undated, *lately)), now, in_public=True)
    requests = open_requests_of(matches, today=today)
    requested = {request.match.pk for request in requests}
    to_come = [
        own
        for own in to_play
        if own.line.date and own.line.date >= today and key_of(own) not in {*unsettled, *agreements}
    ]
    # Tonight's match stays the next one while it is played.
    tonight = [own for own in owed if own.line.date == today]
    following = next(iter([*tonight, *to_come]), None)
    prepared = next_match(following, enrolment, players_link) if following else None
    late = [own for own in owed if own not in tonight]
    begun = TableEntry.objects.filter(match__in=[key_of(own) for own in late]).order_by()
    scored = set(begun.values_list("match", flat=True).distinct())
    shared = [*(move_item(request, team, clock) for request in requests), *agreements.values()]
    yours = in_order(item for item, is_ours in shared if is_ours)
    others = in_order(item for item, is_ours in shared if not is_ours)
    resolve_reminders(others, clock)
    to_do = in_order(
        (
            *(result_item(own, clocks, clock, is_scored=key_of(own) in scored) for own in late),
            *slips_items(lately, clocks, clock),
            *(line_up_items(prepared, clock) if prepared else ()),
            *(new_night_item(own, clocks, clock) for own in undated if key_of(own) not in requested),
        )
    )
    return {
        "clock": clock,
        "today": today,
        "yours": yours,
        "to_do": to_do,
        "others": others,
        "next_match": prepared,
        "to_come": [own for own in to_come if own is not following],
        "results": [own.line for own in reversed(every) if own.line.is_over],
    }


def live_link(enrolment: Enrolment) -> CaptainLink | None:
    """Return the link of a captain that opens their page now. One query."""
    return CaptainLink.objects.live().filter(enrolment=enrolment).first()
