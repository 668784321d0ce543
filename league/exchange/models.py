"""Imports from spreadsheets, stored so that each can be undone as a whole."""

from django.conf import settings
from django.db import models

from league.exchange.lists.headings import TEAMS, What
from league.shared.identifiers import new_public_id

WHATS = [(what.value, what.value) for what in What]


class ImportRun(models.Model):
    """One import: what it made, by model and key, and what it changed, as it stood before.

    `made` is {"team": [keys]}; `changed` is {"match": {"17": {"date": "2027-01-14"}}}.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="import_runs")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    what = models.CharField(max_length=10, choices=WHATS)
    named = models.CharField(max_length=120, blank=True, help_text="The file, or that it was pasted.")
    lines = models.PositiveIntegerField(default=0)
    made = models.JSONField(default=dict)
    changed = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return f"{self.what} from {self.named or 'a list'}"


class BankImport(models.Model):
    """One import of a bank statement. Undoing cancels its payments and forgets its lines."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="bank_imports")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    named = models.CharField(max_length=120, blank=True, help_text="The file, or that it was pasted.")
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return f"bank statement from {self.named or 'a list'}"


class BankLine(models.Model):
    """A line of a bank statement that was decided: a pub's payment, or, without one, not for the league.

    Only its digest is stored, so that it is recognised in a later statement.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="bank_lines")
    statement = models.ForeignKey(BankImport, on_delete=models.CASCADE, related_name="lines")
    digest = models.CharField(max_length=64)
    charge = models.OneToOneField(
        "Charge", null=True, blank=True, on_delete=models.CASCADE, related_name="bank_line"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "digest"],
                name="bank_line_once",
                violation_error_message="This line of the statement was imported already.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.charge or 'not for the league'}"


class ColumnChoice(models.Model):
    """What a column of a league's lists means, as somebody chose it: remembered for the next list."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="column_choices")
    what = models.CharField(max_length=10, choices=WHATS, default=TEAMS)
    heading = models.CharField(max_length=80, help_text="Without capitals and accents.")
    meaning = models.CharField(max_length=20)

    class Meta:
        ordering = ["what", "heading"]
        constraints = [
            models.UniqueConstraint(fields=["league", "what", "heading"], name="column_chosen_once"),
        ]

    def __str__(self) -> str:
        return f"{self.heading}: {self.meaning}"
