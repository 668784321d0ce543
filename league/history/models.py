"""What was changed, by whom, and whether it was undone; and what leaves no other trace: who read contacts."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from league.shared.identifiers import new_public_id


class RecordChange(models.Model):
    """One change of a record. It can be undone exactly, as long as nothing has changed it since.

    `before` and `after` hold the changed fields as people read them. `effects` holds every row that was
    written: {"shifts": [{"model", "column", "old", "new", "keys"}], "created": [rows], "deleted": [rows]}; a
    publication's are listed in `league/scheduling/services/publishing_undo.py`.
    """

    class Kind(models.TextChoices):
        PUB = "pub", "pub"
        TEAM = "team", "team"
        DIVISION = "division", "division"
        PLAYER = "player", "player"
        SEASON = "season", "season"
        LEAGUE = "league", "league"
        RULE_BOOK = "rule_book", "rule book"

    class Action(models.TextChoices):
        CREATED = "created", "created"
        EDITED = "edited", "edited"
        DELETED = "deleted", "deleted"
        MERGED = "merged", "merged"
        KEPT_APART = "kept_apart", "kept apart"
        PUBLISHED = "published", "fixtures published"
        CLOSED = "closed", "closed"
        REOPENED = "reopened", "reopened"
        MOVED = "moved", "moved"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="record_changes")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    object_id = models.PositiveBigIntegerField(help_text="The key of the record, which may be deleted.")
    label = models.CharField(max_length=120, help_text="The name of the record after the change.")
    action = models.CharField(max_length=12, choices=Action)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    effects = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["kind", "object_id"], name="change_of_record")]

    def __str__(self) -> str:
        return f"{self.label}: {self.get_action_display()}"


class AuditEntry(models.Model):
    """Something done in a league that no other row remembers: contacts read, an export, a role given.

    Reading is one row for each person, page and day, with how often. Whom it was about is `about`, not a name
    in the text, so that an account that is deleted leaves the log as well.
    """

    class Kind(models.TextChoices):
        CONTACTS = "contacts", "contacts read"
        EXPORT = "export", "exports"
        PERSONAL = "personal", "personal data"
        PEOPLE = "people", "people and roles"
        SIGN_IN = "sign_in", "sign-ins"
        PROGRAM = "program", "programs"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="audit_entries")
    kind = models.CharField(max_length=10, choices=Kind)
    what = models.CharField(max_length=200)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    on = models.DateField(help_text="The day in the league.")
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    times = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name_plural = "audit entries"
        ordering = ["-last_at", "-id"]
        indexes = [
            models.Index(fields=["league", "-last_at"], name="audit_by_time"),
            models.Index(fields=["league", "by", "on"], name="audit_of_a_day"),
        ]

    def __str__(self) -> str:
        return self.what
