"""Rulings: what was decided, kept beside what was played. The standings turn them into points."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.ids import new_public_id
from league.models.rulebooks import RuleBook


class Ruling(models.Model):
    """A decision of the league: a walkover, points given or taken, a team withdrawn. Always with a reason.

    A walkover names a match, perhaps one table of it, and who was at fault; so does a match or table
    declared void, which then counts for nobody. An adjustment names a team and a number of halves.
    A withdrawal names a team and what becomes of its results.
    """

    class Kind(models.TextChoices):
        WALKOVER = "walkover", "walkover"
        ADJUSTMENT = "adjustment", "points given or taken"
        WITHDRAWAL = "withdrawal", "team withdrawn"
        VOID = "void", "void"

    class AtFault(models.TextChoices):
        HOME = "h", "home"
        AWAY = "a", "away"
        BOTH = "b", "both"

    kind = models.CharField(max_length=12, choices=Kind)
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    division = models.ForeignKey("Division", on_delete=models.CASCADE, related_name="rulings")
    match = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.CASCADE, related_name="rulings"
    )
    table = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Empty: the whole match.")
    at_fault = models.CharField(max_length=1, choices=AtFault, blank=True)
    team = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    halves = models.SmallIntegerField(
        null=True, blank=True, help_text="Half points given; negative if taken."
    )
    effect = models.CharField(
        max_length=16,
        choices=RuleBook.WithdrawalEffect,
        blank=True,
        help_text="What becomes of the results of a team that withdrew; empty: what the rule book says.",
    )
    reason = models.CharField(max_length=200)
    decided_on = models.DateField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_on = models.DateField(null=True, blank=True, help_text="Kept on record, but no longer in force.")

    class Meta:
        ordering = ["decided_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(
                        kind="walkover",
                        match__isnull=False,
                        at_fault__in=["h", "a", "b"],
                        team=None,
                        halves=None,
                        effect="",
                    )
                    | Q(kind="void", match__isnull=False, at_fault="", team=None, halves=None, effect="")
                    | Q(
                        kind="adjustment",
                        match=None,
                        table=None,
                        at_fault="",
                        team__isnull=False,
                        halves__isnull=False,
                        effect="",
                    )
                    | Q(
                        kind="withdrawal",
                        match=None,
                        table=None,
                        at_fault="",
                        team__isnull=False,
                        halves=None,
                        effect__in=["", *RuleBook.WithdrawalEffect.values],
                    )
                ),
                name="ruling_says_what_its_kind_needs",
                violation_error_message=(
                    "A walkover needs a match and who was at fault; a void match or table only itself; "
                    "an adjustment a team and points; a withdrawal a team and what becomes of its results."
                ),
            ),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(kind__in=["walkover", "void"], table=None, revoked_on=None),
                name="one_walkover_a_match",
                violation_error_message="The match has already been given as a walkover or declared void.",
            ),
            models.UniqueConstraint(
                fields=["match", "table"],
                condition=Q(kind__in=["walkover", "void"], table__isnull=False, revoked_on=None),
                name="one_walkover_a_table",
                violation_error_message="The table has already been given as a walkover or declared void.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.reason}"
