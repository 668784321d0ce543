"""A hand with its cards on the page of its match: stepped through, and refused where it does not agree."""

import json
import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.demo.services import SEED_FILE
from league.matches.sheet.faults import sheet_faults
from league.matches.sheet.records import format_record, parse_record, replayed
from league.matches.sheet.values import HandNotes, Sheet, SheetGame, SheetTable
from league.models import HandResult, Match, RuleBook, Scorecard, User
from league.results.parsing.comparison import typed_from
from league.results.selectors.scorecards import sheet_of
from league.results.services.scorecards import confirm_scorecard, turn_round
from scoring import AWAY, HOME, NOBODY, variants
from scoring import hands as scoring_hands
from scoring.reckoning import hand_of
from tests.builders import FRIDAY, a_match, a_secretary
from tests.examples import sampled
from tests.reading import markup

# The deal of example 2 in the notation's own description: home pitched the ace and took all but the Jack.
PLAYED = """deal A:A5.K.4.32 B:J9.T.8.76 C:32.Q.9.T5 D:K7.3.2.98
play 1 A AS 9S 3S 7S
play 2 A KH TH QH 3H
play 3 A 5S JS 2S KS
play 4 D 2D 4D 8D 9D
play 5 C TC 8C 3C 7C
play 6 C 5C 9C 2C 6C"""
FIRST = scoring_hands.Hand(high=HOME, low=HOME, jack=AWAY, game=HOME)
ALL_FOUR = scoring_hands.Hand(high=HOME, low=HOME, jack=HOME, game=HOME)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def a_sheet(first: scoring_hands.Hand = FIRST, record: str = PLAYED, led: int | None = HOME) -> Sheet:
    hands = (first, ALL_FOUR, ALL_FOUR, ALL_FOUR)
    game = SheetGame(hands=hands, notes=(HandNotes(record=record),), first_pitch=led)
    others = (SheetTable(number=n, games=(SheetGame(home_score=15, away_score=n),)) for n in (2, 3, 4))
    return Sheet(tables=(SheetTable(number=1, games=(game,)), *others))


def confirm(match: Match, by: User, sheet: Sheet) -> Scorecard:
    return confirm_scorecard(match=match, sheet=sheet, by=by, began_from=0, now=FRIDAY)


def page(client: Client, match: Match, asked: str) -> str:
    answer = client.get(f"/{match.division.season.league.slug}/matches/{match.public_id}/{asked}")
    assert answer.status_code == 200
    return markup(answer).replace("&#x27;", "'")


def words(text: str) -> str:
    named = re.sub(r'<span class="card[^"]*" role="img" aria-label="([^"]*)">.*?</span>', r" \1 ", text)
    return " ".join(re.sub(r"<[^>]+>", " ", named).split())


def faults(sheet: Sheet) -> list[str]:
    book = RuleBook()
    return [fault.sentence for fault in sheet_faults(sheet, book.rules(), book.match_format())]


def test_a_hand_is_stepped_through_card_by_card(client: Client, match: Match, secretary: User) -> None:
    confirm(match, secretary, a_sheet())
    at_the_deal = page(client, match, "?table=1&hand=1&card=0")
    assert "The Fleece are to pitch: the first card makes trumps." in at_the_deal
    assert 'href="?table=1&amp;hand=1&amp;card=1#replay"' in at_the_deal
    after_nine = words(page(client, match, "?table=1&hand=1&card=9"))
    assert "Card 9 of 24" in after_nine
    assert "Trick 3, spades are trumps" in after_nine
    assert "The Fleece led the five of spades." in after_nine
    taken = words(page(client, match, "?table=1&hand=1&card=8"))
    assert "The Fleece took trick 2, 15 card points in it." in taken


@pytest.mark.slow
def test_at_its_end_the_awards_stand_with_card_and_reason(
    client: Client, match: Match, secretary: User
) -> None:
    confirm(match, secretary, a_sheet())
    end = words(page(client, match, "?table=1&hand=1&card=24"))
    assert "The Fleece held the ace of spades, the highest trump in play." in end
    assert "The Shears kept the jack of spades" in end or "The Shears caught the jack of spades" in end
    assert "The Fleece has the most card points" in end
    assert "one card on" not in page(client, match, "?table=1&hand=1&card=24")


@pytest.mark.slow
def test_a_hand_is_on_the_board_once_its_last_card_is_played(
    client: Client, match: Match, secretary: User
) -> None:
    confirm(match, secretary, a_sheet())
    for card, score, pegs in (
        (0, "0–0", "before the first hand: Home 0, away 0"),
        (23, "0–0", "before the first hand: Home 0, away 0"),
        (24, "3–1", "after hand 1: Home 3, away 1"),
    ):
        shown = page(client, match, f"?table=1&hand=1&card={card}")
        assert f'<span class="score">{score}</span>' in shown
        assert f"Table 1 {pegs}, playing to 15" in shown
    without_cards = page(client, match, "?table=1&hand=1")
    assert '<span class="score">3–1</span>' in without_cards


