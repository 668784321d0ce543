"""The judge finds every fault that is planted in a right season, and invents none."""

import datetime
import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from django.core.management import CommandError, call_command

from league.models import Match
from league.scheduling.judge import Event, PublishedSeason, judge
from league.scheduling.planner.task import TeamRequest, Where
from tests.builders import a_division
from tests.examples import examples
from tests.scheduling.cast import league_of, night, planned
from tests.scheduling.test_plan_services import published, searched

WEEK = datetime.timedelta(weeks=1)
XMAS, HOLIDAY, LAST = night(20), night(21), night(24)


@cache
def right(size: int) -> PublishedSeason:
    """A season in which nothing is broken: a planned list and a cup tie."""
    task = league_of(size)
    plan = planned(task).plan
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
    "no date": (on(None), "on no date"),
    "turned": (turned, "are at home"),
    "missing": (missing, "would be right"),
    "twice a night": (at_another_match, "play twice on a night"),
    "cup on a match night": (beside_the_tie, "play twice on a night"),
    "no room": (without_room, "has room for 1, not for 2"),
    "shut": (shut, "is shut"),
    "promise": (promised, "A condition is not met"),
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
    for seed in range(examples(400)):
        rng = Random(f"{kind} {seed}")
        season = right(rng.choice([4, 5, 6, 8]))
        planted = plant(season, rng.randrange(len(season.events) - 1))
        breaches = judge(planted).breaches
        assert any(sentence in str(breach) for breach in breaches), (kind, seed)


def test_a_bank_holiday_of_which_nobody_has_spoken_is_a_question_and_no_breach():
    verdict = judge(on(HOLIDAY)(right(6), 3))
    assert verdict.breaches == ()
    assert len(verdict.questions) == 1
    assert verdict.questions[0].endswith("is on a bank holiday (Boxing Day): is there play?")
    assert verdict.sentence == "No condition is broken; to be answered: 1 question."


@pytest.mark.django_db
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
