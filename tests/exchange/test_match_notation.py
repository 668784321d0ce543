"""A match in the notation: `scoring` reads the file back, finds nothing wrong and the same scores."""

import pytest
from django.test import Client

from league.models import Game, Match, RuleBook
from scoring import AWAY, HOME, notation
from scoring.notation import Following, ParsedSheet
from tests.api.test_reading import hand_by_hand
from tests.builders import NIGHT, a_card, a_division, a_match, a_season, a_secretary, a_walkover
from tests.moments import after
from tests.results.test_card_play import a_sheet, confirm
from tests.results.test_entry_family import CARIBBEAN, a_night, at

pytestmark = pytest.mark.django_db


def sheets(client: Client, match: Match) -> tuple[ParsedSheet, ...]:
    """What a reader makes of the file, which has no fault."""
    answer = client.get(f"/{match.division.season.league.slug}/matches/{match.public_id}/match.afn")
    assert answer.status_code == 200
    parsed = notation.parse(answer.content.decode())
    assert [fault for sheet in parsed for fault in notation.check(sheet)] == []
    return parsed


def followed(sheet: ParsedSheet) -> list[tuple[int, ...]]:
    """The score after each hand, as its points make it."""
    following = Following(notation.terms(sheet.tags, hands=True))
    return [following.add(hand).scores for hand in sheet.hands]


def test_tables_points_and_hands_are_read_back(client: Client) -> None:
    match = hand_by_hand(a_match(a_division()))
    of_match, game = sheets(client, match)
    assert [table.scores for table in of_match.tables] == [(15, 5), (15, 8), (15, 8), (15, 8)]
    assert of_match.tables[0].names == ((HOME, "Jack Hirst, A player"), (AWAY, "A player, A stranger"))
    assert of_match.match is not None
    assert (of_match.match.scores, of_match.match.aggregate) == ((10, 0), (60, 29))
    assert followed(game) == [(3, 1), (6, 2), (9, 3), (12, 4), (14, 5), (15, 5)]
    assert [hand.eldest % 2 for hand in game.hands] == [HOME, AWAY] * 3
    assert (game.tag("Home"), game.tag("Table"), game.tag("Result")) == ("The Fleece", "1", "15-5")


def test_a_pitcher_that_nobody_recorded_is_not_stated(client: Client) -> None:
    match = hand_by_hand(a_match(a_division()))
    Game.objects.update(first_pitch="")
    _, game = sheets(client, match)
    assert game.tag("FirstPitch") == "?"
    assert followed(game)[-1] == (15, 5)


@pytest.mark.parametrize("target", [None, 21])
def test_a_game_whose_final_scores_alone_are_entered_has_no_notation(
    client: Client, target: int | None
) -> None:
    book = RuleBook.objects.create(tables=1, entered=RuleBook.Entered.SCORES, target=target)
    match = a_match(a_division(a_season(rule_book=book)))
    a_card(match, (target or 7, 3))
    league = match.division.season.league
    assert client.get(f"/{league.slug}/matches/{match.public_id}/match.afn").status_code == 404
    assert b"match.afn" not in client.get(f"/{league.slug}/matches/{match.public_id}/").content


def test_tables_alone_are_read_back_with_a_table_given(client: Client) -> None:
    match = a_match(a_division())
    address = f"/{match.division.season.league.slug}/matches/{match.public_id}/match.afn"
    assert client.get(address).status_code == 404
    a_card(match, (15, 11), (9, 15), (15, 2), None)
    a_walkover(match, table=4)
    (of_match,) = sheets(client, match)
    assert [table.scores for table in of_match.tables] == [(15, 11), (9, 15), (15, 2), None]
    assert of_match.tables[3].walkover == HOME
    assert of_match.match is not None


def test_the_cards_of_a_hand_are_read_back(client: Client) -> None:
    match = a_match(a_division())
    confirm(match, a_secretary(match.division.season.league), a_sheet())
    _, game = sheets(client, match)
    assert (game.hands[0].dealt != (), len(game.hands[0].tricks)) == (True, 6)
    assert followed(game) == [(3, 1), (7, 1), (11, 1), (15, 1)]


def test_what_was_turned_up_and_called_is_read_back_game_by_game(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    after(monkeypatch, NIGHT)
    match = a_match(a_division(a_season(rule_book=RuleBook.objects.create(**CARIBBEAN))))
    client.force_login(a_secretary(match.division.season.league))
    assert client.post(at(match), a_night()).status_code == 303
    *rounds, game = sheets(client, match)
    assert [sheet.tag("Round") for sheet in rounds] == list("12345678")
    assert [table.scores for table in rounds[1].tables] == [(9, 14)] * 3
    assert rounds[7].tables[0].scores is None, "only the third table plays eight games"
    first, second, third, fourth = game.hands
    assert [str(card) for card in first.turnups] == ["6S"]
    assert second.turnups == (), "its rank alone is noted: the points stand as given"
    assert [str(card) for card in third.turnups] == ["6H", "TC"]
    assert fourth.hand.hung is True
    scores = [hand.scores for hand in game.hands]
    assert followed(game) == scores
