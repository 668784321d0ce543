"""Confirming a night's sheet: whole or not at all, once, by one person at a time, never overwritten."""

import datetime
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from league.matches.sheet.values import SeatName, Sheet, SheetGame, SheetTable
from league.models import Draft, Game, HandResult, Match, RuleBook, Scorecard, User
from league.results.selectors.scorecards import sheet_of
from league.results.services import scorecards
from league.results.services.drafts import save_draft
from league.results.services.scorecards import (
    ReasonRequired,
    SheetRefused,
    StaleCard,
    confirm_scorecard,
    move_card,
    turn_round,
)
from league.shared.errors import Refused
from scoring import AWAY, HOME, NOBODY
from scoring.hands import Hand as ScoredHand
from scoring.hands import HandPenalty
from tests.builders import a_division, a_match, a_player, a_season, a_secretary

NOW = datetime.datetime(2027, 1, 15, 9, 30, tzinfo=datetime.UTC)

ALL_FOUR = ScoredHand(high=HOME, low=HOME, jack=HOME, game=HOME)
LAST_HAND = ScoredHand(high=HOME, low=AWAY, jack=HOME, game=HOME)  # 12-0: High, Jack, Game are three


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def finals(*scores: tuple[int, int] | None) -> Sheet:
    """A sheet with four final scores and nothing else."""
    return Sheet(
        tables=tuple(
            SheetTable(number=number, is_played=False)
            if score is None
            else SheetTable(number=number, games=(SheetGame(home_score=score[0], away_score=score[1]),))
            for number, score in enumerate(scores, start=1)
        )
    )


NIGHT = finals((15, 13), (12, 15), (15, 11), (15, 8))


def with_hands(*hands: ScoredHand) -> Sheet:
    """The night, with the hands of table 1."""
    first = SheetTable(number=1, games=(SheetGame(hands=hands),))
    return replace(NIGHT, tables=(first, *NIGHT.tables[1:]))


def confirm(match: Match, sheet: Sheet, by: User, *, began_from: int = 0, reason: str = "") -> Scorecard:
    return confirm_scorecard(match=match, sheet=sheet, by=by, began_from=began_from, reason=reason, now=NOW)


def test_a_confirmed_sheet_reads_back_as_it_was_written(match: Match, secretary: User) -> None:
    team = match.home
    senior = a_player(team, "Jack Hirst", told_apart_by="senior")
    sheet = with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND)
    game = replace(
        sheet.tables[0].games[0],
        home_pair=(SeatName(player=senior.pk), SeatName(written="Somebody New")),
        first_pitch=AWAY,
    )
    table = replace(sheet.tables[0], games=(game,), remarks="Started late.", private_remarks="They rowed.")
    sheet = replace(sheet, tables=(table, *sheet.tables[1:]), remarks="A good night.")

    card = confirm(match, sheet, secretary)

    read = sheet_of(card)
    assert (read.tables[0].games[0].home_score, read.tables[0].games[0].away_score) == (15, 1)
    assert read.tables[0].games[0].hands == game.hands
    assert read.tables[0].games[0].home_pair == game.home_pair
    assert read.tables[0].games[0].first_pitch == AWAY
    assert read.tables[0].private_remarks == "They rowed."
    assert read.remarks == "A good night."


def test_the_winners_score_follows_from_the_losers(match: Match, secretary: User) -> None:
    sheet = Sheet(
        tables=(
            SheetTable(number=1, games=(SheetGame(home_score=9),)),
            SheetTable(number=2, games=(SheetGame(away_score=0),)),
            *NIGHT.tables[2:],
        )
    )

    confirm(match, sheet, secretary)

    scores = Game.objects.order_by("table__number").values_list("home_score", "away_score")
    assert list(scores[:2]) == [(9, 15), (15, 0)]


def test_a_penalty_is_kept_with_its_hand(match: Match, secretary: User) -> None:
    peeked = replace(ALL_FOUR, penalties=(HandPenalty(AWAY, 4, "looked before the pitch"),))

    card = confirm(match, with_hands(ALL_FOUR, peeked, ALL_FOUR, LAST_HAND), secretary)

    assert sheet_of(card).tables[0].games[0].away_score == 5
    assert sheet_of(card).tables[0].games[0].hands[1] == peeked


