"""Every fault of every line at once: on the page of lists, for a plan, and by the command."""

import datetime
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.exchange.lists.headings import What
from league.exchange.lists.plans import plan_of_list
from league.exchange.services.lists import ImportReport
from league.exchange.spreadsheets import read_text
from league.models import Division, League, Match, Scorecard, Season, Team
from league.regulations.presets import get
from tests.builders import a_card, a_division, a_league, a_match, a_season, a_secretary, a_team, an_enrolment
from tests.builders_lists import preview_list
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db
FIGURES = ",".join(f"home_{n},away_{n}" for n in range(1, 5))
HEADS = f"division,date,home,away,{FIGURES}"
TEAMS = ("The Fleece", "The Shears", "The Owl", "The Bell")


@pytest.fixture
def season() -> Season:
    """A season of one division of four teams; the Fleece have beaten the Shears."""
    season = a_season(a_league())
    division = a_division(season, "Division One", teams=0)
    teams = {name: a_team(season.league, name) for name in TEAMS}
    for team in teams.values():
        an_enrolment(division, team)
    match = a_match(division, "The Fleece", "The Shears", date=datetime.date(2026, 9, 17))
    a_card(match, (15, 11), (9, 15), (15, 3), (15, 14))
    return season


def look(season: Season, what: str, text: str) -> ImportReport:
    return preview_list(league=season.league, season=season, what=what, rows=read_text(text))


def said(report: ImportReport) -> dict[int, str]:
    return {line.number: line.words for line in report.faults}


@pytest.fixture
def refused(tmp_path):
    """Refuses a file: what the command said, line by line."""

    def run(text: str | bytes, form: str = "heckmondwike") -> list[str]:
        file = Path(tmp_path) / "results.csv"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(CommandError) as refusal:
            call_command("import_results", str(file), league="Spen Valley", season="2026-27", format=form)
        return str(refusal.value).splitlines()

    return run


FIVE_KINDS = f"""{HEADS}
Division One,17/9/26,The Fleese,The Shears,15,11,9,8,15,3,15,14
Division One,31/9/2026,The Owl,The Bell,15,9O,15,2,16,4,15,15
Division One,24/9/2026,The Owl,The Bell,15,9,15,2,,4,11,15
"""


def test_five_kinds_of_faults_in_three_lines_are_reported_at_once(season: Season) -> None:
    faults = said(look(season, What.RESULTS, FIVE_KINDS))
    assert list(faults) == [2, 3, 4]
    assert "There is no team The Fleese; is it The Fleece?" in faults[2]
    assert "table 2: 9-8 is no final score: the winner has 15" in faults[2]
    assert "“31/9/2026” is not a date such as 17/9/2026." in faults[3]
    assert "away_1 is “9O”; a score is a whole number" in faults[3]
    assert "table 3: 16-4 is no final score" in faults[3]
    assert "table 4: 15-15 is no final score" in faults[3]
    assert "the score of one side at a table, and nothing beside it" in faults[4], "a question"


def test_the_command_names_them_all_and_writes_nothing(refused) -> None:
    lines = refused(
        f"{HEADS}\n"
        "One,17/9/26,The Fleece,,15,11,9,8,15,3,15,14\n"
        "One,2026-09-17,The Owl,The Bell,15,9O,-2,15,15,4,15,15\n"
        "One,2026-09-17,the owl,The Bell,15,9,15,2,15,4,15,11\n"
        "Two,2026-09-24,The Bell,The Tup,15,9,15,2,15,4,15,11\n"
    )
    assert [line.partition(": ")[0] for line in lines] == [
        "line 2", "line 2", "line 3", "line 3", "line 3", "line 4", "line 5",
    ]  # fmt: skip
    for sentence in (
        "line 2: There is no away in it.",
        "line 2: table 2: 9-8 is no final score",
        "line 3: away_1 is “9O”",
        "line 3: home_2 is “-2”",
        "line 3: table 4: 15-15 is no final score",
        "line 4: the owl v The Bell on 2026-09-17 stands in line 3 already.",
        "line 5: The Bell plays in One, so not in Two",
    ):
        assert any(line.startswith(sentence) for line in lines), sentence
    assert not League.objects.exists()
    assert not Team.objects.exists()


@pytest.mark.slow
def test_a_result_that_clashes_is_named_beside_the_faults_of_other_lines(season: Season) -> None:
    text = (
        f"{HEADS}\nDivision One,17/9/2026,The Fleece,The Shears,15,11,15,9,15,3,15,14\n"
        "Division One,24/9/2026,The Owl,The Tup,15,9,15,2,15,4,15,16\n"
    )
    faults = said(look(season, What.RESULTS, text))
    assert "has another result already, 15–11, 9–15, 15–3 and 15–14; correct it on the site" in faults[2]
    assert "There is no team The Tup" in faults[3]
    assert "table 4: 15-16 is no final score" in faults[3]
    assert Scorecard.objects.count() == 1


