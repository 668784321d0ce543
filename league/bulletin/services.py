"""Writes of bulletins: notices, texts edited by hand, news published and withdrawn."""

import datetime

from league.bulletin.text import TextForm
from league.competition.services import bump_revision
from league.models import Bulletin, League, User
from league.shared.errors import Refused, written_whole

STALE = "This bulletin was changed since you opened the page. Your text is below, the saved one beside it."
NOT_PUBLISHED = "This bulletin is not on the league’s page, so there is nothing to withdraw."

PUBLISHED = ("published_at", "published_by", "published_text", "published_notices", "shown_until")


def save_notices(*, league: League, night: datetime.date, notices: str, revision: int) -> Bulletin:
    """Save the notices of a night. Raises Refused if the bulletin was changed since that revision."""
    with written_whole():
        bulletin = _held(league, night)
        if notices != bulletin.notices:
            _verify_revision(bulletin, revision)
            bulletin.notices = notices
            _save(bulletin, "notices")
    return bulletin


def save_text(*, league: League, night: datetime.date, form: TextForm, text: str, revision: int) -> Bulletin:
    """Save a text edited by hand. Raises Refused if the bulletin was changed since that revision."""
    with written_whole():
        bulletin = _held(league, night)
        _verify_revision(bulletin, revision)
        bulletin.edited = {**bulletin.edited, str(form): text}
        _save(bulletin, "edited")
    return bulletin


def discard_text(*, league: League, night: datetime.date, form: TextForm) -> Bulletin:
    """Delete what was edited by hand in a text: it is made of the results again."""
    with written_whole():
        bulletin = _held(league, night)
        bulletin.edited = {name: text for name, text in bulletin.edited.items() if name != form}
        _save(bulletin, "edited")
    return bulletin


def publish_news(
    *,
    league: League,
    night: datetime.date,
    text: str,
    notices: str,
    until: datetime.date,
    by: User,
    now: datetime.datetime,
) -> Bulletin:
    """Show a bulletin on the league’s home up to a day, and its notices; a text shown before is replaced."""
    with written_whole():
        bulletin = _held(league, night)
        bulletin.published_at, bulletin.published_by = now, by
        bulletin.published_text, bulletin.published_notices = text, notices
        bulletin.shown_until = until
        _save(bulletin, *PUBLISHED)
        bump_revision(league_id=league.pk)
    return bulletin


def withdraw_news(*, league: League, night: datetime.date) -> Bulletin:
    """Take a bulletin off the league’s home; its text stays. Raises Refused if it is not there."""
    with written_whole():
        bulletin = _held(league, night)
        if bulletin.published_at is None:
            raise Refused(NOT_PUBLISHED)
        bulletin.published_at = None
        _save(bulletin, "published_at")
        bump_revision(league_id=league.pk)
    return bulletin


def _held(league: League, night: datetime.date) -> Bulletin:
    """Return the bulletin of a night, made if need be, locked until the transaction ends."""
    Bulletin.objects.get_or_create(league=league, night=night)
    return Bulletin.objects.select_for_update(of=("self",), no_key=True).get(league=league, night=night)


def _verify_revision(bulletin: Bulletin, revision: int) -> None:
    if bulletin.revision != revision:
        raise Refused(STALE)


def _save(bulletin: Bulletin, *fields: str) -> None:
    bulletin.revision += 1
    bulletin.save(update_fields=[*fields, "revision"])
