"""What the pages and the paper of a knock-out show: the cup, its rounds and its ties as they stand."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from league.cups import Bracket, Entrant, Fill, Round, Tie, handicaps_now, rules_in_words, standing_in_words
from league.cups import Cup as PlayedCup
from league.models import Cup, CupEntry, Pub, Team

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True, kw_only=True)
class TieOnPage:
    """A tie with where and when it is played. `home_team` and `away_team` where the sides are teams.

    `named_pub` was said for this tie; without one it is played where the first drawn side is at home, or
    where the finals are. `closed_pub` is where it would have been played, had the pub not closed.
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

    @property
    def teams(self) -> tuple[Team | None, Team | None]:
        """The home side and the away side, None where it is a pair or not known yet."""
        return self.home_team, self.away_team

    @property
    def note(self) -> str:
        """What is to be said beside the score: in a replay; level, and what comes next; given, and why."""
        verdict = self.tie.verdict
        if verdict.score is None:
            return verdict.words.rstrip(".") if self.tie.is_over else ""
        return verdict.words.removeprefix(f"{verdict.score[0]}-{verdict.score[1]}").strip(" .")

    @property
    def place(self) -> Pub | None:
        """The pub, where it is worth saying: before the tie, and after it if it was not the home side's."""
        is_home = self.home_team is not None and self.venue == self.home_team.pub
        return None if self.tie.is_over and is_home else self.venue


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedTie:
    """A tie on its night, with its cup and the title of its round."""

    cup: Cup
    title: str
    on_page: TieOnPage
    date: datetime.date


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
    def standing(self) -> str:
        """How the cup stands, in a sentence."""
        return standing_in_words(self.played)

    @property
    def known_rounds(self) -> tuple[RoundOnPage, ...]:
        """The rounds of which it is known who meets, the latest first."""
        return tuple(one for one in reversed(self.rounds) if one.is_known or one.round.is_over)

    @property
    def rounds_to_come(self) -> tuple[RoundOnPage, ...]:
        """The rounds after those."""
        return tuple(one for one in self.rounds if not (one.is_known or one.round.is_over))

    @property
    def next_night(self) -> RoundOnPage | None:
        """The round whose night is to be said: the first not over that has none, else the first not over."""
        waiting = [one for one in self.rounds if not one.round.is_over]
        return next((one for one in waiting if one.date is None), next(iter(waiting), None))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the cup in sentences."""
        return tuple(rules_in_words(self.played.rules))

    @property
    def handicaps(self) -> tuple[tuple[Entrant, int], ...]:
        """Every entrant with the handicap he has by now; nobody where the cup gives no starts."""
        if self.played.rules.handicap is None:
            return ()
        now = handicaps_now(self.played)
        return tuple((one, now[one.key]) for one in self.played.entrants)

    @property
    def takes_entries(self) -> bool:
        """Whether somebody more can enter: before the draw, or late against one who is free in its round."""
        if not self.rounds:
            return True
        has_gone_on = len(self.played.draws) > 1 or any(one.round > 1 for one in self.played.results)
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
        """The ties that are being played, or waited for, the earliest round first."""
        return tuple(each for one in self.rounds for each in one.ties if each.tie.is_open)

    def tie(self, round_number: int, number: int) -> TieOnPage | None:
        """A tie that is to be played; None for a bye and for what there is not."""
        ties = (one for each in self.rounds if each.round.number == round_number for one in each.ties)
        return next((one for one in ties if one.tie.number == number), None)


def _of_most(said: Sequence[Said | None]) -> Said | None:
    """What is said of more than half."""
    ((most, often),) = Counter(said).most_common(1) or [(None, 0)]
    return most if 2 * often > len(said) else None
