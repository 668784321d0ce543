"""Who played in a tie: written down, warned about by the season's rules, two people when records merge."""

import pytest

from league.cups.rules import CupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.seats import cup_tallies, sides_of_tie
from league.cups.services.cups import draw_round, enter_pair, enter_teams, make_cup, undo_draw
from league.cups.services.nights import set_round
from league.cups.services.ties import CupSideNames, seat_players, undo_result
from league.models import Cup, CupSeat, Enrolment, Player, Season
from league.registration.services.merges import merge_players, undo_merge
from league.regulations.selectors.eligibility import match_remarks
from league.shared.errors import Refused
from tests.builders import FRIDAY, NIGHT, WEEK, a_division, a_match, a_player, a_secretary, a_team, regulated
from tests.cups.test_services import home_wins
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db
TODAY = FRIDAY.date()


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


@pytest.fixture
def cup(season: Season) -> Cup:
    return a_drawn_cup(season)


def a_drawn_cup(season: Season) -> Cup:
    """Four teams drawn, the semi-finals on a night."""
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules())
    teams = [one.team for one in Enrolment.objects.filter(season=season).order_by("id")]
    enter_teams(cup=cup, teams=teams)
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None)
    return cup


def tied(season: Season, how: str = "one_team", **more: object) -> None:
    regulated(season.divisions.get(), people={"cup_tied": how, **more})


def entry_of(cup: Cup, round_number: int, number: int, side: str = "home") -> int:
    tie = cup_on_page(cup).bracket.tie(round_number, number)
    return getattr(tie, side).entrant.key


def sit(
    cup: Cup, *players: Player, at: tuple[int, int] = (1, 1), before: tuple[str, ...] = (), **said
) -> None:
    """They play for the first drawn of a tie."""
    named = CupSideNames(players=tuple(player.pk for player in players), **said)
    sides = {entry_of(cup, *at): named}
    seat_players(cup=cup, round_number=at[0], number=at[1], sides=sides, before=before, today=TODAY)


def remarks(cup: Cup, round_number: int, number: int) -> tuple[str, ...]:
    cup = Cup.objects.get(pk=cup.pk)
    page = cup_on_page(cup, to_secretary=True)
    sides = sides_of_tie(page, page.tie(round_number, number), today=TODAY)
    return tuple(sentence for side in sides for sentence in side.remarks)


def to_the_final(cup: Cup) -> None:
    home_wins(cup, 1, 1)
    home_wins(cup, 1, 2)
    draw_round(cup=cup, round_number=2, lot="a lot", now=FRIDAY)


def test_whoever_played_for_another_is_warned_about_and_plays(cup: Cup, season: Season) -> None:
    tied(season)
    jack = a_player(a_team(season.league), "Jack Hirst")
    sit(cup, jack)
    first = cup_on_page(cup).bracket.tie(1, 1).home.words
    to_the_final(cup)
    final = cup_on_page(cup).bracket.tie(2, 1)
    other = "away" if final.home.words == first else "home"
    named = {entry_of(cup, 2, 1, other): CupSideNames(players=(jack.pk,))}
    seat_players(cup=cup, round_number=2, number=1, sides=named, before=(), today=TODAY)
    assert remarks(cup, 2, 1) == (f"Jack Hirst is cup-tied: played in this cup for {first} in round 1.",)
    assert remarks(cup, 1, 1) == (), "what came later does not tie him"
    assert CupSeat.objects.count() == 2


def test_nobody_is_warned_about_where_the_season_has_no_rule(cup: Cup, season: Season) -> None:
    jack = a_player(a_team(season.league), "Jack Hirst")
    sit(cup, jack)
    sit(cup, jack, at=(1, 2))
    assert remarks(cup, 1, 2) == ()


def test_where_the_season_blocks_nothing_is_written(cup: Cup, season: Season) -> None:
    tied(season, blocked=["cup_tied"])
    jack = a_player(a_team(season.league), "Jack Hirst")
    sit(cup, jack)
    with pytest.raises(Refused, match=r"is cup-tied: played in this cup for .* in round 1"):
        sit(cup, jack, Player.objects.create(league=season.league, name="Amy Pell"), at=(1, 2))
    assert CupSeat.objects.count() == 1


def test_who_has_not_played_in_the_league_is_warned_about(cup: Cup, season: Season) -> None:
    regulated(season.divisions.get(), people={"cup_matches": {"least": 1}, "blocked": ["cup_matches"]})
    with pytest.raises(Refused, match="has played no league matches for"):
        sit(cup, a_player(a_team(season.league), "Jack Hirst"))
    regulated(season.divisions.get(), people={"cup_matches": {"least": 1, "from_round": 2}})
    sit(cup, a_player(a_team(season.league), "Amy Pell"))
    assert remarks(cup, 1, 1) == ()


def test_a_substitute_has_not_played_in_the_cup(cup: Cup, season: Season) -> None:
    tied(season, "fresh_substitutes")
    team = cup_on_page(cup).rounds[0].ties[1].home_team
    own, helps = a_player(team, "Zoë Brontë", season), a_player(a_team(season.league), "Jack Hirst")
    for one in (own, helps):
        sit(cup, one, before=tuple(CupSeat.objects.values_list("player__public_id", flat=True)))
        sit(
            cup,
            one,
            at=(1, 2),
            before=tuple(CupSeat.objects.filter(tie__number=2).values_list("player__public_id", flat=True)),
        )
    (said,) = remarks(cup, 1, 2)
    assert said.startswith("Jack Hirst has played in this cup before, for ")
    assert said.endswith(" in round 1; a substitute has not.")


