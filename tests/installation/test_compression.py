"""Pages and data travel compressed, and a browser that has a page is still asked nothing twice."""

import gzip
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.test import Client

from league.installation.static_files import HashedFiles
from tests.builders import a_match

GZIP = {"Accept-Encoding": "gzip"}
BROTLI = {"Accept-Encoding": "gzip, deflate, br"}
SCRIPT = "copy.0123456789ab.js"


@pytest.mark.django_db
def test_a_page_is_a_third_and_says_the_same(client: Client) -> None:
    standings = f"/three-valleys-all-fours-league/{a_match().division.season.slug}/division-one/standings/"
    plain = client.get(standings)
    page = client.get(standings, headers=GZIP)
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    assert gzip.decompress(page.content) == plain.content
    assert len(page.content) < len(plain.content) / 3


@pytest.mark.django_db
def test_a_visitor_without_cookies_gets_brotli(client: Client) -> None:
    standings = f"/three-valleys-all-fours-league/{a_match().division.season.slug}/division-one/standings/"
    plain = client.get(standings)
    page = client.get(standings, headers=BROTLI)
    assert page.headers["Content-Encoding"] == "br"
    assert page.headers["Content-Length"] == str(len(page.content))
    assert "Accept-Encoding" in page.headers["Vary"]
    assert brotli.decompress(page.content) == plain.content
    assert len(page.content) < len(client.get(standings, headers=GZIP).content)


@pytest.mark.django_db
@pytest.mark.parametrize("accepted", ["gzip, br;q=0", "gzip, br;q=0.0, deflate", "gzip, brian"])
def test_who_refuses_brotli_gets_gzip(client: Client, accepted: str) -> None:
    standings = f"/three-valleys-all-fours-league/{a_match().division.season.slug}/division-one/standings/"
    page = client.get(standings, headers={"Accept-Encoding": accepted})
    assert page.headers["Content-Encoding"] == "gzip"


@pytest.mark.django_db
def test_a_page_for_one_visitor_has_a_length_that_cannot_be_guessed(client: Client) -> None:
    client.cookies["seen"] = "1"
    page = client.get(f"/{a_match().division.season.league.slug}/", headers=BROTLI)
    assert page.headers["Content-Encoding"] == "gzip"


@pytest.mark.django_db
@pytest.mark.parametrize("encoding", [GZIP, BROTLI])
def test_a_compressed_page_that_is_still_right_is_not_sent_again(
    client: Client, settings: Any, encoding: dict[str, str]
) -> None:
    settings.DEBUG = False
    standings = f"/three-valleys-all-fours-league/{a_match().division.season.slug}/division-one/standings/"
    first = client.get(standings, headers=encoding)
    again = client.get(standings, headers={**encoding, "If-None-Match": first.headers["ETag"]})
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
