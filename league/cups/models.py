"""Cups and pairs nights: who entered, what came out of the hat, what was played."""

from django.db import models
from django.db.models import Q

from league.shared.identifiers import new_public_id


class Cup(models.Model):
    """A cup of a season, its plate, or a night for pairs; `rules` in the form that `league.cups` reads."""

    class Kind(models.TextChoices):
        KNOCK_OUT = "knock_out", "knock-out"
        PAIRS_NIGHT = "pairs_night", "pairs night"

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="cups")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.KNOCK_OUT)
    rules = models.JSONField(default=dict, blank=True)
    plate_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="plate"
    )
    finals_at = models.ForeignKey(
        "Pub",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The neutral pub of the last rounds.",
    )
    finals_on = models.DateField(null=True, blank=True)
    remarks = models.TextField(blank=True, max_length=2000)
    fee = models.PositiveIntegerField(default=0, help_text="What an entry costs, in pence.")
    drawing = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="A draw being shown ball by ball: its round, lot, order, and how many are shown.",
    )

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "slug"],
                name="cup_address_once",
                violation_error_message="Another cup of the season already has this address.",
            )
        ]

    def __str__(self) -> str:
        return self.name


class CupEntry(models.Model):
    """A team or a pair that entered. A pair's players are known, or written as they came through the door."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(help_text="In the order of entering: draws name it by this.")
    name = models.CharField(max_length=120)
    team = models.ForeignKey(
        "Team", null=True, blank=True, on_delete=models.PROTECT, related_name="cup_entries"
    )
    first_player = models.ForeignKey(
        "Player", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    second_player = models.ForeignKey(
        "Player", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    handicap = models.SmallIntegerField(default=0)
    first_round = models.PositiveSmallIntegerField(default=1, help_text="Of a pairs night: came late.")
    last_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of a pairs night: went home early."
    )
    left_in_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="From this round of a knock-out on it does not play."
    )
    left_because = models.CharField(max_length=200, blank=True)
    paid = models.BooleanField(default=False, help_text="A pair has paid its fee; a team's is in the ledger.")

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "cup entries"
        constraints = [
            models.UniqueConstraint(
                fields=["cup", "number"],
                name="cup_entry_numbered_once",
                violation_error_message="Somebody else has just entered; try again.",
            ),
            models.UniqueConstraint(
                fields=["cup", "team"],
                condition=Q(team__isnull=False),
                name="team_in_a_cup_once",
                violation_error_message="The team has entered already.",
            ),
            models.UniqueConstraint(
                fields=["cup", "seed"],
                condition=Q(seed__isnull=False),
                name="one_of_a_seed",
                violation_error_message="Somebody else has this seed.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CupDraw(models.Model):
    """What came out of the hat for a round: the lot, from which anybody can draw again, and the order."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="draws")
    round = models.PositiveSmallIntegerField()
    lot = models.CharField(max_length=80)
    order = models.JSONField(
        help_text="Numbers of entries as drawn; of a pairs night, the tables and who is free."
    )
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["round"]
        constraints = [
            models.UniqueConstraint(
                fields=["cup", "round"],
                name="round_drawn_once",
                violation_error_message="This round has been drawn already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.cup}, round {self.round}"


class CupTie(models.Model):
    """A tie, or a table of a pairs night: when and where it is played, and what was played of it."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="ties")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    date = models.DateField(null=True, blank=True)
    starts_at = models.TimeField(null=True, blank=True)
    venue = models.ForeignKey("Pub", null=True, blank=True, on_delete=models.PROTECT, related_name="cup_ties")
    second_date = models.DateField(null=True, blank=True, help_text="Of a tie of two legs the second.")
    second_starts_at = models.TimeField(null=True, blank=True)
    second_venue = models.ForeignKey("Pub", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    legs = models.JSONField(default=list, blank=True)
    replays = models.JSONField(default=list, blank=True)
    deciding = models.JSONField(null=True, blank=True)
    given = models.CharField(max_length=1, blank=True, help_text="Whose fault, if it was given without play.")
    reason = models.CharField(max_length=200, blank=True)
    entered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["cup", "round", "number"], name="tie_of_a_round_once")]

    def __str__(self) -> str:
        return f"{self.cup}, round {self.round}, tie {self.number}"


class CupSeat(models.Model):
    """A player who sat down for an entry in a tie. The season's rules may bar them from other entries."""

    tie = models.ForeignKey(CupTie, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(CupEntry, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="cup_seats")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tie", "player"],
                name="seat_in_a_tie_once",
                violation_error_message="This player has a seat in the tie already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.entry} in {self.tie}"
