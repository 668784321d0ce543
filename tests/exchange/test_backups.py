"""Backups: everything into one file and back, on whichever database the run is on."""

import datetime
import gzip
import json
import threading
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from league.exchange import archive, backups
from league.exchange.archive import ArchiveError
from league.exchange.backups import RestoreRefused, back_up, backed_up_models, columns, restore
from league.exchange.copies import FLOOR_MIGRATION
from league.installation.services import take_turn
from league.models import Draft, League, Player, Scorecard
from tests.builders import a_card, a_division, a_league, a_match, a_player, a_team, a_walkover
from tests.builders_tables import a_report
from tests.examples import part_of, sampled

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def migrated(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the migration of a backup where the tables are made from the models, and none was recorded."""
    if not MigrationRecorder(connection).applied_migrations():
        applied = {("league", FLOOR_MIGRATION): None}
        monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _: applied)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "thursday.backup"


@pytest.fixture
def played() -> League:
    """A league with a bit of everything, odd letters, a sign-in and a permission."""
    division = a_division(teams=3)
    match = a_match(division)
    a_card(match, (15, 11), (9, 15), None, (13, 15))
    a_walkover(a_match(division, "The Shears", "Packhorse & Drover", week=2))
    reported = a_match(division, "Packhorse & Drover", "The Fleece", week=3)
    a_report(reported)
    for number in range(12):
        picture = bytes(range(256)) + bytes([number])
        reported.photographs.create(received_at=timezone.now(), jpeg=picture, width=1, height=1)
    league = division.season.league
    a_player(a_team(league), "Zoë O’Hara")
    secretary = get_user_model().objects.create_user("secretary", password="red lion nights")
    secretary.user_permissions.add(Permission.objects.get(codename="change_pub"))
    Draft.objects.create(
        match=match,
        user=secretary,
        began_from=1,
        typed={"t1-h1-high": "h", "remarks": "“late”\n"},
        saved_at=timezone.now(),
    )
    return league


def everything() -> dict[str, list[tuple[object, ...]]]:
    """All rows but the leagues' revisions, which move on."""
    return {
        model._meta.label: [
            # PostgreSQL gives pictures out as views of themselves, no two of which are the same.
            tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
            for row in model._base_manager.order_by("pk").values_list(
                *(name for name in columns(model) if name != "revision")
            )
        ]
        for model in backed_up_models()
    }


def text_of(file: Path) -> str:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return lines.read()


def rewrite(file: Path, change) -> None:
    """The same backup with its lines changed by hand."""
    lines = [json.loads(line) for line in text_of(file).splitlines()]
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in change(lines))


def test_what_comes_back_is_what_went_in(file: Path, played: League):
    before = everything()
    count = back_up(file)
    Scorecard.objects.all().update(remarks="scribbled over")
    Player.objects.all().update(name="Somebody Else")

    assert restore(file, replace=True) == count == sum(len(rows) for rows in before.values())
    assert everything() == before
    assert get_user_model().objects.get().check_password("red lion nights")


def test_no_browser_holds_a_page_of_the_restored_revision(file: Path, played: League):
    """Pages of the time after the backup would be taken for what stands there now."""
    back_up(file)
    League.objects.update(revision=4_000_000_000)
    restore(file, replace=True)
    first = League.objects.get().revision
    assert first > 4_000_000_000

    League.objects.update(revision=3)
    restore(file, replace=True)
    assert League.objects.get().revision > 1_700_000_000


@pytest.mark.slow
def test_a_moment_keeps_its_microseconds(file: Path, played: League):
    moment = datetime.datetime(2027, 1, 15, 9, 0, 0, 123456, tzinfo=datetime.UTC)
    Scorecard.objects.update(entered_at=moment)
    back_up(file)
    restore(file, replace=True)
    assert {card.entered_at for card in Scorecard.objects.all()} == {moment}


def test_the_next_row_gets_the_next_key(file: Path, played: League):
    """PostgreSQL's sequences do not see keys that were written down for them."""
    back_up(file)
    restore(file, replace=True)
    highest = League.objects.latest("pk").pk
    assert a_league("Calder Vale All Fours League").pk > highest


def test_a_backup_does_not_write_over_a_file(file: Path, played: League):
    file.write_text("last week's")
    with pytest.raises(ArchiveError, match="already exists"):
        back_up(file)
    assert file.read_text() == "last week's"


