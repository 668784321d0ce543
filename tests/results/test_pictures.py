"""Pictures from strangers: made anew, small, upright, and without anything that came with them."""

import io
import struct
import sys
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from league.results.services import photographs
from league.results.services.photographs import (
    HEIC_REFUSED,
    LARGEST_PICTURE,
    LONGEST_EDGE,
    MOST_PASSES,
    PASS,
    NoPicture,
    picture_from,
)

PHP = b"<?php system($_GET['c']); ?>"
SCRIPT = b"<html><script>alert(1)</script></html>"
ORIENTATION, GPS, MAKE = 0x0112, 0x8825, 0x010F


def a_picture(
    kind: str = "JPEG", size: tuple[int, int] = (300, 200), mode: str = "RGB", **said: object
) -> bytes:
    """Red on the left, blue on the right."""
    image = Image.new(mode, size, "red" if mode != "L" else 0)
    image.paste("blue" if mode != "L" else 255, (size[0] // 2, 0, *size))
    out = io.BytesIO()
    image.save(out, kind, **said)
    return out.getvalue()


def opened(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg), formats=("JPEG",))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_what_telephones_send_becomes_a_jpeg(kind: str) -> None:
    made = picture_from(a_picture(kind))
    image = opened(made.jpeg)
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (made.width, made.height))
    assert (made.width, made.height) == (300, 200)


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "CMYK", "1", "I;16"])
def test_whatever_its_colours(mode: str) -> None:
    out = io.BytesIO()
    Image.new(mode, (40, 30)).save(out, "JPEG" if mode == "CMYK" else "PNG")
    assert opened(picture_from(out.getvalue()).jpeg).mode == "RGB"


def test_one_is_unpacked_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight at once would take as many times the memory."""
    both = threading.Barrier(2)
    monkeypatch.setattr(photographs, "_made_anew", lambda *_: both.wait(timeout=0.1))
    with ThreadPoolExecutor(max_workers=2) as pool:
        made = [pool.submit(picture_from, a_picture()) for _ in range(2)]
    assert all(isinstance(each.exception(), NoPicture) for each in made), "two were in there together"


def test_it_is_made_no_larger_than_a_page_needs() -> None:
    made = picture_from(a_picture(size=(LONGEST_EDGE + 400, LONGEST_EDGE * 3 // 4 + 300)))
    assert (made.width, made.height) == (LONGEST_EDGE, LONGEST_EDGE * 3 // 4)


def test_where_and_with_what_it_was_taken_is_gone() -> None:
    exif = Image.Exif()
    exif[MAKE] = "Secret Camera"
    exif.get_ifd(GPS)[2] = (53.7, 1.6, 0.0)
    sent = a_picture(exif=exif, comment=b"at home", icc_profile=b"x" * 200)
    made = picture_from(sent).jpeg
    assert b"Secret Camera" in sent
    assert not any(mark in made for mark in (b"Secret Camera", b"Exif", b"at home", b"ICC_PROFILE"))
    assert not opened(made).getexif()


def test_what_a_camera_wrote_wrongly_fills_no_log(recwarn: pytest.WarningsRecorder) -> None:
    entries = b"".join(struct.pack("<HHII", 0x9000 + tag, 2, 0xFFFFFF, 8) for tag in range(500))
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 500) + entries + bytes(4)
    sent = a_picture()
    picture_from(sent[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + sent[2:])
    assert len(recwarn) == 0


def test_it_stands_upright() -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6  # held upright: the camera's left is the picture's top
    made = picture_from(a_picture(exif=exif))
    assert (made.width, made.height) == (200, 300)
    red, _, blue = opened(made.jpeg).getpixel((100, 20))
    assert red > 200 > blue


@pytest.mark.parametrize("behind", [PHP, SCRIPT, b"PK\x03\x04" + b"x" * 500, b"%PDF-1.7"])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_what_was_hidden_behind_it_stays_behind(kind: str, behind: bytes) -> None:
    assert behind not in picture_from(a_picture(kind) + behind).jpeg


def test_what_was_hidden_inside_it_stays_behind() -> None:
    assert PHP not in picture_from(a_picture(comment=PHP)).jpeg


@pytest.mark.parametrize(
    "sent",
    [b"", b"x", SCRIPT, PHP, b"%PDF-1.7", b"\xff\xd8\xff", b"<svg xmlns='x'/>", b"GIF89a"],
)
def test_what_is_no_picture_is_refused(sent: bytes) -> None:
    with pytest.raises(NoPicture, match="no picture"):
        picture_from(sent)


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "ICO", "PPM"])
def test_other_kinds_are_not_even_tried(kind: str) -> None:
    with pytest.raises(NoPicture):
        picture_from(a_picture(kind))


def a_bomb(width: int, height: int) -> bytes:
    """A PNG that is one line of nothing, and says that it is as large as wanted."""

    def part(name: bytes, held: bytes) -> bytes:
        return len(held).to_bytes(4, "big") + name + held + zlib.crc32(name + held).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", head)
        + part(b"IDAT", zlib.compress(b"\0" * 100))
        + part(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(4000, 4000), (10_000, 10_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_a_small_file_that_unpacks_to_too_much_is_not_unpacked(size: tuple[int, int]) -> None:
    with pytest.raises(NoPicture):
        picture_from(a_bomb(*size))


def test_a_picture_of_a_thousand_passes_is_not_unpacked() -> None:
    sent = a_picture(progressive=True)
    first = sent.index(PASS)
    with pytest.raises(NoPicture, match="too long"):
        picture_from(sent[:first] + sent[first:-2] * (MOST_PASSES + 1) + sent[-2:])


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(NoPicture, match="12 million"):
        picture_from(a_picture() + b"\0" * LARGEST_PICTURE)


def test_pixels_are_the_same_however_often_it_is_made() -> None:
    assert picture_from(a_picture()).jpeg == picture_from(a_picture()).jpeg


def a_heic(size: tuple[int, int] = (300, 200)) -> bytes:
    heif = pytest.importorskip("pillow_heif", reason="the library of HEIC is an extra")
    heif.register_heif_opener()
    return a_picture("HEIF", size=size)


def test_a_picture_of_an_iphone_is_read() -> None:
    made = picture_from(a_heic())
    red, _, blue = opened(made.jpeg).getpixel((20, 100))
    assert (made.width, made.height) == (300, 200)
    assert red > 200 > blue


def test_a_heic_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(photographs.MOST_POINTS, "HEIF", 50_000)
    with pytest.raises(NoPicture, match="too many points"):
        picture_from(a_heic())


def test_a_heic_cut_short_is_refused() -> None:
    with pytest.raises(NoPicture, match="no picture"):
        picture_from(a_heic()[:300])


def test_without_the_library_a_heic_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = b"\x00\x00\x00\x1cftypheic" + b"\x00" * 100
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(NoPicture, match="Settings, Camera, Formats, Most Compatible"):
        picture_from(sent)
    assert len(HEIC_REFUSED) < 250
