"""Services that create, enter and draw cups. Each locks the cup, so that simultaneous changes take turns."""

import datetime
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.db.models import Q, QuerySet
from django.utils.text import slugify

from league.competition.season_rules.people import CupTied, PeopleRule
from league.competition.services import bump_revision, hold_cups, hold_season, verify_running
from league.cups.brackets import handicaps_now, next_round
from league.cups.entries import CupState as PlayedCup
from league.cups.entries import Entrant, RoundDraw
from league.cups.progress import plate_entrants, with_draw, with_entrant, with_scratch, without_draw
from league.cups.rules import CupRefused, CupRules
from league.cups.selectors.cups import AND, entries_of, in_two_pairs, played_cup
from league.cups.selectors.rooms import crowded_in_words, crowded_ties
from league.cups.selectors.tie_pages import is_closed
from league.cups.serialization import rules_to_data
from league.cups.services.fees import DELETED, LEFT, OTHER_FEE, charge_entries, give_back
from league.cups.services.tie_matches import delete_unplayed, plan_matches
from league.cups.ties import Tie
from league.matches.rooms import hold_rooms
from league.models import Cup, CupDraw, CupEntry, League, Match, Player, Pub, Ruling, Season, Team, User
from league.shared.errors import GONE, Refused, refused_by, verify, written_whole
from league.shared.text import bare, listed

log = logging.getLogger(__name__)

SAME_NAME = "Another cup of the season has this name; give it another."
IN_ALREADY = "One of them has entered already: open the page again."
DRAWN = "The draw is made. Undo the draw first."
DRAWN_MEANWHILE = "This round has been drawn already: open the page again."
LAST_MEANWHILE = "The last draw is another one by now: open the page again."


def make_cup(
    *, season: Season, name: str, kind: str = Cup.Kind.KNOCK_OUT, rules: CupRules | None = None
) -> Cup:
    """Create a cup of the season. Raises Refused if the season has one of that name, or is closed."""
    data = rules_to_data(rules) if rules else {}
    with written_whole():
        verify_running(hold_season(season).pk)
        return _create(Cup(season=season, name=name, kind=kind, rules=data))


def set_finals(*, cup: Cup, at: Pub | None, on: datetime.date | None, remarks: str = "") -> None:
    """Set where and when the last rounds are played, and the remarks about the cup.

    Raises Refused if the pub has closed by then, or has too few tables free that night.
    """
    with changed(cup) as held:
        before = held.finals_at_id, held.finals_on
        verify_not_closed(at, on)
        held.finals_at, held.finals_on, held.remarks = at, on, remarks
        verify(held)
        held.save(update_fields=["finals_at", "finals_on", "remarks"])
        if (held.finals_at_id, held.finals_on) != before:
            verify_room(held, lambda tie: tie.is_neutral)


def set_date(*, cup: Cup, on: datetime.date | None) -> None:
    """Set the night of the finals, or of a pairs night. Raises Refused as `set_finals` does."""
    with changed(cup) as held:
        before = held.finals_on
        verify_not_closed(held.finals_at, on)
        held.finals_on = on
        verify(held)
        held.save(update_fields=["finals_on"])
        if on != before:
            verify_room(held, lambda tie: tie.is_neutral)


def delete_cup(*, cup: Cup) -> None:
    """Delete a cup of which nothing is drawn, with its entries and their fees. Raises Refused."""
    with changed(cup) as held:
        verify_undrawn(held)
        give_back(held, held.entries.all(), DELETED)
        held.delete()


def enter_teams(*, cup: Cup, teams: Sequence[Team], by: User | None = None) -> None:
    """Enter teams in this order and charge them the fee; a late one meets who is free in the first round.

    Raises Refused, also for a team that has withdrawn from the season.
    """
    with changed(cup) as held:
        left = Ruling.objects.withdrawals().filter(division__season=held.season_id, team__in=teams)
        if gone := [str(ruling.team) for ruling in left.select_related("team")]:
            raise Refused(f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} withdrawn from the season.")
        entries = [CupEntry(cup=held, team=team, name=team.name) for team in teams]
        _enter(held, entries)
        charge_entries(held, entries, by=by)


def set_fee(*, cup: Cup, pence: int, by: User | None) -> None:
    """Set the fee of each entry, 0 for none. Teams that have entered are charged the new one instead.

    Raises Refused once the cup is drawn.
    """
    with changed(cup) as held:
        if pence == held.fee:
            return
        verify_undrawn(held)
        entries = tuple(held.entries.select_related("team__pub"))
        give_back(held, entries, OTHER_FEE)
        held.fee = pence
        held.save(update_fields=["fee"])
        charge_entries(held, entries, by=by)


def set_paid(*, cup: Cup, numbers: Collection[int]) -> None:
    """Save which pairs have paid, by the numbers of their entries; the others have not."""
    with changed(cup) as held:
        pairs = held.entries.filter(team=None)
        pairs.filter(number__in=numbers).update(paid=True)
        pairs.exclude(number__in=numbers).update(paid=False)


