"""Pages and data travel compressed, and a browser that has a page is still asked nothing twice."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from league.installation.static_files import HashedFiles
from tests.builders import a_match

GZIP = {"Accept-Encoding": "gzip, br"}
SCRIPT = "copy.0123456789ab.js"


@pytest.mark.django_db
def test_a_page_is_a_quarter_and_says_the_same(client: Client) -> None:
    standings = f"/three-valleys-all-fours-league/{a_match().division.season.slug}/division-one/standings/"
    plain = client.get(standings)
    page = client.get(standings, headers=GZIP)
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    assert gzip.decompress(page.content) == plain.content
    assert len(page.content) < len(plain.content) / 4


@pytest.mark.django_db
def test_a_compressed_page_that_is_still_right_is_not_sent_again(client: Client, settings: Any) -> None:
    settings.DEBUG = False
    standings = f"/three-valleys-all-fours-league/{a_match().division.season.slug}/division-one/standings/"
    first = client.get(standings, headers=GZIP)
    again = client.get(standings, headers={**GZIP, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert {"Cookie", "Accept-Encoding"} <= set(again.headers["Vary"].split(", "))


@pytest.mark.django_db
def test_what_is_compressed_as_it_is_stays_so(client: Client) -> None:
    match = a_match(public_id="fleece22")
    sheet = client.get(f"/{match.division.season.league.slug}/matches/fleece22/score-sheet.pdf", headers=GZIP)
    assert sheet.headers["Content-Type"] == "application/pdf"
    assert "Content-Encoding" not in sheet.headers


def test_a_static_file_is_compressed_once(tmp_path: Path) -> None:
    script = tmp_path / SCRIPT
    script.write_text("// Copies a link.\n" * 50, encoding="utf-8")
    (tmp_path / "copy.js").write_bytes(script.read_bytes())
    storage = HashedFiles(location=tmp_path)
    written = {name for _, name in storage.compress_files(["copy.js", SCRIPT])}
    assert written == {f"{SCRIPT}.br", f"{SCRIPT}.gz"}
    assert gzip.decompress((tmp_path / f"{SCRIPT}.gz").read_bytes()) == script.read_bytes()
    assert not list(storage.compress_files(["copy.js", SCRIPT]))
    assert not list(tmp_path.glob("*.part"))
