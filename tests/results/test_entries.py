"""What comes in before it is signed: entries counted once, drafts kept apart."""

import datetime
import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.services.links import codes_for
from league.models import Draft, Match, TableEntry
from league.results.log import Sent, SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.parsing.phone_messages import WIRE, read_message
from league.results.services.drafts import MAX_FIELDS, save_draft
from league.results.services.entries import Received, receive_entries
from league.shared.errors import Refused
from tests.builders import a_captains_link, a_card, a_match, a_secretary

NOW = datetime.datetime(2027, 1, 14, 21, 0, tzinfo=datetime.UTC)
FIRST = uuid.UUID("00000000-0000-4000-8000-000000000001")
PHONE, OTHER = uuid.UUID(int=7), uuid.UUID(int=8)
HAND = {"high": "h", "low": "a", "jack": "-", "game": "h"}


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


def send(match: Match, *ids: uuid.UUID, phone: uuid.UUID = PHONE, hand: int = 1, **changes: str) -> Received:
    body: dict[str, Any] = {**HAND, **changes}
    sent = [
        Sent(client_id=one, place=SheetPlace(1, 1, f"h{hand}"), body=body, entered_at=NOW)
        for one in ids or [FIRST]
    ]
    return receive_entries(match=match, sent=sent, phone=phone, received_at=NOW)


def test_a_hand_sent_twice_counts_once(match: Match) -> None:
    assert send(match).stored == send(match).stored == send(match, FIRST, FIRST).stored == (FIRST,)
    assert TableEntry.objects.count() == 1


def test_an_id_sent_again_with_other_content_is_refused(match: Match) -> None:
    send(match)
    for received in (send(match, high="a"), send(match, hand=2)):
        assert received.stored == ()
        assert "sent before with other content" in received.refused[FIRST]
    assert match.entries.get().body == HAND


def test_one_id_for_two_contents_at_once_is_refused_whole(match: Match) -> None:
    sent = [
        Sent(client_id=FIRST, place=SheetPlace(1, 1, f"h{hand}"), body=HAND, entered_at=NOW)
        for hand in (1, 2)
    ]
    received = receive_entries(match=match, sent=sent, phone=PHONE, received_at=NOW)
    assert (received.stored, list(received.refused)) == ((), [FIRST])
    assert not match.entries.exists()


def test_two_phones_at_one_table_are_both_kept(match: Match) -> None:
    send(match)
    send(match, uuid.uuid4(), phone=OTHER, high="a")
    assert match.entries.filter(table=1, place="h1").count() == 2


@pytest.mark.parametrize("award", ["high", "low"])
def test_high_and_low_cannot_go_to_nobody(match: Match, award: str) -> None:
    received = send(match, **{award: "-"})
    assert list(received.refused) == [FIRST]
    assert award.capitalize() in received.refused[FIRST]
    assert not match.entries.exists()


def test_the_id_of_another_match_is_refused_and_the_rest_is_kept(match: Match) -> None:
    send(match)
    other, new = a_match(match.division, week=2), uuid.uuid4()
    received = send(other, FIRST, new)
    assert list(received.refused) == [FIRST]
    assert received.stored == (new,)


def test_what_comes_after_the_result_is_kept_and_marked(match: Match) -> None:
    a_card(match, (15, 9))
    assert send(match).is_late
    assert match.entries.get().is_late


LOCK = ["SELECT"] if connection.vendor == "postgresql" else []  # SQLite's transaction holds all of it
A_HAND = [
    "SELECT",  # the match of the code or link, and its rules
    "BEGIN",
    *LOCK,  # the match, held
    "SELECT",  # season closed, result confirmed, any of these sent before, how full the log is
    "INSERT",  # the hand
    "COMMIT",
]
AFTER_OTHERS = [*A_HAND[:-2], "SELECT", *A_HAND[-2:]]
"""What others have entered since this phone last asked is read as well."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by", ["code", "link"])
def test_a_hand_sent_by_a_phone_costs_two_queries_and_an_insert_however_long_the_log(
    client: Client, by: str
) -> None:
    match = a_match()
    address = f"/s/{codes_for(matches=[match.pk], now=NOW)[match.pk]}/log/"
    if by == "link":
        address = f"{a_captains_link(match.division, match.home)}matches/{match.public_id}/log/"

    def statements(since: int) -> tuple[list[str], dict[str, Any]]:
        entry = {"id": str(uuid.uuid4()), "table": 1, "place": "h1", "body": HAND, "at": NOW.isoformat()}
        message = {"v": WIRE, "phone": str(PHONE), "since": since, "entries": [entry]}
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(address, message, content_type="application/json").json()
        assert answer["kept"] == [entry["id"]]
        assert answer["next"] == TableEntry.objects.latest("pk").pk
        assert entry["id"] in [told["id"] for told in answer["entries"]]
        return [" ".join(query["sql"].split()[:1]) for query in queries], answer

    _, answer = statements(0)  # by the code for the first time, which is remembered
    first, answer = statements(answer["next"])
    for _ in range(3):
        again, answer = statements(answer["next"])
        assert again == first == A_HAND
        assert len(answer["entries"]) == 1
    after_others, answer = statements(answer["next"] - 1)
    assert after_others == AFTER_OTHERS
    assert len(answer["entries"]) == 2


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
    flood = {f"field{number}": "x" for number in range(MAX_FIELDS + 1)}

    with pytest.raises(Refused, match="at most"):
        save_draft(match=match, by=secretary, typed=flood, began_from=0, now=NOW)


@pytest.mark.parametrize(
    "changed",
    [{"table": True}, {"game": True}, {"body": {**HAND, "turnup": "6S"}}, {"body": {**HAND, "beg": "g"}}],
)
def test_what_this_game_has_not_is_not_taken_for_something_else(
    match: Match, changed: dict[str, Any]
) -> None:
    entry = {"id": str(FIRST), "table": 1, "game": 1, "place": "h1", "body": HAND, "at": NOW.isoformat()}
    message = {"v": WIRE, "phone": str(PHONE), "entries": [{**entry, **changed}]}
    read = read_message(json.dumps(message).encode(), LoggedMatch(match, ()).layout)
    assert read.sent == ()
    assert list(read.unreadable) == [str(FIRST)]
