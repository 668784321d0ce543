"""A league of Don: what each side marked is written hand by hand, on the page and at the table."""

import json
import re
from collections import Counter
from io import StringIO
from itertools import permutations
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.matches.outcomes import AtFault
from league.models import HandResult, Match, RuleBook, Scorecard, ScoringCode, TableEntry
from league.regulations.facts import BothSides
from league.regulations.presets import get
from league.regulations.verdicts import short_team_verdict
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.selectors.scorecards import sheet_of
from scoring import AWAY, HOME
from scoring.hands import MARK, Peg
from tests.builders import FRIDAY, NIGHT, WEEK, a_division, a_match, a_season, a_secretary
from tests.examples import sampled
from tests.reading import markup
from tests.results.test_entry_family import alerts, at
from tests.results.test_scoring_pages import form_of

pytestmark = pytest.mark.django_db

DON: dict[str, Any] = {"variant": "nine_card_don", "target": 91, "tables": 1}
# Home goes out in hand 4 on what it marked: Game of that hand is not pegged, and nobody looked for it.
HANDS = ((30, 5, "h"), (9, 20, "a"), (27, 12, "a"), (17, 4, ""))
RUNNING = ["38–5", "47–33", "74–53", "91–57"]


@pytest.fixture
def match() -> Match:
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**DON))))


@pytest.fixture
def desk(client: Client, match: Match) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def marked(*hands: tuple[object, object, str]) -> dict[str, str]:
    """The fields of the hands of table 1."""
    fields = {}
    for number, parts in enumerate(hands, 1):
        names = ("home-marks", "away-marks", "game")
        fields |= {f"t1-h{number}-{name}": str(part) for name, part in zip(names, parts, strict=True)}
    return fields


def a_sheet(*hands: tuple[object, object, str], **more: str) -> dict[str, str]:
    return {**marked(*(hands or HANDS)), "version": "0", "confirm": "yes", **more}


def test_the_hands_of_a_game_of_don_are_confirmed_and_shown(desk: Client, match: Match) -> None:
    page = markup(desk.get(at(match)))
    assert 'name="t1-h1-home-marks"' in page
    assert 'name="t1-h1-high"' not in page
    assert desk.post(at(match), a_sheet()).status_code == 303
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score) == (91, 57)
    assert game.hands[3].before == (Peg(MARK, HOME, 17), Peg(MARK, AWAY, 4))
    shown = markup(desk.get(f"/{match.division.season.league.slug}/matches/{match.public_id}/"))
    rows = re.sub(r"<[^>]+>", " ", shown)
    assert "17" in rows
    assert "91" in rows


@pytest.mark.slow
def test_they_come_back_into_their_fields_and_a_correction_keeps_them(desk: Client, match: Match) -> None:
    desk.post(at(match), a_sheet())
    page = markup(desk.get(at(match)))
    assert 'name="t1-h3-home-marks" value="27"' in page
    again = a_sheet(version="1", reason="a word")
    assert desk.post(at(match), {**again, "remarks": "again"}).status_code == 303
    assert HandResult.objects.filter(game__table__scorecard__is_confirmed=True).count() == len(HANDS)
    wrong = a_sheet((30, 5, "h"), (9, 20, "h"), (44, 0, "a"), version="2", reason="hand 2 was home's")
    assert desk.post(at(match), wrong).status_code == 303
    game = sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0]
    assert (game.home_score, game.away_score) == (91, 25)


