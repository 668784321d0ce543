"""A process killed in the middle of confirming leaves what stood before, whole; a new one confirms it."""

import datetime
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from league.matches.sheet.values import Sheet, SheetGame, SheetTable
from league.models import Draft, Game, League, Match, MatchTable, Scorecard
from league.results.selectors.scorecards import sheet_of
from league.results.services.drafts import save_draft
from league.results.services.scorecards import confirm_scorecard
from tests.builders import a_match, a_secretary

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime.datetime(2027, 1, 15, 9, 30, tzinfo=datetime.UTC)
LOSERS = (13, 9, 11, 8)

# The whole card is written; before the league's revision it says so and waits for its end.
CONFIRM_HALF = """
import datetime, sys
import django
django.setup()
from django.db import connection
from league.models import Match, User
from league.results.services.scorecards import confirm_scorecard
from league.matches.sheet.values import Sheet, SheetGame, SheetTable

def wait(execute, sql, *arguments):
    if sql.startswith('UPDATE "league_league"'):
        print("half", flush=True)
        sys.stdin.read()
    return execute(sql, *arguments)

tables = enumerate({losers}, start=1)
with connection.execute_wrapper(wait):
    confirm_scorecard(
        match=Match.objects.get(),
        sheet=Sheet(tables=tuple(
            SheetTable(number=number, games=(SheetGame(home_score=15, away_score=score),))
            for number, score in tables
        )),
        by=User.objects.get(),
        began_from={began_from},
        reason="read again",
        now=datetime.datetime.now(datetime.UTC),
    )
"""


def address_of_the_test_database() -> str:
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    user, host = quote(known["USER"], safe=""), quote(known["HOST"], safe="")
    password = f":{quote(known['PASSWORD'], safe='')}" if known["PASSWORD"] else ""
    port = f":{known['PORT']}" if known["PORT"] else ""
    return f"postgres://{user}{password}@{host}{port}/{known['NAME']}"


@pytest.fixture
def half_way() -> Iterator[subprocess.Popen[str]]:
    """Another process that stands in the middle of its transaction."""
    began_from = Scorecard.objects.count()
    process = subprocess.Popen(
        [sys.executable, "-c", CONFIRM_HALF.format(losers=LOSERS, began_from=began_from)],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "DATABASE_URL": address_of_the_test_database(),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "half\n"
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    secretary = a_secretary(match.division.season.league)
    save_draft(match=match, by=secretary, typed={"remarks": "late"}, began_from=0, now=NOW)
    return match


@pytest.fixture
def confirmed(match: Match) -> Scorecard:
    return confirm(match, 5, began_from=0)


def confirm(match: Match, loser: int, *, began_from: int) -> Scorecard:
    game = SheetGame(home_score=15, away_score=loser)
    return confirm_scorecard(
        match=match,
        sheet=Sheet(tables=tuple(SheetTable(number=number, games=(game,)) for number in range(1, 5))),
        by=Draft.objects.get().user if began_from == 0 else Scorecard.objects.get().entered_by,
        began_from=began_from,
        reason="read again" if began_from else "",
        now=NOW,
    )


def end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    assert process.wait(timeout=30) == -signal.SIGKILL


@pytest.mark.slow
def test_a_first_result_killed_half_way_was_never_there(
    match: Match, half_way: subprocess.Popen[str]
) -> None:
    revision = League.objects.get().revision
    end(half_way)

    assert not Scorecard.objects.exists()
    assert not MatchTable.objects.exists()
    assert not Game.objects.exists()
    assert Draft.objects.get().typed == {"remarks": "late"}
    assert League.objects.get().revision == revision

    card = confirm(match, 9, began_from=0)
    assert (card.version, len(sheet_of(card).tables)) == (1, 4)


def test_a_correction_killed_half_way_leaves_the_version_that_stood(
    match: Match, confirmed: Scorecard, half_way: subprocess.Popen[str]
) -> None:
    before = sheet_of(confirmed)
    end(half_way)

    (card,) = Scorecard.objects.all()
    assert card.is_confirmed
    assert sheet_of(card) == before
    assert confirm(match, 9, began_from=1).version == 2
