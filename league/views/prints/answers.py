"""A document as an answer: the PDF, "you have it already", or what is missing on this machine."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag

from league.printing import pdf
from league.printing.documents import Document

# A sheet asked for again within a day is not set again.
KEPT_SECONDS = 24 * 60 * 60


def printed(request: HttpRequest, document: Document) -> HttpResponse:
    """The document as PDF, shown in the browser; 304 if the reader has it, 503 where none can be made."""
    stamp = pdf.stamp(document)
    etag = quote_etag(stamp)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    try:
        content = _set_once(stamp, document)
    except pdf.NoPango:
        return render(request, "prints/cannot_print.html", {"line": pdf.PANGO_LINE}, status=503)
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={
            "Content-Disposition": content_disposition_header(False, document.filename),
            "ETag": etag,
            # The secretary is shown names that others are not: nobody between may keep a copy.
            "Cache-Control": "private, no-cache",
        },
    )


def _set_once(stamp: str, document: Document) -> bytes:
    content: bytes | None = cache.get(f"pdf-{stamp}")
    if content is None:
        content = pdf.pdf(document)
        cache.set(f"pdf-{stamp}", content, KEPT_SECONDS)
    return content
