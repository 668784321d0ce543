"""The finals of a night as they are typed: two numbers a table, one of them enough.

Fields carry their match: `m{id}-t{n}-home`, and `m{id}-t{n}-g{m}-home` where a table plays several games.
When a sheet was received, if not with the pile, is `m{id}-received-on`, `-at` and `-how`.
What is typed is saved under the names of the match's own sheet, so that this page and the one hand by hand
share a draft.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from league.matches.outcomes import Pair, outcomes_of
from league.matches.selectors import idle_tables, league_zone
from league.matches.sheet.values import Sheet, ends_by_hands
from league.results.forms.receipts import SheetReceiptForm, receipt_of
from league.results.pages.before_confirming import MINE, OTHER, REPLACES, REVISION, is_behind
from league.results.parsing.checked_sheet import checked_sheet
from league.results.parsing.fields import CONTRADICTION, SIDES, layout_of, whole_number, writable
from league.results.selectors.entry import MatchToEnter
from league.results.selectors.names import roster_of
from league.shared.text import counted
from league.standings.records import TeamMatchResult
from league.standings.shares import shares_of

VERSION = "version"
NOT_PLAYED = "not-played"
RECEIVED = ("received-on", "received-at", "received-how")
_A_MATCH_FIELD = re.compile(r"m([a-z0-9]{4,12})-")


class MatchFinals:
    """The finals of one match: what was sent over what was drafted, what it makes, and what became of it.

    `sent` is None while nothing was sent for this match. `numbers` are the tables that are played, `received`
    is when the sheet was received, and how, as it is recorded.
    """

    def __init__(self, entry: MatchToEnter, sent: Mapping[str, str] | None) -> None:
        self.entry = entry
        self.match, self.name = entry.match, f"{entry.match.home} v {entry.match.away}"
        self.became: dict[str, str] = {}
        self.prefix = f"m{entry.match.public_id}"
        book = entry.match.division.season.rule_book
        self.layout = layout_of(book, book.rules())
        self.numbers = range(1, self.layout.tables - len(idle_tables(entry.match)) + 1)
        drafted = dict(entry.draft.typed) if entry.draft else {}
        self.was_sent = sent is not None
        self.sent = dict(sent or {})
        self.typed = drafted | self._sheet_fields(drafted) if self.was_sent else drafted
        self.sheet_form = checked_sheet(entry.match, self.typed, entry.walkover_tables)
        self.is_blank = not any(text.strip() for text in self.typed.values())
        zone, receipt = league_zone(entry.match.division.season.league), entry.receipt
        self.receipt_form = SheetReceiptForm.of_sheet(self.match, self.sent, receipt, zone)
        self.received = receipt_of(receipt)

    @property
    def began_from(self) -> int:
        """The newest version there was when this typing began. A page that does not say began from none."""
        if self.entry.draft:
            return self.entry.draft.began_from
        if self.was_sent:
            return whole_number(self.sent.get(f"{self.prefix}-{VERSION}", "")) or 0
        return self.entry.latest_version

    @property
    def is_behind(self) -> bool:
        """Whether the scores were changed in another window after this page was opened."""
        return self.was_sent and is_behind(
            self.entry.draft, self.sent.get(f"{self.prefix}-{REVISION}", ""), self.typed
        )

    @cached_property
    def saved_elsewhere(self) -> tuple[dict[str, Any], ...]:
        """The rows of the saved draft that differ from what was sent; none unless the page is behind."""
        if not self.is_behind:
            return ()
        saved = MatchFinals(self.entry, None).rows
        return tuple(
            row
            for row, sent in zip(saved, self.rows, strict=True)
            if row["score_words"] != sent["score_words"]
        )

    @property
    def is_open(self) -> bool:
        """Whether scores are typed here: no result is in yet, or something was typed all the same."""
        line = self.entry.line
        is_settled = self.entry.card is not None or line.given is not None or line.void is not None
        return not is_settled or self.is_overtaken or (self.was_sent and not self.is_blank)

    @property
    def is_overtaken(self) -> bool:
        """Whether somebody else confirmed this match after its typing began."""
        return not self.is_blank and self.began_from < self.entry.latest_version

    def sheet_to_confirm(self) -> Sheet:
        """Return the sheet; names drafted on the page hand by hand are looked up, in three queries."""
        if not any(re.search(r"-(home|away)-\d+\Z", name) for name in self.typed):
            return self.sheet_form.sheet
        roster, given = roster_of(self.match), self.entry.walkover_tables
        return checked_sheet(self.match, self.typed, given, roster=roster).sheet

    @cached_property
    def missing(self) -> tuple[dict[str, Any], ...]:
        """The rows of the tables and games nothing was typed for."""
        return tuple(row for row in self.rows if not row["is_begun"])

    @cached_property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """The rows of the page, in the order of the sheet."""
        return tuple(self._row(table, game) for table in self.numbers for game in self.layout.games_at(table))

    @property
    def scores(self) -> tuple[tuple[Pair, ...], ...]:
        """The scores of the games, table by table, as confirmed or else as typed; none if not played."""
        outcomes = self.entry.line.outcome.tables or outcomes_of(self.sheet_form.sheet)
        games = {outcome.number: outcome.games for outcome in outcomes}
        return tuple(games.get(number, ()) for number in self.numbers)

    @property
    def refusals(self) -> tuple[str, ...]:
        """Faults of the typed scores; a score that is still missing is none."""
        return (*self.of_the_match, *(sentence for row in self.rows for sentence in row["refusals"]))

    @cached_property
    def of_the_match(self) -> tuple[str, ...]:
        """Faults that belong to no row of this page: a field the match does not have, a remark too long."""
        at_rows = tuple(f"{self.layout.prefix(row['table'], row['game'])}-" for row in self.rows)
        elsewhere = (fault for fault in self.sheet_form.faults if not fault.field.startswith(at_rows))
        return (*self._stray(), *dict.fromkeys(fault.sentence for fault in elsewhere))

    def _stray(self) -> tuple[str, ...]:
        known = {f"{row['id']}-{name}" for row in self.rows for name in ("home", "away", CONTRADICTION)}
        known |= {f"{self.prefix}-t{table}-{NOT_PLAYED}" for table in self.numbers}
        known |= {f"{self.prefix}-{name}" for name in (VERSION, REVISION, REPLACES, MINE, OTHER, *RECEIVED)}
        strange = next((name for name, text in self.sent.items() if text.strip() and name not in known), None)
        if strange is None:
            return ()
        games = f" of {self.layout.games} games" if self.layout.games > 1 else ""
        has = f"{counted(len(self.numbers), self.layout.table_word)}{games}"
        return (f"“{writable(strange)[:30]}” is no field of this match, which has {has}.",)

    @cached_property
    def shares(self) -> tuple[TeamMatchResult, TeamMatchResult] | None:
        """What the tables typed so far give home and away, with those given without play."""
        outcome = replace(self.entry.line.outcome, tables=outcomes_of(self.sheet_form.sheet))
        return shares_of(outcome, self.sheet_form.match_format)

    @property
    def is_complete(self) -> bool:
        """Whether it can be confirmed: every table has its score, is not played, or was given."""
        return not self.of_the_match and not self.sheet_form.faults

    @property
    def state(self) -> str:
        """How far the match has come, in a few words; empty while nothing is typed."""
        missing = f"Missing: {', '.join(row['label'] for row in self.missing)}"
        states = {
            "Changed in another window": self.is_behind,
            "Confirmed by somebody else meanwhile": self.is_overtaken,
            "": self.is_blank,
            "To correct": bool(self.refusals),
            "Complete": self.is_complete,
        }
        return next((words for words, is_so in states.items() if is_so), missing)

    def _sheet_fields(self, drafted: Mapping[str, str]) -> dict[str, str]:
        """Return the sent fields under the names of the sheet.

        A game whose hands were entered keeps its foot where the page has no box for it.
        """
        fields = {}
        for table in self.numbers:
            fields[f"t{table}-{NOT_PLAYED}"] = self._sent_text(f"t{table}-{NOT_PLAYED}")
            for game in self.layout.games_at(table):
                at = self.layout.prefix(table, game)
                if counts := self._sent_text(f"{at}-{CONTRADICTION}"):
                    fields[f"{at}-{CONTRADICTION}"] = counts
                if f"{self.prefix}-{at}-home" in self.sent or not _has_hands(drafted, at):
                    fields[f"{at}-home-final"] = self._sent_text(f"{at}-home")
                    fields[f"{at}-away-final"] = self._sent_text(f"{at}-away")
        return fields

    def _sent_text(self, name: str) -> str:
        return writable(self.sent.get(f"{self.prefix}-{name}", ""))

    def _row(self, table: int, game: int) -> dict[str, Any]:
        """Return one game of a table: its fields, what stands in them, what is wrong with that.

        `id` begins the names of its fields. `walkover` is the ruling by which the table needs no score;
        `by_hands` says that its hands were entered, `needs_foot` that they do not give the score.
        """
        at = self.layout.prefix(table, game)
        read = self.sheet_form.sheet.game(table, game)
        follows = (read.home_score, read.away_score) if read else (None, None)
        home, away = (
            self.typed.get(f"{at}-{side}-final", "") or ("" if score is None else str(score))
            for side, score in zip(SIDES.values(), follows, strict=True)
        )
        is_not_played = bool(self.typed.get(f"t{table}-{NOT_PLAYED}", "").strip())
        walkover = next((given for given in self.entry.line.tables_given if given.table == table), None)
        by_hands, played = _has_hands(self.typed, at), self.sheet_form.played.get((table, game))
        is_begun = bool(home or away or is_not_played or walkover or by_hands)
        faults = (fault for fault in self.sheet_form.faults if is_begun and fault.field.startswith(f"{at}-"))
        return {
            "id": f"{self.prefix}-{at}",
            "table": table,
            "game": game,
            "field": f"{self.prefix}-{at}-home",
            "label": self.layout.where(table, game),
            "home": home,
            "away": away,
            "score_words": "not played" if is_not_played else f"{home or '–'}–{away or '–'}",
            "winner": "nobody" if is_not_played else winning_side(whole_number(home), whole_number(away)),
            "is_not_played": is_not_played,
            "is_begun": is_begun,
            "walkover": walkover,
            "by_hands": by_hands,
            "needs_foot": not (by_hands and read and played and ends_by_hands(read, played)),
            "contradiction": self.typed.get(f"{at}-{CONTRADICTION}", ""),
            "is_contradictory": (table, game) in self.sheet_form.contradictory,
            "refusals": tuple(dict.fromkeys(fault.sentence for fault in faults)),
        }


def winning_side(home: int | None, away: int | None) -> str:
    """Return "home" or "away" once both figures are known and differ."""
    if home is None or away is None or home == away:
        return ""
    return "home" if home > away else "away"


def _has_hands(typed: Mapping[str, str], at: str) -> bool:
    return any(text.strip() and re.match(rf"{at}-h\d+-", name) for name, text in typed.items())


def sent_by_match(sent: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the fields of a night, match by match: public id to its fields."""
    texts_by_key: dict[str, dict[str, str]] = {}
    for name, text in sent.items():
        if read := _A_MATCH_FIELD.match(name):
            texts_by_key.setdefault(read[1], {})[name] = text
    return texts_by_key
