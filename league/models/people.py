"""Players and the teams they are registered for."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from league.models.ids import new_public_id


class Player(models.Model):
    """Somebody who plays. Names are not keys: father and son may share one."""

    class Shown(models.TextChoices):
        FULL = "full", "by full name"
        INITIALS = "initials", "by initials"
        HIDDEN = "hidden", "not at all"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="players")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=80)
    told_apart_by = models.CharField(
        max_length=40, blank=True, help_text="What tells two players of one name apart, such as “senior”."
    )
    shown = models.CharField(
        max_length=8, choices=Shown, default=Shown.FULL, help_text="How the public sees the name."
    )

    class Meta:
        ordering = ["name", "told_apart_by"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "name", "told_apart_by"],
                name="players_told_apart",
                violation_error_message=(
                    "The league already has a player of this name; say what tells them apart, as “junior”."
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.told_apart_by})" if self.told_apart_by else self.name


class Registration(models.Model):
    """A player signed on for a team in a season, until he leaves it."""

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="registrations")
    team = models.ForeignKey("Team", on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="registrations")
    registered_on = models.DateField()
    left_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["player__name"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "player", "team"],
                condition=Q(left_on=None),
                name="registered_once_for_a_team",
                violation_error_message="The player is already registered for this team.",
            ),
            models.CheckConstraint(
                condition=Q(left_on=None) | Q(left_on__gte=models.F("registered_on")),
                name="left_after_registering",
                violation_error_message="The player left before being registered.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.team}, {self.season}"

    def clean(self) -> None:
        if not (self.season_id and self.team_id and self.player_id):
            return
        leagues = {thing.league_id for thing in (self.season, self.team, self.player)}
        if len(leagues) > 1:
            raise ValidationError("Player, team and season belong to different leagues.")
