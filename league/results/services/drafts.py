"""Services of drafts: what one person has typed of a card so far, one for each match; gone once confirmed.

Two windows of one person, or a page out of the browser's history, must not replace each other's work unseen.
A page says which revision of the draft it began from, and one that is behind is refused with what is saved.
"""

import datetime

from league.models import Draft, Match, User
from league.shared.errors import Refused, written_whole

# A card of eight tables of seven games, hand by hand, stays far below both.
MAX_FIELDS = 4000
MAX_FIELD_LENGTH = 2000


class StaleDraft(Refused):
    """The draft was changed after this page was opened; `draft` is what is saved now."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("You changed this draft in another window after opening this page.")
        self.draft = draft


def save_draft(
    *,
    match: Match,
    by: User,
    typed: dict[str, str],
    began_from: int,
    now: datetime.datetime,
    revision: int | None = None,
    replaces: bool = False,
    page: str = "",
) -> Draft | None:
    """Save the typed fields in place of an earlier draft; return None when nothing is left to save.

    `began_from` is the version of the card this person saw when the draft began. The first one is stored, so
    that confirming notices what changed meanwhile. `revision` is that of the draft on the page, 0 if there
    was none; None replaces whatever is saved. With `replaces` the earlier draft is stored to be brought back.
    `page` is what the page calls itself: its own last change does not make it stale.
    Raises StaleDraft if the draft was changed since, Refused when too much is sent.
    """
    filled = {name: text for name, text in typed.items() if text.strip()}
    if len(filled) > MAX_FIELDS or any(len(text) > MAX_FIELD_LENGTH for text in filled.values()):
        raise Refused(f"A draft keeps at most {MAX_FIELDS} fields of {MAX_FIELD_LENGTH} letters each.")
    with written_whole():
        if not filled and _locked(match, by) is None:
            return None
        # A row is made first and locked, so that of several windows each changes what the one before saved.
        draft, _ = Draft.with_deleted.select_for_update().get_or_create(
            match=match, user=by, defaults={"began_from": began_from, "saved_at": now, "revision": 0}
        )
        saved = draft.typed if draft.deleted_at is None else {}
        if saved == filled:
            return draft if saved else None
        if saved and revision not in (None, draft.revision) and (not page or page != draft.page):
            raise StaleDraft(draft)
        if not filled:
            delete_draft(match=match, by=by, now=now)
            return None
        if not saved:
            draft.began_from = began_from
        if replaces or not saved:
            draft.replaced = draft.typed
        draft.typed, draft.saved_at, draft.deleted_at = filled, now, None
        draft.revision += 1
        draft.page = page
        draft.save()
    return draft


def delete_draft(*, match: Match, by: User, now: datetime.datetime) -> None:
    """Delete the draft of a person for a match; it can be brought back until the match is confirmed."""
    Draft.objects.filter(match=match, user=by).update(deleted_at=now)


def restore_draft(*, match: Match, by: User, now: datetime.datetime) -> Draft:
    """Bring back a deleted draft, or the one that the present one replaced, which changes places with it.

    Raises Refused if there is none.
    """
    with written_whole():
        draft = _locked(match, by)
        if draft is None or (draft.deleted_at is None and not draft.replaced):
            raise Refused("There is no earlier draft of this match.")
        if draft.deleted_at is None:
            draft.typed, draft.replaced = draft.replaced, draft.typed
        draft.saved_at, draft.deleted_at = now, None
        draft.revision += 1
        draft.save()
    return draft


def _locked(match: Match, by: User) -> Draft | None:
    return Draft.with_deleted.select_for_update().filter(match=match, user=by).first()
