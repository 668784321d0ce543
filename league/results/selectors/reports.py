"""Selectors of captains' reports that wait to be agreed: of which side, until when, and the objections."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, Subquery

from league.matches.selectors import being_played
from league.matches.sheet.values import Sheet
from league.models import League, Match, MatchDispute, Objection, RuleBook, Scorecard, Season, Side, Signature
from league.regulations.selectors.match_facts import zone_of
from league.results.parsing.fields import layout_of
from league.shared.moments import Duration, Unit, falls
from league.shared.text import in_halves, uncapitalised
from scoring.matches import MatchScore


def team_names(match: Match) -> dict[str, str]:
    """Return the names of the teams of a match by side."""
    return {Side.HOME: match.home.name, Side.AWAY: match.away.name}


WAITS = Q(is_confirmed=False, set_aside_at=None)
"""Cards that wait: neither confirmed nor set aside."""
UNSETTLED = (Objection.State.OPEN, Objection.State.DISPUTED)
OTHER_SIDE = {Side.HOME: Side.AWAY, Side.AWAY: Side.HOME}

# Where the season does not say how long a report waits for the other side, an objection waits as long as is
# usual for reports (48 hours: montrealultimate.ca), and then goes to the secretary.
USUAL_SPAN = Duration(48, Unit.HOURS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """How far a match has come to being agreed: the card that counts, signed sheets, objections.

    `objections` are the open and disputed ones, the first first. Cards come with their signatures.
    """

    confirmed: Scorecard | None
    waiting: tuple[Scorecard, ...]
    objections: tuple[Objection, ...]
    latest_version: int

    def of(self, side: Side) -> Scorecard | None:
        """Return the report of a side that waits."""
        return next((card for card in self.waiting if card.reported_for == side), None)

    def against(self, card: Scorecard | None) -> tuple[Objection, ...]:
        """Return the objections to one report."""
        return tuple(
            objection
            for objection in self.objections
            if card is not None and objection.scorecard_id == card.pk
        )

    @property
    def is_disputed(self) -> bool:
        """Whether the other side's objection was refused, so that the secretary decides."""
        return any(objection.state == Objection.State.DISPUTED for objection in self.objections)


@dataclass(frozen=True, slots=True)
class Report:
    """A report that waits, as lists of matches show it: of which side, since when, until when."""

    side: str
    at: datetime.datetime
    waits_until: datetime.datetime | None
    is_objected: bool

    @property
    def is_in_hand(self) -> bool:
        """Whether it is settled without a reminder."""
        return self.waits_until is not None or self.is_objected


def reports_of(match: Match) -> Reports:
    """Return the reports of a match. Three queries; one where there is no card."""
    cards = list(match.scorecards.prefetch_related(Prefetch("signatures", Signature.objects.order_by("id"))))
    objections = Objection.objects.filter(scorecard__in=[card.pk for card in cards], state__in=UNSETTLED)
    return Reports(
        confirmed=next((card for card in cards if card.is_confirmed), None),
        waiting=tuple(card for card in cards if is_waiting(card)),
        objections=tuple(objections) if cards else (),
        latest_version=max((card.version for card in cards), default=0),
    )


def objections_of(match: Match) -> tuple[Objection, ...]:
    """Return all objections ever made to a report of a match, the first first. One query."""
    objections = Objection.objects.filter(scorecard__match=match).select_related("scorecard")
    return tuple(objections.order_by("made_at", "id"))


def disputes_of(match: Match) -> tuple[MatchDispute, ...]:
    """Return every dispute there ever was about a match, the newest first. One query."""
    return tuple(match.disputes.select_related("opened_by", "closed_by").order_by("-id"))


def is_taken_off(match: Match) -> bool:
    """Return whether the match had a result and has none any more, nor one that waits. One query."""
    set_aside = match.scorecards.values_list("set_aside_at", flat=True)
    return bool(set_aside) and None not in set_aside


def is_waiting(card: Scorecard) -> bool:
    """Return whether the card is a report that waits for the other side."""
    return not card.is_confirmed and card.set_aside_at is None


def waiting_report(match: Match, side: Side) -> Scorecard | None:
    """Return the report of one side that waits, if there is one. One query."""
    return match.scorecards.filter(WAITS, reported_for=side).first()


def stands_at(season: Season, reported_at: datetime.datetime) -> datetime.datetime | None:
    """Return when a report counts if the other side does not answer; None if the season has no such rule."""
    span = season.rule_book.season_regulations().one_report_stands
    return falls(span, reported_at, zone_of(season)) if span else None


def answer_due(season: Season, since: datetime.datetime) -> datetime.datetime:
    """Return until when an objection waits for the other side's answer: as long as a report would."""
    return stands_at(season, since) or falls(USUAL_SPAN, since, zone_of(season))


def has_reports(**of: Any) -> Q:
    """Return the condition of matches in which a report waits, of these fields if any are named."""
    return Q(Exists(Scorecard.objects.filter(WAITS, match=OuterRef("pk"), **of)))


def _has_both() -> Q:
    return has_reports(reported_for=Side.HOME) & has_reports(reported_for=Side.AWAY)


