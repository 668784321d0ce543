"""Teams, players and matches of one league, cell by cell: on pages, in the API, in files and on paper."""

import csv
import html
import io
import json
import re
from collections.abc import Iterator

import pytest
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from league.models import Division, Seat, Side
from league.printing.pdf import pdf_and_pages
from league.printing.registry.catalogue import document_named
from league.printing.registry.document_kinds import Order
from tests.builders import NIGHT, a_division, a_player, an_adjustment
from tests.builders_seasons import a_round_robin
from tests.reading import markup

pytestmark = pytest.mark.django_db
LEAGUE = "three-valleys-all-fours-league"
SEASON = f"/{LEAGUE}/2026-27"
API = f"/api/v1/leagues/{LEAGUE}"
TOLD = 5


@pytest.fixture
def division() -> Division:
    """Six teams after four nights, two players of each at the first two tables; the first lost a point and a
    half.
    """
    division = a_division(teams=6)
    matches = a_round_robin(division, played=12)
    players = {
        enrolment.team_id: [
            a_player(enrolment.team, f"{forename} {letter}{letter.lower()}", division.season)
            for forename in ("Ann", "Bob")
        ]
        for letter, enrolment in zip(
            "QRSTUV", division.enrolments.select_related("team__league"), strict=True
        )
    }
    Seat.objects.bulk_create(
        Seat(game=table.games.get(), side=side, place=1, player=players[team][table.number - 1])
        for match in matches[:12]
        for table in match.scorecards.get().tables.all()[:2]
        for side, team in ((Side.HOME, match.home_id), (Side.AWAY, match.away_id))
    )
    an_adjustment(division, "The Fleece", halves=-3)
    return division


def test_teams_players_and_matches_are_the_same_wherever_they_stand(client, division):
    teams, players, matches = (
        list(csv.DictReader(io.StringIO(_file(client, f"{name}.csv").decode("utf-8-sig"))))
        for name in ("standings", "players", "results")
    )
    matches = [row for row in matches if row["home_match_points"]][-TOLD:]
    teams, players = teams[:TOLD], players[-TOLD:]
    assert (len(teams), len(players), len(matches)) == (TOLD,) * 3
    assert (teams[0]["team"], teams[0]["points"], teams[0]["adjustment"]) == ("The Fleece", "30.5", "-1.5")

    # The same file as a spreadsheet and as JSON.
    for name, rows in (("standings", teams), ("players", players), ("results", matches)):
        book = CalamineWorkbook.from_filelike(io.BytesIO(_file(client, f"{name}.xlsx")))
        heads, *lines = book.get_sheet_by_index(0).to_python()
        assert _texts(rows) <= {tuple(map(_plain, line)) for line in lines}
        assert list(rows[0]) == heads
        objects = json.loads(_file(client, f"{name}.json"))
        assert _texts(rows) <= {tuple(map(_plain, each.values())) for each in objects}

    # The API and the pages.
    (table,) = client.get(f"{API}/seasons/2026-27/standings").json()["items"]
    of_api = {row["team"]["slug"]: row for row in table["rows"]}
    page = _rows(markup(client.get(f"{SEASON}/division-one/standings/")), r'<tr id="([\w-]+)".*?</tr>')
    for row in teams:
        slug, api = row["team_slug"], of_api[row["team_slug"]]
        sums = "score_for", "score_against", "points", "adjustment"
        names = "place", "played", "won", "drawn", "lost", *sums
        assert [_plain(api[name]) for name in names] == [row[name] for name in names]
        assert (api["tables_for"], api["tables_against"]) == (int(row["tables_won"]), int(row["tables_lost"]))
        shown = row["place"], row["won"], row["lost"], _pair(row, "tables_won", "tables_lost")
        assert {*shown, row["points"], _signed(row["score_difference"])} <= {*page[slug]}

    of_api = {row["id"]: row for row in client.get(f"{API}/players?season=2026-27").json()["items"]}
    page = _rows(
        markup(client.get(f"/{LEAGUE}/players/?division=division-one")),
        r"<tr data-team.*?/players/(\w+)/.*?</tr>",
    )
    for row in players:
        names = ("name", "played", "won", "points_for", "points_against")
        assert [_plain(of_api[row["id"]][name]) for name in names] == [row[name] for name in names]
        difference = int(row["points_for"]) - int(row["points_against"])
        points = _pair(row, "points_for", "points_against")
        assert {row["played"], row["won"], points, _signed(difference)} <= {*page[row["id"]]}

    of_api = {row["id"]: row for row in client.get(f"{API}/seasons/2026-27/matches").json()["items"]}
    page = _rows(
        markup(client.get(f"{SEASON}/division-one/results/")),
        r'<li class="match-row.*?/matches/(\w+)/.*?</li>',
    )
    for row in matches:
        api = of_api[row["match"]]
        assert (api["date"], _plain(api["week"]), api["division"]) == (
            row["date"], row["week"], row["division_slug"],
        )  # fmt: skip
        for side in ("home", "away"):
            assert api[side]["slug"] == row[f"{side}_slug"]
            assert _plain(api[side]["points"]) == row[f"{side}_match_points"]
            assert api[side]["score"] == sum(int(row[f"{side}_{table}"]) for table in (1, 2, 3, 4))
        home, _, *points, away, under = page[row["match"]]
        assert [home, *points, away] == [
            row[name] for name in ("home", "home_match_points", "away_match_points", "away")
        ]
        assert f"game points {_score(row)}." in under

    # Paper: the standings, the results, and the book of the season.
    standings, results, book = (
        list(_paper(division, name)) for name in ("league-tables", "fixtures-and-results", "record-book")
    )
    for row in teams:
        tables = _pair(row, "tables_won", "tables_lost")
        record = [row[name] for name in ("place", "team", "played", "won", "drawn", "lost")]
        difference = _signed(row["score_difference"])
        assert [*record, tables, difference, row["points"]] in standings
        assert [*record, tables, _pair(row, "score_for", "score_against"), difference, row["points"]] in book
    for row in players:
        figures = row["played"], row["played"], row["won"], f"{100 * int(row['won']) // int(row['played'])} %"
        assert [row["name"], *figures, row["points_for"], row["points_against"]] in book
    for row in matches:
        match = [row["home"], _pair(row, "home_match_points", "away_match_points"), row["away"]]
        behind = [*match, _tables_won(row), _score(row)]
        assert any(behind == line[at : at + 5] for line in results for at in range(len(line))), behind
        tables = [_pair(row, f"home_{table}", f"away_{table}") for table in (1, 2, 3, 4)]
        assert [*match, *tables, _score(row)] in book


