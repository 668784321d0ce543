"""Paper for the presentation night: who has won what, certificates, what is engraved."""

import datetime
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Honour, Player, Season
from league.printing.pdf import laid_out
from league.printing.presentation import certificates, engraving_list, running_order
from league.printing.prizes import Prize, PrizeGroup, PrizeWinner, SeasonPrizes, prizes_of
from tests.builders import WEEK, a_card, a_division, a_drawn_cup, a_match, a_player, a_seat
from tests.examples import sampled
from tests.printing.casts import LONG_NAME
from tests.printing.test_pdf import read, text_of

TODAY = datetime.date(2027, 6, 1)
LONG_LEAGUE = "The Amalgamated Heckmondwike, Cleckheaton and Liversedge All Fours League of 1897"
LONG_PLAYER = "Bartholomew Featherstonehaugh-Cholmondeley"


def some_prizes(name: str = "The Fleece", league: str = "Three Valleys All Fours League") -> SeasonPrizes:
    """A shared award, a cup and a division."""
    shared = (PrizeWinner(name=name, team=name, summary="hung 3"), PrizeWinner(name="Ann Dyson"))
    places = (
        (PrizeGroup.AWARD, "Most jacks hung", 1, shared),
        (PrizeGroup.CUP, "League Cup", 2, (PrizeWinner(name="The Shears"),)),
        (PrizeGroup.DIVISION, "Division One", 1, (PrizeWinner(name=name),)),
    )
    return SeasonPrizes(
        league=league,
        season="2026-27",
        season_slug="2026-27",
        is_finished=True,
        target=15,
        prizes=tuple(
            Prize(group=group, competition=competition, place=place, winners=winners)
            for group, competition, place, winners in places
        ),
    )


@pytest.fixture
def season(db: None) -> Season:
    """A division of two teams; The Fleece wins five times with the same pair."""
    division = a_division(teams=2)
    pair = []
    for week in range(5):
        match = a_match(division, week=week + 1, date=division.season.starts_on + week * WEEK)
        shown = {"shown": Player.Shown.INITIALS}
        pair = pair or [
            a_player(match.home, "Zoë Brontë", division.season),
            a_player(match.home, "Jack Hirst", division.season, **shown),
        ]
        game = a_card(match, (15, 3)).tables.get().games.get()
        for place, player in enumerate(pair, 1):
            a_seat(game, player, place=place)
    return division.season


def winners(prizes: SeasonPrizes) -> dict[str, list[str]]:
    return {prize.name: [winner.name for winner in prize.winners] for prize in prizes.prizes}


def test_awards_come_first_and_the_champions_last(season: Season) -> None:
    named = winners(prizes_of(season, to_secretary=True))
    assert named["Best pair"] == ["Jack Hirst & Zoë Brontë"] or named["Best pair"] == [
        "Zoë Brontë & Jack Hirst"
    ]
    assert list(named)[-2:] == ["Division One, runners-up", "Division One, winners"]
    assert named["Division One, winners"] == ["The Fleece"]


def test_a_line_typed_on_the_roll_has_priority(season: Season) -> None:
    for competition, holder in (
        ("Division One", "The Shears"),
        ("Best pair", "A & B"),
        ("Pie cup", "Ann Dyson"),
    ):
        Honour.objects.create(
            league=season.league,
            year=season.starts_on.year,
            season_name=season.name,
            competition=competition,
            holder=holder,
            remarks="on appeal",
        )
    named = winners(prizes_of(season, to_secretary=True))
    assert named["Division One, winners"] == ["The Shears"]
    assert named["Best pair, winners"] == ["A & B"]
    assert named["Pie cup, winners"] == ["Ann Dyson"]
    assert "Best pair" not in named


def test_only_the_secretary_reads_a_name_that_its_player_keeps_back(season: Season) -> None:
    public, full = (
        {
            (winner.name, winner.public_name)
            for prize in prizes_of(season, to_secretary=to_secretary).prizes
            for winner in prize.winners
            if "H" in winner.name
        }
        for to_secretary in (False, True)
    )
    assert "Hirst" not in str(public)
    assert any("Jack Hirst" in name and "J. H." in shown for name, shown in full)


def test_the_prizes_take_as_many_queries_with_more_cups(season: Season) -> None:
    def queries() -> int:
        fresh = Season.objects.select_related("league", "rule_book").get(pk=season.pk)
        with CaptureQueriesContext(connection) as captured:
            prizes_of(fresh, to_secretary=True)
        return len(captured)

    a_drawn_cup(season, "The Fleece", "The Shears")
    with_one = queries()
    a_drawn_cup(season, "The Tup", "The Plough")
    assert queries() == with_one


def test_a_season_without_a_result_has_nothing_to_give(db: None) -> None:
    prizes = prizes_of(a_division(teams=2).season, to_secretary=True)
    assert running_order(prizes, printed_on=TODAY) is None
    assert certificates(prizes) is None
    assert engraving_list(prizes, printed_on=TODAY) is None


def test_the_running_order_is_one_page_with_every_winner() -> None:
    many = replace(some_prizes(), prizes=some_prizes().prizes * 9)
    (page,) = read(running_order(many, printed_on=TODAY)).pages
    text = text_of(page)
    for words in (
        "Presentation night 2026-27",
        "Most jacks hung, shared",
        "Ann Dyson",
        "League Cup, runners-up",
    ):
        assert words in text


@pytest.mark.parametrize(
    "name", sampled([f"{LONG_PLAYER} & {LONG_PLAYER}", LONG_PLAYER, LONG_NAME, "The Fleece"], each=10)
)
@pytest.mark.parametrize("league", sampled([LONG_LEAGUE, "Three Valleys All Fours League"], each=2))
def test_every_winner_has_a_certificate_with_room_for_their_name(name: str, league: str) -> None:
    document = certificates(some_prizes(name, league))
    pages = read(document).pages
    assert len(pages) == 4
    assert name in text_of(pages[0])
    assert league in text_of(pages[-1])
    first = list(laid_out(document).pages[0]._page_box.descendants())
    lowest_word = max(box.position_y + box.height for box in first if "words" in classes(box))
    assert lowest_word < min(box.position_y for box in first if "to-sign" in classes(box))


def classes(box) -> str:
    return (
        (box.element.get("class") or "")
        if box.element is not None and not box.element_tag.endswith("::")
        else ""
    )


def test_the_engraver_reads_what_stands_on_each_trophy_and_how_many_characters() -> None:
    text = text_of(read(engraving_list(some_prizes(), printed_on=TODAY)).pages[0])
    assert "Trophy Year Text to engrave Characters" in text
    assert "Most jacks hung 2026-27 2026-27 The Fleece and Ann Dyson 27" in text
    assert "Division One, winners 2026-27 2026-27 The Fleece 16" in text
