"""Leagues and who keeps them."""

import zoneinfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

# The first words of addresses that are no league's: those there are, and those that are promised.
TAKEN_ADDRESSES = frozenset(
    (
        "account",
        "admin",
        "api",
        "c",
        "health",
        "help",
        "media",
        "new-league",
        "p",
        "ready",
        "rules",
        "s",
        "sign-in",
        "sign-out",
        "static",
        "sw.js",
    )
)


def verify_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(f"“{name}” is no time zone; one would be Europe/London.", code="time_zone")


class League(models.Model):
    """A league: pubs whose teams meet season after season. One installation can hold several."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(
        max_length=60, unique=True, help_text="Stands first in every address of the league."
    )
    time_zone = models.CharField(max_length=40, default="Europe/London", validators=[verify_time_zone])
    about = models.TextField(
        blank=True, max_length=2000, help_text="A few words for visitors of the league's page."
    )
    # Goes up with every change the public can see, in the same transaction: pages say "not modified" by it.
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.slug.lower() in TAKEN_ADDRESSES:
            raise ValidationError({"slug": f"“{self.slug}” is an address of the site itself; take another."})


class LeagueRole(models.Model):
    """What one account may do in one league."""

    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        SECRETARY = "secretary", "secretary"
        DEPUTY = "deputy", "deputy secretary"
        RESULTS = "results", "results assistant"
        FIXTURES = "fixtures", "fixtures assistant"
        CAPTAIN = "captain", "captain"
        SCORER = "scorer", "scorer"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_roles")
    role = models.CharField(max_length=12, choices=Role, default=Role.SECRETARY)
    team = models.ForeignKey(
        "Team",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="roles",
        help_text="The team of a captain.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"],
                name="one_role_a_league",
                violation_error_message="This account already has a role in the league; change that one.",
            ),
            models.CheckConstraint(
                condition=(Q(role="captain") & Q(team__isnull=False)) | (~Q(role="captain") & Q(team=None)),
                name="captain_of_a_team",
                violation_error_message="A captain has a team; nobody else has one.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()} of {self.league}"
