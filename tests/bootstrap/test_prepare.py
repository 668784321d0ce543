"""The way from a bare Python into the environment, or no way at all where it is not needed."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from league import bootstrap
from league.bootstrap import apt, locks, machine, virtual
from league.bootstrap.output import SetupError

ROOT = Path(__file__).resolve().parents[2]


class Steps(list[str]):
    """What `prepare` did, in order."""

    def note(self, step: str):
        return lambda *_, **__: self.append(step)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    steps = Steps()
    monkeypatch.setattr(virtual, "is_running", lambda: False)
    monkeypatch.setattr(virtual, "is_complete", lambda lock: "make" in steps)
    monkeypatch.setattr(locks.Lock, "is_met_here", lambda self: False)
    monkeypatch.setattr(virtual, "create", steps.note("make"))
    monkeypatch.setattr(virtual, "restart_inside", steps.note("enter"))
    monkeypatch.setattr(
        apt, "provide", lambda needs: steps.append("+".join(p for n in needs for p in n.packages)) or []
    )
    monkeypatch.delenv(virtual.RESTARTING, raising=False)
    return steps


VENV = "".join(apt.VENV.packages)
PANGO = "+".join(apt.PANGO.packages)


def test_from_nothing_to_the_site(steps: Steps):
    bootstrap.prepare(["manage.py", "run"])
    assert steps == [f"{VENV}+{PANGO}", "make", "enter"]


def test_a_command_that_prints_nothing_asks_for_no_letters(steps: Steps):
    bootstrap.prepare(["manage.py", "standings"])
    assert steps == [VENV, "make", "enter"]


def test_the_tests_ask_for_everything_at_once(steps: Steps):
    bootstrap.prepare(["manage.py", "test"])
    assert steps[0] == f"{VENV}+{PANGO}+poppler-utils+postgresql+chromium-headless-shell+libatomic1"


def test_an_archive_without_tests_says_so(steps: Steps, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(locks, "TEST", locks.Lock(path=tmp_path / "requirements-test.txt"))
    with pytest.raises(SystemExit, match="The archive of a release has no tests"):
        bootstrap.prepare(["manage.py", "test"])
    assert steps == []


def test_tests_of_the_game_ask_for_nothing_more(steps: Steps):
    bootstrap.prepare(["manage.py", "test", "tests/scoring"])
    assert steps[0] == VENV


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose site has its settings in a file, and a shell without them."""
    for name in ("PEGBOARD_VAR", "DATABASE_URL", "PEGBOARD_LAYOUT"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "pegboard.env"
    monkeypatch.setattr(machine, "CONFIGURED", file)
    file.touch()
    return file


@pytest.mark.parametrize("line", ["upgrade", "run --empty", "restore FILE --replace", "createsuperuser"])
def test_no_second_site_is_made_beside_the_one_of_the_machine(steps: Steps, configured: Path, line: str):
    with pytest.raises(SystemExit) as refused:
        bootstrap.prepare(["manage.py", *line.split()])
    assert refused.value.code == (
        f"The site of this machine is configured in {configured}. Type: sudo pegboard {line}"
    )
    assert steps == []


@pytest.mark.parametrize("line", ["test", "doctor", "upgrade --help", "help", ""])
def test_what_makes_no_site_works_beside_one(steps: Steps, configured: Path, line: str):
    bootstrap.prepare(["manage.py", *line.split()])
    assert steps


@pytest.mark.parametrize("name", ["PEGBOARD_VAR", "DATABASE_URL", "PEGBOARD_LAYOUT"])
def test_a_site_that_is_named_is_meant(
    steps: Steps, configured: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.setenv(name, "systemd")
    bootstrap.prepare(["manage.py", "upgrade"])
    assert steps


def test_the_second_time_it_only_enters(steps: Steps, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(virtual, "is_complete", lambda lock: True)
    bootstrap.prepare(["manage.py", "run"])
    assert steps == ["enter"]


def test_inside_the_environment_there_is_nothing_to_do(steps: Steps, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(virtual, "is_running", lambda: True)
    monkeypatch.setattr(virtual, "is_complete", lambda lock: True)
    bootstrap.prepare(["manage.py", "run"])
    assert steps == []


def test_where_the_locked_dependencies_are_there_nothing_is_done(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
):
    """A server, a container: no .venv, no apt."""
    monkeypatch.setattr(locks.Lock, "is_met_here", lambda self: True)
    bootstrap.prepare(["manage.py", "run"])
    assert steps == []


def test_without_root_the_line_is_told_and_the_site_runs_all_the_same(
    steps: Steps, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(apt, "provide", lambda needs: [apt.PANGO])
    bootstrap.prepare(["manage.py", "run"])
    assert steps == ["make", "enter"]
    assert " ".join(apt.PANGO.packages) in capsys.readouterr().err


def test_without_python3_venv_the_line_is_told_and_nothing_is_begun(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(apt, "provide", lambda needs: [apt.VENV, apt.PANGO])
    with pytest.raises(SystemExit, match=f"apt-get install .*{VENV} {' '.join(apt.PANGO.packages)}"):
        bootstrap.prepare(["manage.py", "run"])
    assert steps == []


def test_trouble_is_one_message_and_status_one(steps: Steps, monkeypatch: pytest.MonkeyPatch):
    def refuse(lock: locks.Lock) -> None:
        raise SetupError("the disk is full")

    monkeypatch.setattr(virtual, "create", refuse)
    with pytest.raises(SystemExit) as ended:
        bootstrap.prepare(["manage.py", "run"])
    assert ended.value.code == "the disk is full"  # Python prints it and exits with 1


def test_the_set_up_imports_nothing_that_must_be_installed():
    layout = "league.shared.layout"
    for file in (*(ROOT / "league" / "bootstrap").glob("*.py"), ROOT / f"{layout.replace('.', '/')}.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                is_ours = name.startswith("league.bootstrap") or name == layout
                assert is_ours or name.split(".")[0] in sys.stdlib_module_names, file


def test_it_stands_without_site_packages():
    program = "import league.bootstrap, league.bootstrap.suite, sys; sys.exit('django' in sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"],
        check=False,
    )
    assert ended.returncode == 0


def test_any_python_3_can_read_manage_py_as_far_as_the_sentence():
    text = (ROOT / "manage.py").read_text()
    ast.parse(text, feature_version=(3, 4))
    assert not re.search(r"\bf['\"]", text)


def test_an_old_python_is_told_what_is_needed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    import importlib.util

    spec = importlib.util.spec_from_file_location("manage", ROOT / "manage.py")
    manage = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(manage)
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert manage.main() == 1
    assert capsys.readouterr().err == "Pegboard needs Python 3.11 or newer, please; this is Python 3.9.\n"
