"""The inbox and the week of results: what is owed comes first, an empty league is shown what to do."""

import datetime

import pytest

from league.cups.entries import TieResult
from league.cups.services.ties import enter_result
from league.matches.outcomes import AtFault
from league.matches.selectors import unplayed_matches
from league.matches.services import declare_void
from league.models import Division, LineUp, Seat, User
from league.overview.desk import (
    last_confirmed,
    nights_around,
    owed_nights,
    own_drafts,
    ties_owed,
    without_date,
)
from league.results.services.drafts import save_draft
from tests.builders import (
    NIGHT,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_secretary,
    a_team,
    a_walkover,
    a_withdrawal,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
FRIDAY = NIGHT + datetime.timedelta(days=1)
OCTOBER = datetime.date(2026, 10, 7)
NOW = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)


@pytest.fixture
def division() -> Division:
    return a_division(teams=8)


@pytest.fixture
def secretary(division: Division) -> User:
    return a_secretary(division.season.league)


@pytest.fixture
def owed(division: Division):
    """The nights owed on Friday, as date and number of matches."""

    def look() -> list[tuple[datetime.date, int]]:
        return [
            (date, len(late))
            for date, late in owed_nights(unplayed_matches(division.season.league), today=FRIDAY)
        ]

    return look


def test_results_owed_come_first_the_oldest_at_the_top(owed, division):
    a_match(division, week=3, date=NIGHT)
    a_match(division, week=1, date=NIGHT - 2 * WEEK)
    a_match(division, week=4, date=NIGHT + WEEK)
    assert owed() == [(NIGHT - 2 * WEEK, 1), (NIGHT, 1)]


@pytest.mark.slow
def test_a_cup_tie_whose_night_has_passed_is_owed_until_it_is_entered(client, owed, division, secretary):
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", "Station Tap", on=OCTOBER)
    a_match(division)
    later = a_drawn_cup(division.season, "Station Tap", "Packhorse & Drover", on=NIGHT + WEEK)
    (date, (late,)), _ = owed_nights(unplayed_matches(division.season.league), today=FRIDAY)
    assert (str(late.division), date) == (cup.name, OCTOBER)
    client.force_login(secretary)
    address = f"/secretary/nights/{OCTOBER}/"
    assert address in markup(client.get(f"/{division.season.league.slug}/secretary/"))
    number = cup.ties.get(matches=late).number
    result = TieResult(round=1, number=number, at_fault=AtFault.HOME, reason="nobody came")
    enter_result(cup=cup, result=result, began_from=None, now=NOW)
    assert owed() == [(NIGHT, 1)]
    assert ties_owed(division.season.league, today=FRIDAY) == []
    assert later.ties.count()


def test_tonight_is_not_owed_yet(division, secretary):
    a_match(division, date=NIGHT)
    assert owed_nights(unplayed_matches(division.season.league), today=NIGHT) == []


def test_what_is_in_given_or_of_a_team_that_withdrew_is_not_owed(owed, division):
    a_card(a_match(division, week=1), (15, 9), (15, 9), (15, 9), (15, 9))
    a_walkover(a_match(division, "Packhorse & Drover", "The Tup and Bell"))
    a_match(division, "Station Tap", "The Weavers’ Rest")
    a_withdrawal(division, "The Weavers’ Rest")
    assert owed() == []


def test_a_table_given_does_not_settle_a_match(owed, division):
    a_walkover(a_match(division), table=4)
    assert owed() == [(NIGHT, 1)]


def test_nights_around_today_say_how_many_are_in(division):
    a_card(a_match(division), (15, 9), (15, 9), (15, 9), (15, 9))
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    a_match(division, week=2, date=NIGHT + WEEK)
    a_match(division, week=3, date=NIGHT + 2 * WEEK)
    nights = nights_around(division.season.league, today=FRIDAY)
    assert nights == [
        {"date": NIGHT, "matches": 2, "settled": 1, "missing": 1},
        {"date": NIGHT + WEEK, "matches": 1, "settled": 0, "missing": 1},
    ]


def test_documents_ask_for_the_nights_alone(division, django_assert_num_queries):
    a_match(division)
    with django_assert_num_queries(1):
        (night,) = nights_around(division.season.league, today=NIGHT)
    assert night["date"] == NIGHT


def test_where_no_match_is_near_the_next_night_can_be_printed(client, division, secretary):
    a_match(division, date=NIGHT + 5 * WEEK)
    a_match(division, week=2, date=NIGHT + 6 * WEEK)
    nights = nights_around(division.season.league, today=FRIDAY)
    assert [night["date"] for night in nights] == [NIGHT + 5 * WEEK]
    # The week that has gone stays in sight.
    a_match(division, week=3, date=NIGHT)
    nights = nights_around(division.season.league, today=FRIDAY)
    assert [night["date"] for night in nights] == [NIGHT, NIGHT + 5 * WEEK]


