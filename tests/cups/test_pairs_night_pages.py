"""A pairs night on its pages: kept on a telephone at a bar, read by everybody in the room."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.selectors.pairs_nights import night_on_page
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, enter_scores, make_night
from league.models import Cup
from tests.builders import FRIDAY, NIGHT, a_player, a_pub, a_season, a_secretary, a_team
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Cup:
    season = a_season()
    cup = make_night(season=season, name="Pairs Night", rounds=2, at=a_pub(season.league), on=NIGHT)
    for number in range(1, 6):
        enter_at_door(cup=cup, names=(f"First {number}", f"Second {number}"))
    return cup


@pytest.fixture
def secretary(client: Client, cup: Cup) -> Client:
    client.force_login(a_secretary(cup.season.league))
    return client


def kept(cup: Cup) -> str:
    return reverse("keep-cup", args=[cup.season.league.slug, cup.public_id])


def in_public(cup: Cup) -> str:
    return reverse("cup", args=[cup.season.league.slug, cup.slug])


def draw(cup: Cup, number: int = 1) -> None:
    draw_night_round(cup=cup, round_number=number, lot="a lot", now=FRIDAY)


def words(page: str) -> str:
    """What a person reads of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page[page.index("<main") :])).split())


def test_a_night_from_the_cups_page_to_its_winners(secretary: Client, cup: Cup) -> None:
    league = cup.season.league
    said = {"name": "Easter Pairs", "on": "2027-03-28", "at": "the-fleece", "rounds": "1", "paired_by": "lot"}
    made = secretary.post(reverse("new-pairs-night", args=[league.slug]), said)
    easter = Cup.objects.get(name="Easter Pairs")
    assert made.url == kept(easter)
    for first, second in (("Jack Hirst", "Amy Pell"), ("Edna Thorp & Len Hoyle", ""), ("Ivy Sykes", "")):
        secretary.post(kept(easter), {"door": "", "first": first, "second": second})
    page = words(markup(secretary.get(kept(easter))))
    assert "Ivy Sykes waits for a partner" in page
    assert "2 pairs in the hat" in page
    secretary.post(kept(easter), {"draw": "", "number": "1", "lot": ""})
    shown = markup(secretary.get(kept(easter)))
    lot = re.search(r'name="lot" value="(\d{6})"', shown)[1]
    boxes = {"t1-0": "15", "t1-1": "9", "t1-was": ""}
    secretary.post(kept(easter), {"scores": "", "number": "1", "lot": lot, **boxes})
    winners = night_on_page(easter).won_by
    secretary.logout()
    page = words(markup(secretary.get(in_public(easter))))
    assert f"Won by {winners} after 1 round" in page
    assert f"Drawn by the lot “{lot}”" in page
    listed = words(markup(secretary.get(reverse("cups", args=[league.slug]))))
    assert f"A pairs night. Won by {winners}." in listed
    assert "Sun 28 Mar 2027" in listed


def test_everybody_reads_the_round_that_is_played_and_who_has_come(client: Client, cup: Cup) -> None:
    before = client.get(in_public(cup))
    draw(cup)
    enter_scores(cup=cup, round_number=1, lot="a lot", typed={1: (15, 9)}, began_from={}, now=FRIDAY)
    page = words(markup(client.get(in_public(cup), headers={"if-none-match": before["ETag"]})))
    assert "Round 1 of 2 is being played" in page
    (first, second), free = night_on_page(cup).rounds[0].tables[0].names, night_on_page(cup).rounds[0].free
    assert f"Table 1 {first} 15 {second} 9" in page
    assert f"Bye: {free}" in page
    assert "Thu 14 Jan 2027 at The Fleece" in page


def test_the_public_does_not_read_whole_names_that_are_not_shown(client: Client, cup: Cup) -> None:
    a_player(a_team(cup.season.league), "Zebedee Ogilvie", shown="hidden")
    enter_at_door(cup=cup, names=("Zebedee Ogilvie", "A Stranger"))
    draw(cup)
    Cup.objects.update(remarks="Zebedee Ogilvie brings the cards.")
    assert "Ogilvie" not in markup(client.get(in_public(cup)))
    client.force_login(a_secretary(cup.season.league))
    assert "Zebedee Ogilvie & A Stranger" in words(markup(client.get(kept(cup))))


def test_what_was_typed_stays_in_its_box_until_it_is_right(secretary: Client, cup: Cup) -> None:
    draw(cup)
    typed = {"t1-0": "15", "t1-1": "9", "t2-0": "15", "t2-1": ""}
    answer = secretary.post(kept(cup), {"scores": "", "number": "1", "lot": "a lot", **typed})
    assert answer.status_code == 422
    page = markup(answer)
    assert "Give both scores of the table, or neither." in page
    assert re.findall(r'name="t\d-\d" value="(\d+)"', page) == ["15", "9", "15"]
    assert not cup.ties.exists()


