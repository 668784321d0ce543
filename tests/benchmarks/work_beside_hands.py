"""Work that a site does beside hands, each prepared first and then done at once, by name.

    DJANGO_SETTINGS_MODULE=league.settings python -m tests.benchmarks.work_beside_hands

It reads a name, says that it is ready, waits for a line, and says once it is done; and so on. The league it
is done in is one of ten seasons of three divisions of twelve teams, the first of the installation.
"""

import datetime
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.utils import timezone

from league.competition.services import close_season
from league.exchange.league_file.reading import import_league
from league.exchange.league_file.writing import league_as_text
from league.exchange.lists.headings import What
from league.exchange.spreadsheets import read_text
from league.jobs import run_jobs
from league.models import Division, Enrolment, FixturePlan, League, Match, Player, RuleBook, Season, User
from league.records.selectors.personal_data import personal_data
from league.records.services.erasure import erase_person
from league.records.services.league_deletion import delete_league
from league.scheduling.selectors.versions import versions_of
from league.scheduling.services.plans import make_plan, queue_search
from league.scheduling.services.publishing import preview_publishing, publish_plan
from league.scheduling.services.publishing_undo import undo_publishing
from league.scheduling.services.searches import run_search
from league.scheduling.services.versions import restore_version, standing_version
from league.season_rollover.services import DivisionInput, NextTeam, SeasonInput, begin_next_season
from tests.builders_lists import import_list

Act = Callable[[], object]
WEEK_OFF = "[[week_off]]\nday = {}\n"
RESULTS = 18
NEXT, AFTER_NEXT, COPY, OWNER = "2027-28", "2028-29", "a-copy", "ann"


def _league() -> League:
    return League.objects.earliest("pk")


def _season(slug: str = "2026-27") -> Season:
    return Season.objects.select_related("league").get(league=_league(), slug=slug)


def _secretary() -> User:
    return User.objects.earliest("pk")


def _nothing() -> Act:
    return lambda: None


def _jobs(days: int) -> Act:
    midnight = timezone.localtime().replace(hour=0, minute=5) + datetime.timedelta(days)
    return lambda: run_jobs(midnight if days else timezone.now())


def _fixtures_to_come() -> list[Match]:
    matches = Match.objects.filter(division__season=_season(), date__gt=timezone.localdate())
    return list(matches.select_related("home", "away", "division").order_by("date", "pk"))


def _line(match: Match, date: datetime.date) -> str:
    return f"{date:%d/%m/%Y},{match.home.name},{match.away.name},{match.division.name}"


def _listed(what: What, head: str, lines: list[str]) -> Act:
    rows = read_text("\n".join([head, *lines]))

    def act() -> None:
        report = import_list(league=_league(), season=_season(), what=what, rows=rows, now=timezone.now())
        assert report.run is not None, report

    return act


def _list_of_players() -> Act:
    teams = [enrolment.team for enrolment in _season().enrolments.select_related("team")]
    lines = [f"New{number} Comer{team.pk},{team.name}" for team in teams for number in range(8)]
    return _listed(What.PLAYERS, "player,team", lines)


def _list_of_fixtures() -> Act:
    """All fixtures to come but those with a result, a day later each."""
    fixtures = _fixtures_to_come()[RESULTS:]
    lines = [_line(match, match.date + datetime.timedelta(1)) for match in fixtures]
    return _listed(What.FIXTURES, "date,home,away,division", lines)


def _list_of_results() -> Act:
    lines = [f"{_line(match, match.date)},3,1" for match in _fixtures_to_come()[:RESULTS]]
    return _listed(What.RESULTS, "date,home,away,division,home_total,away_total", lines)


def _next_season() -> Season:
    """Return a season without fixtures, for the divisions and teams of this one, with captains."""
    season, made = Season.objects.get_or_create(
        league=_league(),
        slug=NEXT,
        defaults={
            "name": NEXT,
            "starts_on": datetime.date(2027, 9, 2),
            "ends_on": datetime.date(2028, 5, 30),
            "rule_book": RuleBook.objects.create(),
        },
    )
    for number in _season().divisions.order_by("position") if made else ():
        division = Division.objects.create(
            season=season, name=number.name, slug=number.slug, position=number.position
        )
        Enrolment.objects.bulk_create(
            Enrolment(
                season=season,
                division=division,
                team_id=team,
                captain_name="Ann",
                captain_email=f"captain-{team}@example.org",
            )
            for team in number.enrolments.values_list("team", flat=True)
        )
    return season


