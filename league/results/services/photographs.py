"""Services of photographs of the paper of a match: encoded anew, attached, removed."""

import datetime
import threading
import warnings
from dataclasses import dataclass
from io import BytesIO

from league.models import Match, Photograph
from league.results.services.scorecards import lock_matches
from league.shared.errors import Refused, verify, written_whole

MOST_PHOTOGRAPHS = 8


def attach_photograph(*, match: Match, sent: bytes, sent_for: str, now: datetime.datetime) -> Photograph:
    """Save a picture of the paper, encoded anew; the same one sent twice is saved once.

    `sent_for` is the side whose captain sent it, empty for a sender with the code of the match. Raises
    Refused for what is no picture, and when the match has as many as there is room for.
    """
    picture = picture_from(sent)
    with written_whole():
        lock_matches(match)
        return add_photograph(
            match=match,
            jpeg=picture.jpeg,
            width=picture.width,
            height=picture.height,
            sent_for=sent_for,
            received_at=now,
        )


def add_photograph(
    *, match: Match, jpeg: bytes, width: int, height: int, received_at: datetime.datetime, sent_for: str = ""
) -> Photograph:
    """Add a picture to a locked match; the same one is added once. Raises Refused if there is no room."""
    known = Photograph.objects.filter(match=match)
    if same := known.filter(jpeg=jpeg).defer("jpeg").first():
        return same
    if known.count() >= MOST_PHOTOGRAPHS:
        raise Refused(f"The match has {MOST_PHOTOGRAPHS} photographs already; there is no room for more.")
    photograph = Photograph(
        match=match, sent_for=sent_for, received_at=received_at, jpeg=jpeg, width=width, height=height
    )
    verify(photograph)
    photograph.save(force_insert=True)
    return photograph


def remove_photograph(*, match: Match, public_id: str) -> bool:
    """Delete a photograph; return whether there was one."""
    removed, _ = Photograph.objects.filter(match=match, public_id=public_id).delete()
    return bool(removed)


LARGEST_PICTURE = 12_000_000
"""Bytes. The best telephones write seven million; a page of text is read at a tenth of that."""
MOST_BYTES_OF_PILE = 60_000_000
"""Of all photographs sent at once."""
MOST_POINTS = {
    "JPEG": 50_000_000,
    "MPO": 50_000_000,
    "PNG": 12_000_000,
    "WEBP": 12_000_000,
    "HEIF": 25_000_000,
}
"""Points each kind may unpack to: a JPEG is unpacked at a fraction of its size, the others whole.

An iPhone writes HEIC of 12 or 24 million.
"""
MOST_POINTS_IN_PASSES = 24_000_000
"""A progressive JPEG is unpacked whole, whatever its final size. None of these needs 200 MB."""
LONGEST_EDGE = 2600
"""A sheet that fills two thirds of a picture then has six points to the millimetre: enough to be read."""
QUALITY = 82

# A progressive picture has ten passes or so; each costs the work of the whole and hardly any bytes.
MOST_PASSES = 60
PASS = b"\xff\xda"
WHITE = (255, 255, 255)

# Each takes up to 200 MB for a second; no more wait for it than a process has threads.
_one_at_a_time = threading.Lock()

# At its start a file in a box format says "ftyp" and which: HEIC, a series of them, or the family.
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
HEIC_REFUSED = (
    "This is an iPhone’s own kind of picture (HEIC), which cannot be read here. On the iPhone choose "
    "Settings, Camera, Formats, Most Compatible and take it again, or send a screenshot of it."
)
TOO_LARGE = "The picture has too many points to be unpacked here: send a smaller one."


class NoPicture(Refused):
    """A file that cannot be read as a picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture as it is stored and shown."""

    jpeg: bytes
    width: int
    height: int


def picture_from(sent: bytes, *, longest_edge: int = LONGEST_EDGE) -> Picture:
    """Return the picture in a file somebody sent: JPEG, PNG or WebP. Raises NoPicture.

    Its head is checked first: a small file can unpack to more than the machine can hold.
    """
    from PIL import Image  # here: only a photograph needs it

    # It warns of each of thousands of entries that a camera, or somebody else, wrote wrongly.
    warnings.filterwarnings("ignore", category=UserWarning, module="PIL")
    if len(sent) > LARGEST_PICTURE:
        limit = LARGEST_PICTURE // 1_000_000
        raise NoPicture(f"The picture is larger than {limit} million bytes: send a smaller one.")
    is_heic = sent[4:8] == b"ftyp" and sent[8:12] in HEIC
    if is_heic and not _can_read_heic():
        raise NoPicture(HEIC_REFUSED)
    try:
        with _one_at_a_time:
            return _made_anew(sent, ("HEIF",) if is_heic else ("JPEG", "PNG", "WEBP"), longest_edge)
    except NoPicture:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise NoPicture(TOO_LARGE) from fault
    except Exception as fault:  # a decoder that meets garbage may raise anything: it is no picture
        raise NoPicture(
            "This is no picture that can be read: send a photograph as JPEG, PNG or WebP."
        ) from fault


def _can_read_heic() -> bool:
    """Return whether the library for HEIC, an extra, is here; if so, Pillow is told of it."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return False
    register_heif_opener(thumbnails=False)
    return True


def _made_anew(sent: bytes, formats: tuple[str, ...], longest_edge: int) -> Picture:
    from PIL import Image, ImageOps

    with Image.open(BytesIO(sent), formats=formats) as image:
        kind, (width, height) = image.format or "", image.size
        most = MOST_POINTS_IN_PASSES if image.info.get("progressive") else MOST_POINTS[kind]
        if width * height > most:
            raise NoPicture(TOO_LARGE)
        if sent.count(PASS) > MOST_PASSES:
            raise NoPicture("The picture is packed in a way that takes too long to read: send another.")
        image.draft("RGB", (longest_edge, longest_edge))
        image.thumbnail((longest_edge, longest_edge))
        ImageOps.exif_transpose(image, in_place=True)
        # Onto a new picture: other data in the file is left behind.
        sheet = Image.new("RGB", image.size, WHITE)
        layer = image.convert("RGBA") if image.has_transparency_data else image
        sheet.paste(layer, mask=layer if image.has_transparency_data else None)
    out = BytesIO()
    sheet.save(out, "JPEG", quality=QUALITY)
    return Picture(jpeg=out.getvalue(), width=sheet.width, height=sheet.height)
