"""Files sent to the site: taken in where a page asks for one, up to what it can use, and nowhere else."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from league.exchange.spreadsheets import MOST_BYTES
from league.results.services.photographs import LARGEST_PICTURE, MOST_BYTES_OF_PILE

LARGEST_RULE_BOOK = 20_000
LARGEST_LIST = MOST_BYTES
# Reading takes many times the size of a league's file in memory; the command reads larger ones.
LARGEST_LEAGUE_FILE = 10_000_000
LARGEST_REQUESTS_FILE = 100_000
MAX_BYTES: Mapping[str, int] = {
    "rule-book": LARGEST_RULE_BOOK,
    "lists": LARGEST_LIST,
    "new-league": LARGEST_LIST,
    "new-league-file": LARGEST_LEAGUE_FILE,
    "new-league-prove": LARGEST_LIST,
    "plan-from-list": LARGEST_LIST,
    "prove": LARGEST_LIST,
    "fixture-plan-requests": LARGEST_REQUESTS_FILE,
    "captain-photographs": LARGEST_PICTURE,
    "captain-account-photographs": LARGEST_PICTURE,
    "scoring-photographs": LARGEST_PICTURE,
    "match-photographs": LARGEST_PICTURE,
    "read-photographs": LARGEST_PICTURE,
    "keep-pub-photograph": LARGEST_PICTURE,
    "own-pub-photograph": LARGEST_PICTURE,
}
"""The pages that ask for a file, with the most letters of it they can use."""
MAX_BYTES_TOGETHER: Mapping[str, int] = {
    "read-photographs": MOST_BYTES_OF_PILE,
    **dict.fromkeys(("new-league-prove", "prove"), 2 * LARGEST_LIST),
}
"""The pages that ask for several, with the most letters of all of them together."""


class WhereAsked(FileUploadHandler):
    """Answers 400 at the first file nobody asked for, before it fills the disk.

    Of a file asked for it keeps, in memory, one letter more than can be used: enough to say that it is too
    long.
    """

    def new_file(self, *arguments: Any, **file_info: Any) -> None:
        super().new_file(*arguments, **file_info)
        page = getattr(self.request, "resolver_match", None)
        if page is None or page.view_name not in MAX_BYTES:
            raise SuspiciousOperation("a file was sent, and this page asks for none")
        most = MAX_BYTES[page.view_name]
        taken = getattr(self, "_taken", 0)
        self._room = max(min(most, MAX_BYTES_TOGETHER.get(page.view_name, most) - taken), 0) + 1
        self._kept = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self._kept.write(raw_data[: max(self._room - start, 0)])

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        size = self._kept.tell()
        self._taken = getattr(self, "_taken", 0) + size
        self._kept.seek(0)
        return InMemoryUploadedFile(
            self._kept, self.field_name, self.file_name or "", self.content_type, size, self.charset
        )
