"""A season in Tabbycat, the debating tab, to compare its standings with ours. It is no part of any suite.

Tabbycat (github.com/TabbycatDebate/tabbycat, measured at 59c4d5f with Django 5.0) is installed by its own
documentation, outside this repository, with its caches of public pages set to 0. With its Python, in its
folder:

    python manage.py shell < .../tests/benchmarks/peers/tabbycat_season.py

Writes a tournament of 12 teams and 22 rounds, 132 debates, if there is none yet, and prints medians of CPU
and wall time in milliseconds: its generator (wins, margin, speaker scores), and its public page of standings.
"""

import logging
import random
import statistics
import time

from django.conf import settings
from django.test import Client
from draw.models import Debate, DebateTeam
from participants.models import Speaker, Team
from results.models import BallotSubmission, TeamScore
from standings.teams import TeamStandingsGenerator
from tournaments.models import Round, Tournament

TEAMS, ROUNDS, TIMES = 12, 22, 30
logging.disable()
settings.ALLOWED_HOSTS = ["*"]


def a_season():
    """Write the tournament; every pair meets twice, and teams differ in strength."""
    tournament = Tournament.objects.create(name="Season", slug="season", active=True)
    for preference in ("public_team_standings", "all_results_released"):
        section = "public_features" if preference == "public_team_standings" else "tab_release"
        tournament.preferences[f"{section}__{preference}"] = True
    teams = [
        Team.objects.create(
            tournament=tournament, reference=f"Team {number}", short_reference=f"Team {number}"
        )
        for number in range(TEAMS)
    ]
    for team in teams:
        for number in range(3):
            Speaker.objects.create(name=f"Speaker {number} of {team}", team=team)
    rng = random.Random(20261120)
    circle = teams[:]
    for seq in range(1, ROUNDS + 1):
        round_ = Round.objects.create(
            tournament=tournament,
            seq=seq,
            name=f"Round {seq}",
            abbreviation=f"R{seq}",
            draw_type=Round.DrawType.MANUAL,
            draw_status=Round.Status.RELEASED,
            completed=True,
        )
        for number in range(TEAMS // 2):
            a_debate(round_, circle[number], circle[-1 - number], rng)
        circle[1:] = [circle[-1], *circle[1:-1]]


def a_debate(round_, first, second, rng):
    debate = Debate.objects.create(round=round_, result_status=Debate.STATUS_CONFIRMED)
    ballot = BallotSubmission.objects.create(
        debate=debate, confirmed=True, submitter_type=BallotSubmission.Submitter.TABROOM
    )
    margin = rng.randrange(1, 30)
    wins = rng.random() < 0.5 + (second.pk - first.pk) / 40
    for side, team in enumerate((first, second)):
        is_winner = wins == (side == 0)
        TeamScore.objects.create(
            ballot_submission=ballot,
            debate_team=DebateTeam.objects.create(debate=debate, team=team, side=side),
            points=int(is_winner),
            win=is_winner,
            margin=margin if is_winner else -margin,
            score=260 + rng.randrange(30),
            votes_given=int(is_winner),
            votes_possible=1,
        )


def medians(work):
    """Return the medians of CPU and wall time of a call, in milliseconds."""
    cpu, wall = [], []
    for _ in range(TIMES):
        began, clock = time.process_time(), time.perf_counter()
        work()
        cpu.append(time.process_time() - began)
        wall.append(time.perf_counter() - clock)
    return f"CPU {1000 * statistics.median(cpu):.2f} ms, wall {1000 * statistics.median(wall):.2f} ms"


if not Tournament.objects.filter(slug="season").exists():
    a_season()
season = Tournament.objects.get(slug="season")
last = season.round_set.order_by("seq").last()
client = Client()
address = "/season/tab/current-standings/"
page = client.get(address)
assert page.status_code == 200, page.status_code
print("page", len(page.content), "bytes")
generator = TeamStandingsGenerator(("wins", "margin_sum", "speaks_sum"), ("rank",))
print("generator", medians(lambda: list(generator.generate(season.team_set.all(), round=last))))
print("page", medians(lambda: client.get(address)))