def test_the_totals_of_a_known_sheet_are_known(season: Season) -> None:
    heads = "date,home,away,score"
    report = look(season, What.RESULTS, f"{heads}\n17/9/2026,The Fleece,The Shears,8 - 2")
    assert [line.kind for line in report.lines] == ["known"]
    report = look(season, What.RESULTS, f"{heads}\n17/9/2026,The Fleece,The Shears,2 - 8")
    assert "has another result already, 15–11" in said(report)[2]


@pytest.mark.slow
def test_tables_of_several_games_are_known_by_the_games_won() -> None:
    book = get("crib-legs").rule_book()
    book.save()
    season = a_season(a_league(), rule_book=book)
    match = a_match(a_division(season, teams=0), "The Owl", "The Bell", date=datetime.date(2026, 9, 17))
    a_card(match, *[[(121, 90)] * 3 + [(90, 121)] * 2] * 3)
    heads = "date,home,away,home_1,away_1,home_2,away_2,home_3,away_3"
    report = look(season, What.RESULTS, f"{heads}\n17/9/2026,The Owl,The Bell,3,2,3,2,3,2")
    assert [line.kind for line in report.lines] == ["known"]
    report = look(season, What.RESULTS, f"{heads}\n17/9/2026,The Owl,The Bell,3,2,3,2,2,3")
    assert "has another result already, 3–2, 3–2 and 3–2;" in said(report)[2]


def test_totals_that_do_not_add_up(season: Season, refused) -> None:
    heads = f"{HEADS},home_total,away_total"
    match = "One,2026-09-17,A,B,15,11,9,15,15,3,15,14"
    (fault,) = refused(f"{heads}\n{match},7,3\n")
    assert fault == (
        "line 2: the totals are 7–3; "
        "the tables come to 8–2 match points or 3–1 games won or 54–43 points at the tables."
    )
    (fault,) = refused("division,date,home,away,home_total,away_total\nOne,2026-09-17,A,B,8,5\n")
    assert fault == "line 2: 13 match points for the two; a match gives 10."


@pytest.mark.parametrize("totals", sampled(["8,2", "3,1", "54,43", ","], each=4))
def test_totals_beside_the_tables_may_be_any_sum_of_them(tmp_path, totals: str) -> None:
    file = Path(tmp_path) / "results.csv"
    heads = f"{HEADS},home_total,away_total"
    file.write_text(f"{heads}\nOne,2026-09-17,A,B,15,11,9,15,15,3,15,14,{totals}\n", encoding="utf-8")
    call_command("import_results", str(file), league="L", season="S", format="heckmondwike")
    assert Scorecard.objects.get().home_total is None


def test_the_wrong_number_of_tables_hides_no_wrong_score(refused) -> None:
    heads = "division,date,home,away,home_1,away_1,home_2,away_2,home_3,away_3"
    lines = refused(f"{heads}\nOne,2026-09-17,A,B,15,11,9,8,15,3\n")
    assert lines == [
        "line 2: 3 tables, where a match of this format has 4.",
        "line 2: table 2: 9-8 is no final score: the winner has 15, the loser fewer than 15.",
    ]


@pytest.mark.parametrize(
    ("what", "text", "sentences"),
    sampled(
        [
            (
                What.PUBS,
                f"pub,tables,postcode\nOwl,many,{'0' * 11}",
                ["“many” is not a number of tables", "has 11 letters; a postcode has at most 10"],
            ),
            (
                What.TEAMS,
                "team,division,e-mail,captain\nThe Owl,Two,,Alf\nThe Fleece,Two,,Bert",
                [
                    "The Fleece plays in Division One this season, not in Division Two.",
                    "The Owl plays in Division One this season, not in Division Two.",
                ],
            ),
            (
                What.PLAYERS,
                "player,team,registered\nBert,The Tup,soon\n,The Bull,",
                ["There is no team The Tup", "“soon” is not a date", "no player in it", "no team The Bull"],
            ),
            (
                What.FIXTURES,
                "date,home,away,time,pub,week\nsoon,The Tup,The Bull,late,The Den,0",
                [
                    "“soon” is not a date",
                    "There is no team The Tup",
                    "There is no team The Bull",
                    "“late” is not a time",
                    "There is no pub The Den",
                    "“0” is not a week",
                ],
            ),
            (
                What.FIXTURES,
                f"date,home,away\n17/9/2026,{'x' * 81},\n24/9/2026,The Owl,The Owl",
                ["home has 81 letters", "There is no away in it.", "The Owl cannot play itself."],
            ),
        ],
        each=5,
    ),
)
def test_every_kind_of_list_reports_all_faults_of_a_line(
    season: Season, what: str, text: str, sentences: list[str]
) -> None:
    words = " ".join(said(look(season, what, text)).values())
    for sentence in sentences:
        assert sentence in words, words


