"""Whoever watches the server is told the truth, and nothing of what is inside."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def gone(*_: Any) -> None:
    raise OperationalError("could not connect to server league-db.example as pegboard")


def test_alive_and_ready(client: Client) -> None:
    assert client.get("/health/").content.splitlines()[0] == b"alive"
    assert client.get("/ready/").content.splitlines()[0] == b"ready"


def test_a_database_that_is_gone_is_noticed_and_not_described(client: Client) -> None:
    """A connection that was open before says nothing: it has to be used."""
    connection.ensure_connection()
    with connection.execute_wrapper(gone):
        answer = client.get("/ready/")
        assert (answer.status_code, answer.content.splitlines()[0]) == (503, b"no database")
        assert client.get("/health/").status_code == 200


def test_search_engines_are_asked_not_to_print_and_replay(client: Client) -> None:
    said = client.get("/robots.txt").content.decode()
    assert "Disallow: /*.pdf$" in said
    assert "Disallow: /*?" in said
    assert "Allow: /*?season=" in said, "earlier seasons are to be found"
