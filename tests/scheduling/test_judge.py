"""The judge finds every fault that is planted in a right season, and invents none."""

import datetime
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from league.competition.services import bump_revision, count_result
from league.cups.services.nights import set_round
from league.cups.services.pairs_nights import make_night
from league.models import Cup, FixturePlan, League, Match, Season
from league.records.kinds import SEASONS, raw_values
from league.scheduling.judge import Event, PublishedSeason, judge
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    MeetingRequest,
    TeamGroup,
    TeamRequest,
    Where,
    parse_plan,
)
from league.scheduling.requests.file import parse_requests
from league.scheduling.requests.resolving import task_of
from league.scheduling.selectors.plans import league_facts
from league.scheduling.selectors.published_season import published_season, verdict_on
from league.season_rollover.pubs.selectors import home_matches
from tests.builders import a_division, a_drawn_cup, a_match, a_postponement, a_pub, a_season, a_secretary
from tests.examples import examples, sampled
from tests.reading import markup
from tests.scheduling.cast import league_of, night
from tests.scheduling.test_plan_services import published, searched

pytestmark = pytest.mark.django_db
WEEK, DAY = datetime.timedelta(weeks=1), datetime.timedelta(days=1)
PLANS = examples(13)
XMAS, HOLIDAY, LAST = night(20), night(21), night(24)


@cache
def right(size: int, seed: int = 0) -> PublishedSeason:
    """A season in which nothing is broken: a planned list and a cup tie. The same teams meet, or others."""
    task = league_of(size)
    plan = best_plan(task, seed=seed, steps=2).plan
    names = [team.name for team in task.teams]
    events = [
        Event(
            date=meeting.date,
            teams=(meeting.home, meeting.away),
            pub=f"at {meeting.home}",
            division="One",
            week=meeting.round,
        )
        for meeting in plan.meetings
    ]
    tie = Event(date=night(19), teams=(names[0], names[1]), pub=f"at {names[0]}", title="Cup, final")
    return PublishedSeason(
        first=night(1),
        last=LAST,
        events=(*events, tie),
        meetings={"One": {frozenset(couple): 2 for couple in combinations(names, 2)}},
        off={XMAS - datetime.timedelta(days=1): "Christmas"},
        holidays={HOLIDAY: "Boxing Day"},
        closed={f"at {names[0]}": frozenset({night(23)})},
        tables={f"at {name}": 1 for name in names},
        home={name: f"at {name}" for name in names},
        longest_run=size,
        return_after=2,
    )


def with_event(season: PublishedSeason, number: int, **changes: object) -> PublishedSeason:
    events = list(season.events)
    events[number] = replace(events[number], **changes)  # type: ignore[arg-type]
    return replace(season, events=tuple(events))


def on(day: datetime.date | None) -> Callable[[PublishedSeason, int], PublishedSeason]:
    return lambda season, number: with_event(season, number, date=day)


def turned(season: PublishedSeason, number: int) -> PublishedSeason:
    home, away = season.events[number].teams
    return with_event(season, number, teams=(away, home), pub=f"at {away}")


def stranger(season: PublishedSeason, number: int) -> PublishedSeason:
    return with_event(season, number, teams=(season.events[number].teams[0], "Nobody"))


