"""Rulings and moved matches: decided once, with a reason, taken back without being forgotten."""

import datetime

import pytest

from league.matches.services import adjust_points, give_walkover, revoke_ruling, withdraw_team
from league.models import Match, Ruling, User
from league.scheduling.services.moves import postpone_match
from league.shared.errors import Refused
from tests.builders import NIGHT, a_card, a_match, a_secretary, an_enrolment

LATER = NIGHT + datetime.timedelta(weeks=3)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def test_a_match_is_given_once(match: Match, secretary: User) -> None:
    give_walkover(match=match, at_fault="a", reason="nobody turned up", by=secretary, on=NIGHT)

    with pytest.raises(Refused, match="already been given as a walkover"):
        give_walkover(match=match, at_fault="h", reason="the other way", by=secretary, on=NIGHT)


def test_a_table_is_given_beside_the_others(match: Match, secretary: User) -> None:
    for table in (3, 4):
        give_walkover(match=match, table=table, at_fault="a", reason="six came", by=secretary, on=NIGHT)

    assert list(match.rulings.values_list("table", flat=True)) == [3, 4]
    with pytest.raises(Refused, match="no table 5: the match has tables 1 to 4"):
        give_walkover(match=match, table=5, at_fault="a", reason="six came", by=secretary, on=NIGHT)


def test_a_walkover_taken_back_stays_on_record_and_can_be_given_again(match: Match, secretary: User) -> None:
    ruling = give_walkover(match=match, at_fault="a", reason="nobody came", by=secretary, on=NIGHT)

    revoke_ruling(ruling=ruling, on=LATER)
    revoke_ruling(ruling=ruling, on=LATER)
    give_walkover(match=match, at_fault="b", reason="neither came", by=secretary, on=LATER)

    assert list(match.rulings.values_list("at_fault", "revoked_on")) == [("a", LATER), ("b", None)]
    match.division.season.league.refresh_from_db()
    assert match.division.season.league.revision == 3


@pytest.mark.parametrize(
    ("halves", "reason", "sentence"), [(0, "late", "Type how many points"), (-4, "  ", "Give the reason")]
)
def test_an_adjustment_needs_points_and_a_reason(
    match: Match, secretary: User, halves: int, reason: str, sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        adjust_points(
            division=match.division, team=match.home, halves=halves, reason=reason, by=secretary, on=NIGHT
        )

    assert not Ruling.objects.exists()


def test_a_team_leaves_once_and_only_from_its_own_division(match: Match, secretary: User) -> None:
    facts = {"division": match.division, "reason": "the pub closed", "by": secretary, "on": NIGHT}
    withdraw_team(team=match.away, **facts)

    with pytest.raises(Refused, match="has already withdrawn"):
        withdraw_team(team=match.away, **facts)
    stranger = an_enrolment(match.division, "Station Tap")
    stranger.delete()
    with pytest.raises(Refused, match="does not play in"):
        withdraw_team(team=stranger.team, **facts)


def test_the_first_date_is_kept_however_often_a_match_moves(match: Match) -> None:
    moved = postpone_match(match=match, to=None, reason="snow")
    assert (moved.date, moved.postponed_from) == (None, NIGHT)
    moved = postpone_match(match=match, to=LATER, reason="snow")
    assert (moved.date, moved.postponed_from) == (LATER, NIGHT)
    back = postpone_match(match=match, to=NIGHT, reason="thaw")
    assert (back.date, back.postponed_from, back.postponed_because) == (NIGHT, None, "")


def test_a_match_that_was_played_does_not_move(match: Match) -> None:
    a_card(match, (15, 3), (15, 3), (15, 3), (15, 3))

    with pytest.raises(Refused, match="has a confirmed result"):
        postpone_match(match=match, to=LATER, reason="snow")
