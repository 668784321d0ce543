"""Cups on their pages: run by the secretary with its buttons, read by everybody."""

import pytest
from django.test import Client
from django.urls import reverse

from league.competition.selectors import league_today
from league.cups.brackets import bracket_of
from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.cups import played_cup
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.nights import set_round
from league.cups.services.ties import enter_result
from league.matches.outcomes import AtFault
from league.models import Cup, Enrolment, Ruling
from league.shared.errors import Refused
from tests.builders import (
    CAST,
    FRIDAY,
    NIGHT,
    WEEK,
    a_division,
    a_drawn_cup,
    a_player,
    a_season,
    a_secretary,
    a_team,
    a_withdrawal,
    regulated,
)
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Cup:
    season = a_division(teams=8).season
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules(replays=1))
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:4]])
    return cup


@pytest.fixture
def secretary(client: Client, cup: Cup) -> Client:
    client.force_login(a_secretary(cup.season.league))
    return client


def kept(cup: Cup, name: str = "keep-cup", *rest: object) -> str:
    return reverse(name, args=[cup.season.league.slug, cup.public_id, *rest])


def in_public(cup: Cup) -> str:
    return reverse("cup", args=[cup.season.league.slug, cup.slug])


def test_a_team_that_has_withdrawn_from_the_season_is_not_offered_nor_entered(
    secretary: Client, cup: Cup
) -> None:
    ruling = a_withdrawal(cup.season.divisions.get(), "The Beehive")
    page = secretary.get(kept(cup))
    assert "the-beehive" not in dict(page.context["forms"]["enter"].fields["teams"].choices)
    with pytest.raises(Refused, match="The Beehive has withdrawn from the season"):
        enter_teams(cup=cup, teams=[ruling.team])
    Ruling.objects.update(revoked_on=NIGHT)
    enter_teams(cup=cup, teams=[ruling.team])


class TestATeamThatLeavesTheSeason:
    """It stays in the cup until whoever runs the cup says so, with one button."""

    def test_it_is_flagged_before_the_draw_and_its_entry_is_deleted(
        self, secretary: Client, cup: Cup
    ) -> None:
        assert not secretary.get(kept(cup)).context["gone"]
        a_withdrawal(cup.season.divisions.get(), CAST[0])
        Enrolment.objects.filter(team__name=CAST[1]).delete()
        page = secretary.get(kept(cup))
        assert f"{CAST[0]} withdrew from the season. They are still entered." in words(page)
        assert f"{CAST[1]} is not in the season any more." in words(page)
        for entry in [team.entry for team in page.context["gone"]]:
            assert f"Delete entry of {entry.name}" in words(page)
            assert secretary.post(kept(cup), {"strike": "", "number": entry.number}).status_code == 303
        assert not secretary.get(kept(cup)).context["gone"]
        assert cup.entries.count() == 2

    def test_after_the_draw_its_tie_becomes_a_walkover(self, secretary: Client, cup: Cup) -> None:
        draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
        a_withdrawal(cup.season.divisions.get(), CAST[0])
        page = secretary.get(kept(cup))
        assert "If they leave, their tie is a walkover." in words(page)
        left = {"leave": "", "who": "1", "reason": page.context["gone"][0].reason}
        assert secretary.post(kept(cup), left).status_code == 303
        assert not secretary.get(kept(cup)).context["gone"]
        assert "withdrew from the season" in words(secretary.get(kept(cup)))
        (given,) = [each.tie for each in cup_on_page(cup).rounds[0].ties if each.tie.is_over]
        assert given.loser.name == CAST[0]

    def test_the_beaten_are_not_flagged_and_a_winner_is_left_out_of_the_next_draw(
        self, secretary: Client, cup: Cup
    ) -> None:
        draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
        for name in CAST[:4]:
            a_withdrawal(cup.season.divisions.get(), name)
        for each in cup_on_page(cup).rounds[0].ties:
            won = TieResult(round=1, number=each.tie.number, legs=((15, 9),))
            enter_result(cup=cup, result=won, began_from=None, now=FRIDAY)
        page = secretary.get(kept(cup))
        winners = {each.tie.winner.name for each in cup_on_page(cup).rounds[0].ties}
        assert {team.entry.name for team in page.context["gone"]} == winners
        assert "the next draw is made without them" in words(page)


