"""The league as a web server knows it."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

application = get_wsgi_application()

# Every view is imported here, before a server makes workers of this process: they share it in memory, and
# none of them begins with two seconds of importing, through which its first visitors would wait.
get_resolver().url_patterns  # noqa: B018  (a property that imports)
