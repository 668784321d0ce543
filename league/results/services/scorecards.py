"""Services of scorecards: confirm, correct, turn round, move to another match. None is overwritten.

Also ends reports: once there is a result, those that wait are set aside and every objection is closed.
"""

import datetime
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce

from league.competition.services import bump_revision, count_result, hold_cups_of, verify_open
from league.matches.selectors import idle_tables
from league.matches.services import follow_tie, set_date_played
from league.matches.sheet.faults import sheet_faults
from league.matches.sheet.values import Sheet, SheetFault, SheetTable, completed, mirrored
from league.models import Draft, Match, Objection, Scorecard, Side, User
from league.regulations.selectors.eligibility import blocking
from league.results.selectors.reports import WAITS
from league.results.selectors.scorecards import confirmed_card, latest_version, sheet_of
from league.results.services.card_rows import new_card
from league.results.services.disputes import dispute_marked, end_dispute
from league.results.services.held_match import CardsSoFar, card_facts, hold_with_cards
from league.shared.errors import GONE, Refused, written_whole

STALE = "Somebody else has saved this result since you began."
STALE_BY_ONESELF = "You have confirmed this result already, in another window."
RIVALS = {"one_confirmed_scorecard": STALE, "scorecard_version_once": STALE, "league_scorecard": STALE}
REASON_REQUIRED = "This result was already confirmed. Give the reason for the change; captains can read it."


class SheetRefused(Refused):
    """The sheet contains something that cannot be; `faults` has each with its place."""

    def __init__(self, faults: Sequence[SheetFault]) -> None:
        super().__init__(" ".join(fault.sentence for fault in faults))
        self.faults = tuple(faults)


class StaleCard(Refused):
    """The card changed after typing began; `current` is the confirmed one, if any. `by` is who began."""

    def __init__(self, current: Scorecard | None, by: User | None = None) -> None:
        is_own = current is not None and by is not None and current.entered_by_id == by.pk
        super().__init__(STALE_BY_ONESELF if is_own else STALE)
        self.current = current


class ReasonRequired(Refused):
    """A confirmed result is to be changed without a reason."""

    def __init__(self) -> None:
        super().__init__(REASON_REQUIRED)


def confirm_scorecard(
    *,
    match: Match,
    sheet: Sheet,
    by: User,
    began_from: int,
    now: datetime.datetime,
    reason: str = "",
    played_on: datetime.date | None = None,
) -> Scorecard:
    """Confirm a sheet as the result of its match: one new version, whole or not at all.

    `began_from` is the newest version there was when typing began, 0 for none. The same sheet sent again by
    the same person returns the card that counts: pressing twice is no mistake. `played_on` dates a postponed
    match that has no new date.

    Raises SheetRefused (the sheet cannot be), StaleCard (somebody was quicker), ReasonRequired (it replaces a
    confirmed result without a reason), Refused (somebody may not play by a rule that the season enforces).
    This person's draft of the match is deleted; nobody else's is.

    Reports of captains that wait are set aside, and their disputes are decided by it.
    """
    sheet = whole_sheet(match, sheet)
    with written_whole(**RIVALS):
        facts = hold_with_cards(match, user=by)
        if played_on:
            set_date_played(match=match, on=played_on)
        if facts.has_draft:
            Draft.with_deleted.filter(match=match, user=by).delete()
        current = confirmed_card(match) if facts.is_confirmed else None
        if current and current.entered_by_id == by.pk and sheet_of(current) == sheet:
            return current
        if blocked := blocking(match, sheet):
            raise Refused(" ".join(blocked))
        card = _new_version(
            match, current, sheet, facts=facts, by=by, began_from=began_from, reason=reason, now=now
        )
        follow_tie(match)
        dispute_marked(match=match, sheet=sheet, now=now, by=by)
        if played_on:
            bump_revision(league_id=match.division.season.league_id)
        else:
            count_result(match=match)
    return card


