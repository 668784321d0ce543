"""Static files under names that change with what is in them, and which modules a script is made of."""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED_NAME = re.compile(r"\.[0-9a-f]{12}\.\w+$")
GZIP = ".gz"
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise carries no types
    """Also the modules a script imports: a browser, and a page kept on a phone, may hold each for good.

    Beside each lies the same compressed, by gzip and by Brotli.
    """

    support_js_module_import_aggregation = True
    # A pass names one further level of modules that import modules; Django's five are not enough.
    max_post_process_passes = 20

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what is served under a hashed name, unless an earlier start has: it takes seconds."""
        served = (path for path in paths if HASHED_NAME.search(path))
        new = [path for path in served if not Path(self.path(path) + GZIP).exists()]
        yield from super().compress_files(new)

    def create_compressor(self, **options: Any) -> Compressor:
        return WholeFiles(**options)


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
