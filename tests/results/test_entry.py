"""The page on which a match is entered, without script: drafts, refusals, two secretaries at once."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Draft, Match, Player, RuleBook, Scorecard, User
from league.results.selectors.scorecards import sheet_of
from league.results.views import entry
from league.shared.decisions import SURE
from scoring import HOME
from tests.builders import (
    WEEK,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
    a_walkover,
)
from tests.examples import sampled
from tests.reading import markup

FINALS = {"t1-away-final": "13", "t2-home-final": "12", "t3-away-final": "11", "t4-away-final": "8"}
HANDS = ("hhah", "ahna", "hhhh", "aana", "hhnn", "ahna", "hana", "aana", "aa..")
AWARDS = ("high", "low", "jack", "game")


def hands_of(table: int, rows: tuple[str, ...] = HANDS) -> dict[str, str]:
    return {
        f"t{table}-h{number}-{award}": {"n": "-"}.get(mark, mark)
        for number, row in enumerate(rows, 1)
        for award, mark in zip(AWARDS, row, strict=True)
        if mark != "."
    }


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def desk(client: Client, secretary: User) -> Client:
    client.force_login(secretary)
    return client


def at(match: Match, what: str = "entry") -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/{what}/"


def page_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/"


def confirm(client: Client, match: Match, version: int = 0, **fields: str) -> Any:
    typed = {name.replace("_", "-"): text for name, text in fields.items()}
    return client.post(at(match), {**FINALS, "version": version, "confirm": "yes", **typed})


def alerts(answer: Any) -> dict[str, str]:
    """The sentences in alerts, by the field they name."""
    found = re.findall(
        r'<div[^>]*role="alert"[^>]*aria-describedby="([^"]*)"[^>]*>(.*?)</div>', text_of(answer), re.S
    )
    return {field: " ".join(re.sub(r"<[^>]+>", " ", said).split()) for field, said in found}


def text_of(answer: Any) -> str:
    return markup(answer).replace("&#x27;", "'")


def test_an_empty_sheet_has_every_field_of_the_plain_form(desk: Client, match: Match) -> None:
    page = text_of(desk.get(at(match)))
    names = {f"t{table}-h15-{award}" for table in (1, 4) for award in AWARDS}
    names |= {
        "t1-home-final",
        "t4-away-final",
        "t2-first-pitch",
        "t3-home-1",
        "t3-away-2",
        "remarks",
        "version",
    }
    missing = [name for name in names if f'name="{name}"' not in page]
    assert not missing
    assert page.index('name="save"') < page.index('name="confirm"'), (
        "Enter without script must keep, not confirm"
    )


def test_confirming_leads_to_the_match(desk: Client, match: Match) -> None:
    answer = confirm(desk, match)
    assert (answer.status_code, answer["Location"]) == (303, page_of(match))
    assert Scorecard.objects.get().is_confirmed
    assert "8<" in text_of(desk.get(page_of(match)))


def test_hands_and_finals_beside_each_other_are_confirmed(desk: Client, match: Match) -> None:
    fields = {**FINALS, **hands_of(1), "version": "0", "confirm": "yes"}
    del fields["t1-away-final"]
    assert desk.post(at(match), fields).status_code == 303
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score, len(game.hands)) == (12, 15, 9)


def test_the_same_confirm_twice_is_one_version(desk: Client, match: Match) -> None:
    assert [confirm(desk, match).status_code for _ in range(2)] == [303, 303]
    assert Scorecard.objects.count() == 1


def test_confirming_forgets_the_draft(desk: Client, match: Match) -> None:
    desk.post(at(match), {"t1-away-final": "13", "version": "0", "save": "yes"})
    confirm(desk, match)
    assert not Draft.objects.exists()


def test_a_refused_sheet_comes_back_whole_with_each_sentence_at_its_field(desk: Client, match: Match) -> None:
    typed = {
        **hands_of(1, (*HANDS[:-1], "aaha", "h...")),
        "t2-h1-high": "-",
        "t3-home-final": "1x",
        "t1-home-1": "Bob & Co",
    }
    answer = desk.post(at(match), {**typed, "version": "0", "confirm": "yes"})
    assert answer.status_code == 422
    said = alerts(answer)
    assert said["t1-h10-high"] == "Hand 10: the game was over, The Shears had reached 15 in hand 9."
    assert said["t2-h1-high"].startswith("High always goes to a side")
    assert said["t3-home-final"] == "“1x” is no score: type a whole number such as 13."
    assert said["t4-home-final"].startswith("Table 4 has no score yet.")
    page = text_of(answer)
    assert 'name="t3-home-final" value="1x"' in page
    assert 'value="Bob &amp; Co"' in page
    for field in said:
        assert f'id="{field}"' in page, "the alert names a field of the page"
        assert f'aria-describedby="{field}-refusal' in page, "and the field names its alert"
    assert not Scorecard.objects.exists()
    assert Draft.objects.get().typed["t3-home-final"] == "1x"


@pytest.mark.slow
def test_a_last_row_written_in_full_is_kept_and_said_not_to_be_pegged(desk: Client, match: Match) -> None:
    """By the page, with its script and without, and by the form of a table."""
    fields = {**FINALS, **hands_of(1, (*HANDS[:-1], "aaha")), "version": "0"}
    del fields["t1-away-final"]
    sentence = "The Shears reached 15 on Low in hand 9; Jack and Game are not pegged."
    assert desk.post(at(match, "draft"), fields).json()["oddities"] == {"t1-h9-jack": sentence}
    assert sentence in text_of(desk.get(at(match)))
    assert desk.post(at(match), {**fields, "confirm": "yes"}).status_code == 303
    game = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert (game.home_score, game.away_score, game.hands[-1].jack) == (12, 15, HOME)
    assert 'name="t1-h9-game" value="a"' in text_of(desk.get(at(match))), "and stays in a correction"


@pytest.mark.slow
def test_a_result_without_the_names_of_a_side_says_so(desk: Client, match: Match) -> None:
    def said(**fields: str) -> str:
        confirmed = confirm(desk, match, version=Scorecard.objects.count(), reason="read again", **fields)
        return re.sub(r"<[^>]+>|\s+", " ", text_of(desk.get(confirmed["Location"])))

    assert "No player is named, so it counts for none of them." in said()
    sides = [f"t{table}_{side}_1" for table in range(1, 5) for side in ("home", "away")]
    named = {side: f"Somebody {side}" for side in sides if side != "t3_away_1"}
    assert "Nobody is named at table 3 (The Shears)" in said(**named)
    assert "named" not in said(**named, t3_away_1="Somebody else")


def test_a_draft_is_kept_without_script(desk: Client, match: Match) -> None:
    answer = desk.post(at(match), {"t1-h1-high": "h", "remarks": "late start", "version": "0", "save": "yes"})
    assert (answer.status_code, answer["Location"]) == (303, at(match))
    page = text_of(desk.get(at(match)))
    assert 'name="t1-h1-high" value="h"' in page
    assert "late start" in page


def test_a_draft_can_be_forgotten(desk: Client, match: Match) -> None:
    desk.post(at(match), {"t1-h1-high": "h", "version": "0", "save": "yes"})
    assert desk.post(at(match), {"drop": "yes"}).status_code == 303
    assert not Draft.objects.exists()


def test_the_script_keeps_a_draft_and_is_told_what_it_makes(desk: Client, match: Match) -> None:
    answer = desk.post(at(match, "draft"), {**FINALS, "t1-home-1": "A Stranger", "version": "0"}).json()
    assert answer["kept"]
    assert "match points 8–2" in answer["summary"]
    assert "ready to confirm" in answer["summary"]
    assert "A Stranger" in answer["oddities"]["t1-home-1"]
    assert Draft.objects.get().typed["t1-home-1"] == "A Stranger"


@pytest.mark.slow
def test_each_secretary_has_a_draft_of_his_own(desk: Client, match: Match) -> None:
    desk.post(at(match), {"t1-h1-high": "h", "version": "0", "save": "yes"})
    other = Client()
    other.force_login(a_secretary(match.division.season.league, "deputy"))
    assert 'name="t1-h1-high" value=""' in text_of(other.get(at(match)))
    other.post(at(match), {"t1-h1-high": "a", "version": "0", "save": "yes"})
    assert 'name="t1-h1-high" value="h"' in text_of(desk.get(at(match)))


@pytest.mark.slow
def test_a_correction_is_not_ready_before_its_reason(desk: Client, match: Match) -> None:
    confirm(desk, match)
    assert "give the reason for the change" in text_of(desk.get(at(match)))
    sent = {**FINALS, "t1-away-final": "2", "version": "1"}
    assert "give the reason for the change" in desk.post(at(match, "draft"), sent).json()["summary"]
    answer = desk.post(at(match, "draft"), {**sent, "reason": "misread"}).json()
    assert "ready to confirm" in answer["summary"]


@pytest.mark.slow
def test_a_match_still_to_come_is_asked_about(desk: Client, match: Match, monkeypatch) -> None:
    monkeypatch.setattr(entry, "league_today", lambda league: match.date - WEEK)
    assert "Thu 14 Jan 2027 is still to come. Is this the right match?" in text_of(desk.get(at(match)))
    monkeypatch.setattr(entry, "league_today", lambda league: match.date)
    assert "still to come" not in text_of(desk.get(at(match)))


def test_hands_that_stop_before_their_final_score_are_asked_about_and_kept(
    desk: Client, match: Match
) -> None:
    hands = hands_of(2, ("haah", "hana"))
    too_low = confirm(desk, match, **hands, **{"t2-home-final": "2"})
    assert "The Fleece had 3 after hand 2." in alerts(too_low)["t2-home-final"]

    asked = confirm(desk, match, **hands)
    assert asked.status_code == 422
    assert "Table 2 stands at 3–4 after hand 2, and its final score is 12–15." in text_of(asked)
    assert confirm(desk, match, **hands, confirm=SURE).status_code == 303

    (card,) = Scorecard.objects.all()
    game = sheet_of(card).tables[1].games[0]
    assert ((game.home_score, game.away_score), len(game.hands)) == ((12, 15), 2)
    assert 'name="t2-home-final" value="12"' in text_of(desk.get(at(match))), "and can be corrected"
    page = text_of(desk.get(page_of(match) + "?table=2"))
    assert "The rest of the table has a score but no hands." in page


class TestTwoSecretaries:
    @pytest.fixture
    def overtaken(self, desk: Client, match: Match) -> Any:
        """The answer to the one who confirms second."""
        desk.post(at(match), {**FINALS, "t1-away-final": "9", "version": "0", "save": "yes"})
        other = Client()
        other.force_login(a_secretary(match.division.season.league, "deputy"))
        confirm(other, match, t1_away_final="10", t1_home_1="Maureen Tighe")
        return confirm(desk, match, t1_away_final="9")

    def test_the_second_is_told_what_changed_and_keeps_what_he_typed(
        self, overtaken: Any, match: Match
    ) -> None:
        assert overtaken.status_code == 409
        page = text_of(overtaken)
        assert page.count("Somebody else has") == 1
        rows = re.findall(r'<th scope="row">Table 1, (?:final|home)</th>(.*?)</tr>', page)
        cells = [re.sub(r"<[^>]+>", " ", row).split() for row in rows]
        assert cells == [["–", "Maureen", "Tighe", "–"], ["–", "15–10", "15–9"]]
        assert 'name="t1-away-final" value="9"' in page
        assert 'name="version" value="1"' in page
        assert Scorecard.objects.get().entered_by.username == "deputy"

    def test_he_is_told_while_he_still_types(self, overtaken: Any, desk: Client, match: Match) -> None:
        answer = desk.post(at(match, "draft"), {**FINALS, "version": "0"}).json()
        assert "Somebody else has confirmed this match" in answer["sentence"]

    def test_he_may_confirm_on_top_with_a_reason(self, overtaken: Any, desk: Client, match: Match) -> None:
        silent = confirm(desk, match, version=1, t1_away_final="9")
        assert silent.status_code == 422
        assert "Give the reason for the change" in alerts(silent)["reason"]
        assert (
            confirm(desk, match, version=1, t1_away_final="9", reason="the paper says 9").status_code == 303
        )
        assert list(Scorecard.objects.values_list("version", "is_confirmed")) == [(2, True), (1, False)]

    @pytest.mark.slow
    def test_the_draft_knows_it_when_the_page_is_opened_again(
        self, overtaken: Any, desk: Client, match: Match
    ) -> None:
        assert "Somebody else has changed this result" in text_of(desk.get(at(match)))


def test_a_correction_begins_with_what_is_confirmed_and_demands_a_reason(desk: Client, match: Match) -> None:
    fields = {**FINALS, **hands_of(1), "t2-home-1": "Maureen Tighe", "version": "0", "confirm": "yes"}
    del fields["t1-away-final"]
    desk.post(at(match), fields)
    page = text_of(desk.get(at(match)))
    assert 'name="t1-h9-low" value="a"' in page
    assert 'name="t2-home-1" value="Maureen Tighe"' in page
    assert 'name="version" value="1"' in page
    fields |= {"version": "1", "t1-h9-low": "h", "t1-h9-jack": "a", "reason": "Low and Jack swapped"}
    assert desk.post(at(match), fields).status_code == 303
    assert Scorecard.objects.get(is_confirmed=True).reason == "Low and Jack swapped"


@pytest.mark.slow
def test_a_correction_of_a_score_begins_with_the_reason_and_the_scores(desk: Client, match: Match) -> None:
    fields = {**FINALS, **hands_of(2), "version": "0", "confirm": "yes"}
    del fields["t2-home-final"]
    desk.post(at(match), fields)
    page = text_of(desk.get(at(match)))
    first = [page.index(f'name="{name}"') for name in ("reason", "t1-home-final", "t1-h1-high")]
    assert first == sorted(first)
    assert page.index('<details class="entry-hands"') < page.index('name="t1-h1-high"')
    assert page.index('name="t2-h1-high"') < page.index('name="t2-home-final"'), "hands stay before their sum"
    assert page.count('<details class="entry-hands"') == 3


def test_a_league_of_plain_scores_has_no_rows_for_hands(desk: Client, match: Match) -> None:
    RuleBook.objects.update(target=None, tables=1)
    page = text_of(desk.get(at(match)))
    assert "t1-h1-high" not in page
    assert "Penalties" not in page
    sent = {"t1-home-final": "7", "t1-away-final": "3", "version": "0", "confirm": "yes"}
    assert desk.post(at(match), sent).status_code == 303
    assert "t1-h1-high" not in text_of(desk.get(at(match)))
    rules = text_of(desk.get(f"/{match.division.season.league.slug}/rules/"))
    assert "The table plays one game each, without a target." in rules
    assert "six cards" not in rules.casefold()


def test_cards_recorded_with_a_hand_outlive_a_correction_elsewhere(desk: Client, match: Match) -> None:
    fields = {**FINALS, **hands_of(1), "version": "0", "confirm": "yes"}
    del fields["t1-away-final"]
    desk.post(at(match), fields)
    hand = Scorecard.objects.get().tables.get(number=1).games.get().hands.get(number=1)
    hand.high_card = "AS"
    hand.save()
    desk.post(at(match), {**fields, "version": "1", "t2-home-final": "9", "reason": "misread"})
    newest = Scorecard.objects.get(is_confirmed=True)
    assert newest.tables.get(number=1).games.get().hands.get(number=1).high_card == "AS"


def test_a_table_given_as_a_walkover_needs_no_score(desk: Client, match: Match) -> None:
    a_walkover(match, table=4)
    fields = {name: text for name, text in FINALS.items() if not name.startswith("t4")}
    assert desk.post(at(match), {**fields, "version": "0", "confirm": "yes"}).status_code == 303


class TestPutRight:
    def test_home_and_away_are_turned_round_with_a_reason(self, desk: Client, match: Match) -> None:
        confirm(desk, match)
        assert desk.get(at(match, "put-right")).status_code == 200
        answer = desk.post(
            at(match, "put-right"), {"what": "turn", "reason": "wrong way round", "version": 1}
        )
        assert (answer.status_code, answer["Location"]) == (303, page_of(match))
        assert sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0].away_score == 15
        history = text_of(desk.get(page_of(match)))
        assert "wrong way round" in history
        assert desk.get(f"{page_of(match)}versions/1/").status_code == 200

    def test_a_result_moves_to_the_return_match(self, desk: Client, match: Match) -> None:
        other = a_match(match.division, "The Shears", "The Fleece", date=match.date + 9 * WEEK, week=10)
        confirm(desk, match)
        page = text_of(desk.get(at(match, "put-right")))
        assert "It was The Shears v The Fleece, Division One" in page
        assert 'name="to"' not in page, "there is one it can be"
        sent = {"what": "move", "reason": "move to another match", "version": 1}
        asked = desk.post(at(match, "put-right"), sent)
        assert "Thu 18 Mar 2027 is still to come. Was this match played early?" in markup(asked)
        assert match.scorecards.get().is_confirmed
        answer = desk.post(at(match, "put-right"), {**sent, "confirm": "sure"})
        assert answer["Location"] == page_of(other)
        assert sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0].away_score == 15
        assert "move to another match" in text_of(desk.get(page_of(other)))

    @pytest.mark.slow
    def test_a_return_match_with_a_result_of_its_own_is_told_before_anything_is_sent(
        self, desk: Client, match: Match
    ) -> None:
        other = a_match(match.division, "The Shears", "The Fleece", date=match.date + 9 * WEEK, week=10)
        confirm(desk, match)
        confirm(desk, other)
        assert "has its own result" in text_of(desk.get(at(match, "put-right")))
        sent = {"what": "move", "reason": "move to another match", "version": 1, "confirm": "sure"}
        answer = desk.post(at(match, "put-right"), sent)
        assert answer.status_code == 422
        assert "The Shears v The Fleece already has its own confirmed result" in markup(answer)

    @pytest.mark.parametrize(
        ("sent", "field"),
        sampled(
            [
                ({"what": "turn", "version": "1"}, "id_reason"),
                ({"what": "upside-down", "reason": "so", "version": "1"}, "id_what_0"),
                ({"what": "move", "reason": "no return match here", "version": "1"}, "id_what_0"),
            ],
            each=3,
        ),
    )
    def test_what_is_missing_is_said(
        self, desk: Client, match: Match, sent: dict[str, str], field: str
    ) -> None:
        confirm(desk, match)
        answer = desk.post(at(match, "put-right"), sent)
        assert answer.status_code == 422
        assert field in alerts(answer)
        assert Scorecard.objects.count() == 1

    @pytest.mark.slow
    def test_a_version_overtaken_is_told(self, desk: Client, match: Match) -> None:
        confirm(desk, match)
        confirm(desk, match, version=1, t1_away_final="2", reason="misread")
        answer = desk.post(at(match, "put-right"), {"what": "turn", "reason": "so", "version": "1"})
        assert answer.status_code == 409
        assert 'name="version" value="2"' in text_of(answer)

    @pytest.mark.slow
    def test_a_match_that_was_not_played_after_all_can_be_postponed_and_entered_again(
        self, desk: Client, match: Match
    ) -> None:
        confirm(desk, match)
        page = re.sub(r"<[^>]+>|\s+", " ", text_of(desk.get(at(match, "put-right"))))
        assert "Taken off, The Fleece lose 8 and" in page
        sent = {"what": "take-off", "reason": "the hall was shut", "version": 1}
        assert desk.post(at(match, "put-right"), sent)["Location"] == page_of(match)
        assert not Scorecard.objects.filter(is_confirmed=True).exists()
        assert Scorecard.objects.get().set_aside_because == "Not played after all: the hall was shut"
        moved = {"move": "yes", "to": match.date + 2 * WEEK, "reason": "the hall was shut"}
        assert desk.post(at(match, "postpone"), moved).status_code == 303
        assert confirm(desk, match, version=1).status_code == 303

    @pytest.mark.slow
    def test_a_result_moves_to_a_tie_of_the_cup_and_back(self, desk: Client, match: Match) -> None:
        cup = a_drawn_cup(match.division.season, "The Fleece", "The Shears", on=match.date + 3 * WEEK)
        tie = Match.with_ties.get(tie__cup=cup)
        again = a_match(match.division, "The Shears", "The Fleece", date=match.date + 9 * WEEK, week=10)
        confirm(desk, match)
        sent = {"what": "move", "reason": "it was the cup", "version": 1, "confirm": "sure"}
        assert "id_to" in alerts(desk.post(at(match, "put-right"), sent)), "two matches fit: which is asked"
        assert desk.post(at(match, "put-right"), {**sent, "to": tie.public_id})["Location"] == page_of(tie)
        assert tie.scorecards.get(is_confirmed=True)
        back = {**sent, "to": again.public_id}
        assert desk.post(at(tie, "put-right"), back)["Location"] == page_of(again)

    def test_without_a_result_it_leads_to_the_sheet(self, desk: Client, match: Match) -> None:
        assert desk.get(at(match, "put-right"))["Location"] == at(match)


GARBAGE = ("\x00", "\ud800", "9" * 5000, "<script>", "h" * 100_000, "-1", "1e9", "٣", " ", "🂡")


@pytest.mark.parametrize(
    "field",
    sampled(
        ["version", "t1-h1-high", "t1-home-final", "t1-home-1", "t1-p1-hand", "remarks", "reason", "t999-x"],
        each=40,
    ),
)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=str(number), marks=() if number % 6 == 0 else pytest.mark.slow)
        for number, text in enumerate(GARBAGE)
    ],
)
def test_garbage_gets_its_sentence(desk: Client, match: Match, field: str, text: str) -> None:
    RuleBook.objects.update(tables=1)  # a short sheet is soon shown
    desk.raise_request_exception = True
    body = "&".join([f"{field}={_quoted(text)}", "confirm=yes"])
    answer = desk.post(at(match), body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (409, 422)
    assert desk.post(
        at(match), body.replace("confirm", "save"), content_type="application/x-www-form-urlencoded"
    ).status_code in (303, 422)
    assert desk.post(
        at(match, "draft"), body, content_type="application/x-www-form-urlencoded"
    ).status_code in (200, 422)
    assert desk.get(at(match)).status_code == 200


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def test_too_many_fields_are_refused_and_nothing_breaks(desk: Client, match: Match) -> None:
    body = "&".join(f"t1-h{number}-high=h" for number in range(20_000))
    answer = desk.post(at(match), body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400


@pytest.mark.parametrize("version", sampled(["", "abc", "-1", "99999999999999999999"], each=4))
def test_a_lost_version_is_asked_for_once_more(desk: Client, match: Match, version: str) -> None:
    answer = desk.post(at(match), {**FINALS, "version": version, "confirm": "yes"})
    assert answer.status_code == 422
    assert 'name="version" value="0"' in text_of(answer)
    assert not Scorecard.objects.exists()


@pytest.mark.parametrize("what", ["entry", "draft", "put-right"])
class TestWhoMay:
    def test_strangers_are_led_to_the_sign_in(self, client: Client, match: Match, what: str) -> None:
        answer = client.post(at(match, what), FINALS)
        assert answer.status_code in (302, 303)
        assert answer["Location"].startswith("/sign-in/")

    def test_the_secretary_of_another_league_is_refused(
        self, client: Client, match: Match, what: str
    ) -> None:
        client.force_login(a_secretary(a_league("Elsewhere League"), "elsewhere"))
        assert client.post(at(match, what), FINALS).status_code == 403

    def test_a_match_of_another_league_is_not_here(self, desk: Client, match: Match, what: str) -> None:
        other = a_match(a_division(a_season(a_league("Elsewhere League"))))
        address = at(match, what).replace(match.public_id, other.public_id)
        assert desk.post(address, FINALS).status_code == 404


def test_the_page_asks_as_often_for_many_names_and_hands_as_for_none(desk: Client, match: Match) -> None:
    """League, session, user, role; the match; cards, draft; registrations, merged records; rulings."""
    with CaptureQueriesContext(connection) as empty:
        desk.get(at(match))
    for number in range(30):
        a_player(match.home, f"Player {number}", match.division.season)
    desk.post(
        at(match), {**hands_of(1), **hands_of(2), "t3-home-1": "Player 3", "version": "0", "save": "yes"}
    )
    with CaptureQueriesContext(connection) as full:
        desk.get(at(match))
    tables = [re.search(r'FROM "(\w+)"', query["sql"])[1] for query in full]
    assert tables == [
        "league_league",
        "django_session",
        "league_user",
        "league_leaguerole",
        "league_match",
        "league_scorecard",
        "league_draft",
        "league_registration",
        "league_player",
        "league_ruling",
        "league_scorecard",  # the others of the night, to jump to, and which of them are in
    ]
    assert len(empty) == len(full)


@pytest.mark.slow
def test_a_season_of_several_games_a_table_has_its_own_sheet(client: Client, db: None) -> None:
    book = RuleBook.objects.create(games_a_table=3, tables=2, target=11, players_a_side=1)
    match = a_match(a_division(a_season(rule_book=book)))
    client.force_login(a_secretary(match.division.season.league))
    page = text_of(client.get(at(match)))
    assert 'name="t2-g3-h11-game"' in page
    fields = {f"t{table}-g{game}-away-final": "5" for table in (1, 2) for game in (1, 2, 3)}
    assert client.post(at(match), {**fields, "version": "0", "confirm": "yes"}).status_code == 303


def test_a_registered_name_becomes_the_player(desk: Client, match: Match) -> None:
    player = a_player(match.home, "Maureen Tighe", match.division.season)
    confirm(desk, match, t1_home_1="maureen tighe", t1_home_2="A Stranger")
    seats = sheet_of(Scorecard.objects.get()).tables[0].games[0].home_pair
    assert [(seat.player, seat.written) for seat in seats] == [(player.pk, ""), (None, "A Stranger")]
    assert Player.objects.count() == 1


def test_a_card_made_elsewhere_can_be_corrected_here(desk: Client, match: Match) -> None:
    a_card(match, (15, 13), (12, 15), None, (15, 8))
    page = text_of(desk.get(at(match)))
    assert 'name="t1-away-final" value="13"' in page
    assert re.search(r'name="t3-not-played" value="yes" checked', page)
