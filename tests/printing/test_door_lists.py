"""The list at the door: who has paid the fee, who owes it, the sums, and lines for late comers."""

import io

import pytest
from pypdf import PdfReader

from league.cups.selectors.fees import DoorList, door_list
from league.cups.services.cups import enter_pair, enter_teams, make_cup, set_fee, set_paid
from league.cups.services.pairs_nights import make_night
from league.models import Charge, Cup, CupEntry, Season
from league.printing.door_lists import door_lists_on_paper
from league.printing.pdf import pdf_and_pages
from league.regulations.services.ledger import enter_line
from tests.builders import FRIDAY, NIGHT, a_pub, a_season, a_secretary, a_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return a_season()


def listed(cup: Cup) -> DoorList:
    return door_list(Cup.objects.get(pk=cup.pk))


def read(cup: Cup) -> tuple[str, int]:
    document = door_lists_on_paper([listed(cup)], printed_on=NIGHT)
    assert document is not None
    content, pages = pdf_and_pages(document)
    texts = (page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return " ".join(" ".join(texts).split()), pages


def test_pairs_have_paid_or_have_a_box_and_the_sums_add_up(season: Season) -> None:
    cup = make_cup(season=season, name="Pairs Cup")
    for names in (("Zoe Oak", "Ben Ash"), ("Jack Hirst", "Amy Pell"), ("Cy Dale", "Di Fox")):
        enter_pair(cup=cup, names=names)
    set_fee(cup=cup, pence=250, by=None)
    set_paid(cup=cup, numbers=[2])
    text, _ = read(cup)
    assert "3 Cy Dale & Di Fox £2.50 2 Jack Hirst & Amy Pell paid 1 Zoe Oak & Ben Ash £2.50" in text
    assert "3 at £2.50 £7.50 Paid before £2.50 To collect £5.00" in text
    assert "Entry fee £2.50: who has paid." in text


def test_what_a_pub_still_owes_is_taken_to_be_the_fee_of_its_last_team(season: Season) -> None:
    pub, by = a_pub(season.league, "The Fleece"), a_secretary(season.league)
    teams = [a_team(season.league, f"The Fleece {letter}", pub=pub) for letter in "AB"]
    cup = make_cup(season=season, name="Bowl")
    set_fee(cup=cup, pence=1000, by=by)
    enter_teams(cup=cup, teams=[*teams, a_team(season.league, "The Shears")], by=by)
    payment = {"kind": Charge.Kind.PAYMENT, "on": FRIDAY.date(), "by": by}
    enter_line(pub=pub, pence=1200, reason="Cash", **payment)
    owed = {entry.name: entry.owes for entry in listed(cup).entries}
    assert owed == {"The Fleece A": 0, "The Fleece B": 800, "The Shears": 1000}
    text, _ = read(cup)
    assert "3 at £10.00 £30.00 Paid before £12.00 To collect £18.00" in text
    enter_line(pub=pub, pence=5000, reason="In advance", **payment)
    assert listed(cup).to_collect == 1000


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "pages"), [(0, 1), (40, 2)])
def test_forty_pairs_of_long_names_take_two_pages_and_none_have_lines_to_write_on(
    season: Season, pairs: int, pages: int
) -> None:
    cup = make_night(season=season, name="Christmas Pairs", rounds=4)
    long_name = "Bartholomew Sugdenhirst-Ramsbotham {0:02} & Wilhelmina Ormondroyd-Thistlethwaite {0:02}"
    CupEntry.objects.bulk_create(
        CupEntry(cup=cup, number=number, name=long_name.format(number)) for number in range(1, pairs + 1)
    )
    set_fee(cup=cup, pence=500, by=None)
    text, count = read(cup)
    assert count == pages
    assert ("To collect £200.00" in text) == (pairs == 40)
    assert text.count("Collected at the door") == 1


def test_a_cup_without_a_fee_has_no_list() -> None:
    assert door_lists_on_paper([], printed_on=NIGHT) is None
