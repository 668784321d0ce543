"""Entry follows the game the season plays: a Caribbean league of several games a table, by its plain form."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.services.links import codes_for
from league.matches.sheet.values import HandNotes, mirrored
from league.models import HandResult, Match, RuleBook, Scorecard, User
from league.results.selectors.scorecards import sheet_of
from league.results.services.scorecards import turn_round
from scoring import AWAY, HOME, NOBODY
from scoring import hands as scoring_hands
from scoring.hands import Peg
from tests.builders import FRIDAY, WEEK, a_card, a_division, a_match, a_season, a_secretary
from tests.examples import sampled
from tests.reading import markup, words
from tests.results.test_sheet_form import game_fields

CARIBBEAN: dict[str, Any] = {
    "variant": "trinidad",
    "options": {"hang_jack": 6, "game_points": 2},
    "target": 14,
    "tables": 3,
    "games_a_table": 8,
    "games_at_each_table": [7, 7, 8],
    "table_won": 0,
    "game_won": 2,
    "aggregate": 0,
}
GAMES = [(table, game) for table, count in ((1, 7), (2, 7), (3, 8)) for game in range(1, count + 1)]
# A sheet of two games is quicker to show than one of twenty-two, and says as much.
SHORT = CARIBBEAN | {"tables": 1, "games_a_table": 2, "games_at_each_table": []}
# Away deals hand 1: the six is theirs. A gift in hand 2, a run in hand 3, the jack hung in hand 4.
HANDS = (
    {"marks": "hhhh", "turned": "6S", "said": "-"},
    {"marks": "aana", "turned": "9", "said": "g"},
    {"marks": "hhnn", "turned": "6h 10c", "said": "r"},
    {"marks": "hah.", "hung": True},
)


@pytest.fixture
def match(db: None) -> Match:
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**SHORT))))


@pytest.fixture
def whole(match: Match) -> Match:
    """The same of three tables, two of seven games and one of eight."""
    RuleBook.objects.update(**CARIBBEAN)
    return match


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def desk(client: Client, secretary: User) -> Client:
    client.force_login(secretary)
    return client


def at(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"


def a_night(games: Sequence[tuple[int, int]] = GAMES, **fields: str) -> dict[str, str]:
    """Every game by its final score but the first of table 1, which has its hands."""
    finals = {
        f"t{table}-g{game}-{side}-final": score
        for table, game in games[1:]
        for side, score in (("home", "9"), ("away", "17" if game % 2 else "14"))
    }
    hands = game_fields(list(HANDS), "t1-g1")
    typed = {name.replace("_", "-"): text for name, text in fields.items()}
    return {**finals, **hands, "t1-g1-first-pitch": "h", "version": "0", "confirm": "yes", **typed}


def a_short_night(**fields: str) -> dict[str, str]:
    return a_night(GAMES[:2], **fields)


def alerts(answer: Any) -> dict[str, str]:
    page = markup(answer).replace("&#x27;", "'")
    found = re.findall(r'<div[^>]*role="alert"[^>]*aria-describedby="([^"]*)"[^>]*>(.*?)</div>', page, re.S)
    return {field: " ".join(re.sub(r"<[^>]+>", " ", said).split()) for field, said in found}


@pytest.mark.slow
def test_the_sheet_has_the_fields_of_its_game(desk: Client, whole: Match) -> None:
    page = markup(desk.get(at(whole)))
    for name in ("t1-g1-h1-turnup", "t2-g7-h3-beg", "t3-g8-h1-hung", "t3-g8-p1-kind", "t1-g4-first-pitch"):
        assert f'name="{name}"' in page
    assert 'name="t1-g8-h1-high"' not in page
    assert "renege, the game" in page
    assert "both scores" in page
    assert "the loser’s score is enough" not in page


@pytest.mark.slow
@pytest.mark.django_db
def test_other_games_are_not_asked_for_it(client: Client) -> None:
    match = a_match()
    client.force_login(a_secretary(match.division.season.league))
    page = markup(client.get(at(match)))
    assert not re.search(r'name="t1-[^"]*-(turnup|beg|hung|kind)"', page)
    answer = client.post(at(match), {"t1-h1-hung": "y", "version": "0", "confirm": "yes"})
    assert "is no field of this sheet" in markup(answer)


def test_a_night_is_confirmed_as_it_was_pegged(desk: Client, match: Match) -> None:
    assert desk.post(at(match), a_short_night()).status_code == 303
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score) == (14, 10)
    assert [hand.before for hand in game.hands] == [
        (Peg("turnup", AWAY, 2),),
        (Peg("gift", AWAY, 1),),
        (Peg("turnup", AWAY, 2),),
        (),
    ]
    assert game.notes[2] == HandNotes(turned="6H TC", call="r")
    assert [hand.hung for hand in game.hands] == [False, False, False, True]


@pytest.mark.slow
def test_every_table_has_its_own_number_of_games(desk: Client, whole: Match) -> None:
    assert desk.post(at(whole), a_night()).status_code == 303
    assert [len(table.games) for table in sheet_of(Scorecard.objects.get()).tables] == [7, 7, 8]


def test_it_comes_back_into_the_fields_it_was_typed_in(desk: Client, match: Match) -> None:
    desk.post(at(match), a_short_night())
    page = markup(desk.get(at(match)))
    for name, value in (("t1-g1-h3-turnup", "6H TC"), ("t1-g1-h2-beg", "g"), ("t1-g1-h1-beg", "-")):
        assert f'name="{name}" value="{value}"' in page
    assert re.search(r'name="t1-g1-h4-hung" value="y"[^>]* checked', page)
    again = {**a_short_night(), "version": "1", "reason": "looked at once more", "remarks": "all well"}
    before = sheet_of(Scorecard.objects.get())
    assert desk.post(at(match), again).status_code == 303
    assert sheet_of(Scorecard.objects.get(is_confirmed=True)).tables == before.tables


@pytest.mark.slow
def test_turned_round_its_points_change_sides(desk: Client, match: Match, secretary: User) -> None:
    desk.post(at(match), a_short_night())
    card = Scorecard.objects.get()
    before = sheet_of(card)
    turned = turn_round(match=match, by=secretary, began_from=1, reason="the wrong way", now=FRIDAY)
    assert sheet_of(turned) == mirrored(before)
    assert sheet_of(turned).tables[0].games[0].hands[0].before == (Peg("turnup", HOME, 2),)


@pytest.mark.slow
def test_points_of_the_deal_want_to_know_who_led(desk: Client, match: Match) -> None:
    answer = desk.post(at(match), a_short_night(t1_g1_first_pitch=""))
    assert answer.status_code == 422
    assert alerts(answer)["t1-g1-first-pitch"].startswith("Say which side led the first hand")
    assert 'name="t1-g1-h3-turnup" value="6h 10c"' in markup(answer)


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    sampled(
        [
            ({"t1_g1_h1_turnup": "ZZ"}, "t1-g1-h1-turnup", "“ZZ” is no card"),
            ({"t1_g1_h1_beg": "q"}, "t1-g1-h1-beg", "“q” was not said"),
            ({"t1_g1_h1_hung": "perhaps"}, "t1-g1-h1-hung", "“perhaps” is no mark"),
            ({"t1_g1_h1_turnup": "6S KC"}, "t1-g1-h1-turnup", "KC was turned after 6S"),
            (
                {"t1_g1_h1_turnup": "J"},
                "t1-g1-h1-jack",
                "the jack was turned up, so nobody can have taken it",
            ),
            ({"t1_g1_h2_hung": "y"}, "t1-g1-h2-hung", "cannot be hanged when nobody took it"),
            ({"t1_g1_h1_high": "-"}, "t1-g1-h1-high", "High and Low go together"),
            ({"t1_g2_home_final": ""}, "t1-g2-away-final", "has only the winner’s score, 14"),
            ({"t1_g2_away_final": "20"}, "t1-g2-home-final", "the winner has 14 to 19"),
            (
                {"t1_g1_h1_record": "deal nothing"},
                "t1-g1-h1-high",
                "The cards of hand 1: 'nothing' cannot be read",
            ),
            ({"t1_g1_h1_record": "deal " * 500}, "t1-g1-h1-high", "There is room for 2000 letters of cards"),
        ],
        each=4,
    ),
)
def test_what_cannot_be_is_refused_at_its_field(
    desk: Client, match: Match, fields: dict[str, str], field: str, says: str
) -> None:
    answer = desk.post(at(match), a_short_night(**fields))
    assert answer.status_code == 422
    found = alerts(answer)
    assert says in found.get(field, ""), found
    assert not Scorecard.objects.exists()


@pytest.mark.slow
def test_reneges_and_misdeals_by_the_penalty_lines(desk: Client, match: Match) -> None:
    given = {
        "t1_g1_p1_hand": "1",
        "t1_g1_p1_kind": "misdeal",
        "t1_g1_p2_hand": "2",
        "t1_g1_p2_kind": "renege",
        "t1_g1_p2_side": "h",
    }
    assert desk.post(at(match), a_short_night(**given, t1_g1_h2_game="-")).status_code == 303
    first, second = sheet_of(Scorecard.objects.get()).tables[0].games[0].hands[:2]
    assert first.before == (Peg("misdeal", HOME, 1), Peg("turnup", AWAY, 2))
    assert second.penalties == (scoring_hands.HandPenalty(HOME, 1, "renege, no Game"),)
    assert second.no_game_for == (AWAY,)
    assert HandResult.objects.get(number=2).no_game_for == "a"
    page = markup(desk.get(at(match)))
    assert re.search(r'name="t1-g1-p1-kind".*?value="misdeal" selected', page, re.S)


@pytest.mark.slow
def test_a_renege_can_cost_the_whole_game(desk: Client, match: Match) -> None:
    lost = {"t1_g1_p1_hand": "4", "t1_g1_p1_kind": "game", "t1_g1_p1_side": "a"}
    none = {f"t1_g1_h4_{mark}": "" for mark in ("high", "low", "jack", "game", "hung")}
    assert desk.post(at(match), a_short_night(**lost, **none)).status_code == 303
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score) == (7, 14)


@pytest.mark.parametrize(("side", "final"), sampled([("h", (14, 9)), ("a", (9, 14))], each=2))
def test_a_game_lost_by_a_renege_is_short_of_what_the_card_turned_up_left(
    desk: Client, match: Match, side: str, final: tuple[int, int]
) -> None:
    lost = {"t1_g1_p1_hand": "4", "t1_g1_p1_kind": "game", "t1_g1_p1_side": side, "t1_g1_h4_turnup": "6S"}
    none = {f"t1_g1_h4_{mark}": "" for mark in ("high", "low", "jack", "game", "hung")}
    assert desk.post(at(match), a_short_night(**lost, **none)).status_code == 303
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score) == final


@pytest.mark.parametrize(
    ("fields", "field"),
    sampled(
        [
            ({"kind": "sulking", "side": "h", "reason": "x", "points": "1"}, "kind"),
            ({"kind": "misdeal", "reason": "dropped them"}, "reason"),
            ({"kind": "renege"}, "side"),
        ],
        each=3,
    ),
)
def test_a_penalty_line_that_lacks_something(
    desk: Client, match: Match, fields: dict[str, str], field: str
) -> None:
    typed = {f"t1_g1_p1_{part}": text for part, text in {"hand": "1", **fields}.items()}
    assert f"t1-g1-p1-{field}" in alerts(desk.post(at(match), a_short_night(**typed)))


def test_the_page_asks_as_often_however_much_is_written(desk: Client, match: Match) -> None:
    other = a_match(match.division, "The Shears", "The Fleece", date=match.date + WEEK)  # type: ignore[operator]
    desk.post(at(match), a_short_night())
    scores = {name: text for name, text in a_short_night().items() if not name.startswith("t1-g1-h")}
    answer = desk.post(at(other), {**scores, "t1-g1-home-final": "14", "t1-g1-away-final": "2"})
    assert answer.status_code == 303, alerts(answer)
    counts = []
    for one in (match, other):
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(at(one)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_hand_nobody_held_a_trump_in_is_kept(desk: Client, match: Match) -> None:
    later = game_fields([*HANDS[:3], "nnnh", "hhhh"], "t1-g1")
    fields = {name: text for name, text in a_short_night().items() if not name.startswith("t1-g1-h4")}
    answer = desk.post(at(match), {**fields, **later})
    assert answer.status_code == 303, alerts(answer)
    assert sheet_of(Scorecard.objects.get()).tables[0].games[0].hands[3].high is NOBODY


def test_anonymous_and_strangers_are_kept_out(client: Client, match: Match) -> None:
    assert client.post(at(match), a_short_night()).status_code == 303
    assert not Scorecard.objects.exists()
    client.force_login(User.objects.create_user(username="stranger", password="password"))
    assert client.post(at(match), a_short_night()).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "heading"),
    sampled(
        [
            ({"regulations": {"unit": "rink"}}, "Rink 1"),
            ({"regulations": {"unit": "leg"}, "games_a_table": 5}, "Table 1, leg 1"),
        ],
        each=2,
    ),
)
def test_the_sheet_being_typed_is_counted_as_the_league_says(
    client: Client, fields: dict[str, Any], heading: str
) -> None:
    match = a_match(a_division(a_season(rule_book=RuleBook.objects.create(entered="scores", **fields))))
    client.force_login(a_secretary(match.division.season.league))
    page = client.get(f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/")
    assert heading in words(page)


@pytest.mark.django_db
def test_phones_public_page_rules_and_programs_count_as_the_league_says(client: Client) -> None:
    book = RuleBook.objects.create(tables=1, regulations={"unit": "rink"})
    match = a_match(a_division(a_season(rule_book=book)))
    base, code = match.division.season.league.slug, codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    assert "Rink 1" in words(client.get(f"/s/{code}/tables/1/"))
    a_card(match, (15, 3))
    assert "Rinks 1" in words(client.get(f"/{base}/matches/{match.public_id}/"))
    assert "A rink won gives" in words(client.get(f"/{base}/rules/"))
    seasons = client.get(f"/api/v1/leagues/{base}/seasons").content.decode()
    assert '"unit":"rink"' in seasons.replace(" ", "")


@pytest.mark.slow
@pytest.mark.django_db
def test_faults_remarks_boards_and_walkovers_are_of_rinks_too(client: Client) -> None:
    book = RuleBook.objects.create(tables=2, regulations={"unit": "rink"})
    match = a_match(a_division(a_season(rule_book=book)))
    client.force_login(a_secretary(match.division.season.league))
    base = f"/{match.division.season.league.slug}"
    desk = f"{base}/secretary/matches/{match.public_id}"
    sent = {"t1-away-final": "9", "version": "0", "confirm": "sure"}
    page = words(client.post(f"{desk}/entry/", sent))
    assert "Rink 2 has no score yet. Type the loser's score, or mark the rink as not played." in page
    ruling = words(client.get(f"{desk}/walkover/?table=2"))
    assert "Walkover or void rink 2" in ruling
    assert "table 2" not in ruling.lower(), ruling
    saved = client.post(f"{desk}/entry/", {**sent, "t2-away-final": "3"}, follow=True)
    assert "No player is named" in words(saved)
    assert "Rink 1" in words(client.get(f"{base}/matches/{match.public_id}/live/"))
