"""Two records that are one person, names on paper that are a player: joined, and parted again exactly."""

import datetime

import pytest
from django.db.models import ForeignKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Availability, Match, Merge, Player, Registration, Seat
from league.people.pages.player import player_record
from league.registration.services.merges import HELD, merge_players, name_player, undo_merge
from league.registration.unregistered import written_names
from league.shared.errors import Refused
from tests.builders import (
    FRIDAY,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_seat,
    a_secretary,
    a_team,
)
from tests.examples import examples

pytestmark = pytest.mark.django_db
NAMES = ("Jack Hirst", "J. Hirst", "Jacky Hirst", "Zoë Brontë")


@pytest.fixture
def match() -> Match:
    """Four tables, each won; at each another record sits for the home side beside the same partner."""
    match = a_match(a_division(teams=2))
    card = a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    partner = a_player(match.home, "Norman Ackerley", match.division.season)
    for table, name in zip(card.tables.all(), NAMES, strict=True):
        game = table.games.get()
        a_seat(game, a_player(match.home, name, match.division.season), place=1)
        a_seat(game, partner, place=2)
    Seat.objects.create(game=game, side="a", place=1, written="Jon Wild")
    return match


def by(match: Match):
    role = match.division.season.league.roles.first()
    return role.user if role else a_secretary(match.division.season.league)


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def merge(match: Match, kept: str, gone: str) -> Merge:
    return merge_players(kept=player(kept), gone=player(gone), by=by(match), now=FRIDAY)


def everything() -> tuple[object, ...]:
    """All that a merge may touch, row by row."""
    return (
        list(Seat.objects.order_by("pk").values()),
        list(Registration.objects.order_by("pk").values()),
        list(Availability.objects.order_by("pk").values()),
        list(Player.objects.order_by("pk").values()),
    )


def the_whole(match: Match) -> tuple[int, int, int, int]:
    """Games, wins and points of everybody together."""
    totals = [
        player_record(one, season=match.division.season, to_secretary=True).total
        for one in Player.objects.all()
    ]
    return (
        sum(one.played for one in totals),
        sum(total.won for total in totals),
        sum(one.points_for for one in totals),
        sum(one.points_against for one in totals),
    )


def test_a_merged_player_has_done_what_both_had(match):
    merge(match, "Jack Hirst", "J. Hirst")
    record = player_record(player("Jack Hirst"), season=match.division.season, to_secretary=True)
    assert (record.total.played, record.total.won, record.total.points_for) == (2, 1, 27)
    assert [(partner.name, tally.played) for partner, tally in record.partners] == [("Norman Ackerley", 2)]


@settings(
    max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.booleans()), max_size=7))
def test_whatever_is_merged_and_undone_the_whole_stays_and_undoing_all_gives_back_what_was(match, steps):
    before, whole = everything(), the_whole(match)
    standing: list[Merge] = []
    for kept, gone, undoes in steps:
        try:
            if undoes and standing:
                undo_merge(merge=standing[0], now=FRIDAY)
                standing.pop(0)
            else:
                standing.append(merge(match, kept, gone))
        except Refused:
            pass
        assert the_whole(match) == whole
    while standing:
        undo_merge(merge=standing.pop(), now=FRIDAY)
    assert everything() == before


def test_undoing_leaves_what_the_kept_record_has_come_to_since(match):
    done = merge(match, "Jack Hirst", "J. Hirst")
    later = a_match(match.division, "The Shears", "The Fleece", week=2)
    seat = a_seat(a_card(later, (15, 3)).tables.get().games.get(), player("Jack Hirst"), side="a")
    undo_merge(merge=done, now=FRIDAY)
    seat.refresh_from_db()
    assert seat.player == player("Jack Hirst")


def test_the_later_merge_is_undone_first(match):
    first = merge(match, "Jack Hirst", "J. Hirst")
    merge(match, "Jacky Hirst", "Jack Hirst")
    with pytest.raises(Refused, match="merged into Jacky Hirst since: undo that first"):
        undo_merge(merge=first, now=FRIDAY)


def test_what_both_have_stays_where_it_was_and_an_answer_goes_along(match):
    to_come = a_match(match.division, "The Shears", "The Fleece", week=3)
    for name in ("Jack Hirst", "J. Hirst"):
        Availability.objects.create(
            match=to_come, team=match.home, player=player(name), answer="yes", answered_at=FRIDAY
        )
    zoe = Availability.objects.create(
        match=to_come, team=match.home, player=player("Zoë Brontë"), answer="no", answered_at=FRIDAY
    )
    done = merge(match, "Jack Hirst", "J. Hirst")
    assert (done.moved["registration"], done.moved["availability"]) == ([], [])
    assert merge(match, "Jacky Hirst", "Zoë Brontë").moved["availability"] == [zoe.pk]


