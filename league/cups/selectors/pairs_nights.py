"""Selectors of a pairs night: entries, the tables of every round, standings, winners."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from league.cups.entries import Entrant
from league.cups.pairs_nights import (
    NightEntry,
    NightResult,
    NightRound,
    NightRow,
    PairsNight,
    night_standings,
    night_winners,
    open_tables,
)
from league.cups.selectors.cups import AND, entries_of, entry_name
from league.cups.serialization import night_from_data
from league.matches.outcomes import Pair
from league.models import Cup, CupDraw, CupEntry, CupTie
from league.shared.text import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTable:
    """A table of a round: who meets whom, and the score, None while they play."""

    number: int
    names: tuple[str, str]
    score: Pair | None

    @property
    def winner(self) -> int | None:
        """0 for the first named, 1 for the second; None while they play, and if nobody has won."""
        if self.score is None or self.score[0] == self.score[1]:
            return None
        return 0 if self.score[0] > self.score[1] else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesOfRound:
    """A round as it was drawn and as far as it is played."""

    number: int
    lot: str
    tables: tuple[NightTable, ...]
    free: str

    @property
    def open(self) -> int:
        """How many tables have no score yet."""
        return sum(table.score is None for table in self.tables)


def played_night(cup: Cup) -> PairsNight:
    """Return what was entered, drawn and played, every name in full. Three queries."""
    return night_played_as(cup, entries_of(cup), cup.draws.all(), cup.ties.all(), to_secretary=True)


def night_played_as(
    cup: Cup,
    entries: Iterable[CupEntry],
    draws: Iterable[CupDraw],
    ties: Iterable[CupTie],
    *,
    to_secretary: bool,
) -> PairsNight:
    """Return a night built from its rows, without entries that still wait for a partner."""
    return replace(
        night_from_data(cup.rules),
        entries=tuple(
            NightEntry(
                entrant=Entrant(key=entry.number, name=entry_name(entry, to_secretary=to_secretary)),
                first=entry.first_round,
                last=entry.last_round,
            )
            for entry in entries
            if is_pair(entry)
        ),
        drawn=tuple(map(drawn_as, draws)),
        results=tuple(_result(row) for row in ties if row.entered_at is not None),
    )


def is_pair(entry: CupEntry) -> bool:
    """Return whether two have entered; one alone waits for a partner."""
    return AND in entry.name


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPair:
    """An entry of the night: a pair, or one player who waits for a partner.

    `name` is as it may be shown here, `written` as it was typed at the door; `words` say what is special.
    """

    number: int
    name: str
    written: str
    words: str
    is_pair: bool
    is_here: bool
    was_drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOnPage:
    """The night as its pages and its paper show it. `level` may play a game that decides it."""

    cup: Cup
    night: PairsNight
    entries: tuple[CupEntry, ...]
    pairs: tuple[NightPair, ...]
    rounds: tuple[TablesOfRound, ...]
    standings: tuple[NightRow, ...]
    winners: tuple[Entrant, ...]
    level: tuple[Entrant, ...]

    @property
    def running(self) -> TablesOfRound | None:
        """The round drawn last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int | None:
        """The number of the round that can be drawn now; None while tables play or after the last."""
        if open_tables(self.night) or len(self.rounds) >= self.night.rounds:
            return None
        return len(self.rounds) + 1

    @property
    def here(self) -> tuple[NightPair, ...]:
        """The pairs that are there to play the next round."""
        return tuple(pair for pair in self.pairs if pair.is_pair and pair.is_here)

    @property
    def won_by(self) -> str:
        """Who has won, in words; empty before the end."""
        return listed(winner.name for winner in self.winners) if self.winners else ""

    def round(self, number: int) -> TablesOfRound | None:
        """Return a round that is drawn; None if it is not."""
        return next(
            (tables_of_round for tables_of_round in self.rounds if tables_of_round.number == number), None
        )


def night_on_page(cup: Cup, *, to_secretary: bool = False) -> NightOnPage:
    """Return the night as it stands. Three queries, however many play."""
    entries = entries_of(cup)
    names = {entry.number: entry_name(entry, to_secretary=to_secretary) for entry in entries}
    night = night_played_as(cup, entries, cup.draws.all(), cup.ties.all(), to_secretary=to_secretary)
    return NightOnPage(
        cup=cup,
        night=night,
        entries=entries,
        pairs=tuple(_pair(entry, names[entry.number], night) for entry in entries),
        rounds=_rounds(night, names),
        standings=night_standings(night),
        winners=night_winners(night),
        level=tuple(row.entrant for row in night_standings(night) if row.place == 1 and row.is_shared)
        if night.is_over
        else (),
    )


def drawn_as(draw: CupDraw) -> NightRound:
    """Return the round that a row stores."""
    tables = tuple((first, second) for first, second in draw.order["tables"])
    return NightRound(number=draw.round, lot=draw.lot, tables=tables, free=draw.order["free"])


def order_of(drawn: NightRound) -> dict[str, object]:
    """Return what the row of a round stores as its order."""
    return {"tables": [list(pair) for pair in drawn.tables], "free": drawn.free}


def _result(row: CupTie) -> NightResult:
    ((first, second),) = row.legs
    return NightResult(round=row.round, table=row.number, score=(first, second))


def _pair(entry: CupEntry, name: str, night: PairsNight) -> NightPair:
    two = is_pair(entry)
    latest = night.drawn[-1] if night.drawn else None
    was_drawn = any(night_round.has(entry.number) for night_round in night.drawn)
    words = "waits for a partner"
    if two:
        words = ""
        if entry.last_round is not None:
            words = f"went home after round {entry.last_round}" if entry.last_round else "went home"
        elif latest and open_tables(night) and latest.free == entry.number:
            words = "free in this round"
        elif latest and not latest.has(entry.number):
            words = f"plays from round {max(entry.first_round, latest.number + 1)} on"
    return NightPair(
        number=entry.number,
        name=name,
        written=entry.name,
        words=words,
        is_pair=two,
        is_here=entry.last_round is None,
        was_drawn=was_drawn,
    )


def _rounds(night: PairsNight, names: Mapping[int, str]) -> tuple[TablesOfRound, ...]:
    scores = {(result.round, result.table): result.score for result in night.results}
    return tuple(
        TablesOfRound(
            number=night_round.number,
            lot=night_round.lot,
            tables=tuple(
                NightTable(
                    number=table,
                    names=(names[first], names[second]),
                    score=scores.get((night_round.number, table)),
                )
                for table, (first, second) in enumerate(night_round.tables, start=1)
            ),
            free=names[night_round.free] if night_round.free else "",
        )
        for night_round in night.drawn
    )