def turn_round(*, match: Match, by: User, began_from: int, reason: str, now: datetime.datetime) -> Scorecard:
    """Swap home and away of a card that was entered the wrong way round: a new version, with its reason.

    Raises Refused if there is nothing to turn, StaleCard and ReasonRequired as confirming does.
    """
    with written_whole(**RIVALS):
        facts = hold_with_cards(match, user=by)
        current = confirmed_card(match)
        if current is None:
            raise Refused("The match has no confirmed result to swap.")
        sheet = mirrored(sheet_of(current))
        card = _new_version(
            match, current, sheet, facts=facts, by=by, began_from=began_from, reason=reason, now=now
        )
        follow_tie(match)
        bump_revision(league_id=match.division.season.league_id)
    return card


def move_card(
    *,
    match: Match,
    to: Match,
    by: User,
    began_from: int,
    reason: str,
    now: datetime.datetime,
    columns_stay: bool = False,
) -> Scorecard:
    """Move a card to another match of the same two teams, where it should have been entered.

    Each team keeps its scores, so in a return match home and away change places; with `columns_stay` the
    scores of the teams change places besides, for a sheet whose columns were swapped. The old match is left
    without a result; its card stays and says where it went. Raises SheetRefused if that match cannot have
    such a sheet, Refused unless it is of the same teams and has no result yet; StaleCard and ReasonRequired
    as confirming does.
    """
    if {to.home_id, to.away_id} != {match.home_id, match.away_id} or to.pk == match.pk:
        raise Refused(f"{_met(to)} is not another match of {_met(match)}.")
    with written_whole(**RIVALS):
        lock_matches(match, to)
        current, facts = confirmed_card(match), card_facts(to, user=by)
        if current is None:
            raise Refused("The match has no confirmed result to move.")
        if facts.is_confirmed:
            raise Refused(f"{_met(to)} already has its own confirmed result. Correct that one first.")
        sheet = sheet_of(current)
        if (to.home_id != match.home_id) != columns_stay:
            sheet = mirrored(sheet)
        sheet = whole_sheet(to, sheet)
        _put_aside(current, f"Moved to {_met(to)}", by=by, began_from=began_from, reason=reason, now=now)
        card = _new_version(
            to,
            None,
            sheet,
            facts=facts,
            by=by,
            began_from=facts.latest,
            reason=f"Moved from {_met(match)}: {reason}"[:200],
            now=now,
        )
        follow_tie(match)
        follow_tie(to)
        bump_revision(league_id=match.division.season.league_id)
    return card


def take_off(*, match: Match, by: User, began_from: int, reason: str, now: datetime.datetime) -> Scorecard:
    """Take the result off a match that was not played after all: it can be moved, given or entered again.

    Its card stays and says why. Raises Refused without a result; StaleCard and ReasonRequired as confirming.
    """
    with written_whole(**RIVALS):
        lock_matches(match)
        current = confirmed_card(match)
        if current is None:
            raise Refused("The match has no confirmed result to take off.")
        _put_aside(current, "Not played after all", by=by, began_from=began_from, reason=reason, now=now)
        end_dispute(match=match, decision=f"Not played after all: {reason}", now=now, by=by)
        follow_tie(match)
        bump_revision(league_id=match.division.season.league_id)
    return current


def _put_aside(
    card: Scorecard, what: str, *, by: User, began_from: int, reason: str, now: datetime.datetime
) -> None:
    if latest_version(card.match) != began_from:
        raise StaleCard(card, by)
    if not reason.strip():
        raise ReasonRequired
    set_aside(card, now=now, because=f"{what}: {reason.strip()}"[:200])


def whole_sheet(match: Match, sheet: Sheet) -> Sheet:
    """Return a sheet as it is stored for a match, with what follows filled in.

    The tables that the match has no use for are not played. Raises SheetRefused if the sheet cannot be.
    """
    book, sheet = match.division.season.rule_book, _with_idle_tables(match, sheet)
    if faults := sheet_faults(
        sheet,
        book.rules(),
        book.match_format(),
        home=match.home.name,
        away=match.away.name,
        called=(book.table_word, book.game_word),
    ):
        raise SheetRefused(faults)
    return completed(sheet, book.rules())


