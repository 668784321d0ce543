"""Static files under names that change with what is in them, and which modules a script is made of."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import IO, Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED_NAME = re.compile(r"\.[0-9a-f]{12}\.\w+$")
GZIP = ".gz"
# A sheet beside this one, whole or for one medium: `@import url("tables-phone.css") screen;`.
IMPORTED_SHEET = re.compile(r"""@import url\(["']([\w-]+\.css)["']\)([^;]*);\n?""")
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise carries no types
    """Also the modules a script imports: a browser, and a page kept on a phone, may hold each for good.

    A sheet that imports others is one file, so that a page waits for one. Beside each lies the same
    compressed, by gzip and by Brotli.
    """

    support_js_module_import_aggregation = True
    # A pass names one further level of modules that import modules; Django's five are not enough.
    max_post_process_passes = 20

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        whole = {name: (WholeSheets(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(whole, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what is served under a hashed name, unless an earlier start has: it takes seconds."""
        served = (path for path in paths if HASHED_NAME.search(path))
        new = [path for path in served if not Path(self.path(path) + GZIP).exists()]
        yield from super().compress_files(new)

    def create_compressor(self, **options: Any) -> Compressor:
        return WholeFiles(**options)


class WholeSheets:
    """Opens the files of a storage: a sheet without comments, with what it imports in place of the line."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, path: str) -> IO[bytes]:
        if path.endswith(".css"):
            return ContentFile(self._sheet(path).encode())
        return self.storage.open(path)

    def _sheet(self, path: str) -> str:
        def imported(line: re.Match[str]) -> str:
            rules = self._sheet(join(dirname(path), line[1]))
            medium = line[2].strip()
            return f"@media {medium} {{\n{rules}}}\n" if medium else rules

        with self.storage.open(path) as file:
            rules = COMMENT.sub("", file.read().decode("utf-8"))
        return IMPORTED_SHEET.sub(imported, rules)


class WholeFiles(Compressor):  # type: ignore[misc]  # WhiteNoise carries no types
    """Writes a compressed file whole or not at all: one cut off by a kill would never be written again."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        part = super().write_data(path, data, f"{suffix}.part", stat_result)
        return str(Path(part).rename(path + suffix))


def modules_of(script: str) -> tuple[str, ...]:
    """Return the modules a script imports, themselves and through others, by their paths below "static"."""
    return _modules_now(script) if settings.DEBUG else _modules_for_good(script)


def _modules_now(script: str) -> tuple[str, ...]:
    modules: dict[str, None] = {script: None}
    waiting = [script]
    while waiting:
        module = waiting.pop()
        source = Path(str(finders.find(module))).read_text(encoding="utf-8")
        for imported in IMPORTED.findall(source):
            path = normpath(join(dirname(module), imported))
            if path not in modules:
                modules[path] = None
                waiting.append(path)
    return tuple(modules)[1:]


_modules_for_good = cache(_modules_now)
