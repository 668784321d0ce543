"""The treasurer's ledger: what each pub owes the league and what it has paid."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.ids import new_public_id


class Charge(models.Model):
    """One line of the ledger, in pence: what is owed is positive, what was paid or let off is negative.

    Lines are never changed: a wrong one is struck out and stays readable.
    """

    class Kind(models.TextChoices):
        FEE = "fee", "fee"
        FINE = "fine", "fine"
        PAYMENT = "payment", "payment"
        CREDIT = "credit", "let off"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="charges")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    pub = models.ForeignKey("Pub", on_delete=models.PROTECT, related_name="charges")
    team = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="charges")
    season = models.ForeignKey(
        "Season", null=True, blank=True, on_delete=models.SET_NULL, related_name="charges"
    )
    offence = models.OneToOneField(
        "Offence", null=True, blank=True, on_delete=models.SET_NULL, related_name="charge"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    pence = models.IntegerField()
    on = models.DateField()
    reason = models.CharField(max_length=200)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    struck_out_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["fee", "fine"], pence__gt=0)
                | Q(kind__in=["payment", "credit"], pence__lt=0),
                name="charge_owed_or_paid",
                violation_error_message="A fee or fine is owed, a payment or credit is taken off.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pub}: {self.reason}"
