"""Spare nights for the ties of a round: the first on which both sides and the pub are free."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.nights import set_round
from league.models import Cup, Division, FixturePlan, Match, Pub
from league.scheduling.selectors.tie_nights import TieNight, spare_nights
from tests.builders import FRIDAY, NIGHT, WEEK, a_division, a_drawn_cup, a_match, a_pub, a_secretary, a_team
from tests.reading import markup

pytestmark = pytest.mark.django_db
TODAY = NIGHT - WEEK


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


@pytest.fixture
def match(division: Division) -> Match:
    """The Fleece play on a Thursday, so Thursday is their usual night."""
    return a_match(division, "The Fleece", "The Shears", date=NIGHT)


def proposed(cup: Cup, by: datetime.date) -> list[TieNight]:
    return list(spare_nights(cup_on_page(cup), today=TODAY, by=by).nights)


@pytest.mark.usefixtures("match")
def test_the_first_usual_night_with_both_sides_free_is_proposed(division: Division) -> None:
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears")
    (night,) = proposed(cup, NIGHT + 4 * WEEK)
    assert (night.date, night.reason) == (NIGHT + WEEK, "Neither side plays that week.")
    a_match(division, "The Bell", "The Shears", date=NIGHT + WEEK, week=2)
    (night,) = proposed(cup, NIGHT + 4 * WEEK)
    assert night.date == NIGHT + 2 * WEEK
    (night,) = proposed(cup, NIGHT)
    assert night.date == NIGHT - datetime.timedelta(days=6)
    assert night.reason.endswith("there is no usual night, at short notice.")
    (night,) = proposed(cup, TODAY)
    assert night.date is None


def test_ties_in_one_pub_with_one_room_get_a_night_each(division: Division) -> None:
    pub = a_pub(division.season.league, "The Old Hall")
    for number in range(4):
        a_team(division.season.league, f"Old Hall {number}", pub=pub)
    cup = a_drawn_cup(division.season, *(f"Old Hall {number}" for number in range(4)))
    assert [night.date for night in proposed(cup, NIGHT + 4 * WEEK)] == [
        NIGHT,
        NIGHT + datetime.timedelta(days=1),
    ]


@pytest.mark.usefixtures("match")
def test_a_cup_week_comes_first_and_a_blank_week_never(division: Division) -> None:
    with_weeks(division, w1="blank", w3="cup")
    (night,) = proposed(a_drawn_cup(division.season, "The Fleece", "The Shears"), NIGHT + 8 * WEEK)
    assert (night.date, night.reason) == (NIGHT + 3 * WEEK, "Cup week.")


@pytest.mark.usefixtures("match")
def test_a_night_on_which_the_pub_cannot_host_is_not_proposed(division: Division) -> None:
    closed = f'[[pub]]\nname = "the shears"\nclosed = [{NIGHT + WEEK}]\n'
    FixturePlan.objects.create(
        season=division.season,
        name="Plan",
        wishes=closed,
        state="published",
        made_at=FRIDAY,
        published_at=FRIDAY,
    )
    (night,) = proposed(a_drawn_cup(division.season, "The Fleece", "The Shears"), NIGHT + 8 * WEEK)
    assert night.date == NIGHT + 2 * WEEK


def with_weeks(division: Division, **kinds: str) -> None:
    """Publish a plan with weeks of these kinds; "w3" is three weeks after NIGHT."""
    off = (
        f'[[week_off]]\nday = {NIGHT + int(week[1:]) * WEEK}\nkind = "{kind}"\n'
        for week, kind in kinds.items()
    )
    FixturePlan.objects.create(
        season=division.season,
        name="Plan",
        wishes="".join(off),
        state="published",
        made_at=FRIDAY,
        published_at=FRIDAY,
    )


@pytest.mark.usefixtures("match")
def test_a_cup_week_of_six_days_ahead_is_no_short_notice_and_a_later_one_no_better(division) -> None:
    with_weeks(division, w0="cup", w3="cup")
    cup = a_drawn_cup(division.season, "The Tup", "The Bell")
    page = cup_on_page(cup)

    def night(today: datetime.date) -> datetime.date | None:
        (found,) = spare_nights(page, today=today, by=NIGHT + 8 * WEEK).nights
        return found.date

    a_match(division, "The Tup", "The Bell", date=NIGHT - 2 * WEEK)
    assert night(NIGHT - datetime.timedelta(days=6)) == NIGHT
    assert night(NIGHT - datetime.timedelta(days=2)) == NIGHT + 3 * WEEK
    a_match(division, "The Tup", "The Owl", date=NIGHT, week=2)
    a_match(division, "The Tup", "The Ship", date=NIGHT + 3 * WEEK, week=3)
    assert night(NIGHT - datetime.timedelta(days=6)) == NIGHT + WEEK


@pytest.mark.usefixtures("match")
def test_a_later_cup_week_is_left_to_later_rounds(division: Division) -> None:
    with_weeks(division, w1="cup", w5="cup")
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears")
    a_match(division, "The Bell", "The Shears", date=NIGHT + WEEK, week=2)
    (night,) = proposed(cup, NIGHT + 8 * WEEK)
    assert night.date == NIGHT + 2 * WEEK


def test_one_match_moved_to_a_friday_makes_no_usual_friday(division: Division) -> None:
    for week in range(6):
        moved = datetime.timedelta(days=week == 0)
        a_match(division, "The Fleece", "The Shears", date=NIGHT - (week + 2) * WEEK + moved, week=week + 1)
    a_match(division, "The Bell", "The Shears", date=NIGHT, week=9)
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears")
    (night,) = proposed(cup, NIGHT + 4 * WEEK)
    assert night.date == NIGHT + WEEK


def test_a_tie_at_a_closed_pub_says_so(client: Client, division: Division) -> None:
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears")
    page = cup_on_page(cup)
    pub = page.rounds[0].ties[0].venue
    Pub.objects.filter(pk=pub.pk).update(closed_on=TODAY)
    (night,) = proposed(cup, NIGHT + 4 * WEEK)
    assert (night.date, night.reason) == (None, f"{pub} has closed. Choose another pub.")
    client.force_login(a_secretary(division.season.league))
    shown = markup(client.get(reverse("keep-cup", args=[division.season.league.slug, cup.public_id])))
    assert f"{pub} has closed. Choose another pub." in shown


def test_one_button_takes_all_that_were_shown(
    client: Client, division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.cups.views.cups.league_today", lambda _: TODAY)
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", "The Tup", "The Bell")
    client.force_login(a_secretary(division.season.league))
    address = reverse("keep-cup", args=[division.season.league.slug, cup.public_id])
    by = spare_nights(cup_on_page(cup), today=TODAY).by
    assert "Use these nights" in markup(client.get(address))
    form = client.get(address).context["forms"]["nights"]
    sent = {"nights": "", "by": by, "shown": form.initial["shown"]}
    answer = client.post(address, {**sent, "shown": "1.1:2027-01-01"})
    assert answer.status_code == 422
    assert client.post(address, {**sent, "starts_at": "20:00"}).status_code == 303
    assert all(tie.date and tie.starts_at for tie in cup.ties.all())
    assert cup.ties.count() == 2
    assert "Proposed nights" not in markup(client.get(address))


@pytest.mark.usefixtures("match")
def test_a_second_leg_gets_a_later_night_at_the_other_pub(division: Division) -> None:
    cup = a_drawn_cup(division.season, "The Fleece", "The Shears", legs=2)
    first, second = proposed(cup, NIGHT + 4 * WEEK)
    assert (first.date, second.date) == (NIGHT + WEEK, NIGHT + 2 * WEEK)
    assert (first.each.venue, second.each.venue) == tuple(team.pub for team in first.each.teams)
    set_round(cup=cup, round_number=1, date=NIGHT + 3 * WEEK, starts_at=None)
    (second,) = proposed(cup, NIGHT + 5 * WEEK)
    assert second.date == NIGHT + 4 * WEEK
