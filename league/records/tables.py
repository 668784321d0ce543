"""The audit log as a table."""

from django_tables2 import Column, Table, TemplateColumn


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