def test_who_plays_for_one_pub_in_a_cup_plays_for_it_in_the_league(cup: Cup, season: Season) -> None:
    regulated(season.divisions.get(), people={"one_pub": True})
    jack = a_player(a_team(season.league), "Jack Hirst")
    sit(cup, jack)
    team = cup_on_page(cup).rounds[0].ties[0].home_team
    other = cup_on_page(cup).rounds[0].ties[1].home_team
    match = a_match(season.divisions.get(), other, team, date=NIGHT + WEEK)
    match = (
        type(match).objects.select_related("division__season__rule_book", "division__season__league").get()
    )
    assert [(tally.entry, tally.ties) for tally in cup_tallies(jack, to_secretary=False)] == [(team.name, 1)]
    (said,) = match_remarks(match, {"h": [jack.pk], "a": []})["h"]
    assert said.sentence == f"Jack Hirst has played for {team} this season; a player plays for one pub only."


def test_a_pair_is_tied_to_itself(season: Season) -> None:
    tied(season, blocked=["cup_tied"])
    jack = a_player(a_team(season.league), "Jack Hirst", season)
    cup = make_cup(season=season, name="Pairs Cup", rules=CupRules())
    enter_pair(cup=cup, names=("Jack Hirst", "Amy Pell"))
    with pytest.raises(Refused, match="Jack Hirst has entered already, with Amy Pell"):
        enter_pair(cup=cup, names=("Bert Lumb", "Jack Hirst"))
    enter_pair(cup=cup, names=("Bert Lumb", "Carl Dews"))
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    page = cup_on_page(cup, to_secretary=True)
    squads = [side.squad for side in sides_of_tie(page, page.tie(1, 1), today=TODAY)]
    assert sorted(map(len, squads)) == [0, 1]
    assert (jack,) in squads


def test_a_newcomer_gets_a_record(cup: Cup, season: Season) -> None:
    sit(cup, newcomers=("Bert Lumb",))
    assert CupSeat.objects.get().player == Player.objects.get(name="Bert Lumb", league=season.league)


def test_said_again_it_is_once_and_said_otherwise_meanwhile_it_is_refused(cup: Cup, season: Season) -> None:
    jack, amy = (
        Player.objects.create(league=season.league, name=name) for name in ("Jack Hirst", "Amy Pell")
    )
    sit(cup, jack)
    sit(cup, jack)
    with pytest.raises(Refused, match="Somebody else has entered the players"):
        sit(cup, amy)
    sit(cup, amy, before=(jack.public_id,))
    assert CupSeat.objects.get().player == amy


def test_nobody_sits_on_both_sides_nor_where_nobody_plays(cup: Cup, season: Season) -> None:
    jack = Player.objects.create(league=season.league, name="Jack Hirst")
    both = {entry_of(cup, 1, 1, side): CupSideNames(players=(jack.pk,)) for side in ("home", "away")}
    tie = {"cup": cup, "round_number": 1, "number": 1, "before": (), "today": TODAY}
    with pytest.raises(Refused, match="named twice"):
        seat_players(**tie, sides=both)
    with pytest.raises(Refused, match="no longer in the cup"):
        seat_players(**tie, sides={entry_of(cup, 1, 2): CupSideNames(players=(jack.pk,))})
    with pytest.raises(Refused, match="has deleted this"):
        seat_players(**tie, sides={entry_of(cup, 1, 1): CupSideNames(players=(0,))})
    with pytest.raises(Refused, match="no longer in the cup"):
        seat_players(**(tie | {"round_number": 2}), sides={})


def test_they_stay_when_a_result_is_taken_back_and_go_with_the_draw(cup: Cup, season: Season) -> None:
    sit(cup, a_player(a_team(season.league), "Jack Hirst"))
    home_wins(cup, 1, 1)
    undo_result(cup=cup, round_number=1, number=1)
    assert CupSeat.objects.count() == 1
    undo_draw(cup=cup, round_number=1)
    assert not CupSeat.objects.exists()


def test_who_both_sat_in_one_tie_are_two_people(cup: Cup, season: Season) -> None:
    by = a_secretary(season.league)
    jack, john = (
        Player.objects.create(league=season.league, name=name) for name in ("Jack Hirst", "John Hirst")
    )
    sit(cup, jack, john)
    with pytest.raises(Refused, match=r"John Hirst and Jack Hirst played in one tie, .* they are two people"):
        merge_players(kept=jack, gone=john, by=by, now=FRIDAY)
    sit(cup, jack, before=(jack.public_id, john.public_id))
    sit(cup, john, at=(1, 2))
    merge = merge_players(kept=jack, gone=john, by=by, now=FRIDAY)
    assert jack.cup_seats.count() == 2
    undo_merge(merge=merge, now=FRIDAY)
    assert [one.cup_seats.count() for one in (jack, john)] == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_two_say_who_played_at_once() -> None:
    cup = a_drawn_cup(a_division(teams=4).season)
    players = [
        Player.objects.create(league=cup.season.league, name=name) for name in ("Jack Hirst", "Amy Pell")
    ]
    assert_done_or_refused(at_once(*(lambda one=one: sit(cup, one) for one in players)), done=1)
    assert CupSeat.objects.count() == 1
