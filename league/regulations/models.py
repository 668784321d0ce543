"""Charges (the treasurer's ledger), offences against the regulations, appeals, and players accepted."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.competition.models.sides import Side
from league.shared.identifiers import new_public_id


class ChargeQuerySet(models.QuerySet["Charge"]):
    def in_force(self) -> Self:
        """Return the charges that were not struck out."""
        return self.filter(struck_out_on=None)


class Charge(models.Model):
    """One line of the ledger, in pence: what is owed is positive, what was paid or let off is negative.

    Lines are never changed: a wrong one is struck out and stays readable.
    """

    class Kind(models.TextChoices):
        FEE = "fee", "fee"
        FINE = "fine", "fine"
        PAYMENT = "payment", "payment"
        CREDIT = "credit", "credit"

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

    objects = ChargeQuerySet.as_manager()

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


class Offence(models.Model):
    """A breach of the regulations. Its penalty counts only once the secretary applies it.

    `halves` and `pence` are what the regulations ask for; what was applied stands in the ruling and
    in the charge it was turned into.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", "to be decided"
        APPLIED = "applied", "applied"
        WAIVED = "waived", "waived"

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="offences")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    team = models.ForeignKey("Team", on_delete=models.PROTECT, related_name="offences")
    match = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.CASCADE, related_name="offences"
    )
    kind = models.CharField(max_length=24, help_text="As the season's regulations call it.")
    number = models.PositiveSmallIntegerField(help_text="The team's first, second, … of this kind.")
    fell_at = models.DateTimeField()
    halves = models.PositiveSmallIntegerField(default=0, help_text="Half points to be taken.")
    pence = models.PositiveIntegerField(default=0, help_text="Money to be paid.")
    in_play = models.CharField(
        "lost in play", max_length=60, blank=True, help_text="What is to be given besides, as “the match”."
    )
    reason = models.CharField(max_length=300)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_because = models.CharField(max_length=200, blank=True)
    ruling = models.OneToOneField(
        "Ruling", null=True, blank=True, on_delete=models.SET_NULL, related_name="offence"
    )

    class Meta:
        ordering = ["fell_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "match", "kind"],
                name="offence_once_a_match",
                violation_error_message="This was proposed already.",
            ),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_at=None)
                | (~Q(state="proposed") & Q(decided_at__isnull=False)),
                name="offence_proposed_or_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.reason}"


class Appeal(models.Model):
    """An appeal of a team against a decision: its words, and the decision, by whom and when."""

    class Outcome(models.TextChoices):
        OPEN = "open", "not decided yet"
        UPHELD = "upheld", "upheld: the decision is revoked"
        DISMISSED = "dismissed", "dismissed: the decision stands"

    ruling = models.ForeignKey(
        "Ruling", null=True, blank=True, on_delete=models.CASCADE, related_name="appeals"
    )
    offence = models.ForeignKey(
        Offence, null=True, blank=True, on_delete=models.CASCADE, related_name="appeals"
    )
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    made_on = models.DateField()
    made_by = models.CharField(max_length=80, help_text="Who appealed, as “the captain of the Fleece”.")
    words = models.TextField(max_length=2000)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    decided_on = models.DateField(null=True, blank=True)
    decided_by = models.CharField(max_length=80, blank=True, help_text="As “the committee”.")
    decision = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["made_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, offence=None) | Q(ruling=None, offence__isnull=False),
                name="appeal_against_one_decision",
                violation_error_message="An appeal is against a ruling or against a penalty.",
            ),
            models.CheckConstraint(
                condition=Q(outcome="open", decided_on=None)
                | (~Q(outcome="open") & Q(decided_on__isnull=False)),
                name="appeal_open_or_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"appeal of {self.made_on}: {self.get_outcome_display()}"


class AcceptedPlayer(models.Model):
    """A player on one version of a card whom the secretary accepts, whatever the season's rules find.

    A name nobody is registered under is stored as it was written. Without player and name the line-up of the
    side as a whole is accepted. Undoing deletes the row.
    """

    scorecard = models.ForeignKey("Scorecard", on_delete=models.CASCADE, related_name="accepted_players")
    side = models.CharField(max_length=1, choices=Side)
    player = models.ForeignKey(
        "Player", null=True, blank=True, on_delete=models.CASCADE, related_name="accepted_on"
    )
    written = models.CharField(
        max_length=80, blank=True, help_text="The name on the card, if no player is known."
    )
    reason = models.CharField(max_length=200)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    accepted_at = models.DateTimeField()

    class Meta:
        ordering = ["accepted_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["scorecard", "side", "player"],
                condition=Q(player__isnull=False),
                name="player_accepted_once",
                violation_error_message="This player was accepted already.",
            ),
            models.UniqueConstraint(
                fields=["scorecard", "side", "written"],
                condition=Q(player=None),
                name="name_accepted_once",
                violation_error_message="This name was accepted already.",
            ),
            models.CheckConstraint(condition=Q(player=None) | Q(written=""), name="accepted_player_or_name"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.written or 'the line-up'}: {self.reason}"