def enter_pair(*, cup: Cup, names: tuple[str, str]) -> None:
    """Enter a pair. A name that exactly one player of the league has is linked to them.

    Raises Refused if one of them is in another pair and the season's rules block that.
    """
    with changed(cup) as held:
        pair = pair_entry(held, names)
        people = held.season.rule_book.season_regulations().people
        twice = in_two_pairs((*entries_of(held), pair))
        if twice and people.cup_tied is CupTied.ONE_TEAM and PeopleRule.CUP_TIED in people.blocked:
            raise Refused(" ".join(twice))
        _enter(held, [pair])


def pair_entry(cup: Cup, names: Sequence[str]) -> CupEntry:
    """Return the unsaved entry of a pair, or of one who waits for a partner; it has no number yet."""
    first, second, *_ = (*(_player_named(cup.season.league, name) for name in names), None)
    return CupEntry(cup=cup, name=AND.join(names), first_player=first, second_player=second)


def strike_entry(*, cup: Cup, number: int) -> None:
    """Delete an entry and give its fee back, which is possible only before the draw. Raises Refused."""
    with changed(cup) as held:
        verify_undrawn(held)
        struck = held.entries.filter(number=number)
        give_back(held, struck, LEFT)
        struck.delete()


def set_seeds(
    *, cup: Cup, seeds: Mapping[int, int | None], handicaps: Mapping[int, int] | None = None
) -> None:
    """Set seeds and handicaps by the number of the entry; only before the draw. Raises Refused."""
    with changed(cup) as held:
        verify_undrawn(held)
        entries = entries_of(held)
        held.entries.update(seed=None)
        for entry in entries:
            entry.seed = seeds.get(entry.number)
            entry.handicap = (handicaps or {}).get(entry.number, entry.handicap)
        with refused_by_rules():
            PlayedCup(rules=CupRules(), entrants=tuple(map(_entrant, entries)))
        CupEntry.objects.bulk_update(entries, ["seed", "handicap"])


def draw_round(*, cup: Cup, round_number: int, lot: str, now: datetime.datetime) -> CupDraw:
    """Draw that round, or the whole bracket, by this lot. Raises Refused: too early, or drawn meanwhile."""
    with changed(cup) as held:
        played = played_cup(held)
        if round_number < next_round(played):
            raise Refused(DRAWN_MEANWHILE)
        with refused_by_rules():
            drawn = with_draw(played, lot).draws[-1]
        return save_draw(held, drawn, now)


def save_draw(cup: Cup, drawn: RoundDraw, now: datetime.datetime) -> CupDraw:
    """Save a draw of a cup that is locked. Raises Refused if that round was drawn meanwhile."""
    draw = CupDraw(cup=cup, round=drawn.round, lot=drawn.lot, order=list(drawn.order), drawn_at=now)
    verify(draw)
    with refused_by(round_drawn_once=DRAWN_MEANWHILE, league_cupdraw=DRAWN_MEANWHILE):
        draw.save()
    return draw


def undo_draw(*, cup: Cup, round_number: int) -> None:
    """Delete the last draw, as long as nothing was played after it. Raises Refused."""
    with changed(cup) as held:
        played = played_cup(held)
        if played.draws and played.draws[-1].round != round_number:
            raise Refused(LAST_MEANWHILE)
        with refused_by_rules():
            without_draw(played)
        held.draws.filter(round=round_number).delete()
        delete_unplayed(Match.with_ties.filter(tie__cup=held, tie__round__gte=round_number))
        # Dates and places belong to ties that are no more.
        held.ties.filter(round__gte=round_number).delete()


def leave_cup(*, cup: Cup, number: int, reason: str) -> None:
    """Withdraw an entry from the cup: what is not played out is given against it. Raises Refused."""
    with changed(cup) as held:
        played = played_cup(held)
        if number not in {entrant.key for entrant in played.entrants}:
            raise Refused(GONE)
        with refused_by_rules():
            gone = with_scratch(played, number, reason).scratched[-1]
        held.entries.filter(number=number).update(left_in_round=gone.round, left_because=reason)


def make_plate(*, cup: Cup, name: str) -> Cup:
    """Create the plate: a cup for those whom the rules of this one send there.

    Raises Refused while they are not known, or if there is a plate already.
    """
    with changed(cup) as held:
        with refused_by_rules():
            played = played_cup(held)
            numbers = [entrant.key for entrant in plate_entrants(played)]
        if Cup.objects.filter(plate_of=held).exists():
            raise Refused("This cup has its plate already.")
        rules = {key: value for key, value in held.rules.items() if key not in ("plate", "fill", "groups")}
        plate = _create(Cup(season=held.season, name=name, rules=rules, plate_of=held))
        by_number = {entry.number: entry for entry in entries_of(held)}
        handicaps = handicaps_now(played)
        _enter(plate, [_plate_entry(plate, by_number[number], handicaps[number]) for number in numbers])
    return plate


