"""The next match of a team, ready for its captain: opponent, players, line-up, words for the team's chat."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.models import Enrolment, Match, Pub, Side
from league.overview.captain_matches import OwnMatch, from_own_side
from league.results.selectors.line_ups import LineUps, NamedPair, line_ups_of
from league.results.selectors.squads import Member, Squad, squad_of
from league.shared.moments import clock_in_words
from league.shared.text import count, listed, ordinal
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.standings import division_table
from league.templatetags.dates import pub_date
from league.templatetags.formatting import DASH, points

# More names than these do not fit a button or a message; their number does.
MOST_NAMED = 3
MOST_ASKED = 8
# An older season than the one before is named.
TWO_SEASONS = datetime.timedelta(days=550)
_OUTCOMES = {1: "won", 0: "drew", -1: "lost"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGroup:
    """Players of the squad who gave the same answer, by the names their team calls them."""

    key: str
    label: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTable:
    """A table of the own line-up: who is named for it, and how many are missing."""

    number: int
    names: tuple[str, ...]
    missing: int

    @property
    def gap(self) -> str:
        return f"{count(self.missing)} {'player' if self.missing == 1 else 'players'} missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMatch:
    """The match the team plays next: who can play in it, and the line-ups as this side may see them."""

    own: OwnMatch
    venue: Pub
    squad: Squad
    line_ups: LineUps
    comparison: str
    seats: int
    tables: tuple[PlannedTable, ...]
    players_link: str = ""

    @property
    def is_at_home(self) -> bool:
        """Whether it is played at the team's own pub."""
        return self.own.line.is_at_home and self.own.side == Side.HOME

    @property
    def groups(self) -> tuple[AnswerGroup, ...]:
        """Who can play, who cannot and who has not said; those in doubt only if there are any."""
        called = called_by(self.squad.members)
        groups = (
            ("can", "can play", self.squad.can_play),
            ("perhaps", "perhaps", self.squad.perhaps),
            ("cannot", "cannot", self.squad.cannot),
            ("silent", "not said", self.squad.silent),
        )
        return tuple(
            AnswerGroup(key=key, label=label, names=tuple(called[member] for member in members))
            for key, label, members in groups
            if members or key != "perhaps"
        )

    @property
    def silent(self) -> tuple[str, ...]:
        """Those who have not answered, as their team calls them."""
        return next(group.names for group in self.groups if group.key == "silent")

    @property
    def to_ask(self) -> str:
        """Whom the short message asks: "Gwen, Tariq"; "5 players"."""
        return ", ".join(self.silent) if len(self.silent) <= MOST_NAMED else f"{len(self.silent)} players"

    @property
    def missing(self) -> int:
        """How many more players are needed than have said that they can."""
        return max(self.seats - len(self.squad.can_play), 0)

    @property
    def when_and_where(self) -> str:
        """Thu 26 Nov, away to Station Tap at The Café Royal, 8.30 pm."""
        line, venue = self.own.line, self.own.line.venue.name
        whom = f"{'at home' if self.own.side == Side.HOME else 'away'} to {self.own.other}"
        where = "" if venue in self.own.other or self.is_at_home else f" at {venue}"
        hour = f", {clock_in_words(line.starts_at)}" if line.starts_at else ""
        return f"{pub_date(line.date)}, {whom}{where}{hour}"

    @property
    def message(self) -> str:
        """The message for the team's chat, written from what is known."""
        need = f" and need {count(self.missing)} more" if self.missing else ""
        parts = [
            f"{self.when_and_where}.",
            f"We have {len(self.squad.can_play) or 'nobody yet'}{need}.",
        ]
        if self.silent:
            parts.append(self._question)
        if self.line_ups.own and not any(table.missing for table in self.tables):
            book = self.own.line.division.season.rule_book
            parts += [f"{book.place(table.number)}: {' and '.join(table.names)}." for table in self.tables]
        return " ".join(parts)

    @property
    def question(self) -> str:
        """The message for those alone who have not answered."""
        return f"{self.when_and_where}. {self._question}"

    @property
    def _question(self) -> str:
        few = len(self.silent) <= MOST_ASKED
        names = ", ".join(self.silent) if few else "Those who have not said"
        where = f" Answer here: {self.players_link}" if self.players_link else " Please tell me."
        return f"{names}: can you play?{where}"


def next_match(own: OwnMatch, enrolment: Enrolment, players_link: str) -> NextMatch:
    """Return the next match of a team with all its captain prepares.

    Eleven queries: the pub, three for the squad, three for the line-ups, two for the standings, two for what
    the teams made of each other last season.
    """
    book = enrolment.season.rule_book
    line_ups = line_ups_of(own.key, own.side, order=book.line_up_order)
    return NextMatch(
        own=own,
        venue=Pub.objects.get(pk=own.line.venue.key),
        squad=squad_of(enrolment, own.key),
        line_ups=line_ups,
        comparison=" ".join(part for part in (_places(own, enrolment), _last_season(own, enrolment)) if part),
        seats=own.line.tables * book.players_a_side,
        tables=_tables(line_ups.pairs, own.line.tables, book.players_a_side),
        players_link=players_link,
    )


def called_by(members: Sequence[Member]) -> dict[Member, str]:
    """Return what the team calls each player: by the first name, in full where two share it."""
    firsts = Counter(member.name.split()[0] for member in members)
    return {
        member: first if firsts[first] == 1 else member.name
        for member in members
        for first in [member.name.split()[0]]
    }


def _tables(pairs: Sequence[NamedPair], tables: int, players: int) -> tuple[PlannedTable, ...]:
    """Return every table of the match; none while no line-up is given."""
    if not pairs:
        return ()
    names = {pair.table: tuple(seat.name for seat in pair.seats if seat) for pair in pairs}
    return tuple(
        PlannedTable(
            number=number,
            names=names.get(number, ()),
            missing=max(players - len(names.get(number, ())), 0),
        )
        for number in range(1, tables + 1)
    )


def _places(own: OwnMatch, enrolment: Enrolment) -> str:
    """Return the places of both teams: They are 6th, you are 3rd. Empty before anything was played."""
    table = division_table(own.line.division)
    places = {row.record.team: row.place for row in table.rows}
    if not table.week or own.other_key not in places or enrolment.team_id not in places:
        return ""
    return f"They are {ordinal(places[own.other_key])}, you are {ordinal(places[enrolment.team_id])}."


def _last_season(own: OwnMatch, enrolment: Enrolment) -> str:
    """Return what the teams made of each other in the last season before this in which they met."""
    season, team, other = enrolment.season, enrolment.team_id, own.other_key
    met = Match.objects.filter(
        Q(home=team, away=other) | Q(home=other, away=team), division__season__starts_on__lt=season.starts_on
    )
    played = [line for line in match_lines(met) if line.is_played]
    if not played:
        return ""
    last = max((line.division.season for line in played), key=lambda season: season.starts_on)
    results = [
        f"{_OUTCOMES[(ours > theirs) - (ours < theirs)]} {points(ours)}{DASH}{points(theirs)}"
        for line in played
        if line.division.season_id == last.pk
        for pair in [from_own_side(line, team).half_points]
        if pair
        for ours, theirs in [pair]
    ]
    when = "Last season" if season.starts_on - last.starts_on < TWO_SEASONS else f"In {last.name}"
    return f"{when}: {listed(results)}." if results else ""
