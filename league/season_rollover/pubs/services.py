"""Close a pub in the middle of a season, or move a team to another."""

import datetime
from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from league.competition.services import bump_revision, hold_cups
from league.cups.selectors.lists import MovingCup, cups_at
from league.cups.services.tie_matches import plan_all_matches
from league.history.services.changes import store_change
from league.history.services.rows import Effects
from league.matches.services import write_match
from league.models import Cup, CupTie, League, Match, Pub, RecordChange, Team, User
from league.season_rollover.pubs.selectors import Rooms, home_matches, matches_at, rooms_for
from league.shared.errors import GONE, Refused, verify, written_whole
from league.shared.text import plural

Action = RecordChange.Action

CHANGED = "Matches or cups have changed since the preview. Check the new list below and press again."
REASON_REQUIRED = "Give the reason. It is shown with every match that moves."

Places = Mapping[int, Pub | None]
"""Where matches are played from now on, by key; None leaves one where it stands."""
CupPlaces = Mapping[str, Pub | None]
"""Where finals and ties of cups are played from now on; None: nowhere yet, or as usual."""
NO_CUPS: CupPlaces = {}


def close_pub(
    *,
    pub: Pub,
    on: datetime.date,
    reason: str,
    homes: Mapping[int, Pub],
    places: Places,
    by: User | None,
    now: datetime.datetime,
    cup_places: CupPlaces = NO_CUPS,
) -> int:
    """Close a pub from a day on, and return how many matches have moved. The history notes every row.

    `homes` are the new pubs of its teams, `places` those of the matches that were to be played there,
    `cup_places` those of finals and ties. Raises Refused if the matches or cups have changed since, or if a
    pub has no room.
    """
    with written_whole():
        pub = _hold_pub(pub)
        matches = _hold(matches_at(pub, on), Cup.objects.filter(season__league=pub.league_id))
        _verify_same(matches, places)
        cups = cups_at(pub, on)
        if {cup.key for cup in cups} != set(cup_places):
            raise Refused(CHANGED)
        effects = Effects()
        for team in pub.teams.filter(pk__in=homes):
            _give_home(team, homes[team.pk], effects)
        effects.note_shift(Pub, "closed_on", [pub.pk], old=pub.closed_on, new=on)
        pub.closed_on = on
        verify(pub)
        pub.save(update_fields=["closed_on"])
        moved = _rehouse(pub.league, matches, places, reason, effects)
        _rehouse_cups(cups, cup_places, effects)
        plan_all_matches(pub.league_id)
        words = [
            f"Closed from {on:%d/%m/%Y}",
            *([matches_moved(moved)] if moved else []),
            *([f"{plural(len(homes), 'team')} at other pubs"] if homes else []),
        ]
        _note(pub, Action.CLOSED, effects, ", ".join(words), by=by, now=now, reason=reason)
        bump_revision(league_id=pub.league_id)
    return moved


def open_pub_again(*, pub: Pub, by: User | None, now: datetime.datetime) -> Pub:
    """Reopen a pub that was closed, or closed by mistake.

    Matches stay where they were moved to.
    """
    with written_whole():
        pub = _hold_pub(pub)
        if pub.closed_on is not None:
            effects = Effects()
            effects.note_shift(Pub, "closed_on", [pub.pk], old=pub.closed_on, new=None)
            pub.closed_on = None
            pub.save(update_fields=["closed_on"])
            _note(pub, Action.REOPENED, effects, "Reopened", by=by, now=now)
            bump_revision(league_id=pub.league_id)
    return pub


def move_team(
    *,
    team: Team,
    to: Pub,
    since: datetime.date,
    places: Places,
    by: User | None,
    now: datetime.datetime,
    reason: str = "",
) -> int:
    """Move a team to another pub from a day on, and return how many of its home matches have moved.

    Raises Refused if it plays there already, if the pub has closed, if its home matches have changed since,
    or if a pub has no room.
    """
    with written_whole():
        _hold_pub(to)
        teams = Team.objects.select_for_update(of=("self",), no_key=True).select_related("league", "pub")
        held = teams.filter(pk=team.pk).first()
        if held is None:
            raise Refused(GONE)
        if held.pub_id == to.pk:
            raise Refused(f"{held} play at {to} already.")
        matches = _hold(home_matches(held, since), Cup.objects.filter(season__league=held.league_id))
        _verify_same(matches, places)
        effects, before = Effects(), held.pub
        _give_home(held, to, effects)
        moved = _rehouse(held.league, matches, places, reason, effects)
        plan_all_matches(held.league_id)
        words = (
            f"Moved from {before} to {to} from {since:%d/%m/%Y}{f', {matches_moved(moved)}' if moved else ''}"
        )
        _note(held, Action.MOVED, effects, words, by=by, now=now, reason=reason)
        bump_revision(league_id=held.league_id)
    return moved


