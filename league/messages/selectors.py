"""Reads of messages: who was told what, what is still to go out, messages to many, captains’ links."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.accounts.links import token_of
from league.accounts.rate_limit import is_held
from league.competition.selectors import divisions_of, enrolments_of
from league.messages.letters import day
from league.messages.merge_fields import Recipient
from league.models import CaptainLink, Division, Enrolment, League, Mailing, Match, Notice, Season
from league.people.selectors import CaptainContact, captain_in

# A message is tried for a day; what came later would ask for what has long arrived.
TRIED_FOR = datetime.timedelta(days=1)

# After the first failure; from then on a message rests as long again as it has waited.
FIRST_PAUSE = datetime.timedelta(minutes=10)


# What the reason begins with where a letter came back from its address: sending it again is of no use.
CAME_BACK = "The letter came back: "


def chases_of(matches: Collection[int]) -> dict[int, list[Notice]]:
    """Return who was asked for the result of each of the matches, the latest last. One query."""
    chases: dict[int, list[Notice]] = defaultdict(list)
    notices = Notice.objects.filter(match__in=matches, kind=Notice.Kind.CHASE)
    for notice in notices.order_by("wanted_at", "id"):
        chases[notice.match_id or 0].append(notice)
    return chases


def due_notices(now: datetime.datetime) -> list[Notice]:
    """Return the messages to be tried now, those never tried first. One query; where letters are limited one
    more for each league.
    """
    open_ones = Notice.objects.exclude(failed_because__startswith=CAME_BACK).filter(
        Q(sent_at=None) | ~Q(failed_because=""),
        league__is_silent=False,
        wanted_at__gt=now - TRIED_FOR,
        wanted_at__lte=now,
    )
    due = [notice for notice in open_ones.select_related("wanted_by") if is_due(notice, now)]
    held = {league for league in {notice.league_id for notice in due} if is_held(league)}
    due = [notice for notice in due if notice.league_id not in held]
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
    live = CaptainLink.objects.live().filter(enrolment__in=enrolments)
    links = {link.enrolment_id: link for link in live}
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


_LETTER_KINDS = {
    "tomorrow": Enrolment.LetterKind.TOMORROW,
    "signed": Enrolment.LetterKind.SIGN,
    "objection": Enrolment.LetterKind.OBJECTION,
    "asked": Enrolment.LetterKind.MOVE,
    "due": Enrolment.LetterKind.DATES,
}
"""Kinds of letters captains can do without, by the first word of what a notice is about."""


def letter_kind(notice: Notice) -> Enrolment.LetterKind | None:
    """Return which of the letters that captains can do without a notice is; None for any other."""
    kind, _, rest = notice.about.partition(" ")
    if kind == "reminder":
        return Enrolment.LetterKind(rest.partition("-")[0])
    return _LETTER_KINDS.get(kind)


def enrolments_written_to(notice: Notice) -> list[Enrolment]:
    """Return the sides of a notice's match whose captain has its address, with their teams. One query.

    Of a notice without a match: the teams of open seasons whose captain has it.
    """
    if notice.match_id is None:
        open_seasons = Enrolment.objects.filter(season__league=notice.league_id, season__is_finished=False)
        return list(open_seasons.filter(captain_email=notice.to).select_related("team").order_by("pk"))
    division = Q(division__matches=notice.match_id)
    side = Q(team__home_matches=notice.match_id) | Q(team__away_matches=notice.match_id)
    known = Enrolment.objects.filter(division, side, captain_email=notice.to).distinct()
    return list(known.select_related("team").order_by("pk"))


def _failed(season: Season) -> dict[str, str]:
    """Return why letters could not be sent, by the public id of the link."""
    letters = Notice.objects.filter(league=season.league_id, kind=Notice.Kind.LINK).order_by(
        "wanted_at", "id"
    )
    return {_link_named(letter): letter.failed_because for letter in letters}


def _link_named(notice: Notice) -> str:
    return notice.about.split()[1]


# --- Messages to many -------------------------------------------------------------------------
ALL_TEAMS = "all"
OF_DIVISION = "division:"
OF_NIGHT = "night:"


def audiences_of(season: Season | None) -> list[tuple[str, str]]:
    """Return to whom a message can go, each with its name: all teams, a division, a night. Two queries."""
    if season is None:
        return []
    nights = Match.with_ties.filter(division__season=season, date__isnull=False).order_by("date")
    divisions = [(f"{OF_DIVISION}{row.slug}", f"Captains of {row}") for row in divisions_of(season)]
    dates = [date for date in nights.values_list("date", flat=True).distinct() if date]
    return [
        (ALL_TEAMS, "Captains of all teams"),
        *divisions,
        *((f"{OF_NIGHT}{date}", f"Captains of {day(date)}") for date in dates),
    ]


def recipients_of(season: Season, audience: str, today: datetime.date) -> list[Recipient]:
    """Return the captains of an audience, each with what the fields of a message say to them. Two queries.

    Opponent, date and pub are those of the team's match on that night, else of its next match; without one
    they are missing.
    """
    matches = Match.with_ties.filter(division__season=season)
    enrolments = enrolments_of(season)
    if audience.startswith(OF_NIGHT):
        night = datetime.date.fromisoformat(audience.removeprefix(OF_NIGHT))
        matches = matches.filter(date=night)
    else:
        matches = matches.filter(date__gte=today)
    if audience.startswith(OF_DIVISION):
        slug = audience.removeprefix(OF_DIVISION)
        enrolments = [enrolment for enrolment in enrolments if enrolment.division.slug == slug]
    next_of = _next_matches(matches)
    return [
        Recipient(contact=contact, values=_values(contact, next_of.get(enrolment.team_id)))
        for enrolment in enrolments
        for contact in [captain_in(enrolment)]
        if not audience.startswith(OF_NIGHT) or enrolment.team_id in next_of
    ]


def _next_matches(matches: QuerySet[Match]) -> dict[int, tuple[str, Match]]:
    """Return the first of the matches of each team, with the name of its opponent."""
    first: dict[int, tuple[str, Match]] = {}
    for match in matches.select_related("home", "away", "venue").order_by("date", "id"):
        first.setdefault(match.home_id, (match.away.name, match))
        first.setdefault(match.away_id, (match.home.name, match))
    return first


def _values(contact: CaptainContact, next_match: tuple[str, Match] | None) -> dict[str, str]:
    values = {"captain": contact.called, "team": contact.team}
    if next_match is not None:
        opponent, match = next_match
        values |= {"opponent": opponent, "date": day(match.date), "pub": match.venue.name}
    return values


@dataclass(frozen=True, slots=True, kw_only=True)
class MailingRecord:
    """A message to many and what became of each of its letters."""

    mailing: Mailing
    sent: tuple[Notice, ...]
    waiting: tuple[Notice, ...]
    failed: tuple[Notice, ...]

    @property
    def letters(self) -> int:
        return len(self.sent) + len(self.waiting) + len(self.failed)


def mailings_of(league: League, kind: str = "") -> QuerySet[Mailing]:
    """Return the messages to many of a league, the latest first; of one kind, if it is given."""
    mailings = Mailing.objects.filter(league=league).select_related("written_by")
    return mailings.filter(kind=kind) if kind else mailings


def records_of(mailings: Iterable[Mailing]) -> list[MailingRecord]:
    """Return the messages with what became of their letters. One query, however many."""
    mailings = list(mailings)
    notices: dict[int, list[Notice]] = defaultdict(list)
    for notice in Notice.objects.filter(mailing__in=mailings).order_by("to", "id"):
        notices[notice.mailing_id or 0].append(notice)
    return [
        MailingRecord(
            mailing=mailing,
            sent=tuple(notice for notice in letters if notice.sent_at and not notice.failed_because),
            waiting=tuple(notice for notice in letters if notice.sent_at is None),
            failed=tuple(notice for notice in letters if notice.sent_at and notice.failed_because),
        )
        for mailing in mailings
        for letters in [notices[mailing.pk]]
    ]


FAILURES_SHOWN = 20
FAILURES_OF = datetime.timedelta(days=14)


def failed_letters(league: League, now: datetime.datetime) -> list[Notice]:
    """Return reminders and other single letters of the last fortnight that could not be sent. One query."""
    letters = Notice.objects.filter(league=league, mailing=None, sent_at__gte=now - FAILURES_OF)
    return list(letters.exclude(failed_because="").order_by("-sent_at", "id")[:FAILURES_SHOWN])


def returned_letters(league: League) -> list[Notice]:
    """Return the last letter to each captain of an open season if it came back. One query."""
    captains = Enrolment.objects.filter(season__league=league, season__is_finished=False)
    later = Notice.objects.filter(league=league, to=OuterRef("to"), sent_at__gt=OuterRef("sent_at"))
    returned = Notice.objects.filter(league=league, failed_because__startswith=CAME_BACK)
    last = returned.filter(~Exists(later), to__in=captains.values("captain_email"))
    return list({notice.to: notice for notice in last.order_by("to", "id")}.values())


def mailing_of(league: League, public_id: str) -> Mailing:
    """Return a message of the league. Raises Mailing.DoesNotExist."""
    return Mailing.objects.get(league=league, public_id=public_id)