def test_a_table_not_played_has_no_score(match: Match, secretary: User) -> None:
    card = confirm(match, finals((15, 13), (12, 15), None, (15, 8)), secretary)

    assert [table.is_played for table in card.tables.all()] == [True, True, False, True]
    assert card.tables.get(number=3).games.count() == 0


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        (finals((15, 15), (12, 15), (15, 11), (15, 8)), "Table 1: 15-15 is no final score"),
        (finals((14, 13), (12, 15), (15, 11), (15, 8)), "Table 1: 14-13 is no final score"),
        (finals((16, 13), (12, 15), (15, 11), (15, 8)), "Table 1: 16-13 is no final score"),
        (with_hands(ALL_FOUR), "Table 1 stands at 4-0 after hand 1 and nobody has won yet"),
        (with_hands(replace(ALL_FOUR, high=NOBODY)), "High always goes to a side"),
        (Sheet(tables=(SheetTable(number=1), *NIGHT.tables[1:])), "Table 1 has no score yet"),
        (replace(NIGHT, tables=NIGHT.tables[:3]), "Table 4 has no score yet"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_written(
    match: Match, secretary: User, sheet: Sheet, sentence: str
) -> None:
    with pytest.raises(SheetRefused, match=sentence):
        confirm(match, sheet, secretary)

    assert not Scorecard.objects.exists()


def test_totals_that_differ_from_the_hands_are_refused_with_both(match: Match, secretary: User) -> None:
    sheet = with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND)
    game = replace(sheet.tables[0].games[0], home_score=15, away_score=3)
    sheet = replace(sheet, tables=(replace(sheet.tables[0], games=(game,)), *sheet.tables[1:]))

    with pytest.raises(SheetRefused, match="the sheet says 15-3, its hands give 15-1"):
        confirm(match, sheet, secretary)


def test_the_same_sheet_twice_is_one_version(match: Match, secretary: User) -> None:
    first = confirm(match, with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND), secretary)
    second = confirm(match, with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND), secretary)

    assert first == second
    assert match.scorecards.count() == 1


def test_a_correction_is_a_new_version_with_a_reason_and_the_old_one_stays(
    match: Match, secretary: User
) -> None:
    confirm(match, NIGHT, secretary)
    right = finals((15, 13), (12, 15), (15, 11), (8, 15))

    with pytest.raises(ReasonRequired):
        confirm(match, right, secretary, began_from=1)
    card = confirm(match, right, secretary, began_from=1, reason="Table 4 was the other way round")

    old = match.scorecards.get(version=1)
    assert (card.version, card.is_confirmed, card.reason) == (2, True, "Table 4 was the other way round")
    assert (old.is_confirmed, old.set_aside_at) == (False, NOW)
    assert sheet_of(old) == NIGHT


def test_the_second_secretary_is_told_what_changed(match: Match, secretary: User) -> None:
    deputy = a_secretary(match.division.season.league, "deputy")
    first = confirm(match, NIGHT, secretary)

    with pytest.raises(StaleCard) as refusal:
        confirm(match, finals((15, 13), (12, 15), (15, 11), (15, 9)), deputy)

    assert refusal.value.current == first
    assert sheet_of(match.scorecards.get(is_confirmed=True)) == NIGHT


def test_confirming_ends_ones_own_draft_only(match: Match, secretary: User) -> None:
    deputy = a_secretary(match.division.season.league, "deputy")
    for user in (secretary, deputy):
        save_draft(match=match, by=user, typed={"t1-home-final": "9"}, began_from=0, now=NOW)

    confirm(match, NIGHT, secretary)

    assert [draft.user for draft in Draft.objects.all()] == [deputy]


def test_the_pages_learn_of_every_change(match: Match, secretary: User) -> None:
    league = match.division.season.league
    confirm(match, NIGHT, secretary)
    league.refresh_from_db()
    after_first = league.revision
    turn_round(match=match, by=secretary, began_from=1, reason="wrong way round", now=NOW)
    league.refresh_from_db()

    assert (after_first, league.revision) == (1, 2)


def test_turning_round_gives_each_team_the_others_scores_hands_and_seats(
    match: Match, secretary: User
) -> None:
    confirm(match, with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND), secretary)

    card = turn_round(match=match, by=secretary, began_from=1, reason="wrong way round", now=NOW)

    game = sheet_of(card).tables[0].games[0]
    assert (game.home_score, game.away_score) == (1, 15)
    assert game.hands[0] == ScoredHand(high=AWAY, low=AWAY, jack=AWAY, game=AWAY)
    assert card.version == 2


def test_a_card_moves_to_the_return_match_and_each_team_keeps_its_scores(
    match: Match, secretary: User
) -> None:
    back = a_match(match.division, "The Shears", "The Fleece", week=10, date=datetime.date(2027, 4, 1))
    confirm(match, NIGHT, secretary)

    card = move_card(match=match, to=back, by=secretary, began_from=1, reason="wrong night", now=NOW)

    assert sheet_of(card).tables[0].games[0].home_score == 13
    assert not match.scorecards.filter(is_confirmed=True).exists()
    assert "wrong night" in match.scorecards.get().set_aside_because
    with pytest.raises(Refused, match="no confirmed result to move"):
        move_card(match=match, to=back, by=secretary, began_from=1, reason="again", now=NOW)


