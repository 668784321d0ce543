"""Selectors of the secretary's entry pages: a match with its draft and roster, or the matches of a night."""

import datetime
from dataclasses import dataclass

from django.db.models import Max, Q

from league.matches.sheet.values import Sheet
from league.models import Draft, League, Match, ResultReceipt, Ruling, Scorecard, User
from league.results.selectors.names import Roster, roster_of
from league.results.selectors.reports import is_waiting
from league.results.selectors.scorecards import confirmed_cards, is_entered, sheet_of
from league.standings.selectors.match_lists import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetToEnter:
    """A match as its sheet is typed or corrected. `sheet` is that of `card`, the confirmed one.

    `waiting` are the reports of captains that are not agreed yet. `can_restore` says that there is an earlier
    draft to be brought back. `match_ruling` is the one by which the whole match was given or declared void;
    `walkover_tables` were given without play and have no score: those given after play are left out.
    """

    match: Match
    latest_version: int
    card: Scorecard | None
    sheet: Sheet | None
    waiting: tuple[Scorecard, ...]
    draft: Draft | None
    can_restore: bool
    roster: Roster
    match_ruling: Ruling | None
    walkover_tables: dict[int, Ruling]


def match_in(league: League, public_id: str) -> Match:
    """Return a match of the league by its public id, with its teams, pub, season and rule book.

    Raises Match.DoesNotExist if the league has none of that id. One query.
    """
    matches = matches_in(league, Q(public_id=public_id))
    if not matches:
        raise Match.DoesNotExist(f"{league} has no match {public_id}.")
    return matches[0]


def matches_in(league: League, which: Q) -> list[Match]:
    """Return matches of the league with what `match_in` says. One query."""
    known = Match.with_ties.select_related(
        *("home", "away", "venue", "division__season__rule_book", "receipt", "tie__cup")
    )
    matches = list(known.filter(which, division__season__league=league))
    for match in matches:
        # Not as it stands now: one that is being deleted has an address no more.
        match.division.season.league = league
    return matches


def sheet_to_enter(league: League, public_id: str, *, by: User) -> SheetToEnter:
    """Return the match with all that its entry page needs.

    Raises Match.DoesNotExist if the league has none of that id. Eleven queries at most: five fewer while
    nothing is confirmed.
    """
    match = match_in(league, public_id)
    cards = list(match.scorecards.select_related("entered_by"))
    card = next((scorecard for scorecard in cards if scorecard.is_confirmed), None)
    sheet = sheet_of(card) if card else None
    draft = Draft.with_deleted.filter(match=match, user=by).first()
    roster = roster_of(match, besides=players_on(sheet) if sheet else ())
    rulings = list(match.rulings.in_force())
    played = {table.number for table in sheet.tables if table.is_played} if sheet else set()
    return SheetToEnter(
        match=match,
        latest_version=max((scorecard.version for scorecard in cards), default=0),
        waiting=tuple(scorecard for scorecard in cards if is_waiting(scorecard)),
        card=card,
        sheet=sheet,
        draft=draft if draft and draft.deleted_at is None else None,
        can_restore=bool(draft and (draft.deleted_at or draft.replaced)),
        roster=roster,
        match_ruling=next((ruling for ruling in rulings if ruling.table is None), None),
        walkover_tables={
            ruling.table: ruling
            for ruling in rulings
            if ruling.kind == Ruling.Kind.WALKOVER and ruling.table is not None and ruling.table not in played
        },
    )


def players_on(sheet: Sheet) -> set[int]:
    """Return the players named on a sheet, by database key."""
    pairs = (game.home_pair + game.away_pair for table in sheet.tables for game in table.games)
    return {seat.player for pair in pairs for seat in pair if seat.player is not None}


def other_matches_of(match: Match) -> list[Match]:
    """Return the other matches of the same two teams in the season, ties of cups too, by date. One query."""
    teams = (match.home_id, match.away_id)
    matches = Match.with_ties.filter(division__season=match.division.season, home__in=teams, away__in=teams)
    known = matches.exclude(pk=match.pk).select_related("home", "away", "division__cup")
    return list(known.select_related("division__season__rule_book").annotate(is_entered=is_entered()))


def others_of_night(match: Match) -> list[tuple[Match, bool]]:
    """Return the other matches of the league on the date of a match, those still to enter first.

    Each with whether there is a result; none without a date. One query.
    """
    if match.date is None:
        return []
    of_date = Match.with_ties.filter(division__season__league=match.division.season.league, date=match.date)
    of_date = of_date.exclude(pk=match.pk).select_related("home", "away", "division")
    matches = of_date.annotate(is_entered=is_entered()).order_by("is_entered", "home__name")
    return [(other, other.is_entered) for other in matches]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchToEnter:
    """A match of the night as its finals are typed: its rule book, newest version, the user's draft.

    `receipt` is when the result was received and how, or a note about it. `walkover_tables` were given
    without play and have no score.
    """

    match: Match
    line: MatchLine
    latest_version: int
    draft: Draft | None
    card: Scorecard | None
    receipt: ResultReceipt | None
    walkover_tables: frozenset[int]


def matches_to_enter(league: League, date: datetime.date, *, by: User) -> list[MatchToEnter]:
    """Return the matches of a date in the order of the page, with this user's drafts. Five queries."""
    of_date = Match.with_ties.filter(division__season__league=league, date=date)
    lines = match_lines(of_date)
    cards = confirmed_cards(lines)
    drafts = {draft.match_id: draft for draft in Draft.objects.filter(match__in=of_date, user=by)}
    known = of_date.select_related("home", "away", "venue", "division__season__rule_book", "receipt")
    known = known.select_related("division__season__league")
    matches = known.annotate(latest_version=Max("scorecards__version")).in_bulk()
    return [
        MatchToEnter(
            match=match,
            line=line,
            latest_version=match.latest_version or 0,
            draft=drafts.get(match.pk),
            card=cards.get(match.pk),
            receipt=getattr(match, "receipt", None),
            walkover_tables=frozenset(given.table for given in line.tables_given if given.table is not None),
        )
        for line in lines
        if (match := matches.get(line.outcome.match))
    ]
