"""A league as an open file: nothing of it is lost, and nothing in a file is believed."""

import datetime
import io
import json
import re
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from league.demo.services import load_demo, remove_demo
from league.exchange.league_file.reading import FileRefused, import_league
from league.exchange.league_file.tables import LEFT_BEHIND, TABLES, ExportOptions
from league.exchange.league_file.values import schema
from league.exchange.league_file.writing import league_as_text
from league.models import (
    HandResult,
    League,
    LeagueRole,
    Match,
    MatchDispute,
    Penalty,
    Photograph,
    Player,
    Scorecard,
    Season,
    TableEntry,
    User,
)
from league.results.services.disputes import close_dispute, dispute_match, reopen_dispute
from tests.builders import a_card, a_league, a_match, a_player, a_seat, a_secretary, an_account
from tests.examples import examples
from tests.exchange.random_leagues import a_random_league

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
NOW = datetime.datetime(2027, 1, 15, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def match() -> Match:
    """A match with a card, a hand, a seat, a photograph and an entry of a phone."""
    match = a_match()
    game = a_card(match, (15, 9), entered_at=NOW).tables.get().games.get()
    a_seat(game, a_player(match.home, "Zoë Łęcka", match.division.season))
    HandResult.objects.create(game=game, number=1, high="h", low="a", jack="-", game_point="h")
    Penalty.objects.create(game=game, hand_number=0, side="a", points=2)  # the sheet does not say why
    Photograph.objects.create(match=match, received_at=NOW, jpeg=b"\xff\xd8picture", width=3, height=2)
    TableEntry.objects.create(
        match=match, client_id="0" * 31 + "1", phone="0" * 31 + "2", table=1, place="h1",
        body={"high": "h"}, entered_at=NOW, received_at=NOW,
    )  # fmt: skip
    return match


def text_of(league: League, without: ExportOptions | None = None) -> str:
    return "".join(league_as_text(league, made=NOW, without=without or ExportOptions()))


def league_of(match: Match) -> League:
    return match.division.season.league


def cleared(league: League) -> None:
    """Take the league away, as if this were another installation."""
    Season.objects.filter(league=league).delete()
    for model in ("Player", "Team", "Pub"):
        apps.get_model("league", model).objects.filter(league=league).delete()
    league.delete()


def file_with(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "league.json"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_league_comes_back_as_it_was(match: Match, tmp_path: Path) -> None:
    before = text_of(league_of(match))
    cleared(league_of(match))
    came = import_league(file_with(tmp_path, before))
    assert text_of(came.league) == before
    assert bytes(Photograph.objects.get().jpeg) == b"\xff\xd8picture"


@pytest.mark.slow
def test_the_history_of_disputes_comes_back(match: Match, tmp_path: Path) -> None:
    by = a_secretary(league_of(match), "edna")
    dispute_match(match=match, because="The Shears say 13.", by=by, now=NOW)
    closed = close_dispute(
        match=match, dispute=match.disputes.get().pk, decision="It was 15.", by=by, now=NOW
    )
    reopen_dispute(match=match, dispute=closed.pk, by=by, now=NOW)
    before = text_of(league_of(match))
    cleared(league_of(match))
    by.delete()
    came = import_league(file_with(tmp_path, before))
    assert text_of(came.league) == before
    first, second = MatchDispute.objects.all()
    assert (first.decision, second.reopens, second.match.disputed_because) == (
        "It was 15.",
        first,
        "The Shears say 13.",
    )


def test_a_file_from_before_there_was_a_history_comes_in(match: Match, tmp_path: Path) -> None:
    Match.objects.update(disputed_because="The Shears say 13.")
    text = changed(text_of(league_of(match)), lambda tables: tables.pop("match_dispute"))
    cleared(league_of(match))
    import_league(file_with(tmp_path, text))
    assert Match.objects.get().disputed_because == "The Shears say 13."


def without_periods(tables: dict[str, Any]) -> None:
    league = tables["league"]
    kept = [index for index, name in enumerate(league["fields"]) if not name.endswith("_kept_for")]
    league["fields"] = [league["fields"][index] for index in kept]
    league["rows"] = [[row[index] for index in kept] for row in league["rows"]]


def test_a_file_from_before_there_were_periods_keeps_everything(match: Match, tmp_path: Path) -> None:
    text = changed(text_of(league_of(match)), without_periods)
    cleared(league_of(match))
    league = import_league(file_with(tmp_path, text)).league
    assert (league.photographs_kept_for, league.entries_kept_for, league.letters_kept_for) == (60, 60, 60)


@pytest.mark.parametrize(("is_old", "minor"), [(True, "hidden"), (False, "full")])
def test_a_minor_is_hidden_unless_somebody_chose_to_show_them(
    match: Match, tmp_path: Path, is_old: bool, minor: str
) -> None:
    """A file of today hides every minor by itself: one that is shown was asked. An old file never hid any."""
    years = {"Young Nobody": 17, "Grown Nobody": 19}
    for name, age in years.items():
        born = datetime.date(timezone.localdate().year - age, 1, 1)
        a_player(match.home, name, born_on=born)
    text = text_of(league_of(match))
    text = changed(text, without_periods) if is_old else text
    cleared(league_of(match))
    import_league(file_with(tmp_path, text))
    shown = dict(Player.objects.filter(name__in=years).values_list("name", "shown"))
    assert shown == {"Young Nobody": minor, "Grown Nobody": "full"}


@pytest.mark.slow  # leagues made by chance hold more, and every page of theirs is compared
def test_the_demo_comes_back_with_the_same_pages(tmp_path: Path, client: Client) -> None:
    load_demo(today=datetime.date(2027, 1, 13))
    league = League.objects.get()
    League.objects.update(is_demo=False)  # a demonstration says so on every page
    before, pages = text_of(league), pages_of(client, league)
    League.objects.update(is_demo=True)
    remove_demo()
    came = import_league(file_with(tmp_path, before))
    assert text_of(came.league) == before
    assert pages_of(client, came.league) == pages


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("leagues")


def comes_back(seed: int, folder: Path) -> None:
    """A league made by chance goes out, is never there, and comes in again with the same pages."""
    client = Client()
    with transaction.atomic():
        league = a_random_league(Random(seed))
        before, pages = text_of(league), every_page(client, league)
        transaction.set_rollback(True)
    assert not League.objects.exists()
    came = import_league(file_with(folder, before))
    assert text_of(came.league) == before
    after = every_page(client, came.league, follow=pages)
    for address, page in pages.items():
        assert after[address].splitlines() == page.splitlines(), address


@pytest.mark.slow
@settings(
    max_examples=examples(12), deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(st.integers(0, 10**9))
def test_a_league_made_by_chance_comes_back_with_every_page(folder: Path, seed: int) -> None:
    with transaction.atomic():
        comes_back(seed, folder)
        transaction.set_rollback(True)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9))
def test_many_leagues_made_by_chance_come_back(folder: Path, seed: int) -> None:
    with transaction.atomic():
        comes_back(seed, folder)
        transaction.set_rollback(True)


# The form of a visit, and the revision a page was made of: another league's, whatever the page shows.
OF_THE_VISIT = re.compile(r'csrfmiddlewaretoken" value="\w+"|data-as-of="[^"]+"')
MOST_PAGES = 25


def every_page(client: Client, league: League, follow: Iterable[str] = ()) -> dict[str, str]:
    """What visitors find who follow the links of the league from its home, or these pages."""
    found: dict[str, str] = {}
    waiting = [*follow] or [f"/{league.slug}/", f"/{league.slug}/honours/", f"/{league.slug}/cups/"]
    for address in waiting:
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        page = found[address] = OF_THE_VISIT.sub("", answer.content.decode())
        links = re.findall(rf'href="(/{league.slug}/(?!secretary|feeds)[^"?#.]*)"', page)
        new = [link for link in dict.fromkeys(links) if link not in waiting]
        if not follow:
            waiting += new[: MOST_PAGES - len(waiting)]
    return found


def pages_of(client: Client, league: League) -> dict[str, str]:
    """A page of every kind that visitors see."""
    match, player = Match.objects.order_by("date", "public_id")[0], Player.objects.order_by("public_id")[0]
    season = Season.objects.order_by("-starts_on")[0]
    division = season.divisions.first()
    home = f"/{league.slug}/"
    of_division = f"{home}{season.slug}/{division.slug}/"
    paths = [
        home, f"{of_division}standings/", f"{of_division}results/", f"{of_division}fixtures/", f"{home}pubs/",
        f"{home}matches/{match.public_id}/", f"{home}players/{player.public_id}/", f"{home}rules/",
        f"{home}teams/{match.home.slug}/",
    ]  # fmt: skip
    answers = {path: client.get(path) for path in paths}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {path: OF_THE_VISIT.sub("", answer.content.decode()) for path, answer in answers.items()}


def test_every_table_of_ours_goes_along_or_is_named_as_staying() -> None:
    ours = {model for model in apps.get_app_config("league").get_models() if not model._meta.auto_created}
    assert ours == {table.model for table in TABLES} | LEFT_BEHIND


def test_what_need_not_go_along_stays(match: Match) -> None:
    card = a_card(match.division.matches.get(), (1, 15), version=2, is_confirmed=False, set_aside_at=NOW)
    without = ExportOptions(old_versions=True, photographs=True)
    said = json.loads(text_of(league_of(match), without))["tables"]
    assert "photograph" not in said
    assert len(said["scorecard"]["rows"]) == len(said["game"]["rows"]) == 1
    assert len(json.loads(text_of(league_of(match)))["tables"]["scorecard"]["rows"]) == 2, card


def test_another_league_stays_at_home(match: Match) -> None:
    other = a_league("Calder League", slug="calder")
    assert "Zoë" not in text_of(other)


def test_no_password_leaves_and_none_is_needed(match: Match, tmp_path: Path) -> None:
    User.objects.create_user("keeper", password="a secret of mine")
    Scorecard.objects.update(entered_by=User.objects.get())
    text = text_of(league_of(match))
    assert "pbkdf2" not in text
    cleared(league_of(match))
    came = import_league(file_with(tmp_path, text))
    (name,) = came.accounts
    assert name != "keeper", "the keeper who is here already is somebody else until he says so"
    assert not User.objects.get(username=name).has_usable_password()


def changed(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    said = json.loads(text)
    change(said["tables"])
    return json.dumps(said)


def merged(tables: dict[str, Any], moved: object) -> None:
    """A merge that says it carried this over."""
    merge = {"league": 1, "public_id": "merge222", "kept": 1, "moved": moved, "made_at": NOW.isoformat()}
    tables["merge"] = {"fields": list(merge), "rows": [list(merge.values())]}


def in_rule_book(tables: dict[str, Any], /, **values: object) -> None:
    """The first rule book says this instead."""
    book = tables["rule_book"]
    for name, value in values.items():
        book["rows"][0][book["fields"].index(name)] = value


def on_hand(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    """The first hand says this instead."""
    return lambda tables: tables["hand"]["rows"][0].__setitem__(tables["hand"]["fields"].index(name), value)


MEDDLED_WITH = [
    (on_hand("trump", "X"), "a hand cannot be read"),
    (on_hand("pitched", "1Z"), "a hand cannot be read"),
    (on_hand("before", [["turnup", "a"]]), "a hand cannot be read"),
    (on_hand("hung", 1), "hung cannot be '1'"),
    (on_hand("turned", ["6S"]), "turned cannot be"),
    (on_hand("number", True), "number cannot be 'True'"),
    (lambda t: t["table_entry"]["rows"][0].__setitem__(1, 5), "row 1 of table_entry: client_id cannot"),
    (lambda t: t["hand"]["rows"][0].__setitem__(5, "x"), "high cannot be 'x'"),
    (lambda t: t["seat"]["rows"][0].__setitem__(0, 99), "points at 99"),
    (lambda t: t["match"]["rows"][0].pop(), "does not have"),
    (lambda t: t["team"]["rows"][0].__setitem__(2, "A" * 200), "name cannot be"),
    (lambda t: t["team"]["rows"][0].__setitem__(2, "The\0Fleece"), "name cannot be"),
    (lambda t: t["league"]["rows"].append(t["league"]["rows"][0]), "2 leagues"),
    (lambda t: t.__setitem__("spoons", {"fields": [], "rows": []}), "spoons"),
    (lambda t: t["pub"]["fields"].__setitem__(1, "beer"), "beer"),
    (lambda t: t["pub"].__setitem__("rows", "many"), "no table"),
    (lambda t: t["pub"]["fields"].__setitem__(1, ["name"]), "does not know"),
    (lambda t: merged(t, {"seat": [99]}), "seat points at 99"),
    (lambda t: merged(t, {"seat": ["1"]}), "seat points at '1'"),
    (lambda t: merged(t, {"seat": 1}), "moved cannot be"),
    (lambda t: merged(t, [1]), "moved cannot be"),
    (lambda t: t["rule_book"]["rows"][0].__setitem__(0, "whist"), "whist"),
    (lambda t: in_rule_book(t, tables=30_000), "Tables cannot be “30000”; it is a whole number from 1 to"),
    (lambda t: in_rule_book(t, games_a_table=5000), "cannot be “5000”; it is a whole number from 1 to 99."),
    (lambda t: in_rule_book(t, games_at_each_table=[1, 1, 1, 2**40]), "a whole number from 1 to 99"),
    (lambda t: in_rule_book(t, players_a_side=32_000), "a whole number from 1 to 20"),
    (lambda t: t["photograph"]["rows"][0].__setitem__(4, "§"), "jpeg"),
]  # fmt: skip


def test_a_file_that_was_meddled_with_is_refused_whole(match: Match, tmp_path: Path) -> None:
    whole = text_of(league_of(match))
    cleared(league_of(match))
    for change, says in MEDDLED_WITH:
        with pytest.raises(FileRefused, match=re.escape(says)):
            import_league(file_with(tmp_path, changed(whole, change)))
        assert not League.objects.exists(), says


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"what": "Pegboard league 1"}', '{"what": "a recipe"}', "[" * 100_000]
)
def test_what_is_no_league_at_all_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(FileRefused, match="not a league"):
        import_league(file_with(tmp_path, text))


@pytest.mark.parametrize("row", ["[],", "{},", '{"":0},'])
def test_a_file_of_brackets_is_refused_before_it_fills_the_memory(tmp_path: Path, row: str) -> None:
    tables = {"pub": {"fields": [], "rows": []}}
    whole = json.dumps({"what": "Pegboard league 1", "tables": tables})
    file = file_with(tmp_path, whole.replace("[]}", f"[{row * 100_000}[]]}}"))
    tracemalloc.start()
    with pytest.raises(FileRefused):
        import_league(file)
    assert tracemalloc.get_traced_memory()[1] < 4 * file.stat().st_size
    tracemalloc.stop()


def test_a_league_that_is_here_already_is_refused(match: Match, tmp_path: Path) -> None:
    with pytest.raises(FileRefused, match="here already"):
        import_league(file_with(tmp_path, text_of(league_of(match))))
    assert League.objects.count() == 1


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.exchange.league_file.reading.MOST_MEGABYTES", 0)
    with pytest.raises(FileRefused, match="MB"):
        import_league(file_with(tmp_path, "{}"))


def test_the_commands_write_and_read_it(match: Match, tmp_path: Path) -> None:
    out, file = io.StringIO(), tmp_path / "out.json"
    an_account(league_of(match), "owner", "norman")
    call_command("export_league", league_of(match).slug, stdout=out)
    call_command("export_league", league_of(match).slug, file=file, stdout=io.StringIO())
    with pytest.raises(CommandError, match="already exists"):
        call_command("export_league", league_of(match).slug, file=file)
    assert json.loads(out.getvalue())["tables"] == json.loads(file.read_text())["tables"]
    cleared(league_of(match))
    User.objects.all().delete()
    said = io.StringIO()
    with pytest.raises(CommandError, match="cannot be"):
        call_command("import_league", file, owner="no such name!")
    call_command("import_league", file, owner="ann", stdout=said)
    assert "imported" in said.getvalue()
    assert "Its owner is ann." in said.getvalue()
    assert "changepassword ann" in said.getvalue()
    roles = {role.user.username: (role.role, role.user.is_staff) for role in LeagueRole.objects.all()}
    assert roles == {"ann": ("owner", True), "norman": ("secretary", True)}


def test_the_published_schema_is_the_one_that_holds() -> None:
    published = json.loads((ROOT / "docs" / "league-file.schema.json").read_text(encoding="utf-8"))
    assert published == schema(), (
        "write it anew: python3 manage.py export_league --schema > docs/league-file.schema.json"
    )


def test_the_demo_is_as_the_schema_says(match: Match) -> None:
    said, meant = (
        json.loads(text_of(league_of(match)))["tables"],
        schema()["properties"]["tables"]["properties"],
    )
    assert said.keys() == meant.keys()
    for name, table in said.items():
        assert table["fields"] == meant[name]["properties"]["fields"]["const"]


def test_the_secretary_saves_it_with_one_press(match: Match, client: Client) -> None:
    client.force_login(a_secretary(league_of(match)))
    address = f"/{league_of(match).slug}/secretary/take-along/"
    assert "Save the file" in client.get(address).content.decode()
    answer = client.post(address, {"photographs": "on", "old-versions": "on"})
    assert answer["Content-Disposition"].startswith("attachment")
    saved = json.loads(b"".join(answer.streaming_content))  # type: ignore[arg-type]
    assert saved["tables"] == json.loads(text_of(league_of(match)))["tables"]
    assert "photograph" not in json.loads(b"".join(client.post(address).streaming_content))["tables"]  # type: ignore[arg-type]
