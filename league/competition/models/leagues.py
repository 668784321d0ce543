"""Leagues and who keeps them.

Seasons and their divisions.

Pubs: where matches are played.

Teams, and the divisions they play in.
"""

import zoneinfo
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q

# The first words of addresses that are no league's: those there are, and those that are promised.
TAKEN_ADDRESSES = frozenset(
    (
        "account",
        "admin",
        "api",
        "c",
        "health",
        "help",
        "media",
        "metrics",
        "new-league",
        "p",
        "pub",
        "ready",
        "rules",
        "s",
        "sign-in",
        "sign-out",
        "static",
        "sw.js",
        "t",
        "table",
        "tv",
        "u",
        "your-own-league",
    )
)


# Months. The shortest is longer than anything is sent twice or can be undone.
KEPT_FOR = ((3, "3 months"), (6, "6 months"), (12, "12 months"), (24, "2 years"), (60, "5 years"))


def verify_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(f"“{name}” is no time zone; one would be Europe/London.", code="time_zone")


# Begins the slug of a league whose rows are still being written. No address has it.
ARRIVING = "~"


class Named:
    """What is called by its name alone."""

    name: Any

    def __str__(self) -> str:
        return str(self.name)


class LeagueManager(models.Manager["League"]):
    """Leagues that are here; one that is still coming in nobody sees."""

    def get_queryset(self) -> models.QuerySet["League"]:
        return super().get_queryset().exclude(slug__startswith=ARRIVING)


class League(Named, models.Model):
    """A league: pubs whose teams meet season after season. One installation can hold several."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(
        max_length=60, unique=True, help_text="Stands first in every address of the league."
    )
    time_zone = models.CharField(max_length=40, default="Europe/London", validators=[verify_time_zone])
    about = models.TextField(
        blank=True, max_length=2000, help_text="A few words for visitors of the league's page."
    )
    how_to_pay = models.TextField(
        blank=True, max_length=500, help_text="How pubs pay: stands on their statements, nowhere else."
    )
    officers = models.TextField(
        blank=True, max_length=1000, help_text="The officers, one a line, as the handbook prints them."
    )
    sheets_to = models.CharField(
        blank=True,
        max_length=60,
        help_text="Where score sheets go, as they print it: an address, a letter box, an e-mail.",
    )
    # Counted from the day of the match, of the letter, or of the end of the season.
    photographs_kept_for = models.PositiveSmallIntegerField(choices=KEPT_FOR, default=12)
    links_kept_for = models.PositiveSmallIntegerField(choices=KEPT_FOR, default=3)
    entries_kept_for = models.PositiveSmallIntegerField(choices=KEPT_FOR, default=12)
    letters_kept_for = models.PositiveSmallIntegerField(choices=KEPT_FOR, default=12)
    contacts_kept_for = models.PositiveSmallIntegerField(choices=KEPT_FOR, default=24)
    log_kept_for = models.PositiveSmallIntegerField(choices=KEPT_FOR, default=12)
    keeps_test_photographs = models.BooleanField(
        default=False,
        help_text="Photographs that were read stay beyond their period if the result is confirmed.",
    )
    requires_two_steps = models.BooleanField(
        default=False, help_text="Whoever helps to run the league signs in with a second factor."
    )
    # Goes up with every change the public can see, in the same transaction: pages say "not modified" by it.
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    # How many of these changes were the result of one match; and how many each division, by its key, has had
    # since anything else changed: what shows one division alone stays as it is while others have results.
    results = models.PositiveBigIntegerField(default=0, editable=False)
    results_by_division = models.JSONField(default=dict, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    # A copy of a league writes to nobody until its owner allows it.
    is_silent = models.BooleanField(default=False, editable=False)

    objects = LeagueManager()

    class Meta:
        ordering = ["name"]

    def revision_of(self, division: int) -> tuple[int, int]:
        """Return what changes with a division, by its key, and with all that is no other's single result."""
        return self.revision - self.results, self.results_by_division.get(str(division), 0)

    def clean(self) -> None:
        if self.slug.lower() in TAKEN_ADDRESSES:
            raise ValidationError({"slug": f"“{self.slug}” is an address of the site itself; take another."})


