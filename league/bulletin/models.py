"""Bulletins: what the secretary added to the text of a night, and the news made of it."""

from django.conf import settings
from django.db import models


class Bulletin(models.Model):
    """The bulletin of a night: its notices, its texts as they were edited by hand, and its news.

    `edited` has the edited texts by their form; the others are made of the results each time. `revision`
    counts the changes. News is shown to the public up to a day, unless it was withdrawn.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="bulletins")
    night = models.DateField()
    notices = models.TextField(max_length=2000, blank=True)
    edited = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=0)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    published_notices = models.TextField(max_length=2000, blank=True)
    published_text = models.TextField(max_length=20_000, blank=True)
    shown_until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["-night"]
        constraints = [
            models.UniqueConstraint(fields=["league", "night"], name="one_bulletin_a_night"),
        ]

    def __str__(self) -> str:
        return f"{self.league}, {self.night}"
