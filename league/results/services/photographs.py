"""Services of photographs of the paper of a match: encoded anew, attached, removed, and read.

A reading that was killed is noticed by its silence, and another process takes it over.
"""

import datetime
import threading
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeVar

from league.models import League, Match, Photograph, PhotographReading, UnfiledPhotograph, User
from league.results.selectors.readings import silent_before
from league.results.services.scorecards import lock_matches
from league.shared.errors import GONE, Refused, verify, written_whole

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


# --- Read: requested, claimed by a process, stored, filed -------------------------------------------
State = PhotographReading.State
MOST_ATTEMPTS = 3
UNREADABLE = "unreadable"
MOST_UNFILED = 60
TOO_MANY = f"There are {MOST_UNFILED} photographs without a match already. Delete some first."
Row = TypeVar("Row", PhotographReading, UnfiledPhotograph)


def request_reading(*, photograph: Photograph, now: datetime.datetime) -> PhotographReading:
    """Return the reading of a photograph: a new one waits, and so does one that failed."""
    with written_whole():
        reading, is_new = PhotographReading.objects.select_for_update().get_or_create(
            photograph=photograph, defaults={"requested_at": now}
        )
        if not is_new and reading.state == State.FAILED:
            _wait_anew(reading, now)
    return reading


def _wait_anew(row: PhotographReading | UnfiledPhotograph, now: datetime.datetime) -> None:
    row.state, row.attempts, row.requested_at, row.started_at = State.WAITING, 0, now, None
    row.problem, row.facts = "", {}
    row.save(update_fields=["state", "attempts", "requested_at", "started_at", "problem", "facts"])


def claim_reading(model: type[Row], key: int, *, now: datetime.datetime) -> Row | None:
    """Claim a picture that waits, or whose reading has gone silent; None if it cannot be claimed.

    One that has been tried too often is given up.
    """
    with written_whole():
        row = model._default_manager.select_for_update().filter(pk=key).first()
        if row is None or row.state in {State.READ, State.FAILED}:
            return None
        is_silent = row.started_at is not None and row.started_at < silent_before(now)
        if row.state == State.READING and not is_silent:
            return None
        if row.attempts >= MOST_ATTEMPTS:
            row.state, row.problem = State.FAILED, UNREADABLE
            row.save(update_fields=["state", "problem"])
            return None
        row.state, row.started_at, row.attempts = State.READING, now, row.attempts + 1
        row.save(update_fields=["state", "started_at", "attempts"])
    return row


def store_reading(
    *,
    reading: PhotographReading,
    marks: Mapping[str, Any],
    straightened: bytes,
    problem: str = "",
    facts: Mapping[str, Any] | None = None,
) -> bool:
    """Save what was read; return False if another process has claimed the picture since.

    With a problem there are marks only as far as they can be used.
    """
    return bool(
        _claimed(reading).update(
            state=State.READ if marks else State.FAILED,
            marks=dict(marks),
            straightened=straightened or None,
            problem=problem,
            facts=dict(facts or {}),
        )
    )


def fail_unfiled(*, unfiled: UnfiledPhotograph, problem: str, facts: Mapping[str, Any] | None = None) -> bool:
    """Save why a photograph of a pile has no match; return False if it was claimed anew or deleted."""
    return bool(_claimed(unfiled).update(state=State.FAILED, problem=problem, facts=dict(facts or {})))


def _claimed(row: PhotographReading | UnfiledPhotograph) -> Any:
    manager = type(row)._default_manager
    return manager.filter(pk=row.pk, state=State.READING, started_at=row.started_at)


def file_photograph(
    *,
    unfiled: UnfiledPhotograph,
    match: Match,
    marks: Mapping[str, Any] | None = None,
    straightened: bytes = b"",
    problem: str = "",
    facts: Mapping[str, Any] | None = None,
) -> Photograph:
    """Move a photograph of a pile to its match, with what was read; without marks it is not read yet.

    Raises Refused if the match has no room, or the photograph is gone.
    """
    with written_whole():
        lock_matches(match)
        if not UnfiledPhotograph.objects.select_for_update().filter(pk=unfiled.pk).exists():
            raise Refused("Somebody has filed or deleted this photograph already.")
        photograph = add_photograph(
            match=match,
            jpeg=bytes(unfiled.jpeg),
            width=unfiled.width,
            height=unfiled.height,
            received_at=unfiled.received_at,
        )
        if marks is not None:
            PhotographReading.objects.update_or_create(
                photograph=photograph,
                defaults={
                    "state": State.READ if marks else State.FAILED,
                    "requested_at": unfiled.requested_at,
                    "started_at": unfiled.started_at,
                    "attempts": unfiled.attempts,
                    "marks": dict(marks),
                    "straightened": straightened or None,
                    "problem": problem,
                    "facts": dict(facts or {}),
                },
            )
        unfiled.delete()
    return photograph


def add_unfiled(*, league: League, sent: bytes, by: User, now: datetime.datetime) -> UnfiledPhotograph:
    """Save a photograph of a pile, encoded anew, to be read; the same one sent twice is saved once.

    Raises Refused for what is no picture, and when too many lie there already.
    """
    picture = picture_from(sent)
    with written_whole():
        League.objects.select_for_update().get(pk=league.pk)
        known = UnfiledPhotograph.objects.filter(league=league)
        if same := known.filter(jpeg=picture.jpeg).defer("jpeg").first():
            return same
        if known.count() >= MOST_UNFILED:
            raise Refused(TOO_MANY)
        unfiled = UnfiledPhotograph(
            league=league,
            sent_by=by,
            received_at=now,
            requested_at=now,
            jpeg=picture.jpeg,
            width=picture.width,
            height=picture.height,
        )
        verify(unfiled)
        unfiled.save(force_insert=True)
    return unfiled


def delete_unfiled(*, league: League, public_id: str) -> bool:
    """Delete a photograph of a pile; return whether there was one."""
    removed, _ = UnfiledPhotograph.objects.filter(league=league, public_id=public_id).delete()
    return bool(removed)


def move_photograph(*, photograph: Photograph, to: Match, now: datetime.datetime) -> Photograph:
    """File a photograph under another match of its league, with what was read from it.

    Raises Refused if that match has no room, or has the very picture already.
    """
    with written_whole():
        lock_matches(photograph.match, to)
        known = Photograph.objects.filter(match=to)
        if known.count() >= MOST_PHOTOGRAPHS:
            raise Refused(f"{to} has {MOST_PHOTOGRAPHS} photographs already; delete one first.")
        if not Photograph.objects.filter(pk=photograph.pk, match=photograph.match).update(match=to):
            raise Refused(GONE)
        photograph.match = to
        for reading in PhotographReading.objects.select_for_update().filter(photograph=photograph):
            _wait_anew(reading, now)
    return photograph
