"""What came in before it was signed: the log of the tables as it was sent, and the secretary's drafts."""

from django.conf import settings
from django.db import models

from league.models.sides import Side


class TableEntry(models.Model):
    """One thing as somebody at a table sent it. A log: rows are added and read, never changed.

    `place` is where it stands on the sheet of its game: a hand (`h7`), the names of a side (`home`,
    `away`), who led first (`pitch`), the final score (`final`), a note of the table (`notes`). `body` holds
    the fields of the form for that place; an empty one takes back what stood there. `follows` names the
    entries its sender saw standing and meant to replace: what is not followed by anything stands, and where
    two stand that differ, both are shown. The sender's own id makes an entry that is sent twice count once.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="entries")
    client_id = models.UUIDField(unique=True, editable=False)
    phone = models.UUIDField(help_text="Made up by the phone that sent it, once for good.")
    sent_for = models.CharField(
        max_length=1, choices=Side, blank=True, help_text="The side whose link it came by; empty: the code."
    )
    table = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField(default=1)
    place = models.CharField(max_length=8)
    body = models.JSONField(default=dict, blank=True)
    follows = models.JSONField(default=list, blank=True)
    is_late = models.BooleanField(default=False, help_text="It came after the result was confirmed.")
    entered_at = models.DateTimeField(help_text="By the sender's own clock.")
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "table entries"
        indexes = [models.Index(fields=["match", "id"], name="log_of_a_match")]

    def __str__(self) -> str:
        return f"table {self.table}, game {self.game}, {self.place}"


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
