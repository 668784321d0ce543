"""When a result was received, apart from when it was typed, and what was said about one that is missing."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ResultReceipt(models.Model):
    """What the secretary knows of a result whether or not it has been typed: one row a match.

    Deadlines, reminders and sanctions use `received_at`. A note such as "phoned, brings it tonight" says why
    nothing has come, and reminders wait until `pauses_until`.
    """

    class How(models.TextChoices):
        HANDED_IN = "hand", "handed in"
        POST = "post", "by post"
        PHOTO = "photo", "as a photo"
        PHONE = "phone", "by phone"
        MESSAGE = "message", "by message"

    match = models.OneToOneField("Match", on_delete=models.CASCADE, related_name="receipt")
    received_at = models.DateTimeField(null=True, blank=True)
    how = models.CharField(max_length=8, choices=How, blank=True)
    note = models.CharField(max_length=200, blank=True)
    pauses_until = models.DateTimeField(null=True, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(received_at=None, how="") | (Q(received_at__isnull=False) & ~Q(how="")),
                name="received_somehow",
                violation_error_message="Say when a result was received, and how.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match}, {self.get_how_display() or 'not received'}"

    @property
    def brings_the_sheet(self) -> bool:
        """Whether the sheet itself was received, with its hands, and not only what it says."""
        return self.how in {self.How.HANDED_IN, self.How.POST, self.How.PHOTO}