@pytest.mark.slow
def test_one_match_in_two_lines_of_fixtures(season: Season) -> None:
    text = "date,home,away\n24/9/2026,The Owl,The Bell\n1/10/2026,owl,bell\n24/9/2026,owl,bell"
    report = look(season, What.FIXTURES, text)
    assert said(report) == {4: "The Owl v The Bell on 24/09/2026 stands in line 2 already."}
    assert [line.kind for line in report.lines] == ["new", "new", "fault"], "two matches, none of them moved"


@pytest.mark.slow
def test_a_week_is_given_once(season: Season) -> None:
    text = "date,home,away,week\n24/9/2026,The Owl,The Bell,3\n1/10/2026,The Owl,The Shears,3"
    assert (
        "The Owl is at home, or The Shears away, in week 3 already"
        in said(look(season, What.FIXTURES, text))[3]
    )


@pytest.mark.slow
def test_a_grid_reports_all_its_cells(season: Season) -> None:
    text = "Team\t17/9\t24/9\nThe Owl\tThe Bell\tThe Tup h\nThe Bell\tThe Owl\tThe Shears"
    words = [f"{line.number} {line.words}" for line in look(season, What.FIXTURES, text).faults]
    assert len(words) == 4
    assert "2 “The Bell” on 17/9 does not say who is at home; write h or a behind it." in words


def test_a_plan_of_a_list_reports_all_faults(season: Season) -> None:
    rows = read_text("date,home,away\nsoon,The Tup,The Owl\nTBC,The Owl,The Den\n17/9/2026,The Owl,The Bull")
    read = plan_of_list(league=season.league, season=season, rows=rows, answers={}, is_last_years=False)
    assert [number for number, _ in read.checked.problems] == [2, 3]
    assert [question.about for question in read.checked.questions] == ["The Bull"]


def test_the_page_counts_problems_and_lines(client: Client, season: Season) -> None:
    client.force_login(a_secretary(season.league))
    answer = client.post(
        f"/{season.league.slug}/secretary/lists/", {"what": "results", "pasted": FIVE_KINDS, "look": ""}
    )
    page = markup(answer)
    assert "5 problems in 2 lines" in page
    assert "2 questions to answer" in page
    assert page.count("no final score") == 3
    assert not Match.objects.filter(home__name="The Owl").exists()


@pytest.mark.slow
def test_five_thousand_wrong_lines_are_answered_soon_and_in_part(client: Client, season: Season) -> None:
    client.force_login(a_secretary(season.league))
    lines = [f"Division One,{n}/13/2026,Team {n},The Owl,15,9,9,8,15,3,15,14" for n in range(5000)]
    began = time.process_time()
    answer = client.post(
        f"/{season.league.slug}/secretary/lists/",
        {"what": "results", "pasted": "\n".join([HEADS, *lines]), "look": ""},
    )
    assert time.process_time() - began < 10
    page = markup(answer)
    assert "10,000 problems in 5,000 lines" in page
    assert page.count("no final score") == 400
    assert "4600 more rows" in page


@pytest.mark.parametrize(
    "text",
    sampled(
        [
            "division;date;home;away;home_frames;away_frames\nDiv 1;2026-09-17;Zoë’s;B;8;2\n".encode(
                "cp1252"
            ),
            "division\tdate\thome\taway\tScore\nDivision One\t2026-09-17\tZoë’s\tB\t8 - 2\n".encode(),
            "division,date,home team,away team,score\nOne,2026-09-17,Zoë’s,B,Score 8–2\n".encode(),
        ],
        each=3,
    ),
)
def test_other_peoples_spreadsheets_are_understood(tmp_path, text: bytes) -> None:
    file = Path(tmp_path) / "results.csv"
    file.write_bytes(text)
    call_command("import_results", str(file), league="L", season="S", format="heckmondwike")
    again = "division,date,home,away,score\nDivision 1,2026-09-17,Zoë’s,B,8-2\n"
    file.write_text(again, encoding="utf-8")
    call_command("import_results", str(file), league="L", season="S", format="heckmondwike")
    assert Division.objects.count() == Scorecard.objects.count() == 1
    assert Team.objects.filter(name="Zoë’s").exists()


def test_a_score_in_one_cell_is_written_in_figures(refused) -> None:
    lines = refused("division,date,home,away,score\nOne,2026-09-17,A,B,08-Feb\nOne,2026-09-24,A,B,8\n")
    assert lines == [
        "line 2: score is “08-Feb”; it is written home - away, as 8 - 2.",
        "line 3: score is “8”; it is written home - away, as 8 - 2.",
    ]
