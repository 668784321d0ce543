"""A pub closes, a team moves: what is still to come follows, what was played stays."""

import datetime

import pytest

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.lists import cups_at
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.services.cups import draw_round, enter_teams, make_cup, set_finals, set_seeds
from league.cups.services.nights import set_tie
from league.cups.services.ties import enter_result, undo_result
from league.cups.ties import Tie
from league.models import Cup, Division, League, Match, Pub, RecordChange, Side, Team, User
from league.records.kinds import PUBS, TEAMS
from league.records.selectors.history import history_of
from league.records.services.records import undo_change
from league.scheduling.services.moves import move_venue
from league.scheduling.services.postponements import request_postponement
from league.season_rollover.pubs.selectors import home_matches, matches_at, moving_matches
from league.season_rollover.pubs.services import close_pub, move_team, open_pub_again
from league.shared.errors import Refused
from tests.builders import (
    CAST,
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_pub,
    a_secretary,
    a_team,
)
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


BY = {"by": None, "now": FRIDAY}


@pytest.fixture
def fleece(division: Division) -> Pub:
    return a_pub(division.season.league)


def proposed(pub: Pub, since: datetime.date = NIGHT, **homes: Pub) -> dict[str, str]:
    """The place proposed for each match, by who visits."""
    at = {a_team(pub.league, name.replace("_", " ")).pk: home for name, home in homes.items()}
    moving = moving_matches(pub.league, matches_at(pub, since), homes=at, closing=pub)
    return {str(one.match.away): str(one.proposed) for one in moving}


def places(pub: Pub, to: Pub | None, since: datetime.date = NIGHT) -> dict[int, Pub | None]:
    return {match.pk: to for match in matches_at(pub, since)}


def close(pub: Pub, to: Pub | None, **said: object) -> int:
    usual = {"on": NIGHT, "reason": "it has closed", "homes": {}, "places": places(pub, to), **BY}
    return close_pub(pub=pub, **(usual | said))


