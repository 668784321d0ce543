"""A result the sides do not agree on: put on record, counted meanwhile, settled."""

import pytest

from league.models import Match
from league.results.selectors.scorecards import confirmed_card
from league.results.services.objections import dispute_match, settle_dispute
from league.shared.errors import Refused
from tests.builders import a_card, a_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = a_match()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    return match


def revision(match: Match) -> int:
    league = match.division.season.league
    league.refresh_from_db()
    return league.revision


def test_a_dispute_is_on_record_until_it_is_settled_and_the_result_counts_meanwhile(match):
    before = revision(match)
    assert dispute_match(match=match, because=" The Shears say 13. ").disputed_because == "The Shears say 13."
    assert confirmed_card(match) is not None
    settle_dispute(match=match)
    match.refresh_from_db()
    assert match.disputed_because == ""
    assert revision(match) == before + 2


def test_the_second_to_put_it_under_dispute_learns_of_the_first(match):
    dispute_match(match=match, because="The Shears say 13.")
    with pytest.raises(Refused, match="“The Shears say 13"):
        dispute_match(match=match, because="who led")
    match.refresh_from_db()
    assert match.disputed_because == "The Shears say 13."


@pytest.mark.parametrize(("because", "said"), [("  ", "Say in a few words"), ("x" * 201, "200")])
def test_words_too_few_or_too_many_are_refused(match, because, said):
    with pytest.raises(Refused, match=said):
        dispute_match(match=match, because=because)
    match.refresh_from_db()
    assert match.disputed_because == ""


def test_settling_what_is_settled_changes_nothing(match):
    before = revision(match)
    settle_dispute(match=match)
    assert revision(match) == before


def test_a_match_that_was_deleted_is_said(match):
    Match.objects.filter(pk=match.pk).delete()
    with pytest.raises(Refused, match="no longer"):
        dispute_match(match=match, because="who led")
