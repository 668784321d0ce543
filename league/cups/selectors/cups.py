"""Reads cups: which there are, and a knock-out with its rounds and ties, for pages and paper."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db.models import Manager, OuterRef, Prefetch, QuerySet, Subquery

from league.competition.season_rules.rules import pounds
from league.cups.brackets import Bracket, bracket_of, handicaps_now, next_round
from league.cups.entries import CupState as PlayedCup
from league.cups.entries import Entrant, RoundDraw, Scratch, TieResult
from league.cups.group_tables import CupGroup
from league.cups.progress import highest_losers, through
from league.cups.rules import CupRefused, DrawnBy, Fill
from league.cups.serialization import rules_from_data
from league.cups.ties import Round, Tie, TieSeat
from league.cups.words import rules_in_words, standing_in_words, to_be_drawn_in_words
from league.matches.outcomes import AtFault, Pair
from league.models import Cup, CupDraw, CupEntry, CupTie, League, Match, Pub, Season, Team
from league.people.names import KeptBack, shown_name

AND = " & "
SECOND_LEG = ", second leg"


def cups_of_season(season: Season) -> tuple[Cup, ...]:
    """Return the knock-outs of a season, each as its paper needs it."""
    cups = Cup.objects.filter(season=season, kind=Cup.Kind.KNOCK_OUT)
    return tuple(cups.select_related("season__league", "finals_at").order_by("name", "id"))


def pairs_nights_of_season(season: Season) -> tuple[Cup, ...]:
    """Return the pairs nights of a season, each as its paper needs it."""
    cups = Cup.objects.filter(season=season, kind=Cup.Kind.PAIRS_NIGHT)
    return tuple(cups.select_related("season__league", "finals_at").order_by("name", "id"))


def cup_at(league: League, slug: str) -> Cup | None:
    """Return the cup or night of that address; of two in different seasons the later.

    None if there is none.
    """
    cups = Cup.objects.filter(season__league=league, slug=slug).select_related(
        "season__league", "finals_at", "plate_of"
    )
    return cups.order_by("-season__starts_on", "id").first()


def cup_by_public_id(league: League, public_id: str) -> Cup | None:
    """Return the cup or night of that public id; None if the league has none."""
    cups = Cup.objects.filter(season__league=league, public_id=public_id)
    return cups.select_related("season__league", "season__rule_book", "finals_at", "plate_of").first()


def played_cup(cup: Cup) -> PlayedCup:
    """Return what was entered, drawn and played, every name in full. Three queries."""
    return cup_played_as(
        cup, entries_of(cup), tuple(cup.draws.all()), tuple(cup.ties.all()), to_secretary=True
    )


def entries_of(cup: Cup) -> tuple[CupEntry, ...]:
    """Return who entered, in the order of entering, with team, ground and players. One query."""
    return tuple(_with_names(cup.entries))


def _with_names(entries: Manager[CupEntry]) -> QuerySet[CupEntry]:
    return entries.select_related("team__pub", "first_player", "second_player")


def in_two_pairs(entries: Iterable[CupEntry]) -> tuple[str, ...]:
    """Return a sentence for everybody who entered in two pairs."""
    partners: dict[int, str] = {}
    texts = []
    for entry in entries:
        text, _, other = entry.name.partition(AND)
        for player, partner in ((entry.first_player, other), (entry.second_player, text)):
            if player is not None and player.pk in partners:
                texts.append(f"{player} has entered already, with {partners[player.pk]}.")
            elif player is not None:
                partners[player.pk] = partner
    return tuple(texts)


def entry_name(entry: CupEntry, *, to_secretary: bool = False) -> str:
    """Return the name of an entry, with a pair's players named as this reader may see them."""
    if entry.team_id:
        return entry.name
    kept_back = None if to_secretary else KeptBack.of(entry.cup.season.league)
    written = [*entry.name.split(AND, 1), ""]
    named = zip(written, (entry.first_player, entry.second_player), strict=False)
    shown = (
        shown_name(player, to_secretary=to_secretary)
        if player
        else kept_back.hide(name)
        if kept_back
        else name
        for name, player in named
    )
    return AND.join(filter(None, shown))


