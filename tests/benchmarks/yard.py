"""Two more addresses of the site, to measure it by: one that says hello, one that writes a single row."""

import uuid

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt


def add_addresses() -> None:
    """Add them to the site, which is set up; what they stand on is imported only now."""
    from league import urls
    from league.models import TableEntry

    def hello(request: HttpRequest) -> HttpResponse:
        return HttpResponse("hello")

    @csrf_exempt
    def insert(request: HttpRequest, match: int) -> HttpResponse:
        now = timezone.now()
        with transaction.atomic():
            TableEntry.objects.create(
                match_id=match,
                client_id=uuid.uuid4(),
                phone=uuid.UUID(int=1),
                table=1,
                place="h1",
                entered_at=now,
                received_at=now,
            )
        return HttpResponse("written")

    urls.urlpatterns[:0] = [path("yard/hello/", hello), path("yard/insert/<int:match>/", insert)]
