"""Under the standings: which rulings were appealed and what came of it, and nothing of what is private."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Appeal, Match, Offence, User
from league.regulations.services.appeals import decide_appeal, record_appeal
from league.regulations.services.sanctions import apply_offence
from tests.builders import FRIDAY, NIGHT, WEEK, a_match, a_secretary, a_walkover, an_offence
from tests.reading import markup

pytestmark = pytest.mark.django_db

ADVOCATE = "Councillor Ackroyd"


@pytest.fixture
def match(db: None, monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY + 4 * WEEK)
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def an_applied_offence(match: Match, by: User, **fields: object) -> Offence:
    offence = an_offence(match, reason="the result came on Sunday", **fields)
    return apply_offence(offence=offence, by=by, now=FRIDAY)


def appealed(**against: object) -> Appeal:
    return record_appeal(**against, made_on=NIGHT + WEEK, made_by=ADVOCATE, words="The dog ate it.")


def decided(appeal: Appeal, by: User, *, upheld: bool) -> None:
    decide_appeal(
        appeal=appeal,
        upheld=upheld,
        decided_by="the committee",
        decision="The rules leave no choice",
        on=NIGHT + 3 * WEEK,
        by=by,
        now=FRIDAY + 3 * WEEK,
    )


def standings(client: Client, match: Match, as_of: datetime.date | None = None) -> str:
    division = match.division
    address = f"/{division.season.league.slug}/{division.season.slug}/{division.slug}/standings/"
    return markup(client.get(address, {"as-of": str(as_of)} if as_of else {}))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_without_an_appeal_there_is_nothing_about_appeals(
    client: Client, match: Match, secretary: User
) -> None:
    an_applied_offence(match, secretary, halves=4)
    assert "Appeal" not in standings(client, match)


def test_an_open_appeal_stands_beside_the_ruling(client: Client, match: Match, secretary: User) -> None:
    appealed(offence=an_applied_offence(match, secretary, halves=4))
    page_text = words(standings(client, match))
    assert "The Fleece: 2 points taken, Fri 15 Jan: the result came on Sunday." in page_text
    assert "Appealed Thu 21 Jan. Not decided yet." in page_text


@pytest.mark.parametrize(
    ("upheld", "sentence"),
    [
        (False, "Dismissed Thu 4 Feb by the committee: The rules leave no choice."),
        (True, "Upheld, and revoked, Thu 4 Feb by the committee: The rules leave no choice."),
    ],
)
def test_the_decision_stands_with_who_and_when(
    client: Client, match: Match, secretary: User, upheld: bool, sentence: str
) -> None:
    ruling = a_walkover(match, "h", reason="nobody came")
    decided(appealed(ruling=ruling), secretary, upheld=upheld)
    page = standings(client, match)
    assert sentence in words(page)
    assert ("<s>The Fleece v The Shears: the match to The Shears</s>" in page) is upheld


def test_a_penalty_is_taken_back_by_who_enters_the_decision(match: Match, secretary: User) -> None:
    offence, other = an_applied_offence(match, secretary), a_secretary(match.division.season.league, "other")
    decided(appealed(offence=offence), other, upheld=True)
    offence.refresh_from_db()
    assert (offence.state, offence.decided_by) == (Offence.State.WAIVED, other)


def test_as_it_stood_on_a_day(client: Client, match: Match, secretary: User) -> None:
    decided(appealed(ruling=a_walkover(match, "h")), secretary, upheld=True)
    assert "Appealed" not in standings(client, match, NIGHT)
    assert "Not decided yet." in standings(client, match, NIGHT + WEEK)
    assert "Upheld" not in standings(client, match, NIGHT + 2 * WEEK)
    assert "Upheld" in standings(client, match, NIGHT + 3 * WEEK)


def test_a_fine_alone_and_what_was_said_are_nobodys_business(
    client: Client, match: Match, secretary: User
) -> None:
    appealed(offence=an_applied_offence(match, secretary, pence=500))
    assert "Appeal" not in standings(client, match)
    appealed(offence=an_applied_offence(match, secretary, halves=2, pence=500, kind="missing_card"))
    page = standings(client, match)
    assert "Appealed" in page
    for private in (ADVOCATE, "The dog", "£"):
        assert private not in page.split('id="rulings"')[1].split("</section>")[0]


def test_a_visitor_who_holds_the_page_is_told_that_it_changed(
    client: Client, match: Match, secretary: User
) -> None:
    division = match.division
    address = f"/{division.season.league.slug}/{division.season.slug}/{division.slug}/standings/"
    ruling = a_walkover(match, "h")
    stamp = client.get(address).headers["ETag"]
    appealed(ruling=ruling)
    assert client.get(address, headers={"If-None-Match": stamp}).status_code == 200
