"""The turn of the year on the secretary's pages: closed, on the roll, begun again, thrown away."""

import datetime

import pytest
from django.test import Client

from league.competition.services import close_season
from league.models import Honour, Match, Scorecard, Season, Side, Team
from tests.builders import (
    CAST,
    FRIDAY,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    a_team,
    an_enrolment,
    regulated,
)
from tests.builders_seasons import a_round_robin
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    season = a_season(a_league())
    for number, (name, teams) in enumerate({"Division One": CAST[:4], "Division Two": CAST[4:8]}.items(), 1):
        division = a_division(season, name, teams=0, position=number, promoted=1, relegated=1)
        for team in teams:
            an_enrolment(division, team)
        a_round_robin(division)
    return season


@pytest.fixture
def desk(client: Client, season: Season) -> str:
    client.force_login(a_secretary(season.league))
    return f"/{season.league.slug}/secretary"


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return words(answer)


def next_form(season: Season, **typed: str) -> dict[str, str]:
    usual = {
        "name": "2027-28",
        "starts_on": "2027-09-02",
        "ends_on": "2028-04-27",
        "divisions": "2",
        "fills": "next_best",
    }
    for number in (1, 2):
        usual |= {f"d{number}-name": f"Division {number}", f"d{number}-up": "1", f"d{number}-down": "1"}
    for team in Team.objects.filter(enrolments__season=season):
        usual[f"{team.slug}-pub"] = team.pub.name
    return usual | typed


def test_the_latest_twenty_seasons_are_shown_and_older_ones_on_the_next_page(
    client: Client, season: Season, desk: str
) -> None:
    for year in range(2006, 2026):
        a_season(season.league, f"season {year}", starts_on=datetime.date(year, 9, 3))
    first, second = (page(client, f"{desk}/seasons/?page={number}") for number in (1, 2))
    assert "season 2007" in first
    assert "season 2006" not in first
    assert "season 2006" in second
    assert "season 2007" not in second
    assert 'href="?page=1"' in markup(client.get(f"{desk}/seasons/?page=2"))


def test_closed_with_its_honours_in_one_press(client: Client, season: Season, desk: str) -> None:
    assert "every result is in" in page(client, f"{desk}/seasons/2026-27/")
    answer = client.post(f"{desk}/seasons/2026-27/", {"close": "", "honours": "on"})
    assert answer.status_code == 303
    season.refresh_from_db()
    assert season.is_finished
    assert Honour.objects.filter(season=season).count() == 4
    assert "The Tup and Bell" in page(client, f"/{season.league.slug}/honours/")


@pytest.mark.parametrize("how", sampled(["a dispute", "another report"], each=2))
def test_a_result_that_may_change_is_no_result_to_close_on(
    client: Client, season: Season, desk: str, how: str
) -> None:
    match = Match.objects.filter(division__season=season).first()
    if how == "a dispute":
        Match.objects.filter(pk=match.pk).update(disputed_because="Table 3 says 15-15.")
    else:
        Scorecard.objects.create(
            match=match, version=9, reported_for=Side.AWAY, is_confirmed=False, entered_at=FRIDAY
        )
    assert "1 result not settled" in page(client, f"{desk}/seasons/")
    shown = page(client, f"{desk}/seasons/2026-27/")
    assert "1 of 24 results not settled" in shown
    assert "every result is in" not in shown


def test_what_is_still_open_is_counted_before_it_is_closed(client: Client, season: Season, desk: str) -> None:
    a_match(season.divisions.first(), week=20)
    shown = page(client, f"{desk}/seasons/2026-27/")
    assert "1 of 25 matches without a result" in shown
    assert "anyway" in shown


@pytest.mark.slow
def test_a_cup_without_a_winner_is_named_before_the_season_is_closed(
    client: Client, season: Season, desk: str
) -> None:
    a_drawn_cup(season, *CAST[:2], name="Shield")
    assert "Not won yet: Shield" in page(client, f"{desk}/seasons/2026-27/")


def test_a_season_that_has_begun_leads_on_to_its_fixtures(client: Client, season: Season, desk: str) -> None:
    a_season(season.league, "2027-28")
    assert f"{desk}/fixtures/" in markup(client.get(f"{desk}/seasons/2027-28/"))


def test_a_sheet_of_a_closed_season_says_so_before_it_is_typed(
    client: Client, season: Season, desk: str
) -> None:
    match = a_match(season.divisions.first(), week=20)
    close_season(season=season)
    assert "Season 2026-27 is closed" in page(client, f"{desk}/matches/{match.public_id}/entry/")


def test_opened_again(client: Client, season: Season, desk: str) -> None:
    close_season(season=season)
    client.post(f"{desk}/seasons/2026-27/", {"reopen": ""})
    season.refresh_from_db()
    assert not season.is_finished


