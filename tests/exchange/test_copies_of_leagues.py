"""A league's file at another address, beside its original: a league of its own, which writes to nobody."""

import datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.messages.jobs import send_notices
from league.models import League, LeagueRole, Match, Notice, Player, Scorecard, ScoringCode, TableEntry, User
from tests.builders import (
    a_captain,
    a_captains_link,
    a_card,
    a_match,
    a_player,
    a_pub_link,
    an_account,
)

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2027, 1, 15, 12, 0, tzinfo=datetime.UTC)
FIRST_ENTRY, SECOND_ENTRY = f"{'0' * 8}-0000-0000-0000-{'0' * 11}1", f"{'0' * 8}-0000-0000-0000-{'0' * 11}2"


@pytest.fixture
def match() -> Match:
    """A match with a card, a code, two entries of a phone, a captain's link and an owner."""
    match = a_match()
    a_card(match, (15, 9), entered_at=NOW)
    a_player(match.home, "Zoë Łęcka", match.division.season)
    ScoringCode.objects.create(match=match, issued_at=NOW)
    for client_id, follows in ((FIRST_ENTRY, []), (SECOND_ENTRY, [FIRST_ENTRY])):
        TableEntry.objects.create(
            match=match, client_id=client_id, phone=FIRST_ENTRY, table=1, place="h1", follows=follows,
            entered_at=NOW, received_at=NOW,
        )  # fmt: skip
    an_account(match.division.season.league, "owner", "ann")
    return match


@pytest.fixture
def copy(match: Match, tmp_path: Path) -> League:
    call_command("export_league", "three-valleys-all-fours-league", file=tmp_path / "original.json")
    call_command("import_league", tmp_path / "original.json", slug="trial", owner="bert")
    return League.objects.get(slug="trial")


def match_of(league: League) -> Match:
    return Match.objects.get(division__season__league=league)


def a_letter(league: League, to: str, **fields: object) -> Notice:
    return Notice.objects.create(
        league=league, kind="message", to=to, subject="s", body="b", wanted_at=NOW, **fields
    )


def test_what_leads_to_the_original_leads_to_nothing_of_the_copy(
    client: Client, match: Match, tmp_path: Path
) -> None:
    a_captain(match.division, "The Fleece", captain_email="jo@example.org")
    captain, pub = a_captains_link(match.division), a_pub_link(match.venue)
    code = match.scoring_codes.get().code
    call_command("export_league", "three-valleys-all-fours-league", file=tmp_path / "original.json")
    call_command("import_league", tmp_path / "original.json", slug="trial")
    copied = match_of(League.objects.get(slug="trial"))
    assert copied.scoring_codes.get().code != code
    assert ScoringCode.objects.get(code=code).match == match
    for address in (captain, pub):
        page = client.get(address, follow=True).content.decode()
        assert "/three-valleys-all-fours-league/" in page
        assert "/trial/" not in page
    assert client.get(f"/three-valleys-all-fours-league/matches/{match.public_id}/").status_code == 200
    assert client.get(f"/trial/matches/{match.public_id}/").status_code == 404
    assert client.get(f"/trial/matches/{copied.public_id}/").status_code == 200
    assert client.get(f"/three-valleys-all-fours-league/matches/{copied.public_id}/").status_code == 404
    calendars = [
        client.get(f"/{slug}/feeds/matches/{of.public_id}.ics").content.decode()
        for slug, of in (("three-valleys-all-fours-league", match), ("trial", copied))
    ]
    own, other = (
        {line for line in calendar.splitlines() if line.startswith("UID")} for calendar in calendars
    )
    assert own
    assert other
    assert own.isdisjoint(other)


def test_the_copy_has_every_row_and_its_log_follows_itself(match: Match, copy: League) -> None:
    copied = match_of(copy)
    assert Scorecard.objects.filter(match=copied).count() == 1
    assert set(Player.objects.filter(league=copy).values_list("name", flat=True)) == {"Zoë Łęcka"}
    first, second = copied.entries.order_by("pk")
    assert second.follows == [str(first.client_id)]
    assert str(first.client_id) != FIRST_ENTRY
    assert [entry.follows for entry in match.entries.order_by("pk")] == [[], [FIRST_ENTRY]]


@pytest.mark.slow
def test_the_copy_goes_out_and_comes_in_again(copy: League, tmp_path: Path) -> None:
    call_command("export_league", "trial", file=tmp_path / "copy.json")
    call_command("import_league", tmp_path / "copy.json", slug="second-trial")
    assert match_of(League.objects.get(slug="second-trial")) != match_of(copy)


def test_an_address_that_is_taken_or_the_sites_own_is_refused(copy: League, tmp_path: Path) -> None:
    for slug, words in (
        ("", "is here already"),
        ("trial", "/trial/ is here already"),
        ("new-league", "site"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("import_league", tmp_path / "original.json", slug=slug)
    assert League.objects.count() == 2


def test_a_copy_writes_to_nobody_until_its_owner_allows_it(
    client: Client, match: Match, copy: League, mailoutbox: list
) -> None:
    a_letter(match.division.season.league, "original@example.org")
    a_letter(copy, "waited@example.org")
    a_letter(copy, "failed@example.org", sent_at=NOW - datetime.timedelta(hours=1), failed_because="no post")
    send_notices(NOW)
    assert [letter.to for letter in mailoutbox] == [["original@example.org"]]

    a_secretary = an_account(copy, "secretary", "sue")
    client.force_login(a_secretary)
    assert client.post("/trial/secretary/messages/allow/").status_code == 403
    client.force_login(User.objects.get(username="bert"))
    assert LeagueRole.objects.get(league=copy, user__username="bert").role == "owner"
    for address in ("/trial/secretary/messages/", "/trial/secretary/"):
        page = client.get(address).content.decode()
        assert "sends no e-mails" in page
        assert "Send e-mails from now on" in page
    page = client.post("/trial/secretary/messages/allow/", follow=True).content.decode()
    assert "sends e-mails from now on" in page
    assert "sends no e-mails" not in page
    a_letter(copy, "later@example.org")
    send_notices(NOW)
    assert [letter.to for letter in mailoutbox[1:]] == [["later@example.org"]]
