"""Letters that came back from their address: refused as they were sent, or reported afterwards (RFC 3464).

Each letter has a sign of its own in its head, which a report repeats: so it says which letter it was, and
nobody else can make one.
"""

import email
import re
import smtplib
from typing import cast

from django.core.signing import BadSignature, Signer

from league.messages.selectors import CAME_BACK
from league.models import Notice

LETTER = "X-Pegboard-Letter"
_SIGNER = Signer(sep=".", salt="pegboard.letter")
# No such mailbox or domain, or one that takes no more. Others are about us: 5.7.1 is not let through.
OF_THE_ADDRESS = re.compile(r"^55\d 5\.[12]\.")


def letter_sign(notice: Notice) -> str:
    """Return what stands in the head of a letter."""
    return _SIGNER.sign(str(notice.pk))


def refusal_of(fault: Exception) -> str:
    """Return why a letter was not sent, in one line; said to have come back if that is about its address."""
    words = str(fault)
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        ((code, said),) = fault.recipients.values()
        words = f"{code} {said.decode(errors='replace')}"
    because = " ".join(words.split())
    return f"{CAME_BACK}{because}" if OF_THE_ADDRESS.match(because) else because


def letter_returned(message: bytes) -> tuple[int, str]:
    """Return the key of the letter that came back, by a report of a mail server, and why; 0 for no letter."""
    sign = because = ""
    for part in email.message_from_bytes(message).walk():
        if part.get_content_type() == "text/rfc822-headers":
            part = email.message_from_bytes(cast(bytes, part.get_payload(decode=True)))
        sign = part.get(LETTER, sign)
        if part.get("Action", "").strip().lower() == "failed":
            because = part.get("Diagnostic-Code") or part.get("Status") or "no reason is given"
    try:
        key = int(_SIGNER.unsign(sign)) if because else 0
    except BadSignature:
        key = 0
    return key, f"{CAME_BACK}{' '.join(because.rpartition(';')[2].split())}"