def test_who_sat_down_together_is_two_people(match):
    before = everything()
    with pytest.raises(Refused, match="sat down at table 1 together, The Fleece v The Shears: they are two"):
        merge(match, "Norman Ackerley", "Jack Hirst")
    assert everything() == before


def test_a_name_kept_back_is_not_shown_by_merging(match):
    Player.objects.filter(name="J. Hirst").update(shown=Player.Shown.HIDDEN)
    with pytest.raises(Refused, match="shown not at all"):
        merge(match, "Jack Hirst", "J. Hirst")
    assert merge(match, "J. Hirst", "Jack Hirst").kept.name == "J. Hirst"


def test_players_of_two_leagues_are_two_people(match):
    other = a_player(a_team(a_league("Four Rivers"), "The Barge"), "Jack Hirst")
    with pytest.raises(Refused, match="plays in another league"):
        merge_players(kept=player("Zoë Brontë"), gone=other, by=by(match), now=FRIDAY)


def test_a_written_name_becomes_a_player_and_what_was_written_again(match):
    jon = a_player(match.away, "John Wild", match.division.season)
    league, before = match.division.season.league, everything()
    (done,) = name_player(
        league=league, team=match.away, written=["Jon Wild"], player=jon, by=by(match), now=FRIDAY
    )
    assert jon.seats.count() == 1
    assert written_names(league).unidentified == ()
    undo_merge(merge=done, now=FRIDAY + datetime.timedelta(days=1))
    assert everything() == before
    undo_merge(merge=done, now=FRIDAY)
    assert everything() == before


def test_a_name_somebody_else_has_sorted_is_said_so(match):
    with pytest.raises(Refused, match="has already been assigned"):
        name_player(
            league=match.division.season.league,
            team=match.home,
            written=["Jon Wild"],
            player=player("Zoë Brontë"),
            by=by(match),
            now=FRIDAY,
        )


def test_everything_that_belongs_to_a_player_goes_with_him():
    """A new model that names a player must say what becomes of it in a merge."""
    names_players = {
        (relation.related_model, relation.field.name)
        for relation in Player._meta.get_fields(include_hidden=True)
        if relation.auto_created and isinstance(getattr(relation, "field", None), ForeignKey)
    }
    left_alone = {(Player, "merged_into"), (Merge, "kept"), (Merge, "gone")}
    assert names_players - left_alone == {(held.model, held.column) for held in HELD.values()}


# --- Who is meant by a name -------------------------------------------------------------------


@pytest.fixture
def names(match):
    """The proposals for a name written for the home side."""
    Seat.objects.filter(written="Jon Wild").delete()

    def proposed(written: str) -> list[tuple[str, str]]:
        game = match.scorecards.get().tables.get(number=2).games.get()
        seat = Seat.objects.create(game=game, side="h", place=3, written=written)
        (found,) = written_names(match.division.season.league).unidentified
        seat.delete()
        return [(str(proposal.player), proposal.why) for proposal in found.proposals]

    return proposed


def test_the_same_name_comes_first_then_the_nearest_spelling(match, names):
    assert names("zoe bronte") == [("Zoë Brontë", "the same name")]
    assert names("Zoe Brontt") == [("Zoë Brontë", "spelt nearly so")]
    assert names("N. Ackerley") == [("Norman Ackerley", "the initials fit")]
    assert names("Somebody Else") == []


def test_the_own_squad_comes_before_the_other_teams(match, names):
    a_player(match.away, "Zoe Brontt", match.division.season)
    a_player(match.away, "Zoe Bronti", match.division.season)
    assert names("Zoe Brontx")[0] == ("Zoë Brontë", "spelt nearly so")
    assert names("Zoe Brontt")[0] == ("Zoe Brontt", "the same name")


def test_a_merged_records_name_and_a_spelling_known_mean_the_player(match, names):
    merge(match, "Zoë Brontë", "Jacky Hirst")
    assert names("Jacky Hirst")[0] == ("Zoë Brontë", "the same name")


def test_of_two_of_one_name_neither_is_taken_for_granted(match, names):
    a_player(match.home, "Zoë Brontë", match.division.season, told_apart_by="junior")
    Seat.objects.create(
        game=match.scorecards.get().tables.get(number=2).games.get(), side="h", place=3, written="Zoe Bronte"
    )
    (found,) = written_names(match.division.season.league).unidentified
    assert len(found.proposals) == 2
    assert found.likely is None


def test_the_queue_takes_as_many_queries_for_many_names(match, django_assert_num_queries):
    for place in range(3, 9):
        game = match.scorecards.get().tables.get(number=1).games.get()
        Seat.objects.create(game=game, side="h", place=place, written=f"Stranger {'abcdefghij'[place]}")
    with django_assert_num_queries(6):
        assert len(written_names(match.division.season.league).unidentified) == 7