def cup_played_as(
    cup: Cup,
    entries: Iterable[CupEntry],
    draws: Iterable[CupDraw],
    ties: Iterable[CupTie],
    *,
    to_secretary: bool,
) -> PlayedCup:
    """Return a knock-out built from its rows."""
    entries = tuple(entries)

    def shown(words: str) -> str:
        return words if to_secretary else KeptBack.of(cup.season.league).hide(words)

    return PlayedCup(
        rules=rules_from_data(cup.rules),
        entrants=tuple(
            Entrant(
                key=entry.number,
                name=entry_name(entry, to_secretary=to_secretary),
                seed=entry.seed,
                handicap=entry.handicap,
            )
            for entry in entries
        ),
        draws=tuple(RoundDraw(round=draw.round, lot=draw.lot, order=tuple(draw.order)) for draw in draws),
        results=tuple(
            replace(result, reason=shown(result.reason)) for result in filter(None, map(result_of, ties))
        ),
        scratched=tuple(
            Scratch(entrant=entry.number, round=entry.left_in_round, reason=shown(entry.left_because))
            for entry in entries
            if entry.left_in_round is not None
        ),
    )


def result_of(row: CupTie) -> TieResult | None:
    """Return the result in a tie's row; None while the row has only date and place."""
    if row.entered_at is None:
        return None
    return TieResult(
        round=row.round,
        number=row.number,
        legs=_pairs(row.legs),
        replays=_pairs(row.replays),
        deciding=(row.deciding[0], row.deciding[1]) if row.deciding else None,
        at_fault=AtFault(row.given) if row.given else None,
        reason=row.reason,
    )


def _pairs(written: list[list[int]]) -> tuple[Pair, ...]:
    return tuple((home, away) for home, away in written)


def _hat(played: PlayedCup, bracket: Bracket) -> tuple[tuple[Entrant, ...], str]:
    """Return who is in the hat for the next draw, or what that draw waits for."""
    fixed = bracket.rounds and all(cup_round.is_drawn for cup_round in bracket.rounds)
    if fixed or bracket.is_over:
        return (), ""
    try:
        return through(played), ""
    except CupRefused as refusal:
        return (), str(refusal)


def is_closed(pub: Pub, on: datetime.date | None) -> bool:
    """Return whether a pub has closed by a day; without a day, whether it has closed at all."""
    return pub.closed_on is not None and (on is None or on >= pub.closed_on)


def _team(seat: TieSeat, teams: dict[int, Team | None]) -> Team | None:
    return teams.get(seat.entrant.key) if seat.entrant else None


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class TieOnPage:
    """A tie with where and when it is played. `home_team` and `away_team` where the sides are teams.

    `named_pub` was chosen for this tie; without one it is played where the first drawn side is at home, or
    where the finals are. `closed_pub` is where it would have been played, had the pub not closed.
    `match_id` is the public id of its match, of the latest of several; empty if it has none.

    Of several matches all this is of the one to be played next, `leg`, or of the last. Before the first leg
    `second` is the same tie at its second.
    """

    tie: Tie
    date: datetime.date | None
    starts_at: datetime.time | None
    venue: Pub | None
    named_pub: Pub | None
    closed_pub: Pub | None
    home_team: Team | None
    away_team: Team | None
    entered_at: datetime.datetime | None
    match_id: str = ""
    leg: int = 1
    second: "TieOnPage | None" = None

    @property
    def is_second_leg(self) -> bool:
        return self.leg == 2 <= self.tie.legs

    @property
    def is_match(self) -> bool:
        """Whether what is to be played of it next is entered as a match."""
        return bool(self.match_id and self.tie.verdict.next_leg)

    @property
    def is_entered_as_match(self) -> bool:
        """Whether its result came from its matches; totals that are typed delete an unplayed match."""
        return bool(self.match_id) and self.entered_at is not None

    @property
    def takes_totals(self) -> bool:
        """Whether its result is typed on its own page, or the deciding games after its matches are."""
        if not self.tie.is_ready or not self.is_entered_as_match:
            return self.tie.is_ready
        return not self.is_match if self.tie.is_open else bool(self.tie.result and self.tie.result.deciding)

    @property
    def teams(self) -> tuple[Team | None, Team | None]:
        """The home side and the away side, None where it is a pair or not known yet."""
        return self.home_team, self.away_team

    @property
    def note(self) -> str:
        """Words beside the score: in a replay; level, and what comes next; given, and why."""
        verdict = self.tie.verdict
        if verdict.score is None:
            return verdict.words.rstrip(".") if self.tie.is_over else ""
        return verdict.words.removeprefix(f"{verdict.score[0]}-{verdict.score[1]}").strip(" .")

    @property
    def place(self) -> Pub | None:
        """The pub, where it is worth saying: before the tie, and after it if it was not the home side's."""
        host = self.teams[self.tie.host(self.leg)]
        return None if self.tie.is_over and host is not None and self.venue == host.pub else self.venue


