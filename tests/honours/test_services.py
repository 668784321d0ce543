"""The roll of honour: written from final tables, typed, put right; final tables of years long gone."""

import pytest

from league.competition.services import close_season, reopen_season
from league.honours.selectors import old_table, roll_of_honour
from league.honours.services import (
    HonourInput,
    add_honours,
    delete_old_table,
    save_old_table,
    set_year,
    write_final_honours,
)
from league.models import Honour, League, OldTable, Team
from league.shared.errors import Refused
from tests.builders import a_card, a_division, a_league, a_match, a_player, a_team, a_withdrawal
from tests.builders_seasons import a_round_robin
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_league()


def honour(holder: str = "The Fleece", **fields: object) -> HonourInput:
    usual = {"year": 1974, "season_name": "1974/75", "competition": "Division One", "holder": holder}
    return HonourInput(**(usual | fields))


def lines(league: League) -> list[str]:
    return [f"{one}, {one.place}" for one in Honour.objects.filter(league=league)]


class TestFromTheFinalTable:
    def test_first_and_second_of_each_division(self) -> None:
        division = a_division(teams=4)
        a_round_robin(division)
        write_final_honours(season=close_season(season=division.season))
        assert lines(division.season.league) == [
            "2026-27, Division One: The Tup and Bell, 1",
            "2026-27, Division One: Packhorse & Drover, 2",
        ]

    def test_with_one_press_or_two(self) -> None:
        division = a_division(teams=4)
        a_round_robin(division)
        season = close_season(season=division.season)
        assert [len(write_final_honours(season=season).fresh) for _ in range(2)] == [2, 0]
        assert Honour.objects.count() == 2

    def test_put_right_in_between_they_are_replaced_and_what_was_typed_stays(self) -> None:
        division = a_division(teams=4)
        a_round_robin(division)
        season, league = division.season, division.season.league
        write_final_honours(season=close_season(season=season))
        this_year = {"year": 2026, "season_name": "2026-27"}
        add_honours(
            league=league,
            honours=[
                honour("The Drystone", **this_year, competition="League Cup"),
                honour("The Weavers’ Rest", **this_year, remarks="shared by the committee"),
            ],
        )
        reopen_season(season=season)
        a_withdrawal(division, "The Tup and Bell")
        Team.objects.filter(name="Packhorse & Drover").update(name="The Packhorse")
        due = write_final_honours(season=close_season(season=season))
        assert (len(due.fresh), len(due.outdated)) == (1, 2)
        assert lines(league) == [
            "2026-27, Division One: The Weavers’ Rest, 1",
            "2026-27, Division One: The Shears, 2",
            "2026-27, League Cup: The Drystone, 1",
        ]
        assert not write_final_honours(season=season)

    def test_not_while_the_season_is_open(self) -> None:
        with pytest.raises(Refused, match="still open"):
            write_final_honours(season=a_division(teams=4).season)

    def test_who_played_nothing_won_nothing(self) -> None:
        assert not write_final_honours(season=close_season(season=a_division(teams=4).season))

    def test_who_withdrew_won_nothing(self) -> None:
        division = a_division(teams=4)
        a_round_robin(division)
        a_withdrawal(division, "The Tup and Bell")
        write_final_honours(season=close_season(season=division.season))
        assert "The Tup and Bell" not in {one.holder for one in Honour.objects.all()}

    def test_both_of_a_shared_place(self) -> None:
        division = a_division(teams=2)
        for week, (home, away) in enumerate([("The Fleece", "The Shears"), ("The Shears", "The Fleece")], 1):
            a_card(a_match(division, home, away, week=week), (15, 9), (15, 9), (15, 9), (15, 9))
        write_final_honours(season=close_season(season=division.season))
        assert [one.place for one in Honour.objects.all()] == [1, 1]


class TestTyped:
    def test_a_name_that_one_team_bears_is_linked(self, league: League) -> None:
        a_team(league, "The Fleece")
        add_honours(league=league, honours=[honour("FLEECE"), honour("The Gone", place=2)])
        assert [str(one.team) for one in Honour.objects.order_by("place")] == ["The Fleece", "None"]

    def test_a_name_that_two_bear_is_not(self, league: League) -> None:
        team = a_team(league)
        a_player(team, "Jack Hirst", told_apart_by="senior")
        a_player(team, "Jack Hirst", told_apart_by="junior")
        add_honours(league=league, honours=[honour("Jack Hirst")])
        assert Honour.objects.get().player is None

    def test_a_player_who_is_hidden_is_hidden_here(self, league: League) -> None:
        a_player(a_team(league), "Jack Hirst", shown="hidden")
        add_honours(league=league, honours=[honour("Jack Hirst")])
        (year,) = roll_of_honour(league)
        (holder,) = year.lines[0].winners
        assert (holder.name, holder.player_id) == ("A player", "")

    def test_what_stands_there_is_not_written_twice(self, league: League) -> None:
        assert add_honours(league=league, honours=[honour(), honour()]) == 1
        assert add_honours(league=league, honours=[honour(), honour("The Shears")]) == 1
        assert Honour.objects.count() == 2

    def test_a_year_put_right_keeps_the_rest(self, league: League) -> None:
        began = [honour(), honour("The Shears", place=2)]
        add_honours(league=league, honours=[*began, honour(year=1975, season_name="1975/76")])
        set_year(
            league=league, year=1974, honours=[began[0], honour("The Drystone", place=2)], began_from=began
        )
        assert lines(league) == [
            "1975/76, Division One: The Fleece, 1",
            "1974/75, Division One: The Fleece, 1",
            "1974/75, Division One: The Drystone, 2",
        ]

    def test_two_at_one_year_are_told(self, league: League) -> None:
        add_honours(league=league, honours=[honour()])
        with pytest.raises(Refused, match="Somebody else"):
            set_year(league=league, year=1974, honours=[], began_from=[honour("The Shears")])
        assert Honour.objects.count() == 1

    def test_the_same_line_twice_is_refused(self, league: League) -> None:
        with pytest.raises(Refused, match="twice"):
            set_year(league=league, year=1974, honours=[honour(), honour(remarks="shared")], began_from=[])


@pytest.mark.django_db(transaction=True)
def test_pasted_twice_in_the_same_moment_it_stands_once() -> None:
    league = a_league()
    add = lambda: add_honours(league=league, honours=[honour(), honour("The Shears", place=2)])  # noqa: E731
    assert_done_or_refused(at_once(add, add), done=2)
    assert Honour.objects.count() == 2


class TestOldTables:
    def table(self, league: League, **fields: object) -> OldTable:
        usual = {
            "year": 1974,
            "season_name": "1974/75",
            "division": "Division One",
            "columns": ["Team", "Pts"],
        }
        return OldTable(**({"league": league, "rows": [["The Fleece", "44"]], **usual} | fields))

    def test_it_is_kept_under_its_division(self, league: League) -> None:
        save_old_table(table=self.table(league))
        found = old_table(league, 1974, "division-one")
        assert found is not None
        assert found.rows == [["The Fleece", "44"]]

    @pytest.mark.parametrize("division", ["Division One", "division one"])
    def test_a_division_has_one(self, league: League, division: str) -> None:
        save_old_table(table=self.table(league))
        with pytest.raises(Refused, match="in already"):
            save_old_table(table=self.table(league, division=division))

    def test_taken_away_it_is_gone(self, league: League) -> None:
        kept = save_old_table(table=self.table(league))
        delete_old_table(table=OldTable.objects.get(pk=kept.pk))
        assert not OldTable.objects.exists()
