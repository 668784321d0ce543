"""Matches of cup ties: what is planned follows the draw, the nights and the pubs of the cup.

The other way round, what becomes of a match is carried to its tie by `follow_match` in `ties`.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.ties import HOME
from league.models import Cup, CupTie, Division, Match, Pub, Team
from league.shared.errors import Refused, verify

BEGUN = "{} is being played: hands, photographs or a result are there. Undo those first, or enter its result."
# The cup's matches come after those of the divisions, wherever matches are in order.
LAST = 99
MOST_LETTERS = 40

Matches = dict[tuple[int, int], dict[int, Match]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMatch:
    """A match as the cup wants it to be."""

    home: Team
    away: Team
    venue: Pub
    date: datetime.date
    starts_at: datetime.time | None


def matches_of_cup(cup: Cup) -> Matches:
    """Return the matches of a cup by round and number of the tie, and by leg. One query."""
    rows = Match.with_ties.filter(tie__cup=cup).select_related("tie", "home", "away", "venue")
    matches: Matches = defaultdict(dict)
    for match in rows.order_by("leg"):
        if match.tie:
            matches[match.tie.round, match.tie.number][match.leg] = match
    return matches


def plan_matches(cup: Cup) -> None:
    """Create, move and delete matches of a locked cup, until they are those its ties want next.

    A tie of two teams has a match once both are known, with date and pub, and so has its second leg; a replay
    once it is wanted and has its own. Raises Refused if a match that has begun would have to go.
    """
    page = cup_on_page(cup, to_secretary=True)
    matches = matches_of_cup(cup)
    planned_by_place: dict[tuple[int, int], TieOnPage] = {}
    for cup_round in page.rounds:
        for each in cup_round.ties:
            planned_by_place[each.tie.round, each.tie.number] = each
    for place, legs in matches.items():
        matches[place] = _without_unplanned(planned_by_place.get(place), legs)
    for place, each in planned_by_place.items():
        for at in filter(None, (each, each.second)):
            if each.tie.verdict.next_leg and (planned := planned_match(at)):
                _plan(page, at, planned, matches.get(place, {}).get(at.leg))
        if page.played.rules.deciding_games in _games_that_fit(cup):
            _plan_deciding_games(each, matches.get(place, {}))


def _games_that_fit(cup: Cup) -> range:
    """Return how many deciding games have a table each; none where a table plays several games."""
    form = cup.season.rule_book.match_format()
    is_one_each = form.race_to is None and all(form.games_at(table) == 1 for table in range(form.tables))
    return range(1, form.tables + 1) if is_one_each else range(0)


def _plan_deciding_games(each: TieOnPage, legs: dict[int, Match]) -> None:
    """Create the match of the deciding games, which follow the last match at once.

    Of a tie whose last match was typed as a total, they are typed too.
    """
    leg = each.tie.deciding_leg
    last = legs.get(leg - 1) if leg and each.tie.is_open and leg not in legs else None
    if leg is None or last is None or not last.scorecards.confirmed().exists():
        return
    copied = ("division", "tie", "week", "home", "away", "venue", "venue_because", "date", "starts_at")
    match = Match(leg=leg, is_play_off=True, **{field: getattr(last, field) for field in copied})
    verify(match)
    match.save()


def plan_all_matches(league_id: int) -> None:
    """Plan the matches of every cup under way anew: a pub has closed, or a team has moved.

    The caller holds the cups.
    """
    cups = Cup.objects.filter(
        season__league=league_id, season__is_finished=False, kind=Cup.Kind.KNOCK_OUT, division__isnull=False
    )
    for cup in cups.select_related("season__league", "finals_at"):
        plan_matches(cup)


def planned_match(each: TieOnPage) -> PlannedMatch | None:
    """Return the match that a tie wants on its night; None if it is no match of two teams, or not yet."""
    sides = each.teams if each.tie.host(each.leg) == HOME else each.teams[::-1]
    home, away = sides
    if home is None or away is None or not each.tie.is_open or each.date is None or each.venue is None:
        return None
    return PlannedMatch(home=home, away=away, venue=each.venue, date=each.date, starts_at=each.starts_at)


def delete_unplayed(matches: Iterable[Match]) -> None:
    """Delete matches of which nothing is entered. Raises Refused if something is."""
    for match in matches:
        if has_begun(match):
            raise Refused(BEGUN.format(f"{match.home} v {match.away}"))
        match.delete()


def has_begun(match: Match) -> bool:
    """Return whether anything of a match is entered: hands, a sheet, a photograph, a ruling. Four queries."""
    related = (match.scorecards, match.entries, match.photographs, match.rulings)
    return any(rows.exists() for rows in related)


def _without_unplanned(each: TieOnPage | None, legs: dict[int, Match]) -> dict[int, Match]:
    """Delete the unplayed matches of a tie that is over, has other sides by now, or lost its night."""
    kept = {}
    for leg, match in legs.items():
        is_past = each is not None and each.tie.is_over and has_begun(match)
        if each is not None and (_stays(each, match) or is_past):
            kept[leg] = match
        else:
            delete_unplayed([match])
    return kept


def _stays(each: TieOnPage, match: Match) -> bool:
    tie, leg = each.tie, match.leg
    sides = each.teams if tie.host(leg) == HOME else each.teams[::-1]
    if sides != (match.home, match.away):
        return False
    if match.is_play_off:
        return tie.is_open and leg == tie.deciding_leg
    played = len(tie.result.legs) + len(tie.result.replays) if tie.result else 0
    if leg <= played:
        return True
    at = each if leg == each.leg else each.second
    has_night = at is None or at.date is not None or match.date is None
    return tie.is_open and has_night and leg <= max(tie.verdict.next_leg or 0, tie.legs)


def _plan(page: CupOnPage, each: TieOnPage, planned: PlannedMatch, match: Match | None) -> None:
    if match is None:
        _create(page, each, planned)
        return
    if match.date is None and match.postponed_from == planned.date:
        return  # finals night is the cup's own date, and this final was postponed from it
    now = (match.date, match.starts_at, match.venue_id)
    wanted = (planned.date, planned.starts_at, planned.venue.pk)
    # A second leg that was played before the first stays where it was played.
    if now != wanted and not match.scorecards.confirmed().exists():
        match.date, match.starts_at, match.venue = planned.date, planned.starts_at, planned.venue
        match.venue_because = "" if match.venue_id == planned.home.pub_id else page.cup.name
        match.sequence += 1
        verify(match)
        match.save(update_fields=["date", "starts_at", "venue", "venue_because", "sequence"])


def _create(page: CupOnPage, each: TieOnPage, planned: PlannedMatch) -> None:
    row, _ = CupTie.objects.get_or_create(cup=page.cup, round=each.tie.round, number=each.tie.number)
    match = Match(
        division=_division(page.cup),
        tie=row,
        leg=each.leg,
        week=each.tie.round,
        home=planned.home,
        away=planned.away,
        venue=planned.venue,
        date=planned.date,
        starts_at=planned.starts_at,
        venue_because="" if planned.venue.pk == planned.home.pub_id else page.cup.name,
    )
    verify(match)
    match.save()


def _division(cup: Cup) -> Division:
    name = cup.name if len(cup.name) <= MOST_LETTERS else f"{cup.name[: MOST_LETTERS - 1]}…"
    division, _ = Division.with_cups.get_or_create(
        cup=cup,
        defaults={
            "season": cup.season,
            "name": name,
            "slug": f"cup-{cup.public_id}",
            "position": LAST,
        },
    )
    return division
