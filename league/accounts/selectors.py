"""Reads of accounts: who has which role in a league, and the codes of matches with the phones that wrote."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from django.db.models import Count, Max
from django.utils import timezone

from league.accounts.powers import POWERS, Role
from league.models import (
    ApiToken,
    ApiWrite,
    League,
    LeagueRole,
    Match,
    Passkey,
    Pub,
    PubLink,
    RoomReport,
    ScoringCode,
    Side,
    SignedInDevice,
    TableEntry,
    TableSquare,
    Team,
    User,
)
from league.shared.cells import in_every_cell
from league.shared.text import folded

IN_ORDER = {role: place for place, role in enumerate(Role)}


def people_of(league: League) -> tuple[LeagueRole, ...]:
    """Return everybody with a role, the owner first, then by name. One query."""
    roles = LeagueRole.objects.filter(league=league).select_related("user__authenticator", "team")
    return tuple(sorted(roles, key=_place))


def person_in(league: League, username: str) -> LeagueRole | None:
    """Return somebody with a role, by the name they sign in with."""
    roles = LeagueRole.objects.filter(league=league, user__username=username)
    return roles.select_related("user", "team").first()


def roles_of(user: User) -> tuple[LeagueRole, ...]:
    """Return the roles of an account in all leagues, by the league's name."""
    of_user = LeagueRole.objects.filter(user=user).select_related("league", "team")
    roles = chain.from_iterable(in_every_cell(lambda: list(of_user.all())))
    return tuple(sorted(roles, key=lambda role: (role.league.name.casefold(), role.pk)))


def sign_ins_of(user: User) -> list[SignedInDevice]:
    """Return where an account is signed in, the latest used first. One query."""
    return list(SignedInDevice.objects.filter(user=user, session__expire_date__gt=timezone.now()))


def passkeys_of(user: User) -> list[Passkey]:
    """Return the passkeys of an account, the oldest first. One query."""
    return list(Passkey.objects.filter(authenticator__user=user))


def leagues_that_require_two_steps(user: User) -> list[League]:
    """Return the leagues that the account helps to run and that ask for two-step sign-in. One query."""
    helping = [role for role, powers in POWERS.items() if powers]
    required = League.objects.filter(requires_two_steps=True, roles__user=user, roles__role__in=helping)
    found = chain.from_iterable(in_every_cell(lambda: list(required.order_by("name"))))
    return sorted(found, key=lambda league: league.name)


def teams_to_lead(league: League) -> tuple[Team, ...]:
    """Return the teams a captain can be of, by name."""
    return tuple(sorted(Team.objects.filter(league=league), key=lambda team: (team.name.casefold(), team.pk)))


def accounts_at(email: str) -> tuple[User, ...]:
    """Return the accounts a sign-in link is sent for: what stands in an account is what is written to, never
    what was typed, which another alphabet can make look the same.
    """
    accounts = User.objects.filter(email__iexact=email, is_active=True).exclude(email="")
    return tuple(sorted(accounts, key=lambda user: user.username))


def _place(person: LeagueRole) -> tuple[int, str, str]:
    return IN_ORDER[Role(person.role)], str(person.user).casefold(), person.user.username


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """A phone that has sent something for a match: how much, and when it was last heard of.

    `name` tells it from the others; it is made up by the phone and says nothing about whose it is. `sent_for`
    is the side whose captain's link it came by; empty for the code.
    """

    name: str
    sent_for: str
    entries: int
    last: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeInUse:
    """The code of a match, those before it, and the phones heard of."""

    match: Match
    live: ScoringCode | None
    ended: tuple[ScoringCode, ...]
    phones: tuple[Phone, ...]

    @property
    def last(self) -> datetime.datetime | None:
        """When anything last came in."""
        return max((phone.last for phone in self.phones), default=None)

    @property
    def spaced(self) -> str:
        """The live code as it is read out: "k7m4 9qtd"."""
        code = self.live.code if self.live else ""
        return f"{code[: len(code) // 2]} {code[len(code) // 2 :]}".strip()


def code_in_use(match: Match) -> CodeInUse:
    """Return the code of one match. Two queries."""
    return _in_use([match])[0]


def codes_of_night(league: League, date: datetime.date) -> list[CodeInUse]:
    """Return the codes of the matches of a night, in the order of divisions. Three queries, however many."""
    matches = (
        Match.with_ties.filter(division__season__league=league, date=date)
        .select_related("home", "away")
        .order_by("division__position", "pk")
    )
    return _in_use(matches)


def _in_use(matches: Iterable[Match]) -> list[CodeInUse]:
    all_matches = list(matches)
    codes: dict[int, list[ScoringCode]] = defaultdict(list)
    for code in ScoringCode.objects.filter(match__in=all_matches).order_by("-issued_at", "-pk"):
        codes[code.match_id].append(code)
    phones: dict[int, list[Phone]] = defaultdict(list)
    heard = (
        TableEntry.objects.filter(match__in=all_matches)
        .order_by()
        .values("match", "phone", "sent_for")
        .annotate(entries=Count("pk"), last=Max("received_at"))
    )
    for row in sorted(heard, key=lambda row: row["last"], reverse=True):
        side = Side(row["sent_for"]).label if row["sent_for"] else ""
        name = str(row["phone"])[:8]
        phones[row["match"]].append(Phone(name=name, sent_for=side, entries=row["entries"], last=row["last"]))
    return [
        CodeInUse(
            match=match,
            live=next((code for code in codes[match.pk] if code.revoked_at is None), None),
            ended=tuple(code for code in codes[match.pk] if code.revoked_at is not None),
            phones=tuple(phones[match.pk]),
        )
        for match in all_matches
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedPub:
    """A pub, its link and the square of its tables; None while it has none."""

    pub: Pub
    link: PubLink | None
    square: TableSquare | None


def linked_pubs(league: League) -> tuple[LinkedPub, ...]:
    """Return every open pub by name, with its latest link and square. Three queries."""
    links = {link.pub_id: link for link in PubLink.objects.live().filter(pub__league=league)}
    squares = {square.pub_id: square for square in TableSquare.objects.live().filter(pub__league=league)}
    pubs = sorted(league.pubs.filter(closed_on=None), key=lambda pub: (folded(pub.name), pub.slug))
    return tuple(LinkedPub(pub=pub, link=links.get(pub.pk), square=squares.get(pub.pk)) for pub in pubs)


def room_reports(league: League) -> tuple[RoomReport, ...]:
    """Return the nights that pubs have reported and nobody has dealt with, the next first. One query."""
    waiting = RoomReport.objects.filter(pub__league=league, closed_at=None)
    return tuple(waiting.select_related("pub").order_by("date", "id"))


WRITES_SHOWN = 50


def tokens_of(league: League) -> list[ApiToken]:
    """Return the tokens of a league's programs, those that still write first. One query."""
    tokens = league.api_tokens.select_related("created_by")
    return sorted(tokens, key=lambda token: (token.revoked_at is not None, folded(token.name), token.pk))


def api_writes(league: League) -> list[ApiWrite]:
    """Return what programs wrote last, the latest first. One query."""
    writes = ApiWrite.objects.filter(token__league=league).select_related("token")
    return list(writes.defer("answer")[:WRITES_SHOWN])
