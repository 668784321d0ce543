"""The inbox: every question with its consequences, decided in place, recorded, undone."""

import datetime

import pytest
from django.test import Client

from league.models import Charge, Decision, Match, MatchDispute, Offence, Postponement, Ruling, User
from league.results.services.disputes import close_dispute, dispute_match
from tests.builders import NIGHT, a_division, a_match, a_player, a_secretary, an_account
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


@pytest.fixture
def inbox(match: Match, secretary: User) -> str:
    return f"/{match.division.season.league.slug}/secretary/"


def a_sanction(match: Match, number: int = 1, kind: str = "late-start", pence: int = 500) -> Offence:
    return Offence.objects.create(
        season=match.division.season,
        team=match.home,
        match=match,
        kind=kind,
        number=number,
        fell_at=NOW,
        pence=pence,
        halves=2,
        reason="Started 35 minutes late.",
    )


def decide(client: Client, inbox: str, **fields: object):
    return client.post(f"{inbox}decide/", fields, follow=True)


def undo_last(client: Client, inbox: str):
    decision = Decision.objects.first()
    assert decision is not None
    return client.post(f"{inbox}decided/{decision.public_id}/undo/", follow=True)


def test_a_sanction_is_applied_from_the_inbox_and_undone(client, inbox, match, secretary):
    offence = a_sanction(match)
    page = words(client.get(inbox))
    assert "One sanction proposed: apply or waive?" in page
    assert f"{match.home}: 1 point and £5.00 Started 35 minutes late." in page
    decide(client, inbox, kind="sanction", about=offence.public_id, seen="2|500", choice="apply")
    assert Charge.objects.in_force().get().pence == 500
    assert Ruling.objects.in_force().count() == 1
    page = words(undo_last(client, inbox))
    assert "The question is in the inbox again" in page
    assert "One sanction proposed" in page
    assert not Charge.objects.in_force().exists()
    assert not Ruling.objects.in_force().exists()
    decide(client, inbox, kind="sanction", about=offence.public_id, seen="2|500", choice="apply")
    assert Charge.objects.in_force().count() == 1
    done = words(client.get(f"{inbox}decided/"))
    assert done.count("Applied") == 2
    assert "Undone" in done


def test_sanctions_of_a_night_are_waived_together_with_one_reason(client, inbox, match):
    first, second = a_sanction(match), a_sanction(match, kind="short-team")
    fields = {"kind": "sanction", "about": [first.public_id, second.public_id], "choice": "waive"}
    page = decide(client, inbox, **fields, reason=" ")
    assert page.status_code == 422
    assert "Type a reason" in words(page)
    assert set(Offence.objects.values_list("state", flat=True)) == {"proposed"}
    decide(client, inbox, **fields, reason="Snow on the tops.")
    assert set(Offence.objects.values_list("state", flat=True)) == {"waived"}
    assert {decision.reason for decision in Decision.objects.all()} == {"Snow on the tops."}


@pytest.mark.slow
def test_a_sanction_somebody_else_has_decided_is_not_decided_twice(client, inbox, match):
    first, second = a_sanction(match), a_sanction(match, kind="short-team")
    decide(client, inbox, kind="sanction", about=second.public_id, choice="waive", reason="Snow.")
    keys, seen = [first.public_id, second.public_id], ["2|500", "2|500"]
    page = decide(client, inbox, kind="sanction", about=keys, seen=seen, choice="apply")
    assert "already waived" in words(page)
    first.refresh_from_db()
    assert first.state == "proposed"


def test_a_dispute_is_closed_with_a_reason_and_reopened(client, inbox, match, secretary):
    dispute_match(match=match, because="They differ about table 2.", by=secretary, now=NOW)
    seen = match.disputes.get().pk
    assert "Dispute: which result counts?" in words(client.get(inbox))
    fields = {"kind": "dispute", "about": match.public_id, "seen": seen, "choice": "close"}
    decide(client, inbox, **fields, reason="15–13, both agree.")
    match.refresh_from_db()
    assert match.disputed_because == ""
    undo_last(client, inbox)
    match.refresh_from_db()
    assert match.disputed_because == "They differ about table 2."
    assert MatchDispute.objects.count() == 2


def test_a_newer_dispute_is_not_closed_from_a_page_that_showed_the_one_before(
    client, inbox, match, secretary
):
    dispute_match(match=match, because="They differ about table 2.", by=secretary, now=NOW)
    seen = match.disputes.get().pk
    deputy = a_secretary(match.division.season.league, "Norman")
    close_dispute(match=match, dispute=seen, decision="15–13.", by=deputy, now=NOW)
    dispute_match(match=match, because="Now about table 4.", by=secretary, now=NOW)
    fields = {"kind": "dispute", "about": match.public_id, "seen": seen, "choice": "close"}
    page = decide(client, inbox, **fields, key=f"dispute-{match.public_id}", reason="Both agree.")
    assert page.status_code == 422
    assert "closed meanwhile: “15–13.” Another is open since: “Now about table 4.”" in words(page)
    assert 'value="Both agree."' in markup(page)
    match.refresh_from_db()
    assert match.disputed_because == "Now about table 4."
    assert not Decision.objects.exists()


