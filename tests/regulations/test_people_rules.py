"""The season's rules about people where somebody sits down: a warning at the name, a block where asked."""

import datetime

import pytest
from django.test import Client

from league.matches.sheet.values import SeatName, Sheet, SheetGame, SheetTable
from league.models import Match, Player, Registration, Seat, Side
from league.regulations.selectors.eligibility import match_remarks
from league.results.services.reports import Signer, sign_report
from league.shared.errors import Refused
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_player,
    a_pub,
    a_seat,
    a_secretary,
    a_team,
    an_enrolment,
    regulated,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
CONFIRMED = {"version": "0", "confirm": "yes"} | {f"t{table}-home-final": "3" for table in range(1, 5)}


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=3))


@pytest.fixture
def borrowed(match: Match) -> Player:
    """Signed on for The Tup and Bell, and has helped The Fleece once already."""
    player = a_player(a_team(match.division.season.league, "The Tup and Bell"), "Zoë Brontë")
    season = match.division.season
    team = an_enrolment(match.division, "Packhorse & Drover").team
    Registration.objects.create(season=season, team=team, player=player, registered_on=season.starts_on)
    helped(match, player)
    return player


def helped(match: Match, player: Player, weeks: int = 1) -> None:
    """He sat down for The Fleece so many weeks before."""
    earlier = a_match(match.division, "The Fleece", "The Shears", week=weeks + 1, date=NIGHT - weeks * WEEK)
    a_seat(a_card(earlier, (15, 9)).tables.get().games.get(), player)


