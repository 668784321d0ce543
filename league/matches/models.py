"""Matches: from the day one is planned (people call it a fixture) to the day it is archived.

Rulings: what was decided, kept beside what was played. The standings turn them into points.
"""

import datetime
from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q

from league.competition.models.rule_books import RuleBook
from league.shared.identifiers import new_public_id

# A season's last matches are caught up within the year; past it the year was mistyped.
YEAR = datetime.timedelta(days=365)


class LeagueMatches(models.Manager["Match"]):
    """Matches of a division: what standings, awards and lists of fixtures count."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        return super().get_queryset().filter(tie=None)


class Match(models.Model):
    """Two teams meet, all their tables together. What was played stands in its scorecards.

    A tie of a cup between teams is a match, too, or one for each leg and replay (`leg`, from 1); its play-off
    is the deciding games of a level tie. Its division is that of the cup. `objects`, and every relation to
    matches, leaves it out; `with_ties` has all.
    """

    # `matches_by_date` begins with it.
    division = models.ForeignKey("Division", on_delete=models.CASCADE, related_name="matches", db_index=False)
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    week = models.PositiveSmallIntegerField(help_text="The round of the season's list, from 1.")
    home = models.ForeignKey("Team", on_delete=models.PROTECT, related_name="home_matches")
    away = models.ForeignKey("Team", on_delete=models.PROTECT, related_name="away_matches")
    venue = models.ForeignKey("Pub", on_delete=models.PROTECT, related_name="matches")
    date = models.DateField(null=True, blank=True, help_text="Empty while a postponed match has no new date.")
    starts_at = models.TimeField(null=True, blank=True)
    postponed_from = models.DateField(
        null=True, blank=True, help_text="The first date, if the match was moved."
    )
    postponed_because = models.CharField(max_length=200, blank=True)
    venue_because = models.CharField(
        max_length=200, blank=True, help_text="Why it is not played at the home team's pub."
    )
    is_play_off = models.BooleanField(
        default=False, help_text="It decides between level teams and counts for nothing else."
    )
    sequence = models.PositiveIntegerField(
        default=0, editable=False, help_text="Goes up when date, time or place change: calendars ask for it."
    )
    disputed_because = models.CharField(
        max_length=200, blank=True, help_text="What the two sides do not agree on; empty when it is settled."
    )
    tie = models.ForeignKey(
        "CupTie", null=True, blank=True, editable=False, on_delete=models.CASCADE, related_name="matches"
    )
    leg = models.PositiveSmallIntegerField(default=1, editable=False)

    objects = LeagueMatches()
    with_ties = models.Manager["Match"]()

    class Meta:
        base_manager_name = "with_ties"
        ordering = [F("date").asc(nulls_last=True), "week", "id"]
        verbose_name_plural = "matches"
        indexes = [models.Index(fields=["division", "date"], name="matches_by_date")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(home=F("away")),
                name="match_of_two_teams",
                violation_error_message="A team cannot play itself.",
            ),
            models.UniqueConstraint(
                fields=["division", "week", "home"],
                condition=Q(tie=None),
                name="at_home_once_a_week",
                violation_error_message="The home team already has a home match in this week.",
            ),
            models.UniqueConstraint(
                fields=["division", "week", "away"],
                condition=Q(tie=None),
                name="away_once_a_week",
                violation_error_message="The away team already has an away match in this week.",
            ),
            models.UniqueConstraint(
                fields=["tie", "leg"],
                condition=Q(tie__isnull=False),
                name="leg_of_a_tie_once",
                violation_error_message="This leg of the tie is a match already.",
            ),
            models.CheckConstraint(
                condition=Q(date__isnull=False) | Q(postponed_from__isnull=False),
                name="match_dated_or_postponed",
                violation_error_message="A match has a date, or the date it was postponed from.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}, {self.date or 'no date yet'}"

    @property
    def week_words(self) -> str:
        """Where it stands in its division or cup: week 3; play-off; round 2, match 2 of the tie."""
        if self.tie_id:
            if self.is_play_off:
                return f"round {self.week}, deciding games"
            return (
                f"round {self.week}" if self.leg == 1 else f"round {self.week}, match {self.leg} of the tie"
            )
        return "play-off" if self.is_play_off else f"week {self.week}"

    def clean(self) -> None:
        if not (self.division_id and self.home_id and self.away_id and self.venue_id):
            return
        league = self.division.season.league_id
        if {self.home.league_id, self.away.league_id, self.venue.league_id} != {league}:
            raise ValidationError("Teams and pub must belong to the league of the division.")
        season = self.division.season
        for field in ("date", "postponed_from"):
            day = getattr(self, field)
            if day and not season.starts_on - YEAR <= day <= season.ends_on + YEAR:
                raise ValidationError(
                    {
                        field: f"{day:%d/%m/%Y} is not within a year of the season, which is played "
                        f"from {season.starts_on:%d/%m/%Y} to {season.ends_on:%d/%m/%Y}."
                    }
                )


class RulingQuerySet(models.QuerySet["Ruling"]):
    def in_force(self) -> Self:
        """Return the rulings that were not revoked."""
        return self.filter(revoked_on=None)

    def of_whole_matches(self) -> Self:
        """Return the rulings in force by which a whole match is a walkover or void."""
        return self.in_force().filter(kind__in=(Ruling.Kind.WALKOVER, Ruling.Kind.VOID), table=None)

    def withdrawals(self) -> Self:
        """Return the rulings in force by which a team has left its division."""
        return self.in_force().filter(kind=Ruling.Kind.WITHDRAWAL)


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

    objects = RulingQuerySet.as_manager()

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
