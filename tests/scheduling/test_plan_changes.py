"""Plans changed by hand and undone, requests dropped, and the rest of a season planned again."""

import datetime

import pytest
from django.db.models import Q

from league.models import FixturePlan, Match, Notice, Season
from league.scheduling.planner.by_hand import Act, ChangeByHand
from league.scheduling.planner.task import Meeting, parse_plan
from league.scheduling.selectors.initial_requests import ReplanStart, lost_nights, requests_for_replan
from league.scheduling.services.changes import change_by_hand, drop_request, plan_again, undo_change
from league.scheduling.services.publishing import publish_plan
from league.scheduling.services.publishing_letters import TeamAddresses
from league.scheduling.services.searches import run_search
from league.shared.errors import Refused
from tests.builders import a_captain, a_card, a_division, a_pub, a_withdrawal
from tests.moments import assert_done_or_refused, at_once
from tests.scheduling.search_once import NOW, clock
from tests.scheduling.test_plan_services import published, searched

pytestmark = pytest.mark.django_db
WEEK = datetime.timedelta(weeks=1)
REQUEST = '[[wish]]\nteam = "The Fleece"\nwhere = "{}"\non = [2026-09-03]\nmust = true\n'


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


def turned(plan: FixturePlan) -> ChangeByHand:
    """Home and away of the list's first match changed, here and in the return."""
    return ChangeByHand(act=Act.SIDES, meeting=first_of(plan), returns=True)


def first_of(plan: FixturePlan) -> Meeting:
    return parse_plan(plan.best).meetings[0]


def changed(plan: FixturePlan) -> FixturePlan:
    return change_by_hand(plan=plan, change=turned(plan), sentence="turned", began_from=plan.revision)


def test_changes_by_hand_are_taken_back_one_after_the_other(season):
    plan = searched(season)
    lists = [plan.best]
    for _ in range(2):
        plan = changed(plan)
        lists.append(plan.best)
    assert lists[0] != lists[1] != lists[2]
    assert len(plan.progress["by_hand"]) == 2
    for before in reversed(lists[:-1]):
        assert undo_change(plan=plan, began_from=plan.revision) == "turned"
        plan.refresh_from_db()
        assert plan.best == before
    with pytest.raises(Refused, match="no change to undo"):
        undo_change(plan=plan, began_from=plan.revision)


def test_what_is_not_in_the_list_is_not_changed(season):
    plan = searched(season)
    change = turned(plan)
    after = change_by_hand(plan=plan, change=change, sentence="turned", began_from=plan.revision)
    with pytest.raises(Refused, match="no longer in this plan"):
        change_by_hand(plan=plan, change=change, sentence="again", began_from=after.revision)
    same = ChangeByHand(act=Act.NIGHT, meeting=first_of(after), night=first_of(after).date)
    with pytest.raises(Refused, match="changes nothing"):
        change_by_hand(plan=plan, change=same, sentence="still", began_from=after.revision)


@pytest.mark.django_db(transaction=True)
def test_two_who_change_at_once_change_once(season):
    plan = searched(season)
    assert_done_or_refused(at_once(*[lambda: changed(plan)] * 3), done=1)
    plan.refresh_from_db()
    assert len(plan.progress["by_hand"]) == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_published_is_what_was_looked_at(season):
    """Changed by one while another publishes: the second of them is told to look again."""
    plan = searched(season)
    before = {(meeting.home, meeting.away, meeting.date) for meeting in parse_plan(plan.best).meetings}
    became = at_once(lambda: changed(plan), lambda: published_as_seen(plan))
    matches = Match.objects.values_list("home__slug", "away__slug", "date")
    if became[1] == "done":
        assert set(matches) == before
    else:
        assert_done_or_refused(became, done=1)
        assert not matches


def published_as_seen(plan: FixturePlan) -> None:
    publish_plan(plan=plan, by=None, now=NOW, today=NOW.date(), began_from=plan.revision)