class DeletedLeague(models.Model):
    """That a league was deleted, by its address: pages say so until another league takes it."""

    slug = models.SlugField(max_length=60, unique=True)
    deleted_at = models.DateTimeField()

    class Meta:
        ordering = ["-deleted_at"]

    def __str__(self) -> str:
        return self.slug


class LeagueRole(models.Model):
    """What one account may do in one league."""

    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        SECRETARY = "secretary", "secretary"
        DEPUTY = "deputy", "deputy secretary"
        RESULTS = "results", "results assistant"
        FIXTURES = "fixtures", "fixtures assistant"
        CAPTAIN = "captain", "captain"
        SCORER = "scorer", "scorer"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_roles")
    role = models.CharField(max_length=12, choices=Role, default=Role.SECRETARY)
    team = models.ForeignKey(
        "Team",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="roles",
        help_text="The team of a captain.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"],
                name="one_role_a_league",
                violation_error_message="This account already has a role in the league; change that one.",
            ),
            models.CheckConstraint(
                condition=(Q(role="captain") & Q(team__isnull=False)) | (~Q(role="captain") & Q(team=None)),
                name="captain_of_a_team",
                violation_error_message="A captain has a team; nobody else has one.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()} of {self.league}"


# What stands behind a league in addresses that are no season's.
TAKEN_SEASON_ADDRESSES = frozenset(
    (
        "accessibility",
        "captain",
        "contacts",
        "cups",
        "documents",
        "embed",
        "feeds",
        "fixtures",
        "head-to-head",
        "help",
        "honours",
        "live",
        "matches",
        "news",
        "nights",
        "pairs",
        "players",
        "privacy",
        "pubs",
        "results",
        "rules",
        "scoring",
        "search",
        "secretary",
        "standings",
        "teams",
        "tv",
        "your-pub",
    )
)

# No league is older, and a calendar must have room to reckon with weeks before and after.
FIRST_YEAR, LAST_YEAR = 1800, 2200


WEEKDAYS = tuple(
    enumerate(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), start=1)
)


class Season(Named, models.Model):
    """One season of a league, played under one rule book that stays with it for good."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=40)
    slug = models.SlugField(max_length=40)
    starts_on = models.DateField()
    ends_on = models.DateField()
    night = models.PositiveSmallIntegerField(
        null=True, blank=True, choices=WEEKDAYS, help_text="The night on which most matches are played."
    )
    starts_at = models.TimeField(null=True, blank=True, help_text="When most matches start.")
    rule_book = models.OneToOneField("RuleBook", on_delete=models.PROTECT, related_name="season")
    is_finished = models.BooleanField(default=False, help_text="The tables are final.")
    proposals = models.TextField(
        blank=True,
        max_length=5000,
        help_text="Proposals to the general meeting, as the annual report says them.",
    )
    copied_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies", editable=False
    )

    class Meta:
        ordering = ["-starts_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "slug"],
                name="season_address_once",
                violation_error_message="Another season of the league already has this address.",
            ),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="season_ends_after_it_starts",
                violation_error_message="The season ends before it starts.",
            ),
        ]

    def clean(self) -> None:
        if self.slug.lower() in TAKEN_SEASON_ADDRESSES:
            raise ValidationError({"slug": f"“{self.slug}” is another page of the league; take another."})
        for field in ("starts_on", "ends_on"):
            day = getattr(self, field)
            if day and not FIRST_YEAR <= day.year <= LAST_YEAR:
                raise ValidationError({field: f"{day.year} is no year of a season; one would be 2027."})


class LeagueDivisions(models.Manager["Division"]):
    """Divisions with standings."""

    def get_queryset(self) -> models.QuerySet["Division"]:
        return super().get_queryset().filter(cup=None)


class Division(Named, models.Model):
    """Teams that all meet each other in a season.

    The matches of a `cup` have a division of their own, without enrolments and standings. `objects`, and
    every relation to divisions, leaves it out; `with_cups` has all.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=40)
    slug = models.SlugField(max_length=40)
    position = models.PositiveSmallIntegerField(default=1, help_text="1 is the top division.")
    promoted = models.PositiveSmallIntegerField(default=0, help_text="How many go up.")
    relegated = models.PositiveSmallIntegerField(default=0, help_text="How many go down.")
    cup = models.OneToOneField(
        "Cup", null=True, blank=True, editable=False, on_delete=models.CASCADE, related_name="division"
    )

    objects = LeagueDivisions()
    with_cups = models.Manager["Division"]()

    class Meta:
        base_manager_name = "with_cups"
        ordering = ["position", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "slug"],
                name="division_address_once",
                violation_error_message="Another division of the season already has this address.",
            ),
        ]


