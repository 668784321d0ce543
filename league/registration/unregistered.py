"""Finds names nobody is registered under, on cards and in line-ups, and the players likely meant."""

import difflib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.matches.selectors import has_result
from league.models import (
    League,
    LineUp,
    Match,
    Merge,
    NameLeft,
    Player,
    Registration,
    Seat,
    Side,
    TableEntry,
    Team,
)
from league.shared.text import folded


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownName:
    """A name as it was written, for which team, and the latest match it stands in."""

    name: str
    team: Team
    match: Match


def unknown_names(league: League) -> tuple[UnknownName, ...]:
    """Return names of the seasons being played that nobody is registered under, each once a team, the latest
    first.

    Seven queries, however many; three while every name is a player's. One that is registered meanwhile, or
    left as it is written, is on the list no longer.
    """
    written = sorted(
        _written(league), key=lambda unknown_name: (str(unknown_name.match.date or ""), unknown_name.match.pk)
    )
    known = _known(league, {one.name for one in written}) if written else set()
    left = names_left(league) if written else frozenset()
    names_by_key: dict[tuple[int, str], UnknownName] = {}
    for name in written:
        season = name.match.division.season_id
        if {name.name, _bare(name.name)} & known or (season, name.team.pk, kept_as(name.name)) in left:
            continue
        key = name.team.pk, _bare(name.name)
        names_by_key.pop(key, None)  # or it would keep the place of its first match
        names_by_key[key] = name
    return tuple(reversed(names_by_key.values()))


def _written(league: League) -> Iterator[UnknownName]:
    running = Match.objects.filter(division__season__league=league, division__season__is_finished=False)
    open_ones = running.exclude(has_result())
    rows: list[tuple[int, str, str]] = [
        (line_up.match_id, line_up.side, text)
        for line_up in LineUp.objects.filter(match__in=open_ones)
        for pair in line_up.pairs
        for text in pair
    ]
    entries = TableEntry.objects.filter(match__in=open_ones, place__in=["home", "away"])
    for match, place, body in entries.values_list("match", "place", "body"):
        rows += [(match, Side.HOME if place == "home" else Side.AWAY, text) for text in body.values()]
    seats = Seat.objects.filter(
        game__table__scorecard__match__in=running, game__table__scorecard__is_confirmed=True, player=None
    )
    rows += seats.values_list("game__table__scorecard__match", "side", "written")
    named = {match for match, _, text in rows if text}
    matches = Match.objects.select_related("home", "away", "division").in_bulk(named) if named else {}
    for match, side, text in rows:
        if text and match in matches:
            team = matches[match].home if side == Side.HOME else matches[match].away
            yield UnknownName(name=text, team=team, match=matches[match])


def _known(league: League, texts: set[str]) -> set[str]:
    """Return what means a player: their public id, or the name of whoever is registered in a running
    season.
    """
    known = set(Player.objects.filter(league=league, public_id__in=texts).values_list("public_id", flat=True))
    registered = Registration.objects.filter(
        season__league=league, season__is_finished=False, player__merged_into=None
    )
    for registration in registered.select_related("player"):
        known |= {_bare(registration.player.name), _bare(str(registration.player))}
    return known


def _bare(name: str) -> str:
    return folded(" ".join(name.split()))


# Jack Hurst is this near to Jack Hirst; Jack Hirst is further from Jock Horne.
NEAR = 0.8
MOST_PROPOSED = 4
LONGEST_KEPT = 80
_CARD, _MATCH = "game__table__scorecard", "game__table__scorecard__match"

