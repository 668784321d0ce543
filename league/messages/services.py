"""Writes of messages: captains’ links issued and sent; messages to many sent, undone and retried."""

import datetime
from collections.abc import Callable, Sequence

from django.db.models import Q

from league.competition.selectors import league_today
from league.messages.letters import link_body, link_subject
from league.messages.merge_fields import Mail
from league.messages.selectors import FIRST_PAUSE, about_link
from league.models import CaptainLink, Enrolment, League, Mailing, Notice, Season, User
from league.people.selectors import captain_in
from league.shared.directory import CAPTAIN, claim_names
from league.shared.errors import Refused, refused_by, written_whole
from league.shared.identifiers import new_public_id

NO_LINK = "This captain has no link yet. Create one first."
NO_ADDRESS = "This captain has no e-mail address. Enter one under Captains, or copy the link."
SENT_ALREADY = "This message was already sent. The list of messages shows it."
NOBODY_REACHED = "None of these captains has an e-mail address. Call or text them."
NOTHING_WAITS = "This message has been sent, so it cannot be undone."
NOTHING_FAILED = "No e-mail of this message failed, or the failed ones are being sent just now."
SENT_TODAY = "It was sent to {} today already. Send it again tomorrow, or create a new link."

UNDO_TIME = datetime.timedelta(minutes=10)
"""A message to many waits so long, and can be undone until then."""


def issue_missing_links(*, season: Season, by: User, now: datetime.datetime) -> list[CaptainLink]:
    """Return a link for every captain of a season who has none; those there are stay as they are."""
    with written_whole():
        # Two who press at once take turns: the second finds nothing missing.
        held = season.enrolments.select_for_update(of=("self",), no_key=True).order_by("pk")
        teams = [enrolment.pk for enrolment in held]
        live = CaptainLink.objects.live().filter(enrolment__in=teams)
        have = set(live.values_list("enrolment", flat=True))
        missing = [team for team in teams if team not in have]
        links = [CaptainLink(enrolment_id=team, issued_at=now, issued_by=by) for team in missing]
        claim_names(CAPTAIN, links, "public_id", new_public_id)
        return CaptainLink.objects.bulk_create(links)


def send_links(
    *,
    enrolments: Sequence[Enrolment],
    address_of: Callable[[CaptainLink], str],
    by: User,
    now: datetime.datetime,
) -> list[Notice]:
    """Write to captains with their links; each letter goes out once a day.

    `address_of` gives the address of a link with its public id alone, which opens nothing: it is signed as
    the letter is sent. The enrolments come with their teams and season. Raises Refused, and sends nothing,
    if one of them has no link or no address or was sent it today.
    """
    with written_whole():
        held = CaptainLink.objects.live().select_for_update(of=("self",), no_key=True)
        live = held.filter(enrolment__in=enrolments)
        links = {link.enrolment_id: link for link in live.order_by("pk")}
        letters = [
            _letter(enrolment, links.get(enrolment.pk), address_of, by, now) for enrolment in enrolments
        ]
        sent = Notice.objects.filter(kind=Notice.Kind.LINK, about__in=[letter.about for letter in letters])
        if again := sent.first():
            raise Refused(SENT_TODAY.format(again.to))
        for enrolment in enrolments:
            links[enrolment.pk].sent_to = enrolment.captain_email
        CaptainLink.objects.bulk_update(links.values(), ["sent_to"])
        return Notice.objects.bulk_create(letters)


def _letter(
    enrolment: Enrolment,
    link: CaptainLink | None,
    address_of: Callable[[CaptainLink], str],
    by: User,
    now: datetime.datetime,
) -> Notice:
    if link is None:
        raise Refused(NO_LINK)
    if not enrolment.captain_email:
        raise Refused(NO_ADDRESS)
    league = enrolment.season.league
    return Notice(
        league=league,
        kind=Notice.Kind.LINK,
        about=about_link(link, league_today(league, now)),
        to=enrolment.captain_email,
        subject=link_subject(enrolment),
        body=link_body(enrolment, captain_in(enrolment), address_of(link), by),
        wanted_at=now,
        wanted_by=by,
    )


# --- Messages to many -------------------------------------------------------------------------
def send_mailing(
    *, league: League, mail: Mail, audience: str, key: str, by: User, now: datetime.datetime
) -> Mailing:
    """Write a message to many into the outbox; its letters go after ten minutes.

    `key` is the id made with the preview. Raises Refused if nobody has an address, or if a message of that
    key was sent already.
    """
    if not mail.letters:
        raise Refused(NOBODY_REACHED)
    with written_whole():
        with refused_by(public_id=SENT_ALREADY):
            mailing = Mailing.objects.create(
                league=league,
                public_id=key,
                kind=mail.kind,
                audience=audience,
                subject=mail.subject,
                text=mail.text,
                without_address=[
                    {"team": contact.team, "name": contact.name, "phone": contact.phone}
                    for contact, _ in mail.unreached
                ],
                written_at=now,
                written_by=by,
                goes_at=now + UNDO_TIME,
            )
        Notice.objects.bulk_create(
            Notice(
                league=league,
                mailing=mailing,
                kind=mail.kind,
                to=letter.to,
                subject=letter.subject,
                body=letter.body,
                wanted_at=mailing.goes_at,
                wanted_by=by,
            )
            for letter in mail.letters
        )
    return mailing


def undo_mailing(*, mailing: Mailing, now: datetime.datetime) -> int:
    """Delete the letters that were not sent yet; return how many. Raises Refused if none waits."""
    with written_whole():
        # A letter that another process has claimed meanwhile has a time, and stays.
        undone, _ = Notice.objects.filter(mailing=mailing, sent_at=None).delete()
        if not undone:
            raise Refused(NOTHING_WAITS)
        mailing.undone_at = now
        mailing.save(update_fields=["undone_at"])
    return undone


def retry_mailing(*, mailing: Mailing, now: datetime.datetime) -> int:
    """Send the letters that failed once more; return how many. Raises Refused if none can be.

    One that was tried a moment ago may still be on its way, and is left out.
    """
    failed = Notice.objects.filter(mailing=mailing).exclude(failed_because="")
    retried = failed.filter(sent_at__lt=now - FIRST_PAUSE).update(
        wanted_at=now, sent_at=None, failed_because=""
    )
    if not retried:
        raise Refused(NOTHING_FAILED)
    return retried


def allow_letters(*, league: League) -> None:
    """Let a copy of a league write letters from now on; those that waited are not sent."""
    with written_whole():
        Notice.objects.filter(Q(sent_at=None) | ~Q(failed_because=""), league=league).delete()
        League.objects.filter(pk=league.pk).update(is_silent=False)
