"""A pairs night on paper: every pair at its table, slips to cut apart, the winners."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from league.cups.selectors.pairs_nights import night_on_page
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, enter_scores, make_night
from league.models import Cup, CupEntry
from league.printing.documents import Document
from league.printing.pairs_nights import slips_on_paper, standings_on_paper, tables_on_paper
from league.printing.pdf import pdf_and_pages
from tests.builders import FRIDAY, NIGHT, a_league, a_player, a_pub, a_season, a_team
from tests.examples import sampled
from tests.printing.pages import texts_inside

pytestmark = pytest.mark.django_db


def a_night(pairs: int, **said: object) -> Cup:
    season = a_season()
    at = a_pub(season.league, "The Weavers’ Rest")
    cup = make_night(season=season, name="Christmas Pairs", **({"rounds": 4, "at": at, "on": NIGHT} | said))
    CupEntry.objects.bulk_create(
        CupEntry(cup=cup, number=number, name=f"Bartholomew Sugdenhirst {number} & Amy Ło {number}")
        for number in range(1, pairs + 1)
    )
    draw_night_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    return cup


def read(document: Document) -> tuple[list[str], int]:
    content, pages = pdf_and_pages(document)
    found = PdfReader(io.BytesIO(content)).pages
    assert tuple(round(float(side)) for side in found[0].mediabox[2:]) == (595, 842)
    return [" ".join(page.extract_text().split()) for page in found], pages


@pytest.mark.parametrize(("pairs", "sheets"), sampled([(5, 1), (4, 1), (41, 1), (60, 1), (80, 2)], each=5))
def test_the_tables_of_a_round_stand_on_as_few_pages_as_can_be_read(pairs: int, sheets: int) -> None:
    page = night_on_page(a_night(pairs))
    texts, pages = read(tables_on_paper([(page, page.rounds[0])]))
    assert pages == sheets
    for text in texts:
        assert "Round 1 of 4 Christmas Pairs, The Weavers’ Rest, Thu 14 Jan 2027" in text
    whole = " ".join(texts)
    for table in page.rounds[0].tables:
        assert f"{table.number} {' v '.join(table.names).replace(' & ', ' ')}" in whole
    assert ("Bye in this round" in whole) == (pairs % 2 == 1)


LONG_PAIR = "Bartholomew Sugdenhirst-Ramsbotham the {0:02} & Wilhelmina Ormondroyd-Thistlethwaite {0:02}"


@pytest.mark.parametrize(
    ("pairs", "tables", "slips", "standings"),
    [
        (4, 1, 1, 1),
        pytest.param(16, 1, 1, 1, marks=pytest.mark.slow),
        pytest.param(41, 1, 3, 2, marks=pytest.mark.slow),
        pytest.param(80, 2, 5, 3, marks=pytest.mark.slow),
    ],
)
def test_pairs_of_two_names_of_forty_letters_stand_whole_inside_the_page(
    pairs: int, tables: int, slips: int, standings: int
) -> None:
    league = a_league("Upper Tenter Vale & District Licensed Houses’ and Working Men’s All Fours League")
    cup = make_night(
        season=a_season(league), name="The Haigh-Ramsden Memorial Christmas Pairs Night", rounds=4
    )
    CupEntry.objects.bulk_create(
        CupEntry(cup=cup, number=number, name=LONG_PAIR.format(number)) for number in range(1, pairs + 1)
    )
    draw_night_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    page = night_on_page(cup)
    round_one = [(page, page.rounds[0])]
    papers = (
        tables_on_paper(round_one),
        slips_on_paper(round_one),
        standings_on_paper([page], printed_on=NIGHT),
    )
    all_texts = [texts_inside(paper) for paper in papers]
    assert [len(texts) for texts in all_texts] == [tables, slips, standings]
    for texts in all_texts:
        whole = " ".join(" ".join(texts).split()).replace(" & ", " ").replace("- ", "-")
        free = page.rounds[0].free.replace(" & ", " ")
        for pair in page.pairs:
            assert pair.name.replace(" & ", " ") in f"{whole} {free}"
    assert all("Who plays" in text or "Tables " in text for text in all_texts[0])
    assert all("Pair Won Drawn Lost Byes" in text for text in all_texts[2])


def test_a_slip_for_every_table_eight_to_a_sheet() -> None:
    page = night_on_page(a_night(18))
    texts, pages = read(slips_on_paper([(page, page.rounds[0])]))
    assert pages == 2
    assert [text.count("signed") for text in texts] == [16, 2]
    table = page.rounds[0].tables[8]
    assert "Table 9" in texts[1]
    assert "Christmas Pairs The Weavers’ Rest, Thu 14 Jan 2027" in texts[1]
    assert " ".join(table.names).replace(" & ", " ") in texts[1]


@pytest.mark.slow
def test_standings_before_a_hand_is_played_say_so() -> None:
    before, _ = read(standings_on_paper([night_on_page(a_night(4, rounds=1))], printed_on=NIGHT))
    assert "Nothing is played yet. Printed on Thu 14 Jan 2027" in before[0]


@pytest.mark.slow
def test_the_standings_say_who_has_won_and_run_on() -> None:
    pairs = 80
    cup = a_night(pairs, rounds=1)
    enter_scores(
        cup=cup,
        round_number=1,
        lot="a lot",
        typed={table: (15, table % 15) for table in range(1, pairs // 2 + 1)},
        began_from={},
        now=FRIDAY,
    )
    page = night_on_page(cup)
    texts, pages = read(standings_on_paper([page], printed_on=NIGHT))
    assert pages > 1
    assert f"Won by {page.won_by.split(' & ')[0]}" in texts[0]
    assert all("Pair Won Drawn Lost Byes" in text for text in texts)


def test_what_hangs_on_the_wall_names_nobody_who_is_not_shown(client: Client) -> None:
    season = a_season()
    a_player(a_team(season.league), "Zebedee Ogilvie", shown="hidden")
    cup = make_night(season=season, name="Pairs", rounds=2)
    enter_at_door(cup=cup, names=("Zebedee Ogilvie", "A Stranger"))
    enter_at_door(cup=cup, names=("Another", "And One"))
    draw_night_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    under = (season.league.slug, cup.slug)
    for name, at in (("tables", (1,)), ("slips", (1,)), ("standings", ())):
        answer = client.get(reverse(f"pairs-{name}", args=[*under, *at]))
        text = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
        assert "A Stranger" in " ".join(text.split())
        assert "Ogilvie" not in text
