"""What is due when in a season, and whether it is done."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.shared.identifiers import new_public_id


class DueDate(models.Model):
    """A day of a season by which something is due, or on which it takes place.

    `days_before` says how early the inbox and the e-mail remind of it. It is done when `done_at` is set, or
    when the league itself knows: `league/due_dates/selectors.py`.
    """

    class Kind(models.TextChoices):
        MEETING = "meeting", "Annual general meeting"
        TEAMS = "teams", "Teams registered"
        FIXTURES = "fixtures", "Fixtures published"
        PLAYERS = "players", "Players registered"
        FIRST_NIGHT = "first_night", "First night"
        CUPS = "cups", "Cup entries"
        TRANSFERS = "transfers", "Transfer deadline"
        FINALS = "finals", "Finals night"
        PRESENTATION = "presentation", "Presentation night"
        OTHER = "other", "Another date"

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="due_dates")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=12, choices=Kind)
    title = models.CharField(max_length=80)
    date = models.DateField()
    days_before = models.PositiveSmallIntegerField(default=14)
    tells_captains = models.BooleanField(default=False)
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["date", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "kind"],
                condition=~Q(kind="other"),
                name="due_date_of_a_kind_once",
                violation_error_message="The season has this date already. Open the page again.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.season}"
