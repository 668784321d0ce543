"""How far a team's matches have come to being agreed, as lines of its captain's week."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.matches.sheet.values import match_score
from league.models import Enrolment, RuleBook, Scorecard
from league.overview.captain_items import LetterKind, WeekItem, address_of, due_at, match_words, reminder_of
from league.overview.captain_matches import OwnMatch
from league.results.selectors.objections import SECRETARY_DECIDES, Disagreement, disagreements
from league.results.selectors.reports import OTHER_SIDE, WAITS, answer_due
from league.results.selectors.scorecards import sheets_of
from league.templatetags.dates import pub_date
from league.templatetags.formatting import DASH, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreements:
    """How far matches have come to being agreed, by match: differences, signed cards, scores."""

    disagreements: Mapping[int, Disagreement]
    cards: Mapping[int, Mapping[str, Scorecard]]
    scores: Mapping[int, str]

    @property
    def matches(self) -> frozenset[int]:
        """The matches about which something runs."""
        return frozenset((*self.disagreements, *self.cards))

    def score(self, card: Scorecard | None, own: OwnMatch) -> str:
        """Return the match points of a card, home first: 6–4; without a card those that count."""
        if card:
            return self.scores[card.pk]
        home, away = own.line.home_share, own.line.away_share
        return (
            f"{points(home.half_points)}{DASH}{points(away.half_points)}" if home and away else "the result"
        )


def agreements_of(matches: Iterable[int], book: RuleBook) -> Agreements:
    """Return how far some matches have come to being agreed.

    Three queries; six more where there is an objection, and five for the scores where a card waits.
    """
    matches = list(matches)
    cards: dict[int, dict[str, Scorecard]] = defaultdict(dict)
    waiting = list(Scorecard.objects.filter(WAITS, match__in=matches).order_by("version"))
    for card in waiting:
        cards[card.match_id][card.reported_for] = card
    scores = {}
    if waiting:
        rules, form = book.rules(), book.match_format()
        for key, sheet in sheets_of(waiting).items():
            home, away = match_score(sheet, rules, form).match_points
            scores[key] = f"{points(home)}{DASH}{points(away)}"
    return Agreements(disagreements=disagreements(matches), cards=cards, scores=scores)


def agreement_item(
    own: OwnMatch, agreements: Agreements, enrolment: Enrolment, clock: datetime
) -> tuple[WeekItem, bool]:
    """Return the line of a match that is being agreed, and whether it waits for this captain."""
    cards = agreements.cards.get(own.key, {})
    ours, theirs = cards.get(own.side), cards.get(OTHER_SIDE[own.side])
    common: dict[str, Any] = {"about": match_words(own), "address": address_of(own)}
    if disagreement := agreements.disagreements.get(own.key):
        card = theirs if disagreement.side == own.side else ours or theirs
        return _disagreement(own, disagreement, agreements.score(card, own), clock)
    if ours and theirs:
        last = max(ours.entered_at, theirs.entered_at)
        return WeekItem(
            title="Compare two results",
            sentence=f"You signed {agreements.score(ours, own)}, they {agreements.score(theirs, own)}. "
            "Sign theirs, or the secretary decides.",
            due=due_at(answer_due(enrolment.season, last), clock),
            button="Compare",
            **common,
        ), True
    card = theirs or ours
    silence = "Without an answer it counts." if card and card.waits_until else ""
    due = due_at(card.waits_until if card else None, clock)
    if theirs:
        return WeekItem(
            title=f"Sign {agreements.score(theirs, own)}",
            sentence=f"They have signed. {silence or 'It counts when you sign too.'}",
            due=due,
            button="Sign",
            **common,
        ), True
    return WeekItem(
        title=f"Signature for {agreements.score(ours, own)}",
        sentence=f"{own.other} are still to sign. {silence}".rstrip(),
        due=due,
        button="Remind",
        reminder=reminder_of(own, LetterKind.SIGN, f"Please sign {agreements.score(ours, own)}"),
        **common,
    ), False


def _disagreement(
    own: OwnMatch, disagreement: Disagreement, score: str, clock: datetime
) -> tuple[WeekItem, bool]:
    common: dict[str, Any] = {
        "about": match_words(own),
        "address": address_of(own),
        "due": due_at(disagreement.until, clock),
    }
    if disagreement.is_for_secretary:
        sentence = disagreement.sentence.removesuffix(SECRETARY_DECIDES).rstrip()
        title = f"The secretary decides about {score}"
        return WeekItem(title=title, sentence=sentence, button="View", **common), False
    if disagreement.answerer == own.side:
        common["about"] = pub_date(own.line.date)  # the sentence names the other side
        title = f"Answer an objection to {score}"
        return WeekItem(title=title, sentence=disagreement.sentence, button="Answer", **common), True
    return WeekItem(
        title=f"Your objection to {score}",
        sentence=f"{own.other} are still to answer. After that the secretary decides.",
        button="Remind",
        reminder=reminder_of(own, LetterKind.OBJECTION, "Please answer our objection to the result"),
        **common,
    ), False
