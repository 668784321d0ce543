"""The league's typefaces as files: small ones for browsers, and unpacked once for paper.

To unpack a WOFF2 file takes thirty times as long as to read what came out of it, and paper needs ten of them
before its first page. So what came out is kept beside the database, under a name that changes with the file.
"""

import hashlib
import io
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"


def unpacked(font: Path) -> bytes:
    """Return a WOFF2 file of ours as the TrueType file it was made from; the same bytes every time."""
    packed = font.read_bytes()
    kept = settings.VAR_DIR / "fonts" / f"{font.stem}-{hashlib.sha256(packed).hexdigest()[:12]}.ttf"
    with suppress(OSError):
        return bytes(kept.read_bytes())
    content = _decompressed(packed)
    # A folder that cannot be written to costs time, not paper.
    with suppress(OSError):
        _keep(kept, content)
    return content


def _decompressed(packed: bytes) -> bytes:
    from fontTools.ttLib import woff2  # here: only paper needs it, and that once

    content = io.BytesIO()
    woff2.decompress(io.BytesIO(packed), content)
    return content.getvalue()


def _keep(place: Path, content: bytes) -> None:
    """Write the whole file or none: another process may be unpacking the same one."""
    place.parent.mkdir(exist_ok=True)
    with NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(content)
    os.replace(file.name, place)
