"""The owner reads who did what when: each change once, each reading once a day, nobody else's league."""

import datetime
from collections.abc import Callable

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.powers import Role
from league.accounts.services.people import invite
from league.accounts.services.roles import change_role, remove_role
from league.history.services.audit import Kind, note_act, note_daily
from league.models import AuditEntry, ImportRun, League, MatchDispute, User
from league.records.jobs import delete_outdated_data
from league.records.selectors.audit_log import AuditFilter, audit_lines
from league.records.selectors.personal_data import personal_data
from league.records.services.erasure import erase_person
from tests.builders import FRIDAY, a_card, a_division, a_league, a_match, a_season, a_walkover, an_account
from tests.reading import words
from tests.records.personal_world import NAME, a_person

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def owner(league: League) -> User:
    return an_account(league, "owner", "edna")


def log(league: League) -> str:
    return f"/{league.slug}/secretary/audit-log/"


def test_reading_contacts_is_one_line_a_person_page_and_day(
    client: Client, league: League, owner: User
) -> None:
    client.force_login(owner)
    for _ in range(3):
        client.get(f"/{league.slug}/secretary/people/")
    client.get(f"/{league.slug}/contacts/")
    read = AuditEntry.objects.filter(kind=Kind.CONTACTS, by=owner)
    assert sorted(read.values_list("what", "times")) == [("Contacts", 1), ("People and roles", 3)]
    shown = words(client.get(f"{log(league)}?kind=contacts"))
    assert "People and roles 3 times that day" in shown


def test_another_day_is_another_line(league: League, owner: User) -> None:
    for now in (FRIDAY, FRIDAY + HOUR, FRIDAY + datetime.timedelta(days=1)):
        note_daily(league=league, kind=Kind.CONTACTS, what="Captains", by=owner, now=now)
    assert list(AuditEntry.objects.values_list("times", flat=True)) == [1, 2]


def test_visitors_and_their_public_pages_leave_no_line(client: Client, league: League) -> None:
    client.get(f"/{league.slug}/contacts/")
    assert not AuditEntry.objects.exists()


def test_roles_are_in_the_log_with_whom_they_were_given_to(
    client: Client, league: League, owner: User
) -> None:
    invited = invite(league=league, name="Wilf Thorp", email="", role=Role.SCORER, by=owner)
    change_role(league=league, user=invited, role=Role.RESULTS, by=owner)
    helper = an_account(league, "scorer", "helper")
    remove_role(league=league, user=helper, by=owner)
    client.force_login(owner)
    shown = words(client.get(f"{log(league)}?kind=people"))
    assert "Given a role: scorer: Wilf Thorp" in shown
    assert "Role changed from scorer to results assistant: Wilf Thorp" in shown
    assert "Role taken away: scorer: helper" in shown


def test_disputes_and_lists_are_told_with_what_they_were_about(owner: User) -> None:
    match = a_match(a_division(a_season(owner.league_roles.get().league)))
    MatchDispute.objects.create(
        match=match, reason="the third game", opened_at=FRIDAY, closed_at=FRIDAY + HOUR, decision="it stands"
    )
    league = match.home.league
    ImportRun.objects.create(league=league, what="teams", named="teams.csv", lines=1, made_at=FRIDAY - HOUR)
    ImportRun.objects.create(league=league, what="teams", lines=1, made_at=FRIDAY - 2 * HOUR)
    assert [line.what for line in audit_lines(league, AuditFilter())] == [
        "Dispute closed, The Fleece v The Shears: it stands",
        "Dispute opened, The Fleece v The Shears: the third game",
        "List of teams imported: teams.csv",
        "List of teams imported: pasted",
    ]


def test_changes_recorded_elsewhere_are_read_not_recorded_again(client: Client) -> None:
    match = a_match()
    league = match.home.league
    owner = an_account(league, "owner", "edna")
    a_card(match, (15, 9), entered_by=owner, entered_at=FRIDAY)
    a_walkover(a_match(match.division, week=2), decided_by=owner)
    client.force_login(owner)
    shown = words(client.get(log(league)))
    assert f"Result entered, {match.home} v {match.away}" in shown
    assert "Ruling, walkover" in shown
    assert not AuditEntry.objects.exists()


