"""Seasons and their divisions."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q

# What stands behind a league in addresses that are no season's.
TAKEN_ADDRESSES = frozenset(
    (
        "captain",
        "cups",
        "feeds",
        "fixtures",
        "honours",
        "matches",
        "nights",
        "players",
        "pubs",
        "results",
        "rules",
        "scoring",
        "secretary",
        "standings",
        "teams",
    )
)
# No league is older, and a calendar must have room to reckon with weeks before and after.
FIRST_YEAR, LAST_YEAR = 1800, 2200


class Season(models.Model):
    """One season of a league, played under one rule book that stays with it for good."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=40)
    slug = models.SlugField(max_length=40)
    starts_on = models.DateField()
    ends_on = models.DateField()
    rule_book = models.OneToOneField("RuleBook", on_delete=models.PROTECT, related_name="season")
    is_finished = models.BooleanField(default=False, help_text="The tables are final.")
    copied_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies", editable=False
    )

    class Meta:
        ordering = ["-starts_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "slug"],
                name="season_address_once",
                violation_error_message="Another season of the league already has this address.",
            ),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="season_ends_after_it_starts",
                violation_error_message="The season ends before it starts.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.slug.lower() in TAKEN_ADDRESSES:
            raise ValidationError({"slug": f"“{self.slug}” is another page of the league; take another."})
        for field in ("starts_on", "ends_on"):
            day = getattr(self, field)
            if day and not FIRST_YEAR <= day.year <= LAST_YEAR:
                raise ValidationError({field: f"{day.year} is no year of a season; one would be 2027."})


class Division(models.Model):
    """Teams that all meet each other in a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=40)
    slug = models.SlugField(max_length=40)
    position = models.PositiveSmallIntegerField(default=1, help_text="1 is the top division.")
    promoted = models.PositiveSmallIntegerField(default=0, help_text="How many go up.")
    relegated = models.PositiveSmallIntegerField(default=0, help_text="How many go down.")

    class Meta:
        ordering = ["position", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "slug"],
                name="division_address_once",
                violation_error_message="Another division of the season already has this address.",
            ),
        ]

    def __str__(self) -> str:
        return self.name
