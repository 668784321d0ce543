"""A flood of entries by a printed code takes no room from real hands; a real night never has to wait."""

import datetime
import uuid
from typing import Any

import pytest
from django.test import Client

from league.accounts.rate_limit import NEW_PHONES
from league.accounts.services.links import codes_for, replace_code
from league.models import Match, Side, TableEntry
from league.results.log import Sent, SheetPlace
from league.results.log_room import (
    OWN_RESERVE,
    ROOM_OF_ADDRESS,
    ROOM_OF_PHONE,
    LogUse,
    must_wait,
)
from league.results.parsing.phone_messages import MOST_AT_ONCE, WIRE
from league.results.services.entries import NotNow, Received, receive_entries
from tests.builders import FRIDAY, a_match
from tests.examples import sampled

HAND = {"high": "h", "low": "a", "jack": "-", "game": "h"}
A_SECOND, A_MINUTE = datetime.timedelta(seconds=1), datetime.timedelta(minutes=1)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


def messages(count: int) -> list[Sent]:
    return [
        Sent(
            client_id=uuid.uuid4(),
            place=SheetPlace(1, 1, f"h{1 + number % 20}"),
            body=HAND,
            entered_at=FRIDAY,
        )
        for number in range(count)
    ]


def send(
    match: Match,
    entries: int | list[Sent],
    phone: uuid.UUID,
    now: datetime.datetime = FRIDAY,
    side: str = "",
    may_join: bool = True,
) -> Received:
    sent = messages(entries) if isinstance(entries, int) else entries
    return receive_entries(
        match=match, sent=sent, phone=phone, received_at=now, sent_for=side, may_join=lambda: may_join
    )


PENALTY = {"side": "h", "points": "1", "reason": "x" * 120, "kind": ""}
MOST_OF_A_PAGE, MOST_ON_ITS_WAY = 100_000, 12_000


def fill(match: Match, phones: list[uuid.UUID], each: int, at: datetime.datetime = FRIDAY) -> None:
    """Add entries of these phones without asking whether there is room, each as large as it can be."""
    TableEntry.objects.bulk_create(
        TableEntry(
            match=match,
            client_id=uuid.uuid4(),
            phone=phone,
            table=1 + number % 4,
            place=f"h{1 + number % 29}",
            body={**HAND, "turnup": str(number), "penalties": [PENALTY] * 9},
            entered_at=at,
            received_at=at,
        )
        for phone in phones
        for number in range(each)
    )


@pytest.mark.django_db
def test_fourteen_posts_of_two_hundred_leave_room_for_a_real_hand(client: Client) -> None:
    match = a_match()
    address = f"/s/{codes_for(matches=[match.pk], now=FRIDAY)[match.pk]}/log/"

    def post(phone: uuid.UUID, count: int) -> Any:
        entries = [
            {
                "id": str(uuid.uuid4()),
                "table": 1 + number % 4,
                "game": 1,
                "place": f"h{1 + number % 29}",
                "body": HAND,
                "follows": [],
                "at": FRIDAY.isoformat(),
            }
            for number in range(count)
        ]
        message = {"v": WIRE, "phone": str(phone), "since": 0, "entries": entries}
        return client.post(address, message, content_type="application/json")

    flooding = uuid.uuid4()
    answers = [post(flooding, MOST_AT_ONCE) for _ in range(14)]
    assert [answer.status_code for answer in answers] == [200] + 13 * [429]
    assert answers[-1].headers["Retry-After"] == "60"
    assert "kept on this phone" in answers[-1].json()["sentence"]
    assert TableEntry.objects.count() == MOST_AT_ONCE

    real = post(uuid.uuid4(), 1)
    assert real.status_code == 200
    assert len(real.json()["kept"]) == 1


def test_one_phone_cannot_use_up_the_room_of_the_others(match: Match) -> None:
    flooding, later = uuid.uuid4(), FRIDAY + A_MINUTE
    fill(match, [flooding], ROOM_OF_PHONE)
    with pytest.raises(NotNow, match="for this phone"):
        send(match, 1, flooding, later)
    assert send(match, MOST_AT_ONCE, uuid.uuid4(), later).stored, "a phone that was offline all night"


