"""A season in vitriolic, which keeps the ladders of sports leagues, to compare its results with ours.

It is no part of any suite. vitriolic (github.com/goodtune/vitriolic, measured at 8d753d8 with Django 5.2) is
installed outside this repository; in its folder:

    python3 -m venv .venv
    .venv/bin/pip install -e ".[admin,common,content,news,competition]"
    .venv/bin/pip install django-environ whitenoise "psycopg[binary]" "mcp<2"

`tests/benchmarks/test_vitriolic.py`, told that folder, starts this and takes turns with it. By itself it runs
with an empty database of the name, in vitriolic's folder `tests`:

    export DATABASE_URL=postgres:///NAME PYTHONPATH=.
    yes changed | head -30 | ../.venv/bin/python .../tests/benchmarks/peers/vitriolic_season.py

Writes a season of 12 teams and 132 matches with scores and a ladder, if there is none yet. Then, for each
line it reads, saves a match with its signals, which count the ladder of its teams anew: `changed`, other
scores of a match that has some; `first`, the first scores of a match. Answers with milliseconds, CPU of this
process, CPU of the database's and wall, and with the number of statements.
"""

import datetime
import gc
import itertools
import logging
import os
import random
import sys
import time
from pathlib import Path

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vitriolic.settings")
settings.DEBUG = False  # or each statement would be kept, and its words with it
django.setup()
logging.disable()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from tournamentcontrol.competition.models import (  # noqa: E402
    Club,
    Competition,
    Division,
    Match,
    Season,
    Stage,
    Team,
)

TEAMS, ROUNDS = 12, 22
FIRST = datetime.date(2026, 9, 3)


def titled(model, title, **fields):
    row = model(title=title, **fields)
    row.clean()
    row.save()
    return row


def a_season():
    """Write the season; every pair meets twice, and teams differ in strength."""
    season = titled(Season, "2026-27", competition=titled(Competition, "League"), timezone="UTC")
    division = titled(
        Division, "Division One", season=season, points_formula="3*win + 2*draw + 1*loss", games_per_day=1
    )
    stage = titled(Stage, "Season", division=division)
    club = titled(Club, "Club")
    teams = [
        titled(Team, f"Team {number}", club=club, division=division, order=number)
        for number in range(1, TEAMS + 1)
    ]
    rng = random.Random(20261120)
    circle = teams[:]
    for round_ in range(1, ROUNDS + 1):
        for number in range(TEAMS // 2):
            pair = circle[number], circle[-1 - number]
            home, away = pair if round_ < TEAMS else pair[::-1]
            match = Match(
                stage=stage,
                round=round_,
                home_team=home,
                away_team=away,
                date=FIRST + datetime.timedelta(weeks=round_),
                time=datetime.time(20, 30),
            )
            match.clean()
            match.home_team_score, match.away_team_score = rng.randrange(60), rng.randrange(40 + away.order)
            match.save()
        circle[1:] = [circle[-1], *circle[1:-1]]


class Counted:
    """How many statements were run."""

    statements = 0

    def __call__(self, execute, *arguments):
        self.statements += 1
        return execute(*arguments)


def server_time(process):
    """Return the milliseconds of a processor that the database's process has taken."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e6


def saved(kind, key, server):
    """Save other scores of a match, or its first; return milliseconds and statements."""
    match = Match.objects.get(pk=key)
    scores = match.home_team_score + 1, match.away_team_score
    if kind == "first":
        match.home_team_score = match.away_team_score = None
        match.save()
    # With all that saving it asks for, as whoever changes it has looked at it.
    match = Match.objects.select_related("stage__division__season", "home_team", "away_team").get(pk=key)
    match.home_team_score, match.away_team_score = scores
    counted = Counted()
    with connection.execute_wrapper(counted):
        there, here, clock = server_time(server), time.process_time(), time.perf_counter()
        match.save()
        wall, cpu = time.perf_counter() - clock, time.process_time() - here
    return 1000 * cpu, server_time(server) - there, 1000 * wall, counted.statements


call_command("migrate", verbosity=0)
if not Match.objects.exists():
    a_season()
with connection.cursor() as cursor:
    cursor.execute("ANALYZE")
    cursor.execute("SELECT pg_backend_pid()")
    server = cursor.fetchone()[0]
gc.collect()
gc.freeze()
gc.set_threshold(100_000)  # as in the tests that it takes turns with
keys = itertools.cycle(Match.objects.order_by("pk").values_list("pk", flat=True))
print("ready", flush=True)
for line in sys.stdin:
    print(*saved(line.strip(), next(keys), server), flush=True)
