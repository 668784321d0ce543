"""A cup on paper: its bracket, draws and ties. Every name whole, everything inside the page."""

import datetime
from typing import Any

import pypdfium2 as pdfium
import pytest
from django.test import Client
from django.urls import reverse

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy, GroupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.cups import draw_round, enter_pair, enter_teams, make_cup, set_finals
from league.cups.services.nights import set_round
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, make_night
from league.cups.services.ties import enter_result
from league.models import Cup, Season
from league.printing.bracket_layout import bracket_sheets
from league.printing.brackets import brackets_on_paper, paper_bracket
from league.printing.cup_draws import draws_on_paper, round_at_hand
from league.printing.documents import Document
from league.printing.pdf import PX_PER_MM, laid_out, pdf
from league.printing.registry.catalogue import document_named
from league.printing.registry.document_kinds import Order
from league.printing.tie_sheets import open_ties, tie_sheets
from league.regulations.presets import get, names
from tests.builders import FRIDAY, NIGHT, a_league, a_player, a_pub, a_season, a_team
from tests.examples import sampled
from tests.printing.pages import texts_inside
from tests.printing.proofs import letters, letters_of

pytestmark = pytest.mark.django_db

PAGES = {"a4": {(210, 297), (297, 210)}, "a3": {(297, 420), (420, 297)}}


def a_cup(entries: int, drawn_by: DrawnBy = DrawnBy.BRACKET, *, is_long: bool = True, **rules: Any) -> Cup:
    """A cup of teams, drawn, its first round dated; every name of 40 letters unless they are short."""
    name = "Upper Tenter Vale & District Licensed Houses’ and Working Men’s All Fours League"
    season = a_season(a_league(name) if is_long else None)
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(drawn_by=drawn_by, **rules))
    begins = "The Weavers’ Rest & Spinners’ Club, Moor" if is_long else "The Tup"
    names = [f"{begins[:37]} {number:02}" for number in range(1, entries + 1)]
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in names])
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=datetime.time(20, 30))
    return Cup.objects.select_related("season__league").get(pk=cup.pk)


def a_bracket(cup: Cup, paper: str = "a4") -> Document:
    document = brackets_on_paper([cup_on_page(cup)], printed_on=NIGHT, paper=paper)
    assert document is not None
    return document


@pytest.mark.parametrize("paper", sampled(PAGES, each=2))
@pytest.mark.parametrize("drawn_by", sampled(DrawnBy, each=2))
@pytest.mark.parametrize(
    ("entries", "sheets"),
    [
        pytest.param(2, (1, 1), marks=pytest.mark.slow),
        pytest.param(4, (1, 1), marks=pytest.mark.slow),
        pytest.param(8, (1, 1), marks=pytest.mark.slow),
        (13, (1, 1)),
        pytest.param(16, (1, 1), marks=pytest.mark.slow),
        pytest.param(32, (3, 1), marks=pytest.mark.slow),
    ],
)
def test_every_name_of_forty_letters_stands_whole_inside_the_page(
    entries: int, sheets: tuple[int, int], drawn_by: DrawnBy, paper: str
) -> None:
    cup = a_cup(entries, drawn_by)
    document = a_bracket(cup, paper)
    texts = texts_inside(document)
    assert len(texts) == sheets[paper == "a3"]
    sizes = {
        (round(page.width / PX_PER_MM), round(page.height / PX_PER_MM)) for page in laid_out(document).pages
    }
    assert sizes <= PAGES[paper]
    whole = " ".join(texts)
    for entry in cup.entries.all():
        assert entry.name in whole
    assert "Final" in texts[-1]
    assert "Winner" in texts[-1]


@pytest.mark.slow
def test_groups_stand_on_a_page_before_the_bracket_with_every_name_whole() -> None:
    cup = a_cup(8, groups=GroupRules(number=2, through=2))
    page = cup_on_page(cup)
    document = a_bracket(cup)
    groups, bracket = texts_inside(document)
    assert all(entry.name in groups for entry in page.entries)
    assert "To be drawn: 4 go through, 2 ties." in bracket
    (paper,) = document.context["cups"]
    assert [len(group["matches"]) for group in paper["groups"]] == [6, 6]
    assert paper["groups"][0]["matches"][0][0].startswith("Thu")


@pytest.mark.slow
def test_short_names_of_thirty_two_stand_on_one_sheet() -> None:
    assert len(texts_inside(a_bracket(a_cup(32, is_long=False)))) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("entries", "paper"), sampled([(32, "a4"), (64, "a3")], each=2))
def test_the_largest_cups_are_halved_with_the_final_on_the_last_sheet(entries: int, paper: str) -> None:
    texts = texts_inside(a_bracket(a_cup(entries), paper))
    assert len(texts) > 1
    assert "Winner to sheet" in texts[0]
    assert f"Winner of tie {entries - 3}, sheet 1" in texts[-1], "the first semi-final"


