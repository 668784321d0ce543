"""The finals of a night: typed down one page, each match confirmed on its own, nothing typed lost."""

import datetime
import sys

import pytest
from django.test import Client

from league.matches.sheet.values import Sheet, SheetGame, SheetTable
from league.models import Division, Draft, Match, RuleBook, User
from league.results.services.drafts import save_draft
from league.results.services.scorecards import confirm_scorecard
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_match,
    a_player,
    a_season,
    a_secretary,
    a_walkover,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)


@pytest.fixture
def division() -> Division:
    return a_division(teams=8)


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture
def other_match(division: Division) -> Match:
    return a_match(division, "Packhorse & Drover", "The Tup and Bell")


@pytest.fixture
def secretary(division: Division, client: Client) -> User:
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


def address(division: Division) -> str:
    return f"/{division.season.league.slug}/secretary/nights/{NIGHT}/finals/"


def typed(match: Match, *scores: tuple[str, str], version: int = 0) -> dict[str, str]:
    """The fields of one match: a pair of texts a table."""
    m = f"m{match.public_id}"
    fields = {f"{m}-version": str(version)}
    for table, (home, away) in enumerate(scores, 1):
        fields |= {f"{m}-t{table}-home": home, f"{m}-t{table}-away": away}
    return fields


LOSERS = (("", "9"), ("12", ""), ("", "11"), ("", "8"))


def scores_of(match: Match) -> list[tuple[int, int]]:
    card = match.scorecards.get(is_confirmed=True)
    return [(game.home_score, game.away_score) for table in card.tables.all() for game in table.games.all()]


def sheet(*losers: int) -> Sheet:
    """Home wins every table; the losers have these."""
    return Sheet(
        tables=tuple(
            SheetTable(number=number, games=(SheetGame(home_score=15, away_score=loser),))
            for number, loser in enumerate(losers, 1)
        )
    )


def test_the_losers_scores_alone_confirm_a_match(client, division, match, secretary):
    answer = client.post(address(division), typed(match, *LOSERS) | {"confirm": "yes"})
    assert answer.status_code == 303
    assert scores_of(match) == [(15, 9), (12, 15), (15, 11), (15, 8)]


def test_every_complete_match_is_confirmed_and_the_rest_kept(client, division, match, other_match, secretary):
    sent = typed(match, *LOSERS) | typed(other_match, ("", "3"), ("14", ""))
    answer = client.post(address(division), sent | {"confirm": "yes"}, follow=True)
    assert answer.redirect_chain[0][1] == 303
    assert match.scorecards.count() == 1
    assert not other_match.scorecards.exists()
    assert "Packhorse &amp; Drover v The Tup and Bell is saved as a draft, not confirmed" in markup(answer)
    assert "Still missing: Table 3, Table 4." in markup(answer)
    assert Draft.objects.get(match=other_match, user=secretary).typed == {
        "t1-away-final": "3",
        "t2-home-final": "14",
    }


def test_when_the_last_match_is_in_the_night_is_shown(client, division, match, secretary):
    answer = client.post(address(division), typed(match, *LOSERS) | {"confirm": "yes"})
    assert answer.headers["Location"] == address(division).removesuffix("finals/")


def test_an_impossible_score_is_refused_where_it_stands_and_the_others_go_in(
    client, division, match, other_match, secretary
):
    sent = typed(match, ("", "9"), ("16", "15"), ("", "x"), ("", "8")) | typed(other_match, *LOSERS)
    answer = client.post(address(division), sent | {"confirm": "yes"})
    page = markup(answer)
    assert answer.status_code == 422
    assert not match.scorecards.exists()
    assert other_match.scorecards.count() == 1
    assert "Confirmed: Packhorse &amp; Drover v The Tup and Bell." in page
    m = f"m{match.public_id}"
    assert f'<p role="alert" id="{m}-t2-refusal" aria-describedby="{m}-t2-home">' in page
    assert f'name="{m}-t2-home" value="16"' in page
    assert f'name="{m}-t3-away" value="x"' in page
    assert "“x” is no score" in page
    assert Draft.objects.get(match=match).typed["t3-away-final"] == "x"


def test_a_night_still_to_come_is_asked_about(client, division, match, secretary, monkeypatch):
    # The package's own `finals` is the view.
    views = sys.modules["league.results.views.finals"]
    monkeypatch.setattr(views, "league_today", lambda league: NIGHT - datetime.timedelta(days=1))
    assert "Thu 14 Jan 2027 is still to come." in markup(client.get(address(division)))
    monkeypatch.setattr(views, "league_today", lambda league: NIGHT)
    assert "still to come" not in markup(client.get(address(division)))


@pytest.mark.slow
def test_the_page_says_how_many_are_entered(client, division, match, other_match, secretary):
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    assert "1 of 2 sheets entered" in words(client.get(address(division)))