class TestProposed:
    def test_a_pub_with_tables_free_that_is_neithers(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        a_pub(fleece.league, "Neutral Ground")
        assert proposed(fleece) == {"The Shears": "Neutral Ground"}

    def test_the_largest_of_them(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        a_pub(fleece.league, "The Hall", tables=12)
        assert proposed(fleece) == {"The Shears": "The Hall"}

    def test_away_where_nobody_else_has_room(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        Pub.objects.exclude(name="The Shears").update(tables=3)
        assert proposed(fleece) == {"The Shears": "The Shears"}

    def test_nowhere_where_nobody_has_room(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        Pub.objects.update(tables=3)
        assert proposed(fleece) == {"The Shears": "None"}

    def test_its_new_pub_before_all_others(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        a_pub(fleece.league, "The Hall", tables=12)
        home = a_pub(fleece.league, "The Barge")
        assert proposed(fleece, The_Fleece=home) == {"The Shears": "The Barge"}

    def test_two_matches_of_a_night_do_not_take_one_room(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        a_match(division, "Packhorse & Drover", "The Tup and Bell", venue=fleece)
        Pub.objects.exclude(name="The Tup and Bell").update(tables=3)
        a_pub(fleece.league, "The Hall", tables=4)
        assert sorted(proposed(fleece).values()) == ["The Hall", "The Tup and Bell"]

    def test_where_another_match_is_played_that_night_there_is_no_room(
        self, division: Division, fleece: Pub
    ) -> None:
        a_match(division)
        hall = a_pub(fleece.league, "The Hall")
        Pub.objects.exclude(pk=hall.pk).update(tables=3)
        a_match(division, "Packhorse & Drover", "The Tup and Bell", venue=hall)
        assert proposed(fleece) == {"The Shears": "None"}

    def test_only_what_is_still_to_come(self, division: Division, fleece: Pub) -> None:
        a_match(division, date=NIGHT - WEEK)
        a_card(a_match(division, away="Packhorse & Drover", week=2), (15, 9), (15, 9), (15, 9), (15, 9))
        a_match(division, away="The Tup and Bell", week=3, date=None, postponed_from=NIGHT - WEEK)
        assert list(proposed(fleece)) == ["The Tup and Bell"]


class TestClosed:
    def test_its_matches_are_played_elsewhere_with_the_reason(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        hall = a_pub(fleece.league, "The Hall")
        assert close(fleece, hall) == 1
        match.refresh_from_db()
        assert (match.venue, match.venue_because, match.sequence) == (hall, "it has closed", 1)
        fleece.refresh_from_db()
        assert fleece.closed_on == NIGHT

    def test_at_the_teams_new_pub_they_are_at_home(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        barge = a_pub(fleece.league, "The Barge")
        close(fleece, barge, homes={match.home_id: barge})
        match.refresh_from_db()
        assert (match.venue, match.venue_because) == (barge, "")
        assert match.home.pub == barge

    def test_what_has_no_place_yet_stays_where_it_was(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        assert close(fleece, None) == 0
        match.refresh_from_db()
        assert (match.venue, match.sequence) == (fleece, 0)

    def test_nobody_plays_there_any_more(self, division: Division, fleece: Pub) -> None:
        other = a_match(division, "The Shears", "The Tup and Bell")
        close(fleece, None)
        with pytest.raises(Refused, match="The Fleece closed on 14/01/2027"):
            move_venue(match=other, to=fleece, reason="painters")
        early = a_match(division, "The Tup and Bell", "The Shears", week=2, date=NIGHT - WEEK)
        assert move_venue(match=early, to=fleece, reason="painters").venue == fleece

    def test_nor_is_a_match_put_off_to_a_night_there(self, division: Division, fleece: Pub) -> None:
        match = a_match(division, date=NIGHT - WEEK)
        close(fleece, None)
        with pytest.raises(Refused, match="closed on"):
            request_postponement(
                match=match,
                asked_by=Side.AWAY,
                reason="a wedding",
                offered=[NIGHT + WEEK],
                answer_by=None,
                by=None,
                now=FRIDAY - 3 * WEEK,
            )

    def test_matches_that_came_or_went_meanwhile_are_looked_at_again(
        self, division: Division, fleece: Pub
    ) -> None:
        a_match(division)
        looked_at = places(fleece, a_pub(fleece.league, "The Hall"))
        a_match(division, away="The Tup and Bell", week=2, date=NIGHT + WEEK)
        with pytest.raises(Refused, match="since the preview"):
            close(fleece, None, places=looked_at)
        fleece.refresh_from_db()
        assert fleece.closed_on is None

    def test_no_room_is_refused_and_nothing_has_moved(self, division: Division, fleece: Pub) -> None:
        matches = [a_match(division), a_match(division, "Packhorse & Drover", "Station Tap", venue=fleece)]
        hall = a_pub(fleece.league, "The Hall")
        with pytest.raises(Refused, match="The Hall is full"):
            close(fleece, hall)
        for match in matches:
            match.refresh_from_db()
            assert match.venue == fleece

    def test_elsewhere_only_with_a_reason(self, division: Division, fleece: Pub) -> None:
        a_match(division)
        with pytest.raises(Refused, match="Give the reason"):
            close(fleece, a_pub(fleece.league, "The Hall"), reason=" ")

    def test_not_to_a_pub_of_another_league(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        strange = a_pub(a_league("Another League"), "Far Away")
        with pytest.raises(Refused, match="another league"):
            close(fleece, strange)
        with pytest.raises(Refused, match="another league"):
            close(fleece, None, homes={match.home_id: strange})

    def test_open_after_all(self, division: Division, fleece: Pub) -> None:
        close(fleece, None)
        assert open_pub_again(pub=fleece, **BY).closed_on is None


class TestCups:
    """What cups had planned there gets another place; what was played there stays."""

    @pytest.fixture
    def cup(self, division: Division, fleece: Pub) -> Cup:
        """A bracket of four, its final here, and the tie of two others here too."""
        league = fleece.league
        rules = CupRules(drawn_by=DrawnBy.BRACKET, neutral_rounds=1)
        cup = make_cup(season=division.season, name="Knock-out Cup", rules=rules)
        enter_teams(cup=cup, teams=[a_team(league, name) for name in CAST[:4]])
        set_seeds(cup=cup, seeds={1: 1})
        draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
        set_finals(cup=cup, at=fleece, on=NIGHT + 4 * WEEK)
        cup.refresh_from_db()
        return cup

    @staticmethod
    def tie_of(cup: Cup, *, fleece_at_home: bool) -> TieOnPage:
        ties = cup_on_page(Cup.objects.get(pk=cup.pk)).rounds[0].ties
        return next(tie for tie in ties if (tie.tie.home.words == "The Fleece") is fleece_at_home)

    def test_finals_and_ties_move_with_the_choice_that_was_shown(self, cup: Cup, fleece: Pub) -> None:
        tie = self.tie_of(cup, fleece_at_home=False).tie
        place = {"cup": cup, "round_number": 1, "number": tie.number}
        set_tie(**place, date=NIGHT + WEEK, starts_at=None, venue=fleece)
        finals, moved = cups_at(fleece, NIGHT)
        assert [one.words for one in (finals, moved)] == [
            "the finals",
            f"{tie.home.words} v {tie.away.words}",
        ]
        hall = a_pub(fleece.league, "The Hall")
        with pytest.raises(Refused, match="since the preview"):
            close(fleece, None, cup_places={finals.key: hall})
        close(fleece, None, cup_places={finals.key: hall, moved.key: None})
        cup.refresh_from_db()
        assert cup.finals_at == hall
        assert self.tie_of(cup, fleece_at_home=False).venue == tie_pub(cup, tie)
        for again in (
            lambda: set_tie(**place, date=NIGHT + WEEK, starts_at=None, venue=fleece),
            lambda: set_finals(cup=cup, at=fleece, on=None),
        ):
            with pytest.raises(Refused, match="closed on 14/01/2027: nothing is played there any more"):
                again()
        set_tie(**place, date=NIGHT - WEEK, starts_at=None, venue=fleece)

    @pytest.mark.slow
    def test_a_tie_at_home_there_has_no_pub_until_its_team_has(self, cup: Cup, fleece: Pub) -> None:
        home = self.tie_of(cup, fleece_at_home=True)
        assert home.venue == fleece
        close(fleece, None, cup_places={cup.public_id: None})
        home = self.tie_of(cup, fleece_at_home=True)
        assert (home.venue, home.closed_pub) == (None, fleece)
        assert cup_on_page(Cup.objects.get(pk=cup.pk)).rounds[1].ties[0].venue is None

    @pytest.mark.slow
    def test_what_was_played_there_stays_there(self, cup: Cup, fleece: Pub) -> None:
        tie = self.tie_of(cup, fleece_at_home=True).tie
        played = TieResult(round=1, number=tie.number, legs=((15, 9),))
        enter_result(cup=cup, result=played, began_from=None, now=FRIDAY)
        barge = a_pub(fleece.league, "The Barge")
        team = a_team(fleece.league)
        close(fleece, None, homes={team.pk: barge}, cup_places={cup.public_id: barge})
        assert self.tie_of(cup, fleece_at_home=True).venue == fleece
        undo_result(cup=cup, round_number=1, number=tie.number)

    def test_a_pairs_night_moves_too(self, division: Division, fleece: Pub) -> None:
        night = make_cup(season=division.season, name="Pairs Night", kind=Cup.Kind.PAIRS_NIGHT)
        Cup.objects.filter(pk=night.pk).update(finals_at=fleece, finals_on=NIGHT)
        (moving,) = cups_at(fleece, NIGHT)
        assert moving.words == "the whole night"
        hall = a_pub(fleece.league, "The Hall")
        close(fleece, None, cup_places={moving.key: hall})
        night.refresh_from_db()
        assert night.finals_at == hall

    def test_what_is_over_before_it_closes_stays(self, cup: Cup, fleece: Pub) -> None:
        assert cups_at(fleece, NIGHT + 5 * WEEK) == ()
        close(fleece, None, on=NIGHT + 5 * WEEK)
        cup.refresh_from_db()
        assert cup.finals_at == fleece


def tie_pub(cup: Cup, tie: Tie) -> Pub:
    return a_team(cup.season.league, tie.home.words).pub


class TestHistory:
    """Closings, reopenings and moves stand in the history, and are undone exactly."""

    def everything(self) -> list[object]:
        venues = Match.objects.order_by("pk").values_list("venue", "venue_because")
        return [
            list(venues),
            list(Pub.objects.order_by("pk").values()),
            list(Team.objects.order_by("pk").values()),
        ]

    def undo(self, league: League) -> None:
        by = User.objects.first() or a_secretary(league)
        undo_change(change=RecordChange.objects.first(), by=by, now=FRIDAY)

    def test_a_closing_is_undone_with_its_matches_and_teams(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        barge = a_pub(fleece.league, "The Barge", tables=12)
        before = self.everything()
        close(fleece, barge, homes={match.home_id: barge})
        (line,) = history_of(PUBS, fleece.pk)
        assert line.change.after["summary"] == "Closed from 14/01/2027, 1 match moved, 1 team at other pubs"
        self.undo(fleece.league)
        assert self.everything() == before

    def test_a_played_match_stands_in_the_way(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        close(fleece, a_pub(fleece.league, "The Barge", tables=12))
        a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
        before = self.everything()
        with pytest.raises(Refused, match="The Fleece v The Shears has been played at The Barge since"):
            self.undo(fleece.league)
        assert self.everything() == before

    def test_a_reopening_is_undone_while_nothing_is_played_there(
        self, division: Division, fleece: Pub
    ) -> None:
        close(fleece, None)
        open_pub_again(pub=fleece, **BY)
        match = a_match(division)
        with pytest.raises(Refused, match="The Fleece has 1 match from that day on"):
            self.undo(fleece.league)
        match.delete()
        self.undo(fleece.league)
        assert Pub.objects.get(pk=fleece.pk).closed_on == NIGHT

    def test_a_move_is_undone_with_its_home_matches(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        barge = a_pub(fleece.league, "The Barge", tables=12)
        before = self.everything()
        where = {match.pk: barge}
        assert move_team(team=match.home, to=barge, since=NIGHT, places=where, **BY) == 1
        (line,) = history_of(TEAMS, match.home_id)
        assert line.change.after["summary"] == (
            "Moved from The Fleece to The Barge from 14/01/2027, 1 match moved"
        )
        self.undo(fleece.league)
        assert self.everything() == before
        assert Match.objects.get().sequence == match.sequence + 2


class TestTeamMoves:
    def move(self, division: Division, to: Pub, at: Pub | None = None, **said: object) -> int:
        team = a_team(division.season.league)
        where = {match.pk: at or to for match in home_matches(team, NIGHT)}
        return move_team(**({"team": team, "to": to, "since": NIGHT, "places": where, **BY} | said))

    def test_its_home_matches_to_come_move_with_it(self, division: Division, fleece: Pub) -> None:
        before = a_match(division, date=NIGHT - WEEK)
        after = a_match(division, away="The Tup and Bell", week=2)
        away = a_match(division, "The Shears", "The Fleece", week=3)
        barge = a_pub(fleece.league, "The Barge")
        assert self.move(division, barge) == 1
        venues = [Match.objects.get(pk=one.pk).venue.name for one in (before, after, away)]
        assert venues == ["The Fleece", "The Barge", "The Shears"]
        assert a_team(fleece.league).pub == barge

    def test_a_match_that_was_moved_elsewhere_before_stays_there(
        self, division: Division, fleece: Pub
    ) -> None:
        match = a_match(division)
        move_venue(match=match, to=match.away.pub, reason="painters")
        assert self.move(division, a_pub(fleece.league, "The Barge")) == 0

    def test_where_there_is_no_room_it_is_played_elsewhere(self, division: Division, fleece: Pub) -> None:
        match = a_match(division)
        barge, hall = a_pub(fleece.league, "The Barge", tables=2), a_pub(fleece.league, "The Hall")
        with pytest.raises(Refused, match="The Barge has two tables"):
            self.move(division, barge)
        assert self.move(division, barge, hall, reason="the Barge is too small") == 1
        match.refresh_from_db()
        assert (match.venue, match.venue_because) == (hall, "the Barge is too small")

    def test_not_to_where_it_is_nor_where_nobody_is(self, division: Division, fleece: Pub) -> None:
        with pytest.raises(Refused, match="play at The Fleece already"):
            self.move(division, fleece)
        with pytest.raises(Refused, match="no team can move there"):
            self.move(division, a_pub(fleece.league, "The Shut", closed_on=NIGHT))


@pytest.mark.django_db(transaction=True)
def test_two_pubs_that_close_at_once_do_not_fill_one_room_twice() -> None:
    division = a_division(teams=4)
    a_match(division)
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    league = division.season.league
    hall = a_pub(league, "The Hall")
    acts = [lambda pub=pub: close(pub, hall) for pub in Pub.objects.filter(teams__home_matches__isnull=False)]
    assert_done_or_refused(at_once(*acts), done=1)
    assert Match.objects.filter(venue=hall).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_match_moved_by_hand_meanwhile_is_not_moved_again() -> None:
    match = a_match()
    fleece, hall = match.venue, a_pub(match.division.season.league, "The Hall")
    acts = (
        lambda: close(fleece, hall, places={match.pk: hall}),
        lambda: move_venue(match=match, to=match.away.pub, reason="painters"),
    )
    became = at_once(*acts)
    match.refresh_from_db()
    fleece.refresh_from_db()
    assert all(one == "done" or isinstance(one, Refused) for one in became)
    assert match.venue != fleece
    assert (match.venue_because == "painters") or fleece.closed_on == NIGHT


@pytest.mark.django_db(transaction=True)
def test_finals_are_given_to_a_pub_while_it_closes() -> None:
    division = a_division(teams=4)
    cup = make_cup(season=division.season, name="Knock-out Cup", rules=CupRules(neutral_rounds=1))
    hall = a_pub(division.season.league, "The Hall")
    became = at_once(lambda: close(hall, None), lambda: set_finals(cup=cup, at=hall, on=NIGHT))
    assert all(one == "done" or isinstance(one, Refused) for one in became), became
    cup.refresh_from_db()
    hall.refresh_from_db()
    assert (hall.closed_on is None) == (cup.finals_at == hall)
