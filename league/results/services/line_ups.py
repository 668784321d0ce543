"""Services used before a match: a side names its pairs; a player answers whether they can play.

Line-ups are given in the order of the season's rules; once both are in, they are written to the log.
"""

import datetime
import random
import uuid
from collections import Counter
from collections.abc import Sequence

from league.competition.season_rules.rules import ShortTeams
from league.models import Availability, Enrolment, LineUp, Match, Player, Registration, RuleBook, Side
from league.results.log import Sent, SheetPlace
from league.results.selectors.names import Roster, roster_of
from league.results.selectors.reports import OTHER_SIDE
from league.results.selectors.squads import at_tables, is_begun, may_give
from league.results.services.entries import receive_entries
from league.results.services.scorecards import lock_matches
from league.shared.errors import Refused, refused_by, verify, written_whole
from league.shared.text import count
from scoring import AWAY, HOME
from scoring import Side as Seated

BOTH_IN = "Both sides have seen both line-ups. Change players at the table."
BEGUN = "Scoring has begun. Name the players at the tables."
PLAYED = "The match has a result, so the line-up is closed."
NOT_YET = {
    Side.HOME: "By the season’s rules the away side names its players first; it has not done so yet.",
    Side.AWAY: "By the season’s rules the home side names its players first; it has not done so yet.",
}
LONGEST_NAME = 80
TWICE = 2
_SEATED = {Side.HOME: HOME, Side.AWAY: AWAY}
_PLACES = {Side.HOME: "home", Side.AWAY: "away"}

# Neither side may foresee which pairs meet.
_LOT = random.SystemRandom()


def give_line_up(
    *, match: Match, side: Side, pairs: Sequence[Sequence[str]], now: datetime.datetime
) -> LineUp:
    """Save a side's pairs, table by table: players of the league or names nobody is registered under.

    It can be changed until the other side's line-up is in. Then both are written to the sheets of the tables,
    drawn to them by lot where the season says so. The same sent twice changes nothing more. The match comes
    with its season and rule book. Raises Refused where it is not this side's turn, when both are in, when the
    match has begun, or when somebody is named twice.
    """
    with written_whole():
        lock_matches(match)
        line_ups_by_key = {Side(line_up.side): line_up for line_up in LineUp.objects.filter(match=match)}
        own, other = line_ups_by_key.get(side), line_ups_by_key.get(OTHER_SIDE[side])
        named = _resolved(match, side, pairs)
        if own is not None and own.pairs == named:
            return own
        _verify_may_give(match, side, own, other)
        _verify_pairs(match, named)
        own = own or LineUp(match=match, side=side)
        own.pairs, own.given_at = named, now
        verify(own)
        with refused_by(one_line_up_a_side=BOTH_IN, league_lineup=BOTH_IN):
            own.save()
        if other is not None:
            _write_into_log(match, {side: own, OTHER_SIDE[side]: other}, now)
    return own


def _verify_may_give(match: Match, side: Side, own: LineUp | None, other: LineUp | None) -> None:
    if match.scorecards.confirmed().exists():
        raise Refused(PLAYED)
    if own is not None and other is not None:
        raise Refused(BOTH_IN)
    if is_begun(match):
        raise Refused(BEGUN)
    if not may_give(match.division.season.rule_book.line_up_order, side, other_is_in=other is not None):
        raise Refused(NOT_YET[side])