@pytest.mark.slow
def test_a_tie_says_when_and_where_and_who_comes_next() -> None:
    cup = a_cup(8, is_long=False, neutral_rounds=1)
    set_finals(cup=cup, at=a_pub(cup.season.league, "The Crown"), on=NIGHT + datetime.timedelta(weeks=9))
    (text,) = texts_inside(a_bracket(Cup.objects.get(pk=cup.pk)))
    tie = cup_on_page(cup).rounds[0].ties[0]
    assert (
        "First round Thu 14 Jan 2027, 8.30 pm." in text or "Quarter-finals Thu 14 Jan 2027, 8.30 pm." in text
    )
    assert f"Tie 1, at {tie.venue} {tie.tie.home.words} {tie.tie.away.words}" in text
    assert "Winner of tie 4" in text
    assert "Final Thu 18 Mar 2027, at The Crown." in text


@pytest.mark.slow
def test_a_replay_and_a_walkover_are_told_and_the_winner_goes_on() -> None:
    cup = a_cup(4, is_long=False, replays=1)
    first, second = cup_on_page(cup).rounds[0].ties
    for result in (
        TieResult(round=1, number=1, legs=((5, 5),), replays=((6, 4),)),
        TieResult(round=1, number=2, at_fault="a", reason="Nobody of the Smiths came."),
    ):
        enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    (text,) = texts_inside(a_bracket(cup))
    assert f"Tie 1, in a replay, after 5-5 {first.tie.home.words} 6 {first.tie.away.words} 4" in text
    assert "Tie 2, walkover" in text
    assert "Smiths" not in text
    assert text.count(first.tie.home.words) >= 2
    assert text.count(second.tie.home.words) >= 2


def test_an_open_draw_lists_its_rounds_and_joins_none() -> None:
    cup = a_cup(8, DrawnBy.ROUND, is_long=False)
    (text,) = texts_inside(a_bracket(cup))
    assert "To be drawn: 4 go through, 2 ties. Final To be drawn: 2 go through." in text
    assert "Winner of tie" not in text
    (sheet,) = bracket_sheets(paper_bracket(cup_on_page(cup)), paper="a4", head=lambda _: 30.0)
    first, second, final = (column["cards"] for column in sheet["columns"])
    assert (len(first), len(second), len(final)) == (4, 2, 1)
    assert second[1].top < first[2].top
    assert not sheet["strokes"]


@pytest.mark.slow
@pytest.mark.parametrize("entries", [32, 64])
def test_the_ties_to_be_drawn_are_on_the_last_sheet_alone(entries: int) -> None:
    *first, last = texts_inside(a_bracket(a_cup(entries, DrawnBy.ROUND)))
    assert first
    assert not any("To be drawn" in text for text in first)
    assert f"To be drawn: {entries // 2} go through, {entries // 4} ties." in last


def test_nothing_is_printed_before_the_draw() -> None:
    cup = make_cup(season=a_season(), name="Knock-out Cup")
    assert brackets_on_paper([cup_on_page(cup)], printed_on=NIGHT) is None


def a_draw(cup: Cup) -> Document:
    page = cup_on_page(cup)
    at_hand = round_at_hand(page)
    assert at_hand is not None
    document = draws_on_paper([(page, at_hand)], printed_on=NIGHT)
    assert document is not None
    return document


@pytest.mark.parametrize(("entries", "sheets"), sampled([(4, 1), (32, 1), (64, 2)], each=3))
def test_a_draw_is_a_list_to_hang_up(entries: int, sheets: int) -> None:
    cup = a_cup(entries)
    texts = texts_inside(a_draw(cup))
    assert len(texts) == sheets
    for tie in cup_on_page(cup).rounds[0].ties:
        where = f" At {tie.venue}" if tie.venue else ""
        assert f"{tie.tie.home.words} v {tie.tie.away.words}{where}" in " ".join(texts)
    assert all("Thu 14 Jan 2027, 8.30 pm." in text for text in texts)
    assert ("Bye in this round: " in texts[-1]) == (entries == 13)
    assert "Drawn by the lot “a lot”. The same lot always gives the same draw." in texts[-1]


def test_the_score_of_a_tie_stands_apart_from_both_names() -> None:
    """Names and score ran into one another in the largest type: "Mutton45–54The Packhorse"."""
    cup = a_cup(4, is_long=False)
    result = TieResult(round=1, number=1, legs=((145, 154),))
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    page = pdfium.PdfDocument(pdf(a_draw(Cup.objects.get(pk=cup.pk))))[0]
    inked = letters(page)
    score = list(letters_of(page, ["145–154"], inked))
    line = [each for each in inked if each not in score and abs(each.bottom - score[0].bottom) < 1]
    assert min(each.left for each in line if each.left > score[-1].left) - score[-1].right > 4
    assert score[0].left - max(each.right for each in line if each.left < score[0].left) > 4


def ties_of(cup: Cup, **options: bool) -> Document:
    page = cup_on_page(cup)
    document = tie_sheets([(page, open_ties(page))], **options)
    assert document is not None
    return document


