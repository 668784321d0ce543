"""The pages on which a pub closes, is renamed, a team moves: shown first, done with one press."""

import pytest
from django.test import Client

from league.cups.services.cups import make_cup, set_finals
from league.models import Match, Pub, Team
from tests.builders import NIGHT, WEEK, a_division, a_match, a_pub, a_secretary, a_team
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4), public_id="fleece22")


@pytest.fixture
def desk(client: Client, match: Match) -> str:
    league = match.division.season.league
    a_pub(league, "The Hall", tables=8)
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary"


CLOSES = {"on": str(NIGHT), "reason": "The Fleece has closed", "the-fleece-home": ""}


def test_what_closing_means_is_shown_first(client: Client, match: Match, desk: str) -> None:
    answer = client.post(f"{desk}/pubs/the-fleece/", CLOSES | {"look": ""})
    assert answer.status_code == 200
    assert "The Fleece v The Shears" in words(answer)
    assert '<option value="the-hall" selected>' in markup(answer)
    assert not Pub.objects.exclude(closed_on=None).exists()


def test_closed_it_says_so_and_its_matches_are_elsewhere(client: Client, match: Match, desk: str) -> None:
    answer = client.post(f"{desk}/pubs/the-fleece/", CLOSES | {"close": "", "at-fleece22": "the-shears"})
    assert answer.status_code == 303
    assert "no match is played here from" in words(client.get(answer.headers["Location"]))
    match.refresh_from_db()
    assert (match.venue.name, match.venue_because) == ("The Shears", "The Fleece has closed")
    shown = words(client.get(f"/{match.division.season.league.slug}/matches/fleece22/"))
    assert "The Fleece has closed" in shown


@pytest.mark.slow
def test_the_finals_of_a_cup_are_asked_about_and_move(client: Client, match: Match, desk: str) -> None:
    cup = make_cup(season=match.division.season, name="Knock-out Cup")
    set_finals(cup=cup, at=match.venue, on=None)
    at = f"{desk}/pubs/the-fleece/"
    assert "Knock-out Cup : the finals" in words(client.post(at, CLOSES | {"look": ""}))
    said = CLOSES | {"close": "", "at-fleece22": "the-hall"}
    assert client.post(at, said).status_code == 422, "the finals were not asked about"
    assert client.post(at, said | {f"cup-{cup.public_id}": "nowhere"}).status_code == 422
    assert client.post(at, said | {f"cup-{cup.public_id}": "the-hall"}).status_code == 303
    cup.refresh_from_db()
    assert str(cup.finals_at) == "The Hall"


@pytest.mark.slow
def test_with_a_new_home_for_its_team(client: Client, match: Match, desk: str) -> None:
    home = CLOSES | {"the-fleece-home": "the-hall"}
    looked = markup(client.post(f"{desk}/pubs/the-fleece/", home | {"look": ""}))
    assert "The Hall (at home)" in looked
    client.post(f"{desk}/pubs/the-fleece/", home | {"close": "", "at-fleece22": "the-hall"})
    assert Team.objects.get(slug="the-fleece").pub.name == "The Hall"


def test_a_match_that_came_meanwhile_is_shown_before_it_is_done(
    client: Client, match: Match, desk: str
) -> None:
    a_match(match.division, away="The Tup and Bell", week=2, date=NIGHT + WEEK)
    answer = client.post(f"{desk}/pubs/the-fleece/", CLOSES | {"close": "", "at-fleece22": "the-hall"})
    assert answer.status_code == 422
    assert "since the preview" in words(answer)
    assert "The Fleece v The Tup and Bell" in words(answer)


@pytest.mark.parametrize(
    ("said", "sentence"),
    sampled(
        [
            ({"on": ""}, "on which day"),
            ({"reason": ""}, "Give the reason"),
            ({"the-fleece-home": "nowhere"}, "Choose an open pub"),
            ({"at-fleece22": "nowhere"}, "no room left"),
        ],
        each=4,
    ),
)
def test_what_cannot_be_is_refused(
    client: Client, match: Match, desk: str, said: dict[str, str], sentence: str
) -> None:
    sent = CLOSES | {"close": "", "at-fleece22": "the-hall"} | said
    answer = client.post(f"{desk}/pubs/the-fleece/", sent)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not Pub.objects.exclude(closed_on=None).exists()


def test_open_after_all(client: Client, match: Match, desk: str) -> None:
    Pub.objects.filter(slug="the-fleece").update(closed_on=NIGHT)
    client.post(f"{desk}/pubs/the-fleece/", {"open": ""})
    assert not Pub.objects.exclude(closed_on=None).exists()


