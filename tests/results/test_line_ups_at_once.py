"""Line-ups and answers sent at the same moment: both sides at once, one side twice, a link made twice."""

import datetime

import pytest

from league.messages.services import issue_missing_links
from league.models import Availability, CaptainLink, LineUp, Match, RuleBook, Side
from league.results.services.line_ups import answer_availability, give_line_up
from tests.builders import FRIDAY, a_match, a_player, a_secretary, an_enrolment
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime.datetime(2027, 1, 14, 18, 0, tzinfo=datetime.UTC)


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    RuleBook.objects.update(line_up_order="drawn")
    return Match.objects.select_related("division__season__rule_book", "division__season__league").get(
        pk=match.pk
    )


def give(match: Match, side: Side, *names: str) -> None:
    give_line_up(match=match, side=side, pairs=[[name] for name in names], now=NOW)


def test_both_sides_at_once_are_drawn_and_written_once(match: Match) -> None:
    home, away = (
        lambda: give(match, Side.HOME, "Ada", "Bea", "Cy", "Di"),
        lambda: give(match, Side.AWAY, "Ed", "Flo", "Gus", "Hal"),
    )
    became = at_once(home, away, home, away)
    assert became == ["done"] * 4
    assert match.entries.count() == 8
    assert sorted(LineUp.objects.get(side="a").drawn) == [1, 2, 3, 4]


def test_a_change_in_the_moment_the_other_comes_in_is_kept_whole_or_refused(match: Match) -> None:
    give(match, Side.HOME, "Ada", "Bea", "Cy", "Di")
    became = at_once(
        lambda: give(match, Side.HOME, "Ivy", "Bea", "Cy", "Di"),
        lambda: give(match, Side.AWAY, "Ed", "Flo", "Gus", "Hal"),
    )
    assert_done_or_refused(became, done=became.count("done"))
    assert became[1] == "done"
    first = match.entries.get(table=1, place="home").body["1"]
    assert first == LineUp.objects.get(side="h").pairs[0][0]
    assert match.entries.count() == 8


def test_a_player_and_his_captain_answer_at_once(match: Match) -> None:
    fleece = an_enrolment(match.division, "The Fleece")
    player = a_player(match.home, season=fleece.season)
    details = {"match": match, "enrolment": fleece, "player": player.public_id, "now": NOW}
    became = at_once(
        *[
            lambda by=by: answer_availability(answer="yes", by_captain=by, **details)
            for by in (True, False, True, False)
        ]
    )
    assert became == ["done"] * 4
    assert Availability.objects.count() == 1


def test_two_secretaries_make_the_missing_links_once(match: Match) -> None:
    season = match.division.season
    by = a_secretary(season.league)
    became = at_once(*[lambda: issue_missing_links(season=season, by=by, now=FRIDAY)] * 4)
    assert became == ["done"] * 4
    assert CaptainLink.objects.filter(revoked_at=None).count() == 2