def fixed_elsewhere(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    return replace(season, fixed=(Fixed(home=match.home, away=match.away, date=LAST),))


def gone(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    return replace(on(LAST)(season, number), stays=(match,))


def on_a_night_of_nobody(season: PublishedSeason, number: int) -> PublishedSeason:
    nights = frozenset(match.date for match in season.matches() if match.date)
    season = replace(season, nights={"One": nights})
    return on(season.events[number].date + DAY)(season, number)  # type: ignore[operator]  # it has a date


def on_the_divisions_night(season: PublishedSeason, number: int) -> PublishedSeason:
    """One home match of a team that is at home on Wednesdays, on the Tuesday of the others."""
    match = season.events[number]
    own = {event: event.date + DAY for event in season.matches() if event.date and event.home == match.home}
    events = tuple(replace(event, date=own.get(event, event.date)) for event in season.events)
    nights = {"One": frozenset(event.date for event in season.matches() if event.date)}
    season = replace(season, events=events, nights=nights, home_nights={match.home: 3})
    assert not judge(season).breaches
    return with_event(season, number, date=match.date)


def apart(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    request = MeetingRequest(teams=match.teams, since=match.date, until=match.date, apart=True, must=True)  # type: ignore[arg-type]  # two
    return replace(season, requests=(request,), names={team: team for team in season.home})


def together(season: PublishedSeason, number: int) -> PublishedSeason:
    """Two teams at home on one night, who asked not to be."""
    match = season.events[number]
    other = next((e for e in season.events if e.division and e.date == match.date and e != match), None)
    if other is None:
        return apart(season, number)
    pair = (match.home, other.home)
    request = GroupConstraint(teams=pair, company=TeamGroup.OPPOSITE, must=True)
    return replace(season, requests=(request,), names={team: team for team in season.home})


def missing(season: PublishedSeason, number: int) -> PublishedSeason:
    return replace(season, events=season.events[:number] + season.events[number + 1 :])


def at_another_match(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    other = next(e for e in season.events if e.division and e != match and set(e.teams) & set(match.teams))
    return with_event(season, number, date=other.date)


def beside_the_tie(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    tie = replace(season.events[-1], date=match.date, teams=(match.teams[1],), pub="elsewhere")
    return replace(season, events=(*season.events[:-1], tie))


def without_room(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    tie = replace(season.events[-1], date=match.date, teams=(), pub=match.pub)
    return replace(season, events=(*season.events[:-1], tie))


def shut(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    assert match.date
    return replace(season, closed={match.pub: frozenset({match.date})})


def promised(season: PublishedSeason, number: int) -> PublishedSeason:
    match = season.events[number]
    assert match.date
    request = TeamRequest(team=match.home, where=Where.NOT_HOME, days=(match.date,), must=True)
    return replace(season, requests=(request,), names={team: team for team in season.home})


def soon(season: PublishedSeason, number: int) -> PublishedSeason:
    return replace(season, return_after=40)


def long_run(season: PublishedSeason, number: int) -> PublishedSeason:
    return replace(season, longest_run=1)


FAULTS = {
    "week off": (on(XMAS), "is in a week off (Christmas)"),
    "past the last day": (on(LAST + WEEK), "is outside the season"),
    "no date": (on(None), "has no date"),
    "turned": (turned, "are at home"),
    "missing": (missing, "would be right"),
    "twice a night": (at_another_match, "play twice on a night"),
    "cup on a match night": (beside_the_tie, "play twice on a night"),
    "no room": (without_room, "has room for 1, not for 2"),
    "shut": (shut, "is shut"),
    "promise": (promised, "A condition is not met"),
    "apart": (apart, "must not meet"),
    "together": (together, "A condition is not met"),
    "stranger": (stranger, "is not a match of One"),
    "fixed": (fixed_elsewhere, "is not on"),
    "gone": (gone, "is gone from the list"),
    "night": (on_a_night_of_nobody, "none of the division’s"),
    "home night": (on_the_divisions_night, "are at home on Wednesdays"),
    "return": (soon, "is the least"),
    "run": (long_run, "times running"),
}


def test_a_right_season_is_right_and_says_what_was_looked_at():
    verdict = judge(right(6))
    assert (verdict.breaches, verdict.sentence) == ((), "Every condition holds.")
    assert (verdict.checked["matches"], verdict.checked["cup ties"], verdict.checked["couples"]) == (
        30,
        1,
        15,
    )
    assert verdict.traded.soonest_return == 5


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_found(kind):
    plant, sentence = FAULTS[kind]
    for seed in range(examples(280)):
        rng = Random(f"{kind} {seed}")
        season = right(rng.choice([4, 5, 6, 8]), rng.randrange(PLANS))
        assert not judge(season).breaches
        planted = plant(season, rng.randrange(len(season.events) - 1))
        breaches = judge(planted).breaches
        assert any(sentence in str(breach) for breach in breaches), (kind, seed)


def test_rounds_of_one_cup_follow_each_other_on_a_night():
    season = right(6)
    tie = replace(season.events[-1], cup="cup", week=1)
    final = replace(tie, title="Cup, final", week=2)
    beside = replace(tie, teams=season.events[-1].teams[::-1], title="Cup, group B")
    rounds = replace(season, events=(*season.events[:-1], tie, final))
    assert judge(rounds).breaches == ()
    crowded = judge(replace(rounds, events=(*rounds.events, beside)))
    assert [str(breach).partition(":")[0] for breach in crowded.breaches] == [
        f"at {tie.home} has room for 1, not for 2"
    ]


def test_a_bank_holiday_of_which_nobody_has_spoken_is_a_question_and_no_breach():
    verdict = judge(on(HOLIDAY)(right(6), 3))
    assert verdict.breaches == ()
    assert len(verdict.questions) == 1
    assert verdict.questions[0].endswith("is on a bank holiday (Boxing Day): is there play?")
    assert verdict.sentence == "No condition is broken; to be answered: 1 question."


def test_the_command_judges_what_is_published():
    season = a_division(teams=4).season
    published(searched(season))
    names = {"league": season.league.slug, "season": season.slug}
    out = io.StringIO()
    call_command("judge_fixtures", stdout=out, **names)
    assert "Checked: matches 12," in out.getvalue()
    assert "Every condition holds." in out.getvalue()
    match = Match.objects.first()
    Match.objects.filter(pk=match.pk).update(date=season.ends_on + WEEK)
    out = io.StringIO()
    with pytest.raises(CommandError, match="Conditions broken: 1"):
        call_command("judge_fixtures", json=True, stdout=out, **names)
    (breach,) = json.loads(out.getvalue())["breaches"]
    assert breach.startswith(f"{match.home} v {match.away}")
    assert breach.endswith("is outside the season.")


@pytest.fixture
def season() -> Season:
    season = a_division(teams=4).season
    published(searched(season))
    return season


@pytest.fixture
def secretary(client: Client, season: Season) -> Client:
    client.force_login(a_secretary(season.league))
    return client


def calendar(client: Client, season: Season) -> str:
    address = reverse("season-calendar", args=[season.league.slug])
    return markup(client.get(f"{address}?season={season.slug}"))


def test_the_calendar_says_what_was_looked_at_and_the_inbox_what_is_broken(secretary, season):
    said = calendar(secretary, season)
    assert "Every condition holds." in said
    assert "Checked: matches 12, couples 6" in said
    inbox = reverse("secretary-desk", args=[season.league.slug])
    assert "broken in the published fixtures" not in markup(secretary.get(inbox))
    Match.objects.filter(pk=Match.objects.first().pk).update(date=season.ends_on + WEEK)
    coming = (season.ends_on + number * WEEK for number in (20, 50))
    a_season(season.league, "2027-28", **dict(zip(("starts_on", "ends_on"), coming, strict=True)))
    assert "1 condition broken in the published fixtures of 2026-27" in markup(secretary.get(inbox))
    assert "is outside the season." in calendar(secretary, season)


def test_fixtures_are_judged_once_until_more_changes_than_a_result(
    season, monkeypatch, django_assert_num_queries, django_assert_max_num_queries
):
    monkeypatch.setattr("league.shared.revisions.reads_committed", lambda: True)
    bump_revision(league_id=season.league_id)
    with django_assert_max_num_queries(20):
        verdict = verdict_on(season)
    count_result(match=Match.objects.first())
    with django_assert_num_queries(1):
        assert verdict_on(season) is verdict
    bump_revision(league_id=season.league_id)
    assert verdict_on(season) is not verdict


def week_off(season: Season, **_: object) -> None:
    off = f'[[week_off]]\nday = {season.ends_on - WEEK}\nbecause = "Gala"\n'
    FixturePlan.objects.filter(season=season).update(wishes=off)


def all_pubs_shut(season: Season, night: datetime.date) -> None:
    pubs = (f'[[pub]]\nname = "{pub.name}"\nclosed = [{night}]\n' for pub in season.league.pubs.all())
    FixturePlan.objects.filter(season=season).update(wishes="".join(pubs))


def a_match_moves(season, night):
    match = Match.objects.order_by("-date").first()
    return "match-postpone", [match.public_id], {"move": "yes", "to": night, "reason": "snow"}


def sides_agree(season, night):
    match = Match.objects.order_by("-date").first()
    request = a_postponement(match, offered=[str(night)])
    sent = {"agree": "yes", "night": str(night), "request": request.public_id}
    return "match-postpone", [match.public_id], sent


def a_match_goes_elsewhere(season, night):
    match = Match.objects.order_by("-date").first()
    Match.objects.filter(pk=match.pk).update(date=night)
    all_pubs_shut(season, night)
    shut = FixturePlan.objects.get(season=season).wishes.replace(f'"{match.venue.name}"', '"Nowhere"')
    a_pub(season.league, "Nowhere")
    FixturePlan.objects.filter(season=season).update(wishes=shut)
    return "match-venue", [match.public_id], {"pub": match.away.pub.slug, "because": "a wedding"}


def a_tie_has_a_night(season, night):
    cup = a_drawn_cup(season, "The Fleece", "The Shears")
    return "keep-tie", [cup.public_id, 1, 1], {"when": "yes", "date": night}


def a_round_has_a_night(season, night):
    cup = a_drawn_cup(season, "The Fleece", "The Shears")
    return "keep-cup", [cup.public_id], {"night": "yes", "number": 1, "date": night}


def a_final_has_a_pub(season, night):
    cup = a_drawn_cup(season, "The Fleece", "The Shears")
    pub = season.league.pubs.first()
    return "keep-cup", [cup.public_id], {"finals": "yes", "at": pub.slug, "on": night, "remarks": ""}


def the_calendar_has_a_final(season, night):
    cup = a_drawn_cup(season, "The Fleece", "The Shears")
    Cup.objects.filter(pk=cup.pk).update(finals_at=season.league.pubs.first())
    plan = FixturePlan.objects.get(season=season)
    return (
        "season-calendar",
        [],
        {"plan": plan.public_id, "revision": plan.revision, f"cup-{cup.public_id}": night},
    )


def a_team_moves(season, night):
    team = season.league.teams.get(slug="the-fleece")
    hall = a_pub(season.league, "The Hall")
    wishes = f'[[pub]]\nname = "The Hall"\nclosed = [{team.home_matches.latest("date").date}]\n'
    FixturePlan.objects.filter(season=season).update(wishes=wishes)
    moving = home_matches(team, season.starts_on).values_list("public_id", flat=True)
    places = {f"at-{key}": hall.slug for key in moving}
    return (
        "team-move",
        [team.slug],
        {"move": "yes", "to": hall.slug, "since": season.starts_on, "reason": "gone", **places},
    )


def the_season_ends_earlier(season, night):
    days = {"starts_on": season.starts_on, "ends_on": Match.objects.order_by("date").first().date}
    sent = {"name": season.name, "opened": json.dumps(raw_values(SEASONS, season)), "save": ""}
    return "record", ["seasons", season.slug], sent | days


def a_list_comes_in(season, night):
    match = Match.objects.order_by("-date").first()
    line = f"Division;Date;Home;Away\n{match.division};{night};{match.home};{match.away}"
    return "lists", [], {"what": "fixtures", "pasted": line, "bring": ""}


@pytest.mark.parametrize(
    ("act", "beforehand", "sentence"),
    sampled(
        [
            (a_match_moves, week_off, "is in a week off (Gala)."),
            (sides_agree, week_off, "is in a week off (Gala)."),
            (a_list_comes_in, week_off, "is in a week off (Gala)."),
            (a_match_goes_elsewhere, all_pubs_shut, " is shut: "),
            (a_tie_has_a_night, all_pubs_shut, " is shut: Cup of The Fleece, final, The "),
            (a_round_has_a_night, all_pubs_shut, " is shut: "),
            (a_final_has_a_pub, all_pubs_shut, " is shut: "),
            (the_calendar_has_a_final, all_pubs_shut, " is shut: "),
            (a_team_moves, all_pubs_shut, "The Hall is shut: "),
            (the_season_ends_earlier, week_off, " is outside the season."),
        ],
        each=10,
    ),
)
def test_what_a_change_breaks_is_said_before_it_is_saved(secretary, season, act, beforehand, sentence):
    beforehand(season=season, night=season.ends_on - WEEK)
    name, place, sent = act(season, season.ends_on - WEEK)
    address = reverse(name, args=[season.league.slug, *place])
    revision = League.objects.get().revision
    asked = secretary.post(address, sent)
    assert asked.status_code == 422
    assert sentence in markup(asked)
    assert League.objects.get().revision == revision
    key = re.search(r'name="despite" value="(\w+)"', markup(asked))[1]
    assert secretary.post(address, sent | {"despite": key}).status_code == 303
    assert League.objects.get().revision > revision


def test_a_pairs_night_at_a_pub_that_is_shut_says_so(secretary, season):
    night = season.ends_on - WEEK
    pub = season.league.teams.get(slug="the-fleece").pub
    closed = f'[[pub]]\nname = "{pub.name}"\nclosed = [{night}]\n'
    FixturePlan.objects.filter(season=season).update(wishes=closed)
    make_night(season=season, name="Pairs Night", rounds=3, at=pub, on=night)
    page = calendar(secretary, season)
    assert f"{pub.name} is shut: Pairs Night on " in page
    assert f'Pairs Night, {pub.name}</a></span> <span class="note">{pub.name} closed</span>' in page


def test_a_plan_is_published_only_once_the_page_has_said_what_its_cup_ties_break(secretary, season):
    plan = searched(season, name="Again")
    first = parse_plan(plan.best).meetings[0]
    teams = [season.league.teams.get(slug=slug).name for slug in (first.home, first.away)]
    cup = a_drawn_cup(season, *teams)
    set_round(cup=cup, round_number=1, date=first.date, starts_at=None)
    page = reverse("fixture-plan", args=[season.league.slug, plan.public_id])
    preview = markup(secretary.post(page, {"publish": "yes", "revision": plan.revision}))
    assert "play twice on a night" in preview
    assert "Publish although conditions are broken" in preview
    sure = {"publish": "sure", "revision": plan.revision}
    refused = secretary.post(page, sure)
    assert refused.status_code == 422
    assert "play twice on a night" in markup(refused)
    assert secretary.post(page, sure | {"despite_faults": "on"}).status_code == 303


def test_without_a_plan_nobody_knows_how_often_teams_meet():
    division = a_division(teams=4)
    empty = judge(published_season(division.season))
    assert (empty.breaches, empty.sentence) == ((), "There are no matches to judge.")
    a_match(division, "The Fleece", "The Shears", date=division.season.starts_on)
    assert judge(published_season(division.season)).breaches == ()


@pytest.mark.parametrize(
    ("said", "breaches", "questions"), sampled([("", 0, 1), ('"played"', 0, 0), ('"free"', 1, 0)], each=2)
)
def test_the_requests_say_whether_bank_holidays_are_nights_of_play(season, said, breaches, questions):
    holiday = datetime.date(2026, 12, 28)
    text = f"[season]\nbank_holidays = {said}\n" if said else ""
    FixturePlan.objects.filter(season=season).update(wishes=text)
    Match.objects.filter(pk=Match.objects.first().pk).update(date=holiday)
    verdict = judge(published_season(season))
    assert (len(verdict.breaches), len(verdict.questions)) == (breaches, questions)
    file = parse_requests(text + '[[division]]\nname = "Division One"\nnight = "Monday"\n')
    (division,) = task_of(file, league_facts(season)).divisions
    assert (holiday in division.nights) is not (said == '"free"')
