"""The ways in without an account: a code, a square, a captain's or a pub's link, a PIN, a program's token."""

import secrets
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.competition.models.sides import Side
from league.shared.identifiers import ALPHABET, new_public_id

CODE_LENGTH, SQUARE_LENGTH = 8, 12


def new_scoring_code(length: int = CODE_LENGTH) -> str:
    """Eight letters and figures that are typed from a beer-stained slip: 38 bits, and tries are counted."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_square_code() -> str:
    """Twelve letters and figures that are scanned for years: 56 bits."""
    return new_scoring_code(SQUARE_LENGTH)


class RevocableQuerySet(models.QuerySet[Any]):
    def live(self) -> Self:
        """Return the codes or links that still open something."""
        return self.filter(revoked_at=None)


class ScoringCode(models.Model):
    """The code on the sheet and the slips of one match. With it hands are recorded; nothing is signed.

    It lies before both sides and everybody at the bar: so it opens this match only, and ends with it.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="scoring_codes")
    code = models.CharField(max_length=12, unique=True, default=new_scoring_code, editable=False)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_because = models.CharField(max_length=200, blank=True)
    times_opened = models.PositiveIntegerField(default=0, editable=False)
    last_opened_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = RevocableQuerySet.as_manager()

    class Meta:
        ordering = ["issued_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(revoked_at=None),
                name="one_live_code_a_match",
                violation_error_message="The match already has a code.",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class IssuedAddress(models.Model):
    """What links and squares have in common: who issued them when, how often they were opened."""

    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)
    times_opened = models.PositiveIntegerField(default=0, editable=False)
    last_opened_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = RevocableQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["issued_at", "id"]


class SignedLink(IssuedAddress):
    """What captains' and pubs' links have in common.

    What stands in the address is signed with the installation's key: this row alone, or a stolen backup,
    opens nothing.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)

    class Meta(IssuedAddress.Meta):
        abstract = True


class CaptainLink(SignedLink):
    """A captain's way to their team's season, and the way of their players to say whether they can play.

    Revoking it ends both addresses.
    """

    enrolment = models.ForeignKey("Enrolment", on_delete=models.CASCADE, related_name="captain_links")
    sent_to = models.CharField(max_length=254, blank=True, help_text="Where it was sent to by e-mail, if so.")

    class Meta(SignedLink.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["enrolment"],
                condition=Q(revoked_at=None),
                name="one_live_link_a_captain",
                violation_error_message="The captain already has a link.",
            ),
        ]

    def __str__(self) -> str:
        return f"link of {self.enrolment}"


class PubLink(SignedLink):
    """A landlord's way to their pub's nights: what to print, the television, the results of its teams.

    Signed like a captain's link; it stays from season to season until a new one replaces it. Of two pubs
    that are merged both links go on working.
    """

    pub = models.ForeignKey("Pub", on_delete=models.CASCADE, related_name="links")

    def __str__(self) -> str:
        return f"link of {self.pub}"


class TableSquare(IssuedAddress):
    """The square on a card that stays on a pub's tables for years: it leads to tonight's match there.

    It opens what the codes of those matches open, and nothing else. Its code is not signed, so that the card
    goes on working when the league moves to another installation; of merged pubs both squares work.
    """

    pub = models.ForeignKey("Pub", on_delete=models.CASCADE, related_name="squares")
    code = models.CharField(max_length=12, unique=True, default=new_square_code, editable=False)

    class Meta(IssuedAddress.Meta):
        verbose_name = "square for tables"
        verbose_name_plural = "squares for tables"

    def __str__(self) -> str:
        return f"square of {self.pub}"


class RoomReport(models.Model):
    """A landlord's report that the room is not free on a night. It moves no match by itself."""

    pub = models.ForeignKey("Pub", on_delete=models.CASCADE, related_name="room_reports")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    date = models.DateField()
    note = models.CharField(max_length=200, blank=True)
    reported_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["date", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pub", "date"],
                condition=Q(closed_at=None),
                name="one_open_report_a_night",
                violation_error_message="This night has been reported already.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pub}, {self.date}: the room is not free"


class CaptainPin(models.Model):
    """A captain's PIN of four digits: with it they sign for their side on somebody else's phone.

    The digest is slow and made with the installation's key, so that a stolen backup opens nothing. The PIN is
    the captain's own: it ends when the team's captain has another name.
    """

    enrolment = models.OneToOneField("Enrolment", on_delete=models.CASCADE, related_name="captain_pin")
    digest = models.CharField(max_length=200)
    set_for = models.CharField(max_length=80, blank=True, help_text="The captain’s name when it was set.")
    set_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"PIN of {self.enrolment}"


class PinTries(models.Model):
    """How often a PIN was tried wrongly for a side of a match, or is being tried at this moment."""

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="pin_tries")
    side = models.CharField(max_length=1, choices=Side)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "PIN tries"
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="pin_tries_of_a_side")]

    def __str__(self) -> str:
        return f"{self.match}, {self.get_side_display()} side: {self.tries}"


class ApiToken(models.Model):
    """A program's way to write into one league, and what it may write. It can do no more than its maker.

    What the program sends is shown once; only its digest under the installation's key is stored.
    """

    class Scope(models.TextChoices):
        RESULTS = "results", "results, as the results assistant does"
        HANDS = "hands", "hands while a match is played, as a phone does"
        FIXTURES = "fixtures", "fixtures, as the import of a list does"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="api_tokens")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = RevocableQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return self.name


class ApiWrite(models.Model):
    """Something a program wrote: with what, about what, and what it was answered.

    `key` is the program's own for this write: sent again with the same one, it is answered the same and
    nothing is written twice. `digest` is of what was sent.
    """

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="writes")
    scope = models.CharField(max_length=10, choices=ApiToken.Scope)
    about = models.CharField(max_length=200)
    key = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["token", "key"], condition=~Q(key=""), name="api_write_once_a_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.token}: {self.about}"


class Handover(models.Model):
    """The handover of a league to a successor: which steps were done, by whom and when.

    What can be read from the league (who has signed in, what is open) is not stored.
    """

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="handovers")
    successor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    exported_at = models.DateTimeField(null=True, blank=True)
    exported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    printed_at = models.DateTimeField(null=True, blank=True)
    printed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    handed_at = models.DateTimeField(null=True, blank=True)
    handed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The owner until then.",
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-started_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["league"],
                condition=Q(ended_at=None),
                name="one_open_handover",
                violation_error_message="A handover of this league is under way already.",
            ),
        ]

    def __str__(self) -> str:
        return f"handover to {self.successor or 'somebody'}"
