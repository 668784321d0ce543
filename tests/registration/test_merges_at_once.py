"""Names sorted and records merged in the same instant: each belongs to one player in the end."""

import pytest

from league.models import Match, Merge, Player, Seat
from league.registration.services.merges import merge_players, name_player, undo_merge
from league.registration.services.registrations import sign_on
from tests.builders import FRIDAY, NIGHT, a_card, a_division, a_match, a_player, a_secretary
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    match = a_match(a_division(teams=2))
    game = a_card(match, (15, 9)).tables.get().games.get()
    Seat.objects.create(game=game, side="h", place=1, written="J. Hirst")
    for name in ("Jack Hirst", "Joan Hirst"):
        a_player(match.home, name, match.division.season)
    a_secretary(match.division.season.league)
    return match


def test_two_records_become_each_other_once(match: Match) -> None:
    jack, joan = Player.objects.order_by("name")
    by = match.division.season.league.roles.get().user
    became = at_once(
        lambda: merge_players(kept=jack, gone=joan, by=by, now=FRIDAY),
        lambda: merge_players(kept=joan, gone=jack, by=by, now=FRIDAY),
    )
    assert_done_or_refused(became, done=1)
    assert Player.objects.filter(merged_into=None).count() == 1


def test_a_name_is_sorted_once(match: Match) -> None:
    league = match.division.season.league
    details = {"league": league, "team": match.home, "written": ["J. Hirst"], "by": league.roles.get().user}
    became = at_once(
        *[lambda one=one: name_player(player=one, now=FRIDAY, **details) for one in Player.objects.all()]
    )
    assert_done_or_refused(became, done=1)
    assert Seat.objects.get().player == Merge.objects.get().kept


def test_a_merge_undone_twice_at_once_is_undone(match: Match) -> None:
    jack, joan = Player.objects.order_by("name")
    by = match.division.season.league.roles.get().user
    merge = merge_players(kept=jack, gone=joan, by=by, now=FRIDAY)
    became = at_once(*[lambda: undo_merge(merge=merge, now=FRIDAY)] * 3)
    assert_done_or_refused(became, done=3)
    assert not Player.objects.exclude(merged_into=None).exists()


def test_a_player_signs_on_once_for_a_team(match: Match) -> None:
    player = Player.objects.order_by("name")[0]
    details = {"season": match.division.season, "team": match.away, "player": player, "on": NIGHT}
    at_once(*[lambda: sign_on(**details)] * 3)
    assert player.registrations.filter(team=match.away).count() == 1
    assert player.registrations.filter(left_on=None).count() == 1