def test_a_cup_is_made_entered_drawn_and_played(secretary: Client, cup: Cup) -> None:
    league = cup.season.league
    rules = {
        "drawn_by": "bracket",
        "fill": "byes",
        "legs": "1",
        "replays": "0",
        "deciding_games": "1",
        "plate": "none",
        "neutral_rounds": "1",
    }
    made = secretary.post(reverse("keep-cups", args=[league.slug]), {"name": "Shield", **rules})
    shield = Cup.objects.get(name="Shield")
    assert made.url == kept(shield)
    secretary.post(kept(shield), {"enter": "", "teams": ["the-fleece", "the-shears"]})
    secretary.post(kept(shield), {"pair": "", "first": "Jack Hirst", "second": "Amy Pell"})
    secretary.post(
        kept(shield), {"seeds": "", "seed-1": "1", "seed-2": "", "handicap-1": "", "handicap-2": ""}
    )
    secretary.post(kept(shield), {"draw": "", "number": "1", "lot": "two rainy nights"})
    secretary.post(kept(shield), {"night": "", "number": "1", "date": "2027-01-14", "starts_at": "20:30"})
    tie = kept(shield, "keep-tie", 1, 2)
    assert secretary.get(tie).status_code == 200
    asked = secretary.post(tie, {"result": "", "leg0-0": "15", "leg0-1": "9"})
    assert "Thu 14 Jan 2027 is still to come. Was this tie played early?" in markup(asked)
    secretary.post(tie, {"result": "", "leg0-0": "15", "leg0-1": "9", "early": "on"})
    page = markup(secretary.get(in_public(shield)))
    assert "two rainy nights" in page
    assert "15–9" in page or ">15<" in page
    assert "Thu 14 Jan 2027" in page
    assert "Bye in this round:</b> The Fleece" in page


def test_a_second_leg_typed_before_its_night_is_asked_about(secretary: Client, cup: Cup) -> None:
    drawn = a_drawn_cup(cup.season, "The Fleece", "The Shears")
    drawn.rules |= {"legs": 2}
    drawn.save()
    today = league_today(cup.season.league)
    nights = {"date": today - WEEK, "second_date": today + 3 * WEEK}
    set_round(cup=drawn, round_number=1, starts_at=None, **nights)
    tie = kept(drawn, "keep-tie", 1, 1)
    legs = {"leg0-0": "15", "leg0-1": "9", "leg1-0": "15", "leg1-1": "9"}
    asked = secretary.post(tie, {"result": "", **legs})
    assert asked.status_code == 422
    assert "is still to come. Was this tie played early?" in markup(asked)
    assert secretary.post(tie, {"result": "", **legs, "early": "on"}).status_code == 303


def test_a_walkover_of_a_tie_given_before_its_night_is_asked_about(secretary: Client, cup: Cup) -> None:
    drawn = a_drawn_cup(cup.season, "The Fleece", "The Shears")
    set_round(cup=drawn, round_number=1, starts_at=None, date=league_today(cup.season.league) + WEEK)
    tie = kept(drawn, "keep-tie", 1, 1)
    given = {"result": "", "given": "h", "reason": "They have no side."}
    asked = secretary.post(tie, given)
    assert asked.status_code == 422
    assert "is still to come. Is this tie a walkover already?" in markup(asked)
    assert secretary.post(tie, given | {"early": "on"}).status_code == 303


