"""A cup of groups in the league: its matches are planned, its tables follow, its pages say so."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy, GroupRules, Plate
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.cups.selectors.draw_nights import shown_draw
from league.cups.services.cups import (
    draw_round,
    enter_pair,
    enter_teams,
    leave_cup,
    make_cup,
    make_plate,
    undo_draw,
)
from league.cups.services.draw_nights import begin_draw_night, show_next_ball
from league.cups.services.nights import set_round
from league.cups.services.ties import enter_result
from league.models import Cup, Enrolment, Match, Season
from league.results.services.scorecards import confirm_scorecard
from league.scheduling.selectors.season_calendar import cup_nights
from league.scheduling.selectors.tie_nights import spare_nights
from league.shared.errors import Refused
from tests.builders import CAST, FRIDAY, NIGHT, a_division, a_season, a_secretary, a_team
from tests.builders_tables import finals
from tests.examples import sampled

pytestmark = pytest.mark.django_db
WEEK = datetime.timedelta(weeks=1)
HOME_WINS = ((15, 9), (15, 9), (9, 15), (15, 3))
TWO_GROUPS = GroupRules(number=2, through=1)


@pytest.fixture
def season() -> Season:
    return a_season()


def a_cup(season: Season, teams: int = 6, groups: GroupRules = TWO_GROUPS, **rules: object) -> Cup:
    """A cup of groups, drawn and without nights."""
    cup = make_cup(season=season, name="Charity Cup", rules=CupRules(groups=groups, **rules))
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:teams]])
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    return cup


def on_page(cup: Cup) -> CupOnPage:
    return cup_on_page(Cup.objects.select_related("season__league", "season__rule_book").get(pk=cup.pk))


def play_groups(cup: Cup) -> None:
    """Totals for every match of the groups: whoever entered first wins."""
    for each in [tie for page in on_page(cup).group_rounds for tie in page.ties]:
        home, away = each.tie.home.entrant.key, each.tie.away.entrant.key
        score = (15, 5 + away) if home < away else (5 + home, 15)
        result = TieResult(round=each.tie.round, number=each.tie.number, legs=(score,))
        enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)


class TestMatches:
    def test_every_match_of_a_group_is_a_match_on_its_night_and_its_result_goes_to_the_table(
        self, season: Season
    ) -> None:
        cup = a_cup(season)
        for number in (1, 2, 3):
            set_round(cup=cup, round_number=number, date=NIGHT + number * WEEK, starts_at=None)
        assert Match.with_ties.count() == 6
        match = Match.with_ties.select_related(
            "division__season__league", "division__season__rule_book"
        ).first()
        by = a_secretary(season.league)
        confirm_scorecard(match=match, sheet=finals(*HOME_WINS), by=by, began_from=0, now=FRIDAY, reason="")
        rows = [row for each in on_page(cup).groups for row in each.group.rows]
        (winner,) = [row for row in rows if row.row.record.won]
        assert (winner.entrant.name, winner.row.record.score_difference) == (match.home.name, 18)

    def test_all_rounds_get_spare_nights_together_one_after_the_other(
        self, season: Season, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("league.cups.views.cups.league_today", lambda _: FRIDAY.date())
        cup = a_cup(season)
        client.force_login(a_secretary(season.league))
        address = reverse("keep-cup", args=[season.league.slug, cup.public_id])
        page = client.get(address)
        assert page.context["spare"].title == "Groups, rounds 1 to 3"
        shown = page.context["forms"]["nights"].initial["shown"]
        assert client.post(address, {"nights": "", "shown": shown}).status_code == 303
        ties = [each for of_round in on_page(cup).group_rounds for each in of_round.ties]
        assert Match.with_ties.count() == len(ties) == 6
        for entrant in on_page(cup).played.entrants:
            own = [each for each in ties if entrant in (each.tie.home.entrant, each.tie.away.entrant)]
            weeks = [each.date.isocalendar().week for each in own]
            assert len(set(weeks)) == len(weeks) == 2
            assert own == sorted(own, key=lambda each: each.date)

    def test_a_round_between_two_that_have_nights_is_proposed_between_them(self, season: Season) -> None:
        cup = a_cup(season)
        for number, weeks in ((1, 1), (3, 6)):
            set_round(cup=cup, round_number=number, date=NIGHT + weeks * WEEK, starts_at=None)
        spare = spare_nights(on_page(cup), today=FRIDAY.date())
        assert spare.title == "Groups, round 2"
        assert all(NIGHT + WEEK < night.date < NIGHT + 6 * WEEK for night in spare.nights)

    def test_who_leaves_takes_the_matches_along_that_are_not_played(self, season: Season) -> None:
        cup = a_cup(season)
        for number in (1, 2, 3):
            set_round(cup=cup, round_number=number, date=NIGHT + number * WEEK, starts_at=None)
        leaving = on_page(cup).groups[0].group.rows[0].entrant
        leave_cup(cup=cup, number=leaving.key, reason="Their pub has closed.")
        assert Match.with_ties.count() == 4
        assert "Not counted" in {
            each.tie.verdict.words[:11] for page in on_page(cup).rounds for each in page.ties
        }

    def test_a_team_that_leaves_the_season_can_leave_its_group_too(self, client: Client) -> None:
        season = a_division(teams=8).season
        cup = a_cup(season)
        team = cup.entries.order_by("number")[0].team
        Enrolment.objects.filter(team=team).delete()
        client.force_login(a_secretary(season.league))
        page = client.get(reverse("keep-cup", args=[season.league.slug, cup.public_id]))
        (gone,) = page.context["gone"]
        assert (gone.entry.team, gone.effect) == (
            team,
            "They are still in the cup. If they leave, none of their matches in the groups counts.",
        )


class TestDraws:
    @pytest.mark.parametrize("way", sampled(DrawnBy, each=2))
    def test_the_knock_out_is_drawn_once_the_groups_are_complete_and_undone(
        self, season: Season, way: DrawnBy
    ) -> None:
        cup = a_cup(season, drawn_by=way)
        with pytest.raises(Refused, match="matches of the groups are still to be played"):
            draw_round(cup=cup, round_number=4, lot="early", now=FRIDAY)
        play_groups(cup)
        page = on_page(cup)
        assert (page.next_draw, len(page.hat), page.draw_title) == (
            4,
            2,
            "Draw the bracket" if way == "bracket" else "Draw the final",
        )
        draw_round(cup=cup, round_number=4, lot="later", now=FRIDAY)
        final = on_page(cup).bracket.final
        assert {final.home.entrant, final.away.entrant} == set(page.hat)
        undo_draw(cup=cup, round_number=4)
        assert on_page(cup).hat == page.hat
        with pytest.raises(Refused, match="has a result"):
            undo_draw(cup=cup, round_number=1)

    def test_a_draw_night_deals_the_groups_ball_by_ball(self, season: Season) -> None:
        cup = a_cup(season)
        undo_draw(cup=cup, round_number=1)
        begin_draw_night(cup=cup, lot="3 rainy nights")
        for shown in range(3):
            show_next_ball(cup=cup, shown=shown, now=FRIDAY)
        shown = shown_draw(Cup.objects.select_related("season__league").get())
        assert (shown.title, [tie.label for tie in shown.ties]) == ("Groups", ["A", "B"])
        assert [sum(side is not None for side in tie.sides) for tie in shown.ties] == [2, 1]

    def test_the_plate_is_a_knock_out_of_those_who_did_not_come_through(self, season: Season) -> None:
        cup = a_cup(season, plate=Plate.FIRST_ROUND)
        play_groups(cup)
        plate = on_page(make_plate(cup=cup, name="Plate"))
        assert plate.played.rules.groups is None
        assert len(plate.entries) == 4


class TestPages:
    def test_everybody_sees_tables_reasons_and_matches_of_each_group(
        self, season: Season, client: Client
    ) -> None:
        cup = a_cup(season)
        play_groups(cup)
        text = client.get(reverse("cup", args=[season.league.slug, cup.slug])).content.decode()
        assert text.count("Why each stands there") == 2
        assert "In the hat" in text
        assert "Level on points, the score difference counts" in text

    def test_the_secretary_creates_a_cup_of_groups(self, season: Season, client: Client) -> None:
        client.force_login(a_secretary(season.league))
        address = reverse("keep-cups", args=[season.league.slug])
        typed = {
            "name": "Charity Cup",
            "drawn_by": "round",
            "fill": "byes",
            "legs": "1",
            "replays": "0",
            "deciding_games": "1",
            "plate": "none",
            "neutral_rounds": "0",
            "groups": "4",
            "best": "4",
        }
        refused = client.post(address, typed)
        assert "at most 3 of those placed next can go through, not 4" in refused.content.decode()
        assert 'value="4"' in refused.content.decode()
        client.post(address, {**typed, "best": ""})
        assert Cup.objects.get().rules["groups"] == {"number": 4}

    def test_pairs_can_play_groups_too(self, season: Season) -> None:
        cup = make_cup(season=season, name="Pairs", rules=CupRules(groups=TWO_GROUPS))
        for number in range(4):
            enter_pair(cup=cup, names=(f"Ann {number}", f"Bob {number}"))
        draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
        play_groups(cup)
        assert len(on_page(cup).hat) == 2

    def test_a_round_of_all_groups_is_one_night_of_the_season(self, season: Season) -> None:
        cup = a_cup(season)
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None)
        nights = cup_nights(season, season.cups.all())
        assert [night.words for night in nights] == ["Charity Cup, groups, round 1"]

    def test_a_match_of_a_group_takes_one_score_and_can_end_level(
        self, season: Season, client: Client
    ) -> None:
        cup = a_cup(season, replays=1)
        client.force_login(a_secretary(season.league))
        address = reverse("keep-tie", args=[season.league.slug, cup.public_id, 1, 1])
        page = client.get(address).content.decode()
        assert "group A, round 1" in page
        assert "Deciding games" not in page
        assert "Lost by both" in page
        client.post(address, {"result": "", "leg0-0": "12", "leg0-1": "12"})
        assert [row.row.record.drawn for row in on_page(cup).groups[0].group.rows].count(1) == 2