def test_who_is_told_of_another_score_writes_over_it_with_the_next_press(secretary: Client, cup: Cup) -> None:
    draw(cup)
    enter_scores(cup=cup, round_number=1, lot="a lot", typed={1: (15, 9)}, began_from={}, now=FRIDAY)
    sent = {"scores": "", "number": "1", "lot": "a lot", "t1-0": "14", "t1-1": "15", "t1-was": ""}
    answer = secretary.post(kept(cup), sent)
    assert answer.status_code == 422
    page = markup(answer)
    assert "somebody else has entered 15–9" in page
    now = re.search(r'name="t1-was" value="([^"]*)"', page)[1]
    assert secretary.post(kept(cup), {**sent, "t1-was": now}).status_code == 303
    assert night_on_page(cup).rounds[0].tables[0].score == (14, 15)


def test_a_pair_is_pressed_on_to_be_named_anew_or_sent_home(secretary: Client, cup: Cup) -> None:
    asked = f"{kept(cup)}?pair=2"
    assert 'value="First 2"' in markup(secretary.get(asked))
    names = {"names": "", "number": "2", "first": "Fist 2", "second": "Second 2"}
    secretary.post(asked, names)
    assert "Fist 2 &amp; Second 2" in markup(secretary.get(kept(cup)))
    refused = secretary.post(kept(cup), {**names, "first": "First 1"})
    assert "is in already" in markup(refused)
    assert 'value="First 1"' in markup(refused)
    secretary.post(asked, {"strike": "", "number": "5"})
    draw(cup)
    enter_scores(
        cup=cup, round_number=1, lot="a lot", typed={1: (15, 9), 2: (15, 9)}, began_from={}, now=FRIDAY
    )
    secretary.post(kept(cup), {"home": "", "number": "1"})
    assert "went home after round 1" in words(markup(secretary.get(kept(cup))))
    secretary.post(kept(cup), {"back": "", "number": "1"})
    secretary.post(kept(cup), {"finish": ""})
    page = words(markup(secretary.get(kept(cup))))
    assert "2 pairs are level" in page
    cup.refresh_from_db()
    winner = night_on_page(cup).level[0]
    secretary.post(kept(cup), {"decide": "", "who": str(winner.key)})
    assert f"Won by {winner.name} " in words(markup(secretary.get(kept(cup))))


@pytest.mark.parametrize(
    ("sent", "sentence"),
    sampled(
        [
            ({}, "Press one of its buttons"),
            ({"door": "", "first": "", "second": ""}, "Give a name"),
            ({"door": "", "first": "&", "second": ""}, "Give a name"),
            ({"door": "", "first": "A & B", "second": "C"}, "a pair is two"),
            ({"door": "", "first": "A" * 56, "second": "B"}, "at most 55 letters"),
            ({"door": "", "first": "First 1", "second": ""}, "is in already"),
            ({"names": "", "number": "99", "first": "A", "second": "B"}, "has deleted this"),
            ({"strike": "", "number": "x"}, "was out of date"),
            ({"home": "", "number": "99"}, "Nobody is entered under the number 99"),
            ({"draw": "", "number": "1", "lot": "a lot"}, "drawn already"),
            ({"draw": "", "number": "2", "lot": "a lot"}, "No score yet from tables 1 and 2"),
            ({"undraw": "", "number": "7"}, "another one by now"),
            ({"scores": "", "number": "1", "lot": "a lot", "t1-0": "x", "t1-1": "9"}, "Type a number"),
            ({"scores": "", "number": "1", "lot": "another", "t1-0": "15", "t1-1": "9"}, "undone meanwhile"),
            ({"finish": ""}, "the night is over after that"),
            ({"decide": "", "who": "1"}, "Choose one of the list"),
            ({"night": "", "rounds": "31", "paired_by": "lot"}, "goes from 1 to 30"),
            ({"night": "", "rounds": "2", "paired_by": "lot", "at": "the-moon"}, "Choose one"),
            ({"delete": ""}, "The draw is made"),
        ],
        each=18,
    ),
)
def test_what_cannot_be_is_refused_with_a_sentence(
    secretary: Client, cup: Cup, sent: dict[str, str], sentence: str
) -> None:
    draw(cup)
    answer = secretary.post(kept(cup), sent)
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer)
    assert sentence in markup(answer)


def test_the_pages_ask_the_same_of_every_size(
    secretary: Client, cup: Cup, django_assert_num_queries: object
) -> None:
    for more in (0, 12):
        for number in range(more):
            enter_at_door(cup=cup, names=(f"A {number}", f"B {number}"))
        if not more:
            draw(cup)
        # Who is asking (2), league, powers, the night, entries, draws, tables, pubs, names to offer.
        with django_assert_num_queries(10):
            secretary.get(kept(cup))
        # A visitor: the league, the night, the same three, and whose names are kept back.
        with django_assert_num_queries(6):
            Client().get(in_public(cup))


def test_what_belongs_to_knock_outs_is_not_found(secretary: Client, cup: Cup) -> None:
    league = cup.season.league.slug
    assert secretary.get(reverse("keep-tie", args=[league, cup.public_id, 1, 1])).status_code == 404
    assert secretary.get(reverse("cup-bracket", args=[league, cup.slug])).status_code == 404
    assert secretary.get(reverse("pairs-tables", args=[league, cup.slug, 1])).status_code == 404
