"""The annual report: what the general meeting is told about a season, as a page and on paper."""

import datetime

import pytest
from django.test import Client

from league.competition.services import close_season
from league.honours.services import write_final_honours
from league.models import Appeal, Season, User
from league.regulations.selectors.sanctions import sanctions_of
from league.regulations.services.ledger import enter_line
from league.regulations.services.sanctions import apply_offence
from tests.builders import (
    CAST,
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
    an_adjustment,
    an_enrolment,
    an_offence,
)
from tests.builders_seasons import a_round_robin
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
def secretary(client: Client, season: Season) -> User:
    user = a_secretary(season.league)
    client.force_login(user)
    return user


def address(season: Season) -> str:
    return f"/{season.league.slug}/secretary/seasons/{season.slug}/report/"


def test_the_report_tells_all_of_a_season(client: Client, season: Season, secretary: User) -> None:
    match = season.divisions.first().matches.first()
    offence = apply_offence(offence=an_offence(match, pence=500), by=secretary, now=FRIDAY)
    Appeal.objects.create(offence=offence, made_on=NIGHT, made_by="the captain", words="It snowed.")
    ruling = an_adjustment(season.divisions.first(), "The Shears", reason="No captain at the meeting")
    Appeal.objects.create(
        ruling=ruling,
        made_on=NIGHT,
        made_by="the Shears",
        words="We were ill.",
        outcome="dismissed",
        decided_on=NIGHT,
        decided_by="the committee",
    )
    enter_line(pub=match.venue, kind="fee", pence=2000, reason="entry", on=NIGHT, by=secretary, season=season)
    a_player(match.home, season=season)
    a_card(match, (15, 2), is_confirmed=False, set_aside_at=FRIDAY)
    a_drawn_cup(season, *CAST[:2], name="Challenge Cup")
    shown = words(client.get(address(season)))
    assert "Final table of Division One Place Team P W D L Points 1 The Tup and Bell" in shown
    assert "not on the roll of honour yet" in shown
    assert "Challenge Cup:" in shown
    assert "8 teams of 8 pubs, 1 registered player" in shown
    assert "24 matches, 24 with a result;" in shown
    assert "96 games at the tables" in shown
    assert "£20.00 £5.00 £0.00 £0.00 £25.00" in shown
    assert "by the captain: not decided yet." in shown
    assert "The Shears: 2 points taken" in shown
    assert "by the Shears: dismissed by the committee" in shown
    assert "promoted to Division One." in shown
    assert "relegated to Division Two." in shown


def test_sanctions_stand_in_the_order_of_their_days(season: Season) -> None:
    match = season.divisions.first().matches.first()
    later, first = an_offence(match, fell_at=FRIDAY + WEEK), an_offence(match, kind="missing_card-1")
    assert [each.offence for each in sanctions_of(season)] == [first, later]


@pytest.mark.slow
def test_honours_are_those_of_the_roll_once_it_is_written(
    client: Client, season: Season, secretary: User
) -> None:
    close_season(season=season)
    season.refresh_from_db()
    write_final_honours(season=season)
    shown = words(client.get(address(season)))
    assert "not on the roll of honour yet" not in shown
    assert "Division One: The Tup and Bell ; 2nd Packhorse & Drover" in shown


@pytest.mark.slow
def test_proposals_are_saved_and_stand_in_the_report(client: Client, season: Season, secretary: User) -> None:
    close_season(season=season)
    typed = "The match fee rises to £2.\n\nTen tables <at> most."
    answer = client.post(address(season), {"proposals": typed}, follow=True)
    assert "Saved." in words(answer)
    assert "<p>The match fee rises to £2.</p>" in markup(answer)
    assert "Ten tables &lt;at&gt; most." in markup(answer)
    answer = client.post(address(season), {"proposals": "x" * 5001})
    assert answer.status_code == 422
    assert "this has 5001" in markup(answer)
    assert "x" * 5001 in markup(answer)


def test_the_report_is_printed(client: Client, season: Season, secretary: User) -> None:
    answer = client.get(f"{address(season)[:-1]}.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert client.get(address(season).replace(season.slug, "never")).status_code == 404


def test_a_season_without_matches_has_a_report(client: Client, secretary: User, season: Season) -> None:
    start, end = datetime.date(2027, 9, 1), datetime.date(2028, 5, 1)
    empty = a_season(season.league, "2027-28", starts_on=start, ends_on=end)
    assert "The season has no division yet." in words(client.get(address(empty)))


def test_the_report_takes_as_many_queries_however_long_the_season(
    client: Client, season: Season, secretary: User, django_assert_max_num_queries
) -> None:
    most = 40
    for week in (31, 32, 33):
        division = a_division(season, f"Division {week}", teams=0, position=week)
        for side in ("Home", "Away"):
            an_enrolment(division, f"{side} {week}")
        match = a_match(division, f"Home {week}", f"Away {week}", week=week)
        a_card(match, (15, 11), (9, 15), (15, 2), (13, 15))
        an_offence(match)
        an_adjustment(division, match.home.name)
        with django_assert_max_num_queries(most) as queries:
            client.get(address(season))
        most = len(queries)
