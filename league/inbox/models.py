"""What was decided from the inbox: a row for each decision, which stays when it is undone."""

from django.conf import settings
from django.db import models

from league.shared.identifiers import new_public_id


class Decision(models.Model):
    """One decision: the question, what was decided, by whom, when and why.

    `about` names the thing within its kind; `before` is what has to be known to undo it.
    """

    class Kind(models.TextChoices):
        SANCTION = "sanction", "sanction"
        PLAYER = "player", "player to check"
        DISPUTE = "dispute", "dispute"
        SHEET = "sheet", "signed sheets that differ"
        PROPOSAL = "proposal", "sheet as an objection proposes it"
        APPEAL = "appeal", "appeal"
        POSTPONEMENT = "postponement", "postponement"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="decisions")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=12, choices=Kind)
    match = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="decisions"
    )
    about = models.JSONField()
    before = models.JSONField(default=dict, blank=True)
    question = models.CharField(max_length=300)
    decision = models.CharField(max_length=300)
    reason = models.CharField(max_length=200, blank=True)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-decided_at", "-id"]
        indexes = [models.Index(fields=["league", "-decided_at"], name="decisions_by_time")]

    def __str__(self) -> str:
        return f"{self.question} {self.decision}"
