"""What came in before it was signed: hands as sent from the tables, and the secretary's drafts."""

from django.conf import settings
from django.db import models

from league.models.sides import Said, Side, Taker, taken_by_anybody


class HandEntry(models.Model):
    """One hand as somebody at a table sent it. A log: rows are added and read, never changed.

    The sender's own id makes a hand that is sent twice count once. What is later or from the other
    side stays beside it; the scorecard is made from the log when the match is signed.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="hand_entries")
    client_id = models.UUIDField(unique=True, editable=False)
    table = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField(default=1)
    hand = models.PositiveSmallIntegerField()
    sent_for = models.CharField(
        max_length=1, choices=Side, blank=True, help_text="The side whose phone sent it."
    )
    turned = models.CharField(max_length=60, blank=True, help_text="The cards turned up, or their ranks.")
    said = models.CharField(max_length=1, choices=Said, blank=True)
    high = models.CharField(max_length=1, choices=Taker, blank=True)
    low = models.CharField(max_length=1, choices=Taker, blank=True)
    jack = models.CharField(max_length=1, choices=Taker, blank=True)
    hung = models.BooleanField(null=True, blank=True)
    game_point = models.CharField(max_length=1, choices=Taker, blank=True)
    no_game_for = models.CharField(max_length=2, blank=True)
    entered_at = models.DateTimeField(help_text="By the sender's own clock.")
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["received_at", "id"]
        verbose_name_plural = "hand entries"
        indexes = [models.Index(fields=["match", "table", "game", "hand"], name="entries_of_a_hand")]
        constraints = [
            models.CheckConstraint(
                condition=taken_by_anybody("high")
                & taken_by_anybody("low")
                & taken_by_anybody("jack")
                & taken_by_anybody("game_point"),
                name="entry_awards_to_a_side_or_nobody",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table}, hand {self.hand}"


class Draft(models.Model):
    """A card as far as one person has typed it: the fields of the form, kept until it is confirmed."""

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    began_from = models.PositiveSmallIntegerField(
        help_text="The version that was confirmed when it began; 0 if none."
    )
    typed = models.JSONField(default=dict)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_draft_a_person_and_match")]

    def __str__(self) -> str:
        return f"{self.match}, draft of {self.user}"
