"""Players and teams at the desk: signing on, leaving, changing teams, one record, names to sort."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Charge, Division, League, Match, Merge, Player, Registration, Season, Seat, Team
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    a_team,
    an_enrolment,
    regulated,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division(teams=2)


@pytest.fixture
def season(division: Division) -> Season:
    return division.season


@pytest.fixture
def league(season: Season) -> League:
    return season.league


@pytest.fixture
def fleece(league: League) -> Team:
    return a_team(league, "The Fleece")


@pytest.fixture(autouse=True)
def desk(client: Client, league: League) -> Client:
    client.force_login(a_secretary(league))
    return client


def at(league: League, what: str = "players/") -> str:
    return f"/{league.slug}/secretary/{what}"


def signing(name: str, team: str = "the-fleece", on: datetime.date = NIGHT, **more: str) -> dict[str, str]:
    return {"name": name, "team": team, "on": str(on), **more}


def record(player: Player) -> str:
    return at(player.league, f"players/{player.public_id}/")


# --- Signing on -------------------------------------------------------------------------------


def test_each_division_shows_its_own_squads_and_any_team_takes_a_player(client, league, season, fleece):
    bull = a_team(league, "The Bull")
    an_enrolment(a_division(season, "Division Two", position=2, teams=0), bull)
    page = words(client.get(at(league)))
    assert "The Fleece 0 registered" in page
    assert "The Bull 0 registered" not in page
    answer = client.post(at(league), signing("Zoe Beck", "the-bull", is_new="on"), follow=True)
    assert "The Bull 1 registered" in words(answer)
    again = client.get(f"{at(league)}?division=division-two")
    assert "Zoe Beck" in words(again)
    assert "The Fleece 0 registered" not in words(again)


def test_somebody_new_signs_on_on_the_night(desk, league, fleece):
    assert desk.post(at(league), signing("Edna  Shaw", on_the_night="on")).status_code == 303
    signed_on = Registration.objects.get()
    assert (signed_on.player.name, signed_on.team, signed_on.registered_on, signed_on.on_the_night) == (
        "Edna Shaw", fleece, NIGHT, True,
    )  # fmt: skip
    assert "Thu 14 Jan 2027, on the night" in words(desk.get(at(league)))


def test_a_name_the_league_knows_is_that_player_and_he_changes_teams(desk, league, fleece, season):
    zoe = a_player(fleece, "Zoë Brontë", season)
    assert desk.post(at(league), signing("zoe bronte", "the-shears")).status_code == 303
    assert Player.objects.count() == 1
    first, second = zoe.registrations.order_by("pk")
    assert (first.left_on, second.team.name, second.left_on) == (NIGHT, "The Shears", None)


@pytest.mark.slow
def test_the_players_of_a_team_are_sorted_by_the_address(desk, league, fleece, season):
    for name, days in (("Amy Pell", 3), ("Ben Oak", 9), ("Cy Ash", 6)):
        on = season.starts_on + datetime.timedelta(days=days)
        Registration.objects.filter(player=a_player(fleece, name, season)).update(registered_on=on)

    def order(sort: str) -> list[int]:
        page = words(desk.get(f"{at(league)}?sort={sort}"))
        return sorted(range(3), key=lambda place: page.index(("Amy Pell", "Ben Oak", "Cy Ash")[place]))

    assert order("") == order("player") == [0, 1, 2]
    assert (order("-player"), order("since"), order("-since")) == ([2, 1, 0], [0, 2, 1], [1, 2, 0])
    page = markup(desk.get(at(league)))
    assert 'href="?sort=-since"' in page
    assert ">Registered for The Fleece</caption>" in page


def test_he_can_stay_with_both(desk, league, fleece, season):
    zoe = a_player(fleece, "Zoë Brontë", season)
    desk.post(at(league), signing("Zoë Brontë", "the-shears", stays_too="on"))
    assert zoe.registrations.filter(left_on=None).count() == 2


def test_a_rule_warns_and_nothing_is_kept_until_it_is_to_be_done_all_the_same(desk, league, division):
    regulated(division, people={"registration": {"closes": {"on": "2026-12-31"}}})
    answer = desk.post(at(league), signing("Edna Shaw"))
    assert answer.status_code == 422
    assert "registration closed on Thursday 31 December" in words(answer)
    assert 'value="Edna Shaw"' in markup(answer)
    assert not Player.objects.exists()
    assert desk.post(at(league), signing("Edna Shaw", all_the_same="yes")).status_code == 303
    assert Registration.objects.count() == 1


def test_a_rule_that_blocks_does_not_let_him_sign(desk, league, division, fleece, season):
    zoe = a_player(fleece, "Zoë Brontë", season)
    regulated(division, people={"transfers": {"limit": 0}, "blocked": ["transfers"]})
    answer = desk.post(at(league), signing("Zoë Brontë", "the-shears", all_the_same="yes"))
    assert answer.status_code == 422
    assert zoe.registrations.get().left_on is None


@pytest.mark.slow
def test_the_size_of_a_squad_is_watched(desk, league, division, fleece, season):
    a_player(fleece, "Zoë Brontë", season)
    regulated(division, people={"squad": {"least": 2, "most": 1}})
    assert "The Fleece has one player registered; at least two are asked for." in words(desk.get(at(league)))
    answer = desk.post(at(league), signing("Edna Shaw"))
    assert "The Fleece has two players registered; one are the most." in words(answer)


def test_two_players_of_one_name_stay_two(desk, league, fleece, season):
    a_player(fleece, "Jack Hirst", season)
    answer = desk.post(at(league), signing("Jack Hirst", is_new="on"))
    assert "Add a note to tell them apart, such as “junior”" in words(answer)
    assert (
        desk.post(at(league), signing("Jack Hirst", is_new="on", told_apart_by="junior")).status_code == 303
    )
    assert Player.objects.count() == Registration.objects.count() == 2
    a_player(fleece, "Jack Hirst", season, told_apart_by="senior")
    Player.objects.filter(told_apart_by="").delete()
    answer = desk.post(at(league), signing("Jack Hirst", "the-shears"))
    assert "Jack Hirst can be Jack Hirst (junior) or Jack Hirst (senior): write which." in words(answer)


@pytest.mark.slow
def test_who_was_registered_last_season_and_is_for_nobody_yet_can_sign_again(desk, league, fleece, season):
    before = a_season(
        league, "2025-26", starts_on=datetime.date(2025, 9, 1), ends_on=datetime.date(2026, 5, 1)
    )
    a_player(fleece, "Edna Shaw", before)
    page = markup(desk.get(at(league)))
    assert "?team=the-fleece&amp;name=Edna%20Shaw#sign-on" in page
    opened = markup(desk.get(f"{at(league)}?team=the-fleece&name=Edna%20Shaw"))
    assert 'value="Edna Shaw"' in opened
    assert '<option value="the-fleece" selected>' in opened


def test_a_finished_season_takes_nobody(desk, league, season):
    Season.objects.update(is_finished=True)
    assert "The season is finished" in words(desk.post(at(league), signing("Edna Shaw")))


def test_the_page_takes_as_many_queries_for_a_long_list(desk, league, division, fleece, season):
    regulated(division, people={"borrowed": {"each": 1}})
    asked = []
    for names in (["Ada"], ["Bea", "Cis", "Dot", "Eva", "Flo"]):
        for name in names:
            a_player(fleece, f"{name} Holt", season)
        with CaptureQueriesContext(connection) as queries:
            desk.get(at(league))
        asked.append(len(queries))
    assert asked[0] == asked[1]


# --- One player's record ----------------------------------------------------------------------


def test_a_player_leaves_a_team(desk, fleece, season):
    zoe = a_player(fleece, "Zoë Brontë", season)
    registration = zoe.registrations.get()
    refused = desk.post(record(zoe), {"on": "2026-01-01", "leave": registration.pk})
    assert "was registered for The Fleece on 03/09/2026, after 01/01/2026." in words(refused)
    assert desk.post(record(zoe), {"on": "2027-01-14", "leave": registration.pk}).status_code == 303
    registration.refresh_from_db()
    assert registration.left_on == NIGHT


def test_how_he_is_shown_holds_everywhere_at_once(desk, client, league, fleece, season):
    zoe = a_player(fleece, "Zoë Brontë", season)
    match = a_match(season.divisions.get())
    a_seat(a_card(match, (15, 9)).tables.get().games.get(), zoe)
    pages = [f"/{league.slug}/teams/the-fleece/", f"/{league.slug}/matches/{match.public_id}/"]
    pages += [f"/{league.slug}/{season.slug}/awards/?from=0", f"/{league.slug}/players/"]
    typed = {"name": "Zoë Brontë", "told_apart_by": "", "born_on": "", "describe": "yes"}
    for shown, name in (("initials", "Z. B."), ("hidden", None), ("full", "Zoë Brontë")):
        client.force_login(league.roles.get().user)
        assert desk.post(record(zoe), typed | {"shown": shown}).status_code == 303
        client.logout()
        for page in pages:
            text = words(client.get(page))
            assert ("Zoë Brontë" in text) == (shown == "full"), page
            assert name is None or name in text, page


def test_two_records_are_one_person_until_it_is_undone(desk, fleece, season):
    zoe, other = (a_player(fleece, name, season) for name in ("Zoë Brontë", "Z. Brontë"))
    assert desk.post(record(zoe), {"other": "Z. Brontë", "merge": "yes"}).status_code == 303
    assert "Z. Brontë is Zoë Brontë" in words(desk.get(record(zoe)))
    public = f"/{zoe.league.slug}/players/{other.public_id}/"
    assert desk.get(public).headers["Location"] == f"/{zoe.league.slug}/players/{zoe.public_id}/"
    assert "Z. Brontë" not in words(desk.get(f"/{zoe.league.slug}/teams/the-fleece/"))
    merge = Merge.objects.get()
    assert desk.post(record(zoe), {"undo": merge.public_id}).status_code == 303
    assert desk.get(public).status_code == 200


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("Nobody", "The league has no other player called Nobody."),
        ("Zoë Brontë", "The league has no other player called Zoë Brontë."),
        ("", "Write a name."),
    ],
)
def test_who_is_to_be_merged_must_be_there(desk, fleece, season, other, said):
    zoe = a_player(fleece, "Zoë Brontë", season)
    answer = desk.post(record(zoe), {"other": other, "merge": "yes"})
    assert answer.status_code == 422
    assert said in words(answer)


def test_what_the_season_asks_for_signing_on_goes_into_the_ledger(desk, league, division):
    fees = {"registration": {"pence": 100}, "transfers": {"pence": 200}}
    regulated(division, people=fees)
    typed = {"name": "Ann Dyson", "on": "2026-10-01"}
    assert "Charge the pub: £1 for a registration and £2 for a transfer" in words(
        desk.get(at(league, "players/"))
    )
    desk.post(at(league, "players/"), typed | {"team": "the-fleece", "charged": "on"})
    desk.post(at(league, "players/"), typed | {"team": "the-fleece", "charged": "on"})
    desk.post(at(league, "players/"), typed | {"team": "the-shears", "charged": "on"})
    desk.post(at(league, "players/"), {"name": "Bob", "team": "the-shears", "on": "2026-10-01"})
    assert [(str(charge.pub), charge.pence, charge.reason) for charge in Charge.objects.all()] == [
        ("The Fleece", 100, "Registration of Ann Dyson"),
        ("The Shears", 200, "Transfer of Ann Dyson"),
    ]


# --- Unregistered names ----------------------------------------------------------------------------


@pytest.fixture
def written(division: Division) -> Match:
    """Jack Hurst, in two spellings, at two tables of The Fleece."""
    match = a_match(division)
    card = a_card(match, (15, 9), (12, 15))
    for table, name in zip(card.tables.all(), ("Jack Hurst", "jack hurst"), strict=True):
        Seat.objects.create(game=table.games.get(), side="h", place=1, written=name)
    return match


def naming(**said: str) -> dict[str, str]:
    return {"team": "the-fleece", "written": "jack hurst", "take": "yes"} | {
        f"n0-{name}": value for name, value in said.items()
    }


@pytest.mark.slow
def test_one_press_takes_the_proposal_and_it_can_be_undone(desk, league, fleece, season, written):
    hirst = a_player(fleece, "Jack Hirst", season)
    page = desk.get(at(league, "names/"))
    assert "jack hurst" in words(page)
    assert f'<option value="{hirst.public_id}" selected>' in markup(page)
    assert "The Fleece v The Shears, Thu 14 Jan, table 1 and 2" in words(page)
    assert desk.post(at(league, "names/"), naming(who=hirst.public_id)).status_code == 303
    assert hirst.seats.count() == 2
    assert "Every name on the cards is a player’s." in words(desk.get(at(league, "names/")))
    for merge in Merge.objects.all():
        desk.post(at(league, "names/"), {"undo": merge.public_id})
    assert sorted(Seat.objects.values_list("written", flat=True)) == ["Jack Hurst", "jack hurst"]


@pytest.mark.parametrize(("who", "registered"), [("+", 1), ("-", 0)])
def test_a_new_player_is_made_of_a_name(desk, league, written, who, registered):
    assert desk.post(at(league, "names/"), naming(who=who)).status_code == 303
    player = Player.objects.get()
    assert player.seats.count() == 2
    assert player.registrations.filter(on_the_night=True, registered_on=NIGHT).count() == registered


def test_a_name_is_somebody_of_another_name(desk, league, fleece, season, written):
    zoe = a_player(fleece, "Zoë Brontë", season)
    refused = desk.post(at(league, "names/"), naming(other="Nobody"))
    assert "The league has no player called Nobody." in words(refused)
    assert 'value="Nobody"' in markup(refused)
    assert desk.post(at(league, "names/"), naming(other="zoe bronte")).status_code == 303
    assert zoe.seats.count() == 2


def test_nobody_chosen_is_nothing_taken(desk, league, written):
    answer = desk.post(at(league, "names/"), naming(who=""))
    assert answer.status_code == 422
    assert "Choose who jack hurst is, or leave the name as written." in words(answer)


def test_a_name_is_left_as_it_is_written_and_asked_about_again(desk, league, written):
    leaving = {"team": "the-fleece", "written": "jack hurst", "leave": "yes"}
    assert desk.post(at(league, "names/"), leaving).status_code == 303
    page = words(desk.get(at(league, "names/")))
    assert "There is no name to sort." in page
    assert "1 name is left as written" in page
    assert "already been assigned by somebody else" in words(desk.post(at(league, "names/"), leaving))
    again = {"team": "the-fleece", "again": "jack hurst"}
    assert desk.post(at(league, "names/"), again).status_code == 303
    assert "Also written “Jack Hurst”" in words(desk.get(at(league, "names/")))
    assert desk.post(at(league, "names/"), again).status_code == 422


def test_a_name_sorted_by_somebody_quicker_is_said_so(desk, league, written):
    Seat.objects.all().delete()
    answer = desk.post(at(league, "names/"), naming(who="+"))
    assert "already been assigned by somebody else" in words(answer)
