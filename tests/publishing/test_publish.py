"""The public site in a folder: whole, without what is private, and touched only where it changed."""

import datetime
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

import league.urls
from league.models import League, Match, Player, PrintJob
from league.publishing.addresses import LEADING, LEFT_OUT, Addresses
from league.publishing.check import CheckedFolder, check_folder, seen
from league.publishing.services import publish
from league.shared.errors import Refused
from tests.accounts.address_rules import FOR_PUBLIC, FOR_ROLES
from tests.accounts.address_world import a_world
from tests.builders import FRIDAY, NIGHT, WEEK, a_match, a_season

LIST = ".pegboard-copy.json"
Copied = tuple[Path, CheckedFolder]


@pytest.fixture(autouse=True)
def _paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no paper: what is looked at is where it lies."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    monkeypatch.setattr("league.printing.pdf.pdf", lambda document: b"%PDF")
    monkeypatch.setattr("league.management.commands.publish.gather_static_files", lambda: None)


@pytest.fixture
def _few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the pages that are alike in every league."""
    more = {"league-help-page", "league-rules-of-game"}
    monkeypatch.setattr("league.publishing.addresses.LEFT_OUT", LEFT_OUT | more)


@pytest.fixture(scope="module")
def worlds(module_rows: Callable[[], Any]) -> Iterator[League]:
    with module_rows():
        match = a_world("Ashby", "The Fleece", "The Shears")
        a_world("Barton", "The Owl", "The Bell")
        a_match(match.division, "The Shears", "The Fleece", date=NIGHT + 2 * WEEK)
        Player.objects.filter(name="Norman Ackerley").update(shown=Player.Shown.HIDDEN)
        yield match.division.season.league


@pytest.fixture(scope="module")
def whole(worlds: League, module_rows: Callable[[], Any], tmp_path_factory: pytest.TempPathFactory) -> Copied:
    """A copy with all pages, made once, and what was found in it. Nobody writes into it."""
    folder = tmp_path_factory.mktemp("whole")
    with module_rows(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: FRIDAY)
        patch.setattr("league.printing.pdf.pdf", lambda document: b"%PDF")
        return folder, publish(worlds, folder)


@pytest.fixture
def league(worlds: League, db: None) -> League:
    return League.objects.get(pk=worlds.pk)


def texts(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".xlsx", ".woff2"})
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace") for path in files}


def test_every_link_of_a_copy_leads_to_a_file_of_it(league: League, whole: Copied) -> None:
    folder, checked = whole
    assert checked.broken == ()
    assert checked.pages == len(list(folder.rglob("*.html"))) > 80
    assert checked.written == len(seen(folder))
    # Nothing was linked that turned out not to be there, so that no page was written twice.
    assert PrintJob.objects.count() == 0
    home = (folder / "index.html").read_text()
    assert "Scoring and sign-in are not part of the copy" in home


def test_a_copy_has_nothing_private_and_nothing_of_another_league(league: League, whole: Copied) -> None:
    folder, _ = whole
    other = League.objects.exclude(pk=league.pk).get()
    hidden = re.compile(
        rf"Ackerley|/{other.slug}/|(?<!urn:pegboard)/{league.slug}/|localhost|sign-in/|secretary/|/captain/"
        "|/api/|csrf|<form(?! class=.line measure search-form)"
    )
    found = {place: hidden.search(text) for place, text in texts(folder).items()}
    assert not {place: match[0] for place, match in found.items() if match and place != LIST}
    addresses = {file["address"] for file in json.loads((folder / LIST).read_text())["files"].values()}
    private = {reverse(name, args=[league.slug]) for name in FOR_ROLES if not _has_more(name, league)}
    assert len(private) > 20
    assert not private & addresses


def _has_more(name: str, league: League) -> bool:
    try:
        reverse(name, args=[league.slug])
    except Exception:
        return True
    return False


def test_every_public_page_is_in_a_copy_or_left_out_by_name(league: League, whole: Copied) -> None:
    listed = json.loads((whole[0] / LIST).read_text())["files"].values()
    matches = [Addresses(league, ()).match(file["address"]) for file in listed]
    copied = {match.url_name for match in matches if match}
    # What this league has nothing of, or nothing yet.
    scarce = {"cup-groups-file", "cup-hands-file", "match-version", "pair"}
    assert copied <= FOR_PUBLIC
    assert FOR_PUBLIC - copied - LEFT_OUT - LEADING <= scarce
    assert not copied & LEFT_OUT


@pytest.mark.slow
def test_a_second_copy_touches_only_what_changed(league: League, whole: Copied, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(whole[0], folder)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    again = publish(league, folder)
    assert (again.written, again.removed) == (0, 0)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    (folder / "CNAME").write_text("cards.example.org")
    (folder / "players" / "index.html").write_text("spoilt")
    mended = publish(league, folder)
    # The file beside it counts, too: it has changed since the copy before.
    assert (mended.written, mended.removed) == (1, 0)
    assert (folder / "CNAME").read_text() == "cards.example.org"


@pytest.mark.usefixtures("_few_pages")
@pytest.mark.slow
def test_what_has_gone_from_the_site_goes_from_the_copy(
    league: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pub = league.pubs.create(name="Extra", slug="extra")
    publish(league, tmp_path)
    assert (tmp_path / "pubs" / "extra" / "index.html").is_file()
    before = {place: (tmp_path / place).read_bytes() for place in seen(tmp_path)}
    pub.delete()
    # The next day: a page that differs only in when it was copied stays.
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY + datetime.timedelta(days=1))
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    again = publish(League.objects.get(pk=league.pk), tmp_path)
    assert again.removed >= 1
    assert again.unchanged > again.written
    assert not (tmp_path / "pubs" / "extra").exists()
    rules = "rules/index.html"
    assert (tmp_path / rules).read_bytes() == before[rules]


def test_a_folder_of_somebody_else_is_refused(league: League, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all")
    with pytest.raises(Refused, match="is not empty"):
        publish(league, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    (tmp_path / LIST).write_text('{"league":"other","made_of":[],"files":{}}')
    with pytest.raises(Refused, match="another league"):
        publish(league, tmp_path)


@pytest.mark.slow
@pytest.mark.usefixtures("_few_pages")
def test_a_copy_of_one_season_is_without_the_matches_of_others(
    league: League, tmp_path: Path, settings: Any
) -> None:
    # Of a site whose only name is its public one: paper asks for it.
    settings.SITE, settings.ALLOWED_HOSTS = "https://league.example.org", ["league.example.org"]
    season = league.seasons.get()
    a_season(league, name="2024-25", starts_on=datetime.date(2024, 9, 3), is_finished=True)
    call_command("publish", league.slug, str(tmp_path), "--season", "2024-25")
    assert not (tmp_path / season.slug).exists()
    assert not (tmp_path / "matches").exists()
    assert check_folder(tmp_path, {}).broken == ()


@pytest.mark.usefixtures("_few_pages")
@pytest.mark.slow
def test_a_copy_that_is_too_large_is_refused_and_mended_by_the_next(league: League, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="larger than 0 MB"):
        publish(league, tmp_path, most_bytes=100_000)
    assert publish(league, tmp_path).broken == ()


def test_the_command_refuses_in_a_sentence(league: League, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all")
    with pytest.raises(CommandError, match="There is no league"):
        call_command("publish", "nowhere", str(tmp_path))
    with pytest.raises(CommandError, match="is not empty"):
        call_command("publish", league.slug, str(tmp_path))


def test_a_search_finds_teams_and_matches(league: League, whole: Copied) -> None:
    match = Match.objects.filter(home__name="The Fleece").first()
    assert match is not None
    index = (whole[0] / "search" / "index.js").read_text()
    assert f"../matches/{match.public_id}/index.html" in index
    assert '"Teams", "The Fleece"' in index