@pytest.mark.slow
def test_reopening_takes_off_the_champions_that_closing_wrote(
    client: Client, season: Season, desk: str
) -> None:
    league = season.league
    typed = {"year": 2026, "season_name": "2026-27", "competition": "Pairs", "holder": "Joan and Derek"}
    Honour.objects.create(league=league, **typed)
    client.post(f"{desk}/seasons/2026-27/", {"close": "", "honours": "on"})
    written = Honour.objects.count() - 1
    assert written
    answer = client.post(f"{desk}/seasons/2026-27/", {"reopen": ""}, follow=True)
    assert f"{written} lines taken off the roll of honour" in markup(answer)
    assert [honour.holder for honour in Honour.objects.all()] == ["Joan and Derek"]
    client.post(f"{desk}/seasons/2026-27/", {"close": "", "honours": "on"})
    assert Honour.objects.count() == written + 1


@pytest.mark.slow
def test_a_season_the_next_was_created_from_is_reopened_only_by_who_has_read_it(
    client: Client, season: Season, desk: str
) -> None:
    close_season(season=season)
    a_season(season.league, "2027-28", copied_from=season)
    assert "2027-28 was created from this season." in page(client, f"{desk}/seasons/2026-27/")
    assert client.post(f"{desk}/seasons/2026-27/", {"reopen": ""}).status_code == 422
    season.refresh_from_db()
    assert season.is_finished
    client.post(f"{desk}/seasons/2026-27/", {"reopen": "sure"})
    season.refresh_from_db()
    assert not season.is_finished


def test_a_button_nobody_knows_does_nothing(client: Client, season: Season, desk: str) -> None:
    answer = client.post(f"{desk}/seasons/2026-27/", {"burn": ""})
    assert answer.status_code == 422
    assert "Press one of its buttons" in words(answer)


def test_next_season_is_proposed_with_its_reasons(client: Client, season: Season, desk: str) -> None:
    shown = page(client, f"{desk}/seasons/2026-27/next/")
    assert "promoted to Division One" in shown
    assert "relegated to Division Two" in shown
    assert "still open, so this can only be looked at" in shown
    assert "Make season" not in shown


def test_looking_makes_nothing_and_keeps_what_was_typed(client: Client, season: Season, desk: str) -> None:
    close_season(season=season)
    typed = next_form(season, **{"the-fleece-division": "out", "joining": "The Barge B; The Barge; 2"})
    answer = client.post(f"{desk}/seasons/2026-27/next/", typed | {"look": ""})
    shown = words(answer)
    assert answer.status_code == 200
    assert "Teams that leave" in shown
    assert "Joins the league, in the division chosen for it" in shown
    assert "The Barge B; The Barge; 2" in markup(answer)
    assert Season.objects.count() == 1


def test_made_with_every_kind_of_change(client: Client, season: Season, desk: str) -> None:
    close_season(season=season)
    a_player(Team.objects.get(slug="the-shears"), "Al", season)
    typed = next_form(
        season,
        **{
            "the-fleece-division": "out",
            "the-shears-pub": "The Barge",
            "station-tap-division": "1",
            "joining": "The Barge B; The Barge\nThe Canal; ; 1",
        },
    )
    looked = client.post(f"{desk}/seasons/2026-27/next/", typed | {"look": ""})
    assert "Al The Shears moves to another pub." in words(looked)
    answer = client.post(f"{desk}/seasons/2026-27/next/", typed | {"make": ""})
    assert answer.status_code == 303
    made = Season.objects.get(slug="2027-28")
    where = {
        enrolment.team.name: (enrolment.division.position, enrolment.team.pub.name)
        for enrolment in made.enrolments.all()
    }
    assert "The Fleece" not in where
    assert where["The Shears"][1] == "The Barge"
    assert where["The Barge B"] == (2, "The Barge")
    assert where["The Canal"] == (1, "The Canal")
    assert where["Station Tap"][0] == 1
    assert not made.registrations.exists()
    assert "Nothing is planned yet" in page(client, answer.headers["Location"])


@pytest.mark.slow
def test_a_team_that_moves_en_bloc_keeps_its_place(client: Client, season: Season, desk: str) -> None:
    close_season(season=season)
    a_player(Team.objects.get(slug="the-shears"), "Al", season)
    typed = next_form(season, **{"the-shears-pub": "The Barge", "to_bottom": "on", "en_bloc": "5"})
    address = f"{desk}/seasons/2026-27/next/"
    looked = client.post(address, typed | {"look": ""})
    assert "starts in the bottom division" in words(looked)
    assert "Players who come along with The Shears of 1 registered" in words(looked)
    typed["the-shears-staying"] = "4"
    assert "(four of the five players asked for)" in words(client.post(address, typed | {"look": ""}))
    typed["the-shears-staying"] = "5"
    assert "en bloc, with five of its players: keeps its place" in words(client.post(address, typed))
    client.post(address, typed | {"make": ""})
    shears = Season.objects.get(slug="2027-28").enrolments.get(team__slug="the-shears")
    assert shears.division.position == 1


