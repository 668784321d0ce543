"""A plan that begins with a list: last year's out of a spreadsheet, or a grid made by hand."""

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.exchange.lists.export import rows_of
from league.exchange.lists.headings import What
from league.exchange.spreadsheets import as_xlsx
from league.models import Enrolment, FixturePlan, Match, Season
from league.scheduling.planner.task import format_plan
from league.scheduling.selectors.plans import standing_list
from tests.builders import a_division, an_account
from tests.builders_seasons import a_round_robin
from tests.reading import markup

pytestmark = pytest.mark.django_db
LIST = "/three-valleys-all-fours-league/secretary/fixtures/from-a-list/"
GRID = """Team	17 Sept	24 Sept	1 Oct
The Fleece	The Shears h	Packhorse & Drover a	The Tup and Bell h
The Shears	The Fleece a	The Tup and Bell h	Packhorse & Drover h
Packhorse & Drover	The Tup and Bell h	The Fleece h	The Shears a
The Tup and Bell	Packhorse & Drover a	The Shears a	The Fleece a
"""


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


@pytest.fixture
def assistant(client: Client, season: Season) -> Client:
    client.force_login(an_account(season.league, "fixtures"))
    return client


def test_last_years_list_becomes_a_plan_of_this_season(assistant: Client, season: Season) -> None:
    a_round_robin(season.divisions.get())
    this_year = standing_list(season)
    assert this_year is not None
    heads, *rows = rows_of(season.league, season, What.FIXTURES)
    year = datetime.timedelta(weeks=52)
    last_year = [heads, *([row[0] - year, *row[1:]] for row in rows)]
    Match.objects.all().delete()
    file = SimpleUploadedFile("last year.xlsx", as_xlsx(last_year, title="Fixtures"))
    answer = assistant.post(LIST, {"name": "As last year", "file": file, "is_last_years": "on"}, follow=True)
    page = answer.content.decode()
    assert "12 matches read" in page
    assert "Every condition holds" in page
    plan = FixturePlan.objects.get()
    assert plan.best == format_plan(this_year)
    assistant.post(answer.request["PATH_INFO"], {"publish": "sure", "revision": plan.revision})
    assert standing_list(season) == this_year


def test_a_grid_is_judged_like_any_list(assistant: Client, season: Season) -> None:
    answer = assistant.post(LIST, {"name": "By hand", "pasted": GRID}, follow=True)
    page = markup(answer)
    assert "6 matches read" in page
    assert {row[2] for row in FixturePlan.objects.get().best} == {1, 2, 3}


def test_names_that_differ_are_asked_about_and_nothing_typed_is_lost(
    assistant: Client, season: Season
) -> None:
    text = GRID.replace("The Shears", "Shears A")
    seen = assistant.post(LIST, {"name": "By hand", "pasted": text})
    assert seen.status_code == 422
    page = markup(seen)
    assert "“Shears A”, is not a team of the league." in page
    assert "Question 1 of 1" in page
    assert 'value="By hand"' in page
    settled = {"answer-team-shears-a": "The Shears"}
    again = {"name": "By hand", "pasted": seen.context["looked_at"], **settled}
    assert assistant.post(LIST, again).status_code == 303
    assert len(FixturePlan.objects.get().best) == 6


def test_a_team_of_another_season_is_asked_about_by_what_it_is(assistant: Client, season: Season) -> None:
    Enrolment.objects.filter(team__name="The Shears").delete()
    page = markup(assistant.post(LIST, {"name": "By hand", "pasted": GRID}))
    assert "“The Shears”, is in no division this season." in page
    assert "Question 1 of 1" in page


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing in it"),
        ("beer,price\nmild,4", "no column “date”"),
        ("date,home,away\n17/9,The Fleece,The Fleece", "cannot play itself"),
        ("date,home,away\n17/9,The Fleece,The Shears\n,The Fleece,The Shears", "stands in line 2 already"),
        ("date,home,away\nsoon,The Fleece,The Shears", "is not a date"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(assistant: Client, text: str, says: str) -> None:
    answer = assistant.post(LIST, {"name": "x", "pasted": text})
    assert answer.status_code == 422
    assert says in markup(answer)
    assert not FixturePlan.objects.exists()
