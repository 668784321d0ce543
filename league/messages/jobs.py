"""The clock carries what was written to the post."""

import datetime

from django.core.mail import EmailMessage

from league.messages.selectors import due_notices, letter_text
from league.models import Notice
from league.results.services.reminders import claim_notice, note_failed, note_sent

# So few that the last is sent, however slow the post, before another process may think the first lost:
# EMAIL_TIMEOUT (league/settings.py) times this stays below selectors.notices.FIRST_PAUSE.
AT_ONCE = 20


def send_notices(now: datetime.datetime) -> int:
    """Send what is to be sent; how many went out. What fails keeps the reason and is tried again later."""
    return sum(_send(notice, now) for notice in due_notices(now)[:AT_ONCE])


def _send(notice: Notice, now: datetime.datetime) -> bool:
    if not claim_notice(notice=notice, now=now):
        return False
    try:
        _letter(notice).send()
    except (OSError, ValueError) as fault:  # the post is out of order, or the address is none
        note_failed(notice=notice, because=" ".join(str(fault).split()))
        return False
    note_sent(notice=notice)
    return True


def _letter(notice: Notice) -> EmailMessage:
    """Answers go to whoever asked."""
    asker = notice.wanted_by
    return EmailMessage(
        subject=" ".join(notice.subject.split()),
        body=letter_text(notice),
        to=[notice.to],
        reply_to=[asker.email] if asker and asker.email else None,
    )
