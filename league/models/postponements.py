"""Postponements: a side asks for another night, offers dates, and the other side answers."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.ids import new_public_id
from league.models.sides import Side


class Postponement(models.Model):
    """One request to move a match, with the dates offered, and what came of it.

    `offered` holds the dates as texts, 2027-01-14, in the order they were offered. Without an answer by
    `answer_by` the season's rule decides.
    """

    class State(models.TextChoices):
        OPEN = "open", "waiting for an answer"
        AGREED = "agreed", "agreed"
        REFUSED = "refused", "refused"
        WITHDRAWN = "withdrawn", "taken back"
        LAPSED = "lapsed", "decided by the season's rule"

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="postponements")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    asked_by = models.CharField(max_length=1, choices=Side)
    asked_at = models.DateTimeField()
    reason = models.CharField(max_length=200)
    offered = models.JSONField(default=list, blank=True)
    answer_by = models.DateTimeField(null=True, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    agreed_date = models.DateField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["asked_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(state="open"),
                name="one_open_postponement",
                violation_error_message="The match already has a request that waits for an answer.",
            ),
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None)
                | (~Q(state="open") & Q(answered_at__isnull=False)),
                name="postponement_open_or_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.get_state_display()}"
