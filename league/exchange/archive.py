"""The file a backup is: compressed lines of JSON that either database can read back.

The first line says what it is, one line follows for each row, the last line counts them: a file cut short
is seen. Knows nothing of Django.
"""

import base64
import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from uuid import UUID

FORMAT = "Pegboard backup 1"

# The longest row is a draft of four thousand full fields, and stays far below; a file may unpack to anything.
LONGEST_LINE = 64 * 1024 * 1024


class ArchiveError(Exception):
    """A file that cannot be written, or is no complete backup; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the backup holds: how far the database was, and the columns of each table."""

    made: str
    migrations: dict[str, str]
    tables: dict[str, list[str]]


ArchiveRow = tuple[str, list[Any]]
"""The table of a row, and its values in the order of the header's columns."""


@contextmanager
def new_file(file: Path) -> Iterator[None]:
    """Make a file, readable by its owner only, to be filled; it is removed where that fails.

    Raises ArchiveError when the file is there already or cannot be written.
    """
    if file.exists():
        raise ArchiveError(f"{file} already exists. Choose another name, or move it.")
    try:
        file.touch(mode=0o600, exist_ok=False)
        try:
            yield
        except BaseException:
            file.unlink()
            raise
    except OSError as fault:
        raise ArchiveError(f"{file} cannot be written: {fault.strerror}.") from None


def write(file: Path, header: Header, rows: Iterator[ArchiveRow]) -> int:
    """Write a new file, readable by its owner only, and return how many rows it holds.

    Raises ArchiveError as `new_file` does.
    """
    count = 0
    with new_file(file), gzip.open(file, "wt", encoding="utf-8", compresslevel=6) as out:
        print(json.dumps({"what": FORMAT, **asdict(header)}), file=out)
        for table, values in rows:
            print(json.dumps([table, *values], default=plain_value), file=out)
            count += 1
        print(json.dumps({"rows": count}), file=out)
    return count


class Reader:
    """A backup opened for reading: its header at once, its rows one after the other."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lines = self._read()
        header = next(self._lines, None)
        if not isinstance(header, dict) or header.pop("what", None) != FORMAT:
            raise self._refusal("is not a backup of this Pegboard")
        if not _is_header(header):
            raise self._refusal("is damaged in its first line")
        self.header = Header(**header)

    def rows(self) -> Iterator[ArchiveRow]:
        """Yield every row; raises ArchiveError at the end unless the file is whole."""
        for before, line in enumerate(self._lines):
            if line == {"rows": before}:
                return
            if not isinstance(line, list) or not line or not isinstance(line[0], str):
                raise self._refusal(f"is damaged after row {before}")
            yield line[0], line[1:]
        raise self._refusal("ends in the middle: it is not whole")

    def _read(self) -> Iterator[Any]:
        try:
            with gzip.open(self.file, "rt", encoding="utf-8") as lines:
                while line := lines.readline(LONGEST_LINE):
                    yield json.loads(line)
        except FileNotFoundError:
            raise self._refusal("is not there") from None
        except EOFError:
            raise self._refusal("ends in the middle: it is not whole") from None
        # A damaged compressed file shows itself in whichever layer meets the damage first.
        except (gzip.BadGzipFile, zlib.error, UnicodeDecodeError, ValueError, RecursionError):
            raise self._refusal("is not a backup, or is damaged") from None
        except OSError as fault:
            raise self._refusal(f"cannot be read: {fault.strerror}") from None

    def _refusal(self, why: str) -> ArchiveError:
        return ArchiveError(f"{self.file} {why}.")


def _is_header(header: dict[str, Any]) -> bool:
    """Return whether all of a header is there, each part of its kind, and nothing else."""
    return (
        header.keys() == {"made", "migrations", "tables"}
        and isinstance(header["made"], str)
        and isinstance(header["migrations"], dict)
        and all(isinstance(name, str) for name in header["migrations"].values())
        and isinstance(header["tables"], dict)
        and all(isinstance(columns, list) for columns in header["tables"].values())
    )


def plain_value(value: Any) -> str:
    """Return as a text what JSON has no kind for: Django's own encoder would cut microseconds off."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):  # photographs; Django reads them back from this
        return base64.b64encode(value).decode()
    raise TypeError(f"no way to write {type(value).__name__} into a backup")
