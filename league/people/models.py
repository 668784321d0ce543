"""Players and the teams they are registered for."""

from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from league.shared.identifiers import new_public_id


class PlayerQuerySet(models.QuerySet["Player"]):
    def not_merged(self) -> Self:
        """Return the players whose record was not merged into another."""
        return self.filter(merged_into=None)


def full_name(name: str, told_apart_by: str) -> str:
    """Return a name with what tells two players of one name apart: “Jack Hirst (senior)”."""
    return f"{name} ({told_apart_by})" if told_apart_by else name


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
    born_on = models.DateField(
        null=True, blank=True, help_text="Only where the league has an age rule; seen by the secretary only."
    )
    merged_into = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="merged",
        editable=False,
        help_text="The same person under another record, which holds everything now.",
    )
    shown = models.CharField(
        max_length=8, choices=Shown, default=Shown.FULL, help_text="How the public sees the name."
    )

    objects = PlayerQuerySet.as_manager()

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
        return full_name(self.name, self.told_apart_by)


class RegistrationQuerySet(models.QuerySet["Registration"]):
    def not_left(self) -> Self:
        """Return the registrations of players who have not left the team."""
        return self.filter(left_on=None)

    def current(self) -> Self:
        """Return the registrations that have not ended, without those of merged records."""
        return self.not_left().filter(player__merged_into=None)


class Registration(models.Model):
    """A player signed on for a team in a season, until they leave it."""

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="registrations")
    team = models.ForeignKey("Team", on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="registrations")
    registered_on = models.DateField()
    left_on = models.DateField(null=True, blank=True)
    on_the_night = models.BooleanField(
        default=False, help_text="Signed at the table, before the match of that day."
    )

    objects = RegistrationQuerySet.as_manager()

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


class Merge(models.Model):
    """Two records found to be one person, or a name on paper found to be a player. It can be undone.

    `moved` names what was carried over, by model: {"seat": [keys], "registration": [keys]}, so that exactly
    this goes back. `written` is the name as it stood on the cards, where no second record was merged.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="merges")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    written = models.CharField(max_length=80, blank=True)
    moved = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return f"{self.gone or self.written} is {self.kept}"


class NameLeft(models.Model):
    """A name on cards that is to stay as it is written: asked about no more, for this team and season."""

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="names_left")
    team = models.ForeignKey("Team", on_delete=models.CASCADE, related_name="names_left")
    name = models.CharField(max_length=80, help_text="Without capitals, accents and dots.")
    left_at = models.DateTimeField()

    class Meta:
        ordering = ["-left_at", "-id"]
        verbose_name_plural = "names left"
        constraints = [
            models.UniqueConstraint(fields=["season", "team", "name"], name="name_left_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, as written for {self.team}"
