"""How much the most visited pages grow with a league's history, and with the leagues beside it.

    pytest tests/benchmarks/test_growth.py --slow --benchmark-json=growth.json

Pages made anew for each call. Of leagues that are alike but for 1, 10, 20 and 50 seasons, in turns, closed
seasons counted as the clock does it; then every address of leagues of 1, 10 and 50; then of one league alone,
beside 100 and beside 2,000, each in turns with a page that reads no data, as the rest of the machine changes
between them. Queries must not grow at all; time and bytes at most 1.25 times.
"""

import datetime
import statistics
import time
from collections.abc import Callable, Iterable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.honours.jobs import count_closed_seasons
from league.installation import stored_pages
from league.models import Game, League, Match, Player, Registration, Seat
from league.printing import document_views, pdf
from tests.accounts.address_rules import FOR_PUBLIC, FOR_ROLES, ONLY_SENT
from tests.accounts.address_world import a_world, things_of
from tests.accounts.address_world import address as address_of
from tests.builders import FRIDAY, NIGHT, a_division, a_league, a_season, a_secretary, an_account
from tests.builders_seasons import a_round_robin

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SEASONS, LEAGUES = (1, 10, 20, 50), (1, 100, 2000)
# Lists in pages are held against the first that fills one.
FULL = {"seasons": 20, "front page": 100}
# Of every address: pages that name several seasons, or the one before, are held against ten, which fill them.
EACH, FILLED = (1, 10, 50), 10
NAME_SEASONS = {
    *("league-records", "league-records-text", "news-feed", "seasons"),
    *("pair", "pair-text", "player-record", "player-text"),
    *("fixture-plan", "fixture-plan-change", "fixture-plan-fairness", "fixture-plan-fairness-file"),
    *("fixture-plan-file", "fixture-plan-list"),
}
LEAST_MS = 3
# Fifteen calls each on a busy machine came to 1.31 at most.
MOST_OF_EACH = 1.5
# All that is stored of a person, or of what was done, is listed: it grows by what it is.
LIST_ALL = {"audit-log-file", "personal-data", "personal-data-erase", "personal-data-file"}
TEAMS, SMALL_TEAMS = 8, 4
MOST = 1.25
CALLS, FINAL_CALLS = 15, 60
LATEST = "2026-27"
A_TRIVIAL_VIEW = "/health/"


