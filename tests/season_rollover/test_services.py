"""Next season made from this one: with every kind of change, whole or not at all, and thrown away again."""

import datetime

import pytest

from league.competition.services import close_season
from league.models import Charge, Division, Enrolment, Match, Pub, Registration, RuleBook, Season, Team
from league.season_rollover.proposals import Leaves, MovesPub, next_season
from league.season_rollover.selectors import dates_after, final_tables, signed_on, signs_again
from league.season_rollover.services import (
    DivisionInput,
    NextTeam,
    SeasonInput,
    begin_next_season,
    delete_new_season,
)
from league.shared.errors import Refused
from tests.builders import (
    CAST,
    NIGHT,
    a_captain,
    a_division,
    a_league,
    a_match,
    a_player,
    a_pub,
    a_season,
    a_team,
    an_adjustment,
    an_enrolment,
)
from tests.builders_seasons import a_round_robin
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db

FIRST, LAST = datetime.date(2027, 9, 2), datetime.date(2028, 4, 27)


@pytest.fixture
def season() -> Season:
    """Two divisions of four, played out and closed: two would go down, two up."""
    return a_season_of_two()


def a_season_of_two() -> Season:
    season = a_season(a_league())
    for number, (name, teams) in enumerate({"Division One": CAST[:4], "Division Two": CAST[4:8]}.items(), 1):
        division = a_division(season, name, teams=0, position=number, promoted=2, relegated=2)
        for team in teams:
            an_enrolment(division, team)
        a_round_robin(division)
    return close_season(season=season)


def team(season: Season, name: str) -> Team:
    return Team.objects.get(league=season.league, name=name)


def known(season: Season, name: str, division: int = 1, **changes: str) -> NextTeam:
    found = team(season, name)
    return NextTeam(division=division, name=found.name, pub=changes.get("pub", found.pub.name), team=found)


def said(season: Season, *teams: NextTeam, **fields: object) -> SeasonInput:
    usual = {
        "name": "2027-28",
        "starts_on": FIRST,
        "ends_on": LAST,
        "divisions": [DivisionInput(name="Premier", relegated=1), DivisionInput(name="First", promoted=1)],
        "teams": teams or [known(season, "The Fleece"), known(season, "The Shears", 2)],
    }
    return SeasonInput(**(usual | fields))


def begun(season: Season, *teams: NextTeam, **fields: object) -> Season:
    return begin_next_season(season=season, season_input=said(season, *teams, **fields))


def counted() -> list[int]:
    models = (Season, RuleBook, Division, Enrolment, Team, Pub, Registration)
    return [model.objects.count() for model in models]


def test_the_next_one_has_its_divisions_and_its_teams(season: Season) -> None:
    made = begun(season)
    assert (made.slug, made.copied_from, made.is_finished) == ("2027-28", season, False)
    assert [str(enrolment) for enrolment in made.enrolments.order_by("division__position")] == [
        "The Fleece in Premier, 2027-28",
        "The Shears in First, 2027-28",
    ]
    assert list(made.divisions.values_list("position", "promoted", "relegated")) == [(1, 0, 1), (2, 1, 0)]


def test_it_is_played_under_a_rule_book_of_its_own_like_the_last(season: Season) -> None:
    book = season.rule_book
    book.table_won, book.regulations = 6, {"people": {"squad": {"by": "2026-10-31"}}}
    book.save()
    copy = begun(season).rule_book
    assert copy.pk != book.pk
    assert (copy.table_won, copy.regulations) == (6, {"people": {"squad": {"by": "2027-10-31"}}})


def test_captains_go_with_their_teams(season: Season) -> None:
    a_captain(season.divisions.get(position=1), "The Fleece", name="Ann Dyson", phone="01924 000000")
    made = begun(season)
    assert list(made.enrolments.values_list("captain_name", "captain_phone").order_by("pk")) == [
        ("Ann Dyson", "01924 000000"),
        ("", ""),
    ]