def test_a_card_moves_only_to_a_match_of_the_same_teams(match: Match, secretary: User) -> None:
    other = a_match(match.division, "Packhorse & Drover", "The Fleece", week=2)
    confirm(match, NIGHT, secretary)

    with pytest.raises(Refused, match="is not another match of"):
        move_card(match=match, to=other, by=secretary, began_from=1, reason="slip", now=NOW)


def test_killed_between_two_tables_nothing_is_left(match: Match, secretary: User) -> None:
    confirm(match, NIGHT, secretary)

    def power_cut(execute: Callable[..., object], sql: str, *arguments: object) -> object:
        if f'INSERT INTO "{HandResult._meta.db_table}"' in sql:
            raise KeyboardInterrupt
        return execute(sql, *arguments)

    with connection.execute_wrapper(power_cut), pytest.raises(KeyboardInterrupt):
        confirm(
            match,
            with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND),
            secretary,
            began_from=1,
            reason="hands",
        )

    assert sheet_of(match.scorecards.get()) == NIGHT
    assert match.scorecards.get().is_confirmed


def test_a_rule_book_of_another_shape_is_obeyed(db: None) -> None:
    """Three tables of three games to 14, Trinidad fashion: nothing knows of four tables or of 15."""
    book = RuleBook.objects.create(
        variant="heckmondwike", target=11, tables=3, games_a_table=3, table_won=0, game_won=2, aggregate=0
    )
    match = a_match(a_division(a_season(rule_book=book)))
    secretary = a_secretary(match.division.season.league)
    table = (
        SheetGame(number=1, home_score=3),
        SheetGame(number=2, away_score=0),
        SheetGame(number=3, away_score=10),
    )
    sheet = Sheet(tables=tuple(SheetTable(number=number, games=table) for number in (1, 2, 3)))

    confirm(match, sheet, secretary)

    assert Game.objects.filter(home_score=11).count() == 6
    assert Game.objects.filter(away_score=11).count() == 3


@pytest.mark.parametrize("has_draft", [False, True])
def test_a_result_costs_nine_statements_at_most_however_many_hands(
    match: Match, secretary: User, has_draft: bool
) -> None:
    match = Match.objects.select_related("home", "away", "division__season__rule_book").get(pk=match.pk)
    sheet = with_hands(ALL_FOUR, ALL_FOUR, ALL_FOUR, LAST_HAND)
    game = replace(sheet.tables[0].games[0], home_pair=(SeatName(written="Somebody New"),))
    sheet = replace(sheet, tables=(replace(sheet.tables[0], games=(game,)), *sheet.tables[1:]))
    if has_draft:
        save_draft(match=match, by=secretary, typed={"remarks": "x"}, began_from=0, now=NOW)
    with CaptureQueriesContext(connection) as spent:
        confirm(match, sheet, secretary)

    statements = [query["sql"].split()[0] for query in spent]
    if connection.vendor == "postgresql":  # the match, locked; SQLite's transaction holds all of it
        assert "FOR NO KEY UPDATE" in spent[1]["sql"]
        del statements[1]
    assert statements == [
        "SAVEPOINT",  # outside of a test: BEGIN
        "SELECT",  # season open, newest version, confirmed or waiting cards, a draft
        *(["DELETE"] if has_draft else []),  # the draft
        "INSERT",  # card
        "INSERT",  # tables
        "INSERT",  # games
        "INSERT",  # seats
        "INSERT",  # hands
        "UPDATE",  # the league's revision, and its division's, unless another match shows the result
        "RELEASE",
    ]


@pytest.mark.django_db(transaction=True)
def test_two_writers_at_the_same_instant_make_one_version() -> None:
    match = a_match()
    league = match.division.season.league
    writers = [a_secretary(league, "secretary"), a_secretary(league, "deputy")]
    sheets = [NIGHT, finals((15, 13), (12, 15), (15, 11), (15, 9))]
    start = threading.Barrier(2)
    outcomes: list[str] = []

    def write(user: User, sheet: Sheet) -> None:
        try:
            start.wait(timeout=10)
            confirm(match, sheet, user)
            outcomes.append("confirmed")
        except StaleCard:
            outcomes.append("told")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=pair) for pair in zip(writers, sheets, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert sorted(outcomes) == ["confirmed", "told"]
    assert Scorecard.objects.filter(match=match).count() == 1
    assert Game.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_a_rival_caught_by_the_database_itself_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """If two ever got past the lock, the constraint of one confirmed card would stop the second."""
    match = a_match()
    secretary = a_secretary(match.division.season.league)
    confirm(match, NIGHT, secretary)
    monkeypatch.setattr(scorecards, "confirmed_card", lambda match: None)
    monkeypatch.setattr(scorecards, "latest_version", lambda match: 0)

    with pytest.raises(Refused, match="Somebody else has saved this result"):
        confirm(match, NIGHT, secretary)

    assert Scorecard.objects.count() == 1
