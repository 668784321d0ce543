"""What a request asks for, by its method and address alone: it is known before any page is.

The worker reads this before Django is set up, so nothing here may need a model.
"""

import re

from django.conf import settings
from django.http import HttpRequest

from league.shared.usage import Work

# What is set in type: documents, and pictures to send.
PAPER = re.compile(r".*(\.pdf|/(home|match|standings|all)\.png|/cups/[^/]+\.png)")
# What a match is written on: for a pub that waits for it, never behind a poster or a book.
SHEET = re.compile(r".*(sheets?|slips)\.pdf")
# So many requests of a worker wait for the printing process: half a minute, at most. More are sent away.
MOST_WAITING = 16
# The log of a match, to which phones send hands: by a code, a captain's link or account.
LOG = re.compile(r"/(s|c|[^/]+/captain)/.*log/")
# Pages that take files: photographs of sheets and pubs, lists, leagues.
FILES = re.compile(r".*/(photographs?|lists|from-a-list|from-a-file|wishes|new-league)/")
SEARCHED = re.compile(r"(?:.*&)?(?:q|search)=[^&]")

READS = frozenset({"GET", "HEAD"})
WATCHED = frozenset({"/health/", "/ready/", "/metrics/"})


def kind_of(request: HttpRequest) -> Work:
    """Return what a request asks for, by how much work that is."""
    path = request.path_info
    if path in WATCHED:
        return Work.WATCH
    if path.startswith("/api/v1/"):
        return Work.API
    if request.method not in READS:
        if LOG.fullmatch(path):
            return Work.HAND
        brings_files = request.content_type == "multipart/form-data" and FILES.fullmatch(path)
        return Work.UPLOAD if brings_files else Work.FORM
    if PAPER.fullmatch(path):
        return Work.PAPER
    if request.path.startswith(settings.STATIC_URL):
        return Work.FILE
    return Work.SEARCH if SEARCHED.match(request.META.get("QUERY_STRING", "")) else Work.PAGE
