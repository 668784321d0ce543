"""A photograph as an answer: a picture, and nothing a browser could take for anything else."""

from django.http import HttpResponse

from league.models import Photograph


def as_picture(photograph: Photograph) -> HttpResponse:
    """The picture, to be shown on a page or alone; not kept by anybody on the way."""
    answer = HttpResponse(bytes(photograph.jpeg), content_type="image/jpeg")
    answer.headers["Content-Disposition"] = f'inline; filename="{photograph.public_id}.jpg"'
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
