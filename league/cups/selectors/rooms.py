"""Reads where cup ties and matches have no room: they need tables in the same pubs on a night."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.cups.selectors.dated_ties import DatedTie, TieOfCup, dated_ties
from league.matches.rooms import no_room, to_be_played
from league.models import Cup, League, Pub
from league.shared.grouping import grouped
from league.shared.text import counted, listed

MOST_NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CrowdedTie:
    """A tie to come whose pub has too few tables on its night: why, and where there is room."""

    tie: DatedTie
    reason: str
    free: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightInPub:
    """What is played in a pub on a night: how many tables each match needs, and the ties."""

    matches: Sequence[int]
    ties: Sequence[DatedTie]

    def taken_beside(self, tie: DatedTie | None = None) -> list[int]:
        """Return how many tables each takes, without the tie itself."""
        others = [other for other in self.ties if tie is None or _place(other) != _place(tie)]
        return tables_taken(self.matches, others, beside=_place(tie)[:2] if tie else None)


def tables_taken(
    matches: Iterable[int], ties: Iterable[TieOfCup], *, beside: tuple[int, int] | None = None
) -> list[int]:
    """Return how many tables each match and tie takes in a pub on a night.

    Rounds of one cup follow each other, so its largest counts; `beside` a tie, by its cup and round, its own.
    """
    rounds: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for tie in ties:
        rounds[tie.cup.pk][tie.on_page.tie.round].append(tables_of_tie(tie))
    own = rounds.pop(beside[0], {}).get(beside[1], []) if beside else []
    largest = [tables for of_cup in rounds.values() for tables in max(of_cup.values(), key=sum)]
    return [*matches, *own, *largest]


def tables_of_tie(tie: TieOfCup) -> int:
    """Return how many tables a tie needs: as many as a match between teams, one between pairs."""
    return tie.cup.season.rule_book.tables if any(tie.on_page.teams) else 1


def crowded_ties(cup: Cup, *, since: datetime.date | None = None) -> tuple[CrowdedTie, ...]:
    """Return the ties of a cup still to be played that have no room, from a day on.

    Eight queries at most. The cup comes with its season and league.
    """
    league = cup.season.league
    ties = _to_come(league, since)
    own = [tie for tie in ties if tie.cup == cup]
    if not own:
        return ()
    nights = _nights(league, ties, {tie.date for tie in own})
    pubs = sorted(league.pubs.all(), key=lambda pub: pub.name.casefold())
    crowded = ((tie, _reason(tie, nights)) for tie in own)
    return tuple(
        CrowdedTie(tie=tie, reason=reason, free=_free(tie, pubs, nights)) for tie, reason in crowded if reason
    )


def crowded_in_words(crowded: Iterable[CrowdedTie]) -> tuple[str, ...]:
    """Return why ties have no room and where there is some; those that share both in one sentence."""
    together: dict[tuple[datetime.date, str, str], list[str]] = defaultdict(list)
    for each in crowded:
        sides = each.tie.on_page.tie
        key = each.tie.date, each.reason, each.free
        together[key].append(f"{sides.home.words} v {sides.away.words}")
    return tuple(
        f"{listed(names)}, {date:%d/%m/%Y}: {reason}. {free}"
        for (date, reason, free), names in together.items()
    )


def full_pubs(league: League, places: Collection[tuple[int, datetime.date]]) -> tuple[str, ...]:
    """Return a sentence for each pub, by key, and night where the league's matches have no room.

    Seven queries at most; none without places.
    """
    if not places:
        return ()
    nights = _nights(league, _to_come(league, None), {date for _, date in places})
    pubs = league.pubs.in_bulk({pub for pub, _ in places})
    sentences = []
    for pub, date in sorted(places, key=lambda place: (place[1], pubs[place[0]].name)):
        night = nights.get((pub, date), NOTHING)
        if not night.matches:
            continue
        needed, *others = night.matches
        if reason := no_room(pubs[pub], date, needed=needed, taken=tables_taken(others, night.ties)):
            sentences.append(f"{date:%d/%m/%Y}: {reason}.")
    return tuple(sentences)


Nights = Mapping[tuple[int, datetime.date], NightInPub]
NOTHING = NightInPub(matches=(), ties=())


def _to_come(league: League, since: datetime.date | None) -> list[DatedTie]:
    cups = Cup.objects.filter(season__league=league, season__is_finished=False)
    return [
        tie
        for tie in dated_ties(cups, to_secretary=True)
        if tie.on_page.venue and not tie.on_page.tie.is_over and (since is None or tie.date >= since)
    ]


def _nights(league: League, ties: Iterable[DatedTie], dates: set[datetime.date]) -> Nights:
    own = to_be_played(dates).filter(date__in=dates, division__season__league=league)
    tables = own.values_list("venue", "date", "division__season__rule_book__tables")
    matches = grouped(((pub, date), needed) for pub, date, needed in tables if date)
    in_pubs = grouped(((tie.on_page.venue.pk, tie.date), tie) for tie in ties if tie.on_page.venue)
    return {place: NightInPub(matches=matches[place], ties=in_pubs[place]) for place in {*matches, *in_pubs}}


def _reason(tie: DatedTie, nights: Nights) -> str:
    pub = tie.on_page.venue
    if pub is None:
        return ""
    taken = nights[pub.pk, tie.date].taken_beside(tie)
    return no_room(pub, tie.date, needed=tables_of_tie(tie), taken=taken)


def _free(tie: DatedTie, pubs: Iterable[Pub], nights: Nights) -> str:
    """Return in which pubs there is room on the night of a tie, those of its sides first."""
    needed, own = tables_of_tie(tie), {team.pub_id for team in tie.on_page.teams if team}
    free = [
        pub
        for pub in pubs
        if not no_room(
            pub, tie.date, needed=needed, taken=nights.get((pub.pk, tie.date), NOTHING).taken_beside(tie)
        )
    ]
    if not free:
        return "No pub has room that night."
    names = [pub.name for pub in sorted(free, key=lambda pub: pub.pk not in own)]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED:] = [counted(len(names) - MOST_NAMED, "other pub")]
    return f"Free that night: {listed(names)}."


def _place(tie: TieOfCup) -> tuple[int, int, int, int]:
    return tie.cup.pk, tie.on_page.tie.round, tie.on_page.tie.number, tie.on_page.leg