def test_renamed_on_every_page_under_its_old_address(client: Client, match: Match, desk: str) -> None:
    client.post(f"{desk}/pubs/the-fleece/", {"rename": "", "name": "The Ram", "teams_too": "on"})
    shown = words(client.get(f"/{match.division.season.league.slug}/pubs/the-fleece/"))
    assert "The Ram" in shown
    assert "Formerly The Fleece" in shown
    assert Team.objects.get(slug="the-fleece").name == "The Ram"


def test_a_team_called_otherwise_keeps_its_name(client: Client, match: Match, desk: str) -> None:
    for name in ("The Fleece A", "Fleece Old Boys"):
        a_team(match.home.league, name, pub=match.venue)
    sent = {"rename": "", "name": "  The   Ram ", "teams_too": "on"}
    said = words(client.post(f"{desk}/pubs/the-fleece/", sent, follow=True))
    assert "called The Ram now. Renamed with it: The Fleece to The Ram and The Fleece A to The Ram A." in said
    names = sorted(team.name for team in match.venue.teams.all())
    assert names == ["Fleece Old Boys", "The Ram", "The Ram A"]
    assert "Name: The Fleece to The Ram" in words(client.get(f"{desk}/records/pubs/the-fleece/"))


def test_teams_of_a_pub_that_is_written_with_its_place_are_renamed_with_it(
    client: Client, match: Match, desk: str
) -> None:
    Pub.objects.filter(slug="the-fleece").update(name="The Fleece, Nab End")
    Team.objects.filter(slug="the-fleece").update(short_name="Fleece")
    a_team(match.home.league, "The Fleece, Nab End B", pub=match.venue)
    client.post(f"{desk}/pubs/the-fleece/", {"rename": "", "name": "The Ram, Nab End", "teams_too": "on"})
    names = sorted(match.venue.teams.values_list("name", "short_name"))
    assert names == [("The Ram", ""), ("The Ram, Nab End B", "")]


def test_it_is_said_that_no_team_is_called_after_the_pub(client: Client, match: Match, desk: str) -> None:
    match.venue.teams.update(name="Old Boys")
    sent = {"rename": "", "name": "The Ram", "teams_too": "on"}
    said = words(client.post(f"{desk}/pubs/the-fleece/", sent, follow=True))
    assert "No team is renamed: none of this pub is called after “The Fleece”." in said


@pytest.mark.parametrize(
    ("name", "sentence"),
    sampled(
        [
            ("The Fleece", "called The Fleece already"),
            ("the shears", "Another pub"),
            ("x" * 81, "at most 80"),
        ],
        each=3,
    ),
)
def test_a_name_that_cannot_be_is_refused(client: Client, desk: str, name: str, sentence: str) -> None:
    answer = client.post(f"{desk}/pubs/the-fleece/", {"rename": "", "name": name})
    assert answer.status_code == 422
    assert sentence in words(answer)


def test_a_team_moves_with_its_matches(client: Client, match: Match, desk: str) -> None:
    address = f"{desk}/teams/the-fleece/move/"
    said = {"to": "the-hall", "since": str(NIGHT), "reason": ""}
    assert "The Fleece v The Shears" in words(client.post(address, said | {"look": ""}))
    answer = client.post(address, said | {"move": "", "at-fleece22": "the-hall"})
    assert answer.status_code == 303
    match.refresh_from_db()
    assert (match.venue.name, match.venue_because) == ("The Hall", "")


@pytest.mark.parametrize(
    ("said", "sentence"),
    sampled(
        [
            ({"to": ""}, "Choose the pub"),
            ({"to": "the-fleece"}, "Choose an open pub"),
            ({"since": "x"}, "Type a date"),
        ],
        each=3,
    ),
)
def test_a_move_that_cannot_be_is_refused(
    client: Client, desk: str, said: dict[str, str], sentence: str
) -> None:
    usual = {"to": "the-hall", "since": str(NIGHT), "reason": "", "move": "", "at-fleece22": "the-hall"}
    answer = client.post(f"{desk}/teams/the-fleece/move/", usual | said)
    assert answer.status_code == 422
    assert sentence in words(answer)


def test_queries_do_not_grow_with_the_season(
    client: Client, match: Match, desk: str, django_assert_max_num_queries: object
) -> None:
    for week in range(2, 12):
        a_match(match.division, away="The Tup and Bell", week=week, date=NIGHT + week * WEEK)
    with django_assert_max_num_queries(13):  # type: ignore[operator]
        client.post(f"{desk}/pubs/the-fleece/", CLOSES | {"look": ""})
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get(f"{desk}/pubs/")
