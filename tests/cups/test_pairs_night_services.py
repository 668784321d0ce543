"""A pairs night through the services: the door, the draw, the tables, the end, and two at the bar at once."""

import datetime

import pytest

from league.cups.pairs_nights import PairedBy
from league.cups.selectors.pairs_nights import NightOnPage, night_on_page
from league.cups.services.pairs_nights import (
    call_back,
    decide_night,
    draw_night_round,
    enter_at_door,
    enter_scores,
    finish_night,
    make_night,
    name_pair,
    send_home,
    set_night,
    strike_pair,
    undo_round,
)
from league.models import Cup, Season
from league.shared.errors import Refused
from tests.builders import FRIDAY, NIGHT, a_player, a_pub, a_season, a_team
from tests.examples import sampled
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db


def a_night(pairs: int = 4, season: Season | None = None, **said: object) -> Cup:
    cup = make_night(season=season or a_season(), name="Pairs Night", **({"rounds": 3} | said))
    for number in range(1, pairs + 1):
        enter_at_door(cup=cup, names=(f"First {number}", f"Second {number}"))
    return cup


def drawn(cup: Cup, number: int = 1) -> NightOnPage:
    draw_night_round(cup=cup, round_number=number, lot=f"lot {number}", now=FRIDAY)
    return night_on_page(cup)


def write(cup: Cup, scores: dict[int, tuple[int, int] | None], number: int = 1, **began: object) -> int:
    return enter_scores(
        cup=cup,
        round_number=number,
        lot=began.get("lot", f"lot {number}"),
        typed=scores,
        began_from=began.get("began", {}),
        now=FRIDAY,
    )


def played(cup: Cup, number: int = 1) -> NightOnPage:
    """The round drawn, and every table of it won by the pair that came first."""
    tables = drawn(cup, number).night.drawn[-1].tables
    write(cup, {at: (15, 9) if one < two else (9, 15) for at, (one, two) in enumerate(tables, 1)}, number)
    return night_on_page(cup)


def names(cup: Cup) -> list[tuple[str, str]]:
    return [(pair.name, pair.words) for pair in night_on_page(cup, to_secretary=True).pairs]


@pytest.mark.parametrize("pairs", sampled([5, 2, 17], each=3))
def test_a_night_is_played_to_its_winners(pairs: int) -> None:
    cup = a_night(pairs, rounds=2, paired_by=PairedBy.STANDING)
    assert not played(cup).winners
    page = played(cup, 2)
    assert page.night.is_over
    assert page.won_by.startswith("First 1 & Second 1")


def test_the_page_asks_as_much_for_a_big_night_as_for_a_small_one(
    django_assert_num_queries: object,
) -> None:
    season = a_season()
    for pairs in (4, 19):
        cup = make_night(season=season, name=f"Night of {pairs}", rounds=2)
        for number in range(pairs):
            enter_at_door(cup=cup, names=(f"A {number}", f"B {number}"))
        played(cup)
        with django_assert_num_queries(3):
            night_on_page(cup)


