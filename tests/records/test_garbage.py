"""Whatever is sent to the pages of records gets an answer, on both databases."""

import itertools
import json

import pytest
from django.test import Client

from league.models import Match
from tests.builders import a_division, a_match, a_player, a_pub, a_secretary
from tests.examples import part_of, sampled
from tests.hostile.garbage_forms import GARBAGE_VALUES, Form, sent

pytestmark = pytest.mark.django_db

ANSWERS = {200, 303, 404, 409, 422}
DEEP = "[" * 10_000


@pytest.mark.parametrize("garbage", sampled(GARBAGE_VALUES, each=10))
def test_garbage_in_each_field_of_a_record(client: Client, garbage: str) -> None:
    match: Match = a_match(a_division(teams=2))
    league = match.division.season.league
    player = a_player(match.home, "Zoë Nobody")
    a_pub(league, "The Invented Ram")
    client.force_login(a_secretary(league))
    desk = f"/{league.slug}/secretary/"
    for place, address in enumerate(
        (
            "records/pubs/the-invented-ram/",
            "records/teams/the-fleece/",
            "records/divisions/2026-27.division-one/",
            f"records/players/{player.public_id}/",
            "records/seasons/2026-27/",
            "records/pubs/new/",
            # Last: the league's address may be another then.
            "settings/",
        )
    ):
        form = Form(f"{desk}{address}", "post")
        page = client.get(form.action).context["form"]
        good = {bound.name: "" if bound.value() is None else str(bound.value()) for bound in page}
        for field, button in part_of(itertools.product(good, ("save", "preview")), each=10, place=place):
            answer = sent(client, form, good | {field: garbage, button: "yes"})
            assert answer.status_code in ANSWERS, f"{address} {field} {answer.status_code}"
    ram = f"{desk}records/pubs/the-invented-ram/"
    for address, fields in {
        "delete/": {"delete": "yes", "rows": garbage},
        "merge/": {"merge": "yes", "with": garbage, "rows": garbage, "take-name": garbage},
    }.items():
        assert sent(client, Form(f"{ram}{address}", "post"), fields).status_code in ANSWERS


@pytest.mark.parametrize(
    "opened", sampled([DEEP, json.dumps({"name": [[]], "tables": {}}), "[]", "1"], each=4)
)
def test_what_a_form_was_opened_with_may_be_anything(client: Client, opened: str) -> None:
    match: Match = a_match(a_division(teams=2))
    league = match.division.season.league
    client.force_login(a_secretary(league))
    address = f"/{league.slug}/secretary/records/pubs/the-fleece/"
    typed = {"name": "The Fleece", "tables": "4", "opened": opened, "save": ""}
    assert client.post(address, typed).status_code in {409, 422}