def next_number(cup: Cup) -> int:
    """Return the number that the next entry of the cup gets."""
    return max(cup.entries.values_list("number", flat=True), default=0) + 1


def plan_dated_ties(cups: QuerySet[Cup]) -> None:
    """Create matches of ties that were dated before ties were matches: after an upgrade, or of an old file.

    One query where there are none. A cup whose dates cannot be is left as it is, until they are corrected.
    """
    under_way = cups.filter(kind=Cup.Kind.KNOCK_OUT, season__is_finished=False, division=None)
    dated = under_way.filter(Q(ties__date__isnull=False) | Q(finals_on__isnull=False), draws__round=1)
    for cup in dated.select_related("season").distinct():
        try:
            with changed(cup):
                pass
        except Refused as refusal:
            log.warning("The matches of %s, %s were not created: %s", cup, cup.season, refusal.sentence)


@contextmanager
def changed(cup: Cup) -> Iterator[Cup]:
    """Lock a cup and yield it as it is now; then plan its matches anew and count the league's revision up.

    Raises Refused if it is gone, or if its season is closed.
    """
    with written_whole():
        hold_cups(Cup.objects.filter(pk=cup.pk))
        current = Cup.objects.select_related("season__league", "season__rule_book")
        held = current.filter(pk=cup.pk).first()
        if held is None:
            raise Refused(GONE)
        verify_running(held.season_id)
        yield held
        if held.pk and held.kind == Cup.Kind.KNOCK_OUT:
            plan_matches(held)
        bump_revision(league_id=held.season.league_id)


def verify_room(cup: Cup, is_asked: Callable[[Tie], bool]) -> None:
    """Raise Refused if one of these ties of a locked cup, as they are saved now, has no room in its pub."""
    hold_rooms(cup.season.league_id)
    crowded = [each for each in crowded_ties(cup) if is_asked(each.tie.on_page.tie)]
    if crowded:
        raise Refused(" ".join(crowded_in_words(crowded)))


def verify_not_closed(pub: Pub | None, on: datetime.date | None) -> None:
    """Raise Refused if a pub has closed by a day.

    The cup is locked already: closing a pub waits for that lock.
    """
    now = Pub.objects.filter(pk=pub.pk).first() if pub else None
    if now and now.closed_on and is_closed(now, on):
        raise Refused(f"{now} closed on {now.closed_on:%d/%m/%Y}: nothing is played there any more.")


@contextmanager
def refused_by_rules() -> Iterator[None]:
    """Turn CupRefused into Refused with the same sentence."""
    try:
        yield
    except CupRefused as refusal:
        raise Refused(str(refusal)) from refusal


def _create(cup: Cup) -> Cup:
    """Save a new cup under an address that no other cup of the league has."""
    slug = slugify(cup.name) or "cup"
    elsewhere = Cup.objects.filter(season__league=cup.season.league, slug=slug).exclude(season=cup.season)
    if elsewhere.exists():
        slug = slugify(f"{slug} {cup.season.slug}")
    cup.slug = slug[:60]
    verify(cup)
    with refused_by(cup_address_once=SAME_NAME, league_cup=SAME_NAME):
        cup.save()
    bump_revision(league_id=cup.season.league_id)
    return cup


def verify_undrawn(cup: Cup) -> None:
    """Raise Refused if something of a cup that is locked has been drawn."""
    if cup.draws.exists():
        raise Refused(DRAWN)


def _enter(cup: Cup, entries: Sequence[CupEntry]) -> None:
    before = played = played_cup(cup)
    for number, entry in enumerate(entries, start=next_number(cup)):
        entry.number = number
        verify(entry)
        with refused_by_rules():
            played = with_entrant(played, _entrant(entry))
    with refused_by(
        cup_entry_numbered_once=IN_ALREADY, team_in_a_cup_once=IN_ALREADY, league_cupentry=IN_ALREADY
    ):
        CupEntry.objects.bulk_create(entries)
    if played.draws != before.draws:
        cup.draws.filter(round=1).update(order=list(played.draws[0].order))


def _entrant(entry: CupEntry) -> Entrant:
    return Entrant(key=entry.number, name=entry.name, seed=entry.seed, handicap=entry.handicap)


def _plate_entry(plate: Cup, entry: CupEntry, handicap: int) -> CupEntry:
    copied = ("name", "team", "first_player", "second_player")
    return CupEntry(cup=plate, handicap=handicap, **{field: getattr(entry, field) for field in copied})


def _player_named(league: League, name: str) -> Player | None:
    """Return the only player of that name, or with that full label; None if there is none, or several."""
    known = league.players.not_merged()
    same = [player for player in known if bare(name) == bare(player.name)]
    same = same or [player for player in known if bare(name) == bare(str(player))]
    return same[0] if len(same) == 1 else None