def test_registrations_go_on_but_for_those_who_sign_again(season: Season) -> None:
    fleece = team(season, "The Fleece")
    goes_on, anew, left, gone = (a_player(fleece, name, season) for name in ("Al", "Bea", "Cy", "Di"))
    Registration.objects.filter(player=left).update(left_on=NIGHT)
    a_player(team(season, "Station Tap"), "Ed", season)
    gone.merged_into = goes_on
    gone.save()
    made = begun(season, signs_again={(anew.pk, fleece.pk)})
    (one,) = made.registrations.all()
    assert (one.player, one.team, one.registered_on) == (goes_on, fleece, FIRST)


def test_a_team_that_moves_has_moved_and_one_that_joins_is_made(season: Season) -> None:
    made = begun(
        season,
        known(season, "The Fleece", pub="The Shears"),
        known(season, "The Tup and Bell", 2, pub="The Barge"),
        NextTeam(division=2, name="The Barge B", pub="the barge"),
    )
    teams = {enrolment.team.name: enrolment.team.pub.name for enrolment in made.enrolments.all()}
    assert teams == {"The Fleece": "The Shears", "The Tup and Bell": "The Barge", "The Barge B": "The Barge"}
    assert Pub.objects.filter(name__iexact="The Barge").count() == 1


def test_a_team_of_a_pub_that_shares_its_name_stays_there(season: Season) -> None:
    pub = Pub.objects.get(league=season.league, name="The Fleece")
    Pub.objects.create(league=season.league, name="The Fleece", slug="elsewhere", address="Gomersal")
    begun(season)
    assert team(season, "The Fleece").pub == pub
    assert Pub.objects.filter(name="The Fleece").count() == 2


def test_a_new_team_and_its_pub_have_addresses_of_their_own(season: Season) -> None:
    made = begun(season, NextTeam(division=1, name="The Fleece!", pub="The Fleece!"))
    new, old = made.enrolments.get().team, team(season, "The Fleece")
    assert (new.slug, new.pub.slug, old.slug) == ("the-fleece-2", "the-fleece-2", "the-fleece")


def test_a_team_that_was_away_comes_back_as_itself(season: Season) -> None:
    back = a_team(season.league, "The Drystone")
    made = begun(season, NextTeam(division=1, name="The Drystone", pub="The Drystone", team=back))
    assert made.enrolments.get().team == back


class TestRefused:
    """Nothing half-made: whatever cannot be leaves everything as it was."""

    def refuse(self, season: Season, sentence: str, *teams: NextTeam, **fields: object) -> None:
        before = counted()
        pubs = list(Team.objects.order_by("pk").values_list("pub"))
        with pytest.raises(Refused, match=sentence):
            begun(season, *teams, **fields)
        assert counted() == before
        assert list(Team.objects.order_by("pk").values_list("pub")) == pubs

    def test_while_the_season_is_open(self, season: Season) -> None:
        Season.objects.update(is_finished=False)
        self.refuse(season, "still open")

    def test_a_second_time(self, season: Season) -> None:
        begun(season)
        self.refuse(season, "begun already", name="2027-28 again")

    def test_under_a_name_that_is_taken(self, season: Season) -> None:
        self.refuse(season, "of that name already", name="2026-27")

    def test_a_season_that_ends_before_it_starts(self, season: Season) -> None:
        self.refuse(season, "ends before", ends_on=FIRST - datetime.timedelta(days=1))

    def test_a_division_there_is_not(self, season: Season) -> None:
        moves = known(season, "The Fleece", 3, pub="The Shears")
        self.refuse(season, "to play in division 3; there are 2", moves)

    def test_two_divisions_of_one_name(self, season: Season) -> None:
        self.refuse(season, "same name", divisions=[DivisionInput(name="One"), DivisionInput(name="one")])

    def test_two_teams_of_one_name(self, season: Season) -> None:
        twice = NextTeam(division=1, name="Fleece", pub="The Barge")
        self.refuse(season, "tell them apart", known(season, "The Fleece"), twice)

    def test_a_move_to_a_pub_that_has_closed(self, season: Season) -> None:
        a_pub(season.league, "The Shut", closed_on=NIGHT)
        self.refuse(season, "say where The Fleece play", known(season, "The Fleece", pub="The Shut"))

    def test_a_name_no_season_can_have(self, season: Season) -> None:
        self.refuse(season, "at most 40", name="x" * 41)

    def test_no_team_at_all(self, season: Season) -> None:
        self.refuse(season, "a division and a team", teams=[])


