"""Static files as a real site serves them: whole, under hashed names, compressed."""

import fcntl
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

MANIFEST = "staticfiles.json"


def hashed_storages() -> dict[str, Any]:
    """Return the setting STORAGES under which pages name their files as a real site does."""
    return {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "league.installation.static_files.HashedFiles"},
    }


def collect_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of collected files, without the workbench's: one for all workers of a run."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if own.name.startswith("popen-") else own
    folder = shared / "collected-static-files"
    folder.mkdir(exist_ok=True)
    with (shared / "collecting.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / MANIFEST).exists():
            with override_settings(STATIC_ROOT=folder, STORAGES=hashed_storages()):
                call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin"])
    return folder
