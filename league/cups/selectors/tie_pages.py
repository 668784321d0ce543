"""A tie as pages and paper show it: when, where, who, and what became of it."""

import datetime
from dataclasses import dataclass, replace

from league.cups.ties import Tie, TieSeat
from league.models import Cup, CupTie, Pub, Team


def is_closed(pub: Pub, on: datetime.date | None) -> bool:
    """Return whether a pub has closed by a day; without a day, whether it has closed at all."""
    return pub.closed_on is not None and (on is None or on >= pub.closed_on)


def _team(seat: TieSeat, teams: dict[int, Team | None]) -> Team | None:
    return teams.get(seat.entrant.key) if seat.entrant else None


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


def tie_on_page(cup: Cup, tie: Tie, row: CupTie | None, teams: dict[int, Team | None]) -> TieOnPage:
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