class TestAtTheDoor:
    def test_names_are_linked_to_players_and_shown_as_they_chose(self) -> None:
        season = a_season()
        a_player(a_team(season.league), "Jack Hirst", shown="initials")
        cup = a_night(0, season)
        enter_at_door(cup=cup, names=("jack  hirst", "A Stranger"))
        assert [pair.name for pair in night_on_page(cup).pairs] == ["J. H. & A Stranger"]
        assert names(cup) == [("Jack Hirst & A Stranger", "")]

    def test_father_and_son_are_linked_as_they_are_told_apart(self) -> None:
        season = a_season()
        team = a_team(season.league)
        father, son = (a_player(team, "Jack Hirst", told_apart_by=which) for which in ("sen.", "jun."))
        cup = a_night(0, season)
        enter_at_door(cup=cup, names=(str(son), "Amy Pell"))
        enter_at_door(cup=cup, names=("Jack Hirst", "Len Hoyle"))
        assert [entry.first_player for entry in cup.entries.all()] == [son, None], father

    def test_one_plays_with_whoever_comes_next(self) -> None:
        season = a_season()
        jack = a_player(a_team(season.league), "Jack Hirst")
        cup = a_night(2, season)
        enter_at_door(cup=cup, names=("Jack Hirst",))
        assert names(cup)[-1] == ("Jack Hirst", "waits for a partner")
        assert len(drawn(cup).night.entries) == 2
        enter_at_door(cup=cup, names=("Amy Pell",))
        assert names(cup)[-1] == ("Jack Hirst & Amy Pell", "plays from round 2 on")
        assert cup.entries.get(number=3).first_player == jack

    def test_who_comes_late_meets_whoever_is_free(self) -> None:
        cup = a_night(3)
        free = drawn(cup).rounds[0].free
        enter_at_door(cup=cup, names=("Late", "Later"))
        (*_, table), rest = night_on_page(cup).rounds[0].tables, night_on_page(cup).rounds[0].free
        assert (table.names, rest) == ((free, "Late & Later"), "")

    @pytest.mark.parametrize("twice", [("First 1", "Second 1"), ("Somebody", "FIRST 1"), ("first 1",)])
    def test_pressed_twice_is_in_once(self, twice: tuple[str, ...]) -> None:
        cup = a_night()
        with pytest.raises(Refused, match="is in already: First 1 & Second 1"):
            enter_at_door(cup=cup, names=twice)

    def test_nobody_plays_with_himself(self) -> None:
        with pytest.raises(Refused, match="is there twice"):
            enter_at_door(cup=a_night(), names=("Jack Hirst", "JACK HIRST"))

    def test_a_name_is_put_right_and_what_stays_keeps_its_player(self) -> None:
        season = a_season()
        team = a_team(season.league)
        jack, amy = a_player(team, "Jack Hirst"), a_player(team, "Amy Pell")
        cup = a_night(0, season)
        enter_at_door(cup=cup, names=("Jack Hirst", "Amy Pel"))
        name_pair(cup=cup, number=1, names=("Jack Hirst", "Amy Pell"))
        entry = cup.entries.get()
        assert (entry.name, entry.first_player, entry.second_player) == ("Jack Hirst & Amy Pell", jack, amy)
        with pytest.raises(Refused, match="needs two names"):
            name_pair(cup=cup, number=1, names=("Jack Hirst",))
        with pytest.raises(Refused, match="has deleted this"):
            name_pair(cup=cup, number=7, names=("Jack Hirst", "X"))

    def test_who_waits_is_named_with_the_partner_who_came(self) -> None:
        cup = a_night(0)
        enter_at_door(cup=cup, names=("Jack Hirst",))
        name_pair(cup=cup, number=1, names=("Jack Hirst", "Amy Pell"))
        assert len(night_on_page(cup).night.entries) == 1

    def test_struck_out_before_the_draw_and_home_after_it(self) -> None:
        cup = a_night()
        strike_pair(cup=cup, number=4)
        played(cup)
        with pytest.raises(Refused, match="Mark them as gone home"):
            strike_pair(cup=cup, number=1)
        send_home(cup=cup, number=1)
        assert names(cup)[0][1] == "went home after round 1"
        assert not drawn(cup, 2).night.drawn[-1].has(1)
        call_back(cup=cup, number=1)
        assert names(cup)[0][1] == "plays from round 3 on"

    def test_who_waits_is_struck_out_any_time(self) -> None:
        cup = a_night()
        enter_at_door(cup=cup, names=("Jack Hirst",))
        drawn(cup)
        strike_pair(cup=cup, number=5)
        assert len(names(cup)) == 4


class TestTables:
    def test_all_scores_of_a_round_with_one_press(self) -> None:
        cup = a_night()
        drawn(cup)
        assert write(cup, {1: (15, 9), 2: None}) == 1
        assert night_on_page(cup).running.open == 1
        assert write(cup, {1: (15, 9), 2: (3, 15)}, began={1: (15, 9)}) == 1
        assert night_on_page(cup).next_round == 2

    def test_what_somebody_else_entered_meanwhile_stays(self) -> None:
        cup = a_night()
        drawn(cup)
        write(cup, {1: (15, 9)})
        assert write(cup, {1: None, 2: (15, 2)}) == 1  # the page was opened before, table 1 not touched
        with pytest.raises(Refused, match="Table 1: somebody else has entered 15–9"):
            write(cup, {1: (14, 15), 2: (15, 3)}, began={2: (15, 2)})
        assert [table.score for table in night_on_page(cup).rounds[0].tables] == [(15, 9), (15, 2)]

    def test_corrected_after_the_next_draw_but_not_taken_out(self) -> None:
        cup = a_night()
        played(cup)
        drawn(cup, 2)
        there = night_on_page(cup).rounds[0].tables[0].score
        write(cup, {1: (1, 15)}, began={1: there})
        assert night_on_page(cup).rounds[0].tables[0].score == (1, 15)
        with pytest.raises(Refused, match="needs a score"):
            write(cup, {1: None}, began={1: (1, 15)})

    @pytest.mark.parametrize("number", [0, 2])
    def test_a_round_that_is_not_drawn_has_no_scores(self, number: int) -> None:
        cup = a_night()
        drawn(cup)
        with pytest.raises(Refused, match="undone meanwhile"):
            write(cup, {1: (15, 9)}, number)

    def test_scores_of_a_draw_that_was_taken_back_are_not_those_of_the_next(self) -> None:
        cup = a_night()
        drawn(cup)
        with pytest.raises(Refused, match="undone meanwhile"):
            write(cup, {1: (15, 9)}, lot="another lot")

    def test_a_draw_is_taken_back_until_a_table_is_played(self) -> None:
        cup = a_night()
        drawn(cup)
        write(cup, {1: (15, 9)})
        with pytest.raises(Refused, match="the draw cannot be undone"):
            undo_round(cup=cup, round_number=1)
        write(cup, {1: None}, began={1: (15, 9)})
        enter_at_door(cup=cup, names=("Late", "Later"))
        with pytest.raises(Refused, match="another one by now"):
            undo_round(cup=cup, round_number=2)
        undo_round(cup=cup, round_number=1)
        assert not cup.ties.exists()
        assert drawn(cup).night.drawn[0].has(5)