class TestThrownAway:
    def test_everything_is_as_it_was(self, season: Season) -> None:
        a_player(team(season, "The Fleece"), "Al", season)
        before = counted()
        made = begun(
            season,
            known(season, "The Fleece", pub="The Shears"),
            NextTeam(division=2, name="The Barge B", pub="The Shears"),
        )
        delete_new_season(season=made)
        assert counted() == before
        assert team(season, "The Fleece").pub.name == "The Fleece"

    def test_then_it_can_be_begun_again(self, season: Season) -> None:
        delete_new_season(season=begun(season))
        assert begun(season).name == "2027-28"

    def test_a_team_somebody_registered_for_elsewhere_stays(self, season: Season) -> None:
        made = begun(season, NextTeam(division=2, name="The Barge B", pub="The Shears"))
        a_player(team(season, "The Barge B"), "Al", season)
        delete_new_season(season=made)
        assert Team.objects.filter(name="The Barge B").exists()

    def test_not_with_a_match(self, season: Season) -> None:
        made = begun(season)
        a_match(made.divisions.get(position=1), away="The Drystone", date=FIRST)
        with pytest.raises(Refused, match="has matches"):
            delete_new_season(season=made)

    def test_not_once_something_was_decided_or_paid(self, season: Season) -> None:
        made = begun(season)
        division = made.divisions.get(position=1)
        ruling = an_adjustment(division, "The Fleece")
        with pytest.raises(Refused, match="decided or paid"):
            delete_new_season(season=made)
        ruling.delete()
        cup = made.cups.create(name="League Cup", slug="league-cup")
        with pytest.raises(Refused, match="it has a cup"):
            delete_new_season(season=made)
        cup.delete()
        fleece = team(season, "The Fleece")
        Charge.objects.create(
            league=season.league, pub=fleece.pub, season=made, kind="fee", pence=500, on=NIGHT, reason="entry"
        )
        with pytest.raises(Refused, match="decided or paid"):
            delete_new_season(season=made)


def test_the_year_goes_up_in_every_name() -> None:
    season = a_season(name="2026-27")
    names = {"2026-27": "2027-28", "1999/00": "2000/01", "Winter 2026": "Winter 2027", "Spring": "Spring"}
    for name, after in names.items():
        season.name = name
        assert dates_after(season).name == after
    assert dates_after(season).starts_on.weekday() == season.starts_on.weekday()


def test_who_signs_again_is_said_with_the_reason(season: Season) -> None:
    fleece, shears, tup = (team(season, name) for name in ("The Fleece", "The Shears", "The Tup and Bell"))
    for number, at in enumerate((fleece, shears, tup)):
        a_player(at, f"Player {number}", season)
    changes = [Leaves(team=fleece.pk), MovesPub(team=shears.pk, to="The Barge")]
    proposal = next_season(final_tables(season), changes)
    reasons = [one.reason for one in signs_again(signed_on(season), proposal, everybody=False)]
    assert reasons == ["The Fleece does not play next season.", "The Shears moves to another pub."]
    assert len(signs_again(signed_on(season), proposal, everybody=True)) == 3


@pytest.mark.django_db(transaction=True)
def test_begun_twice_in_the_same_moment_it_is_begun_once() -> None:
    season = a_season_of_two()
    acts = [lambda name=name: begun(season, name=name) for name in ("2027-28", "27/28")]
    assert_done_or_refused(at_once(*acts), done=1)
    assert season.copies.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_match_planned_while_it_is_thrown_away_keeps_it_or_goes() -> None:
    made = begun(a_season_of_two())
    division = made.divisions.get(position=1)
    home, away = team(made, "The Fleece"), team(made, "The Shears")
    plan = lambda: Match.objects.create(  # noqa: E731
        division=division, week=1, home=home, away=away, venue=home.pub, date=FIRST
    )
    at_once(lambda: delete_new_season(season=made), plan)
    stays = Season.objects.filter(pk=made.pk).exists()
    assert Match.objects.filter(division__season_id=made.pk).exists() is stays