def test_the_log_is_asked_by_kind_person_and_day(client: Client, league: League, owner: User) -> None:
    other = an_account(league, "deputy", "deputy")
    for number, by in enumerate((owner, other, None)):
        now = FRIDAY + datetime.timedelta(days=number)
        note_act(league=league, kind=Kind.EXPORT, what=f"File {number}", by=by, now=now)
    note_act(league=league, kind=Kind.PEOPLE, what="A role", by=owner, now=FRIDAY)
    client.force_login(owner)

    def found(query: str) -> list[str]:
        return [line.what for line in client.get(f"{log(league)}?{query}").context["table"].data]

    assert found("") == ["File 2", "File 1", "A role", "File 0"]
    assert found("kind=export") == ["File 2", "File 1", "File 0"]
    assert found("person=deputy") == ["File 1"]
    assert found("person=none") == ["File 2"]
    day = FRIDAY.date() + datetime.timedelta(days=1)
    assert found(f"first_day={day}&last_day={day}") == ["File 1"]
    refused = client.get(f"{log(league)}?first_day=soon&kind=gossip")
    assert refused.status_code == 422
    file = client.get(f"/{league.slug}/secretary/audit-log.csv?kind=people")
    assert file.content.decode().splitlines()[1].endswith("edna,People and roles,A role,,1")


@pytest.mark.slow
def test_pages_follow_each_other_without_a_gap(client: Client, league: League, owner: User) -> None:
    for number in range(103):
        note_act(league=league, kind=Kind.EXPORT, what=f"File {number}", by=owner, now=FRIDAY)
    client.force_login(owner)
    pages = [client.get(f"{log(league)}?page={page}").context for page in ("1", "2", "3", "x")]
    what = [line.what for page in pages[:3] for line in page["table"].data]
    assert what == [f"File {number}" for number in reversed(range(103))]
    assert [page["older"] for page in pages] == [2, 3, 0, 2]


def test_queries_do_not_grow_with_the_log(
    client: Client,
    league: League,
    owner: User,
    django_assert_max_num_queries: Callable[[int], CaptureQueriesContext],
) -> None:
    for number in range(60):
        note_act(league=league, kind=Kind.EXPORT, what=f"File {number}", by=owner, about=owner, now=FRIDAY)
    client.force_login(owner)
    client.get(log(league))
    with django_assert_max_num_queries(40):
        client.get(log(league))


@pytest.mark.parametrize("role", ["secretary", "deputy", "results", "fixtures", "scorer"])
def test_nobody_but_the_owner_reads_it(client: Client, league: League, role: str) -> None:
    client.force_login(an_account(league, role, "somebody"))
    for page in (log(league), f"/{league.slug}/secretary/audit-log.csv"):
        assert client.get(page).status_code == 403


def test_another_league_has_its_own(client: Client, league: League, owner: User) -> None:
    other = a_league("Four Rivers")
    note_act(league=other, kind=Kind.EXPORT, what="Theirs", by=None, now=FRIDAY)
    client.force_login(owner)
    assert "Theirs" not in words(client.get(log(league)))


def test_old_lines_are_deleted_by_the_clock(league: League) -> None:
    note_act(league=league, kind=Kind.EXPORT, what="Old", by=None, now=FRIDAY)
    note_act(league=league, kind=Kind.EXPORT, what="New", by=None, now=FRIDAY + 24 * 30 * HOUR)
    delete_outdated_data(FRIDAY + datetime.timedelta(days=370))
    assert list(AuditEntry.objects.values_list("what", flat=True)) == ["New"]


@pytest.mark.slow
def test_who_is_erased_leaves_the_log(client: Client, settings: object) -> None:
    player = a_person()
    owner = an_account(player.league, "owner", "edna")
    account = User.objects.get(username="wilf")
    note_act(league=player.league, kind=Kind.PEOPLE, what="A role", by=account, about=account, now=FRIDAY)
    client.force_login(owner)
    client.get(f"/{player.league.slug}/secretary/players/{player.public_id}/personal-data/")
    assert NAME in words(client.get(log(player.league)))
    data = personal_data(player)
    erase_person(player=player, shown_data=data.digest, by=owner, now=timezone.now())
    shown = words(client.get(log(player.league)))
    assert "Nobody" not in shown.replace("Nobody signed in", "")
    assert "Personal data of A player read" in shown
    assert "A player erased" in shown
