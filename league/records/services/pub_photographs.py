"""The photograph of a pub: encoded anew, set in place of the one before, removed."""

from league.competition.services import bump_revision
from league.models import Pub, PubPhotograph
from league.results.services.photographs import picture_from
from league.shared.errors import verify, written_whole

LONGEST_EDGE = 960
"""Points: as wide as the page shows it, on a screen of twice the density nearly."""


def set_pub_photograph(*, pub: Pub, sent: bytes, description: str) -> PubPhotograph:
    """Show this picture on the page of a pub, in place of the one before.

    `sent` is the file as it came: JPEG, PNG or WebP. `description` says what the picture shows, for whoever
    cannot see it. Raises Refused, with the reason, for what is no picture or is too large.
    """
    picture = picture_from(sent, longest_edge=LONGEST_EDGE)
    with written_whole():
        Pub.objects.select_for_update(no_key=True).get(pk=pub.pk)
        photograph = PubPhotograph(
            pub=pub,
            description=" ".join(description.split()),
            jpeg=picture.jpeg,
            width=picture.width,
            height=picture.height,
        )
        verify(photograph)
        pub.photographs.all().delete()
        photograph.save(force_insert=True)
        bump_revision(league_id=pub.league_id)
    return photograph


def remove_pub_photograph(*, pub: Pub) -> None:
    """Delete the photograph of a pub. Pressing twice changes nothing more."""
    with written_whole():
        pub.photographs.all().delete()
        bump_revision(league_id=pub.league_id)
