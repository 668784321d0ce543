"""What a folder of plain files is: counted, and each link followed, by nothing but the files themselves.

Shares no code with what writes the folder, so that what is said of a copy was looked at.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

TARGETS = {
    ".html": re.compile(r'\s(?:href|src|poster)="([^"]*)"'),
    ".css": re.compile(r"""url\(["']?([^"')]+)["']?\)"""),
    ".atom": re.compile(r'\shref="([^"]*)"'),
}
Seen = Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFolder:
    """What was found: pages, the bytes of all files, what differs from before, and links to nothing."""

    pages: int
    bytes: int
    written: int
    unchanged: int
    removed: int
    broken: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.pages} pages, {self.written} files written, {self.unchanged} unchanged, "
            f"{self.removed} removed, {self.bytes / 1e6:.1f} MB, broken links {len(self.broken)}"
        )


def seen(folder: Path) -> Seen:
    """Return each visible file of a folder with what shows that it was touched."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    known = ((path.relative_to(folder).as_posix(), path.stat()) for path in files)
    return {place: (stat.st_ino, stat.st_mtime_ns, stat.st_size) for place, stat in known}


def check_folder(folder: Path, before: Seen) -> CheckedFolder:
    now = seen(folder)
    return CheckedFolder(
        pages=sum(place.endswith(".html") for place in now),
        bytes=sum(size for *_, size in now.values()),
        written=sum(before.get(place) != state for place, state in now.items()),
        unchanged=sum(before.get(place) == state for place, state in now.items()),
        removed=len(before.keys() - now.keys()),
        broken=tuple(_broken(folder, now)),
    )


def _broken(folder: Path, files: Seen) -> Iterator[str]:
    for place in files:
        pattern = TARGETS.get(Path(place).suffix)
        text = (folder / place).read_text(encoding="utf-8") if pattern else ""
        for target in sorted(set(pattern.findall(text))) if pattern else ():
            address = urlsplit(unescape(target))
            if address.scheme or address.netloc or not address.path:
                continue
            if normpath(join(dirname(place), unquote(address.path))) not in files:
                yield f"{place}: {target}"
