"""Who sat down for the two sides of a tie."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.cups import bracket_of
from league.models import Cup, CupEntry, CupSeat, CupTie, Player
from league.selectors.cup_seats import tie_remarks
from league.selectors.cups import played_cup
from league.services.cup_ties import NO_TIE, tie_row
from league.services.cups import changed
from league.services.refusals import GONE, Refused, refused_by, verify
from league.services.registrations import make_player

CHANGED = (
    "Somebody else has said who played since you opened the page. What you ticked still stands here; open "
    "the tie again to see what is there now."
)
TWICE = "A player is named twice in this tie; each has one seat."


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Who played for a side: players by their keys, and names of people the league does not know yet."""

    players: tuple[int, ...] = ()
    newcomers: tuple[str, ...] = ()


def seat_players(
    *,
    cup: Cup,
    round_number: int,
    number: int,
    sides: Mapping[int, Named],
    before: Collection[str],
    today: datetime.date,
) -> None:
    """Write down who played in a tie, by the number of the entry; a newcomer gets a record of his own.

    `before` are the public ids of those who stood there when the page was opened. What the season's rules
    find is for the page to say. Raises Refused if they have changed since, if a rule that blocks is broken,
    if somebody is named for both sides, or if there is no such tie.
    """
    with changed(cup) as held:
        tie = bracket_of(played_cup(held)).tie(round_number, number)
        if tie is None or not tie.is_ready:
            raise Refused(NO_TIE)
        playing = {one.key for one in (tie.home.entrant, tie.away.entrant) if one}
        entries = {entry.number: entry for entry in held.entries.filter(number__in=playing)}
        if set(sides) - set(entries):
            raise Refused(NO_TIE)
        row = tie_row(held, round_number, number)
        seated = {entries[which]: _players(held, named) for which, named in sides.items()}
        if _has_changed(row, seated, before):
            raise Refused(CHANGED)
        _verify_rules(row, seated, on=row.date or (held.finals_on if tie.is_neutral else None) or today)
        verify(row)
        row.save()
        _write(row, seated)


def _players(cup: Cup, named: Named) -> list[Player]:
    league = cup.season.league
    new = [make_player(league=league, name=name) for name in named.newcomers]
    held = Player.objects.select_for_update(no_key=True).filter(pk__in=named.players, league=league)
    found = {player.pk: player for player in held.order_by("pk")}
    if len(found) < len(set(named.players)):
        raise Refused(GONE)
    for player in found.values():
        if player.merged_into_id:
            raise Refused(f"{player} has been merged into another record meanwhile; open the tie again.")
    return [*(found[key] for key in dict.fromkeys(named.players)), *new]


def _has_changed(row: CupTie, seated: Mapping[CupEntry, Sequence[Player]], before: Collection[str]) -> bool:
    """Whether somebody else was quicker, and has not just said the same."""
    if row._state.adding:
        return bool(before)
    stands = set(row.seats.values_list("entry", "player", "player__public_id"))
    wanted = {(entry.pk, player.pk) for entry, players in seated.items() for player in players}
    is_same = {(entry, player) for entry, player, _ in stands} == wanted
    return not is_same and {public_id for _, _, public_id in stands} != set(before)


def _verify_rules(row: CupTie, seated: Mapping[CupEntry, Sequence[Player]], *, on: datetime.date) -> None:
    everybody = [player.pk for players in seated.values() for player in players]
    if len(set(everybody)) < len(everybody):
        raise Refused(TWICE)
    remarks = tie_remarks(
        row, {entry: [one.pk for one in players] for entry, players in seated.items()}, on=on
    )
    blocked = [one.sentence for found in remarks.values() for one in found if one.blocks]
    if blocked:
        raise Refused(" ".join(blocked))


def _write(row: CupTie, seated: Mapping[CupEntry, Sequence[Player]]) -> None:
    row.seats.all().delete()
    seats = [
        CupSeat(tie=row, entry=entry, player=player)
        for entry, players in seated.items()
        for player in players
    ]
    with refused_by(seat_in_a_tie_once=TWICE, league_cupseat=TWICE):
        CupSeat.objects.bulk_create(seats)