def test_a_request_is_given_up_and_stays_so(season):
    wishes = REQUEST.format("home") + "# the brewery insists\n" + REQUEST.format("not home")
    plan = searched(season, requests_text=wishes, seconds=1)
    ways = plan.progress["conflicts"][0]["ways"]
    number = next(n for n, way in enumerate(ways) if "cannot be" in way["given_up"])
    given_up = drop_request(plan=plan, conflict=0, way=number, began_from=plan.revision)
    plan.refresh_from_db()
    assert given_up == "The Fleece cannot be at home on 3 September"
    assert plan.wishes == REQUEST.format("home") + "# the brewery insists\n"
    assert plan.best == ways[number]["best"]
    assert plan.resume["rows"], "a search goes on from it"
    assert first_night_homes(plan) >= {"the-fleece"}
    FixturePlan.objects.filter(pk=plan.pk).update(state=FixturePlan.State.WAITING)
    run_search(plan_id=plan.pk, clock=clock())
    plan.refresh_from_db()
    assert plan.progress["given_up"] == [given_up]
    assert "conflicts" not in plan.progress or not plan.progress["conflicts"]


def test_a_way_out_that_is_offered_no_more_is_refused(season):
    plan = searched(season, requests_text=REQUEST.format("home") + REQUEST.format("not home"), seconds=1)
    with pytest.raises(Refused, match="no longer available"):
        drop_request(plan=plan, conflict=3, way=0, began_from=plan.revision)
    plan.wishes = "[season]\nlongest_run = 2\n"
    plan.save()
    with pytest.raises(Refused, match="do not say that"):
        drop_request(plan=plan, conflict=0, way=0, began_from=plan.revision)


def first_night_homes(plan: FixturePlan) -> set[str]:
    meetings = parse_plan(plan.best).meetings
    return {meeting.home for meeting in meetings if meeting.date == meetings[0].date}


def test_two_weeks_of_snow_are_planned_again_and_the_captains_told_from_when_to_when(season):
    division = season.divisions.get()
    a_captain(division, "The Fleece", email="fleece@example.org", name="Ann")
    published(
        searched(season, requests_text='[[wish]]\nteam = "The Fleece"\nwhere = "home"\nat = ["last"]\n')
    )
    nights = sorted(set(Match.objects.values_list("date", flat=True)))
    untouched = set(Match.objects.filter(date__gt=nights[2]).values_list("pk", "date"))
    for match in Match.objects.filter(date=nights[0]):
        a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
    Match.objects.filter(date=nights[2]).update(
        venue=a_pub(season.league, "The Barge"), venue_because="paint"
    )
    thaw = nights[2] + datetime.timedelta(days=4)
    lost = lost_nights(season, thaw)
    assert (lost.nights, lost.matches) == (tuple(nights[1:3]), 4)
    done = plan_again(
        season=season, beginning=ReplanStart(start=nights[1], until=thaw), seconds=1, by=None, now=NOW
    )
    assert done.dropped == ()
    run_search(plan_id=done.plan.pk, clock=clock())
    Notice.objects.all().delete()
    published(done.plan, today=thaw, addresses=addresses)
    assert Match.objects.filter(date=nights[0]).count() == 2
    assert not Match.objects.filter(date__in=nights[1:3]).exists()
    assert not Match.objects.filter(venue__name="The Barge").exists(), "room there was for that night"
    assert untouched <= set(Match.objects.values_list("pk", "date")), "only what was lost moves"
    (letter,) = Notice.objects.all()
    assert "From Thursday 10 September 2026 to Thursday 15 October 2026: " in letter.body
    assert "webcal://league.example.org/the-fleece.ics" in letter.body


def addresses(team):
    site = f"league.example.org/{team.slug}"
    return TeamAddresses(
        page=f"https://{site}/", paper=f"https://{site}.pdf", calendar=f"webcal://{site}.ics"
    )


