"""Who can play: one answer a player and match, the latest, and the squad in the order a captain asks in."""

import datetime

import pytest

from league.models import Availability, Enrolment, Match, Registration
from league.results.selectors.squads import squad_of
from league.results.services.line_ups import answer_availability
from league.shared.errors import Refused
from tests.builders import a_card, a_match, a_player, a_seat, an_enrolment

NOW = datetime.datetime(2027, 1, 12, 18, 0, tzinfo=datetime.UTC)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def fleece(match: Match) -> Enrolment:
    return an_enrolment(match.division, "The Fleece")


def answer(match: Match, enrolment: Enrolment, player: str, said: str, **rest: bool) -> Availability:
    return answer_availability(match=match, enrolment=enrolment, player=player, answer=said, now=NOW, **rest)


def test_a_later_answer_takes_the_place_of_the_earlier(match, fleece):
    player = a_player(fleece.team, season=fleece.season)
    answer(match, fleece, player.public_id, "no", by_captain=True)
    answer(match, fleece, player.public_id, "yes")
    (kept,) = Availability.objects.values_list("answer", "by_captain")
    assert kept == ("yes", False)


@pytest.mark.parametrize("said", ["", "maybe", "y" * 100])
def test_what_is_no_answer_is_refused(match, fleece, said):
    player = a_player(fleece.team, season=fleece.season)
    with pytest.raises(Refused):
        answer(match, fleece, player.public_id, said)


def test_a_player_of_another_team_cannot_answer_for_this_one(match, fleece):
    stranger = a_player(match.away, "Edna Shaw", fleece.season)
    with pytest.raises(Refused, match="not in the squad"):
        answer(match, fleece, stranger.public_id, "yes")


def test_who_has_left_is_not_asked(match, fleece):
    player = a_player(fleece.team, season=fleece.season)
    Registration.objects.update(left_on=match.date)
    with pytest.raises(Refused, match="not in the squad"):
        answer(match, fleece, player.public_id, "yes")
    assert squad_of(fleece).members == ()


def test_a_match_of_others_is_none_to_answer_for(match, fleece):
    player = a_player(fleece.team, season=fleece.season)
    others = a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    with pytest.raises(Refused, match="not a match of this team"):
        answer(others, fleece, player.public_id, "yes")


def test_who_can_play_stands_first_and_of_those_who_played_last(match, fleece):
    earlier = a_match(match.division, date=match.date - datetime.timedelta(weeks=1), week=2)
    (game,) = a_card(earlier, (15, 9)).tables.get().games.all()
    ada, bea, cy, di, _ = (
        a_player(fleece.team, name, fleece.season) for name in ("Ada", "Bea", "Cy", "Di", "Ed")
    )
    a_seat(game, di)
    for player, said in ((cy, "yes"), (di, "yes"), (bea, "perhaps"), (ada, "no")):
        answer(match, fleece, player.public_id, said)
    squad = squad_of(fleece, match)
    assert [member.name for member in squad.members] == ["Di", "Cy", "Bea", "Ed", "Ada"]
    assert [one.last_played for one in squad.members][:2] == [earlier.date, None]
    assert [one.name for one in squad.by_name] == ["Ada", "Bea", "Cy", "Di", "Ed"]
    assert [one.name for one in squad.silent] == ["Ed"]


def test_a_squad_takes_three_queries_however_large(match, fleece, django_assert_num_queries):
    for number in range(12):
        a_player(fleece.team, f"Player {number}", fleece.season)
    with django_assert_num_queries(len(["registered players", "who sat down when", "answers"])):
        squad_of(fleece, match)
