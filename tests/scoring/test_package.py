"""The engine as a package of its own, made out of the folder as it is."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

import scoring
from scoring import notation

FOLDER = Path(scoring.__file__).parent
NAME = "pegboard_scoring"
PACKAGE = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_folder_of_the_engine_is_in_the_package():
    folders = {".".join((NAME, *file.parent.relative_to(FOLDER).parts)) for file in FOLDER.rglob("*.py")}
    assert {folder for folder in folders if "build" not in folder} == set(
        PACKAGE["tool"]["setuptools"]["packages"]
    )


@pytest.mark.parametrize("module", [scoring, notation], ids=lambda module: module.__name__)
def test_every_name_a_module_exports_is_there(module):
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_it_needs_nothing_else_and_its_changes_are_told():
    assert PACKAGE["project"]["dependencies"] == []
    assert f"## {PACKAGE['project']['version']}\n" in (FOLDER / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.slow  # fetches what builds it
def test_the_wheel_works_by_itself(tmp_path: Path):
    source = shutil.copytree(FOLDER, tmp_path / "source", ignore=shutil.ignore_patterns("build"))
    make = ["-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", tmp_path, source]
    subprocess.run([sys.executable, *make], check=True)
    [wheel] = tmp_path.glob("pegboard_scoring-*.whl")
    ZipFile(wheel).extractall(tmp_path / "site")
    site = tmp_path / "site"
    assert {path.name for path in site.iterdir() if path.suffix != ".dist-info"} == {NAME}
    told = subprocess.run(
        [sys.executable, "-S", "-m", NAME, "deal", "trinidad", "--seed", "1"],
        cwd=site,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("Trinidad All Fours, 4 players, seed 1")
    assert (site / NAME / "py.typed").exists()
    [about] = site.glob("*.dist-info")
    assert (about / "licenses" / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert "maintainers" in (about / "METADATA").read_text(encoding="utf-8")
    tour = [sys.executable, "-S", "-m", "doctest", FOLDER / "README.md"]
    subprocess.run(tour, cwd=site, check=True)


def test_the_page_of_the_package_leads_nowhere_outside_it():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!https?:)\S*[./]\S*\)", page) == []


def test_what_the_page_names_is_in_the_package_by_that_name():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    tour = page.partition("## A new game")[0]
    assert re.findall(r"`scoring[./]|-m scoring", tour) == []
    named = re.findall(r"`pegboard_(scoring\.\w+)\.(\w+)", page)
    assert named
    assert [name for module, name in named if not hasattr(import_module(module), name)] == []


def test_no_module_names_the_package_it_is_in():
    naming = re.compile(r"^\s*(from|import) (peg\w+_)?scoring\b", re.M)
    texts = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.py")}
    assert [name for name, text in texts.items() if naming.search(text)] == []