def test_an_open_draw_is_a_list_of_rounds_and_a_bracket_a_bracket(client: Client, cup: Cup) -> None:
    draw_round(cup=cup, round_number=1, lot="the seven of clubs", now=FRIDAY)
    page, text = markup(client.get(in_public(cup))), client.get(f"{in_public(cup)[:-1]}.txt").content.decode()
    assert 'class="bracket' not in page
    assert "To be drawn: 2 go through." in page
    assert "Final. To be drawn: 2 go through." in text
    shape = client.get(f"/api/v1/leagues/{cup.season.league.slug}/cups/{cup.public_id}").json()
    assert [(each["is_drawn"], each["entrants"]) for each in shape["rounds"]] == [(True, 4), (False, 2)]
    shield = make_cup(season=cup.season, name="Shield", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    enter_teams(cup=shield, teams=[entry.team for entry in cup.entries.all()])
    draw_round(cup=shield, round_number=1, lot="the seven of clubs", now=FRIDAY)
    assert 'class="bracket"' in markup(client.get(in_public(shield)))


RULES = {
    "drawn_by": "round",
    "fill": "byes",
    "legs": "1",
    "replays": "0",
    "deciding_games": "1",
    "plate": "none",
    "neutral_rounds": "0",
}


def test_a_start_by_bands_is_kept_and_stands_for_everybody(secretary: Client, cup: Cup) -> None:
    rules = {**RULES, "bands": "up to 5: 2, up to 10: 4", "by_result": "2"}
    at = reverse("keep-cups", args=[cup.season.league.slug])
    secretary.post(at, {"name": "Bell Cup", **rules})
    bell = Cup.objects.get(name="Bell Cup")
    assert bell.rules["handicap"] == {
        "bands": [{"up_to": 5, "start": 2}, {"up_to": 10, "start": 4}],
        "by_result": 2,
    }
    assert "differ by up to 5 and four points beyond that" in markup(secretary.get(in_public(bell)))


@pytest.mark.parametrize(
    ("said", "sentence"),
    sampled(
        [
            ({"bands": "5: 2"}, "“5: 2” is no band"),
            ({"bands": "up to 5: 2", "each": "1"}, "not by both"),
            ({"by_result": "2"}, "Say what start a handicap gives"),
        ],
        each=3,
    ),
)
def test_a_handicap_that_says_nothing_clear_is_refused(
    secretary: Client, cup: Cup, said: dict[str, str], sentence: str
) -> None:
    at = reverse("keep-cups", args=[cup.season.league.slug])
    answer = secretary.post(at, {"name": "Bell Cup", **RULES, **said})
    assert answer.status_code == 422
    assert sentence in markup(answer)


@pytest.mark.parametrize(
    "sent",
    sampled(
        [
            {"draw": "", "number": "1"},
            {"draw": "", "number": "one", "lot": "a lot"},
            {"strike": "", "number": ""},
            {"enter": "", "teams": ["nobody"]},
            {"seeds": "", "seed-1": "x"},
            {"seeds": "", "seed-1": "1", "seed-2": "1"},
            {"leave": "", "who": "99", "reason": "x"},
            {"night": "", "number": "1", "date": "soon"},
            {"finals": "", "at": "the-moon", "on": ""},
            {"plate": "", "name": "Plate"},
            {"undraw": "", "number": "1"},
            {},
        ],
        each=12,
    ),
)
def test_what_cannot_be_is_refused_with_a_sentence(
    secretary: Client, cup: Cup, sent: dict[str, object]
) -> None:
    answer = secretary.post(kept(cup), sent)
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer) or "trouble" in markup(answer)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    sampled(
        [
            ({"result": "", "leg0-0": "15"}, "both sides"),
            ({"result": ""}, "Type a score"),
            ({"result": "", "given": "h"}, "Give the reason"),
            (
                {"result": "", "leg0-0": "8", "leg0-1": "8", "deciding-0": "1", "deciding-1": "0"},
                "replayed first",
            ),
            ({"result": "", "leg0-0": "x", "leg0-1": "8"}, "Type a number"),
            ({"result": "", "leg0-0": "15", "leg0-1": "8", "began_from": "2027-99-99T00:00"}, ""),
            ({"when": "", "date": "soon"}, "Type a date"),
            ({"back": ""}, "no result to undo"),
            ({}, "Press one of its buttons"),
        ],
        each=9,
    ),
)
def test_a_tie_is_refused_with_a_sentence(
    secretary: Client, cup: Cup, sent: dict[str, str], sentence: str
) -> None:
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    answer = secretary.post(kept(cup, "keep-tie", 1, 1), sent)
    assert answer.status_code == (422 if sentence else 303)
    assert sentence in markup(answer)


