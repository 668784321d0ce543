"""A season brought in from a spreadsheet: what is made, what is refused, and that it is all or nothing."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test.utils import CaptureQueriesContext

from league.models import Division, League, Match, Pub, RuleBook, Ruling, Scorecard, Season, Team
from league.standings.selectors.standings import division_table
from tests.examples import sampled

pytestmark = pytest.mark.django_db

TABLES = "division,date,home,away," + ",".join(f"home_{n},away_{n}" for n in range(1, 5)) + "\n"
TOTALS = "division,date,home,away,home_total,away_total\n"
A_NIGHT = "One,2026-09-17,The Fleece,The Shears,15,11,9,15,15,3,15,14\n"


@pytest.fixture
def bring_in(tmp_path, capsys):
    """Brings in a file; what the command said."""

    def run(
        text: str | bytes,
        form: str = "heckmondwike",
        league: str = "Spen Valley",
        season: str = "2026-27",
        **options: str,
    ):
        file = Path(tmp_path) / "results.csv"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        call_command("import_results", str(file), league=league, season=season, format=form, **options)
        return capsys.readouterr().out

    return run


def points(division: str = "One") -> dict[str, float]:
    found = Division.objects.select_related("season__rule_book").get(name=division)
    return {row.record.name: row.record.match_points / 2 for row in division_table(found).rows}


def test_a_season_gets_an_address_that_no_page_and_no_other_season_has(bring_in):
    bring_in(TABLES + A_NIGHT, season="Cups")
    for name in ("2026-27", "2026 27"):
        bring_in(TABLES + A_NIGHT, season=name)
    assert [season.slug for season in Season.objects.order_by("pk")] == [
        "season-cups",
        "2026-27",
        "2026-27-2",
    ]


def test_a_losers_score_alone_is_taken_where_that_is_said(bring_in):
    with pytest.raises(CommandError, match=r"is empty beside “3”.*\n.*--one-score loser"):
        bring_in(TABLES + A_NIGHT.replace("15,15,3", "15,,3"))
    bring_in(TABLES + A_NIGHT.replace("15,15,3", "15,,3"), one_score="loser")
    assert points() == {"The Fleece": 8, "The Shears": 2}


def test_a_season_is_made_of_its_results(bring_in):
    said = bring_in(TABLES + A_NIGHT + "Two,2026-09-24,Owl A,Owl B,,,,,,,,\n")
    assert said == "2 matches in 2 divisions\n"
    league = League.objects.get()
    assert (league.name, league.slug) == ("Spen Valley", "spen-valley")
    season = Season.objects.get()
    assert (season.slug, str(season.starts_on), str(season.ends_on)) == (
        "2026-27",
        "2026-09-17",
        "2026-09-24",
    )
    assert season.rule_book.tables == 4
    assert [division.name for division in season.divisions.all()] == ["One", "Two"]
    assert points() == {"The Fleece": 8, "The Shears": 2}
    assert points("Two") == {"Owl A": 0, "Owl B": 0}


def test_two_teams_of_one_pub_share_it(bring_in):
    bring_in(TABLES + "Two,2026-09-24,Owl A,Owl B,,,,,,,,\nTwo,2026-09-24,Bull A,Bell,,,,,,,,\n")
    assert set(Pub.objects.values_list("name", flat=True)) == {"Owl", "Bull A", "Bell"}


def test_the_same_file_again_changes_nothing(bring_in):
    text = TABLES + A_NIGHT + "One,2026-09-24,The Shears,The Fleece,w,x,15,3,15,9,x,x\n"
    bring_in(text)
    before = points()
    bring_in(text, season="2026-27", league="spen-valley")
    assert points() == before
    assert (Match.objects.count(), Scorecard.objects.count(), Ruling.objects.count()) == (2, 2, 2)


def test_later_nights_follow_in_the_same_season(bring_in):
    bring_in(TABLES + A_NIGHT + "One,2026-09-24,The Shears,The Fleece,,,,,,,,\n")
    bring_in(TABLES + "one,2026-09-24,the shears,the fleece,15,2,15,3,15,4,15,5\n")
    assert Team.objects.count() == 2
    assert points() == {"The Fleece": 8, "The Shears": 12}
    assert [match.week for match in Match.objects.all()] == [1, 2]


def test_a_result_that_stands_is_not_written_over(bring_in):
    bring_in(TABLES + A_NIGHT)
    with pytest.raises(
        CommandError, match="line 2: The Fleece v The Shears on 2026-09-17 has another result"
    ):
        bring_in(TABLES + A_NIGHT.replace("15,14", "15,12"))
    assert points() == {"The Fleece": 8, "The Shears": 2}


def test_walkovers_of_tables_and_matches(bring_in):
    bring_in(
        TABLES
        + "One,2026-09-17,A,B,w,x,15,3,15,9,2,15\n"
        + "One,2026-09-24,B,A,x,w,x,w,x,w,x,w\n"
        + "One,2026-10-01,A,B,x,x,x,x,x,x,x,x\n"
    )
    kinds = [(ruling.table, ruling.at_fault) for ruling in Ruling.objects.order_by("id")]
    assert kinds == [(1, "a"), (None, "h"), (None, "b")]
    assert points() == {"A": 8 + 10, "B": 2}


@pytest.mark.parametrize(
    ("form", "cells", "given"),
    sampled(
        [
            ("plain-3-1-0", "2,1", (3, 0)),
            ("plain-3-1-0", "1,1", (1, 1)),
            ("plain-2-1-0", "0,4", (0, 2)),
            ("caribbean-18", "18,11", (18, 11)),
            ("crib-legs", "8,7", (6, 3.5)),
            ("heckmondwike", "8,2", (8, 2)),
            ("heckmondwike", "5.5,4.5", (5.5, 4.5)),
        ],
        each=7,
    ),
)
def test_totals_give_points_as_the_format_says(bring_in, form, cells, given):
    bring_in(f"{TOTALS}One,2026-09-17,A,B,{cells}\n", form)
    assert points() == {"A": given[0], "B": given[1]}


def test_tables_of_several_games_have_their_games_won(bring_in):
    columns = "division,date,home,away,home_1,away_1,home_2,away_2,home_3,away_3\n"
    bring_in(f"{columns}One,2026-09-17,A,B,3,2,1,4,4,1\n", "crib-legs")
    assert points() == {"A": 6, "B": 3.5}


@pytest.mark.parametrize(
    ("text", "form", "said"),
    sampled(
        [
            (TABLES + A_NIGHT.replace("15,14", "15,15"), "heckmondwike", "line 2: "),
            (TABLES + A_NIGHT.replace("15,14", "14,12"), "heckmondwike", "line 2: "),
            (TABLES + A_NIGHT, "caribbean-18", "line 2: 4 tables, where a match of this format has 3."),
            (f"{TOTALS}One,2026-09-17,A,B,19,3\n", "caribbean-18", "line 2: 19 games won by one side"),
            (f"{TOTALS}One,2026-09-17,A,B,2.5,1\n", "plain-3-1-0", "line 2: a total ends in .5"),
            (f"{TOTALS}One,2026-09-17,A,B,9,7\n", "crib-legs", "line 2: 16 games won by the two"),
            (
                f"{TOTALS}One,2026-09-17,A,B,2,1\nTwo,2026-09-24,B,C,1,1\n",
                "plain-3-1-0",
                "line 3: B plays in One, so not in Two",
            ),
            (TABLES, "heckmondwike", "The file has no match in it."),
            (TABLES + A_NIGHT, "whist", "“whist” is no preset; there are: heckmondwike"),
            (b"division,date\n\0", "heckmondwike", "results.csv cannot be read: This is not a text"),
        ],
        each=4,
    ),
)
def test_a_refused_file_leaves_nothing_behind(bring_in, text, form, said):
    with pytest.raises(CommandError) as refused:
        bring_in(text, form)
    assert re.match(rf"(/.*/)?{re.escape(said)}", str(refused.value))
    assert not League.objects.exists()
    assert not Team.objects.exists()


def test_every_bad_line_is_named_at_once(bring_in):
    bad = A_NIGHT.replace("15,14", "15,15")
    with pytest.raises(CommandError) as refused:
        bring_in(TABLES + bad + A_NIGHT.replace("09-17", "09-24") + bad.replace("09-17", "10-01"))
    assert [line[:7] for line in str(refused.value).splitlines()] == ["line 2:", "line 4:"]


def test_a_season_under_other_rules_is_refused(bring_in):
    bring_in(TABLES + A_NIGHT)
    with pytest.raises(CommandError, match="2026-27 is of another game than lancashire: variant is"):
        bring_in(TABLES + A_NIGHT, "lancashire")


def test_a_file_is_read_as_every_list_of_results(bring_in):
    said = bring_in(
        "Results\n\nDate;Match\nDivision One\n17 Sept 2026\n;Fleece 8-2 Shears\n;Owl v Bye\n"
        "24.9.26\n;Shears 5 Fleece 5\nTot.;2\n"
    )
    assert said == "2 matches in 1 divisions\n"
    assert [str(match.date) for match in Match.objects.order_by("date")] == ["2026-09-17", "2026-09-24"]
    assert points("Division One") == {"Fleece": 13, "Shears": 7}


def test_a_season_keeps_the_rules_that_its_secretary_has_edited(bring_in):
    bring_in(TABLES + A_NIGHT)
    RuleBook.objects.update(table_won=4)
    bring_in(TABLES + A_NIGHT.replace("2026-09-17", "13/10/26"))
    assert Match.objects.count() == 2
    assert RuleBook.objects.get().table_won == 4


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command(
            "import_results", str(tmp_path / "none.csv"), league="L", season="S", format="heckmondwike"
        )


def test_a_long_file_asks_the_database_no_more_than_a_short_one(bring_in, django_assert_max_num_queries):
    def nights(count: int) -> str:
        return TABLES + "".join(
            A_NIGHT.replace("2026-09-17", f"2026-09-{day:02}") for day in range(1, count + 1)
        )

    from django.db import connection

    with CaptureQueriesContext(connection) as short:
        bring_in(nights(3), league="Short")
    with CaptureQueriesContext(connection) as long:
        bring_in(nights(30), league="Long")
    assert len(long) == len(short)
