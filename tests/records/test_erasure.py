"""A person is erased: nothing of theirs is left anywhere, their results are."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.competition.services import bump_revision
from league.models import (
    Enrolment,
    Honour,
    LeagueRole,
    Photograph,
    Player,
    PrintedFile,
    PrintJob,
    RecordChange,
    Registration,
    Scorecard,
    Seat,
    User,
)
from league.printing.services import background
from league.printing.services.store import store_file
from league.records.selectors.mentions import texts_with
from league.records.selectors.personal_data import personal_data
from league.records.services import erasure
from league.records.services.erasure import erase_person
from league.registration.services.merges import merge_players
from league.shared.errors import Refused
from tests.builders import FRIDAY, NIGHT, WEEK, a_player, a_secretary, a_team, an_account
from tests.reading import words
from tests.records.personal_world import EMAIL, NAME, a_person

pytestmark = pytest.mark.django_db

FORMER = "Wilfreda Somebody"


@pytest.fixture
def player() -> Player:
    return a_person()


def everything_stored() -> Iterator[str]:
    """Yield every row of every table as text, without capitals."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                yield f"{table}: {row}".casefold()


def traces_of(*traces: str) -> list[str]:
    return [row for row in everything_stored() if any(trace.casefold() in row for trace in traces)]


def erase(player: Player, by: User) -> None:
    player = Player.objects.select_related("league").get(pk=player.pk)
    erase_person(player=player, shown_data=personal_data(player).digest, by=by, now=FRIDAY)


def test_nothing_of_theirs_is_left_and_the_results_are(client: Client, player: Player) -> None:
    secretary = a_secretary(player.league)
    client.force_login(secretary)
    record = f"/{player.league.slug}/secretary/players/{player.public_id}/"
    # Renamed by the secretary, and merged: former names go too.
    page = client.get(record)
    opened = page.context["describe"]["opened"].value()
    sent = {"name": FORMER, "told_apart_by": "", "shown": "full", "born_on": "", "opened": opened}
    client.post(record, sent | {"describe": "yes"})
    change = RecordChange.objects.get(after__name=FORMER)
    other = a_player(player.registrations.get().team, "Fred Nobody-Else")
    player.refresh_from_db()
    merge_players(kept=player, gone=other, by=secretary, now=FRIDAY)
    traces = (
        NAME,
        "W. Nobody",
        FORMER,
        "Nobody-Else",
        EMAIL,
        "01924 000000",
        player.public_id,
        "slow-digest",
    )
    assert traces_of(*traces)

    preview = client.get(f"{record}erase/")
    assert "This cannot be undone" not in words(preview)
    answer = client.post(
        f"{record}erase/", {"data": preview.context["data"].digest, "final": "on"}, follow=True
    )
    assert "Erased. The results stay with “A player”." in words(answer)

    assert traces_of(*traces) == []
    assert Seat.objects.get().player == Player.objects.get()
    assert Registration.objects.get().left_on is not None
    assert not Photograph.objects.exists()
    assert not User.objects.filter(username="wilf").exists()
    assert client.get(record).status_code == 404
    # An earlier change cannot bring the name back.
    undo = client.post(f"/{player.league.slug}/secretary/records/changes/{change.public_id}/undo/")
    assert undo.status_code == 404


