"""Notices: what was sent to whom by e-mail, so that nobody is told twice and everybody can be asked."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.shared.identifiers import new_public_id


class Mailing(models.Model):
    """A message or a bulletin of the secretary to many: its letters are notices.

    `without_address` names the people whom no letter reached: {"team", "name", "phone"} each.
    """

    class Kind(models.TextChoices):
        MESSAGE = "message", "message"
        BULLETIN = "bulletin", "bulletin"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="mailings")
    # Made when the page is shown: the same page sent twice is refused.
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=12, choices=Kind)
    audience = models.CharField(max_length=120)
    subject = models.CharField(max_length=200)
    text = models.TextField(max_length=20_000, help_text="As it was written, with its fields.")
    without_address = models.JSONField(default=list, blank=True)
    written_at = models.DateTimeField()
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    goes_at = models.DateTimeField(help_text="Until then it can be undone.")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-written_at", "-id"]

    def __str__(self) -> str:
        return f"{self.subject}, to {self.audience}"


class Notice(models.Model):
    """A message about a match or a night. `about` names what only one message may be sent about.

    `sent_at` is when it was last tried; it has gone out when `failed_because` is empty beside it.
    """

    class Kind(models.TextChoices):
        CHASE = "chase", "reminder"
        WARNING = "warning", "deadline warning"
        POSTPONEMENT = "postponement", "postponement"
        COMPLETE = "complete", "night complete"
        LINK = "link", "link"
        REPORT = "report", "captain’s report"
        FIXTURES = "fixtures", "fixtures"
        MESSAGE = "message", "message"
        BULLETIN = "bulletin", "bulletin"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="notices")
    match = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    mailing = models.ForeignKey(
        Mailing, null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    about = models.CharField(max_length=120, blank=True)
    to = models.CharField(max_length=254)
    subject = models.CharField(max_length=200)
    body = models.TextField(max_length=20_000)
    wanted_at = models.DateTimeField()
    wanted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    sent_at = models.DateTimeField(null=True, blank=True, help_text="Empty: still to be sent.")
    failed_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["wanted_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "about", "to"], condition=~Q(about=""), name="told_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject}, to {self.to}"
