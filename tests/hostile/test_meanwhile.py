"""What others do in the same instant: two at one match, a match that is deleted, nobody waiting for ever."""

import datetime
import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from league.competition.services import bump_revision, count_result
from league.matches import services as rulings
from league.matches.services import adjust_points, give_walkover, revoke_ruling
from league.matches.sheet.values import SeatName, Sheet, SheetGame, SheetTable
from league.models import Draft, Match, Player, Postponement, Ruling, Scorecard, Side, User
from league.results.selectors.scorecards import sheet_of
from league.results.services import scorecards
from league.results.services.drafts import save_draft
from league.results.services.scorecards import confirm_scorecard, move_card, turn_round
from league.scheduling.services.moves import move_venue, postpone_match
from league.scheduling.services.postponements import (
    agree_postponement,
    refuse_postponement,
    request_postponement,
    withdraw_postponement,
)
from league.shared.errors import Refused
from tests.builders import NIGHT, WEEK, a_match, a_player, a_postponement, a_secretary, a_team
from tests.moments import WAIT, assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime.datetime(2027, 1, 15, 9, 30, tzinfo=datetime.UTC)
MONDAY = NIGHT + datetime.timedelta(days=4)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def four_tables(*home_pair: SeatName, loser: int = 9) -> Sheet:
    game = SheetGame(home_score=15, away_score=loser, home_pair=home_pair)
    return Sheet(tables=tuple(SheetTable(number=number, games=(game,)) for number in range(1, 5)))


def confirm(match: Match, by: User, sheet: Sheet | None = None, *, began_from: int = 0) -> Scorecard:
    return confirm_scorecard(match=match, sheet=sheet or four_tables(), by=by, began_from=began_from, now=NOW)


def ask(match: Match, asked_by: Side) -> Postponement:
    return request_postponement(
        match=match, asked_by=asked_by, reason="a wedding", offered=[MONDAY], answer_by=None, by=None, now=NOW
    )


def assert_one_whole_version(match: Match) -> None:
    (card,) = Scorecard.objects.filter(match=match, is_confirmed=True)
    assert [len(table.games) for table in sheet_of(card).tables] == [1, 1, 1, 1]


