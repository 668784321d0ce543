"""The files an operator installs agree with the site, with each other and with the page on them."""

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator

import pytest

from league.installation import printing_process
from league.installation.uploads import MAX_BYTES, MAX_BYTES_TOGETHER
from league.management.commands.serve import Command
from league.shared.layout import LAYOUTS
from tests.operating.served import FILES, ROOT

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
UNIT = (FILES / "pegboard.service").read_text(encoding="utf-8")
LAYOUT_FILES = ("pegboard", "pegboard.service", "compose.yaml")
PROXIES = ("Caddyfile", "Caddyfile.path", "nginx.conf", "nginx-path.conf")
MEGABYTE = 1_000_000
# Beside the files of a form its other fields, and what stands between them.
FORM_ITSELF = 1 * MEGABYTE


def shipped(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


def unit_settings() -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))


def commands_of_page() -> Iterator[list[str]]:
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL):
        for line in block.splitlines():
            yield shlex.split(line)


def packages(command: list[str]) -> set[str]:
    return {word for word in command[command.index("install") + 1 :] if not word.startswith("-")}


@pytest.mark.parametrize("name", [*PROXIES, "pegboard.service", "Containerfile"])
def test_every_file_names_the_port_that_serve_listens_at(name: str) -> None:
    (port,) = set(re.findall(r"(?:127\.0\.0\.1:|--port )(\d+)", shipped(name)))
    assert int(port) == Command().create_parser("manage.py", "serve").get_default("port")


@pytest.mark.parametrize("name", PROXIES)
def test_what_the_site_takes_a_web_server_lets_through(name: str) -> None:
    (limit,) = re.findall(r"(?:max_size |client_max_body_size )(\d+)(?:MB|m)", shipped(name))
    most = max(*MAX_BYTES.values(), *MAX_BYTES_TOGETHER.values()) + FORM_ITSELF
    assert most <= int(limit) * MEGABYTE < most + 5 * MEGABYTE


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-path.conf"])
def test_nginx_waits_for_a_document_as_long_as_the_site_does(name: str) -> None:
    (seconds,) = re.findall(r"proxy_read_timeout (\d+)s", shipped(name))
    assert int(seconds) > printing_process.PATIENCE + printing_process.LONGEST + printing_process.GRACE


def test_settings_are_known_and_fit_the_service() -> None:
    settings = dict(re.findall(r"^#?([A-Z_]+)='(.*)'$", shipped("pegboard.env"), re.MULTILINE))
    code = "".join((ROOT / "league" / name).read_text() for name in ("settings.py",))
    table = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for name in settings:
        assert f'"{name}"' in code
        assert f"| `{name}" in table
    unit = unit_settings()
    assert settings["PEGBOARD_VAR"] == f"/var/lib/{unit['StateDirectory']}"
    for place in (unit["EnvironmentFile"], *re.findall(r"/opt/pegboard/manage.py", unit["ExecStart"])):
        assert place in shipped("pegboard")


def test_cures_are_written_for_the_layout_that_the_files_set() -> None:
    named = [re.findall(r"PEGBOARD_LAYOUT(?:=|: )(\w+)", shipped(name)) for name in LAYOUT_FILES]
    assert named == [["systemd"], ["systemd"], ["container"]]
    assert set(LAYOUTS) == {"", "systemd", "container"}
    compose = LAYOUTS["container"]["command"].partition(" run ")[0]
    name, *_ = re.findall(r"(?m)^(?:name: |  )(\w+)", shipped("compose.yaml"))
    service, volume = re.search(
        r"services:\n  (\w+):.*\nvolumes:\n  (\w+):", shipped("compose.yaml"), re.DOTALL
    ).groups()
    assert f"{name}_{volume}:/var/lib/pegboard {name}-{service}" in LAYOUTS["container"]["root"]
    assert compose in PAGE
    assert compose in shipped("compose.yaml")


def test_the_page_installs_every_file_where_it_says_it_belongs() -> None:
    installed = {}
    for command in commands_of_page():
        if command[:2] == ["sudo", "install"] and "-d" not in command:
            *_, source, place = command
            installed[source] = place
    assert set(installed) == {"pegboard.env", "pegboard", "pegboard.service", "Caddyfile", "nginx.conf"}
    for name, place in installed.items():
        assert (FILES / name).exists()
        assert place in (UNIT if name == "pegboard.env" else shipped(name))


def test_the_page_is_of_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(re.findall(r"\d+\.\d+\.\d+", PAGE)) == {project["version"]}


def test_a_container_is_made_by_the_steps_of_the_page() -> None:
    image = shipped("Containerfile")
    (on_page,) = (packages(command) for command in commands_of_page() if "libpangoft2-1.0-0" in command)
    in_image = re.findall(r"apt-get (install .*?) \\", image)
    assert packages(shlex.split(in_image[0])) == on_page - {"caddy"}
    (user,) = (command for command in commands_of_page() if "useradd" in command)
    assert shlex.join(user[1:]) in image
    assert "install -d -o pegboard -m 700 /var/lib/pegboard" in image
    compose = shipped("compose.yaml")
    for named in ("docs/operating/Containerfile", "pegboard.env", "./Caddyfile", "/var/lib/pegboard"):
        assert named in compose
    for command in commands_of_page():
        if command[:2] == ["docker", "compose"]:
            assert (ROOT / command[command.index("--file") + 1]).exists()


@pytest.mark.parametrize("script", ["docs/operating/pegboard", ".ci/release"])
def test_scripts_are_scripts(script: str) -> None:
    assert (ROOT / script).stat().st_mode & 0o111
    subprocess.run(["sh", "-n", ROOT / script], check=True)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_the_service_is_valid_and_hardened() -> None:
    """0 is a service that can do nothing, 10 one that can do everything."""
    file = str(FILES / "pegboard.service")
    checked = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    # What it names is installed on a server.
    faults = [line for line in checked.stderr.splitlines() if "python3" not in line]
    assert not faults
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", file]
    rated = subprocess.run(command, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout.splitlines()[-1]
