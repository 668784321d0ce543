"""The folder of a copy: a list of what in it is ours, and files that are replaced whole or not at all."""

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from league.shared.errors import Refused

LIST = ".pegboard-copy.json"
# Lies there while a copy is made, and after one that was broken off: what the list does not name may be ours.
UNFINISHED = ".pegboard-copy.unfinished"
NOT_EMPTY = "{} is not empty, and Pegboard has not made it. Name an empty folder, or a new one."
OF_ANOTHER = "{} holds the copy of another league. Name another folder."
NOT_OURS = "{} is in the way: Pegboard has not made it. Move it, or name another folder."
NOT_WRITABLE = "{} cannot be written: {}."
# What tells when a file was made, and nothing else. Where only this differs, the older file stays.
MADE = re.compile(rb"DTSTAMP:\S+|<time class=.copied.[^<]+</time>")


@dataclass(slots=True, kw_only=True)
class CopiedFile:
    """A file of a copy: its address, the site's tag of that, the addresses it needs, what it is about.

    Until a moment the tag holds beyond the minute that is its end.
    """

    address: str
    etag: str = ""
    until: float = 0
    digest: str = ""
    size: int = 0
    links: list[str] = field(default_factory=list)
    title: str = ""
    description: str = ""


class CopyFolder:
    """A folder with the files of a copy by their place. Raises Refused if it is somebody else's.

    `made_of` is what the copy was made of beside the site: with another every page is made anew.
    """

    def __init__(self, root: Path, league: str, made_of: list[str]) -> None:
        self.root, self._league, self._made_of = root, league, made_of
        self.files: dict[str, CopiedFile] = {}
        self.size = 0
        try:
            root.mkdir(parents=True, exist_ok=True)
            self._is_unfinished = (root / UNFINISHED).exists()
            known = json.loads(self._content(LIST) or "null")
            if known is None and not self._is_unfinished and any(root.iterdir()):
                raise Refused(NOT_EMPTY.format(root))
            self._is_unfinished |= known is None
        except OSError as fault:
            raise Refused(NOT_WRITABLE.format(root, fault.strerror)) from None
        known = known or {"league": league, "made_of": made_of, "files": {}}
        if known["league"] != league:
            raise Refused(OF_ANOTHER.format(root))
        self._before = {place: CopiedFile(**file) for place, file in known["files"].items()}
        self._is_same = known["made_of"] == made_of

    def before(self, place: str) -> CopiedFile | None:
        """Return what is known of a file that lies there as it was written, made of the same."""
        known = self._before.get(place) if self._is_same else None
        if known is None or hashlib.sha256(self._content(place)).hexdigest() != known.digest:
            return None
        return known

    def write(self, place: str, content: bytes, file: CopiedFile) -> None:
        """Put a file into its place; the one that is there stays if it says the same."""
        was = self._content(place)
        if was and MADE.sub(b"", was) == MADE.sub(b"", content):
            content = was
        elif was and not self._is_unfinished and place not in self._before:
            raise Refused(NOT_OURS.format(self.root / place))
        else:
            self._replace(place, content)
        file.digest = hashlib.sha256(content).hexdigest()
        file.size = len(content)

    def keep(self, place: str, file: CopiedFile) -> None:
        """Note a file that lies in its place as it is."""
        self.files[place] = file
        self.size += file.size

    def finish(self) -> None:
        """Delete what earlier copies had and this one has not, and write the list."""
        for place in self._before.keys() - self.files.keys():
            path = self.root / place
            if self._is_inside(place) and path.exists():
                path.unlink()
                for above in list(path.parents)[: place.count("/")]:
                    if any(above.iterdir()):
                        break
                    above.rmdir()
        known: dict[str, Any] = {"league": self._league, "made_of": self._made_of}
        known["files"] = {place: asdict(file) for place, file in sorted(self.files.items())}
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()
        if text != self._content(LIST):
            self._replace(LIST, text)
        (self.root / UNFINISHED).unlink(missing_ok=True)

    def _content(self, place: str) -> bytes:
        path = self.root / place
        return path.read_bytes() if path.is_file() else b""

    def _replace(self, place: str, content: bytes) -> None:
        path, part = self.root / place, self.root / f"{UNFINISHED}.{os.getpid()}"
        try:
            (self.root / UNFINISHED).touch()
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(content)
            os.replace(part, path)
        except OSError as fault:
            part.unlink(missing_ok=True)
            raise Refused(NOT_WRITABLE.format(path, fault.strerror)) from None

    def _is_inside(self, place: str) -> bool:
        """Return whether a place that the list names is in the folder, and no link leads out of it."""
        return ".." not in PurePosixPath(place).parts and (self.root / place).parent.resolve().is_relative_to(
            self.root.resolve()
        )