def _note(
    row: Pub | Team,
    action: str,
    effects: Effects,
    summary: str,
    *,
    by: User | None,
    now: datetime.datetime,
    reason: str = "",
) -> None:
    kind = RecordChange.Kind.PUB if isinstance(row, Pub) else RecordChange.Kind.TEAM
    store_change(
        kind, row, row.league_id, action, effects, by=by, now=now, reason=reason, after={"summary": summary}
    )


def matches_moved(matches: int) -> str:
    """Return how many matches were moved, in words."""
    return f"{plural(matches, 'match', 'es')} moved" if matches else "no match had to move"


def _hold_pub(pub: Pub) -> Pub:
    held = Pub.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    locked = held.filter(pk=pub.pk).first()
    if locked is None:
        raise Refused(GONE)
    return locked


def _hold(matches: QuerySet[Match], cups: QuerySet[Cup]) -> list[Match]:
    """Lock the cups, the matches and the league, in the order used everywhere, and return the matches."""
    hold_cups(cups)
    keys = list(matches.values_list("pk", flat=True))
    held = Match.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=keys)
    list(held.order_by("pk"))
    current = list(matches)
    leagues = {match.division.season.league_id for match in current}
    list(League.objects.select_for_update(no_key=True).filter(pk__in=leagues))
    return current


def _verify_same(matches: list[Match], places: Places) -> None:
    if {match.pk for match in matches} != set(places):
        raise Refused(CHANGED)


def _give_home(team: Team, pub: Pub, effects: Effects) -> None:
    if pub.league_id != team.league_id:
        raise Refused(f"{pub} belongs to another league.")
    if pub.closed_on is not None:
        raise Refused(f"{pub} closed on {pub.closed_on:%d/%m/%Y}, so no team can move there.")
    effects.note_shift(Team, "pub", [team.pk], old=team.pub_id, new=pub.pk)
    team.pub = pub
    team.save(update_fields=["pub"])


def _rehouse(league: League, matches: list[Match], places: Places, reason: str, effects: Effects) -> int:
    """Move every match to its place, one after the other; return how many have moved."""
    rooms = rooms_for(league, matches)
    home_pubs = dict(Team.objects.filter(home_matches__in=matches).values_list("pk", "pub_id"))
    moving = [(match, to) for match in matches if (to := places[match.pk]) is not None]
    for match in matches:
        if places[match.pk] is None:
            rooms.take(match.venue, match)
    for match, to in moving:
        is_home = home_pubs[match.home_id] == to.pk
        if not (is_home or reason.strip()):
            raise Refused(REASON_REQUIRED)
        before, because = match.venue_id, match.venue_because
        match.venue = _with_room(to, match, rooms)
        match.venue_because = "" if is_home else reason
        write_match(match, "venue", "venue_because")
        effects.note_shift(Match, "venue", [match.pk], old=before, new=match.venue_id)
        if match.venue_because != because:
            effects.note_shift(Match, "venue_because", [match.pk], old=because, new=match.venue_because)
    return len(moving)


def _rehouse_cups(cups: Iterable[MovingCup], places: CupPlaces, effects: Effects) -> None:
    """Set the pubs of finals and ties; None clears them, and a tie is then played as usual."""
    for cup in cups:
        to = places[cup.key]
        if to is not None and to.league_id != cup.cup.season.league_id:
            raise Refused(f"{to} belongs to another league.")
        if to is not None and to.closed_on is not None:
            raise Refused(f"{to} closed on {to.closed_on:%d/%m/%Y}: nothing is played there any more.")
        key = to.pk if to else None
        if cup.tie is None:
            effects.shift(Cup, "finals_at", [cup.cup.pk], old=cup.cup.finals_at_id, new=key)
        else:
            place = {"round": cup.tie.tie.round, "number": cup.tie.tie.number}
            field = "second_venue" if cup.tie.is_second_leg else "venue"
            for tie, venue in cup.cup.ties.filter(**place).values_list("pk", field):
                effects.shift(CupTie, field, [tie], old=venue, new=key)


def _with_room(to: Pub, match: Match, rooms: Rooms) -> Pub:
    pub = next((pub for pub in rooms.pubs if pub.pk == to.pk), None)
    if pub is None:
        raise Refused(f"{to} belongs to another league.")
    if too_few := rooms.too_few_tables(pub, match):
        raise Refused(f"{match.home} v {match.away}: {too_few}.")
    rooms.take(pub, match)
    return pub
