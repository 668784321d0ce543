"""Files sent to the site: nobody is asked for one, so none is taken in, however large."""

from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadhandler import FileUploadHandler


class NoFiles(FileUploadHandler):
    """Answers 400 at the first file of a form, before it fills the disk."""

    def new_file(self, *arguments: Any, **said: Any) -> None:
        raise SuspiciousOperation("a file was sent, and no page asks for one")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
