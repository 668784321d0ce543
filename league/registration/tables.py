"""Who is registered for a team, as a table."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2 import Column, Table

from league.models import Player
from league.registration.selectors import Signed
from league.templatetags.dates import pub_date_year
from league.templatetags.match_rows import address_of


class RegistrationsTable(Table):  # type: ignore[misc]  # the library has no types
    """The registered players of a team by name, or by the day they registered. Expects league about it."""

    player = Column(accessor="registration__player", order_by="registration__player__name")
    since = Column(accessor="registration__registered_on", initial_sort_descending=True)

    class Meta:
        attrs = {"class": "listing dense"}

    def render_player(self, value: Player, record: Signed) -> SafeString:
        """Return the name, and below it what the rules count."""
        return format_html(
            '<a class="name" href="{}">{}</a>{}',
            SafeString(address_of("player-record", self.context["league"], value.public_id)),
            value,
            format_html('<span class="under">{}</span>', "; ".join(record.counted)) if record.counted else "",
        )

    def render_since(self, record: Signed) -> str:
        """Return the day, and whether it was at the table."""
        return pub_date_year(record.registration.registered_on) + (
            ", on the night" if record.registration.on_the_night else ""
        )
