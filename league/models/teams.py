"""Teams, and the divisions they play in."""

from django.core.exceptions import ValidationError
from django.db import models


class Team(models.Model):
    """A team of a pub. It outlives its seasons; a pub may have an A and a B."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="teams")
    pub = models.ForeignKey("Pub", on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=80)
    short_name = models.CharField(max_length=24, blank=True, help_text="For crowded lists on paper.")
    slug = models.SlugField(max_length=60)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "slug"],
                name="team_address_once",
                violation_error_message="Another team of the league already has this address.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.pub_id and self.league_id and self.pub.league_id != self.league_id:
            raise ValidationError({"pub": f"{self.pub} belongs to another league."})


class Enrolment(models.Model):
    """A team's place in a division for one season."""

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="enrolments")
    division = models.ForeignKey("Division", on_delete=models.CASCADE, related_name="enrolments")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="enrolments")
    # For the secretary only: never on a public page.
    captain_name = models.CharField(max_length=80, blank=True)
    captain_email = models.EmailField(blank=True)
    captain_phone = models.CharField(max_length=30, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "team"],
                name="team_in_one_division",
                violation_error_message="The team already plays in a division of this season.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} in {self.division}, {self.season}"

    def clean(self) -> None:
        if self.division_id and self.season_id and self.division.season_id != self.season_id:
            raise ValidationError({"division": f"{self.division} is a division of another season."})
        if self.season_id and self.team_id and self.team.league_id != self.season.league_id:
            raise ValidationError({"team": f"{self.team} belongs to another league."})
