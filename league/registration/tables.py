"""Who is registered for a team, as a table."""

from django_tables2 import Table, TemplateColumn


class RegistrationsTable(Table):  # type: ignore[misc]  # the library has no types
    """The registered players of a team by name, or by the day they registered."""

    player = TemplateColumn(
        template_name="registration/_registered_player.html", order_by="registration__player__name"
    )
    since = TemplateColumn(
        template_name="registration/_registered_since.html",
        order_by="registration__registered_on",
        initial_sort_descending=True,
    )

    class Meta:
        attrs = {"class": "listing dense"}
