"""Players, matches and results as other people write them: columns chosen, grids read, doubts asked about."""

import datetime

import pytest
from django.test import Client

from league.exchange.spreadsheets import as_xlsx, read_file, read_text
from league.models import Match, Player, Scorecard, Season
from tests.builders import a_division, a_league, a_match, a_season, a_secretary, a_team, an_enrolment
from tests.builders_lists import preview_list
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db
TEAMS = ("The Fleece", "The Shears", "The Owl")
NIGHT, WEEK = datetime.date(2026, 9, 17), datetime.timedelta(weeks=1)


@pytest.fixture
def season() -> Season:
    """A season whose division has three teams, and a match a week from 17 September."""
    season = a_season(a_league())
    division = a_division(season, "Division One", teams=0)
    for name in TEAMS:
        an_enrolment(division, a_team(season.league, name))
    pairs = [(home, away) for home in TEAMS for away in TEAMS if home != away]
    for week, (home, away) in enumerate(pairs):
        a_match(division, home, away, week=week + 1, date=NIGHT + week * WEEK)
    return season


@pytest.fixture
def desk(client: Client, season: Season) -> Client:
    client.force_login(a_secretary(season.league))
    return client


def at(season: Season) -> str:
    return f"/{season.league.slug}/secretary/lists/"


def look(season: Season, what: str, text: str | bytes, **answers: str) -> list[str]:
    rows = read_file(text) if isinstance(text, bytes) else read_text(text)
    answers = {key.replace("_", "-"): answer for key, answer in answers.items()}
    report = preview_list(league=season.league, season=season, what=what, rows=rows, answers=answers)
    return [f"{line.kind} {line.words}" for line in report.lines if line.kind != "passed"]


ONE = "new The Fleece v The Shears on 17/09/2026, Division One: 8–2"


@pytest.mark.parametrize(
    "text",
    sampled(
        [
            "Thu 17 Sept;The Fleece;The Shears;Score 8 - 2\n24 Sept;the fleece;owl;2-8\n",
            "Nite;At home;visitors;tel;Result\n"
            "17/9/26;The Fleece;The Shears;01632 960111;8-2\n24/9;“;Owl;;2-8\n",
            "Date,Home team,Away team,home_frames,away_frames\n17/9/26,The Fleece,The Shears,8,2\n",
            as_xlsx(
                [["Date", "Home", "Away", "Score"], [NIGHT, "The Fleece", "The Shears", "8 - 2"]], title="x"
            ),
        ],
        each=4,
    ),
)
def test_the_same_result_in_many_shapes(season: Season, text: str | bytes) -> None:
    lines = look(season, "results", text)
    assert lines[0] == ONE
    assert lines[1:] in ([], [ONE.replace("Shears", "Owl").replace("17/", "24/").replace("8–2", "2–8")])


@pytest.mark.slow
def test_columns_without_headings_are_guessed_checked_and_chosen(desk: Client, season: Season) -> None:
    text = "17/9/2026;The Shears;The Fleece;8-2;9\n"
    sent = {"what": "results", "pasted": text}
    seen = desk.post(at(season), {**sent, "look": ""})
    checked = seen.context["checked"]
    assert [column.meaning for column in checked.columns] == ["date", "home", "away", "score", "leave-out"]
    assert "is planned for" in markup(seen), "that match is on another night: all faults at once"
    swapped = {"answer-column-2": "away", "answer-column-3": "home"}
    asked = desk.post(at(season), {**sent, **swapped, "preview": ""})
    assert "Whose figure comes first in a score?" in markup(asked)
    seen = desk.post(at(season), {**sent, **swapped, "answer-score-order": "hosts", "preview": ""})
    assert "The Fleece v The Shears on 17/09/2026" in markup(seen)
    twice = desk.post(at(season), {**sent, "answer-column-2": "away", "answer-column-3": "away", "look": ""})
    assert twice.status_code == 422
    assert "Two columns are “Away team”" in markup(twice)


@pytest.mark.slow
def test_the_choice_of_a_column_is_remembered_for_that_kind_of_list(desk: Client, season: Season) -> None:
    chosen = {"answer-column-1": "date", "answer-column-4": "score"}
    sent = {"what": "results", "pasted": "When;Home;Away;Who won\n17/9/2026;The Fleece;The Shears;8-2"}
    seen = desk.post(at(season), {**sent, "look": ""})
    assert [column.is_guess for column in seen.context["checked"].columns] == [True, False, False, True]
    assert desk.post(at(season), {**sent, **chosen, "bring": ""}).status_code == 303
    sent["pasted"] = "WHEN;Home;Away;who won\n24/9/2026;The Fleece;The Owl;2-8"
    assert "1 new" in markup(desk.post(at(season), {**sent, "look": ""})), "nothing is guessed any more"
    seen = desk.post(at(season), {**sent, "what": "fixtures", "look": ""})
    assert seen.context["checked"].columns[0].is_guess, "in another kind of list it is"