def test_own_drafts_are_left_on_the_desk_and_other_peoples_are_not(division, secretary):
    match = a_match(division)
    other = a_secretary(division.season.league, "Norman")
    save_draft(match=match, by=other, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
    assert not own_drafts(division.season.league, secretary)
    save_draft(match=match, by=secretary, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
    assert [draft.match for draft in own_drafts(division.season.league, secretary)] == [match]


def test_the_last_confirmed_stand_with_their_points(division):
    a_card(a_match(division), (15, 9), (12, 15), (15, 11), (15, 8))
    ((_, line),) = last_confirmed(division.season.league)
    assert (line.home_share.half_points, line.away_share.half_points) == (16, 4)


def test_a_match_that_was_played_and_declared_void_counts_for_nobody(client, division, secretary):
    match = a_match(division)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    declare_void(match=match, reason="Played with a short pack", by=secretary, on=FRIDAY)
    client.force_login(secretary)
    said = words(client.get(f"/{division.season.league.slug}/secretary/results/"))
    assert "Last entered choose one to correct it The Fleece void The Shears" in said


def test_a_match_without_a_date_is_not_forgotten(division):
    match = a_match(division, date=None, postponed_from=NIGHT)
    assert list(without_date(unplayed_matches(division.season.league))) == [match]


def test_signing_in_on_the_leagues_home_leads_to_the_desk(client):
    home = f"/{a_league().slug}/"
    assert f'href="/sign-in/?next={home}secretary/"' in markup(client.get(home))
    assert f'href="/sign-in/?next={home}pubs/"' in markup(client.get(f"{home}pubs/"))


def test_an_empty_league_is_shown_its_five_first_steps(client):
    league = a_league()
    client.force_login(a_secretary(league))
    page = client.get(f"/{league.slug}/secretary/")
    assert "Here is what comes first" in words(page)
    steps = ("1. Season", "2. Pubs, teams and divisions", "3. Captains", "4. Players", "5. Fixtures")
    assert all(step in words(page) for step in steps)
    pages = ("records/seasons/new/", "lists/?what=teams", "captains/", "lists/?what=players", "fixtures/")
    for address in pages:
        assert client.get(f"/{league.slug}/secretary/{address}").status_code == 200
        assert f"/secretary/{address}" in markup(page)


def test_steps_of_a_season_without_matches_are_done_one_by_one(client, division, secretary):
    client.force_login(secretary)
    inbox = f"/{division.season.league.slug}/secretary/"
    assert "2026-27 has no matches yet" in words(client.get(inbox))
    assert words(client.get(inbox)).count("Done") == 2
    fleece = a_captain(division, "The Fleece", name="Norman")
    a_player(fleece.team, "Joan", division.season)
    page = words(client.get(inbox))
    assert page.count("Done") == 4
    assert "Fixtures Planned fairly, or last year’s list. Plan fixtures" in page
    a_match(division)
    assert "has no matches yet" not in words(client.get(inbox))


def test_a_season_just_begun_leads_on_to_everything(client, division, secretary):
    client.force_login(secretary)
    page = client.get(f"/{division.season.league.slug}/secretary/")
    for name in ("fixtures", "records", "cups", "seasons", "ledger", "bulletin", "settings"):
        assert f"/secretary/{name}/" in markup(page)


def test_the_desk_takes_as_many_queries_however_much_lies_on_it(
    client, division, secretary, django_assert_num_queries
):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "matches to decide",
        "matches owed",
        "cups",
        "matches without a result",
        "cards of the last played nights",
        "who sat down on them",
        "seasons",
        "requests to move a match",
        "captains of the matches owed",
        "logs of unusual size",
        "news that is published",
        "bulletins that were sent",
        "sanctions",
        "appeals",
        "nights when a room is not free",
        "letters that came back",
        "names in line-ups",
        "names at the tables",
        "names on cards",
        "dates that are near",
        "messages that have not gone",
        "notes that pause reminders",
        "signed sheets that wait",
        "last decision",
        *["the fixtures judged anew"] * 18,
    ]
    for week in range(1, 12):
        a_match(division, week=week, date=NIGHT - week * WEEK)
        late = a_match(division, "Packhorse & Drover", "The Tup and Bell", week=week)
        save_draft(match=late, by=secretary, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
        a_card(
            a_match(division, "Station Tap", "The Weavers’ Rest", week=week),
            (15, 9),
            (15, 9),
            (15, 9),
            (15, 9),
        )
    client.force_login(secretary)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(f"/{division.season.league.slug}/secretary/")


@pytest.mark.slow
def test_names_nobody_is_registered_under_are_named_once_with_their_latest_match(client, division, secretary):
    known = a_player(a_team(division.season.league), "Jack Hirst", division.season)
    for week in (1, 2):
        match = a_match(division, week=week, date=NIGHT + week * WEEK)
        pairs = [["Nobody Knows", "jack hirst"], [known.public_id, ""]]
        LineUp.objects.create(match=match, side="h", pairs=pairs, given_at=NOW)
    game = a_card(a_match(division, "Station Tap", "The Weavers’ Rest"), (15, 9)).tables.get().games.get()
    Seat.objects.create(game=game, side="a", place=1, written="Also Unknown")
    client.force_login(secretary)
    page = words(client.get(f"/{division.season.league.slug}/secretary/"))
    assert "Unregistered names: 2 Nobody Knows (The Fleece), Also Unknown (The Weavers" in page
    a_player(known.registrations.get().team, "Nobody Knows", division.season)
    assert "Nobody Knows" not in words(client.get(f"/{division.season.league.slug}/secretary/"))