MOST_TABLES_OF_A_PUB = 99


class Pub(Named, models.Model):
    """A pub or club that gives the league a room and tables."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="pubs")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60)
    address = models.CharField(max_length=200, blank=True)
    postcode = models.CharField(max_length=10, blank=True)
    phone = models.CharField(max_length=30, blank=True)
    bulletin_email = models.EmailField(
        blank=True, help_text="Where the landlord wants the bulletin, if at all."
    )
    tables = models.PositiveSmallIntegerField(
        default=4,
        help_text="How many tables can play on one night: four are one match of the Heckmondwike kind.",
    )
    rooms = models.CharField(
        max_length=120, blank=True, help_text="Where the tables stand: upstairs, the snug."
    )
    step_free = models.CharField(
        max_length=80, blank=True, help_text="Whether and how the room is reached without steps."
    )
    closed_on = models.DateField(null=True, blank=True, help_text="From this day no match is played here.")
    formerly = models.CharField(max_length=80, blank=True, help_text="The name it had before.")
    remarks = models.TextField(blank=True, max_length=2000)

    class Meta:
        ordering = ["name", "slug"]  # two pubs may have one name
        constraints = [
            models.UniqueConstraint(
                fields=["league", "slug"],
                name="pub_address_once",
                violation_error_message="Another pub of the league already has this address.",
            ),
            models.CheckConstraint(
                condition=Q(tables__gte=1),
                name="pub_has_a_table",
                violation_error_message="A pub hosts at least one table.",
            ),
        ]

    @property
    def name_and_place(self) -> str:
        """Return its name and where it is, by which pubs of one name are told apart."""
        return ", ".join(filter(None, (self.name, self.address or self.postcode)))


class PubPhotograph(models.Model):
    """A picture of a pub, encoded anew, without what the camera wrote into it. The latest is shown.

    A row of its own, so that lists of pubs do not load it.
    """

    pub = models.ForeignKey(Pub, on_delete=models.CASCADE, related_name="photographs")
    description = models.CharField(max_length=200)
    jpeg = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"photograph of {self.pub}"


class Team(Named, models.Model):
    """A team of a pub. It outlives its seasons; a pub may have an A and a B."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="teams")
    pub = models.ForeignKey("Pub", on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=80)
    short_name = models.CharField(
        max_length=24, blank=True, help_text="For crowded lists on paper and the heads of phone pages."
    )
    button_name = models.CharField(
        max_length=8, blank=True, help_text="For the buttons of the scoring page. Empty: a word of the name."
    )
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

    def clean(self) -> None:
        if self.pub_id and self.league_id and self.pub.league_id != self.league_id:
            raise ValidationError({"pub": f"{self.pub} belongs to another league."})


class Enrolment(models.Model):
    """A team's place in a division for one season."""

    class ContactFor(models.TextChoices):
        OFFICERS = "officers", "officers only"
        MEMBERS = "members", "members"
        EVERYBODY = "everybody", "everybody"

    class LetterKind(models.TextChoices):
        """E-mails that a captain can do without."""

        TOMORROW = "tomorrow", "tomorrow’s match"
        SIGN = "sign", "a result to sign"
        OBJECTION = "objection", "an objection to answer"
        MOVE = "move", "a request to move a match"
        DATES = "dates", "a date of the season that is near"

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="enrolments")
    division = models.ForeignKey("Division", on_delete=models.CASCADE, related_name="enrolments")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="enrolments")
    # Shown on the team's page and on paper only as far as the captain agreed; the e-mail address never is.
    captain_name = models.CharField(max_length=80, blank=True)
    captain_email = models.EmailField(blank=True)
    captain_phone = models.CharField(max_length=30, blank=True)
    contact_for = models.CharField(
        max_length=9,
        choices=ContactFor,
        default=ContactFor.OFFICERS,
        help_text="Who may read the captain’s name and telephone number, as the captain agreed.",
    )
    declined_letters = models.JSONField(
        default=list, blank=True, help_text="The kinds of e-mail that the captain does not want."
    )

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
