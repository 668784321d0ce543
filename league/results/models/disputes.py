"""Models of disputes: what the sides of a match do not agree on, and what was decided."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.competition.models.sides import Side

LONGEST_REASON = 200
LONGEST_DECISION = 250


class MatchDispute(models.Model):
    """One dispute about a match, from its reason to its decision. Rows are closed, never deleted.

    `Match.disputed_because` holds the reason of the open one, and is empty when there is none. Reopening a
    dispute adds a row that names the closed one. A captain who came by a link has no account: `opened_for`
    and `closed_for` are the side they act for. With neither, a job or an import did it.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="disputes")
    reason = models.CharField(max_length=LONGEST_REASON)
    opened_at = models.DateTimeField(
        null=True, blank=True, help_text="Empty: it was opened before disputes had a history."
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    opened_for = models.CharField(max_length=1, choices=Side, blank=True)
    reopens = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="reopened_as"
    )
    decision = models.CharField(max_length=LONGEST_DECISION, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    closed_for = models.CharField(max_length=1, choices=Side, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(closed_at=None),
                name="one_open_dispute_a_match",
                violation_error_message="The match is under dispute already.",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, decision="") | (Q(closed_at__isnull=False) & ~Q(decision="")),
                name="dispute_open_or_decided",
            ),
        ]

    def __str__(self) -> str:
        return self.reason
