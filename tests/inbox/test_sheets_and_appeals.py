"""Signed sheets that differ and appeals, decided in the inbox and undone exactly."""

import datetime
from typing import Any

import pytest
from django.core import serializers
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import (
    Appeal,
    Charge,
    Decision,
    Draft,
    Match,
    MatchDispute,
    Objection,
    Offence,
    Ruling,
    Scorecard,
    Side,
    User,
)
from league.regulations.services.appeals import record_appeal
from league.regulations.services.sanctions import apply_offence
from league.results.services.disputes import dispute_match
from league.results.services.scorecards import confirm_scorecard
from tests.builders import FRIDAY, NIGHT, a_division, a_match, a_secretary, a_walkover, an_offence
from tests.builders_tables import a_report, finals
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
SUNDAY = FRIDAY + datetime.timedelta(days=2)
HOME = ((15, 9), (15, 12), (15, 11), (8, 15))
AWAY = ((15, 9), (12, 15), (15, 11), (8, 15))


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(timezone, "now", lambda: SUNDAY)
    return a_match(a_division(teams=4))


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


@pytest.fixture
def inbox(match: Match, secretary: User) -> str:
    return f"/{match.division.season.league.slug}/secretary/"


@pytest.fixture
def signed(match: Match, secretary: User) -> Match:
    """Both sides have signed, and differ about table 2; the home side objects to the other sheet."""
    a_report(match, Side.HOME, *HOME)
    away = a_report(match, Side.AWAY, *AWAY)
    Objection.objects.create(scorecard=away, side=Side.HOME, table=2, because="It was 15–12.", made_at=FRIDAY)
    dispute_match(match=match, because="Which score counts for table 2.", by=secretary, now=FRIDAY)
    return match


def decide(client: Client, inbox: str, **fields: object):
    return client.post(f"{inbox}decide/", fields, follow=True)


def undo_last(client: Client, inbox: str) -> str:
    decision = Decision.objects.first()
    assert decision is not None
    return words(client.post(f"{inbox}decided/{decision.public_id}/undo/", follow=True))


def rows(*models: Any) -> list[dict[str, Any]]:
    return [row for model in models for row in serializers.serialize("python", model.objects.order_by("pk"))]


def use(client: Client, inbox: str, match: Match, version: int = 2, seen: int = 2):
    about = {"kind": "sheet", "about": match.public_id, "key": f"dispute-{match.public_id}", "seen": seen}
    return decide(client, inbox, **about, choice=f"sheet-{version}", reason="The away sheet is right.")


def test_sheets_that_differ_at_one_table_offer_both_scores_and_say_what_each_changes(client, inbox, signed):
    page = words(client.get(inbox))
    assert "Dispute: which score counts for table 2?" in page
    assert "Home sheet says 15–12, away sheet 12–15." in page
    assert "Use 15–12 8–2; The Fleece 1st" in page
    assert "Use 12–15 5–5; " in page


@pytest.mark.slow
def test_sheets_that_differ_at_several_tables_stand_side_by_side(client, inbox, match, secretary):
    a_report(match, Side.HOME, *HOME)
    a_report(match, Side.AWAY, (9, 15), (12, 15), (15, 11), (8, 15))
    dispute_match(match=match, because="Two tables.", by=secretary, now=FRIDAY)
    page = words(client.get(inbox))
    assert "Table The Fleece The Shears 1 differs 15–9 9–15 2 differs 15–12 12–15 3 15–11 15–11" in page
    assert "Use home sheet" in page
    assert "Use away sheet" in page


def test_a_sheet_is_chosen_and_the_choice_undone_exactly(client, inbox, signed):
    before = rows(Scorecard, Objection)
    page = words(use(client, inbox, signed))
    assert "used the sheet of The Shears. The standings are updated." in page
    card = signed.scorecards.get(is_confirmed=True)
    assert (card.version, card.reason) == (3, "The away sheet is right.")
    assert Objection.objects.get().state == "decided"
    assert words(use(client, inbox, signed)).count("The standings are updated.") == 1
    assert Decision.objects.count() == 1
    assert "Undone: used the sheet of The Shears. The question is in" in undo_last(client, inbox)
    signed.refresh_from_db()
    assert signed.disputed_because == "Which score counts for table 2."
    assert [
        row for row in rows(Scorecard, Objection) if row["pk"] != card.pk or "objection" in row["model"]
    ] == (before)
    assert MatchDispute.objects.count() == 2
    assert signed.scorecards.get(pk=card.pk).set_aside_because.startswith("Undone")
    # Decided anew, the other way.
    use(client, inbox, signed, version=1, seen=3)
    assert signed.scorecards.get(is_confirmed=True).version == 4


def test_a_choice_is_not_undone_once_the_result_was_corrected(client, inbox, signed, secretary):
    use(client, inbox, signed)
    confirm_scorecard(
        match=signed, sheet=finals(*HOME), by=secretary, began_from=3, reason="The captain rang.", now=SUNDAY
    )
    assert "has been corrected or withdrawn since" in undo_last(client, inbox)
    assert signed.scorecards.get(is_confirmed=True).version == 4
    assert Decision.objects.get().undone_at is None


