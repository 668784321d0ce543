"""Documents that are printed in the background, one row for each that was asked for."""

from django.db import models


class PrintJob(models.Model):
    """A document to be printed in the background, or printed and stored by the digest of its content.

    `key` is the digest of the request, so that two readers share a job. `choices` are those of the address,
    with the reader's powers and the address of the site. So many `steps` of the typesetter are done, and so
    many `pages` laid out. A running job keeps updating `alive_at`: if it was killed with the server that
    stops, and another continues.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting for its turn"
        PRINTING = "printing", "being printed"
        DONE = "done", "printed"
        FAILED = "failed", "failed"

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="print_jobs")
    key = models.CharField(max_length=64, unique=True)
    document = models.CharField(max_length=40)
    choices = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    requested_at = models.DateTimeField()
    alive_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)
    steps = models.PositiveSmallIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    deaths = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    filename = models.CharField(max_length=200, blank=True)
    refusal = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("requested_at", "pk")

    def __str__(self) -> str:
        return f"{self.document}, {self.get_state_display()}"


class PrintedFile(models.Model):
    """A document or picture as it was printed, under the digest of what it was made of, for a week."""

    digest = models.CharField(max_length=64)
    suffix = models.CharField(max_length=3)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    stored_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("digest", "suffix"), name="printed_file_once"),)

    def __str__(self) -> str:
        return f"{self.digest[:12]}.{self.suffix}"
