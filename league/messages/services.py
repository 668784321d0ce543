"""Writes of messages: captains’ links issued for a whole season, and sent by e-mail."""

import datetime
from collections.abc import Callable, Sequence

from league.competition.selectors import league_today
from league.messages.letters import link_body, link_subject
from league.messages.selectors import about_link
from league.models import CaptainLink, Enrolment, Notice, Season, User
from league.people.selectors import captain_in
from league.shared.errors import Refused, written_whole

NO_LINK = "This captain has no link yet: make one first."
NO_ADDRESS = "No e-mail address of this captain is known: write it down under Captains, or copy the link."
SENT_TODAY = "It was sent to {} today already. Tomorrow it can be sent again; or make a new link."


def issue_missing_links(*, season: Season, by: User, now: datetime.datetime) -> list[CaptainLink]:
    """Return a link for every captain of a season who has none; those there are stay as they are."""
    with written_whole():
        # Two who press at once take turns: the second finds nothing missing.
        held = season.enrolments.select_for_update(of=("self",), no_key=True).order_by("pk")
        teams = [enrolment.pk for enrolment in held]
        live = CaptainLink.objects.live().filter(enrolment__in=teams)
        have = set(live.values_list("enrolment", flat=True))
        return CaptainLink.objects.bulk_create(
            CaptainLink(enrolment_id=team, issued_at=now, issued_by=by) for team in teams if team not in have
        )


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
