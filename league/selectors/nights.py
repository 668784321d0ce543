"""A night of the league on one page: every match of the date, what is in, what is missing, what was begun."""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Max, Min, Q

from league.models import Draft, League, Match, Scorecard, User
from league.selectors.matches import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class NightMatch:
    """A match of the night: as lists show it, its confirmed card if there is one, and who has begun one."""

    line: MatchLine
    card: Scorecard | None
    drafts: tuple[Draft, ...]

    @property
    def is_settled(self) -> bool:
        """Nothing more is to be entered: the result is in, or the match was given without play."""
        return self.card is not None or self.line.given is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """The matches of one date, those moved away from it, and the nights with matches before and after."""

    date: datetime.date
    matches: tuple[NightMatch, ...]
    moved_away: tuple[MatchLine, ...]
    before: datetime.date | None
    after: datetime.date | None

    @property
    def settled(self) -> int:
        return sum(match.is_settled for match in self.matches)

    @property
    def missing(self) -> tuple[NightMatch, ...]:
        return tuple(match for match in self.matches if not match.is_settled)


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


def night(league: League, date: datetime.date) -> Night:
    """The night of a date. Five queries, however many matches."""
    matches = Match.objects.filter(division__season__league=league)
    lines = match_lines(matches.filter(Q(date=date) | Q(postponed_from=date)))
    cards = _cards(lines)
    drafts: dict[int, list[Draft]] = defaultdict(list)
    known = Draft.objects.filter(match__in=[line.outcome.match for line in lines]).select_related("user")
    for draft in known.order_by("saved_at"):
        drafts[draft.match_id].append(draft)
    around = matches.aggregate(
        before=Max("date", filter=Q(date__lt=date)), after=Min("date", filter=Q(date__gt=date))
    )
    return Night(
        date=date,
        matches=tuple(
            NightMatch(
                line=line, card=cards.get(line.outcome.match), drafts=tuple(drafts[line.outcome.match])
            )
            for line in lines
            if line.date == date
        ),
        moved_away=tuple(line for line in lines if line.date != date),
        **around,
    )


def matches_to_enter(league: League, date: datetime.date, *, by: User) -> list[MatchToEnter]:
    """The matches of a date in the order of the page, for one secretary's typing. Five queries."""
    found = Match.objects.filter(division__season__league=league, date=date)
    lines = match_lines(found)
    cards = _cards(lines)
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


def _cards(lines: list[MatchLine]) -> dict[int, Scorecard]:
    keys = [line.outcome.match for line in lines]
    cards = Scorecard.objects.filter(match__in=keys, is_confirmed=True).select_related("entered_by")
    return {card.match_id: card for card in cards}
