"""The standings as a picture to send: its size, what it says, and a match that waits for its signatures."""

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from league.models import Match
from league.printing.standings_picture import standings_picture
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match
from tests.results.test_agreement_pages import scored

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """The second match of two teams; the away side won the first, a week ago."""
    division = a_division()
    a_card(a_match(division, date=NIGHT - WEEK), (9, 15), (12, 15), (11, 15), (8, 15))
    return a_match(division, week=2)


def shown(match: Match | None, division: Any) -> dict[str, Any]:
    return dict(standings_picture(division, match).context)


def places(context: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(row["team"], row["rose"], row["half_points"]) for row in context["rows"]][:2]


def test_the_picture(client: Client, match: Match) -> None:
    division = match.division
    address = reverse(
        "division-picture", args=[division.season.league.slug, division.season.slug, division.slug]
    )
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(answer.content))
    assert picture.size == (1200, 630)
    assert len(picture.getcolors(1200 * 630) or ()) > 50
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_a_match_that_is_not_signed_counts_provisionally(match: Match) -> None:
    scored(match)
    assert not shown(None, match.division)["is_provisional"]
    assert places(shown(None, match.division))[0][0] == "The Shears"
    context = shown(match, match.division)
    assert context["is_provisional"]
    assert context["caption"] == "After week 2 of 2, Thu 14 Jan 2027"
    assert context["since"] == "Thu 7 Jan"


def test_a_match_that_is_not_over_does_not_count(match: Match) -> None:
    scored(match)
    match.entries.filter(table=4).delete()
    assert shown(match, match.division) == shown(None, match.division)


def test_a_result_that_is_in_is_not_counted_twice(match: Match) -> None:
    scored(match)
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    assert shown(match, match.division) == shown(None, match.division)
    assert not shown(match, match.division)["is_provisional"]