Groups = dict[tuple[int, str], list[tuple[str, Match, int]]]
"""Where names stand, by team and bare name: the spelling, the match, the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerProposal:
    """A player who may be meant, the team they are signed on for, and why they are proposed."""

    player: Player
    team: str
    why: str
    is_own: bool
    is_same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenIn:
    """Where a name stands: the match, and its tables."""

    match: Match
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenName:
    """A name as it stands on cards for a team: its spellings, the latest first, the places, who is meant.

    `squad` are all players of the team, for who is none of those proposed.
    """

    team: Team
    spellings: tuple[str, ...]
    places: tuple[WrittenIn, ...]
    games: int
    proposals: tuple[PlayerProposal, ...]
    squad: tuple[Player, ...]

    @property
    def name(self) -> str:
        return self.spellings[0]

    @property
    def likely(self) -> PlayerProposal | None:
        """The one to take with one press: the first, unless another has the very same name."""
        same = [proposal for proposal in self.proposals if proposal.is_same]
        if len(same) > 1 and len({player_proposal.is_own for player_proposal in same[:2]}) == 1:
            return None
        return next(iter(self.proposals), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftAsWritten:
    """A name that is to stay as it is written for a team, as it was spelt last."""

    team: Team
    name: str
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesOnCards:
    """The names nobody is known by: those to be asked about, and those left as they are written."""

    asked: tuple[WrittenName, ...] = ()
    left: tuple[LeftAsWritten, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """A player and a name they go by: their own, or one of a record merged into theirs."""

    player: Player
    name: str


def seats_of_name(league: League, team: Team, written: str) -> QuerySet[Seat]:
    """Return the seats of cards that count at which a name was written for a team, in seasons being
    played.
    """
    return _unknown_seats(league).filter(_of_team(team), written=written)


def written_names(league: League) -> NamesOnCards:
    """Return every name nobody is known by on the cards of the seasons being played, once a team, the latest
    first.

    Six queries, however many; one while there is none.
    """
    rows = list(
        _unknown_seats(league)
        .order_by(f"{_MATCH}__date", _MATCH, "game__table__number", "pk")
        .values_list("written", "side", _MATCH, "game__table__number")
    )
    if not rows:
        return NamesOnCards()
    matches = Match.objects.select_related("home", "away", "division").in_bulk({row[2] for row in rows})
    asked: Groups = {}
    left: Groups = {}
    were_left = names_left(league)
    for written, side, key, table in rows:
        match = matches[key]
        team = match.home if side == Side.HOME else match.away
        groups = left if (match.division.season_id, team.pk, kept_as(written)) in were_left else asked
        group = team.pk, bare(written)
        groups[group] = [*groups.pop(group, []), (written, match, table)]  # the latest last
    teams = {team.pk: team for match in matches.values() for team in (match.home, match.away)}
    return NamesOnCards(
        asked=tuple(_asked(league, asked, teams)),
        left=tuple(
            LeftAsWritten(team=teams[team], name=found[-1][0], games=len(found))
            for (team, _), found in reversed(left.items())
        ),
    )


def names_left(league: League) -> frozenset[tuple[int, int, str]]:
    """Season, team and name of those that stay as they are written in the seasons being played. One query."""
    names = NameLeft.objects.filter(season__league=league, season__is_finished=False)
    return frozenset(names.values_list("season", "team", "name"))


def kept_as(name: str) -> str:
    """Return how a name that was left is kept; letters that are several without their accent make none too
    long.
    """
    return bare(name)[:LONGEST_KEPT]


def _asked(league: League, groups: Groups, teams: Mapping[int, Team]) -> Iterator[WrittenName]:
    likely = _Likely(league) if groups else None
    for (team, _), found in reversed(groups.items()):
        if likely is not None:
            yield _written_name(teams[team], found, likely)


def _written_name(team: Team, found: list[tuple[str, Match, int]], likely: "_Likely") -> WrittenName:
    tables: dict[Match, list[int]] = defaultdict(list)
    for _, match, table in found:
        tables[match].append(table)
    spellings = tuple(dict.fromkeys(written for written, _, _ in reversed(found)))
    return WrittenName(
        team=team,
        spellings=spellings,
        places=tuple(
            WrittenIn(match=match, tables=tuple(dict.fromkeys(at))) for match, at in reversed(tables.items())
        ),
        games=len(found),
        proposals=likely.proposals(spellings[0], team),
        squad=likely.squad(team),
    )


def bare(name: str) -> str:
    """Return a name as it is compared: without capitals, accents, dots and needless spaces."""
    return " ".join(folded(name).replace(".", " ").split())


class _Likely:
    """Everybody of a league who may be meant, by the letters their names begin with. Three queries."""

    def __init__(self, league: League) -> None:
        everybody = {player.pk: player for player in Player.objects.filter(league=league)}
        self._teams: dict[int, dict[int, Team]] = defaultdict(dict)
        running = Registration.objects.not_left().filter(season__league=league, season__is_finished=False)
        for registration in running.select_related("team"):
            player = everybody.get(registration.player_id)
            if player is not None:
                self._teams[player.merged_into_id or player.pk][registration.team_id] = registration.team
        self._everybody = everybody
        self._known: dict[str, list[KnownPlayer]] = defaultdict(list)
        for known in _names_of(everybody, league):
            for letter in {word[0] for word in known.name.split()}:
                self._known[letter].append(known)

    def squad(self, team: Team) -> tuple[Player, ...]:
        players = [self._everybody[key] for key, teams in self._teams.items() if team.pk in teams]
        return tuple(sorted(players, key=lambda player: (folded(str(player)), player.public_id)))

    def proposals(self, written: str, team: Team) -> tuple[PlayerProposal, ...]:
        """Return who may be meant: the same name first, then the nearest; the team's own before the
        others.
        """
        name = bare(written)
        found: dict[int, tuple[tuple[bool, bool, float], PlayerProposal]] = {}
        for known in {
            player for letter in {word[0] for word in name.split()} for player in self._known[letter]
        }:
            nearness, why = _near(name, known.name)
            if not why:
                continue
            teams = self._teams.get(known.player.pk, {})
            is_own = team.pk in teams
            rank = (nearness < 1, not is_own, -nearness)
            if known.player.pk not in found or rank < found[known.player.pk][0]:
                found[known.player.pk] = (
                    rank,
                    PlayerProposal(
                        player=known.player,
                        team=", ".join(sorted(one.name for one in teams.values())),
                        why=why,
                        is_own=is_own,
                        is_same=nearness == 1,
                    ),
                )
        order = sorted(found.values(), key=lambda one: (one[0], folded(str(one[1].player)), one[1].player.pk))
        return tuple(proposal for _, proposal in order[:MOST_PROPOSED])


def _names_of(everybody: Mapping[int, Player], league: League) -> Iterator[KnownPlayer]:
    """Yield each player's names: their own, with what tells them apart, of merged records, and as they were
    written.
    """
    for player in everybody.values():
        kept = everybody.get(player.merged_into_id or player.pk)
        if kept is not None:
            for name in {bare(player.name), bare(str(player).replace("(", " ").replace(")", " "))} - {""}:
                yield KnownPlayer(player=kept, name=name)
    as_written = Merge.objects.filter(league=league, undone_at=None, gone=None)
    for key, written in as_written.values_list("kept", "written"):
        kept = everybody.get(key)
        if kept is not None and kept.merged_into_id is None and bare(written):
            yield KnownPlayer(player=kept, name=bare(written))


def _near(written: str, known: str) -> tuple[float, str]:
    """Return how near two names are, from 0 to 1, and why one may mean the other; no reason where it does
    not.
    """
    if written == known:
        return 1, "the same name"
    if _is_initialled(written, known) or _is_initialled(known, written):
        return 0.95, "the initials fit"
    spelling = difflib.SequenceMatcher(None, written, known)
    if spelling.real_quick_ratio() < NEAR or spelling.quick_ratio() < NEAR or spelling.ratio() < NEAR:
        return 0, ""
    return min(spelling.ratio(), 0.94), "spelt nearly so"


def _is_initialled(short: str, whole: str) -> bool:
    """Return whether "j hirst" may be "jack hirst": the last names are the same, the first begin alike."""
    *first, last = short.split() or [""]
    *wholes, family = whole.split() or [""]
    return bool(first and wholes) and last == family and len(first[0]) == 1 and wholes[0].startswith(first[0])


def _unknown_seats(league: League) -> QuerySet[Seat]:
    return Seat.objects.filter(
        player=None,
        **{
            f"{_CARD}__is_confirmed": True,
            f"{_MATCH}__division__season__league": league,
            f"{_MATCH}__division__season__is_finished": False,
        },
    )


def _of_team(team: Team) -> Q:
    return Q(side=Side.HOME, **{f"{_MATCH}__home": team}) | Q(side=Side.AWAY, **{f"{_MATCH}__away": team})


def merges_of(league: League, *, kept: Iterable[int] | None = None) -> QuerySet[Merge]:
    """Return what was merged in a league and stands, the latest first; of some players only if they are
    named.
    """
    merges = Merge.objects.filter(league=league, undone_at=None).select_related("kept", "gone", "made_by")
    return merges if kept is None else merges.filter(kept__in=list(kept))