def _tie_on_page(cup: Cup, tie: Tie, row: CupTie | None, teams: dict[int, Team | None]) -> TieOnPage:
    played = len(tie.result.legs) if tie.result else 0
    leg = tie.verdict.next_leg or max(min(played, tie.legs), 1)
    first = _at_leg(cup, tie, row, teams, leg)
    has_second = leg < tie.legs and not tie.is_over
    return replace(
        first,
        match_id=first.match_id or getattr(row, "match_id", "") or "",
        second=_at_leg(cup, tie, row, teams, leg + 1) if has_second else None,
    )


def _at_leg(cup: Cup, tie: Tie, row: CupTie | None, teams: dict[int, Team | None], leg: int) -> TieOnPage:
    home, away = sides = tuple(_team(seat, teams) for seat in (tie.home, tie.away))
    host = sides[tie.host(leg)]
    is_second = leg == 2 <= tie.legs
    date, starts_at, named = None, None, None
    if row is not None and is_second:
        date, starts_at, named = row.second_date, row.second_starts_at, row.second_venue
    elif row is not None:
        date, starts_at, named = row.date, row.starts_at, row.venue
    date = date or (cup.finals_on if tie.is_neutral else None)
    venue = named or (cup.finals_at if tie.is_neutral else host.pub if host else None)
    has_closed = venue is not None and not tie.is_over and is_closed(venue, date)
    return TieOnPage(
        tie=tie,
        date=date,
        starts_at=starts_at,
        venue=None if has_closed else venue,
        named_pub=named,
        closed_pub=venue if has_closed else None,
        home_team=home,
        away_team=away,
        entered_at=row.entered_at if row else None,
        match_id=getattr(row, "second_match_id" if is_second else "first_match_id", "") or "",
        leg=leg,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TieOfCup:
    """A tie with its cup and the title of its round, or of its group."""

    cup: Cup
    title: str
    on_page: TieOnPage


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedTie(TieOfCup):
    """A tie on its night."""

    date: datetime.date


def dated_ties(cups: QuerySet[Cup], *, to_secretary: bool = False) -> tuple[DatedTie, ...]:
    """Return the ties of these knock-outs of one league that have a date, and second legs by themselves.

    Queries: those of `ties_of`.
    """
    ties = ties_of(cups, to_secretary=to_secretary)
    return tuple(
        DatedTie(
            cup=tie.cup,
            title=f"{tie.title}{SECOND_LEG}" if each.is_second_leg else tie.title,
            on_page=each,
            date=each.date,
        )
        for tie in ties
        for each in (tie.on_page, tie.on_page.second)
        if each is not None and each.date
    )


def ties_of(cups: QuerySet[Cup], *, to_secretary: bool = False) -> tuple[TieOfCup, ...]:
    """Return all ties of these knock-outs of one league.

    One query, or four if there are any; one more if names in typed words have to be hidden.
    """
    known = cups.filter(kind=Cup.Kind.KNOCK_OUT).select_related(
        "season__league", "season__rule_book", "finals_at"
    )
    prefetched = known.prefetch_related(
        Prefetch("entries", _with_names(CupEntry.objects)),
        "draws",
        Prefetch("ties", with_matches(CupTie.objects)),
    )
    loaded = list(prefetched)
    for cup in loaded:
        # One league object for all, so that its hidden names are queried once.
        cup.season.league = loaded[0].season.league
    return tuple(tie for cup in loaded for tie in _ties(cup, to_secretary))


def _ties(cup: Cup, to_secretary: bool) -> Iterator[TieOfCup]:
    entries, rows = tuple(cup.entries.all()), tuple(cup.ties.all())
    played = cup_played_as(cup, entries, cup.draws.all(), rows, to_secretary=to_secretary)
    for cup_round in rounds_on_page(cup, bracket_of(played), entries, cup.draws.all(), rows):
        for page in cup_round.ties:
            yield TieOfCup(cup=cup, title=title_of(cup_round.round, page.tie), on_page=page)


def title_of(cup_round: Round, tie: Tie) -> str:
    """Return what a tie is called by its round: Final; Group A, round 2."""
    return f"Group {tie.group}, round {tie.round}" if tie.group else cup_round.title


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
                _tie_on_page(cup, tie, by_place.get((tie.round, tie.number)), teams) for tie in cup_round.ties
            ),
            lot=lots.get(cup_round.number, ""),
        )
        for cup_round in bracket.rounds
    )


def _of_most(values: Sequence[Value | None]) -> Value | None:
    """Return the value that more than half have; None if there is none."""
    ((most, often),) = Counter(values).most_common(1) or [(None, 0)]
    return most if 2 * often > len(values) else None
