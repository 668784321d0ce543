"""Every list that the site exports is imported by it to the same state, in every preset."""

import datetime
import itertools
from collections.abc import Iterator
from random import Random

import pytest

from league.competition.selectors import league_today
from league.exchange.lists.export import rows_of, standings_rows
from league.exchange.lists.headings import What
from league.exchange.spreadsheets import as_csv, read_text
from league.models import Game, League, Match, Pub, Registration, Ruling, Season
from league.regulations.presets import get, names
from scoring.matches import MatchFormat
from tests.builders import (
    CAST,
    FRIDAY,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_team,
    a_walkover,
    an_enrolment,
)
from tests.builders_lists import import_list
from tests.examples import sampled

pytestmark = pytest.mark.django_db
LISTS = (What.PUBS, What.TEAMS, What.PLAYERS, What.FIXTURES, What.RESULTS)
NIGHT = datetime.date(2026, 9, 17)
# Two pubs of one name are asked about, as in any list.
ANSWERS = {"places-royal-oak": "two-pubs"}
TEAMS = ("Royal Oak A", "Royal Oak B", "The Fleece", "Zoë’s; upstairs", "Old “Tup”")


def a_season_under(preset: str, name: str) -> Season:
    book = get(preset).rule_book()
    book.save()
    return a_season(a_league(name), rule_book=book)


def games_of(form: MatchFormat, chance: Random) -> Iterator[list[tuple[int, int]] | None]:
    """Yield the games of each table, until the match is decided where that ends it."""
    target, won = form.target or 9, [0, 0]
    for table in range(form.tables):
        most = form.games_at(table)
        games: list[tuple[int, int]] = []
        own = [0, 0]
        while len(games) < most and not (form.race_to and max(won) >= form.race_to):
            if form.stop_when_decided and max(own) > most // 2:
                break
            winner = chance.randrange(2)
            game = [target, target]
            game[1 - winner] = chance.randrange(target)
            games.append((game[0], game[1]))
            own[winner] += 1
            won[winner] += 1
        yield games or None


def fill(season: Season, chance: Random) -> None:
    """Two pubs of one name, players in doubt, and matches of every kind."""
    league, form = season.league, season.rule_book.match_format()
    oaks = [
        Pub.objects.create(league=league, name="Royal Oak", slug=f"oak-{place}", address=place, tables=3)
        for place in ("Gomersal", "Heckmondwike")
    ]
    for number, division_name in enumerate(("Division One", "Division Two"), 1):
        division = a_division(season, division_name, teams=0, position=number)
        for place, name in enumerate(TEAMS):
            named = name if number == 1 else CAST[place + 2]
            pub = oaks[place] if place < len(oaks) and number == 1 else None
            enrolment = an_enrolment(division, a_team(league, named, pub=pub))
            enrolment.captain_name, enrolment.captain_email = f"Captain {named}"[:40], "jo@example.org"
            enrolment.save()
            for person in ("Łucja Hare", "O’Hara, Pat"):
                a_player(enrolment.team, f"{person} {number}{place}", season)
        kinds = itertools.cycle(
            ("played", "given", "played", "void", "to come", "both", "postponed", "table", "total", "moved")
        )
        for week, (home, away) in enumerate(itertools.permutations(division.enrolments.all(), 2), 1):
            day = NIGHT + datetime.timedelta(days=week)
            match = a_match(division, home.team.name, away.team.name, week=week, date=day)
            give(match, next(kinds), form, chance)


def give(match: Match, kind: str, form: MatchFormat, chance: Random) -> None:
    if kind in ("played", "table"):
        a_card(match, *games_of(form, chance))
    if kind == "table" and form.tables > 1 and not form.race_to:
        a_walkover(match, "h", table=form.tables)
    elif kind in ("given", "both"):
        a_walkover(match, {"given": "a", "both": "b"}[kind])
    elif kind == "void":
        Ruling.objects.create(
            kind="void", division=match.division, match=match, reason="Snow.", decided_on=match.date
        )
    elif kind == "postponed":
        Match.objects.filter(pk=match.pk).update(date=None, postponed_from=match.date)
    elif kind == "moved":
        Match.objects.filter(pk=match.pk).update(
            starts_at=datetime.time(19, 45), venue=match.away.pub, postponed_from=NIGHT
        )


def games_stored(season: Season) -> Iterator[object]:
    """Every game of the tables that play several, unless the table was given in the end."""
    form = season.rule_book.match_format()
    given = set(Ruling.objects.values_list("match", "table"))
    games = Game.objects.filter(table__scorecard__match__division__season=season)
    key, table = "table__scorecard__match", "table__number"
    sides = (f"{key}__{field}" for field in ("date", "home__name", "away__name"))
    fields = (key, table, *sides, "number", "home_score", "away_score")
    for match, number, *game in games.order_by(*fields[2:4], table, "number").values_list(*fields):
        if form.games_at(number - 1) > 1 and (match, number) not in given:
            yield number, *game


def exported(league: League, season: Season, what: str) -> str:
    return as_csv(rows_of(league, season, what))


# First the one that was at fault: what was typed had tables, what was imported had none.
@pytest.mark.parametrize("preset", sampled(sorted(names(), key="plain-3-1-0".__ne__), each=100))
def test_what_is_exported_is_imported_to_the_same_state(preset: str) -> None:
    season = a_season_under(preset, "Spen Valley")
    fill(season, Random(preset))
    copy = a_season_under(preset, "The Copy")
    for what in LISTS:
        text = exported(season.league, season, what)
        for is_new in (True, False):
            report = import_list(
                league=copy.league, season=copy, what=what, rows=read_text(text), now=FRIDAY, answers=ANSWERS
            )
            assert not report.faults, (what, report.faults[0])
            assert report.changes_nothing is not is_new, what
        assert exported(copy.league, copy, what) == text, what
    assert list(standings_rows(copy)) == list(standings_rows(season))
    assert list(games_stored(copy)) == list(games_stored(season))
    assert Registration.objects.filter(season=copy).count() == len(TEAMS) * 4
    assert copy.ends_on == season.ends_on
    assert league_today(copy.league)
