"""A knock-out as its pages and its paper show it: rounds, groups, who is in the hat."""

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Exists, Manager, OuterRef, Q, QuerySet, Subquery

from league.cups.brackets import Bracket, bracket_of, handicaps_now, next_round
from league.cups.entries import CupState as PlayedCup
from league.cups.entries import Entrant
from league.cups.group_tables import CupGroup
from league.cups.progress import highest_losers, through, with_scratch
from league.cups.rules import CupRefused, DrawnBy, Fill
from league.cups.selectors.cups import cup_played_as, entries_of
from league.cups.selectors.tie_pages import TieOnPage, tie_on_page
from league.cups.sentences import rules_in_words, standing_in_words, to_be_drawn_in_words
from league.cups.ties import Round
from league.models import Cup, CupDraw, CupEntry, CupTie, Enrolment, Match, Pub, Ruling
from league.shared.text import pounds

Value = TypeVar("Value")


def _hat(played: PlayedCup, bracket: Bracket) -> tuple[tuple[Entrant, ...], str]:
    """Return who is in the hat for the next draw, or what that draw waits for."""
    fixed = bracket.rounds and all(cup_round.is_drawn for cup_round in bracket.rounds)
    if fixed or bracket.is_over:
        return (), ""
    try:
        return through(played), ""
    except CupRefused as refusal:
        return (), str(refusal)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOnPage:
    """A round with its ties, byes left out; `lot` is what drew it."""

    round: Round
    ties: tuple[TieOnPage, ...]
    lot: str

    @property
    def is_known(self) -> bool:
        """Whether it is known of any of its ties who meets."""
        return any(each.tie.is_ready for each in self.ties)

    @property
    def to_be_drawn(self) -> str:
        """That it is to be drawn, and for how many; empty once it is drawn."""
        return to_be_drawn_in_words(self.round)

    @property
    def is_open(self) -> bool:
        """Whether any of its ties can be played now."""
        return any(each.tie.is_open for each in self.ties)

    @property
    def date(self) -> datetime.date | None:
        """The night of the round: that of most of its ties. None if there is no such night."""
        return _of_most([each.date for each in self.ties])

    @property
    def starts_at(self) -> datetime.time | None:
        """When most of its ties begin."""
        return _of_most([each.starts_at for each in self.ties])

    @property
    def venue(self) -> Pub | None:
        """The pub where all its ties are played, if it is one."""
        venues = {each.venue for each in self.ties}
        return venues.pop() if len(venues) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupOnPage:
    """A group with its table and its matches, in the order of rounds."""

    group: CupGroup
    ties: tuple[TieOnPage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CupOnPage:
    """A knock-out as it stands. `hat` is who is drawn next, `waits` why nobody can be drawn yet.

    `losers` are the beaten of the first round in the order in which they go through, where the cup has those.
    """

    cup: Cup
    played: PlayedCup
    bracket: Bracket
    rounds: tuple[RoundOnPage, ...]
    entries: tuple[CupEntry, ...]
    hat: tuple[Entrant, ...]
    waits: str
    losers: tuple[str, ...]
    plate: Cup | None

    @property
    def is_bracket(self) -> bool:
        """Whether the way to the final is known: one draw, not one for every round."""
        is_drawn = self.played.rules.groups is None or bool(self.played.knock_out_draws)
        return self.played.rules.drawn_by is DrawnBy.BRACKET and is_drawn

    @property
    def groups(self) -> tuple[GroupOnPage, ...]:
        """The groups with their tables and matches; none in a cup without groups."""
        ties = [each for page in self.rounds for each in page.ties]
        return tuple(
            GroupOnPage(group=group, ties=tuple(each for each in ties if each.tie.group == group.letter))
            for group in self.bracket.groups
        )

    @property
    def knock_out(self) -> tuple[RoundOnPage, ...]:
        """The rounds after the groups; all of them in a cup without groups."""
        return tuple(page for page in self.rounds if not page.round.is_of_groups)

    @property
    def group_rounds(self) -> tuple[RoundOnPage, ...]:
        return tuple(page for page in self.rounds if page.round.is_of_groups)

    @property
    def next_draw(self) -> int:
        """The number of the round that is drawn next."""
        return next_round(self.played)

    @property
    def last_draw(self) -> int:
        """The number of the round that was drawn last; 0 before any draw."""
        return self.played.draws[-1].round if self.played.draws else 0

    @property
    def draw_title(self) -> str:
        """What the button of the next draw says: of the groups, the bracket, or a round."""
        if self.played.rules.groups and not self.played.draws:
            return "Draw the groups"
        if self.played.rules.drawn_by is DrawnBy.BRACKET:
            return "Draw the bracket"
        titles = (page.round.title for page in self.rounds if page.round.number == self.next_draw)
        return f"Draw the {next(titles, 'first round').lower()}"

    @property
    def standing(self) -> str:
        """How the cup stands, in a sentence."""
        return standing_in_words(self.played)

    @property
    def known_rounds(self) -> tuple[RoundOnPage, ...]:
        """The rounds of the knock-out of which it is known who meets, the latest first."""
        return tuple(page for page in reversed(self.knock_out) if page.is_known or page.round.is_over)

    @property
    def rounds_to_come(self) -> tuple[RoundOnPage, ...]:
        """The rounds of which no tie is known yet."""
        return tuple(page for page in self.knock_out if not (page.is_known or page.round.is_over))

    @property
    def next_night(self) -> RoundOnPage | None:
        """The round to date next: the first not over without a night, else the first not over."""
        waiting = [page for page in self.rounds if not page.round.is_over]
        return next(
            (round_on_page for round_on_page in waiting if round_on_page.date is None),
            next(iter(waiting), None),
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the cup in sentences, and what an entry costs."""
        fee = (f"An entry costs {pounds(self.cup.fee)}.",) if self.cup.fee else ()
        return (*rules_in_words(self.played.rules), *fee)

    @property
    def handicaps(self) -> tuple[tuple[Entrant, int], ...]:
        """Every entrant with the handicap they have by now; nobody where the cup gives no starts."""
        if self.played.rules.handicap is None:
            return ()
        now = handicaps_now(self.played)
        return tuple((entrant, now[entrant.key]) for entrant in self.played.entrants)

    @property
    def takes_entries(self) -> bool:
        """Whether one more can enter: before the draw, or late against one who is free in its round."""
        if not self.rounds:
            return True
        if self.played.rules.groups:
            return False
        has_gone_on = len(self.played.draws) > 1 or any(result.round > 1 for result in self.played.results)
        is_even = not self.rounds[0].round.byes and self.played.rules.fill is Fill.BYES
        return not (has_gone_on or is_even or self.bracket.is_over)

    @property
    def takes_teams(self) -> bool:
        """Whether it is a cup of teams, or may still become one."""
        return not self.entries or any(entry.team_id for entry in self.entries)

    @property
    def takes_pairs(self) -> bool:
        """Whether it is a cup of pairs, or may still become one."""
        return any(entry.team_id is None for entry in self.entries) or not self.entries

    @property
    def to_enter(self) -> tuple[TieOnPage, ...]:
        """The ties that can be played or are being played, the earliest round first."""
        return tuple(each for page in self.rounds for each in page.ties if each.tie.is_open)

    def tie(self, round_number: int, number: int) -> TieOnPage | None:
        """Return the tie of that place; None for a bye or if there is none."""
        ties = (page for each in self.rounds if each.round.number == round_number for page in each.ties)
        return next((tie_on_page for tie_on_page in ties if tie_on_page.tie.number == number), None)


def cup_on_page(cup: Cup, *, to_secretary: bool = False) -> CupOnPage:
    """Return the knock-out as its pages and its paper show it. Four queries, however many play."""
    entries, draws = entries_of(cup), tuple(cup.draws.all())
    rows = tuple(with_matches(cup.ties))
    played = cup_played_as(cup, entries, draws, rows, to_secretary=to_secretary)
    bracket = bracket_of(played)
    hat, waits = _hat(played, bracket)
    return CupOnPage(
        cup=cup,
        played=played,
        bracket=bracket,
        rounds=rounds_on_page(cup, bracket, entries, draws, rows),
        entries=entries,
        hat=hat,
        waits=waits,
        losers=tuple(line.reason for line in highest_losers(played)),
        plate=Cup.objects.filter(plate_of=cup).first(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GoneEntry:
    """A team still in a cup that has left the season since it entered: how, and what leaving would mean."""

    entry: CupEntry
    reason: str
    effect: str


def gone_entries(page: CupOnPage) -> tuple[GoneEntry, ...]:
    """Return the teams that are still in a cup and have left its season, in the order of entering. One query.

    Whoever is out of the cup, or has left it, is not among them.
    """
    if page.cup.season.is_finished:
        return ()
    of_team = {"team": OuterRef("team")}
    withdrawals = Ruling.objects.withdrawals().filter(division__season=page.cup.season_id, **of_team)
    enrolments = Enrolment.objects.filter(season=page.cup.season_id, **of_team)
    gone = page.cup.entries.filter(team__isnull=False).annotate(has_withdrawn=Exists(withdrawals))
    return tuple(
        GoneEntry(
            entry=entry,
            reason="withdrew from the season" if entry.has_withdrawn else "is not in the season any more",
            effect=effect,
        )
        for entry in gone.filter(Q(has_withdrawn=True) | ~Exists(enrolments))
        if (effect := _effect_of_leaving(page.played, page.bracket, entry.number))
    )


def _effect_of_leaving(played: PlayedCup, bracket: Bracket, number: int) -> str:
    """Return what follows if an entrant leaves the cup now; empty if it is out already."""
    try:
        gone = with_scratch(played, number).scratched[-1]
    except CupRefused:
        return ""
    if not played.draws:
        return "They are still entered."
    if any(not cup_round.is_over for cup_round in bracket.group_rounds):
        return "They are still in the cup. If they leave, none of their matches in the groups counts."
    if any(cup_round.number == gone.round and cup_round.is_drawn for cup_round in bracket.rounds):
        return "They are still in the cup. If they leave, their tie is a walkover."
    return "They are still in the cup. If they leave, the next draw is made without them."


def with_matches(ties: Manager[CupTie]) -> QuerySet[CupTie]:
    """Return rows of ties with their pubs, and the public id of their latest match as `match_id`.

    Those of the matches of both legs are `first_match_id` and `second_match_id`.
    """
    ids = Match.with_ties.filter(tie=OuterRef("pk")).values("public_id")
    return ties.select_related("venue", "second_venue").annotate(
        match_id=Subquery(ids.order_by("-leg")[:1]),
        first_match_id=Subquery(ids.filter(leg=1)[:1]),
        second_match_id=Subquery(ids.filter(leg=2)[:1]),
    )


def rounds_on_page(
    cup: Cup,
    bracket: Bracket,
    entries: Iterable[CupEntry],
    draws: Iterable[CupDraw],
    rows: Iterable[CupTie],
) -> tuple[RoundOnPage, ...]:
    """Return the rounds of a bracket with when and where their ties are played."""
    by_place = {(row.round, row.number): row for row in rows}
    teams = {entry.number: entry.team for entry in entries}
    lots = {draw.round: draw.lot for draw in draws}
    return tuple(
        RoundOnPage(
            round=cup_round,
            ties=tuple(
                tie_on_page(cup, tie, by_place.get((tie.round, tie.number)), teams) for tie in cup_round.ties
            ),
            lot=lots.get(cup_round.number, ""),
        )
        for cup_round in bracket.rounds
    )


def _of_most(values: Sequence[Value | None]) -> Value | None:
    """Return the value that more than half have; None if there is none."""
    ((most, often),) = Counter(values).most_common(1) or [(None, 0)]
    return most if 2 * often > len(values) else None
