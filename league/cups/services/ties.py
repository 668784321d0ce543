"""Services of cup ties: result, undoing a result, what a match gives, and who played."""

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from django.utils import timezone

from league.cups.brackets import bracket_of
from league.cups.entries import CupState as PlayedCup
from league.cups.entries import TieResult
from league.cups.progress import plate_entrants, with_result, without_result
from league.cups.rules import CupRefused
from league.cups.selectors.cups import played_cup, result_of
from league.cups.selectors.seats import tie_remarks
from league.cups.selectors.tie_matches import MatchOfTie, match_results
from league.cups.services.cups import changed, refused_by_rules
from league.cups.services.tie_matches import delete_unplayed
from league.cups.ties import Tie
from league.matches.outcomes import AtFault, Pair
from league.models import Cup, CupEntry, CupSeat, CupTie, Match, Player, Pub, Scorecard, Seat, Side
from league.registration.services.registrations import make_player
from league.shared.errors import GONE, Refused, refused_by, verify

CHANGED = (
    "Somebody else has entered or changed this tie since you opened the page. Your text is still here. "
    "Open the tie again to see the present entry."
)
OF_A_MATCH = "This score was entered as a match, table by table. Correct or undo it on the page of the match."
NO_TIE = "This tie is no longer in the cup. Open the cup again."


def enter_result(
    *, cup: Cup, result: TieResult, began_from: datetime.datetime | None, now: datetime.datetime
) -> None:
    """Write down what was played of a tie, or correct it.

    `began_from` is when what stood there was entered, None if nothing did. Raises Refused if that has
    changed, if the result cannot be, or if a later round or the plate follows from what it would undo.
    """
    with changed(cup) as held:
        row = tie_row(held, result.round, result.number)
        if result_of(row) == result:
            return
        if row.entered_at != began_from:
            raise Refused(CHANGED)
        before = played_cup(held)
        _verify_typed(held, before, row, result)
        _save_result(held, before, row, result, now)


def undo_result(*, cup: Cup, round_number: int, number: int) -> None:
    """Delete the result of a tie, as long as nothing follows from it. Raises Refused."""
    with changed(cup) as held:
        before = played_cup(held)
        row = tie_row(held, round_number, number)
        tie = bracket_of(before).tie(round_number, number)
        if tie is not None and match_results(row, tie):
            raise Refused(OF_A_MATCH)
        _delete_result(held, before, row)


def follow_match(match: Match) -> None:
    """Carry the result, the players, the date and the pub of a match over to its tie.

    The caller has changed the match, and has held the cup before it. Raises Refused if the tie cannot be
    changed any more.
    """
    of_tie = match.tie
    if of_tie is None:
        return
    with changed(of_tie.cup) as held:
        row = tie_row(held, of_tie.round, of_tie.number)
        before = played_cup(held)
        tie = bracket_of(before).tie(row.round, row.number)
        if tie is None:
            return
        try:
            _follow_result(held, before, row, tie)
        except Refused as refusal:
            raise Refused(f"{held}: {refusal.sentence}") from refusal
        _follow_players(row)
        _follow_night(held, row)


def _follow_result(cup: Cup, before: PlayedCup, row: CupTie, tie: Tie) -> None:
    played = match_results(row, tie)
    decided = _deciding_games(row, tie, played, before.rules.deciding_games)
    ended = next((match for match in played.values() if match.at_fault is not None), None)
    stood = result_of(row)
    scores = list(_in_order(row, played, stood))
    result = TieResult(
        round=row.round,
        number=row.number,
        legs=() if ended else tuple(scores[: tie.legs]),
        replays=() if ended else tuple(scores[tie.legs :]),
        deciding=None if ended else decided,
        at_fault=ended.at_fault if ended else None,
        reason=ended.reason if ended else "",
    )
    if scores or ended:
        if result != stood:
            _save_result(cup, before, row, result, timezone.now())
    elif stood is not None:
        _delete_result(cup, before, row)


def _deciding_games(row: CupTie, tie: Tie, played: dict[int, MatchOfTie], games: int) -> Pair | None:
    """Return the deciding games won: by their match, which is taken out of `played`, or else as typed."""
    leg = tie.deciding_leg
    match = played.pop(leg, None) if leg else None
    if match is None:
        is_match = Match.with_ties.filter(tie=row, is_play_off=True).exists()
        return None if is_match or tie.result is None else tie.result.deciding
    most = games // 2 + 1
    awarded: dict[AtFault | None, Pair] = {AtFault.HOME: (0, most), AtFault.AWAY: (most, 0)}
    return awarded.get(match.at_fault, match.games)


def _in_order(row: CupTie, played: Mapping[int, MatchOfTie], stood: TieResult | None) -> Iterator[Pair]:
    """Yield the scores of a tie's matches; a second leg played early waits for the first.

    A total that was typed has no match, and stands.
    """
    typed = (*stood.legs, *stood.replays) if stood else ()
    with_match = set(Match.with_ties.filter(tie=row).values_list("leg", flat=True))
    for leg in count(1):
        if leg not in with_match and leg <= len(typed):
            yield typed[leg - 1]
        elif leg in played and (score := played[leg].score):
            yield score
        else:
            return


