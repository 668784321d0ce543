"""Models used before the match: who can play, and whom a captain puts at which table."""

from django.db import models

from league.competition.models.sides import Side


class Availability(models.Model):
    """A player's answer whether they can play in a match of their team."""

    class Answer(models.TextChoices):
        YES = "yes", "can play"
        PERHAPS = "perhaps", "perhaps"
        NO = "no", "cannot"

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="availabilities")
    team = models.ForeignKey("Team", on_delete=models.CASCADE, related_name="availabilities")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="availabilities")
    answer = models.CharField(max_length=8, choices=Answer)
    answered_at = models.DateTimeField()
    by_captain = models.BooleanField(default=False, help_text="The captain answered for him.")

    class Meta:
        ordering = ["answered_at", "id"]
        verbose_name_plural = "availabilities"
        constraints = [
            models.UniqueConstraint(fields=["match", "team", "player"], name="one_answer_a_player_and_match")
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.get_answer_display()}"


class LineUp(models.Model):
    """The pairs a captain names for a match, table by table, as written or as public ids of players.

    Where the season says so the other side sees it only when its own is in, or after it was drawn who meets
    whom.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="line_ups")
    side = models.CharField(max_length=1, choices=Side)
    pairs = models.JSONField(default=list)
    drawn = models.JSONField(
        default=list,
        blank=True,
        help_text="The tables its pairs were drawn to, in their order; empty: as named.",
    )
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "side"],
                name="one_line_up_a_side",
                violation_error_message="This side's line-up is in already.",
            )
        ]

    def __str__(self) -> str:
        return f"line-up of the {self.get_side_display()} side of {self.match}"
