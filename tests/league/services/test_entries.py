"""What comes in before it is signed: hands counted once, drafts kept apart."""

import datetime
import uuid

import pytest
from django.core.exceptions import ValidationError

from league.models import Draft, HandEntry, Match
from league.services.drafts import MOST_FIELDS, save_draft
from league.services.entries import record_hand
from league.services.refusals import Refused
from tests.builders import a_match, a_secretary

NOW = datetime.datetime(2027, 1, 14, 21, 0, tzinfo=datetime.UTC)
FIRST = uuid.UUID("00000000-0000-4000-8000-000000000001")


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


def send(match: Match, client_id: uuid.UUID = FIRST, **changes: object) -> HandEntry:
    hand = {"table": 1, "hand": 1, "high": "h", "low": "a", "jack": "-", "game_point": "h"}
    return record_hand(
        match=match, client_id=client_id, entered_at=NOW, received_at=NOW, **{**hand, **changes}
    )


def test_a_hand_sent_twice_counts_once(match: Match) -> None:
    assert send(match) == send(match)
    assert HandEntry.objects.count() == 1


def test_two_phones_at_one_table_are_both_kept(match: Match) -> None:
    send(match)
    send(match, uuid.uuid4(), sent_for="a", high="a")

    assert match.hand_entries.filter(table=1, hand=1).count() == 2


@pytest.mark.parametrize("award", ["high", "low"])
def test_high_and_low_cannot_go_to_nobody(match: Match, award: str) -> None:
    with pytest.raises(ValidationError):
        send(match, **{award: "-"})


def test_a_draft_is_one_persons_and_is_replaced_whole(match: Match) -> None:
    league = match.division.season.league
    secretary, deputy = a_secretary(league), a_secretary(league, "deputy")
    save_draft(match=match, by=secretary, typed={"t1-home-final": "9", "remarks": "x"}, began_from=0, now=NOW)
    save_draft(match=match, by=deputy, typed={"t1-home-final": "8"}, began_from=0, now=NOW)
    save_draft(match=match, by=secretary, typed={"t1-home-final": "7", "remarks": " "}, began_from=3, now=NOW)

    draft = Draft.objects.get(user=secretary)
    assert draft.typed == {"t1-home-final": "7"}
    assert draft.began_from == 0, "a draft remembers what it began from"
    assert Draft.objects.get(user=deputy).typed == {"t1-home-final": "8"}


def test_an_emptied_draft_goes(match: Match) -> None:
    secretary = a_secretary(match.division.season.league)
    save_draft(match=match, by=secretary, typed={"remarks": "x"}, began_from=0, now=NOW)

    assert save_draft(match=match, by=secretary, typed={"remarks": ""}, began_from=0, now=NOW) is None
    assert not Draft.objects.exists()


def test_a_draft_has_its_limits(match: Match) -> None:
    secretary = a_secretary(match.division.season.league)
    flood = {f"field{number}": "x" for number in range(MOST_FIELDS + 1)}

    with pytest.raises(Refused, match="at most"):
        save_draft(match=match, by=secretary, typed=flood, began_from=0, now=NOW)
