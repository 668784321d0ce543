"""The codes of matches as the secretary sees them: the live one, those ended, the phones that wrote."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Max

from league.models import League, Match, ScoringCode, Side, TableEntry


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
    """The code of one match. Two queries."""
    return _in_use([match])[0]


def codes_of_night(league: League, date: datetime.date) -> list[CodeInUse]:
    """The codes of the matches of a night, in the order of divisions. Three queries, however many."""
    matches = (
        Match.objects.filter(division__season__league=league, date=date)
        .select_related("home", "away")
        .order_by("division__position", "pk")
    )
    return _in_use(matches)


def _in_use(matches: Iterable[Match]) -> list[CodeInUse]:
    wanted = list(matches)
    codes: dict[int, list[ScoringCode]] = defaultdict(list)
    for code in ScoringCode.objects.filter(match__in=wanted).order_by("-issued_at", "-pk"):
        codes[code.match_id].append(code)
    phones: dict[int, list[Phone]] = defaultdict(list)
    heard = (
        TableEntry.objects.filter(match__in=wanted)
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
            live=next((one for one in codes[match.pk] if one.revoked_at is None), None),
            ended=tuple(one for one in codes[match.pk] if one.revoked_at is not None),
            phones=tuple(phones[match.pk]),
        )
        for match in wanted
    ]