def play_seasons(league: League, seasons: int, teams: int, *, squads: bool) -> None:
    """Play so many seasons of one division, the latest of them to its middle; squads have two players."""
    players: dict[int, list[Player]] = {}
    for year in range(2027 - seasons, 2027):
        season = a_season(
            league,
            f"{year}-{(year + 1) % 100:02}",
            starts_on=datetime.date(year, 9, 3),
            ends_on=datetime.date(year + 1, 4, 29),
            is_finished=year < 2026,
        )
        division = a_division(season, teams=teams)
        a_round_robin(division, played=None if season.is_finished else teams * (teams - 1) // 2)
        if not squads:
            continue
        enrolled = [enrolment.team for enrolment in division.enrolments.select_related("team")]
        for team in enrolled:
            if team.pk not in players:
                players[team.pk] = Player.objects.bulk_create(
                    Player(league=league, name=f"Player {number} of {team.name}") for number in (1, 2)
                )
        Registration.objects.bulk_create(
            Registration(season=season, team=team, player=player, registered_on=season.starts_on)
            for team in enrolled
            for player in players[team.pk]
        )
        games = Game.objects.filter(table__number=1, table__scorecard__match__division=division)
        Seat.objects.bulk_create(
            Seat(game_id=game, side=side, place=place, player=player)
            for game, home, away in games.values_list(
                "pk", "table__scorecard__match__home", "table__scorecard__match__away"
            )
            for side, team in (("h", home), ("a", away))
            for place, player in enumerate(players[team], start=1)
        )


def pages_of(league: League) -> dict[str, str]:
    """Return the addresses of twenty pages people open most, by name."""
    own = f"/{league.slug}"
    match = Match.objects.filter(division__season__league=league, division__season__slug=LATEST).earliest(
        "pk"
    )
    division, desk = f"{own}/{LATEST}/division-one", f"{own}/secretary"
    player = league.players.earliest("pk").public_id if league.players.exists() else ""
    pages = {
        "home": f"{own}/",
        "standings": f"{division}/standings/",
        "results": f"{division}/results/",
        "fixtures": f"{division}/fixtures/",
        "match": f"{own}/matches/{match.public_id}/",
        "board": f"{own}/matches/{match.public_id}/live/",
        "team": f"{own}/teams/the-fleece/",
        "team list": f"{own}/pubs/",
        "pub": f"{own}/pubs/the-fleece/",
        "player": f"{own}/players/{player}/" if player else "",
        "players": f"{own}/players/",
        "your pub": f"{own}/your-pub/",
        "contacts": f"{own}/contacts/",
        "search": f"{own}/search/?q=fleece",
        "news": f"{own}/news/",
        "cups": f"{own}/cups/",
        "documents": f"{own}/documents/",
        "workspace": f"{desk}/",
        "entry": f"{desk}/matches/{match.public_id}/entry/",
        "night": f"{desk}/nights/{match.date}/",
        "seasons": f"{desk}/seasons/",
    }
    return {name: address for name, address in pages.items() if address}


class Visit:
    """A reader who has signed in as secretary for the workspace, and has no cookies otherwise."""

    def __init__(self, league: League, name: str) -> None:
        self.public, self.desk = Client(), Client()
        self.desk.force_login(a_secretary(league, name))

    def open(self, address: str) -> bytes:
        client = self.desk if "/secretary/" in address else self.public
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer.content


def in_turns(works: dict[object, Callable[[], object]], calls: int) -> dict[object, float]:
    """Return medians of the processor's milliseconds, each work called once a turn."""
    seconds: dict[object, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(calls):
        for name, work in works.items():
            began = time.process_time()
            work()
            seconds[name].append(time.process_time() - began)
    return {name: 1000 * statistics.median(of) for name, of in seconds.items()}


def know_the_tables() -> None:
    """Count rows for the planner, as the database does by itself a minute after they were written."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def asked(visit: Visit, address: str) -> tuple[int, int]:
    """Return how many queries a page takes, and its bytes."""
    with CaptureQueriesContext(connection) as queries:
        content = visit.open(address)
    return len(queries), len(content)


def grown(figures: dict[str, dict[str, float]], names: Iterable[str]) -> dict[str, object]:
    """Return the pages that take too much more than the smallest of their kind."""
    return {name: figures[name] for name in names if max(figures[name].values()) > MOST}


@pytest.fixture(autouse=True)
def made_anew(monkeypatch, settings):
    monkeypatch.setattr(stored_pages, "reads_committed", lambda: False)
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_, **__: NIGHT)
    settings.DEBUG = False


def test_pages_do_not_grow_with_seasons(benchmark):
    visits, pages = {}, {}
    for seasons in SEASONS:
        league = a_league(f"League of {seasons:02} seasons")
        play_seasons(league, seasons, TEAMS, squads=True)
        visits[seasons], pages[seasons] = Visit(league, f"secretary-{seasons}"), pages_of(league)
    while count_closed_seasons(FRIDAY):
        pass
    know_the_tables()
    figures, queries, milliseconds = {}, {}, {}
    least, most = SEASONS[0], SEASONS[-1]
    for name in pages[least]:
        works = {s: lambda s=s, name=name: visits[s].open(pages[s][name]) for s in SEASONS}
        taken = in_turns(works, CALLS)
        if taken[most] > taken[least] * MOST:
            taken = in_turns(works, FINAL_CALLS)
        counted = {s: asked(visits[s], pages[s][name]) for s in SEASONS}
        base = FULL.get(name, least)
        queries[name] = [counted[s][0] for s in SEASONS]
        milliseconds[name] = [round(taken[s], 2) for s in SEASONS]
        figures[name] = {
            f"{what} {s}": round(value[s] / value[base], 2)
            for what, value in (("time", taken), ("bytes", {s: counted[s][1] for s in SEASONS}))
            for s in SEASONS
            if s > base
        }
    benchmark.extra_info.update(goal="growth", cpu_ms=milliseconds, ratios=figures, queries=queries)
    benchmark.pedantic(lambda: None, rounds=1)
    assert not {name: of for name, of in queries.items() if len(set(of)) > 1}
    assert not grown(figures, figures)


def test_no_address_grows_with_seasons(benchmark, monkeypatch, settings, tmp_path):
    """Documents are not set: their data is read. Queries of ten seasons are those of fifty."""
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    asks, readers = {}, {}
    for seasons in EACH:
        match = a_world(f"League of {seasons:02} seasons", "The Fleece", "The Shears")
        league = match.division.season.league
        play_seasons(league, seasons, TEAMS, squads=True)
        players = league.players.filter(name__contains=" of The Fleece").order_by("pk")[:2]
        first, second = players.values_list("public_id", flat=True)
        of_season = Match.objects.filter(division__season__league=league, division__season__slug=LATEST)
        asks[seasons] = things_of(match) | {
            "season_slug": LATEST,
            "division_slug": "division-one",
            "team_slug": "the-fleece",
            "pub_slug": "the-fleece",
            "match_id": of_season.earliest("pk").public_id,
            "player_id": first,
            "first_id": first,
            "second_id": second,
        }
        readers[seasons] = Client(), Client()
        readers[seasons][1].force_login(an_account(league, "owner", f"owner-{seasons}"))
    while count_closed_seasons(FRIDAY):
        pass
    know_the_tables()

    def open_one(name: str, seasons: int) -> int:
        answer = readers[seasons][name in FOR_ROLES].get(address_of(name, asks[seasons]))
        assert answer.status_code in {200, 202, 301, 303, 404}, (name, answer.status_code)
        return len(b"".join(answer.streaming_content) if answer.streaming else answer.content)

    grew, ratios = {}, {}
    for name in sorted((FOR_PUBLIC | FOR_ROLES) - ONLY_SENT):
        base = FILLED if name in NAME_SEASONS else EACH[0]
        works = {seasons: lambda s=seasons, name=name: open_one(name, s) for seasons in {base, EACH[-1]}}
        taken = in_turns(works, 3)
        if taken[EACH[-1]] > max(taken[base] * MOST_OF_EACH, taken[base] + LEAST_MS):
            taken = in_turns(works, CALLS)
        counted = []
        for seasons in (FILLED, EACH[-1]):
            # Who reads a page for the first time that day is put down.
            open_one(name, seasons)
            with CaptureQueriesContext(connection) as queries:
                open_one(name, seasons)
            counted.append(len(queries))
        ratios[name] = round(taken[EACH[-1]] / taken[base], 2), *counted
        takes_more = taken[EACH[-1]] > max(taken[base] * MOST_OF_EACH, taken[base] + LEAST_MS)
        if (takes_more and name not in LIST_ALL) or len(set(counted)) > 1:
            grew[name] = ratios[name]
    benchmark.extra_info.update(goal="growth", ratios=ratios)
    benchmark.pedantic(lambda: None, rounds=1)
    assert grew == {}


def test_pages_do_not_grow_with_leagues(benchmark):
    first = a_league("AA League")
    play_seasons(first, 1, TEAMS, squads=True)
    a_league("AB League")
    visit, pages = Visit(first, "secretary"), pages_of(first) | {"front page": "/"}
    taken, counted, made = {}, {}, 1
    for leagues in LEAGUES:
        for number in range(made, leagues):
            play_seasons(a_league(f"League {number:04}"), 1, SMALL_TEAMS, squads=False)
        made = leagues
        know_the_tables()
        for name, address in pages.items():
            works = {
                what: lambda at=at: visit.open(at) for what, at in ((name, address), ("", A_TRIVIAL_VIEW))
            }
            times = in_turns(works, CALLS)
            taken[name, leagues] = times[name] / times[""]
            counted[name, leagues] = asked(visit, address)
    of = {name: FULL["front page"] if name == "front page" else LEAGUES[0] for name in pages}
    figures = {
        name: {
            f"{what} {n}": round(value(n) / value(of[name]), 2)
            for what, value in (
                ("time", lambda n, name=name: taken[name, n]),
                ("bytes", lambda n, name=name: counted[name, n][1]),
            )
            for n in LEAGUES
            if n > of[name]
        }
        for name in pages
    }
    queries = {name: [counted[name, n][0] for n in LEAGUES] for name in pages}
    benchmark.extra_info.update(goal="growth", ratios=figures, queries=queries)
    benchmark.pedantic(lambda: None, rounds=1)
    assert not {name: of for name, of in queries.items() if len(set(of)) > 1}
    # Time is put down only: minutes lie between the figures, and the machine is not the same after them.
    sizes = {
        name: {at: of for at, of in each.items() if at.startswith("bytes")} for name, each in figures.items()
    }
    assert not grown(sizes, sizes)
