"""The captains of the season on one page: typed, kept, and nobody's work undone."""

import re

import pytest
from django.test import Client

from league.models import Division, Enrolment, User
from tests.builders import CAST, a_captain, a_division, a_league, a_season, a_secretary, an_enrolment
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    division = a_division(name="Division Two", position=2)
    a_division(division.season, "Division One", teams=0)
    return division


@pytest.fixture(autouse=True)
def secretary(division: Division, client: Client) -> User:
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


def captains(division: Division) -> str:
    return f"/{division.season.league.slug}/secretary/captains/"


def as_shown(page: str) -> dict[str, str]:
    """What the form sends if nothing is typed: every box, shown and hidden."""
    boxes = re.findall(r"<input [^>]*>", page)
    named = {box: re.search(r'name="([^"]+)"', box) for box in boxes}
    return {
        name[1]: (re.search(r'value="([^"]*)"', box) or ["", ""])[1]
        for box, name in named.items()
        if name and name[1].split("-")[-1] in {"name", "email", "phone"}
    }


def test_every_team_of_the_season_has_its_row(client, division):
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
    page = markup(client.get(captains(division)))
    assert 'value="Norman"' in page
    assert 'value="fleece@example.org"' in page
    assert page.count("Captain of ") == 2
    assert f">The captains of {division}</caption>" in page


def test_each_division_has_its_page_and_keeps_its_own(client, division):
    one = a_captain(division, "The Fleece", name="Norman")
    bull = a_captain(division.season.divisions.get(name="Division One"), "The Bull", name="Nora")
    top, second = (f"{captains(division)}?division=division-{number}" for number in ("one", "two"))
    page = markup(client.get(captains(division)))
    assert 'value="Nora"' in page
    assert 'value="Norman"' not in page
    answer = client.post(second, {f"e{one.pk}-name": "Ned", f"e{bull.pk}-name": "Ned"}, follow=True)
    assert 'value="Ned"' in markup(answer)
    assert 'value="Nora"' in markup(client.get(top))
    assert client.get(f"{captains(division)}?division=none").status_code == 404


def test_what_is_typed_is_kept(client, division):
    one = a_captain(division, "The Fleece", name="Norman")
    sent = as_shown(markup(client.get(captains(division))))
    answer = client.post(
        captains(division),
        {**sent, f"e{one.pk}-email": "norman@example.org", f"e{one.pk}-phone": "01924 555 001"},
        follow=True,
    )
    assert "Saved. 1 team changed." in markup(answer)
    one.refresh_from_db()
    assert (one.captain_name, one.captain_email, one.captain_phone) == (
        "Norman",
        "norman@example.org",
        "01924 555 001",
    )


def test_what_a_deputy_wrote_meanwhile_is_not_undone(client, division):
    fleece, shears = (a_captain(division, team) for team in ("The Fleece", "The Shears"))
    sent = as_shown(markup(client.get(captains(division))))
    Enrolment.objects.filter(pk=shears.pk).update(captain_name="Edna")
    client.post(captains(division), {**sent, f"e{fleece.pk}-name": "Norman"})
    assert set(Enrolment.objects.values_list("captain_name", flat=True)) == {"Norman", "Edna"}


def test_an_address_that_is_none_is_said_beside_it_and_nothing_typed_is_lost(client, division):
    one = a_captain(division, "The Fleece")
    sent = as_shown(markup(client.get(captains(division))))
    typed = {**sent, f"e{one.pk}-name": "Norman", f"e{one.pk}-email": "norman at home"}
    answer = client.post(captains(division), typed)
    assert answer.status_code == 422
    page = markup(answer)
    assert "such as captain@example.org" in page
    assert 'value="Norman"' in page
    assert 'value="norman at home"' in page
    one.refresh_from_db()
    assert one.captain_name == ""


def test_the_boxes_of_another_league_are_not_on_the_form(client, division):
    other = a_captain(a_division(a_season(a_league("Four Rivers"))), "The Fleece")
    client.post(captains(division), {f"e{other.pk}-name": "Norman"})
    other.refresh_from_db()
    assert other.captain_name == ""


def test_a_league_without_teams_says_so(client):
    league = a_league("New")
    client.force_login(a_secretary(league, "new"))
    assert "No team plays in a season yet." in markup(client.get(f"/{league.slug}/secretary/captains/"))


@pytest.mark.parametrize("teams", [2, 8])
def test_the_page_takes_eight_queries_and_keeping_it_nine_more(
    client, division, teams, django_assert_num_queries
):
    enrolled = a_division(division.season, "Division Three", teams=0)
    for team in CAST[2 : 2 + teams]:
        an_enrolment(enrolled, team)
    names_of_queries = ["session", "user", "league", "role in the league", "seasons", "teams and divisions"]
    noted = ["the line of the audit log, looked for", "the line written"]
    with django_assert_num_queries(len(names_of_queries + noted)):
        page = markup(client.get(captains(division)))
    sent = as_shown(page) | {f"e{enrolment.pk}-name": "Norman" for enrolment in enrolled.enrolments.all()}
    names_of_queries += ["savepoint", "teams, held", "teams written", "revision", "end of the savepoint"]
    names_of_queries += ["the line of the audit log"]
    names_of_queries += ["is the league changed", "news with old figures", "letters with old figures"]
    with django_assert_num_queries(len(names_of_queries)):
        client.post(captains(division), sent)


def test_who_may_read_a_contact_on_paper_is_kept(client, division):
    fleece, shears = (a_captain(division, team, name=team) for team in ("The Fleece", "The Shears"))
    sent = as_shown(markup(client.get(captains(division))))
    client.post(captains(division), {**sent, f"e{fleece.pk}-readers": "members"})
    assert Enrolment.objects.get(pk=fleece.pk).contact_for == "members"
    assert Enrolment.objects.get(pk=shears.pk).contact_for == "officers"
    answer = client.post(captains(division), {**sent, f"e{fleece.pk}-readers": "the whole world"})
    assert answer.status_code == 422