@pytest.mark.slow
def test_the_sheets_stand_in_the_order_in_which_they_were_begun(
    client, division, match, other_match, secretary
):
    last = a_match(division, "The Anvil", "The Zodiac")
    for begun in (other_match, match):
        client.post(address(division), typed(begun, ("", "9")) | {"save": "yes"})
    page = client.get(address(division)).context
    assert [row["finals"].match for row in page["pile"]] == [other_match, match]
    assert [row["finals"].match for row in page["waiting"]] == [last]


def test_nothing_typed_is_nothing_to_confirm(client, division, match, secretary):
    answer = client.post(address(division), typed(match, ("", ""), ("", "")) | {"confirm": "yes"})
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer)


def test_only_incomplete_matches_are_said_to_be_incomplete_and_kept(client, division, match, secretary):
    answer = client.post(address(division), typed(match, ("", "9")) | {"confirm": "yes"})
    assert answer.status_code == 422
    assert "Still missing: Table 2, Table 3, Table 4." in markup(answer)
    assert Draft.objects.get(match=match).typed == {"t1-away-final": "9"}


def test_a_table_not_played_is_no_score_of_nil(client, division, match, secretary):
    sent = typed(match, *LOSERS[:3]) | {f"m{match.public_id}-t4-not-played": "yes"}
    assert client.post(address(division), sent | {"confirm": "yes"}).status_code == 303
    table = match.scorecards.get().tables.get(number=4)
    assert not table.is_played
    assert not table.games.exists()


