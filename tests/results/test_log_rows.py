"""What is written and read in statements made beforehand is what the models say, on both databases."""

import datetime
import uuid

import pytest
from django.db.models import Model

from league.accounts.services.links import codes_for
from league.models import PhoneSetAside, TableEntry
from league.results.log import Sent, SheetPlace
from league.results.log_room import LogUse
from league.results.selectors.log import LogMark, entry_value, log_of, mark_of
from league.results.services.entries import LogFacts, add_entries, contents_of, facts_of
from tests.builders import a_card, a_division, a_match

pytestmark = pytest.mark.django_db

OURS, THEIRS = uuid.UUID(int=7), uuid.UUID(int=2**127)
ISSUED = datetime.datetime(2026, 11, 19, 20, 0, tzinfo=datetime.UTC)
BEFORE, NOW = ISSUED - datetime.timedelta(hours=1), ISSUED + datetime.timedelta(hours=1)
ENTERED = datetime.datetime(2026, 11, 19, 20, 59, 30, 123456, tzinfo=datetime.UTC)
LATELY = NOW - datetime.timedelta(minutes=1)


def sent(number: int, name: str = "h1", **fields: object) -> Sent:
    return Sent(
        client_id=uuid.UUID(int=number),
        place=SheetPlace(2, 3, name),
        entered_at=ENTERED,
        **{"body": {"high": "h", "low": "a"}, "follows": (), **fields},
    )


def add(match, *entries, phone=OURS, sent_for="", received_at=NOW, is_late=False):
    return add_entries(
        match.pk, entries, phone=phone, sent_for=sent_for, is_late=is_late, received_at=received_at
    )


def columns(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_an_entry_is_written_into_every_column_of_its_model():
    match = a_match()
    body = {"notes": "“½” o'Hara; 100% %s", "hung": True}
    added = add(
        match,
        sent(1),
        sent(2, "notes", body=body, follows=(uuid.UUID(int=1),)),
        sent_for="a",
        is_late=True,
    )
    first, second = TableEntry.objects.order_by("pk")
    assert columns(second) == {
        "id": added[1].number,
        "match_id": match.pk,
        "client_id": uuid.UUID(int=2),
        "phone": OURS,
        "sent_for": "a",
        "table": 2,
        "game": 3,
        "place": "notes",
        "body": body,
        "follows": [str(uuid.UUID(int=1))],
        "is_late": True,
        "entered_at": ENTERED,
        "received_at": NOW,
    }
    assert added == (entry_value(first), entry_value(second)) == log_of(match)
    assert log_of(match, since=first.pk) == added[1:]


def test_the_facts_of_a_hand_are_those_of_the_models():
    division = a_division(teams=4)
    match, other = a_match(division), a_match(division, week=2)
    ids = [uuid.UUID(int=number) for number in (3, 99)]
    asked = {"phone": OURS, "lately": LATELY}
    assert facts_of(match.pk, ids, sent_for="", **asked) == LogFacts(
        is_finished=False, is_late=False, is_known=False, is_set_aside=False, changes=0, last=0, use=LogUse()
    )
    assert mark_of(match) == LogMark()

    codes_for(matches=[match.pk], now=ISSUED)
    add(match, sent(1), received_at=BEFORE)
    add(match, sent(2), sent(3), received_at=LATELY)
    add(match, sent(4))
    add(match, sent(5), sent(6), sent_for="h")
    add(match, sent(7), phone=THEIRS)
    last = add(match, sent(8), phone=uuid.UUID(int=8))[0].number
    add(other, sent(9))
    for phone, undone_at in ((THEIRS, None), (uuid.UUID(int=8), NOW)):
        PhoneSetAside.objects.create(match=match, phone=phone, set_aside_at=NOW, undone_at=undone_at)
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))

    by_code = LogUse(of_phone=6, of_phone_lately=3, of_address=4, of_address_lately=2)
    by_link = LogUse(of_phone=6, of_phone_lately=3, of_address=2, of_address_lately=2)
    for sent_for, use in (("", by_code), ("h", by_link)):
        assert facts_of(match.pk, ids, sent_for=sent_for, **asked) == LogFacts(
            is_finished=False,
            is_late=True,
            is_known=True,
            is_set_aside=False,
            changes=3,
            last=last,
            use=use,
        )
    assert mark_of(match) == LogMark(last=last, changes=3)
    theirs = facts_of(match.pk, [], sent_for="", phone=THEIRS, lately=LATELY)
    assert theirs is not None
    assert (theirs.is_set_aside, theirs.is_known) == (True, False)
    known = contents_of([*ids, uuid.UUID(int=9)])
    assert {one: content[0] for one, content in known.items()} == {
        ids[0]: match.pk,
        uuid.UUID(int=9): other.pk,
    }
    entry = match.entries.get(client_id=ids[0])
    assert known[ids[0]] == (match.pk, SheetPlace(entry.table, entry.game, entry.place), entry.body)
    assert facts_of(2**40, ids, sent_for="", **asked) is None
