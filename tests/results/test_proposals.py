"""What an objection proposes: later scores recalculated, hands not needed, points to be asked, the match."""

import pytest

from league.models import Match, Objection, RuleBook, Side
from league.results.log import SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.proposals import SheetVersion, changes_to_json, real_changes
from league.results.selectors.agreement import disagreements, game_words, match_words
from league.results.selectors.log import log_of
from league.results.services.reports import Signer, sign_report
from tests.builders import FRIDAY, a_division, a_match, a_season
from tests.builders_tables import an_entry, some_hands
from tests.results.test_entry_family import CARIBBEAN

pytestmark = pytest.mark.django_db

HANDS = ("ha-h", "hh-a", "ha-h", "aha-", "hh-h", "hah-", "ah--", "ha-h")


@pytest.fixture
def match() -> Match:
    """6-4 on finals at tables 1 to 3 and eight hands at table 4, which end 15-8."""
    match = a_match()
    for table, (home, away) in enumerate(((13, 15), (12, 15), (15, 10)), start=1):
        an_entry(match, "final", {"home-final": str(home), "away-final": str(away)}, table=table)
    some_hands(match, 4, *HANDS)
    return match


@pytest.fixture
def recorded(match: Match) -> SheetVersion:
    return SheetVersion(match, LoggedMatch(match, log_of(match)).sheet)


def hand(number: int, marks: str) -> dict[SheetPlace, dict[str, str]]:
    body = dict(zip(("high", "low", "jack", "game"), marks, strict=True))
    return {SheetPlace(4, 1, f"h{number}"): {name: mark for name, mark in body.items() if mark != " "}}


def proposed(recorded: SheetVersion, *hands: dict[SheetPlace, dict[str, str]]) -> SheetVersion:
    wanted = {place: body for places in hands for place, body in places.items()}
    return SheetVersion(recorded.match, recorded.recorded, real_changes(recorded, wanted))


def scores(version: SheetVersion) -> list[tuple[int, ...] | None]:
    return [hand.score if hand.is_needed else None for hand in version.hands(4, 1)]


def test_later_scores_follow_and_the_table_is_open_again(recorded):
    version = proposed(recorded, hand(1, "ha-h"), hand(3, "ha-a"))
    assert version.hands_changed == (3,)
    assert scores(version) == [(2, 1), (4, 2), (5, 4), (6, 6), (9, 6), (11, 7), (12, 8), (14, 9)]
    assert game_words(version, 4, 1) == "14–9, not finished"
    assert match_words(recorded, version) == "Match 6–4 becomes 2–4, with 4 points still open."
    assert not version.refusals
    assert not version.is_complete


def test_a_table_that_ends_earlier_needs_no_later_hands(recorded):
    version = proposed(recorded, hand(4, "hhhh"))
    assert scores(version) == [(2, 1), (4, 2), (6, 3), (10, 3), (13, 3), (15, 4), None, None]
    assert match_words(recorded, version) == "The match stays 6–4."
    assert version.is_complete


def test_points_nobody_pegged_in_the_last_hand_are_asked_when_it_is_not_the_last(match):
    last = match.entries.get(table=4, place="h8")
    # 14-7 before it: High wins the game and nothing more was asked.
    an_entry(match, "h7", {"high": "h", "low": "h", "jack": "-", "game": "-"}, table=4)
    match.entries.filter(table=4, place="h7").order_by("pk").first().delete()
    last.body = {"high": "h"}
    last.save()
    recorded = SheetVersion(match, LoggedMatch(match, log_of(match)).sheet)
    assert recorded.is_complete
    version = proposed(recorded, hand(3, "ha-a"))
    assert version.hands(4, 1)[-1].to_ask == ("low", "jack", "game")
    assert version.refusals
    answered = proposed(recorded, hand(3, "ha-a"), hand(8, "ha-h"))
    assert not answered.refusals


def test_a_running_objection_says_who_claims_what_and_what_would_follow(match, recorded):
    signer = Signer(side=Side.HOME)
    card = sign_report(match=match, sheet=recorded.sheet, signer=signer, began_from=0, now=FRIDAY)
    Objection.objects.create(
        scorecard=card,
        side=Side.AWAY,
        table=4,
        hand=3,
        proposed=changes_to_json(hand(3, "ha-a")),
        made_at=FRIDAY,
    )
    disagreement = disagreements([match.pk])[match.pk]
    assert disagreement.answerer == Side.HOME
    assert disagreement.sentence == (
        "The Shears claim Game of hand 3 at table 4. It would be 14–9, not finished."
    )


class TestTrinidad:
    """Game 1 at table 1, to 14: a six turned up, a gift, a jack that was hung."""

    LOG = (
        {"turnup": "6", "beg": "-", "high": "h", "low": "h", "jack": "h", "game": "h"},
        {"beg": "g", "high": "a", "low": "a", "jack": "-", "game": "a"},
        {"high": "h", "low": "a", "jack": "h", "hung": "yes", "game": "h"},
    )

    @pytest.fixture
    def night(self) -> SheetVersion:
        match = a_match(a_division(a_season(rule_book=RuleBook.objects.create(**CARIBBEAN))))
        an_entry(match, "pitch", {"first-pitch": "h"}, table=1)
        for number, body in enumerate(self.LOG, start=1):
            an_entry(match, f"h{number}", body, table=1)
        return SheetVersion(match, LoggedMatch(match, log_of(match)).sheet)

    def test_what_was_turned_up_begged_and_hung_is_recorded(self, night):
        places = night.places(1, 1)
        assert [dict(night.body(place)) for place in places] == [dict(body) for body in self.LOG]

    def test_a_jack_that_was_not_hung_and_a_gift_that_was_not_given(self, night):
        before = [hand.score for hand in night.hands(1, 1)]
        fair = {**self.LOG[2], "hung": ""}
        stood = {**self.LOG[1], "beg": "-"}
        wanted = {SheetPlace(1, 1, "h3"): fair, SheetPlace(1, 1, "h2"): stood}
        changes = real_changes(night, wanted)
        version = SheetVersion(night.match, night.recorded, changes)
        after = [hand.score for hand in version.hands(1, 1)]
        assert version.hands_changed == (2, 3)
        assert after[0] == before[0]
        assert after[1] != before[1]
        assert not version.refusals
