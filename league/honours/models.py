"""What a league remembers: champions and final tables, also of the years before it was kept here."""

from django.db import models
from django.utils.text import slugify


class Honour(models.Model):
    """A line of the roll of honour: in this season this team or player won that.

    Kept as words, so that 1974 stands beside last year; linked to the team or player where there is one.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="honours")
    year = models.PositiveSmallIntegerField(help_text="In which the season began.")
    season_name = models.CharField(max_length=40, help_text="As people say it: 1974/75.")
    competition = models.CharField(max_length=60, help_text="Division One, League Cup, Pairs.")
    place = models.PositiveSmallIntegerField(default=1, help_text="1 won it, 2 came second.")
    holder = models.CharField(max_length=120, help_text="The team, pair or player, as it was called then.")
    team = models.ForeignKey("Team", null=True, blank=True, on_delete=models.SET_NULL, related_name="honours")
    player = models.ForeignKey(
        "Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="honours"
    )
    season = models.ForeignKey(
        "Season", null=True, blank=True, on_delete=models.SET_NULL, related_name="honours"
    )
    remarks = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-year", "competition", "place", "holder"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "year", "competition", "place", "holder"],
                name="honour_once",
                violation_error_message="This honour is on the roll already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_name}, {self.competition}: {self.holder}"


class OldTable(models.Model):
    """The final table of a division before the league was kept here, as it was typed in.

    `columns` are the heads as the paper had them, `rows` the cells, one list a team.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="old_tables")
    year = models.PositiveSmallIntegerField(help_text="In which the season began.")
    season_name = models.CharField(max_length=40)
    division = models.CharField(max_length=40)
    columns = models.JSONField(default=list)
    rows = models.JSONField(default=list)
    remarks = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-year", "division"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "year", "division"],
                name="old_table_once",
                violation_error_message="The final table of this division and season is in already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.division}, {self.season_name}"

    @property
    def slug(self) -> str:
        """What stands for it in addresses, after its year."""
        return slugify(self.division) or "table"


class CountedSeasons(models.Model):
    """What closed seasons contribute to the records and all-time tables: counted once, by the clock.

    Several where their days overlap: a run goes through both. And what all of them but the last contribute
    together, so that a page reads as much of fifty as of two. Deleted when one is opened or corrected.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="+")
    seasons = models.JSONField(help_text="Their keys.")
    first_day = models.CharField(max_length=10, blank=True, help_text="Of the first match with a card.")
    last_day = models.CharField(max_length=10, blank=True)
    made_by = models.CharField(max_length=16, help_text="Changes with the program that counts.")
    records = models.JSONField(help_text="`Counted` in league/honours/pages/records.py.")
    totals = models.JSONField(help_text="Of teams and players, for the all-time tables.")
    whole = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="parts", editable=False
    )

    def __str__(self) -> str:
        return f"seasons of {self.league}"
