"""What closed seasons contribute to records and all-time tables: counted once, and anew where it changes."""

import datetime
import random
from unittest import mock

import pytest
from django.test import Client

from league.competition.services import close_season, reopen_season
from league.exchange.services.lists import undo_import
from league.honours.counted import kept_of
from league.honours.jobs import count_closed_seasons
from league.honours.pages.all_time import all_time_players, all_time_teams
from league.honours.pages.records import league_records
from league.models import CountedSeasons, Game, ImportRun, League, Match, Season, Seat
from league.records.kinds import PUBS
from league.records.selectors.personal_data import personal_data
from league.records.services.erasure import erase_person
from league.records.services.merging import merge_digest, merge_records, moving_rows
from league.registration.services.merges import merge_players, undo_merge
from tests.builders import (
    FRIDAY,
    a_division,
    a_league,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    renamed,
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
    kept = [sorted(row.seasons) for row in CountedSeasons.objects.filter(parts=None).order_by("first_day")]
    keys = list(league.seasons.order_by("starts_on").values_list("pk", flat=True))
    assert kept == [keys[:2], keys[2:3], keys[3:4]]
    assert sorted(row.seasons for row in kept_of(league, "totals")) == [keys[:3], keys[3:4]]
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
    assert CountedSeasons.objects.filter(parts=None).count() == 2
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


@pytest.mark.slow
def test_a_merge_within_the_season_that_goes_on_keeps_what_is_counted() -> None:
    league = a_long_league()
    count_closed_seasons(FRIDAY)
    division = league.seasons.latest("starts_on").divisions.get()
    one, other = (a_player(division.enrolments.first().team, name) for name in ("N. One", "Norman One"))
    a_seat(Game.objects.filter(**{CARD: division.season}).earliest("pk"), other, place=3)
    merge_players(kept=one, gone=other, by=a_secretary(league), now=FRIDAY)
    assert CountedSeasons.objects.filter(parts=None).count() == 3


class Walk:
    """A league in which closed seasons are corrected by chance, and people and pubs merged and erased."""

    def __init__(self, seed: int) -> None:
        self.chance, self.league = random.Random(seed), a_long_league(seed)
        self.by = a_secretary(self.league)

    def values(self) -> object:
        """Everything the pages show."""
        league = League.objects.get()
        players = all_time_players(league, to_secretary=True)
        return league_records(league, to_secretary=True), all_time_teams(league), players

    def correct(self, season: Season) -> None:
        reopen_season(season=season)
        self.play(season)
        close_season(season=season)

    def play(self, season: Season) -> None:
        game = self.chance.choice(Game.objects.filter(**{CARD: season}).order_by("pk"))
        Game.objects.filter(pk=game.pk).update(home_score=self.chance.choice((2, 15, 21)))

    def reopen(self, season: Season) -> None:
        reopen_season(season=season)

    def close(self, season: Season) -> None:
        close_season(season=season)

    def count(self, season: Season) -> None:
        count_closed_seasons(FRIDAY)

    def type_in(self, season: Season) -> None:
        """Play a season of long ago, between two others or beside one."""
        day = season.starts_on + datetime.timedelta(days=self.chance.choice((30, 250)))
        name = f"old {self.league.seasons.count()}"
        old = a_season(self.league, name, starts_on=day, ends_on=day + datetime.timedelta(days=80))
        a_round_robin(a_division(old, teams=2), rounds=1)
        old.is_finished = self.chance.random() < 0.5
        old.save()

    def merge(self, season: Season) -> None:
        kept, gone = self.chance.sample(list(self.league.players.not_merged().order_by("pk")), 2)
        seats = Seat.objects.filter(player=kept).values("game")
        if not Seat.objects.filter(player=gone, game__in=seats).exists():
            merge_players(kept=kept, gone=gone, by=self.by, now=FRIDAY)

    def part(self, season: Season) -> None:
        if merge := self.league.merges.filter(undone_at=None).last():
            undo_merge(merge=merge, now=FRIDAY)

    def unite(self, season: Season) -> None:
        kept, *others = self.league.pubs.order_by("pk")
        for gone in others[-1:]:
            rows = merge_digest(moving_rows(gone))
            merge_records(
                kind=PUBS, kept=kept, gone=gone, from_gone=(), shown_rows=rows, by=self.by, now=FRIDAY
            )

    def erase(self, season: Season) -> None:
        player = self.chance.choice(self.league.players.not_merged().order_by("pk"))
        erase_person(player=player, shown_data=personal_data(player).digest, by=self.by, now=FRIDAY)

    def rename(self, season: Season) -> None:
        renamed(
            self.chance.choice(self.league.pubs.order_by("pk")), f"The {self.chance.random()}", teams_too=True
        )


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 20))])
def test_what_is_kept_is_always_what_a_plain_count_shows(seed: int) -> None:
    walk = Walk(seed)
    acts = [walk.count, walk.correct, walk.reopen, walk.close, walk.merge, walk.part, walk.rename]
    acts += [walk.erase, walk.unite, walk.type_in]
    for act in [walk.count, *walk.chance.choices(acts, weights=(8, 4, 2, 2, 3, 2, 2, 1, 1, 2), k=12)]:
        act(walk.chance.choice(walk.league.seasons.order_by("pk")))
        with mock.patch("league.honours.counted.counting", return_value=""):
            counted = walk.values()
        assert walk.values() == counted, act


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
