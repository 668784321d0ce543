"""Tables of pages that combine subjects: the pubs of a league."""

from django_tables2 import Table, TemplateColumn

from league.shared.tables import FigureColumn


class PublicPubsTable(Table):  # type: ignore[misc]  # the library has no types
    """The pubs by name: where they are, which teams play there, how many tables there are on one night."""

    pub = TemplateColumn(
        template_name="overview/_listed_pub.html", order_by="label", attrs={"td": {"class": "pub"}}
    )
    where = TemplateColumn(
        "{{ record.pub.address }}{% if record.pub.address and record.pub.postcode %}, {% endif %}"
        '{% if record.pub.postcode %}<span class="nowrap">{{ record.pub.postcode }}</span>{% endif %}',
        order_by=("pub__address", "pub__postcode"),
        attrs={"td": {"class": "whole unlabelled"}},
    )
    teams = TemplateColumn(
        template_name="overview/_listed_teams.html",
        orderable=False,
        attrs={"td": {"class": "whole unlabelled"}},
    )
    tables = FigureColumn("Tables", "pub__tables")
