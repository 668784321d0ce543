"""Line-ups: who names first, who sees what when, and what comes to stand on the sheets of the tables."""

import datetime
import random

import pytest

from league.models import LineUp, Match, Player, RuleBook, Side
from league.results.log import standing
from league.results.selectors.log import log_of
from league.results.selectors.squads import LineUps, last_pairs, line_ups_of
from league.results.services import line_ups as services
from league.results.services.line_ups import give_line_up
from league.shared.errors import Refused
from tests.builders import a_card, a_match, a_player, a_seat, regulated

NOW = datetime.datetime(2027, 1, 14, 18, 0, tzinfo=datetime.UTC)
HOME = (("Ada Holt", "Bea Kaye"), ("Cy Lumb", "Di Mell"), ("Ed Noble", "Flo Oates"), ("Gus Pell", "Hal Quin"))
AWAY = tuple((f"{one} Away", f"{two} Away") for one, two in HOME)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


def under(match: Match, order: str) -> Match:
    """The match, its line-ups given in that order."""
    book = match.division.season.rule_book
    book.line_up_order = order
    book.save()
    return match


def give(match: Match, side: Side, pairs=None) -> LineUp:
    return give_line_up(match=match, side=side, pairs=pairs or (HOME if side == Side.HOME else AWAY), now=NOW)


def names_on_the_sheets(match: Match) -> dict[tuple[int, str], tuple[str, ...]]:
    stands = standing(log_of(match))
    return {(place.table, place.name): tuple(one.body.values()) for place, one in stands.items()}


def read_by(match: Match, side: Side) -> LineUps:
    return line_ups_of(match.pk, side, order=match.division.season.rule_book.line_up_order)


def seen_by(match: Match, side: Side) -> list[tuple[str, ...]]:
    """What a side sees of the other's line-up."""
    return [tuple(seat.written for seat in pair.seats if seat) for pair in read_by(match, side).other_pairs]


def test_one_line_up_alone_writes_nothing_on_the_sheets(match):
    give(match, Side.HOME)
    assert names_on_the_sheets(match) == {}


def test_both_in_they_stand_on_the_sheets_of_the_tables_each_as_its_sides_word(match):
    give(match, Side.HOME)
    give(match, Side.AWAY)
    expected = {(table, "home"): pair for table, pair in enumerate(HOME, 1)}
    assert names_on_the_sheets(match) == expected | {
        (table, "away"): pair for table, pair in enumerate(AWAY, 1)
    }
    assert {(one.place.name, one.sent_for) for one in log_of(match)} == {("home", "h"), ("away", "a")}


def test_sent_twice_they_are_written_once(match):
    for side in (Side.HOME, Side.AWAY, Side.AWAY, Side.HOME):
        give(match, side)
    assert match.entries.count() == 8


def test_a_line_up_can_be_changed_until_the_other_is_in_and_not_after(match):
    give(match, Side.HOME)
    changed = (("Ivy Rudd", "Bea Kaye"), *HOME[1:])
    give(match, Side.HOME, changed)
    give(match, Side.AWAY)
    assert names_on_the_sheets(match)[1, "home"] == ("Ivy Rudd", "Bea Kaye")
    with pytest.raises(Refused, match="at the table"):
        give(match, Side.HOME)


@pytest.mark.parametrize(
    ("order", "first", "second"), [("home_first", Side.HOME, Side.AWAY), ("away_first", Side.AWAY, Side.HOME)]
)
def test_the_side_that_comes_second_waits_and_then_sees_what_it_answers(match, order, first, second):
    under(match, order)
    assert read_by(match, second).waits_for_other
    with pytest.raises(Refused, match="names its players first"):
        give(match, second)
    give(match, first)
    assert len(seen_by(match, second)) == 4
    assert read_by(match, second).may_give
    give(match, second)
    assert len(seen_by(match, first)) == 4


@pytest.mark.parametrize("order", ["blind", "drawn"])
def test_nobody_sees_the_others_before_his_own_is_in(match, order):
    under(match, order)
    give(match, Side.HOME)
    assert read_by(match, Side.AWAY).other_is_in
    assert seen_by(match, Side.AWAY) == []
    give(match, Side.AWAY)
    assert len(seen_by(match, Side.AWAY)) == len(seen_by(match, Side.HOME)) == 4


def test_in_any_order_each_sees_the_others_at_once(match):
    give(match, Side.AWAY)
    assert seen_by(match, Side.HOME) == [*AWAY]


