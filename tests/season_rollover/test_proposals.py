"""Next season's divisions proposed from final tables, with the reason for every team."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.season_rollover.proposals import (
    Fills,
    FinalTable,
    Joins,
    Leaves,
    MovesPub,
    RolloverRefused,
    RolloverRules,
    level_sizes,
    next_season,
)
from league.season_rollover.signing import Registered, who_signs_again
from league.standings.records import TeamRecord
from league.standings.rows import StandingsRow


def a_table(name, first_team, teams, promoted=0, relegated=0, shared=(), withdrawn=()):
    """A final table of so many teams, numbered on from the first; places in `shared` are one place."""
    rows = []
    for number in range(1, teams + 1):
        place = min(shared) if number in shared else number
        team = first_team + number - 1
        record = TeamRecord(team=team, name=f"Team {team}", played=10, is_withdrawn=team in withdrawn)
        rows.append(StandingsRow(place=place, is_shared=number in shared, record=record, above=None))
    return FinalTable(name=name, rows=tuple(rows), promoted=promoted, relegated=relegated)


ONE = a_table("Division One", 101, 6, relegated=2)
TWO = a_table("Division Two", 201, 6, promoted=2)


def teams_of(proposal):
    return [[placing.team or placing.name for placing in division.teams] for division in proposal.divisions]


def reasons_of(proposal, team):
    (found,) = [one for one in (*proposal.placings, *proposal.gone) if team in (one.team, one.name)]
    return list(found.reasons)


def test_two_go_up_and_two_go_down():
    proposal = next_season([ONE, TWO])
    assert teams_of(proposal) == [[101, 102, 103, 104, 201, 202], [105, 106, 203, 204, 205, 206]]
    assert reasons_of(proposal, 101) == ["Finished 1st in Division One: champions."]
    assert reasons_of(proposal, 103) == ["Finished 3rd in Division One: stays."]
    assert reasons_of(proposal, 106) == ["Finished 6th in Division One: relegated to Division Two."]
    assert reasons_of(proposal, 201) == ["Finished 1st in Division Two: promoted to Division One."]


def test_nobody_goes_up_from_the_top_or_down_from_the_bottom():
    proposal = next_season([a_table("Only", 1, 4, promoted=1, relegated=1)])
    assert teams_of(proposal) == [[1, 2, 3, 4]]


def test_a_team_that_folds_leaves_a_place_to_the_next_best():
    proposal = next_season([ONE, TWO], [Leaves(team=103, because="no players")])
    assert teams_of(proposal) == [[101, 102, 104, 201, 202, 203], [105, 106, 204, 205, 206]]
    assert reasons_of(proposal, 103) == ["Does not enter again: no players."]
    assert reasons_of(proposal, 203) == [
        "Finished 3rd in Division Two: stays.",
        "Goes up to fill a free place in Division One.",
    ]


def test_or_it_saves_the_best_of_those_who_would_go_down():
    proposal = next_season([ONE, TWO], [Leaves(team=103)], RolloverRules(fills=Fills.REPRIEVED))
    assert teams_of(proposal) == [[101, 102, 104, 105, 201, 202], [106, 203, 204, 205, 206]]
    assert reasons_of(proposal, 105)[1] == "Stays in Division One after all: a place there is free."


def test_a_new_team_starts_at_the_bottom_and_fills_no_place_above():
    changes = [Leaves(team=103), Joins(name="The Bell"), *(Leaves(team=team) for team in range(203, 207))]
    proposal = next_season([ONE, TWO], changes)
    assert teams_of(proposal) == [[101, 102, 104, 105, 201, 202], [106, "The Bell"]]
    assert reasons_of(proposal, "The Bell") == ["Joins the league: starts in the bottom division."]


def test_a_division_chosen_for_a_new_team_has_one_too_many_and_its_lowest_goes_down():
    proposal = next_season([ONE, TWO], [Joins(name="The Bell", division=1)])
    assert teams_of(proposal)[0] == [101, 102, 103, 201, 202, "The Bell"]
    assert reasons_of(proposal, 104)[1] == (
        "Goes down to Division Two: Division One would have a team too many."
    )


@pytest.mark.parametrize(
    ("move", "stays", "said"),
    [
        (
            MovesPub(team=102, to="The Bell"),
            False,
            "Moves to The Bell (none of the five players asked for): a team that moves pub starts in the",
        ),
        (
            MovesPub(team=102, to="The Bell", pub_closed=True),
            True,
            "for its pub has closed: keeps its place.",
        ),
        (
            MovesPub(team=102, to="The Bell", players_staying=5),
            True,
            "Moves to The Bell en bloc, with five of its players: keeps its place.",
        ),
        (MovesPub(team=102, to="The Bell", players_staying=4), False, "four of the five players asked for"),
    ],
)
def test_a_team_that_moves_pub_starts_at_the_bottom_but_for_a_closed_pub_or_en_bloc(move, stays, said):
    proposal = next_season([ONE, TWO], [move], RolloverRules(moving_to_bottom=True, en_bloc=5))
    assert (102 in teams_of(proposal)[0]) is stays
    assert said in reasons_of(proposal, 102)[1]


def test_without_such_a_rule_a_move_changes_nothing_but_the_pub():
    proposal = next_season([ONE, TWO], [MovesPub(team=102, to="The Bell")])
    assert reasons_of(proposal, 102)[1] == "Moves to The Bell: keeps its place."
    assert proposal.moved == {102}


def test_divisions_are_levelled_if_the_league_asks():
    tables = [a_table("Division One", 101, 9), a_table("Division Two", 201, 6)]
    proposal = next_season(tables, [], RolloverRules(level=True))
    assert [len(teams) for teams in teams_of(proposal)] == [7, 8]
    assert teams_of(proposal)[1][:2] == [108, 109]
    assert level_sizes(23, 3) == (7, 8, 8)


def test_two_divisions_are_made_of_one_or_one_of_two():
    split = next_season([a_table("League", 1, 9)], [], RolloverRules(divisions=2))
    assert teams_of(split) == [[1, 2, 3, 4], [5, 6, 7, 8, 9]]
    assert [division.name for division in split.divisions] == ["League", "Division 2"]
    merged = next_season([ONE, TWO], [], RolloverRules(divisions=1))
    assert [len(teams) for teams in teams_of(merged)] == [12]
    assert reasons_of(merged, 206)[1] == "Next season has one division."


def test_a_place_shared_across_the_line_is_left_to_the_league():
    two = a_table("Division Two", 201, 6, promoted=2, shared=(2, 3))
    proposal = next_season([ONE, two])
    assert {placing.team for placing in proposal.undecided} == {202, 203}
    assert reasons_of(proposal, 203)[0] == (
        "Finished level 2nd in Division Two: "
        "the line runs through this place, and the league decides who goes."
    )


def test_a_team_that_withdrew_plays_again_only_if_it_joins():
    two = a_table("Division Two", 201, 6, promoted=1, withdrawn=(206,))
    proposal = next_season([ONE, two])
    assert reasons_of(proposal, 206) == ["Withdrew during the season."]
    back = next_season([ONE, two], [Joins(name="Team 206", team=206)])
    assert 206 in teams_of(back)[1]


@pytest.mark.parametrize(
    ("changes", "rules", "why"),
    [
        ([Leaves(team=9)], None, "Team 9 is in no final table; it can only join."),
        ([Leaves(team=101), Leaves(team=101)], None, "The same change is entered twice"),
        ([Joins(name="Team 101", team=101)], None, "A team that plays on cannot join as well."),
        ([Joins(name="The Bell", division=3)], None, "is to join division 3; there will be 2, 1 the top."),
        ([], RolloverRules(sizes=(5, 5)), "Divisions of 5 and 5 are asked for; 12 teams will play in 2."),
        ([], RolloverRules(divisions=13), "13 divisions are asked for, and 12 teams will play."),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(changes, rules, why):
    with pytest.raises(RolloverRefused) as refusal:
        next_season([ONE, TWO], changes, rules)
    assert why in str(refusal.value)


def test_without_a_table_there_is_no_next_season():
    with pytest.raises(RolloverRefused, match="no final table"):
        next_season([])


sizes = st.lists(st.integers(3, 10), min_size=1, max_size=4)


@given(
    sizes,
    st.integers(0, 3),
    st.integers(0, 3),
    st.sets(st.integers(0, 40), max_size=4),
    st.integers(0, 4),
    st.sampled_from(Fills),
    st.booleans(),
)
def test_every_team_has_one_place_and_a_reason_and_every_division_its_size(
    sizes, up, down, folding, joining, fills, level
):
    tables = [
        a_table(f"Division {number}", 100 * number, size, promoted=up, relegated=down)
        for number, size in enumerate(sizes, start=1)
    ]
    teams = [row.record.team for table in tables for row in table.rows]
    leaving = {teams[number] for number in folding if number < len(teams)}
    changes = [Leaves(team=team) for team in leaving] + [Joins(name=f"New {one}") for one in range(joining)]
    playing = len(teams) - len(leaving) + joining
    if playing < len(sizes):
        return
    proposal = next_season(tables, changes, RolloverRules(fills=fills, level=level))
    placed = [placing.team for placing in proposal.placings if placing.team]
    assert sorted(placed) == sorted(set(teams) - leaving)
    assert {placing.team for placing in proposal.gone} == leaving
    assert sum(placing.team is None for placing in proposal.placings) == joining
    assert all(
        one.reasons and all(reason.endswith(".") for reason in one.reasons) for one in proposal.placings
    )
    now = [len(division.teams) for division in proposal.divisions]
    assert sum(now) == playing
    assert min(now) >= 1
    if level:
        assert max(now) - min(now) <= 1
    for division in proposal.divisions:
        assert all(placing.division == division.number for placing in division.teams)


@given(sizes, st.integers(0, 2))
def test_with_nothing_else_changed_as_many_come_up_as_go_down(sizes, moving):
    tables = [
        a_table(f"Division {number}", 100 * number, size, promoted=moving, relegated=moving)
        for number, size in enumerate(sizes, start=1)
    ]
    if any(2 * moving > size for size in sizes):
        return
    proposal = next_season(tables)
    assert [len(division.teams) for division in proposal.divisions] == sizes
    assert all(len(placing.reasons) == 1 for placing in proposal.placings)


def signing(proposal, **known):
    players = [
        Registered(player=1, name="Alf", team=101),
        Registered(player=2, name="Bet", team=103),
        Registered(player=3, name="Cal", team=102),
        Registered(player=4, name="Dot", team=202, belongs_to=201),
    ]
    return {one.name: (one.reason, one.team) for one in who_signs_again(players, proposal, **known)}


def test_who_must_sign_on_again_and_why():
    proposal = next_season([ONE, TWO], [Leaves(team=103), MovesPub(team=102, to="The Bell")])
    assert signing(proposal) == {
        "Bet": ("Team 103 does not play next season.", None),
        "Cal": ("Team 102 moves to another pub.", 102),
        "Dot": ("Has played up and belongs to Team 201 now.", 201),
    }


def test_where_everybody_signs_on_again_each_year():
    everybody = signing(next_season([ONE, TWO]), everybody=True)
    assert everybody["Alf"] == ("Everybody signs on again for a new season.", 101)
    assert set(everybody) == {"Alf", "Bet", "Cal", "Dot"}


def test_however_many_fold_every_division_has_a_team():
    folding = [Leaves(team=team) for team in (104, 105, 106, 202, 203, 204, 205, 206)]
    assert [len(teams) for teams in teams_of(next_season([ONE, TWO], folding))] == [3, 1]
