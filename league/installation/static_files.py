"""Static files under names that change with what is in them, whole; and which modules a script is made of."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from posixpath import dirname, join
from typing import IO, Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from league.installation.whole_scripts import imports_of, whole_script

HASHED_NAME = re.compile(r"\.[0-9a-f]{12}\.\w+$")
GZIP = ".gz"
# A sheet beside this one, whole or for one medium: `@import url("tables-phone.css") screen;`.
IMPORTED_SHEET = re.compile(r"""@import url\(["']([\w-]+\.css)["']\)([^;]*);\n?""")
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
INDENT = re.compile(r"\n\s+")
# What stands alone in its lines. A licence (`/*!`) stays.
SCRIPT_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?!!)[\s\S]*?\*/)\n", re.MULTILINE)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise carries no types
    """Also the modules a script imports: a browser, and a page kept on a phone, may hold each for good.

    A sheet or a script that imports others is one file, so that a page waits for one. Beside each lies the
    same compressed, by gzip and by Brotli.
    """

    support_js_module_import_aggregation = True
    # A pass names one further level of modules that import modules; Django's five are not enough.
    max_post_process_passes = 20

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        scripts = {path: text_of(storage, path) for storage, path in paths.values() if path.endswith(".js")}
        parts = frozenset(part for path, text in scripts.items() for part in imports_of(path, text))
        whole = {name: (WholeSources(storage, parts), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(whole, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what is served under a hashed name, unless an earlier start has: it takes seconds."""
        served = (path for path in paths if HASHED_NAME.search(path))
        new = [path for path in served if not Path(self.path(path) + GZIP).exists()]
        yield from super().compress_files(new)

    def create_compressor(self, **options: Any) -> Compressor:
        return WholeFiles(**options)


class WholeSources:
    """Opens the files of a storage: a sheet, and a script that no other imports, with all they import.

    `parts` are the scripts that others import. Comments and indentation are left out.
    """

    def __init__(self, storage: Storage, parts: frozenset[str]) -> None:
        self.storage = storage
        self.parts = parts

    def open(self, path: str) -> IO[bytes]:
        if path.endswith(".css"):
            return ContentFile(self._sheet(path).encode())
        if path.endswith(".js") and path not in self.parts:
            return ContentFile(INDENT.sub("\n", whole_script(path, self._script)).encode())
        return self.storage.open(path)

    def _script(self, path: str) -> str:
        return SCRIPT_COMMENT.sub("", text_of(self.storage, path))

    def _sheet(self, path: str) -> str:
        def imported(line: re.Match[str]) -> str:
            rules = self._sheet(join(dirname(path), line[1]))
            medium = line[2].strip()
            return f"@media {medium} {{\n{rules}}}\n" if medium else rules

        rules = INDENT.sub("\n", COMMENT.sub("", text_of(self.storage, path)))
        return IMPORTED_SHEET.sub(imported, rules)


def text_of(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        return str(file.read().decode("utf-8"))


class WholeFiles(Compressor):  # type: ignore[misc]  # WhiteNoise carries no types
    """Writes a compressed file whole or not at all: one cut off by a kill would never be written again."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        part = super().write_data(path, data, f"{suffix}.part", stat_result)
        return str(Path(part).rename(path + suffix))


def modules_of(script: str) -> tuple[str, ...]:
    """Return the modules a page loads beside a script, by their paths below "static".

    None where scripts are collected whole; elsewhere those it imports, themselves and through others.
    """
    if isinstance(staticfiles_storage, HashedFiles):
        return ()
    return _modules_now(script) if settings.DEBUG else _modules_for_good(script)


def _modules_now(script: str) -> tuple[str, ...]:
    modules: dict[str, None] = {script: None}
    waiting = [script]
    while waiting:
        module = waiting.pop()
        source = Path(str(finders.find(module))).read_text(encoding="utf-8")
        for path in imports_of(module, source):
            if path not in modules:
                modules[path] = None
                waiting.append(path)
    return tuple(modules)[1:]


_modules_for_good = cache(_modules_now)
