"""Penalties at the desk: what is asked stands there with its reason, and nothing happens without a press."""

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.text import slugify

from league.models import Appeal, Charge, Match, Offence, Ruling, User
from league.regulations.services.appeals import record_appeal
from league.regulations.services.sanctions import apply_offence, waive_offence
from tests.builders import (
    FRIDAY,
    a_division,
    a_match,
    a_secretary,
    a_walkover,
    an_adjustment,
    an_offence,
    regulated,
)
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

State = Offence.State


@pytest.fixture
def match(db: None) -> Match:
    return a_match(a_division(teams=4))


@pytest.fixture(autouse=True)
def secretary(match: Match, client: Client, monkeypatch: pytest.MonkeyPatch) -> User:
    """At the desk on the morning after the night."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


@pytest.fixture
def offence(match: Match) -> Offence:
    return an_offence(match, halves=4, pence=750, number=2)


@pytest.fixture
def applied(offence: Offence, secretary: User) -> Offence:
    return apply_offence(offence=offence, by=secretary, now=FRIDAY)


def desk(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/"


def page_of(offence: Offence) -> str:
    return f"/{offence.season.league.slug}/secretary/penalties/{offence.public_id}/"


def applying(**typed: str) -> dict[str, str]:
    said = {"apply-points": "2", "apply-pounds": "7.50", "apply-because": ""} | typed
    return said | {"apply": "yes"}


def appealing(**typed: str) -> dict[str, str]:
    said = {
        "appeal-made_on": "2027-01-15",
        "appeal-made_by": "the captain",
        "appeal-words": "It was in time.",
    }
    return said | typed | {"appeal": "yes"}


def deciding(appeal: Appeal, outcome: str, **typed: str) -> dict[str, str]:
    said = {"decide-upheld": outcome, "decide-decision": "The message was found.", "decide-on": "2027-01-15"}
    return (
        said
        | {"decide-decided_by": "the committee", "decide-appeal": appeal.public_id, "decide": "yes"}
        | typed
    )


def test_what_waits_stands_first_with_its_reason_number_and_price(
    client: Client, match: Match, offence: Offence
) -> None:
    page = markup(client.get(f"{desk(match)}penalties/"))
    assert offence.reason in page
    assert (
        "The 2nd of this kind this season; it fell Fri 15 Jan, 9.00 am. The rules ask for 2 points and £7.50."
        in page
    )
    assert "Apply 2 points and £7.50" in page


def test_applied_as_it_was_proposed_by_one_press(client: Client, offence: Offence) -> None:
    answer = client.post(page_of(offence), applying())
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/secretary/penalties/")
    offence.refresh_from_db()
    assert (offence.state, Ruling.objects.get().halves, Charge.objects.get().pence) == ("applied", -4, 750)
    assert client.post(page_of(offence), applying()).status_code == 303
    assert (Ruling.objects.count(), Charge.objects.count()) == (1, 1)


def test_applied_otherwise_only_with_a_reason_and_nothing_typed_is_lost(
    client: Client, offence: Offence
) -> None:
    answer = client.post(page_of(offence), applying(**{"apply-points": "½", "apply-pounds": "£1,20"}))
    page = markup(answer)
    assert answer.status_code == 422
    assert "not the proposed sanction" in page
    assert 'value="½"' in page
    assert 'value="£1,20"' in page
    sent = applying(**{"apply-points": "0", "apply-pounds": "0", "apply-because": "the first in years"})
    assert client.post(page_of(offence), sent).status_code == 303
    offence.refresh_from_db()
    assert (offence.state, offence.decided_because) == (State.APPLIED, "the first in years")
    assert not Ruling.objects.exists()
    assert "<b>a warning</b>" in markup(client.get(page_of(offence)))


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    sampled(
        [
            ("apply-points", "", "Type how many points are taken, or 0."),
            ("apply-points", "many", "“many” is not a number of points"),
            ("apply-pounds", "", "Say how much, in pounds"),
            ("apply-pounds", "a fiver", "“a fiver” is not an amount. Type one such as 7.50."),
            ("apply-pounds", "1.234", "has parts of a penny"),
            ("apply-pounds", "10001", "no league charges at once"),
            ("apply-pounds", "-5", "is not an amount"),
            ("apply-pounds", "²", "is not an amount"),
        ],
        each=4,
    ),
)
def test_what_cannot_be_taken_is_said_beside_its_field(
    client: Client, offence: Offence, field: str, typed: str, sentence: str
) -> None:
    answer = client.post(page_of(offence), applying(**{field: typed}))
    assert answer.status_code == 422
    assert sentence in markup(answer)
    assert f'id="id_{field}_error"' in markup(answer)
    assert not Charge.objects.exists()


def test_waived_with_its_reason(client: Client, match: Match, offence: Offence) -> None:
    answer = client.post(page_of(offence), {"waive-because": "", "waive": "yes"})
    assert answer.status_code == 422
    assert "Give the reason, in a few words" in markup(answer)
    client.post(page_of(offence), {"waive-because": "the line was down", "waive": "yes"})
    page = markup(client.get(f"{desk(match)}penalties/"))
    assert "Nothing waits to be decided." in page
    assert "secretary: the line was down" in page


def test_somebody_else_was_quicker(client: Client, offence: Offence, secretary: User) -> None:
    waive_offence(offence=offence, by=secretary, now=FRIDAY, because="the line was down")
    answer = client.post(page_of(offence), applying())
    page = markup(answer)
    assert answer.status_code == 422
    assert "This was already waived by secretary." in page
    assert "the line was down" in page
    assert not Ruling.objects.exists()


def test_no_button_is_no_decision(client: Client, offence: Offence) -> None:
    answer = client.post(page_of(offence), {"apply-points": "2"})
    assert answer.status_code == 422
    assert "Press one of its buttons" in markup(answer)


def test_taken_back_with_a_reason(client: Client, applied: Offence) -> None:
    answer = client.post(page_of(applied), {"take-back-because": "found it", "take-back": "yes"})
    assert answer.status_code == 303
    assert not Ruling.objects.filter(revoked_on=None).exists()
    assert not Charge.objects.filter(struck_out_on=None).exists()
    page = markup(client.get(page_of(applied)))
    assert "<s>2 points and £7.50</s> revoked" in page
    assert "found it" in page


def test_the_ruling_of_a_penalty_is_not_taken_back_from_the_list(
    client: Client, match: Match, applied: Offence
) -> None:
    listed = markup(client.get(f"{desk(match)}adjustments/"))
    assert f'href="{page_of(applied)}">Its penalty</a>' in listed
    answer = client.post(f"{desk(match)}rulings/{applied.ruling.public_id}/revoke/", follow=True)
    assert "Undo the sanction" in markup(answer)
    assert Ruling.objects.filter(revoked_on=None).exists()


class TestAppeals:
    def test_an_appeal_is_written_down_and_what_was_decided_stands(
        self, client: Client, match: Match, applied: Offence
    ) -> None:
        answer = client.post(page_of(applied), appealing())
        assert answer.headers["Location"] == page_of(applied)
        page = markup(client.get(page_of(applied)))
        assert "It was in time." in page
        assert "Not decided yet." in page
        assert "open</span>, made Fri 15 Jan" in markup(client.get(f"{desk(match)}penalties/"))
        assert Ruling.objects.filter(revoked_on=None).exists()

    @pytest.mark.parametrize(
        ("outcome", "in_force"), sampled([("upheld", False), ("dismissed", True)], each=2)
    )
    def test_it_is_decided(self, client: Client, applied: Offence, outcome: str, in_force: bool) -> None:
        client.post(page_of(applied), appealing())
        sent = deciding(Appeal.objects.get(), outcome)
        for _ in range(2):
            assert client.post(page_of(applied), sent).status_code == 303
        assert Ruling.objects.filter(revoked_on=None).exists() is in_force
        assert Charge.objects.filter(struck_out_on=None).exists() is in_force
        page = markup(client.get(page_of(applied)))
        assert f"<b>{outcome.title()}</b> by the committee, Fri 15 Jan 2027: The message was found." in page

    def test_what_is_missing_or_still_to_come_is_said(self, client: Client, applied: Offence) -> None:
        answer = client.post(page_of(applied), appealing(**{"appeal-made_on": "2095-01-01"}))
        assert answer.status_code == 422
        assert "01/01/2095 is still to come" in markup(answer)
        assert "It was in time." in markup(answer)
        client.post(page_of(applied), appealing())
        sent = deciding(Appeal.objects.get(), "", **{"decide-decision": ""})
        page = markup(client.post(page_of(applied), sent))
        assert "Say whether the appeal is upheld or dismissed." in page
        assert "Say what was decided" in page
        assert 'value="the committee"' in page

    def test_a_page_that_lost_its_appeal_decides_nothing(self, client: Client, applied: Offence) -> None:
        client.post(page_of(applied), appealing())
        appeal = Appeal.objects.get()
        answer = client.post(page_of(applied), deciding(appeal, "upheld", **{"decide-appeal": "gone"}))
        assert answer.status_code == 422
        assert f'name="decide-appeal" value="{appeal.public_id}"' in markup(answer)
        assert Ruling.objects.filter(revoked_on=None).exists()

    @pytest.mark.slow
    def test_against_a_walkover_from_the_list_of_rulings(self, client: Client, match: Match) -> None:
        ruling = a_walkover(match)
        address = f"{desk(match)}rulings/{ruling.public_id}/appeal/"
        assert address in markup(client.get(f"{desk(match)}adjustments/"))
        assert client.post(address, appealing()).status_code == 303
        assert client.post(address, deciding(Appeal.objects.get(), "upheld")).status_code == 303
        ruling.refresh_from_db()
        assert ruling.revoked_on is not None
        assert "upheld, Fri 15 Jan" in markup(client.get(f"{desk(match)}adjustments/"))
        assert client.post(address, appealing()).status_code == 422

    def test_against_the_ruling_of_a_penalty_leads_to_the_penalty(
        self, client: Client, match: Match, applied: Offence
    ) -> None:
        answer = client.get(f"{desk(match)}rulings/{applied.ruling.public_id}/appeal/")
        assert answer.headers["Location"] == page_of(applied)


def missed(client: Client, match: Match, *teams: str, on: str = "2027-01-12"):
    typed = {"meeting-on": on, "meeting-teams": [slugify(team) for team in teams], "missed-meeting": "yes"}
    return client.post(f"{desk(match)}penalties/", typed, follow=True)


def test_a_team_that_is_not_at_a_meeting_is_proposed_what_the_rules_ask(client: Client, match: Match) -> None:
    assert "Meeting missed" not in words(client.get(f"{desk(match)}penalties/"))
    missed(client, match, "The Fleece")
    assert not Offence.objects.exists()
    regulated(match.division, missed_meeting=[{}, {"points": 1, "pence": 500}])
    page = words(missed(client, match, "The Fleece", on="2027-01-05"))
    assert (
        "Not at the meeting of Tuesday 5 January 2027. Number 1 of its kind this season: a warning." in page
    )
    # Pressed twice it is proposed once; who was forgotten is proposed beside.
    for _ in range(2):
        page = words(missed(client, match, "The Fleece", "The Shears"))
    assert Offence.objects.count() == 3
    assert "12 January 2027. Number 2 of its kind this season: 1 point and £5." in page
    assert "Apply 1 point and £5.00" in page
    first = Offence.objects.get(team__name="The Fleece", fell_at__day=5)
    client.post(page_of(first), {"waive-because": "The letter came too late.", "waive": "yes"})
    assert Offence.objects.get(team__name="The Fleece", fell_at__day=12).number == 1
    client.logout()
    rules = words(client.get(f"/{match.division.season.league.slug}/rules/"))
    assert (
        "The sanction for a team that is not at a meeting is a warning the first time and 1 point and £5 "
        "after that."
    ) in rules


@pytest.mark.parametrize(
    ("teams", "on", "sentence"),
    sampled(
        [
            ([], "2027-01-12", "Tick the teams that were not there."),
            (["The Nobody"], "2027-01-12", "is no team of the season"),
            (["The Fleece"], "2027-02-12", "is still to come"),
        ],
        each=3,
    ),
)
def test_a_meeting_that_cannot_be_is_refused(client: Client, match: Match, teams, on, sentence) -> None:
    regulated(match.division, missed_meeting=[{"pence": 500}])
    answer = missed(client, match, *teams, on=on)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not Offence.objects.exists()


def test_the_list_takes_nine_queries_however_many(
    client: Client, match: Match, secretary: User, django_assert_num_queries
) -> None:
    for number in range(6):
        offence = an_offence(match, kind=f"late_result-{number}", halves=2, pence=100)
        if number % 2:
            apply_offence(offence=offence, by=secretary, now=FRIDAY)
            record_appeal(offence=offence, made_on=FRIDAY.date(), made_by="the captain", words="No.")
    names = ["session", "user", "league", "role in the league", "seasons", "penalties", "their appeals"]
    names += ["the rule book, about meetings", "confirmed cards, for players to check"]
    with django_assert_num_queries(len(names)):
        client.get(f"{desk(match)}penalties/")


def test_a_penalty_takes_six_queries(client: Client, applied: Offence, django_assert_num_queries) -> None:
    names = ["session", "user", "league", "role in the league", "the penalty", "its appeals"]
    with django_assert_num_queries(len(names)):
        client.get(page_of(applied))


def test_the_appeals_of_a_ruling_take_seven_queries(
    client: Client, match: Match, django_assert_num_queries
) -> None:
    ruling = an_adjustment(match.division, "The Shears")
    names = [
        "session",
        "user",
        "league",
        "role in the league",
        "the ruling",
        "is it a penalty's",
        "its appeals",
    ]
    with django_assert_num_queries(len(names)):
        client.get(f"{desk(match)}rulings/{ruling.public_id}/appeal/")