def test_the_lot_says_which_away_pair_meets_whom_and_stays_on_record(match, monkeypatch):
    monkeypatch.setattr(services, "_LOT", random.Random(3))
    under(match, RuleBook.LineUpOrder.DRAWN)
    give(match, Side.HOME)
    drawn = give(match, Side.AWAY) and LineUp.objects.get(side="a").drawn
    assert sorted(drawn) == [1, 2, 3, 4] != drawn
    on_sheets = names_on_the_sheets(match)
    assert {table: on_sheets[table, "away"] for table in drawn} == dict(zip(drawn, AWAY, strict=True))
    assert [on_sheets[table, "home"] for table in range(1, 5)] == [*HOME]
    give(match, Side.AWAY)
    assert LineUp.objects.get(side="a").drawn == drawn


def test_a_registered_player_is_kept_as_himself_and_an_unknown_name_as_written(match):
    known = a_player(match.home, "Jack Hirst", match.division.season)
    line_up = give(match, Side.HOME, [["  jack   HIRST ", "Nobody Knows"]])
    assert line_up.pairs[0] == [known.public_id, "Nobody Knows"]
    assert line_up.pairs[1:] == [["", ""]] * 3
    (first, *_) = read_by(match, Side.HOME).pairs
    assert [seat.player for seat in first.seats] == [known, None]


def test_somebody_borrowed_from_another_team_is_kept_by_his_name(match):
    borrowed = a_player(match.away, "Edna Shaw", match.division.season, told_apart_by="senior")
    assert give(match, Side.HOME, [[borrowed.public_id]]).pairs[0] == ["Edna Shaw (senior)", ""]
    assert give(match, Side.HOME, [["", "edna shaw"]]).pairs[0] == ["", "Edna Shaw (senior)"]


def test_father_and_son_are_not_guessed_apart(match):
    for senior in ("senior", "junior"):
        a_player(match.home, "Jack Hirst", match.division.season, told_apart_by=senior)
    line_up = give(match, Side.HOME, [["Jack Hirst", "Jack Hirst (junior)"]])
    assert line_up.pairs[0] == ["Jack Hirst", Player.objects.get(told_apart_by="junior").public_id]


def test_nobody_sits_at_two_tables(match):
    a_player(match.home, "Jack Hirst", match.division.season)
    with pytest.raises(Refused, match="Jack Hirst is named twice"):
        give(match, Side.HOME, [["Jack Hirst", "Ada Holt"], ["Jack Hirst", ""]])
    assert not LineUp.objects.exists()


def test_where_a_short_team_may_play_somebody_twice_it_can_say_so(match):
    regulated(match.division, short_teams={"minimum": 6, "may_repeat": 1})
    assert give(match, Side.HOME, [["Jack Hirst", "Ada Holt"], ["Jack Hirst", ""]])
    with pytest.raises(Refused, match="lets one player of a short team sit at up to two tables"):
        give(match, Side.HOME, [["Jack Hirst", "Ada Holt"], ["Jack Hirst", "Ada Holt"]])
    with pytest.raises(Refused, match="Jack Hirst is named three times"):
        give(match, Side.HOME, [["Jack Hirst"]] * 3)


def test_nobody_named_is_no_line_up(match):
    with pytest.raises(Refused, match="at least one"):
        give(match, Side.HOME, [["", " "]])


def test_once_the_tables_write_names_themselves_a_line_up_comes_too_late(match):
    give(match, Side.HOME)
    give(match, Side.AWAY)
    LineUp.objects.filter(side="a").delete()
    with pytest.raises(Refused, match="Scoring has begun"):
        give(match, Side.AWAY)


def test_a_match_whose_result_is_in_has_no_line_up_to_give(match):
    a_card(match, (15, 9))
    with pytest.raises(Refused, match="match has a result"):
        give(match, Side.HOME)


def test_who_sat_where_the_last_time(match):
    card = a_card(match, (15, 9), (9, 15))
    player = a_player(match.home, "Jack Hirst", match.division.season)
    a_seat(card.tables.get(number=2).games.get(), player, place=2)
    later = match.date + datetime.timedelta(weeks=1)
    assert last_pairs(match.home_id, before=later, tables=2, players=2) == (("", ""), ("", player.public_id))
    assert last_pairs(match.away_id, before=later, tables=2, players=2) == (("", ""), ("", ""))


def test_the_line_ups_of_a_match_take_three_queries(match, django_assert_num_queries):
    player = a_player(match.home, "Jack Hirst", match.division.season)
    give(match, Side.HOME, [[player.public_id]])
    known = Match.objects.select_related("division__season__rule_book").get(pk=match.pk)
    with django_assert_num_queries(len(["line-ups", "log begun?", "players"])):
        read_by(known, Side.HOME)
