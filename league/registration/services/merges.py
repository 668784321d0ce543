"""Merges two records of one person, gives names on cards to players, and undoes both exactly.

Also leaves unregistered names as they are written, and reopens them.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Min, Model, Q

from league.competition.services import bump_revision
from league.models import (
    AcceptedPlayer,
    Availability,
    CupEntry,
    CupSeat,
    Honour,
    League,
    Merge,
    NameLeft,
    Player,
    Registration,
    Season,
    Seat,
    Team,
    User,
)
from league.people.names import stored_name
from league.registration.services.registrations import make_player, sign_on
from league.registration.unregistered import seats_of_name
from league.shared.errors import GONE, Refused, written_whole

# The public sees least of one who is hidden, most of one who is shown by full name.
_SEEN = (Player.Shown.HIDDEN, Player.Shown.INITIALS, Player.Shown.FULL)


@dataclass(frozen=True, slots=True)
class Held:
    """A kind of thing that belongs to a player: its model, and the column that names them."""

    model: type[Model]
    column: str


HELD: dict[str, Held] = {
    "seat": Held(Seat, "player"),
    "registration": Held(Registration, "player"),
    "availability": Held(Availability, "player"),
    "honour": Held(Honour, "player"),
    "first_of_pair": Held(CupEntry, "first_player"),
    "second_of_pair": Held(CupEntry, "second_player"),
    "cup_seat": Held(CupSeat, "player"),
    "accepted": Held(AcceptedPlayer, "player"),
}
"""Everything that belongs to a player, by the key in a merge's `moved`."""


def merge_players(*, kept: Player, gone: Player, by: User, now: datetime.datetime) -> Merge:
    """Merge two records of one person: move everything of `gone` to `kept`.

    What both have (a registration for the same team, an answer for the same match) stays where it is, so that
    undoing restores the records exactly. Raises Refused if they cannot be one person, if one is merged
    already, or if the public would see a name that is hidden now.
    """
    with written_whole():
        kept, gone = _held(kept, gone)
        _verify_one_person(kept, gone)
        moved = {what: _carry(held, gone, kept) for what, held in HELD.items()}
        gone.merged_into = kept
        gone.save(update_fields=["merged_into"])
        # Records merged into the one that goes now lead to the one that stays.
        Player.objects.filter(merged_into=gone).update(merged_into=kept)
        merge = Merge.objects.create(
            league_id=kept.league_id, kept=kept, gone=gone, moved=moved, made_at=now, made_by=by
        )
        bump_revision(league_id=kept.league_id, recount=_seasons_of(moved["seat"]))
    return merge


def name_player(
    *,
    league: League,
    team: Team,
    written: Sequence[str],
    player: Player,
    by: User,
    now: datetime.datetime,
) -> list[Merge]:
    """Give the seats with a written name of a team to a player, and return one merge for each spelling.

    Spellings that are on no card any more are skipped. Raises Refused if none is, or if the player sits in
    one of the games already.
    """
    with written_whole():
        (player,) = _held(player)
        if player.merged_into_id:
            raise Refused(f"{player} has been merged into another record meanwhile. Choose that record.")
        made: list[Merge] = []
        for spelling in dict.fromkeys(written):
            seats = seats_of_name(league, team, spelling)
            # Of two who sort the same name at once the second finds it sorted.
            keys = sorted(seat.pk for seat in seats.select_for_update(of=("self",)).order_by("pk"))
            if not keys:
                continue
            _verify_seated_once(player, spelling, Q(pk__in=keys))
            Seat.objects.filter(pk__in=keys).update(player=player, written="")
            made.append(
                Merge.objects.create(
                    league=league,
                    kept=player,
                    written=spelling,
                    moved={"seat": keys},
                    made_at=now,
                    made_by=by,
                )
            )
        if not made:
            raise Refused(f"{written[0]} has already been assigned for {team} by somebody else.")
        moved = [seat for merge in made for seat in merge.moved["seat"]]
        bump_revision(league_id=league.pk, recount=_seasons_of(moved))
    return made


def name_newcomer(
    *,
    league: League,
    team: Team,
    written: Sequence[str],
    signs_on: Season | None,
    by: User,
    now: datetime.datetime,
) -> list[Merge]:
    """Create a player for a written name, and give them its seats.

    `signs_on` is the season in which they are registered for the team, from the night they first played.
    Raises Refused if the league has a player of that name, or if a rule forbids the registration.
    """
    with written_whole():
        seats = seats_of_name(league, team, written[0])
        first = seats.aggregate(first=Min("game__table__scorecard__match__date"))["first"]
        player = make_player(league=league, name=written[0])
        if signs_on is not None:
            on = first or signs_on.starts_on
            sign_on(season=signs_on, team=team, player=player, on=on, on_the_night=True, all_the_same=True)
        return name_player(league=league, team=team, written=written, player=player, by=by, now=now)


def undo_merge(*, merge: Merge, now: datetime.datetime) -> Merge:
    """Undo a merge: everything that was moved goes back, and nothing else.

    Undoing twice changes nothing. Raises Refused if the kept record has itself been merged since.
    """
    with written_whole():
        again = Merge.objects.select_for_update(of=("self",)).filter(pk=merge.pk).first()
        if again is None:
            raise Refused(GONE)
        if again.undone_at:
            return again
        kept = Player.objects.select_related("merged_into").get(pk=again.kept_id)
        if kept.merged_into:
            raise Refused(
                f"{kept} has been merged into {kept.merged_into} since: undo that first, then this."
            )
        for what, keys in again.moved.items():
            _give_back(HELD[what], keys, again)
        if again.gone_id:
            Player.objects.filter(pk=again.gone_id).update(merged_into=None)
            before = Merge.objects.filter(kept=again.gone_id, undone_at=None, gone__isnull=False)
            Player.objects.filter(pk__in=before.values("gone")).update(merged_into=again.gone_id)
        again.undone_at = now
        again.save(update_fields=["undone_at"])
        bump_revision(league_id=again.league_id, recount=_seasons_of(again.moved.get("seat", [])))
    return again


