"""Printed files in the database, named by what they contain: equal documents are stored once.

There every web server finds what another has printed, and whoever is erased is erased from all of it.
"""

import datetime

from django.utils import timezone

from league.models import PrintedFile

OLDEST = datetime.timedelta(days=7)
MOST_BYTES = 200 * 1024**2


def is_stored(digest: str, suffix: str = "pdf") -> bool:
    """Return whether a file of this digest is there: printed, and not cleared away. One query."""
    return bool(digest) and PrintedFile.objects.filter(digest=digest, suffix=suffix).exists()


def stored_file(digest: str, suffix: str = "pdf") -> bytes | None:
    """Return the file of this digest; None if it was never printed, or has been cleared away. One query."""
    if not digest:
        return None
    files = PrintedFile.objects.filter(digest=digest, suffix=suffix)
    content = files.values_list("content", flat=True).first()
    return None if content is None else bytes(content)


def store_file(digest: str, content: bytes, suffix: str = "pdf") -> None:
    """Store a file in the place of the one of the same name."""
    PrintedFile.objects.update_or_create(
        digest=digest,
        suffix=suffix,
        defaults={"content": content, "size": len(content), "stored_at": timezone.now()},
    )


def prune_files(now: datetime.datetime) -> int:
    """Delete files older than a week, and the oldest beyond 200 MB; return how many."""
    spent, outdated = 0, []
    files = PrintedFile.objects.order_by("-stored_at")
    for pk, size, stored_at in files.values_list("pk", "size", "stored_at"):
        spent += size
        if spent > MOST_BYTES or stored_at < now - OLDEST:
            outdated.append(pk)
    PrintedFile.objects.filter(pk__in=outdated).delete()
    return len(outdated)


def clear_files() -> None:
    """Delete every file: somebody in them was erased. What is asked for again is printed anew."""
    PrintedFile.objects.all().delete()
