"""Pubs: where matches are played."""

from django.db import models
from django.db.models import Q


class Pub(models.Model):
    """A pub or club that gives the league a room and tables."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="pubs")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60)
    address = models.CharField(max_length=200, blank=True)
    postcode = models.CharField(max_length=10, blank=True)
    phone = models.CharField(max_length=30, blank=True)
    tables = models.PositiveSmallIntegerField(
        default=4,
        help_text="How many tables can play on one night: four are one match of the Heckmondwike kind.",
    )
    closed_on = models.DateField(null=True, blank=True, help_text="From this day no match is played here.")
    formerly = models.CharField(max_length=80, blank=True, help_text="The name it had before.")
    remarks = models.TextField(blank=True, max_length=2000)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "slug"],
                name="pub_address_once",
                violation_error_message="Another pub of the league already has this address.",
            ),
            models.CheckConstraint(
                condition=Q(tables__gte=1),
                name="pub_has_a_table",
                violation_error_message="A pub hosts at least one table.",
            ),
        ]

    def __str__(self) -> str:
        return self.name
