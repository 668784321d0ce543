"""The clock carries what was written to the post."""

import datetime

from django.conf import settings
from django.urls import reverse

from league.accounts.letter_links import letter_token
from league.accounts.rate_limit import is_held, note_letter
from league.messages.returned import LETTER, letter_sign, refusal_of
from league.messages.selectors import due_notices, enrolments_written_to, letter_kind, letter_text
from league.models import Notice
from league.results.services.reminders import claim_notice, note_failed, note_sent
from league.shared.letters import Letter
from league.shared.text import listed

# So few that the last is sent, however slow the post, before another process may think the first lost:
# EMAIL_TIMEOUT (league/settings.py) times this stays below selectors.notices.FIRST_PAUSE.
AT_ONCE = 20


def send_notices(now: datetime.datetime) -> int:
    """Send what is to be sent; how many went out. What fails keeps the reason and is tried again later."""
    return sum(_send(notice, now) for notice in due_notices(now)[:AT_ONCE])


def _send(notice: Notice, now: datetime.datetime) -> bool:
    if is_held(notice.league_id) or not claim_notice(notice=notice, now=now):
        return False
    try:
        _letter(notice).send()
    except (OSError, ValueError) as fault:  # the post is out of order, or the address is none
        note_failed(notice=notice, because=refusal_of(fault))
        return False
    note_sent(notice=notice)
    note_letter(notice.league_id)
    return True


def _letter(notice: Notice) -> Letter:
    """Answers go to whoever asked. What a captain can do without says how to stop it."""
    asker = notice.wanted_by
    words, headers = _way_to_stop(notice)
    return Letter(
        subject=" ".join(notice.subject.split()),
        body=f"{letter_text(notice)}{words}",
        to=[notice.to],
        reply_to=[asker.email] if asker and asker.email else None,
        headers={LETTER: letter_sign(notice), **headers},
    )


def _way_to_stop(notice: Notice) -> tuple[str, dict[str, str]]:
    """Return what a letter says about stopping others of its kind, to its reader and to the mail program."""
    kind = letter_kind(notice)
    enrolments = enrolments_written_to(notice) if kind else []
    if kind is None or not enrolments:
        return "", {}
    teams = listed([str(enrolment.team) for enrolment in enrolments])
    words = f"\n-- \nYou get this as captain of {teams}. You choose your e-mails on your captain’s page.\n"
    if not settings.SITE:
        return words, {}
    address = f"{settings.SITE}{reverse('stop-letters', kwargs={'token': letter_token(enrolments, kind)})}"
    one_click = {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return f"{words}To stop e-mails about {kind.label}: {address}\n", one_click