def test_the_way_in_stands_where_cards_are_known(client: Client, match: Match, secretary: User) -> None:
    confirm(match, secretary, a_sheet())
    assert "Hand 1 card by card" in page(client, match, "?table=1&hand=1")
    assert "card by card" not in page(client, match, "?table=1&hand=2")


@pytest.mark.parametrize("card", sampled(["x", "-1", "999", "1e3", "%00", "٣"], each=6))
def test_whatever_card_is_asked_for_is_answered(
    client: Client, match: Match, secretary: User, card: str
) -> None:
    confirm(match, secretary, a_sheet())
    assert "Card 24 of 24" in page(client, match, f"?table=1&hand=1&card={card}")
    assert "Hand 2 of 4" in page(client, match, f"?table=1&hand=2&card={card}")


def test_the_cards_ask_the_database_nothing_more(client: Client, match: Match, secretary: User) -> None:
    confirm(match, secretary, a_sheet())
    counts = []
    for asked in ("?table=1&hand=1", "?table=1&hand=1&card=9"):
        with CaptureQueriesContext(connection) as queries:
            page(client, match, asked)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_record_is_kept_and_turned_round_with_its_hand(match: Match, secretary: User) -> None:
    card = confirm(match, secretary, a_sheet())
    assert sheet_of(card).tables[0].games[0].notes[0].record == PLAYED
    turned = turn_round(match=match, by=secretary, began_from=1, reason="the wrong way", now=FRIDAY)
    assert sheet_of(turned).tables[0].games[0].notes[0].record == PLAYED
    book = match.division.season.rule_book
    assert sheet_faults(sheet_of(turned), book.rules(), book.match_format()) == ()


@pytest.mark.parametrize(
    ("sheet", "says"),
    sampled(
        [
            (a_sheet(replace(FIRST, jack=HOME)), "Hand 1: by the cards Jack goes to Away, not to Home."),
            (a_sheet(replace(FIRST, game=NOBODY)), "Hand 1: by the cards Game goes to Home, not to nobody."),
            (a_sheet(led=None), "Hand 1 has its cards: say which side led the first hand of the game."),
            (a_sheet(record=PLAYED.replace("9S 3S", "TC 3S")), "The cards of hand 1: Trick 1, card 2: "),
            (a_sheet(record="deal A:A5.K.4.32"), "The cards of hand 1: "),
            (a_sheet(record="deal"), "The cards of hand 1: "),
            (a_sheet(record="nonsense"), "The cards of hand 1: 'nonsense' cannot be read here"),
            (
                a_sheet(record=PLAYED.replace("J9.", "A9.")),
                "The cards of hand 1: The ace of spades is in the hand",
            ),
            (a_sheet(record="\n".join(PLAYED.splitlines()[:3])), "Hand 1: the play stopped before"),
        ],
        each=3,
    ),
)
def test_a_record_that_does_not_agree_is_refused_in_words(sheet: Sheet, says: str) -> None:
    assert says in " ".join(faults(sheet))


@pytest.mark.slow
def test_a_record_comes_with_the_plain_form_and_stays_when_it_is_corrected(
    client: Client, match: Match, secretary: User
) -> None:
    client.force_login(secretary)
    at = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"
    typed = typed_from(a_sheet(), match.division.season.rule_book)
    answer = client.post(at, {**typed, "t1-h1-record": PLAYED, "version": "0", "confirm": "yes"})
    assert answer.status_code == 303
    again = {**typed, "remarks": "warm", "reason": "a word", "version": "1", "confirm": "yes"}
    assert client.post(at, again).status_code == 303
    assert sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0].notes[0].record == PLAYED
    changed = client.post(at, {**again, "t1-h1-jack": "-", "version": "2"})
    assert changed.status_code == 303
    assert HandResult.objects.filter(record=PLAYED).count() == 2, (
        "cards do not stay with a hand that has changed"
    )


@pytest.mark.slow
def test_the_demo_has_one_match_with_every_card() -> None:
    rows = json.loads(SEED_FILE.read_text(encoding="utf-8"))
    hands = [row["fields"] for row in rows if row["model"] == "league.handresult"]
    recorded = [fields for fields in hands if "record" in fields]
    assert len(recorded) > 20
    rules = variants.get("heckmondwike").rules
    for fields in recorded[:5]:
        one = parse_record(fields["record"], rules)
        assert format_record(one.dealt, one.tricks, rules) == fields["record"]
        made = hand_of(replayed(fields["record"], rules, HOME, (0, 0), scoring_hands.Hand()))
        assert made.card_points is not None
        assert sorted(made.card_points) == sorted((fields["home_card_points"], fields["away_card_points"]))