@pytest.mark.slow
def test_a_choice_is_not_undone_over_a_new_dispute(client, inbox, signed, secretary):
    use(client, inbox, signed)
    dispute_match(match=signed, because="Table 3 now.", by=secretary, now=SUNDAY)
    assert "disputed again since" in undo_last(client, inbox)


def test_sheets_signed_anew_since_the_page_was_opened_are_not_chosen_unseen(client, inbox, signed):
    a_report(signed, Side.AWAY, *HOME[:3], (15, 8), now=SUNDAY)
    Match.objects.update(disputed_because="Table 4.")
    page = use(client, inbox, signed)
    assert page.status_code == 422
    assert "The sheets have changed since you opened the page" in words(page)
    assert "The away sheet is right." in markup(page)
    assert not signed.scorecards.filter(is_confirmed=True).exists()


def test_a_draft_of_the_result_is_not_lost_by_choosing_a_sheet(client, inbox, signed, secretary):
    Draft.objects.create(
        match=signed, user=secretary, began_from=0, typed={"t1-home-final": "9"}, saved_at=FRIDAY
    )
    assert "You have a draft of this result" in words(use(client, inbox, signed))
    assert Draft.objects.count() == 1


# --- Appeals ------------------------------------------------------------------------------------
def an_appeal(**against: Any) -> Appeal:
    return record_appeal(**against, made_on=NIGHT + datetime.timedelta(days=1), made_by="Ann", words="Snow.")


@pytest.fixture
def fined(match: Match, secretary: User) -> Appeal:
    offence = an_offence(match, halves=2, pence=500, reason="Started 35 minutes late.")
    return an_appeal(offence=apply_offence(offence=offence, by=secretary, now=FRIDAY))


def appeal_fields(appeal: Appeal) -> dict[str, str]:
    return {
        "kind": "appeal",
        "about": appeal.public_id,
        "who": "the committee",
        "reason": "The road was shut.",
    }


@pytest.mark.parametrize("choice", sampled(["uphold", "dismiss"], each=2))
def test_an_appeal_is_decided_and_the_decision_undone_exactly(client, inbox, fined, choice):
    before = rows(Appeal, Offence, Ruling, Charge)
    page = words(client.get(inbox))
    assert "get back 1 point and £5.00. The sanction no longer counts." in page
    decide(client, inbox, **appeal_fields(fined), choice=choice)
    fined.refresh_from_db()
    assert (fined.outcome, fined.decided_by) == (
        "upheld" if choice == "uphold" else "dismissed",
        "the committee",
    )
    assert Charge.objects.in_force().exists() == (choice == "dismiss")
    assert "The question is in the inbox again" in undo_last(client, inbox)
    assert rows(Appeal, Offence, Ruling, Charge) == before


@pytest.mark.slow
def test_an_upheld_appeal_against_a_walkover_is_undone_unless_another_was_given_since(client, inbox, match):
    appeal = an_appeal(ruling=a_walkover(match))
    before = rows(Appeal, Ruling)
    decide(client, inbox, **appeal_fields(appeal), choice="uphold")
    assert not Ruling.objects.in_force().exists()
    other = a_walkover(match)
    assert "already been given" in undo_last(client, inbox)
    assert Appeal.objects.get().outcome == "upheld"
    other.delete()
    undo_last(client, inbox)
    assert rows(Appeal, Ruling) == before


def test_an_appeal_needs_who_decided_it_and_keeps_what_was_typed(client, inbox, fined):
    fields = appeal_fields(fined) | {"who": " ", "key": f"appeal-{fined.public_id}"}
    page = decide(client, inbox, **fields, choice="uphold")
    assert page.status_code == 422
    assert "Type who decided the appeal" in words(page)
    assert 'value="The road was shut."' in markup(page)


@pytest.mark.slow
def test_an_appeal_decided_meanwhile_is_not_decided_twice(client, inbox, fined):
    decide(client, inbox, **appeal_fields(fined), choice="dismiss")
    page = decide(client, inbox, **appeal_fields(fined), choice="uphold")
    assert "The appeal was decided meanwhile: dismissed" in words(page)
    assert Decision.objects.count() == 1


def test_disputes_players_and_appeals_take_as_many_queries_however_many(client, inbox, signed, secretary):
    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            client.get(inbox)
        return len(context)

    an_appeal(ruling=a_walkover(a_match(signed.division, week=9)))
    first = queries()
    for week, home in enumerate(("Packhorse & Drover", "The Tup and Bell"), 2):
        match = a_match(signed.division, home, "The Shears", week=week)
        a_report(match, Side.HOME, *HOME)
        a_report(match, Side.AWAY, *AWAY)
        dispute_match(match=match, because="Table 2.", by=secretary, now=FRIDAY)
        an_appeal(ruling=a_walkover(a_match(signed.division, home, "The Fleece", week=week + 5)))
    assert queries() == first
