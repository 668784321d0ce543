"""Plans of a season's fixtures, and postponements: a request to move a match, and its answer."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.competition.models.sides import Side
from league.shared.identifiers import new_public_id


class FixturePlan(models.Model):
    """A draft of the season's list, and the search for it.

    `wishes` is the text of the requests file, the same that the page exports. `best` is the best list so far,
    `progress` the latest figures of the search, `resume` what it needs to continue after a stop. A running
    search keeps updating `alive_at`: if it was killed with the server that stops, and another continues.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "not searched yet"
        WAITING = "waiting", "waiting for its turn"
        SEARCHING = "searching", "searching"
        STOPPED = "stopped", "stopped"
        DONE = "done", "finished"
        REFUSED = "refused", "requests conflict"
        PUBLISHED = "published", "published"

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="fixture_plans")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=60)
    wishes = models.TextField(blank=True, max_length=100_000)
    seed = models.PositiveIntegerField(default=1)
    seconds = models.PositiveSmallIntegerField(default=30, help_text="How long the search may take.")
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    best = models.JSONField(default=list, blank=True)
    progress = models.JSONField(default=dict, blank=True)
    resume = models.JSONField(default=dict, blank=True)
    stop_asked = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    alive_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0, help_text="Goes up with every change by hand.")

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season"],
                condition=Q(state="searching"),
                name="one_search_a_season",
                violation_error_message="Another plan of this season is being searched for; stop that first.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.season}"

    @property
    def is_at_work(self) -> bool:
        """Whether the search works on it, or will."""
        return self.state in (self.State.WAITING, self.State.SEARCHING)

    @property
    def gap(self) -> int:
        """By how many per cent a list could be better at most."""
        return round(100 * float(self.progress.get("gap", 0)))


class Postponement(models.Model):
    """One request to move a match, with the dates offered, and what came of it.

    `offered` holds the dates as texts, 2027-01-14, in the order they were offered. Without an answer by
    `answer_by` the season's rule decides.
    """

    class State(models.TextChoices):
        OPEN = "open", "waiting for an answer"
        AGREED = "agreed", "agreed"
        REFUSED = "refused", "refused"
        WITHDRAWN = "withdrawn", "withdrawn"
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
