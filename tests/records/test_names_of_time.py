"""A name has a first day: this season has the new one, closed ones keep theirs, search finds both."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from league.competition.services import close_season
from league.models import CupEntry, Division, Match, Pub, Season, Team
from league.overview.search import search_public
from league.records.kinds import PUBS, TEAMS, RecordKind, raw_values
from league.records.selectors.consequences import following
from league.records.services.records import save_record
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.standings import division_table
from tests.builders import FRIDAY, WEEK, a_card, a_division, a_drawn_cup, a_match, a_season
from tests.examples import sampled

pytestmark = pytest.mark.django_db
WON = ((15, 9), (15, 9), (15, 9), (15, 9))
OLD, NEW = "The Fleece", "The Golden Lion"
TODAY = FRIDAY.date()


@pytest.fixture
def seasons() -> tuple[Season, Season]:
    """One that is closed and one that is played, with a match and a cup in each."""
    days = {"starts_on": TODAY - 80 * WEEK, "ends_on": TODAY - 40 * WEEK}
    closed = a_division(a_season(name="2025-26", **days))
    running = a_division(a_season(closed.season.league))
    for division in (closed, running):
        a_card(a_match(division, date=division.season.starts_on), *WON)
        a_drawn_cup(division.season, OLD, "The Shears")
    Team.objects.filter(name=OLD).update(short_name="Fleece", button_name="Fleece")
    return close_season(season=closed.season), running.season


def rename(kind: RecordKind, *, teams_too: bool = False) -> str:
    """Rename the team or the pub; return what its preview said."""
    row = {TEAMS: Team, PUBS: Pub}[kind].objects.get(name=OLD)
    opened, before = raw_values(kind, row), {"name": OLD}
    row.name = NEW
    preview = following(kind, row, before, today=TODAY, teams_too=teams_too)
    row.refresh_from_db()
    now = FRIDAY + datetime.timedelta(hours=1)
    save_record(
        kind=kind, row=row, values={"name": NEW}, opened=opened, by=None, now=now, teams_too=teams_too
    )
    return " ".join(f"{each.fact}{each.rest}" for each in preview.consequences)


def called(season: Season) -> set[str]:
    known = Division.objects.select_related("season__rule_book", "season__league")
    division = known.get(season=season)
    table = {entrant.name for entrant in division_table(division).entrants.values()}
    (line,) = match_lines(division.matches.all())
    assert {line.home.name, line.away.name} == table
    assert {entry.name for entry in CupEntry.objects.filter(cup__season=season)} == table
    return table


@pytest.mark.parametrize(
    ("kind", "short"), sampled([(TEAMS, "Fleece"), (PUBS, "")], each=2), ids=["team", "pub"]
)
def test_what_is_closed_keeps_the_name_of_its_time(
    client: Client, seasons: tuple[Season, Season], kind: RecordKind, short: str
) -> None:
    said = rename(kind, teams_too=kind is PUBS)
    assert "Closed seasons keep" in said
    assert (f"Renamed with it: {OLD} to {NEW}." in said) == (kind is PUBS)
    closed, running = seasons
    assert called(closed) == {OLD, "The Shears"}
    assert called(running) == {NEW, "The Shears"}
    for season, name in ((closed, OLD), (running, NEW)):
        match = Match.objects.get(division__season=season, tie=None)
        address = reverse("match", args=[season.league.slug, match.public_id])
        assert f"<title>{name} v The Shears" in client.get(address).content.decode()
    team = Team.objects.get(name=NEW)
    assert (team.short_name, team.button_name) == (short, short), "as chats and cross tables have it"
    for text in ("fleece", "golden lion"):
        found = search_public(closed.league, text)
        assert NEW in [name for name, _ in found["teams"]]
        assert kind is TEAMS or [name for name, _ in found["pubs"]] == [NEW]
