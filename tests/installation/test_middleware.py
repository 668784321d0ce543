"""Every answer tells the browser what it may load."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import clear_script_prefix, set_script_prefix


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/health/", "/sign-in/", "/no-such-league/"])
def test_every_answer_carries_the_policies(client: Client, address: str):
    answer = client.get(address)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "geolocation=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "is_opened"),
    [("css/base.css", False), ("js/copy.js", False), ("img/mark.svg", True), ("js/no-such.js", True)],
)
def test_a_part_of_a_page_carries_only_what_is_heeded_there(
    client: Client, settings: Any, collected_files: Path, path: str, is_opened: bool
):
    settings.STATIC_ROOT = collected_files
    headers = client.get(f"/static/{path}").headers
    for policy in ("Content-Security-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy"):
        assert (policy in headers) is is_opened, policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.fixture
def below_a_path(settings) -> Iterator[None]:
    settings.FORCE_SCRIPT_NAME = "/league"
    set_script_prefix("/league/")  # as the handler of a real request does
    yield
    clear_script_prefix()


@pytest.mark.django_db
@pytest.mark.usefixtures("below_a_path")
def test_below_a_path_links_begin_with_it_and_secret_addresses_stay_secret(client: Client):
    page = client.get("/s/")
    links = re.findall(r'(?:href|action)="(/[^"]*)"', page.content.decode())
    assert links
    assert not [link for link in links if not link.startswith(("/league/", "/static/"))]
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["X-Robots-Tag"] == "noindex"
