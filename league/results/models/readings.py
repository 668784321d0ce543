"""What was read from photographs of score sheets, and photographs whose match is not known yet."""

from django.conf import settings
from django.db import models

from league.results.models.log import Photograph
from league.shared.identifiers import new_public_id


class BackgroundReading(models.Model):
    """How far the reading of a picture has come. A process of its own reads it; the row survives a restart.

    `attempts` counts the processes that began. `problem` is a code: why nothing can be used of the picture,
    with its `facts` such as the match the sheet belongs to.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        READING = "reading", "being read"
        READ = "read", "read"
        FAILED = "failed", "not readable"

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    requested_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=20, blank=True)
    facts = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True

    @property
    def is_at_work(self) -> bool:
        """Whether it is being read, or will be."""
        return self.state in {self.State.WAITING, self.State.READING}


class PhotographReading(BackgroundReading):
    """What was read from a photograph: `marks` as data, and the sheet straightened, from which they are cut.

    It goes with its photograph.
    """

    photograph = models.OneToOneField(Photograph, on_delete=models.CASCADE, related_name="reading")
    marks = models.JSONField(default=dict, blank=True)
    straightened = models.BinaryField(null=True, blank=True)

    def __str__(self) -> str:
        return f"reading of {self.photograph}, {self.get_state_display()}"

    @property
    def asked(self) -> int:
        """How many marks could not be read for certain."""
        return sum(bool(mark.get("asked")) for mark in self.marks.get("marks", ()))


class UnfiledPhotograph(BackgroundReading):
    """A photograph of a score sheet sent in a pile: it becomes one of its match once its code was read."""

    league = models.ForeignKey("League", on_delete=models.CASCADE, related_name="unfiled_photographs")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    received_at = models.DateTimeField()
    jpeg = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["received_at", "id"]

    def __str__(self) -> str:
        return f"photograph received {self.received_at:%Y-%m-%d %H:%M}"
