"""Scorecards: a match as it was written down and signed. Versioned, one confirmed, none ever overwritten."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.competition.models.sides import Side, Taker, TurnUpCall, taken_by_anybody
from league.matches.sheet.values import CONTRADICTIONS


class ScorecardQuerySet(models.QuerySet["Scorecard"]):
    def confirmed(self) -> Self:
        """Return the versions that count: at most one of each match."""
        return self.filter(is_confirmed=True)


class Scorecard(models.Model):
    """One version of the whole card of a match. Older ones stay readable, with why they were set aside.

    A card that a captain signed for their side is a report: it waits, neither confirmed nor set aside, until
    the other side agrees, time has run out or the secretary decides.
    """

    # Here and below db_index=False: a unique constraint begins with the column, and is an index of it.
    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="scorecards", db_index=False)
    version = models.PositiveSmallIntegerField()
    is_confirmed = models.BooleanField(default=True)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reported_for = models.CharField(
        max_length=1, choices=Side, blank=True, help_text="The side whose captain reported it."
    )
    waits_until = models.DateTimeField(
        null=True, blank=True, help_text="When a report is taken as agreed if the other side says nothing."
    )
    reason = models.CharField(
        max_length=200, blank=True, help_text="Why this version took the place of the last."
    )
    set_aside_at = models.DateTimeField(null=True, blank=True)
    set_aside_because = models.CharField(max_length=200, blank=True, help_text="If no newer version says it.")
    remarks = models.TextField(blank=True, max_length=2000)
    private_remarks = models.TextField(blank=True, max_length=2000, help_text="Seen by the secretary only.")
    home_total = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="If one figure a side is all that is known: score, games or half points.",
    )
    away_total = models.PositiveSmallIntegerField(null=True, blank=True)
    home_score = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The score beside points: shots, or all tables added up."
    )
    away_score = models.PositiveSmallIntegerField(null=True, blank=True)
    home_hang_jacks = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Where they are counted for the match, not read from its hands."
    )
    away_hang_jacks = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = ScorecardQuerySet.as_manager()

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "version"],
                name="scorecard_version_once",
                violation_error_message="Somebody else has just saved this version of the card.",
            ),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(is_confirmed=True),
                name="one_confirmed_scorecard",
                violation_error_message="The match already has a confirmed card.",
            ),
            models.CheckConstraint(
                condition=Q(is_confirmed=True, set_aside_at=None)
                | Q(is_confirmed=False, set_aside_at__isnull=False)
                | (Q(is_confirmed=False, set_aside_at=None) & ~Q(reported_for="")),
                name="scorecard_confirmed_set_aside_or_reported",
            ),
            models.UniqueConstraint(
                fields=["match", "reported_for"],
                condition=Q(is_confirmed=False, set_aside_at=None),
                name="one_waiting_report_a_side",
                violation_error_message="This side has a report that waits already.",
            ),
            models.CheckConstraint(
                condition=Q(home_total=None, away_total=None)
                | Q(home_total__isnull=False, away_total__isnull=False),
                name="scorecard_totals_of_both",
                violation_error_message="A total is known of both sides or of neither.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}, version {self.version}"


class MatchTable(models.Model):
    """A pair of one pub against a pair of the other, for one game or several."""

    scorecard = models.ForeignKey(Scorecard, on_delete=models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    is_played = models.BooleanField(default=True, help_text="Not to be confused with a table lost to nil.")
    home_games = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Games won, where the scores of the games are not known."
    )
    away_games = models.PositiveSmallIntegerField(null=True, blank=True)
    remarks = models.CharField(max_length=200, blank=True)
    private_remarks = models.CharField(max_length=200, blank=True, help_text="Seen by the secretary only.")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["scorecard", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"table {self.number}"


class Game(models.Model):
    """Hands pegged until a side reaches the target: the score, and who sat down for it."""

    table = models.ForeignKey(MatchTable, on_delete=models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    home_score = models.PositiveSmallIntegerField()
    away_score = models.PositiveSmallIntegerField()
    first_pitch = models.CharField(max_length=1, choices=Side, blank=True)
    contradiction = models.CharField(
        max_length=8,
        choices=CONTRADICTIONS,
        blank=True,
        help_text="What counts, where the final score on the sheet differs from its hands.",
    )
    home_foot = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The final score on the sheet, where its hands count instead."
    )
    away_foot = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="game_number_once")]

    def __str__(self) -> str:
        return f"{self.home_score}-{self.away_score}"


class Seat(models.Model):
    """A player's place in a game. A name nobody is registered under is stored as it was written."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    side = models.CharField(max_length=1, choices=Side)
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        "Player", null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    written = models.CharField(
        max_length=80, blank=True, help_text="The name on the paper, if no player is known."
    )

    class Meta:
        ordering = ["-side", "place"]  # home before away
        constraints = [
            models.UniqueConstraint(fields=["game", "side", "place"], name="seat_taken_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=False, written="") | (Q(player=None) & ~Q(written="")),
                name="seat_of_a_player_or_a_name",
            ),
        ]

    def __str__(self) -> str:
        return str(self.player) if self.player_id else self.written


class HandResult(models.Model):
    """One deal played out: who took High, Low, Jack and Game, and the cards where the sheet has them.

    `before` is what was pegged before High, in order, each as what for, side and points: ["turnup", "a", 2].
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveSmallIntegerField()
    turned = models.CharField(max_length=60, blank=True, help_text="The cards turned up, or their ranks.")
    said = models.CharField(max_length=1, choices=TurnUpCall, blank=True)
    before = models.JSONField(default=list, blank=True)
    high = models.CharField(max_length=1, choices=Taker, blank=True)
    low = models.CharField(max_length=1, choices=Taker, blank=True)
    jack = models.CharField(max_length=1, choices=Taker, blank=True)
    hung = models.BooleanField(
        null=True, blank=True, help_text="The jack was caught from the other side, where that counts apart."
    )
    game_point = models.CharField(max_length=1, choices=Taker, blank=True)
    no_game_for = models.CharField(
        max_length=2, blank=True, help_text="Sides that could not win Game, for a renege."
    )
    trump = models.CharField(max_length=1, blank=True)
    pitched = models.CharField(max_length=2, blank=True)
    high_card = models.CharField(max_length=2, blank=True)
    low_card = models.CharField(max_length=2, blank=True)
    home_card_points = models.PositiveSmallIntegerField(null=True, blank=True)
    away_card_points = models.PositiveSmallIntegerField(null=True, blank=True)
    record = models.TextField(blank=True, help_text="The play card by card, lettered from the side that led.")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="hand_number_once"),
            models.CheckConstraint(
                condition=taken_by_anybody("high")
                & taken_by_anybody("low")
                & taken_by_anybody("jack")
                & taken_by_anybody("game_point"),
                name="awards_to_a_side_or_nobody",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}"


class Penalty(models.Model):
    """Points given to a side during a hand, pegged before High: four if a partner peeked before the pitch.

    The hand is 0 and the reason empty where the sheet does not say.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="penalties")
    hand_number = models.PositiveSmallIntegerField()
    side = models.CharField("to", max_length=1, choices=Side)
    points = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=120)

    class Meta:
        ordering = ["hand_number", F("id").asc()]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gte=1),
                name="penalty_of_a_point",
                violation_error_message="A penalty gives at least one point.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} to {self.get_side_display()}: {self.reason}"