def _is_objected() -> Q:
    return Q(Exists(Objection.objects.filter(scorecard__match=OuterRef("pk"), state__in=UNSETTLED)))


def agrees_by_itself() -> Q:
    """Return the condition of matches in which one side has reported and silence will accept it."""
    is_single = has_reports(waits_until__isnull=False) & ~_has_both()
    return is_single & ~_is_objected() & Q(disputed_because="")


def place_words(objection: Objection, rule_book: RuleBook) -> str:
    """Return the place of an objection: table 3, hand 7; with the game where a table plays several."""
    layout = layout_of(rule_book, rule_book.rules())
    return uncapitalised(layout.where(objection.table, objection.game, objection.hand))


def score_words(score: MatchScore) -> str:
    """Return a result in figures: match points and, where games are pegged, game points: 6–2, 51–47."""
    home, away = (in_halves(halves) for halves in score.match_points)
    return f"{home}–{away}, {score.aggregate[0]}–{score.aggregate[1]}"


def in_hand() -> Q:
    """Return the condition of matches the captains settle without a reminder.

    A report waits for its time, two reports differ, or there is an objection. What captains cannot settle
    becomes a dispute in the end.
    """
    return has_reports(waits_until__isnull=False) | _has_both() | _is_objected()


def is_unsettled() -> Q:
    """Return the condition of matches that are disputed, objected to, or have a report that waits."""
    return ~Q(disputed_because="") | has_reports()


# --- For the jobs -----------------------------------------------------------------------------
def silent_reports(now: datetime.datetime) -> list[Scorecard]:
    """Return reports whose time has run out, in matches where the other side has not answered. One query."""
    due = Scorecard.objects.filter(WAITS, waits_until__lt=now)
    known = due.filter(match__in=Match.with_ties.filter(agrees_by_itself()))
    return list(known.select_related("match__home", "match__away", "match__division__season__league"))


def unanswered_objections(now: datetime.datetime) -> list[Objection]:
    """Return objections the other side has not answered in its time. One query."""
    objections = Objection.objects.filter(state=Objection.State.OPEN).select_related(
        "scorecard__match__home",
        "scorecard__match__away",
        "scorecard__match__division__season__league",
        "scorecard__match__division__season__rule_book",
    )
    return [
        objection
        for objection in objections
        if answer_due(objection.scorecard.match.division.season, objection.made_at) < now
    ]


def differing_reports(now: datetime.datetime) -> list[Match]:
    """Return matches in which both sides signed different sheets and neither moved in its time.

    One query for the matches, one for their cards.
    """
    reported_twice = Match.with_ties.filter(_has_both(), ~_is_objected(), disputed_because="").select_related(
        "home", "away", "division__season__league", "division__season__rule_book"
    )
    matches = list(reported_twice)
    last: dict[int, datetime.datetime] = {}
    for card in Scorecard.objects.filter(WAITS, match__in=matches).order_by("entered_at"):
        last[card.match_id] = card.entered_at
    return [match for match in matches if answer_due(match.division.season, last[match.pk]) < now]


def first_difference(sheet: Sheet, other: Sheet, *, word: str = "table") -> str:
    """Return the first place where two sheets differ, in words; remarks count too."""
    theirs = {table.number: table for table in other.tables}
    for table in sheet.tables:
        same = theirs.get(table.number)
        if table == same:
            continue
        for game, twin in zip(table.games, same.games if same else (), strict=False):
            for number, (hand, beside) in enumerate(zip(game.hands, twin.hands, strict=False), 1):
                if hand != beside:
                    return f"{word} {table.number}, hand {number}"
        return f"{word} {table.number}"
    return "the remarks"


def reports_waiting(matches: Iterable[int]) -> dict[int, tuple[Report, ...]]:
    """Return the reports that wait in some matches, by match, the first first. One query."""
    objected = Objection.objects.filter(scorecard=OuterRef("pk"), state=Objection.State.OPEN)
    cards = Scorecard.objects.filter(WAITS, match__in=list(matches)).annotate(is_objected=Exists(objected))
    reports_by_key: dict[int, tuple[Report, ...]] = {}
    for card in cards.order_by("version"):
        is_objected = card.is_objected  # type: ignore[attr-defined]  # annotated above
        report = Report(card.reported_for, card.entered_at, card.waits_until, is_objected)
        reports_by_key[card.match_id] = (*reports_by_key.get(card.match_id, ()), report)
    return reports_by_key


def disputed_matches(league: League) -> list[Match]:
    """Return the disputed matches of the seasons being played. One query.

    Each with `has_reports`, whether signed sheets wait in it, and `open_dispute`, the key of its dispute,
    None for one without a history.
    """
    known = being_played(league).select_related("home", "away", "division__season__rule_book")
    opened = MatchDispute.objects.filter(match=OuterRef("pk"), closed_at=None).values("pk")
    known = known.annotate(has_reports=has_reports(), open_dispute=Subquery(opened[:1]))
    return list(known.exclude(disputed_because="").order_by("date", "id"))
