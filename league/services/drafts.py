"""Drafts: what one person has typed of a card so far, one for each match; gone once it is confirmed."""

import datetime

from league.models import Draft, Match, User
from league.services.refusals import Refused, refused_by, written_whole

# A card of eight tables of seven games, hand by hand, stays far below both.
MOST_FIELDS = 4000
LONGEST_FIELD = 2000
TWO_WINDOWS = "Two of your windows saved this draft at once; save it again."


def save_draft(
    *, match: Match, by: User, typed: dict[str, str], began_from: int, now: datetime.datetime
) -> Draft | None:
    """Keep what was typed in place of what was kept before; None when nothing is left to keep.

    `began_from` is the version of the card this person saw when the draft began: it stays as it was
    first given, so that confirming notices what changed meanwhile. Raises Refused when too much is sent.
    """
    kept = {name: text for name, text in typed.items() if text.strip()}
    if len(kept) > MOST_FIELDS or any(len(text) > LONGEST_FIELD for text in kept.values()):
        raise Refused(f"A draft keeps at most {MOST_FIELDS} fields of {LONGEST_FIELD} letters each.")
    if not kept:
        drop_draft(match=match, by=by)
        return None
    with written_whole(), refused_by(one_draft=TWO_WINDOWS):
        draft, _ = Draft.objects.update_or_create(
            match=match,
            user=by,
            defaults={"typed": kept, "saved_at": now},
            create_defaults={"typed": kept, "saved_at": now, "began_from": began_from},
        )
    return draft


def drop_draft(*, match: Match, by: User) -> None:
    """Forget what was typed."""
    Draft.objects.filter(match=match, user=by).delete()
