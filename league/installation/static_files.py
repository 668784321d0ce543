"""Static files under names that change with what is in them, and which modules a script is made of."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


class HashedFiles(ManifestStaticFilesStorage):
    """Also the modules a script imports: a browser, and a page kept on a phone, may hold each for good."""

    support_js_module_import_aggregation = True


def modules_of(script: str) -> tuple[str, ...]:
    """Return the modules a script imports, themselves and through others, by their paths below "static"."""
    return _modules_now(script) if settings.DEBUG else _modules_for_good(script)


def _modules_now(script: str) -> tuple[str, ...]:
    found: dict[str, None] = {script: None}
    waiting = [script]
    while waiting:
        module = waiting.pop()
        source = Path(str(finders.find(module))).read_text(encoding="utf-8")
        for imported in IMPORTED.findall(source):
            path = normpath(join(dirname(module), imported))
            if path not in found:
                found[path] = None
                waiting.append(path)
    return tuple(found)[1:]


_modules_for_good = cache(_modules_now)
