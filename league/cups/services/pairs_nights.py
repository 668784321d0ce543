"""Services of a pairs night: entries, rounds, scores and winners.

Each locks the cup, so that simultaneous changes take turns.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace

from league.cups.entries import Entrant
from league.cups.pairs_nights import (
    NightResult,
    PairedBy,
    PairsNight,
    with_decision,
    with_score,
    without_score,
)
from league.cups.pairs_rounds import (
    finished,
    with_entry,
    with_pair_back,
    with_round,
    with_rounds,
    without_entry,
    without_pair,
    without_round,
)
from league.cups.selectors.cups import AND, entries_of
from league.cups.selectors.pairs_nights import is_pair, order_of, played_night
from league.cups.serialization import night_to_data
from league.cups.services.cups import (
    DRAWN_MEANWHILE,
    LAST_MEANWHILE,
    changed,
    make_cup,
    next_number,
    pair_entry,
    refused_by_rules,
    verify_not_closed,
)
from league.matches.outcomes import Pair
from league.models import Cup, CupDraw, CupEntry, CupTie, Pub, Season
from league.shared.errors import GONE, Refused, refused_by, verify, written_whole
from league.shared.text import bare

BOTH = "A pair needs two names. Type both."


def make_night(
    *,
    season: Season,
    name: str,
    rounds: int,
    paired_by: PairedBy = PairedBy.LOT,
    at: Pub | None = None,
    on: datetime.date | None = None,
) -> Cup:
    """Create a pairs night of the season.

    Raises Refused: a cup has that name, the season or the pub is closed.
    """
    with written_whole():
        cup = make_cup(season=season, name=name, kind=Cup.Kind.PAIRS_NIGHT)
        with refused_by_rules():
            cup.rules = night_to_data(with_rounds(PairsNight(rounds=rounds, paired_by=paired_by), rounds))
        verify_not_closed(at, on)
        cup.finals_at, cup.finals_on = at, on
        verify(cup)
        cup.save(update_fields=["rules", "finals_at", "finals_on"])
    return cup


def set_night(
    *,
    cup: Cup,
    rounds: int,
    paired_by: PairedBy,
    at: Pub | None,
    on: datetime.date | None,
    remarks: str = "",
) -> None:
    """Set where, when and how a night is played. Rounds are added or cut, none that is drawn.

    Raises Refused, also if the pub has closed by then.
    """
    with changed(cup) as held:
        with refused_by_rules():
            after = with_rounds(played_night(held), rounds)
        held.rules = night_to_data(replace(after, paired_by=paired_by))
        verify_not_closed(at, on)
        held.finals_at, held.finals_on, held.remarks = at, on, remarks
        verify(held)
        held.save(update_fields=["rules", "finals_at", "finals_on", "remarks"])


def enter_at_door(*, cup: Cup, names: tuple[str, ...]) -> CupEntry:
    """Enter a pair, or one player who plays with the one who waits or with the next to come.

    A name that exactly one player of the league has is linked to them. Raises Refused.
    """
    with changed(cup) as held:
        entries = entries_of(held)
        _verify_new(entries, names)
        waiting = next((cup_entry for cup_entry in entries if not is_pair(cup_entry)), None)
        if len(names) == 1 and waiting is not None:
            return _complete_pair(held, waiting, (waiting.name, *names))
        entry = pair_entry(held, names)
        entry.number = next_number(held)
        return _enter(held, entry)


def name_pair(*, cup: Cup, number: int, names: tuple[str, ...]) -> CupEntry:
    """Correct the names of a pair, or add the partner of one who waited. Raises Refused."""
    with changed(cup) as held:
        entries = entries_of(held)
        entry = next((cup_entry for cup_entry in entries if cup_entry.number == number), None)
        if entry is None:
            raise Refused(GONE)
        if is_pair(entry) and len(names) < 2:
            raise Refused(BOTH)
        _verify_new([other for other in entries if other is not entry], names)
        if len(names) == 2 and not is_pair(entry):
            return _complete_pair(held, entry, names)
        return _save(_renamed(entry, names))


def strike_pair(*, cup: Cup, number: int) -> None:
    """Delete an entry. Raises Refused once the pair has been drawn."""
    with changed(cup) as held:
        entry = held.entries.filter(number=number).first()
        if entry is None:
            raise Refused(GONE)
        if is_pair(entry):
            with refused_by_rules():
                without_entry(played_night(held), number)
        entry.delete()


def send_home(*, cup: Cup, number: int) -> None:
    """Record that a pair went home: it is drawn no more. Raises Refused while its table plays."""
    with changed(cup) as held:
        before = played_night(held)
        with refused_by_rules():
            write_entries(held, before, without_pair(before, number))


def call_back(*, cup: Cup, number: int) -> None:
    """Record that a pair stays after all: it is drawn again from the next round on."""
    with changed(cup) as held:
        before = played_night(held)
        with refused_by_rules():
            write_entries(held, before, with_pair_back(before, number))


def finish_night(*, cup: Cup) -> None:
    """End the night with the rounds it has played. Raises Refused while a table plays."""
    with changed(cup) as held, refused_by_rules():
        write_rules(held, finished(played_night(held)))


def decide_night(*, cup: Cup, winner: int | None) -> None:
    """Record which of the level pairs won the deciding game; None if they share the night."""
    with changed(cup) as held, refused_by_rules():
        write_rules(held, with_decision(played_night(held), winner))


def write_rules(cup: Cup, night: PairsNight) -> None:
    """Save how the night is played."""
    cup.rules = night_to_data(night)
    cup.save(update_fields=["rules"])


def write_entries(cup: Cup, before: PairsNight, after: PairsNight) -> None:
    """Save the first and last round of each entry where that has changed."""
    for entry in set(after.entries) - set(before.entries):
        cup.entries.filter(number=entry.entrant.key).update(first_round=entry.first, last_round=entry.last)


def _enter(cup: Cup, entry: CupEntry) -> CupEntry:
    if is_pair(entry):
        before = played_night(cup)
        with refused_by_rules():
            after = with_entry(before, Entrant(key=entry.number, name=entry.name))
        entry.first_round = after.entries[-1].first
        if after.drawn != before.drawn:
            late = after.drawn[-1]
            cup.draws.filter(round=late.number).update(order=order_of(late))
    return _save(entry)


def _complete_pair(cup: Cup, waiting: CupEntry, names: tuple[str, ...]) -> CupEntry:
    """Enter somebody who waited together with their partner, as a pair that can be drawn."""
    return _enter(cup, _renamed(waiting, names))


def _renamed(entry: CupEntry, names: tuple[str, ...]) -> CupEntry:
    """Return the entry with new names; only a name that changed is linked to a player anew."""
    before = entry.name.split(AND)
    fresh = pair_entry(entry.cup, names)
    for place, field in enumerate(("first_player", "second_player")):
        if before[place : place + 1] != list(names[place : place + 1]):
            setattr(entry, field, getattr(fresh, field))
    entry.name = fresh.name
    return entry


def _save(entry: CupEntry) -> CupEntry:
    verify(entry)
    entry.save()
    return entry


def _verify_new(entries: Iterable[CupEntry], names: tuple[str, ...]) -> None:
    """Raise Refused if a name is there twice, or is in another pair of the night."""
    if len({bare(name) for name in names}) < len(names):
        raise Refused(f"{names[0]} is there twice. Type two names, or leave one empty.")
    there = {bare(name): entry for entry in entries for name in entry.name.split(AND)}
    for name in names:
        if cup_entry := there.get(bare(name)):
            raise Refused(
                f"{name} is in already: {cup_entry.name}. "
                "Somebody else of that name is written with what tells "
                "them apart."
            )


DRAW_UNDONE = "The draw of this round was undone meanwhile. Open the page again."


def draw_night_round(*, cup: Cup, round_number: int, lot: str, now: datetime.datetime) -> CupDraw:
    """Draw that round by this lot. Raises Refused: tables still play, too few are there, drawn meanwhile."""
    with changed(cup) as held:
        before = played_night(held)
        if round_number <= len(before.drawn):
            raise Refused(DRAWN_MEANWHILE)
        with refused_by_rules():
            after = with_round(before, lot)
        drawn = after.drawn[-1]
        draw = CupDraw(cup=held, round=drawn.number, lot=lot, order=order_of(drawn), drawn_at=now)
        verify(draw)
        with refused_by(round_drawn_once=DRAWN_MEANWHILE, league_cupdraw=DRAWN_MEANWHILE):
            draw.save()
        write_rules(held, after)
    return draw


def undo_round(*, cup: Cup, round_number: int) -> None:
    """Delete the last draw, as long as no table of it has a score. Raises Refused."""
    with changed(cup) as held:
        before = played_night(held)
        if before.drawn and before.drawn[-1].number != round_number:
            raise Refused(LAST_MEANWHILE)
        with refused_by_rules():
            after = without_round(before)
        held.draws.filter(round=round_number).delete()
        held.ties.filter(round=round_number).delete()
        write_entries(held, before, after)
        write_rules(held, after)


def enter_scores(
    *,
    cup: Cup,
    round_number: int,
    lot: str,
    typed: Mapping[int, Pair | None],
    began_from: Mapping[int, Pair | None],
    now: datetime.datetime,
) -> int:
    """Save the scores of the tables of a round; return how many are new or corrected.

    `lot` drew the tables that were played: drawn anew, they are others. `typed` and `began_from` are what
    stood in the boxes when they were sent and when the page was opened, None for nothing. A table that was
    not changed in the form stays as it is, even if somebody else has entered it meanwhile. Raises Refused,
    with nothing written, if somebody else has changed a table that is changed here too.
    """
    with changed(cup) as held:
        night = played_night(held)
        if (round_number, lot) not in {(night_round.number, night_round.lot) for night_round in night.drawn}:
            raise Refused(DRAW_UNDONE)
        there = {result.table: result.score for result in night.results if result.round == round_number}
        fresh = {
            table: score
            for table, score in typed.items()
            if score not in (began_from.get(table), there.get(table))
        }
        for table in sorted(fresh):
            if there.get(table) != began_from.get(table):
                raise Refused(_meanwhile(table, there.get(table)))
            night = _with(night, round_number, table, fresh[table])
        _write(held, round_number, fresh, now)
        if fresh:
            write_rules(held, night)
    return len(fresh)


def _with(night: PairsNight, round_number: int, table: int, score: Pair | None) -> PairsNight:
    with refused_by_rules():
        if score is None:
            return without_score(night, round_number, table)
        return with_score(night, NightResult(round=round_number, table=table, score=score))


def _meanwhile(table: int, there: Pair | None) -> str:
    has = f"entered {there[0]}–{there[1]}" if there else "taken the score out"
    return (
        f"Table {table}: somebody else has {has} since you opened the page. Your text is still here. "
        f"Press again to replace the other entry."
    )


def _write(cup: Cup, round_number: int, scores: Mapping[int, Pair | None], now: datetime.datetime) -> None:
    rows = [
        CupTie(
            cup=cup,
            round=round_number,
            number=table,
            legs=[list(score)] if score else [],
            entered_at=now if score else None,
        )
        for table, score in scores.items()
    ]
    CupTie.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["cup", "round", "number"],
        update_fields=["legs", "entered_at"],
    )