@pytest.mark.parametrize("name", sampled(names(), each=10))
def test_a_tie_has_the_sheet_of_its_league_with_the_cup_over_it(name: str) -> None:
    cup = a_cup(4)
    book = get(name).rule_book()
    book.save()
    Season.objects.update(rule_book=book)
    cup = Cup.objects.select_related("season__league", "season__rule_book").get(pk=cup.pk)
    document = ties_of(cup)
    texts = sheet_texts(document)
    assert len(texts) == 4, "two ties, two sides each"
    home, away = (seat.words for seat in (cup_on_page(cup).rounds[0].ties[0].tie.home, open_tie(cup).away))
    assert f"{home} {away} Thu 14 Jan 2027, 8.30 pm at {home}. Knock-out Cup, semi-final, tie 1" in texts[0]
    assert "week" not in texts[0]
    words = written(document)
    assert any(text.startswith("Both captains sign. Then send the total of both sides") for text in words)
    assert not any("scan" in text or "Photograph this side flat" in text for text in words)


def open_tie(cup: Cup) -> Any:
    return cup_on_page(cup).rounds[0].ties[0].tie


def sheet_texts(document: Document) -> list[str]:
    """The laid-out words of each page, without those of drawings."""
    pages = (page._page_box.descendants(placeholders=True) for page in laid_out(document).pages)
    texts = (" ".join(box.text for box in boxes if hasattr(box, "text")) for boxes in pages)
    return [" ".join(text.replace(" .", ".").split()) for text in texts]


def written(document: Document) -> list[str]:
    """The words of all drawings."""
    shapes = [shape for drawing in document.drawings.values() for shape in drawing.all_shapes]
    return [shape.text for shape in shapes if hasattr(shape, "text")]


def test_a_tie_of_pairs_has_one_table_and_names_the_four() -> None:
    cup = make_cup(season=a_season(), name="Pairs Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    for pair in (("Amy Thwaite", "Ben Sykes"), ("Cath Oldroyd", "Dan Firth")):
        enter_pair(cup=cup, names=pair)
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    document = ties_of(Cup.objects.select_related("season__league").get(pk=cup.pk))
    assert len(laid_out(document).pages) == 2
    assert {"Amy Thwaite", "Ben Sykes", "Cath Oldroyd", "Dan Firth"} <= set(written(document))


@pytest.mark.slow
def test_a_replay_is_at_the_other_pub_and_has_no_date_yet() -> None:
    cup = a_cup(4, is_long=False, replays=1)
    level = TieResult(round=1, number=1, legs=((5, 5),))
    enter_result(cup=cup, result=level, began_from=None, now=FRIDAY)
    away = open_tie(cup).away.words
    assert f"no date yet at {away}. Knock-out Cup, semi-final, tie 1, replay," in sheet_texts(ties_of(cup))[0]


def test_the_public_sees_no_hidden_player_on_the_sheet_of_a_tie(client: Client) -> None:
    cup = a_cup(2, is_long=False)
    league, tie = cup.season.league, cup_on_page(cup).rounds[0].ties[0]
    a_player(tie.home_team, "Zebedee Ogilvie", cup.season, shown="hidden")
    page = client.get(reverse("cup", args=[league.slug, cup.slug])).content.decode()
    for name, at in (("cup-draw", (1,)), ("cup-score-sheets", (1,)), ("tie-score-sheet", (1, 1))):
        address = reverse(name, args=[league.slug, cup.slug, *at])
        assert address in page
        assert client.get(address).headers["Content-Type"] == "application/pdf"
    assert not any("Ogilvie" in text for text in written(ties_of(cup)))
    assert any("Ogilvie" in text for text in written(ties_of(cup, to_secretary=True)))
    assert client.get(reverse("tie-score-sheet", args=[league.slug, cup.slug, 1, 9])).status_code == 404


@pytest.mark.slow
def test_the_registry_prints_every_cup_and_pairs_night_of_a_season() -> None:
    cup = a_cup(4, is_long=False)
    night = make_night(season=cup.season, name="Pairs Night", rounds=2)
    for number in range(1, 5):
        enter_at_door(cup=night, names=(f"Amy {number}", f"Ben {number}"))
    draw_night_round(cup=night, round_number=1, lot="a lot", now=FRIDAY)
    pages = {"cup-ties": 4}
    for name in (
        *("cup-brackets", "cup-draws", "cup-ties"),
        *("pairs-tables", "pairs-slips", "pairs-standings"),
    ):
        kind, _ = document_named(name) or (None, None)
        assert kind is not None, name
        document = kind.make(Order(season=cup.season, today=NIGHT))
        assert document is not None, name
        assert len(laid_out(document).pages) == pages.get(name, 1), name
        other = night if name.startswith("cup") else cup
        assert kind.make(Order(season=cup.season, today=NIGHT, cup=other)) is None, name