def _resolved(match: Match, side: Side, pairs: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the pairs with public ids where one player of the squad is meant, and every seat filled in."""
    book = match.division.season.rule_book
    roster = roster_of(match)
    named = []
    for table in range(book.tables):
        pair = list(pairs[table]) if table < len(pairs) else []
        seats = [" ".join(text.split())[:LONGEST_NAME] for text in pair[: book.players_a_side]]
        seats = [_meant(text, roster, _SEATED[side]) for text in seats]
        named.append(seats + [""] * (book.players_a_side - len(seats)))
    return named


def _meant(text: str, roster: Roster, side: Seated) -> str:
    """Return the public id of a player of the side's own squad, the label of another player, or the text."""
    meant = roster.meant(text, side) if text else ()
    if len(meant) != 1:
        return text
    return meant[0].public_id if meant[0].side == side else meant[0].label


def _verify_pairs(match: Match, named: list[list[str]]) -> None:
    """Raise Refused if nobody is named, or somebody more often than the season allows in a short team."""
    turns = Counter(text.casefold() for pair in named for text in pair if text)
    if not turns:
        raise Refused("Choose at least one player.")
    regulations = match.division.season.rule_book.season_regulations()
    rule = regulations.short_teams
    twice = sorted(text for text, times in turns.items() if times >= TWICE)
    if regulations.turns and not any(turns[text] > regulations.turns.most for text in twice):
        return
    too_often = [text for text in twice if rule is None or turns[text] > rule.turns]
    if too_often or (rule and len(twice) > rule.may_repeat):
        who = (too_often or twice)[0]
        written = {text.casefold(): text for pair in named for text in pair}
        names = written | {player.public_id: player.label for player in roster_of(match).players}
        times = "twice" if turns[who] == TWICE else f"{count(turns[who])} times"
        raise Refused(f"{names[who]} is named {times}; {_repeats(rule)}.")


def _repeats(rule: ShortTeams | None) -> str:
    if rule is None or not rule.may_repeat:
        return "a player sits at one table"
    players = "one player" if rule.may_repeat == 1 else f"{count(rule.may_repeat)} players"
    return f"the season lets {players} of a short team sit at up to {count(rule.turns)} tables"


def _write_into_log(match: Match, line_ups: dict[Side, LineUp], now: datetime.datetime) -> None:
    """Write both line-ups as entries of the log; their ids follow from the line-ups, so they count once."""
    if match.division.season.rule_book.line_up_order == RuleBook.LineUpOrder.DRAWN:
        away = line_ups[Side.AWAY]
        away.drawn = _LOT.sample(range(1, len(away.pairs) + 1), len(away.pairs))
        away.save(update_fields=["drawn"])
    for side, line_up in line_ups.items():
        drawn_as = f"{line_up.pk} {line_up.given_at.isoformat()}"
        receive_entries(
            match=match,
            sent=[
                Sent(
                    client_id=uuid.uuid5(uuid.NAMESPACE_OID, f"line-up {drawn_as}, table {table}"),
                    place=SheetPlace(table, 1, _PLACES[side]),
                    body={str(seat): text for seat, text in enumerate(pair, 1) if text},
                    entered_at=line_up.given_at,
                )
                for table, pair in at_tables(line_up.pairs, line_up.drawn)
                if any(pair)
            ],
            phone=uuid.uuid5(uuid.NAMESPACE_OID, f"line-up {drawn_as}"),
            received_at=now,
            sent_for=side,
        )


NOT_IN_SQUAD = "That name is not in the squad any more; open the page again."


def answer_availability(
    *,
    match: Match,
    enrolment: Enrolment,
    player: str,
    answer: str,
    now: datetime.datetime,
    by_captain: bool = False,
) -> Availability:
    """Save whether a player, named by public id, can play; a later answer replaces the earlier.

    Raises Refused if they are not in the squad, if the answer is none, or if the match is not the team's.
    """
    with written_whole():
        if enrolment.team_id not in (match.home_id, match.away_id):
            raise Refused("That is not a match of this team.")
        registered = Registration.objects.current().filter(season=enrolment.season_id, team=enrolment.team_id)
        # Looked up in Python, not in the database: the sent text may be anything.
        squad = {member.public_id: member for member in Player.objects.filter(registrations__in=registered)}
        squad_member = squad.get(player)
        if squad_member is None:
            raise Refused(NOT_IN_SQUAD)
        availability = Availability(
            match=match,
            team_id=enrolment.team_id,
            player=squad_member,
            answer=answer,
            answered_at=now,
            by_captain=by_captain,
        )
        verify(availability)
        # A player and their captain may answer at once: the later answer counts, and neither meets an error.
        Availability.objects.bulk_create(
            [availability],
            update_conflicts=True,
            unique_fields=["match", "team", "player"],
            update_fields=["answer", "answered_at", "by_captain"],
        )
    return availability