def _follow_players(row: CupTie) -> None:
    """Write who sat down from the confirmed cards of the tie's matches; nothing before there is a card."""
    cards = Scorecard.objects.filter(match__tie=row)
    if not cards.exists():
        return
    entries = {entry.team_id: entry for entry in row.cup.entries.filter(team__isnull=False)}
    seats = Seat.objects.filter(
        game__table__scorecard__in=cards.confirmed(), player__isnull=False, player__merged_into=None
    ).select_related("player", "game__table__scorecard__match")
    seated: dict[CupEntry, list[Player]] = {}
    known: set[int] = set()
    for seat in seats.order_by("pk"):
        match = seat.game.table.scorecard.match
        entry = entries.get(match.home_id if seat.side == Side.HOME else match.away_id)
        if entry is not None and seat.player is not None and seat.player_id not in known:
            known.add(seat.player.pk)
            seated.setdefault(entry, []).append(seat.player)
    _write(row, seated)


def _follow_night(cup: Cup, row: CupTie) -> None:
    """Write when and where the tie is played: that of the match to come, or else of the last one.

    The second leg has its own.
    """
    tie = bracket_of(played_cup(cup)).tie(row.round, row.number)
    legs = {match.leg: match for match in Match.with_ties.filter(tie=row).select_related("venue")}
    if tie is None or not legs:
        return
    played = played_cup(cup)
    second = legs.pop(2, None) if tie.legs > 1 else None
    if second is not None:
        row.second_date, row.second_starts_at = second.date, second.starts_at
        usual = None if tie.is_over else _usual_pub(cup, played, row, leg=2)
        row.second_venue = None if second.venue == usual else second.venue
    is_replayed = (tie.verdict.next_leg or 0) > tie.legs or max(legs, default=1) > tie.legs
    if legs or is_replayed:
        leg = tie.verdict.next_leg if is_replayed else 1
        leg = leg or max(legs)
        match = legs.get(leg)
        row.date = match.date if match else None
        row.starts_at = match.starts_at if match else row.starts_at
        # As long as it is to be played, a tie follows a team that moves; what was played stays where it was.
        usual = None if tie.is_over else _usual_pub(cup, played, row, leg=leg)
        row.venue = None if match is None or match.venue == usual else match.venue
    row.save(update_fields=["date", "starts_at", "venue", "second_date", "second_starts_at", "second_venue"])


def _verify_typed(cup: Cup, before: PlayedCup, row: CupTie, result: TieResult) -> None:
    """Raise Refused if a typed result contradicts the matches of the tie; delete those it replaces."""
    tie = bracket_of(before).tie(result.round, result.number)
    if tie is None or row._state.adding:
        return
    entered = match_results(row, tie)
    typed = (*result.legs, *result.replays)
    for leg, match in entered.items():
        if leg == tie.deciding_leg:
            if result.deciding != match.games:
                raise Refused(OF_A_MATCH)
        elif match.at_fault != result.at_fault or (match.score and typed[leg - 1 : leg] != (match.score,)):
            raise Refused(OF_A_MATCH)
    unplayed = Match.with_ties.filter(tie=row).exclude(leg__in=entered)
    through = len(typed) + bool(result.deciding)
    delete_unplayed(unplayed if result.at_fault else unplayed.filter(leg__lte=through))


def _save_result(cup: Cup, before: PlayedCup, row: CupTie, result: TieResult, now: datetime.datetime) -> None:
    with refused_by_rules():
        after = with_result(before, result)
    _verify_plate(cup, before, after)
    row.legs, row.replays = (
        [list(leg) for leg in result.legs],
        [list(replay) for replay in result.replays],
    )
    row.deciding = list(result.deciding) if result.deciding else None
    row.given, row.reason = str(result.at_fault or ""), result.reason
    row.entered_at = now
    # Store where it was played: the team or the finals may move afterwards.
    if not result.at_fault:
        row.venue = row.venue or _usual_pub(cup, after, row, leg=1)
        if len(result.legs) > 1:
            row.second_venue = row.second_venue or _usual_pub(cup, after, row, leg=2)
    _clear_night_of_replay(before, after, row)
    verify(row)
    row.save()


def _clear_night_of_replay(before: PlayedCup, after: PlayedCup, row: CupTie) -> None:
    """Delete when and where a level tie was played: what follows is another match."""
    was, tie = (bracket_of(played).tie(row.round, row.number) for played in (before, after))
    if tie is None or was is None or (tie.verdict.next_leg or 0) <= tie.legs:
        return
    if tie.verdict.next_leg != was.verdict.next_leg:
        row.date, row.starts_at, row.venue = None, None, None


def _delete_result(cup: Cup, before: PlayedCup, row: CupTie) -> None:
    with refused_by_rules():
        after = without_result(before, row.round, row.number)
    _verify_plate(cup, before, after)
    for field, leg in (("venue", 1), ("second_venue", 2)):
        if getattr(row, field) == _usual_pub(cup, after, row, leg=leg):
            setattr(row, field, None)
    row.legs, row.replays, row.deciding = [], [], None
    row.given, row.reason, row.entered_at = "", "", None
    row.save()