class TestTakenAway:
    """The match is deleted in the workbench while somebody has its page open."""

    def test_a_result_is_refused_in_a_sentence(self, match: Match, secretary: User) -> None:
        Match.objects.filter(pk=match.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            confirm(match, secretary)

    def test_turning_round_is_refused(self, match: Match, secretary: User) -> None:
        Match.objects.filter(pk=match.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            turn_round(match=match, by=secretary, began_from=1, reason="swapped", now=NOW)

    def test_a_draft_is_refused(self, match: Match, secretary: User) -> None:
        Match.objects.filter(pk=match.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            save_draft(match=match, by=secretary, typed={"remarks": "late"}, began_from=0, now=NOW)

    def test_a_walkover_is_refused(self, match: Match, secretary: User) -> None:
        Match.objects.filter(pk=match.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            give_walkover(match=match, at_fault="h", reason="nobody came", by=secretary, on=NIGHT)

    def test_a_postponement_is_refused(self, match: Match) -> None:
        Match.objects.filter(pk=match.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            postpone_match(match=match, to=NIGHT + WEEK, reason="snow")

    def test_a_player_who_is_gone_is_said(self, match: Match, secretary: User) -> None:
        player = a_player(match.home)
        sheet = four_tables(SeatName(player=player.pk))
        Player.objects.filter(pk=player.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            confirm(match, secretary, sheet)
        assert Scorecard.objects.count() == 0


class TestAtOnce:
    def test_one_confirms_twice(self, match: Match, secretary: User) -> None:
        became = at_once(*[lambda: confirm(match, secretary)] * 4)
        assert_done_or_refused(became, done=4)
        assert_one_whole_version(match)
        assert match.scorecards.count() == 1

    def test_four_secretaries(self, match: Match) -> None:
        league = match.division.season.league
        four = [a_secretary(league, f"secretary-{number}") for number in range(4)]
        acts = [
            lambda by=by, loser=loser: confirm(match, by, four_tables(loser=loser))
            for loser, by in enumerate(four)
        ]
        assert_done_or_refused(at_once(*acts), done=1)
        assert_one_whole_version(match)
        assert match.scorecards.count() == 1

    def test_one_corrects_while_the_other_turns_it_round(self, match: Match, secretary: User) -> None:
        confirm(match, secretary)
        became = at_once(
            lambda: confirm_scorecard(
                match=match,
                sheet=four_tables(loser=3),
                by=secretary,
                began_from=1,
                reason="a 3, not a 9",
                now=NOW,
            ),
            lambda: turn_round(match=match, by=secretary, began_from=1, reason="swapped", now=NOW),
        )
        assert_done_or_refused(became, done=1)
        assert_one_whole_version(match)
        assert match.scorecards.count() == 2

    def test_two_results_change_places(self, secretary: User, match: Match) -> None:
        """Each of the two is moved to the other's match: both are taken, so both are refused."""
        back = a_match(match.division, "The Shears", "The Fleece", week=2)
        for each in (match, back):
            confirm(each, secretary)
        became = at_once(
            *(
                lambda one=one, other=other: move_card(
                    match=one, to=other, by=secretary, began_from=1, reason="mixed up", now=NOW
                )
                for one, other in ((match, back), (back, match)) * 2
            )
        )
        assert_done_or_refused(became, done=0)
        assert_one_whole_version(match)
        assert_one_whole_version(back)

    def test_moved_there_while_somebody_enters_it_there(self, secretary: User, match: Match) -> None:
        back = a_match(match.division, "The Shears", "The Fleece", week=2)
        confirm(match, secretary)
        other = a_secretary(match.division.season.league, "deputy")
        became = at_once(
            lambda: move_card(match=match, to=back, by=secretary, began_from=1, reason="mixed up", now=NOW),
            lambda: confirm(back, other, four_tables(loser=2)),
        )
        assert_done_or_refused(became, done=1)
        assert_one_whole_version(back)

    def test_a_walkover_is_given_once(self, match: Match, secretary: User) -> None:
        became = at_once(
            *[lambda: give_walkover(match=match, at_fault="a", reason="snow", by=secretary, on=NIGHT)] * 4
        )
        assert_done_or_refused(became, done=1)
        assert Ruling.objects.count() == 1

    def test_points_are_taken_once(self, match: Match, secretary: User) -> None:
        became = at_once(
            *[
                lambda: adjust_points(
                    division=match.division,
                    team=match.home,
                    halves=-4,
                    reason="late",
                    by=secretary,
                    on=NIGHT,
                )
            ]
            * 4
        )
        assert_done_or_refused(became, done=1)
        assert Ruling.objects.count() == 1

    def test_a_draft_is_kept_once(self, match: Match, secretary: User) -> None:
        became = at_once(
            *[
                lambda text=text: save_draft(
                    match=match, by=secretary, typed={"remarks": text}, began_from=0, now=NOW
                )
                for text in "abcd"
            ]
        )
        assert_done_or_refused(became, done=4)
        assert Draft.objects.count() == 1

    def test_played_or_put_off_but_never_both(self, match: Match, secretary: User) -> None:
        became = at_once(
            lambda: confirm(match, secretary),
            lambda: postpone_match(match=match, to=NIGHT + WEEK, reason="snow"),
        )
        assert_done_or_refused(became, done=became.count("done"))
        assert_one_whole_version(match)

    def test_both_sides_ask(self, match: Match) -> None:
        became = at_once(*[lambda side=side: ask(match, side) for side in (Side.HOME, Side.AWAY) * 2])
        assert_done_or_refused(became, done=2)
        assert Postponement.objects.count() == 1

    def test_agreed_and_refused_and_taken_back(self, match: Match) -> None:
        request = a_postponement(match)
        became = at_once(
            lambda: agree_postponement(postponement=request, to=MONDAY, now=NOW),
            lambda: refuse_postponement(postponement=request, because="no", now=NOW),
            lambda: withdraw_postponement(postponement=request, now=NOW),
        )
        assert_done_or_refused(became, done=1)
        request.refresh_from_db()
        match.refresh_from_db()
        assert (match.date == MONDAY) == (request.state == Postponement.State.AGREED)

    def test_agreed_twice_at_once(self, match: Match) -> None:
        request = a_postponement(match)
        became = at_once(*[lambda: agree_postponement(postponement=request, to=MONDAY, now=NOW)] * 4)
        assert_done_or_refused(became, done=4)
        match.refresh_from_db()
        assert (match.date, match.postponed_from) == (MONDAY, NIGHT)

    def test_two_matches_want_the_last_tables_of_a_pub(self, match: Match) -> None:
        second = a_team(match.division.season.league, "The Fleece B", pub=match.venue)
        other = a_match(match.division, second, "Packhorse & Drover", week=2)
        requests = [a_postponement(each) for each in (match, other)]
        became = at_once(
            *[
                lambda request=request: agree_postponement(postponement=request, to=MONDAY, now=NOW)
                for request in requests
            ]
        )
        assert_done_or_refused(became, done=1)
        assert Match.objects.filter(date=MONDAY).count() == 1

    def test_one_match_moves_to_a_pub_while_another_moves_to_its_night(self, match: Match) -> None:
        other = a_match(match.division, "Packhorse & Drover", "The Tup and Bell", date=MONDAY, week=2)
        request = a_postponement(match)
        became = at_once(
            lambda: agree_postponement(postponement=request, to=MONDAY, now=NOW),
            lambda: move_venue(match=other, to=match.venue, reason="painters"),
        )
        assert_done_or_refused(became, done=1)

    def test_played_or_agreed_to_move_but_never_both(self, match: Match, secretary: User) -> None:
        request = a_postponement(match)
        became = at_once(
            lambda: confirm(match, secretary),
            lambda: agree_postponement(postponement=request, to=MONDAY, now=NOW),
        )
        assert_done_or_refused(became, done=became.count("done"))
        assert_one_whole_version(match)

    def test_a_match_without_a_date_is_played_while_it_gets_one(self, match: Match, secretary: User) -> None:
        postpone_match(match=match, to=None, reason="snow")
        became = at_once(
            lambda: confirm_scorecard(
                match=match, sheet=four_tables(), by=secretary, began_from=0, now=NOW, played_on=NIGHT + WEEK
            ),
            lambda: postpone_match(match=match, to=NIGHT + 2 * WEEK, reason="agreed"),
        )
        assert_done_or_refused(became, done=became.count("done"))
        match.refresh_from_db()
        assert match.date == (NIGHT + 2 * WEEK if became[1] == "done" else NIGHT + WEEK)


def test_a_ruling_and_a_result_of_one_match_do_not_wait_for_each_other(
    match: Match, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One holds the match and wants the league's revision; the other holds that and wants the match."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    holds_match, holds_revision = threading.Event(), threading.Event()
    bump = bump_revision

    def count_after_the_ruling(*, match: Match) -> None:
        holds_match.set()
        assert holds_revision.wait(timeout=WAIT)
        count_result(match=match)

    def bump_before_the_result(*, league_id: int) -> None:
        assert holds_match.wait(timeout=WAIT)
        bump(league_id=league_id)
        holds_revision.set()

    monkeypatch.setattr(scorecards, "count_result", count_after_the_ruling)
    monkeypatch.setattr(rulings, "bump_revision", bump_before_the_result)
    became = at_once(
        lambda: confirm(match, secretary),
        lambda: give_walkover(match=match, table=2, at_fault="a", reason="left", by=secretary, on=NIGHT),
    )
    assert became == ["done", "done"]


def test_a_walkover_of_a_match_that_is_just_deleted_leads_nowhere(
    client: Client, match: Match, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def while_it_is_deleted(**said: Any) -> Ruling:
        Match.objects.filter(pk=match.pk).delete()
        return give_walkover(**said)

    monkeypatch.setattr("league.standings.views.secretary.give_walkover", while_it_is_deleted)
    client.force_login(secretary)
    address = f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/walkover/"
    assert client.post(address, {"at_fault": "h", "reason": "snow", "early": "on"}).status_code == 404


def test_the_same_points_taken_back_may_be_taken_again(match: Match, secretary: User) -> None:
    details = {
        "division": match.division,
        "team": match.home,
        "halves": -4,
        "reason": "late",
        "by": secretary,
    }
    first = adjust_points(**details, on=NIGHT)
    with pytest.raises(Refused, match="change the reason"):
        adjust_points(**details, on=NIGHT)
    revoke_ruling(ruling=first, on=NIGHT)
    adjust_points(**details, on=NIGHT)
    adjust_points(**details, on=NIGHT + WEEK)