def test_a_night_on_which_somebody_played_is_not_planned_again(season):
    published(searched(season))
    nights = sorted(set(Match.objects.values_list("date", flat=True)))
    a_card(Match.objects.filter(date=nights[1]).first(), (15, 9), (12, 15), (15, 2), (15, 8))
    assert lost_nights(season, nights[2]).nights == ()
    beginning = ReplanStart(start=nights[1], until=nights[2])
    done = plan_again(season=season, beginning=beginning, seconds=1, by=None, now=NOW)
    run_search(plan_id=done.plan.pk, clock=clock())
    with pytest.raises(Refused, match="was played or its night has gone by"):
        published(done.plan, today=nights[2])


def test_requests_of_who_is_there_no_more_are_left_out_and_named(season):
    published(searched(season))
    plan = FixturePlan.objects.get()
    plan.wishes = '[[wish]]\nteam = "The Barge"\nwhere = "home"\nat = ["last"]\n'
    plan.save()
    day = Match.objects.earliest("date").date
    beginning = ReplanStart(start=day, until=day, last=season.ends_on)
    done = plan_again(season=season, beginning=beginning, seconds=1, by=None, now=NOW)
    assert done.dropped == ("There is no team “The Barge”.",)
    assert "Barge" not in done.plan.wishes
    assert f"keep_before = {day}" in done.plan.wishes


def test_a_season_without_a_list_cannot_be_planned_again(season):
    day = season.starts_on
    with pytest.raises(Refused, match="no fixtures"):
        plan_again(season=season, beginning=ReplanStart(start=day, until=day), seconds=1, by=None, now=NOW)
    with pytest.raises(Refused, match="later one"):
        plan_again(
            season=season, beginning=ReplanStart(start=day, until=day - WEEK), seconds=1, by=None, now=NOW
        )


def test_nobody_is_told_of_a_match_against_a_team_that_has_left(season):
    for team in ("The Fleece", "The Shears"):
        a_captain(season.divisions.get(), team, email=f"{team[4:]}@example.org", name="Ann")
    published(searched(season))
    a_withdrawal(season.divisions.get(), "The Shears")
    Notice.objects.all().delete()
    published(searched(season, seed=5, requests_text="[[week_off]]\nday = 2026-09-03\n"))
    (letter,) = Notice.objects.all()
    assert "The Shears" not in letter.body


def test_a_week_that_is_lost_needs_a_night_that_is_not_half_full():
    division = a_division(teams=6)
    season = division.season
    published(searched(season))
    own = Match.objects.filter(division=division)
    nights = sorted(set(own.values_list("date", flat=True)))
    spare = nights[-1] + WEEK
    Season.objects.update(ends_on=spare)
    start, thaw = nights[1], nights[2]

    def last_night():
        return requests_for_replan(season, ReplanStart(start=start, until=thaw)).last

    season.refresh_from_db()
    assert last_night() == spare, "the week lost has the spare night"
    late = own.filter(date=nights[-1]).first()
    Match.objects.filter(pk=late.pk).update(date=spare)
    assert last_night() == spare, "a single match there can make way"
    teams = (late.home, late.away)
    other = own.filter(date=nights[-2]).exclude(Q(home__in=teams) | Q(away__in=teams)).first()
    Match.objects.filter(pk=other.pk).update(date=spare)
    assert last_night() == spare + WEEK


def test_a_match_fixed_for_a_night_that_was_lost_is_fixed_no_longer(season):
    published(searched(season))
    first, lost, following = sorted(set(Match.objects.values_list("date", flat=True)))[:3]
    fixed = '[[fixed]]\nhome = "{}"\naway = "{}"\ndate = {}\n'
    FixturePlan.objects.update(
        wishes="".join(
            fixed.format(match.home, match.away, match.date)
            for match in Match.objects.filter(date__in=(first, lost, following)).order_by("date")
        )
    )
    requests = requests_for_replan(season, ReplanStart(start=lost, until=following))
    assert requests.text.count("[[fixed]]") == 2
    assert [reason.split(" was fixed on ")[1] for reason in requests.dropped] == [
        "10 September, a night without play: it is planned as any other match."
    ] * 2