def _searched(requests_text: str) -> FixturePlan:
    plan = make_plan(
        season=_next_season(),
        name="A plan",
        requests_text=requests_text,
        seconds=6,
        by=None,
        now=timezone.now(),
    )
    queue_search(plan=plan)
    assert run_search(plan_id=plan.pk, clock=timezone.now)
    plan.refresh_from_db()
    return plan


def _publication(act: Callable[..., object], requests_text: str = "") -> Act:
    plan = _searched(requests_text)
    return lambda: act(
        plan=plan,
        by=_secretary(),
        now=timezone.now(),
        today=datetime.date(2027, 8, 1),
        began_from=plan.revision,
        despite_faults=True,
    )


def _publication_undone() -> Act:
    plan = FixturePlan.objects.get(season=_season(NEXT), state=FixturePlan.State.PUBLISHED)
    return lambda: undo_publishing(plan=plan, by=_secretary(), now=timezone.now(), began_from=plan.revision)


def _version() -> Act:
    versions = versions_of(_season(NEXT))
    return lambda: restore_version(
        season=_season(NEXT),
        key=next(version.key for version in versions if not version.is_latest),
        latest=standing_version(versions),
        by=_secretary(),
        now=timezone.now(),
        today=datetime.date(2027, 8, 1),
        despite_faults=True,
    )


def _season_closed() -> Act:
    return lambda: close_season(season=_season(NEXT))


def _season_begun() -> Act:
    season = _season(NEXT)
    divisions = list(season.divisions.order_by("position"))
    enrolled = season.enrolments.select_related("team__pub", "division")
    season_input = SeasonInput(
        name=AFTER_NEXT,
        starts_on=datetime.date(2028, 9, 2),
        ends_on=datetime.date(2029, 5, 30),
        divisions=[DivisionInput(name=division.name) for division in divisions],
        teams=[
            NextTeam(team=row.team, name=row.team.name, pub=row.team.pub.name, division=row.division.position)
            for row in enrolled
        ],
    )
    return lambda: begin_next_season(season=season, season_input=season_input)


def _erasure() -> Act:
    player = Player.objects.select_related("league").filter(league=_league()).earliest("pk")
    digest = personal_data(player).digest
    return lambda: erase_person(player=player, shown_data=digest, by=_secretary(), now=timezone.now())


def _league_file() -> Act:
    path = Path(tempfile.mkdtemp()) / "league.json"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(league_as_text(_league(), made=timezone.now()))
    return lambda: import_league(path, owner=OWNER, slug=COPY)


def _deletion() -> Act:
    copy = League.objects.get(slug=COPY)
    return lambda: delete_league(
        league=copy,
        typed_name=copy.name,
        by=User.objects.get(username=OWNER),
        now=timezone.now(),
        has_file=True,
    )


def _backup() -> Act:
    file = Path(tempfile.mkdtemp()) / "copy.pegboard"
    # What it says must not stand among the answers.
    return lambda: call_command("backup", str(file), stdout=sys.stderr)


# Done in this order: what one makes the next changes.
WORK: dict[str, Callable[[], Act]] = {
    "nothing else": _nothing,
    "all jobs": lambda: _jobs(0),
    "all jobs after midnight": lambda: _jobs(1),
    "a list of players": _list_of_players,
    "a list of results": _list_of_results,
    "a list of fixtures": _list_of_fixtures,
    "an erasure": _erasure,
    "a publication looked at": lambda: _publication(preview_publishing),
    "a publication": lambda: _publication(publish_plan),
    "another publication": lambda: _publication(publish_plan, WEEK_OFF.format("2027-09-09")),
    "a version restored": _version,
    "a publication undone": _publication_undone,
    "a season closed": _season_closed,
    "the next season": _season_begun,
    "a league's file read": _league_file,
    "a league deleted": _deletion,
    "a backup": _backup,
}


if __name__ == "__main__":
    for line in sys.stdin:
        act = WORK[line.strip()]()
        print("ready", flush=True)
        sys.stdin.readline()
        act()
        print("done", flush=True)
