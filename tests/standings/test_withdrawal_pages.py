"""A team leaves: what each choice would do to the table, and what is decided."""

import pytest

from league.models import Division, Enrolment, Match, Ruling
from league.standings.selectors.standings import division_table
from tests.builders import a_card, a_division, a_league, a_match, a_season, a_secretary, a_team
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db

HOME = "/three-valleys-all-fours-league/"
PAGE = f"{HOME}secretary/withdrawals/"
LEAVING = f"{PAGE}?team=division-one/the-shears"
TWO_WEEKS = {"week": 2}


@pytest.fixture
def played(client):
    """The Fleece beat The Shears 8-2, The Owl lost to them 2-8; The Fleece and The Shears meet again."""
    league = a_league()
    division = a_division(a_season(league))
    a_card(a_match(division, "The Fleece", "The Shears"), (15, 9), (15, 8), (3, 15), (15, 2))
    a_card(a_match(division, "The Shears", "The Owl", week=2), (15, 9), (15, 8), (3, 15), (15, 2))
    a_match(division, "The Shears", "The Fleece", week=3)
    client.force_login(a_secretary(league))
    return division


def row(said: str, team: str) -> str:
    """What the preview has behind a team's name."""
    return said.partition("Preview place")[2].partition(team)[2]


def test_every_choice_is_shown_before_it_is_made(client, played):
    page_text = words(client.get(LEAVING))
    assert "Now All void Second half void Rest awarded Rest free Set to nothing" in page_text
    assert row(page_text, "The Fleece").startswith(" 2 8 1= 0 1 8 1 18 1 8 1 8 The Owl")
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("effect", "fleece", "owl"),
    sampled(
        [("all_void", 0, 0), ("rest_awarded", 18, 2), ("rest_free", 8, 2), ("team_to_nothing", 8, 2)], each=2
    ),
)
def test_the_table_counts_as_was_decided(client, played, effect, fleece, owl):
    answer = client.post(LEAVING, {"effect": effect, "reason": "The pub has closed"}, follow=True)
    assert "The Shears has left Division One. The table counts it so now." in words(answer)
    (ruling,) = Ruling.objects.all()
    assert (ruling.kind, ruling.effect, ruling.team.name) == ("withdrawal", effect, "The Shears")
    division = Division.objects.select_related("season__rule_book").get(pk=played.pk)
    points = {row.record.name: row.record.match_points / 2 for row in division_table(division).rows}
    assert (points["The Fleece"], points["The Owl"]) == (fleece, owl)


@pytest.mark.slow
def test_the_page_of_a_team_leads_to_its_own_withdrawal_and_undoing_it_stays_there(client, played):
    page = client.get(f"{HOME}secretary/records/teams/the-shears/").content.decode()
    assert f'href="{PAGE}?team=the-shears"' in page
    assert "Withdrawal of The Shears" in words(client.get(f"{PAGE}?team=the-shears"))
    a_team(played.season.league, "The Retired")
    assert "Withdrawal of" not in words(client.get(f"{PAGE}?team=the-retired")), "it plays in no division"
    client.post(LEAVING, {"effect": "all_void", "reason": "The pub has closed"})
    shown = client.get(PAGE).content.decode()
    assert 'name="back" value="withdrawals"' in shown
    assert '<option value="">choose</option>' in shown
    (ruling,) = Ruling.objects.all()
    answer = client.post(f"{HOME}secretary/rulings/{ruling.public_id}/revoke/", {"back": "withdrawals"})
    assert answer["Location"] == PAGE


def test_a_team_leaves_once(client, played):
    typed = {"effect": "all_void", "reason": "The pub has closed"}
    client.post(LEAVING, typed)
    answer = client.post(LEAVING, typed)
    assert answer.status_code == 422
    assert "The Shears has already withdrawn." in words(answer)
    assert Ruling.objects.count() == 1


def test_it_can_be_taken_back(client, played):
    client.post(LEAVING, {"effect": "all_void", "reason": "The pub has closed"})
    (ruling,) = Ruling.objects.all()
    assert "All its results are void" in words(client.get(PAGE))
    client.post(f"{HOME}secretary/rulings/{ruling.public_id}/revoke/")
    assert "No withdrawals." in words(client.get(PAGE))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"effect": "all_void"}, "Give the reason, in a few words"),
            ({"reason": "closed", "effect": "burn_it"}, "Choose one of the ways below the table."),
            ({"reason": "closed"}, "Say what becomes of its results."),
        ],
        each=3,
    ),
)
def test_half_a_decision_is_none(client, played, typed, sentence):
    answer = client.post(LEAVING, typed)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert typed.get("reason", "") in words(answer) or typed.get("reason", "") in answer.text
    assert not Ruling.objects.exists()


def test_a_team_that_does_not_play_is_not_found(client, played):
    assert client.get(f"{PAGE}?team=division-one/nobody").status_code == 404
    assert client.get(f"{PAGE}?team=nonsense").status_code == 404


def test_the_preview_asks_no_more_with_more_matches(client, played, django_assert_num_queries):
    client.get(LEAVING)
    home, away = (enrolment.team for enrolment in Enrolment.objects.select_related("team").order_by("id")[:2])
    for week in range(4, 12):
        a_card(a_match(played, home, away, week=week), (15, 9), (15, 8), (3, 15), (15, 2))
    assert Match.objects.count() > 10
    # session, account, league, role; seasons, teams, withdrawals, the team; its table: teams and matches
    with django_assert_num_queries(10):
        client.get(LEAVING)


@pytest.mark.parametrize(
    ("effect", "rest"),
    sampled(
        [("all_void", "void"), ("rest_awarded", "walkover for the fleece"), ("rest_free", "void")], each=3
    ),
)
def test_every_page_tells_of_a_match_that_is_not_to_come(client, played, effect, rest):
    client.post(LEAVING, {"effect": effect, "reason": "The pub has closed"})
    match = played.matches.get(week=3)
    pages = ("teams/the-fleece/", "2026-27/division-one/fixtures/", f"matches/{match.public_id}/")
    for page in pages:
        told = words(client.get(f"{HOME}{page}"))
        assert "The Shears withdrew: The pub has closed" in told
        assert rest in told.casefold()
        assert "not in yet" not in told
        assert "Table slips" not in told