def tie_row(cup: Cup, round_number: int, number: int) -> CupTie:
    """Return the row of a tie, or a new one. The cup is locked."""
    row = cup.ties.filter(round=round_number, number=number).first()
    return row or CupTie(cup=cup, round=round_number, number=number)


def _usual_pub(cup: Cup, played: PlayedCup, row: CupTie, *, leg: int) -> Pub | None:
    """Return the pub where a match of a tie is played if none is chosen for it."""
    tie = bracket_of(played).tie(row.round, row.number)
    if tie is None or tie.home.entrant is None or tie.away.entrant is None:
        return None
    if tie.is_neutral:
        return cup.finals_at
    host = (tie.home.entrant, tie.away.entrant)[tie.host(leg)]
    entry = cup.entries.select_related("team__pub").get(number=host.key)
    return entry.team.pub if entry.team else None


def _verify_plate(cup: Cup, before: PlayedCup, after: PlayedCup) -> None:
    """Raise Refused if there is a plate and its entrants would change."""
    plate = Cup.objects.filter(plate_of=cup).first()
    if plate is not None and _losers(before) != _losers(after):
        raise Refused(f"{plate} is made of the losers, and this would change them. Delete the plate first.")


def _losers(played: PlayedCup) -> set[int] | None:
    try:
        return {entrant.key for entrant in plate_entrants(played)}
    except CupRefused:
        return None


SEATS_CHANGED = (
    "Somebody else has entered the players since you opened the page. Your ticks are still here. Open the "
    "tie again to see the present entry."
)
TWICE = "A player is named twice in this tie; each has one seat."


@dataclass(frozen=True, slots=True, kw_only=True)
class CupSideNames:
    """Who played for a side: players by their keys, and names of people the league does not know yet."""

    players: tuple[int, ...] = ()
    newcomers: tuple[str, ...] = ()


def seat_players(
    *,
    cup: Cup,
    round_number: int,
    number: int,
    sides: Mapping[int, CupSideNames],
    before: Collection[str],
    today: datetime.date,
) -> None:
    """Save who played in a tie, by the number of the entry, with a new record for each newcomer.

    `before` are the public ids of those seated when the page was opened. Remarks that do not block are left
    to the page. Raises Refused if the seats have changed since, if a rule that blocks is broken, if somebody
    is named for both sides, or if there is no such tie.
    """
    with changed(cup) as held:
        tie = bracket_of(played_cup(held)).tie(round_number, number)
        if tie is None or not tie.is_ready:
            raise Refused(NO_TIE)
        playing = {entrant.key for entrant in (tie.home.entrant, tie.away.entrant) if entrant}
        entries = {entry.number: entry for entry in held.entries.filter(number__in=playing)}
        if set(sides) - set(entries):
            raise Refused(NO_TIE)
        row = tie_row(held, round_number, number)
        seated = {entries[which]: _players(held, named) for which, named in sides.items()}
        if _has_changed(row, seated, before):
            raise Refused(SEATS_CHANGED)
        _verify_rules(row, seated, on=row.date or (held.finals_on if tie.is_neutral else None) or today)
        verify(row)
        row.save()
        _write(row, seated)


def _players(cup: Cup, named: CupSideNames) -> list[Player]:
    league = cup.season.league
    new = [make_player(league=league, name=name) for name in named.newcomers]
    held = Player.objects.select_for_update(no_key=True).filter(pk__in=named.players, league=league)
    players_by_key = {player.pk: player for player in held.order_by("pk")}
    if len(players_by_key) < len(set(named.players)):
        raise Refused(GONE)
    for player in players_by_key.values():
        if player.merged_into_id:
            raise Refused(f"{player} has been merged into another record meanwhile; open the tie again.")
    return [*(players_by_key[key] for key in dict.fromkeys(named.players)), *new]


def _has_changed(row: CupTie, seated: Mapping[CupEntry, Sequence[Player]], before: Collection[str]) -> bool:
    """Return whether somebody else has changed the seats since, to others than are sent now."""
    if row._state.adding:
        return bool(before)
    stands = set(row.seats.values_list("entry", "player", "player__public_id"))
    sent = {(entry.pk, player.pk) for entry, players in seated.items() for player in players}
    is_same = {(entry, player) for entry, player, _ in stands} == sent
    return not is_same and {public_id for _, _, public_id in stands} != set(before)


def _verify_rules(row: CupTie, seated: Mapping[CupEntry, Sequence[Player]], *, on: datetime.date) -> None:
    everybody = [player.pk for players in seated.values() for player in players]
    if len(set(everybody)) < len(everybody):
        raise Refused(TWICE)
    numbers = {entry: [player.pk for player in players] for entry, players in seated.items()}
    remarks = tie_remarks(row, numbers, on=on)
    blocked = [remark.sentence for of_entry in remarks.values() for remark in of_entry if remark.blocks]
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