@pytest.mark.slow
def test_a_sanction_that_costs_something_else_by_now_is_refused_with_both_costs(client, inbox, match):
    offence = a_sanction(match)
    assert 'name="seen" value="2|500"' in markup(client.get(inbox))
    Offence.objects.update(halves=0, pence=1000, number=2)
    fields = {"kind": "sanction", "about": offence.public_id, "choice": "apply"}
    page = decide(client, inbox, **fields, seen="2|500")
    assert "it was 1 point and £5 and is £10 now" in words(page)
    assert "no longer says what you saw" in words(decide(client, inbox, **fields, seen="2"))
    offence.refresh_from_db()
    assert offence.state == "proposed"
    decide(client, inbox, **fields, seen="0|1000")
    assert Charge.objects.in_force().get().pence == 1000


def test_the_reason_typed_for_all_is_kept_when_one_was_decided_meanwhile(client, inbox, match):
    first, second = a_sanction(match), a_sanction(match, kind="short-team")
    decide(client, inbox, kind="sanction", about=second.public_id, seen="2|500", choice="apply")
    fields = {"about": [first.public_id, second.public_id], "choice": "waive", "reason": "Snow."}
    page = decide(client, inbox, kind="sanction", key=f"sanctions-{NIGHT}", **fields)
    assert "already applied" in words(page)
    assert "You typed: “Snow.”" in words(page)


def test_a_match_is_moved_to_an_offered_night_and_moved_back(client, inbox, secretary, match):
    to = NIGHT + datetime.timedelta(days=4)
    request = Postponement.objects.create(
        match=match, asked_by="h", asked_at=NOW, reason="The room is let.", offered=[str(to)]
    )
    page = words(client.get(inbox))
    assert "Postponement: move this match?" in page
    decide(
        client,
        inbox,
        kind="postponement",
        about=request.public_id,
        choice=f"move-{to}",
    )
    match.refresh_from_db()
    assert match.date == to
    undo_last(client, inbox)
    match.refresh_from_db()
    request.refresh_from_db()
    assert (match.date, match.postponed_from, match.postponed_because, request.state) == (
        NIGHT,
        None,
        "",
        "open",
    )
    decide(
        client, inbox, kind="postponement", about=request.public_id, choice="refuse", reason="Too far off."
    )
    request.refresh_from_db()
    assert (request.state, request.answered_because) == ("refused", "Too far off.")


@pytest.mark.slow
def test_what_was_changed_since_is_not_undone(client, inbox, match, secretary):
    offence = a_sanction(match)
    decide(client, inbox, kind="sanction", about=offence.public_id, choice="waive", reason="Snow.")
    Offence.objects.update(decided_at=NOW)
    page = undo_last(client, inbox)
    assert "has been changed since" in words(page)
    assert Decision.objects.get().undone_at is None


@pytest.mark.slow
def test_an_unknown_choice_changes_nothing_and_keeps_what_was_typed(client, inbox, match):
    page = decide(client, inbox, kind="nothing", about="x", choice="apply", reason="Typed")
    assert page.status_code == 422
    assert not Decision.objects.exists()


def test_teams_pubs_players_matches_and_pages_are_found_by_their_beginnings(client, inbox, match):
    found = words(client.get(f"{inbox}search/", {"q": "fle she"}))
    assert f"{match.home} v {match.away}" in found
    assert "/secretary/records/pubs/the-fleece/" in markup(client.get(f"{inbox}search/", {"q": "fle"}))
    assert "/secretary/records/teams/the-fleece/" in markup(client.get(f"{inbox}search/", {"q": "fle"}))
    assert "/secretary/captains/" in markup(client.get(f"{inbox}search/", {"q": "telephone"}))
    joan = a_player(match.home, "Joan Invented")
    assert client.get(f"{inbox}search/", {"q": "joan"}).url == f"{inbox}players/{joan.public_id}/"
    unknown = client.get(f"{inbox}search/", {"q": "zzz"})
    assert "Nothing found for “zzz”" in words(unknown)
    assert f"{inbox}players/?name=zzz#sign-on" in markup(unknown)


def test_who_keeps_the_fixtures_neither_decides_nor_reads_what_is_the_secretarys(client, inbox, match):
    offence = a_sanction(match)
    decide(client, inbox, kind="sanction", about=offence.public_id, choice="waive", reason="Snow.")
    client.force_login(an_account(match.division.season.league, "fixtures"))
    assert "Started 35 minutes late" not in words(client.get(f"{inbox}decided/"))
    assert "Snow" not in words(client.get(inbox))
    assert "Your role does not include this decision" in words(undo_last(client, inbox))
    second = a_sanction(match, kind="short-team")
    page = decide(client, inbox, kind="sanction", about=second.public_id, choice="apply")
    assert page.status_code == 422
    second.refresh_from_db()
    assert second.state == "proposed"