def _file(client, name: str) -> bytes:
    return client.get(f"{SEASON}/{name}").getvalue()


def _texts(rows: list[dict[str, str]]) -> set[tuple[str, ...]]:
    return {tuple(row.values()) for row in rows}


def _plain(cell: object) -> str:
    """Return a cell as CSV has it, whatever form the file gives its figures."""
    if isinstance(cell, float):
        return f"{cell:g}"
    return "" if cell is None else str(cell)


def _pair(row: dict[str, str], one: str, other: str) -> str:
    return f"{row[one]}–{row[other]}"


def _score(row: dict[str, str]) -> str:
    """Return what all tables of a match come to."""
    sums = (sum(int(row[f"{side}_{table}"]) for table in (1, 2, 3, 4)) for side in ("home", "away"))
    return "–".join(map(str, sums))


def _tables_won(row: dict[str, str]) -> str:
    tables = [(int(row[f"home_{table}"]), int(row[f"away_{table}"])) for table in (1, 2, 3, 4)]
    return f"{sum(home > away for home, away in tables)}–{sum(home < away for home, away in tables)}"


def _signed(figure: str | int) -> str:
    return f"{int(figure):+d}".replace("-", "\N{MINUS SIGN}") if int(figure) else "0"


def _rows(page: str, pattern: str) -> dict[str, list[str]]:
    """Return what stands between the tags of each row of a page, by the id in it."""
    return {
        row[1]: [_shown(text) for text in re.split(r"<[^>]+>", row[0]) if text.strip()]
        for row in re.finditer(pattern, page)
    }


def _shown(text: str) -> str:
    return html.unescape(text).strip().replace("½", ".5")


def _paper(division: Division, name: str) -> Iterator[list[str]]:
    """Yield the lines of a document as people read them, in cells that room parts."""
    kind, _ = document_named(name)
    content, _ = pdf_and_pages(kind.make(Order(season=division.season, today=NIGHT)))
    for page in PdfReader(io.BytesIO(content)).pages:
        for line in page.extract_text(extraction_mode="layout").splitlines():
            yield [_shown(cell) for cell in re.split(r"\s{2,}", line.strip()) if cell]
