"""The links of a season's captains, as the secretary keeps them; and the letter a captain gets his with.

Captains' links for a whole season: made for all that have none, and sent by e-mail.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.accounts.links import token_of
from league.competition.selectors import enrolments_of, league_today
from league.messages.letters import link_body, link_subject
from league.models import CaptainLink, Division, Enrolment, Notice, Season, User
from league.people.captains.selectors import captain_in
from league.shared.errors import Refused, written_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLink:
    """A team and the link of its captain, None while it has none; why its letter did not go, if so."""

    enrolment: Enrolment
    link: CaptainLink | None
    failed_because: str = ""

    @property
    def can_be_sent(self) -> bool:
        return self.link is not None and bool(self.enrolment.captain_email)

    @property
    def is_unsent(self) -> bool:
        """Whether there is a link to send that was never sent."""
        return self.can_be_sent and not (self.link and self.link.sent_to)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLinks:
    """Every team of a season with its captain's link, in the order of divisions and names."""

    teams: tuple[TeamLink, ...]

    @property
    def divisions(self) -> Mapping[Division, list[TeamLink]]:
        found: dict[Division, list[TeamLink]] = {}
        for team in self.teams:
            found.setdefault(team.enrolment.division, []).append(team)
        return found

    @property
    def missing(self) -> tuple[TeamLink, ...]:
        """Teams whose captain has no link."""
        return tuple(team for team in self.teams if team.link is None)

    @property
    def unsent(self) -> tuple[TeamLink, ...]:
        """Teams whose link was never sent, though there is an address to send it to."""
        return tuple(team for team in self.teams if team.is_unsent)


def season_links(season: Season | None) -> SeasonLinks:
    """The links of a season's captains. Three queries."""
    enrolments = list(enrolments_of(season))
    links = _live(enrolment.pk for enrolment in enrolments)
    failed = _failed(season) if season else {}
    return SeasonLinks(
        teams=tuple(
            TeamLink(enrolment=one, link=link, failed_because=failed.get(link.public_id, "") if link else "")
            for one in enrolments
            for link in [links.get(one.pk)]
        )
    )


def about_link(link: CaptainLink, day: datetime.date) -> str:
    """What names the letter with a link: it goes out once a day."""
    return f"link {link.public_id} {day}"


def letter_text(notice: Notice) -> str:
    """What is sent: the letter as it was written, the link in it signed.

    What is kept opens nothing: only the letter on its way holds the whole link. One query for a letter with a
    link, none for another.
    """
    if notice.kind != Notice.Kind.LINK:
        return notice.body
    public_id = _link_named(notice)
    link = CaptainLink.objects.filter(public_id=public_id, revoked_at=None).first()
    return notice.body.replace(f"/{public_id}/", f"/{token_of(link)}/") if link else notice.body


def _live(enrolments: Iterable[int]) -> dict[int, CaptainLink]:
    links = CaptainLink.objects.filter(enrolment__in=list(enrolments), revoked_at=None)
    return {link.enrolment_id: link for link in links}


def _failed(season: Season) -> dict[str, str]:
    """Why letters could not be sent, by the public id of the link."""
    letters = Notice.objects.filter(league=season.league_id, kind=Notice.Kind.LINK).order_by(
        "wanted_at", "id"
    )
    return {_link_named(letter): letter.failed_because for letter in letters}


def _link_named(notice: Notice) -> str:
    return notice.about.split()[1]


NO_LINK = "This captain has no link yet: make one first."
NO_ADDRESS = "No e-mail address of this captain is known: write it down under Captains, or copy the link."
SENT_TODAY = "It was sent to {} today already. Tomorrow it can be sent again; or make a new link."


def issue_missing_links(*, season: Season, by: User, now: datetime.datetime) -> list[CaptainLink]:
    """A link for every captain of a season who has none; those there are stay as they are."""
    with written_whole():
        # Two who press at once take turns: the second finds nothing missing.
        held = season.enrolments.select_for_update(of=("self",), no_key=True).order_by("pk")
        teams = [enrolment.pk for enrolment in held]
        live = CaptainLink.objects.filter(enrolment__in=teams, revoked_at=None)
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
        live = CaptainLink.objects.select_for_update(of=("self",), no_key=True).filter(
            enrolment__in=enrolments, revoked_at=None
        )
        links = {link.enrolment_id: link for link in live.order_by("pk")}
        letters = [_letter(one, links.get(one.pk), address_of, by, now) for one in enrolments]
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
