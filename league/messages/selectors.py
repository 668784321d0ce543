"""Reads of messages: who was told what, what is still to go out, and the links of a season’s captains."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from league.accounts.links import token_of
from league.competition.selectors import enrolments_of
from league.models import CaptainLink, Division, Enrolment, Notice, Season

# A message is tried for a day; what came later would ask for what has long arrived.
TRIED_FOR = datetime.timedelta(days=1)

# After the first failure; from then on a message rests as long again as it has waited.
FIRST_PAUSE = datetime.timedelta(minutes=10)


def chases_of(matches: Collection[int]) -> dict[int, list[Notice]]:
    """Return who was asked for the result of each of the matches, the latest last. One query."""
    chases: dict[int, list[Notice]] = defaultdict(list)
    notices = Notice.objects.filter(match__in=matches, kind=Notice.Kind.CHASE)
    for notice in notices.order_by("wanted_at", "id"):
        chases[notice.match_id or 0].append(notice)
    return chases


def due_notices(now: datetime.datetime) -> list[Notice]:
    """Return the messages to be tried now, those never tried first. One query."""
    open_ones = Notice.objects.filter(
        Q(sent_at=None) | ~Q(failed_because=""), wanted_at__gt=now - TRIED_FOR, wanted_at__lte=now
    )
    due = [notice for notice in open_ones.select_related("wanted_by") if is_due(notice, now)]
    return sorted(due, key=lambda notice: notice.sent_at is not None)


def is_due(notice: Notice, now: datetime.datetime) -> bool:
    """Return whether a message that was not sent yet has rested long enough since it was last tried."""
    if notice.sent_at is None:
        return True
    return now - notice.sent_at >= max(FIRST_PAUSE, notice.sent_at - notice.wanted_at)


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
        by_division: dict[Division, list[TeamLink]] = {}
        for team in self.teams:
            by_division.setdefault(team.enrolment.division, []).append(team)
        return by_division

    @property
    def missing(self) -> tuple[TeamLink, ...]:
        """Teams whose captain has no link."""
        return tuple(team for team in self.teams if team.link is None)

    @property
    def unsent(self) -> tuple[TeamLink, ...]:
        """Teams whose link was never sent, though there is an address to send it to."""
        return tuple(team for team in self.teams if team.is_unsent)


def season_links(season: Season | None) -> SeasonLinks:
    """Return the links of a season's captains. Three queries."""
    enrolments = list(enrolments_of(season))
    links = _live(enrolment.pk for enrolment in enrolments)
    failed = _failed(season) if season else {}
    return SeasonLinks(
        teams=tuple(
            TeamLink(
                enrolment=enrolment, link=link, failed_because=failed.get(link.public_id, "") if link else ""
            )
            for enrolment in enrolments
            for link in [links.get(enrolment.pk)]
        )
    )


def about_link(link: CaptainLink, day: datetime.date) -> str:
    """Return what names the letter with a link: it goes out once a day."""
    return f"link {link.public_id} {day}"


def letter_text(notice: Notice) -> str:
    """Return what is sent: the letter as it was written, the link in it signed.

    What is kept opens nothing: only the letter on its way holds the whole link. One query for a letter with a
    link, none for another.
    """
    if notice.kind != Notice.Kind.LINK:
        return notice.body
    public_id = _link_named(notice)
    link = CaptainLink.objects.live().filter(public_id=public_id).first()
    return notice.body.replace(f"/{public_id}/", f"/{token_of(link)}/") if link else notice.body


def _live(enrolments: Iterable[int]) -> dict[int, CaptainLink]:
    links = CaptainLink.objects.live().filter(enrolment__in=list(enrolments))
    return {link.enrolment_id: link for link in links}


def _failed(season: Season) -> dict[str, str]:
    """Return why letters could not be sent, by the public id of the link."""
    letters = Notice.objects.filter(league=season.league_id, kind=Notice.Kind.LINK).order_by(
        "wanted_at", "id"
    )
    return {_link_named(letter): letter.failed_because for letter in letters}


def _link_named(notice: Notice) -> str:
    return notice.about.split()[1]