GRID = """\tThe Fleece\tThe Shears\tThe Owl\tP
The Fleece\tx\t8-2\t\t1
The Shears\t15 Oct\txxx\tScore 4 - 6\t1
The Owl\t\tw-x\t–\t1
"""


@pytest.mark.slow
def test_a_grid_of_results_is_read_as_results(desk: Client, season: Season) -> None:
    assert look(season, "results", GRID) == [
        ONE,
        "new The Shears v The Owl on 08/10/2026, Division One: 4–6",
        "new The Owl v The Shears on 22/10/2026, Division One: a walkover given by The Shears",
    ]
    seen = desk.post(at(season), {"what": "results", "pasted": GRID, "look": ""})
    words = markup(seen)
    assert "home teams down the side, away teams along the top, scores between" in words
    assert "1 cell with a date" in words
    brought = desk.post(at(season), {"what": "results", "pasted": GRID, "bring": ""})
    assert brought.status_code == 303
    assert Scorecard.objects.count() == 2, "the third was given without play"


@pytest.mark.slow
def test_in_a_grid_a_fault_names_its_match_and_a_second_date_is_asked(season: Season) -> None:
    division = Match.objects.all()[0].division
    a_match(division, "The Fleece", "The Shears", week=9, date=datetime.date(2027, 1, 14))
    lines = look(season, "results", GRID.replace("w-x", "9-2"))
    assert "stands in the fixtures 2 times" in lines[0]
    assert lines[2].startswith("fault The Owl v The Shears: 11 match points for the two; a match gives 10.")
    lines = look(season, "results", GRID, day_the_fleece_the_shears="2027-01-14")
    assert lines[0] == ONE.replace("17/09/2026", "14/01/2027")
    twice = f"{GRID}The Fleece\tx\t8-2\t\t1\n"
    assert (
        "stands in line 2 already"
        in look(season, "results", twice, day_the_fleece_the_shears="2026-09-17")[3]
    )


def test_one_name_in_two_teams_is_asked_about(season: Season) -> None:
    text = "Name,Club,Since\nJack Invented,The Fleece,1/9/26\nJack Invented,The Owl,1/9/26\n"
    key = "person_jack_invented_the_owl"
    asked = look(season, "players", text)
    assert asked[1] == "fault Jack Invented is registered for The Fleece, and this row names The Owl."
    both = look(season, "players", text, **{key: "one"})
    assert both[1] == "changed Jack Invented: registered for The Owl"
    two = look(season, "players", text, **{key: "two"})
    assert two[1] == "new Jack Invented (The Owl), a new player, registered for The Owl"


PLAYERS = "Player,Team\n1. Ann Otter,The Fleece\n2. Anne Otter,”\nAnn Otter,The Owl\n"


def test_names_that_may_be_one_person_are_asked_about(season: Season) -> None:
    lines = look(season, "players", PLAYERS)
    assert [line.partition(" ")[0] for line in lines] == ["new", "fault", "fault"]
    assert "“Anne Otter” of The Fleece may be Ann Otter." in lines[1]
    assert "Ann Otter is registered for The Fleece, and this row names The Owl." in lines[2]
    one = {"player_anne_otter_the_fleece": "known", "person_ann_otter_the_owl": "one"}
    assert look(season, "players", PLAYERS, **one)[1:] == [
        "known Ann Otter, no change",
        "changed Ann Otter: registered for The Owl",
    ]
    two = {"player_anne_otter_the_fleece": "new", "person_ann_otter_the_owl": "two"}
    assert [line.partition(" ")[0] for line in look(season, "players", PLAYERS, **two)] == ["new"] * 3


@pytest.mark.slow
def test_answers_make_two_people_once(desk: Client, season: Season) -> None:
    two = {"answer-player-anne-otter-the-fleece": "new", "answer-person-ann-otter-the-owl": "two"}
    sent = {"what": "players", "pasted": PLAYERS}
    seen = desk.post(at(season), {**sent, "look": ""})
    assert len(seen.context["checked"].open_questions) == 2
    assert desk.post(at(season), {**sent, **two, "bring": ""}).status_code == 303
    assert Player.objects.filter(name="Ann Otter").count() == 2
    desk.post(at(season), {**sent, **two, "bring": ""})
    assert Player.objects.count() == 3, "imported again it changes nothing"