def _seasons_of(seats: Sequence[int]) -> set[int]:
    """Return the seasons in which these seats were taken."""
    season = "game__table__scorecard__match__division__season"
    return set(Seat.objects.filter(pk__in=seats).values_list(season, flat=True))


def _held(*players: Player) -> list[Player]:
    """Return the players as they stand, held until the transaction ends, in the order of the arguments."""
    numbers = {player.pk for player in players}
    held = Player.objects.select_for_update().filter(pk__in=numbers).order_by("pk")
    players_by_key = {player.pk: player for player in held}
    if len(players_by_key) < len(numbers):
        raise Refused(GONE)
    return [players_by_key[player.pk] for player in players]


def _verify_one_person(kept: Player, gone: Player) -> None:
    if kept.pk == gone.pk:
        raise Refused("That is one and the same record already.")
    if kept.league_id != gone.league_id:
        raise Refused(f"{gone} plays in another league.")
    for player in (kept, gone):
        if player.merged_into_id:
            raise Refused(f"{player} has been merged into another record already; undo that first.")
    if _SEEN.index(Player.Shown(gone.shown)) < _SEEN.index(Player.Shown(kept.shown)):
        shown, also = gone.get_shown_display(), kept.get_shown_display()
        raise Refused(
            f"{gone} is shown {shown}, {kept} {also}: the public would see a name that {gone} hides. "
            f"Show {kept} {shown} first."
        )
    _verify_seated_once(kept, str(gone), Q(player=gone))
    both = CupSeat.objects.filter(player=gone, tie__seats__player=kept).select_related("tie__cup")
    if (seat := both.first()) is not None:
        raise Refused(f"{gone} and {kept} played in one tie, {seat.tie}: they are two people.")
    pair = CupEntry.objects.filter(
        Q(first_player=kept, second_player=gone) | Q(first_player=gone, second_player=kept)
    )
    if (entry := pair.first()) is not None:
        raise Refused(f"{gone} and {kept} entered as a pair, {entry}: they are two people.")


def _verify_seated_once(player: Player, other: str, seats: Q) -> None:
    """Raise Refused if the player sits in a game with one of these seats."""
    both = Seat.objects.filter(seats, game__seats__player=player).select_related(
        "game__table__scorecard__match__home", "game__table__scorecard__match__away"
    )
    if (seat := both.first()) is not None:
        table, match = seat.game.table, seat.game.table.scorecard.match
        raise Refused(
            f"{other} and {player} sat down at table {table.number} together, {match.home} v {match.away}: "
            "they are two people."
        )


def _carry(held: Held, gone: Player, kept: Player) -> list[int]:
    """Move the rows of one player to the other, except those the other has too; return their keys."""
    rows = held.model._base_manager.filter(**{held.column: gone})
    if held.model is Registration:
        rows = rows.exclude(_had_by(kept, Registration.objects.not_left(), "season", "team"))
    if held.model is Availability:
        rows = rows.exclude(_had_by(kept, Availability.objects.all(), "match", "team"))
    if held.model is AcceptedPlayer:
        rows = rows.exclude(_had_by(kept, AcceptedPlayer.objects.all(), "scorecard", "side"))
    keys = sorted(rows.values_list("pk", flat=True))
    held.model._base_manager.filter(pk__in=keys).update(**{held.column: kept})
    return keys


def _had_by(kept: Player, rows: Any, *columns: str) -> Q:
    """Return the condition for rows that the kept player has too: of the same team, or the same match."""
    same = Q(pk__in=[])
    for values in rows.filter(player=kept).values_list(*columns):
        same |= Q(**dict(zip(columns, values, strict=True)))
    return same & Q(left_on=None) if rows.model is Registration else same


def _give_back(held: Held, keys: list[int], merge: Merge) -> None:
    rows = held.model._base_manager.filter(**{"pk__in": keys, held.column: merge.kept_id})
    if merge.gone_id:
        rows.update(**{held.column: merge.gone_id})
    else:
        rows.update(player=None, written=merge.written)


def leave_name(*, league: League, team: Team, written: Sequence[str], now: datetime.datetime) -> None:
    """Leave a name of a team as it is written, in these spellings, for the season.

    Raises Refused if it is on no card any more.
    """
    with written_whole():
        season = "game__table__scorecard__match__division__season"
        seasons_and_names = {
            (key, stored_name(spelling))
            for spelling in written
            for key in seats_of_name(league, team, spelling).values_list(season, flat=True)
        }
        if not seasons_and_names:
            raise Refused(f"{written[0]} has already been assigned for {team} by somebody else.")
        NameLeft.objects.bulk_create(
            [
                NameLeft(season_id=key, team=team, name=name, left_at=now)
                for key, name in sorted(seasons_and_names)
            ],
            ignore_conflicts=True,
        )


def reopen_name(*, league: League, team: Team, name: str) -> None:
    """List a name that was left among those to identify again."""
    left = NameLeft.objects.filter(season__league=league, season__is_finished=False, team=team)
    left.filter(name=stored_name(name)).delete()