def test_a_backup_that_fails_leaves_no_file(file: Path, played: League, monkeypatch: pytest.MonkeyPatch):
    def rows_that_stop():
        yield from ()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_all_rows", rows_that_stop)
    with pytest.raises(ArchiveError, match="No space left"):
        back_up(file)
    assert not file.exists()


def test_a_backup_is_for_its_owner_only(file: Path, played: League):
    back_up(file)
    assert file.stat().st_mode & 0o077 == 0


def test_an_installation_that_is_not_empty_is_not_given_up_unasked(file: Path, played: League):
    back_up(file)
    before = everything()
    with pytest.raises(RestoreRefused, match="--replace"):
        restore(file)
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_an_empty_installation_is_filled_unasked(file: Path, played: League):
    before = everything()
    back_up(file)
    call_command("flush", interactive=False, verbosity=0)
    assert not League.objects.exists()
    assert take_turn(holder="a clock that has been started", now=timezone.now())
    restore(file)
    assert everything() == before


def test_sign_ins_in_progress_end(file: Path, played: League):
    """They carry the key of an account, which may be another's now."""
    back_up(file)
    Session.objects.create(session_key="k" * 32, session_data="", expire_date=timezone.now())
    restore(file, replace=True)
    assert not Session.objects.exists()


@pytest.mark.slow
def test_kinds_of_things_are_found_under_their_restored_keys(file: Path, played: League):
    kept = ContentType.objects.get_for_model(League).pk
    back_up(file)
    restore(file, replace=True)
    assert ContentType.objects.get_for_model(League).pk == kept
    assert get_user_model().objects.get().has_perm("league.change_pub")


def cut_short(lines):
    return lines[:-1]


def one_row_missing(lines):
    return [*lines[:5], *lines[6:]]


def another_version(lines):
    return [{**lines[0], "migrations": {**lines[0]["migrations"], "league": "0099_tournaments"}}, *lines[1:]]


def an_unknown_table(lines):
    return [lines[0], ["league.Trophy", 1, "Cup"], *lines[1:-1], {"rows": len(lines) - 1}]


def a_row_twice(lines):
    return [*lines[:2], lines[1], *lines[2:-1], {"rows": len(lines) - 1}]


def a_date_that_cannot_be(lines):
    rows = [["2026-02-31" if value == "2026-09-03" else value for value in line] for line in lines[1:-1]]
    return [lines[0], *rows, lines[-1]]


def nonsense_between(lines):
    return [*lines[:3], "?", *lines[3:]]


NOT_FITTING = [
    (cut_short, "is not whole"),
    (one_row_missing, "is damaged"),
    (another_version, "another version of Pegboard .league: 0099_tournaments there"),
    (an_unknown_table, "league.Trophy"),
    (a_row_twice, "contradicts itself"),
    (a_date_that_cannot_be, "cannot be"),
    (nonsense_between, "is damaged"),
]


def test_a_file_that_does_not_fit_changes_nothing(file: Path, played: League):
    back_up(file)
    before, whole = everything(), file.read_bytes()
    for change, sentence in part_of(NOT_FITTING, each=3):
        file.write_bytes(whole)
        rewrite(file, change)
        with pytest.raises((ArchiveError, RestoreRefused), match=sentence):
            restore(file, replace=True)
        assert everything() == before, sentence


@pytest.mark.slow
def test_a_row_whose_owner_is_missing_is_refused(file: Path, played: League):
    back_up(file)

    def without_leagues(lines):
        rows = [line for line in lines[1:-1] if line[0] != "league.League"]
        return [lines[0], *rows, {"rows": len(rows)}]

    rewrite(file, without_leagues)
    before = everything()
    with pytest.raises(RestoreRefused, match="contradicts itself"):
        restore(file, replace=True)
    assert everything() == before


@pytest.mark.parametrize(
    "damage", [b"", b"PK\x03\x04 a zip file", b"\x1f\x8b\x08\x00 damaged", b"plain words\n"]
)
def test_a_file_of_another_kind_is_refused(file: Path, damage: bytes):
    file.write_bytes(damage)
    with pytest.raises(ArchiveError, match="backup"):
        restore(file)


