"""What was deleted because a league's retention period for it was over."""

from django.db import models


class RetentionRun(models.Model):
    """A day on which a league's old data was deleted. `deleted` counts rows by kind: {"letters": 12}.

    Kinds are those of `league/records/selectors/retention.py`.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="retention_runs")
    on = models.DateField()
    deleted = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-on"]
        constraints = [models.UniqueConstraint(fields=["league", "on"], name="retention_once_a_day")]

    def __str__(self) -> str:
        return f"{self.league}, {self.on}"