def flood(match: Match, at: datetime.datetime = FRIDAY) -> None:
    """Fill the room all phones of the code share, by as many made-up phones as anybody cares to make up."""
    fill(match, [uuid.uuid4() for _ in range(100)], ROOM_OF_ADDRESS // 100, at)


def final_by_form(client: Client, code: str, whence: str = "192.0.2.1") -> Any:
    form = {"what": "final", "id": str(uuid.uuid4()), "home-final": "15", "away-final": "9"}
    return client.post(f"/s/{code}/tables/1/", form, REMOTE_ADDR=whence)


@pytest.mark.slow
def test_made_up_phones_never_shut_out_a_real_one_from_elsewhere(match: Match) -> None:
    code = codes_for(matches=[match.pk], now=FRIDAY - A_MINUTE)[match.pk]
    flood(match)
    for _ in range(NEW_PHONES):
        assert final_by_form(Client(), code).status_code == 303
    refused = final_by_form(Client(), code.upper())
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "600"
    assert "Too many phones" in refused.content.decode()
    assert final_by_form(Client(), code, "198.51.100.7").status_code == 303


@pytest.mark.parametrize("address", sampled(["", "tables/1/", "tables/4/"], each=3))
def test_the_page_of_a_flooded_match_stays_small(match: Match, client: Client, address: str) -> None:
    send(match, 5, uuid.uuid4())
    fill(match, [uuid.uuid4()], ROOM_OF_PHONE)
    page = f"/s/{codes_for(matches=[match.pk], now=FRIDAY)[match.pk]}/{address}"
    assert len(client.get(page).content) < MOST_OF_A_PAGE
    assert len(client.get(page, headers={"Accept-Encoding": "gzip"}).content) < MOST_ON_ITS_WAY


def test_made_up_phones_leave_room_to_the_phones_of_the_match(match: Match) -> None:
    real, later = uuid.uuid4(), FRIDAY + A_MINUTE
    fill(match, [real], 1)
    flood(match)
    with pytest.raises(NotNow, match="Too many phones"):
        send(match, 1, uuid.uuid4(), later, may_join=False)
    assert send(match, OWN_RESERVE - 1, real, later, may_join=False).stored
    with pytest.raises(NotNow, match="full"):
        send(match, 1, real, later)
    assert send(match, MOST_AT_ONCE, uuid.uuid4(), later, side=Side.AWAY).stored, "by the captain's link"


@pytest.mark.slow
def test_a_new_code_begins_anew(match: Match) -> None:
    codes_for(matches=[match.pk], now=FRIDAY)
    flood(match)
    with pytest.raises(NotNow, match="new one"):
        send(match, 1, uuid.uuid4(), FRIDAY + A_MINUTE, may_join=False)
    replace_code(match=match, because="flooded", now=FRIDAY + A_SECOND)
    assert send(match, MOST_AT_ONCE, uuid.uuid4(), FRIDAY + A_MINUTE, may_join=False).stored


def test_a_restored_phone_sends_everything_again(match: Match) -> None:
    phone, before = uuid.uuid4(), messages(MOST_AT_ONCE)
    for _ in range(3):
        assert len(send(match, before, phone).stored) == MOST_AT_ONCE


def anyone() -> bool:
    return True


def test_a_night_is_never_asked_to_wait() -> None:
    """Eight phones enter every hand of four long tables, and correct each four times within seconds."""
    of_phone = ROOM_OF_ADDRESS // 10
    assert of_phone > 34 * 5 + 4 * 3, "one phone for all tables"
    for phone in range(8):
        for entries in range(29 * 5 + 4):
            use = LogUse(
                of_phone=entries,
                of_phone_lately=min(entries, 60),
                of_address=8 * entries + phone,
                of_address_lately=min(8 * entries, 480),
            )
            assert must_wait(use, 1, anyone) is None
    assert must_wait(LogUse(of_address=7 * of_phone, of_address_lately=400), MOST_AT_ONCE, anyone) is None


def test_a_few_entries_are_never_too_fast() -> None:
    use = LogUse(of_phone=5, of_phone_lately=5, of_address=1500, of_address_lately=1500)
    assert must_wait(use, 10, anyone) is None
    assert must_wait(use, 30, anyone) is not None
