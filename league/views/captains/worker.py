"""The script that opens scoring pages where there is no signal."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.access import for_anybody


@for_anybody
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. From the root, under one name for good: a browser asks here for a newer one."""
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cache
def _script() -> str:
    return Path(str(finders.find("js/phone/worker.js"))).read_text(encoding="utf-8")
