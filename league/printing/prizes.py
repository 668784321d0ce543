"""The prizes of a season: its divisions, cups and awards, and who has won each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.competition.selectors import divisions_of
from league.honours.award_pages import SeasonAward, season_awards
from league.honours.selectors import final_honours, honours_due, honours_of_year
from league.models import Honour, League, Season, Team
from league.people.names import KeptBack
from league.printing.drawing import board_to

FIRST = "1"


class PrizeGroup(StrEnum):
    """What a prize is given for; those given first on the night stand first."""

    AWARD = "award"
    CUP = "cup"
    DIVISION = "division"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeWinner:
    """The winner of a prize: a team, a pair or a player; the team they play for, and their figures.

    `public_name` is what the public reads instead of the name, where that is different.
    """

    name: str
    team: str = ""
    summary: str = ""
    public_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """A place in a competition, or an award, with its winners: several where it is shared."""

    group: PrizeGroup
    competition: str
    winners: tuple[PrizeWinner, ...]
    place: int = 1

    @property
    def title(self) -> str:
        """Return what was won: "winners", "runners-up"; nothing for an award, whose name says it."""
        if self.group is PrizeGroup.AWARD:
            return ""
        return {1: "winners", 2: "runners-up", 3: "third place"}.get(self.place, f"place {self.place}")

    @property
    def name(self) -> str:
        """Return the prize in words: "League Cup, runners-up"."""
        return f"{self.competition}, {self.title}" if self.title else self.competition


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPrizes:
    """All prizes of a season in the order in which they are given: the champions of the top division last."""

    league: str
    season: str
    season_slug: str
    is_finished: bool
    target: int | None
    prizes: tuple[Prize, ...]


def prizes_of(season: Season, *, to_secretary: bool) -> SeasonPrizes:
    """Return the prizes of a season, by the roll of honour and the tables, cups and games behind it.

    A line that was typed on the roll has priority over what is computed. The number of queries is constant.
    """
    league = season.league
    names = _Names(league, to_secretary=to_secretary)
    final = final_honours(season)
    due = honours_due(season, final)
    divisions = [division.name for division in divisions_of(season)]
    standing = [
        honour
        for honour in honours_of_year(league, season.starts_on.year)
        if honour not in due.outdated and (honour.season_id or season.pk) == season.pk
    ]
    won: dict[tuple[str, int], list[PrizeWinner]] = {}
    lines: list[Honour] = [*standing, *due.fresh]
    for honour in lines:
        winners = won.setdefault((honour.competition, honour.place), [])
        winners.append(names.winner(honour.holder, team=honour.team))
    prizes = [
        Prize(
            group=PrizeGroup.DIVISION if competition in divisions else PrizeGroup.CUP,
            competition=competition,
            place=place,
            winners=tuple(winners),
        )
        for (competition, place), winners in won.items()
    ]
    typed = {prize.competition.casefold() for prize in prizes}
    awards = season_awards(league, season.slug, to_secretary=True)
    given = (award for award in awards.awards if award.title.casefold() not in typed) if awards else ()
    return SeasonPrizes(
        league=league.name,
        season=season.name,
        season_slug=season.slug,
        is_finished=season.is_finished,
        target=board_to(season.rule_book.rules().target),
        prizes=(*_awards(given, names), *_in_order(prizes, divisions)),
    )


class _Names:
    """Names of winners as this reader may see them."""

    def __init__(self, league: League, *, to_secretary: bool) -> None:
        self._kept_back = KeptBack.of(league)
        self._to_secretary = to_secretary

    def winner(self, name: str, *, team: Team | None = None, summary: str = "") -> PrizeWinner:
        of = team.name if team and team.name != name else ""
        public = self._kept_back.hide(name)
        if not self._to_secretary:
            return PrizeWinner(name=public, team=of, summary=summary)
        return PrizeWinner(name=name, team=of, summary=summary, public_name=public if public != name else "")


def _awards(awards: Iterable[SeasonAward], names: _Names) -> Iterator[Prize]:
    for award in awards:
        winners = tuple(
            names.winner(
                " & ".join(line.name for line in placed.who) or str(placed.team),
                team=placed.team,
                summary=placed.summary,
            )
            for placed in award.lines
            if placed.place.rstrip("=") == FIRST
        )
        if winners:
            yield Prize(group=PrizeGroup.AWARD, competition=award.title, winners=winners)


def _in_order(prizes: Sequence[Prize], divisions: Sequence[str]) -> list[Prize]:
    """Return cups, then divisions from the bottom up, in each the runners-up before the winners."""
    rank = {name: position for position, name in enumerate(reversed(divisions), start=1)}
    return sorted(
        prizes,
        key=lambda prize: (rank.get(prize.competition, 0), prize.competition.casefold(), -prize.place),
    )