def test_half_a_file_is_refused(file: Path, played: League):
    back_up(file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    before = everything()
    with pytest.raises(ArchiveError, match="not whole"):
        restore(file, replace=True)
    assert everything() == before


def in_row(table: str, place: int, value: object):
    """A change to the backup: another value in the first row of a table."""

    def change(lines):
        row = next(line for line in lines[1:] if line[0] == table)
        row[place] = value
        return lines

    return change


def in_header(**parts: object):
    return lambda lines: [lines[0] | parts, *lines[1:]]


CHANGED_BY_HAND = [
    in_header(migrations=[]),
    in_header(tables="league.Pub"),
    in_header(tables={"league.Pub": 3}),
    in_header(more=1),
    lambda lines: [[], *lines],
    lambda lines: [lines[0], [["league.Pub"], 1], *lines[1:]],
    lambda lines: [lines[0], [{}], *lines[1:]],
    lambda lines: [lines[0], "league.Pub", *lines[1:]],
    lambda lines: [*lines[:-1], lines[1], lines[-1]],
    in_row("league.Pub", 1, {"a": 1}),
    in_row("league.Pub", 1, 2**70),
    in_row("league.Pub", 1, 987654),
    in_row("league.Pub", 3, None),
    in_row("league.Pub", 3, "\ud800"),
    in_row("league.Pub", 9, "four"),
    in_row("league.Scorecard", 4, 5),
    in_row("league.Scorecard", 4, []),
    in_row("league.Scorecard", 4, "2027-02-30T00:00:00Z"),
    in_row("league.Match", 7, 5),
    in_row("league.Match", 7, {}),
    in_row("league.Draft", 3, "x"),
    in_row("league.Pub", 0, "sessions.Session"),
    in_row("league.Pub", 0, "../../etc/passwd"),
]


@pytest.mark.slow
def test_a_file_changed_by_hand_is_refused_in_a_sentence(file: Path, played: League):
    back_up(file)
    before, whole = everything(), file.read_bytes()
    for number, change in enumerate(part_of(CHANGED_BY_HAND, each=4)):
        file.write_bytes(whole)
        rewrite(file, change)
        with pytest.raises((ArchiveError, RestoreRefused)) as refusal:
            restore(file, replace=True)
        assert str(refusal.value).startswith(str(file)), number
        assert everything() == before, number


@pytest.mark.parametrize(
    "text", sampled(["[" * 200_000, "{" * 200_000, "\x00", "x" * 1000, "[]", "null", "\n\n"], each=4)
)
def test_what_is_packed_but_no_backup_is_refused(file: Path, played: League, text: str):
    file.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(ArchiveError, match="backup"):
        restore(file, replace=True)


def test_a_line_that_unpacks_without_end_is_not_read_to_its_end(
    file: Path, played: League, monkeypatch: pytest.MonkeyPatch
):
    back_up(file)
    monkeypatch.setattr(archive, "LONGEST_LINE", 5000)
    rewrite(file, lambda lines: [lines[0], ["league.Pub", "x" * 20_000], *lines[1:]])
    with pytest.raises(ArchiveError, match="damaged"):
        restore(file, replace=True)


def test_the_commands_say_where_and_how_much(file: Path, played: League, capsys: pytest.CaptureFixture[str]):
    call_command("backup", file)
    assert capsys.readouterr().out.startswith("Backed up ")
    call_command("restore", file, "--replace")
    assert capsys.readouterr().out.startswith("Restored ")
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", file)
    with pytest.raises(CommandError, match="is not there"):
        call_command("restore", file.with_name("other"))


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_of_one_moment_and_keeps_no_writer_waiting(
    file: Path, played: League, monkeypatch: pytest.MonkeyPatch
):
    """What is written while it runs is not in it, and is written at once: the backup waits for the writer."""
    all_rows = backups._all_rows

    def somebody_writes() -> None:
        a_league("Calder Vale All Fours League")
        connection.close()

    def with_a_pause():
        rows = all_rows()
        yield next(rows)
        writer = threading.Thread(target=somebody_writes)
        writer.start()
        writer.join()
        yield from rows

    monkeypatch.setattr(backups, "_all_rows", with_a_pause)
    back_up(file)
    text = text_of(file)
    assert "Three Valleys" in text
    assert "Calder Vale" not in text
    assert League.objects.count() == 2
