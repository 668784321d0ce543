"""The league's revision: what tells a page that nothing has changed since it was last read."""

from django.db.models import F

from league.models import League


def bump_revision(*, league_id: int) -> None:
    """Count one change of what the public sees. Called last in the transaction that changes it.

    The row stays locked until that transaction ends, so revisions come in the order of the commits.
    """
    League.objects.filter(pk=league_id).update(revision=F("revision") + 1)
