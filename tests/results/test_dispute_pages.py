"""A dispute from the first word to the last: what the secretary reads, and what everybody reads."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Match, Side, User
from league.results.services.disputes import dispute_match, end_dispute
from tests.builders import (
    FRIDAY,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    an_account,
)
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
WORDS = "The Shears say 13, not 15."


@pytest.fixture
def match() -> Match:
    match = a_match()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    return match


@pytest.fixture
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


def page_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/"


def dispute(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/dispute/"


def reports(match: Match) -> str:
    return dispute(match).replace("/dispute/", "/reports/")


def closing(match: Match, decision: str = "It was 15.") -> dict[str, object]:
    """What the page sends to close the dispute it shows."""
    current = match.disputes.filter(closed_at=None).first()
    return {"settle": "yes", "dispute": current.pk if current else 0, "decision": decision}


def test_everybody_reads_that_the_result_is_disputed_but_not_why_and_it_counts(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    to_secretary = markup(client.get(page_of(match)))
    client.logout()
    to_public = markup(client.get(page_of(match)))
    for page in (to_secretary, to_public):
        assert "This match is under dispute. The result counts" in page
        assert "8–2" in page
    assert WORDS in to_secretary
    assert WORDS not in to_public


@pytest.mark.slow
def test_a_page_somebody_holds_is_no_longer_the_page(client, match):
    stamp = client.get(page_of(match)).headers["ETag"]
    client.force_login(a_secretary(match.division.season.league))
    client.post(dispute(match), {"because": WORDS})
    client.logout()
    assert client.get(page_of(match), headers={"If-None-Match": stamp}).status_code == 200


def test_a_dispute_is_closed_with_what_was_decided(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    assert WORDS in markup(client.get(dispute(match)))
    answer = client.post(dispute(match), closing(match), follow=True)
    assert "the dispute is closed" in markup(answer)
    assert "This match is under dispute" not in markup(answer)


def test_without_a_word_nothing_is_disputed(client, match, secretary):
    answer = client.post(dispute(match), {"because": " "})
    assert answer.status_code == 422
    match.refresh_from_db()
    assert match.disputed_because == ""


@pytest.mark.parametrize(
    ("decision", "says"),
    sampled([("  ", "Describe what was decided."), ("y" * 201, "The decision may have 200 letters")], each=2),
)
def test_without_a_decision_it_stays_open_and_what_was_typed_stays(client, match, secretary, decision, says):
    client.post(dispute(match), {"because": WORDS})
    answer = client.post(dispute(match), closing(match, decision))
    page = markup(answer)
    assert answer.status_code == 422
    assert says in page
    assert 'role="alert" id="id_decision_error"' in page
    assert decision.strip() in page
    match.refresh_from_db()
    assert match.disputed_because == WORDS


def test_a_reason_too_long_comes_back_as_it_was_typed(client, match, secretary):
    answer = client.post(dispute(match), {"because": "y" * 201})
    assert answer.status_code == 422
    assert "y" * 201 in markup(answer)


@pytest.mark.slow
def test_the_second_to_say_so_is_told_of_the_first_and_reads_what_they_typed(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    answer = client.post(dispute(match), {"because": "who led"})
    page = markup(answer)
    assert answer.status_code == 409
    assert "under dispute already" in page
    assert "What you typed is not saved: “who led”" in page
    assert "Close dispute" in page


def test_the_second_to_close_reads_the_first_decision_and_their_own(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    deputy = Client()
    deputy.force_login(a_secretary(match.division.season.league, "deputy"))
    sent = closing(match, "It was 13.")
    client.post(dispute(match), closing(match))
    answer = deputy.post(dispute(match), sent)
    page = markup(answer)
    assert answer.status_code == 409
    assert "The dispute was closed meanwhile: “It was 15.”" in page
    assert "What you typed is not saved: “It was 13.”" in page
    assert "Reopen dispute" in page


@pytest.mark.parametrize(
    "sent", sampled([{"settle": "yes"}, {"because": ""}, {"reopen": "x"}, {"reopen": "9" * 30}], each=4)
)
def test_a_page_that_is_out_of_date_is_shown_as_it_is_now(client, match, secretary, sent):
    if "because" in sent:
        client.post(dispute(match), {"because": WORDS})
    answer = client.post(dispute(match), sent)
    assert answer.status_code == 409
    assert 'role="alert"' in markup(answer)


def test_a_decision_typed_for_an_earlier_dispute_is_laid_ready_for_the_next(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    sent = closing(match, "It was 13.")
    client.post(dispute(match), closing(match))
    client.post(dispute(match), {"because": "who led"})
    answer = client.post(dispute(match), sent)
    assert answer.status_code == 409
    assert answer.context["form"]["decision"].value() == "It was 13."


def test_the_history_says_who_and_when_and_what_was_decided(client, match, on_friday, secretary):
    client.post(dispute(match), {"because": WORDS})
    client.post(dispute(match), closing(match))
    page = words(client.get(dispute(match)))
    when = "Fri 15 Jan, 9.00 am by secretary"
    assert f"{WORDS} Opened {when} Decision: It was 15. Closed {when}" in page


def test_a_dispute_closed_by_mistake_is_reopened_with_one_press(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    client.post(dispute(match), closing(match))
    key = match.disputes.get().pk
    assert f'name="reopen" value="{key}"' in markup(client.get(dispute(match)))
    answer = client.post(dispute(match), {"reopen": key}, follow=True)
    assert "is under dispute again" in markup(answer)
    assert "This match is under dispute" in markup(answer)
    page = words(client.get(dispute(match)))
    assert "Reopened" in page
    assert "It was 15." in page
    assert "Reopen dispute" not in page


def test_a_dispute_about_a_result_that_was_taken_off_is_not_reopened(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    client.post(dispute(match), closing(match))
    match.scorecards.update(is_confirmed=False, set_aside_at=FRIDAY)
    for page in (dispute(match), reports(match)):
        assert "Reopen dispute" not in words(client.get(page))
    answer = client.post(dispute(match), {"reopen": match.disputes.get().pk})
    assert answer.status_code == 409
    assert "The result was taken off" in words(answer)


def test_the_page_of_reports_shows_the_history(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    client.post(dispute(match), closing(match))
    page = words(client.get(reports(match)))
    assert "History of disputes" in page
    assert "It was 15." in page


def test_a_captain_is_named_by_the_team_they_act_for(client, match, secretary):
    dispute_match(match=match, because=WORDS, side=Side.HOME, now=FRIDAY)
    end_dispute(match=match, decision="The captains agreed on the result.", side=Side.AWAY, now=FRIDAY)
    page = words(client.get(dispute(match)))
    assert "Opened Fri 15 Jan, 9.00 am, for The Fleece" in page
    assert "Closed Fri 15 Jan, 9.00 am, for The Shears" in page


def test_a_dispute_older_than_the_history_says_so(client, match, secretary):
    Match.objects.update(disputed_because=WORDS)
    assert "History of disputes" not in markup(client.get(dispute(match)))
    client.post(dispute(match), closing(match))
    assert "It is not recorded who opened this, or when." in words(client.get(dispute(match)))


@pytest.mark.parametrize("role", ["results", "fixtures", "captain"])
def test_others_neither_read_nor_change_it(client, match, secretary, role):
    client.post(dispute(match), {"because": WORDS})
    sent = [closing(match), {"because": "who led"}, {"reopen": match.disputes.get().pk}]
    league = match.division.season.league
    client.force_login(an_account(league, role, team=match.home if role == "captain" else None))
    assert client.get(dispute(match)).status_code == 403
    assert [client.post(dispute(match), each).status_code for each in sent] == [403] * 3
    client.logout()
    assert [client.post(dispute(match), each).status_code for each in sent] == [303] * 3
    match.refresh_from_db()
    assert match.disputed_because == WORDS
    assert match.disputes.get().closed_at is None


def test_nobody_else_reads_what_was_decided(client, match, secretary):
    client.post(dispute(match), {"because": WORDS})
    client.post(dispute(match), closing(match, "Arthur had miscounted."))
    client.logout()
    league = match.division.season.league
    public = (page_of(match), f"/{league.slug}/", f"/{league.slug}/teams/{match.home.slug}/")
    for address in public:
        page = markup(client.get(address))
        assert WORDS not in page
        assert "Arthur" not in page


def test_another_leagues_match_is_not_found(client, match, secretary):
    other = a_match(a_division(a_season(a_league("Far Side League"))), "The Ginnel", "The Labrador")
    address = dispute(other).replace(other.division.season.league.slug, match.division.season.league.slug)
    assert client.get(address).status_code == 404
    assert client.post(address, {"because": WORDS}).status_code == 404
    dispute_match(match=other, because=WORDS, now=FRIDAY)
    answer = client.post(dispute(match), {"reopen": other.disputes.get().pk})
    assert answer.status_code == 409


@pytest.mark.parametrize("which", sampled(["dispute", "reports"], each=2))
def test_a_page_takes_as_many_queries_however_long_the_history_is(client, match, secretary, which):
    address = dispute(match) if which == "dispute" else reports(match)
    client.get(address)

    def queries() -> list[str]:
        with CaptureQueriesContext(connection) as spent:
            assert client.get(address).status_code == 200
        return [query["sql"] for query in spent]

    before = queries()
    for number in range(4):
        client.post(dispute(match), {"because": f"{WORDS} {number}"})
        client.post(dispute(match), closing(match))
    after = queries()
    assert len(after) == len(before), after
    if which == "dispute":
        names = ["session", "account", "league", "role", "the match", "its disputes", "its last decision"]
        names.append("its cards")
        assert len(after) == len(names), after
