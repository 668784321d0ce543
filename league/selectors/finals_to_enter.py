"""The matches of a night as one secretary types their final scores."""

import datetime
from dataclasses import dataclass

from django.db.models import Max

from league.models import Draft, League, Match, Scorecard, User
from league.selectors.matches import MatchLine, match_lines
from league.selectors.nights import confirmed_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchToEnter:
    """A match of the night as its finals are typed: its rule book, its newest version, one's own draft."""

    match: Match
    line: MatchLine
    latest_version: int
    draft: Draft | None
    card: Scorecard | None

    @property
    def given_tables(self) -> frozenset[int]:
        """Tables given without play: nothing is typed for them."""
        return frozenset(one.table for one in self.line.tables_given if one.table is not None)


def matches_to_enter(league: League, date: datetime.date, *, by: User) -> list[MatchToEnter]:
    """The matches of a date in the order of the page, for one secretary's typing. Five queries."""
    found = Match.objects.filter(division__season__league=league, date=date)
    lines = match_lines(found)
    cards = confirmed_cards(lines)
    drafts = {draft.match_id: draft for draft in Draft.objects.filter(match__in=found, user=by)}
    known = found.select_related("home", "away", "venue", "division__season__rule_book")
    matches = known.annotate(latest_version=Max("scorecards__version")).in_bulk()
    return [
        MatchToEnter(
            match=match,
            line=line,
            latest_version=match.latest_version or 0,
            draft=drafts.get(match.pk),
            card=cards.get(match.pk),
        )
        for line in lines
        if (match := matches.get(line.outcome.match))
    ]