def _with_idle_tables(match: Match, sheet: Sheet) -> Sheet:
    """Return a sheet on which the tables that the match has no use for are not played."""
    on_sheet = {table.number for table in sheet.tables}
    idle = [SheetTable(number=n, is_played=False) for n in idle_tables(match) if n not in on_sheet]
    return replace(sheet, tables=(*sheet.tables, *idle)) if idle else sheet


def _met(match: Match) -> str:
    """Return a match as "home v away", which is enough between two legs."""
    return f"{match.home} v {match.away}"


def lock_matches(*matches: Match) -> None:
    """Lock these matches, as `hold_matches` does, and before them the cups they move on.

    Raises Refused also if their season is closed.
    """
    hold_cups_of(*matches)
    verify_open(*hold_matches(*matches))


def hold_matches(*matches: Match) -> set[int]:
    """Lock these matches until the transaction ends; return their keys.

    Always in the same order, so that two moves in opposite directions do not wait for each other. On SQLite
    the transaction already holds the whole database. Raises Refused if one of them has been deleted.
    """
    keys = {match.pk for match in matches}
    # no_key: a ruling that refers to the match need not wait, which could end in a deadlock.
    held = Match.with_ties.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    if len(held.values_list("pk")) < len(keys):
        raise Refused(GONE)
    return keys


def _new_version(
    match: Match,
    current: Scorecard | None,
    sheet: Sheet,
    *,
    facts: CardsSoFar,
    by: User,
    began_from: int,
    reason: str,
    now: datetime.datetime,
) -> Scorecard:
    if facts.latest != began_from:
        raise StaleCard(current, by)
    if current:
        if not reason.strip():
            raise ReasonRequired
        # Before the new version is inserted: the constraint on confirmed cards cannot be deferred on SQLite.
        set_aside(current, now=now)
    words = f": {reason.strip()}" if reason.strip() else "."
    if facts.has_reports_waiting:
        end_reports(match=match, now=now, decision=f"Result confirmed{words}", by=by)
    return new_card(
        match,
        sheet,
        now=now,
        version=facts.latest + 1,
        entered_by=by,
        reason=reason.strip(),
        private_remarks=sheet.private_remarks,
    )


def set_aside(card: Scorecard, *, now: datetime.datetime, because: str = "") -> None:
    """Set a card aside: it counts or waits no more, and stays readable."""
    card.is_confirmed = False
    card.set_aside_at = now
    card.set_aside_because = because
    card.save(update_fields=["is_confirmed", "set_aside_at", "set_aside_because"])


def end_reports(
    *,
    match: Match,
    now: datetime.datetime,
    decision: str,
    by: User | None = None,
    side: Side | None = None,
    but: Scorecard | None = None,
) -> None:
    """Set aside every report that waits, but the one agreed on, and close the remaining objections.

    A dispute about these reports ends too; one over a result that was confirmed long ago is another matter
    and stays. `decision` says for its history what ended it; `by` and `side` are the account and the
    captain's side that did. The caller has locked the match.
    """
    waiting = list(Scorecard.objects.filter(WAITS, match=match))
    if not waiting:
        return
    for card in waiting:
        if card != but:
            set_aside(card, now=now)
    close_objections(match=match, state=Objection.State.DECIDED, now=now)
    end_dispute(match=match, decision=decision, now=now, by=by, side=side)


def close_objections(
    *,
    match: Match,
    state: Objection.State,
    now: datetime.datetime,
    to: Scorecard | None = None,
) -> int:
    """Close the open and disputed objections of a match, or those to one report; return how many."""
    unsettled = Objection.objects.filter(
        scorecard__match=match, state__in=(Objection.State.OPEN, Objection.State.DISPUTED)
    )
    if to is not None:
        unsettled = unsettled.filter(scorecard=to)
    # An objection that was refused has been answered already.
    answered = Coalesce("answered_at", Value(now, DateTimeField()))
    return unsettled.update(state=state, answered_at=answered)
