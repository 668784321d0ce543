"""A draw night: nothing is known before its ball, and the last ball makes the draw that the lot gives."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.rules import CupRules
from league.cups.selectors.draw_nights import shown_draw
from league.cups.services.cups import draw_round, enter_pair, enter_teams, make_cup
from league.cups.services.draw_nights import begin_draw_night, show_next_ball, stop_draw_night
from league.models import Cup, CupDraw
from league.shared.errors import Refused
from tests.builders import CAST, FRIDAY, a_season, a_secretary, a_team
from tests.reading import words

pytestmark = pytest.mark.django_db
LOT = "the seven of clubs"


@pytest.fixture
def cup() -> Cup:
    season = a_season()
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules())
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:5]])
    return cup


def by_lot(cup: Cup) -> list[int]:
    """The order that the plain button gives, undone again."""
    draw = draw_round(cup=cup, round_number=1, lot=LOT, now=FRIDAY)
    draw.delete()
    return draw.order


def test_a_draw_is_shown_ball_by_ball_and_made_with_the_last(client: Client, cup: Cup) -> None:
    order = by_lot(cup)
    league = cup.season.league
    names = {entry.number: entry.name for entry in cup.entries.all()}
    client.force_login(a_secretary(league))
    remote = reverse("keep-draw", args=[league.slug, cup.public_id])
    board = reverse("draw-board", args=[league.slug, cup.slug])
    assert client.post(remote, {"begin": "", "lot": LOT}).status_code == 303
    for shown, key in enumerate(order):
        assert not CupDraw.objects.exists()
        assert LOT not in words(client.get(board))
        assert client.post(remote, {"next": "", "shown": shown}).status_code == 303
        ball = words(client.get(board))
        assert names[key] in ball
        assert all(names[other] not in ball for other in order[shown + 1 :])
    assert CupDraw.objects.get().order == order
    assert LOT in ball
    assert ", ".join(map(str, order)) in ball


def test_a_second_tap_shows_no_second_ball(cup: Cup) -> None:
    begin_draw_night(cup=cup, lot=LOT)
    for _ in range(2):
        show_next_ball(cup=cup, shown=0, now=FRIDAY)
    cup.refresh_from_db()
    assert len(shown_draw(cup).balls) == 1


def test_a_late_entry_spoils_the_draw_and_a_stopped_one_leaves_nothing(cup: Cup) -> None:
    begin_draw_night(cup=cup, lot=LOT)
    with pytest.raises(Refused, match="shown already"):
        begin_draw_night(cup=cup, lot="another")
    enter_teams(cup=cup, teams=[a_team(cup.season.league, "The Latecomers")])
    with pytest.raises(Refused, match="changed since the draw began"):
        show_next_ball(cup=cup, shown=0, now=FRIDAY)
    stop_draw_night(cup=cup)
    cup.refresh_from_db()
    assert not shown_draw(cup).balls
    assert not CupDraw.objects.exists()
    with pytest.raises(Refused, match="No draw is being shown"):
        show_next_ball(cup=cup, shown=0, now=FRIDAY)


def type_of(client: Client, cup: Cup) -> int:
    """The size of type on the board of a draw, in tenths of a rem."""
    page = client.get(reverse("draw-board", args=[cup.season.league.slug, cup.slug])).content.decode()
    return int(re.search(r'data-layout="draw [a-z]+ type-([0-9]+)', page)[1])


def test_long_names_are_set_smaller_and_no_ball_changes_the_type(client: Client) -> None:
    season = a_season()
    sizes = {}
    for name, second in (("Short", "Jo"), ("Long", "Wilhelmina Hebblethwaite-Ackroyd")):
        cup = make_cup(season=season, name=name)
        for number in range(6):
            enter_pair(cup=cup, names=(f"Bartholomew Pell {number}", f"{second} {number}"))
        begin_draw_night(cup=cup, lot="fog")
        show_next_ball(cup=cup, shown=0, now=FRIDAY)
        sizes[name] = type_of(client, cup)
        show_next_ball(cup=cup, shown=1, now=FRIDAY)
        assert type_of(client, cup) == sizes[name]
    assert sizes["Long"] < sizes["Short"]
