"""The night board: all matches of a date on a pub's television, its own first."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from league.live.tables import BoardMatch, match_board
from league.models import Division, League, Match, RuleBook
from league.results.selectors.log import logs_of
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.templatetags.formatting import points

# Rows that can be read from across a pub; up to a dozen still share one page, which then need not turn.
A_PAGE, AT_MOST = 8, 12
# With more rows on a page, a name has one line.
TWO_LINES_A_NAME = 6


# So long a television shows the results of a night.
A_WEEK = datetime.timedelta(days=7)

# Matches a quiet screen names before it counts the others.
NAMED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingNight:
    """The next night on which somebody plays, with its matches, the first ones in full."""

    date: datetime.date
    lines: tuple[MatchLine, ...]
    matches: int

    @property
    def more(self) -> int:
        """How many matches are not named."""
        return self.matches - len(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightBoard:
    """The matches of a night, a page of them. `division` is the chosen one, None for all."""

    date: datetime.date
    division: Division | None
    matches: tuple[BoardMatch, ...]
    page: int
    pages: int
    finished: int
    tables: int
    rewards: str
    weeks: tuple[int, ...]
    has_divisions: bool = False

    @property
    def next_page(self) -> int | None:
        """The page that comes after this one, round and round; None if there is only one."""
        return self.page % self.pages + 1 if self.pages > 1 else None

    @property
    def is_tight(self) -> bool:
        """Whether there are more rows than can be read at a glance, all on one page."""
        return len(self.matches) > A_PAGE

    @property
    def has_short_names(self) -> bool:
        """Whether a row has one line for each name."""
        return len(self.matches) > TWO_LINES_A_NAME

    @property
    def targets(self) -> tuple[int, ...]:
        """The lengths of the boards on this page, each once."""
        tables = (table for match in self.matches for table in match.tables)
        return tuple(sorted({table.target for table in tables if table.target}))

    @property
    def has_own(self) -> bool:
        """Whether a match of the chosen pub is played this night."""
        return any(match.is_own for match in self.matches)

    @property
    def heads(self) -> tuple[str, ...]:
        """What the columns are headed by: the tables of the longest match."""
        return max(
            (tuple(table.label for table in match.tables) for match in self.matches), key=len, default=()
        )


def matches_of_pub(league: League, pub: str) -> QuerySet[Match]:
    """Return the matches of a pub: those of its teams, wherever they play, and those played in it."""
    its = Q(home__pub__slug=pub) | Q(away__pub__slug=pub) | Q(venue__slug=pub)
    return Match.with_ties.filter(its, division__season__league=league)


def coming_night(matches: QuerySet[Match], after: datetime.date) -> ComingNight | None:
    """Return the next night of these matches. None if nothing is to come. Three queries, or one."""
    upcoming = matches.filter(date__gt=after).order_by("date", "id").values_list("date", "pk")
    day, _ = upcoming.first() or (None, None)
    if day is None:
        return None
    keys = [key for _, key in upcoming.filter(date=day)]
    lines = match_lines(Match.with_ties.filter(pk__in=keys[:NAMED]))
    return ComingNight(date=day, lines=tuple(lines), matches=len(keys))


def last_night(matches: QuerySet[Match], before: datetime.date) -> datetime.date | None:
    """Return the last night of these matches in the week before; None if nothing was played. One query."""
    in_the_week = matches.filter(date__lt=before, date__gt=before - A_WEEK).order_by("-date")
    return in_the_week.values_list("date", flat=True).first()


def matches_of_night(league: League, date: datetime.date, division: str = "") -> QuerySet[Match]:
    """Return the matches of a date, of every division or of those of one address."""
    matches = Match.with_ties.filter(division__season__league=league, date=date)
    return matches.filter(division__slug=division) if division else matches


def night_board(
    league: League,
    date: datetime.date,
    *,
    division: str = "",
    pub: str = "",
    page: int = 1,
    is_paged: bool = True,
) -> NightBoard:
    """Return the board of a night, or a page of it. `pub` is the address of the pub whose matches come first.

    Four queries, however many matches and hands; more only where leavings and averages need them.
    """
    night_matches = matches_of_night(league, date, division)
    rows = night_matches.select_related("home__pub", "away__pub", "venue", "division__season__rule_book")
    matches = {match.pk: match for match in rows}
    logs = logs_of(matches)
    shown = [
        replace(
            match_board(match := matches[line.outcome.match], line, logs[match.pk]),
            is_own=bool(pub) and pub in {match.home.pub.slug, match.away.pub.slug, match.venue.slug},
        )
        for line in match_lines(night_matches)
        if line.outcome.match in matches
    ]
    shown.sort(key=lambda board_match: not board_match.is_own)
    pages = pages_of(shown) if is_paged else [tuple(shown)]
    page = min(max(page, 1), len(pages))
    tables = [table for board_match in shown for table in board_match.tables]
    return NightBoard(
        date=date,
        division=shown[0].line.division if division and shown else None,
        matches=pages[page - 1],
        page=page,
        pages=len(pages),
        finished=sum(table.is_settled for table in tables),
        tables=len(tables),
        rewards=_rewards({match.division.season.rule_book for match in matches.values()}),
        weeks=tuple(sorted({each.line.outcome.week for each in shown if each.line.division.cup is None})),
        has_divisions=len({board_match.line.division.pk for board_match in shown}) > 1,
    )


def pages_of(shown: list[BoardMatch]) -> list[tuple[BoardMatch, ...]]:
    """Return the matches page by page, evenly; a pub's own, which come first, stand on each."""
    if len(shown) <= AT_MOST:
        return [tuple(shown)]
    repeated = min(sum(match.is_own for match in shown), A_PAGE - 1)
    own, others = shown[:repeated], shown[repeated:]
    room = A_PAGE - repeated
    pages = -(-len(others) // room)
    a_page, more = divmod(len(others), pages)
    cut, match_lists = 0, []
    for number in range(pages):
        end = cut + a_page + (number < more)
        match_lists.append((*own, *others[cut:end]))
        cut = end
    return match_lists


def _rewards(rule_books: Iterable[RuleBook]) -> str:
    """Return what a match gives, in one line; empty where the divisions differ."""
    texts = {_reward(book) for book in rule_books}
    return texts.pop() if len(texts) == 1 else ""


def _reward(book: RuleBook) -> str:
    worth = (
        (book.game_won, "for each game won"),
        (book.table_won, "for each table won"),
        (book.aggregate, "for the higher total of game points when all are done"),
        (book.match_won, "for winning the match" if book.won_away is None else "for winning at home"),
        (book.won_away or 0, "for winning away"),
    )
    return "; ".join(f"{points(halves)} {what}" for halves, what in worth if halves)