class TestTheEnd:
    def test_rounds_are_added_cut_and_finished(self) -> None:
        cup = a_night()
        played(cup)
        set_night(cup=cup, rounds=5, paired_by=PairedBy.STANDING, at=None, on=NIGHT, remarks="Bring cards.")
        cup.refresh_from_db()
        assert (night_on_page(cup).night.rounds, cup.finals_on) == (5, NIGHT)
        finish_night(cup=cup)
        cup.refresh_from_db()
        assert night_on_page(cup).night.is_over
        with pytest.raises(Refused, match="1 to 30"):
            set_night(cup=cup, rounds=0, paired_by=PairedBy.LOT, at=None, on=None)

    def test_level_pairs_share_it_or_play_for_it(self) -> None:
        cup = a_night(4, rounds=1)
        drawn(cup)
        write(cup, {1: (15, 9), 2: (15, 9)})
        page = night_on_page(cup)
        assert len(page.level) == 2
        decide_night(cup=cup, winner=page.level[1].key)
        cup.refresh_from_db()
        assert night_on_page(cup).won_by == page.level[1].name
        write(cup, {2: (15, 8)}, began={2: (15, 9)})
        cup.refresh_from_db()
        assert cup.rules == {"rounds": 1}

    def test_made_with_everything_or_refused(self) -> None:
        season = a_season()
        pub = a_pub(season.league)
        cup = make_night(season=season, name="Pairs Night", rounds=4, at=pub, on=NIGHT)
        assert (cup.finals_at, cup.finals_on, cup.slug) == (pub, NIGHT, "pairs-night")
        with pytest.raises(Refused, match="has this name"):
            make_night(season=season, name="Pairs Night", rounds=4)
        with pytest.raises(Refused, match="1 to 30"):
            make_night(season=season, name="Another", rounds=31)
        assert Cup.objects.count() == 1


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_two_draw(self) -> None:
        cup = a_night()
        draw = [
            lambda lot=lot: draw_night_round(cup=cup, round_number=1, lot=lot, now=FRIDAY) for lot in "ab"
        ]
        assert_done_or_refused(at_once(*draw), done=1)

    def test_two_enter_different_tables_and_two_the_same(self) -> None:
        cup = a_night()
        drawn(cup)
        assert_done_or_refused(
            at_once(lambda: write(cup, {1: (15, 9)}), lambda: write(cup, {2: (15, 9)})), done=2
        )
        began: dict[int, object] = {1: (15, 9)}
        again = [lambda own=own: write(cup, {1: (own, 15)}, began=began) for own in (3, 4)]
        assert_done_or_refused(at_once(*again), done=1)
        assert night_on_page(cup).running.open == 0

    def test_two_single_players_come_through_two_doors(self) -> None:
        cup = a_night(0)
        doors = [lambda n=n: enter_at_door(cup=cup, names=(f"Single {n}",)) for n in range(4)]
        assert_done_or_refused(at_once(*doors), done=4)
        assert len(night_on_page(cup).here) == 2

    def test_one_draws_while_another_pair_comes(self) -> None:
        cup = a_night(3)
        late = FRIDAY + datetime.timedelta(hours=1)
        both = at_once(
            lambda: draw_night_round(cup=cup, round_number=1, lot="a", now=late),
            lambda: enter_at_door(cup=cup, names=("Late", "Later")),
        )
        assert_done_or_refused(both, done=2)
        page = night_on_page(cup)
        assert (len(page.rounds[0].tables), page.rounds[0].free) == (2, "")