@pytest.mark.parametrize(
    ("chosen", "team"), sampled([("", "The Fleece"), ("stays", "The Fleece B"), ("signs", None)], each=3)
)
def test_who_has_played_up_so_often_goes_on_for_the_higher_team(
    client: Client, season: Season, desk: str, chosen: str, team: str | None
) -> None:
    regulated(season.divisions.get(position=1), people={"playing_up": 3})
    fleece = Team.objects.get(slug="the-fleece")
    lower = a_team(season.league, "The Fleece B", pub=fleece.pub)
    an_enrolment(season.divisions.get(position=2), lower)
    jack, joan = (a_player(lower, name, season) for name in ("Jack Hirst", "Joan Wild"))
    for number, match in enumerate(fleece.home_matches.order_by("date")):
        game = match.scorecards.get().tables.get(number=1).games.get()
        a_seat(game, jack)
        if number:
            a_seat(game, joan, place=2)
    close_season(season=season)
    shown = page(client, f"{desk}/seasons/2026-27/next/")
    assert "Jack Hirst Registered for The Fleece B; has played up 3 times" in shown
    assert "Nobody: all registrations go on, but for those above." in shown
    typed = next_form(season, **{f"up-{jack.public_id}": chosen, "make": ""})
    assert client.post(f"{desk}/seasons/2026-27/next/", typed).status_code == 303
    made = Season.objects.get(slug="2027-28")
    signed = {str(registration.player): str(registration.team) for registration in made.registrations.all()}
    assert signed == {"Joan Wild": "The Fleece B"} | ({"Jack Hirst": team} if team else {})


@pytest.mark.slow
def test_three_divisions_of_even_size(client: Client, season: Season, desk: str) -> None:
    close_season(season=season)
    typed = next_form(season, divisions="3", level="on") | {"d3-name": "Division 3"}
    client.post(f"{desk}/seasons/2026-27/next/", typed | {"make": ""})
    made = Season.objects.get(slug="2027-28")
    assert [division.enrolments.count() for division in made.divisions.all()] == [2, 3, 3]


@pytest.mark.slow
def test_a_shared_place_across_the_line_is_chosen_first(client: Client) -> None:
    season = a_season(a_league())
    top, low = (a_division(season, name, teams=0, position=n) for n, name in ((1, "Top"), (2, "Low")))
    for team in CAST[:2]:
        an_enrolment(top, team)
    for team in CAST[2:4]:
        an_enrolment(low, team)
    low.promoted = 1
    low.save()
    a_card(a_match(low, *CAST[2:4]), (15, 9), (15, 9), (15, 9), (15, 9))
    a_card(a_match(low, CAST[3], CAST[2], week=2), (15, 9), (15, 9), (15, 9), (15, 9))
    close_season(season=season)
    client.force_login(a_secretary(season.league))
    address = f"/{season.league.slug}/secretary/seasons/2026-27/next/"
    assert "Choose its division" in page(client, address)
    refused = client.post(address, next_form(season) | {"make": ""})
    assert refused.status_code == 422
    assert "choose a division for Packhorse & Drover, The Tup and Bell" in words(refused)
    chosen = {"packhorse-drover-division": "1", "the-tup-and-bell-division": "2", "make": ""}
    assert client.post(address, next_form(season) | chosen).status_code == 303


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"divisions": "9"}, "less than or equal to 8"),
            ({"divisions": "7"}, "what division 3 is called"),
            ({"name": ""}, "Type its name"),
            ({"ends_on": "2027-09-01"}, "ends before it starts"),
            ({"joining": ";"}, "is no team that joins"),
            ({"joining": "The Barge; ; top"}, "no number of a division"),
            ({"joining": "The Fleece"}, "play this season already"),
            ({"the-fleece-division": "5"}, "no such division"),
            ({"d1-name": ""}, "what division 1 is called"),
            ({"joining": "The Barge; ; 7"}, "there will be 2"),
            ({"name": "2026-27"}, "of that name already"),
        ],
        each=6,
    ),
)
def test_what_cannot_be_is_refused_and_stays_typed(
    client: Client, season: Season, desk: str, typed: dict[str, str], sentence: str
) -> None:
    close_season(season=season)
    answer = client.post(f"{desk}/seasons/2026-27/next/", next_form(season, **typed) | {"make": ""})
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert 'role="alert"' in markup(answer)
    assert Season.objects.count() == 1


def test_thrown_away_on_the_page(client: Client, season: Season, desk: str) -> None:
    close_season(season=season)
    client.post(f"{desk}/seasons/2026-27/next/", next_form(season) | {"make": ""})
    answer = client.post(f"{desk}/seasons/2027-28/", {"throw-away": ""})
    assert answer.headers["Location"] == f"{desk}/seasons/"
    assert Season.objects.count() == 1


def test_queries_do_not_grow_with_the_league(
    client: Client, season: Season, desk: str, django_assert_max_num_queries: object
) -> None:
    for number in range(12):
        an_enrolment(season.divisions.first(), f"Team {number}")
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        client.get(f"{desk}/seasons/2026-27/next/")
    for number in range(5):
        a_season(season.league, f"{1990 + number}")
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        client.get(f"{desk}/seasons/")


@pytest.mark.parametrize(
    "name", sampled(["seasons/", "seasons/2026-27/", "honours/", "honours/1974/", "honours/tables/"], each=3)
)
def test_pages_stand(client: Client, season: Season, desk: str, name: str) -> None:
    page(client, f"{desk}/{name}")