def test_confirming_twice_makes_one_version(client, division, match, secretary):
    sent = typed(match, *LOSERS) | {"confirm": "yes"}
    answers = [client.post(address(division), sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert match.scorecards.count() == 1


def test_what_another_secretary_confirmed_meanwhile_is_not_overwritten(client, division, match, secretary):
    rival = a_secretary(division.season.league, "rival")
    confirm_scorecard(match=match, sheet=sheet(9, 9, 9, 9), by=rival, began_from=0, now=NOW)
    answer = client.post(address(division), typed(match, *LOSERS) | {"confirm": "yes"})
    page = markup(answer)
    assert answer.status_code == 409
    assert "rival has confirmed this match meanwhile" in page
    assert f'name="m{match.public_id}-t2-home" value="12"' in page
    assert scores_of(match) == [(15, 9)] * 4
    assert Draft.objects.get(match=match, user=secretary).began_from == 0


@pytest.mark.slow
def test_a_stale_match_does_not_keep_the_others_out(client, division, match, other_match, secretary):
    rival = a_secretary(division.season.league, "rival")
    confirm_scorecard(match=match, sheet=sheet(9, 9, 9, 9), by=rival, began_from=0, now=NOW)
    sent = typed(match, *LOSERS) | typed(other_match, *LOSERS)
    answer = client.post(address(division), sent | {"confirm": "yes"}, follow=True)
    assert answer.redirect_chain[0][1] == 303
    assert other_match.scorecards.count() == 1
    assert "The Fleece v The Shears is saved as a draft, not confirmed" in markup(answer)


def test_keeping_for_later_shares_the_draft_with_the_page_hand_by_hand(client, division, match, secretary):
    save_draft(match=match, by=secretary, typed={"t2-h1-high": "h", "remarks": "late"}, began_from=0, now=NOW)
    client.post(address(division), typed(match, ("", "9"), ("12", "")) | {"save": "yes"})
    assert Draft.objects.get(match=match, user=secretary).typed == {
        "t1-away-final": "9",
        "t2-home-final": "12",
        "t2-h1-high": "h",
        "remarks": "late",
    }


def test_clearing_what_was_typed_clears_the_draft(client, division, match, secretary):
    client.post(address(division), typed(match, ("", "9")) | {"save": "yes"})
    client.post(address(division), typed(match, ("", "")) | {"save": "yes"})
    assert not Draft.objects.exists()


def test_the_draft_stands_on_the_page_when_it_is_opened_again(client, division, match, secretary):
    client.post(address(division), typed(match, ("", "9")) | {"save": "yes"})
    page = markup(client.get(address(division)))
    m = f"m{match.public_id}"
    assert f'name="{m}-t1-away" value="9"' in page
    assert f'name="{m}-t1-home" value="15"' in page


def test_the_script_is_told_what_the_scores_give(client, division, match, other_match, secretary):
    sent = typed(match, *LOSERS) | {"save": "typing"}
    answer = client.post(address(division), sent, headers={"Accept": "application/json"}).json()
    assert answer["kept"].startswith("Saved, ")
    assert answer["matches"] == {
        f"m{match.public_id}": {
            "game_points": "57–43",
            "home_points": "8",
            "away_points": "2",
            "winner": "home",
            "is_complete": True,
            "state": "Complete",
            "received": "",
            "received_differs": False,
            "behind": "",
            "revision": 1,
            "refusals": [],
        }
    }
    assert not match.scorecards.exists()


def test_names_drafted_on_the_other_page_are_confirmed_with_the_scores(client, division, match, secretary):
    jack = a_player(match.home, "Jack Hirst", division.season)
    names = {"t1-home-1": "jack hirst", "t1-home-2": "A Stranger"}
    save_draft(match=match, by=secretary, typed=names, began_from=0, now=NOW)
    assert client.post(address(division), typed(match, *LOSERS) | {"confirm": "yes"}).status_code == 303
    seats = match.scorecards.get().tables.get(number=1).games.get().seats
    assert [(seat.player, seat.written) for seat in seats.all()] == [(jack, ""), (None, "A Stranger")]


@pytest.mark.slow
def test_a_table_entered_hand_by_hand_keeps_its_hands(client, division, match, secretary):
    hands = {f"t1-h{hand}-{award}": "h" for hand in (1, 2, 3, 4) for award in ("high", "low", "jack", "game")}
    del hands["t1-h4-game"]
    save_draft(match=match, by=secretary, typed=hands, began_from=0, now=NOW)
    page = markup(client.get(address(division)))
    assert f"m{match.public_id}-t1-home" not in page
    assert "by hands" in page
    client.post(address(division), typed(match, ("", ""), *LOSERS[1:]) | {"confirm": "yes"})
    assert scores_of(match)[0] == (15, 0)
    assert match.scorecards.get().tables.get(number=1).games.get().hands.count() == 4


def test_a_table_whose_hands_do_not_end_it_asks_for_its_foot(client, division, match, secretary):
    hands = {f"t1-h{hand}-{award}": "h" for hand in (1, 3, 4, 5) for award in ("high", "low", "jack", "game")}
    save_draft(match=match, by=secretary, typed=hands, began_from=0, now=NOW)
    page = markup(client.get(address(division)))
    assert f'name="m{match.public_id}-t1-home"' in page
    assert "by hands" in page
    client.post(address(division), typed(match, ("15", "3"), *LOSERS[1:]) | {"confirm": "yes"})
    assert scores_of(match)[0] == (15, 3)
    assert match.scorecards.get().tables.get(number=1).games.get().hands.count() == 5


def test_where_a_table_plays_several_games_each_has_its_row(client):
    book = RuleBook.objects.create(tables=1, games_a_table=3)
    division = a_division(a_season(rule_book=book))
    match = a_match(division)
    client.force_login(a_secretary(division.season.league))
    m = f"m{match.public_id}"
    sent = {f"{m}-t1-g1-away": "9", f"{m}-t1-g2-home": "12", f"{m}-t1-g3-away": "3", "confirm": "yes"}
    assert f'name="{m}-t1-g3-home"' in markup(client.get(address(division)))
    assert client.post(address(division), sent).status_code == 303
    assert scores_of(match) == [(15, 9), (12, 15), (15, 3)]


def test_a_table_given_without_play_needs_no_score(client, division, match, secretary):
    a_walkover(match, "h", table=4)
    page = markup(client.get(address(division)))
    assert f"m{match.public_id}-t4-home" not in page
    assert client.post(address(division), typed(match, *LOSERS[:3]) | {"confirm": "yes"}).status_code == 303


def test_a_match_given_without_play_is_not_entered(client, division, match, secretary):
    a_walkover(match, "h")
    assert f"m{match.public_id}-t1-home" not in markup(client.get(address(division)))
    answer = client.post(address(division), typed(match, *LOSERS) | {"confirm": "yes"})
    assert answer.status_code == 422
    assert "Undo the ruling first" in markup(answer)
    assert not match.scorecards.exists()


def test_a_confirmed_match_leads_to_the_page_that_corrects_it(client, division, match, secretary):
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    page = markup(client.get(address(division)))
    assert f"m{match.public_id}-t1-home" not in page
    assert f"/secretary/matches/{match.public_id}/entry/" in page


def test_scores_for_a_match_of_another_night_are_refused_by_name(client, division, match, secretary):
    answer = client.post(address(division), {"mzzzz-t1-home": "9", "confirm": "yes"})
    assert answer.status_code == 422
    assert "There is no match “zzzz” on this night" in markup(answer)


def test_a_field_the_match_does_not_have_is_refused_by_name(client, division, match, secretary):
    sent = typed(match, *LOSERS) | {f"m{match.public_id}-t9-home": "3", "confirm": "yes"}
    answer = client.post(address(division), sent)
    assert answer.status_code == 422
    assert f"“m{match.public_id}-t9-home” is no field of this match" in markup(answer)
    assert not match.scorecards.exists()


def test_the_page_takes_thirteen_queries_however_many_matches(
    client, division, match, secretary, django_assert_num_queries
):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "the matches' outcomes",
        "their divisions and rule books",
        "their confirmed cards",
        "one's own drafts",
        "the matches with their newest versions",
        "what of the night is in or begun",
        "the night that comes next",
        "whether its bulletin was sent",
        "or published",
    ]
    for teams in (("Packhorse & Drover", "The Tup and Bell"), ("Station Tap", "The Weavers’ Rest")):
        one = a_match(division, *teams)
        a_card(one, (15, 9), (15, 9), (15, 9), (15, 9))
        save_draft(match=one, by=secretary, typed={"t1-home-final": "9"}, began_from=1, now=NOW)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(address(division))
