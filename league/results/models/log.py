"""Models of what comes in before a result is signed: the log of the tables, and the secretary's drafts.

And of how a result is agreed: signatures, objections, photographs of the paper.
"""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from league.competition.models.sides import Side
from league.shared.identifiers import new_public_id


class SettingsAside(models.QuerySet["PhoneSetAside"]):
    """Phones of which nothing counts, and those that count again."""

    def in_force(self) -> "SettingsAside":
        """Return those that were not undone."""
        return self.filter(undone_at=None)


class PhoneSetAside(models.Model):
    """The secretary's decision that nothing a phone sends for a match counts. Undone, it stays as history."""

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="phones_set_aside")
    phone = models.UUIDField()
    reason = models.CharField(max_length=200, blank=True)
    set_aside_at = models.DateTimeField()
    set_aside_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = SettingsAside.as_manager()

    class Meta:
        ordering = ["set_aside_at", "id"]
        verbose_name = "phone set aside"
        verbose_name_plural = "phones set aside"
        constraints = [
            models.UniqueConstraint(
                fields=["match", "phone"],
                condition=Q(undone_at=None),
                name="phone_set_aside_once",
                violation_error_message="The entries of this phone are set aside already.",
            ),
        ]

    def __str__(self) -> str:
        return f"phone {str(self.phone)[:8]}"


class TableEntries(models.QuerySet["TableEntry"]):
    """Entries of logs, of any match."""

    def counting(self) -> "TableEntries":
        """Return those of phones that were not set aside."""
        aside = PhoneSetAside.objects.in_force().filter(match=OuterRef("match"), phone=OuterRef("phone"))
        return self.filter(~Exists(aside))


class TableEntry(models.Model):
    """One thing as somebody at a table sent it. A log: rows are added and read, never changed.

    `place` is where it stands on the sheet of its game: a hand (`h7`), the names of a side (`home`, `away`),
    who led first (`pitch`), the final score (`final`), a note of the table (`notes`). `body` holds the fields
    of the form for that place; an empty one undoes what stood there. `follows` names the entries its sender
    saw there and replaces: what no entry follows counts, and where two such entries differ, both are shown.
    The sender's own id makes an entry that is sent twice count once.
    """

    # `log_of_a_match` begins with it; a hand writes one index less.
    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="entries", db_index=False)
    client_id = models.UUIDField(unique=True, editable=False)
    phone = models.UUIDField(help_text="Made up by the phone that sent it, once for good.")
    sent_for = models.CharField(
        max_length=1, choices=Side, blank=True, help_text="The side whose link it came by; empty: the code."
    )
    table = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField(default=1)
    place = models.CharField(max_length=8)
    body = models.JSONField(default=dict, blank=True)
    follows = models.JSONField(default=list, blank=True)
    is_late = models.BooleanField(default=False, help_text="It came after the result was confirmed.")
    entered_at = models.DateTimeField(help_text="By the sender's own clock.")
    received_at = models.DateTimeField()

    objects = TableEntries.as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "table entries"
        indexes = [models.Index(fields=["match", "id"], name="log_of_a_match")]

    def __str__(self) -> str:
        return f"table {self.table}, game {self.game}, {self.place}"


class CurrentDrafts(models.Manager["Draft"]):
    """Drafts that are not deleted."""

    def get_queryset(self) -> models.QuerySet["Draft"]:
        return super().get_queryset().filter(deleted_at=None)


class Draft(models.Model):
    """A card as far as one person has typed it: the fields of the form, stored until it is confirmed.

    `revision` counts its changes, so that a page opened before the last one cannot replace it unseen, unless
    it made that change itself while it was left.
    `replaced` is what it replaced all the same: one step to undo. A deleted draft stays until its match is
    confirmed.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    began_from = models.PositiveSmallIntegerField(
        help_text="The version that was confirmed when it began; 0 if none."
    )
    typed = models.JSONField(default=dict)
    saved_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)
    replaced = models.JSONField(default=dict, blank=True)
    page = models.CharField(max_length=36, blank=True, help_text="Made up by the page that saved it.")
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = CurrentDrafts()
    with_deleted = models.Manager["Draft"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_draft_a_person_and_match")]

    def __str__(self) -> str:
        return f"{self.match}, draft of {self.user}"


class Signature(models.Model):
    """A side's confirmation that this version of the card is what was played."""

    class How(models.TextChoices):
        LINK = "link", "by the captain's link"
        ACCOUNT = "account", "by the captain's account"
        PIN = "pin", "by the captain's PIN"
        SILENCE = "silence", "without an answer in time"

    scorecard = models.ForeignKey("Scorecard", on_delete=models.CASCADE, related_name="signatures")
    side = models.CharField(max_length=1, choices=Side)
    signed_at = models.DateTimeField()
    how = models.CharField(max_length=8, choices=How)
    name = models.CharField(max_length=80, blank=True, help_text="As the captain gave it.")
    link = models.ForeignKey(
        "CaptainLink", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["signed_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["scorecard", "side"],
                name="signed_once_by_a_side",
                violation_error_message="This side has signed already.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_side_display()} side, {self.get_how_display()}"


class Objection(models.Model):
    """A side's objection to the other side's report: where it is wrong, and why, or what it should be.

    `proposed` has the fields of each place that should be otherwise, as the log would: {"4/1/h3": {"high":
    "h", ...}}. They are places of one game.
    """

    class State(models.TextChoices):
        OPEN = "open", "waiting for the other side"
        CORRECTED = "corrected", "corrected by the other side"
        WITHDRAWN = "taken_back", "withdrawn"
        DISPUTED = "disputed", "not accepted by the other side"
        DECIDED = "decided", "decided by the secretary"

    scorecard = models.ForeignKey("Scorecard", on_delete=models.CASCADE, related_name="objections")
    side = models.CharField(max_length=1, choices=Side, help_text="Who objects.")
    table = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField(default=1)
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    because = models.CharField(max_length=200, blank=True)
    proposed = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField()
    made_how = models.CharField(
        max_length=8, choices=Signature.How, blank=True, help_text="How the captain came who objected."
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answered_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["made_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None)
                | (~Q(state="open") & Q(answered_at__isnull=False)),
                name="objection_open_or_answered",
            ),
            models.UniqueConstraint(
                fields=["scorecard", "side"],
                condition=Q(state="open"),
                name="one_open_objection_a_side",
                violation_error_message="This side has objected already; that is still to be answered.",
            ),
        ]

    def __str__(self) -> str:
        where = f"table {self.table}" + (f", hand {self.hand}" if self.hand else "")
        return f"{where}: {self.because}"


class Photograph(models.Model):
    """A picture of the paper of a match, encoded anew, without what the camera wrote into it.

    It is stored in the database: one backup holds everything, and no folder is served by accident.
    """

    match = models.ForeignKey("Match", on_delete=models.CASCADE, related_name="photographs")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    sent_for = models.CharField(max_length=1, choices=Side, blank=True)
    received_at = models.DateTimeField()
    jpeg = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["received_at", "id"]

    def __str__(self) -> str:
        return f"photograph of {self.match}"
