"""Alive, and able to serve: for whoever watches the server."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from league.access import for_anybody


@for_anybody
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


@for_anybody
def ready(request: HttpRequest) -> HttpResponse:
    """The database answers as well."""
    try:
        connection.ensure_connection()
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")
