"""Selectors of the log of a match, as values and as the lines the secretary reads."""

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from league.matches.sheet.values import Sheet, SheetGame
from league.models import CaptainLink, League, Match, PhoneSetAside, RuleBook, Side, TableEntry
from league.results.log import MARKS, Body, LogEntry, SheetPlace, standing
from league.results.log_room import UNUSUAL
from league.results.parsing.fields import Layout, layout_of
from league.results.selectors.scorecards import SIDE_OF_LETTER
from league.shared.compiled_query import CompiledQuery
from scoring import cards
from scoring.hands import MARK, Hand, Peg
from scoring.rules import Rules

# --- The match a hand is for, as few plain columns --------------------------------------------------
# Columns of a rule book that say how a game is played and what a sheet has room for.
_OF_RULE_BOOK = (
    "variant",
    "options",
    "target",
    "tables",
    "players_a_side",
    "games_a_table",
    "games_at_each_table",
)
_RULE_BOOK = "division__season__rule_book"
_JSON = frozenset({"options", "games_at_each_table"})
# Rule books of a night that are kept: one for each season being played, more than a large site has.
_KEPT = 256

# JSON as text: what follows from these columns is kept by them.
_COLUMNS = (
    *("pk", "public_id", "date"),
    *(
        Cast(f"{_RULE_BOOK}__{name}", TextField()) if name in _JSON else f"{_RULE_BOOK}__{name}"
        for name in _OF_RULE_BOOK
    ),
)
_BY_CODE = CompiledQuery(
    lambda code: (
        Match.with_ties.filter(scoring_codes__code=code, scoring_codes__revoked_at=None)
        .order_by()
        .values_list(*_COLUMNS)
    )
)


def _by_captain(link: str, match_id: str) -> QuerySet[Match, Any]:
    captains = CaptainLink.objects.live().filter(
        public_id=link, enrolment__season=OuterRef("division__season")
    )
    team = Subquery(captains.order_by().values("enrolment__team"))
    return Match.with_ties.filter(public_id=match_id).order_by().values_list(*_COLUMNS, "home", "away", team)


