"""The page of a match: what came of it, how it is made up, hand by hand, and what stood there before."""

import datetime
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.matches.sheet.values import SeatName, Sheet, SheetGame, SheetTable
from league.models import Match, Player
from league.results.pages.match import coming_match
from league.results.pages.replay import swing_of
from league.results.services.scorecards import confirm_scorecard
from league.standings.odds.run_ins import MatchChances
from scoring import AWAY, HOME, NOBODY, variants
from scoring.hands import Hand, HandPenalty
from tests.builders import NIGHT, WEEK, a_card, a_match, a_player, a_secretary, a_walkover
from tests.examples import sampled
from tests.reading import markup

ROWS = ("hhah", "ahna", "hhhh", "aana", "hhnn", "ahna", "hana", "aana", "aa..")
TAKERS = {"h": HOME, "a": AWAY, "n": NOBODY, ".": None}


def hands(rows: tuple[str, ...] = ROWS) -> tuple[Hand, ...]:
    return tuple(Hand(*(TAKERS[mark] for mark in row)) for row in rows)


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return markup(answer).replace("&#x27;", "'")


def words_of(answer: Any) -> str:
    page = re.sub(r"<(style|script).*?</\1>", "", text_of(answer), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


def at(match: Match, rest: str = "") -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/{rest}"


def a_played(match: Match, **player: Any) -> Sheet:
    """Table 1 hand by hand, the others by their finals; one player of the home side registered."""
    maureen = a_player(match.home, "Maureen Tighe", match.division.season, **player)
    table = SheetGame(hands=hands(), home_pair=(SeatName(player=maureen.pk), SeatName(written="A Stranger")))
    others = ((15, 11), (15, 9), (15, 2))
    sheet = Sheet(
        tables=(
            SheetTable(number=1, games=(table,), remarks="the lights went out", private_remarks="the fee"),
            *(
                SheetTable(number=number, games=(SheetGame(home_score=home, away_score=away),))
                for number, (home, away) in enumerate(others, 2)
            ),
        ),
        remarks="a good night",
    )
    confirmed(match, sheet)
    return sheet


def confirmed(match: Match, sheet: Sheet, began_from: int = 0, reason: str = "") -> None:
    keeper = match.division.season.league.roles.first()
    by = keeper.user if keeper else a_secretary(match.division.season.league)
    confirm_scorecard(
        match=match, sheet=sheet, by=by, began_from=began_from, reason=reason, now=timezone.now()
    )


def test_the_result_and_how_it_is_made_up(client: Client, match: Match) -> None:
    a_card(match, (15, 13), (12, 15), (15, 11), (15, 8))
    words = words_of(client.get(at(match)))
    assert "The Fleece v The Shears: 8–2" in words
    assert "Tables 3–1: 6–2" in words
    assert "Game points 57–47: 2 to The Fleece" in words


def test_level_totals_are_shared(client: Client, match: Match) -> None:
    a_card(match, (15, 13), (13, 15), (15, 8), (8, 15))
    assert "Game points 51–51: 1 each" in words_of(client.get(at(match)))


def test_a_table_is_replayed_hand_by_hand_by_links(client: Client, match: Match) -> None:
    a_played(match)
    page = text_of(client.get(at(match, "?table=1&hand=6")))
    assert "Hand 6 of 9" in page
    assert 'href="?table=1&amp;hand=5#replay"' in page
    assert 'href="?table=1&amp;hand=7#replay"' in page
    assert "Home 11, away 8, playing to 15" in page
    assert "not needed" in page
    assert "The Shears won in 9 hands, coming from 3–8 down." in words_of(client.get(at(match)))


def test_hand_by_hand_says_who_was_likelier_to_win_and_which_hand_tipped_it(
    client: Client, match: Match
) -> None:
    a_played(match)
    page = client.get(at(match, "?table=1"))
    rows = re.findall(r'<td class="num chance">(.*?)</td>', text_of(page), re.S)
    likelier = [re.findall(r"mark-(home|away)", row) for row in rows]
    assert likelier == [["home"]] * 7 + [["away"], []], "and nobody once the game is over"
    assert re.search(r"Hand \d tipped it: their chance of a win rose from \d+ % to \d+ %\.", words_of(page))


@pytest.mark.parametrize(
    "asked",
    sampled(["?table=2", "?table=99", "?table=x&hand=y", "?hand=-1", "?game=7", "?table=1&hand=999"], each=3),
)
def test_what_nobody_wrote_down_leaves_the_replay_out_or_at_its_end(
    client: Client, match: Match, asked: str
) -> None:
    a_played(match)
    page = text_of(client.get(at(match, asked)))
    assert ("Hand 9 of 9" in page) or ('id="replay"' not in page)


def test_the_swing_is_told_in_words_too(client: Client, match: Match) -> None:
    a_played(match)
    page = text_of(client.get(at(match)))
    assert "The lead of The Fleece over The Shears after each hand: +2, +1, +5, +2, +4, +3, +2," in page


def test_the_swing_adds_up_all_tables_and_ends_each_where_it_ended() -> None:
    tables = tuple(
        SheetTable(number=number, games=(SheetGame(hands=hands(rows)),))
        for number, rows in enumerate((("hhhh",) * 3 + ("hhh.",), ("aaaa", "hhhh"), ROWS), 1)
    )
    swing = swing_of(Sheet(tables=tables), variants.get("heckmondwike").rules)
    assert swing is not None
    assert swing.leads[:3] == (0, 2, 9)
    assert [(table, hand) for hand, table, _ in swing.ends] == [(2, 2), (1, 4), (3, 9)]


def test_a_penalty_stands_with_its_hand(client: Client, match: Match) -> None:
    rows = list(hands(("hhhh", "hhhh", "hhhh", "....")))
    rows[3] = replace(rows[3], penalties=(HandPenalty(HOME, 4, "partner looked before the pitch"),))
    tables = [SheetTable(number=1, games=(SheetGame(hands=tuple(rows)),))]
    tables += [SheetTable(number=n, games=(SheetGame(home_score=15, away_score=n),)) for n in (2, 3, 4)]
    confirmed(match, Sheet(tables=tuple(tables)))
    words = words_of(client.get(at(match)))
    assert "Penalty in hand 4: 4 to The Fleece, partner looked before the pitch" in words


def test_remarks_are_public_and_private_ones_the_secretarys(client: Client, match: Match) -> None:
    a_played(match)
    public = words_of(client.get(at(match)))
    assert "a good night" in public
    assert "the lights went out" in public
    assert "the fee" not in public
    client.force_login(match.division.season.league.roles.get().user)
    assert "the fee" in words_of(client.get(at(match)))


def test_players_are_linked_and_strangers_kept_as_written(client: Client, match: Match) -> None:
    a_played(match)
    page = text_of(client.get(at(match)))
    player = Player.objects.get()
    assert f'/players/{player.public_id}/">Maureen Tighe</a>' in page
    assert "A Stranger" in page


def test_a_player_is_shown_as_he_chose(client: Client, match: Match) -> None:
    a_played(match, shown=Player.Shown.HIDDEN)
    assert "Maureen" not in text_of(client.get(at(match)))


def test_an_older_version_stays_readable_with_the_reason_it_went(client: Client, match: Match) -> None:
    sheet = a_played(match)
    corrected = replace(
        sheet,
        tables=(*sheet.tables[:3], SheetTable(number=4, games=(SheetGame(home_score=2, away_score=15),))),
    )
    confirmed(match, corrected, began_from=1, reason="table 4 was the other way round")
    now = words_of(client.get(at(match)))
    assert "6–4" in now or "Tables 2–2" in now
    assert "Version 1" in now
    before = words_of(client.get(at(match, "versions/1/")))
    assert "Tables 3–1" in before
    assert "no longer counts. Version 2 took its place: table 4 was the other way round" in before
    assert client.get(at(match, "versions/9/")).status_code == 404


def test_a_walkover_says_so_and_why(client: Client, match: Match) -> None:
    a_walkover(match, "a", reason="nobody could raise a team")
    words = words_of(client.get(at(match)))
    assert "10" in words
    assert "Walkover for The Fleece : nobody could raise a team" in words


def test_a_table_given_and_a_table_not_played_are_told_apart(client: Client, match: Match) -> None:
    a_card(match, (15, 13), (12, 15), None, None)
    a_walkover(match, "h", table=3, reason="one of the hosts went home")
    words = words_of(client.get(at(match)))
    assert "Walkover for The Shears one of the hosts went home" in words
    assert "Not played" in words


def test_a_match_put_off_says_from_when_and_why(client: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(date=None, postponed_from=NIGHT, postponed_because="snow")
    words = words_of(client.get(at(match)))
    assert "No new date yet Postponed from Thu 14 Jan 2027: snow." in words
    assert "Add to calendar" not in words


@pytest.mark.parametrize(("days", "is_said"), [(7, True), (-1, False)])
def test_only_a_match_to_come_has_a_chance_of_a_win(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch, days: int, is_said: bool
) -> None:
    def known(*asked: Any, **named: Any) -> Any:
        return {**coming_match(*asked, **named), "chances": MatchChances(home=45, drawn=5, away=50)}

    monkeypatch.setattr("league.results.views.public.coming_match", known)
    Match.objects.filter(pk=match.pk).update(date=timezone.localdate() + datetime.timedelta(days=days))
    assert ("Chance of a win" in words_of(client.get(at(match)))) is is_said


def test_a_match_to_come_says_what_is_known_of_both_sides(client: Client, match: Match) -> None:
    a_card(match, (15, 13), (15, 12), (15, 11), (8, 15))
    coming = a_match(match.division, "The Shears", "The Fleece", date=timezone.localdate() + WEEK, week=18)
    with CaptureQueriesContext(connection) as first:
        words = words_of(client.get(at(coming)))
    assert "week 18 of 18" in words
    assert "1st" in words.split("The Fleece", 2)[2]
    assert "The Fleece have won the only meeting" in words
    assert "Chance of a win" not in words, "Nobody can say after one week."
    a_card(a_match(match.division, date=NIGHT + WEEK, week=2), (15, 13), (15, 12), (15, 11), (15, 2))
    with CaptureQueriesContext(connection) as second:
        assert "The Fleece have won both earlier meetings" in words_of(client.get(at(coming)))
    assert len(second) == len(first)


def test_a_match_to_come_can_be_added_to_a_calendar(client: Client, match: Match) -> None:
    league = match.division.season.league
    answer = client.get(f"/{league.slug}/feeds/matches/{match.public_id}.ics")
    assert answer.content.decode().count("BEGIN:VEVENT") == 1
    assert f"UID:{match.public_id}@pegboard" in answer.content.decode()
    assert client.get(f"/{league.slug}/feeds/matches/zzzzzzzz.ics").status_code == 404


def test_a_match_to_come_says_when_and_where(client: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(date=timezone.localdate() + WEEK)
    words = words_of(client.get(at(match)))
    assert "8.30 pm The Fleece" in words
    assert "Directions Add to calendar" in words
    assert "They have not met before." in words
    assert "Score sheet" in words
    assert "Enter result" not in words


def test_only_the_secretary_is_led_to_the_desk(client: Client, match: Match) -> None:
    client.force_login(a_secretary(match.division.season.league))
    assert "Enter result" in words_of(client.get(at(match)))


def test_a_match_of_another_league_is_not_here(client: Client, match: Match) -> None:
    assert client.get(at(match).replace(match.public_id, "zzzz9999")).status_code == 404


def test_the_page_asks_as_often_for_a_full_sheet_as_for_finals(client: Client, match: Match) -> None:
    """League; which division; what is being played; the match, its line, its division, its cards, who signed;
    five for the sheet; its players; who keeps a name back, for names written and for remarks; requests."""
    a_played(match)
    other = a_match(match.division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    finals = tuple(
        SheetTable(number=n, games=(SheetGame(home_score=15, away_score=n),)) for n in (1, 2, 3, 4)
    )
    confirmed(other, Sheet(tables=finals))
    with CaptureQueriesContext(connection) as full:
        client.get(at(match))
    with CaptureQueriesContext(connection) as bare:
        client.get(at(other))
    tables = [re.search(r'FROM "(\w+)"', query["sql"])[1] for query in full]
    assert tables == [
        "league_league",
        "league_match",
        "league_match",
        "league_match",
        "league_match",
        "league_division",
        "league_scorecard",
        "league_signature",
        "league_matchtable",
        "league_game",
        "league_seat",
        "league_handresult",
        "league_penalty",
        "league_player",
        "league_player",
        "league_postponement",
        "league_player",
    ]
    assert len(bare) == len(full) - 3, "no names, no remarks: nobody to look up, or to keep back"
