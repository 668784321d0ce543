"""What closed seasons contribute to records and all-time tables: counted once, and anew where it changes."""

import datetime
import random

import pytest
from django.test import Client

from league.competition.services import close_season, reopen_season
from league.exchange.services.lists import undo_import
from league.honours.jobs import count_closed_seasons
from league.models import CountedSeasons, Game, ImportRun, League, Match, Season, Seat
from league.registration.services.merges import merge_players, undo_merge
from tests.builders import (
    FRIDAY,
    a_division,
    a_league,
    a_player,
    a_season,
    a_seat,
    a_secretary,
)
from tests.builders_seasons import a_round_robin
from tests.reading import words

pytestmark = pytest.mark.django_db

FILES = (
    *("records.json", "all-time-teams.json", "all-time-players.json"),
    *("honours/records/", "honours/all-time/"),
)
CARD = "table__scorecard__match__division__season"


def shown(league: League) -> list[str]:
    return [words(Client().get(f"/{league.slug}/{name}")) for name in FILES]


def a_long_league(seed: int = 1) -> League:
    """Five seasons, of which two overlap, with chance results and players who move; the last goes on."""
    chance = random.Random(seed)
    league = a_league()
    days = ((2022, 9, 3), (2022, 10, 5), (2024, 9, 3), (2025, 9, 3), (2026, 9, 3))
    for number, day in enumerate(days):
        starts_on = datetime.date(*day)
        ends_on = starts_on + datetime.timedelta(weeks=30)
        season = a_season(league, f"s{number}", starts_on=starts_on, ends_on=ends_on)
        a_round_robin(a_division(season, teams=4), rounds=2 if number == 0 else 1)
        season.is_finished = number < len(days) - 1
        season.save()
    players = [a_player(team, f"{name} of {team}") for team in league.teams.all() for name in ("A", "B")]
    games, seats = list(Game.objects.filter(**{f"{CARD}__league": league})), []
    for game in games:
        game.home_score, game.away_score = chance.choice(((15, 3), (15, 0), (9, 15), (14, 15)))
        for side, two in zip("ha", (players[:4], players[4:]), strict=True):
            for place, player in enumerate(chance.sample(two, 2), start=1):
                seats.append(Seat(game=game, player=player, side=side, place=place))
    Game.objects.bulk_update(games, ["home_score", "away_score"])
    Seat.objects.bulk_create(seats)
    return league


def test_what_is_kept_shows_what_was_counted_at_once() -> None:
    league = a_long_league()
    before = shown(league)
    assert count_closed_seasons(FRIDAY) == 1
    kept = [sorted(row.seasons) for row in CountedSeasons.objects.order_by("first_day")]
    keys = list(league.seasons.order_by("starts_on").values_list("pk", flat=True))
    assert kept == [keys[:2], keys[2:3], keys[3:4]]
    assert shown(league) == before
    assert count_closed_seasons(FRIDAY) == 0


def test_a_closed_season_is_counted_anew_once_it_was_opened() -> None:
    league = a_long_league()
    count_closed_seasons(FRIDAY)
    first = league.seasons.earliest("starts_on")
    Game.objects.filter(**{CARD: first}, home_score=15).update(home_score=2)
    kept = shown(league)
    reopen_season(season=first)
    changed = shown(league)
    assert all(before != after for before, after in zip(kept, changed, strict=True))
    close_season(season=first)
    assert shown(league) == changed
    assert CountedSeasons.objects.count() == 2
    count_closed_seasons(FRIDAY)
    assert shown(league) == changed


@pytest.mark.slow
def test_a_season_that_begins_before_the_last_has_ended_is_counted_with_it() -> None:
    league = a_long_league()
    count_closed_seasons(FRIDAY)
    late = Match.objects.filter(division__season__slug="s3").latest("date")
    Match.objects.filter(pk=late.pk).update(date=datetime.date(2026, 12, 1))
    reopen_season(season=late.division.season)
    close_season(season=late.division.season)
    before = shown(league)
    count_closed_seasons(FRIDAY)
    assert shown(league) == before


def test_merged_players_are_counted_as_one_in_closed_seasons_too() -> None:
    league = a_long_league()
    first = league.seasons.earliest("starts_on")
    kept, gone = (a_player(league.teams.earliest("pk"), name) for name in ("N. One", "Norman One"))
    for seat in Game.objects.filter(**{CARD: first}).earliest("pk").seats.filter(place=1, side="h"):
        seat.player = gone
        seat.save()
    count_closed_seasons(FRIDAY)
    before = shown(league)
    merge = merge_players(kept=kept, gone=gone, by=a_secretary(league), now=FRIDAY)
    assert CountedSeasons.objects.count() == 2
    after = shown(league)
    assert after[2] != before[2]
    count_closed_seasons(FRIDAY)
    assert shown(league) == after
    undo_merge(merge=merge, now=FRIDAY)
    assert shown(league) == before


@pytest.mark.slow
def test_a_merge_within_the_season_that_goes_on_keeps_what_is_counted() -> None:
    league = a_long_league()
    count_closed_seasons(FRIDAY)
    division = league.seasons.latest("starts_on").divisions.get()
    one, other = (a_player(division.enrolments.first().team, name) for name in ("N. One", "Norman One"))
    a_seat(Game.objects.filter(**{CARD: division.season}).earliest("pk"), other, place=3)
    merge_players(kept=one, gone=other, by=a_secretary(league), now=FRIDAY)
    assert CountedSeasons.objects.count() == 3


@pytest.mark.slow
def test_an_import_that_is_undone_may_have_changed_any_season() -> None:
    league = a_long_league()
    count_closed_seasons(FRIDAY)
    undo_import(run=ImportRun.objects.create(league=league, what="pubs", made_at=FRIDAY), now=FRIDAY)
    assert not CountedSeasons.objects.exists()


def test_nothing_is_kept_of_a_league_that_changed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    league = a_long_league()
    first = league.seasons.earliest("starts_on")
    from league.honours import jobs

    counted = jobs.totals_of_players

    def meanwhile(seasons: list[Season]) -> object:
        reopen_season(season=first)
        return counted(seasons)

    monkeypatch.setattr(jobs, "totals_of_players", meanwhile)
    assert count_closed_seasons(FRIDAY) == 0
    assert not CountedSeasons.objects.exists()


def test_a_closed_season_that_was_never_played_is_counted_once() -> None:
    season = a_season(a_league(), is_finished=True)
    assert (count_closed_seasons(FRIDAY), count_closed_seasons(FRIDAY)) == (1, 0)
    assert Client().get(f"/{season.league.slug}/honours/records/").status_code == 200