@pytest.mark.slow
def test_what_is_published_meanwhile_is_written_over_and_read_anew(
    client: Client, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = f"/{player.league.slug}/news/{NIGHT}/"
    kept: list[str] = []

    def searched(*of: Any) -> Iterator[Any]:
        if not Player.objects.filter(name=NAME).exists():
            player.league.bulletins.create(
                night=NIGHT, published_text=f"{NAME} wins again.", published_at=FRIDAY
            )
            bump_revision(league_id=player.league_id)
            page = client.get(news)
            assert NAME in words(page)
            kept.append(page["ETag"])
        return texts_with(*of)

    monkeypatch.setattr(erasure, "texts_with", searched)
    erase(player, a_secretary(player.league))
    assert "A player wins again." in words(client.get(news, headers={"If-None-Match": kept[0]}))


def test_a_namesake_and_the_pub_keep_their_own_and_the_erased_are_told_apart(player: Player) -> None:
    secretary = a_secretary(player.league)
    team = player.registrations.get().team
    team.pub.phone = "01924 000000"
    team.pub.save()
    erase(a_player(team, NAME, told_apart_by="junior"), secretary)
    player.refresh_from_db()
    assert player.name == NAME
    assert Enrolment.objects.filter(captain_name=NAME, captain_email=EMAIL).exists()
    assert User.objects.filter(username="wilf").exists()

    erase(player, secretary)
    team.pub.refresh_from_db()
    assert team.pub.phone == "01924 000000"
    assert not Enrolment.objects.exclude(captain_phone="").exists()
    told_apart = Player.objects.order_by("told_apart_by").values_list("told_apart_by", flat=True)
    assert list(told_apart) == ["erased 1", "erased 2"]


@pytest.mark.slow
def test_the_last_owner_cannot_be_erased(player: Player) -> None:
    secretary = an_account(player.league, LeagueRole.Role.OWNER, "chair")
    LeagueRole.objects.filter(user__username="wilf").update(role=LeagueRole.Role.OWNER)
    LeagueRole.objects.filter(user=secretary).delete()
    secretary.is_superuser = True
    secretary.save()
    with pytest.raises(Refused, match="always has an owner"):
        erase(player, secretary)
    assert Player.objects.get().name == NAME


def test_the_own_account_cannot_be_erased(player: Player) -> None:
    with pytest.raises(Refused, match="signed in with the account"):
        erase(player, User.objects.get(username="wilf"))


def test_what_has_changed_since_the_preview_is_refused(client: Client, player: Player) -> None:
    client.force_login(a_secretary(player.league))
    address = f"/{player.league.slug}/secretary/players/{player.public_id}/erase/"
    refused = client.post(address, {"data": "of an older page", "final": "on"})
    assert refused.status_code == 422
    assert "has changed since you looked" in words(refused)
    assert "Tick the box first" in words(client.post(address, {}))
    assert Player.objects.get().name == NAME


@pytest.mark.slow
def test_names_that_stand_alone_are_listed_for_the_secretary_to_edit(
    client: Client, player: Player, django_assert_max_num_queries: Callable[[int], CaptureQueriesContext]
) -> None:
    league = player.league
    client.force_login(a_secretary(league))
    a_player(player.registrations.get().team, "Amos Nobody")
    a_team(league, "The Nobody Arms")
    Honour.objects.create(league=league, year=1999, competition="Pairs", holder="The Nobody Arms")
    card = Scorecard.objects.get()
    Scorecard.objects.update(private_remarks="Nobody won it. nobody cheered; Amos Nobody and W. Nobody left.")
    league.bulletins.create(night=NIGHT, published_text="Well played, “Tapper”!")
    capitals = league.bulletins.create(night=NIGHT + WEEK, published_text="NOBODY WINS AGAIN")
    address = f"/{league.slug}/secretary/players/{player.public_id}/erase/"
    page = client.get(address)
    (name, where), (shouted, _) = sorted(
        page.context["alone"], key=lambda found: found[0].words, reverse=True
    )
    assert shouted.words == capitals.published_text
    assert name.words == "Nobody won it. nobody cheered; A player and A player left."
    assert where == f"/{league.slug}/matches/{card.match.public_id}/"
    with CaptureQueriesContext(connection) as before:
        page = client.get(address, {"called": "Tapper, Wilfy"})
    assert "Well played, “Tapper”!" in words(page)
    for week in range(2, 7):
        league.bulletins.create(night=NIGHT + week * WEEK, published_text=f"Tapper won match {week}.")
    with django_assert_max_num_queries(len(before)):
        more = client.get(address, {"called": "Tapper, Wilfy"})
    assert "Tapper won match 6." in words(more)
    assert f"/{league.slug}/secretary/bulletin/" in page.content.decode()


@pytest.mark.slow
def test_files_that_may_name_them_are_removed(
    client: Client, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_file("a" * 64, b"%PDF")
    store_file("b" * 64, b"PNG", "png")
    # A document that is being printed just now is stored after the erasure.
    job = PrintJob.objects.create(league=player.league, key="k", document="none", requested_at=FRIDAY)
    client.force_login(a_secretary(player.league))
    address = f"/{player.league.slug}/secretary/players/{player.public_id}/erase/"
    digest = client.get(address).context["data"].digest

    def erased_meanwhile(*_: object) -> tuple[str, str]:
        client.post(address, {"data": digest, "final": "on"})
        assert not PrintedFile.objects.exists()
        store_file("c" * 64, b"%PDF")
        return "c" * 64, "handbook.pdf"

    monkeypatch.setattr(background, "_print", erased_meanwhile)
    background.run_print_job(job_id=job.pk, clock=lambda: FRIDAY)
    assert Player.objects.get(pk=player.pk).name == "A player"
    assert not PrintedFile.objects.exists()