def test_the_pages_ask_the_same_of_every_size(
    client: Client, cup: Cup, django_assert_max_num_queries: object
) -> None:
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    with django_assert_max_num_queries(8):
        page = markup(client.get(in_public(cup)))
    assert "Semi-finals" in page
    with django_assert_max_num_queries(6):
        assert "Knock-out Cup" in markup(client.get(reverse("cups", args=[cup.season.league.slug])))


def test_a_tie_of_nobody_is_not_found(secretary: Client, cup: Cup) -> None:
    assert secretary.get(kept(cup, "keep-tie", 1, 1)).status_code == 404


def test_who_played_is_ticked_or_typed_and_whoever_is_tied_is_named(secretary: Client, cup: Cup) -> None:
    season = cup.season
    regulated(season.divisions.get(), people={"cup_tied": "one_team"})
    jack = a_player(a_team(season.league), "Jack Hirst", season)
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    ties = [each.tie for each in cup_on_page(cup).rounds[0].ties]
    place = next(
        (tie.number, side)
        for tie in ties
        for side in ("home", "away")
        if getattr(tie, side).words == "The Fleece"
    )
    own, other = kept(cup, "keep-tie", 1, place[0]), kept(cup, "keep-tie", 1, 3 - place[0])
    assert "Jack Hirst" in markup(secretary.get(own))
    assert secretary.post(own, {"played": "", place[1]: [jack.public_id]}).status_code == 303
    unknown = {"played": "", "home-others": "jack  HIRST, Bert Lumb"}
    refused = secretary.post(other, unknown)
    assert refused.status_code == 422
    page = markup(refused)
    assert "The league knows nobody called Bert Lumb" in page
    assert "jack  HIRST, Bert Lumb" in refused.content.decode(), "nothing typed is lost"
    assert secretary.post(other, {**unknown, "new": "on"}).status_code == 303
    page = markup(secretary.get(other))
    assert "Jack Hirst is cup-tied: played in this cup for The Fleece in round 1." in page
    assert "Bert Lumb" in page


def test_ties_are_numbered_through_the_whole_cup_and_byes_are_not(client: Client) -> None:
    """“winner of tie 1” could be two ties."""
    cup = a_drawn_cup(a_season(), "Anvil", "Bell", "Crown", "Dog", "Elm", on=NIGHT)
    bracket = bracket_of(played_cup(cup))
    assert [[tie.called for tie in one.lines if not tie.is_bye] for one in bracket.rounds] == [
        [1],
        [2, 3],
        [4],
    ]
    assert all(not tie.called for one in bracket.rounds for tie in one.lines if tie.is_bye)
    page = words(client.get(in_public(cup))).split("Cup rules")[0]
    for number in (1, 2, 3, 4):
        assert f"Tie {number} " in page
    assert page.count("Winner of tie 1 ") == 1
    assert "Winner of tie 2 Winner of tie 3" in page
    assert "3 byes" in page


def test_cups_lead_to_the_season_calendar(client: Client) -> None:
    season = a_drawn_cup(a_season(), *CAST[:2], on=NIGHT).season
    main = client.get(f"/{season.league.slug}/cups/").content.decode().partition("<h1")[2]
    assert f'href="/{season.league.slug}/{season.slug}/calendar/"' in main


def test_a_tie_that_nobody_won_is_no_walkover_in_the_bracket(client: Client) -> None:
    cup = a_drawn_cup(a_season(), "Anvil", "Bell", on=NIGHT)
    lost = TieResult(round=1, number=1, at_fault=AtFault.BOTH, reason="Neither came.")
    enter_result(cup=cup, result=lost, began_from=None, now=FRIDAY)
    columns = markup(client.get(in_public(cup))).split('<ol class="bracket">')[1].split("</ol>")[0]
    assert "lost by both" in columns
    assert "walkover" not in columns
