"""Pictures people send, made anew: what comes out is a JPEG of our own making and nothing else.

Nothing of what was sent is kept: not where and with what it was taken, not a file hidden behind the picture.
The only room that knows the decoder.
"""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps

LARGEST_PICTURE = 12_000_000
"""Bytes. The best telephones write seven million; a page of text is read at a tenth of that."""
MOST_POINTS = {"JPEG": 50_000_000, "MPO": 50_000_000, "PNG": 12_000_000, "WEBP": 12_000_000}
"""What each kind may unpack to: a JPEG is unpacked at a fraction of its size, the others whole."""
MOST_POINTS_IN_PASSES = 24_000_000
"""A JPEG built up in passes is held whole, whatever its size in the end. None of these needs 200 MB."""
LONGEST_EDGE = 2000
QUALITY = 82

# A picture that is built up in passes has ten or so; each costs the work of the whole and next to no bytes.
MOST_PASSES = 60
PASS = b"\xff\xda"
WHITE = (255, 255, 255)

TOO_LARGE = "The picture has too many points to be unpacked here: send a smaller one."


class NoPicture(Exception):
    """What was sent cannot be taken as a picture; the message is a sentence for the sender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture as it is kept and shown."""

    jpeg: bytes
    width: int
    height: int


def picture_from(sent: bytes) -> Picture:
    """The picture in a file somebody sent: JPEG, PNG or WebP. Raises NoPicture.

    Looked at from the outside first: a small file can unpack to more than the machine can hold.
    """
    if len(sent) > LARGEST_PICTURE:
        limit = LARGEST_PICTURE // 1_000_000
        raise NoPicture(f"The picture is larger than {limit} million bytes: send a smaller one.")
    try:
        return _made_anew(sent)
    except NoPicture:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise NoPicture(TOO_LARGE) from fault
    except Exception as fault:  # a decoder that meets garbage may raise anything: it is no picture
        raise NoPicture(
            "This is no picture that can be read: send a photograph as JPEG, PNG or WebP."
        ) from fault


def _made_anew(sent: bytes) -> Picture:
    with Image.open(BytesIO(sent), formats=("JPEG", "PNG", "WEBP")) as image:
        kind, (width, height) = image.format or "", image.size
        most = MOST_POINTS_IN_PASSES if image.info.get("progressive") else MOST_POINTS[kind]
        if width * height > most:
            raise NoPicture(TOO_LARGE)
        if sent.count(PASS) > MOST_PASSES:
            raise NoPicture("The picture is packed in a way that takes too long to read: send another.")
        image.draft("RGB", (LONGEST_EDGE, LONGEST_EDGE))
        image.thumbnail((LONGEST_EDGE, LONGEST_EDGE))
        upright = ImageOps.exif_transpose(image)
        # Onto a sheet of its own: whatever the file said besides stays behind.
        sheet = Image.new("RGB", upright.size, WHITE)
        layer = upright.convert("RGBA")
        sheet.paste(layer, mask=layer.getchannel("A"))
    out = BytesIO()
    sheet.save(out, "JPEG", quality=QUALITY)
    return Picture(jpeg=out.getvalue(), width=sheet.width, height=sheet.height)