@pytest.fixture
def desk(match: Match, client: Client) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def entry(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"


def entered(desk: Client, match: Match, name: str):
    return desk.post(entry(match), CONFIRMED | {"t1-home-1": name})


def test_a_warning_stands_beside_the_name_with_its_reason_and_the_result_counts(desk, match, borrowed):
    regulated(match.division, people={"borrowed": {"each": 1}})
    desk.post(entry(match), {"t1-home-1": "Zoe Bronte", "t1-home-final": "3", "save": "yes", "version": "0"})
    page = markup(desk.get(entry(match)))
    assert 'id="t1-home-1-oddity"' in page
    assert (
        "Zoë Brontë of Packhorse &amp; Drover has helped The Fleece once already; the season allows once, "
        "then a transfer." in page
    )
    assert "is registered for Packhorse" not in page, "the rule has said what is to be said of it"
    assert entered(desk, match, "Zoe Bronte").status_code == 303


def test_the_season_blocks_where_it_says_so_and_says_why_at_the_name(desk, match, borrowed):
    regulated(match.division, people={"borrowed": {"each": 1}, "blocked": ["borrowed"]})
    answer = entered(desk, match, "Zoë Brontë")
    assert answer.status_code == 422
    assert 'id="t1-home-1-refusal"' in markup(answer)
    assert "the season allows once, then a transfer" in words(answer)
    assert not match.scorecards.exists()


def test_a_name_nobody_is_registered_under_is_never_blocked(desk, match):
    regulated(match.division, people={"registration": {}, "blocked": ["registration"]})
    assert entered(desk, match, "Somebody New").status_code == 303


def test_what_stands_in_the_match_itself_is_not_counted_against_it(desk, match, borrowed):
    regulated(match.division, people={"borrowed": {"each": 2}, "blocked": ["borrowed"]})
    assert entered(desk, match, "Zoë Brontë").status_code == 303
    again = CONFIRMED | {"t1-home-1": "Zoë Brontë", "version": "1", "reason": "a 4", "t1-home-final": "4"}
    assert desk.post(entry(match), again).status_code == 303


@pytest.mark.parametrize("blocked", [[], ["borrowed"]])
def test_a_captain_signs_what_the_season_does_not_block(match, borrowed, blocked):
    regulated(match.division, people={"borrowed": {"each": 1}, "blocked": blocked})
    game = SheetGame(home_score=15, away_score=3, home_pair=(SeatName(player=borrowed.pk),))
    sheet = Sheet(tables=tuple(SheetTable(number=number, games=(game,)) for number in range(1, 5)))
    signed = {"match": match, "sheet": sheet, "began_from": 0, "now": FRIDAY}
    assert sign_report(signer=Signer(side=Side.AWAY), **signed), "the other side’s players are not his affair"
    match.scorecards.all().delete()
    if blocked:
        with pytest.raises(Refused, match="the season allows once, then a transfer"):
            sign_report(signer=Signer(side=Side.HOME), **signed)
    else:
        assert sign_report(signer=Signer(side=Side.HOME), **signed)


def test_a_signed_on_the_night_is_late_where_notice_is_asked(match):
    signed = a_player(match.home, "Jack Hirst", match.division.season)
    Registration.objects.update(registered_on=NIGHT, on_the_night=True)
    sides = {Side.HOME: [signed.pk]}
    regulated(match.division, people={"registration": {}})
    assert match_remarks(match, sides)[Side.HOME] == ()
    regulated(match.division, people={"registration": {"notice": {"hours": 2}}})
    (remark,) = match_remarks(match, sides)[Side.HOME]
    assert "too late for this match" in remark.sentence


def test_a_registration_of_a_merged_record_counts_as_the_earlier_one(match):
    season = match.division.season
    kept, gone = (a_player(match.home, name, season) for name in ("Jack Hirst", "J. Hirst"))
    Registration.objects.filter(player=kept).update(registered_on=NIGHT)
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    regulated(match.division, people={"registration": {"closes": {"on": "2026-12-31"}}})
    assert match_remarks(match, {Side.HOME: [kept.pk]})[Side.HOME] == ()
    Registration.objects.filter(player=gone).delete()
    (remark,) = match_remarks(match, {Side.HOME: [kept.pk]})[Side.HOME]
    assert "registration closed on" in remark.sentence


def test_the_rules_take_as_many_queries_late_in_the_season(match, borrowed, django_assert_num_queries):
    """Enrolments, matches, registrations, seats, players; none where nothing is asked."""
    with django_assert_num_queries(0):
        match_remarks(match, {Side.HOME: [borrowed.pk]})
    regulated(match.division, people={"borrowed": {"each": 1}})
    for weeks in range(2, 6):
        helped(match, borrowed, weeks)
    with django_assert_num_queries(5):
        (remark,) = match_remarks(match, {Side.HOME: [borrowed.pk]})[Side.HOME]
    assert "five times already" in remark.sentence


# --- What is counted, on the pages ------------------------------------------------------------


def test_the_secretary_reads_how_often_somebody_has_played_up_or_helped_out(desk, match, borrowed, client):
    division = match.division
    league, season = division.season.league, division.season
    pub = a_pub(league, "The Fleece")
    second = a_team(league, "The Fleece B", pub=pub)
    an_enrolment(division, second)
    up = a_player(second, "Norman Ackerley", season)
    helped(match, up, 2)
    regulated(division, people={"borrowed": {"each": 2}, "playing_up": 4})
    team, player = f"/{league.slug}/teams/the-fleece/", f"/{league.slug}/players/{borrowed.public_id}/"
    assert "Borrowed once by The Fleece" in words(desk.get(team))
    assert "Played up 1 of 4" in words(desk.get(team))
    assert "Borrowed once by The Fleece." in words(desk.get(player))
    assert "Played up 1 of 4" in words(desk.get(f"/{league.slug}/secretary/players/"))
    client.logout()
    for page in (team, player):
        assert "Borrowed" not in words(client.get(page))
        assert "Played up" not in words(client.get(page))


def test_a_birthday_is_asked_of_who_has_one(match):
    young = a_player(match.home, "Jack Hirst", match.division.season, born_on=datetime.date(2014, 1, 15))
    regulated(match.division, people={"youngest": 14})
    (remark,) = match_remarks(match, {Side.HOME: [young.pk]})[Side.HOME]
    assert remark.sentence == "Jack Hirst is 12; players are 14 or older."
    assert not Seat.objects.exists()