@pytest.mark.parametrize(
    ("hands", "field", "says"),
    sampled(
        [
            (((30, "", "h"),), "t1-h1-away-marks", "Type what each side marked in this hand, 0 for nothing."),
            ((("", "", "h"),), "t1-h1-home-marks", "Type what each side marked in this hand, 0 for nothing."),
            (((45, 0, "h"),), "t1-h1-home-marks", "No cards of this game are marked with 45-0 points"),
            (((44, 0, "h"), (10, 9, ""), (30, 5, "")), "t1-h2-game", "Game not recorded"),
            (
                ((44, 0, "h"), (0, 44, "a"), (0, 30, "h"), (35, 9, "")),
                "t1-h4-home-marks",
                "both sides reach 91",
            ),
            (((30, "x", "h"),), "t1-h1-away-marks", "“x” is no score"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_is_refused_at_its_field(
    desk: Client, match: Match, hands: Any, field: str, says: str
) -> None:
    answer = desk.post(at(match), a_sheet(*hands))
    assert answer.status_code == 422
    found = alerts(answer)
    assert says in found.get(field, ""), found
    assert not Scorecard.objects.exists()


def test_a_hand_nobody_can_read_stands_beside_a_final_score(desk: Client, match: Match) -> None:
    hands = marked((30, 5, "h"), ("", "", "a"))
    answer = desk.post(at(match), {**hands, "t1-away-final": "88", "version": "0", "confirm": "sure"})
    assert answer.status_code == 303, alerts(answer)
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score, len(game.hands)) == (91, 88, 2)


@pytest.mark.slow
def test_a_captain_enters_a_hand_at_the_table_without_script(client: Client, match: Match) -> None:
    ScoringCode.objects.create(match=match, code="k7m49qtd", issued_at=FRIDAY)
    table = "/s/k7m49qtd/tables/1/"
    form = form_of(markup(client.get(table)), "hand")
    assert {"home-marks", "away-marks"} <= set(form)
    refused = client.post(table, {**form, "home-marks": "30", "game": "h"})
    assert refused.status_code == 422
    assert "0 for nothing" in markup(refused)
    assert client.post(table, {**form, "home-marks": "30", "away-marks": "5", "game": "h"}).status_code == 303
    assert TableEntry.objects.get().body == {"home-marks": "30", "away-marks": "5", "game": "h"}
    page = markup(client.get(table))
    assert "38–5" in re.sub(r"\s+", "", page) or "38" in page


FIVE_GAMES = {f"t{table}-away-final": "40" for table in (1, 2, 3, 4, 5)}


def seats(*tables: str) -> dict[str, str]:
    """Who of home sits at each table: "AB CD EA" are three tables."""
    return {
        f"t{table}-home-{place}": f"Player {letter}"
        for table, pair in enumerate(tables, 1)
        for place, letter in enumerate(pair, 1)
    }


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        (("AB", "CD", "EA", "BC", "DE"), []),
        (
            ("AB", "CA", "DE", "BC", "DE"),
            ["Player A plays again here and only three players of The Fleece have played"],
        ),
        (("AB", "CD", "EA", "BC", "DA"), ["Player A is down three times; the season allows twice."]),
        (("AA", "CD", "EB", "BC", "DE"), ["Player A is also down at this table."]),
    ],
)
def test_who_plays_how_often_is_held_against_the_rules(tables: tuple[str, ...], says: list[str]) -> None:
    book = get("don-five-games").rule_book()
    form = CheckedSheet({**FIVE_GAMES, **seats(*tables)}, rule_book=book, home="The Fleece")
    odd = [fault.sentence for fault in form.oddities if "registered" not in fault.sentence]
    assert [sentence[: len(said)] for sentence, said in zip(odd, says, strict=True)] == says


def test_a_side_of_four_gives_the_third_game() -> None:
    book = get("don-five-games").rule_book()
    verdict = short_team_verdict(
        BothSides(home=4, away=5), book.season_regulations(), tables=book.tables, players_a_side=2
    )
    assert [(forfeit.table, forfeit.at_fault) for forfeit in verdict.forfeits] == [(3, AtFault.HOME)]


def test_what_the_match_gives_is_not_said_of_the_total(desk: Client, match: Match) -> None:
    RuleBook.objects.update(tables=1, aggregate=0, table_won=2, match_won=4, decided_by="tables")
    desk.post(at(match), a_sheet())
    shown = markup(desk.get(f"/{match.division.season.league.slug}/matches/{match.public_id}/"))
    words = " ".join(re.sub(r"<[^>]+>", " ", shown).split())
    assert "Match by tables 1–0: 2 to The Fleece" in words
    assert "Game points 91–57 gives" not in words
    assert "Marked" in words


def a_table(number: int, winner: int, lost: int) -> dict[str, str]:
    """The fields of a table that home (0) or away (1) wins with three hands, after so many lost."""
    hands = [(5, 30, "ah"[winner])] * lost + [(30, 5, "ha"[winner])] * 2 + [(91 - 76 - 5 * lost, 0, "")]
    turned = [(*marks[:: 1 - 2 * winner], game) for *marks, game in hands]
    return {name.replace("t1-", f"t{number}-"): text for name, text in marked(*turned).items()}


def test_a_season_of_don_is_played_and_its_table_adds_up(client: Client) -> None:
    book = get("don-five-games").rule_book()
    book.save()
    season = a_season(rule_book=book)
    division = a_division(season)
    client.force_login(a_secretary(season.league))
    points: Counter[str] = Counter()
    scores: Counter[str] = Counter()
    chance = Random(91)
    for week, teams in enumerate(permutations(("The Fleece", "The Shears", "The Junction"), 2)):
        match = a_match(division, *teams, week=week + 1, date=NIGHT + week * WEEK)
        tables = {number: (chance.randrange(2), chance.randrange(3)) for number in range(1, 6)}
        sheet = {
            name: text for number, said in tables.items() for name, text in a_table(number, *said).items()
        }
        answer = client.post(at(match), {**sheet, "version": "0", "confirm": "yes"})
        assert answer.status_code == 303, alerts(answer)
        for winner, lost in tables.values():
            points[teams[winner]] += 1
            scores[teams[winner]] += 91
            scores[teams[1 - winner]] += 38 * lost + 10
        points[max(teams, key=[teams[winner] for winner, _ in tables.values()].count)] += 2
    out = StringIO()
    call_command("standings", league=season.league.slug, season=season.slug, json=True, stdout=out)
    rows = json.loads(out.getvalue())[0]["rows"]
    assert {row["team"]: row["points"] for row in rows} == dict(points)
    assert {row["team"]: row["score_for"] for row in rows} == dict(scores)
