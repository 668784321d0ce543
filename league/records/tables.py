"""The lists of records: the pubs with their teams, and the audit log."""

from django_tables2 import Column, Table, TemplateColumn


class PubsTable(Table):  # type: ignore[misc]  # the library has no types
    """The pubs with their teams and the divisions these play in, by name."""

    pub = TemplateColumn(
        template_name="records/_listed_pub.html", order_by="label", attrs={"td": {"class": "team"}}
    )
    teams = TemplateColumn(
        template_name="records/_listed_teams.html", orderable=False, attrs={"td": {"class": "whole"}}
    )


class AuditTable(Table):  # type: ignore[misc]  # the library has no types
    """Who did what when, a page of it, the latest first: its form narrows it, and nothing else sorts it."""

    at = TemplateColumn(
        template_name="records/_audit_when.html", verbose_name="When", attrs={"td": {"class": "nowrap"}}
    )
    by = Column("Who", default="–", attrs={"td": {"class": "audit-who"}})
    what = TemplateColumn(template_name="records/_audit_what.html", attrs={"td": {"class": "whole"}})
    kind = Column("Kind")

    class Meta:
        orderable = False