_BY_CAPTAIN = CompiledQuery(_by_captain)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogMatch:
    """A match as far as its log is concerned: its key, id and date, the rules, the layout of its sheet."""

    pk: int
    public_id: str
    date: datetime.date | None
    rules: Rules
    layout: Layout

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the same of a match that came with its rule book. No query."""
        rule_book = match.division.season.rule_book
        rules = rule_book.rules()
        return cls(
            pk=match.pk,
            public_id=match.public_id,
            date=match.date,
            rules=rules,
            layout=layout_of(rule_book, rules),
        )


def match_of_code(code: str) -> LogMatch | None:
    """Return the match of a scoring code; None if there is no such code, or it was revoked. One query."""
    rows = _BY_CODE.rows(code)
    return _log_match(rows[0]) if rows else None


def match_of_captain(link: str, match_id: str) -> tuple[LogMatch, Side] | None:
    """Return a match of a captain's season and the side of their team in it, by the link's public id.

    None if the link has none of that id, or was revoked. One query.
    """
    for *columns, home, away, team in _BY_CAPTAIN.rows(link, match_id):
        if team in {home, away}:
            return _log_match(tuple(columns)), Side.HOME if team == home else Side.AWAY
    return None


def whole_match(match: LogMatch) -> Match:
    """Return the match itself, with its teams and rule book. One query."""
    return Match.with_ties.select_related("home", "away", "division__season__rule_book").get(pk=match.pk)


def _log_match(row: tuple[Any, ...]) -> LogMatch:
    rules, layout = _of_rule_book(row[3:])
    return LogMatch(pk=row[0], public_id=row[1], date=row[2], rules=rules, layout=layout)


@lru_cache(maxsize=_KEPT)
def _of_rule_book(values: tuple[Any, ...]) -> tuple[Rules, Layout]:
    """Return what follows from the columns of a rule book. Kept by the columns: it cannot be out of date."""
    columns = dict(zip(_OF_RULE_BOOK, values, strict=True))
    rule_book = RuleBook(**{name: json.loads(v) if name in _JSON else v for name, v in columns.items()})
    rules = rule_book.rules()
    return rules, layout_of(rule_book, rules)


# --- The log -----------------------------------------------------------------------------------

FORTNIGHT = datetime.timedelta(days=14)


def phones_aside(match: int) -> QuerySet[PhoneSetAside, Any]:
    """Return, as part of another query, the phones of which nothing counts for a match."""
    return PhoneSetAside.objects.in_force().filter(match=match).order_by().values("phone")


def set_aside_changes(match: int) -> Subquery:
    """Return, as part of another query, how often phones were set aside, or undone; NULL for never."""
    decided = PhoneSetAside.objects.filter(match=match).order_by().values("match")
    return Subquery(decided.annotate(changes=Count("pk") + Count("undone_at")).values("changes"))


_ENTRIES = CompiledQuery(
    lambda match, since: (
        TableEntry.objects.filter(match=match, pk__gt=since)
        .exclude(phone__in=phones_aside(match))
        .order_by("pk")
        .values_list("pk", "client_id", "phone", "sent_for", "table", "game", "place", "body", "follows")
    )
)
_MARK = CompiledQuery(
    lambda match: Match.with_ties.filter(pk=match).values_list(
        Subquery(TableEntry.objects.filter(match=match).order_by("-pk").values("pk")[:1]),
        set_aside_changes(match),
    )
)


def log_of(match: Match | LogMatch, *, since: int = 0) -> tuple[LogEntry, ...]:
    """Return the entries of a match that came in after the one of this number, in their order. One query.

    Those of phones set aside are left out.
    """
    return tuple(
        LogEntry(
            id=str(client_id),
            number=number,
            place=SheetPlace(table, game, place),
            body=body,
            follows=tuple(follows),
            sent_for=sent_for,
            phone=str(phone),
        )
        for number, client_id, phone, sent_for, table, game, place, body, follows in _ENTRIES.rows(
            match.pk, since
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogMark:
    """How far a log goes: the number of its newest entry, and how often phones were set aside, or undone."""

    last: int = 0
    changes: int = 0


def mark_of(match: Match | LogMatch) -> LogMark:
    """Return how far the log of a match goes. One query, however long the log."""
    for last, changes in _MARK.rows(match.pk):
        return LogMark(last=last or 0, changes=changes or 0)
    return LogMark()


def tables_begun_before(match: Match) -> list[int]:
    """Return the tables of a moved match at which nothing was said since its new night began. One query."""
    night = datetime.datetime.combine(match.date or datetime.date.max, datetime.time.min, datetime.UTC)
    tables = match.entries.order_by().values("table").annotate(last=Max("received_at"))
    return [said["table"] for said in tables.filter(last__lt=night)] if match.postponed_from else []


def flooded_matches(league: League, *, today: datetime.date) -> tuple[tuple[Match, int], ...]:
    """Return the matches of the last fortnight with an unusual number of entries that count, by one phone.

    Each with that number. One query, and one for the matches if there are any.
    """
    phones = (
        TableEntry.objects.counting()
        .filter(match__division__season__league=league, match__date__range=(today - FORTNIGHT, today))
        .order_by()
        .values_list("match", "phone")
        .annotate(entries=Count("pk"))
        .filter(entries__gte=UNUSUAL)
    )
    most: dict[int, int] = {}
    for match, _, entries in phones:
        most[match] = max(entries, most.get(match, 0))
    matches = Match.with_ties.filter(pk__in=most).select_related("home", "away", "division") if most else ()
    return tuple((match, most[match.pk]) for match in matches)


def phones_set_aside(match: Match) -> tuple[PhoneSetAside, ...]:
    """Return the phones of which nothing counts for a match, with who decided it. One query."""
    return tuple(PhoneSetAside.objects.in_force().filter(match=match).select_related("set_aside_by"))


def set_aside_ids(match: Match | LogMatch, phone: str) -> tuple[str, ...]:
    """Return the ids of the entries of a phone that is set aside; none of any other.

    `phone` begins its id. Two queries at most.
    """
    aside = PhoneSetAside.objects.in_force().filter(match=match.pk).values_list("phone", flat=True)
    phones = [other for other in aside if phone and str(other).startswith(phone)]
    if not phones:
        return ()
    rows = TableEntry.objects.filter(match=match.pk, phone__in=phones).order_by("pk")
    return tuple(map(str, rows.values_list("client_id", flat=True)))


def logs_of(matches: Iterable[int]) -> dict[int, tuple[LogEntry, ...]]:
    """Return the logs of many matches by their keys. One query, however many."""
    of_match: dict[int, list[LogEntry]] = {match: [] for match in matches}
    for row in TableEntry.objects.counting().filter(match__in=of_match).order_by("pk"):
        of_match[row.match_id].append(entry_value(row))
    return {match: tuple(entries) for match, entries in of_match.items()}


def entry_value(row: TableEntry) -> LogEntry:
    """Return a row of the log as a value."""
    return LogEntry(
        id=str(row.client_id),
        number=row.pk,
        place=SheetPlace(row.table, row.game, row.place),
        body=row.body,
        follows=tuple(row.follows),
        sent_for=row.sent_for,
        phone=str(row.phone),
    )


def awards_in(body: Body) -> Hand:
    """Return the awards of a hand as it was sent, and what each side marked.

    Raises KeyError for a letter that is no side: read the body first.
    """
    high, low, jack, game = (SIDE_OF_LETTER[body.get(name, "")] for name in ("high", "low", "jack", "game"))
    # Only a hung jack is marked; without a mark it is not hung, where that counts.
    hung = True if body.get("hung") else None
    marks = (Peg(MARK, side, int(body[name])) for side, name in enumerate(MARKS) if body.get(name))
    return Hand(high=high, low=low, jack=jack, game=game, hung=hung, before=tuple(marks))


def with_cards(sheet: Sheet, bodies: dict[SheetPlace, Body]) -> Sheet:
    """Return a sheet read from the fields of a log, with the cards noted beside its hands."""

    def game(table: int, sheet_game: SheetGame) -> SheetGame:
        hands = (
            _with_cards(hand, bodies.get(SheetPlace(table, sheet_game.number, f"h{number}"), {}))
            for number, hand in enumerate(sheet_game.hands, 1)
        )
        return replace(sheet_game, hands=tuple(hands))

    return sheet.with_games(game)


def _with_cards(hand: Hand, body: Body) -> Hand:
    suit, home, away = (body.get(name) for name in ("trump", "home-points", "away-points"))
    return replace(
        hand,
        trump=cards.Suit(suit) if suit else None,
        high_card=_card(body.get("high-card"), suit),
        low_card=_card(body.get("low-card"), suit),
        card_points=(int(home), int(away)) if home and away else None,
    )


def _card(rank: str | None, suit: str | None) -> cards.Card | None:
    return cards.parse_card(f"{rank}{suit}") if rank and suit else None


def log_lines(match: Match) -> tuple[dict[str, Any], ...]:
    """Return every entry of a match in the order in which they came. Two queries.

    `phone` numbers the phones of this match from 1, in the order of their first entry. `stands` says that
    nothing has replaced it; `is_contradicted` that another entry there differs. Nothing of a phone set aside
    counts.
    """
    rows = list(TableEntry.objects.filter(match=match).order_by("pk"))
    aside = {str(row.phone) for row in PhoneSetAside.objects.in_force().filter(match=match)}
    entries = {row.pk: entry_value(row) for row in rows}
    phones: dict[str, int] = {}
    stands = standing(entry for entry in entries.values() if entry.phone not in aside)
    counting = {version.id for state in stands.values() for version in state.versions}
    differing = {state.place for state in stands.values() if state.differs}
    return tuple(
        {
            "entry": entry,
            "phone": phones.setdefault(entry.phone, len(phones) + 1),
            "received_at": row.received_at,
            "entered_at": row.entered_at,
            "is_late": row.is_late,
            "stands": entry.id in counting,
            "is_contradicted": entry.id in counting and entry.place in differing,
            "is_set_aside": entry.phone in aside,
        }
        for row, entry in zip(rows, entries.values(), strict=True)
    )
