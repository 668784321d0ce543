"""Selectors of running objections and disputes: who must answer, until when, and what would follow."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from league.models import Match, Objection, Side, Team
from league.results.log import AWARDS, SheetPlace
from league.results.proposals import SheetVersion, changes_from_json
from league.results.selectors.reports import (
    OTHER_SIDE,
    UNSETTLED,
    answer_due,
    place_words,
    points_in_words,
)
from league.results.selectors.scorecards import sheets_of
from league.shared.text import listed, uncapitalised

SECRETARY_DECIDES = "The secretary decides."


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """What the sides of a match do not agree on.

    `side` objects, "" where nobody did: both signed, or the secretary opened a dispute. `answerer` is the
    side that must answer by `until`; "" says that the secretary decides. `sentence` tells what it is about:
    "Crowther Fold A claim Game of hand 3 at table 4. It would be 14–9, not finished."
    """

    match: int
    side: str
    answerer: str
    until: datetime.datetime | None
    sentence: str

    @property
    def is_for_secretary(self) -> bool:
        return not self.answerer


def disagreements(matches: Iterable[int]) -> dict[int, Disagreement]:
    """Return the objections and disputes that run in some matches, by the key of the match.

    Two queries; six more where there is an objection, however many.
    """
    keys = list(matches)
    known = Objection.objects.filter(scorecard__match__in=keys, state__in=UNSETTLED).select_related(
        "scorecard__match__home", "scorecard__match__away", "scorecard__match__division__season__rule_book"
    )
    objections = list(known.select_related("scorecard__match__division__season__league").order_by("-id"))
    sheets = sheets_of([objection.scorecard for objection in objections]) if objections else {}
    found = {
        match.pk: Disagreement(
            match=match.pk,
            side="",
            answerer="",
            until=None,
            sentence=f"{_ended(match.disputed_because)} {SECRETARY_DECIDES}",
        )
        for match in Match.with_ties.filter(pk__in=keys).exclude(disputed_because="")
    }
    for objection in objections:
        match = objection.scorecard.match
        is_open = objection.state == Objection.State.OPEN
        recorded = SheetVersion(match, sheets[objection.scorecard_id])
        found[match.pk] = Disagreement(
            match=match.pk,
            side=objection.side,
            answerer=OTHER_SIDE[Side(objection.side)] if is_open else "",
            until=answer_due(match.division.season, objection.made_at) if is_open else None,
            sentence=claim_words(objection, recorded),
        )
    return found


def proposed_version(objection: Objection, recorded: SheetVersion) -> SheetVersion:
    """Return the sheet as an objection proposes it; without a proposal as it was recorded."""
    changes = changes_from_json(objection.proposed, recorded.layout)
    return SheetVersion(recorded.match, recorded.recorded, changes)


def claim_words(objection: Objection, recorded: SheetVersion) -> str:
    """Return what an objection says: who claims what, and what would follow."""
    match = recorded.match
    team = teams_of(match)[Side(objection.side)]
    where = place_words(objection, match.division.season.rule_book)
    if not objection.proposed:
        return f"{team} say {where} is wrong: {_ended(objection.because)}"
    proposed = proposed_version(objection, recorded)
    words = game_words(proposed, objection.table, objection.game)
    return f"{team} {_claim(objection, recorded, proposed)}. It would be {words}."


def objection_words(objection: Objection, recorded: SheetVersion) -> str:
    """Return what an objection says, with the note of the captain who made it."""
    claim = claim_words(objection, recorded)
    return f"{claim} Note: {_ended(objection.because)}" if objection.proposed and objection.because else claim


def _claim(objection: Objection, recorded: SheetVersion, proposed: SheetVersion) -> str:
    """Return “claim Game of hand 3 at table 4” for one point, or which hands are said to be wrong."""
    at = f"at {uncapitalised(recorded.layout.where(objection.table, objection.game))}"
    hands = proposed.hands_changed
    if not hands:
        return f"say the final score {at} is wrong"
    if len(hands) > 1:
        return f"say hands {listed(map(str, hands))} {at} are wrong"
    place = SheetPlace(objection.table, objection.game, f"h{hands[0]}")
    before, after = recorded.body(place), proposed.body(place)
    taken = [name for name in AWARDS if before.get(name) != after.get(name)]
    if len(taken) == 1 and after.get(taken[0]) == objection.side:
        return f"claim {taken[0].capitalize()} of hand {hands[0]} {at}"
    return f"say hand {hands[0]} {at} is wrong"


def teams_of(match: Match) -> dict[Side, Team]:
    """Return the teams of a match by side."""
    return {Side.HOME: match.home, Side.AWAY: match.away}


def game_words(version: SheetVersion, table: int, game: int) -> str:
    """Return the score of a game in words: “14–9, not finished”."""
    score = version.score(table, game)
    if score is None:
        return "not played"
    figures = "–".join(map(str, score))
    return figures if version.is_finished(table, game) else f"{figures}, not finished"


def match_words(recorded: SheetVersion, proposed: SheetVersion) -> str:
    """Return what becomes of the match: “Match 6–4 becomes 2–4, with 4 points still open.”"""
    before, after = recorded.so_far, proposed.so_far
    if after.is_complete:
        stays = before.points == after.points
        return f"The match stays {after.words}." if stays else f"Match {before.words} becomes {after.words}."
    still_open = sum(before.points) - sum(after.points)
    if still_open <= 0:
        return f"Match {before.words} becomes {after.words} so far."
    points = "point" if still_open == 2 else "points"
    count = points_in_words(still_open)
    return f"Match {before.words} becomes {after.words}, with {count} {points} still open."


def _ended(sentence: str) -> str:
    """Return what somebody typed with a full stop, if it ends without one."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
