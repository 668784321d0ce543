"""Groups before a knock-out: everybody meets everybody, the right ones go through and are drawn apart."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.cups.brackets import bracket_of
from league.cups.progress import (
    plate_entrants,
    with_draw,
    with_entrant,
    with_result,
    with_scratch,
    without_draw,
    without_result,
)
from league.cups.rules import CupRefused, CupRules, DrawnBy, Fill, GroupRules, Plate
from league.cups.sentences import rules_in_words, standing_in_words
from league.cups.serialization import rules_from_data, rules_to_data
from league.matches.outcomes import AtFault
from tests.cups.cast import a_cup, entrants, played_round, result
from tests.examples import examples, sampled

ways = st.sampled_from(DrawnBy)
chances = st.randoms(use_true_random=False)


@st.composite
def group_cups(draw):
    """A cup of groups before their draw."""
    number, through = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    best = draw(st.integers(0, number - 1))
    if number * through + best < 2:
        through = 2
    rules = GroupRules(number=number, through=through, best=best, meetings=draw(st.integers(1, 2)))
    least = number * (through + 1)
    entered = draw(st.integers(least, least + number))
    return a_cup(entered, draw(st.integers(0, 6)), groups=rules, drawn_by=draw(ways))


def played(cup, chance):
    """The open matches of the groups played, some of them level."""
    ties = [tie for one in bracket_of(cup).group_rounds for tie in one.ties if tie.is_open]
    scores = [(chance.randrange(10, 16), chance.randrange(10, 16)) for _ in ties]
    results = (result(tie, score) for tie, score in zip(ties, scores, strict=True))
    return replace(cup, results=(*cup.results, *results))


def four_groups(**rules):
    return with_draw(a_cup(12, 4, groups=GroupRules(number=4, through=2), **rules), "3 rainy nights")


def home_wins(cup):
    ties = [tie for one in bracket_of(cup).group_rounds for tie in one.ties]
    return replace(cup, results=tuple(result(tie, (15, tie.away.entrant.key)) for tie in ties))


def sides(tie):
    return tie.home.entrant.key, tie.away.entrant.key


class TestGroups:
    @given(group_cups(), st.text(min_size=1).filter(str.strip))
    @settings(max_examples=examples(40), deadline=None)
    def test_everybody_of_a_group_meets_everybody_and_is_at_home_as_often_as_away(self, cup, lot):
        drawn = with_draw(cup, lot)
        bracket, rules = bracket_of(drawn), cup.rules.groups
        members = [{row.entrant.key for row in group.rows} for group in bracket.groups]
        assert len(members) == rules.number
        assert set().union(*members) == {entrant.key for entrant in cup.entrants}
        assert max(map(len, members)) - min(map(len, members)) <= 1
        ties = [tie for one in bracket.group_rounds for tie in one.ties]
        met = Counter(frozenset(sides(tie)) for tie in ties)
        pairs = {frozenset(pair) for group in members for pair in combinations(group, 2)}
        assert met == dict.fromkeys(pairs, rules.meetings)
        for key in set().union(*members):
            homes, aways = (sum(sides(tie)[side] == key for tie in ties) for side in (0, 1))
            assert abs(homes - aways) <= (1 if rules.meetings == 1 else 0)
        for one in bracket.group_rounds:
            assert max(Counter(key for tie in one.ties for key in sides(tie)).values()) == 1

    @given(group_cups(), chances)
    @settings(max_examples=examples(40), deadline=None)
    def test_the_right_number_goes_through_and_the_first_of_each_group_is_among_them(self, cup, chance):
        cup = played(with_draw(cup, "a lot"), chance)
        rules = cup.rules.groups
        for group in bracket_of(cup).groups:
            keys = [row.entrant.key for row in group.rows if row.goes_through]
            assert keys == [row.entrant.key for row in group.rows][: len(keys)]
            assert len(keys) in {rules.through, rules.through + bool(rules.best)}
            assert all(row.reason for row in group.rows)
        going = [row for group in bracket_of(cup).groups for row in group.rows if row.goes_through]
        assert len(going) == rules.places
        first, *_ = bracket_of(with_draw(cup, "another")).knock_out
        in_it = [seat.entrant for tie in first.lines for seat in (tie.home, tie.away) if seat.entrant]
        assert sorted(one.key for one in in_it) == sorted(row.entrant.key for row in going)
        assert len(first.byes) == 2 * len(first.lines) - rules.places

    @given(group_cups(), chances)
    @settings(max_examples=examples(40), deadline=None)
    def test_nobody_of_one_group_meets_in_the_first_round_where_that_can_be(self, cup, chance):
        cup = with_draw(played(with_draw(cup, "a lot"), chance), "another")
        bracket = bracket_of(cup)
        row_of = {
            row.entrant.key: (group.letter, row.place) for group in bracket.groups for row in group.rows
        }
        first = bracket.knock_out[0]
        groups = Counter(row_of[key][0] for tie in first.ties for key in sides(tie))
        of_one_group = [tie for tie in first.ties if len({row_of[key][0] for key in sides(tie)}) == 1]
        # They can all be kept apart unless more than half of those who play are of one group.
        most = max(groups.values(), default=0)
        assert len(of_one_group) == max(0, most - len(first.ties))
        free = [row_of[one.key][1] for one in first.byes]
        winners = sum(place == 1 for _, place in row_of.values())
        assert free.count(1) == min(winners, len(free))
        if cup.rules.groups.through > 1 and not of_one_group:
            assert not [tie for tie in first.ties if {row_of[key][1] for key in sides(tie)} == {1}]
        assert all(row_of[home][1] <= row_of[away][1] for home, away in map(sides, first.ties))

    @given(group_cups(), chances)
    @settings(max_examples=examples(40), deadline=None)
    def test_in_one_bracket_the_first_two_of_a_group_can_meet_only_in_the_final(self, cup, chance):
        cup = replace(cup, rules=replace(cup.rules, drawn_by=DrawnBy.BRACKET))
        bracket = bracket_of(with_draw(played(with_draw(cup, "a lot"), chance), "another"))
        lines = bracket.knock_out[0].lines
        if len(lines) < 2:
            return
        half_of = {
            seat.entrant.key: number < len(lines) / 2
            for number, tie in enumerate(lines)
            for seat in (tie.home, tie.away)
            if seat.entrant
        }
        for group in bracket.groups:
            through = [half_of[row.entrant.key] for row in group.rows if row.goes_through]
            assert len(through) < 2 or through[0] != through[1]
            assert abs(2 * sum(through) - len(through)) <= 1

    def test_seeds_are_in_different_groups(self):
        letters = [
            group.letter
            for group in bracket_of(four_groups()).groups
            for row in group.rows
            if row.entrant.seed
        ]
        assert letters == ["A", "B", "C", "D"]

    @pytest.mark.parametrize("way", DrawnBy)
    def test_it_is_played_to_a_winner_and_read_round_by_round(self, way):
        cup = four_groups(drawn_by=way)
        titles = [one.title for one in bracket_of(cup).rounds]
        assert titles == [
            *(f"Groups, round {n}" for n in (1, 2, 3)),
            "Quarter-finals",
            "Semi-finals",
            "Final",
        ]
        assert standing_in_words(cup) == "The groups: 0 of 12 matches played."
        cup = home_wins(cup)
        assert standing_in_words(cup) == "The quarter-finals are to be drawn."
        draws = 0
        while not bracket_of(cup).is_over:
            if not any(tie.is_open for one in bracket_of(cup).rounds for tie in one.ties):
                cup = with_draw(cup, f"lot {draws}")
                draws += 1
            cup = played_round(cup, Random(3))
        assert draws == (3 if way is DrawnBy.ROUND else 1)
        assert [one.title for one in bracket_of(cup).rounds] == titles

    def test_a_table_counts_points_difference_score_and_matches_among_the_level_then_the_lot(self):
        cup = with_draw(a_cup(4, groups=GroupRules(number=1, through=2)), "a lot")
        for tie in [tie for one in bracket_of(cup).group_rounds for tie in one.ties]:
            cup = with_result(cup, result(tie, (9, 9)))
        (group,) = bracket_of(cup).groups
        assert [row.row.record.match_points for row in group.rows] == [6] * 4
        assert all("by the lot “a lot”" in row.reason for row in group.rows)
        (tie, *_) = bracket_of(cup).group_rounds[0].ties
        cup = with_result(cup, result(tie, (10, 9)))
        first, *_, last = bracket_of(cup).groups[0].rows
        assert (first.entrant, last.entrant) == (tie.home.entrant, tie.away.entrant)
        assert first.reason.startswith("Ahead of ")
        assert first.reason.endswith("on points: 4 to 3.")

    def test_a_walkover_gives_two_points_and_no_score_and_both_can_lose(self):
        cup = four_groups()
        tie, other, *_ = bracket_of(cup).group_rounds[0].ties
        cup = with_result(cup, result(tie, at_fault=AtFault.HOME, reason="Nobody came."))
        cup = with_result(cup, result(other, at_fault=AtFault.BOTH, reason="Snow"))
        records = {row.entrant.key: row.row.record for group in bracket_of(cup).groups for row in group.rows}
        home, away = (records[key] for key in sides(tie))
        assert (home.match_points, away.match_points, away.score_for) == (0, 4, 0)
        assert [records[key].lost for key in sides(other)] == [1, 1]


class TestGoingOn:
    def test_the_knock_out_waits_for_the_groups(self):
        with pytest.raises(CupRefused, match="12 matches of the groups are still to be played"):
            with_draw(four_groups(), "early")

    def test_what_changes_who_goes_through_is_refused_once_the_knock_out_is_drawn(self):
        cup = with_draw(home_wins(four_groups()), "later")
        tie, *_ = bracket_of(cup).group_rounds[0].ties
        with pytest.raises(CupRefused, match="The next round follows"):
            with_result(cup, result(tie, (0, 15)))
        with pytest.raises(CupRefused, match="The next round follows"):
            without_result(cup, 1, 1)
        assert with_result(without_draw(cup), result(tie, (0, 15)))

    @pytest.mark.parametrize("way", sampled(DrawnBy, each=2))
    def test_winners_of_groups_meet_those_placed_second_in_other_groups(self, way):
        cup = home_wins(four_groups(drawn_by=way))
        row_of = {
            row.entrant.key: (group.letter, row.place)
            for group in bracket_of(cup).groups
            for row in group.rows
        }
        draws = set()
        for lot in range(12):
            first = bracket_of(with_draw(cup, f"lot {lot}")).knock_out[0]
            for home, away in map(sides, first.ties):
                assert (row_of[home][1], row_of[away][1]) == (1, 2)
                assert row_of[home][0] != row_of[away][0]
            draws.add(frozenset(map(sides, first.ties)))
        assert len(draws) > 3

    def test_the_best_of_other_groups_fill_the_places_of_a_group_that_most_have_left(self):
        cup = four_groups()
        leaving = [row.entrant.key for row in bracket_of(cup).groups[0].rows[:2]]
        for key in leaving:
            cup = with_scratch(cup, key)
        results = home_wins(cup).results
        cup = replace(
            cup,
            results=tuple(one for one in results if not bracket_of(cup).tie(one.round, one.number).is_over),
        )
        going = [row for group in bracket_of(cup).groups for row in group.rows if row.goes_through]
        assert len(going) == 8
        assert [row.place for row in going].count(3) == 1

    def test_a_level_match_of_a_group_has_no_replay(self):
        cup = four_groups()
        tie, *_ = bracket_of(cup).group_rounds[0].ties
        with pytest.raises(CupRefused, match="may end level"):
            with_result(cup, result(tie, (9, 9), deciding=(1, 0)))
        assert bracket_of(with_result(cup, result(tie, (9, 9)))).tie(1, 1).is_over

    def test_matches_of_who_leaves_during_the_groups_do_not_count(self):
        cup = four_groups()
        tie, *_ = bracket_of(cup).group_rounds[0].ties
        cup, leaving = with_result(cup, result(tie, (15, 9))), tie.home.entrant
        without = bracket_of(with_scratch(cup, leaving.key, "Their pub has closed."))
        *_, last = without.groups[0].rows
        assert (last.entrant, last.row.record.played) == (leaving, 0)
        assert last.reason == "Left the cup: its matches do not count."
        mine = [tie for one in without.group_rounds for tie in one.ties if leaving.key in sides(tie)]
        assert all(tie.verdict.is_void for tie in mine)
        assert [row.row.record.played for row in without.groups[0].rows[:-1]] == [0, 0]

    def test_the_next_takes_the_place_of_who_leaves_before_the_draw_and_of_nobody_after_it(self):
        cup = home_wins(four_groups())
        first, second, third = (row.entrant for row in bracket_of(cup).groups[0].rows)
        with pytest.raises(CupRefused, match="out of the cup already"):
            with_scratch(cup, third.key)
        fewer = with_draw(with_scratch(cup, first.key), "later")
        assert {second.key, third.key} <= set(fewer.draws[-1].order)
        after = bracket_of(with_scratch(with_draw(cup, "later"), first.key))
        assert [row.goes_through for row in after.groups[0].rows] == [True, True, False]

    @given(group_cups(), chances, st.data())
    @settings(max_examples=examples(16), deadline=None)
    def test_whoever_leaves_the_cup_comes_to_an_end_without_them(self, cup, chance, data):
        cup, left = with_draw(cup, "a lot"), set()
        for step in range(12):
            if bracket_of(cup).is_over:
                break
            key = data.draw(st.sampled_from([entrant.key for entrant in cup.entrants]))
            try:
                cup = with_scratch(cup, key)
                left.add(key)
            except CupRefused:
                pass
            cup = played_round(played(cup, chance), chance)
            if not bracket_of(cup).is_over and not any(
                tie.is_open for one in bracket_of(cup).rounds for tie in one.ties
            ):
                cup = with_draw(cup, f"lot {step}")
        bracket = bracket_of(cup)
        assert bracket.is_over
        assert bracket.winner is None or bracket.winner.key not in left

    def test_the_plate_is_for_those_who_do_not_come_through(self):
        cup = home_wins(four_groups(plate=Plate.FIRST_ROUND))
        going = {row.entrant for group in bracket_of(cup).groups for row in group.rows if row.goes_through}
        assert set(plate_entrants(cup)) == set(cup.entrants) - going


class TestRefused:
    @pytest.mark.parametrize(
        ("entered", "rules", "why"),
        [
            (5, {}, "Five entered. Two groups, of which two each go through, need 6 or more."),
            (26, {}, "a group would have 13, and a group has room for 12"),
        ],
    )
    def test_groups_that_are_too_small_or_too_large(self, entered, rules, why):
        with pytest.raises(CupRefused, match=why):
            with_draw(a_cup(entered, groups=GroupRules(**rules)), "a lot")

    def test_rules_that_cannot_be(self):
        for rules in ({"number": 2, "best": 2}, {"number": 1, "through": 1}):
            with pytest.raises(ValueError, match="go through"):
                GroupRules(**rules)
        with pytest.raises(ValueError, match="no highest losers"):
            CupRules(groups=GroupRules(), fill=Fill.HIGHEST_LOSERS)

    def test_a_late_entry(self):
        (late,) = entrants(13)[12:]
        with pytest.raises(CupRefused, match="The groups are drawn"):
            with_entrant(four_groups(), late)


def test_rules_are_stored_and_said():
    rules = CupRules(groups=GroupRules(number=3, through=2, best=2, meetings=2), drawn_by=DrawnBy.BRACKET)
    assert rules_from_data(rules_to_data(rules)) == rules
    said = " ".join(rules_in_words(rules))
    assert "Three groups, in which everybody meets everybody twice" in said
    assert "The best two of those placed 3rd go through too" in said
