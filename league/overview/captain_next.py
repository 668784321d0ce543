"""The next match of a team, ready for its captain: opponent, players, line-up, words for the team's chat."""

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q

from league.models import Enrolment, Match, Pub
from league.overview.captain_matches import key_of, side_of
from league.results.selectors.squads import Member, NamedPair, line_ups_of, squad_of
from league.shared.moments import clock_in_words
from league.shared.text import count, listed, ordinal
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.standings import division_table
from league.standings.selectors.team_matches import TeamMatch, team_match
from league.templatetags.dates import pub_date
from league.templatetags.formatting import DASH, points

# More names than these do not fit a button or a message; their number does.
MOST_NAMED = 3
MOST_ASKED = 8
# An older season than the one before is named.
TWO_SEASONS = datetime.timedelta(days=550)
_OUTCOMES = {1: "won", 0: "drew", -1: "lost"}
Tables = list[tuple[int, tuple[str, ...], int]]
"""The tables of the own line-up: number, who is named, how many are missing."""


def next_match(own: TeamMatch, enrolment: Enrolment, players_link: str) -> dict[str, Any]:
    """Return the next match of a team with all its captain prepares: who can play in it, the line-ups as
    this side may see them, a message for the team's chat and one for those who have not answered.

    Eleven queries: the pub, three for the squad, three for the line-ups, two for the standings, two for what
    the teams made of each other last season.
    """
    book, squad = enrolment.season.rule_book, squad_of(enrolment, key_of(own))
    line_ups = line_ups_of(key_of(own), side_of(own), order=book.line_up_order)
    called = _called(squad.members)
    groups = {
        label: [called[member] for member in members]
        for label, members in (
            ("can play", squad.can_play),
            ("perhaps", squad.perhaps),
            ("cannot", squad.cannot),
            ("not said", squad.silent),
        )
        if members or label != "perhaps"
    }
    can_play, silent = groups["can play"], groups["not said"]
    tables = _tables(line_ups.pairs, own.line.tables, book.players_a_side)
    names = ", ".join(silent) if len(silent) <= MOST_ASKED else "Those who have not said"
    question = f"{names}: can you play? " + (
        f"Answer here: {players_link}" if players_link else "Please tell me."
    )
    missing = max(own.line.tables * book.players_a_side - len(can_play), 0)
    need = f" and need {count(missing)} more" if missing else ""
    message = [f"{_when_and_where(own)}. We have {len(can_play) or 'nobody yet'}{need}."]
    if silent:
        message.append(question)
    if line_ups.own and not any(gap for *_, gap in tables):
        message += [f"{book.place(number)}: {' and '.join(pair)}." for number, pair, _ in tables]
    return {
        "own": own,
        "venue": Pub.objects.get(pk=own.line.venue.key),
        "groups": groups if squad.members else {},
        "line_ups": line_ups,
        "tables": tables,
        "comparison": " ".join(filter(None, (_places(own, enrolment), _last_season(own, enrolment)))),
        "message": " ".join(message),
        "question": f"{_when_and_where(own)}. {question}" if silent else "",
        "to_ask": ", ".join(silent) if len(silent) <= MOST_NAMED else f"{len(silent)} players",
    }


def _when_and_where(own: TeamMatch) -> str:
    """Return when, against whom and where: Thu 26 Nov, away to Station Tap at The Café Royal, 8.30 pm."""
    line, venue = own.line, own.line.venue.name
    where = "" if venue in own.opponent.name or (own.is_home and line.is_at_home) else f" at {venue}"
    hour = f", {clock_in_words(line.starts_at)}" if line.starts_at else ""
    whom = f"{'at home' if own.is_home else 'away'} to {own.opponent.name}"
    return f"{pub_date(line.date)}, {whom}{where}{hour}"


def _called(members: Iterable[Member]) -> dict[Member, str]:
    """Return what the team calls each player: by the first name, in full where two share it."""
    firsts = {member: member.name.split()[0] for member in members}
    shared = Counter(firsts.values())
    return {member: first if shared[first] == 1 else member.name for member, first in firsts.items()}


def _tables(pairs: Sequence[NamedPair], tables: int, players: int) -> Tables:
    """Return every table of the match; none while no line-up is given."""
    if not pairs:
        return []
    named = {pair.table: tuple(seat.name for seat in pair.seats if seat) for pair in pairs}
    names_by_table = {number: named.get(number, ()) for number in range(1, tables + 1)}
    return [(number, names, max(players - len(names), 0)) for number, names in names_by_table.items()]


def _places(own: TeamMatch, enrolment: Enrolment) -> str:
    """Return the places of both teams: They are 6th, you are 3rd. Empty before anything was played."""
    table = division_table(own.line.division)
    places = {row.record.team: row.place for row in table.rows}
    if not table.week or own.opponent.key not in places or enrolment.team_id not in places:
        return ""
    return f"They are {ordinal(places[own.opponent.key])}, you are {ordinal(places[enrolment.team_id])}."


def _last_season(own: TeamMatch, enrolment: Enrolment) -> str:
    """Return what the teams made of each other in the last season before this in which they met."""
    season, team, other = enrolment.season, enrolment.team_id, own.opponent.key
    earlier = Match.objects.filter(
        Q(home=team, away=other) | Q(home=other, away=team), division__season__starts_on__lt=season.starts_on
    )
    played = [line for line in match_lines(earlier) if line.is_played]
    if not played:
        return ""
    last = max((line.division.season for line in played), key=lambda season: season.starts_on)
    met = [team_match(line, team) for line in played if line.division.season_id == last.pk]
    results = [
        f"{_OUTCOMES[(ours > theirs) - (ours < theirs)]} {points(ours)}{DASH}{points(theirs)}"
        for match in met
        if match.own and match.other
        for ours, theirs in [(match.own.shown_halves, match.other.shown_halves)]
    ]
    when = "Last season" if season.starts_on - last.starts_on < TWO_SEASONS else f"In {last.name}"
    return f"{when}: {listed(results)}." if results else ""
