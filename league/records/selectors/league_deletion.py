"""What goes when a whole league is deleted, what stays, and whether it was exported lately."""

import datetime
from dataclasses import dataclass

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet

from league.history.services.audit import WHOLE_LEAGUE, Kind
from league.models import (
    ApiToken,
    AuditEntry,
    CaptainLink,
    League,
    Match,
    Notice,
    Photograph,
    PubLink,
    Scorecard,
    ScoringCode,
    TableSquare,
    UnfiledPhotograph,
    User,
)
from league.records.selectors.mentions import of_league
from league.shared.text import plural

EXPORT_COUNTS_FOR = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueDeletion:
    """What the page says before a league is deleted. `exported` is the last export, if it is recent."""

    exported: AuditEntry | None
    going: tuple[str, ...]
    links: str
    letters: str
    tokens: str
    accounts: tuple[User, ...]


def league_deletion(league: League, now: datetime.datetime) -> LeagueDeletion:
    """Return what goes with a league and what stays. Sixteen queries."""
    matches = Match.with_ties.filter(division__season__league=league)
    cards = Scorecard.objects.filter(match__division__season__league=league)
    photographs = (
        Photograph.objects.filter(match__division__season__league=league).count()
        + UnfiledPhotograph.objects.filter(league=league).count()
    )
    codes = ScoringCode.objects.live().filter(match__division__season__league=league).count()
    links = (
        CaptainLink.objects.live().filter(enrolment__season__league=league).count()
        + PubLink.objects.live().filter(pub__league=league).count()
    )
    squares = TableSquare.objects.live().filter(pub__league=league).count()
    going = (
        (league.seasons.count(), "season", "seasons"),
        (league.pubs.count(), "pub", "pubs"),
        (league.teams.count(), "team", "teams"),
        (league.players.count(), "player", "players"),
        (matches.count(), "match", "matches"),
        (cards.filter(is_confirmed=True).count(), "result", "results"),
        (photographs, "photograph of a score sheet", "photographs of score sheets"),
    )
    return LeagueDeletion(
        exported=last_export(league, now),
        going=tuple(f"{number:,} {one if number == 1 else many}" for number, one, many in going),
        links=f"{codes} code{'' if codes == 1 else 's'} on score sheets, {plural(links, 'link')}, "
        f"{plural(squares, 'square')} for tables",
        letters=plural(Notice.objects.filter(league=league, sent_at=None).count(), "e-mail"),
        tokens=plural(ApiToken.objects.live().filter(league=league).count(), "token"),
        accounts=tuple(User.objects.filter(league_roles__league=league).order_by("username")),
    )


def last_export(league: League, now: datetime.datetime) -> AuditEntry | None:
    """Return the last export of the whole league, if it is at most a day old. One query."""
    exports = league.audit_entries.filter(kind=Kind.EXPORT, what=WHOLE_LEAGUE)
    return exports.filter(last_at__gte=now - EXPORT_COUNTS_FOR).select_related("by").first()


def workbench_lines(league: League) -> QuerySet[LogEntry]:
    """Return what the workbench noted about rows of a league. Two queries for each kind of row in its log."""
    own = Q(pk__in=[])
    for kind in ContentType.objects.filter(app_label="league", logentry__isnull=False).distinct():
        model = kind.model_class()
        if model is None or model is User:
            continue
        noted = LogEntry.objects.filter(content_type=kind).values_list("object_id", flat=True)
        keys = [int(key) for key in set(noted) if key and key.isdecimal()]
        rows = model._base_manager.filter(of_league(model, league), pk__in=keys)
        own |= Q(content_type=kind, object_id__in=[str(key) for key in rows.values_list("pk", flat=True)])
    return LogEntry.objects.filter(own)
