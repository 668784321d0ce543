"""The site as it will be after an update: what phones send has changed since."""

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application


def site(wire: int) -> WSGIHandler:
    """The site, speaking another version with phones."""
    application = get_wsgi_application()
    from league.results.pages import script_words
    from league.results.parsing import phone_messages
    from league.results.views import log

    for module in (script_words, phone_messages, log):
        module.WIRE = wire
    return application
