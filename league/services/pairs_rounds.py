"""The rounds of a pairs night: drawn, played table by table, taken back."""

import datetime
from collections.abc import Mapping

from league.cups import NightResult, PairsNight, with_round, with_score, without_round, without_score
from league.models import Cup, CupDraw, CupTie
from league.outcomes import Pair
from league.selectors.pairs_nights import order_of, played_night
from league.services.cups import DRAWN_MEANWHILE, LAST_MEANWHILE, by_its_rules, changed
from league.services.pairs_nights import write_entries, write_rules
from league.services.refusals import Refused, refused_by, verify

TAKEN_BACK = "The draw of this round was taken back meanwhile: open the page again."


def draw_night_round(*, cup: Cup, round_number: int, lot: str, now: datetime.datetime) -> CupDraw:
    """Draw that round by this lot. Raises Refused: tables still play, too few are there, drawn meanwhile."""
    with changed(cup) as held:
        before = played_night(held)
        if round_number <= len(before.drawn):
            raise Refused(DRAWN_MEANWHILE)
        with by_its_rules():
            after = with_round(before, lot)
        drawn = after.drawn[-1]
        draw = CupDraw(cup=held, round=drawn.number, lot=lot, order=order_of(drawn), drawn_at=now)
        verify(draw)
        with refused_by(round_drawn_once=DRAWN_MEANWHILE, league_cupdraw=DRAWN_MEANWHILE):
            draw.save()
        write_rules(held, after)
    return draw


def take_back_round(*, cup: Cup, round_number: int) -> None:
    """Put the last draw back into the hat, as long as no table of it has a score. Raises Refused."""
    with changed(cup) as held:
        before = played_night(held)
        if before.drawn and before.drawn[-1].number != round_number:
            raise Refused(LAST_MEANWHILE)
        with by_its_rules():
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
    """Write down what the tables of a round have played; how many scores are new or put right.

    `lot` drew the tables that were played: drawn anew, they are others. `typed` and `began_from` are what
    stood in the boxes when they were sent and when the page was opened, None for nothing. A table nobody
    here has touched stays as it is, whoever has entered it meanwhile. Raises Refused, with nothing written,
    if somebody else has changed a table that is changed here too.
    """
    with changed(cup) as held:
        night = played_night(held)
        if (round_number, lot) not in {(one.number, one.lot) for one in night.drawn}:
            raise Refused(TAKEN_BACK)
        there = {one.table: one.score for one in night.results if one.round == round_number}
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
    with by_its_rules():
        if score is None:
            return without_score(night, round_number, table)
        return with_score(night, NightResult(round=round_number, table=table, score=score))


def _meanwhile(table: int, there: Pair | None) -> str:
    has = f"entered {there[0]}–{there[1]}" if there else "taken the score out"
    return (
        f"Table {table}: somebody else has {has} since you opened the page. What you typed still stands "
        "here; press again and it takes the place of that."
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
